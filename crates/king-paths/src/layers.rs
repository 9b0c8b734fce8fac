//! Answers that follow from the layers of shortest paths on a board: lists of paths, numbers of
//! paths, random ones.
//!
//! Layer i holds the cells that are the i-th on some shortest path. A cell is in one layer at most,
//! and each has a predecessor in the layer before and a successor in the layer after. So a shortest
//! path is one cell of each layer, each one move from the one before.
//!
//! ```text
//!   cells of layers        numbers of paths, for a rook's single steps
//!     0 1 2                  1 1 1
//!     1 2 3                  1 2 3
//!     2 3 4                  1 3 6
//! ```
//!
//! - **List**, by a depth-first search from layer to layer. It has no dead ends, because each cell
//!   has a successor.
//! - **Count**, by dynamic programming: a cell of layer 0 has one path, any other cell the sum of
//!   the numbers of its predecessors. The numbers of the last layer add up to that of all paths.
//!   The time is proportional to the number of moves between layers.
//! - **Draw**, from the last layer to the first: each cell has a probability in proportion to the
//!   number of paths to it, so all paths are equally likely. The time is proportional to the
//!   length.

use core::fmt;

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Random, Word};

use crate::count::Count;
use crate::path::{MAX_LAYERS, Path};
use crate::shortest::ShortestPaths;

impl<W: Word, G: Geometry, D: Dilate<G>> ShortestPaths<'_, W, G, D> {
    /// A shortest path, or `None` if there is none: the first of [`paths`](Self::paths).
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let gap = !Bitboard::<u64, Chess>::row(3) | Cell::B4;
    /// let path = shortest_paths(Cell::E2, Cell::E6, gap, &Steps::KING).path();
    /// assert_eq!(path.map(|path| path.to_string()).as_deref(), Some("e2 d2 c3 b4 c5 d5 e6"));
    /// ```
    #[must_use]
    pub fn path(&self) -> Option<Path<G>> {
        self.paths().next()
    }

    /// All shortest paths in the order of their cells. The search does not have dead ends, because
    /// each cell of a layer has a successor in the next.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let paths = shortest_paths(Cell::E4, Cell::H8, Bitboard::<u64, Chess>::FULL, &Steps::KING);
    /// let paths: Vec<String> = paths.paths().map(|path| path.to_string()).collect();
    /// assert_eq!(paths, ["e4 e5 f6 g7 h8", "e4 f5 f6 g7 h8", "e4 f5 g6 g7 h8", "e4 f5 g6 h7 h8"]);
    /// ```
    pub fn paths(&self) -> impl Iterator<Item = Path<G>> + Clone {
        let (layers, within, moves) = (self.layers(), self.within(), self.moves());
        let first = layers.first().copied().unwrap_or(Bitboard::EMPTY);
        let mut path = first.first().map(|cell| Path::of(cell, layers.len()));
        // The cells of each layer up to `depth` that continue the path and are not tried yet.
        let mut choices = [first; MAX_LAYERS];
        let mut depth = 0;
        core::iter::from_fn(move || {
            let path = path.as_mut()?;
            loop {
                let Some(cell) = choices[depth].pop_first() else {
                    depth = depth.checked_sub(1)?;
                    continue;
                };
                path.set(depth, cell);
                if depth + 1 == layers.len() {
                    return Some(*path);
                }
                depth += 1;
                choices[depth] = moves.dilate_within(cell.into(), within) & layers[depth];
            }
        })
    }

    /// Number of shortest paths: sequences of cells, one of each layer, each one move from the one
    /// before.
    ///
    /// There are fewer than 2^34 on 64 cells and fewer than 2^68 on 128, because layers are
    /// disjoint and a path takes one cell of each: on n cells there are at most 3^(n/3) paths, the
    /// greatest product of numbers that add up to n.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
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

    /// Number of shortest paths to each cell. [`path_count`](Self::path_count) is faster where only
    /// the sum matters.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let corners = Bitboard::<u64, Chess>::from(Cell::A1) | Cell::H8;
    /// let paths = shortest_paths(Cell::E4, corners, Bitboard::FULL, &Steps::KING);
    /// let counts = paths.counts();
    /// assert_eq!([Cell::A1, Cell::H8].map(|cell| counts.get(cell)), [4, 4]);
    /// ```
    #[must_use]
    pub fn counts(&self) -> Counts<'_, W, G> {
        let layers = self.layers();
        let mut numbers = [0; MAX_LAYERS];
        for cell in layers.first().copied().unwrap_or(Bitboard::EMPTY) {
            numbers[cell.index() as usize] = 1;
        }
        for pair in layers.windows(2) {
            for cell in pair[1] {
                let before = self.before(cell) & pair[0];
                let before = before.iter().map(|cell| numbers[cell.index() as usize]);
                numbers[cell.index() as usize] = before.sum();
            }
        }
        Counts { layers, numbers }
    }

    /// The cells from which one move leads to a cell.
    fn before(&self, cell: Cell<G>) -> Bitboard<W, G> {
        self.moves().reverse().dilate_within(cell.into(), self.within())
    }

    /// Draws shortest paths at random, each with the same probability, without end. Empty if there
    /// is no path.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::{SeededRng, shortest_paths};
    ///
    /// let paths = shortest_paths(Cell::E1, Cell::E8, Bitboard::<u64, Chess>::FULL, &Steps::KING);
    /// let path = paths.sampler(&mut SeededRng::new(1)).next().expect("a path");
    /// assert_eq!((path.len(), path[0], path[7]), (8, Cell::E1, Cell::E8));
    /// ```
    pub fn sampler<R: Random>(&self, mut rng: R) -> impl Iterator<Item = Path<G>> {
        let counts = self.counts();
        let total = counts.per_target().map(|(_, number)| number).sum();
        core::iter::from_fn(move || {
            let (&last, before) = counts.layers.split_last()?;
            // The index of the path among all paths, then among those to the cell that was drawn.
            let mut index = rng.below_u128(total);
            let mut cell = counts.draw(last, &mut index)?;
            let mut path = Path::of(cell, counts.layers.len());
            for (i, &layer) in before.iter().enumerate().rev() {
                cell = counts.draw(self.before(cell) & layer, &mut index)?;
                path.set(i, cell);
            }
            Some(path)
        })
    }
}

/// Number of shortest paths to each cell. Made by [`ShortestPaths::counts`].
#[derive(Clone)]
pub struct Counts<'a, W: Word, G: Geometry> {
    layers: &'a [Bitboard<W, G>],
    /// By the index of the cell.
    numbers: [u128; MAX_LAYERS],
}

impl<W: Word, G: Geometry> Counts<'_, W, G> {
    /// Number of shortest paths from the first layer to `cell`, 0 if it is in no layer. Each is the
    /// beginning of a shortest path of the query.
    #[must_use]
    pub fn get(&self, cell: Cell<G>) -> u128 {
        self.numbers[cell.index() as usize]
    }

    /// The targets that shortest paths reach, with the number of paths to each.
    ///
    /// ```
    /// use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    /// use king_paths::shortest_paths;
    ///
    /// let row = Bitboard::<u64, Chess>::row(2);
    /// let paths = shortest_paths(Cell::A1, row, Bitboard::FULL, &Steps::KING);
    /// let targets: Vec<_> = paths.counts().per_target().collect();
    /// assert_eq!(targets, [(Cell::A3, 2), (Cell::B3, 2), (Cell::C3, 1)]);
    /// ```
    pub fn per_target(&self) -> impl Iterator<Item = (Cell<G>, u128)> + '_ {
        self.of(self.layers.last().into_iter())
    }

    /// The cells of all layers, with the number of paths to each.
    pub fn iter(&self) -> impl Iterator<Item = (Cell<G>, u128)> + '_ {
        self.of(self.layers.iter())
    }

    fn of<'b>(
        &'b self,
        layers: impl Iterator<Item = &'b Bitboard<W, G>>,
    ) -> impl Iterator<Item = (Cell<G>, u128)> {
        layers.flat_map(|layer| layer.iter()).map(|cell| (cell, self.get(cell)))
    }

    /// Draws one of some cells with a probability in proportion to its number of paths: that of
    /// path `index` among the paths to all of them, which becomes its index among those to the
    /// cell.
    fn draw(&self, cells: Bitboard<W, G>, index: &mut u128) -> Option<Cell<G>> {
        cells.iter().find(|&cell| match index.checked_sub(self.get(cell)) {
            None => true,
            Some(rest) => {
                *index = rest;
                false
            }
        })
    }
}

impl<W: Word, G: Geometry> fmt::Debug for Counts<'_, W, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}
