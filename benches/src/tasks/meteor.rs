//! The Meteor puzzle and pentominoes.

use meteor_puzzle::{Puzzle, Solver, classic, presets};

use crate::baseline;
#[cfg(feature = "meteor-puzzle-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

pub(super) fn tasks() -> Vec<Task> {
    let all = Builder::new("meteor-puzzle", "all 2,098 solutions, listed", "puzzle", || vec![()])
        .engine(
            Role::Ours,
            "meteor-puzzle",
            |()| classic::solutions().len(),
            |count| count.to_string(),
        )
        .engine(
            Role::Baseline,
            "island tables",
            |()| 2 * baseline::meteor::Search::new().run().len(),
            |count| count.to_string(),
        );
    let first = ours("the Meteor puzzle, the first solution", "meteor", |puzzle| {
        // 1 if there is a solution, else 0.
        u128::from(Solver::new(puzzle.clone()).solutions().next().is_some())
    });
    let name = "12 pentominoes on 6×10, 9,356 solutions counted";
    let pentominoes = ours(name, "pentominoes-6x10", count_solutions);
    let name = "12 pentominoes on 3×20, 8 solutions counted, against exact cover";
    let narrow = ours(name, "pentominoes-3x20", count_solutions).slow();
    #[cfg(feature = "meteor-puzzle-rivals")]
    let (first, narrow) =
        (rivals::exact_cover::add(first, 1), rivals::exact_cover::add(narrow, usize::MAX));
    let in_space = IN_SPACE.map(|(name, preset)| {
        let task = ours(name, preset, count_solutions).slow();
        #[cfg(feature = "meteor-puzzle-rivals")]
        let task = rivals::exact_cover::add(task, usize::MAX);
        task.build()
    });
    let plane = [all.charted().build(), first.build(), pentominoes.build(), narrow.charted().build()];
    plane.into_iter().chain(in_space).collect()
}

/// Puzzles of cubes and spheres with one copy of each piece, of which all solutions are counted.
const IN_SPACE: [(&str, &str); 3] = [
    ("the Soma cube, 11,520 solutions counted", "soma"),
    ("12 pentominoes in 2×3×10, 96 solutions counted", "pentominoes-2x3x10"),
    ("12 pentominoes in 2×5×6, 2,112 solutions counted", "pentominoes-2x5x6"),
];

/// Our engine on a puzzle that comes with the crate.
fn ours(name: &'static str, preset: &'static str, solve: fn(&Puzzle) -> u128) -> Builder<Puzzle> {
    let puzzle = move || vec![presets::find(preset).expect("it comes with the crate").puzzle()];
    Builder::new("meteor-puzzle", name, "puzzle", puzzle).engine(
        Role::Ours,
        "meteor-puzzle",
        solve,
        |count| count.to_string(),
    )
}

fn count_solutions(puzzle: &Puzzle) -> u128 {
    Solver::new(puzzle.clone()).count().expect("the count fits a u128")
}
