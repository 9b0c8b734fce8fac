//! Puzzle files: what is read is written and read again, and what the solver is asked about it ends soon.

#![no_main]

use libfuzzer_sys::fuzz_target;
use meteor::polyform::{Limits, PuzzleFile, Solver, Stop, to_cnf, to_dlx};

fuzz_target!(|text: &str| {
    let file: PuzzleFile = match text.parse() {
        Ok(file) => file,
        Err(error) => {
            let error: meteor::polyform::FileError = error;
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
        assert_eq!((again.solutions, again.classes), (file.solutions, file.classes));
    }
    // What many pieces of many cells take is not the point here.
    let cells: usize = puzzle.pieces().iter().map(|piece| piece.cells().len()).sum();
    if cells * puzzle.cells().len() > 4000 {
        return;
    }
    let limits = Limits::new().nodes(300).memory(1 << 20);
    let solver = Solver::new(puzzle).limits(limits);
    match solver.first() {
        Ok(Some(solution)) => {
            let picture = solution.picture(puzzle).to_string();
            assert!(picture.lines().count() >= 1);
            let mut covered = 0;
            for placement in solution.placements() {
                assert_eq!(covered & placement.cells, 0);
                covered |= placement.cells;
            }
            assert!(puzzle.is_packing() || covered.count_ones() as usize == puzzle.cells().len());
        }
        Ok(None) => assert!(matches!(solver.count(), Ok(0) | Err(Stop::Nodes))),
        Err(stop) => assert_eq!(stop, Stop::Nodes),
    }
    if let (Ok(graph), Ok(search)) = (solver.count(), solver.count_by_search()) {
        assert_eq!(graph, search);
    }
    let _ = (solver.count_up_to_symmetry(), solver.unique(), solver.hint());
    if puzzle.placements().len() < 200 {
        let _ = (to_dlx(puzzle), to_cnf(puzzle));
    }
});
