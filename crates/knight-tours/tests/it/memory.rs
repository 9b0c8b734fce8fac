//! The peak of the memory of a count. The allocator of this program counts the memory of each
//! thread separately, so that tests can run side by side. It moves each block that grows, so that
//! the old and the new block count.
//!
//! This program has an allocator of its own, as two other packages have: the library that they
//! share has no unsafe code.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use knight_tours::CountError;

use crate::tours::knights;

thread_local! {
    /// Bytes allocated minus bytes freed by this thread.
    static NOW: Cell<isize> = const { Cell::new(0) };
    /// The largest value of `NOW`.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

struct Counted;

// SAFETY: memory comes from the system, or the allocation fails.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        NOW.set(NOW.get() + layout.size() as isize);
        PEAK.set(PEAK.get().max(NOW.get()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        NOW.set(NOW.get() - layout.size() as isize);
        // SAFETY: the memory comes from the system.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

/// The largest number of bytes at a time during a call.
fn peak<T>(call: impl FnOnce() -> T) -> (usize, T) {
    let before = NOW.get();
    PEAK.set(before);
    let result = call();
    ((PEAK.get() - before) as usize, result)
}

#[test]
fn the_limit_holds_for_the_old_and_the_new_block_together() {
    let knights = knights((5, 8)).closed();
    let small = 16 << 10;
    let (mut refused, mut counted) = (0, 0);
    for limit in (0..20).map(|i| (30_000.0 * 1.4_f64.powi(i)) as usize) {
        let tours = knights.clone().memory_bytes(limit);
        let (peak, count) = peak(|| tours.count());
        assert!(peak <= limit + small, "{peak} of {limit} bytes");
        match count {
            Ok(count) => {
                assert_eq!(count, 44_202);
                counted += 1;
            }
            Err(error) => {
                assert!(matches!(error, CountError::OutOfMemory { .. }), "{error}");
                // Most of the memory was used.
                assert!(peak > limit / 2, "{peak} of {limit} bytes");
                refused += 1;
            }
        }
    }
    assert!(refused > 3 && counted > 0, "{refused} refused, {counted} counted");
}

#[test]
fn a_limit_that_is_large_enough_does_not_refuse_a_count() {
    for (width, height, count) in [(6, 5, 37_568), (5, 6, 37_568)] {
        let tours = knights((width, height));
        let (needed, found) = peak(|| tours.count());
        assert_eq!(found, Ok(count));
        for limit in (0..20).map(|i| (needed as f64 * 1.3_f64.powi(i)) as usize) {
            assert_eq!(
                tours.clone().memory_bytes(limit).count(),
                Ok(count),
                "{limit} of {needed} bytes"
            );
        }
    }
}
