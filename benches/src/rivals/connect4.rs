//! The solver of connect-four-ai, without its opening book.

use connect_four_ai::{Position, Solver};

use crate::task::{Builder, Role};

/// A position from its moves.
///
/// # Panics
/// If the moves are not legal.
#[must_use]
pub fn position(moves: &str) -> Position {
    Position::from_moves(moves).expect("the moves are legal")
}

/// Adds the solver. Its table is cleared before each round, like ours.
pub fn add<I: 'static, R: 'static>(
    task: Builder<I>,
    solve: impl Fn(&mut Solver, &I) -> R + Copy + 'static,
    show: fn(R) -> String,
) -> Builder<I> {
    task.engine_prepared(
        Role::Rival,
        "connect-four-ai",
        Solver::empty,
        Solver::reset,
        solve,
        move |_, answer| show(answer),
    )
}
