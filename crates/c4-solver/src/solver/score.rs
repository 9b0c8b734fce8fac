//! Scores of positions: the queries about one score, and the engine behind all queries.
//!
//! The engine looks a position up in the book, then narrows the bounds of its score by null-window
//! questions until they meet:
//!
//! ```text
//! [low, high] := the possible scores
//! while low < high:
//!     β := the next question of `Window`, low < β ≤ high
//!     bound := Search::bound(β)
//!     if bound ≥ β { low := bound } else { high := bound }
//! ```
//!
//! For the score 3 of a position with 23 empty cells, whose possible scores are −11 to 11:
//!
//! ```text
//! β = −8, −6    reached       −6 ..= 11     far below zero: cheap to prove for most positions
//! β =  9, 7     not reached   −6 ..=  6     far above zero
//! β =  1        reached        1 ..=  6     who wins
//! β =  2, 3     reached        3 ..=  6     steps of 1, 1, 2, 4 … outwards
//! β =  5, 4     not reached    3
//! ```
//!
//! A search that was stopped continues with the same questions, whose answers are in the table.

use bitboard_core::{Bits as _, Interrupted, Limits, unlimited};

use super::Solver;
use crate::board::{Board, Column, Position};
use crate::book::Book;
use crate::search::{
    Bounds, Buckets, Processor, Query, Question, Report, Search, Snapshot, Stop, Table, Team,
};

/// Progress of [`Solver::try_solve_from`].
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct SolveProgress {
    /// Nodes of this query so far.
    pub nodes: u64,
    /// The bounds of the score so far.
    pub bounds: Bounds,
    /// The search is finding out whether the score is at least this.
    pub question: i32,
    /// The part of the slots of the transposition table that have an entry, from 0 to 1, of those
    /// that the search may use.
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

    /// Continues a search that was stopped, from the bounds that it has found. The progress tells
    /// more than that of [`try_solve`](Self::try_solve).
    ///
    /// The search first checks the bounds: the score is exact for any `bounds`, also for wrong or
    /// empty ones. If they come from a search of this position, the table usually has them, and
    /// checking them takes no nodes. Then the same bounds lead to the same questions, and the table
    /// has what was found for them: little is searched again.
    ///
    /// ```
    /// use c4_solver::bitboard_core::Limits;
    /// use c4_solver::{Position, Solver};
    ///
    /// let (mut solver, position) = (Solver::new(), Position::from_moves("6237266376111153366")?);
    /// let bounds = solver.try_solve(&position, &Limits::new().nodes(100)).unwrap_err().partial;
    /// assert_eq!(solver.try_solve_from(&position, bounds, &Limits::new()), Ok(3));
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the score, if a limit is reached or the cancel flag is set.
    pub fn try_solve_from(
        &mut self,
        position: &Position<B>,
        bounds: Bounds,
        limits: &Limits<'_, SolveProgress>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let position = *position;
        let reporter = limits.start();
        self.run(limits.without_progress(), |engine| {
            let buckets = engine.buckets(position);
            let report = |Snapshot { nodes, question }| {
                let Question { bounds, beta: question } = question;
                let progress =
                    || SolveProgress { nodes, bounds, question, table_fill: buckets.fill() };
                reporter.report(progress);
            };
            Ok(engine.with_report(&report).score_near(position, bounds)?)
        })
    }

    /// Returns 1 if the player to move wins, −1 if the other player does, 0 for a draw. This needs
    /// fewer nodes than the score.
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
    /// assert_eq!(stopped.partial.to_string(), "-11..=11");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the score, as those of [`try_solve`](Self::try_solve), if a
    /// limit is reached or the cancel flag is set.
    pub fn try_solve_weak(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let within = Bounds { low: -1, high: 1 };
        let result = self.run_reporting(limits, |engine| engine.score(*position, within));
        result.map(i32::signum).map_err(|stopped| {
            // The search has not told scores of the same sign apart.
            let (found, possible) = (stopped.bounds, known(*position));
            let low = if found.low < 0 { possible.low } else { found.low };
            let high = if found.high > 0 { possible.high } else { found.high };
            Interrupted::new(stopped.stop.reason(), Bounds { low, high })
        })
    }
}

/// Positions with at most this many empty cells skip the far questions, which cost more than they
/// save there. With 13 instead of 9, End-Easy takes 15 % fewer nodes; with 18 instead of 13,
/// Middle-Easy takes 2 % fewer.
const FEW_CELLS: u32 = 18;

/// The parts of a solver, for one query.
pub(super) struct Engine<'a, B: Board> {
    pub(super) board: B,
    pub(super) table: &'a Table<B::Word>,
    pub(super) book: Option<&'a Book<B>>,
    pub(super) processor: Processor,
    /// Number of threads of a search.
    pub(super) threads: usize,
    /// Whether searches of other positions run at the same time.
    pub(super) shared: bool,
    pub(super) query: &'a Query<'a>,
    pub(super) report: Option<&'a Report<'a>>,
}

/// A search that was stopped, and the bounds of the score that it has found.
#[derive(Clone, Copy)]
pub(super) struct Stopped {
    pub(super) stop: Stop,
    pub(super) bounds: Bounds,
}

impl From<Stopped> for Stop {
    fn from(stopped: Stopped) -> Self {
        stopped.stop
    }
}

impl From<Stopped> for Interrupted<Bounds> {
    fn from(stopped: Stopped) -> Self {
        Self::new(stopped.stop.reason(), stopped.bounds)
    }
}

impl<B: Board> Clone for Engine<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board> Copy for Engine<'_, B> {}

impl<'a, B: Board> Engine<'a, B> {
    /// Reports progress of the searches.
    pub(super) fn with_report<'b>(self, report: &'b Report<'b>) -> Engine<'b, B>
    where
        'a: 'b,
    {
        Engine { report: Some(report), ..self }
    }

    /// Returns the score. Scores up to the low bound are not distinguished, and neither are scores
    /// from the high bound.
    pub(super) fn score(self, position: Position<B>, within: Bounds) -> Result<i32, Stopped> {
        if !position.winning_moves().is_zero() {
            return Ok(position.win_score());
        }
        let buckets = self.buckets(position);
        self.search(position, within, within, buckets, |_| false).map(|found| found.low)
    }

    /// Returns the score. The search begins with the questions whether it is within `claimed`.
    pub(super) fn score_near(self, position: Position<B>, claimed: Bounds) -> Result<i32, Stopped> {
        if !position.winning_moves().is_zero() {
            return Ok(position.win_score());
        }
        let buckets = self.buckets(position);
        let within = possible(position);
        self.search(position, within, claimed, buckets, |_| false).map(|found| found.low)
    }

    /// Narrows the bounds of the score of a position until they tell who wins.
    pub(super) fn outcome(self, position: Position<B>, bounds: Bounds) -> Result<Bounds, Stopped> {
        self.search(position, bounds, bounds, self.buckets(position), is_decided)
    }

    /// Returns the part of the table that serves this position and those that follow.
    pub(super) fn buckets(self, position: Position<B>) -> Buckets<'a, B::Word> {
        check_board(self.board, position);
        self.table.buckets(position.empty_cells())
    }

    /// Returns whether the column can be played and reaches `score`, the score of the position.
    pub(super) fn reaches(
        self,
        position: Position<B>,
        column: Column,
        score: i32,
        buckets: Buckets<'a, B::Word>,
    ) -> Result<bool, Stop> {
        if !position.can_play(column) {
            return Ok(false);
        }
        let Ok(next) = position.play(column) else {
            // A winning move ends the game.
            return Ok(true);
        };
        if score == position.win_score() {
            return Ok(false);
        }
        if !next.winning_moves().is_zero() {
            return Ok(-next.win_score() >= score);
        }
        let within = Bounds { low: -score, high: 1 - score };
        let found = self.search(next, within, within, buckets, |_| false)?;
        Ok(found.low <= -score)
    }

    /// [`score`](Self::score) for a position that is not won at once, until the bounds are
    /// `enough`. The first questions are whether the score is within `claimed`, unless `within`
    /// tells.
    fn search(
        self,
        position: Position<B>,
        within: Bounds,
        claimed: Bounds,
        buckets: Buckets<'a, B::Word>,
        enough: fn(Bounds) -> bool,
    ) -> Result<Bounds, Stopped> {
        if let Some(score) = self.book.and_then(|book| book.score(&position)) {
            return Ok(Bounds::exactly(score));
        }
        let possible = possible(position);
        let empty_cells = position.empty_cells();
        let widest = (empty_cells > FEW_CELLS).then_some(possible);
        let ask = |search: &mut Search<'_, B>, window: &mut Window, beta| {
            let Window { bounds, .. } = *window;
            let bound = self.query.check().and_then(|()| search.bound(Question { bounds, beta }));
            window.narrow(beta, bound.map_err(|stop| Stopped { stop, bounds })?);
            Ok(())
        };
        let team = Team::for_position(position, self.threads);
        let search = &mut self.start(position, buckets, team.as_ref());
        let mut window = Window::new(within.and(possible), widest);
        for beta in [claimed.low, claimed.high.saturating_add(1)] {
            if window.bounds.decide(beta).is_none() {
                ask(search, &mut window, beta)?;
            }
        }
        let mut window = Window::new(window.bounds, widest);
        while !enough(window.bounds) {
            let Some(beta) = window.next() else { break };
            ask(search, &mut window, beta)?;
        }
        Ok(window.bounds)
    }

    /// Runs one null-window test unless the bounds decide it. What the search finds beyond the
    /// answer is left out, because it depends on the contents of the table.
    pub(super) fn narrow(
        self,
        position: Position<B>,
        bounds: Bounds,
        beta: i32,
    ) -> Result<Bounds, Stop> {
        if bounds.decide(beta).is_some() {
            return Ok(bounds);
        }
        if let Some(score) = self.book.and_then(|book| book.score(&position)) {
            return Ok(Bounds::exactly(score));
        }
        self.query.check()?;
        let team = Team::for_position(position, self.threads);
        let mut search = self.start(position, self.buckets(position), team.as_ref());
        let mut window = Window::new(bounds, None);
        let reached = search.bound(Question { bounds, beta })? >= beta;
        window.narrow(beta, if reached { beta } else { beta - 1 });
        Ok(window.bounds)
    }

    /// Starts a search by the threads of this engine.
    fn start<'b>(
        self,
        position: Position<B>,
        buckets: Buckets<'b, B::Word>,
        team: Option<&'b Team>,
    ) -> Search<'b, B>
    where
        'a: 'b,
    {
        let buckets = buckets.shared(self.shared || team.is_some());
        Search::new(self.processor, position, buckets, self.query, team).with_report(self.report)
    }
}

/// Panics if the position is of another board: the table and the books are for the keys of one.
#[inline]
pub(super) fn check_board<B: Board>(board: B, position: Position<B>) {
    let [expected, found] = [board, position.board].map(|board| [board.width(), board.height()]);
    assert!(
        expected == found,
        "expected a position of {}×{}, found one of {}×{}",
        expected[0],
        expected[1],
        found[0],
        found[1]
    );
}

/// The bounds of the score that are known without a search.
pub(super) fn known<B: Board>(position: Position<B>) -> Bounds {
    if position.winning_moves().is_zero() {
        possible(position)
    } else {
        Bounds::exactly(position.win_score())
    }
}

/// The possible scores of positions with this number of empty cells that are not won at once.
fn possible<B: Board>(position: Position<B>) -> Bounds {
    let empty_cells = position.empty_cells() as i32;
    Bounds { low: -empty_cells / 2, high: (empty_cells - 1) / 2 }
}

/// Returns whether the bounds tell who wins.
pub(super) fn is_decided(bounds: Bounds) -> bool {
    bounds.low > 0 || bounds.high < 0 || bounds.exact().is_some()
}

/// The bounds of a score, and the next question "is the score at least β?".
///
/// The first questions are whether the score is far from zero: at three quarters of what is
/// possible, twice on either side. That decides most positions with few nodes. After that comes
/// zero, then steps of 1, 1, 2, 4 … outwards.
struct Window {
    bounds: Bounds,
    /// Questions left far below zero, and far above.
    far_questions: [u32; 2],
    /// Questions asked since it is known who wins.
    steps: u32,
}

impl Window {
    /// The questions between these bounds. With `widest`, the bounds before the first question,
    /// some are far from zero. Bounds that answers have narrowed leave fewer of them, so a search
    /// that was stopped continues with about the same question.
    fn new(bounds: Bounds, widest: Option<Bounds>) -> Self {
        let left = |size: i32, widest: i32| match size {
            _ if size >= widest => 2,
            _ if size > widest * 3 / 4 * 3 / 4 => 1,
            _ => 0,
        };
        let left =
            |widest: Bounds| [left(-bounds.low, -widest.low), left(bounds.high, widest.high)];
        Self { bounds, far_questions: widest.map_or([0; 2], left), steps: 0 }
    }

    /// The next β; `None` if the score is known.
    fn next(&mut self) -> Option<i32> {
        let Bounds { low, high } = self.bounds;
        if low >= high {
            return None;
        }
        if low >= 0 || high <= 0 {
            let step = (1 << self.steps.saturating_sub(1)).min((high - low + 1) / 2);
            self.steps += 1;
            return Some(if low >= 0 { low + step } else { high + 1 - step });
        }
        let (low_far, high_far) = (low * 3 / 4, high * 3 / 4);
        let [low_questions, high_questions] = &mut self.far_questions;
        if *low_questions > 0 && low_far > low {
            *low_questions -= 1;
            Some(low_far)
        } else if *high_questions > 0 && high_far < high {
            *high_questions -= 1;
            Some(high_far + 1)
        } else {
            Some(1)
        }
    }

    /// Narrows the bounds by the answer to `beta`, a bound of the score.
    fn narrow(&mut self, beta: i32, bound: i32) {
        if bound >= beta {
            self.bounds.low = bound;
        } else {
            self.bounds.high = bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_lead_to_every_score() {
        for size in 0..30 {
            let possible = Bounds { low: -size, high: size - size % 2 };
            for widest in [None, Some(possible)] {
                for score in possible.low..=possible.high {
                    let (mut window, mut questions) = (Window::new(possible, widest), 0);
                    while let Some(beta) = window.next() {
                        let bounds = window.bounds;
                        assert!(bounds.low < beta && beta <= bounds.high, "{beta}: {bounds}");
                        window.narrow(beta, if score >= beta { beta } else { beta - 1 });
                        questions += 1;
                        // A search that is stopped here.
                        if questions == 3 {
                            window = Window::new(window.bounds, widest);
                        }
                    }
                    assert_eq!(window.bounds.exact(), Some(score));
                    assert!(questions <= 14, "{score}: {questions}");
                }
            }
        }
    }
}
