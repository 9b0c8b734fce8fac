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
    .engine(Role::Ours, "meteor-puzzle", |()| meteor::solutions().len(), |count| count.to_string())
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
    .engine(Role::Ours, "meteor-puzzle", |()| meteor::solutions().len(), |count| count.to_string())
    .engine(Role::Rival, "dlx", |()| exact_cover(), |count| count.to_string());
    vec![all.build(), with_rival.build()]
}

/// Counts the solutions with dancing links: items 0–9 are the pieces, 10–59 the cells.
fn exact_cover() -> usize {
    use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};

    let options: Vec<Vec<u64>> = meteor::placements()
        .iter()
        .flatten()
        .map(|placement| {
            let cells = placement.cells.iter().map(|cell| u64::from(cell.index()) + 10);
            std::iter::once(placement.piece as u64).chain(cells).collect()
        })
        .collect();
    let mut problem = dlx::x::make_problem(60, 0, &options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solutions = 0;
    while solver.next_solution(&mut chooser) {
        solutions += 1;
    }
    solutions
}
