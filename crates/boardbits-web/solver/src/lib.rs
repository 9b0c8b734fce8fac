//! The solver of Connect 4 as the playground asks it.
//!
//! A crate beside the playground's, because the search is compiled where its board is chosen: here
//! for speed, while the rest of the page is compiled for size.

#![forbid(unsafe_code)]

use std::time::Duration;

use c4_solver::{
    AnySize, BoardSize, Book, Bounds, Column, Limits, PlayError, Position, Solver, SolverBuilder,
    Standard,
};

/// The answer to a query, in JSON, or what is wrong with the query.
pub type Answer = Result<String, String>;

/// Boards of up to 64 bits: 128-bit words would make the WebAssembly much larger.
pub type Size = AnySize<u64>;

/// A board of this size.
///
/// # Errors
/// If a board of this size is not supported.
pub fn any_size(width: u32, height: u32) -> Result<Size, String> {
    Size::new(width, height).map_err(text)
}

/// Formats an error for people.
fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A solver for one board.
pub struct C4(Box<dyn Queries>);

impl C4 {
    /// A solver of a board with a transposition table of about `bytes`.
    ///
    /// # Errors
    /// If a board of this size is not supported, or the table cannot be allocated.
    pub fn new(width: u32, height: u32, bytes: usize) -> Result<Self, String> {
        if (width, height) == (7, 6) {
            let board = Standard::BOARD;
            return Self::build(board, SolverBuilder::new(board).memory_bytes(bytes));
        }
        let board = any_size(width, height)?;
        Self::build(board, SolverBuilder::new(board).memory_bytes(bytes))
    }

    /// A solver of 7×6 with an opening book from a file.
    ///
    /// # Errors
    /// If the bytes are not a book for 7×6, or the table cannot be allocated.
    pub fn with_book(book: Vec<u8>, bytes: usize) -> Result<Self, String> {
        let book = Book::from_bytes(Standard::BOARD, book).map_err(text)?;
        let builder = SolverBuilder::new(Standard::BOARD).memory_bytes(bytes).book(book);
        Self::build(Standard::BOARD, builder)
    }

    fn build<B: BoardSize>(board: B, builder: SolverBuilder<B>) -> Result<Self, String> {
        let solver = builder.build().map_err(text)?;
        Ok(Self(Box::new(Session { board, solver })))
    }

    /// The sign of the score of a stone in `column`, from 0: 1 if it wins, 0 for a draw, -1 if it
    /// loses, or `null` if it is not known after `ms` milliseconds.
    ///
    /// # Errors
    /// If the moves or the column are not legal.
    pub fn sign(&mut self, moves: &str, column: u32, ms: u32) -> Answer {
        self.0.score(moves, column, ms, true)
    }

    /// The exact score of a stone in `column`, from 0, or `null` if it is not known after `ms`
    /// milliseconds.
    ///
    /// # Errors
    /// If the moves or the column are not legal.
    pub fn score(&mut self, moves: &str, column: u32, ms: u32) -> Answer {
        self.0.score(moves, column, ms, false)
    }

    /// A line of best play from a position, as far as it is known after `ms` milliseconds.
    ///
    /// # Errors
    /// If the moves are not legal.
    pub fn line(&mut self, moves: &str, ms: u32) -> Answer {
        self.0.line(moves, ms)
    }

    /// Number of nodes of all queries so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// What a solver answers, whatever its board.
trait Queries {
    fn score(&mut self, moves: &str, column: u32, ms: u32, weak: bool) -> Answer;
    fn line(&mut self, moves: &str, ms: u32) -> Answer;
    fn nodes(&self) -> u64;
}

struct Session<B: BoardSize> {
    board: B,
    solver: Solver<B>,
}

impl<B: BoardSize> Queries for Session<B> {
    fn score(&mut self, moves: &str, column: u32, ms: u32, weak: bool) -> Answer {
        let position = Position::new(self.board).after_moves(moves).map_err(text)?;
        let column =
            Column::new(column).ok_or_else(|| format!("column {column} does not exist"))?;
        let next = match position.after(column) {
            Ok(next) => next,
            Err(PlayError::Wins { .. }) => {
                let score = position.win_score();
                return Ok(if weak { score.signum() } else { score }.to_string());
            }
            Err(error) => return Err(text(error)),
        };
        let limits = Limits::new().time(Duration::from_millis(ms.into()));
        let bounds = if weak {
            self.solver.try_solve_weak(&next, &limits).map_err(|stopped| stopped.partial)
        } else {
            self.solver.try_solve(&next, &limits).map_err(|stopped| stopped.partial)
        };
        let score = bounds.map_or_else(Bounds::exact, Some);
        Ok(score.map_or_else(|| "null".into(), |score| (-score).to_string()))
    }

    fn line(&mut self, moves: &str, ms: u32) -> Answer {
        let position = Position::new(self.board).after_moves(moves).map_err(text)?;
        let limits = Limits::new().time(Duration::from_millis(ms.into()));
        let line = self.solver.try_principal_variation(&position, &limits);
        let line = line.unwrap_or_else(|stopped| stopped.partial);
        let line: String = line.into_iter().map(Column::symbol).collect();
        Ok(format!(r#"{{"line":"{line}"}}"#))
    }

    fn nodes(&self) -> u64 {
        self.solver.statistics().nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_the_scores_of_the_solver() {
        let moves = "6237266376111153366";
        let position = Position::from_moves(moves).unwrap();
        let analysis = Solver::new().analyze(&position);
        let mut c4 = C4::new(7, 6, 1 << 20).unwrap();
        for column in position.columns() {
            let expected = analysis.score(column).unwrap();
            assert_eq!(c4.score(moves, column.index(), 60_000).unwrap(), expected.to_string());
            let sign = c4.sign(moves, column.index(), 60_000).unwrap();
            assert_eq!(sign, expected.signum().to_string());
        }
        assert!(c4.score("444444", 3, 1).is_err());
        assert!(c4.score("444444", 99, 1).is_err());
        let line = c4.line(moves, 60_000).unwrap();
        assert!(line.len() > r#"{"line":""}"#.len(), "{line}");
    }

    #[test]
    fn the_book_knows_the_opening() {
        let book = include_bytes!("../../../c4-solver/src/generated/book_7x6.bin");
        let mut c4 = C4::with_book(book.to_vec(), 1 << 20).unwrap();
        assert_eq!([0, 3].map(|column| c4.score("", column, 0).unwrap()), ["-2", "1"]);
    }

    #[test]
    fn other_boards_and_limits() {
        let mut small = C4::new(5, 5, 1 << 20).unwrap();
        assert_eq!(small.score("", 2, 60_000).unwrap(), "0");
        let mut large = C4::new(8, 7, 1 << 20).unwrap();
        assert_eq!(large.score("", 4, 20).unwrap(), "null");
        assert!(C4::new(40, 40, 1 << 20).is_err() && C4::with_book(vec![1, 2], 1 << 20).is_err());
    }
}
