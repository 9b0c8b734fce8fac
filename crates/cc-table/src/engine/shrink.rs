//! Counting by shrinking: every component becomes one cell, and vanishes.
//!
//! S. Levialdi, "On shrinking binary picture patterns", Communications of the ACM 15 (1972): all
//! cells at once move towards the south-east corner in such a way that components are never joined or
//! split. A component in a box of w × h cells is a single cell after at most w + h − 2 steps, is counted
//! there, and vanishes with the next.

use bitboard_core::{Bits, Geometry, RowMajor, shift_bits};

use super::neighbors::neighbors;
use crate::Connectivity;
use crate::grid::{Grid, assert_shape};

/// Returns the number of components of a board.
#[inline]
#[must_use]
pub fn count<const W: usize, const H: usize>(board: Grid<W, H>, connectivity: Connectivity) -> u32 {
    const { assert_shape(W, H) };
    let (mut board, mut count) = (board, 0);
    while !board.is_empty() {
        count +=
            board.intersect_bits(singles::<RowMajor<W, H>, _>(board.bits(), connectivity)).len();
        board = Grid::from_bits_truncate(shrink::<RowMajor<W, H>, _>(board.bits(), connectivity));
    }
    count
}

/// Marks the cells without neighbors.
#[inline(always)]
pub(crate) fn singles<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    !neighbors::<G, B>(bits, connectivity)
}

/// One step. The result may have bits off the board.
#[inline(always)]
pub(crate) fn shrink<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    let from_west = shift_bits::<G, B>(bits, 1, 0);
    let from_north = shift_bits::<G, B>(bits, 0, 1);
    let corner = shift_bits::<G, B>(from_west, 0, 1);
    match connectivity {
        // A cell stays if its west or north neighbor is set, and appears where both are joined
        // by the cell between them.
        Connectivity::Four => bits & (from_west | from_north) | from_west & from_north & corner,
        // A cell stays if one of the three is set, and appears between west and north.
        Connectivity::Eight => bits & (from_west | from_north | corner) | from_west & from_north,
    }
}
