//! Solvers and their queries.
//!
//! Read [`Solver`] first. A query runs as a [`Query`](score::Query), which finds a score by
//! null-window tests of a [`Search`](crate::search::Search): `score` has it and the queries about
//! one score. The chapters: scores, analyses of all columns and best moves, batches, players of
//! different strength, checkpoints, boards of any size.
//!
//! ```text
//! Solver::solve → Query::narrow: β = …                                  (score)
//!     → Search::null_window → Search::node → Children::expand → rules, table   (search)
//! ```

mod analysis;
mod any;
mod batch;
mod checkpoint;
mod score;
mod strength;

use core::fmt;

pub use self::analysis::{Analysis, BestMoves};
pub use self::any::AnySolver;
pub use self::checkpoint::{Checkpoint, CheckpointError};
pub use self::strength::Strength;
use crate::board::{BoardSize, Standard};
use crate::book::Book;
use crate::search::{Counts, Processor, Table};

/// The default size of the transposition table in bytes.
const MEMORY_BYTES: usize = 64 << 20;

/// Solves positions exactly.
///
/// A score counts the stones that the winner has left when the game ends, plus one: with the last
/// stone of a player it is 1, a stone earlier 2, and so on. It is positive if the player to move
/// wins, negative if the other player does, 0 for a draw.
///
/// Scores that have been found stay in a transposition table and serve later queries, so it pays to
/// keep a solver. That holds for queries that were stopped, too.
///
/// Each query has a twin with [`Limits`](bitboard_core::Limits) of nodes, time and a cancel flag,
/// which returns [`Interrupted`](bitboard_core::Interrupted) with partial results if it is stopped,
/// and reports progress with the detail [`SolveProgress`](crate::SolveProgress). Limits are checked
/// at the start, and by each thread about every millisecond. Positions that need no search are
/// answered within any limits: those that the player to move wins at once, those in the book, and
/// full boards.
///
/// | question | query | within limits |
/// | --- | --- | --- |
/// | the score of a position | [`solve`] | [`try_solve`]: bounds; [`try_solve_from`] continues |
/// | who wins | [`solve_weak`] | [`try_solve_weak`]: bounds |
/// | the scores of many positions | [`solve_many`] | [`try_solve_many`]: bounds |
/// | the score of each column | [`analyze`] | [`try_analyze`]: bounds, from which it continues |
/// | the best columns | [`best_moves`] | [`try_best_moves`]: bounds of each column |
/// | a column to play | [`choose`] | [`try_choose`]: the best column so far |
/// | the best line | [`principal_variation`] | [`try_principal_variation`]: its first moves |
///
/// [`solve`]: Self::solve
/// [`try_solve`]: Self::try_solve
/// [`try_solve_from`]: Self::try_solve_from
/// [`solve_weak`]: Self::solve_weak
/// [`try_solve_weak`]: Self::try_solve_weak
/// [`solve_many`]: Self::solve_many
/// [`try_solve_many`]: Self::try_solve_many
/// [`analyze`]: Self::analyze
/// [`try_analyze`]: Self::try_analyze
/// [`best_moves`]: Self::best_moves
/// [`try_best_moves`]: Self::try_best_moves
/// [`choose`]: Self::choose
/// [`try_choose`]: Self::try_choose
/// [`principal_variation`]: Self::principal_variation
/// [`try_principal_variation`]: Self::try_principal_variation
///
/// A solver is for one board. A query about a position of an [`AnySize`](crate::AnySize) board of
/// another size panics if it needs a search.
///
/// ```
/// use c4_solver::{Position, Solver};
///
/// let mut solver = Solver::new();
/// let position = Position::from_moves("2252576253462244111563365343671351441")?;
/// assert_eq!(solver.solve(&position), -1);
/// # Ok::<(), c4_solver::MovesError>(())
/// ```
pub struct Solver<B: BoardSize = Standard> {
    board: B,
    table: Table<B::Word>,
    book: Option<Book<B>>,
    processor: Processor,
    counts: Counts,
    threads: Option<usize>,
}

/// Counts of a solver since it was built.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Nodes decided by the transposition table, by all threads.
    pub table_hits: u64,
    /// Size of the transposition table in bytes.
    pub memory_bytes: usize,
}

impl<B: BoardSize> Solver<B> {
    /// Clears the transposition table. The statistics stay.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("271713432331713132")?);
    /// assert_eq!(solver.solve(&position), -11);
    /// let nodes = solver.statistics().nodes;
    /// solver.clear();
    /// assert_eq!(solver.solve(&position), -11);
    /// assert_eq!(solver.statistics().nodes, 2 * nodes);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the counts since the solver was built.
    ///
    /// ```
    /// use c4_solver::Solver;
    ///
    /// let statistics = Solver::new().statistics();
    /// assert_eq!((statistics.nodes, statistics.memory_bytes), (0, 64 << 20));
    /// ```
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let Counts { nodes, hits } = self.counts;
        Statistics { nodes, table_hits: hits, memory_bytes: self.table.bytes() }
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Returns a solver for 7×6 with a transposition table of 64 MiB.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// assert_eq!(Solver::new().solve(&Position::from_moves("112233")?), 18);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Panics
    /// If the table cannot be allocated; see [`SolverBuilder::build`].
    #[must_use]
    pub fn new() -> Self {
        SolverBuilder::new(Standard::BOARD).build().unwrap_or_else(|error| panic!("{error}"))
    }
}

impl<B: BoardSize> fmt::Debug for Solver<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

/// Builds a [`Solver`].
///
/// ```
/// use c4_solver::{AnySize, Position, SolverBuilder};
///
/// let board = AnySize::<u64>::new(5, 5)?;
/// let mut solver = SolverBuilder::new(board).memory_bytes(1 << 20).build().unwrap();
/// assert_eq!(solver.solve(&Position::new(board)), 0);
/// # Ok::<(), c4_solver::SizeError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct SolverBuilder<B: BoardSize = Standard> {
    board: B,
    memory_bytes: usize,
    book: Option<Book<B>>,
    threads: Option<usize>,
    whole_table: bool,
}

/// Error of a solver that could not be built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is too little memory.
    #[error("cannot allocate {bytes} bytes for the transposition table")]
    Table {
        /// The size of the table.
        bytes: usize,
    },
    /// The book is for another board.
    #[error("the book is for a board of {width}×{height}")]
    Book {
        /// Columns of the book's board.
        width: u32,
        /// Rows of the book's board.
        height: u32,
    },
}

impl<B: BoardSize> SolverBuilder<B> {
    /// Returns a builder of a solver for `board` with a transposition table of 64 MiB and one
    /// thread for a search.
    ///
    /// ```
    /// use c4_solver::{SolverBuilder, Standard};
    ///
    /// assert_eq!(SolverBuilder::new(Standard::BOARD).build().unwrap().statistics().memory_bytes, 64 << 20);
    /// ```
    pub fn new(board: B) -> Self {
        Self { board, memory_bytes: MEMORY_BYTES, book: None, threads: None, whole_table: false }
    }

    /// Sets the size of the transposition table, which is rounded down to a power of two. Boards
    /// with keys of more than 44 bits have a minimum (16 MiB for keys of 64 bits).
    ///
    /// It is allocated at once, but short searches touch only a part, which doubles while they
    /// search.
    ///
    /// ```
    /// use c4_solver::{SolverBuilder, Standard};
    ///
    /// let solver = SolverBuilder::new(Standard::BOARD).memory_bytes(100_000_000).build().unwrap();
    /// assert_eq!(solver.statistics().memory_bytes, 64 << 20);
    /// ```
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// Looks positions up in a book before searching. The feature `book` has one, `Book::embedded`;
    /// no book is used unless it is given here.
    ///
    /// ```
    /// use c4_solver::{BookBuilder, Fixed, Position, SolverBuilder};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let empty = Position::new(board);
    /// let mut book = BookBuilder::new(board, 0)?;
    /// book.insert(empty.symmetric_key(), 0);
    /// let mut solver = SolverBuilder::new(board).book(book.build()?).build().unwrap();
    /// assert_eq!((solver.solve(&empty), solver.statistics().nodes), (0, 0));
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    pub fn book(mut self, book: Book<B>) -> Self {
        self.book = Some(book);
        self
    }

    /// Sets the number of threads, 0 for one on each core. They share the transposition table.
    /// Scores do not depend on it; nodes and times vary from run to run. They speed up one search:
    /// for independent requests give each thread its own solver.
    ///
    /// The default is one thread for a query of one position, and one for each core for
    /// [`Solver::solve_many`]. Positions with fewer than 20 empty cells are searched by one thread.
    /// If the system cannot start all threads, fewer search. There are never more than 1,024.
    ///
    /// ```
    /// use c4_solver::{Position, SolverBuilder, Standard};
    ///
    /// let mut solver = SolverBuilder::new(Standard::BOARD).threads(2).build().unwrap();
    /// assert_eq!(solver.solve(&Position::from_moves("271713432331713132")?), -11);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[cfg(feature = "parallel")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(bitboard_core::threads::thread_count(threads));
        self
    }

    /// Sets whether every search may use the whole table. The default is false.
    ///
    /// A search with few empty cells uses at most a part of the table, because it would wait for
    /// memory at every node. It does not find the entries of searches that use another part. Many
    /// similar positions with about the same number of stones need fewer nodes with the whole of a
    /// large table.
    ///
    /// ```
    /// use c4_solver::{Position, SolverBuilder, Standard};
    ///
    /// let mut solver = SolverBuilder::new(Standard::BOARD).use_whole_table(true).build().unwrap();
    /// assert_eq!(solver.solve(&Position::from_moves("271713432331713132")?), -11);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn use_whole_table(mut self, whole: bool) -> Self {
        self.whole_table = whole;
        self
    }

    /// Builds the solver.
    ///
    /// ```
    /// use c4_solver::{Position, SolverBuilder, Standard};
    ///
    /// let mut solver = SolverBuilder::new(Standard::BOARD).build()?;
    /// assert_eq!(solver.solve(&Position::from_moves("112233")?), 18);
    /// assert!(SolverBuilder::new(Standard::BOARD).memory_bytes(usize::MAX).build().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] if the transposition table cannot be allocated, or if the book is for another
    /// board.
    pub fn build(self) -> Result<Solver<B>, BuildError> {
        self.check_book()?;
        let Self { board, memory_bytes, book, threads, whole_table } = self;
        let table = Table::new(board, memory_bytes, whole_table);
        let table = table.map_err(|bytes| BuildError::Table { bytes })?;
        let (processor, counts) = (Processor::detect(), Counts::default());
        Ok(Solver { board, table, book, processor, counts, threads })
    }

    fn check_book(&self) -> Result<(), BuildError> {
        match self.book.as_ref().map(Book::board).filter(|&other| other != self.board) {
            None => Ok(()),
            Some(other) => Err(BuildError::Book { width: other.width(), height: other.height() }),
        }
    }
}
