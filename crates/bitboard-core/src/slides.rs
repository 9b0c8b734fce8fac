//! Slides: moves of any distance along a direction, for all pieces of a set at once.
//!
//! A slide along one direction is an **occluded fill**: the pieces, and the free cells that follow
//! them up to the first that is occupied. By single steps it takes as many rounds as the board is
//! long. A Kogge-Stone parallel prefix doubles its reach in every round, so that three rounds fill
//! the eight cells of a chess board:
//!
//! ```text
//! fill(set, free, d):            R . . . . # .      the rook R slides to the right
//!     repeat for n = 1, 2, 4…    R 1 . . . # .      1: reached in round 1
//!         set  |= free & (set << n·d)    R 1 2 2 . # .
//!         free &= free << n·d            R 1 2 2 4 # .
//! ```
//!
//! After a round, `free` has the cells whose n predecessors are free as well: the cells to which a
//! jump by n is allowed. Cells that a shift would carry over the end of a line are taken out of
//! `free` once, before the first round. The **attacks** are the fill moved by one more step, which
//! adds the first occupied cell.
//!
//! The cost is three shifts a round and direction, whatever the number of pieces, without tables.
//! Towards the next bit of the word, the carry of one addition replaces all rounds.
//! For one piece on 8×8, magic tables are faster; see `docs/design/bitboard-core.md`.
//!
//! Source: the chess programming wiki, "Kogge-Stone Algorithm", after Kogge and Stone, "A Parallel
//! Algorithm for the Efficient Solution of a General Class of Recurrence Equations", 1973.

use core::fmt;
use core::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::cell::Cell;
use crate::flood::{Dilate, Kernel, run_with_constant};
use crate::geometry::{Geometry, Lattice, Layout};
use crate::steps::{
    DIAGONAL, KING, MAX_OFFSETS, ORTHOGONAL, Steps, reverse_offset, shift, shift_unmasked,
    staggered, without_wrapping,
};
use crate::word::{Bits, Word};

/// The maximum number of directions.
const MAX_DIRECTIONS: usize = 8;

/// Moves of any distance along up to eight directions, as far as cells are free.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, Chess, Slides};
///
/// type Board = Bitboard<u64, Chess>;
/// let bishop = Board::from_cell(Cell::C1);
/// let blocker = Board::from_cell(Cell::E3);
/// assert_eq!(bishop.attacks(blocker, &Slides::BISHOP).to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// X . . . X . . .
/// . X . X . . . .
/// . . . . . . . .");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Slides<G> {
    /// The offsets of one step, in the order of [`Steps::offsets`]; (0, 0) beyond the last
    /// direction.
    directions: [(i8, i8); MAX_DIRECTIONS],
    geometry: PhantomData<G>,
}

/// Slides on squares. Rows count upward in y: north is toward higher rows, as for white pawns.
impl<G: Geometry> Slides<G> {
    /// Along rows and columns.
    pub const ROOK: Self = Self::from_steps(&Steps::ORTHOGONAL);
    /// Along diagonals.
    pub const BISHOP: Self = Self::from_steps(&Steps::DIAGONAL);
    /// Along rows, columns and diagonals.
    pub const QUEEN: Self = Self::from_steps(&Steps::KING);
    /// Toward higher rows.
    pub const NORTH: Self = Self::one_way(0, 1);
    /// Toward higher rows and columns.
    pub const NORTH_EAST: Self = Self::one_way(1, 1);
    /// Toward higher columns.
    pub const EAST: Self = Self::one_way(1, 0);
    /// Toward lower rows and higher columns.
    pub const SOUTH_EAST: Self = Self::one_way(1, -1);
    /// Toward lower rows.
    pub const SOUTH: Self = Self::one_way(0, -1);
    /// Toward lower rows and columns.
    pub const SOUTH_WEST: Self = Self::one_way(-1, -1);
    /// Toward lower columns.
    pub const WEST: Self = Self::one_way(-1, 0);
    /// Toward higher rows and lower columns.
    pub const NORTH_WEST: Self = Self::one_way(-1, 1);

    const fn one_way(dx: i32, dy: i32) -> Self {
        assert!(matches!(G::LATTICE, Lattice::Square), "these slides need a board of squares");
        Self::from_steps(&Steps::from_offsets(&[(dx, dy)]))
    }
}

/// Slides on hexagons, and slides of your own.
impl<G: Geometry> Slides<G> {
    /// Along the three lines through a hexagon.
    pub const HEXAGON: Self = Self::from_steps(&Steps::HEXAGON);

    /// Slides that repeat any of these steps, for example in a constant. A step by (0, 0) is
    /// ignored.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Slides, Steps};
    ///
    /// /// A nightrider repeats the knight's leap.
    /// const NIGHTRIDER: Slides<Chess> = Slides::from_steps(&Steps::KNIGHT);
    /// let a1 = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// assert!(a1.attacks(Bitboard::EMPTY, &NIGHTRIDER).contains(Cell::D7));
    /// ```
    ///
    /// # Panics
    /// If there are more than eight steps.
    #[must_use]
    pub const fn from_steps(steps: &Steps<G>) -> Self {
        let mut directions = [(0, 0); MAX_DIRECTIONS];
        let (mut i, mut len) = (0, 0);
        while i < MAX_OFFSETS {
            if let Some((dx, dy)) = steps.offset(i)
                && (dx != 0 || dy != 0)
            {
                assert!(len < MAX_DIRECTIONS, "there are at most eight directions");
                directions[len] = (dx as i8, dy as i8);
                len += 1;
            }
            i += 1;
        }
        Self { directions, geometry: PhantomData }
    }

    /// The offsets (columns, rows) of the directions.
    pub fn directions(&self) -> impl Iterator<Item = (i32, i32)> + Clone {
        let directions = self.directions.into_iter().take_while(|&offset| offset != (0, 0));
        directions.map(|(dx, dy)| (dx.into(), dy.into()))
    }

    /// The reversed slides. The constants that go more than one way are their own reverse.
    #[inline(always)]
    #[must_use]
    pub const fn reverse(&self) -> Self {
        let mut directions = [(0, 0); MAX_DIRECTIONS];
        let mut len = 0;
        while len < MAX_DIRECTIONS && (self.directions[len].0 != 0 || self.directions[len].1 != 0) {
            len += 1;
        }
        // In the order of `Steps::offsets`, which negation turns around.
        let mut i = 0;
        while i < len {
            directions[len - 1 - i] = reverse_offset::<G>(self.directions[i]);
            i += 1;
        }
        Self { directions, geometry: PhantomData }
    }

    /// The attacks in all directions. The result may have bits off the board.
    #[inline(always)]
    fn attacks<B: Bits>(&self, from: B, free: B) -> B {
        let [a, b, c, d, e, f, g, h] = self.directions;
        let mut all = attacks_along::<G, B>(from, free, a) | attacks_along::<G, B>(from, free, b);
        all |= attacks_along::<G, B>(from, free, c) | attacks_along::<G, B>(from, free, d);
        all |= attacks_along::<G, B>(from, free, e) | attacks_along::<G, B>(from, free, f);
        all | (attacks_along::<G, B>(from, free, g) | attacks_along::<G, B>(from, free, h))
    }

    /// The occluded fill in all directions.
    #[inline(always)]
    fn fill<B: Bits>(&self, from: B, free: B) -> B {
        let [a, b, c, d, e, f, g, h] = self.directions;
        let mut all = fill::<G, B>(from, free, a) | fill::<G, B>(from, free, b);
        all |= fill::<G, B>(from, free, c) | fill::<G, B>(from, free, d);
        all |= fill::<G, B>(from, free, e) | fill::<G, B>(from, free, f);
        all | (fill::<G, B>(from, free, g) | fill::<G, B>(from, free, h))
    }
}

impl<B: Bits, G: Geometry> Bitboard<B, G> {
    /// The cells that sliding pieces on this set attack: in each direction the cells up to the
    /// first `occupied` one, and that one. The cell of a piece is in the result only if another
    /// piece of the set attacks it.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Slides};
    ///
    /// let rook = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// let occupied = Bitboard::from_names("a1 a3 d1")?;
    /// assert_eq!(rook.attacks(occupied, &Slides::ROOK), Bitboard::from_names("a2 a3 b1 c1 d1")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn attacks(self, occupied: Self, slides: &Slides<G>) -> Self {
        Self::from_bits_truncate(slides.attacks(self.bits(), (!occupied).bits()))
    }
}

impl<W: Word, G: Geometry> Bitboard<W, G> {
    /// The cells strictly between two cells on a line of `slides`, where a piece blocks the one
    /// from the other. Empty if they are the same, next to each other, or not on such a line.
    ///
    /// Add `b` for the cells where a check of a slider on `b` can be met, by a block or a capture.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Slides};
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let between = |a, b| Board::between(a, b, &Slides::QUEEN);
    /// assert_eq!(between(Cell::B2, Cell::E5), Board::from_names("c3 d4")?);
    /// assert_eq!(between(Cell::B2, Cell::C2), Board::EMPTY);
    /// assert_eq!(between(Cell::B2, Cell::C4), Board::EMPTY);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[must_use]
    pub fn between(a: Cell<G>, b: Cell<G>, slides: &Slides<G>) -> Self {
        let (from, to) = (Self::from_cell(a), Self::from_cell(b));
        let ray = |direction| {
            Self::from_bits_truncate(attacks_along::<G, W>(from.bits(), (!to).bits(), direction))
        };
        let mut rays = slides.directions.into_iter().map(ray);
        rays.find(|ray| ray.contains(b)).map_or(Self::EMPTY, |ray| ray - to)
    }
}

impl<G: Geometry> Dilate<G> for Slides<G> {
    /// The occluded fill: `cells`, which need not lie in `within`, and every cell that a slide from
    /// them through cells of `within` leads to.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Dilate, Slides};
    ///
    /// let rook = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// let free = !Bitboard::from_names("a1 a3 d1")?;
    /// let fill = |slides: Slides<Chess>| slides.dilate_within(rook, free);
    /// assert_eq!(fill(Slides::ROOK), Bitboard::from_names("a1 a2 b1 c1")?);
    /// assert_eq!(fill(Slides::NORTH), Bitboard::from_names("a1 a2")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        Bitboard::from_valid_bits(self.fill(cells.bits(), within.bits()))
    }

    #[inline(always)]
    fn reverse(&self) -> Self {
        self.reverse()
    }

    #[inline(always)]
    fn specialize<K: Kernel<G>>(&self, kernel: K) -> K::Output {
        if matches!(G::LATTICE, Lattice::Square) {
            run_with_constant!(
                kernel,
                self,
                [
                    Self::from_steps(&Steps::from_offsets(ORTHOGONAL)),
                    Self::from_steps(&Steps::from_offsets(DIAGONAL)),
                    Self::from_steps(&Steps::from_offsets(KING))
                ]
            )
        } else {
            run_with_constant!(kernel, self, [Self::from_steps(&Steps::hexagon())])
        }
    }
}

impl<G: Geometry> fmt::Debug for Slides<G> {
    /// The directions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Slides")?;
        f.debug_list().entries(self.directions()).finish()
    }
}

/// The attacks of `from` in one direction: its fill, moved by one more step.
#[inline(always)]
fn attacks_along<G: Geometry, B: Bits>(from: B, free: B, (dx, dy): (i8, i8)) -> B {
    if (dx, dy) == (0, 0) {
        return from.broadcast(B::Word::ZERO);
    }
    shift::<G, B>(fill::<G, B>(from, free, (dx, dy)), dx.into(), dy.into())
}

/// The occluded fill of `from` in one direction.
#[inline(always)]
fn fill<G: Geometry, B: Bits>(from: B, free: B, (dx, dy): (i8, i8)) -> B {
    let (along, across) = Layout::<G>::along_across(dx.into(), dy.into());
    if (dx, dy) == (0, 0) {
        from
    } else if staggered::<G>(across) {
        step_by_step::<G, B>(from, free, (dx, dy))
    } else {
        let free = without_wrapping::<G, B>(free, -along);
        if (along, across) == (1, 0) {
            carry::<B>(from, free)
        } else {
            kogge_stone::<G, B>(from, free, along, across)
        }
    }
}

/// The occluded fill towards the next bit, by one addition: a bit added to a run of ones clears it
/// from there on, and its carry ends behind the run. Further bits in the same run stay set.
#[inline(always)]
fn carry<B: Bits>(from: B, free: B) -> B {
    let first = free & from << 1;
    from | first | free & !free.wrapping_add(first)
}

/// The occluded fill by doubling. `free` are the cells that one step can enter without running over
/// the end of a line.
#[inline(always)]
fn kogge_stone<G: Geometry, B: Bits>(from: B, mut free: B, along: i32, across: i32) -> B {
    let (mut filled, mut reach) = (from, 1);
    while reach < Layout::<G>::LONGEST as i32 {
        filled |= free & shift_unmasked::<G, B>(filled, reach * along, reach * across);
        free &= shift_unmasked::<G, B>(free, reach * along, reach * across);
        reach *= 2;
    }
    filled
}

/// The occluded fill by single steps, for directions across staggered rows, where doubling saves
/// nothing because the shift depends on the row.
#[inline(always)]
fn step_by_step<G: Geometry, B: Bits>(from: B, free: B, (dx, dy): (i8, i8)) -> B {
    let mut filled = from;
    let mut reach = 1;
    while reach < Layout::<G>::LONGEST {
        filled |= free & shift::<G, B>(filled, dx.into(), dy.into());
        reach += 1;
    }
    filled
}
