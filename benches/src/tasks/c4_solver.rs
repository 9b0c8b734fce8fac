//! Scores of positions, by sets that differ in stage and difficulty.

use c4_solver::{Column, Position, Solver};

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

pub(super) fn tasks() -> Vec<Task> {
    let end_easy = tutorial(exact("exact scores, End-Easy", || inputs("End-Easy"))).engine(
        Role::Baseline,
        "tutorial, arrays",
        |input| connect4::solve(input.arrays).0,
        show,
    );
    vec![
        end_easy.charted().build(),
        tutorial(exact("exact scores, Middle-Easy", || inputs("Middle-Easy"))).charted().build(),
        hard("exact scores, 100 Middle-Medium", || inputs("Middle-Medium")),
        hard("exact scores, Begin-Easy", || inputs("Begin-Easy")),
        hard("exact scores, Begin-Medium", || inputs("Begin-Medium")),
        hard("exact scores, 30 Begin-Hard", || inputs("Begin-Hard")),
        tutorial(exact("exact scores, 5 Middle-Medium", five)).slow().build(),
        weak("win, draw or loss, Middle-Easy", || inputs("Middle-Easy")),
        all_columns("scores of all columns, Middle-Easy", || inputs("Middle-Easy")),
    ]
}

/// The tutorial solves only some in a few seconds.
fn five() -> Vec<Input> {
    inputs("Middle-Medium").split_off(95)
}

fn hard(name: &'static str, inputs: fn() -> Vec<Input>) -> Task {
    exact(name, inputs).slow().charted().build()
}

fn exact(name: &'static str, inputs: fn() -> Vec<Input>) -> Builder<Input> {
    let task = ours(name, inputs, |solver, input| solver.solve(&input.ours));
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(task, |rival, input| i32::from(rival.solve(&input.rival)), show);
    task
}

/// The weak solver, beside that of part 6. Without connect-four-ai, which only computes scores.
fn weak(name: &'static str, inputs: fn() -> Vec<Input>) -> Task {
    ours(name, inputs, |solver, input| solver.solve_weak(&input.ours))
        .engine(Role::Baseline, TUTORIAL, |input| connect4::solve_weak(input.plain).0, show)
        .build()
}

fn all_columns(name: &'static str, inputs: fn() -> Vec<Input>) -> Task {
    let task = ours(name, inputs, |solver, input| -> [Option<i32>; 7] {
        let analysis = solver.analyze(&input.ours);
        core::array::from_fn(|x| analysis.score(Column::new(x as u32)?))
    });
    #[cfg(feature = "c4-solver-rivals")]
    let task = rivals::connect4::add(
        task,
        |rival, input| rival.get_all_move_scores(&input.rival).map(|score| score.map(i32::from)),
        show,
    );
    task.charted().build()
}

/// The strong solver of part 6.
fn tutorial(task: Builder<Input>) -> Builder<Input> {
    task.engine(Role::Baseline, TUTORIAL, |input| connect4::solve(input.plain).0, show)
}

const TUTORIAL: &str = "tutorial, part 6";

/// A task with our solver, whose table is cleared before each round.
fn ours<R: std::fmt::Debug + 'static>(
    name: &'static str,
    inputs: fn() -> Vec<Input>,
    solve: impl Fn(&mut Solver, &Input) -> R + Copy + 'static,
) -> Builder<Input> {
    Builder::new("c4-solver", name, "position", inputs)
        .written(|input| format!("{}\n", input.moves).into_bytes())
        .engine_prepared(
            Role::Ours,
            "c4-solver",
            || Solver::default().threads(1),
            Solver::clear,
            solve,
            |_, answer| show(answer),
        )
}

fn show<R: std::fmt::Debug>(answer: R) -> String {
    format!("{answer:?}")
}

/// # Panics
/// If the file is damaged.
fn inputs(set: &str) -> Vec<Input> {
    let lines = POSITIONS.lines().filter_map(|line| line.strip_prefix(set)?.strip_prefix(' '));
    lines
        .map(|moves| Input {
            moves: moves.to_owned(),
            ours: Position::from_moves(moves).expect("a position of the file is legal"),
            plain: connect4::Position::from_moves(moves),
            arrays: connect4::Arrays::from_moves(moves),
            #[cfg(feature = "c4-solver-rivals")]
            rival: rivals::connect4::position(moves),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_the_stages_and_difficulties_of_their_names() {
        let mut solver = Solver::default();
        for (set, stones, to_come, count) in [
            ("End-Easy", 29..=41, 0..=13, 2_000),
            ("Middle-Easy", 15..=28, 0..=13, 100),
            ("Middle-Medium", 15..=28, 14..=27, 100),
            ("Begin-Easy", 12..=14, 0..=13, 20),
            ("Begin-Medium", 12..=14, 14..=27, 6),
            ("Begin-Hard", 12..=14, 28..=42, 30),
        ] {
            assert_eq!(inputs(set).len(), count, "{set}");
            for Input { moves, ours, .. } in inputs(set) {
                let left = ours.plies_to_end(solver.solve(&ours));
                assert!(stones.contains(&moves.len()) && to_come.contains(&left), "{set} {moves}");
            }
        }
    }
}
