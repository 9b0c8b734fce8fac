//! Where the pieces can lie.

use alloc::vec::Vec;

use bitboard_core::{Bitboard, OffsetHex, Steps};

use crate::pieces::PIECES;

/// The board of the puzzle: ten rows of five hexagons, odd rows half a cell to the right; bit =
/// column + 5 · row.
pub type Geometry = OffsetHex<5, 10>;

/// A set of cells of the board.
pub type Board = Bitboard<u64, Geometry>;

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Placement {
    /// Which piece, 0 to 9.
    pub piece: usize,
    /// Its five cells.
    pub cells: Board,
}

/// All 2,596 ways in which a piece can lie on the board, by piece.
#[must_use]
pub fn placements() -> [Vec<Placement>; 10] {
    core::array::from_fn(|piece| {
        let orientations = (0..12).map(|i| PIECES[piece].cells(i / 2, i % 2 == 1));
        let mut all: Vec<_> = orientations
            .flat_map(|cells| (0..50).filter_map(move |origin| place(cells, origin)))
            .map(|cells| Placement { piece, cells })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    })
}

/// The cells of a piece whose first cell is `origin`, unless it leaves the board.
fn place(cells: [(i32, i32); 5], origin: i32) -> Option<Board> {
    // Odd rows start half a cell further right, so the axial column of a cell is x − ⌊y / 2⌋.
    let (x, y) = (origin % 5, origin / 5);
    let q = x - y / 2;
    cells
        .into_iter()
        .map(|(dq, dr)| {
            let y = y + dr;
            let x = q + dq + y.div_euclid(2);
            bitboard_core::Cell::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?)
        })
        .collect()
}

/// Whether some region of `free` cells cannot be filled: its size is no multiple of five.
pub(crate) fn has_island(free: Board) -> bool {
    free.components(&Steps::HEXAGON).any(|region| region.len() % 5 != 0)
}
