//! How many shortest paths there are.

use core::fmt;

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

use crate::layers::Layers;

impl<W: Word, G: Geometry> Layers<W, G> {
    /// How many shortest paths lead to each cell of the layers. `within` and `moves` are those
    /// that the layers were made with. [`count`](Self::count) is quicker where only the sum matters.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Chess, Steps};
    /// use king_paths::all_shortest_paths;
    ///
    /// type Board = Bitboard<u64, Chess>;
    /// let (e4, corners) = (Board::new(1 << 28), Board::new(1 | 1 << 63));
    /// let layers = all_shortest_paths(e4, corners, Board::FULL, &Steps::KING);
    /// let counts = layers.counts(Board::FULL, &Steps::KING);
    /// // Four ways to a1, and as many to h8.
    /// assert_eq!(counts.get("a1".parse()?), 4);
    /// assert_eq!(counts.total(), 8);
    /// # Ok::<(), bitboard_core::CellError>(())
    /// ```
    #[must_use]
    pub fn counts<D: Dilate<G>>(&self, within: Bitboard<W, G>, moves: &D) -> Counts<W, G> {
        let reverse = moves.reverse();
        let mut counts =
            Counts { paths: [0; 128], ends: self.last().copied().unwrap_or(Bitboard::EMPTY) };
        for cell in self.first().copied().unwrap_or(Bitboard::EMPTY) {
            counts.paths[cell.index() as usize] = 1;
        }
        for pair in self.windows(2) {
            for cell in pair[1] {
                let before = reverse.dilate_within(Bitboard::from_cell(cell), within) & pair[0];
                counts.paths[cell.index() as usize] = counts.sum(before);
            }
        }
        counts
    }
}

/// How many shortest paths lead to each cell. Made by [`Layers::counts`].
///
/// A `u128` holds any number: layers are disjoint and a path takes one cell of each, so on n cells there are
/// at most 3^(n/3) paths, the greatest product of numbers that add up to n. That is less than 2^34 on 64 cells and
/// less than 2^68 on 128.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counts<W: Word, G: Geometry> {
    paths: [u128; 128],
    ends: Bitboard<W, G>,
}

impl<W: Word, G: Geometry> Counts<W, G> {
    /// The number of shortest paths that end in `cell`: 0 if it is in no layer.
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Cell<G>) -> u128 {
        self.paths[cell.index() as usize]
    }

    /// The number of all shortest paths.
    #[inline]
    #[must_use]
    pub fn total(&self) -> u128 {
        self.sum(self.ends)
    }

    /// Each target that a shortest path reaches, with the number of those that do.
    pub fn per_target(&self) -> impl Iterator<Item = (Cell<G>, u128)> + '_ {
        self.ends.iter().map(|cell| (cell, self.get(cell)))
    }

    #[inline]
    pub(crate) fn sum(&self, cells: Bitboard<W, G>) -> u128 {
        cells.iter().map(|cell| self.get(cell)).sum()
    }
}

impl<W: Word, G: Geometry> fmt::Debug for Counts<W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = Bitboard::<W, G>::FULL.iter().filter(|&cell| self.get(cell) > 0);
        f.debug_map().entries(counted.map(|cell| (cell, self.get(cell)))).finish()
    }
}
