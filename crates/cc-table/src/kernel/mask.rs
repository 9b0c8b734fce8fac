//! The cells of components of at least n cells, for n up to 4, without a loop and without splitting the board.
//!
//! By edges: a component of four or more cells has a cell with three neighbors in it, or two
//! adjacent cells with two each, and every cell of it is one of these or beside one. No smaller
//! component has either. With edges and corners the same holds except for three cells around a corner,
//! which are all adjacent and have two neighbors each: these are found and taken out.

use core::ops::{BitAnd, BitOr};

use bitboard_core::{Bits, Connectivity, Geometry, RowMajor, shift_bits};

use super::neighbors::neighbors;
use crate::board::Board;

/// The cells in components of at least 2 cells: those with a neighbor.
#[inline(always)]
pub(crate) fn twos<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Board<W, H> {
    board.intersect_bits(neighbors::<RowMajor<W, H>, _>(board.bits(), connectivity))
}

/// The cells in components of at least 3 cells: those with two neighbors, and those beside them.
#[inline(always)]
pub(crate) fn threes<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> Board<W, H> {
    let [two, _] = crowded::<RowMajor<W, H>, _>(board.bits(), connectivity);
    board.intersect_bits(two | neighbors::<RowMajor<W, H>, _>(two, connectivity))
}

/// The cells in components of at least 4 cells.
#[inline(always)]
pub(crate) fn fours<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    let seeds = seeds::<G, B>(bits, connectivity);
    bits & (seeds | neighbors::<G, B>(seeds, connectivity))
}

/// Some cells of each component of at least 4 cells, and of no others: those with three neighbors, and
/// those with two of which one has two as well.
#[inline(always)]
pub(crate) fn seeds<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    let [two, three] = crowded::<G, B>(bits, connectivity);
    let seeds = three | two & neighbors::<G, B>(two, connectivity);
    match connectivity {
        Connectivity::Four => seeds,
        Connectivity::Eight => seeds & !corners::<G, B>(two & !three),
    }
}

/// The cells of `bits` with at least two neighbors in it, and those with at least three.
#[inline(always)]
fn crowded<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> [B; 2] {
    let (west, east) = (shift_bits::<G, B>(bits, -1, 0), shift_bits::<G, B>(bits, 1, 0));
    match connectivity {
        Connectivity::Four => {
            let (north, south) = across_rows::<G, B>(bits);
            let [two, three] = two_and_three([north, south, west, east]);
            [bits & two, bits & three]
        }
        Connectivity::Eight => {
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
    }
}

/// The bits that are in at least two of the four sets of north, east, south and west neighbors, and
/// those in at least three.
#[inline(always)]
pub(crate) fn two_and_three<B>([north, south, west, east]: [B; 4]) -> [B; 2]
where
    B: Copy + BitAnd<Output = B> + BitOr<Output = B>,
{
    let (either, both) = ((north | south) & (west | east), north & south | west & east);
    [either | both, either & both]
}

/// The bits one row up, and one row down.
#[inline(always)]
fn across_rows<G: Geometry, B: Bits>(bits: B) -> (B, B) {
    (shift_bits::<G, B>(bits, 0, -1), shift_bits::<G, B>(bits, 0, 1))
}

/// Adds three bits: the sum and the carry.
#[inline(always)]
fn add<B: Bits>(a: B, b: B, c: B) -> (B, B) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// The cells of three around a corner, among those with exactly two neighbors by edge or corner: such
/// three have no other neighbors.
#[inline(always)]
fn corners<G: Geometry, B: Bits>(two: B) -> B {
    // A block of 2×2 is named by its north-west cell, set or not.
    let here = two;
    let right = shift_bits::<G, B>(two, -1, 0);
    let (below, across) = (shift_bits::<G, B>(two, 0, -1), shift_bits::<G, B>(right, 0, -1));
    let block = here & right & (below ^ across) | below & across & (here ^ right);
    let pair = block | shift_bits::<G, B>(block, 1, 0);
    two & (pair | shift_bits::<G, B>(pair, 0, 1))
}
