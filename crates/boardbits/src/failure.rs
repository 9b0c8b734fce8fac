//! Errors of commands, and similar names for their messages.

use std::fmt::Display;
use std::io;

use bitboard_core::{Interrupted, StopReason};

/// An error that ends a command or, in [`Context`](crate::context::Context), the answer to a line.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The arguments are wrong, or exclude each other: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The input, or a line of it, is wrong: exit status 1. After a line, the next one is answered.
    #[error("{0}")]
    Input(String),
    /// A limit was reached, and the partial answer is printed: exit status 1, as after wrong input.
    #[error("{0}")]
    Stopped(StopReason),
    /// Stdout could not be written: exit status 1. A closed pipe is not reported. Only the methods
    /// of [`Output`](crate::output::Output) and writers of answers make it: other errors of files
    /// name their file.
    #[error("stdout: {0}")]
    Stdout(io::Error),
}

pub(crate) type Result<T = (), E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// Wrong input.
    pub(crate) fn wrong(reason: impl Display) -> Self {
        Self::Input(reason.to_string())
    }

    /// Ok, or the limit that was reached. The partial answer is written before.
    pub(crate) fn if_stopped(reason: Option<StopReason>) -> Result {
        reason.map_or(Ok(()), |reason| Err(Self::Stopped(reason)))
    }

    /// Wrong input in a file or another place.
    pub(crate) fn at(place: impl Display, reason: impl Display) -> Self {
        Self::Input(format!("{place}: {reason}"))
    }
}

impl<P> From<Interrupted<P>> for Failure {
    fn from(stopped: Interrupted<P>) -> Self {
        Self::Stopped(stopped.reason)
    }
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self::Input(reason)
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
