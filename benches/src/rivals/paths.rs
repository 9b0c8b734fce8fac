//! Paths of a king on 8×8 squares, on a graph.

use crate::baseline::paths::king_moves;

/// The number of shortest paths of a king on an open board. The steps that come closer to the goal by
/// the distance on an open board are a graph without circles, whose paths pathfinding counts.
#[must_use]
pub fn count_paths(from: u64, to: u64, within: u64) -> u128 {
    let (start, goal) = (from.trailing_zeros() as u8, to.trailing_zeros() as u8);
    let distance =
        |square: u8| (square % 8).abs_diff(goal % 8).max((square / 8).abs_diff(goal / 8));
    let closer = |&square: &u8| {
        let left = distance(square);
        king_moves(square, within).filter(move |&next| distance(next) < left)
    };
    pathfinding::directed::count_paths::count_paths(start, closer, |&square| square == goal) as u128
}
