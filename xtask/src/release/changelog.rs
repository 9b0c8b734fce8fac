//! Changelogs in the format of Keep a Changelog: the unreleased entry gets a version and a date.

use super::version::Version;

/// The heading of changes that no version has yet.
const UNRELEASED: &str = "## [Unreleased]";

/// The change of a changelog by a release.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The version has its entry.
    Nothing,
    /// The new text. The unreleased entry becomes the entry of the version.
    Released(String),
}

/// Gives a version its entry, dated `date` (year-month-day).
///
/// # Errors
///
/// If there is no entry for the version and nothing unreleased to make one of, or if there are both.
pub(super) fn release(text: &str, version: Version, date: &str) -> Result<Change, String> {
    let heading = format!("## [{version}]");
    let entry = entry(text, &heading);
    let unreleased = entry_with_text(text, UNRELEASED);
    match (entry, unreleased) {
        (Some(entry), _) if entry.trim().is_empty() => Err(format!("the entry {heading} is empty")),
        (Some(_), Some(_)) => Err(format!("there is an entry {heading}, and something unreleased")),
        (Some(_), None) => Ok(Change::Nothing),
        (None, None) => Err(format!("no entry for {version}, and nothing under {UNRELEASED}")),
        (None, Some(_)) => {
            // The empty heading stays for what comes next.
            let new = format!("{UNRELEASED}\n\n{heading} - {date}");
            Ok(Change::Released(text.replacen(UNRELEASED, &new, 1)))
        }
    }
}

/// The text below a heading, up to the next heading of its level.
fn entry<'a>(text: &'a str, heading: &str) -> Option<&'a str> {
    let start = text.match_indices(heading).find(|&(at, _)| at == 0 || text[..at].ends_with('\n'));
    let (_, after) = text[start?.0..].split_once('\n')?;
    Some(after.find("\n## ").map_or(after, |end| &after[..=end]))
}

fn entry_with_text<'a>(text: &'a str, heading: &str) -> Option<&'a str> {
    entry(text, heading).filter(|entry| entry.lines().any(|line| line.starts_with(['-', '*'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "# Changelog\n\n## [0.1.0] - 2026-11-21\n\n### Added\n\n- All.\n";
    const NEW: &str = "# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- A fault.\n\n## [0.1.0] - 2026-11-21\n\n### Added\n\n- All.\n";

    fn released(text: &str, version: &str) -> Result<Change, String> {
        release(text, version.parse().unwrap(), "2027-01-31")
    }

    #[test]
    fn an_entry_that_is_there_stays() {
        assert_eq!(released(OLD, "0.1.0"), Ok(Change::Nothing));
        // An empty heading for what comes next does no harm.
        let waiting = OLD.replacen("## [0", "## [Unreleased]\n\n## [0", 1);
        assert_eq!(released(&waiting, "0.1.0"), Ok(Change::Nothing));
    }

    #[test]
    fn what_is_unreleased_gets_version_and_date() {
        let Ok(Change::Released(text)) = released(NEW, "0.2.0") else { panic!("not released") };
        assert_eq!(
            text,
            "# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2027-01-31\n\n### Fixed\n\n- A fault.\n\n\
             ## [0.1.0] - 2026-11-21\n\n### Added\n\n- All.\n"
        );
        // A second run finds it done.
        assert_eq!(released(&text, "0.2.0"), Ok(Change::Nothing));
    }

    #[test]
    fn no_entry_is_an_error() {
        assert!(released(OLD, "0.2.0").unwrap_err().contains("no entry for 0.2.0"));
        let empty = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [0.1.0]\n\n- All.\n";
        assert!(released(empty, "0.2.0").is_err());
        assert!(released("", "0.1.0").is_err());
    }

    #[test]
    fn changes_of_two_kinds_are_an_error() {
        assert!(released(NEW, "0.1.0").unwrap_err().contains("something unreleased"));
        let bare = "## [0.1.0]\n\n## [0.0.9]\n\n- Start.\n";
        assert!(released(bare, "0.1.0").unwrap_err().contains("empty"));
    }

    #[test]
    fn versions_that_begin_alike_are_not_taken_for_each_other() {
        let text = "## [0.1.0-rc.1]\n\n- Almost.\n";
        assert!(released(text, "0.1.0").is_err());
    }
}
