//! All that is measured: one module for each crate.

use crate::task::Task;

/// A module and a function for each crate whose feature is on, and all of them in the order of the
/// crates.
macro_rules! crates {
    ($($feature:literal $module:ident,)*) => {
        $(
            #[cfg(feature = $feature)]
            mod $module;

            #[doc = concat!("The tasks of ", $feature, ".")]
            #[cfg(feature = $feature)]
            #[must_use]
            pub fn $module() -> Vec<Task> {
                $module::tasks()
            }
        )*

        /// All tasks of the crates whose features are on, in the order of the crates.
        #[must_use]
        pub fn all() -> Vec<Task> {
            let crates: &[fn() -> Vec<Task>] = &[$(#[cfg(feature = $feature)] $module,)*];
            crates.iter().flat_map(|tasks| tasks()).collect()
        }
    };
}

crates! {
    "bitboard-core" bitboard_core,
    "cc-table" cc_table,
    "cc-label" cc_label,
    "king-paths" king_paths,
    "knight-tours" knight_tours,
    "havannah-uf" havannah_uf,
    "c4-solver" c4_solver,
    "meteor-puzzle" meteor,
}
