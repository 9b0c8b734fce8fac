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

/// The solver, and its nodes in this round.
pub struct Rival {
    solver: Solver,
    nodes: Option<u64>,
}

impl Rival {
    /// The score of a position.
    pub fn solve(&mut self, position: &Position) -> i32 {
        let score = self.solver.solve(position);
        self.nodes = self.nodes.map(|nodes| nodes + self.solver.explored_positions as u64);
        score.into()
    }

    /// The scores of all columns.
    pub fn columns(&mut self, position: &Position) -> [Option<i32>; 7] {
        // Only the nodes of the last column are known.
        self.nodes = None;
        self.solver.get_all_move_scores(position).map(|score| score.map(i32::from))
    }

    /// The best score and the columns that have it.
    pub fn best_columns(&mut self, position: &Position) -> (i32, Vec<u32>) {
        let scores = self.columns(position);
        let best = scores.into_iter().flatten().max().unwrap_or(0);
        let is_best = |&column: &u32| scores[column as usize] == Some(best);
        (best, (0..7).filter(is_best).collect())
    }
}

/// Adds the solver. Its table is cleared before each round, like ours.
pub fn add<I: 'static, R: 'static>(
    task: Builder<I>,
    solve: impl Fn(&mut Rival, &I) -> R + Copy + 'static,
    show: fn(R) -> String,
) -> Builder<I> {
    task.search_engine(
        Role::Rival,
        "connect-four-ai",
        || {
            let mut solver = Solver::empty();
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
