//! Results of a search.

use bitboard_core::StopReason;

use crate::hex::Hex;
use crate::outcome::Value;

/// The move that a search has chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Choice {
    /// The cell of the move.
    pub cell: Hex,
    /// The number of playouts through the move.
    pub visits: u64,
    /// The number of playouts from the position, including those of earlier searches.
    pub playouts: u64,
    /// The share of playouts through the move that its player has won. A draw counts half. 0.5 without playouts;
    /// 1 or 0 if the value is proven.
    pub win_rate: f64,
    /// The value for the player of the move, if it is proven. Draws are never proven.
    pub proven: Option<Value>,
    /// The limit that has ended the search; `None` if the value is proven, or if the trees cannot count more playouts.
    pub stopped: Option<StopReason>,
}

/// The statistics of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveStatistics {
    /// The cell of the move.
    pub cell: Hex,
    /// The number of playouts through the move.
    pub visits: u64,
    /// The share of playouts through the move that its player has won. A draw counts half. 0.5 without playouts.
    pub win_rate: f64,
}
