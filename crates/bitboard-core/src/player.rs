//! The two players of a game.

use core::fmt;

/// One of the two players of a game; [`First`](Self::First) makes the first move. The enum is
/// exhaustive: a `match` of both needs no other arm.
///
/// ```
/// use bitboard_core::Player;
///
/// assert_eq!([0, 1, 2].map(Player::at), [Player::First, Player::Second, Player::First]);
/// assert_eq!(Player::First.other().to_string(), "second");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player who begins.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Both players, [`First`](Self::First) first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The player of turn number `turn`, counted from 0.
    #[inline]
    #[must_use]
    pub const fn at(turn: usize) -> Self {
        if turn.is_multiple_of(2) { Self::First } else { Self::Second }
    }

    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The symbol of a stone of the player in pictures: `x` for the first player, `o` for the
    /// second.
    #[inline]
    #[must_use]
    pub const fn symbol(self) -> char {
        match self {
            Self::First => 'x',
            Self::Second => 'o',
        }
    }
}

impl fmt::Display for Player {
    /// Writes `first` or `second`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
