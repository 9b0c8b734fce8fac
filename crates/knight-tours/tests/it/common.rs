//! What the tests share.

use bitboard_core::{Bitboard, Bits, Dilate, Geometry, Moves};

/// Any moves, compiled once for each kind of board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rule<G: Geometry>(pub(crate) Moves<G>);

impl<G: Geometry> Dilate<G> for Rule<G> {
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        #[inline(never)]
        fn step<B: Bits, G: Geometry>(
            moves: &Moves<G>,
            cells: Bitboard<B, G>,
            within: Bitboard<B, G>,
        ) -> Bitboard<B, G> {
            moves.dilate_within(cells, within)
        }
        step(&self.0, cells, within)
    }

    fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}
