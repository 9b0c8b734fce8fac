//! `cargo xtask ci`: all checks that a change must pass.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use xshell::{Shell, cmd};

use crate::features::{self, Effort};
use crate::skipped::{self, note, skip};
use crate::workspace::{CRATES, Result, libraries};
use crate::{flags, msrv, mutants, no_std, words};

/// What a step runs.
#[derive(Clone, Copy)]
enum Work {
    /// A check of this program.
    Check(fn(&Shell) -> Result),
    /// `cargo xtask` with these arguments.
    Task(&'static str),
    /// The same, if the tools that it needs are installed.
    TaskWith(fn(&Shell) -> Result<bool>, &'static str),
}

use Work::{Check, Task, TaskWith};

/// The steps, the fast ones that fail most often first.
const STEPS: [(&str, Work); 17] = [
    ("tests", Check(tests)),
    ("tested features", Check(features::all_are_tested)),
    ("format", Check(format)),
    ("words", Check(words)),
    ("clippy", Check(clippy)),
    ("targets", Check(targets)),
    ("msrv", Check(msrv::run)),
    ("documentation", Check(documentation)),
    ("tables", Task("tables --check")),
    ("boards", Task("boards --check")),
    ("agreement", Task("bench --agree")),
    ("features", Task("features --check")),
    ("no_std", Check(no_std::run)),
    ("fuzz targets", Task("fuzz --check")),
    ("release", Task("release --dry-run")),
    ("mutants", TaskWith(cargo_mutants, "mutants --list --sample 16")),
    ("playground", TaskWith(browser, "web --test")),
];

pub(crate) fn run(shell: &Shell, flags: &flags::Ci) -> Result {
    let mut ran = false;
    for (name, work) in STEPS {
        let chosen = flags.step.as_ref().is_none_or(|chosen| chosen == name);
        if !chosen || (flags.skip_tests && name == "tests") {
            continue;
        }
        ran = true;
        eprintln!("\nci: {name}");
        let start = Instant::now();
        let done = match work {
            Check(check) => check(shell),
            Task(arguments) => task(shell, arguments),
            TaskWith(tools, arguments) => match tools(shell) {
                Ok(true) => task(shell, arguments),
                other => other.map(drop),
            },
        };
        done.map_err(|failure| format!("{name}: {failure}"))?;
        eprintln!("ci: {name}: {:.0?}", start.elapsed());
    }
    if !ran {
        return Err(format!("the steps are {}", STEPS.map(|(name, _)| name).join(", ")).into());
    }
    if flags.full {
        for effort in [Effort::Test, Effort::TestRelease] {
            features::every_set(shell, effort, None)?;
        }
    }
    skipped::summarize();
    Ok(())
}

/// Runs a subcommand as the command line does.
fn task(shell: &Shell, arguments: &str) -> Result {
    crate::run(shell, parse(arguments)?)
}

fn parse(arguments: &str) -> Result<flags::Xtask> {
    Ok(flags::Xtask::from_vec(arguments.split_whitespace().map(OsString::from).collect())?)
}

fn tests(shell: &Shell) -> Result {
    Ok(cmd!(shell, "cargo test --workspace").run()?)
}

fn format(shell: &Shell) -> Result {
    Ok(cmd!(shell, "cargo fmt --all --check").run()?)
}

fn words(shell: &Shell) -> Result {
    words::run(shell)?;
    words::numbers(shell)
}

fn clippy(shell: &Shell) -> Result {
    let lints = ["-D", "warnings", "-D", "clippy::incompatible_msrv"];
    cmd!(shell, "cargo clippy --workspace --all-targets --all-features -- {lints...}").run()?;
    // The benches without the rivals.
    Ok(cmd!(shell, "cargo clippy -p benches --all-targets -- {lints...}").run()?)
}

/// Other processors than x86-64: the vectors of NEON and WebAssembly.
fn targets(shell: &Shell) -> Result {
    // Not the benches: among the rivals is C code, which takes a cross compiler. Not the program on
    // WebAssembly: it needs files and threads.
    let packages: Vec<_> = CRATES.iter().flat_map(|name| ["-p", name]).collect();
    let libraries: Vec<_> = libraries().flat_map(|name| ["-p", name]).collect();
    for (target, packages, scope) in [
        ("aarch64-unknown-linux-gnu", &packages, "--all-targets"),
        ("wasm32-unknown-unknown", &libraries, "--lib"),
    ] {
        let folder = cmd!(shell, "rustc --print target-libdir --target {target}").quiet().read()?;
        if !Path::new(&folder).exists() {
            skip(&format!("lints for {target}: rustup target add {target}"))?;
            continue;
        }
        cmd!(
            shell,
            "cargo clippy --target {target} {packages...} {scope} --all-features -- -D warnings"
        )
        .run()?;
    }
    Ok(())
}

/// Links must lead somewhere with all features, as on docs.rs, and with none.
fn documentation(shell: &Shell) -> Result {
    let _flags = shell.push_env("RUSTDOCFLAGS", "-D warnings");
    cmd!(shell, "cargo doc --workspace --no-deps --all-features").run()?;
    let libraries: Vec<_> = libraries().flat_map(|name| ["-p", name]).collect();
    Ok(cmd!(shell, "cargo doc --no-deps --no-default-features {libraries...}").run()?)
}

/// Returns whether the page can be tested in a browser.
fn browser(shell: &Shell) -> Result<bool> {
    let chromium = std::env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned());
    for tool in [chromium.as_str(), "node", "npm"] {
        if cmd!(shell, "{tool} --version").quiet().ignore_stderr().read().is_err() {
            skip(&format!(
                "tests in a browser: install Chromium, Node.js and npm ({tool} does not run)"
            ))?;
            return Ok(false);
        }
    }
    Ok(true)
}

fn cargo_mutants(shell: &Shell) -> Result<bool> {
    let is_installed = mutants::is_installed(shell);
    if !is_installed {
        note("the list of mutants: cargo install cargo-mutants --locked");
    }
    Ok(is_installed)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{Check, STEPS, Task, TaskWith, parse};

    /// The command lines of the steps.
    fn tasks() -> impl Iterator<Item = &'static str> {
        STEPS.iter().filter_map(|&(_, work)| match work {
            Check(_) => None,
            Task(arguments) | TaskWith(_, arguments) => Some(arguments),
        })
    }

    #[test]
    fn every_subcommand_has_a_step() {
        let lines = include_str!("flags.rs").lines().map(str::trim);
        let names = lines.filter_map(|line| line.strip_prefix("cmd ")?.strip_suffix(" {"));
        let mut subcommands: BTreeSet<_> = names.filter(|&name| name != "xtask").collect();
        assert!(subcommands.remove("ci"), "{subcommands:?}");
        let reached = tasks().filter_map(|arguments| arguments.split(' ').next()).collect();
        assert_eq!(subcommands, reached);
    }

    #[test]
    fn the_arguments_of_every_step_are_right() {
        for arguments in tasks() {
            assert!(parse(arguments).is_ok(), "{arguments}");
        }
    }
}
