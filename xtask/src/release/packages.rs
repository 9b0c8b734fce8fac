//! What each package has in it, and how large it is.

use std::fs;
use std::path::{Path, PathBuf};

use xshell::{Shell, cmd};

use crate::{CRATES, Result, root};

/// Every package has these.
const NEEDED: [&str; 7] = [
    "Cargo.toml",
    "README.md",
    "CHANGELOG.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "src/",
    "examples/",
];

/// No package has these folders: what is for those who work on the crate, or what is made by tools.
const UNNEEDED: [&str; 6] = ["fuzz/", "target/", "benches/", "docs/", "tests/data/", "data/"];

/// The largest file that is no source, in bytes: the book of c4-solver is the largest there is.
const DATA_LIMIT: u64 = 32 << 10;
/// The largest source, in bytes: the automaton of cc-table is the largest there is.
const SOURCE_LIMIT: u64 = 256 << 10;
/// The largest package, compressed, in bytes.
const PACKAGE_LIMIT: u64 = 128 << 10;

/// Between these is the table of sizes in docs/README.md.
const BEGIN: &str = "<!-- sizes:begin -->";
const END: &str = "<!-- sizes:end -->";

/// A package as it would be uploaded.
struct Package {
    name: &'static str,
    /// Paths in the package, with their bytes.
    files: Vec<(String, u64)>,
    /// Bytes of the archive.
    compressed: u64,
}

/// Packages every crate, builds each package as those who download it will, uploads nothing, looks
/// at what is in the packages, and prints their sizes; the answer is that table.
pub(super) fn check(shell: &Shell) -> Result<String> {
    // Cargo keeps the sources of a package by version and folder: in the same folder, those of an
    // earlier run would be built again.
    let target = root().join(format!("target/publish-{}", std::process::id()));
    let published =
        cmd!(shell, "cargo publish --workspace --dry-run --allow-dirty --target-dir {target}")
            .run();
    let packages = published.map_err(Into::into).and_then(|()| {
        CRATES.iter().map(|name| read(name, &target.join("package"))).collect::<Result<Vec<_>>>()
    });
    fs::remove_dir_all(&target)?;
    let packages = packages?;
    let table = table(&packages);
    print!("{table}");
    let wrong: Vec<String> = packages.iter().flat_map(faults).collect();
    if wrong.is_empty() { Ok(table) } else { Err(wrong.join("\n  ").into()) }
}

/// Reads what `cargo publish` left of a package: the archive, and its contents that were built.
fn read(name: &'static str, folder: &Path) -> Result<Package> {
    let prefix = format!("{name}-");
    let is_of = |path: &Path| {
        let version = path.file_name().and_then(|n| n.to_str()?.strip_prefix(&prefix));
        version.is_some_and(|version| version.starts_with(|c: char| c.is_ascii_digit()))
    };
    let mut archives = entries(&folder.join("tmp-crate")).unwrap_or_default();
    let top = entries(folder)?;
    archives.extend(top.iter().cloned());
    let archive = archives.iter().find(|path| is_of(path) && path.is_file());
    let contents = top.iter().find(|path| is_of(path) && path.is_dir());
    let missing = || format!("cargo left no package of {name} in {}", folder.display());
    let (archive, contents) = archive.zip(contents).ok_or_else(missing)?;
    let mut files = Vec::new();
    walk(contents, contents, &mut files)?;
    files.sort();
    Ok(Package { name, files, compressed: fs::metadata(archive)?.len() })
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

fn walk(base: &Path, folder: &Path, files: &mut Vec<(String, u64)>) -> Result {
    for path in entries(folder)? {
        if path.is_dir() {
            walk(base, &path, files)?;
        } else {
            let name = path.strip_prefix(base)?.to_string_lossy().replace('\\', "/");
            files.push((name, fs::metadata(&path)?.len()));
        }
    }
    Ok(())
}

/// What is missing in a package, too much, or too large.
fn faults(package: &Package) -> Vec<String> {
    let name = package.name;
    let mut faults = Vec::new();
    for needed in NEEDED {
        let has = |file: &str| {
            if needed.ends_with('/') { file.starts_with(needed) } else { file == needed }
        };
        if !package.files.iter().any(|(file, _)| has(file)) {
            faults.push(format!("the package of {name} lacks {needed}"));
        }
    }
    for (file, bytes) in &package.files {
        if UNNEEDED.iter().any(|folder| file.starts_with(folder)) {
            faults.push(format!("the package of {name} has {file}, which its users do not need"));
        }
        // Cargo adds the lock file, which grows with the dependencies.
        let source = file.ends_with(".rs") || file == "Cargo.lock";
        let limit = if source { SOURCE_LIMIT } else { DATA_LIMIT };
        if *bytes > limit {
            faults
                .push(format!("{file} in the package of {name} has {bytes} bytes, above {limit}"));
        }
    }
    if package.compressed > PACKAGE_LIMIT {
        let bytes = package.compressed;
        faults.push(format!("the package of {name} has {bytes} bytes, above {PACKAGE_LIMIT}"));
    }
    faults
}

/// A text with another table of sizes between the marks.
pub(super) fn with_sizes(text: &str, table: &str) -> Result<String> {
    let missing = "no marks for the sizes of the packages";
    let (before, rest) = text.split_once(BEGIN).ok_or(missing)?;
    let (_, after) = rest.split_once(END).ok_or(missing)?;
    Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

/// The sizes, as Markdown.
fn table(packages: &[Package]) -> String {
    let kib = |bytes: u64| format!("{:.1} KiB", bytes as f64 / 1024.0);
    let mut text =
        String::from("| package | files | unpacked | compressed |\n| --- | --- | --- | --- |\n");
    for package in packages {
        let unpacked = package.files.iter().map(|(_, bytes)| bytes).sum();
        let (name, files) = (package.name, package.files.len());
        text +=
            &format!("| {name} | {files} | {} | {} |\n", kib(unpacked), kib(package.compressed));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(more: &[(&str, u64)]) -> Package {
        let needed = [
            ("CHANGELOG.md", 500),
            ("Cargo.toml", 900),
            ("LICENSE-APACHE", 11_000),
            ("LICENSE-MIT", 1_000),
            ("README.md", 2_000),
            ("examples/first.rs", 700),
            ("src/lib.rs", 4_000),
        ];
        let files = needed.iter().chain(more).map(|&(name, bytes)| (name.to_owned(), bytes));
        Package { name: "some-crate", files: files.collect(), compressed: 6_000 }
    }

    #[test]
    fn a_package_with_what_it_needs() {
        assert_eq!(faults(&package(&[("tests/known.rs", 3_000)])), Vec::<String>::new());
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut bare = package(&[]);
        bare.files.retain(|(file, _)| file != "LICENSE-MIT" && !file.starts_with("examples/"));
        let faults = faults(&bare);
        assert_eq!(faults.len(), 2);
        assert!(faults[0].contains("lacks LICENSE-MIT") && faults[1].contains("lacks examples/"));
    }

    #[test]
    fn what_is_too_much_is_named() {
        for more in
            [("fuzz/fuzz_targets/a.rs", 10), ("src/picture.png", 1 << 20), ("src/a.rs", 1 << 20)]
        {
            assert_eq!(faults(&package(&[more])).len(), 1, "{more:?}");
        }
        let large = Package { compressed: 10 << 20, ..package(&[]) };
        assert_eq!(faults(&large).len(), 1);
    }

    #[test]
    fn sizes_are_a_table() {
        let table = table(&[package(&[])]);
        assert_eq!(table.lines().last(), Some("| some-crate | 7 | 19.6 KiB | 5.9 KiB |"));
    }

    #[test]
    fn sizes_go_between_their_marks() {
        let text = format!("before {BEGIN}\nold\n{END} after");
        assert_eq!(
            with_sizes(&text, "new\n").unwrap(),
            format!("before {BEGIN}\nnew\n{END} after")
        );
        assert!(with_sizes("none", "new").is_err());
    }
}
