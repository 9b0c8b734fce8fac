//! The positions of a book.

use alloc::vec::Vec;

use bitboard_core::Bits as _;

use super::error::BookError;
use crate::board::{Board, Position};

/// Checks that the board has at least `depth` cells.
pub(super) fn check_depth<B: Board>(board: B, depth: u32) -> Result<(), BookError> {
    let cells = board.cells();
    if depth > cells { Err(BookError::Depth { depth, cells }) } else { Ok(()) }
}

/// All positions with 0, 1, … `depth` stones, mirror images once, in lexicographic order of their moves.
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

/// The positions one ply later, in the order in which the first of several lines of play leads to them; `None` if there are more than
/// `most`, or more than memory holds.
fn children<B: Board>(positions: &[Position<B>], most: usize) -> Option<Vec<Position<B>>> {
    let deduplicate = |children: &mut Vec<(usize, Position<B>)>| {
        children.sort_unstable_by_key(|&(order, child)| (child.symmetric_key(), order));
        children.dedup_by_key(|(_, child)| child.symmetric_key());
        children.len() <= most
    };
    let (mut children, mut room, mut order) = (Vec::new(), 1 << 16, 0..);
    for position in positions {
        let columns = position.columns();
        children.try_reserve(columns.len()).ok()?;
        let played = columns.filter_map(|column| position.play(column).ok());
        children.extend(order.by_ref().zip(played));
        if children.len() >= room {
            if !deduplicate(&mut children) {
                return None;
            }
            room = room.max(2 * children.len());
        }
    }
    if !deduplicate(&mut children) {
        return None;
    }
    children.sort_unstable_by_key(|&(order, _)| order);
    Some(children.into_iter().map(|(_, child)| child).collect())
}

/// Returns whether the player to move cannot win at once.
pub(super) fn needs_book<B: Board>(position: &Position<B>) -> bool {
    position.winning_moves().is_zero()
}
