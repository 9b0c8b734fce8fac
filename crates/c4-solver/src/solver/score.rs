//! Scores of positions.

use bitboard_core::{Interrupted, Limits};

use super::engine::known;
use super::state::{Solver, unlimited};
use crate::board::{Board, Position};
use crate::search::Bounds;

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
        unlimited(self.try_solve(position, &Limits::new()))
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
        self.run_reporting(limits, |engine| engine.score(*position, known(*position)))
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
        unlimited(self.try_solve_weak(position, &Limits::new()))
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
        result.map(i32::signum).map_err(|stopped| stopped.map(sign))
    }
}
