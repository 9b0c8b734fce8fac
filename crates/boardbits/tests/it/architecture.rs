//! The invariants of `docs/ARCHITECTURE.md`, read from manifests and sources. In a published
//! package, which lacks the other crates, they hold for nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::common::sources;

const LIBRARIES: [&str; 8] = [
    "bitboard-core",
    "c4-solver",
    "cc-label",
    "cc-table",
    "havannah-uf",
    "king-paths",
    "knight-tours",
    "meteor",
];

/// The code of a crate's source files: path below `src`, text without comments and unit tests.
fn code(of: &str) -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("src");
    let read = |path: std::path::PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let is_code = |line: &&str| !line.trim_start().starts_with("//");
        let text: Vec<_> = text.lines().filter(is_code).collect();
        (path.strip_prefix(&src).unwrap().display().to_string(), text.join("\n"))
    };
    let files = sources(&src).unwrap_or_default().into_iter().map(read);
    files.filter(|(path, _)| !path.ends_with("tests.rs")).collect()
}

/// Fails if a source file of a crate has one of the texts, except in the files with a reason.
fn check_absent(of: &str, texts: &[&str], except: &[(&str, &str)]) {
    for (path, text) in code(of) {
        let found = texts.iter().find(|&&absent| text.contains(absent));
        let allowed = except.iter().any(|(file, _)| *file == path);
        assert!(found.is_none() || allowed, "{of}/src/{path} has {}", found.unwrap());
    }
}

/// The packages of the workspace that a crate's manifest names in any of its tables.
fn dependencies(of: &str) -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(of).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).unwrap_or_default();
    let ours = LIBRARIES.iter().filter(|&&name| name != "meteor");
    let ours = ours.chain(&["meteor-puzzle", "boardbits", "benches", "xtask"]);
    let named = |name: &&&str| {
        let renamed = format!("package = \"{name}\"");
        manifest.lines().any(|line| {
            let line =
                line.strip_prefix('[').and_then(|table| table.split('.').nth(1)).unwrap_or(line);
            let rest = line.strip_prefix(**name);
            rest.is_some_and(|rest| rest.starts_with([' ', '.', '=', ']']))
                || line.contains(&renamed)
        })
    };
    ours.filter(named).map(|name| (*name).to_owned()).collect()
}

#[test]
fn libraries_depend_on_the_core_and_not_on_one_another() {
    for of in LIBRARIES.into_iter().filter(|of| !dependencies(of).is_empty()) {
        assert_eq!(dependencies(of), BTreeSet::from(["bitboard-core".to_owned()]), "{of}");
    }
    assert!(dependencies("bitboard-core").is_empty());
    for of in ["boardbits", "boardbits-py", "boardbits-web"] {
        let found = dependencies(of);
        assert!(!found.contains("benches") && !found.contains("xtask"), "{of}: {found:?}");
    }
}

/// The modules of a crate with those that they import, all of which are below `src`.
fn imports(of: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut imports = BTreeMap::<String, BTreeSet<String>>::new();
    for (path, text) in code(of) {
        let module = path.split(['/', '\\', '.']).next().unwrap();
        if module == "lib" || module == "main" {
            continue;
        }
        assert!(!text.contains("use crate::{"), "{of}/src/{path}: an import for each module");
        let found = text.split("crate::").skip(1);
        let names = found.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let names = names.filter_map(|mut words| words.next()).filter(|name| *name != module);
        imports.entry(module.to_owned()).or_default().extend(names.map(str::to_owned));
    }
    let known: BTreeSet<String> = imports.keys().cloned().collect();
    imports.values_mut().for_each(|names| names.retain(|name| known.contains(name)));
    imports
}

/// The files of each folder of a crate with those beside them that they import.
fn imports_in_folders(of: &str) -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let mut folders = BTreeMap::<_, BTreeMap<String, BTreeSet<String>>>::new();
    for (path, text) in code(of) {
        let path = path.replace('\\', "/");
        let Some((folder, file)) = path.rsplit_once('/').filter(|(_, file)| *file != "mod.rs")
        else {
            continue;
        };
        let parts: Vec<&str> = text.split("super::").collect();
        // What follows two of them is in another folder.
        let beside = parts.windows(2).filter(|pair| !pair[0].is_empty()).map(|pair| pair[1]);
        let names = beside.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_'));
        let names = names.filter_map(|mut words| words.next()).map(str::to_owned).collect();
        let files = folders.entry(folder.to_owned()).or_default();
        files.insert(file.trim_end_matches(".rs").to_owned(), names);
    }
    for files in folders.values_mut() {
        let known: BTreeSet<String> = files.keys().cloned().collect();
        files.values_mut().for_each(|names| names.retain(|name| known.contains(name)));
    }
    folders
}

/// Fails if some import one another in a circle.
fn check_circles(of: &str, mut imports: BTreeMap<String, BTreeSet<String>>) {
    // Whatever imports only what was removed before is removed; a circle stays.
    while let Some(first) = imports.iter().find(|(_, names)| names.is_empty()) {
        let first = first.0.clone();
        imports.remove(&first);
        imports.values_mut().for_each(|names| _ = names.remove(&first));
    }
    imports.retain(|_, names| {
        names.retain(|name| name.starts_with(char::is_lowercase));
        !names.is_empty()
    });
    assert!(imports.is_empty(), "{of}: {imports:?}");
}

#[test]
fn modules_do_not_import_each_other() {
    for of in LIBRARIES.into_iter().chain(["boardbits"]) {
        check_circles(of, imports(of));
        for (folder, imports) in imports_in_folders(of) {
            check_circles(&format!("{of}/src/{folder}"), imports);
        }
    }
}

#[test]
fn libraries_do_not_touch_files_processes_or_the_terminal() {
    let absent =
        ["std::fs", "std::env", "std::process", "std::net", "print!(", "println!(", "dbg!("];
    for of in LIBRARIES {
        check_absent(of, &absent, &[]);
    }
}

#[test]
fn the_program_writes_through_one_output() {
    let writers = [("output.rs", "answers"), ("context.rs", "messages")];
    check_absent(
        "boardbits",
        &["print!(", "println!(", "stdout().lock()", "(io::stderr()"],
        &writers,
    );
    check_absent("boardbits", &["Format::Json"], &[("output.rs", "writes all answers")]);
}
