//! The largest puzzles.

/// Maximum number of cells of a board.
pub const MAX_CELLS: usize = 128;
/// Maximum number of different pieces of a puzzle.
pub const MAX_PIECES: usize = 1024;
/// Maximum number of directions of a [walk](crate::Piece::from_walk).
pub const MAX_STEPS: usize = 1 << 16;
