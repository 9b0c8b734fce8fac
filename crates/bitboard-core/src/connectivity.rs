//! Connectivity of squares, as an option of queries.

use core::fmt;
use core::str::FromStr;

use crate::geometry::Geometry;
use crate::steps::Steps;

/// Which squares are neighbors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Connectivity {
    /// Squares with a common edge.
    Four,
    /// Squares with a common edge or corner.
    Eight,
}

impl Connectivity {
    /// Both, [`Four`](Self::Four) first.
    pub const ALL: [Self; 2] = [Self::Four, Self::Eight];

    /// The steps to the neighbors: [`Steps::ORTHOGONAL`] or [`Steps::KING`].
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Connectivity};
    ///
    /// let e4 = Bitboard::<u64, Chess>::from_cell(Cell::E4);
    /// let neighbors = |connectivity: Connectivity| e4.neighbors(connectivity.steps()).len();
    /// assert_eq!(Connectivity::ALL.map(neighbors), [4, 8]);
    /// ```
    #[inline(always)]
    #[must_use]
    pub const fn steps<G: Geometry>(self) -> &'static Steps<G> {
        match self {
            Self::Four => &Steps::ORTHOGONAL,
            Self::Eight => &Steps::KING,
        }
    }
}

impl fmt::Display for Connectivity {
    /// Writes the number of neighbors, `4` or `8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Four => "4",
            Self::Eight => "8",
        })
    }
}

/// Error returned when parsing a [`Connectivity`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected connectivity 4 or 8")]
pub struct ConnectivityError;

impl FromStr for Connectivity {
    type Err = ConnectivityError;

    /// Reads the number of neighbors, `4` or `8`.
    fn from_str(text: &str) -> Result<Self, ConnectivityError> {
        match text {
            "4" => Ok(Self::Four),
            "8" => Ok(Self::Eight),
            _ => Err(ConnectivityError),
        }
    }
}
