//! Knight's tours and other paths through every cell exactly once.
//!
//! [`Tours`] are those of a board, which may have holes, for any moves that lead both ways: knights, kings, wazirs, your
//! own. Tours can be found, enumerated and counted.
//!
//! ```
//! use bitboard_core::{Bitboard, Cell, Chess, Steps};
//! use king_paths::tours::Tours;
//!
//! let tours = Tours::on_board(Bitboard::<u64, Chess>::FULL, &Steps::KNIGHT);
//! let tour = tours.clone().closed().find().expect("8×8 has closed tours");
//! assert_eq!(tour.len(), 64);
//! let from_a1 = tours.starting_with(&[Cell::A1])?.find().expect("8×8 has tours from a1");
//! assert_eq!(from_a1[0], Cell::A1);
//! # Ok::<(), king_paths::tours::PathError>(())
//! ```

mod count;
mod graph;
mod heuristic;
mod request;
mod search;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;
use core::iter::FusedIterator;

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Interrupted, Limits, Word};

pub use self::count::CountError;
use self::graph::Graph;
use self::request::Request;
use self::search::Search;

/// The tours of a board: open ones, unless [`closed`](Self::closed) asks for closed ones.
///
/// `C` is the type of the cells.
#[derive(Clone)]
pub struct Tours<C> {
    cells: Vec<C>,
    graph: Graph,
    colors: Option<Vec<bool>>,
    closed: bool,
    prefix: Vec<u32>,
    /// Limit of the memory of a count in bytes.
    memory: usize,
}

/// Error of [`Tours::starting_with`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A cell is not on the board or comes twice.
    #[error("cell {number} of the path is not on the board or comes twice")]
    Cell {
        /// The position in the path, from 1.
        number: usize,
    },
    /// A cell cannot be reached from the one before.
    #[error("cell {number} of the path is not one move from the cell before")]
    Move {
        /// The position in the path, from 1.
        number: usize,
    },
}

impl<G: Geometry> Tours<Cell<G>> {
    /// The tours through all cells of `within`.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<3, 4>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::KNIGHT);
    /// assert_eq!(tours.count(), Ok(16));
    /// ```
    ///
    /// # Panics
    /// If a move leads one way only.
    #[must_use]
    pub fn on_board<W: Word, D: Dilate<G>>(within: Bitboard<W, G>, moves: &D) -> Self {
        Self::new(within, |cell| {
            let from = Bitboard::from_cell(cell);
            moves.dilate_within(from, within) - from
        })
    }
}

impl<C: Copy + Ord> Tours<C> {
    /// The tours through `cells`, where a move leads from a cell to each of its `neighbors`. Neighbors that are not among
    /// the cells are ignored. A cell that is given twice counts once.
    ///
    /// ```
    /// use king_paths::tours::Tours;
    ///
    /// // Five numbers in a circle.
    /// let tours = Tours::new(0..5, |i| [(i + 1) % 5, (i + 4) % 5]);
    /// assert_eq!(tours.count(), Ok(10));
    /// assert_eq!(tours.closed().count(), Ok(1));
    /// ```
    ///
    /// # Panics
    /// If a move leads one way only, or there are more than 2^32 moves.
    #[must_use]
    pub fn new<N: IntoIterator<Item = C>>(
        cells: impl IntoIterator<Item = C>,
        mut neighbors: impl FnMut(C) -> N,
    ) -> Self {
        let mut seen = BTreeSet::new();
        let cells: Vec<C> = cells.into_iter().filter(|&cell| seen.insert(cell)).collect();
        let mut numbers: Vec<(C, u32)> = (0..).zip(&cells).map(|(i, &cell)| (cell, i)).collect();
        numbers.sort_unstable();
        let number = |cell: C| {
            let found = numbers.binary_search_by_key(&cell, |&(cell, _)| cell).ok()?;
            Some(numbers[found].1)
        };
        let list = |&cell: &C| {
            let mut list: Vec<u32> = neighbors(cell).into_iter().filter_map(number).collect();
            list.retain(|&u| Some(u) != number(cell));
            list.sort_unstable();
            list.dedup();
            list
        };
        let graph = Graph::new(cells.iter().map(list));
        let colors = if graph.is_connected() { graph.two_coloring() } else { None };
        Self { cells, graph, colors, closed: false, prefix: Vec::new(), memory: usize::MAX }
    }

    /// Only closed tours: one move leads from the last cell to the first.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<4, 4>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// assert_eq!(tours.closed().count(), Ok(6));
    /// ```
    #[must_use]
    pub fn closed(mut self) -> Self {
        self.closed = true;
        self
    }

    /// Only tours that start with the cells of `path`.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<3, 3>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// let corner = board.first().expect("a cell");
    /// assert_eq!(tours.starting_with(&[corner])?.count(), Ok(8));
    /// # Ok::<(), king_paths::tours::PathError>(())
    /// ```
    ///
    /// # Errors
    /// If `path` is not a path on the board.
    pub fn starting_with(mut self, path: &[C]) -> Result<Self, PathError> {
        self.prefix.clear();
        for (number, cell) in (1..).zip(path) {
            let v = self.cells.iter().position(|other| other == cell);
            let v = v.filter(|&v| !self.prefix.contains(&(v as u32)));
            let v = v.ok_or(PathError::Cell { number })?;
            if let Some(&last) = self.prefix.last()
                && !self.graph.are_adjacent(last as usize, v)
            {
                return Err(PathError::Move { number });
            }
            self.prefix.push(v as u32);
        }
        Ok(self)
    }

    /// Limits the memory of a count to `bytes`, apart from some kilobytes for the graph. Without this, it has no limit.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::{CountError, Tours};
    ///
    /// let board = Bitboard::<u64, RowMajor<8, 8>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::KNIGHT);
    /// let count = tours.memory(1 << 20).count();
    /// assert!(matches!(count, Err(CountError::OutOfMemory { .. })));
    /// ```
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Finds a tour, or `None` if there is none.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<5, 5>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// let tour = tours.find().expect("a tour");
    /// assert_eq!(tour.len(), 25);
    /// assert_eq!(tours.closed().find(), None);
    /// ```
    ///
    /// Boards with tours are usually solved in milliseconds, up to thousands of cells. To prove that there is none can
    /// take very long; [`try_find`](Self::try_find) takes limits.
    #[must_use]
    pub fn find(&self) -> Option<Vec<C>> {
        self.try_find(&Limits::new()).ok().flatten()
    }

    /// Finds a tour, or `None` if there is none, within limits. Nodes are rotations and steps of paths.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Limits, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<5, 5>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// let limits = Limits::new().nodes(1_000_000);
    /// assert!(tours.try_find(&limits)?.is_some());
    /// # Ok::<(), bitboard_core::Interrupted>(())
    /// ```
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn try_find(&self, limits: &Limits<'_>) -> Result<Option<Vec<C>>, Interrupted> {
        let request = self.request();
        if !request.is_plausible() {
            return Ok(None);
        }
        let watch = limits.start();
        if let Some(path) = heuristic::find(&request, &watch)? {
            return Ok(Some(self.named(&path)));
        }
        let mut search = Search::new(&request);
        Ok(search.next(&request, &watch)?.map(|path| self.named(path)))
    }

    /// All tours. Open tours come in both directions, closed tours in one, starting at the first cell of the board, or at
    /// the given path.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<3, 3>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// assert_eq!(tours.iter().count(), 40);
    /// assert!(tours.iter().all(|tour| tour.len() == 9));
    /// ```
    #[must_use]
    pub fn iter(&self) -> Iter<'_, C> {
        Iter { tours: self, search: Search::new(&self.request()) }
    }

    /// Counts the tours that [`iter`](Self::iter) enumerates, without enumerating them.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<6, 6>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::KNIGHT);
    /// assert_eq!(tours.closed().count(), Ok(9_862));
    /// ```
    ///
    /// # Errors
    /// If the frontier of the board has more than 25 cells, the number of tours or of
    /// [partial tours](CountError::Overflow) does not fit a `u128`, or the states need more than the
    /// [memory](Self::memory).
    pub fn count(&self) -> Result<u128, CountError> {
        self.try_count(&Limits::new())
    }

    /// Counts the tours within limits. Nodes are states of the frontier.
    ///
    /// ```
    /// use bitboard_core::{Bitboard, Limits, RowMajor, Steps};
    /// use king_paths::tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<6, 6>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// assert!(tours.try_count(&Limits::new().nodes(10)).is_err());
    /// assert!(tours.try_count(&Limits::new().nodes(1_000_000)).is_ok());
    /// ```
    ///
    /// # Errors
    /// As [`count`](Self::count), or if a limit was reached.
    pub fn try_count(&self, limits: &Limits<'_>) -> Result<u128, CountError> {
        let request = self.request();
        if !request.is_plausible() {
            return Ok(0);
        }
        let watch = limits.start();
        let n = self.graph.len();
        if n < 3 || self.prefix.len() + 2 >= n {
            // There is next to nothing to enumerate.
            let mut search = Search::new(&request);
            let mut count = 0;
            while search.next(&request, &watch)?.is_some() {
                count += 1;
            }
            return Ok(count);
        }
        let (first, last) = (self.prefix.first().copied(), self.prefix.last().copied());
        let (ends, inner): (Option<Vec<u32>>, &[u32]) = match (self.closed, &self.prefix[..]) {
            // A closed tour may start at any of its cells.
            (true, [] | [_]) => (None, &[]),
            (true, [_, inner @ .., _]) => (Some(first.into_iter().chain(last).collect()), inner),
            (false, []) => (Some(Vec::new()), &[]),
            (false, [inner @ .., _]) => (Some(last.into_iter().collect()), inner),
        };
        let (graph, ends) = self.without(inner, ends);
        let count = count::count(&graph, ends.as_deref(), self.memory, &watch)?;
        // An open tour without a given start has two directions.
        let both = !self.closed && self.prefix.is_empty();
        count.checked_mul(if both { 2 } else { 1 }).ok_or(CountError::Overflow)
    }

    /// The graph without some vertices, and the new numbers of others.
    fn without(&self, removed: &[u32], others: Option<Vec<u32>>) -> (Graph, Option<Vec<u32>>) {
        let kept: Vec<u32> =
            (0..self.graph.len() as u32).filter(|v| !removed.contains(v)).collect();
        let number = |v: u32| kept.binary_search(&v).ok().map(|i| i as u32);
        let list = |&v: &u32| self.graph.of(v as usize).filter_map(|u| number(u as u32)).collect();
        let graph = Graph::new(kept.iter().map(list));
        (graph, others.map(|others| others.into_iter().filter_map(number).collect()))
    }

    fn request(&self) -> Request<'_> {
        let (graph, colors) = (&self.graph, self.colors.as_ref());
        Request { graph, closed: self.closed, prefix: &self.prefix, colors }
    }

    fn named(&self, path: &[u32]) -> Vec<C> {
        path.iter().map(|&v| self.cells[v as usize]).collect()
    }
}

impl<C: fmt::Debug> fmt::Debug for Tours<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = self.prefix.iter().map(|&v| &self.cells[v as usize]);
        f.debug_struct("Tours")
            .field("cells", &self.cells.len())
            .field("closed", &self.closed)
            .field("prefix", &prefix.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// An iterator over tours. Made by [`Tours::iter`].
#[derive(Clone, Debug)]
pub struct Iter<'a, C> {
    tours: &'a Tours<C>,
    search: Search,
}

impl<C: Copy + Ord> Iterator for Iter<'_, C> {
    type Item = Vec<C>;

    fn next(&mut self) -> Option<Vec<C>> {
        let watch = Limits::new().start();
        let path = self.search.next(&self.tours.request(), &watch).ok()??;
        Some(self.tours.named(path))
    }
}

impl<C: Copy + Ord> FusedIterator for Iter<'_, C> {}

impl<'a, C: Copy + Ord> IntoIterator for &'a Tours<C> {
    type Item = Vec<C>;
    type IntoIter = Iter<'a, C>;

    fn into_iter(self) -> Iter<'a, C> {
        self.iter()
    }
}
