//! The two players.

use core::fmt;

/// One of the two players; [`First`](Self::First) places the first stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Player {
    /// The player who begins, white on Little Golem.
    First,
    /// The other player.
    Second,
}

impl Player {
    /// Both players, [`First`](Self::First) first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    ///
    /// ```
    /// use havannah_uf::Player;
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

    /// 0 for the first player, 1 for the second.
    ///
    /// ```
    /// use havannah_uf::Player;
    ///
    /// let mut stones = [0; 2];
    /// stones[Player::Second.index()] += 1;
    /// assert_eq!(stones, [0, 1]);
    /// ```
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The player of turn number `turn`, counted from 0.
    ///
    /// ```
    /// use havannah_uf::Player;
    ///
    /// assert_eq!([0, 1, 2].map(Player::at), [Player::First, Player::Second, Player::First]);
    /// ```
    #[must_use]
    pub const fn at(turn: usize) -> Self {
        if turn.is_multiple_of(2) { Self::First } else { Self::Second }
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
