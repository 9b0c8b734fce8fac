//! The search behind all queries: finds or bounds the score of a position.

use bitboard_core::{Bits as _, Interrupted};

use super::window::Window;
use crate::board::{Board, Column, Position};
use crate::book::Book;
use crate::search::{
    Bounds, Buckets, Processor, Query, Question, Report, Search, Stop, Table, Team,
};

/// With at most this many empty cells, the questions about scores far from zero cost more than they save.
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

    /// Returns the score. Scores up to the low bound are not distinguished, and neither are scores from the high
    /// bound.
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
        self.table.buckets(position.board.cells() - position.ply())
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

    /// [`score`](Self::score) for a position that is not won at once, until the bounds are `enough`. The first questions are whether
    /// the score is within `claimed`, unless `within` tells.
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
        let empty_cells = position.board.cells() - position.ply();
        let widest = (empty_cells > FEW_CELLS).then_some(possible);
        let ask = |search: &mut Search<'_, B>, window: &mut Window, beta| {
            let Window { bounds, .. } = *window;
            self.query.check().map_err(|reason| Stopped { stop: reason.into(), bounds })?;
            let bound = self.ask(search, Question { bounds, beta });
            window.narrow(beta, bound.map_err(|stop| Stopped { stop, bounds })?);
            Ok(())
        };
        self.with_search(position, buckets, |search| {
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
        })
    }

    /// Narrows the bounds of the score of a position by one question, if they leave it open. What the search finds beyond the answer is
    /// left out, because it depends on the contents of the table.
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
        self.with_search(position, self.buckets(position), |search| {
            let mut window = Window::new(bounds, None);
            let reached = self.ask(search, Question { bounds, beta })? >= beta;
            window.narrow(beta, if reached { beta } else { beta - 1 });
            Ok(window.bounds)
        })
    }

    /// Runs a search by the threads of this engine.
    fn with_search<R>(
        self,
        position: Position<B>,
        buckets: Buckets<'a, B::Word>,
        run: impl FnOnce(&mut Search<'_, B>) -> R,
    ) -> R {
        let team = Team::for_position(position, self.threads);
        let shared = self.shared || team.is_some();
        let mut search = Search::new(position, buckets.shared(shared), self.query)
            .with_team(team.as_ref())
            .with_report(self.report);
        run(&mut search)
    }

    /// [`Search::bound`], by all threads of the search.
    fn ask(self, search: &mut Search<'_, B>, question: Question) -> Result<i32, Stop> {
        #[cfg(feature = "parallel")]
        if let Some(team) = search.team() {
            return crate::search::bound(self.processor, search, team, question);
        }
        search.bound(self.processor, question)
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
    let empty_cells = (position.board.cells() - position.ply()) as i32;
    Bounds { low: -empty_cells / 2, high: (empty_cells - 1) / 2 }
}

/// Whether the bounds tell who wins.
pub(super) fn is_decided(bounds: Bounds) -> bool {
    bounds.low > 0 || bounds.high < 0 || bounds.exact().is_some()
}
