//! Scores of many positions: each thread takes the next position from a counter and searches it by
//! itself. All share the transposition table and the limits.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use bitboard_core::limits::{ThreadStop, unlimited};
use bitboard_core::{Interrupted, Limits};

use super::Solver;
use super::score::{Goal, Query};
use crate::board::{BoardSize, Bounds, Position};

impl<B: BoardSize> Solver<B> {
    /// Returns the scores of all `positions`, in their order.
    ///
    /// With the feature `parallel`, the threads for which the solver was
    /// [built](crate::SolverBuilder) work on different positions, by default one for each core.
    /// They share the transposition table.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let positions = ["6237266376111153366", "5554224333234511764415115"];
    /// let positions = positions.map(|moves| Position::from_moves(moves).unwrap());
    /// assert_eq!(Solver::new().solve_many(&positions), [3, 4]);
    /// ```
    pub fn solve_many(&mut self, positions: &[Position<B>]) -> Vec<i32> {
        unlimited(|limits| self.try_solve_many(positions, limits))
    }

    /// [`solve_many`](Self::solve_many) within limits, which hold for all positions together.
    ///
    /// ```
    /// use c4_solver::{Limits, Position, Solver};
    ///
    /// let positions = ["112233", "6237266376111153366"];
    /// let positions = positions.map(|moves| Position::from_moves(moves).unwrap());
    /// let limits = Limits::new().nodes(10);
    /// let stopped = Solver::new().try_solve_many(&positions, &limits).unwrap_err();
    /// assert_eq!(stopped.partial[0].exact(), Some(18));
    /// assert_eq!(stopped.partial[1].exact(), None);
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the bounds of each score, if a limit is reached or the cancel flag is
    /// set.
    pub fn try_solve_many(
        &mut self,
        positions: &[Position<B>],
        limits: &Limits<'_>,
    ) -> Result<Vec<i32>, Interrupted<Vec<Bounds>>> {
        let threads = self.batch_threads().min(positions.len());
        let next = AtomicUsize::new(0);
        let results = self.run(limits, |query| {
            let query = Query { threads: 1, concurrent: threads > 1, ..query };
            #[cfg(feature = "parallel")]
            {
                let finished = || next.load(Relaxed) >= positions.len();
                let work = |query: Query<'_, B>| {
                    let _stop = query.shared.stop_on_panic();
                    solve_some(query, positions, &next)
                };
                let silent = Query { silent: true, ..query };
                bitboard_core::threads::on_threads(
                    threads,
                    finished,
                    || work(silent),
                    || work(query),
                )
            }
            #[cfg(not(feature = "parallel"))]
            {
                [solve_some(query, positions, &next)]
            }
        });
        let mut bounds: Vec<Option<Bounds>> = positions.iter().map(|_| None).collect();
        let mut stopped = None;
        for (found, stop) in results {
            for (index, found) in found {
                bounds[index] = Some(found);
            }
            stopped = stopped.or(stop);
        }
        let bounds = bounds.into_iter().zip(positions);
        let bounds = bounds.map(|(bounds, &position)| {
            // Positions after those at which the threads were stopped.
            bounds.unwrap_or_else(|| self.known_or_in_book(position))
        });
        match stopped {
            None => Ok(bounds.map(|bounds| bounds.low).collect()),
            // A panic of a thread has reached the caller.
            Some(stop) => Err(Interrupted::new(stop.reason(), bounds.collect())),
        }
    }

    /// The bounds that are known without a search.
    fn known_or_in_book(&self, position: Position<B>) -> Bounds {
        let known = position.known_score();
        let book = self.book.as_ref().filter(|_| known.exact().is_none());
        book.and_then(|book| book.score(&position)).map_or(known, Bounds::exactly)
    }

    /// Number of threads for a batch.
    fn batch_threads(&self) -> usize {
        #[cfg(feature = "parallel")]
        let cores = || bitboard_core::threads::thread_count(0);
        #[cfg(not(feature = "parallel"))]
        let cores = || 1;
        self.threads.unwrap_or_else(cores).min(crate::search::MAX_THREADS)
    }
}

/// Indices and bounds of scores, and the reason if the thread was stopped.
type Found = (Vec<(usize, Bounds)>, Option<ThreadStop>);

/// Solves the positions that no thread has begun.
fn solve_some<B: BoardSize>(
    query: Query<'_, B>,
    positions: &[Position<B>],
    next: &AtomicUsize,
) -> Found {
    let mut found = Vec::new();
    loop {
        let index = next.fetch_add(1, Relaxed);
        let Some(&position) = positions.get(index) else { return (found, None) };
        let mut bounds = position.known_score();
        let stop = query.narrow(position, &mut bounds, Goal::Score).err();
        found.push((index, bounds));
        if stop.is_some() {
            return (found, stop);
        }
    }
}
