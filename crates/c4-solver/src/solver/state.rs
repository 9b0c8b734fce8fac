//! The solver.

use core::fmt;

use bitboard_core::{Limits, Progress};

use super::engine::Engine;
use crate::board::{Board, Standard};
use crate::book::Book;
use crate::search::{Counts, Processor, Query, Table};

/// Solves positions exactly.
///
/// A score counts the stones that the winner has left when the game ends, plus one: with the last stone of a player it is 1,
/// a stone earlier 2, and so on. It is positive if the player to move wins, negative if the other player does, 0 for a draw.
///
/// Scores that have been found stay in a transposition table and serve later queries, so it pays to keep a solver. That holds for
/// queries that were stopped, too.
///
/// Each query has a twin with [`Limits`] of nodes, time and a cancel flag, which returns [`Interrupted`](bitboard_core::Interrupted) with partial
/// results if it is stopped. Limits are checked at the start, and by each thread about every millisecond. Positions that need no
/// search are answered within any limits: those that the player to move wins at once, those in the book, and full boards.
///
/// A solver is for one board. A query about a position of an [`AnySize`](crate::AnySize) board of another size panics if it needs a
/// search.
///
/// ```
/// use c4_solver::{Position, Solver};
///
/// let mut solver = Solver::new();
/// let position = Position::from_moves("2252576253462244111563365343671351441")?;
/// assert_eq!(solver.solve(&position), -1);
/// # Ok::<(), c4_solver::MovesError>(())
/// ```
pub struct Solver<B: Board = Standard> {
    pub(super) board: B,
    pub(super) table: Table<B::Word>,
    pub(super) book: Option<Book<B>>,
    pub(super) processor: Processor,
    pub(super) counts: Counts,
    pub(super) threads: Option<usize>,
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
    pub table_bytes: usize,
}

impl<B: Board> Solver<B> {
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
    /// assert_eq!((statistics.nodes, statistics.table_bytes), (0, 64 << 20));
    /// ```
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let Counts { nodes, hits } = self.counts;
        Statistics { nodes, table_hits: hits, table_bytes: self.table.bytes() }
    }

    /// Runs a query.
    pub(super) fn run<T>(
        &mut self,
        limits: Limits<'_, ()>,
        query: impl FnOnce(Engine<'_, B>) -> T,
    ) -> T {
        let watched = Query::new(limits.start());
        let result = query(Engine {
            board: self.board,
            table: &self.table,
            book: self.book.as_ref(),
            processor: self.processor,
            threads: self.threads.unwrap_or(1),
            shared: false,
            query: &watched,
            report: None,
        });
        self.counts += watched.counts();
        result
    }

    /// Runs a query that reports nodes.
    pub(super) fn run_reporting<T>(
        &mut self,
        limits: &Limits<'_>,
        query: impl FnOnce(Engine<'_, B>) -> T,
    ) -> T {
        let reporter = limits.start();
        let report = |nodes, _| reporter.report(|| Progress::new(nodes));
        self.run(limits.without_progress(), |engine| query(engine.with_report(&report)))
    }
}

impl<B: Board> fmt::Debug for Solver<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}
