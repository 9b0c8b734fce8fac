//! Boards of any size.

use std::path::Path;

use c4_solver::{Board, Book, Builder, Fixed, Sized, Standard};
use memmap2::Mmap;

use crate::context::{Failure, Result};

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

/// Something to be done on a board of any size.
pub(crate) trait OnBoard {
    fn run<B: Board>(self, board: B) -> Result;
}

impl Size {
    /// Does it on this board. The usual sizes run code of their own.
    pub(crate) fn with(self, job: impl OnBoard) -> Result {
        match (self.width, self.height) {
            (7, 6) => job.run(Standard::BOARD),
            (6, 6) => job.run(Fixed::<6, 6>::BOARD),
            (6, 7) => job.run(Fixed::<6, 7>::BOARD),
            (8, 5) => job.run(Fixed::<8, 5>::BOARD),
            (7, 7) => job.run(Fixed::<7, 7>::BOARD),
            (8, 7) => job.run(Fixed::<8, 7>::BOARD),
            (width, height) => match Sized::<u64>::new(width, height) {
                Ok(board) => job.run(board),
                Err(_) => {
                    let board = Sized::<u128>::new(width, height);
                    job.run(board.map_err(|error| Failure::Usage(error.to_string()))?)
                }
            },
        }
    }
}

/// The book in a file, mapped into memory.
pub(crate) fn open_book<B: Board>(board: B, path: &Path) -> Result<Book<B>> {
    let wrong =
        |reason: &dyn std::fmt::Display| Failure::Input(format!("{}: {reason}", path.display()));
    let file = std::fs::File::open(path).map_err(|error| wrong(&error))?;
    let map = map(&file).map_err(|error| wrong(&error))?;
    Book::new(board, map).map_err(|error| wrong(&error))
}

#[allow(unsafe_code)]
fn map(file: &std::fs::File) -> std::io::Result<Mmap> {
    // SAFETY: the map is only read. Somebody who changes the file meanwhile changes scores, or ends the program if it is cut short;
    // a book is checked as a whole before it is used.
    unsafe { Mmap::map(file) }
}

/// A solver with a book: the one given, else the one that comes with the program if it is for this board.
pub(crate) fn builder<B: Board>(
    board: B,
    book: Option<&Path>,
    use_embedded: bool,
) -> Result<Builder<B>> {
    let builder = Builder::new(board);
    Ok(match book {
        Some(path) => builder.book(open_book(board, path)?),
        None if use_embedded => match Book::embedded(board) {
            Some(book) => builder.book(book),
            None => builder,
        },
        None => builder,
    })
}
