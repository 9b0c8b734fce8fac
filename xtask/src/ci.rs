//! `cargo xtask ci`: all checks that a change must pass.
//!
//! [`STEPS`] is the list. Most steps are cargo commands. A step whose tool is missing is skipped
//! and listed at the end; if the environment variable `CI` is `true`, it fails.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;
use std::{env, thread};

use xshell::{Shell, cmd};

use crate::flags::{self, Xtask};
use crate::python;
use crate::workspace::{CRATES, Result, folder, has_target, libraries, metadata, root, target};

/// A step: its name, what it needs, and what it runs.
type Step = (&'static str, Need, Work);

/// A requirement of a step, which is skipped without it.
enum Need {
    Nothing,
    /// A target of the compiler.
    Target(&'static str),
    /// Commands that succeed if the tools are installed, and how to install them.
    Tools(&'static [&'static str], &'static str),
}

/// The work of a step.
enum Work {
    /// Commands, whose words are separated by blanks. [`words_of`] replaces names in braces.
    Run(&'static [&'static str]),
    /// A function.
    Check(fn(&Shell) -> Result),
}

use Need::{Nothing, Target, Tools};
use Work::{Check, Run};

/// The steps, the fast ones that fail most often first.
const STEPS: &[Step] = &[
    ("tests", Nothing, Run(&["cargo test --workspace"])),
    // Cases of which the tests check a sample, by the same programs.
    (
        "all cases",
        Nothing,
        Run(&[
            "cargo test --workspace --lib --tests -- --ignored all_positions_of all_volumes_of \
               all_maps_of",
        ]),
    ),
    ("format", Nothing, Run(&["cargo fmt --all --check"])),
    (
        "clippy",
        Nothing,
        Run(&[
            "cargo clippy --workspace --all-targets --all-features -- -D warnings -D clippy::incompatible_msrv",
        ]),
    ),
    // The vectors of NEON and WebAssembly. Not the benches: among the rivals is C code, which
    // takes a cross compiler. Not the program on WebAssembly: it needs files and threads.
    (
        "aarch64",
        Target("aarch64-unknown-linux-gnu"),
        Run(&[
            "cargo clippy --target aarch64-unknown-linux-gnu {crates} --all-targets --all-features -- -D warnings",
        ]),
    ),
    (
        "wasm32",
        Target("wasm32-unknown-unknown"),
        Run(&[
            "cargo clippy --target wasm32-unknown-unknown {libraries} --all-features -- -D warnings",
        ]),
    ),
    // Targets without the standard library. The first lacks atomic numbers of 64 bits.
    (
        "no_std",
        Target("thumbv7em-none-eabi"),
        Run(&["cargo check --target thumbv7em-none-eabi {small} --no-default-features"]),
    ),
    (
        "no_std with features",
        Target("wasm32v1-none"),
        Run(&[
            "cargo check --target wasm32v1-none -p meteor-puzzle -p knight-tours -p cc-label --no-default-features",
            "cargo check --target wasm32v1-none {no_std} --no-default-features --features {no_std_features}",
        ]),
    ),
    (
        "msrv",
        Tools(&["cargo +{msrv} --version"], "rustup toolchain install {msrv}"),
        Run(&["cargo +{msrv} check --target-dir {target}/msrv {crates} --all-features"]),
    ),
    // Links must lead somewhere with all features, as on docs.rs, and with none.
    (
        "documentation",
        Nothing,
        Run(&[
            "cargo doc --workspace --no-deps --all-features --config build.rustdocflags=\"-Dwarnings\"",
            "cargo doc {libraries} --no-deps --no-default-features --config build.rustdocflags=\"-Dwarnings\"",
        ]),
    ),
    ("features", Nothing, Check(features)),
    ("tests of features", Nothing, Check(test_features)),
    ("typos", Tools(PYTHON, INSTALL_PYTHON), Check(python::typos)),
    ("tables", Nothing, Run(&["cargo xtask tables --check"])),
    ("agreement", Nothing, Run(&["cargo xtask bench --agree"])),
    (
        "instructions",
        Tools(&["valgrind --version"], "install valgrind"),
        Run(&["cargo xtask bench --gate 1.02"]),
    ),
    ("fuzz", Nothing, Check(fuzz_targets)),
    ("release", Nothing, Run(&["cargo xtask release"])),
    ("python", Tools(PYTHON, INSTALL_PYTHON), Run(&["cargo xtask python --test"])),
    (
        "playground",
        Tools(
            &["{chromium} --version", "node --version", "npm --version"],
            "install Chromium, Node.js and npm",
        ),
        Run(&["cargo xtask web --test"]),
    ),
];

const PYTHON: &[&str] = &[
    "{python} -c exit(__import__('sys').version_info<(3,10))",
    "{python} -m venv --help",
    "{python} -m ensurepip --version",
];
const INSTALL_PYTHON: &str = "install Python 3.10 or later with venv and pip";

/// Steps that run one after the other beside the rest: they build in workspaces of their own, and
/// the tests of an interpreter and of a browser leave a core idle.
const BESIDE: [&str; 2] = ["python", "playground"];

/// The libraries that need atomic numbers of 64 bits without any feature.
const LARGE: [&str; 3] = ["cc-label", "knight-tours", "meteor-puzzle"];

/// The library that needs the standard library.
const STD: &str = "havannah-uf";

/// The features that do not need the standard library.
const NO_STD_FEATURES: &str = "bitboard-core/serde,bitboard-core/svg,c4-solver/alloc,c4-solver/book,c4-solver/serde,\
    c4-solver/svg,cc-table/alloc,cc-table/serde,cc-label/serde,king-paths/alloc,\
    king-paths/bigint,king-paths/rand_core,king-paths/serde,king-paths/svg,meteor-puzzle/rand_core,meteor-puzzle/serde,\
    meteor-puzzle/svg";

pub(crate) fn run(shell: &Shell, flags: &flags::Ci) -> Result {
    let chosen = |name: &str| match &flags.step {
        Some(step) => step == name,
        None => !(flags.skip_tests && name == "tests"),
    };
    if !STEPS.iter().any(|(name, ..)| chosen(name)) {
        let names: Vec<_> = STEPS.iter().map(|(name, ..)| *name).collect();
        return Err(format!("the steps are {}", names.join(", ")).into());
    }
    let skipped = if flags.step.is_some() {
        run_steps(shell, &chosen)?
    } else {
        let program = env::current_exe()?;
        thread::scope(|scope| {
            let run = || BESIDE.iter().map(|name| run_beside(&program, name)).collect();
            let beside = scope.spawn(run);
            let steps = run_steps(shell, &|name| chosen(name) && !BESIDE.contains(&name));
            let beside: std::result::Result<Vec<_>, String> =
                beside.join().map_err(|_| "a step panicked")?;
            Result::Ok([steps?, beside?.concat()].concat())
        })?
    };
    skipped.iter().for_each(|reason| eprintln!("{SKIPPED}{reason}"));
    Ok(())
}

const SKIPPED: &str = "skipped: ";

/// Runs a step as a process, and prints its output at the end, except why it was skipped.
fn run_beside(program: &Path, name: &str) -> std::result::Result<Vec<String>, String> {
    let output = Command::new(program).args(["ci", "--step", name]).output();
    let output = output.map_err(|error| format!("{name}: {error}"))?;
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    let (skipped, err) = split_skipped(&err);
    eprintln!("\n{}\n{}", out.trim(), err.trim());
    if output.status.success() { Ok(skipped) } else { Err(format!("{name}: {}", output.status)) }
}

/// The reasons of skipped steps in what a process printed, and the rest.
fn split_skipped(err: &str) -> (Vec<String>, String) {
    let (skipped, rest): (Vec<_>, Vec<_>) = err.lines().partition(|line| line.starts_with(SKIPPED));
    let reasons = skipped.iter().map(|line| line.replacen(SKIPPED, "", 1));
    (reasons.collect(), rest.join("\n"))
}

/// Runs the chosen steps one after the other. Returns why steps were skipped.
fn run_steps(shell: &Shell, chosen: &dyn Fn(&str) -> bool) -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    for (name, need, work) in STEPS.iter().filter(|(name, ..)| chosen(name)) {
        eprintln!("\nci: {name}");
        let start = Instant::now();
        if let Some(install) = missing(shell, need)? {
            skip(
                env::var("CI").as_deref() == Ok("true"),
                format!("{name}: {install}"),
                &mut skipped,
            )?;
            continue;
        }
        let done = match work {
            Run(commands) => commands.iter().try_for_each(|command| execute(shell, command)),
            Check(check) => check(shell),
        };
        done.map_err(|failure| format!("{name}: {failure}"))?;
        eprintln!("ci: {name}: {:.0?}", start.elapsed());
    }
    Ok(skipped)
}

/// Records a step that is skipped, or fails if `is_error`.
fn skip(is_error: bool, reason: String, skipped: &mut Vec<String>) -> Result {
    if is_error {
        return Err(format!("{reason} (skipping is an error because CI is true)").into());
    }
    skipped.push(reason);
    Ok(())
}

/// How to install what is missing; `None` if the step can run.
fn missing(shell: &Shell, need: &Need) -> Result<Option<String>> {
    match *need {
        Nothing => Ok(None),
        Target(name) => {
            Ok((!has_target(shell, name)?).then(|| format!("rustup target add {name}")))
        }
        Tools(probes, install) => {
            let is_there = |probe: &&str| {
                let words = words_of(probe);
                let (program, arguments) = (&words[0], &words[1..]);
                cmd!(shell, "{program} {arguments...}").quiet().ignore_stderr().read().is_ok()
            };
            Ok((!probes.iter().all(is_there)).then(|| words_of(install).join(" ")))
        }
    }
}

/// The words of a command, with names in braces replaced, such as `{crates}` by `-p` options.
fn words_of(command: &str) -> Vec<String> {
    let no_std = || libraries().filter(|&name| name != STD);
    let packages =
        |names: &[&str]| names.iter().flat_map(|name| ["-p", name]).collect::<Vec<_>>().join(" ");
    let command = command
        .replace("{crates}", &packages(&CRATES))
        .replace("{libraries}", &packages(&libraries().collect::<Vec<_>>()))
        .replace("{no_std}", &packages(&no_std().collect::<Vec<_>>()))
        .replace(
            "{small}",
            &packages(&no_std().filter(|name| !LARGE.contains(name)).collect::<Vec<_>>()),
        )
        .replace("{no_std_features}", NO_STD_FEATURES)
        .replace("{msrv}", env!("CARGO_PKG_RUST_VERSION"))
        .replace("{python}", &env::var("PYTHON").unwrap_or("python3".to_owned()))
        .replace("{chromium}", &env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned()));
    command.split_whitespace().map(str::to_owned).collect()
}

/// Runs a command; one of `cargo xtask` in this process.
fn execute(shell: &Shell, command: &str) -> Result {
    let target = target()?.display().to_string();
    let words: Vec<_> =
        words_of(command).iter().map(|word| word.replace("{target}", &target)).collect();
    if let Some(arguments) = words.strip_prefix(&["cargo".to_owned(), "xtask".to_owned()]) {
        return crate::run(shell, Xtask::from_vec(arguments.iter().map(Into::into).collect())?);
    }
    let (program, arguments) = (&words[0], &words[1..]);
    Ok(cmd!(shell, "{program} {arguments...}").run()?)
}

/// Lints every library without features and with each feature alone, and the benches of each
/// library alone. The step `clippy` lints them with all features. Libraries with a feature of the
/// same name, which turns on that of bitboard-core, are linted together.
fn features(shell: &Shell) -> Result {
    execute(shell, "cargo clippy --all-targets {libraries} --no-default-features -- -D warnings")?;
    let mut sets = BTreeMap::<String, Vec<&str>>::new();
    for (library, features) in features_of_libraries(shell)? {
        features.into_iter().for_each(|name| sets.entry(name).or_default().push(library));
        sets.insert(library.to_owned(), vec!["benches"]);
    }
    let is_wrong = |feature: &String, packages: &mut Vec<&str>| {
        let set = packages.iter().map(|package| format!("{package}/{feature}")).collect::<Vec<_>>();
        let (packages, set) = (packages.iter().flat_map(|name| ["-p", name]), set.join(","));
        let options = ["--all-targets", "--no-default-features", "--features", &set];
        cmd!(shell, "cargo clippy --quiet {packages...} {options...} -- -D warnings").run().is_err()
    };
    sets.retain(is_wrong);
    if sets.is_empty() { Ok(()) } else { Err(format!("{sets:?}").into()) }
}

/// Tests each library with all its features. The tests of the workspace are compiled with those that
/// other packages turn on.
fn test_features(shell: &Shell) -> Result {
    libraries().try_for_each(|name| {
        Ok(cmd!(shell, "cargo test --quiet -p {name} --all-features --lib --tests").run()?)
    })
}

/// The libraries with their features, from `cargo metadata`.
fn features_of_libraries(shell: &Shell) -> Result<Vec<(&'static str, Vec<String>)>> {
    let metadata = metadata(shell)?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let of = |name: &'static str| {
        let package =
            packages.iter().find(|package| package["name"] == name && package["source"].is_null());
        let features = package.and_then(|package| package["features"].as_object());
        let features = features.ok_or_else(|| format!("cargo knows no features of {name}"))?;
        Ok((name, features.keys().filter(|&name| name != "default").cloned().collect()))
    };
    libraries().map(of).collect()
}

/// Type-checks the fuzz targets, which are in a separate workspace for each crate.
fn fuzz_targets(shell: &Shell) -> Result {
    // Nothing is linked, so the C++ library of the fuzzer need not be compiled.
    let _library = shell.push_env("CUSTOM_LIBFUZZER_PATH", root().join("unused"));
    let target = target()?.join("fuzz");
    for name in CRATES {
        let manifest = folder(name).join("fuzz/Cargo.toml");
        cmd!(shell, "cargo check --quiet --manifest-path {manifest} --target-dir {target}")
            .run()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_an_error_in_ci_and_listed_elsewhere() {
        let mut skipped = Vec::new();
        assert!(skip(true, "a: install b".to_owned(), &mut skipped).is_err() && skipped.is_empty());
        assert!(skip(false, "a: install b".to_owned(), &mut skipped).is_ok());
        assert_eq!(skipped, ["a: install b"]);
        let (skipped, rest) = split_skipped("ci: a\nskipped: a: install b\nci: a: 1s\n");
        assert_eq!((&skipped[..], &*rest), (&["a: install b".to_owned()][..], "ci: a\nci: a: 1s"));
    }
}
