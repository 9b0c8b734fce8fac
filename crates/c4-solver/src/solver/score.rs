//! Scores of positions.

use bitboard_core::{Interrupted, Limits, unlimited};

use super::engine::known;
use super::state::Solver;
use crate::board::{Board, Position};
use crate::search::{Bounds, Question};

/// Progress of [`Solver::try_solve_within`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolveProgress {
    /// Nodes of this query so far.
    pub nodes: u64,
    /// The bounds of the score so far.
    pub bounds: Bounds,
    /// The search is finding out whether the score is at least this.
    pub question: i32,
    /// The part of the slots of the transposition table that have an entry, from 0 to 1, of those that the search may use.
    pub table_fill: f64,
}

impl<B: Board> Solver<B> {
    /// Returns the exact score.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// // A win with the last stone but three.
    /// let position = Position::from_moves("5554224333234511764415115")?;
    /// assert_eq!(Solver::new().solve(&position), 4);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn solve(&mut self, position: &Position<B>) -> i32 {
        unlimited(|limits| self.try_solve(position, limits))
    }

    /// [`solve`](Self::solve) within limits.
    ///
    /// ```
    /// use c4_solver::bitboard_core::{Limits, StopReason};
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let stopped = solver.try_solve(&position, &Limits::new().nodes(100)).unwrap_err();
    /// assert_eq!(stopped.reason, StopReason::Nodes);
    /// assert!(stopped.partial.low <= 3 && 3 <= stopped.partial.high);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the score, if a limit is reached or the cancel flag is set.
    pub fn try_solve(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        Ok(self.run_reporting(limits, |engine| engine.score(*position, known(*position)))?)
    }

    /// Continues a search that was stopped, from the bounds that it has found. The progress tells more than that of
    /// [`try_solve`](Self::try_solve).
    ///
    /// The search first checks the bounds: the score is exact for any `bounds`, also for wrong or empty ones. If they come from a
    /// search of this position, the table usually has them, and checking them takes no nodes. Then the same bounds lead to the same
    /// questions, and the table has what was found for them: little is searched again.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let bounds = solver.try_solve(&position, &Limits::new().nodes(100)).unwrap_err().partial;
    /// assert_eq!(solver.try_solve_within(&position, bounds, &Limits::new()), Ok(3));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the score, if a limit is reached or the cancel flag is set.
    pub fn try_solve_within(
        &mut self,
        position: &Position<B>,
        bounds: Bounds,
        limits: &Limits<'_, SolveProgress>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let position = *position;
        let reporter = limits.start();
        self.run(limits.without_progress(), |engine| {
            let buckets = engine.buckets(position);
            let report = |nodes, Question { bounds, beta: question }| {
                let progress =
                    || SolveProgress { nodes, bounds, question, table_fill: buckets.fill() };
                reporter.report(progress);
            };
            Ok(engine.with_report(&report).score_near(position, bounds)?)
        })
    }

    /// Returns 1 if the player to move wins, −1 if the other player does, 0 for a draw. This needs fewer nodes than the score.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("6237266376111153366")?;
    /// assert_eq!(Solver::new().solve_weak(&position), 1);
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    pub fn solve_weak(&mut self, position: &Position<B>) -> i32 {
        unlimited(|limits| self.try_solve_weak(position, limits))
    }

    /// [`solve_weak`](Self::solve_weak) within limits.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("6237266376111153366")?;
    /// let stopped = Solver::new().try_solve_weak(&position, &Limits::new().nodes(1)).unwrap_err();
    /// assert_eq!(stopped.partial.to_string(), "-1..=1");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the result, if a limit is reached or the cancel flag is set.
    pub fn try_solve_weak(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let sign = |bounds: Bounds| Bounds { low: bounds.low.signum(), high: bounds.high.signum() };
        let within = Bounds { low: -1, high: 1 };
        let result = self.run_reporting(limits, |engine| engine.score(*position, within));
        result.map(i32::signum).map_err(|stopped| Interrupted::from(stopped).map(sign))
    }
}
