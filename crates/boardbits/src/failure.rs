//! Errors of commands, and similar names for their messages.

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

pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

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

/// The name that is most similar to `wrong`, if any is similar.
fn nearest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let similarity = |name| strsim::jaro(wrong, name);
    let rated = names.into_iter().map(|name| (similarity(name), name));
    let best = rated.filter(|&(similarity, _)| similarity > 0.7);
    best.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name)
}

/// The end of an error message about a wrong name: the most similar name, or all of them.
pub(crate) fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(wrong, names.clone()) {
        Some(name) => format!("did you mean {name}?"),
        None => {
            let names: Vec<_> = names.into_iter().collect();
            let one_of = if names.len() == 1 { "" } else { "one of " };
            format!("expected {one_of}{}", names.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        let names = ["king", "knight", "rook_slide"];
        assert_eq!(suggest("kinght", names), "did you mean knight?");
        assert_eq!(suggest("rook", names), "did you mean rook_slide?");
        assert_eq!(suggest("zzz", names), "expected one of king, knight, rook_slide");
        assert_eq!(suggest("zzz", ["king"]), "expected king");
        assert_eq!(suggest("", names), "expected one of king, knight, rook_slide");
    }
}
