//! What the playground asks the boardbits crates: plain functions and sessions with answers in JSON.
//!
//! Everything here compiles and is tested natively. The module `wasm` exports it to JavaScript and has no logic.
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

/// The answer to a query, in JSON, or what is wrong with the query.
pub type Answer = Result<String, String>;

/// Formats an error for people.
fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
