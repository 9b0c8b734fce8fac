//! The ways to win.

use core::fmt;
use core::ops::BitOr;

/// In which ways a move wins: a set of bridge, fork and ring.
///
/// It prints as `bridge-fork-ring`, or `none`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Wins(u8);

impl Wins {
    /// No win.
    pub const NONE: Self = Self(0);
    /// Stones that connect two corners.
    pub const BRIDGE: Self = Self(1);
    /// Stones that connect three edges; a corner lies on no edge.
    pub const FORK: Self = Self(2);
    /// A loop of stones around a cell; see [`RingRule`](crate::RingRule).
    pub const RING: Self = Self(4);

    /// Whether the move does not win.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` are among these.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// 0 to 7.
    #[inline]
    pub(crate) const fn bits(self) -> usize {
        self.0 as usize & 7
    }

    /// What a group wins that touches these borders, a bit for each as in [`Hex::border`](crate::Hex).
    pub(crate) const fn of_borders(borders: u16) -> Self {
        let bridge = (borders & 0x3f).count_ones() >= 2;
        let fork = (borders >> 6).count_ones() >= 3;
        Self(Self::BRIDGE.when(bridge).0 | Self::FORK.when(fork).0)
    }

    /// `self` if `condition` holds, else nothing.
    pub(crate) const fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }
}

impl BitOr for Wins {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Display for Wins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(Self::BRIDGE, "bridge"), (Self::FORK, "fork"), (Self::RING, "ring")];
        let mut separator = "";
        for (_, name) in names.into_iter().filter(|&(win, _)| self.contains(win)) {
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
