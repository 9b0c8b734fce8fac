//! The rules of the game as values: moves, the rules for rings, ways to win, results, and
//! errors.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};
use std::str::FromStr;

pub use bitboard_core::Player;

use crate::hex::{Hex, ParseError};

/// The smallest base.
pub(crate) const MIN_BASE: u32 = 2;
/// The largest base of a board in arrays.
pub(crate) const MAX_BASE: u32 = 64;

/// A turn of a player.
///
/// A cell converts into a move, so [`Game::play`](crate::Game::play) takes both. A move is
/// written as `x,y` or `swap`.
///
/// ```
/// use havannah_uf::{Hex, Move};
///
/// assert_eq!(Move::from(Hex::new(4, 2)), Move::Stone(Hex::new(4, 2)));
/// assert_eq!("4,2".parse(), Ok(Move::Stone(Hex::new(4, 2))));
/// assert_eq!(Move::Swap.to_string(), "swap");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Move {
    /// Places a stone.
    Stone(Hex),
    /// Takes over the first stone. It changes its color, and it is the turn of the first player
    /// again.
    Swap,
}

impl Move {
    /// The cell of the stone.
    #[must_use]
    pub const fn cell(self) -> Option<Hex> {
        match self {
            Self::Stone(cell) => Some(cell),
            Self::Swap => None,
        }
    }
}

impl From<Hex> for Move {
    #[inline]
    fn from(cell: Hex) -> Self {
        Self::Stone(cell)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stone(cell) => cell.fmt(f),
            Self::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(word: &str) -> Result<Self, ParseError> {
        if word == "swap" { Ok(Self::Swap) } else { word.parse().map(Self::Stone) }
    }
}

/// The cells that a loop of stones must enclose to be a ring.
///
/// A loop may run along the border, but cells off the board are never enclosed. The rules differ
/// when stones fill the loop of the first player, `x`:
///
/// ```text
///   . . .        . . .        . . .
///  . x x .      . x x .      . x x .
/// . x . x .    . x o x .    . x x x .
///  . x x .      . x x .      . x x .
///   . . .        . . .        . . .
///  all rules   Any, NonOwn     Any
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum RingRule {
    /// Any cell, stones of either player included. This is the rule of Christian Freeling, as
    /// played on Little Golem. The six neighbors of an own stone make a ring.
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

impl FromStr for RingRule {
    type Err = ParseError;

    /// Reads a [`name`](Self::name).
    fn from_str(word: &str) -> Result<Self, ParseError> {
        let rule = Self::ALL.into_iter().find(|rule| rule.name() == word);
        rule.ok_or_else(|| ParseError::form("any, nonown or empty", word))
    }
}

/// The ways in which a move wins: a set of bridge, fork and ring.
///
/// ```
/// use havannah_uf::Wins;
///
/// let wins = Wins::BRIDGE | Wins::RING;
/// assert!(wins.contains(Wins::RING) && !wins.contains(Wins::FORK));
/// assert!(wins.iter().eq([Wins::BRIDGE, Wins::RING]));
/// assert_eq!(wins.to_string(), "bridge-ring");
/// ```
///
/// ```text
///    x x x         . x .         . . .
///   . . . .       x x x .       . x x .
///  . . . . .     . . . x .     . x . x .
///   . . . .       . . . x       . x x .
///    . . .         . . .         . . .
///    bridge        fork          ring
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Wins(u8);

impl Wins {
    /// No win.
    pub const NONE: Self = Self(0);
    /// Stones that connect two corners.
    pub const BRIDGE: Self = Self(1);
    /// Stones that connect three edges. A corner is not on an edge.
    pub const FORK: Self = Self(2);
    /// A loop of stones around a cell; see [`RingRule`](crate::RingRule).
    pub const RING: Self = Self(4);
    /// Bridge, fork and ring.
    pub const ALL: Self = Self(7);

    /// Each way with its name.
    const NAMES: [(Self, &str); 3] =
        [(Self::BRIDGE, "bridge"), (Self::FORK, "fork"), (Self::RING, "ring")];

    /// Returns whether the set is empty: the move does not win.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether all ways of `other` are in the set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The single ways: bridge, fork, ring.
    pub fn iter(self) -> impl Iterator<Item = Self> {
        Self::NAMES.into_iter().map(|(way, _)| way).filter(move |&way| self.contains(way))
    }

    /// 0 to 7.
    #[inline]
    pub(crate) const fn bits(self) -> usize {
        self.0 as usize & 7
    }

    /// The wins of a group that touches these borders, a bit for each as in `Hex::border`. Higher
    /// bits are ignored.
    #[inline]
    pub(crate) fn of_borders(borders: u32) -> Self {
        BORDER_WINS[borders as usize & 0xfff]
    }

    /// `self` if `condition` holds, else the empty set.
    pub(crate) const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }
}

/// The wins of a group that touches these corners and edges.
static BORDER_WINS: [Wins; 4096] = {
    let mut table = [Wins::NONE; 4096];
    let mut borders = 0;
    while borders < 4096_usize {
        let (corners, edges) = ((borders & 0x3f).count_ones(), (borders >> 6).count_ones());
        table[borders] = Wins(Wins::BRIDGE.when(corners > 1).0 | Wins::FORK.when(edges > 2).0);
        borders += 1;
    }
    table
};

impl BitOr for Wins {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Wins {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl FromIterator<Self> for Wins {
    fn from_iter<I: IntoIterator<Item = Self>>(wins: I) -> Self {
        wins.into_iter().fold(Self::NONE, BitOr::bitor)
    }
}

impl fmt::Display for Wins {
    /// Writes names such as `bridge-fork`, or `none`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (_, name) in Self::NAMES.into_iter().filter(|&(way, _)| self.contains(way)) {
            write!(f, "{separator}{name}")?;
            separator = "-";
        }
        if self.is_empty() { f.write_str("none") } else { Ok(()) }
    }
}

impl fmt::Debug for Wins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Wins are serialized as a string such as `"bridge-fork"`.
#[cfg(feature = "serde")]
impl serde::Serialize for Wins {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Wins {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let wins = (0..8).map(Self).find(|wins| wins.to_string() == word);
        wins.ok_or_else(|| serde::de::Error::custom(format!("expected wins, found {word:?}")))
    }
}

/// The outcome of a game.
///
/// ```
/// use havannah_uf::{Outcome, Player, Wins};
///
/// let won = Outcome::Won { player: Player::First, wins: Wins::BRIDGE, number: 17 };
/// assert_eq!(won.to_string(), "first bridge in move 17");
/// assert_eq!(won.winner(), Some(Player::First));
/// assert_eq!((Outcome::Drawn.to_string(), Outcome::Drawn.winner()), ("draw".into(), None));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// A player has won.
    Won {
        /// The winner.
        player: Player,
        /// The ways in which the last stone wins.
        wins: Wins,
        /// The number of the winning move, from 1. As on Little Golem, a swap counts as a move.
        number: usize,
    },
    /// The board is full, and neither player has won.
    Drawn,
}

impl Outcome {
    /// The winner; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Self::Won { player, .. } => Some(player),
            Self::Drawn => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes a text such as `first bridge in move 17`, or `draw`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won { player, wins, number } => write!(f, "{player} {wins} in move {number}"),
            Self::Drawn => f.pad("draw"),
        }
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

impl Value {
    /// The value for the other player.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
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

/// Error of a move that is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The board does not have the cell.
    #[error("expected a cell of a board of base {base}, found {cell}")]
    OffBoard {
        /// The cell.
        cell: Hex,
        /// The base of the board.
        base: u32,
    },
    /// The cell has a stone.
    #[error("there is a stone on {cell} already")]
    Taken {
        /// The cell.
        cell: Hex,
    },
    /// A player has won.
    #[error("the game is over: {cell} comes after the win")]
    Over {
        /// The cell.
        cell: Hex,
    },
    /// The game is played without the swap rule.
    #[error("the game is played without the swap rule")]
    NoSwapRule,
    /// Swapping is only allowed directly after the first stone.
    #[error("swapping is only allowed directly after the first stone")]
    SwapTooLate,
}

/// Error of a base that is too small or too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a base {}, found {base}", bounds(*max))]
#[non_exhaustive]
pub struct BaseError {
    /// The base.
    pub base: u32,
    /// The largest base of the board or query.
    pub max: u32,
}

/// The bases from the smallest one to `max`.
fn bounds(max: u32) -> String {
    match max {
        u32::MAX => format!("of at least {MIN_BASE}"),
        max => format!("from {MIN_BASE} to {max}"),
    }
}
