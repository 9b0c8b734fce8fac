//! The opening book of c4-solver. It takes one to two hours to generate; a check solves a few of its positions.

use std::fs;

use c4_solver::{Book, BookBuilder, SolverBuilder, Standard};

use crate::Result;

pub(crate) const PATH: &str = "crates/c4-solver/src/generated/book_7x6.bin";
const DEPTH: u32 = 8;
/// How many of the deepest positions are solved again in a check.
const SAMPLES: usize = 32;
/// Enough for all that the search of one position comes across.
const MEMORY_BYTES: usize = 1 << 30;

pub(crate) fn generate() -> Result<Vec<u8>> {
    let board = Standard::BOARD;
    let mut solver = SolverBuilder::new(board).memory_bytes(MEMORY_BYTES).build();
    let mut book = BookBuilder::new(board, DEPTH)?;
    let positions = book.positions()?;
    for (i, position) in positions.iter().enumerate() {
        if i % 1_000 == 0 {
            eprintln!("{PATH}: {i} of {} positions", positions.len());
        }
        book.insert(position.symmetric_key(), solver.solve(position));
    }
    Ok(book.build_complete()?.as_bytes().to_vec())
}

/// Checks that the book is complete, that its scores agree with one another, and that some of the deepest are right.
pub(crate) fn check() -> Result {
    let board = Standard::BOARD;
    let book = Book::new(board, fs::read(PATH)?)?;
    // The scores have been compared with one another when the book was opened.
    if book.depth() != DEPTH || !book.is_complete() {
        return Err(format!("{PATH}: expected all positions with up to {DEPTH} stones").into());
    }
    let deepest = BookBuilder::new(board, book.depth())?.positions()?;
    let mut solver = SolverBuilder::new(board).build();
    for position in deepest.iter().step_by(deepest.len() / SAMPLES) {
        let score = solver.solve(position);
        if book.score(position) != Some(score) {
            return Err(format!("{PATH}: not {score} for\n{position}").into());
        }
    }
    Ok(())
}
