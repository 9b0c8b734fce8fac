//! The ways to win.

use alloc::string::String;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};
use core::str::FromStr;

use crate::hex::shorten;

/// The ways in which a move wins: a set of bridge, fork and ring.
///
/// ```
/// use havannah_uf::Wins;
///
/// let wins = Wins::BRIDGE | Wins::RING;
/// assert!(wins.contains(Wins::RING) && !wins.contains(Wins::FORK));
/// assert!(wins.iter().eq([Wins::BRIDGE, Wins::RING]));
/// assert_eq!(wins.to_string(), "bridge-ring");
/// assert_eq!("bridge-ring".parse(), Ok(wins));
/// assert_eq!((wins - Wins::RING, wins & Wins::FORK), (Wins::BRIDGE, Wins::NONE));
/// ```
///
/// ```text
///    O O O         . O .         . . .
///   . . . .       O O O .       . O O .
///  . . . . .     . . . O .     . O . O .
///   . . . .       . . . O       . O O .
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
    ///
    /// ```
    /// use havannah_uf::Wins;
    ///
    /// assert!(Wins::NONE.is_empty() && !Wins::RING.is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether all ways of `other` are in the set.
    ///
    /// ```
    /// use havannah_uf::Wins;
    ///
    /// let wins = Wins::BRIDGE | Wins::RING;
    /// assert!(wins.contains(Wins::RING) && !wins.contains(Wins::FORK));
    /// ```
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The single ways: bridge, fork, ring.
    ///
    /// ```
    /// use havannah_uf::Wins;
    ///
    /// assert!((Wins::RING | Wins::BRIDGE).iter().eq([Wins::BRIDGE, Wins::RING]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Self> {
        Self::NAMES.into_iter().map(|(way, _)| way).filter(move |&way| self.contains(way))
    }

    /// 0 to 7.
    #[inline]
    pub(crate) const fn bits(self) -> usize {
        self.0 as usize & 7
    }

    /// The wins of a group that touches these borders, a bit for each as in `Hex::border`.
    pub(crate) const fn of_borders(borders: u16) -> Self {
        // Not by counting the bits, for which many processors have no instruction by default.
        let corners = borders & 0x3f;
        let edges = without_lowest(without_lowest(borders >> 6));
        let (bridge, fork) = (without_lowest(corners) != 0, edges != 0);
        Self(Self::BRIDGE.when(bridge).0 | Self::FORK.when(fork).0)
    }

    /// `self` if `condition` holds, else the empty set.
    pub(crate) const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }
}

/// The bits without the lowest one.
const fn without_lowest(bits: u16) -> u16 {
    bits & bits.wrapping_sub(1)
}

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

impl BitAnd for Wins {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Wins {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl Sub for Wins {
    type Output = Self;

    /// The ways that are not in `other`.
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for Wins {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
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

/// Error returned when parsing [`Wins`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected none, or bridge, fork and ring with - between them, found {word:?}")]
#[non_exhaustive]
pub struct ParseWinsError {
    /// The first 20 characters of the word.
    pub word: String,
}

impl FromStr for Wins {
    type Err = ParseWinsError;

    /// Reads names such as `bridge-fork`, or `none`.
    fn from_str(word: &str) -> Result<Self, ParseWinsError> {
        let way = |name| Self::NAMES.into_iter().find(|way| way.1 == name).map(|(way, _)| way);
        let wins =
            if word == "none" { Some(Self::NONE) } else { word.split('-').map(way).collect() };
        wins.ok_or_else(|| ParseWinsError { word: shorten(word) })
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn words_are_read_as_written() {
        for wins in (0..8).map(Wins) {
            assert_eq!(wins.to_string().parse(), Ok(wins));
            assert_eq!(wins.iter().collect::<Wins>(), wins);
        }
        for word in ["", "-", "Ring", "ring-", "none-ring", "bridge fork"] {
            assert_eq!(word.parse::<Wins>(), Err(ParseWinsError { word: word.into() }));
        }
    }

    #[test]
    fn operators_are_those_of_sets() {
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (Wins(a), Wins(b)))) {
            let (mut or, mut and, mut sub) = (a, a, a);
            or |= b;
            and &= b;
            sub -= b;
            assert_eq!((or, and, sub), (a | b, a & b, a - b));
            assert_eq!((and | sub, a.contains(b)), (a, b - a == Wins::NONE));
        }
    }
}
