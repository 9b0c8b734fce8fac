//! Steps of a king that does not cut corners.

use core::marker::PhantomData;

use crate::bitboard::Bitboard;
use crate::flood::Dilate;
use crate::geometry::{Geometry, Lattice};
use crate::steps::{shift_unmasked, without_wrapping};
use crate::word::Bits;

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
