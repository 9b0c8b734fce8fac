//! Scores of positions: the queries about one score, and [`Query`], by which all queries run.
//!
//! It looks a position up in the book, then narrows the bounds of its score by null-window
//! tests until they meet:
//!
//! ```text
//! bounds := the possible scores
//! while bounds.low < bounds.high:
//!     β := the next test of `Schedule`, low < β ≤ high
//!     Search::null_window(bounds, β)
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
//! A search that was stopped continues with the same tests, whose results are in the table.

use alloc::collections::BTreeMap;

use bitboard_core::limits::{Meter, ThreadStop, unlimited};
use bitboard_core::{Interrupted, Limits, Player};

use super::Solver;
use crate::board::{BoardSize, Bounds, Column, Position};
use crate::book::Book;
use crate::search::{Buckets, Counts, Search, Shared, SolveProgress, Team};

impl<B: BoardSize> Solver<B> {
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
    /// use c4_solver::{Limits, Position, Solver, StopReason};
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
        let mut bounds = position.known_score();
        let result = self.run(limits, |query| query.narrow(*position, &mut bounds, Goal::Score));
        answer(result, bounds)
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
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let (claimed, mut bounds) = (bounds, position.known_score());
        let result = self.run(limits, |query| {
            query.test(*position, &mut bounds, claimed.low)?;
            query.test(*position, &mut bounds, claimed.high.saturating_add(1))?;
            query.narrow(*position, &mut bounds, Goal::Score)
        });
        answer(result, bounds)
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
    /// use c4_solver::{Limits, Position, Solver};
    ///
    /// let position = Position::from_moves("6237266376111153366")?;
    /// let stopped = Solver::new().try_solve_weak(&position, &Limits::new().nodes(1)).unwrap_err();
    /// assert_eq!(stopped.partial.to_string(), "-1..=1");
    /// # Ok::<(), c4_solver::MovesError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with bounds of the answer, from −1 to 1, if a limit is reached or the cancel
    /// flag is set.
    pub fn try_solve_weak(
        &mut self,
        position: &Position<B>,
        limits: &Limits<'_>,
    ) -> Result<i32, Interrupted<Bounds>> {
        let mut found = position.known_score().and(Bounds { low: -1, high: 1 });
        let result = self.run(limits, |query| query.narrow(*position, &mut found, Goal::Score));
        answer(result, Bounds { low: found.low.signum(), high: found.high.signum() })
    }

    /// Runs a query.
    pub(super) fn run<T>(
        &mut self,
        limits: &Limits<'_>,
        query: impl FnOnce(Query<'_, B>) -> T,
    ) -> T {
        let shared = Shared::new(limits.start());
        let result = query(Query {
            solver: self,
            shared: &shared,
            book: self.book.as_ref(),
            threads: self.threads.unwrap_or(1),
            concurrent: false,
            buckets: None,
            column: None,
            silent: false,
        });
        self.counts += shared.counts();
        result
    }
}

/// The answer to a query that has narrowed the bounds of a score.
fn answer(result: Result<(), ThreadStop>, bounds: Bounds) -> Result<i32, Interrupted<Bounds>> {
    match result {
        Ok(()) => Ok(bounds.low),
        Err(stop) => Err(Interrupted::new(stop.reason(), bounds)),
    }
}

/// A running query of a solver.
#[derive(Clone, Copy)]
pub(super) struct Query<'a, B: BoardSize> {
    pub(super) solver: &'a Solver<B>,
    pub(super) shared: &'a Shared<'a>,
    pub(super) book: Option<&'a Book<B>>,
    /// Number of threads of a search.
    pub(super) threads: usize,
    /// Whether searches of other positions run at the same time.
    pub(super) concurrent: bool,
    /// The part of the table for all searches; `None` for a part for each position.
    pub(super) buckets: Option<Buckets<'a, B::Word>>,
    /// The column that progress is about; `None` for the position of the query.
    pub(super) column: Option<Column>,
    /// Whether its searches report no progress.
    pub(super) silent: bool,
}

/// The goal of a query: the outcome or the score.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// Who wins.
    Outcome,
    /// The score.
    Score,
}

impl Goal {
    /// Returns whether the bounds tell it.
    pub(super) fn is_reached(self, bounds: Bounds) -> bool {
        match self {
            Self::Outcome => bounds.outcome(Player::First).is_some(),
            Self::Score => bounds.low >= bounds.high,
        }
    }
}

/// Positions with at most this many empty cells skip the far tests, which cost more than they save
/// there. With 13 instead of 9, End-Easy takes 15 % fewer nodes; with 18 instead of 13, Middle-Easy
/// takes 2 % fewer.
const FEW_CELLS: u32 = 18;

impl<'a, B: BoardSize> Query<'a, B> {
    /// Narrows the bounds of the score of a position until they reach the goal. Scores up to the
    /// low bound are not distinguished, and neither are scores from the high bound.
    pub(super) fn narrow(
        self,
        position: Position<B>,
        bounds: &mut Bounds,
        goal: Goal,
    ) -> Result<(), ThreadStop> {
        if goal.is_reached(*bounds) {
            return Ok(());
        }
        if let Some(score) = self.book_score(position) {
            *bounds = Bounds::exactly(score);
            return Ok(());
        }
        let team = self.team(position);
        let mut search = self.search(position, team.as_ref());
        let widest = (position.empty_cells() > FEW_CELLS).then(|| position.possible_scores());
        let mut schedule = Schedule::new(*bounds, widest);
        let mut later = self.later_plies(position);
        while !goal.is_reached(*bounds) {
            let beta = schedule.next(*bounds);
            match later.as_mut().map_or(Ok(None), |book| book.reaches(position, beta))? {
                Some(true) => bounds.low = beta,
                Some(false) => bounds.high = beta - 1,
                None => {
                    later = None;
                    search.null_window(bounds, beta)?;
                }
            }
        }
        Ok(())
    }

    /// Runs one null-window test unless the bounds decide it: narrows them to scores of at least
    /// `beta`, or less. What the search finds beyond that is left out, because it depends on the
    /// contents of the table.
    pub(super) fn test(
        self,
        position: Position<B>,
        bounds: &mut Bounds,
        beta: i32,
    ) -> Result<(), ThreadStop> {
        if bounds.decide(beta).is_some() {
            return Ok(());
        }
        if let Some(score) = self.book_score(position) {
            *bounds = Bounds::exactly(score);
            return Ok(());
        }
        let later = self.later_plies(position);
        let found = later.map_or(Ok(None), |mut book| book.reaches(position, beta))?;
        let reached = if let Some(reached) = found {
            reached
        } else {
            let (team, mut found) = (self.team(position), *bounds);
            self.search(position, team.as_ref()).null_window(&mut found, beta)?;
            found.low >= beta
        };
        if reached {
            bounds.low = beta;
        } else {
            bounds.high = beta - 1;
        }
        Ok(())
    }

    /// Returns whether the column can be played and reaches `score`, the score of the position.
    pub(super) fn reaches(
        self,
        position: Position<B>,
        column: Column,
        score: i32,
    ) -> Result<bool, ThreadStop> {
        if !position.can_play(column) {
            return Ok(false);
        }
        let Ok(next) = position.after(column) else {
            // A winning move ends the game.
            return Ok(true);
        };
        if score == position.win_score() {
            return Ok(false);
        }
        let mut bounds = next.known_score().and(Bounds { low: -score, high: 1 - score });
        Query { column: Some(column), ..self }.narrow(next, &mut bounds, Goal::Score)?;
        Ok(bounds.low <= -score)
    }

    /// The score in the book.
    pub(super) fn book_score(self, position: Position<B>) -> Option<i32> {
        self.book?.score(&position)
    }

    /// The search that ends at the positions of a book of another program, for a position with fewer
    /// stones, which such a book may lack.
    fn later_plies(self, position: Position<B>) -> Option<LaterPlies<'a, B>> {
        let book = self.book.filter(|book| book.is_foreign() && position.ply() < book.depth())?;
        let (shared, meter) = (self.shared, self.shared.meter(1 << 10));
        Some(LaterPlies { book, shared, meter, known: BTreeMap::new() })
    }

    /// Returns the query with searches that all use the part of the table for this position.
    pub(super) fn in_table_of(self, position: Position<B>) -> Self {
        Self { buckets: Some(self.buckets(position)), ..self }
    }

    /// Reports what has been found about the column, which leads to this position.
    pub(super) fn report(self, position: Position<B>, bounds: Bounds) {
        self.shared.report(|| SolveProgress {
            column: self.column,
            bounds,
            beta: None,
            table_fill: self.buckets(position).fill(),
        });
    }

    /// The part of the table that serves this position and those that follow.
    fn buckets(self, position: Position<B>) -> Buckets<'a, B::Word> {
        check_board(self.solver.board, position);
        let buckets = || self.solver.table.buckets(position.empty_cells());
        self.buckets.unwrap_or_else(buckets)
    }

    /// The threads that search the position, if there are several.
    fn team(self, position: Position<B>) -> Option<Team> {
        let several = self.threads > 1 && position.empty_cells() >= Team::LEAST_EMPTY;
        several.then(|| Team::new(self.threads))
    }

    /// Starts a search.
    fn search<'b>(self, position: Position<B>, team: Option<&'b Team>) -> Search<'b, B>
    where
        'a: 'b,
    {
        let buckets = self.buckets(position).shared(self.concurrent || team.is_some());
        let search = Search::new(self.solver.processor, position, buckets, self.shared, team);
        if self.silent { search } else { search.reporting(self.column) }
    }
}

/// Panics if the position is of another board: the table and the books are for the keys of one.
#[inline]
pub(super) fn check_board<B: BoardSize>(board: B, position: Position<B>) {
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

/// A search whose last positions are those of a book.
struct LaterPlies<'a, B: BoardSize> {
    book: &'a Book<B>,
    shared: &'a Shared<'a>,
    meter: Meter<'a>,
    /// By symmetric keys.
    known: BTreeMap<B::Word, Bounds>,
}

impl<B: BoardSize> LaterPlies<'_, B> {
    /// Returns whether the score is at least `beta`. `None` if the book lacks a position.
    fn reaches(&mut self, position: Position<B>, beta: i32) -> Result<Option<bool>, ThreadStop> {
        let possible = position.known_score();
        let known = self.known.get(&position.symmetric_key()).copied().unwrap_or(possible);
        if let Some(bound) = known.decide(beta) {
            return Ok(Some(bound >= beta));
        }
        self.meter.take_all(1)?;
        self.shared.add(Counts { nodes: 1, hits: 0 });
        if let Some(score) = self.book.score(&position) {
            return Ok(Some(score >= beta));
        }
        if position.ply() >= self.book.depth() {
            return Ok(None);
        }
        let mut reached = position.is_full() && beta <= 0;
        for (column, _) in Column::outwards(position.board.width()) {
            let Ok(child) = position.after(column) else { continue };
            let Some(fails) = self.reaches(child, 1 - beta)? else { return Ok(None) };
            if !fails {
                reached = true;
                break;
            }
        }
        let found = match reached {
            true => Bounds { low: beta, ..known },
            false => Bounds { high: beta - 1, ..known },
        };
        self.known.insert(position.symmetric_key(), found);
        Ok(Some(reached))
    }
}

/// The order of null-window tests.
///
/// The first tests are whether the score is far from zero: at three quarters of what is possible,
/// twice on either side. That decides most positions with few nodes. After that comes zero, then
/// steps of 1, 1, 2, 4 … outwards.
struct Schedule {
    /// Tests left far below zero, and far above.
    far_tests: [u32; 2],
    /// Tests since it is known who wins.
    steps: u32,
}

impl Schedule {
    /// The tests between these bounds. With `widest`, the bounds before the first test, some are
    /// far from zero. Bounds that tests have narrowed leave fewer of them, so a search that was
    /// stopped continues with about the same test.
    fn new(bounds: Bounds, widest: Option<Bounds>) -> Self {
        let left = |size: i32, widest: i32| match size {
            _ if size >= widest => 2,
            _ if size > widest * 3 / 4 * 3 / 4 => 1,
            _ => 0,
        };
        let left =
            |widest: Bounds| [left(-bounds.low, -widest.low), left(bounds.high, widest.high)];
        Self { far_tests: widest.map_or([0; 2], left), steps: 0 }
    }

    /// The next β between bounds that leave several scores.
    fn next(&mut self, Bounds { low, high }: Bounds) -> i32 {
        if low >= 0 || high <= 0 {
            let step = (1 << self.steps.saturating_sub(1)).min((high - low + 1) / 2);
            self.steps += 1;
            return if low >= 0 { low + step } else { high + 1 - step };
        }
        let (low_far, high_far) = (low * 3 / 4, high * 3 / 4);
        let [low_tests, high_tests] = &mut self.far_tests;
        if *low_tests > 0 && low_far > low {
            *low_tests -= 1;
            low_far
        } else if *high_tests > 0 && high_far < high {
            *high_tests -= 1;
            high_far + 1
        } else {
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_lead_to_every_score() {
        for size in 0..30 {
            let possible = Bounds { low: -size, high: size - size % 2 };
            for widest in [None, Some(possible)] {
                for score in possible.low..=possible.high {
                    let (mut bounds, mut tests) = (possible, 0);
                    let mut schedule = Schedule::new(bounds, widest);
                    while bounds.low < bounds.high {
                        let beta = schedule.next(bounds);
                        assert!(bounds.low < beta && beta <= bounds.high, "{beta}: {bounds}");
                        if score >= beta {
                            bounds.low = beta;
                        } else {
                            bounds.high = beta - 1;
                        }
                        tests += 1;
                        // A search that is stopped here.
                        if tests == 3 {
                            schedule = Schedule::new(bounds, widest);
                        }
                    }
                    assert_eq!(bounds.exact(), Some(score));
                    assert!(tests <= 14, "{score}: {tests}");
                }
            }
        }
    }
}
