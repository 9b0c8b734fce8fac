//! Other crates for the same jobs, each in the form in which the tasks compare it.
//!
//! They bring many dependencies, so they are behind the feature `rivals`, which `cargo xtask bench` turns on.

pub mod boards;
pub mod connect4;
pub mod exact_cover;
pub mod grid;
pub mod images;
pub mod octile;

/// Limits the rivals that use all processors to one thread, like our engines.
///
/// # Errors
/// If rayon has started its threads before.
pub fn use_one_thread() -> Result<(), String> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    pool.map_err(|error| error.to_string())
}
