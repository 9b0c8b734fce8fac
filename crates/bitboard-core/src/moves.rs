//! The moves of any piece.

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::dilate::{Dilate, Kernel};
use crate::geometry::Geometry;
use crate::no_corner_cut::NoCornerCut;
use crate::slides::Slides;
use crate::steps::Steps;

/// Any rule of movement of this crate, for rules that are chosen at run time.
///
/// ```
/// use bitboard_core::{Bitboard, Chess, Moves, Slides, Steps};
///
/// let corner = Bitboard::<u64, Chess>::new(1);
/// let pieces = [Moves::from(Steps::KNIGHT), Moves::from(Slides::ROOK), Moves::NoCornerCut];
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
    NoCornerCut,
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

impl<G: Geometry> From<NoCornerCut> for Moves<G> {
    fn from(_: NoCornerCut) -> Self {
        Self::NoCornerCut
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
            Self::NoCornerCut => NoCornerCut.dilate_within(cells, within),
        }
    }

    #[inline(always)]
    fn reverse(&self) -> Self {
        match self {
            Self::Steps(steps) => Self::Steps(steps.reverse()),
            Self::Slides(slides) => Self::Slides(slides.reverse()),
            Self::NoCornerCut => Self::NoCornerCut,
        }
    }

    #[inline(always)]
    fn specialize<K: Kernel<G>>(&self, kernel: K) -> K::Output {
        match self {
            Self::Steps(steps) => steps.specialize(kernel),
            Self::Slides(slides) => slides.specialize(kernel),
            Self::NoCornerCut => kernel.run(&NoCornerCut),
        }
    }
}
