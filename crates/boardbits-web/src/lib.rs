//! The JSON API of the playground: plain functions and sessions that call the boardbits crates.
//!
//! Everything here compiles and is tested natively. [`Worker`](worker::Worker) answers all questions of a worker of the
//! page; the module `wasm` exports it to JavaScript and has no logic.
//! Errors are sentences for people.

#![forbid(unsafe_code)]

pub mod c4;
pub mod chains;
pub mod havannah;
mod json;
pub mod paths;
pub mod puzzles;
pub mod speed;
#[cfg(target_arch = "wasm32")]
mod wasm;
pub mod worker;

/// The answer to a query, in JSON, or what is wrong with the query.
pub type Answer = Result<String, String>;

/// Formats an error for people.
fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Tells the page the stage of a long query, and the part of the stage that is done.
fn report(stage: u32, done: f64) {
    #[cfg(target_arch = "wasm32")]
    wasm::progress(stage, done);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (stage, done);
}
