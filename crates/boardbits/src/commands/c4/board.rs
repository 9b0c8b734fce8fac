//! Boards of any size, and opening books for them.

use std::fmt::Display;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use c4_solver::{AnySize, Board, Book, Fixed, SolverBuilder, Standard};
use memmap2::Mmap;

use crate::context::{Failure, Result};
use crate::input::Source;

/// The largest book that is read into memory, in bytes.
const MAX_BOOK: u64 = 64 << 20;

/// The size of the board.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Size {
    /// Columns of the board
    #[arg(long, default_value_t = 7, value_name = "W")]
    pub(crate) width: u32,
    /// Rows of the board; width·(height + 1) is at most 128
    #[arg(long, default_value_t = 6, value_name = "H")]
    pub(crate) height: u32,
}

/// How to read opening books.
#[derive(clap::Args, Clone, Copy)]
pub(crate) struct Reading {
    /// Map books of more than 64 MiB into memory, which are refused otherwise
    ///
    /// The file must not change while the program runs: that can change scores or end the program. Smaller books are
    /// read into memory, where changes of the file have no effect.
    #[arg(long)]
    map_book: bool,
}

/// The opening book of a solver.
#[derive(clap::Args)]
pub(crate) struct BookOption {
    /// Look positions up in this opening book first
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

/// A command for a board of any size.
pub(crate) trait OnBoard {
    fn run<B: Board>(self, board: B) -> Result;
}

impl Size {
    /// Runs the command on this board. The usual sizes are known at compile time.
    pub(crate) fn with(self, job: impl OnBoard) -> Result {
        match (self.width, self.height) {
            (7, 6) => job.run(Standard::BOARD),
            (6, 6) => job.run(Fixed::<6, 6>::BOARD),
            (6, 7) => job.run(Fixed::<6, 7>::BOARD),
            (8, 5) => job.run(Fixed::<8, 5>::BOARD),
            (7, 7) => job.run(Fixed::<7, 7>::BOARD),
            (8, 7) => job.run(Fixed::<8, 7>::BOARD),
            (width, height) => match AnySize::<u64>::new(width, height) {
                Ok(board) => job.run(board),
                Err(_) => {
                    let board = AnySize::<u128>::new(width, height);
                    job.run(board.map_err(|error| Failure::Usage(error.to_string()))?)
                }
            },
        }
    }
}

impl Reading {
    /// Reads a book, or maps it into memory if it is large.
    pub(crate) fn open<B: Board>(self, board: B, path: &Path) -> Result<Book<B>> {
        let wrong = |reason: &dyn Display| Failure::Input(format!("{}: {reason}", path.display()));
        let length = fs::metadata(path).map_err(|error| wrong(&error))?.len();
        if length <= MAX_BOOK {
            let bytes = Source::File(path.to_owned()).read_all(MAX_BOOK)?;
            Book::new(board, bytes).map_err(|error| wrong(&error))
        } else if self.map_book {
            let map =
                File::open(path).and_then(|file| map(&file)).map_err(|error| wrong(&error))?;
            Book::new(board, map).map_err(|error| wrong(&error))
        } else {
            Err(wrong(&format_args!(
                "expected at most {MAX_BOOK} bytes, found {length}; --map-book maps larger books into memory"
            )))
        }
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read. The user has asked for it with --map-book, whose help says that the file must not change.
    unsafe { Mmap::map(file) }
}

/// A solver with the given book, or with the one included in the program if that is allowed and for this board.
pub(crate) fn builder<B: Board>(
    board: B,
    option: &BookOption,
    use_embedded: bool,
) -> Result<SolverBuilder<B>> {
    let builder = SolverBuilder::new(board);
    Ok(match &option.book {
        Some(path) => builder.book(option.reading.open(board, path)?),
        None if use_embedded => match Book::embedded(board) {
            Some(book) => builder.book(book),
            None => builder,
        },
        None => builder,
    })
}

/// The error if no move has the score of its position. The scores of the deepest positions of a book cannot be
/// checked when it is opened.
pub(crate) fn wrong_book(score: i32) -> String {
    format!("the opening book is wrong: it gives score {score}, which no line of play reaches")
}
