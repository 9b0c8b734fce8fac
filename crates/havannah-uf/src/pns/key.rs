//! Keys of positions.

use crate::player::Player;
use crate::rule::RingRule;

/// The largest number of stones of positions that are looked up by their canonical hash.
pub(super) const CANONICAL_STONES: usize = 10;

/// A part of the key that tells base, rule, attacker and the player to move.
pub(super) fn setting(base: u32, rule: RingRule, attacker: Player, turn: Player) -> u64 {
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    let setting = u64::from(base) << 8 | (rule as u64) << 4 | turn as u64;
    goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
