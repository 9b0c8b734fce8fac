//! Checks that are skipped because a tool is missing: errors where `CI` is `true`, otherwise listed at the end.

use std::env;
use std::sync::{Mutex, PoisonError};

use crate::workspace::Result;

static SKIPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Records that a check is skipped. The reason names the check and how to install the tool.
///
/// # Errors
/// If the environment variable `CI` is `true`: there, every tool must be installed.
pub(crate) fn skip(reason: &str) -> Result {
    skip_if(env::var("CI").as_deref() != Ok("true"), reason)
}

fn skip_if(allowed: bool, reason: &str) -> Result {
    if !allowed {
        return Err(format!("{reason} (skipping is an error because CI is true)").into());
    }
    note(reason);
    Ok(())
}

/// Records that a check is skipped that needs a tool which CI does not install either, because that takes too long.
pub(crate) fn note(reason: &str) {
    eprintln!("skipped: {reason}");
    SKIPPED.lock().unwrap_or_else(PoisonError::into_inner).push(reason.to_owned());
}

/// Prints the checks that were skipped.
pub(crate) fn summarize() {
    for reason in &*SKIPPED.lock().unwrap_or_else(PoisonError::into_inner) {
        eprintln!("skipped: {reason}");
    }
}

#[cfg(test)]
mod tests {
    use super::{SKIPPED, skip_if};

    #[test]
    fn a_missing_tool_is_an_error_in_ci_and_listed_elsewhere() {
        let failure = skip_if(false, "a: install b").unwrap_err().to_string();
        assert!(failure.starts_with("a: install b"), "{failure}");
        assert!(SKIPPED.lock().unwrap().is_empty());
        assert!(skip_if(true, "a: install b").is_ok());
        assert_eq!(*SKIPPED.lock().unwrap(), ["a: install b"]);
    }
}
