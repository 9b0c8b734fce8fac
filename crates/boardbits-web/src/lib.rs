//! The JSON API of the playground: plain functions and sessions that call the boardbits crates.
//!
//! Everything here compiles and is tested natively. [`Worker`](worker::Worker) answers all
//! questions of a worker of the page; the module `wasm` exports it to JavaScript and has no logic.
//! Failures have a code for the page and a sentence for people.

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

/// The answer to a query, in JSON, or why there is none.
pub type Answer = Result<String, Failure>;

/// Why a query has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What the page does about it.
    pub code: Code,
    /// A sentence for people.
    pub message: String,
}

/// The kinds of failures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Code {
    /// The request is wrong, such as a text that is not a map.
    Input,
    /// The query would take more time or memory than it may.
    Limit,
    /// What was asked for does not exist, such as a solution.
    Missing,
}

impl Code {
    /// The name in the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Limit => "limit",
            Self::Missing => "missing",
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self { code: Code::Input, message }
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        message.to_owned().into()
    }
}

/// Formats an error for people.
fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The failure of a query that was stopped by its limits.
fn limit(error: impl std::fmt::Display) -> Failure {
    Failure { code: Code::Limit, message: text(error) }
}

/// Tells the page the stage of a long query, and the part of the stage that is done.
fn report(stage: u32, done: f64) {
    #[cfg(target_arch = "wasm32")]
    wasm::progress(stage, done);
    #[cfg(not(target_arch = "wasm32"))]
    let _ = (stage, done);
}
