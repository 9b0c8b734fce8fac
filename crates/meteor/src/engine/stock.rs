//! Stocks of pieces.

use alloc::vec::Vec;

use crate::piece::Piece;
use crate::puzzle::Puzzle;

/// The remaining range of copies of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stock {
    /// The number of copies that must still be used.
    pub(crate) min: u16,
    /// The number of copies that can still be used.
    pub(crate) max: u16,
    /// The number of cells of the piece.
    pub(crate) size: u16,
}

/// The stocks of the pieces beside those that are placed.
pub(crate) fn stocks(puzzle: &Puzzle) -> Vec<Stock> {
    let stock = |(i, piece): (usize, &Piece)| {
        let used = puzzle.placed.iter().filter(|placement| placement.piece == i).count() as u16;
        Stock {
            min: piece.min.saturating_sub(used),
            max: piece.max - used,
            size: piece.cells.len() as u16,
        }
    };
    puzzle.pieces.iter().enumerate().map(stock).collect()
}
