//! Exact scores.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::sync::atomic::AtomicBool;
#[cfg(feature = "std")]
use std::time::Duration;

use bitboard_core::Word;

use crate::arch::Processor;
use crate::board::{Board, Standard};
use crate::book::Book;
use crate::position::Position;
use crate::search::Search;
use crate::watch::{Progress, Reason};

/// The size of the transposition table if nothing else is said, in bytes.
const TABLE_BYTES: usize = 64 << 20;

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

/// Makes a [`Solver`].
///
/// ```
/// use c4_solver::{Builder, Position, Sized};
///
/// let board = Sized::<u64>::new(5, 5)?;
/// let mut solver = Builder::new(board).table_bytes(1 << 20).node_limit(10_000).build();
/// let stopped = solver.try_solve(Position::new(board)).unwrap_err();
/// assert!(stopped.low <= 0 && stopped.high >= 0);
/// assert_eq!(solver.solve(Position::new(board)), 0);
/// # Ok::<(), c4_solver::SizeError>(())
/// ```
#[must_use]
pub struct Builder<B: Board = Standard> {
    board: B,
    table_bytes: usize,
    node_limit: Option<u64>,
    #[cfg(feature = "std")]
    time_limit: Option<Duration>,
    cancel: Option<Arc<AtomicBool>>,
    listener: Option<alloc::boxed::Box<dyn FnMut(Progress) + Send>>,
    book: Option<Book<B>>,
    #[cfg(feature = "parallel")]
    threads: usize,
}

impl<B: Board> Builder<B> {
    /// A solver for a board, with a table of 64 MiB and no limits.
    pub fn new(board: B) -> Self {
        Self {
            board,
            table_bytes: TABLE_BYTES,
            node_limit: None,
            #[cfg(feature = "std")]
            time_limit: None,
            cancel: None,
            listener: None,
            book: None,
            #[cfg(feature = "parallel")]
            threads: 1,
        }
    }

    /// Takes so many bytes at most for the transposition table, except that boards with keys of more than 44 bits need some
    /// minimum (16 MiB for keys of 64 bits).
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// Stops each of the `try_` searches after so many nodes, give or take some thousand.
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.node_limit = Some(nodes);
        self
    }

    /// Stops each of the `try_` searches after so long.
    #[cfg(feature = "std")]
    pub fn time_limit(mut self, time: Duration) -> Self {
        self.time_limit = Some(time);
        self
    }

    /// Stops `try_` searches soon after the flag is set, and lets none begin while it is.
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancel = Some(flag);
        self
    }

    /// Calls `listener` every few thousand nodes, about a thousand times a second.
    pub fn progress(mut self, listener: impl FnMut(Progress) + Send + 'static) -> Self {
        self.listener = Some(alloc::boxed::Box::new(listener));
        self
    }

    /// Looks positions up in a book before searching.
    pub fn book(mut self, book: Book<B>) -> Self {
        self.book = Some(book);
        self
    }

    /// Searches with so many threads, which share the table. Scores are the same; nodes and times are not from run to run. Boards in words of
    /// 128 bits, and positions with few empty cells, are searched by one.
    #[cfg(feature = "parallel")]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The solver.
    ///
    /// # Panics
    /// If the book is for another board.
    #[must_use]
    pub fn build(self) -> Solver<B> {
        assert!(
            self.book.as_ref().is_none_or(|book| book.board() == self.board),
            "the book is for another board"
        );
        let mut search = Search::new(self.board, self.table_bytes);
        search.watch.node_limit = self.node_limit;
        #[cfg(feature = "std")]
        {
            search.watch.time_limit = self.time_limit;
        }
        search.watch.cancel = self.cancel;
        search.watch.listener = self.listener;
        #[cfg(feature = "parallel")]
        let helpers = crate::parallel::helpers(&mut search, self.board, self.threads);
        Solver {
            search,
            processor: Processor::detect(),
            book: self.book,
            #[cfg(feature = "parallel")]
            helpers,
        }
    }
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

/// The scores that are still possible, and the question to ask next.
///
/// Easy positions have high scores, and it is cheap to find out that a game does not end soon: so the first questions are whether
/// the score is far from zero. Others are near zero, and are found from there outwards.
struct Window {
    low: i32,
    high: i32,
    far_questions: [u32; 2],
    step: i32,
}

impl Window {
    fn new(low: i32, high: i32, far_questions: u32) -> Self {
        Self { low, high, far_questions: [far_questions; 2], step: 1 }
    }

    /// The next question: is the score as much as this?
    fn next(&mut self) -> Option<i32> {
        let (low, high) = (self.low, self.high);
        if low >= high {
            return None;
        }
        if low >= 0 {
            let beta = low + self.step.min((high - low + 1) / 2);
            self.step *= 2;
            return Some(beta);
        }
        if high <= 0 {
            let beta = high + 1 - self.step.min((high - low + 1) / 2);
            self.step *= 2;
            return Some(beta);
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
}

impl<B: Board> Position<B> {
    /// How many plies the game goes on, if this is the score and both players do their best.
    ///
    /// ```
    /// use c4_solver::Position;
    ///
    /// assert_eq!(Position::EMPTY.plies_to_end(1), 41);
    /// ```
    #[must_use]
    pub fn plies_to_end(self, score: i32) -> u32 {
        let left = self.board.cells() - self.ply();
        let not_played = score.unsigned_abs();
        match score {
            1.. => (2 * (left.div_ceil(2) + 1).saturating_sub(not_played)).saturating_sub(1),
            0 => left,
            _ => 2 * (left / 2 + 1).saturating_sub(not_played),
        }
    }
}
