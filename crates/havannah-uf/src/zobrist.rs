//! Hashes of positions.

use crate::hex::Hex;
use crate::player::Player;

/// The hash of a stone: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014) of its cell
/// and color. It does not depend on the size of the board.
#[inline]
pub(crate) const fn key(cell: Hex, player: Player) -> u64 {
    let mut bits = ((cell.x as u64) << 33 | (cell.y as u64) << 1 | player as u64)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
