//! A king that does not cut corners.

use bitboard_core::{Bitboard, Dilate, Geometry, Steps, Word};

/// King steps, but a diagonal one only where both squares beside it are free as well.
#[derive(Clone, Copy, Debug)]
pub struct NoCut<G> {
    /// East, north, west, south.
    sides: [Steps<G>; 4],
}

impl<G: Geometry> NoCut<G> {
    /// The steps.
    pub const KING: Self = Self {
        sides: [
            Steps::from_offsets(&[(1, 0)]),
            Steps::from_offsets(&[(0, 1)]),
            Steps::from_offsets(&[(-1, 0)]),
            Steps::from_offsets(&[(0, -1)]),
        ],
    };
}

impl<G: Geometry> Dilate<G> for NoCut<G> {
    #[inline(always)]
    fn dilate_within<W: Word>(
        &self,
        cells: Bitboard<W, G>,
        within: Bitboard<W, G>,
    ) -> Bitboard<W, G> {
        let mut grown = cells;
        for (i, side) in self.sides.iter().enumerate() {
            let next = &self.sides[(i + 1) % 4];
            let (first, second) =
                (cells.neighbours(side) & within, cells.neighbours(next) & within);
            grown |= first | first.neighbours(next) & second.neighbours(side) & within;
        }
        grown
    }
}
