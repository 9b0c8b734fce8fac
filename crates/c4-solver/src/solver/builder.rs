use alloc::boxed::Box;
use alloc::sync::Arc;
use core::sync::atomic::AtomicBool;
#[cfg(feature = "std")]
use std::time::Duration;

use super::Solver;
use crate::board::{Board, Standard};
use crate::book::Book;
use crate::isa::Processor;
use crate::table::Table;
use crate::watch::{Counts, Limits, Listener, Progress};

/// The default size of the transposition table in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Builds a [`Solver`].
///
/// ```
/// use c4_solver::{Builder, Position, AnySize};
///
/// let board = AnySize::<u64>::new(5, 5)?;
/// let mut solver = Builder::new(board).table_bytes(1 << 20).node_limit(10_000).build();
/// let stopped = solver.try_solve(Position::new(board)).unwrap_err();
/// assert!(stopped.low <= 0 && stopped.high >= 0);
/// assert_eq!(solver.solve(Position::new(board)), 0);
/// # Ok::<(), c4_solver::SizeError>(())
/// ```
#[must_use]
pub struct Builder<B: Board = Standard> {
    board: B,
    table_bytes: usize,
    limits: Limits,
    listener: Option<Listener>,
    book: Option<Book<B>>,
    threads: usize,
}

/// Why a solver could not be built.
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

impl<B: Board> Builder<B> {
    /// Returns a builder of a solver for `board` with a transposition table of 64 MiB, one thread and no limits.
    pub fn new(board: B) -> Self {
        Self {
            board,
            table_bytes: TABLE_BYTES,
            limits: Limits::default(),
            listener: None,
            book: None,
            threads: 1,
        }
    }

    /// Sets the size of the transposition table, which is rounded down to a power of two. Boards with keys of more than 44 bits
    /// have a minimum (16 MiB for keys of 64 bits).
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Stops each `try_` query before it searches more nodes than this, all threads together.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Stops each `try_` query after this time (checked at the start and every 4,096 nodes of a thread).
    #[cfg(feature = "std")]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Stops `try_` queries while the flag is set (checked at the start and every 4,096 nodes of a thread). The solver never clears it.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.limits.cancel = Some(flag);
        self
    }

    /// Calls `listener` every 4,096 nodes of the thread that started the query, about a thousand times a second.
    pub fn progress(mut self, listener: impl FnMut(Progress) + Send + 'static) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Looks positions up in a book before searching.
    pub fn book(mut self, book: Book<B>) -> Self {
        self.book = Some(book);
        self
    }

    /// Sets the number of search threads, which share the transposition table. Scores do not depend on it; nodes and times vary from run to run.
    ///
    /// One thread searches boards in words of 128 bits, and positions with fewer than 20 empty cells. If the system cannot start as
    /// many threads, fewer search. There are never more than 1,024.
    #[cfg(feature = "parallel")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Builds the solver.
    ///
    /// # Panics
    /// Where [`try_build`](Self::try_build) returns an error.
    #[must_use]
    pub fn build(self) -> Solver<B> {
        self.try_build().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Builds the solver.
    ///
    /// # Errors
    /// [`BuildError`] if the transposition table cannot be allocated, or if the book is for another board.
    pub fn try_build(self) -> Result<Solver<B>, BuildError> {
        let Self { board, table_bytes, limits, listener, book, threads } = self;
        if let Some(other) = book.as_ref().map(Book::board).filter(|&other| other != board) {
            return Err(BuildError::Book { width: other.width(), height: other.height() });
        }
        let table = Table::new(board, table_bytes).map_err(|bytes| BuildError::Table { bytes })?;
        let (processor, counts) = (Processor::detect(), Counts::default());
        Ok(Solver { table, book, processor, limits, listener, counts, threads })
    }
}
