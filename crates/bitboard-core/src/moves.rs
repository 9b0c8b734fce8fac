//! [`Moves`], any movement rule as one type, for rules chosen at run time; and the rules besides
//! steps and slides.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use crate::bitboard::Bitboard;
use crate::flood::{Dilate, Kernel};
use crate::geometry::{Geometry, Lattice};
use crate::slides::Slides;
use crate::steps::{Steps, shift_unmasked, without_wrapping};
use crate::word::Bits;

/// Any rule of movement of this crate, for rules that are chosen at run time.
///
/// ```
/// use bitboard_core::{Bitboard, Chess, Moves, NoCornerCut, Slides, Steps};
///
/// let corner = Bitboard::<u64, Chess>::new(1);
/// let pieces = [Moves::from(Steps::KNIGHT), Moves::from(Slides::ROOK), NoCornerCut::KING.into()];
/// let moves = pieces.map(|piece| corner.frontiers(Bitboard::FULL, &piece).count() - 1);
/// assert_eq!(moves, [6, 2, 7]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Moves<G: Geometry> {
    /// One step.
    Steps(Steps<G>),
    /// Any distance along a direction.
    Slides(Slides<G>),
    /// A king's step that does not cut corners.
    NoCornerCut(NoCornerCut<G>),
}

impl<G: Geometry> From<Steps<G>> for Moves<G> {
    fn from(steps: Steps<G>) -> Self {
        Self::Steps(steps)
    }
}

impl<G: Geometry> From<Slides<G>> for Moves<G> {
    fn from(slides: Slides<G>) -> Self {
        Self::Slides(slides)
    }
}

impl<G: Geometry> From<NoCornerCut<G>> for Moves<G> {
    fn from(king: NoCornerCut<G>) -> Self {
        Self::NoCornerCut(king)
    }
}

impl<G: Geometry> Dilate<G> for Moves<G> {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        match self {
            Self::Steps(steps) => steps.dilate_within(cells, within),
            Self::Slides(slides) => slides.dilate_within(cells, within),
            Self::NoCornerCut(king) => king.dilate_within(cells, within),
        }
    }

    #[inline(always)]
    fn reverse(&self) -> Self {
        match self {
            Self::Steps(steps) => Self::Steps(steps.reverse()),
            Self::Slides(slides) => Self::Slides(slides.reverse()),
            Self::NoCornerCut(king) => Self::NoCornerCut(king.reverse()),
        }
    }

    #[inline(always)]
    fn specialize<K: Kernel<G>>(&self, kernel: K) -> K::Output {
        match self {
            Self::Steps(steps) => steps.specialize(kernel),
            Self::Slides(slides) => slides.specialize(kernel),
            Self::NoCornerCut(king) => king.specialize(kernel),
        }
    }
}

/// King steps, but a diagonal one only if both squares beside it are free as well.
///
/// ```
/// use bitboard_core::{Bitboard, NoCornerCut, RowMajor, Steps};
///
/// let free: Bitboard<u64, RowMajor<3, 3>> = "
///     X . X
///     X X X
///     X X X".parse()?;
/// let corner = Bitboard::from_coords(&[(0, 0)]);
/// assert_eq!(corner.frontiers(free, &Steps::KING).count(), 3);
/// assert_eq!(corner.frontiers(free, &NoCornerCut::KING).count(), 5);
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoCornerCut<G>(PhantomData<G>);

impl<G: Geometry> NoCornerCut<G> {
    /// The only such rule. On boards of hexagons it is a compile-time error:
    ///
    /// ```compile_fail,E0080
    /// use bitboard_core::{Bitboard, NoCornerCut, OffsetHex};
    ///
    /// let _ = Bitboard::<u64, OffsetHex<3, 3>>::FULL.dilate(&NoCornerCut::KING);
    /// ```
    pub const KING: Self = {
        assert!(matches!(G::LATTICE, Lattice::Square), "NoCornerCut needs a board of squares");
        Self(PhantomData)
    };
}

impl<G: Geometry> Dilate<G> for NoCornerCut<G> {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        let (cells, within) = (cells.bits(), within.bits());
        // The cells that a step along the line can enter: those that are not the first of a line,
        // and those that are not the last.
        let (not_first, not_last) =
            (without_wrapping::<G, B>(within, -1), without_wrapping::<G, B>(within, 1));
        let moved = |cells, along, across| shift_unmasked::<G, B>(cells, along, across);
        let (east, west) = (moved(cells, 1, 0) & not_first, moved(cells, -1, 0) & not_last);
        let (up, down) = (moved(cells, 0, 1) & within, moved(cells, 0, -1) & within);
        // A diagonal step is allowed if it can be made in two ways: first along and first across
        // the line. The intersection also removes the bits of `up` and `down` that run over the end
        // of a line, because `east` and `west` have no such bits.
        let diagonal = moved(east, 0, 1) & moved(up, 1, 0)
            | moved(west, 0, 1) & moved(up, -1, 0)
            | (moved(east, 0, -1) & moved(down, 1, 0) | moved(west, 0, -1) & moved(down, -1, 0));
        Bitboard::from_valid_bits(cells | east | west | up | down | diagonal & within)
    }

    #[inline(always)]
    fn reverse(&self) -> Self {
        *self
    }
}

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
