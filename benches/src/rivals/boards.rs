//! Attacks on 8×8 squares by another bitboard.

use cozy_chess::{BitBoard, get_rook_moves};

/// The squares that rooks attack, by cozy-chess, rook by rook.
#[must_use]
pub fn rook_attacks(rooks: u64, free: u64) -> u64 {
    let attacks = |square| get_rook_moves(square, BitBoard(!free));
    BitBoard(rooks).iter().fold(BitBoard::EMPTY, |all, square| all | attacks(square)).0
}
