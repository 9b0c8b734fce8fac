use std::ops::ControlFlow;

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
    let with_rival =
        puzzle("all 2,098 solutions, counted, against exact cover", || vec![preset("meteor")])
            .slow()
            .engine(
                Role::Ours,
                "meteor-puzzle",
                |_| Graph::new().solutions().len(),
                |count| count.to_string(),
            );
    let first_of_meteor =
        puzzle("the Meteor puzzle, the first solution", || vec![preset("meteor")]).engine(
            Role::Ours,
            "meteor-puzzle",
            count_first,
            |count| count.to_string(),
        );
    let general =
        puzzle("all 2,098 solutions, counted without making them", || vec![preset("meteor")])
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
            .engine(Role::Ours, "meteor-puzzle, any polyforms", count_solutions, |count| {
                count.to_string()
            });
    let pentominoes = puzzle("12 pentominoes on 6×10, 9,356 solutions counted", || {
        vec![preset("pentominoes-6x10")]
    })
    .engine(Role::Ours, "meteor-puzzle", count_solutions, |count| count.to_string());
    let first =
        puzzle("12 pentominoes on 6×10, the first solution", || vec![preset("pentominoes-6x10")])
            .engine(Role::Ours, "meteor-puzzle", count_first, |count| count.to_string());
    let narrow =
        puzzle("12 pentominoes on 3×20, 8 solutions counted, against exact cover", || {
            vec![preset("pentominoes-3x20")]
        })
        .slow()
        .engine(Role::Ours, "meteor-puzzle", count_solutions, |count| count.to_string());
    vec![
        all.charted().build(),
        exact_cover(with_rival, usize::MAX).charted().build(),
        exact_cover(first_of_meteor, 1).build(),
        general.build(),
        pentominoes.build(),
        exact_cover(first, 1).build(),
        exact_cover(narrow, usize::MAX).charted().build(),
    ]
}

fn puzzle(name: &'static str, inputs: fn() -> Vec<Puzzle>) -> Builder<Puzzle> {
    Builder::new("meteor-puzzle", name, "puzzle", inputs, |_| "the puzzle".into())
}

/// Adds the solvers of exact cover problems, which count up to `most` solutions.
fn exact_cover(task: Builder<Puzzle>, most: usize) -> Builder<Puzzle> {
    let show = |count: usize| count.to_string();
    task.engine(
        Role::Rival,
        "exact-covers",
        move |puzzle| exact_cover_of(puzzle, most, exact_covers),
        show,
    )
    .engine(Role::Rival, "dlx", move |puzzle| exact_cover_of(puzzle, most, dlx), show)
}

/// A puzzle that comes with the crate.
fn preset(name: &str) -> Puzzle {
    presets::find(name).expect("it comes with the crate").puzzle()
}

fn count_solutions(puzzle: &Puzzle) -> u128 {
    Solver::new(puzzle.clone()).count().expect("the count fits a u128")
}

/// 1 if there is a solution, else 0.
fn count_first(puzzle: &Puzzle) -> usize {
    usize::from(Solver::new(puzzle.clone()).first().is_some())
}

/// Counts up to `most` solutions of a puzzle with one copy of each piece, as an exact cover of items by options. The first
/// items are the pieces, the others the cells.
fn exact_cover_of(puzzle: &Puzzle, most: usize, count: CountCovers) -> usize {
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
    count(pieces + cells, &options, most)
}

/// Counts up to a number of exact covers of items 0, 1, … by options.
type CountCovers = fn(usize, &[Vec<u64>], usize) -> usize;

fn dlx(items: usize, options: &[Vec<u64>], most: usize) -> usize {
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

fn exact_covers(items: usize, options: &[Vec<u64>], most: usize) -> usize {
    use exact_covers::{DlSolver, Solver};

    let items: Vec<u64> = (0..items as u64).collect();
    let mut solver: DlSolver<u64, ()> = DlSolver::new(&items, &[]);
    for option in options {
        solver.add_option(option, []);
    }
    let mut solutions = 0;
    solver.solve(|_| {
        solutions += 1;
        if solutions < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    solutions
}
