//! Versions, and where the manifest of the workspace has them.

use std::fmt;
use std::str::FromStr;

use crate::workspace::Result;

/// A version without pre-release or build parts: the crates have had no use for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    major: u64,
    minor: u64,
    patch: u64,
}

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let wrong = || format!("expected a version of three numbers such as 1.2.3, found {text:?}");
        let number = |part: &str| {
            let plain = part.bytes().all(|b| b.is_ascii_digit());
            let zeros = part.len() > 1 && part.starts_with('0');
            if plain && !zeros { part.parse().ok() } else { None }
        };
        let parts: Option<Vec<u64>> = text.split('.').map(number).collect();
        match parts.as_deref() {
            Some(&[major, minor, patch]) => Ok(Self { major, minor, patch }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Which number of a version goes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bump {
    Major,
    Minor,
    Patch,
}

impl FromStr for Bump {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match text {
            "major" => Ok(Self::Major),
            "minor" => Ok(Self::Minor),
            "patch" => Ok(Self::Patch),
            _ => Err(format!("expected major, minor or patch, found {text:?}")),
        }
    }
}

impl Version {
    /// The next version; the numbers after the one that goes up are 0.
    pub(super) fn bump(self, bump: Bump) -> Self {
        let Self { major, minor, patch } = self;
        match bump {
            Bump::Major => Self { major: major + 1, minor: 0, patch: 0 },
            Bump::Minor => Self { major, minor: minor + 1, patch: 0 },
            Bump::Patch => Self { major, minor, patch: patch + 1 },
        }
    }

    /// The kind of step from an earlier version, as Cargo sees it: below 1.0.0 the minor number is the one
    /// that may break things.
    pub(super) fn kind_of_step(self, from: Self) -> &'static str {
        if self.major != from.major || (self.major == 0 && self.minor != from.minor) {
            "major"
        } else if self.minor != from.minor {
            "minor"
        } else {
            "patch"
        }
    }

    /// The name of its tag.
    pub(super) fn tag(self) -> String {
        format!("v{self}")
    }
}

/// The highest version that a list of tags has.
pub(super) fn last(tags: &str) -> Option<Version> {
    tags.lines().filter_map(|tag| tag.strip_prefix('v')?.parse().ok()).max()
}

const PACKAGE: &str = "[workspace.package]";
const DEPENDENCIES: &str = "[workspace.dependencies]";

/// The version in the manifest of the workspace.
pub(super) fn of_manifest(manifest: &str) -> Result<Version> {
    let mut section = "";
    for line in manifest.lines() {
        if line.starts_with('[') {
            section = line;
        } else if section == PACKAGE
            && let Some(value) = line.strip_prefix("version = ")
        {
            return Ok(value.trim_matches('"').parse()?);
        }
    }
    Err("Cargo.toml has no version under [workspace.package]".into())
}

/// The manifest of the workspace with another version: that of the packages, and the one by which they
/// depend on each other (the lines of `[workspace.dependencies]` with a `path` and a version).
pub(super) fn set(manifest: &str, to: Version) -> Result<String> {
    let from = format!("version = \"{}\"", of_manifest(manifest)?);
    let to = format!("version = \"{to}\"");
    let mut section = "";
    let mut changed = String::with_capacity(manifest.len());
    for line in manifest.split_inclusive('\n') {
        if line.starts_with('[') {
            section = line.trim_end();
        }
        let own =
            section == DEPENDENCIES && line.contains("path = ") && line.contains("version = ");
        if own && !line.contains(&from) {
            return Err(format!("not the version of the workspace: {}", line.trim_end()).into());
        }
        let package = section == PACKAGE && line.starts_with(&from);
        changed += &if own || package { line.replacen(&from, &to, 1) } else { line.to_owned() };
    }
    Ok(changed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"[workspace]
members = ["crates/*"]

[workspace.package]
version = "0.9.1"
rust-version = "1.89"

[workspace.dependencies]
# The house.
core = { path = "crates/core", version = "0.9.1", default-features = false }
other = { version = "0.9.1" }
schema = { path = "schema" }
serde = "0.9.1"
"#;

    fn version(text: &str) -> Version {
        text.parse().unwrap()
    }

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!(version("1.20.3").to_string(), "1.20.3");
        for wrong in ["", "1", "1.2", "1.2.3.4", "1.2.x", "v1.2.3", "1.2.3-rc.1", "01.2.3", "1..3"]
        {
            assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn bumps_reset_what_follows() {
        let bumped = |bump| version("1.2.3").bump(bump).to_string();
        assert_eq!(bumped(Bump::Major), "2.0.0");
        assert_eq!(bumped(Bump::Minor), "1.3.0");
        assert_eq!(bumped(Bump::Patch), "1.2.4");
        assert_eq!("minor".parse(), Ok(Bump::Minor));
        assert!("tiny".parse::<Bump>().is_err());
    }

    #[test]
    fn below_one_a_minor_step_may_break() {
        let kind = |from, to| version(to).kind_of_step(version(from));
        assert_eq!(kind("0.1.0", "0.1.1"), "patch");
        assert_eq!(kind("0.1.0", "0.2.0"), "major");
        assert_eq!(kind("0.1.0", "1.0.0"), "major");
        assert_eq!(kind("1.1.0", "1.2.0"), "minor");
        assert_eq!(kind("1.1.0", "1.1.1"), "patch");
    }

    #[test]
    fn the_last_tag_is_the_highest_version() {
        assert_eq!(last("v0.9.0\nv0.10.0\nv0.2.0\nvarious\n1.0.0\n"), Some(version("0.10.0")));
        assert_eq!(last(""), None);
    }

    #[test]
    fn the_manifest_of_this_workspace_can_change() {
        let manifest =
            std::fs::read_to_string(crate::workspace::root().join("Cargo.toml")).unwrap();
        let changed = set(&manifest, version("99.0.0")).unwrap();
        assert_eq!(changed.matches("\"99.0.0\"").count(), 7);
    }

    #[test]
    fn the_manifest_changes_where_the_workspace_is_meant() {
        assert_eq!(of_manifest(MANIFEST).unwrap(), version("0.9.1"));
        let changed = set(MANIFEST, version("1.0.0")).unwrap();
        let expected = MANIFEST
            .replacen("version = \"0.9.1\"\nrust", "version = \"1.0.0\"\nrust", 1)
            .replacen("core\", version = \"0.9.1\"", "core\", version = \"1.0.0\"", 1);
        assert_eq!(changed, expected);
        assert_eq!(set(&changed, version("0.9.1")).unwrap(), MANIFEST);
    }

    #[test]
    fn a_dependency_left_behind_is_an_error() {
        let stale =
            MANIFEST.replacen("core\", version = \"0.9.1\"", "core\", version = \"0.9.0\"", 1);
        assert!(set(&stale, version("1.0.0")).is_err());
        assert!(of_manifest("[package]\nversion = \"1.0.0\"\n").is_err());
    }
}
