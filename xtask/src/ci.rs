//! `cargo xtask ci`: all checks that a change must pass.
//!
//! [`STEPS`] is the list. Most steps are cargo commands. A step whose tool is missing is skipped
//! and listed at the end; if the environment variable `CI` is `true`, it fails.

use std::collections::BTreeMap;
use std::time::Instant;
use std::{env, thread};

use xshell::{Shell, cmd};

use crate::flags::{self, Xtask};
use crate::workspace::{CRATES, Result, folder, has_target, libraries, metadata, root, target};
use crate::{machines, python};

/// A step: its name, the tools that it needs, and what it runs. Without a tool, or a target that one
/// of its commands names, it is skipped.
type Step = (&'static str, &'static [Tool], Work);

/// A command that succeeds if a tool is installed, and how to install it.
type Tool = (&'static str, &'static str);

/// The work of a step.
enum Work {
    /// Commands, whose words are separated by blanks; see [`commands_of`]. All are run, also after one
    /// that fails.
    Run(&'static [&'static str]),
    /// A function.
    Check(fn(&Shell) -> Result),
}

use Work::{Check, Run};

/// The steps, the fast ones that fail most often first.
const STEPS: &[Step] = &[
    ("tests", &[], Run(&["cargo test --workspace"])),
    // Cases of which the tests check a sample, by the same programs.
    ("all cases", &[], Run(&[ALL_CASES])),
    ("format", &[], Run(&["cargo fmt --all --check"])),
    ("clippy", &[], Run(&["cargo clippy --workspace {all} -D clippy::incompatible_msrv"])),
    // The vectors of NEON and WebAssembly. Not the benches: among the rivals is C code, which
    // takes a cross compiler. Not the program on WebAssembly: it needs files and threads.
    ("aarch64", &[], Run(&["cargo clippy --target aarch64-unknown-linux-gnu {crates} {all}"])),
    (
        "wasm32",
        &[],
        Run(&["cargo clippy --target wasm32-unknown-unknown {libraries} --all-features {deny}"]),
    ),
    // Targets without the standard library. The first lacks atomic numbers of 64 bits.
    (
        "no_std",
        &[],
        Run(&["cargo check --target thumbv7em-none-eabi {small} --no-default-features"]),
    ),
    (
        "no_std with features",
        &[],
        Run(&[
            "cargo check --target wasm32v1-none {large} --no-default-features",
            "cargo check --target wasm32v1-none {small} {large} --no-default-features --features {no_std_features}",
        ]),
    ),
    (
        "msrv",
        &[("cargo +{msrv} --version", "rustup toolchain install {msrv}")],
        Run(&["cargo +{msrv} check --target-dir {target}/msrv {crates} --all-features"]),
    ),
    // Links must lead somewhere with all features, as on docs.rs, and with none.
    (
        "documentation",
        &[],
        Run(&[
            "cargo doc --workspace --no-deps --all-features {deny_docs}",
            "cargo doc {libraries} --no-deps --no-default-features {deny_docs}",
        ]),
    ),
    ("features", &[], Check(features)),
    // The tests of the workspace are compiled with the features that other packages turn on.
    ("tests of features", &[], Run(&["cargo test -q -p {library} --all-features --lib --tests"])),
    ("typos", PYTHON, Check(python::typos)),
    ("tables", &[], Run(&["cargo xtask tables --check"])),
    ("agreement", &[], Run(&["cargo xtask bench --agree"])),
    ("instructions", &[VALGRIND], Run(&["cargo xtask bench --gate 1.02"])),
    ("neon", &[QEMU], Run(machines::NEON)),
    ("simd128", &[NODE], Run(machines::SIMD128)),
    ("machines", &[QEMU, NODE, S390X], Run(machines::MACHINES)),
    // Type-checks the targets, which are in a separate workspace for each crate. Nothing is linked,
    // so the C++ library of the fuzzer need not be compiled.
    (
        "fuzz",
        &[],
        Run(&["cargo check -q --config env.CUSTOM_LIBFUZZER_PATH=\"/unused\" \
            --manifest-path crates/{folder}/fuzz/Cargo.toml --target-dir {target}/fuzz"]),
    ),
    ("release", &[], Run(&["cargo xtask release"])),
    ("python", PYTHON, Run(&["cargo xtask python --test"])),
    ("playground", &[CHROMIUM, NODE, NPM], Run(&["cargo xtask web --test"])),
];

const ALL_CASES: &str = "cargo test --workspace --lib --tests -- --ignored \
    all_positions_of all_volumes_of all_maps_of";

const PYTHON: &[Tool] = &[
    ("{python} -c exit(__import__('sys').version_info<(3,10))", "install Python 3.10 or later"),
    ("{python} -m ensurepip --version", "install venv and pip of Python"),
];
const VALGRIND: Tool = ("valgrind --version", "install valgrind");
const QEMU: Tool = ("qemu-aarch64 --version", "apt-get install qemu-user");
const S390X: Tool = (
    "s390x-linux-gnu-gcc --print-file-name=Scrt1.o",
    "apt-get install gcc-s390x-linux-gnu libc6-dev-s390x-cross",
);
const CHROMIUM: Tool = ("{chromium} --version", "install Chromium");
const NODE: Tool = ("node --version", "install Node.js 20 or later");
const NPM: Tool = ("npm --version", "install npm");

/// Steps that run beside the rest: they build in workspaces of their own, and the tests of an
/// interpreter and of a browser leave a core idle.
const BESIDE: [&str; 2] = ["python", "playground"];

/// The libraries that need atomic numbers of 64 bits without any feature.
const LARGE: [&str; 3] = ["cc-label", "knight-tours", "meteor-puzzle"];

/// The library that needs the standard library.
const STD: &str = "havannah-uf";

/// What names in braces stand for, beside those that [`words_of`] adds.
const WORDS: &[(&str, &str)] = &[
    ("{all}", "--all-targets --all-features {deny}"),
    ("{deny}", "-- -D warnings"),
    ("{deny_docs}", "--config build.rustdocflags=\"-Dwarnings\""),
    ("{msrv}", env!("CARGO_PKG_RUST_VERSION")),
    // The features that do not need the standard library.
    (
        "{no_std_features}",
        "bitboard-core/serde,bitboard-core/svg,c4-solver/alloc,c4-solver/book,c4-solver/serde,\
         c4-solver/svg,cc-table/alloc,cc-table/serde,cc-label/serde,king-paths/alloc,\
         king-paths/bigint,king-paths/rand_core,king-paths/serde,king-paths/svg,\
         meteor-puzzle/rand_core,meteor-puzzle/serde,meteor-puzzle/svg",
    ),
];

pub(crate) fn run(shell: &Shell, flags: &flags::Ci) -> Result {
    let chosen = |name: &str| match &flags.step {
        Some(step) => step == name,
        None => !flags.skip.iter().any(|skipped| skipped == name),
    };
    let steps = STEPS.iter().filter(|(name, ..)| chosen(name));
    let (beside, steps): (Vec<_>, Vec<_>) = steps.partition(|(name, ..)| BESIDE.contains(name));
    if steps.is_empty() && beside.is_empty() {
        let names: Vec<_> = STEPS.iter().map(|(name, ..)| *name).collect();
        return Err(format!("the steps are {}", names.join(", ")).into());
    }
    let skipped = thread::scope(|scope| {
        // A shell and an error stay in their thread.
        let run_beside = || {
            let shell = Shell::new()?;
            shell.change_dir(root());
            run_steps(&shell, &beside)
        };
        let beside = scope.spawn(move || run_beside().map_err(|error| error.to_string()));
        let steps = run_steps(shell, &steps);
        let beside = beside.join().map_err(|_| "a step panicked")?;
        Result::Ok([steps?, beside?].concat())
    })?;
    skipped.iter().for_each(|reason| eprintln!("skipped: {reason}"));
    Ok(())
}

/// Runs steps one after the other. Returns why steps were skipped.
fn run_steps(shell: &Shell, steps: &[&Step]) -> Result<Vec<String>> {
    let mut skipped = Vec::new();
    for step @ (name, _, work) in steps {
        eprintln!("\nci: {name}");
        let start = Instant::now();
        if let Some(install) = missing(shell, step)? {
            skipped.push(skip(env::var("CI").as_deref() == Ok("true"), name, &install)?);
            continue;
        }
        let done = match work {
            Run(commands) => {
                let failed = commands.iter().filter_map(|command| execute(shell, command).err());
                failed.reduce(|first, next| format!("{first}\n{next}").into()).map_or(Ok(()), Err)
            }
            Check(check) => check(shell),
        };
        done.map_err(|failure| format!("{name}: {failure}"))?;
        eprintln!("ci: {name}: {:.0?}", start.elapsed());
    }
    Ok(skipped)
}

/// The reason why a step is skipped, which is an error in CI.
fn skip(is_ci: bool, name: &str, install: &str) -> Result<String> {
    if is_ci {
        return Err(format!("{name}: {install} (skipping is an error because CI is true)").into());
    }
    Ok(format!("{name}: {install}"))
}

/// How to install what is missing; `None` if the step can run.
fn missing(shell: &Shell, (_, tools, work): &Step) -> Result<Option<String>> {
    for command in if let Run(commands) = work { commands } else { [].as_slice() } {
        let words = words_of(command);
        let target = words.iter().skip_while(|word| *word != "--target").nth(1);
        if let Some(target) = target
            && !has_target(shell, target)?
        {
            return Ok(Some(format!("rustup target add {target}")));
        }
    }
    for (probe, install) in *tools {
        let words = words_of(probe);
        let (program, arguments) = (&words[0], &words[1..]);
        if cmd!(shell, "{program} {arguments...}").quiet().ignore_stderr().read().is_err() {
            return Ok(Some(words_of(install).join(" ")));
        }
    }
    Ok(None)
}

/// The words of a command, with names in braces replaced, such as `{crates}` by `-p` options.
fn words_of(command: &str) -> Vec<String> {
    let packages = |names: &[&str]| names.iter().map(|name| format!("-p {name} ")).collect();
    let no_std: Vec<_> = libraries().filter(|&name| name != STD).collect();
    let (large, small): (Vec<_>, Vec<_>) = no_std.iter().partition(|name| LARGE.contains(name));
    let variable = |name: &str, otherwise: &str| env::var(name).unwrap_or(otherwise.to_owned());
    let names: [(&str, String); 6] = [
        ("{crates}", packages(&CRATES)),
        ("{libraries}", packages(&libraries().collect::<Vec<_>>())),
        ("{large}", packages(&large)),
        ("{small}", packages(&small)),
        ("{python}", variable("PYTHON", "python3")),
        ("{chromium}", variable("CHROMIUM", "/usr/bin/chromium")),
    ];
    let constant = machines::WORDS.iter().chain(WORDS);
    let command = constant.fold(command.to_owned(), |it, (name, text)| it.replace(name, text));
    let command = names.iter().fold(command, |command, (name, text)| command.replace(name, text));
    command.split_whitespace().map(str::to_owned).collect()
}

/// Runs a command, one with `{library}` or `{folder}` for each library or crate; one of `cargo xtask` in
/// this process.
fn execute(shell: &Shell, command: &str) -> Result {
    if command.contains("{library}") {
        return libraries().try_for_each(|it| execute(shell, &command.replace("{library}", it)));
    }
    if command.contains("{folder}") {
        let run = |name| execute(shell, &command.replace("{folder}", folder(name)));
        return CRATES.into_iter().try_for_each(run);
    }
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
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let mut sets = BTreeMap::from([("", "{libraries}".to_owned())]);
    for name in libraries() {
        let of = |package: &&serde_json::Value| package["name"] == name;
        let package = packages.iter().find(of).ok_or_else(|| format!("there is no {name}"))?;
        let features = package["features"].as_object().ok_or("cargo names no features")?;
        for feature in features.keys().filter(|&feature| feature != "default") {
            let set = sets.entry(feature).or_default();
            *set += &format!(" -p {name} --features {name}/{feature}");
        }
        sets.insert(name, format!("-p benches --features benches/{name}"));
    }
    sets.values().try_for_each(|set| {
        let options = "-q --all-targets --no-default-features";
        execute(shell, &format!("cargo clippy {options} {set} {{deny}}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_tool_is_an_error_in_ci_and_listed_elsewhere() {
        assert!(skip(true, "a", "install b").is_err());
        assert_eq!(skip(false, "a", "install b").unwrap(), "a: install b");
    }

    #[test]
    fn all_names_in_braces_are_replaced() {
        for (name, _, work) in STEPS {
            let Run(commands) = work else { continue };
            let words = commands.iter().flat_map(|command| words_of(command)).collect::<Vec<_>>();
            let words = words
                .join(" ")
                .replace("{target}", "")
                .replace("{library}", "")
                .replace("{folder}", "");
            assert!(!words.contains(['{', '}']), "{name}: {words}");
        }
    }
}
