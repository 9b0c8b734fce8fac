//! What all queries do: find or bound the score of a position.

use bitboard_core::{Bits as _, Interrupted, StopReason};

use super::window::Window;
use crate::board::{Board, Column, Position};
use crate::book::Book;
use crate::search::{Bounds, Buckets, Processor, Query, Report, Search, Table, Team};

/// With at most this many empty cells, the questions about scores far from zero cost more than they save.
const FEW_CELLS: i32 = 13;

/// The parts of a solver, for one query.
pub(super) struct Engine<'a, B: Board> {
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

    /// Returns the score. Scores up to the low bound are not told apart, nor are those from the high bound.
    pub(super) fn score(
        self,
        position: Position<B>,
        within: Bounds,
    ) -> Result<i32, Interrupted<Bounds>> {
        if !position.winning_moves().is_zero() {
            return Ok(position.win_score());
        }
        self.search(position, within, self.buckets(position))
    }

    /// Returns the part of the table that serves this position and those that follow.
    pub(super) fn buckets(self, position: Position<B>) -> Buckets<'a, B::Word> {
        self.table.buckets(position.board.cells() - position.ply())
    }

    /// Returns whether the column can be played and reaches `score`, the score of the position.
    pub(super) fn reaches(
        self,
        position: Position<B>,
        column: Column,
        score: i32,
        buckets: Buckets<'a, B::Word>,
    ) -> Result<bool, StopReason> {
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
        let found = self.search(next, within, buckets).map_err(|stopped| stopped.reason)?;
        Ok(found <= -score)
    }

    /// [`score`](Self::score) for a position that is not won at once.
    fn search(
        self,
        position: Position<B>,
        within: Bounds,
        buckets: Buckets<'a, B::Word>,
    ) -> Result<i32, Interrupted<Bounds>> {
        if let Some(score) = self.book.and_then(|book| book.score(&position)) {
            return Ok(score);
        }
        let mut window = Window::new(within.and(possible(position)), far_questions(position));
        let team = Team::for_position(position, self.threads);
        let shared = self.shared || team.is_some();
        let mut search = Search::new(position.board, buckets.shared(shared), self.query)
            .with_team(team.as_ref())
            .with_report(self.report);
        while let Some(beta) = window.next() {
            let answer = self.query.check().and_then(|()| self.ask(&mut search, position, beta));
            match answer {
                Ok(bound) => window.narrow(beta, bound),
                Err(reason) => return Err(Interrupted::new(reason, window.bounds)),
            }
        }
        Ok(window.bounds.low)
    }

    /// [`Search::bound`], by all threads of the search.
    fn ask(
        self,
        search: &mut Search<'_, B>,
        position: Position<B>,
        beta: i32,
    ) -> Result<i32, StopReason> {
        #[cfg(feature = "parallel")]
        if let Some(team) = search.team() {
            return crate::search::bound(self.processor, search, team, position, beta);
        }
        search.bound(self.processor, position, beta)
    }
}

fn far_questions<B: Board>(position: Position<B>) -> u32 {
    let empty_cells = (position.board.cells() - position.ply()) as i32;
    if empty_cells > FEW_CELLS { 2 } else { 0 }
}

/// The bounds of the score that are known without a search.
pub(super) fn known<B: Board>(position: Position<B>) -> Bounds {
    if position.winning_moves().is_zero() {
        possible(position)
    } else {
        Bounds::exactly(position.win_score())
    }
}

/// The scores of positions with as many empty cells that are not won at once.
fn possible<B: Board>(position: Position<B>) -> Bounds {
    let empty_cells = (position.board.cells() - position.ply()) as i32;
    Bounds { low: -empty_cells / 2, high: (empty_cells - 1) / 2 }
}
