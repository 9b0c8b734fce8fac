//! Hashes of positions.

use crate::cell::Hex;
use crate::rule::Player;

/// What a stone adds to the hash: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014) over its
/// place and color. It does not depend on the size of the board.
#[inline]
pub(crate) const fn key(cell: Hex, player: Player) -> u64 {
    let mut bits = ((cell.x as u64) << 33 | (cell.y as u64) << 1 | player as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
