//! Memory that cannot be allocated, and the peak of searches. The allocator of this program counts
//! and limits the memory of each thread separately, so that tests can run side by side. It
//! moves each block that grows, so that the old and the new block count.
//!
//! This program has an allocator of its own, as two other packages have: the library that they
//! share has no unsafe code.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use king_paths::grid::{CostMap, Grid, GridError, StepKind};

thread_local! {
    /// Bytes allocated minus bytes freed by this thread.
    static NOW: Cell<isize> = const { Cell::new(0) };
    /// The largest value of `NOW`.
    static PEAK: Cell<isize> = const { Cell::new(0) };
    /// The largest allocation of this thread that succeeds, in bytes.
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
}

struct Counted;

// SAFETY: memory comes from the system, or the allocation fails.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LIMIT.get() {
            return std::ptr::null_mut();
        }
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

/// Runs `call` with allocations of at most 1 MiB.
fn with_small_blocks(call: impl FnOnce()) {
    LIMIT.set(1 << 20);
    call();
    LIMIT.set(usize::MAX);
}

/// The largest number of bytes at a time during a call.
fn peak<T>(call: impl FnOnce() -> T) -> (usize, T) {
    let before = NOW.get();
    PEAK.set(before);
    let result = call();
    ((PEAK.get() - before) as usize, result)
}

/// The bytes of a grid of 65000×65000 with its border.
const BYTES: u64 = 8_126 * (65_000 + 4) + 4;

/// An odd side, with 64 bits the longest one.
const SIDE: usize =
    if cfg!(target_pointer_width = "64") { u32::MAX as usize } else { (1 << 27) - 1 };

#[test]
fn grids_without_memory_are_an_error() {
    with_small_blocks(|| {
        let expected = |bytes, width, height| Err(GridError::OutOfMemory { bytes, width, height });
        assert_eq!(Grid::new(65_000, 65_000), expected(BYTES, 65_000, 65_000));
        assert_eq!(Grid::new(1, SIDE), expected(SIDE as u64 + 9, 1, SIDE));
        assert_eq!(
            Grid::from_fn(SIDE, 1, |_, _| true),
            expected((SIDE.div_ceil(8) as u64 + 1) * 12 + 4, SIDE, 1)
        );
        let error = Grid::new(65_000, 65_000).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("{BYTES} bytes of memory for a grid of 65000×65000 are not available")
        );
    });
}

#[test]
fn answers_without_memory_are_an_error() {
    with_small_blocks(|| {
        for kind in StepKind::ALL {
            let grid = Grid::from_fn(1000, 1000, |_, _| true).unwrap();
            let out_of_memory =
                |error| matches!(error, GridError::OutOfMemory { width: 1000, height: 1000, .. });
            assert!(grid.distances(&[(0, 0)], kind).is_err_and(out_of_memory));
            let paths = grid.shortest_paths(&[(0, 0)], &[(999, 999)], kind);
            assert!(paths.is_err_and(out_of_memory));
        }
    });
}

#[test]
fn copies_without_memory_are_an_error() {
    let open = Grid::from_fn(1000, 1000, |_, _| true).unwrap();
    let mut grid = open.clone();
    grid.set_wall((0, 0), (1, 0), true).unwrap();
    // It shares the walls.
    let old = grid.clone();
    // A set of cells has 126,508 bytes.
    LIMIT.set(100_000);
    let results = [
        grid.for_agent(2, 2).map(drop),
        CostMap::from_grid(&grid).map(drop),
        open.octile_planner().map(drop),
        grid.set_step((5, 5), (6, 5), false),
    ];
    LIMIT.set(usize::MAX);
    for result in results {
        let error = result.unwrap_err();
        assert!(matches!(error, GridError::OutOfMemory { width: 1000, height: 1000, .. }));
    }
    assert_eq!(grid, old);
}

/// From 16 cells on. Rows are padded, so maps that are narrower and high need more.
#[test]
fn a_transposed_grid_needs_about_as_much_memory() {
    for (width, height) in [(500, 16), (130, 65)] {
        for percent in [70, 100] {
            let free = |x: usize, y: usize| (x * 7919 + y * 104_729) % 101 < percent;
            let grid = Grid::from_fn(width, height, free).unwrap();
            let transposed = Grid::from_fn(height, width, |x, y| free(y, x)).unwrap();
            let cost = |grid: &Grid| {
                let end = (grid.width() - 1, grid.height() - 1);
                StepKind::ALL.map(|kind| {
                    let ends = [[(0, 0)], [end]];
                    let (paths, _) =
                        peak(|| grid.shortest_paths(&ends[0], &ends[1], kind).map(drop));
                    let (field, _) = peak(|| grid.distances(&[end], kind).map(drop));
                    let (octile, _) =
                        peak(|| grid.octile_path((0, 0), end, StepKind::NoCornerCut).map(drop));
                    [paths, field, octile]
                })
            };
            let names = ["paths", "distances", "octile path"];
            for (one, other) in cost(&grid).into_iter().zip(cost(&transposed)) {
                for ((one, other), name) in one.into_iter().zip(other).zip(names) {
                    let (less, more) = (one.min(other), one.max(other));
                    assert!(
                        more <= 2 * less + 4096,
                        "{width}×{height}, {percent} %, {name}: {one}, {other} bytes"
                    );
                }
            }
        }
    }
}
