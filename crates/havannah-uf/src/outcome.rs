//! Ends of games, known and proven.

use core::fmt;

use crate::player::Player;
use crate::wins::Wins;

/// The result of a game that was won.
///
/// ```
/// use havannah_uf::{Outcome, Player, Wins};
///
/// let outcome = Outcome { player: Player::First, wins: Wins::BRIDGE, number: 17 };
/// assert_eq!(outcome.to_string(), "first bridge in move 17");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// The winner.
    pub player: Player,
    /// The ways in which the last stone wins.
    pub wins: Wins,
    /// The number of the winning move, from 1. As on Little Golem, a swap counts as a move.
    pub number: usize,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} in move {}", self.player, self.wins, self.number)
    }
}

/// The game-theoretic value of a position for the player to move, if neither player swaps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Value {
    /// The other player wins, or has won.
    Loss,
    /// The board gets full and neither player wins.
    Draw,
    /// The player to move wins.
    Win,
}

impl fmt::Display for Value {
    /// Writes `loss`, `draw` or `win`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}
