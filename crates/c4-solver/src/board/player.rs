//! The two players.

use core::fmt;

/// One of the two players; [`First`](Self::First) plays the first stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player who begins, `x` in pictures.
    First,
    /// The other player, `o` in pictures.
    Second,
}

impl Player {
    /// The player who is to move after `ply` stones.
    ///
    /// ```
    /// use c4_solver::Player;
    ///
    /// assert_eq!([0, 1, 2].map(Player::at), [Player::First, Player::Second, Player::First]);
    /// ```
    #[must_use]
    pub const fn at(ply: u32) -> Self {
        if ply.is_multiple_of(2) { Self::First } else { Self::Second }
    }

    /// The opponent.
    ///
    /// ```
    /// use c4_solver::Player;
    ///
    /// assert_eq!(Player::First.other(), Player::Second);
    /// ```
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// The symbol of the player's stones in pictures: `x` or `o`.
    ///
    /// ```
    /// use c4_solver::Player;
    ///
    /// assert_eq!(Player::Second.symbol(), 'o');
    /// ```
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
