//! Numbers of shortest paths.

use core::fmt;
use core::ops::{Add, Mul};

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Kernel, Word};

use crate::shortest::ShortestPaths;

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// Number of shortest paths: sequences of cells, one of each layer, each one move from the one before.
    ///
    /// There are fewer than 2^34 on 64 cells and fewer than 2^68 on 128, because layers are disjoint and a path takes one
    /// cell of each: on n cells there are at most 3^(n/3) paths, the greatest product of numbers that add up to n.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// assert_eq!(shortest_paths(Cell::E1, Cell::E8, board, &Steps::KING).path_count(), 393);
    /// assert_eq!(shortest_paths(Cell::A1, Cell::H8, board, &Steps::KNIGHT).path_count(), 108);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn path_count(&self) -> u128 {
        self.moves().specialize(Count { layers: self.layers(), within: self.within() })
    }

    /// Number of shortest paths to each cell. [`path_count`](Self::path_count) is faster where only the sum matters.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let corners = Bitboard::<u64, Chess>::from(Cell::A1) | Cell::H8;
    /// let counts = shortest_paths(Cell::E4, corners, Bitboard::FULL, &Steps::KING).counts();
    /// // Four paths to a1, and as many to h8.
    /// assert_eq!(counts.get(Cell::A1), 4);
    /// assert_eq!(counts.total(), 8);
    /// ```
    #[must_use]
    pub fn counts(&self) -> Counts<W, G> {
        let layers = self.layers();
        let (within, reverse) = (self.within(), self.moves().reverse());
        let ends = layers.last().copied().unwrap_or(Bitboard::EMPTY);
        let mut counts = Counts { paths: [0; 128], ends };
        for cell in layers.first().copied().unwrap_or(Bitboard::EMPTY) {
            counts.paths[cell.index() as usize] = 1;
        }
        for pair in layers.windows(2) {
            for cell in pair[1] {
                let before = reverse.dilate_within(Bitboard::from_cell(cell), within) & pair[0];
                counts.paths[cell.index() as usize] = counts.sum(before);
            }
        }
        counts
    }
}

/// Adds up the paths to each cell, layer by layer, by code that is compiled for the moves.
struct Count<'a, W: Word, G: Geometry> {
    layers: &'a [Bitboard<W, G>],
    within: Bitboard<W, G>,
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
        let place = |cell: Cell<G>| cell.index() as usize % CELLS;
        // If all paths begin or end in one cell, each cell of the layer beside it is one move from it.
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
        // The number of paths to a cell of the second layer is that of its neighbors in the first, and in the last layer
        // each neighbor of a cell before it continues the paths of that cell. So only layers between need sums.
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
            paths[place(cell)] = neighbors(before(cell) & *first);
        }
        for pair in between.windows(2) {
            for cell in pair[1] {
                let mut sum = N::from(0);
                for cell in before(cell) & pair[0] {
                    sum = sum + paths[place(cell)];
                }
                paths[place(cell)] = sum;
            }
        }
        let ends = between.last().unwrap_or(second);
        let mut sum = N::from(0);
        for cell in *ends {
            sum = sum + paths[place(cell)] * neighbors(after(cell) & *last);
        }
        sum
    }
}

/// Number of shortest paths to each cell. Made by [`ShortestPaths::counts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Counts<W: Word, G: Geometry> {
    paths: [u128; 128],
    ends: Bitboard<W, G>,
}

impl<W: Word, G: Geometry> Counts<W, G> {
    /// Number of shortest paths to `cell`, 0 if it is in no layer. They begin in the first layer, and are continued by
    /// shortest paths of the query.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let counts = shortest_paths(Cell::A1, Cell::C3, board, &Steps::ORTHOGONAL).counts();
    /// assert_eq!([Cell::A1, Cell::A2, Cell::B2, Cell::C3, Cell::D4].map(|c| counts.get(c)), [1, 1, 2, 6, 0]);
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, cell: Cell<G>) -> u128 {
        self.paths[cell.index() as usize]
    }

    /// Number of all shortest paths.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let paths = shortest_paths(Cell::E1, Cell::E8, board, &Steps::KING);
    /// assert_eq!(paths.counts().total(), paths.path_count());
    /// ```
    #[inline]
    #[must_use]
    pub fn total(&self) -> u128 {
        self.sum(self.ends)
    }

    /// The targets that shortest paths reach, with the number of paths to each.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let row = Bitboard::<u64, Chess>::row(2);
    /// let counts = shortest_paths(Cell::A1, row, Bitboard::FULL, &Steps::KING).counts();
    /// let targets: Vec<_> = counts.per_target().collect();
    /// assert_eq!(targets, [(Cell::A3, 2), (Cell::B3, 2), (Cell::C3, 1)]);
    /// ```
    pub fn per_target(&self) -> impl Iterator<Item = (Cell<G>, u128)> + '_ {
        self.ends.iter().map(|cell| (cell, self.get(cell)))
    }

    /// The cells of all layers, with the number of paths to each.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let board = Bitboard::<u64, Chess>::FULL;
    /// let counts = shortest_paths(Cell::A1, Cell::B3, board, &Steps::ORTHOGONAL).counts();
    /// let all = [(Cell::A1, 1), (Cell::B1, 1), (Cell::A2, 1), (Cell::B2, 2), (Cell::A3, 1), (Cell::B3, 3)];
    /// assert!(counts.iter().eq(all));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = (Cell<G>, u128)> + '_ {
        let cells = Bitboard::<W, G>::FULL.iter().map(|cell| (cell, self.get(cell)));
        cells.filter(|&(_, paths)| paths > 0)
    }

    #[inline]
    fn sum(&self, cells: Bitboard<W, G>) -> u128 {
        cells.iter().map(|cell| self.get(cell)).sum()
    }
}

impl<W: Word, G: Geometry> fmt::Debug for Counts<W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
