//! All that is measured: one module for each crate.

use crate::task::Task;

mod bitboard_core;
mod c4_solver;
mod cc_table;
mod havannah_uf;
mod king_paths;
mod meteor;

/// All tasks, in the order of the crates.
#[must_use]
pub fn all() -> Vec<Task> {
    let mut tasks = bitboard_core::tasks();
    tasks.extend(cc_table::tasks());
    tasks.extend(king_paths::tasks());
    tasks.extend(havannah_uf::tasks());
    tasks.extend(c4_solver::tasks());
    tasks.extend(meteor::tasks());
    tasks
}
