//! One question for each library, asked without the standard library.
//!
//! That a panic handler is defined here is the check: the standard library has one too, and two are an error. So this
//! does not compile as soon as a library, or anything that it depends on, brings `std` along.

#![no_std]

extern crate alloc;

use alloc::alloc::{GlobalAlloc, Layout};
use core::panic::PanicInfo;
use core::ptr::null_mut;

/// Memory comes from here; there is none, since nothing is ever run.
struct Nowhere;

// SAFETY: null says that there is no memory, so there is none to be freed.
unsafe impl GlobalAlloc for Nowhere {
    unsafe fn alloc(&self, _: Layout) -> *mut u8 {
        null_mut()
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static NOWHERE: Nowhere = Nowhere;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// Links one function of each library.
#[unsafe(no_mangle)]
pub extern "C" fn ask_all(word: u64) -> u64 {
    let board = bitboard_core::Bitboard::<u64, bitboard_core::Chess>::from_word(word);
    let king = &bitboard_core::Steps::KING;
    let grid = cc_table::Grid::<6, 12>::from_word(word.into());
    let mut components = 0;
    cc_table::groups_at_least(grid, 1, cc_table::Connectivity::Four, |_| components += 1);
    let squares = king_paths::reachable(board, board, king).word();
    let mut referee = havannah_uf::Referee::new(4);
    let won = referee.play(havannah_uf::Hex { x: 1, y: 1 }).is_ok();
    let position = c4_solver::Position::new(c4_solver::Standard::BOARD);
    let columns = (0..7).filter(|&x| position.can_play(x)).count() as u64;
    components + squares + u64::from(won) + columns + meteor::count() as u64
}

/// And what needs memory, or one of the features that need no standard library.
#[cfg(feature = "all")]
#[unsafe(no_mangle)]
pub extern "C" fn ask_more(word: u64) -> usize {
    let position = c4_solver::Position::new(c4_solver::Standard::BOARD);
    let score = c4_solver::Solver::new().solve(position);
    let board = bitboard_core::Bitboard::<u64, bitboard_core::Chess>::from_word(word);
    let king = &bitboard_core::Steps::KING;
    let layers = king_paths::all_shortest_paths(board, !board, board, king, king);
    let drawing = alloc::format!("{}", layers.drawing(board, king));
    drawing.len() + usize::from(score > 0)
}
