//! The commands in READMEs, CONTRIBUTING.md and `--help` run, and print what the text says.
//!
//! A block of type `console` has commands after `$ ` and their output below. Each block of a
//! document, and the examples of each `--help`, run in a folder with the files of `samples/`. In
//! expected output, `…` stands for any text within a line, and a line `…` for any lines.
//!
//! Commands in blocks of type `sh` and in `inline code` are checked for names and options; what
//! takes long or needs a network is compared with a list.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use snapbox::assert::Assert;
use snapbox::prelude::*;
use tempfile::TempDir;

use crate::common::foreign_book;

/// Commands that are documented but not run here, and why.
const NOT_RUN: &[(&str, &str)] = &[
    ("cargo test --workspace", "runs this test"),
    ("cargo install boardbits", "needs the registry"),
    ("cargo install --path crates/boardbits", "compiles the program again"),
    ("cargo install cargo-fuzz", "needs the registry"),
    ("cargo install cargo-mutants --locked", "needs the registry"),
    ("cargo build", "names the command, not a call"),
    ("cargo check", "names the command, not a call"),
    ("cargo publish -p cc-table", "uploads"),
    ("cargo doc --workspace --no-deps --open", "opens a browser"),
    ("cargo +nightly fuzz list", "needs a nightly compiler"),
    (
        "cargo semver-checks -p cc-table --baseline-rev cc-table-v0.1.0",
        "compares with the last release",
    ),
    ("pip install ./crates/boardbits-py", "needs Python and the registry"),
    ("cargo release -p cc-table minor --execute", "changes the version"),
    ("cargo release replace --workspace --execute", "dates the changelogs"),
    ("cargo release tag --workspace --execute", "tags a release"),
    ("cargo hack test --each-feature --workspace", "compiles every set of features"),
    ("git push --follow-tags", "uploads"),
];

/// The folder of the workspace, or nothing in a published package.
fn root() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join("CONTRIBUTING.md").exists().then_some(root)
}

/// The documents, by name.
fn documents() -> Vec<(String, String)> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let Some(root) = root() else {
        return vec![("README.md".into(), fs::read_to_string(manifest.join("README.md")).unwrap())];
    };
    let mut folders = vec![root.clone(), root.join("docs"), root.join("docs/design")];
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path());
    folders.extend(crates.filter(|path| path.is_dir()));
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let mut documents: Vec<_> = files
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    documents.sort();
    documents
}

/// The blocks of a document of this type.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("\n```") {
        let block = &rest[start + 4..];
        let (Some(first), Some(end)) = (block.find('\n'), block.find("\n```")) else { break };
        if &block[..first] == kind {
            blocks.push(&block[first + 1..end + 1]);
        }
        rest = &block[end + 4..];
    }
    blocks
}

/// The text without its blocks.
fn prose(text: &str) -> String {
    text.split("\n```").step_by(2).collect()
}

/// A folder with the samples and a book `5x4.pons`, and the program in `PATH`.
struct Sandbox(TempDir);

impl Sandbox {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        for sample in fs::read_dir(samples).unwrap() {
            let sample = sample.unwrap();
            fs::copy(sample.path(), folder.path().join(sample.file_name())).unwrap();
        }
        fs::write(folder.path().join("5x4.pons"), foreign_book()).unwrap();
        Self(folder)
    }

    /// Runs a command in a shell. Returns what it prints.
    fn run(&self, command: &str) -> Result<String, String> {
        let program = Path::new(env!("CARGO_BIN_EXE_boardbits")).parent().unwrap();
        let mut path = program.as_os_str().to_owned();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(self.0.path())
            .env("PATH", path)
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{command}: {}\n{said}", output.status));
        }
        Ok(String::from_utf8(output.stdout).unwrap() + &said)
    }

    /// Runs the commands after `$ ` and compares what they print.
    fn check(&self, block: &str) -> Result<(), String> {
        for example in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let printed = self.run(command)?;
            let expected = expected.trim_end().replace("\n…", "\n...").replace('…', "[..]");
            let expected = if expected == "[..]" { "...".to_owned() } else { expected };
            let lines = printed.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
            let actual = lines.trim_end().into_data();
            Assert::new()
                .try_eq(Some(&command), actual, expected.into_data())
                .map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

#[test]
fn console_blocks_print_what_they_say() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, text) in documents() {
        let sandbox = Sandbox::new();
        for block in blocks(&text, "console") {
            count += 1;
            if let Err(error) = sandbox.check(block) {
                wrong.push(format!("{name}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 0);
}

/// All subcommands, such as `c4 solve`.
fn subcommands(command: &str) -> Vec<String> {
    let help = Sandbox::new().run(&format!("boardbits {command} --help")).unwrap();
    let mut all = vec![command.to_owned()];
    if let Some((_, list)) = help.split_once("\nCommands:\n") {
        let list = list.split("\n\n").next().unwrap();
        let lines = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        for name in lines.filter_map(|line| line.split_whitespace().next()) {
            if name != "help" {
                all.extend(subcommands(format!("{command} {name}").trim()));
            }
        }
    }
    all
}

#[test]
fn examples_of_the_help_print_what_they_say() {
    let mut wrong = Vec::new();
    let all = subcommands("");
    assert!(all.len() > 20, "{all:?}");
    for command in all {
        let sandbox = Sandbox::new();
        let help = sandbox.run(&format!("boardbits {command} --help")).unwrap();
        for line in help.lines().filter(|line| line.chars().count() > 80) {
            wrong.push(format!("{command} --help: more than 80 columns: {line}"));
        }
        let group = help.contains("\nCommands:\n") && !help.contains("\nExamples:\n");
        if group {
            continue;
        }
        let Some((_, examples)) = help.split_once("\nExamples:\n") else {
            wrong.push(format!("{command} --help has no examples"));
            continue;
        };
        let (examples, statuses) = examples.split_once("\nExit status:\n").unwrap_or_default();
        let examples: Vec<_> = examples.lines().map(|line| line.get(2..).unwrap_or("")).collect();
        let count = examples.iter().filter(|line| line.starts_with("$ ")).count();
        if count < 2 || statuses.lines().count() < 3 {
            wrong.push(format!("{command} --help: {count} examples, exit status: {statuses:?}"));
        }
        if let Err(error) = sandbox.check(&examples.join("\n")) {
            wrong.push(format!("{command} --help: {error}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The spans between single backticks.
fn inline_code(text: &str) -> impl Iterator<Item = String> {
    let joined = prose(text).replace('\n', " ").replace("``", "");
    joined.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// The commands in blocks of type `sh`, without comments.
fn shell_commands(text: &str) -> Vec<String> {
    let lines = blocks(text, "sh").into_iter().flat_map(str::lines);
    let lines = lines.map(|line| line.split(" #").next().unwrap_or(line).trim().to_owned());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// Whether the command names things that exist.
fn is_right(command: &str, sandbox: &Sandbox) -> Result<(), String> {
    let known = |(text, _): &(&str, &str)| *text == command;
    if NOT_RUN.iter().any(known) {
        return Ok(());
    }
    let words: Vec<&str> = command.split_whitespace().collect();
    let placeholder = |word: &&str| {
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        word.contains(['…', '|', '['])
            || (letters.len() > 1 && letters.chars().all(char::is_uppercase))
    };
    match words.as_slice() {
        [_, ..] if words.iter().any(placeholder) => Ok(()),
        // Wrong names and options before --help are reported.
        ["boardbits", ..] => sandbox.run(&format!("{command} --help")).map(drop),
        ["cargo", "run", "--release", "--", rest @ ..] => {
            sandbox.run(&format!("boardbits {} --help", rest.join(" "))).map(drop)
        }
        ["cargo", "xtask", ..] => Ok(()),
        // The path of a checkout beside the user's own package.
        ["cargo", "add", "--path", path] => {
            let folder = path.strip_prefix("../boardbits/").unwrap_or(path);
            let exists = root().is_none_or(|root| root.join(folder).join("Cargo.toml").exists());
            if exists { Ok(()) } else { Err(format!("no package {path}")) }
        }
        ["cargo", "add", name, rest @ ..] => added(name, rest),
        ["cargo", "run", rest @ ..] | ["cargo", "+nightly", "miri", "run", rest @ ..]
            if rest.contains(&"--example") =>
        {
            example(rest)
        }
        ["cargo", "test", rest @ ..]
        | ["cargo", "+nightly", "miri", "test", rest @ ..]
        | [_, "cargo", "+nightly", "test", rest @ ..]
        | ["cargo", "+nightly", "test", rest @ ..] => tested(rest),
        ["cargo", "bench", rest @ ..] => benched(rest),
        ["cargo", "+nightly", "fuzz", "run" | "tmin", target, ..] => fuzzed(target),
        ["cargo", "+nightly", "fuzz", "tmin"] => Ok(()),
        ["cd", folder] if root().is_none_or(|root| root.join(folder).is_dir()) => Ok(()),
        _ => Err(format!("{command}: neither run nor listed in NOT_RUN")),
    }
}

/// The manifests of the crates.
fn manifests() -> Vec<String> {
    let Some(root) = root() else { return vec![] };
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let manifests = crates.map(|entry| entry.unwrap().path().join("Cargo.toml"));
    manifests.filter_map(|path| fs::read_to_string(path).ok()).collect()
}

fn added(name: &str, rest: &[&str]) -> Result<(), String> {
    let manifests = manifests();
    let package = |text: &&String| text.contains(&format!("name = \"{name}\""));
    let manifest = manifests.iter().find(package).ok_or(format!("{name} is not a package"))?;
    let features = match rest {
        // Until the crates are published.
        [] | ["--git", "REPOSITORY"] => "",
        ["--features", features] => features,
        _ => return Err(format!("cargo add {name} {rest:?}: unknown options")),
    };
    for feature in features.split(',').filter(|feature| !feature.is_empty()) {
        if !manifest.contains(&format!("\n{feature} = ")) {
            return Err(format!("{name} has no feature {feature}"));
        }
    }
    Ok(())
}

/// The word after an option.
fn value_of<'a>(words: &[&'a str], option: &str) -> Option<&'a str> {
    let position = words.iter().position(|&word| word == option)?;
    words.get(position + 1).copied()
}

/// The folder of a package below `crates`.
fn folder_of(package: &str) -> &str {
    if package == "meteor-puzzle" { "meteor" } else { package }
}

/// An example exists: of the package after `-p`, or of any.
fn example(words: &[&str]) -> Result<(), String> {
    let name = value_of(words, "--example").unwrap_or_default();
    let Some(root) = root() else { return Ok(()) };
    let folders: Vec<PathBuf> = match value_of(words, "-p") {
        Some(package) => vec![root.join("crates").join(folder_of(package))],
        None => {
            let crates = fs::read_dir(root.join("crates")).unwrap();
            crates.map(|entry| entry.unwrap().path()).collect()
        }
    };
    let names = [format!("examples/{name}.rs"), format!("examples/{name}/main.rs")];
    let mut files = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
    if files.any(|file| file.exists()) { Ok(()) } else { Err(format!("no example {name}")) }
}

/// `cargo bench`: the program for a crate exists.
fn benched(words: &[&str]) -> Result<(), String> {
    let (Some(root), Some(name)) = (root(), value_of(words, "--bench")) else { return Ok(()) };
    let exists = root.join(format!("benches/benches/{name}.rs")).exists();
    if exists { Ok(()) } else { Err(format!("there is no bench target {name}")) }
}

/// `cargo test` with options: the packages and test files exist.
fn tested(words: &[&str]) -> Result<(), String> {
    let Some(root) = root() else { return Ok(()) };
    let package = value_of(words, "-p");
    if let Some(package) = package {
        added(package, &[])?;
    }
    if let (Some(test), Some(package)) = (value_of(words, "--test"), package) {
        let folder = folder_of(package);
        if !root.join(format!("crates/{folder}/tests/{test}/main.rs")).exists() {
            return Err(format!("{package} has no test {test}"));
        }
    }
    Ok(())
}

fn fuzzed(target: &str) -> Result<(), String> {
    let Some(root) = root() else { return Ok(()) };
    if target.chars().all(char::is_uppercase)
        || root.join(format!("fuzz/targets/{target}.rs")).exists()
    {
        Ok(())
    } else {
        Err(format!("no fuzz target {target}"))
    }
}

#[test]
fn other_commands_have_names_and_options_that_exist() {
    let sandbox = Sandbox::new();
    let mut wrong = Vec::new();
    for (name, text) in documents() {
        let inline = inline_code(&text).filter(|code| {
            ["boardbits ", "cargo "].iter().any(|program| code.starts_with(program))
        });
        for command in shell_commands(&text).into_iter().chain(inline) {
            if let Err(error) = is_right(&command, &sandbox) {
                wrong.push(format!("{name}: {error}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn links_of_documents_lead_somewhere_and_packages_contain_their_pictures() {
    let Some(root) = root() else { return };
    let mut wrong = Vec::new();
    for (name, text) in documents() {
        let folder = root.join(&name).parent().unwrap().to_owned();
        // The target of a link, and whether it is a picture.
        let targets = text.match_indices("](").map(|(at, _)| {
            let label = text[..at].rfind('[').unwrap_or(0);
            let target = text[at + 2..].split([')', ' ', '#']).next().unwrap_or_default();
            (target, text[..label].ends_with('!'))
        });
        for (target, is_picture) in targets {
            if target.is_empty() || target.contains("://") {
                continue;
            }
            if !folder.join(target).exists() {
                wrong.push(format!("{name}: no {target}"));
            }
            let is_packaged =
                folder.join("Cargo.toml").exists() && folder.join("CHANGELOG.md").exists();
            if is_picture && is_packaged && !target.starts_with("docs/") {
                wrong.push(format!("{name}: {target} is not in the package"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
