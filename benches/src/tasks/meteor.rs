use meteor_puzzle::{Puzzle, Solver, classic, presets};

use crate::baseline;
#[cfg(feature = "meteor-puzzle-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

pub(super) fn tasks() -> Vec<Task> {
    let all = Builder::new(
        "meteor-puzzle",
        "all 2,098 solutions, listed",
        "puzzle",
        || vec![()],
        |()| "the Meteor puzzle".into(),
    )
    .engine(Role::Ours, "meteor-puzzle", |()| classic::solutions().len(), |count| count.to_string())
    .search_engine(
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
        puzzle("all 2,098 solutions, listed, against exact cover", || vec![preset("meteor")])
            .slow()
            .engine(
                Role::Ours,
                "meteor-puzzle",
                |_| classic::solutions().len(),
                |count| count.to_string(),
            );
    let first_of_meteor =
        puzzle("the Meteor puzzle, the first solution", || vec![preset("meteor")]).engine(
            Role::Ours,
            "meteor-puzzle",
            count_first,
            |count| count.to_string(),
        );
    let general = puzzle("all 2,098 solutions, counted", || vec![preset("meteor")]).engine(
        Role::Ours,
        "meteor-puzzle",
        count_solutions,
        |count| count.to_string(),
    );
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
    #[cfg(feature = "meteor-puzzle-rivals")]
    let [with_rival, narrow] =
        [with_rival, narrow].map(|task| rivals::exact_cover::add(task, usize::MAX));
    #[cfg(feature = "meteor-puzzle-rivals")]
    let [first_of_meteor, first] =
        [first_of_meteor, first].map(|task| rivals::exact_cover::add(task, 1));
    vec![
        all.charted().build(),
        with_rival.charted().build(),
        first_of_meteor.build(),
        general.build(),
        pentominoes.build(),
        first.build(),
        narrow.charted().build(),
    ]
}

fn puzzle(name: &'static str, inputs: fn() -> Vec<Puzzle>) -> Builder<Puzzle> {
    Builder::new("meteor-puzzle", name, "puzzle", inputs, |_| "the puzzle".into())
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
