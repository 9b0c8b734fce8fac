//! The positions of a book.

use alloc::vec::Vec;

use bitboard_core::Bits as _;

use super::error::BookError;
use crate::board::{Board, Position};

/// Checks that the board has as many cells as the depth.
pub(super) fn check_depth<B: Board>(board: B, depth: u32) -> Result<(), BookError> {
    let cells = board.cells();
    if depth > cells { Err(BookError::Depth { depth, cells }) } else { Ok(()) }
}

/// All positions with 0, 1, … `depth` stones, mirror images once, sorted by symmetric key.
pub(super) fn plies<B: Board>(
    board: B,
    depth: u32,
    most: usize,
) -> Result<Vec<Vec<Position<B>>>, BookError> {
    check_depth(board, depth)?;
    let mut plies = Vec::from([Vec::from([Position::new(board)])]);
    for ply in 1..=depth {
        let last = plies.last().map_or(&[][..], Vec::as_slice);
        let next = children(last, most).ok_or(BookError::TooMany { ply, most })?;
        plies.push(next);
    }
    Ok(plies)
}

/// The positions one ply later; `None` if there are more than `most`, or more than memory holds.
fn children<B: Board>(positions: &[Position<B>], most: usize) -> Option<Vec<Position<B>>> {
    let deduplicate = |positions: &mut Vec<Position<B>>| {
        positions.sort_unstable_by_key(|position| position.symmetric_key());
        positions.dedup_by_key(|position| position.symmetric_key());
        positions.len() <= most
    };
    let (mut children, mut room) = (Vec::new(), 1 << 16);
    for position in positions {
        let columns = position.columns();
        children.try_reserve(columns.len()).ok()?;
        children.extend(columns.filter_map(|column| position.play(column).ok()));
        if children.len() >= room {
            if !deduplicate(&mut children) {
                return None;
            }
            room = room.max(2 * children.len());
        }
    }
    deduplicate(&mut children).then_some(children)
}

/// Whether the player to move cannot win at once.
pub(super) fn needs_book<B: Board>(position: &Position<B>) -> bool {
    position.winning_moves().is_zero()
}
