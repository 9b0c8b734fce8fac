//! Connect 4: games as texts of columns, scores of columns.

use std::time::Duration;

use c4_solver::{
    Board, Book, Bounds, Column, Game, Limits, Outcome, PlayError, Player, Position, Solver,
};

use crate::json::Object;
use crate::{Answer, text};

/// A board of this size.
fn board(width: u32, height: u32) -> Result<Board, String> {
    Board::new(width, height).map_err(text)
}

/// The longest legal beginning of a game, and what is wrong with the next move.
fn longest(board: Board, moves: &str) -> (Game, String, Option<String>) {
    let (mut game, mut legal) = (Game::new(board), String::new());
    for (i, symbol) in moves.chars().enumerate() {
        let played = match Column::from_symbol(symbol) {
            Some(column) => game.play(column).map_err(text),
            None => Err(format!("expected a column from 1 to {}, found {symbol:?}", board.width())),
        };
        if let Err(reason) = played {
            return (game, legal, Some(format!("Move {}: {reason}", i + 1)));
        }
        legal.push(symbol);
    }
    (game, legal, None)
}

/// The board after some moves: as far as they are legal, with an error for the first that is not.
///
/// # Errors
/// If there is no board of this size.
pub fn state(width: u32, height: u32, moves: &str) -> Answer {
    let (game, legal, error) = longest(board(width, height)?, moves);
    let position = game.position();
    let is_over = game.outcome().is_some();
    let columns = |set: c4_solver::ColumnSet| set.iter().map(Column::index).collect::<Vec<_>>();
    let playable: Vec<_> = if is_over { Vec::new() } else { columns(position.columns()) };
    let player = |player: Player| if player == Player::First { 0u32 } else { 1 };
    let heights = Column::all(width)
        .map(|column| (0..height).take_while(|&row| position.stone(column, row).is_some()).count());
    Ok(Object::new()
        .with("moves", legal)
        .with("error", error)
        .with("heights", heights.collect::<Vec<_>>())
        .with("turn", player(game.turn()))
        .with("over", is_over)
        .with("winner", game.outcome().and_then(Outcome::winner).map(player))
        .with("draw", game.outcome() == Some(Outcome::Drawn))
        .with("line", game.winning_line().map(|(c, row)| (c.index(), row)).collect::<Vec<_>>())
        .with("playable", playable)
        .with("winning", if is_over { Vec::new() } else { columns(position.winning_columns()) })
        .with("safe", if is_over { Vec::new() } else { columns(position.non_losing_columns()) })
        .end())
}

/// A solver for one board.
pub struct C4(Solver);

impl C4 {
    /// A solver of a board with a transposition table of about `bytes`.
    ///
    /// # Errors
    /// If there is no board of this size.
    pub fn new(width: u32, height: u32, bytes: usize) -> Result<Self, String> {
        Ok(Self(Solver::new(board(width, height)?).memory_bytes(bytes)))
    }

    /// A solver of 7×6 with an opening book from a file.
    ///
    /// # Errors
    /// If the bytes are not a book for 7×6.
    pub fn with_book(book: Vec<u8>, bytes: usize) -> Result<Self, String> {
        let book = Book::from_bytes(Board::STANDARD, book).map_err(text)?;
        Ok(Self(Solver::default().memory_bytes(bytes).book(book)))
    }

    fn position(&self, moves: &str) -> Result<Position, String> {
        Position::new(self.0.board()).after_moves(moves).map_err(text)
    }

    /// The sign of the score of a stone in `column`, from 0: 1 if it wins, 0 for a draw, -1 if it
    /// loses, or `null` if it is not known after `ms` milliseconds.
    ///
    /// # Errors
    /// If the moves or the column are not legal.
    pub fn sign(&mut self, moves: &str, column: u32, ms: u32) -> Answer {
        self.score_of(moves, column, ms, true)
    }

    /// The exact score of a stone in `column`, from 0, or `null` if it is not known after `ms`
    /// milliseconds.
    ///
    /// # Errors
    /// If the moves or the column are not legal.
    pub fn score(&mut self, moves: &str, column: u32, ms: u32) -> Answer {
        self.score_of(moves, column, ms, false)
    }

    fn score_of(&mut self, moves: &str, column: u32, ms: u32, weak: bool) -> Answer {
        let position = self.position(moves)?;
        let column =
            Column::new(column).ok_or_else(|| format!("column {column} does not exist"))?;
        let next = match position.after(column) {
            Ok(next) => next,
            Err(PlayError::Wins { .. }) => {
                let score = position.win_score();
                return Ok(if weak { score.signum() } else { score }.to_string());
            }
            Err(error) => return Err(text(error).into()),
        };
        let limits = limits(ms);
        let found = if weak {
            self.0.try_solve_weak(&next, &limits)
        } else {
            self.0.try_solve(&next, &limits)
        };
        let score = found.map_or_else(|stopped| Bounds::exact(stopped.partial), Some);
        Ok(score.map_or_else(|| "null".into(), |score| (-score).to_string()))
    }

    /// A line of best play from a position, as far as it is known after `ms` milliseconds.
    ///
    /// # Errors
    /// If the moves are not legal.
    pub fn line(&mut self, moves: &str, ms: u32) -> Answer {
        let position = self.position(moves)?;
        let line = self.0.try_principal_variation(&position, &limits(ms));
        let line = line.unwrap_or_else(|stopped| stopped.partial);
        let line: String = line.into_iter().map(Column::symbol).collect();
        Ok(format!(r#"{{"line":"{line}"}}"#))
    }

    /// Number of nodes of all queries so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.statistics().nodes
    }
}

fn limits(ms: u32) -> Limits<'static> {
    Limits::new().time(Duration::from_millis(ms.into()))
}
