//! The search for all shortest paths on a board.

use bitboard_core::{Bitboard, Cell, Dilate, Geometry, Word};

/// The most layers there can be: one for each cell of the board.
pub(crate) const fn max_layers<G: Geometry>() -> usize {
    Cell::<G>::COUNT as usize
}

/// Writes the layers of all shortest paths from a cell of `from` to a cell of `to` through `within`
/// to the first places of `layers`. Returns their number, 0 if there is no path.
///
/// Floods run from both sets side by side until they meet, and two more run from where they met to
/// both ends.
#[inline(always)]
pub(crate) fn search<W: Word, G: Geometry, D: Dilate<G>>(
    from: Bitboard<W, G>,
    to: Bitboard<W, G>,
    within: Bitboard<W, G>,
    moves: &D,
    layers: &mut [Bitboard<W, G>],
) -> usize {
    let last = max_layers::<G>() - 1;
    let layers = &mut layers[..=last];
    let reverse = &moves.reverse();
    let (mut here, mut there) = (from & within, to & within);
    if here.is_empty() || there.is_empty() {
        return 0;
    }
    // layers[i] is filled from `from` after i moves, and layers[last - j] from `to` after j moves. The number of
    // layers is at most the number of cells, so the two never cross.
    layers[0] = here;
    layers[last] = there;
    let (mut i, mut j) = (0, 0);
    while here.is_disjoint(there) {
        // Neither flood depends on the other, so the processor runs both at once.
        let grown = moves.dilate_within(here, within);
        let grown_there = reverse.dilate_within(there, within);
        if grown == here || grown_there == there {
            return 0;
        }
        here = grown;
        i += 1;
        layers[i] = here;
        if !here.is_disjoint(there) {
            break;
        }
        there = grown_there;
        j += 1;
        layers[last - j] = there;
    }
    // Each layer keeps the cells one move from the next layer inward: a filled cell that is one move from a
    // cell that was filled a move later was filled exactly then.
    let (mut before, mut after) = (here & there, here & there);
    layers[i] = before;
    let (front, back) = layers.split_at_mut(i);
    // Those after the middle are read and written in the same place, the last ones first.
    let back = core::cell::Cell::from_mut(back).as_slice_of_cells();
    let rows = front.iter_mut().rev().zip(&back[1..=j]).zip(&back[back.len() - j..]);
    for ((row, place), kept) in rows {
        before = reverse.dilate_within(before, within) & *row;
        after = moves.dilate_within(after, within) & kept.get();
        *row = before;
        place.set(after);
    }
    // The flood from `from` may be one move ahead.
    if i > j {
        layers[0] = reverse.dilate_within(before, within) & layers[0];
    }
    i + j + 1
}
