//! Counting by shrinking: every component becomes one cell, and goes.
//!
//! S. Levialdi, "On shrinking binary picture patterns", Communications of the ACM 15 (1972): all
//! cells at once move towards the south-east corner in such a way that nothing is ever joined or
//! torn. A component in a box of w × h cells is a single cell after at most w + h − 2 steps, is counted
//! there, and vanishes with the next.

use crate::Connectivity;
use crate::bits::Bits;
use crate::grid::{Grid, assert_shape, east, neighbours};

/// How many components a board has.
#[inline]
#[must_use]
pub fn count<const W: usize, const H: usize>(board: Grid<W, H>, connectivity: Connectivity) -> u32 {
    const { assert_shape(W, H) };
    let (mut word, mut count) = (board.bits(), 0);
    while word != 0 {
        count += (word & !neighbours::<W, _>(word, connectivity)).count_ones();
        word = shrink::<W, _>(word, connectivity) & Grid::<W, H>::FULL.bits();
    }
    count
}

/// One step.
#[inline(always)]
pub(crate) fn shrink<const W: usize, B: Bits>(word: B, connectivity: Connectivity) -> B {
    let (from_west, from_north) = (east::<W, _>(word), word << W);
    let corner = east::<W, _>(from_north);
    match connectivity {
        // A cell stays if its west or north neighbour is set, and appears where both are joined
        // by the cell between them.
        Connectivity::Four => word & (from_west | from_north) | from_west & from_north & corner,
        // A cell stays if one of the three is set, and appears between west and north.
        Connectivity::Eight => word & (from_west | from_north | corner) | from_west & from_north,
    }
}
