use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use c4_solver::bitboard_core::Limits;
use c4_solver::{Analysis, AnalysisProgress, Column, Position, Solver, SolverBuilder, Standard};

use crate::baseline::connect4;
use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// Positions by stage of the game and difficulty, as in the test sets of Pascal Pons' solver: a stage
/// is a number of stones played, the difficulty the number of stones still to be played until
/// the end of the game with perfect play. Written by [`positions_file`].
const POSITIONS: &str = include_str!("../generated/c4_positions.txt");

/// Stage and difficulty, fewest and most stones played, fewest and most stones to come, positions to
/// add to the set.
const SETS: [(&str, [usize; 2], [u32; 2], usize); 9] = [
    ("End-Easy", [29, 41], [0, 13], 100),
    ("Middle-Easy", [15, 28], [0, 13], 100),
    ("Middle-Medium", [15, 28], [14, 27], 30),
    ("Begin-Easy", [12, 14], [0, 13], 20),
    ("Begin-Medium", [12, 14], [14, 27], 6),
    ("Begin-Hard", [12, 14], [28, 42], 2),
    // Added later, so that the other positions stay those of earlier revisions.
    ("Middle-Medium", [15, 28], [14, 27], 70),
    ("Begin-Hard", [12, 14], [28, 42], 28),
    ("End-Easy", [29, 41], [0, 13], 1_900),
];

/// One position for each engine.
struct Input {
    moves: String,
    ours: Position,
    plain: connect4::Position,
    rival: connect_four_ai::Position,
}

/// Our solver, and its nodes before the round.
type State = (Solver, u64);

pub(super) fn tasks() -> Vec<Task> {
    vec![
        tutorial(exact("exact scores, End-Easy", || inputs("End-Easy"))).charted().build(),
        exact("exact scores, Middle-Easy", || inputs("Middle-Easy")).charted().build(),
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
        weak("win, draw or loss, Middle-Easy", || inputs("Middle-Easy")).build(),
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
    rival(task, |rival, input| rival.solve(&input.rival), show)
}

fn two_threads(task: Builder<Input>) -> Builder<Input> {
    let solver = || (SolverBuilder::new(Standard::BOARD).threads(2).build(), 0);
    ours(task, "c4-solver, 2 threads", solver, score, show)
}

fn tutorial(task: Builder<Input>) -> Builder<Input> {
    task.engine_with(
        Role::Baseline,
        "tutorial, part 6",
        || 0,
        |nodes| *nodes = 0,
        |nodes, input| {
            let (score, searched) = connect4::solve(input.plain);
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
    rival(task, |rival, input| rival.solve(&input.rival).signum(), show)
}

fn batch(name: &'static str, inputs: fn() -> Vec<Vec<Input>>) -> Builder<Vec<Input>> {
    let solve = |solver: &mut Solver, inputs: &Vec<Input>| {
        let positions: Vec<Position> = inputs.iter().map(|input| input.ours).collect();
        solver.solve_many(&positions)
    };
    let threads = || (SolverBuilder::new(Standard::BOARD).threads(2).build(), 0);
    let task = Builder::new("c4-solver", name, "position", inputs, |_| "the batch".to_owned())
        .units_per_input(Vec::len);
    let task = ours(task, "c4-solver", one_thread, solve, show);
    let task = ours(task, "c4-solver, 2 threads", threads, solve, show);
    let solve = |rival: &mut Rival, inputs: &Vec<Input>| -> Vec<i32> {
        inputs.iter().map(|input| rival.solve(&input.rival)).collect()
    };
    rival(task, solve, show)
}

fn best_columns(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| {
        let best = solver.best_moves(&input.ours);
        (best.score, best.columns.map(Column::index).collect::<Vec<_>>())
    };
    let task = ours(task(name, inputs), "c4-solver", one_thread, solve, show);
    let solve = |rival: &mut Rival, input: &Input| {
        let scores = rival.columns(&input.rival);
        let best = scores.into_iter().flatten().max().unwrap_or(0);
        let is_best = |&column: &u32| scores[column as usize] == Some(best);
        (best, (0..7).filter(is_best).collect::<Vec<_>>())
    };
    rival(task, solve, show)
}

fn all_columns(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| scores(&solver.analyze(&input.ours));
    let task = ours(task(name, inputs), "c4-solver", one_thread, solve, show);
    rival(task, |rival, input| rival.columns(&input.rival), show)
}

/// The time until an analysis that needs a search reports its first column.
fn first_column(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let solve = |solver: &mut Solver, input: &Input| {
        let solved = AtomicBool::new(false);
        let stop = |progress: &AnalysisProgress| {
            solved.fetch_or(progress.solved.is_some(), Relaxed);
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
    task.engine_with(
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

/// The solver of connect-four-ai, and its nodes in this round.
struct Rival {
    solver: connect_four_ai::Solver,
    nodes: Option<u64>,
}

impl Rival {
    fn solve(&mut self, position: &connect_four_ai::Position) -> i32 {
        let score = self.solver.solve(position);
        self.nodes = self.nodes.map(|nodes| nodes + self.solver.explored_positions as u64);
        score.into()
    }

    fn columns(&mut self, position: &connect_four_ai::Position) -> [Option<i32>; 7] {
        // Only the nodes of the last column are known.
        self.nodes = None;
        self.solver.get_all_move_scores(position).map(|score| score.map(i32::from))
    }
}

/// Adds connect-four-ai without its opening book. Its table is cleared before each round, like ours.
fn rival<I: 'static, R: 'static>(
    task: Builder<I>,
    solve: impl Fn(&mut Rival, &I) -> R + Copy + 'static,
    show: fn(R) -> String,
) -> Builder<I> {
    task.engine_with(
        Role::Rival,
        "connect-four-ai",
        || {
            let mut solver = connect_four_ai::Solver::empty();
            // Touches the pages of the table.
            solver.reset();
            Rival { solver, nodes: Some(0) }
        },
        |rival| {
            rival.solver.reset();
            rival.nodes = Some(0);
        },
        solve,
        move |_, answer| show(answer),
        |rival| rival.nodes,
    )
}

fn one_thread() -> State {
    (SolverBuilder::new(Standard::BOARD).threads(1).build(), 0)
}

fn score(solver: &mut Solver, input: &Input) -> i32 {
    solver.solve(&input.ours)
}

fn show<R: std::fmt::Debug>(answer: R) -> String {
    format!("{answer:?}")
}

/// # Panics
/// If the generated file is not as [`positions_file`] writes it.
fn inputs(set: &str) -> Vec<Input> {
    let lines = POSITIONS.lines().filter_map(|line| line.strip_prefix(set)?.strip_prefix(' '));
    lines
        .map(|moves| Input {
            moves: moves.to_owned(),
            ours: Position::from_moves(moves).expect("a generated position is legal"),
            plain: connect4::Position::from_moves(moves),
            rival: connect_four_ai::Position::from_moves(moves)
                .expect("a generated position is legal"),
        })
        .collect()
}

/// Plays at random until each set is full: the text of `generated/c4_positions.txt`.
#[must_use]
pub fn positions_file() -> String {
    let mut text = String::from("# generated by `cargo xtask tables`: SET MOVES\n");
    let (mut random, mut solver) = (Random::new(40), Solver::new());
    for (name, [fewest, most], [least_to_come, most_to_come], count) in SETS {
        let mut found = 0;
        while found < count {
            let length = fewest + random.below(most - fewest + 1);
            let Some((moves, position)) = play(&mut random, length) else { continue };
            let to_come = position.plies_to_end(solver.solve(&position));
            if (least_to_come..=most_to_come).contains(&to_come) {
                found += 1;
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{name} {moves}");
            }
        }
    }
    text
}

/// Plays `length` random stones. `None` if the game ends before, or if the next stone could end it.
fn play(random: &mut Random, length: usize) -> Option<(String, Position)> {
    let (mut moves, mut position) = (String::new(), Position::EMPTY);
    for _ in 0..length {
        let columns = position.columns();
        let column = columns.into_iter().nth(random.below(columns.len()))?;
        position = position.play(column).ok()?;
        moves.push(column.symbol());
    }
    position.winning_columns().is_empty().then_some((moves, position))
}
