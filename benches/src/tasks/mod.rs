//! All that is measured: one module for each crate.

use crate::task::Task;

#[cfg(feature = "bitboard-core")]
mod bitboard_core;
#[cfg(feature = "c4-solver")]
mod c4_solver;
#[cfg(feature = "cc-label")]
mod cc_label;
#[cfg(feature = "cc-table")]
mod cc_table;
#[cfg(feature = "havannah-uf")]
mod havannah_uf;
#[cfg(feature = "king-paths")]
mod king_paths;
#[cfg(feature = "knight-tours")]
mod knight_tours;
#[cfg(feature = "meteor-puzzle")]
mod meteor;

/// All tasks of the crates whose features are on, in the order of the crates.
#[must_use]
pub fn all() -> Vec<Task> {
    let crates: &[fn() -> Vec<Task>] = &[
        #[cfg(feature = "bitboard-core")]
        bitboard_core::tasks,
        #[cfg(feature = "cc-table")]
        cc_table::tasks,
        #[cfg(feature = "cc-label")]
        cc_label::tasks,
        #[cfg(feature = "king-paths")]
        king_paths::tasks,
        #[cfg(feature = "knight-tours")]
        knight_tours::tasks,
        #[cfg(feature = "havannah-uf")]
        havannah_uf::tasks,
        #[cfg(feature = "c4-solver")]
        c4_solver::tasks,
        #[cfg(feature = "meteor-puzzle")]
        meteor::tasks,
    ];
    crates.iter().flat_map(|tasks| tasks()).collect()
}
