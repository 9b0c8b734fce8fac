//! Scores of positions: the queries about one score, and [`ScoreQuery`], by which all queries run.

use bitboard_core::limits::{ThreadStop, unlimited};
use bitboard_core::{Interrupted, Limits};

use super::{Solver, check_board};
use crate::board::{Board, Bounds, Column, PlayError, Position};
use crate::book::Book;
use crate::search::{Engine, Goal, Job, Shared, SolveProgress, new_engine};

impl Solver {
    /// Returns the exact score.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// // A win with the last stone but three.
    /// let position = Position::from_moves("5554224333234511764415115")?;
    /// assert_eq!(Solver::default().solve(&position), 4);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn solve(&mut self, position: &Position) -> i32 {
        unlimited(|limits| self.try_solve(position, limits))
    }

    /// [`solve`](Self::solve) within limits.
    ///
    /// ```
    /// use c4_solver::{Limits, Position, Solver, StopReason};
    ///
    /// let (mut solver, position) = (Solver::default(), Position::from_moves("6237266376111153366")?);
    /// let stopped = solver.try_solve(&position, &Limits::new().nodes(100)).unwrap_err();
    /// assert_eq!(stopped.reason, StopReason::Nodes);
    /// assert!(stopped.partial.low <= 3 && 3 <= stopped.partial.high);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the score, if a limit is reached or the cancel flag is set.
    pub fn try_solve(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let mut bounds = position.known_score();
        let result = self.run(limits, |query| query.narrow(*position, &mut bounds, Goal::Score));
        answer(result, bounds).map(|bounds| bounds.low)
    }

    /// Continues a search that was stopped, from the bounds that it has found.
    ///
    /// The search first checks the bounds: the score is exact for any `bounds`, also for wrong or
    /// empty ones. If they come from a search of this position, the table usually has them, and
    /// checking them takes no nodes. Then the same bounds lead to the same tests, and the table has
    /// what was found for them: little is searched again.
    ///
    /// ```
    /// use c4_solver::{Limits, Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::default(), Position::from_moves("6237266376111153366")?);
    /// let bounds = solver.try_solve(&position, &Limits::new().nodes(100)).unwrap_err().partial;
    /// assert_eq!(solver.try_solve_from(&position, bounds, &Limits::new()), Ok(3));
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the score, if a limit is reached or the cancel flag is set.
    pub fn try_solve_from(
        &mut self,
        position: &Position,
        bounds: Bounds,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let (claimed, mut bounds) = (bounds, position.known_score());
        let result = self.run(limits, |query| {
            for beta in [claimed.low, claimed.high.saturating_add(1)] {
                query.narrow(*position, &mut bounds, Goal::AtLeast(beta))?;
            }
            query.narrow(*position, &mut bounds, Goal::Score)
        });
        answer(result, bounds).map(|bounds| bounds.low)
    }

    /// Returns 1 if the player to move wins, −1 if the other player does, 0 for a draw. This needs
    /// fewer nodes than the score.
    ///
    /// ```
    /// use c4_solver::{Position, Solver};
    ///
    /// let position = Position::from_moves("6237266376111153366")?;
    /// assert_eq!(Solver::default().solve_weak(&position), 1);
    /// # Ok::<(), c4_solver::PositionError>(())
    /// ```
    pub fn solve_weak(&mut self, position: &Position) -> i32 {
        unlimited(|limits| self.try_solve_weak(position, limits))
    }

    /// [`solve_weak`](Self::solve_weak) within limits.
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the answer, from −1 to 1, if a limit is reached or the cancel
    /// flag is set.
    pub fn try_solve_weak(
        &mut self,
        position: &Position,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let mut bounds = position.known_score().and(Bounds { low: -1, high: 1 });
        let result = self.run(limits, |query| query.narrow(*position, &mut bounds, Goal::Score));
        let signs = Bounds { low: bounds.low.signum(), high: bounds.high.signum() };
        answer(result, signs).map(|bounds| bounds.low)
    }

    /// Runs a query.
    pub(super) fn run<T>(
        &mut self,
        limits: &Limits<'_>,
        query: impl FnOnce(&ScoreQuery<'_>) -> T,
    ) -> T {
        let shared = Shared::new(limits.start());
        let threads = self.threads.unwrap_or(1);
        let job = Job { shared: &shared, threads, part: None, column: None, silent: false };
        let (board, book) = (self.board, self.book.as_ref());
        let engine = &**self.engine.get_or_insert_with(|| new_engine(board, self.memory_bytes));
        let result = query(&ScoreQuery { board, engine, book, job });
        self.nodes += shared.nodes();
        result
    }
}

/// The answer to a query, which is what it has found so far if it was stopped.
pub(super) fn answer<T>(result: Result<(), ThreadStop>, found: T) -> Result<T, Interrupted<T>> {
    match result {
        Ok(()) => Ok(found),
        Err(stop) => Err(Interrupted::new(stop.reason(), found)),
    }
}

/// A running query about scores.
#[derive(Clone, Copy)]
pub(super) struct ScoreQuery<'a> {
    pub(super) board: Board,
    pub(super) engine: &'a dyn Engine,
    pub(super) book: Option<&'a Book>,
    pub(super) job: Job<'a>,
}

impl ScoreQuery<'_> {
    /// Narrows the bounds of the score of a position until they reach the goal. Scores up to the
    /// low bound are not distinguished, and neither are scores from the high bound.
    pub(super) fn narrow(
        &self,
        position: Position,
        bounds: &mut Bounds,
        goal: Goal,
    ) -> Result<(), ThreadStop> {
        if goal.is_reached(*bounds) {
            return Ok(());
        }
        check_board("position", self.board, position.board);
        if let Some(score) = self.book_score(position) {
            *bounds = Bounds::exactly(score);
            return Ok(());
        }
        self.engine.narrow(&self.job, position, bounds, goal)
    }

    /// Returns whether the column can be played and reaches `score`, the score of the position.
    pub(super) fn reaches(
        &self,
        position: Position,
        column: Column,
        score: i32,
    ) -> Result<bool, ThreadStop> {
        let next = match position.after(column) {
            Ok(next) => next,
            // It ends the game, or the column is full.
            Err(reason) => return Ok(matches!(reason, PlayError::Wins { .. })),
        };
        if score == position.win_score() {
            return Ok(false);
        }
        let mut bounds = next.known_score().and(Bounds { low: -score, high: 1 - score });
        self.about(column).narrow(next, &mut bounds, Goal::Score)?;
        Ok(bounds.low <= -score)
    }

    /// The bounds that are known without a search.
    pub(super) fn known_score(&self, position: Position) -> Bounds {
        self.book_score(position).map_or_else(|| position.known_score(), Bounds::exactly)
    }

    /// The score in the book.
    pub(super) fn book_score(&self, position: Position) -> Option<i32> {
        self.book?.score(&position)
    }

    /// This query, whose progress is about a column.
    pub(super) fn about(&self, column: Column) -> Self {
        Self { job: Job { column: Some(column), ..self.job }, ..*self }
    }

    /// This query, whose searches all use the part of the table for this position.
    pub(super) fn in_table_of(&self, position: Position) -> Self {
        Self { job: Job { part: Some(position.empty_cells()), ..self.job }, ..*self }
    }

    /// Reports what has been found about the column, which leads to this position.
    pub(super) fn report(&self, position: Position, bounds: Bounds) {
        let Job { shared, column, part, .. } = self.job;
        shared.report(|| SolveProgress {
            column,
            bounds,
            beta: None,
            table_fill: self.engine.fill(part.unwrap_or(position.empty_cells())),
        });
    }
}
