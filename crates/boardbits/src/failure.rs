//! Why a command fails.

use std::fmt::Display;
use std::io;

/// Why a command could not go on.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments make no sense together: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The input as a whole is unusable: exit status 1.
    #[error("{0}")]
    Input(String),
    /// A solver of Connect 4 could not be built: exit status 1.
    #[error(transparent)]
    Solver(#[from] c4_solver::BuildError),
    /// The output could not be written: exit status 1, or silence when the reader of a pipe went away.
    #[error("stdout: {0}")]
    Io(#[from] io::Error),
}

pub(crate) type Result<T = ()> = std::result::Result<T, Failure>;

/// Why one line has no answer.
#[derive(Debug)]
pub(crate) enum LineFailure {
    /// The line is wrong; the next may be right.
    Wrong(String),
    /// The answer could not be written; the command ends.
    Io(io::Error),
}

impl LineFailure {
    pub(crate) fn wrong(reason: impl Display) -> Self {
        Self::Wrong(reason.to_string())
    }
}

impl From<io::Error> for LineFailure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
