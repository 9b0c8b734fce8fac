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
    let list = |_: &Puzzle| classic::solutions().len() as u128;
    let with_rival =
        ours("all 2,098 solutions, listed, against exact cover", "meteor", list).slow();
    let first_of_meteor = ours("the Meteor puzzle, the first solution", "meteor", count_first);
    let general = ours("all 2,098 solutions, counted", "meteor", count_solutions);
    let name = "12 pentominoes on 6×10, 9,356 solutions counted";
    let pentominoes = ours(name, "pentominoes-6x10", count_solutions);
    let name = "12 pentominoes on 6×10, the first solution";
    let first = ours(name, "pentominoes-6x10", count_first);
    let name = "12 pentominoes on 3×20, 8 solutions counted, against exact cover";
    let narrow = ours(name, "pentominoes-3x20", count_solutions).slow();
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

/// Our engine on a puzzle that comes with the crate.
fn ours(name: &'static str, preset: &'static str, solve: fn(&Puzzle) -> u128) -> Builder<Puzzle> {
    let puzzle = move || vec![presets::find(preset).expect("it comes with the crate").puzzle()];
    Builder::new("meteor-puzzle", name, "puzzle", puzzle, |_| "the puzzle".into()).engine(
        Role::Ours,
        "meteor-puzzle",
        solve,
        |count| count.to_string(),
    )
}

fn count_solutions(puzzle: &Puzzle) -> u128 {
    Solver::new(puzzle.clone()).count().expect("the count fits a u128")
}

/// 1 if there is a solution, else 0.
fn count_first(puzzle: &Puzzle) -> u128 {
    u128::from(Solver::new(puzzle.clone()).solutions().next().is_some())
}
