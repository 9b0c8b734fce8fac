//! Steps: the neighbors of cells, as shifts of the whole board.
//!
//! [`Steps`] is the type to read first and [`Steps::neighbor_bits`] its algorithm, which takes a
//! shift and a mask for each offset, or fewer, whatever the number of cells.
//!
//! # One offset
//!
//! [`shift`] moves a set by (dx, dy). With `along` and `across` the offset in terms of the
//! lines of consecutive bits of the board:
//!
//! ```text
//! shift(set, along, across):
//!     set &= WRAP_MASKS[along]            // cells that stay in their line
//!     return set << (along + stride * across)
//! ```
//!
//! Rows of an offset-hexagon board lie half a cell apart, so by an odd number of rows the odd rows
//! move one column further: the set is split into even and odd rows, and each half has its own
//! shift.
//!
//! # A neighborhood
//!
//! Steps into the same line share their sideways shifts. A king's eight neighbors take four shifts
//! (two sideways, then the union of three up and down) where one shift for each takes eight:
//!
//! ```text
//! . . .    sideways    . . .    up, down     X X X
//! . K .    ------->    X K X    ------->     X K X
//! . . .                . . .                 X X X
//! ```
//!
//! Source: the chess programming wiki, "King Pattern".
//!
//! A [`Steps`] is a table of offsets, up to 3 columns and rows each way. Functions that take one
//! are inlined and have no loops over the table, so a constant neighborhood compiles to its shifts
//! and masks.

use core::fmt;
use core::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::flood::{Dilate, Kernel, run_with_constant};
use crate::geometry::{Geometry, Lattice, Layout, REACH};
use crate::word::{Bits, Cells, Word};

/// The furthest offset of a step, in either direction.
const RANGE: i32 = 3;
/// The number of offsets along a line, and of those across.
const SPAN: usize = 2 * RANGE as usize + 1;
/// At least the columns and rows of every board.
const FARTHEST: u32 = 512;
/// The number of indices of [`Steps::offset`].
pub(crate) const MAX_OFFSETS: usize = SPAN * SPAN;

/// A neighborhood on the board `G`: the offsets by which one step moves.
///
/// All neighborhoods are values of this one small type. A step is a shift of the whole board with a
/// mask that keeps cells from running over the edge. Steps into the same row share their sideways
/// shifts, so a king's eight neighbors take four shifts and a knight's eight take eight. The masks
/// are constants of the board; a mask the board does not need, because its guard bits absorb the
/// shift, costs nothing.
///
/// ```
/// use bitboard_core::{Bitboard, Cell, Chess, Steps};
///
/// let d4 = Bitboard::<u64, Chess>::from_cell(Cell::D4);
/// assert_eq!(d4.neighbors(&Steps::KNIGHT).to_string(), "\
/// . . . . . . . .
/// . . . . . . . .
/// . . X . X . . .
/// . X . . . X . .
/// . . . . . . . .
/// . X . . . X . .
/// . . X . X . . .
/// . . . . . . . .");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps<G> {
    /// Bit `RANGE + along` of element `RANGE + across`: offsets along and across the lines of the
    /// board, as seen from even rows.
    sets: [u8; SPAN],
    geometry: PhantomData<G>,
}

/// Offsets as a list. `specialize` compares with these lists because it is compiled for all
/// lattices, and the constants of [`Steps`] do not compile for a lattice that they do not fit.
pub(crate) type Offsets = &'static [(i32, i32)];

pub(crate) const ORTHOGONAL: Offsets = &[(1, 0), (0, 1), (-1, 0), (0, -1)];
pub(crate) const DIAGONAL: Offsets = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];
pub(crate) const KING: Offsets =
    &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const KNIGHT: Offsets = &[(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
const WHITE_PAWN_PUSHES: Offsets = &[(0, 1)];
const WHITE_PAWN_CAPTURES: Offsets = &[(-1, 1), (1, 1)];
const BLACK_PAWN_PUSHES: Offsets = &[(0, -1)];
const BLACK_PAWN_CAPTURES: Offsets = &[(-1, -1), (1, -1)];

/// Neighborhoods of squares. Rows count upward in y: white pawns go toward higher rows.
impl<G: Geometry> Steps<G> {
    /// The four neighbors across an edge: the wazir's move.
    pub const ORTHOGONAL: Self = Self::on_squares(ORTHOGONAL);
    /// The four neighbors across a corner: the ferz's move.
    pub const DIAGONAL: Self = Self::on_squares(DIAGONAL);
    /// The eight neighbors across an edge or a corner.
    pub const KING: Self = Self::on_squares(KING);
    /// The knight's eight leaps.
    pub const KNIGHT: Self = Self::on_squares(KNIGHT);
    /// One square toward higher rows.
    pub const WHITE_PAWN_PUSHES: Self = Self::on_squares(WHITE_PAWN_PUSHES);
    /// One square diagonally toward higher rows.
    pub const WHITE_PAWN_CAPTURES: Self = Self::on_squares(WHITE_PAWN_CAPTURES);
    /// One square toward lower rows.
    pub const BLACK_PAWN_PUSHES: Self = Self::on_squares(BLACK_PAWN_PUSHES);
    /// One square diagonally toward lower rows.
    pub const BLACK_PAWN_CAPTURES: Self = Self::on_squares(BLACK_PAWN_CAPTURES);

    const fn on_squares(offsets: Offsets) -> Self {
        assert!(matches!(G::LATTICE, Lattice::Square), "these steps need a board of squares");
        Self::from_offsets(offsets)
    }
}

/// Neighborhoods of hexagons.
impl<G: Geometry> Steps<G> {
    /// The six neighbors of a hexagon, for both lattices of hexagons.
    pub const HEXAGON: Self = {
        assert!(!matches!(G::LATTICE, Lattice::Square), "Steps::HEXAGON needs a board of hexagons");
        Self::hexagon()
    };

    /// The neighbors in either lattice of hexagons. [`HEXAGON`](Self::HEXAGON) does not compile for
    /// squares, so `specialize` compares with this.
    pub(crate) const fn hexagon() -> Self {
        Self::from_offsets(match G::LATTICE {
            Lattice::AxialHex => &[(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)],
            _ => &[(1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)],
        })
    }
}

impl<G: Geometry> Steps<G> {
    /// A neighborhood of your own: offsets (columns, rows), in any order.
    ///
    /// On boards of hexagons in rows, offsets are those seen from an even row: by an odd number of
    /// rows, cells of odd rows go one column further to the right.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    ///
    /// /// Leaps of three squares along rows and columns.
    /// const THREELEAPER: Steps<Chess> = Steps::from_offsets(&[(3, 0), (0, 3), (-3, 0), (0, -3)]);
    /// let b2 = Bitboard::<u64, Chess>::from_cell(Cell::B2);
    /// assert!(b2.neighbors(&THREELEAPER).iter().eq([Cell::E2, Cell::B5]));
    /// ```
    ///
    /// Offsets of as many columns or rows as the board has, or more, are dropped.
    ///
    /// # Panics
    /// If another offset exceeds 3 columns or rows, or if it goes 3 columns to the right and an odd
    /// number of rows on a board of hexagons in rows, where odd rows would go 4 columns.
    #[must_use]
    pub const fn from_offsets(offsets: &[(i32, i32)]) -> Self {
        let mut sets = [0; SPAN];
        let mut i = 0;
        while i < offsets.len() {
            let (dx, dy) = offsets[i];
            i += 1;
            // Odd rows of hexagons can go one column further to the right.
            let columns = if staggered::<G>(dy) { G::WIDTH + 1 } else { G::WIDTH };
            if dx.unsigned_abs() as usize >= columns || dy.unsigned_abs() as usize >= G::HEIGHT {
                continue;
            }
            let (along, across) = Layout::<G>::along_across(dx, dy);
            let largest = if staggered::<G>(across) { RANGE - 1 } else { RANGE };
            assert!(
                -RANGE <= along && along <= largest && -RANGE <= across && across <= RANGE,
                "a step exceeds 3 columns or rows"
            );
            sets[(across + RANGE) as usize] |= 1 << (along + RANGE);
        }
        Self { sets, geometry: PhantomData }
    }

    /// The reversed neighborhood: it steps from b to a if and only if this one steps from a to b.
    /// Of the constants, only those of pawns differ from their reverse.
    ///
    /// ```
    /// use bitboard_core::{Chess, Steps};
    ///
    /// assert_eq!(Steps::<Chess>::KNIGHT.reverse(), Steps::KNIGHT);
    /// let up = Steps::<Chess>::from_offsets(&[(0, 1)]);
    /// assert_eq!(up.reverse(), Steps::from_offsets(&[(0, -1)]));
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn reverse(&self) -> Self {
        let mut sets = [0; SPAN];
        let mut i = 0;
        while i < SPAN {
            // Bit reversal of a set of seven bits negates the offsets in it.
            let set = self.sets[SPAN - 1 - i].reverse_bits() >> 1;
            sets[i] = if staggered::<G>(i as i32 - RANGE) { set >> 1 } else { set };
            i += 1;
        }
        Self { sets, geometry: PhantomData }
    }

    /// The offsets (columns, rows), sorted by lines; see [`from_offsets`](Self::from_offsets).
    ///
    /// ```
    /// use bitboard_core::{Chess, Steps};
    ///
    /// let offsets: Vec<_> = Steps::<Chess>::ORTHOGONAL.offsets().collect();
    /// assert_eq!(offsets, [(0, -1), (-1, 0), (1, 0), (0, 1)]);
    /// ```
    pub fn offsets(&self) -> impl Iterator<Item = (i32, i32)> + Clone {
        let steps = *self;
        (0..MAX_OFFSETS).filter_map(move |i| steps.offset(i))
    }

    /// Returns whether (`dx`, `dy`) is one of the [offsets](Self::offsets).
    #[must_use]
    pub const fn contains(&self, dx: i32, dy: i32) -> bool {
        let (along, across) = Layout::<G>::along_across(dx, dy);
        let in_range = -RANGE <= along && along <= RANGE && -RANGE <= across && across <= RANGE;
        in_range && self.set::<false>(across) >> (along + RANGE) & 1 == 1
    }

    /// The offset at index `i` of [`MAX_OFFSETS`], or `None` if it is not in the neighborhood.
    /// Offsets are sorted by lines, so reversing a neighborhood reverses their order.
    pub(crate) const fn offset(&self, i: usize) -> Option<(i32, i32)> {
        let (along, across) = (i % SPAN, i / SPAN);
        let (dx, dy) = Layout::<G>::along_across(along as i32, across as i32);
        let found = self.sets[across] >> along & 1 == 1;
        if found { Some((dx - RANGE, dy - RANGE)) } else { None }
    }

    /// The neighbors of raw bits that lie on the board. The result may have bits off the board, so
    /// this is for kernels that intersect it with a set anyway; see [`Bitboard::neighbors`].
    ///
    /// ```
    /// use bitboard_core::{Chess, Steps};
    ///
    /// assert_eq!(Steps::<Chess>::KING.neighbor_bits(1_u64) & u64::MAX, 0x302);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn neighbor_bits<B: Bits>(&self, bits: B) -> B {
        self.targets::<B, false>(bits)
    }

    /// The neighbors of raw bits, and with `OWN` the bits themselves.
    #[inline(always)]
    fn targets<B: Bits, const OWN: bool>(&self, bits: B) -> B {
        let mut all = bits.broadcast(B::Word::ZERO);
        if const { Layout::<G>::RECTANGLE > <B::Word as Word>::BITS } {
            // The cells of a row need not all fit the word, so steps cannot share their shifts.
            if OWN {
                all = bits;
            }
            for (dx, dy) in self.offsets() {
                all |= shift::<G, B>(bits, dx, dy);
            }
            return all;
        }
        // Without loops, so that constant steps compile to their shifts.
        let moved = Sideways::<B>::new::<G, OWN>(self, bits);
        let above = self.row::<B, OWN>(&moved, 1);
        // If the steps within the line and those into the next one have the same offsets along,
        // as a king's with its own cell, both rows are equal. The optimizer may miss that.
        let same = self.set::<OWN>(0) == self.set::<OWN>(1) && !staggered::<G>(1);
        all |= if same { above } else { self.row::<B, OWN>(&moved, 0) };
        (self.rows::<B, OWN>(&moved, 1)
            | self.rows::<B, OWN>(&moved, 2)
            | self.rows::<B, OWN>(&moved, 3))
            | all
    }

    /// `bits` and their neighbors. Bits off the board may be set as well.
    #[inline(always)]
    pub(crate) fn spread<B: Bits>(&self, bits: B) -> B {
        self.targets::<B, true>(bits)
    }

    /// The targets of the steps that move `across` lines, up and down.
    #[inline(always)]
    fn rows<B: Bits, const OWN: bool>(&self, moved: &Sideways<B>, across: i32) -> B {
        let up = self.row::<B, OWN>(moved, across);
        let same = self.set::<OWN>(across) == self.set::<OWN>(-across);
        let down = if same { up } else { self.row::<B, OWN>(moved, -across) };
        shift_unmasked::<G, B>(up, 0, across) | shift_unmasked::<G, B>(down, 0, -across)
    }

    /// The targets of the steps that move `across` lines, before they are moved across.
    #[inline(always)]
    fn row<B: Bits, const OWN: bool>(&self, moved: &Sideways<B>, across: i32) -> B {
        let even = self.set::<OWN>(across);
        let odd = if staggered::<G>(across) { even << 1 } else { even };
        let mut all = moved.by::<G>(-1, even, odd) | moved.by::<G>(1, even, odd);
        all |= moved.by::<G>(-2, even, odd) | moved.by::<G>(2, even, odd);
        all |= moved.by::<G>(-3, even, odd) | moved.by::<G>(3, even, odd);
        all | moved.by::<G>(0, even, odd)
    }

    /// The offsets along a line for an offset across.
    #[inline(always)]
    const fn set<const OWN: bool>(&self, across: i32) -> u8 {
        let own = if OWN && across == 0 { 1 << RANGE } else { 0 };
        self.sets[(across + RANGE) as usize] | own
    }
}

/// A board moved along its lines by each offset that some step needs.
struct Sideways<B>([B; SPAN]);

impl<B: Bits> Sideways<B> {
    #[inline(always)]
    fn new<G: Geometry, const OWN: bool>(steps: &Steps<G>, bits: B) -> Self {
        let [a, b, c, d, e, f, g] = steps.sets;
        let own = if OWN { 1 << RANGE } else { 0 };
        let even = a | b | c | d | e | f | g | own;
        let used = if staggered::<G>(1) { even | even << 1 } else { even };
        let zero = bits.broadcast(B::Word::ZERO);
        let mut moved = [zero; SPAN];
        let mut i = 0;
        while i < SPAN {
            if used >> i & 1 == 1 {
                let along = i as i32 - RANGE;
                moved[i] = shift_unmasked::<G, B>(without_wrapping::<G, B>(bits, along), along, 0);
            }
            i += 1;
        }
        Self(moved)
    }

    /// The cells moved by `along`: of even rows if `even` has that offset, of odd rows if `odd`
    /// has.
    #[inline(always)]
    fn by<G: Geometry>(&self, along: i32, even: u8, odd: u8) -> B {
        let index = (along + RANGE) as usize;
        let moved = self.0[index];
        match (even >> index & 1 == 1, odd >> index & 1 == 1) {
            (true, true) => moved,
            (true, false) => in_rows::<G, B>(moved, 0),
            (false, true) => in_rows::<G, B>(moved, 1),
            (false, false) => moved.broadcast(B::Word::ZERO),
        }
    }
}

/// The offset that leads back; on staggered rows, both are those seen from even rows.
pub(crate) const fn reverse_offset<G: Geometry>((dx, dy): (i8, i8)) -> (i8, i8) {
    if matches!(G::LATTICE, Lattice::OffsetHex) && dy % 2 != 0 {
        (-dx - 1, -dy)
    } else {
        (-dx, -dy)
    }
}

impl<G: Geometry> fmt::Debug for Steps<G> {
    /// The offsets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Steps")?;
        f.debug_list().entries(self.offsets()).finish()
    }
}

impl<B: Bits, G: Geometry> Bitboard<B, G> {
    /// The set moved `dx` columns and `dy` rows. Cells that would leave the board are dropped.
    ///
    /// On boards of hexagons in rows, the offset is the one seen from an even row: by an odd `dy`
    /// the cells of odd rows move one column further to the right.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor};
    ///
    /// let board: Bitboard<u64, RowMajor<4, 3>> = "
    ///     X . . X
    ///     . X . .
    ///     . . . X".parse()?;
    /// assert_eq!(board.shift(1, -1).to_string(), "\
    /// . . X .
    /// . . . .
    /// . . . .");
    /// # Ok::<(), bitboard_core::PictureError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn shift(self, dx: i32, dy: i32) -> Self {
        Self::from_bits_truncate(shift::<G, _>(self.bits(), dx, dy))
    }

    /// The last cells of all runs of `len` cells of the set, each one step of (`dx`, `dy`) from the
    /// one before. A `len` of 0 counts as 1. Takes about log₂ `len` shifts.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess};
    ///
    /// let stones: Bitboard<u64, Chess> = Bitboard::from_names("a1 b1 c1 d1 f1 g1 h1 c2 d3")?;
    /// assert_eq!(stones.run_ends(3, (1, 0)), Bitboard::from_names("c1 d1 h1")?);
    /// assert_eq!(stones.run_ends(3, (1, 1)), Bitboard::from(Cell::D3));
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn run_ends(self, len: usize, (dx, dy): (i32, i32)) -> Self {
        // No run of other cells is longer than the board.
        let len = len.min(Layout::<G>::LONGEST + 1) as i32;
        let (mut ends, mut found) = (self, 1);
        while found < len {
            // Two steps by odd rows of hexagons are not twice the offset.
            let by = if staggered::<G>(dy) { 1 } else { found.min(len - found) };
            let before = ends.shift(by.saturating_mul(dx), by.saturating_mul(dy));
            ends = before & if staggered::<G>(dy) { self } else { ends };
            found += by;
        }
        ends
    }

    /// The cells that one step from the set leads to. Cells of the set are included only if they
    /// neighbor another cell of the set.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    ///
    /// let knight = Bitboard::<u64, Chess>::from_cell(Cell::A1);
    /// assert_eq!(knight.neighbors(&Steps::KNIGHT), Bitboard::from_names("b3 c2")?);
    /// # Ok::<(), bitboard_core::NamesError>(())
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn neighbors(self, steps: &Steps<G>) -> Self {
        Self::from_bits_truncate(steps.neighbor_bits(self.bits()))
    }
}

impl<G: Geometry> Dilate<G> for Steps<G> {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        Bitboard::from_valid_bits(self.spread(cells.bits()) & within.bits())
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
                    Self::from_offsets(KING),
                    Self::from_offsets(ORTHOGONAL),
                    Self::from_offsets(DIAGONAL),
                    Self::from_offsets(KNIGHT),
                    Self::from_offsets(WHITE_PAWN_PUSHES),
                    Self::from_offsets(WHITE_PAWN_CAPTURES),
                    Self::from_offsets(BLACK_PAWN_PUSHES),
                    Self::from_offsets(BLACK_PAWN_CAPTURES)
                ]
            )
        } else {
            run_with_constant!(kernel, self, [Self::hexagon()])
        }
    }
}

/// Moves raw bits by `dx` columns and `dy` rows, where `bits` has no bits off the board `G`.
///
/// The result may have some: cells that would leave the board are dropped or end off it. This is
/// for kernels that intersect the result with a set anyway; see
/// [`Bitboard::shift`](crate::Bitboard::shift). On [`Lattice::OffsetHex`], the offset is the one
/// seen from even rows.
///
/// ```
/// use bitboard_core::steps::shift;
/// use bitboard_core::Chess;
///
/// // h1 leaves the board, a1 moves to c2.
/// assert_eq!(shift::<Chess, u64>(0x81, 2, 1), 0x400);
/// ```
#[inline(always)]
#[must_use]
pub fn shift<G: Geometry, B: Bits>(bits: B, dx: i32, dy: i32) -> B {
    // Using the constant checks that the board fits.
    let _ = <<B::Word as Word>::Board<G>>::ALL;
    // Farther offsets, which lead off every board, could overflow below.
    if dx.unsigned_abs() > FARTHEST || dy.unsigned_abs() > FARTHEST {
        return bits.broadcast(B::Word::ZERO);
    }
    let (along, across) = Layout::<G>::along_across(dx, dy);
    if staggered::<G>(across) {
        // Odd rows go one column further.
        let even = shift_rows::<G, B>(in_rows::<G, B>(bits, 0), along, across);
        even | shift_rows::<G, B>(in_rows::<G, B>(bits, 1), along + 1, across)
    } else {
        shift_rows::<G, B>(bits, along, across)
    }
}

/// Returns whether a move across this many rows depends on the row.
#[inline(always)]
pub(crate) const fn staggered<G: Geometry>(across: i32) -> bool {
    matches!(G::LATTICE, Lattice::OffsetHex) && across % 2 != 0
}

/// [`shift`] where the offset is the same in all rows.
#[inline(always)]
fn shift_rows<G: Geometry, B: Bits>(bits: B, along: i32, across: i32) -> B {
    if along.unsigned_abs() as usize <= REACH {
        let staying = without_wrapping::<G, B>(bits, along);
        return shift_unmasked::<G, B>(staying, along, across);
    }
    // The targets that have a source are the cells that remain of a full board if it is shifted in
    // parts that have masks. The parts shift along the lower of the two lines, because the word may
    // end inside the higher one.
    let (before, after) = if across < 0 { (across, 0) } else { (0, across) };
    let mut targets = shift_unmasked::<G, B::Word>(B::Word::from_wide(G::MASK), 0, before);
    let mut rest = along;
    while rest != 0 {
        let part = rest.clamp(-(REACH as i32), REACH as i32);
        targets =
            shift_unmasked::<G, B::Word>(without_wrapping::<G, B::Word>(targets, part), part, 0);
        rest -= part;
    }
    targets = shift_unmasked::<G, B::Word>(targets, 0, after);
    shift_unmasked::<G, B>(bits, along, across) & bits.broadcast(targets)
}

/// `bits` without those that a shift by `along`, at most [`REACH`] either way, carries out of their
/// line.
#[inline(always)]
pub(crate) fn without_wrapping<G: Geometry, B: Bits>(bits: B, along: i32) -> B {
    let mask = Layout::<G>::WRAP_MASKS[(along + REACH as i32) as usize];
    bits & bits.broadcast(B::Word::from_wide(mask))
}

/// `bits` in the rows of this parity: 0 for even rows, 1 for odd ones.
#[inline(always)]
fn in_rows<G: Geometry, B: Bits>(bits: B, parity: usize) -> B {
    bits & bits.broadcast(B::Word::from_wide(Layout::<G>::ROWS[parity]))
}

/// Shifts without a mask. Bits shifted out of the word are dropped.
#[inline(always)]
pub(crate) fn shift_unmasked<G: Geometry, B: Bits>(bits: B, along: i32, across: i32) -> B {
    let distance = along + across * Layout::<G>::STRIDE as i32;
    let far = along.unsigned_abs() as usize >= Layout::<G>::LINE_LEN
        || across.unsigned_abs() as usize >= Layout::<G>::LINE_COUNT
        || distance.unsigned_abs() >= B::Word::BITS;
    if far {
        bits.broadcast(B::Word::ZERO)
    } else if distance >= 0 {
        bits << distance as u32
    } else {
        bits >> distance.unsigned_abs()
    }
}
