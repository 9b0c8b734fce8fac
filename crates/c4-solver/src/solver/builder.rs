//! Building a solver.

use super::state::Solver;
use crate::board::{Board, Standard};
use crate::book::Book;
use crate::search::{Counts, Processor, Table};

/// The default size of the transposition table in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Builds a [`Solver`].
///
/// ```
/// use c4_solver::{AnySize, Position, SolverBuilder};
///
/// let board = AnySize::<u64>::new(5, 5)?;
/// let mut solver = SolverBuilder::new(board).table_bytes(1 << 20).build();
/// assert_eq!(solver.solve(&Position::new(board)), 0);
/// # Ok::<(), c4_solver::SizeError>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct SolverBuilder<B: Board = Standard> {
    board: B,
    table_bytes: usize,
    book: Option<Book<B>>,
    threads: Option<usize>,
    keep_entries: bool,
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

impl<B: Board> SolverBuilder<B> {
    /// Returns a builder of a solver for `board` with a transposition table of 64 MiB and one thread for a search.
    ///
    /// ```
    /// use c4_solver::{SolverBuilder, Standard};
    ///
    /// assert_eq!(SolverBuilder::new(Standard::BOARD).build().statistics().table_bytes, 64 << 20);
    /// ```
    pub fn new(board: B) -> Self {
        Self { board, table_bytes: TABLE_BYTES, book: None, threads: None, keep_entries: false }
    }

    /// Sets the size of the transposition table, which is rounded down to a power of two. Boards with keys of more than 44 bits
    /// have a minimum (16 MiB for keys of 64 bits).
    ///
    /// It is allocated at once, but short searches touch only a part, which doubles while they search.
    ///
    /// ```
    /// use c4_solver::{SolverBuilder, Standard};
    ///
    /// let solver = SolverBuilder::new(Standard::BOARD).table_bytes(100_000_000).build();
    /// assert_eq!(solver.statistics().table_bytes, 64 << 20);
    /// ```
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Looks positions up in a book before searching. The feature `book` has one, `Book::embedded`; no book is used unless it is given
    /// here.
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, Position, SolverBuilder};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let empty = Position::new(board);
    /// let book = Book::new(board, Book::write(board, 0, [(empty.key(), 0)])?)?;
    /// let mut solver = SolverBuilder::new(board).book(book).build();
    /// assert_eq!((solver.solve(&empty), solver.statistics().nodes), (0, 0));
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    pub fn book(mut self, book: Book<B>) -> Self {
        self.book = Some(book);
        self
    }

    /// Sets the number of threads, which share the transposition table. Scores do not depend on it; nodes and times vary from run to run.
    ///
    /// The default is one thread for a query of one position, and one for each core for [`Solver::solve_many`]. Positions with fewer than
    /// 20 empty cells are searched by one thread. If the system cannot start all threads, fewer search. There are never more than
    /// 1,024.
    ///
    /// ```
    /// use c4_solver::{Position, SolverBuilder, Standard};
    ///
    /// let mut solver = SolverBuilder::new(Standard::BOARD).threads(2).build();
    /// assert_eq!(solver.solve(&Position::from_moves("271713432331713132")?), -11);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    #[cfg(feature = "parallel")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads.max(1));
        self
    }

    /// Sets whether every search may use the whole table. The default is false.
    ///
    /// A search with few empty cells uses at most a part of the table, because it would wait for memory at every node. It does not find the
    /// entries of searches that use another part. Many similar positions with about the same number of stones need fewer nodes with
    /// the whole of a large table.
    ///
    /// ```
    /// use c4_solver::{Position, SolverBuilder, Standard};
    ///
    /// let mut solver = SolverBuilder::new(Standard::BOARD).keep_entries(true).build();
    /// assert_eq!(solver.solve(&Position::from_moves("271713432331713132")?), -11);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn keep_entries(mut self, keep: bool) -> Self {
        self.keep_entries = keep;
        self
    }

    /// Builds the solver.
    ///
    /// ```
    /// use c4_solver::{Position, SolverBuilder, Standard};
    ///
    /// let mut solver = SolverBuilder::new(Standard::BOARD).build();
    /// assert_eq!(solver.solve(&Position::from_moves("112233")?), 18);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Panics
    /// If [`try_build`](Self::try_build) returns an error.
    #[must_use]
    pub fn build(self) -> Solver<B> {
        self.try_build().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Builds the solver.
    ///
    /// ```
    /// use c4_solver::{SolverBuilder, Standard};
    ///
    /// assert!(SolverBuilder::new(Standard::BOARD).table_bytes(usize::MAX).try_build().is_err());
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] if the transposition table cannot be allocated, or if the book is for another board.
    pub fn try_build(self) -> Result<Solver<B>, BuildError> {
        let Self { board, table_bytes, book, threads, keep_entries } = self;
        if let Some(other) = book.as_ref().map(Book::board).filter(|&other| other != board) {
            return Err(BuildError::Book { width: other.width(), height: other.height() });
        }
        let table = Table::new(board, table_bytes, keep_entries);
        let table = table.map_err(|bytes| BuildError::Table { bytes })?;
        let (processor, counts) = (Processor::detect(), Counts::default());
        Ok(Solver { board, table, book, processor, counts, threads })
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
    /// If the table cannot be allocated; see [`SolverBuilder::try_build`].
    #[must_use]
    pub fn new() -> Self {
        SolverBuilder::new(Standard::BOARD).build()
    }
}
