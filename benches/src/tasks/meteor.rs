use meteor::classic::Graph;
use meteor::{Puzzle, Solver, presets};

use crate::baseline;
use crate::task::{Builder, Role, Task};

pub(super) fn tasks() -> Vec<Task> {
    let all = Builder::new(
        "meteor-puzzle",
        "all 2,098 solutions, counted",
        "puzzle",
        || vec![()],
        |()| "the Meteor puzzle".into(),
    )
    .engine(
        Role::Ours,
        "meteor-puzzle",
        |()| Graph::new().solutions().len(),
        |count| count.to_string(),
    )
    .engine(
        Role::Ours,
        "meteor-puzzle, graph made beforehand",
        |()| Graph::generated().solutions().len(),
        |count| count.to_string(),
    )
    .engine_with(
        Role::Baseline,
        "island tables",
        || 0,
        |_| (),
        |loops, ()| {
            let mut search = baseline::meteor::Search::new();
            let count = 2 * search.run().len();
            *loops = search.loops();
            count
        },
        |_, count| count.to_string(),
        |&loops| Some(loops),
    );
    let with_rival = Builder::new(
        "meteor-puzzle",
        "all 2,098 solutions, counted, against exact cover",
        "puzzle",
        || vec![()],
        |()| "the Meteor puzzle".into(),
    )
    .slow()
    .engine(
        Role::Ours,
        "meteor-puzzle",
        |()| Graph::new().solutions().len(),
        |count| count.to_string(),
    )
    .engine(
        Role::Rival,
        "dlx",
        |()| exact_cover_of(&preset("meteor"), usize::MAX),
        |count| count.to_string(),
    );
    let general = Builder::new(
        "meteor-puzzle",
        "all 2,098 solutions, counted without making them",
        "puzzle",
        || vec![preset("meteor")],
        |_| "the Meteor puzzle".into(),
    )
    .engine(
        Role::Ours,
        "meteor-puzzle",
        |_| Graph::new().count() as u128,
        |count| count.to_string(),
    )
    .engine(
        Role::Ours,
        "meteor-puzzle, graph made beforehand",
        |_| Graph::generated().count() as u128,
        |count| count.to_string(),
    )
    .engine(Role::Ours, "meteor-puzzle, any polyforms", count_solutions, |count| count.to_string());
    let pentominoes = Builder::new(
        "meteor-puzzle",
        "12 pentominoes on 6×10, 9,356 solutions counted",
        "puzzle",
        || vec![preset("pentominoes-6x10")],
        |_| "the pentominoes on 6×10".into(),
    )
    .engine(Role::Ours, "meteor-puzzle", count_solutions, |count| count.to_string());
    let first = Builder::new(
        "meteor-puzzle",
        "12 pentominoes on 6×10, the first solution",
        "puzzle",
        || vec![preset("pentominoes-6x10")],
        |_| "the pentominoes on 6×10".into(),
    )
    .engine(Role::Ours, "meteor-puzzle", has_solution, |found| found.to_string())
    .engine(
        Role::Rival,
        "dlx",
        |puzzle| exact_cover_of(puzzle, 1) == 1,
        |found| found.to_string(),
    );
    let narrow = Builder::new(
        "meteor-puzzle",
        "12 pentominoes on 3×20, 8 solutions counted, against exact cover",
        "puzzle",
        || vec![preset("pentominoes-3x20")],
        |_| "the pentominoes on 3×20".into(),
    )
    .slow()
    .engine(Role::Ours, "meteor-puzzle", count_solutions, |count| count.to_string())
    .engine(
        Role::Rival,
        "dlx",
        |puzzle| exact_cover_of(puzzle, usize::MAX) as u128,
        |count| count.to_string(),
    );
    vec![
        all.charted().build(),
        with_rival.charted().build(),
        general.build(),
        pentominoes.build(),
        first.build(),
        narrow.charted().build(),
    ]
}

/// A puzzle that comes with the crate.
fn preset(name: &str) -> Puzzle {
    presets::find(name).expect("it comes with the crate").puzzle()
}

fn count_solutions(puzzle: &Puzzle) -> u128 {
    Solver::new(puzzle.clone()).count().expect("the count fits a u128")
}

fn has_solution(puzzle: &Puzzle) -> bool {
    Solver::new(puzzle.clone()).first().is_some()
}

/// Counts up to `most` solutions of a puzzle with one copy of each piece, with dancing links. The first items are the pieces,
/// the others the cells.
fn exact_cover_of(puzzle: &Puzzle, most: usize) -> usize {
    let (pieces, cells) = (puzzle.pieces().len(), puzzle.cells().len());
    let options: Vec<Vec<u64>> = puzzle
        .placements()
        .iter()
        .map(|placement| {
            let cells = (0..cells).filter(|&cell| placement.covers(cell));
            let cells = cells.map(|cell| (cell + pieces) as u64);
            std::iter::once(placement.piece as u64).chain(cells).collect()
        })
        .collect();
    count_exact_cover(pieces + cells, &options, most)
}

fn count_exact_cover(items: usize, options: &[Vec<u64>], most: usize) -> usize {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};

    let mut problem = dlx::x::make_problem(items as u64, 0, options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solutions < most && solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}
