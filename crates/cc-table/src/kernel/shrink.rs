//! Counting by shrinking: every component becomes one cell, and vanishes.
//!
//! S. Levialdi, "On shrinking binary picture patterns", Communications of the ACM 15 (1972): all
//! cells at once move towards the north-west corner in such a way that components are never joined or
//! split. A component in a box of w × h cells is a single cell after at most w + h − 2 steps, is counted
//! there, and vanishes with the next. Bits only move towards bit 0, so none leaves the board.

use bitboard_core::{Bits, Connectivity, Geometry, RowMajor, shift_bits};

use super::neighbors::neighbors;
use crate::board::{Board, assert_shape};

/// Returns the number of components of a board.
#[inline]
#[must_use]
pub fn count<const W: usize, const H: usize>(
    board: Board<W, H>,
    connectivity: Connectivity,
) -> u32 {
    const { assert_shape(W, H) };
    let (mut bits, mut count) = (board.bits(), 0);
    while bits != 0 {
        count += (bits & singles::<RowMajor<W, H>, _>(bits, connectivity)).count_ones();
        bits = shrink::<RowMajor<W, H>, _>(bits, connectivity);
    }
    count
}

/// Marks the cells without neighbors.
#[inline(always)]
pub(crate) fn singles<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    !neighbors::<G, B>(bits, connectivity)
}

/// One step.
#[inline(always)]
pub(crate) fn shrink<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    let from_east = shift_bits::<G, B>(bits, -1, 0);
    let from_south = shift_bits::<G, B>(bits, 0, -1);
    let corner = shift_bits::<G, B>(from_east, 0, -1);
    match connectivity {
        // A cell stays if its east or south neighbor is set, and appears where both are joined
        // by the cell between them.
        Connectivity::Four => bits & (from_east | from_south) | from_east & from_south & corner,
        // A cell stays if one of the three is set, and appears between east and south.
        Connectivity::Eight => bits & (from_east | from_south | corner) | from_east & from_south,
    }
}
