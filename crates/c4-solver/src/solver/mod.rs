//! Exact scores.

use alloc::vec::Vec;
use core::fmt;

mod builder;
mod window;

use bitboard_core::Bits as _;

pub use self::builder::{BuildError, Builder};
use self::window::Window;

use crate::board::{Board, Standard};
use crate::book::Book;
use crate::isa::{Processor, dispatch};
use crate::position::Position;
use crate::search::Search;
use crate::table::Table;
use crate::team::Team;
use crate::watch::{Counts, Limits, Listener, StopReason, Watch};

/// With at most this many empty cells, the questions about scores far from zero cost more than they save.
const FEW_CELLS: i32 = 13;

/// Solves positions exactly.
///
/// A score counts the stones that the winner has left when the game ends, plus one: with the last stone of a player it is 1,
/// a stone earlier 2, and so on. It is positive if the player to move wins, negative if the other player does, 0 for a draw.
///
/// Scores that have been found stay in a transposition table and serve later searches, so it pays to keep a solver. That holds for
/// searches that were stopped, too.
///
/// ```
/// use c4_solver::{Position, Solver};
///
/// let mut solver = Solver::new();
/// let position = Position::from_moves("2252576253462244111563365343671351441")?;
/// assert_eq!(solver.solve(position), -1);
/// # Ok::<(), c4_solver::MovesError>(())
/// ```
pub struct Solver<B: Board = Standard> {
    table: Table<B::Word>,
    book: Option<Book<B>>,
    processor: Processor,
    limits: Limits,
    listener: Option<Listener>,
    counts: Counts,
    threads: usize,
}

/// Counts of a solver since it was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes searched, by all threads.
    pub nodes: u64,
    /// Nodes decided by the transposition table, by all threads.
    pub table_hits: u64,
    /// The size of the transposition table.
    pub table_bytes: usize,
}

/// The bounds of a score whose search was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}: the score is from {low} to {high}")]
#[non_exhaustive]
pub struct Stopped {
    /// The lowest possible score.
    pub low: i32,
    /// The highest possible score.
    pub high: i32,
    /// Why the search was stopped.
    pub reason: StopReason,
}

impl<B: Board> fmt::Debug for Solver<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Returns a solver for 7×6 with a transposition table of 64 MiB.
    ///
    /// # Panics
    /// If the table cannot be allocated; see [`Builder::try_build`].
    #[must_use]
    pub fn new() -> Self {
        Builder::new(Standard::BOARD).build()
    }
}

impl<B: Board> Solver<B> {
    /// Clears the transposition table. The statistics stay.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Returns the number of nodes searched since the solver was built, by all threads.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.counts.nodes
    }

    /// Returns the counts since the solver was built.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let Counts { nodes, hits } = self.counts;
        Statistics { nodes, table_hits: hits, table_bytes: self.table.bytes() }
    }

    /// Returns the exact score. Limits do not apply.
    pub fn solve(&mut self, position: Position<B>) -> i32 {
        let watch = self.start(Limits::default());
        unlimited(self.score(&watch, position))
    }

    /// Returns the exact score, within the limits.
    ///
    /// Positions that need no search are always answered: those that the player to move wins at once, those in the book, and full boards.
    ///
    /// # Errors
    /// [`Stopped`] if a limit is reached or the cancel flag is set.
    pub fn try_solve(&mut self, position: Position<B>) -> Result<i32, Stopped> {
        let watch = self.start(self.limits.clone());
        self.score(&watch, position)
    }

    /// Returns 1 if the player to move wins, −1 if the other player does, 0 for a draw. Limits do not apply.
    pub fn solve_weak(&mut self, position: Position<B>) -> i32 {
        let watch = self.start(Limits::default());
        unlimited(self.score_between(&watch, position, -1, 1)).signum()
    }

    /// Returns the score of a stone in each column for the player to move, `None` for full columns. Limits do not apply.
    pub fn analyze(&mut self, position: Position<B>) -> Vec<Option<i32>> {
        let watch = self.start(Limits::default());
        let columns = 0..position.board.width();
        columns.map(|x| unlimited(self.score_of(&watch, position, x))).collect()
    }

    /// Returns the score, and the columns that reach it, counted from 0. There are none if the board is full. Limits do not apply.
    pub fn best_moves(&mut self, position: Position<B>) -> (i32, Vec<u32>) {
        let watch = self.start(Limits::default());
        let score = unlimited(self.score(&watch, position));
        let columns = 0..position.board.width();
        let best = columns.filter(|&x| unlimited(self.reaches(&watch, position, x, score)));
        (score, best.collect())
    }

    /// Returns the principal variation to the end of the game, as columns counted from 0. Limits do not apply.
    pub fn principal_variation(&mut self, position: Position<B>) -> Vec<u32> {
        let watch = self.start(Limits::default());
        unlimited(self.line(&watch, position))
    }

    fn line(&mut self, watch: &Watch, mut position: Position<B>) -> Result<Vec<u32>, Stopped> {
        let mut moves = Vec::new();
        let mut score = self.score(watch, position)?;
        // Ties are broken towards the center.
        let width = position.board.width();
        let mut columns: Vec<u32> = (0..width).collect();
        columns.sort_by_key(|&x| x.abs_diff(width / 2));
        while let Some(x) = self.first_best(watch, position, score, &columns)? {
            moves.push(x);
            match position.play(x) {
                Ok(next) => position = next,
                Err(_) => break,
            }
            score = -score;
        }
        Ok(moves)
    }

    /// The first of the columns that reaches `score`, the score of the position.
    fn first_best(
        &mut self,
        watch: &Watch,
        position: Position<B>,
        score: i32,
        columns: &[u32],
    ) -> Result<Option<u32>, Stopped> {
        for &x in columns {
            if self.reaches(watch, position, x, score)? {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }

    /// The score of a stone in column `x`, `None` if the column is full.
    fn score_of(
        &mut self,
        watch: &Watch,
        position: Position<B>,
        x: u32,
    ) -> Result<Option<i32>, Stopped> {
        if !position.can_play(x) {
            return Ok(None);
        }
        match position.play(x) {
            // A winning move ends the game.
            Err(_) => Ok(Some(position.win_score())),
            Ok(next) => Ok(Some(-self.score(watch, next)?)),
        }
    }

    /// Returns whether column `x` can be played and reaches `score`, the score of the position.
    fn reaches(
        &mut self,
        watch: &Watch,
        position: Position<B>,
        x: u32,
        score: i32,
    ) -> Result<bool, Stopped> {
        if !position.can_play(x) {
            return Ok(false);
        }
        match position.play(x) {
            Err(_) => Ok(true),
            Ok(_) if score == position.win_score() => Ok(false),
            Ok(next) if !next.winning_moves().is_zero() => Ok(-next.win_score() >= score),
            Ok(next) => Ok(self.search(watch, next, -score, 1 - score)? <= -score),
        }
    }

    fn start(&self, limits: Limits) -> Watch {
        Watch::start(limits, self.counts)
    }

    fn score(&mut self, watch: &Watch, position: Position<B>) -> Result<i32, Stopped> {
        self.score_between(watch, position, i32::MIN, i32::MAX)
    }

    /// The score. Scores up to `low` are not told apart, nor are those from `high`.
    fn score_between(
        &mut self,
        watch: &Watch,
        position: Position<B>,
        low: i32,
        high: i32,
    ) -> Result<i32, Stopped> {
        if !position.winning_moves().is_zero() {
            return Ok(position.win_score());
        }
        self.table.fit(position.board.cells() - position.ply());
        self.search(watch, position, low, high)
    }

    /// [`score_between`](Self::score_between) for a position that is not won at once, with as much of the table as the last one.
    fn search(
        &mut self,
        watch: &Watch,
        position: Position<B>,
        low: i32,
        high: i32,
    ) -> Result<i32, Stopped> {
        if let Some(score) = self.book.as_ref().and_then(|book| book.score(position)) {
            return Ok(score);
        }
        let empty_cells = (position.board.cells() - position.ply()) as i32;
        let far_questions = if empty_cells > FEW_CELLS { 2 } else { 0 };
        let (low, high) = (low.max(-empty_cells / 2), high.min((empty_cells - 1) / 2));
        let mut window = Window::new(low, high, far_questions);
        let team = Team::for_position(position, self.threads);
        let mut search = Search::new(position.board, &self.table, watch)
            .with_team(team.as_ref())
            .with_listener(self.listener.as_mut());
        let mut ask = |beta| {
            watch.check()?;
            bound(self.processor, &mut search, position, beta)
        };
        let result = loop {
            let Some(beta) = window.next() else { break Ok(window.low) };
            match ask(beta) {
                Ok(bound) => window.narrow(beta, bound),
                Err(reason) => break Err(Stopped { low: window.low, high: window.high, reason }),
            }
        };
        drop(search);
        self.counts = watch.counts();
        result
    }
}

/// [`Search::bound`] by all threads of the search.
fn bound<B: Board>(
    processor: Processor,
    search: &mut Search<'_, B>,
    position: Position<B>,
    beta: i32,
) -> Result<i32, StopReason> {
    #[cfg(feature = "parallel")]
    if let Some(team) = search.team() {
        return crate::parallel::bound(processor, search, team, position, beta);
    }
    dispatch!(processor, isa => search.bound(isa, position, beta))
}

/// The result of a query without limits.
fn unlimited<T>(result: Result<T, Stopped>) -> T {
    result.unwrap_or_else(|stopped| unreachable!("a query without limits was stopped: {stopped}"))
}
