//! `boardbits c4`: Connect 4 on boards of any size.
//!
//! Boards are [`AnySize`] ones of the [`Size`] of the command line; an [`AnySolver`] searches them.
//! `position.rs` reads positions, `solve.rs` prints scores, `play.rs` shows and plays games,
//! `matches.rs` plays players against each other, and `book.rs` builds opening books.

mod book;
mod matches;
pub(crate) mod play;
mod position;
mod solve;

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::files::named;
use crate::input::Source;
use crate::options::{Memory, Threads, number};
use bitboard_core::{Interrupted, Limits, Random};
use c4_solver::{
    AnySize, AnySolver, Book, BookError, Column, Position, SolverBuilder, Standard, Strength,
};
use memmap2::Mmap;

/// Solve, play and show Connect 4
#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum C4 {
    Solve(solve::Solve),
    Play(play::Play),
    Match(matches::Match),
    Engine(play::Engine),
    Show(play::Show),
    /// Build, describe and merge opening books
    #[command(subcommand)]
    Book(book::BookCommand),
}

pub(crate) fn run(command: C4, context: &mut Context) -> Result {
    match command {
        C4::Solve(args) => solve::run_solve(&args, context),
        C4::Play(args) => play::run_play(&args, context),
        C4::Match(args) => matches::run_match(&args, context),
        C4::Engine(args) => play::run_engine(&args, context),
        C4::Show(args) => play::run_show(&args, context),
        C4::Book(command) => book::run(&command, context),
    }
}

/// The largest book that is read into memory, in bytes.
const MAX_BOOK: u64 = 64 << 20;

/// The size of the board.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Size {
    /// Columns of the board, at most 61
    #[arg(long, default_value_t = 7, value_name = "W", value_parser = number(0..=u32::MAX))]
    pub(crate) width: u32,
    /// Rows of the board; width·(height + 1) is at most 128
    #[arg(long, default_value_t = 6, value_name = "H", value_parser = number(0..=u32::MAX))]
    pub(crate) height: u32,
}

/// How to read the files of opening books.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct BookFiles {
    /// Map books of more than 64 MiB into memory, which are refused otherwise
    ///
    /// The file must not change while the program runs: that can change scores or end the program.
    /// Smaller books are read into memory, where changes of the file have no effect.
    #[arg(long)]
    map_book: bool,
}

/// The opening book of a solver.
#[derive(clap::Args)]
pub(crate) struct BookOption {
    /// Look positions up in this opening book first
    ///
    /// A book that `c4 book build` has written, bitbully's database of 12 plies with distances
    /// (`book_12ply_distances.dat` of the Python package bitbully-databases), or an opening book of
    /// Pascal Pons' solver.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    files: BookFiles,
}

/// The solver of a player: its book, memory and threads.
#[derive(clap::Args)]
pub(crate) struct SolverOptions {
    #[command(flatten)]
    pub(crate) book: BookOption,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

impl SolverOptions {
    /// A solver with these options. Without --book it has the book included in the program, if that
    /// is for this board.
    pub(crate) fn builder(&self, board: AnySize) -> Result<SolverBuilder<AnySize>> {
        let builder = builder(board, &self.book, true)?;
        Ok(builder.memory_bytes(self.memory.bytes()).threads(self.threads.count()))
    }
}

impl Size {
    /// The board of this size.
    pub(crate) fn board(self) -> Result<AnySize> {
        let board = AnySize::new(self.width, self.height);
        board.map_err(|error| Failure::Usage(error.to_string()))
    }
}

impl BookFiles {
    /// The board of a book, in words that any size fits.
    pub(crate) fn board_of(self, path: &Path) -> Result<AnySize<u128>> {
        self.length(path)?;
        let mut header = Vec::new();
        let read = File::open(path).and_then(|file| file.take(64).read_to_end(&mut header));
        named(path, read)?;
        // A book refuses the other boards, and names its own.
        let (width, height) = match Book::from_bytes(Standard::BOARD, header) {
            Err(BookError::Board { width, height }) => (width, height),
            Err(error @ BookError::NotABook) => return named(path, Err(error)),
            _ => (7, 6),
        };
        named(path, AnySize::new(width, height))
    }

    /// Reads a book, or maps it into memory if it is large.
    pub(crate) fn open(self, board: AnySize, path: &Path) -> Result<Book<AnySize>> {
        if self.length(path)? <= MAX_BOOK {
            let bytes = Source::File(path.to_owned()).read_all(MAX_BOOK)?;
            return named(path, Book::from_bytes(board, bytes));
        }
        let map = named(path, File::open(path).and_then(|file| map(&file)))?;
        named(path, Book::from_bytes(board, map))
    }

    /// The length of a book that may be read or mapped.
    fn length(self, path: &Path) -> Result<u64> {
        let length = named(path, fs::metadata(path))?.len();
        if length <= MAX_BOOK || self.map_book {
            return Ok(length);
        }
        let hint = "--map-book maps larger books into memory";
        let reason = format!("expected at most {MAX_BOOK} bytes, found {length}; {hint}");
        Err(Failure::at(path.display(), reason))
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read. The user has asked for it with --map-book, whose help says that
    // the file must not change.
    unsafe { Mmap::map(file) }
}

/// A solver with the given book, or with the one included in the program if that is allowed and for
/// this board.
pub(crate) fn builder(
    board: AnySize,
    option: &BookOption,
    use_embedded: bool,
) -> Result<SolverBuilder<AnySize>> {
    let book = match &option.book {
        Some(path) => Some(option.files.open(board, path)?),
        None if use_embedded => Book::embedded(board),
        None => None,
    };
    let builder = SolverBuilder::new(board);
    Ok(if let Some(book) = book { builder.book(book) } else { builder })
}

/// The error if no move has the score of its position. The scores of the deepest positions of a
/// book cannot be checked when it is opened.
pub(crate) fn wrong_book(score: i32) -> String {
    format!("the opening book is wrong: it gives score {score}, which no line of play reaches")
}

/// Nodes for a move of a strong player.
const NODES: u64 = 20_000;

/// The strengths that [`strength`] parses.
const STRENGTHS: [&str; 5] = ["perfect", "strong", "strong:NODES", "casual", "random"];

/// Parses `perfect`, `strong`, `strong:NODES`, `casual` or `random`.
pub(super) fn strength(text: &str) -> Result<Strength, String> {
    strength_or(text, &[])
}

/// [`strength`], whose errors also name `others`.
fn strength_or(text: &str, others: &[&'static str]) -> Result<Strength, String> {
    let unknown = || suggest(text, STRENGTHS.into_iter().chain(others.iter().copied()));
    match text.split_once(':') {
        None => match text {
            "perfect" => Ok(Strength::Perfect),
            "strong" => Ok(Strength::Strong { nodes: NODES }),
            "casual" => Ok(Strength::Casual),
            "random" => Ok(Strength::Random),
            _ => Err(unknown()),
        },
        Some(("strong", nodes)) => match nodes.parse() {
            Ok(nodes) if nodes > 0 => Ok(Strength::Strong { nodes }),
            _ => Err("expected a number of nodes after 'strong:'".to_owned()),
        },
        Some(_) => Err(unknown()),
    }
}

/// Chooses a column.
///
/// # Errors
/// The reason why there is none: the board is full, or the opening book is wrong.
pub(super) fn choose(
    solver: &mut AnySolver,
    position: &Position<AnySize>,
    strength: Strength,
    rng: &mut impl Random,
) -> Result<Column, String> {
    let chosen = try_choose(solver, position, strength, rng, &Limits::new())?;
    chosen.map_err(|stopped| stopped.to_string())
}

/// [`choose`] within limits. The inner error has the best column so far.
///
/// # Errors
/// As [`choose`].
pub(super) fn try_choose(
    solver: &mut AnySolver,
    position: &Position<AnySize>,
    strength: Strength,
    rng: &mut impl Random,
    limits: &Limits<'_>,
) -> Result<Result<Column, Interrupted<Option<Column>>>, String> {
    match solver.try_choose(position, strength, rng, limits) {
        Ok(Some(column)) => Ok(Ok(column)),
        Ok(None) if position.is_full() => Err("the board is full".to_owned()),
        // Only a wrong book leaves no best column.
        Ok(None) => Err(wrong_book(solver.best_moves(position).score)),
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
