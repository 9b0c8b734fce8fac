//! Results of the solver.

use crate::hex::Hex;
use crate::outcome::Value;

/// The solution of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The value for the player to move.
    pub value: Value,
    /// A move that wins; `Some` if and only if the value is a win.
    pub best: Option<Hex>,
    /// The number of expanded positions.
    pub nodes: u64,
}

/// The progress of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Progress {
    /// The number of expanded positions.
    pub nodes: u64,
    /// The proof number of a win of the player to move: a lower bound for the positions left to prove it. `u32::MAX` if
    /// the win is disproven, and the search for a draw continues.
    pub proof: u32,
    /// The disproof number: a lower bound for the positions left to disprove the win. 0 if it is disproven.
    pub disproof: u32,
}
