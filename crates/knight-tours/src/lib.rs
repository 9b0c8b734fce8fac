//! Knight's tours and other paths through every cell exactly once.
//!
//! [`Tours`] are those of a board, which may have holes, for any moves that lead both ways:
//! knights, kings, wazirs, your own. Tours can be found, listed and counted. A tour is a
//! Hamiltonian path of the graph of moves, so any cells and moves will do.
//!
//! | query | answer | method |
//! | --- | --- | --- |
//! | one tour, or none | [`find`], [`try_find`] | Warnsdorff's rule with rotations, then a sweep |
//! | all tours, one by one | [`iter`] | depth-first search |
//! | their number | [`count`], [`try_count`] | a sweep that adds up equal states |
//! | closed tours, tours that start with given cells | [`closed`], [`starting_with`] | |
//!
//! A sweep takes the cells one by one and keeps, for the cells at the border between those taken
//! and the others (the **frontier**), which ends of partial paths they are.
//!
//! [`find`]: Tours::find
//! [`try_find`]: Tours::try_find
//! [`iter`]: Tours::iter
//! [`count`]: Tours::count
//! [`try_count`]: Tours::try_count
//! [`closed`]: Tours::closed
//! [`starting_with`]: Tours::starting_with
//!
//! ```
//! use knight_tours::bitboard_core::{Bitboard, Cell, Chess, Steps};
//! use knight_tours::Tours;
//!
//! let tours = Tours::on_board(Bitboard::<u64, Chess>::FULL, &Steps::KNIGHT);
//! let tour = tours.clone().closed().find().expect("8×8 has closed tours");
//! assert_eq!(tour.len(), 64);
//! let from_a1 = tours.starting_with(&[Cell::A1])?.find().expect("8×8 has tours from a1");
//! assert_eq!(from_a1[0], Cell::A1);
//! # Ok::<(), knight_tours::PathError>(())
//! ```
//!
//! A query first tests by colors and articulation cells whether a tour is possible (`search`). A
//! count is a sweep over vectors (`count`, in the order of `graph`), whose entries are the
//! `matchings` of the ends of partial paths. The methods for one tour are tried from the cheapest
//! on: short walks, a short sweep that is followed back, long walks, a long sweep, and at last the
//! search that lists all tours.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod count;
mod graph;
mod matchings;
mod memory;
mod search;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

use bitboard_core::limits::{Meter, Watch, unlimited, unlimited_fallible};
use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

pub use bitboard_core;
pub use bitboard_core::{Interrupted, Limits, Progress, StopReason, TryError};

pub use self::count::CountError;
use self::count::{CountSweep, with_ends_joined};
use self::graph::{Graph, SLOTS, best_order, in_order};
use self::search::{Request, Shape, TourSearch, walk};

/// The seeds of short walks. Several find tours that one misses.
const FEW_SEEDS: Range<u64> = 0..8;
/// The seeds of long walks.
const MANY_SEEDS: Range<u64> = 8..128;
/// The bytes of a short sweep for a tour on a small board; 64 KiB for each cell on larger ones.
const LITTLE_MEMORY: usize = 1 << 22;
/// The bytes of a long sweep for a tour.
const MUCH_MEMORY: usize = 1 << 28;

/// The tours of a board: open ones, unless [`closed`](Self::closed) asks for closed ones.
///
/// `C` is the type of the cells.
#[derive(Clone)]
pub struct Tours<C> {
    cells: Vec<C>,
    graph: Graph,
    shape: Shape,
    closed: bool,
    prefix: Vec<u32>,
    /// Limit of the memory of a count or a search in bytes.
    memory: usize,
    /// Threads of a count.
    threads: usize,
}

/// The part of a graph that a given path leaves open.
struct Rest {
    graph: Graph,
    /// The given ends of a tour of this part, or `None` if it is closed.
    ends: Option<Vec<u32>>,
    /// The vertex from which the given path continues.
    start: Option<u32>,
    /// The numbers of its vertices in the whole graph.
    vertices: Vec<u32>,
}

/// The result of a sweep for a tour.
enum Swept {
    Tour(Vec<u32>),
    None,
    /// There are too many states, or the frontier is too wide.
    TooMany,
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
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
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
    /// The tours through `cells`, where a move leads from a cell to each of its `neighbors`.
    /// Neighbors that are not among the cells are ignored. A cell that is given twice counts once.
    ///
    /// ```
    /// use knight_tours::Tours;
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
        let mut numbers = BTreeMap::new();
        let mut different = Vec::new();
        for cell in cells {
            numbers.entry(cell).or_insert_with(|| {
                different.push(cell);
                different.len() as u32 - 1
            });
        }
        let cells = different;
        // A sorted list is searched faster than the map.
        let numbers: Vec<(C, u32)> = numbers.into_iter().collect();
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
        let shape = Shape::new(&graph);
        Self {
            cells,
            graph,
            shape,
            closed: false,
            prefix: Vec::new(),
            memory: usize::MAX,
            threads: 1,
        }
    }

    /// Only closed tours: one move leads from the last cell to the first. They have at least three
    /// cells, because on fewer the last move would be the first one in reverse.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
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
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<3, 3>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// let corner = board.first().expect("a cell");
    /// assert_eq!(tours.starting_with(&[corner])?.count(), Ok(8));
    /// # Ok::<(), knight_tours::PathError>(())
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

    /// Limits the memory of a count or a search to `bytes`, apart from some kilobytes for the
    /// graph. Without this, a count has no limit, and a search takes up to about 256 MiB.
    #[must_use]
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Sets the number of threads of a count, 0 for one for each core; the default is 1. The
    /// feature `std` is needed for more than one.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Finds a tour, or `None` if there is none.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<5, 5>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// let tour = tours.find().expect("a tour");
    /// assert_eq!(tour.len(), 25);
    /// assert_eq!(tours.closed().find(), None);
    /// ```
    ///
    /// Boards with tours are usually solved in milliseconds, up to thousands of cells. That there
    /// is none is proved by colors and articulation cells, and on narrow boards by a sweep from one
    /// side to the other. On others it can take very long; [`try_find`](Self::try_find) takes
    /// limits.
    #[must_use]
    pub fn find(&self) -> Option<Vec<C>> {
        unlimited(|limits| self.try_find(limits))
    }

    /// Finds a tour, or `None` if there is none, within limits. Nodes are steps of paths, 16 cells
    /// that a rotation of a path moves, and counts of a sweep that are added.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    /// use knight_tours::Limits;
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
        let path = self.path(&request, &limits.start())?;
        Ok(path.map(|path| self.named(&path)))
    }

    /// Finds a tour by the cheapest method first.
    fn path(
        &self,
        request: &Request<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<u32>>, StopReason> {
        let n = self.graph.len();
        let little = (n << 16).clamp(LITTLE_MEMORY, MUCH_MEMORY);
        for (seeds, rotations, memory) in
            [(FEW_SEEDS, n + 1_000, little), (MANY_SEEDS, 10 * n + 1_000, MUCH_MEMORY)]
        {
            if let Some(path) = walk(request, seeds, rotations, &mut Meter::new(watch))? {
                return Ok(Some(path));
            }
            match self.sweep(memory, watch)? {
                Swept::Tour(path) => return Ok(Some(path)),
                Swept::None => return Ok(None),
                Swept::TooMany => {}
            }
        }
        let (mut search, mut meter) = (TourSearch::new(request), Meter::new(watch));
        Ok(search.next(request, || meter.take_all(1))?.map(<[u32]>::to_vec))
    }

    /// Finds a tour by a sweep over the frontier.
    fn sweep(&self, memory: usize, watch: &Watch<'_>) -> Result<Swept, StopReason> {
        let Some(rest) = self.rest() else { return Ok(Swept::TooMany) };
        if !rest.graph.is_connected() {
            return Ok(Swept::None);
        }
        let order = best_order(&rest.graph, &Meter::new(watch))?;
        if order.width > SLOTS {
            return Ok(Swept::TooMany);
        }
        let (graph, order) = with_ends_joined(&rest.graph, rest.ends.as_deref(), order.vertices);
        let edges = match CountSweep::new(&graph, memory.min(self.memory)).find(&graph, watch) {
            Ok(Some(edges)) => edges,
            Ok(None) => return Ok(Swept::None),
            Err(TryError::Interrupted(stopped)) => return Err(stopped.reason),
            Err(TryError::Failed(_)) => return Ok(Swept::TooMany),
        };
        // Without those that join the ends.
        let n = rest.graph.len();
        let edges = edges.into_iter().map(|(v, u)| (order[v], order[u]));
        let path = in_order(n, edges.filter(|&(v, u)| v.max(u) < n as u32), rest.start);
        let before = &self.prefix[..self.prefix.len().saturating_sub(1)];
        let path = path.iter().map(|&v| rest.vertices[v as usize]);
        // A closed tour ends before its first cell comes again.
        Ok(Swept::Tour(before.iter().copied().chain(path).take(self.graph.len()).collect()))
    }

    /// All tours. Open tours come in both directions, closed tours in one, starting at the first
    /// cell of the board, or at the given path.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<3, 3>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// assert_eq!(tours.iter().count(), 40);
    /// assert!(tours.iter().all(|tour| tour.len() == 9));
    /// ```
    pub fn iter(&self) -> impl FusedIterator<Item = Vec<C>> + '_ {
        let request = self.request();
        let mut search = TourSearch::new(&request);
        let next = move || match search.next(&request, || Ok::<_, Infallible>(())) {
            Ok(path) => path.map(|path| self.named(path)),
            Err(never) => match never {},
        };
        core::iter::from_fn(next).fuse()
    }

    /// Counts the tours that [`iter`](Self::iter) enumerates, without enumerating them.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    ///
    /// let board = Bitboard::<u64, RowMajor<6, 6>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::KNIGHT);
    /// assert_eq!(tours.closed().count(), Ok(9_862));
    /// ```
    ///
    /// # Errors
    /// If the frontier of the board has more than 25 cells, the number of tours or of
    /// [partial tours](CountError::Overflow) does not fit a `u128`, or the states need more than
    /// the [memory](Self::memory_bytes).
    pub fn count(&self) -> Result<u128, CountError> {
        unlimited_fallible(|limits| self.try_count(limits))
    }

    /// Counts the tours within limits. Nodes are counts of a sweep that are added.
    ///
    /// ```
    /// use knight_tours::bitboard_core::{Bitboard, RowMajor, Steps};
    /// use knight_tours::Tours;
    /// use knight_tours::Limits;
    ///
    /// let board = Bitboard::<u64, RowMajor<6, 6>>::FULL;
    /// let tours = Tours::on_board(board, &Steps::ORTHOGONAL);
    /// assert!(tours.try_count(&Limits::new().nodes(10)).is_err());
    /// assert!(tours.try_count(&Limits::new().nodes(1_000_000)).is_ok());
    /// ```
    ///
    /// # Errors
    /// As [`count`](Self::count), or if a limit was reached.
    pub fn try_count(&self, limits: &Limits<'_>) -> Result<u128, TryError<CountError>> {
        let request = self.request();
        if !request.is_plausible() {
            return Ok(0);
        }
        let watch = limits.start();
        let Some(Rest { graph, ends, .. }) = self.rest() else {
            // At most two vertices are free.
            let (mut search, mut meter) = (TourSearch::new(&request), Meter::new(&watch));
            let mut count = 0;
            while search.next(&request, || meter.take_all(1))?.is_some() {
                count += 1;
            }
            return Ok(count);
        };
        // Without the given path, the rest of the board may fall apart.
        if !graph.is_connected() {
            return Ok(0);
        }
        let order = best_order(&graph, &Meter::new(&watch))?;
        if order.width > SLOTS {
            return Err(CountError::TooWide { found: order.width }.into());
        }
        let (graph, _) = with_ends_joined(&graph, ends.as_deref(), order.vertices);
        let tours = CountSweep::new(&graph, self.memory).run(self.threads, &watch)?;
        // An open tour without a given start has two directions.
        let directions = 1 + u128::from(!self.closed && self.prefix.is_empty());
        Ok(tours.checked_mul(directions).ok_or(CountError::Overflow)?)
    }

    /// The part that the given path leaves open, or `None` if it has at most two vertices.
    fn rest(&self) -> Option<Rest> {
        let n = self.graph.len();
        if n < 3 || self.prefix.len() + 2 >= n {
            return None;
        }
        let path = &self.prefix[..];
        let last = path.len().saturating_sub(1);
        let (removed, ends) = match (self.closed, path.len()) {
            // A closed tour may start at any of its cells.
            (true, 0 | 1) => (&path[..0], None),
            (true, _) => (&path[1..last], Some([path[0], path[last]].to_vec())),
            (false, _) => (&path[..last], Some(path[last..].to_vec())),
        };
        let vertices: Vec<u32> = (0..n as u32).filter(|v| !removed.contains(v)).collect();
        let number = |v: u32| vertices.binary_search(&v).ok().map(|i| i as u32);
        let list = |&v: &u32| self.graph.of(v as usize).filter_map(|u| number(u as u32)).collect();
        let graph = match removed {
            [] => self.graph.clone(),
            _ => Graph::new(vertices.iter().map(list)),
        };
        let ends = ends.map(|ends| ends.into_iter().filter_map(number).collect());
        let start = path.last().copied().and_then(number);
        Some(Rest { graph, ends, start, vertices })
    }

    fn request(&self) -> Request<'_> {
        let Self { graph, shape, closed, prefix, .. } = self;
        Request { graph, shape, closed: *closed, prefix }
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

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use bitboard_core::{Random, SeededRng};

    use super::*;

    /// Graphs of up to nine vertices, and paths that tours of them start with.
    #[test]
    fn a_sweep_agrees_with_the_search() {
        let mut rng = SeededRng::new(8);
        let (mut with, mut without) = (0, 0);
        for round in 0..1_200 {
            let n = 3 + rng.below(7) as usize;
            let percent = 20 + 10 * (round % 5);
            let edges: Vec<bool> = (0..n * n).map(|_| rng.below(100) < percent).collect();
            let are_adjacent = |a: usize, b: usize| a != b && edges[a.min(b) * n + a.max(b)];
            let mut tours = Tours::new(0..n, |a| (0..n).filter(move |&b| are_adjacent(a, b)));
            if rng.below(2) == 0 {
                tours = tours.closed();
            }
            let mut path = Vec::new();
            for _ in 0..rng.below(4) {
                let v = rng.below(n as u64) as usize;
                let follows = path.last().is_none_or(|&last| are_adjacent(last, v));
                if follows && !path.contains(&v) {
                    path.push(v);
                }
            }
            let tours = tours.starting_with(&path).expect("a path");
            let expected: Vec<Vec<usize>> = tours.iter().collect();
            let watch = Limits::new().start();
            match tours.sweep(MUCH_MEMORY, &watch).expect("no limits") {
                Swept::Tour(tour) => {
                    let mut tour = tours.named(&tour);
                    // A closed tour can come in the other direction.
                    if !expected.contains(&tour) && tours.closed && path.len() < 2 {
                        tour[1..].reverse();
                    }
                    assert!(expected.contains(&tour), "{tour:?} {path:?}");
                    with += 1;
                }
                Swept::None => {
                    assert!(expected.is_empty(), "{path:?}");
                    without += 1;
                }
                Swept::TooMany => assert!(tours.rest().is_none()),
            }
        }
        assert!(with > 100 && without > 100, "{with} {without}");
    }
}
