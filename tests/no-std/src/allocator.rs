//! Queries that need an allocator or one of the features that do not need the standard library.

extern crate alloc;

use alloc::alloc::{GlobalAlloc, Layout};
use core::ptr::null_mut;

/// An allocator that always fails: nothing here is ever run.
struct Nowhere;

// SAFETY: null means that the allocation has failed, so nothing is ever freed.
unsafe impl GlobalAlloc for Nowhere {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NOWHERE: Nowhere = Nowhere;

/// Links one function of each library that always needs an allocator.
#[unsafe(no_mangle)]
pub extern "C" fn query_with_allocator() -> u64 {
    let play = |mut referee: havannah_uf::Referee| referee.play(havannah_uf::Hex { x: 1, y: 1 });
    let won = havannah_uf::Referee::new(4).is_ok_and(|referee| play(referee).is_ok());
    u64::from(won) + meteor::classic::solutions().len() as u64
}

/// Links what needs a feature.
#[cfg(feature = "all")]
#[unsafe(no_mangle)]
pub extern "C" fn query_features(word: u64) -> usize {
    let position = c4_solver::Position::new(c4_solver::Standard::BOARD);
    let _ = c4_solver::Solver::new().solve(&position);
    let board = bitboard_core::Bitboard::<u64, bitboard_core::Chess>::from_bits_truncate(word);
    let king = &bitboard_core::Steps::KING;
    let paths = king_paths::shortest_paths(board, !board, board, king);
    alloc::format!("{}", paths.drawing()).len()
}
