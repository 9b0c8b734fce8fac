//! Paths of a king on 8×8 squares, on a graph.

use pathfinding::directed::astar::astar_bag;

use crate::baseline::paths::king_moves;

/// The number of shortest paths of a king by A* with the exact distance on an open board as its
/// heuristic.
#[must_use]
pub fn count_paths(from: u64, to: u64, within: u64) -> u128 {
    let (start, goal) = (from.trailing_zeros() as u8, to.trailing_zeros() as u8);
    let distance =
        |square: &u8| (square % 8).abs_diff(goal % 8).max((square / 8).abs_diff(goal / 8));
    let paths = astar_bag(
        &start,
        |&square| king_moves(square, within).map(|next| (next, 1)),
        distance,
        |&square| square == goal,
    );
    paths.map_or(0, |(paths, _)| paths.count() as u128)
}
