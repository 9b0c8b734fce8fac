//! The number of all shortest paths, by code that is compiled for the moves.
//!
//! The numbers are those of the [layers](crate::layers), with two short cuts. If all paths begin or
//! end in one cell, each cell of the layer beside it is one move from it, so that layer needs no
//! work. In the layers that are left, a cell of the second layer has a path for each neighbor in
//! the first, and a path to the last layer but one continues to each neighbor in the last. So only
//! the layers between need sums:
//!
//! ```text
//!   from        | first    second     …      last but one    last |        to
//!   one cell      no work  popcount   sums   sums            popcount      one cell
//! ```
//!
//! Layers are disjoint and a path takes one cell of each, so on n cells there are at most 3^(n/3)
//! paths, the greatest product of numbers that add up to n: fewer than 2^34 on 64 cells, where 64
//! bits are enough, and fewer than 2^68 on 128. Time is a move of a single cell for each cell of
//! the layers, and an addition for each move between two layers that need sums.

use core::ops::{Add, Mul};

use bitboard_core::dispatch::Kernel;
use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

/// Adds up the paths to each cell, layer by layer, by code that is compiled for the moves.
pub(crate) struct Count<'a, W: Word, G: Geometry> {
    pub(crate) layers: &'a [Bitboard<W, G>],
    pub(crate) within: Bitboard<W, G>,
}

impl<W: Word, G: Geometry> Kernel<G> for Count<'_, W, G> {
    type Output = u128;

    #[inline(always)]
    fn run<D: Dilate<G>>(self, moves: &D) -> u128 {
        if W::BITS == 64 {
            // 3^(64/3) < 2^34.
            u128::from(self.count_in([0u64; 64], moves))
        } else {
            self.count_in([0u128; 128], moves)
        }
    }
}

impl<W: Word, G: Geometry> Count<'_, W, G> {
    /// Counts in numbers of type `N`, one for each cell.
    #[inline(always)]
    fn count_in<N: Copy + From<u8> + Add<Output = N> + Mul<Output = N>, const CELLS: usize>(
        &self,
        mut paths: [N; CELLS],
        moves: &impl Dilate<G>,
    ) -> N {
        let (within, reverse) = (self.within, moves.reverse());
        let index = |cell: Cell<G>| cell.index() as usize % CELLS;
        let mut layers = self.layers;
        if let [rest @ .., last] = layers
            && last.single().is_some()
            && !rest.is_empty()
        {
            layers = rest;
        }
        if let [first, rest @ ..] = layers
            && first.single().is_some()
            && !rest.is_empty()
        {
            layers = rest;
        }
        let neighbors = |cells: Bitboard<W, G>| N::from(cells.len() as u8);
        let before = |cell| reverse.dilate_within(Bitboard::from_cell(cell), within);
        let after = |cell| moves.dilate_within(Bitboard::from_cell(cell), within);
        let [first, between @ .., last] = layers else {
            return neighbors(layers.first().copied().unwrap_or(Bitboard::EMPTY));
        };
        let Some(second) = between.first() else {
            let mut sum = N::from(0);
            for cell in *last {
                sum = sum + neighbors(before(cell) & *first);
            }
            return sum;
        };
        for cell in *second {
            paths[index(cell)] = neighbors(before(cell) & *first);
        }
        for pair in between.windows(2) {
            for cell in pair[1] {
                let mut sum = N::from(0);
                for cell in before(cell) & pair[0] {
                    sum = sum + paths[index(cell)];
                }
                paths[index(cell)] = sum;
            }
        }
        let ends = between.last().unwrap_or(second);
        let mut sum = N::from(0);
        for cell in *ends {
            sum = sum + paths[index(cell)] * neighbors(after(cell) & *last);
        }
        sum
    }
}
