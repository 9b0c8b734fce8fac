//! Puzzle files: read, written and read again, and solved within limits.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meteor_puzzle::{CountError, Limits, PuzzleFile, Solver, StopReason, TryError};

fuzz_target!(|text: &str| {
    let file: PuzzleFile = match text.parse() {
        Ok(file) => file,
        Err(error) => {
            let error: meteor_puzzle::FileError = error;
            assert!(error.line >= 1 && error.line <= text.lines().count() + 1);
            assert!(error.column >= 1 && !error.reason.to_string().is_empty());
            return;
        }
    };
    let puzzle = &file.puzzle;
    let single = |name: &str| name.chars().count() == 1;
    if puzzle.placed().is_empty() || puzzle.pieces().iter().all(|piece| single(piece.name())) {
        let again: PuzzleFile = file.to_text().parse().expect("what was written");
        // The picture may lie elsewhere, and pieces on it in another order.
        assert_eq!(again.to_text(), file.to_text());
        assert_eq!(again.puzzle.cells().len(), puzzle.cells().len());
        assert_eq!(again.puzzle.placed().len(), puzzle.placed().len());
        assert_eq!((again.solutions, again.distinct), (file.solutions, file.distinct));
    }
    // Skips puzzles with many pieces of many cells.
    let cells: usize = puzzle.pieces().iter().map(|piece| piece.cells().len()).sum();
    if cells * puzzle.cells().len() > 4000 {
        return;
    }
    let limits = Limits::new().nodes(300);
    let solver = Solver::new(puzzle.clone()).memory_bytes(1 << 20);
    let is_stopped = |error: &TryError<CountError>| error.stop_reason() == Some(StopReason::Nodes);
    match solver.try_solutions(&limits).next().transpose() {
        Ok(Some(solution)) => {
            let picture = puzzle.picture(solution.placements()).to_string();
            assert!(picture.lines().count() >= 1);
            let mut covered = 0;
            for placement in solution.placements() {
                let cells = placement.cells().fold(0, |cells, cell| cells | 1_u128 << cell);
                assert_eq!(covered & cells, 0);
                covered |= cells;
            }
            assert!(puzzle.is_packing() || covered.count_ones() as usize == puzzle.cells().len());
        }
        Ok(None) => assert!(solver.try_count(&limits).map_or_else(|e| is_stopped(&e), |n| n == 0)),
        Err(stop) => assert_eq!(stop.reason, StopReason::Nodes),
    }
    let search = solver.clone().memory_bytes(0).try_count(&limits);
    if let (Ok(graph), Ok(search)) = (solver.try_count(&limits), search) {
        assert_eq!(graph, search);
    }
    let _ =
        (solver.try_count_distinct(&limits), solver.try_hint(&limits), solver.try_index(&limits));
});
