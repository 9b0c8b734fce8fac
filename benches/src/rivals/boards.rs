//! Floods and attacks on 8×8 squares, on a graph and by another bitboard.

use cozy_chess::{BitBoard, get_rook_moves};
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
