//! Solvers of exact cover problems, for polyform puzzles.

use std::ops::ControlFlow;

use meteor_puzzle::Puzzle;

use crate::task::{Builder, Role};

/// Adds the solvers of exact cover problems, which count up to `most` solutions.
#[must_use]
pub fn add(task: Builder<Puzzle>, most: usize) -> Builder<Puzzle> {
    let show = |count: usize| count.to_string();
    task.engine(
        Role::Rival,
        "exact-covers",
        move |puzzle| exact_cover_of(puzzle, most, exact_covers),
        show,
    )
    .engine(Role::Rival, "dlx", move |puzzle| exact_cover_of(puzzle, most, dlx), show)
}

/// Counts up to `most` solutions of a puzzle with one copy of each piece, as an exact cover of
/// items by options. The first items are the pieces, the others the cells.
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
