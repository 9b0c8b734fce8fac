use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use c4_solver::{Analysis, Column, Limits, Position, Progress, SolveProgress, Solver};

use crate::baseline::connect4::{self, Play as _};
#[cfg(feature = "c4-solver-rivals")]
use crate::rivals;
use crate::task::{Builder, Role, Task};

/// Positions by stage of the game and difficulty, as in the test sets of Pascal Pons' solver: a
/// stage is a number of stones played, the difficulty the number of stones still to be played until
/// the end of the game with perfect play.
const POSITIONS: &str = include_str!("../../records/c4_positions.txt");

/// One position for each engine.
struct Input {
    moves: String,
    ours: Position,
    plain: connect4::Position,
    arrays: connect4::Arrays,
    #[cfg(feature = "c4-solver-rivals")]
    rival: connect_four_ai::Position,
}

/// Our solver, and its nodes before the round.
type State = (Solver, u64);

pub(super) fn tasks() -> Vec<Task> {
    vec![
        arrays(bitboards(exact("exact scores, End-Easy", || inputs("End-Easy")))).charted().build(),
        bitboards(exact("exact scores, Middle-Easy", || inputs("Middle-Easy"))).charted().build(),
        exact("exact scores, 100 Middle-Medium", || inputs("Middle-Medium"))
            .slow()
            .charted()
            .build(),
        exact("exact scores, Begin-Easy", || inputs("Begin-Easy")).slow().charted().build(),
        two_threads(exact("exact scores, Begin-Medium", || inputs("Begin-Medium")))
            .slow()
            .charted()
            .build(),
        two_threads(exact("exact scores, 30 Begin-Hard", || inputs("Begin-Hard")))
            .slow()
            .charted()
            .build(),
        bitboards(exact("exact scores, 5 Middle-Medium", || inputs("Middle-Medium").split_off(95)))
            .slow()
            .build(),
        tutorial_weak(weak("win, draw or loss, End-Easy", || inputs("End-Easy"))).build(),
        tutorial_weak(weak("win, draw or loss, Middle-Easy", || inputs("Middle-Easy"))).build(),
        tutorial_weak(weak("win, draw or loss, 5 Middle-Medium", || {
            inputs("Middle-Medium").split_off(95)
        }))
        .slow()
        .build(),
        weak("win, draw or loss, Begin-Medium", || inputs("Begin-Medium")).slow().build(),
        batch("scores of a batch, Middle-Easy", || vec![inputs("Middle-Easy")]).build(),
        batch("scores of a batch, 100 Middle-Medium", || vec![inputs("Middle-Medium")])
            .slow()
            .build(),
        best_columns("best columns, Middle-Easy", || inputs("Middle-Easy")).build(),
        all_columns("scores of all columns, Middle-Easy", || inputs("Middle-Easy"))
            .charted()
            .build(),
        first_column("first column of an analysis, Middle-Easy", || inputs("Middle-Easy")).build(),
    ]
}

fn exact(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let task = ours(task(name, inputs), "c4-solver", one_thread, score, show);
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(task, |rival, input| rival.solve(&input.rival), show);
    task
}

fn two_threads(task: Builder<Input>) -> Builder<Input> {
    let solver = || (Solver::default().threads(2), 0);
    ours(task, "c4-solver, 2 threads", solver, score, show)
}

/// The strong solver of part 6.
fn bitboards(task: Builder<Input>) -> Builder<Input> {
    tutorial(task, "tutorial, part 6", |input| connect4::solve(input.plain))
}

/// The same with the position of part 2.
fn arrays(task: Builder<Input>) -> Builder<Input> {
    tutorial(task, "tutorial, arrays", |input| connect4::solve(input.arrays))
}

/// The weak solver of part 6.
fn tutorial_weak(task: Builder<Input>) -> Builder<Input> {
    tutorial(task, "tutorial, part 6", |input| connect4::solve_weak(input.plain))
}

/// Adds a solver of the tutorial, which returns score and nodes.
fn tutorial(
    task: Builder<Input>,
    name: &'static str,
    solve: impl Fn(&Input) -> (i32, u64) + Copy + 'static,
) -> Builder<Input> {
    task.search_engine(
        Role::Baseline,
        name,
        || 0,
        |nodes| *nodes = 0,
        move |nodes, input| {
            let (score, searched) = solve(input);
            *nodes += searched;
            score
        },
        |_, score| score.to_string(),
        |&nodes| Some(nodes),
    )
}

fn weak(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| solver.solve_weak(&input.ours);
    let task = ours(task(name, inputs), "c4-solver", one_thread, solve, show);
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(task, |rival, input| rival.solve(&input.rival).signum(), show);
    task
}

fn batch(name: &'static str, inputs: fn() -> Vec<Vec<Input>>) -> Builder<Vec<Input>> {
    let solve = |solver: &mut Solver, inputs: &Vec<Input>| {
        let positions: Vec<Position> = inputs.iter().map(|input| input.ours).collect();
        solver.solve_many(&positions)
    };
    let threads = || (Solver::default().threads(2), 0);
    let task = Builder::new("c4-solver", name, "position", inputs, |_| "the batch".to_owned())
        .units_per_input(Vec::len);
    let task = ours(task, "c4-solver", one_thread, solve, show);
    let task = ours(task, "c4-solver, 2 threads", threads, solve, show);
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(
        task,
        |rival, inputs| inputs.iter().map(|input| rival.solve(&input.rival)).collect::<Vec<_>>(),
        show,
    );
    task
}

fn best_columns(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| {
        let best = solver.best_moves(&input.ours);
        (best.score, best.columns.iter().map(Column::index).collect::<Vec<_>>())
    };
    let task = ours(task(name, inputs), "c4-solver", one_thread, solve, show);
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(task, |rival, input| rival.best_columns(&input.rival), show);
    task
}

fn all_columns(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| scores(&solver.analyze(&input.ours));
    let task = ours(task(name, inputs), "c4-solver", one_thread, solve, show);
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(task, |rival, input| rival.columns(&input.rival), show);
    task
}

/// The time until an analysis that needs a search reports its first column.
fn first_column(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| {
        let solved = AtomicBool::new(false);
        let stop = |progress: &Progress| {
            let found = progress.detail::<SolveProgress>();
            let is_solved =
                found.is_some_and(|found| found.column.and(found.bounds.exact()).is_some());
            solved.fetch_or(is_solved, Relaxed);
        };
        let limits = Limits::new().cancel(&solved).on_progress(&stop);
        let found = solver.try_analyze(&input.ours, &limits);
        let analysis = found.unwrap_or_else(|stopped| stopped.partial);
        scores(&analysis).into_iter().flatten().next()
    };
    ours(task(name, inputs), "c4-solver", one_thread, solve, show)
}

fn scores(analysis: &Analysis) -> [Option<i32>; 7] {
    core::array::from_fn(|x| analysis.score(Column::new(x as u32)?))
}

fn task(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    Builder::new("c4-solver", name, "position", inputs, |input| input.moves.clone())
}

/// Adds our solver, whose table is cleared before each round.
fn ours<I: 'static, R: 'static>(
    task: Builder<I>,
    name: &'static str,
    solver: fn() -> State,
    solve: impl Fn(&mut Solver, &I) -> R + Copy + 'static,
    show: fn(R) -> String,
) -> Builder<I> {
    task.search_engine(
        Role::Ours,
        name,
        solver,
        |(solver, before)| {
            solver.clear();
            *before = solver.statistics().nodes;
        },
        move |(solver, _), input| solve(solver, input),
        move |_, answer| show(answer),
        |(solver, before)| Some(solver.statistics().nodes - before),
    )
}

fn one_thread() -> State {
    (Solver::default().threads(1), 0)
}

fn score(solver: &mut Solver, input: &Input) -> i32 {
    solver.solve(&input.ours)
}

fn show<R: std::fmt::Debug>(answer: R) -> String {
    format!("{answer:?}")
}

/// # Panics
/// If the generated file is damaged.
fn inputs(set: &str) -> Vec<Input> {
    let lines = POSITIONS.lines().filter_map(|line| line.strip_prefix(set)?.strip_prefix(' '));
    lines
        .map(|moves| Input {
            moves: moves.to_owned(),
            ours: Position::from_moves(moves).expect("a generated position is legal"),
            plain: connect4::Position::from_moves(moves),
            arrays: connect4::Arrays::from_moves(moves),
            #[cfg(feature = "c4-solver-rivals")]
            rival: rivals::connect4::position(moves),
        })
        .collect()
}
