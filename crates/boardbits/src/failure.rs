//! Errors of commands.

use std::fmt::Display;
use std::io;

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments are wrong, or exclude each other: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The input as a whole is unusable: exit status 1.
    #[error("{0}")]
    Input(String),
    /// A solver of Connect 4 could not be built: exit status 1.
    #[error(transparent)]
    Solver(#[from] c4_solver::BuildError),
    /// The output could not be written: exit status 1. A closed pipe is not reported.
    #[error("stdout: {0}")]
    Io(#[from] io::Error),
}

pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// An error in one line of the input.
#[derive(Debug)]
pub(crate) enum LineFailure {
    /// The line is wrong. The command continues with the next line.
    Wrong(String),
    /// The answer could not be written; the command ends.
    Io(io::Error),
}

impl LineFailure {
    pub(crate) fn wrong(reason: impl Display) -> Self {
        Self::Wrong(reason.to_string())
    }
}

impl From<LineFailure> for Failure {
    fn from(failure: LineFailure) -> Self {
        match failure {
            LineFailure::Wrong(reason) => Self::Input(reason),
            LineFailure::Io(error) => Self::Io(error),
        }
    }
}

impl From<io::Error> for LineFailure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
