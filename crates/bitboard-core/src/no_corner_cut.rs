//! Diagonal steps only past free corners.

use crate::bitboard::Bitboard;
use crate::bits::Bits;
use crate::dilate::Dilate;
use crate::geometry::Geometry;
use crate::shift::{move_bits, sources};

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
        // Those that a step along the line enters, without running over the end of one.
        let (after, before) = (sources::<G, B>(within, -1), sources::<G, B>(within, 1));
        let moved = |cells, along, across| move_bits::<G, B>(cells, along, across);
        let (east, west) = (moved(cells, 1, 0) & after, moved(cells, -1, 0) & before);
        let (up, down) = (moved(cells, 0, 1) & within, moved(cells, 0, -1) & within);
        // A bit that runs over the end of a line from above or below cannot also come from the side.
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
