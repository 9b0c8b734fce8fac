//! One query for each library, without the standard library and, unless the feature `allocator` is on, without an
//! allocator.
//!
//! Two errors of the compiler are the check. The standard library defines a panic handler; a second one, here, is an
//! error as soon as a library or one of its dependencies uses `std`. A program that uses the crate `alloc` needs a
//! global allocator; without one it is an error if a library or one of its dependencies uses `alloc`.

#![no_std]

use core::panic::PanicInfo;

#[cfg(feature = "allocator")]
mod allocator;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

/// Links one function of each library that works without an allocator.
#[unsafe(no_mangle)]
pub extern "C" fn query_without_allocator(word: u64) -> u64 {
    let board = bitboard_core::Bitboard::<u64, bitboard_core::Chess>::from_bits_truncate(word);
    let king = &bitboard_core::Steps::KING;
    let table = cc_table::Board::<6, 12>::from_bits_truncate(word.into());
    let components = cc_table::components(table, cc_table::Connectivity::Four).len() as u64;
    let squares = king_paths::reachable_within(board, board, king, 3).bits();
    let position = c4_solver::Position::new(c4_solver::Standard::BOARD);
    let columns = position.columns().count() as u64;
    components + squares + columns
}
