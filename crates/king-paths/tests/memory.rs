//! Grids for which memory cannot be allocated. A test allocator fails beyond a limit.
#![cfg(feature = "alloc")]

use std::alloc::{GlobalAlloc, Layout, System};

use king_paths::grid::{Grid, GridError, StepKind};

/// The largest allocation that succeeds, in bytes.
const LIMIT: usize = 1 << 20;

struct Limited;

// SAFETY: memory comes from the system, or there is none.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LIMIT {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the memory comes from the system.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static LIMITED: Limited = Limited;

#[test]
fn grids_without_memory_are_an_error() {
    let expected = |bytes, width, height| Err(GridError::OutOfMemory { bytes, width, height });
    assert_eq!(Grid::new(1 << 16, 1 << 16), expected(1 << 29, 1 << 16, 1 << 16));
    assert_eq!(Grid::new(1, u32::MAX), expected(8 * u64::from(u32::MAX), 1, u32::MAX));
    assert_eq!(Grid::from_fn(u32::MAX, 1, |_, _| true), expected(1 << 29, u32::MAX, 1));
    let error = Grid::new(1 << 16, 1 << 16).unwrap_err().to_string();
    assert_eq!(error, "536870912 bytes of memory for a grid of 65536 × 65536 are not available");
}

#[test]
fn answers_without_memory_are_an_error() {
    for kind in StepKind::ALL {
        let grid = Grid::from_fn(1000, 1000, |_, _| true).unwrap();
        let out_of_memory =
            |error| matches!(error, GridError::OutOfMemory { width: 1000, height: 1000, .. });
        assert!(grid.distances(&[(0, 0)], kind).is_err_and(out_of_memory));
        let paths = grid.shortest_paths(&[(0, 0)], &[(999, 999)], kind);
        assert!(paths.is_err_and(out_of_memory));
    }
}
