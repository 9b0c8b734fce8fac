//! Cells of large components, by a fixed number of bit operations.
//!
//! Up to 4 cells, the size of a component can be read from the neighbors of its cells, for all
//! cells of a board at once and without splitting the board into components:
//!
//! ```text
//! at least 2 cells   a cell has a neighbor
//! at least 3 cells   a cell has two neighbors, or is beside a cell that has
//! at least 4 cells   a cell has three neighbors, or has two of which one has two as well,
//!                    or is beside such a cell
//!
//!   X            X X         X X        . X
//! X X X        X X           X X        X X       <- 8-connected, the cells of a corner have two
//! three        two and two   (both)     corner       neighbors each, as in a component of four
//! ```
//!
//! No component of fewer cells has such a cell, except that with 8-connectivity three cells around
//! a corner have two neighbors each. These are found by their 2×2 block and taken out.
//!
//! # "At least two" and "at least three" of four sets
//!
//! With the neighbors to the north, south, west and east as four shifted boards, the cells that are
//! in at least two or three of them are
//!
//! ```text
//! either = (n | s) & (w | e)      one of each pair
//! both   = n & s | w & e          both of one pair
//! two    = either | both
//! three  = either & both
//! ```
//!
//! Eight neighbors are added row by row with full adders.
//!
//! # Windows
//!
//! Whether a cell is in a component of at least four cells depends only on cells up to three steps
//! away. A board in a 128-bit word is therefore split into two windows of 64 bits that overlap by
//! six rows:
//!
//! ```text
//! rows 0 to 9     top window,    answer taken for rows 0 to 6
//! rows 2 to 11    bottom window, answer taken for rows 7 to 11
//! ```
//!
//! No shift then moves bits from one half of a word to the other, which takes three quarters of
//! the time, and each half of a vector of boards is a vector of 64-bit lanes. Boards for which the
//! windows would not overlap enough are processed whole.

use core::ops::{BitAnd, BitOr};

#[cfg(feature = "simd")]
use bitboard_core::simd::Halves;
use bitboard_core::steps::shift;
use bitboard_core::{Bitboard, Bits, Connectivity, Geometry, Lattice, RowMajor, Steps, Wide};

use super::Board;
use super::automaton::{self, Automaton};

/// Evaluates an expression in which a type stands for a connectivity. Queries do this first, so
/// that all below them is compiled once for each connectivity.
macro_rules! with_adjacency {
    ($connectivity:expr, $A:ident => $body:expr) => {
        match $connectivity {
            bitboard_core::Connectivity::Four => {
                type $A = $crate::board::masks::Four;
                $body
            }
            bitboard_core::Connectivity::Eight => {
                type $A = $crate::board::masks::Eight;
                $body
            }
        }
    };
}
pub(crate) use with_adjacency;

/// A connectivity as a type, with the formulas that depend on it.
pub(crate) trait Adjacency: Copy + 'static {
    /// The connectivity.
    const CONNECTIVITY: Connectivity;

    /// The steps to adjacent cells.
    fn steps<G: Geometry>() -> Steps<G>;

    /// The table for up to six columns.
    fn automaton() -> &'static Automaton;

    /// The cells that are adjacent to a cell of a set. The result may have bits off the board.
    #[inline(always)]
    fn neighbors<G: Geometry, B: Bits>(bits: B) -> B {
        Self::steps::<G>().neighbor_bits(bits)
    }

    /// The cells of a set with at least two neighbors in it, and those with at least three.
    fn two_and_three_neighbors<G: Geometry, B: Bits>(bits: B) -> [B; 2];

    /// Some cells of each component of at least four cells, and of no others.
    fn seeds<G: Geometry, B: Bits>(bits: B) -> B;

    /// One step of [shrinking](super::flood::count_by_shrinking).
    fn shrink<G: Geometry, B: Bits>(bits: B) -> B;
}

/// 4-connectivity: cells with a common edge are adjacent.
#[derive(Clone, Copy)]
pub(crate) struct Four;

impl Adjacency for Four {
    const CONNECTIVITY: Connectivity = Connectivity::Four;

    #[inline(always)]
    fn steps<G: Geometry>() -> Steps<G> {
        Steps::ORTHOGONAL
    }

    #[inline(always)]
    fn automaton() -> &'static Automaton {
        &automaton::FOUR
    }

    #[inline(always)]
    fn two_and_three_neighbors<G: Geometry, B: Bits>(bits: B) -> [B; 2] {
        let (west, east) = (shift::<G, B>(bits, -1, 0), shift::<G, B>(bits, 1, 0));
        let (north, south) = across_rows::<G, B>(bits);
        let [two, three] = two_and_three([north, south, west, east]);
        [bits & two, bits & three]
    }

    #[inline(always)]
    fn seeds<G: Geometry, B: Bits>(bits: B) -> B {
        let [two, three] = Self::two_and_three_neighbors::<G, B>(bits);
        three | two & Self::neighbors::<G, B>(two)
    }

    // A cell stays if its east or south neighbor is set, and appears where both are set and joined
    // by the cell between them.
    #[inline(always)]
    fn shrink<G: Geometry, B: Bits>(bits: B) -> B {
        let [east, south, corner] = east_and_south::<G, B>(bits);
        bits & (east | south) | east & south & corner
    }
}

/// 8-connectivity: cells with a common edge or corner are adjacent.
#[derive(Clone, Copy)]
pub(crate) struct Eight;

impl Adjacency for Eight {
    const CONNECTIVITY: Connectivity = Connectivity::Eight;

    #[inline(always)]
    fn steps<G: Geometry>() -> Steps<G> {
        Steps::KING
    }

    #[inline(always)]
    fn automaton() -> &'static Automaton {
        &automaton::EIGHT
    }

    #[inline(always)]
    fn two_and_three_neighbors<G: Geometry, B: Bits>(bits: B) -> [B; 2] {
        let (west, east) = (shift::<G, B>(bits, -1, 0), shift::<G, B>(bits, 1, 0));
        // Adds each row of three, then the rows above and below and the two cells of the row
        // itself.
        let (one, more) = add(west, bits, east);
        let (north, south) = across_rows::<G, B>(one);
        let (sum, c1) = add(south, north, west ^ east);
        // Twos: the carries of the rows above and below, of the row itself, and of their sum.
        let (c2, c3) = across_rows::<G, B>(more);
        let c4 = west & east;
        let any = c1 | c2 | c3 | c4;
        let several = (c1 | c2) & (c3 | c4) | c1 & c2 | c3 & c4;
        [bits & any, bits & (any & sum | several)]
    }

    #[inline(always)]
    fn seeds<G: Geometry, B: Bits>(bits: B) -> B {
        let [two, three] = Self::two_and_three_neighbors::<G, B>(bits);
        let seeds = three | two & Self::neighbors::<G, B>(two);
        seeds & !corners::<G, B>(two & !three)
    }

    // A cell stays if one of the three cells to the east and south is set, and appears between two
    // that touch by a corner.
    #[inline(always)]
    fn shrink<G: Geometry, B: Bits>(bits: B) -> B {
        let [east, south, corner] = east_and_south::<G, B>(bits);
        bits & (east | south | corner) | east & south
    }
}

/// The cells in components of at least 2 cells.
#[inline(always)]
pub(crate) fn at_least_2<A: Adjacency, const W: usize, const H: usize>(
    board: Board<W, H>,
) -> Board<W, H> {
    board.intersect_bits(A::neighbors::<RowMajor<W, H>, _>(board.bits()))
}

/// The cells in components of at least 3 cells.
#[inline(always)]
pub(crate) fn at_least_3<A: Adjacency, const W: usize, const H: usize>(
    board: Board<W, H>,
) -> Board<W, H> {
    let [two, _] = A::two_and_three_neighbors::<RowMajor<W, H>, _>(board.bits());
    board.intersect_bits(two | A::neighbors::<RowMajor<W, H>, _>(two))
}

/// The cells in components of at least 4 cells, or, if `SEEDS`, some cells of each such component
/// and no others, on one board or in each lane of a vector. Seeds save the last of three neighbor
/// steps.
#[inline(always)]
pub(crate) fn at_least_4<
    A: Adjacency,
    const W: usize,
    const H: usize,
    const SEEDS: bool,
    B: Split,
>(
    boards: Bitboard<B, RowMajor<W, H>>,
) -> Bitboard<B, RowMajor<W, H>> {
    Bitboard::from_bits_truncate(in_windows::<A, W, H, SEEDS, B>(boards.bits()))
}

/// [`at_least_4`] on bits: in two windows if the board does not fit 64 bits and the windows overlap
/// by at least six rows.
#[inline(always)]
fn in_windows<A: Adjacency, const W: usize, const H: usize, const SEEDS: bool, B: Split>(
    boards: B,
) -> B {
    let rows = const { 64 / W };
    if W * H > 64 && 2 * rows < H + 6 {
        return whole::<A, RowMajor<W, H>, SEEDS, B>(boards);
    }
    let [low, high] = boards.split();
    let top = whole::<A, Window<W>, SEEDS, B::Half>(low);
    if W * H <= 64 {
        return B::join([top, high]);
    }
    let below = (W * (H - rows)) as u32;
    let window = low >> below | high << (64 - below);
    let bottom = whole::<A, Window<W>, SEEDS, B::Half>(window);
    // Rows above the third from the end of the first window, and the rest.
    let split = (W * (rows - 3)) as u32;
    let top = top & top.broadcast((1 << split) - 1);
    let bottom = bottom & bottom.broadcast(u64::MAX << (split - below));
    B::join([top | bottom << below, bottom >> (64 - below)])
}

/// [`at_least_4`] on all bits of a word at once.
#[inline(always)]
fn whole<A: Adjacency, G: Geometry, const SEEDS: bool, B: Bits>(bits: B) -> B {
    let seeds = A::seeds::<G, B>(bits);
    if SEEDS { seeds } else { bits & (seeds | A::neighbors::<G, B>(seeds)) }
}

/// A board of the rows of `W` cells that fit 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
struct Window<const W: usize>;

impl<const W: usize> Geometry for Window<W> {
    const LATTICE: Lattice = Lattice::Square;
    const WIDTH: usize = W;
    const HEIGHT: usize = 64 / W;
    const X_STRIDE: u32 = 1;
    const Y_STRIDE: u32 = W as u32;
    const MASK: Wide<8> = Wide::from_u128(u64::MAX as u128 >> (64 % W));
}

/// 128-bit boards, one or several, whose halves can be taken apart.
pub(crate) trait Split: Bits<Word = u128> {
    /// The low or the high half of each board.
    type Half: Bits<Word = u64>;
    /// The low and the high halves.
    fn split(self) -> [Self::Half; 2];
    /// The inverse of [`split`](Self::split).
    fn join(halves: [Self::Half; 2]) -> Self;
}

impl Split for u128 {
    type Half = u64;

    #[inline(always)]
    fn split(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn join([low, high]: [u64; 2]) -> Self {
        u128::from(low) | u128::from(high) << 64
    }
}

#[cfg(feature = "simd")]
impl<V: Bits<Word = u64>> Split for Halves<V> {
    type Half = V;

    #[inline(always)]
    fn split(self) -> [V; 2] {
        [self.low, self.high]
    }

    #[inline(always)]
    fn join([low, high]: [V; 2]) -> Self {
        Self { low, high }
    }
}

/// The bits that are in at least two of four sets of neighbors, and those in at least three.
#[inline(always)]
pub(crate) fn two_and_three<B>([north, south, west, east]: [B; 4]) -> [B; 2]
where
    B: Copy + BitAnd<Output = B> + BitOr<Output = B>,
{
    let (either, both) = ((north | south) & (west | east), north & south | west & east);
    [either | both, either & both]
}

/// Adds three bits: the sum and the carry.
#[inline(always)]
fn add<B: Bits>(a: B, b: B, c: B) -> (B, B) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// The bits one row up, and one row down.
#[inline(always)]
fn across_rows<G: Geometry, B: Bits>(bits: B) -> (B, B) {
    (shift::<G, B>(bits, 0, -1), shift::<G, B>(bits, 0, 1))
}

/// For each cell its neighbor to the east, to the south and to the south-east.
#[inline(always)]
fn east_and_south<G: Geometry, B: Bits>(bits: B) -> [B; 3] {
    let east = shift::<G, B>(bits, -1, 0);
    [east, shift::<G, B>(bits, 0, -1), shift::<G, B>(east, 0, -1)]
}

/// The cells of three around a corner, among those with exactly two neighbors: such three have no
/// other neighbors.
#[inline(always)]
fn corners<G: Geometry, B: Bits>(two: B) -> B {
    // A block of 2×2 is named by its north-west cell, set or not.
    let [right, below, across] = east_and_south::<G, B>(two);
    let block = two & right & (below ^ across) | below & across & (two ^ right);
    let pair = block | shift::<G, B>(block, 1, 0);
    two & (pair | shift::<G, B>(pair, 0, 1))
}
