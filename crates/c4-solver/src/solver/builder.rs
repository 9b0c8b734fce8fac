use alloc::boxed::Box;
use alloc::sync::Arc;
use core::sync::atomic::AtomicBool;
#[cfg(feature = "std")]
use std::time::Duration;

use super::Solver;
use crate::arch::Processor;
use crate::board::{Board, Standard};
use crate::book::Book;
use crate::search::Search;
use crate::watch::Progress;

/// The size of the transposition table if nothing else is said, in bytes.
const TABLE_BYTES: usize = 64 << 20;

/// Makes a [`Solver`].
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
    node_limit: Option<u64>,
    #[cfg(feature = "std")]
    time_limit: Option<Duration>,
    cancel: Option<Arc<AtomicBool>>,
    listener: Option<Box<dyn FnMut(Progress) + Send>>,
    book: Option<Book<B>>,
    #[cfg(feature = "parallel")]
    threads: usize,
}

impl<B: Board> Builder<B> {
    /// A solver for a board, with a table of 64 MiB and no limits.
    pub fn new(board: B) -> Self {
        Self {
            board,
            table_bytes: TABLE_BYTES,
            node_limit: None,
            #[cfg(feature = "std")]
            time_limit: None,
            cancel: None,
            listener: None,
            book: None,
            #[cfg(feature = "parallel")]
            threads: 1,
        }
    }

    /// Takes so many bytes at most for the transposition table, except that boards with keys of more than 44 bits need some
    /// minimum (16 MiB for keys of 64 bits).
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Stops each of the `try_` searches after so many nodes, give or take some thousand.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.node_limit = Some(nodes);
        self
    }

    /// Stops each of the `try_` searches after so long.
    #[cfg(feature = "std")]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time_limit = Some(time);
        self
    }

    /// Stops `try_` searches soon after the flag is set, and lets none begin while it is.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Calls `listener` every few thousand nodes, about a thousand times a second.
    pub fn progress(mut self, listener: impl FnMut(Progress) + Send + 'static) -> Self {
        self.listener = Some(Box::new(listener));
        self
    }

    /// Looks positions up in a book before searching.
    pub fn book(mut self, book: Book<B>) -> Self {
        self.book = Some(book);
        self
    }

    /// Searches with so many threads, which share the table. Scores are the same; nodes and times are not from run to run. Boards in words of
    /// 128 bits, and positions with few empty cells, are searched by one.
    #[cfg(feature = "parallel")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The solver.
    ///
    /// # Panics
    /// If the book is for another board.
    #[must_use]
    pub fn build(self) -> Solver<B> {
        assert!(
            self.book.as_ref().is_none_or(|book| book.board() == self.board),
            "the book is for another board"
        );
        let mut search = Search::new(self.board, self.table_bytes);
        search.watch.node_limit = self.node_limit;
        #[cfg(feature = "std")]
        {
            search.watch.time_limit = self.time_limit;
        }
        search.watch.cancel = self.cancel;
        search.watch.listener = self.listener;
        #[cfg(feature = "parallel")]
        let helpers = crate::parallel::helpers(&mut search, self.board, self.threads);
        Solver {
            search,
            processor: Processor::detect(),
            book: self.book,
            #[cfg(feature = "parallel")]
            helpers,
        }
    }
}
