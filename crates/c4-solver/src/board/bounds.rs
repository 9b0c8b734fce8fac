//! Bounds of a score.

use core::fmt;
use core::ops::Neg;

use bitboard_core::Player;

/// Bounds of a score, both inclusive.
///
/// ```
/// use c4_solver::{Board, Limits, Position, Solver};
///
/// let position = Position::from_moves("32164")?;
/// let limits = Limits::new().nodes(10_000);
/// let stopped = Solver::new(Board::STANDARD).try_solve(&position, &limits).unwrap_err();
/// let bounds = stopped.partial;
/// assert!(bounds.low < bounds.high && bounds.exact().is_none());
/// # Ok::<(), c4_solver::PositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Bounds {
    /// The lowest possible score.
    pub low: i32,
    /// The highest possible score.
    pub high: i32,
}

impl Bounds {
    /// The bounds of a known score.
    #[inline(always)]
    #[must_use]
    pub const fn exactly(score: i32) -> Self {
        Self { low: score, high: score }
    }

    /// The score, if the bounds leave only one.
    #[must_use]
    pub const fn exact(self) -> Option<i32> {
        if self.low == self.high { Some(self.low) } else { None }
    }

    /// The result of perfect play, if the bounds decide it. The score is that of `player`: in
    /// bounds of a position or of its columns, the player to move.
    ///
    /// ```
    /// use c4_solver::{Analysis, Column, Outcome, Player, Position};
    ///
    /// let position = Position::from_moves("112233")?;
    /// let analysis = Analysis::new(&position);
    /// let outcomes = [3, 4].map(|index| {
    ///     let bounds = analysis.bounds(Column::new(index).unwrap()).unwrap();
    ///     bounds.outcome(position.turn())
    /// });
    /// assert_eq!(outcomes, [Some(Outcome::Won(Player::First)), None]);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    #[must_use]
    pub fn outcome(self, player: Player) -> Option<Outcome> {
        match self {
            Self { low: 1.., .. } => Some(Outcome::Won(player)),
            Self { high: ..=-1, .. } => Some(Outcome::Won(player.other())),
            Self { low: 0, high: 0 } => Some(Outcome::Drawn),
            _ => None,
        }
    }

    /// The bounds of the scores of positions with this number of empty cells in which no player
    /// wins at once.
    #[inline(always)]
    pub(crate) fn possible(empty_cells: u32) -> Self {
        let empty_cells = empty_cells as i32;
        Self { low: -empty_cells / 2, high: (empty_cells - 1) / 2 }
    }

    /// The intersection.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        Self { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// Returns whether all scores within `other` are within these bounds.
    pub(crate) fn contains(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// The bound that decides whether the score reaches `beta`, if one does.
    #[inline(always)]
    pub(crate) fn decide(self, beta: i32) -> Option<i32> {
        if self.low >= beta {
            Some(self.low)
        } else if self.high < beta {
            Some(self.high)
        } else {
            None
        }
    }
}

/// The bounds for the other player.
impl Neg for Bounds {
    type Output = Self;

    fn neg(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Writes a score, or `low..=high`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(score) => fmt::Display::fmt(&score, f),
            None => write!(f, "{}..={}", self.low, self.high),
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// This player has four in a row.
    Won(Player),
    /// The board is full.
    Drawn,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Won(player) => Some(player),
            Self::Drawn => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes `first wins`, `second wins` or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(player) => write!(f, "{player} wins"),
            Self::Drawn => f.pad("draw"),
        }
    }
}
