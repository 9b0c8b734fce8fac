//! Diagonal steps only past free corners.

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::dilate::Dilate;
use crate::geometry::Geometry;
use crate::shift::shift;

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
/// assert_eq!(corner.frontiers(free, &NoCornerCut).count(), 5);
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NoCornerCut;

impl<G: Geometry> Dilate<G> for NoCornerCut {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        let (cells, within) = (cells.bits(), within.bits());
        let east = shift::<G, B>(cells, 1, 0) & within;
        let west = shift::<G, B>(cells, -1, 0) & within;
        let up = shift::<G, B>(cells, 0, 1) & within;
        let down = shift::<G, B>(cells, 0, -1) & within;
        let diagonal = shift::<G, B>(east, 0, 1) & shift::<G, B>(up, 1, 0)
            | shift::<G, B>(west, 0, 1) & shift::<G, B>(up, -1, 0)
            | (shift::<G, B>(east, 0, -1) & shift::<G, B>(down, 1, 0)
                | shift::<G, B>(west, 0, -1) & shift::<G, B>(down, -1, 0));
        Bitboard::from_valid_bits(cells | east | west | up | down | diagonal & within)
    }

    fn reverse(&self) -> Self {
        *self
    }
}
