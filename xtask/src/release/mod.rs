//! `cargo xtask release`: a new version of all crates, checked, committed and tagged.
//!
//! It does not upload: a person runs `cargo publish --workspace` as the last step.

mod assets;
mod changelog;
mod figures;
mod packages;
mod repository;
mod semver;
mod version;

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::PathBuf;

use xshell::{Shell, cmd};

use crate::flags;
use crate::workspace::{CRATES, Result, build, root, target};
use changelog::Change;
use version::Version;

pub(crate) fn run(shell: &Shell, flags: &flags::Release) -> Result {
    let manifest = fs::read_to_string(root().join("Cargo.toml"))?;
    let last = version::last(&cmd!(shell, "git tag --list v*").quiet().read()?);
    let new = new_version(version::of_manifest(&manifest)?, last, flags)?;
    println!("version: {new}, after {}", last.map_or("none".to_owned(), |v| v.to_string()));
    tree_is_clean(shell, flags.dry_run)?;
    match repository::check(shell) {
        Err(missing) if flags.dry_run => println!("note: {missing}"),
        checked => checked?,
    }

    let edits = edits(shell, &manifest, new)?;
    for edit in &edits {
        edit.print(flags.dry_run);
    }
    figures::check(shell)?;
    semver::check(shell, last, new)?;
    if flags.dry_run {
        packages::check(shell)?;
        assets::generate(shell, &build(shell, "boardbits")?)?;
        println!("release {new}: every check passed; nothing was changed");
        return Ok(());
    }
    write_all(&edits)?;
    let sizes = match lock(shell).and_then(|()| packages::check(shell)) {
        Ok(sizes) => sizes,
        Err(failure) => {
            restore(shell, &edits)?;
            return Err(failure);
        }
    };
    let readme = root().join("docs/README.md");
    fs::write(&readme, packages::with_sizes(&fs::read_to_string(&readme)?, &sizes)?)?;
    cmd!(shell, "cargo build --quiet --release -p boardbits").run()?;
    let program = target(shell)?.join("release").join(format!("boardbits{EXE_SUFFIX}"));
    assets::generate(shell, &program)?;
    commit(shell, new)
}

/// The version to release: the one in the flags, or the one in the manifest if it is not tagged.
fn new_version(current: Version, last: Option<Version>, flags: &flags::Release) -> Result<Version> {
    let new = match (&flags.bump, &flags.version) {
        (Some(_), Some(_)) => return Err("--bump or --version, not both".into()),
        (Some(bump), None) => current.bump(bump.parse()?),
        (None, Some(version)) => version.parse()?,
        (None, None) => current,
    };
    if new < current {
        return Err(format!("{new} comes before {current}, the version in Cargo.toml").into());
    }
    match last {
        Some(last) if new <= last => Err(format!(
            "{new} does not come after {last}, which has a tag: expected --bump major, minor or patch, or --version"
        )
        .into()),
        _ => Ok(new),
    }
}

/// Uncommitted changes would be in the packages, or in the commit of the release.
fn tree_is_clean(shell: &Shell, dry_run: bool) -> Result {
    let changed = cmd!(shell, "git status --porcelain").quiet().read()?;
    if changed.is_empty() {
        return Ok(());
    }
    if !dry_run {
        return Err("there are changes that are not committed".into());
    }
    println!("note: there are changes that are not committed; they are checked too");
    Ok(())
}

/// A file that gets another text.
struct Edit {
    path: PathBuf,
    old: String,
    new: String,
}

impl Edit {
    /// The lines that differ.
    fn print(&self, dry_run: bool) {
        let would = if dry_run { "would change" } else { "changes" };
        println!("{would} {}:", self.path.strip_prefix(root()).unwrap_or(&self.path).display());
        let (old, new) =
            (self.old.lines().collect::<Vec<_>>(), self.new.lines().collect::<Vec<_>>());
        for line in old.iter().filter(|line| !new.contains(line)) {
            println!("  - {line}");
        }
        for line in new.iter().filter(|line| !old.contains(line)) {
            println!("  + {line}");
        }
    }
}

/// The files that a version changes: the manifest of the workspace, and the changelogs.
fn edits(shell: &Shell, manifest: &str, new: Version) -> Result<Vec<Edit>> {
    let mut edits = Vec::new();
    let changed = version::set(manifest, new)?;
    if changed != manifest {
        edits.push(Edit {
            path: root().join("Cargo.toml"),
            old: manifest.to_owned(),
            new: changed,
        });
    }
    let date = cmd!(shell, "date -u +%Y-%m-%d").quiet().read()?;
    let mut wrong = Vec::new();
    for name in CRATES {
        let path = crate::workspace::folder(name).join("CHANGELOG.md");
        let old = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        match changelog::release(&old, new, &date) {
            Ok(Change::Nothing) => {}
            Ok(Change::Released(new)) => edits.push(Edit { path, old, new }),
            Err(fault) => wrong.push(format!("the changelog of {name}: {fault}")),
        }
    }
    if wrong.is_empty() { Ok(edits) } else { Err(wrong.join("\n  ").into()) }
}

fn write_all(edits: &[Edit]) -> Result {
    for edit in edits {
        fs::write(&edit.path, &edit.new)?;
    }
    Ok(())
}

/// The lock file has the versions of the crates too.
fn lock(shell: &Shell) -> Result {
    Ok(cmd!(shell, "cargo update --workspace --quiet").run()?)
}

/// Takes everything back, so that a release that failed leaves the tree as it was.
fn restore(shell: &Shell, edits: &[Edit]) -> Result {
    for edit in edits {
        fs::write(&edit.path, &edit.old)?;
    }
    Ok(cmd!(shell, "git checkout --quiet -- Cargo.lock").run()?)
}

fn commit(shell: &Shell, new: Version) -> Result {
    let (message, tag) = (format!("Release {new}"), new.tag());
    // A first release may find all as it should be.
    if !cmd!(shell, "git status --porcelain").quiet().read()?.is_empty() {
        cmd!(shell, "git commit --quiet --all --message {message}").run()?;
    }
    cmd!(shell, "git tag --annotate {tag} --message {message}").run()?;
    println!("release {new}: committed and tagged {tag}. Now it is yours to publish:");
    println!("  git push --follow-tags && cargo publish --workspace");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The version to release after 0.2.0.
    fn next(last: Option<&str>, bump: Option<&str>, version: Option<&str>) -> Option<String> {
        let [bump, version] = [bump, version].map(|text| text.map(str::to_owned));
        let flags = flags::Release { dry_run: true, bump, version };
        let last = last.map(|last| last.parse().unwrap());
        new_version("0.2.0".parse().unwrap(), last, &flags).ok().map(|new| new.to_string())
    }

    #[test]
    fn the_version_in_the_manifest_comes_first() {
        assert_eq!(next(None, None, None).as_deref(), Some("0.2.0"));
        assert_eq!(next(Some("0.1.0"), None, None).as_deref(), Some("0.2.0"));
        assert_eq!(next(Some("0.2.0"), None, None), None);
    }

    #[test]
    fn a_version_may_be_asked_for() {
        let last = Some("0.2.0");
        assert_eq!(next(last, Some("patch"), None).as_deref(), Some("0.2.1"));
        assert_eq!(next(last, Some("minor"), None).as_deref(), Some("0.3.0"));
        assert_eq!(next(last, None, Some("1.0.0")).as_deref(), Some("1.0.0"));
        for wrong in ["0.1.9", "0.2.0", "1.0", "next"] {
            assert_eq!(next(last, None, Some(wrong)), None, "{wrong}");
        }
        assert_eq!(next(None, None, Some("0.1.0")), None);
        assert_eq!(next(last, Some("minor"), Some("0.3.0")), None);
    }
}
