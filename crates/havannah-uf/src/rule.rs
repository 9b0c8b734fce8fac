//! Rules for rings.

use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::hex::shorten;

/// The cells that a loop of stones must enclose to be a ring.
///
/// A loop may run along the border, but cells off the board are never enclosed. The rules differ when stones fill the
/// loop of the first player, `O`:
///
/// ```text
///   . . .        . . .        . . .
///  . O O .      . O O .      . O O .
/// . O . O .    . O X O .    . O O O .
///  . O O .      . O O .      . O O .
///   . . .        . . .        . . .
///  all rules   Any, NonOwn     Any
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum RingRule {
    /// Any cell, stones of either player included. This is the rule of Christian Freeling, as played on
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
    /// All three rules.
    pub const ALL: [Self; 3] = [Self::Any, Self::NonOwn, Self::Empty];

    /// The name: `any`, `nonown` or `empty`.
    ///
    /// ```
    /// use havannah_uf::RingRule;
    ///
    /// assert_eq!(RingRule::NonOwn.name(), "nonown");
    /// assert_eq!("nonown".parse(), Ok(RingRule::NonOwn));
    /// ```
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
    /// Writes the [`name`](Self::name).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Error returned when parsing a [`RingRule`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected any, nonown or empty, found {word:?}")]
#[non_exhaustive]
pub struct ParseRingRuleError {
    /// The first 20 characters of the word.
    pub word: String,
}

impl FromStr for RingRule {
    type Err = ParseRingRuleError;

    /// Reads a [`name`](Self::name).
    fn from_str(word: &str) -> Result<Self, ParseRingRuleError> {
        let rule = Self::ALL.into_iter().find(|rule| rule.name() == word);
        rule.ok_or_else(|| ParseRingRuleError { word: shorten(word) })
    }
}
