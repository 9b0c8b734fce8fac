//! Scores of many positions: each thread takes the next position from a counter and searches it by
//! itself. All share the transposition table and the limits.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bitboard_core::limits::{ThreadStop, unlimited};
use bitboard_core::{Interrupted, Limits};

use super::Solver;
use super::score::ScoreQuery;
use crate::board::{Bounds, Position};
use crate::book::BookBuilder;
use crate::search::{Goal, Job, WHOLE_TABLE};

impl Solver {
    /// Returns the scores of all `positions`, in their order.
    ///
    /// With the feature `parallel`, the threads of the solver work on different positions, by
    /// default one for each core. They share the transposition table.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let positions = ["6237266376111153366", "5554224333234511764415115"];
    /// let positions = positions.map(|moves| Position::from_moves(moves).unwrap());
    /// assert_eq!(Solver::default().solve_many(&positions), [3, 4]);
    /// ```
    pub fn solve_many(&mut self, positions: &[Position]) -> Vec<i32> {
        unlimited(|limits| self.try_solve_many(positions, limits))
    }

    /// [`solve_many`](Self::solve_many) within limits, which hold for all positions together.
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each score, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_solve_many(
        &mut self,
        positions: &[Position],
        limits: &Limits<'_>,
    ) -> Result<Vec<i32>, Interrupted<Vec<Bounds>>> {
        self.solve_in(None, positions, limits)
    }

    /// [`try_solve_many`](Self::try_solve_many) in a [part of the table](Job::part).
    fn solve_in(
        &mut self,
        part: Option<u32>,
        positions: &[Position],
        limits: &Limits<'_>,
    ) -> Result<Vec<i32>, Interrupted<Vec<Bounds>>> {
        #[cfg(feature = "parallel")]
        let threads = {
            let cores = || bitboard_core::threads::thread_count(0);
            self.threads.unwrap_or_else(cores).min(positions.len())
        };
        let next = AtomicUsize::new(0);
        let (mut bounds, results) = self.run(limits, |query| {
            let job = Job { threads: 1, part, ..query.job };
            let query = ScoreQuery { job, ..*query };
            let known: Vec<Bounds> = positions.iter().map(|&at| query.known_score(at)).collect();
            #[cfg(feature = "parallel")]
            let results = {
                let work = |query: &ScoreQuery<'_>| {
                    let stop = query.job.shared.stop_on_drop();
                    let part = solve_some(query, positions, &known, &next);
                    core::mem::forget(stop);
                    part
                };
                let finished = || next.load(Relaxed) >= positions.len();
                let silent = ScoreQuery { job: Job { silent: true, ..job }, ..query };
                let helper = || work(&silent);
                bitboard_core::threads::on_threads(threads, finished, helper, || work(&query))
            };
            #[cfg(not(feature = "parallel"))]
            let results = [solve_some(&query, positions, &known, &next)];
            (known, results)
        });
        let mut stopped = None;
        for (found, stop) in results {
            for (index, found) in found {
                bounds[index] = found;
            }
            stopped = stopped.or(stop);
        }
        match stopped {
            None => Ok(bounds.into_iter().map(|bounds| bounds.low).collect()),
            // A panic of a thread has reached the caller.
            Some(stop) => Err(Interrupted::new(stop.reason(), bounds)),
        }
    }

    /// Solves the positions of a book whose scores are not known yet, as
    /// [`solve_many`](Self::solve_many) does.
    ///
    /// ```
    /// use c4_solver::{Board, BookBuilder, Solver};
    ///
    /// let board = Board::new(4, 4)?;
    /// let mut builder = BookBuilder::new(board, 3)?;
    /// Solver::new(board).solve_book(&mut builder);
    /// assert_eq!(builder.build()?.len(), 37);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the book is for another board.
    pub fn solve_book(&mut self, book: &mut BookBuilder) {
        unlimited(|limits| self.try_solve_book(book, limits));
    }

    /// [`solve_book`](Self::solve_book) within limits. The book has the scores found so far, and
    /// another call continues.
    ///
    /// # Errors
    /// [`Interrupted`] if a limit is reached or the cancel flag is set.
    pub fn try_solve_book(
        &mut self,
        book: &mut BookBuilder,
        limits: &Limits<'_>,
    ) -> Result<(), Interrupted> {
        let positions = book.open_positions();
        // They are similar and have the same number of stones.
        let (bounds, stopped) = match self.solve_in(Some(WHOLE_TABLE), &positions, limits) {
            Ok(scores) => (scores.into_iter().map(Bounds::exactly).collect(), None),
            Err(Interrupted { reason, partial }) => (partial, Some(reason)),
        };
        for (position, bounds) in positions.iter().zip(bounds) {
            if let Some(score) = bounds.exact() {
                book.insert(position, score);
            }
        }
        stopped.map_or(Ok(()), |reason| Err(Interrupted::new(reason, ())))
    }
}

/// The part of a batch that a thread has solved: indices and bounds of scores, and the reason if
/// the thread was stopped.
type BatchPart = (Vec<(usize, Bounds)>, Option<ThreadStop>);

/// Solves the positions that no thread has begun, whose bounds are `known`.
fn solve_some(
    query: &ScoreQuery<'_>,
    positions: &[Position],
    known: &[Bounds],
    next: &AtomicUsize,
) -> BatchPart {
    let mut found = Vec::new();
    loop {
        let index = next.fetch_add(1, Relaxed);
        let Some(&position) = positions.get(index) else { return (found, None) };
        let mut bounds = known[index];
        let stop = query.narrow(position, &mut bounds, Goal::Score).err();
        found.push((index, bounds));
        if stop.is_some() {
            return (found, stop);
        }
    }
}
