//! Neighbors of raw bits.

use bitboard_core::{Bits, Connectivity, Geometry, Steps};

/// The cells that touch a set, among them those of the set that touch another of its cells.
///
/// The result may have bits off the board, so callers intersect it with a set.
#[inline(always)]
pub(crate) fn neighbors<G: Geometry, B: Bits>(bits: B, connectivity: Connectivity) -> B {
    match connectivity {
        Connectivity::Four => Steps::<G>::ORTHOGONAL.neighbor_bits(bits),
        Connectivity::Eight => Steps::<G>::KING.neighbor_bits(bits),
    }
}
