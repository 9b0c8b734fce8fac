//! Games that continue others.

use alloc::vec::Vec;

use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::rule::RingRule;

/// The moves of a game, with base and rules.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) base: u32,
    rule: RingRule,
    swapped: bool,
    stones: Vec<Hex>,
}

impl Position {
    pub(super) fn of(game: &Havannah) -> Self {
        Self {
            base: game.base(),
            rule: game.rule(),
            swapped: game.has_swapped(),
            stones: game.stones().collect(),
        }
    }

    /// The moves from an earlier position to this one; `None` if the game does not continue the earlier one.
    pub(super) fn moves_after(
        &self,
        earlier: &Self,
    ) -> Option<impl Iterator<Item = (Hex, Player)> + '_> {
        let same =
            (self.base, self.rule, self.swapped) == (earlier.base, earlier.rule, earlier.swapped);
        let moves = self.stones.strip_prefix(earlier.stones.as_slice()).filter(|_| same)?;
        let first = earlier.stones.len() + usize::from(self.swapped);
        Some(moves.iter().copied().zip((first..).map(Player::at)))
    }
}
