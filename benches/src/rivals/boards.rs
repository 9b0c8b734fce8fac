//! Queries of boards of 8×8 squares, as graphs and by another bitboard.

use cozy_chess::{BitBoard, get_rook_moves};
use pathfinding::directed::astar::astar_bag;
use pathfinding::directed::bfs::bfs_reach;

use crate::baseline::paths::king_moves;

/// The squares that a king reaches from the first square of `seed`, by pathfinding.
#[must_use]
pub fn flood(seed: u64, within: u64) -> u64 {
    let start = seed.trailing_zeros() as u8;
    bfs_reach(start, |&square| king_moves(square, within))
        .fold(0, |filled, square| filled | 1 << square)
}

/// The squares that rooks attack, by cozy-chess, rook by rook.
#[must_use]
pub fn rook_attacks(rooks: u64, free: u64) -> u64 {
    let attacks = |square| get_rook_moves(square, BitBoard(!free));
    BitBoard(rooks).iter().fold(BitBoard::EMPTY, |all, square| all | attacks(square)).0
}

/// The number of shortest paths of a king by A* with the exact distance on an open board as its heuristic.
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
