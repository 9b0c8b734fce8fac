//! The contents of a complete book.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::check::{best_move, check_score};
use super::error::BookError;
use super::file::Book;
use super::positions::{needs_book, plies};
use crate::board::{Board, Position};

impl<B: Board> Book<B> {
    /// Returns the positions with `ply` stones that a complete book holds: mirror images once, without those that the player to move
    /// wins at once.
    ///
    /// They are in lexicographic order of their moves. So a position and the next have most of a game in common, and a solver that
    /// [keeps all entries](crate::SolverBuilder::keep_entries) of its table needs fewer nodes.
    ///
    /// ```
    /// use c4_solver::{Book, Standard};
    ///
    /// assert_eq!(Book::positions_at(Standard::BOARD, 2, 1_000)?.len(), 25);
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    ///
    /// # Errors
    /// [`BookError`] if the board has fewer cells than `ply`, or if more than `most` positions have at most `ply` stones.
    pub fn positions_at(board: B, ply: u32, most: usize) -> Result<Vec<Position<B>>, BookError> {
        let mut positions = plies(board, ply, most)?.pop().unwrap_or_default();
        positions.retain(needs_book);
        Ok(positions)
    }

    /// Computes the scores of a complete book from those of its deepest positions, by minimax. Scores belong to
    /// [symmetric keys](Position::symmetric_key).
    ///
    /// ```
    /// use c4_solver::{Book, Fixed, SolverBuilder};
    ///
    /// let board = Fixed::<4, 4>::BOARD;
    /// let mut solver = SolverBuilder::new(board).table_bytes(1 << 16).build();
    /// let deepest = Book::positions_at(board, 3, 1_000)?;
    /// let deepest = deepest.iter().map(|position| (position.symmetric_key(), solver.solve(position)));
    /// let scores = Book::complete(board, 3, deepest, 1_000)?;
    /// let book = Book::new(board, Book::write(board, 3, scores)?)?;
    /// assert!(book.is_complete());
    /// # Ok::<(), c4_solver::BookError>(())
    /// ```
    ///
    /// # Errors
    /// [`BookError`] if a position is missing, if a score is impossible, if the board has fewer cells than `depth`, or if more than
    /// `most` positions have the same number of stones.
    pub fn complete(
        board: B,
        depth: u32,
        deepest: impl IntoIterator<Item = (B::Word, i32)>,
        most: usize,
    ) -> Result<Vec<(B::Word, i32)>, BookError> {
        let given: BTreeMap<B::Word, i32> = deepest.into_iter().collect();
        let mut plies = plies(board, depth, most)?;
        let mut scores = BTreeMap::new();
        let mut missing = 0;
        for (index, position) in plies.pop().into_iter().flatten().filter(needs_book).enumerate() {
            let key = position.symmetric_key();
            match given.get(&key) {
                Some(&score) => {
                    check_score(position, score)
                        .map_err(|reason| BookError::Entry { index, reason })?;
                    scores.insert(key, score);
                }
                None => missing += 1,
            }
        }
        if missing > 0 {
            return Err(BookError::Missing { missing, ply: depth });
        }
        for position in plies.into_iter().rev().flatten().filter(needs_book) {
            let known = |child: Position<B>| scores.get(&child.symmetric_key()).copied();
            let (score, _) = best_move(position, known);
            scores.insert(position.symmetric_key(), score.unwrap_or(0));
        }
        Ok(scores.into_iter().collect())
    }
}
