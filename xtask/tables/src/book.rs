//! The opening book of c4-solver. It takes one to two hours to generate; a check solves a few of its positions.

use std::fs;

use c4_solver::{Book, SolverBuilder, Standard};

use crate::Result;

pub(crate) const PATH: &str = "crates/c4-solver/src/generated/book_7x6.bin";
const DEPTH: u32 = 8;
/// More positions than there are with `DEPTH` stones.
const MOST: usize = 1 << 18;
/// How many of the deepest positions are solved again in a check.
const SAMPLES: usize = 32;
/// Enough for all that the search of one position comes across.
const TABLE_BYTES: usize = 1 << 30;

pub(crate) fn generate() -> Result<Vec<u8>> {
    let board = Standard::BOARD;
    let mut solver = SolverBuilder::new(board).table_bytes(TABLE_BYTES).build();
    let positions = Book::positions_at(board, DEPTH, MOST)?;
    let count = positions.len();
    let scores = positions.into_iter().enumerate().map(|(i, position)| {
        if i % 1_000 == 0 {
            eprintln!("{PATH}: {i} of {count} positions");
        }
        (position.symmetric_key(), solver.solve(&position))
    });
    let scores = Book::complete(board, DEPTH, scores, MOST)?;
    Ok(Book::write(board, DEPTH, scores)?)
}

/// Checks that the book is complete, that its scores agree with one another, and that some of the deepest are right.
pub(crate) fn check() -> Result {
    let board = Standard::BOARD;
    let book = Book::new(board, fs::read(PATH)?)?;
    // The scores have been compared with one another when the book was opened.
    if book.depth() != DEPTH || !book.is_complete() {
        return Err(format!("{PATH}: expected all positions with up to {DEPTH} stones").into());
    }
    let deepest = Book::positions_at(board, book.depth(), MOST)?;
    let mut solver = SolverBuilder::new(board).build();
    for position in deepest.iter().step_by(deepest.len() / SAMPLES) {
        let score = solver.solve(position);
        if book.score(position) != Some(score) {
            return Err(format!("{PATH}: not {score} for\n{position}").into());
        }
    }
    Ok(())
}
