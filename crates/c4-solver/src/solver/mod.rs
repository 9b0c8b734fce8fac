//! Solvers and their queries.
//!
//! Read [`Solver`] first. A query runs as a [`ScoreQuery`](score::ScoreQuery), which looks a
//! position up in the book and asks the search for the rest. The chapters: scores, analyses of all
//! columns and best moves, batches, players of different strength, checkpoints.
//!
//! ```text
//! Solver::solve → ScoreQuery::narrow                                       (score)
//!     → Engine::narrow: β = …                                              (search)
//!     → Search::null_window → Search::node → Children::expand → rules, table
//! ```

mod analysis;
mod batch;
mod checkpoint;
mod score;
mod strength;

use alloc::boxed::Box;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};

pub use self::analysis::{Analysis, BestMoves};
pub use self::checkpoint::{Checkpoint, CheckpointError};
pub use self::strength::Strength;
use crate::board::Board;
use crate::book::Book;
use crate::search::{Engine, new_engine};

/// The most threads of a solver.
#[cfg(feature = "parallel")]
const MAX_THREADS: usize = 1024;
/// The default size of the transposition table in bytes.
const MEMORY_BYTES: usize = 64 << 20;

/// Solves positions of one board exactly.
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
/// at the start, and by each thread about every millisecond. What needs no search is answered
/// within any limits: the scores of positions that the player to move wins at once, that are in the
/// book, or whose board is full.
///
/// | question | query | within limits |
/// | --- | --- | --- |
/// | the score of a position | [`solve`] | [`try_solve`]: bounds; [`try_solve_from`] continues |
/// | who wins | [`solve_weak`] | [`try_solve_weak`]: bounds |
/// | the scores of many positions | [`solve_many`] | [`try_solve_many`]: bounds |
/// | the score of each column | [`analyze`] | [`try_analyze`]: bounds; [`try_analyze_from`] continues |
/// | the best columns | [`best_moves`] | [`try_best_moves`]: bounds of each column |
/// | a column to play | [`choose`] | [`try_choose`]: the best column so far |
/// | the best line | [`principal_variation`] | [`try_principal_variation`]: its first moves |
/// | an opening book | [`solve_book`] | [`try_solve_book`]: some of its scores |
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
/// [`try_analyze_from`]: Self::try_analyze_from
/// [`best_moves`]: Self::best_moves
/// [`try_best_moves`]: Self::try_best_moves
/// [`choose`]: Self::choose
/// [`try_choose`]: Self::try_choose
/// [`principal_variation`]: Self::principal_variation
/// [`try_principal_variation`]: Self::try_principal_variation
/// [`solve_book`]: Self::solve_book
/// [`try_solve_book`]: Self::try_solve_book
///
/// A query about a position of another board panics if it needs a search. The first search
/// allocates the table.
///
/// ```
/// use c4_solver::{Board, Position, Solver};
///
/// let mut solver = Solver::new(Board::STANDARD).memory_bytes(16 << 20);
/// let position = Position::from_moves("2252576253462244111563365343671351441")?;
/// assert_eq!(solver.solve(&position), -1);
/// # Ok::<(), c4_solver::PositionError>(())
/// ```
pub struct Solver {
    board: Board,
    memory_bytes: usize,
    /// The search and its table; `None` before the first search.
    engine: Option<Box<dyn Engine>>,
    book: Option<Book>,
    nodes: u64,
    threads: Option<usize>,
}

/// Counts of a [`Solver`] since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct SolverStatistics {
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Size of the transposition table in bytes; 0 before it is allocated.
    pub memory_bytes: usize,
}

impl Solver {
    /// A solver of a board with a transposition table of 64 MiB, one thread for a search, and no
    /// book. `Solver::default()` is for 7×6.
    #[must_use]
    pub fn new(board: Board) -> Self {
        let memory_bytes = MEMORY_BYTES;
        Self { board, memory_bytes, engine: None, book: None, nodes: 0, threads: None }
    }

    /// Sets the size of the transposition table, which is rounded down to a power of two. Boards
    /// with keys of more than 44 bits have a minimum (16 MiB for keys of 64 bits). What the solver
    /// has found is lost.
    ///
    /// The first search allocates it at once, but short searches touch only a part, which doubles
    /// while they search. If the memory cannot be allocated, half of it is taken, or a quarter, and
    /// so on: see [`allocate`](Self::allocate).
    #[must_use]
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        (self.memory_bytes, self.engine) = (bytes, None);
        self
    }

    /// Sets the book in which positions are looked up before searching. The feature `book` has one,
    /// `Book::embedded`; no book is used unless it is given here.
    ///
    /// ```
    /// use c4_solver::{Board, BookBuilder, Position, Solver};
    ///
    /// let board = Board::new(4, 4)?;
    /// let mut book = BookBuilder::new(board, 0)?;
    /// Solver::new(board).solve_book(&mut book);
    /// let mut solver = Solver::new(board).book(book.build()?);
    /// assert_eq!((solver.solve(&Position::new(board)), solver.statistics().nodes), (0, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the book is for another board.
    #[must_use]
    pub fn book(mut self, book: Book) -> Self {
        check_board("book", self.board, book.board());
        self.book = Some(book);
        self
    }

    /// Sets the number of threads, 0 for one on each core. They share the transposition table.
    /// Scores do not depend on it; nodes and times vary from run to run. They speed up one search:
    /// for independent requests give each thread its own solver.
    ///
    /// The default is one thread for a query of one position, and one for each core for
    /// [`solve_many`](Self::solve_many). Positions with fewer than 20 empty cells are searched by
    /// one thread. If the system cannot start all threads, fewer search. There are never more than
    /// 1,024.
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        let threads = bitboard_core::threads::thread_count(threads);
        self.threads = Some(threads.min(MAX_THREADS));
        self
    }

    /// Allocates the transposition table, which the first search does otherwise. Returns false if
    /// the memory is less than the [size](Self::memory_bytes) that was set.
    ///
    /// ```
    /// use c4_solver::Solver;
    ///
    /// assert!(Solver::default().allocate());
    /// let mut solver = Solver::default().memory_bytes(usize::MAX);
    /// assert!(!solver.allocate() && solver.statistics().memory_bytes > 0);
    /// ```
    ///
    /// # Panics
    /// If not even the smallest table can be allocated.
    pub fn allocate(&mut self) -> bool {
        self.engine.get_or_insert_with(|| new_engine(self.board, self.memory_bytes));
        // A table has more than half of the bytes that it was given.
        self.statistics().memory_bytes > self.memory_bytes / 2
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// Clears the transposition table. The statistics stay.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::default(), Position::from_moves("271713432331713132")?);
    /// assert_eq!(solver.solve(&position), -11);
    /// let nodes = solver.statistics().nodes;
    /// solver.clear();
    /// assert_eq!(solver.solve(&position), -11);
    /// assert_eq!(solver.statistics().nodes, 2 * nodes);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Returns the counts since the solver was made.
    #[must_use]
    pub fn statistics(&self) -> SolverStatistics {
        let memory_bytes = self.engine.as_ref().map_or(0, |engine| engine.bytes());
        SolverStatistics { nodes: self.nodes, memory_bytes }
    }
}

// A query that has panicked leaves entries of the table that are as right as all others.
impl UnwindSafe for Solver {}
impl RefUnwindSafe for Solver {}

/// A solver of 7×6.
impl Default for Solver {
    fn default() -> Self {
        Self::new(Board::STANDARD)
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

/// Panics if a `thing` is of another board: tables and books are for the keys of one.
#[inline]
fn check_board(thing: &str, expected: Board, found: Board) {
    assert!(
        expected == found,
        "expected a {thing} of {}×{}, found one of {}×{}",
        expected.width(),
        expected.height(),
        found.width(),
        found.height()
    );
}
