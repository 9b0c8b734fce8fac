//! Any movement rule as one type, for rules chosen at run time.

use crate::bitboard::Bitboard;
use crate::flood::{Dilate, Kernel};
use crate::geometry::Geometry;
use crate::no_corner_cut::NoCornerCut;
use crate::slides::Slides;
use crate::steps::Steps;
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
