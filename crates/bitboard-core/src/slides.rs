//! Slides: moves of any distance along a direction.

use core::fmt;
use core::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::bits::{Bits, Word};
use crate::dilate::{Dilate, Kernel, run_with_constant};
use crate::geometry::{Geometry, Lattice};
use crate::masks::{Layout, REACH};
use crate::shift::{move_bits, shift, sources, staggered};
use crate::steps::Steps;

/// The maximum number of directions.
const MAX_DIRECTIONS: usize = 8;

/// Moves of any distance along up to eight directions, as far as cells are free.
///
/// The fills are Kogge-Stone parallel prefixes: three doublings reach eight cells.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, Chess, Slides};
///
/// type Board = Bitboard<u64, Chess>;
/// let bishop = Board::from_cell(Cell::C1);
/// let blockers = Board::from_cell(Cell::E3);
/// assert_eq!(bishop.attacks(!blockers, &Slides::BISHOP).to_string(), "\
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
    /// The offsets of one step; (0, 0) beyond the last direction.
    directions: [(i8, i8); MAX_DIRECTIONS],
    geometry: PhantomData<G>,
}

type Offsets = &'static [(i8, i8)];

const ROOK: Offsets = &[(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: Offsets = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
const QUEEN: Offsets = &[(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

impl<G: Geometry> Slides<G> {
    /// Along rows and columns.
    pub const ROOK: Self = Self::on_squares(ROOK);
    /// Along diagonals.
    pub const BISHOP: Self = Self::on_squares(BISHOP);
    /// Along rows, columns and diagonals.
    pub const QUEEN: Self = Self::on_squares(QUEEN);
    /// Along the three lines through a hexagon.
    pub const HEXAGON: Self = {
        assert!(
            !matches!(G::LATTICE, Lattice::Square),
            "Slides::HEXAGON needs a board of hexagons"
        );
        Self::hexagon()
    };

    const fn hexagon() -> Self {
        Self::along(match G::LATTICE {
            Lattice::AxialHex => &[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
            _ => &[(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
        })
    }

    const fn on_squares(offsets: &[(i8, i8)]) -> Self {
        assert!(matches!(G::LATTICE, Lattice::Square), "these slides need a board of squares");
        Self::along(offsets)
    }

    const fn along(offsets: &[(i8, i8)]) -> Self {
        let mut directions = [(0, 0); MAX_DIRECTIONS];
        let mut i = 0;
        while i < offsets.len() {
            directions[i] = offsets[i];
            i += 1;
        }
        Self { directions, geometry: PhantomData }
    }

    /// Slides that repeat any of these steps. A step by (0, 0) is ignored.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Slides, Steps};
    ///
    /// // A nightrider repeats the knight's leap.
    /// let nightrider = Slides::from_steps(&Steps::KNIGHT);
    /// let a1 = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// assert!(a1.attacks(Bitboard::FULL, &nightrider).contains(Cell::D7));
    /// ```
    ///
    /// # Panics
    /// If there are more than eight steps.
    #[must_use]
    pub fn from_steps(steps: &Steps<G>) -> Self {
        let mut directions = [(0, 0); MAX_DIRECTIONS];
        let offsets = steps.offsets().filter(|&offset| offset != (0, 0));
        assert!(offsets.clone().count() <= MAX_DIRECTIONS, "there are at most eight directions");
        for (direction, offset) in directions.iter_mut().zip(offsets) {
            *direction = offset;
        }
        Self { directions, geometry: PhantomData }
    }

    /// The offsets (columns, rows) of the directions.
    ///
    /// ```
    /// use bitboard_core::{Chess, Slides};
    ///
    /// assert_eq!(Slides::<Chess>::QUEEN.directions().count(), 8);
    /// ```
    pub fn directions(&self) -> impl Iterator<Item = (i8, i8)> + Clone {
        self.directions.into_iter().take_while(|&offset| offset != (0, 0))
    }

    /// The reversed slides. Only those from [`from_steps`](Self::from_steps) can differ from their reverse.
    ///
    /// ```
    /// use bitboard_core::{Chess, Slides, Steps};
    ///
    /// let lance = Slides::<Chess>::from_steps(&Steps::from_offsets(&[(0, 1)]));
    /// assert_eq!(lance.reverse(), Slides::from_steps(&Steps::from_offsets(&[(0, -1)])));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn reverse(&self) -> Self {
        let mut directions = self.directions;
        let mut i = 0;
        while i < MAX_DIRECTIONS && (directions[i].0 != 0 || directions[i].1 != 0) {
            directions[i] = crate::steps::reverse_offset::<G>(directions[i]);
            i += 1;
        }
        Self { directions, geometry: PhantomData }
    }

    /// The bits behind `from` in all directions, each through `free`, and the first that is not free.
    #[inline(always)]
    fn attacks<B: Bits>(&self, from: B, free: B) -> B {
        let [a, b, c, d, e, f, g, h] = self.directions;
        let mut all = ray::<G, B>(from, free, a) | ray::<G, B>(from, free, b);
        all |= ray::<G, B>(from, free, c) | ray::<G, B>(from, free, d);
        all |= ray::<G, B>(from, free, e) | ray::<G, B>(from, free, f);
        all | (ray::<G, B>(from, free, g) | ray::<G, B>(from, free, h))
    }

    /// `from` and the free bits behind it in all directions.
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
    /// The set and every cell that a slide from it through `free` cells leads to. All cells of the
    /// result outside the set are free.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Slides};
    ///
    /// let rook = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// let free = !Bitboard::from_names("a3 d1")?;
    /// assert_eq!(rook.occluded_fill(free, &Slides::ROOK), Bitboard::from_names("a1 a2 b1 c1")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn occluded_fill(self, free: Self, slides: &Slides<G>) -> Self {
        Self::from_valid_bits(slides.fill(self.bits(), free.bits()))
    }

    /// The cells that sliding pieces on this set attack: the free cells in each direction and the
    /// first that is not free. A piece attacks its own cell only if another one does.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Slides};
    ///
    /// let rook = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// let free = !Bitboard::from_names("a1 a3 d1")?;
    /// assert_eq!(rook.attacks(free, &Slides::ROOK), Bitboard::from_names("a2 a3 b1 c1 d1")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn attacks(self, free: Self, slides: &Slides<G>) -> Self {
        Self::from_bits_truncate(slides.attacks(self.bits(), free.bits()))
    }
}

impl<G: Geometry> Dilate<G> for Slides<G> {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        cells.occluded_fill(within, self)
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
                [Self::along(ROOK), Self::along(BISHOP), Self::along(QUEEN)]
            )
        } else {
            run_with_constant!(kernel, self, [Self::hexagon()])
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

#[inline(always)]
fn ray<G: Geometry, B: Bits>(from: B, free: B, (dx, dy): (i8, i8)) -> B {
    if (dx, dy) == (0, 0) {
        return from.broadcast(B::Word::ZERO);
    }
    shift::<G, B>(fill::<G, B>(from, free, (dx, dy)), dx, dy)
}

/// `from` and the free bits behind it in one direction.
#[inline(always)]
fn fill<G: Geometry, B: Bits>(from: B, free: B, (dx, dy): (i8, i8)) -> B {
    let (along, across) = Layout::<G>::along_across(dx.into(), dy.into());
    if (dx, dy) == (0, 0) {
        from
    } else if staggered::<G>(across) || along.unsigned_abs() as usize > REACH {
        step_by_step::<G, B>(from, free, (dx, dy))
    } else {
        kogge_stone::<G, B>(from, sources::<G, B>(free, -along), along, across)
    }
}

/// `free` are the cells that may be entered without running over the end of a line.
#[inline(always)]
fn kogge_stone<G: Geometry, B: Bits>(from: B, mut free: B, along: i32, across: i32) -> B {
    let (mut filled, mut reach) = (from, 1);
    while reach < Layout::<G>::LONGEST as i32 {
        filled |= free & move_bits::<G, B>(filled, reach * along, reach * across);
        free &= move_bits::<G, B>(free, reach * along, reach * across);
        reach *= 2;
    }
    filled
}

/// Doubling saves nothing if the shift depends on the row.
#[inline(always)]
fn step_by_step<G: Geometry, B: Bits>(from: B, free: B, (dx, dy): (i8, i8)) -> B {
    let mut filled = from;
    let mut reach = 1;
    while reach < Layout::<G>::LONGEST {
        filled |= free & shift::<G, B>(filled, dx, dy);
        reach += 1;
    }
    filled
}
