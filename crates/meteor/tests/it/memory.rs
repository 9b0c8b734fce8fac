//! Memory that cannot be allocated: a count has the same answer, by search, and an index is an
//! error. The allocator of this program limits the memory of each thread separately, so that tests can run
//! side by side.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use meteor_puzzle::{
    CountError, Grid, Limits, Piece, Puzzle, Solver, StopReason, TryError, presets,
};

thread_local! {
    /// The largest allocation of this thread that succeeds, in bytes.
    static LIMIT: Cell<usize> = const { Cell::new(usize::MAX) };
    /// The number of allocations of this thread that failed.
    static FAILED: Cell<usize> = const { Cell::new(0) };
}

struct Limited;

// SAFETY: memory comes from the system, or the allocation fails.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > LIMIT.get() {
            FAILED.set(FAILED.get() + 1);
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

/// Runs `call` with allocations of at most `limit` bytes. Returns the number of allocations that
/// failed.
fn with_blocks<T>(limit: usize, call: impl FnOnce() -> T) -> (usize, T) {
    FAILED.set(0);
    LIMIT.set(limit);
    let result = call();
    LIMIT.set(usize::MAX);
    (FAILED.get(), result)
}

/// The answers to all queries but an index.
fn answers(puzzle: &Puzzle) -> (u128, u128, bool, usize) {
    let solver = Solver::new(puzzle.clone());
    (
        solver.count().unwrap(),
        solver.count_distinct().unwrap(),
        solver.try_hint(&Limits::new()).unwrap().is_some(),
        solver.solutions().count(),
    )
}

#[test]
fn a_failed_allocation_is_never_an_answer() {
    // The graph of the second is small.
    for (name, is_large) in [("pentominoes-3x20", true), ("tetrahexes-4x7-parallelogram", false)] {
        let puzzle = presets::find(name).unwrap().puzzle();
        let (failed, expected) = with_blocks(usize::MAX, || answers(&puzzle));
        assert_eq!((failed, expected.0 as usize), (0, expected.3));
        let mut refused = 0;
        // The lists of placements must fit.
        for limit in [128 << 10, 256 << 10, 512 << 10, 1 << 20] {
            let (failed, found) = with_blocks(limit, || answers(&puzzle));
            assert_eq!(found, expected, "{name}: {limit}");
            refused += failed;
            let index = || Solver::new(puzzle.clone()).try_index(&Limits::new());
            let (failed, index) = with_blocks(limit, index);
            let is_refused = Err(TryError::Failed(CountError::OutOfMemory));
            let len = if failed > 0 { is_refused } else { Ok(expected.0) };
            assert_eq!(index.map(|index| index.len()), len, "{name}: {limit}");
            refused += failed;
        }
        assert_eq!(refused > 0, is_large, "{name}");
    }
}

#[test]
fn many_placements_in_space_need_little_memory() {
    let cells = (0..128).map(|i| (i % 8, i / 8 % 4, i / 32));
    let pieces = (0..Puzzle::MAX_PIECES).map(|i| Piece::new(i.to_string(), [(0, 0)]).copies(0..=1));
    let solver = Solver::new(Puzzle::new(Grid::Spheres, cells, pieces).unwrap());
    let first = || solver.solutions().next().map(|solution| solution.placements().len());
    assert_eq!(with_blocks(16 << 20, first), (0, Some(128)));
    let count = || solver.try_count(&Limits::new().nodes(1000)).unwrap_err().stop_reason();
    assert_eq!(with_blocks(16 << 20, count), (0, Some(StopReason::Nodes)));
}
