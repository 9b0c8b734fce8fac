//! The memory of a count of tours stays below its limit. A test allocator measures the peak; it moves each block that
//! grows, so that the old and the new block count.
#![cfg(feature = "alloc")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use bitboard_core::{Bitboard, RowMajor, Steps};
use king_paths::tours::{CountError, Tours};

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Measured;

// SAFETY: memory comes from the system.
unsafe impl GlobalAlloc for Measured {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Ordering::Relaxed) + layout.size();
        PEAK.fetch_max(now, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the memory comes from the system.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static MEASURED: Measured = Measured;

/// The largest number of bytes at a time during a call.
fn peak<T>(call: impl FnOnce() -> T) -> (usize, T) {
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let result = call();
    (PEAK.load(Ordering::Relaxed) - before, result)
}

/// One test, because others would add to the peak.
#[test]
fn the_limit_holds_for_the_old_and_the_new_block_together() {
    let knights = Tours::on_board(Bitboard::<u64, RowMajor<6, 6>>::FULL, &Steps::KNIGHT).closed();
    let small = 16 << 10;
    let (mut refused, mut counted) = (0, 0);
    for limit in (0..18).map(|i| (100_000.0 * 1.5_f64.powi(i)) as usize) {
        let tours = knights.clone().memory(limit);
        let (peak, count) = peak(|| tours.count());
        assert!(peak <= limit + small, "{peak} of {limit} bytes");
        match count {
            Ok(count) => {
                assert_eq!(count, 9_862);
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
