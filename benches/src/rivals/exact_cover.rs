//! Solvers of exact cover problems, for polyform puzzles.

use std::ops::ControlFlow;

use meteor_puzzle::{Placement, Puzzle};

use crate::task::{Builder, Role};

/// Adds the solvers of exact cover problems, which count up to `most` solutions. A puzzle becomes a
/// problem in the round to warm up.
#[must_use]
pub fn add(task: Builder<Puzzle>, most: usize) -> Builder<Puzzle> {
    let solvers: [(_, CountCovers); 2] = [("exact-covers", exact_covers), ("dlx", dlx)];
    solvers.into_iter().fold(task, |task, (name, count)| {
        task.engine_with(
            Role::Rival,
            name,
            || None,
            move |problem: &mut Option<Problem>, puzzle| {
                let (items, options) = problem.get_or_insert_with(|| problem_of(puzzle));
                count(*items, options, most)
            },
            |_, count| count.to_string(),
        )
    })
}

/// The number of items, and the items of each option.
type Problem = (usize, Vec<Vec<u64>>);

/// A puzzle with one copy of each piece as an exact cover of items by options. The first items are
/// the pieces, the others the cells.
fn problem_of(puzzle: &Puzzle) -> Problem {
    let (pieces, cells) = (puzzle.pieces().len(), puzzle.cells().len());
    let option = |placement: &Placement| {
        let cells = (0..cells).filter(|&cell| placement.covers(cell));
        let cells = cells.map(|cell| (cell + pieces) as u64);
        std::iter::once(placement.piece as u64).chain(cells).collect()
    };
    (pieces + cells, puzzle.placements().iter().map(option).collect())
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
