//! Cells that cannot be avoided, and cells that are hardly out of the way.

use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use crate::layers::{Layers, MAX_LAYERS};
use crate::reach::is_connected;

/// The cells that every path from `from` to `to` through `within` passes, of whatever length:
/// without any one of them there would be no path. None if there is no path in the first place.
///
/// Only the cells that every *shortest* path passes come into question; each is taken away and the rest tested
/// for a connection. A cell that is taken away also stops slides that go over it and, for
/// [`NoCornerCut`](bitboard_core::NoCornerCut), diagonal steps beside it.
///
/// ```
/// use bitboard_core::{Bitboard, RowMajor, Steps};
/// use king_paths::cut_cells;
///
/// type Board = Bitboard<u64, RowMajor<7, 3>>;
/// let free: Board = "
///     X X X . X X X
///     X . X X X . X
///     X X X . X X X".parse()?;
/// let (left, right) = (Board::from_coords(&[(0, 1)]), Board::from_coords(&[(6, 1)]));
/// assert_eq!(cut_cells(left, right, free, &Steps::ORTHOGONAL).to_string(), "\
/// . . . . . . .
/// X . X X X . X
/// . . . . . . .");
/// # Ok::<(), bitboard_core::PictureError>(())
/// ```
#[must_use]
pub fn cut_cells<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &D,
) -> Bitboard<W, G> {
    let mut layers = Layers::new();
    layers.find(from, to, within, moves);
    let cuts = |&cell: &_| !is_connected(from, to, within - cell, moves);
    layers.must_pass().iter().filter(cuts).collect()
}

/// The cells on some way from `from` to `to` that is at most `slack` steps longer than the
/// shortest ones. A way may pass a cell twice. None if there is no path.
///
/// With a slack of 0 these are the cells of all layers.
#[must_use]
pub fn cells_on_paths<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &D,
    slack: u32,
) -> Bitboard<W, G> {
    const { assert!(W::BITS <= 128, "larger boards are grids: see king_paths::grid") };
    // `near[i]`: the cells at most i steps before `to`.
    let mut near = [Bitboard::EMPTY; MAX_LAYERS];
    let mut count = 0;
    let mut filled = Bitboard::EMPTY;
    for frontier in to.frontiers(within, &moves.reverse()) {
        filled |= frontier;
        near[count] = filled;
        count += 1;
    }
    let near = &near[..count];
    let mut on_paths = Bitboard::EMPTY;
    let shortest = near.iter().position(|cells| !cells.is_disjoint(from));
    let (Some(shortest), Some(&furthest)) = (shortest, near.last()) else { return on_paths };
    let longest = shortest.saturating_add(slack as usize);
    for (i, frontier) in from.frontiers(within, moves).enumerate() {
        let Some(rest) = longest.checked_sub(i) else { break };
        on_paths |= frontier & *near.get(rest).unwrap_or(&furthest);
    }
    on_paths
}
