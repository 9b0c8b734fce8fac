//! Published numbers of solutions, through the puzzle files that come with the crate.

use meteor::polyform::{Solver, ready};

#[test]
fn ready_puzzles_have_as_many_solutions_as_published() {
    for ready in ready::ALL {
        let file = ready.file();
        assert!(!file.title.is_empty() && !file.source.is_empty(), "{}", ready.name);
        let solver = Solver::new(&file.puzzle);
        let solutions = file.solutions.unwrap();
        if solutions > 4_040 {
            continue;
        }

        assert_eq!(solver.count_by_search(), Ok(solutions), "{}", ready.name);
        assert_eq!(solver.count_up_to_symmetry().ok(), file.classes, "{}", ready.name);
    }
}
