//! Which rings count, and who plays.

use core::fmt;
use core::str::FromStr;

/// What a loop of stones must enclose to be a ring.
///
/// The cells off the board count as cells without a stone; they are never enclosed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum RingRule {
    /// Any cell, stones of either player included: the rule of Christian Freeling, as played on
    /// Little Golem. The six neighbors of an own stone make a ring.
    #[default]
    Any,
    /// A cell without a stone of the player: the neighbor-cycle rule of the analysis of Google Code
    /// Jam 2012, round 3, problem B, with "empty" read as "not own".
    NonOwn,
    /// A cell that is empty right after the move: the statement of that problem.
    Empty,
}

impl RingRule {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Any, Self::NonOwn, Self::Empty];

    /// `any`, `nonown` or `empty`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::NonOwn => "nonown",
            Self::Empty => "empty",
        }
    }
}

impl fmt::Display for RingRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The word is none of `any`, `nonown` and `empty`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no rule for rings: it is any, nonown or empty")]
pub struct UnknownRule;

impl FromStr for RingRule {
    type Err = UnknownRule;

    fn from_str(name: &str) -> Result<Self, UnknownRule> {
        Self::ALL.into_iter().find(|rule| rule.name() == name).ok_or(UnknownRule)
    }
}

/// One of the two colors; [`First`](Self::First) places the first stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// The color that begins, white on Little Golem.
    First,
    /// The other.
    Second,
}

impl Player {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Who places the stone number `ply`, counted from 0.
    #[must_use]
    pub const fn at(ply: usize) -> Self {
        if ply.is_multiple_of(2) { Self::First } else { Self::Second }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
