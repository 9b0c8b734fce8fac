//! `boardbits c4`: Connect 4 on boards of any size.
//!
//! `position.rs` reads positions, `solve.rs` prints scores and moves, `play.rs` plays games,
//! `show.rs` draws positions, and `book.rs` makes opening books.

mod book;
mod play;
mod position;
pub(crate) mod show;
mod solve;

use std::path::{Path, PathBuf};

use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::files::named;
use crate::input::Source;
use crate::options::{Memory, Threads, number};
use bitboard_core::{Interrupted, Limits, SeededRng};
use c4_solver::{Board, Book, BookError, Column, Position, Solver, Strength};

/// Solve, play and show Connect 4
#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum C4 {
    Solve(solve::Solve),
    Play(play::Play),
    Show(show::Show),
    Book(book::BookArguments),
}

pub(crate) fn run(command: C4, context: &mut Context) -> Result {
    match command {
        C4::Solve(args) => solve::run(&args, context),
        C4::Play(args) => play::run(&args, context),
        C4::Show(args) => show::run(&args, context),
        C4::Book(args) => book::run(&args, context),
    }
}

/// The largest file of a book, in bytes.
const MAX_BOOK: u64 = 1 << 30;

/// The size of the board.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Size {
    /// Columns of the board, at most 61
    #[arg(long, default_value_t = 7, value_name = "W", value_parser = number(0..=u32::MAX))]
    width: u32,
    /// Rows of the board; width·(height + 1) is at most 128
    #[arg(long, default_value_t = 6, value_name = "H", value_parser = number(0..=u32::MAX))]
    height: u32,
}

impl Size {
    /// The board of this size.
    pub(crate) fn board(self) -> Result<Board> {
        let board = Board::new(self.width, self.height);
        board.map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// `--book`
#[derive(clap::Args)]
pub(crate) struct BookOption {
    /// Opening book that `c4 book` has written, or `none`; by default, the one in the program for
    /// the first eight stones on 7×6
    #[arg(long, value_name = "FILE|none")]
    book: Option<PathBuf>,
}

impl BookOption {
    /// The solver with this book. If `searches` is set, it has no book unless one is given.
    fn add_to(&self, solver: Solver, searches: bool) -> Result<Solver> {
        let book = match &self.book {
            Some(none) if none == Path::new("none") => None,
            Some(path) => {
                let bytes = Source::File(path.clone()).read_all(MAX_BOOK)?;
                let book = Book::from_bytes(solver.board(), bytes).map_err(|error| match error {
                    BookError::NotABook => {
                        format!("{error}; `c4 book` converts those of other programs")
                    }
                    error => error.to_string(),
                });
                Some(named(path, book)?)
            }
            None => Book::embedded(solver.board()).filter(|_| !searches),
        };
        Ok(if let Some(book) = book { solver.book(book) } else { solver })
    }
}

/// A solver with a table of this size.
fn solver(board: Board, memory: &Memory, threads: Threads) -> Result<Solver> {
    let bytes = memory.bytes();
    let mut solver = Solver::new(board).memory_bytes(bytes).threads(threads.count());
    if solver.allocate() {
        Ok(solver)
    } else {
        let reason = format!("cannot allocate {bytes} bytes for the transposition table");
        Err(Failure::Input(reason))
    }
}

/// The error if no move has the score of its position. The scores of the deepest positions of a
/// book cannot be checked when it is opened.
fn wrong_book(score: i32) -> String {
    format!("the opening book is wrong: it gives score {score}, which no line of play reaches")
}

/// Nodes for a move of a strong player.
const NODES: u64 = 20_000;

/// Parses `perfect`, `strong`, `strong:NODES`, `casual` or `random`.
fn strength(text: &str) -> Result<Strength, String> {
    let names = ["perfect", "strong", "strong:NODES", "casual", "random"];
    match text.split_once(':') {
        None => match text {
            "perfect" => Ok(Strength::Perfect),
            "strong" => Ok(Strength::Strong { nodes: NODES }),
            "casual" => Ok(Strength::Casual),
            "random" => Ok(Strength::Random),
            _ => Err(suggest(text, names)),
        },
        Some(("strong", nodes)) => match nodes.parse() {
            Ok(nodes) if nodes > 0 => Ok(Strength::Strong { nodes }),
            _ => Err("expected a number of nodes after 'strong:'".to_owned()),
        },
        Some(_) => Err(suggest(text, names)),
    }
}

/// Chooses a column of a board that is not full. The inner error has the best column so far.
///
/// # Errors
/// If the opening book is wrong.
fn choose(
    solver: &mut Solver,
    position: &Position,
    strength: Strength,
    rng: &mut SeededRng,
    limits: &Limits<'_>,
) -> Result<Result<Column, Interrupted<Option<Column>>>> {
    match solver.try_choose(position, strength, rng, limits) {
        Ok(Some(column)) => Ok(Ok(column)),
        // Only a wrong book leaves no best column.
        Ok(None) => Err(Failure::Input(wrong_book(solver.best_moves(position).score))),
        Err(stopped) => Ok(Err(stopped)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_have_names() {
        assert_eq!(strength("perfect"), Ok(Strength::Perfect));
        assert_eq!(strength("strong"), Ok(Strength::Strong { nodes: NODES }));
        assert_eq!(strength("strong:7"), Ok(Strength::Strong { nodes: 7 }));
        for wrong in ["", "best", "casual:3", "strong:", "strong:0", "strong:-1", "strong:x"] {
            assert!(strength(wrong).is_err(), "{wrong}");
        }
        let all = "expected one of perfect, strong, strong:NODES, casual, random";
        assert_eq!(strength("xyz"), Err(all.to_owned()));
        for (wrong, name) in [("stong", "strong"), ("perfct", "perfect"), ("Casual", "casual")] {
            assert_eq!(strength(wrong), Err(format!("did you mean {name}?")));
        }
    }
}
