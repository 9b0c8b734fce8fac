//! Exact scores.

use alloc::vec::Vec;
use core::fmt;

mod builder;
mod window;

use bitboard_core::Word;

pub use self::builder::Builder;
use self::window::Window;

use crate::arch::Processor;
use crate::board::{Board, Standard};
use crate::book::Book;
use crate::position::Position;
use crate::search::Search;
use crate::watch::Reason;

/// With so few empty cells a question costs as much as the search that it saves.
const FEW_CELLS: i32 = 13;

/// Solves positions exactly.
///
/// A score counts the stones that the winner has left when the game ends, plus one: with the last stone of a player it is 1,
/// a stone earlier 2, and so on. It is positive if the player to move wins, negative if the other player does, 0 for a draw.
///
/// What was found out about positions stays in a table and serves later searches; so it pays to keep a solver.
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
    search: Search<B>,
    processor: Processor,
    book: Option<Book<B>>,
    /// The searches of the other threads.
    #[cfg(feature = "parallel")]
    helpers: Vec<Search<B>>,
}

/// What a solver has done since it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// Positions whose moves were looked at.
    pub nodes: u64,
    /// Positions that the table decided.
    pub table_hits: u64,
    /// The size of the table.
    pub table_bytes: usize,
}

/// A search that was stopped before it knew the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}: the score is from {low} to {high}")]
#[non_exhaustive]
pub struct Stopped {
    /// The lowest score that is possible.
    pub low: i32,
    /// The highest score that is possible.
    pub high: i32,
    /// Why it was stopped.
    pub reason: Reason,
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
    /// A solver for 7×6 with a table of 64 MiB.
    #[must_use]
    pub fn new() -> Self {
        Builder::new(Standard::BOARD).build()
    }
}

impl<B: Board> Solver<B> {
    /// Forgets all that has been searched, as far as scores are concerned; the statistics go on.
    pub fn clear(&mut self) {
        self.search.table.clear();
    }

    /// How many positions have been searched since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// What the solver has done since it was made.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.search.nodes,
            table_hits: self.search.hits,
            table_bytes: self.search.table.bytes(),
        }
    }

    /// The exact score, without regard to limits.
    pub fn solve(&mut self, position: Position<B>) -> i32 {
        self.search.watch.start(self.search.nodes, false);
        match self.between(position, i32::MIN, i32::MAX) {
            Ok(score) => score,
            // Nothing stops a search without limits.
            Err(stopped) => stopped.low,
        }
    }

    /// The exact score.
    ///
    /// # Errors
    /// [`Stopped`] when a limit is reached or the flag is set; what has been found out stays in the table.
    pub fn try_solve(&mut self, position: Position<B>) -> Result<i32, Stopped> {
        self.search.watch.start(self.search.nodes, true);
        self.search.watch.look_up(self.search.nodes);
        self.between(position, i32::MIN, i32::MAX)
    }

    /// 1 if the player to move wins, −1 if the other player does, 0 for a draw; without regard to limits.
    pub fn solve_weak(&mut self, position: Position<B>) -> i32 {
        self.search.watch.start(self.search.nodes, false);
        match self.between(position, -1, 1) {
            Ok(score) => score.signum(),
            Err(stopped) => stopped.low.signum(),
        }
    }

    /// The score after a stone in each column, seen by the player to move now; `None` for full
    /// columns.
    pub fn analyze(&mut self, position: Position<B>) -> Vec<Option<i32>> {
        (0..position.board.width()).map(|x| self.score_of(position, x)).collect()
    }

    fn score_of(&mut self, position: Position<B>, x: u32) -> Option<i32> {
        if !position.can_play(x) {
            return None;
        }
        // A winning move is no position to search.
        Some(position.play(x).map_or_else(|_| position.win_score(), |next| -self.solve(next)))
    }

    /// The score, and the columns, counted from 0, that reach it. None if the board is full.
    pub fn best_moves(&mut self, position: Position<B>) -> (i32, Vec<u32>) {
        let score = self.solve(position);
        let columns = 0..position.board.width();
        (score, columns.filter(|&x| self.reaches(position, x, score)).collect())
    }

    /// Whether column `x` can be played and scores `score`, the best there is.
    fn reaches(&mut self, position: Position<B>, x: u32, score: i32) -> bool {
        if !position.can_play(x) {
            return false;
        }
        match position.play(x) {
            Err(_) => true,
            Ok(_) if score == position.win_score() => false,
            Ok(next) if !next.winning_moves().is_zero() => -next.win_score() >= score,
            Ok(next) => match self.book.as_ref().and_then(|book| book.score(next)) {
                Some(known) => -known >= score,
                None => self.bound(next, 1 - score) <= -score,
            },
        }
    }

    /// Moves with which both players do their best, columns counted from 0, to the end of the game.
    pub fn principal_variation(&mut self, mut position: Position<B>) -> Vec<u32> {
        let mut moves = Vec::new();
        let mut score = self.solve(position);
        // Ties are broken towards the centre.
        let (width, centre) = (position.board.width(), position.board.width() / 2);
        let mut columns: Vec<u32> = (0..width).collect();
        columns.sort_by_key(|&x| x.abs_diff(centre));
        while let Some(&x) = columns.iter().find(|&&x| self.reaches(position, x, score)) {
            moves.push(x);
            match position.play(x) {
                Ok(next) => position = next,
                Err(_) => break,
            }
            score = -score;
        }
        moves
    }

    /// The score, given that values up to `low`, and from `high`, need not be told apart.
    fn between(&mut self, position: Position<B>, low: i32, high: i32) -> Result<i32, Stopped> {
        if !position.winning_moves().is_zero() {
            return Ok(position.win_score());
        }
        if let Some(score) = self.book.as_ref().and_then(|book| book.score(position)) {
            return Ok(score);
        }
        let left = (position.board.cells() - position.ply()) as i32;
        self.search.table.fit(left as u32);
        #[cfg(feature = "parallel")]
        for helper in &mut self.helpers {
            helper.table.fit(left as u32);
        }
        let far = if left > FEW_CELLS { 2 } else { 0 };
        let mut window = Window::new(low.max(-left / 2), high.min((left - 1) / 2), far);
        while let Some(beta) = window.next() {
            let bound = self.bound(position, beta);
            if let Some(reason) = self.search.watch.stopped() {
                return Err(Stopped { low: window.low, high: window.high, reason });
            }
            if bound >= beta {
                window.low = bound;
            } else {
                window.high = bound;
            }
        }
        Ok(window.low)
    }

    fn bound(&mut self, position: Position<B>, beta: i32) -> i32 {
        #[cfg(feature = "parallel")]
        if crate::parallel::is_worth_it(&self.helpers, position) {
            let Self { search, helpers, processor, .. } = self;
            return crate::parallel::bound(*processor, search, helpers, position, beta);
        }
        self.processor.bound(&mut self.search, position, beta)
    }
}
