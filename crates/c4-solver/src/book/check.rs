//! Checks of entries.

use super::error::EntryError;
use super::positions::needs_book;
use crate::board::{Board, Position};

/// Checks an entry: the key, the range of the score, and its agreement with the `known` scores of the moves.
pub(super) fn check_entry<B: Board>(
    board: B,
    depth: u32,
    (key, score): (B::Word, i32),
    known: impl Fn(Position<B>) -> Option<i32>,
) -> Result<(), EntryError> {
    let position = Position::from_key(board, key).ok();
    let position = position.filter(|position| {
        needs_book(position) && position.ply() <= depth && position.symmetric_key() == key
    });
    let position = position.ok_or(EntryError::Key)?;
    check_score(position, score)?;
    if position.ply() < depth {
        let (best, all_known) = best_move(position, known);
        let expected = best.unwrap_or(if all_known { 0 } else { score });
        if score < expected || all_known && score != expected {
            return Err(EntryError::Contradiction { score, expected });
        }
    }
    Ok(())
}

/// Checks that the score of a position without winning moves is possible.
pub(super) fn check_score<B: Board>(position: Position<B>, score: i32) -> Result<(), EntryError> {
    let left = (position.board.cells() - position.ply()) as i32;
    let (low, high) = (-left / 2, (left - 1) / 2);
    if (low..=high).contains(&score) { Ok(()) } else { Err(EntryError::Score { score, low, high }) }
}

/// The best score among the moves of a position without winning moves, and whether the scores of all of them are known.
pub(super) fn best_move<B: Board>(
    position: Position<B>,
    known: impl Fn(Position<B>) -> Option<i32>,
) -> (Option<i32>, bool) {
    let (mut best, mut all_known) = (None, true);
    for child in position.columns().filter_map(|column| position.play(column).ok()) {
        let score = if needs_book(&child) { known(child) } else { Some(child.win_score()) };
        best = best.max(score.map(|score| -score));
        all_known &= score.is_some();
    }
    (best, all_known)
}
