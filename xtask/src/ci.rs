//! `cargo xtask ci`: all checks that a change must pass.
//!
//! [`STEPS`] is the list. Most steps are cargo commands. A step whose tool is missing is skipped
//! and listed at the end; if the environment variable `CI` is `true`, it fails.

use std::collections::BTreeMap;
use std::time::Instant;
use std::{env, thread};

use xshell::{Shell, cmd};

use crate::flags::{self, Xtask};
use crate::workspace::{CRATES, Result, has_target, libraries, metadata, root, target};
use crate::{machines, python};

/// A step: its name, what it needs, and what it runs.
type Step = (&'static str, Need, Work);

/// A requirement of a step, which is skipped without it.
enum Need {
    Nothing,
    /// A target of the compiler.
    Target(&'static str),
    /// Commands that succeed if the tools are installed, and how to install them.
    Tools(&'static [&'static str], &'static str),
    /// All of several requirements.
    All(&'static [Need]),
}

/// The work of a step.
enum Work {
    /// Commands, whose words are separated by blanks. [`words_of`] replaces names in braces.
    Run(&'static [&'static str]),
    /// A function.
    Check(fn(&Shell) -> Result),
}

use Need::{All, Nothing, Target, Tools};
use Work::{Check, Run};

/// The steps, the fast ones that fail most often first.
const STEPS: &[Step] = &[
    ("tests", Nothing, Run(&["cargo test --workspace"])),
    // Cases of which the tests check a sample, by the same programs.
    ("all cases", Nothing, Run(&[ALL_CASES])),
    (
        "format",
        Nothing,
        Run(&["cargo fmt --all --check", "cargo fmt --manifest-path fuzz/Cargo.toml --check"]),
    ),
    ("clippy", Nothing, Run(&["{clippy} --workspace {all} -D clippy::incompatible_msrv"])),
    // The vectors of NEON and WebAssembly. Not the benches: among the rivals is C code, which
    // takes a cross compiler. Not the program on WebAssembly: it needs files and threads.
    ("aarch64", Target(AARCH64), Run(&["{clippy} --target {aarch64} {crates} {all}"])),
    ("wasm32", Target(WASM), Run(&["{clippy} --target {wasm} {libraries} --all-features {deny}"])),
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
            "cargo check --target wasm32v1-none {large} --no-default-features",
            "cargo check --target wasm32v1-none {small} {large} --no-default-features --features {no_std_features}",
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
            "cargo doc --workspace --no-deps --all-features {deny_docs}",
            "cargo doc {libraries} --no-deps --no-default-features {deny_docs}",
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
    ("neon", All(NEON), Check(machines::neon)),
    ("simd128", All(WASI), Check(machines::simd128)),
    ("machines", All(&[All(NEON), All(WASI), All(OTHERS)]), Check(machines::all)),
    ("fuzz", Nothing, Check(fuzz_targets)),
    ("release", Nothing, Run(&["cargo xtask release"])),
    ("python", Tools(PYTHON, INSTALL_PYTHON), Run(&["cargo xtask python --test"])),
    ("playground", Tools(PAGE, INSTALL_PAGE), Run(&["cargo xtask web --test"])),
];

const ALL_CASES: &str = "cargo test --workspace --lib --tests -- --ignored \
    all_positions_of all_volumes_of all_maps_of";
const AARCH64: &str = "aarch64-unknown-linux-gnu";
const WASM: &str = "wasm32-unknown-unknown";
/// The emulated processor with vectors of NEON.
const NEON: &[Need] = &[
    Target("aarch64-unknown-linux-musl"),
    Tools(&["qemu-aarch64 --version"], "apt-get install qemu-user"),
];
const WASI: &[Need] =
    &[Target("wasm32-wasip1"), Tools(&["node --version"], "install Node.js 20 or later")];
/// The machines without vectors. The first needs Linux on x86-64, and no more.
const OTHERS: &[Need] = &[
    Target("i686-unknown-linux-musl"),
    Target("s390x-unknown-linux-gnu"),
    Tools(
        &["qemu-s390x --version", "s390x-linux-gnu-gcc --print-file-name=Scrt1.o"],
        "apt-get install qemu-user gcc-s390x-linux-gnu libc6-dev-s390x-cross",
    ),
];

/// The steps that are a part of `machines`, which takes much longer.
const PART_OF_MACHINES: [&str; 2] = ["neon", "simd128"];

const PYTHON: &[&str] = &[
    "{python} -c exit(__import__('sys').version_info<(3,10))",
    "{python} -m venv --help",
    "{python} -m ensurepip --version",
];
const INSTALL_PYTHON: &str = "install Python 3.10 or later with venv and pip";
const PAGE: &[&str] = &["{chromium} --version", "node --version", "npm --version"];
const INSTALL_PAGE: &str = "install Chromium, Node.js and npm";

/// Steps that run beside the rest: they build in workspaces of their own, and the tests of an
/// interpreter and of a browser leave a core idle.
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
        None if flags.skip.iter().any(|skipped| skipped == name) => false,
        None => {
            !PART_OF_MACHINES.contains(&name) || flags.skip.iter().any(|name| name == "machines")
        }
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
    for (name, need, work) in steps {
        eprintln!("\nci: {name}");
        let start = Instant::now();
        if let Some(install) = missing(shell, need)? {
            skipped.push(skip(env::var("CI").as_deref() == Ok("true"), name, &install)?);
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

/// The reason why a step is skipped, which is an error in CI.
fn skip(is_ci: bool, name: &str, install: &str) -> Result<String> {
    if is_ci {
        return Err(format!("{name}: {install} (skipping is an error because CI is true)").into());
    }
    Ok(format!("{name}: {install}"))
}

/// How to install what is missing; `None` if the step can run.
fn missing(shell: &Shell, need: &Need) -> Result<Option<String>> {
    let is_there = |probe: &&str| {
        let words = words_of(probe);
        let (program, arguments) = (&words[0], &words[1..]);
        cmd!(shell, "{program} {arguments...}").quiet().ignore_stderr().read().is_ok()
    };
    Ok(match *need {
        Nothing => None,
        Target(name) if has_target(shell, name)? => None,
        Target(name) => Some(format!("rustup target add {name}")),
        All(needs) => {
            return needs.iter().find_map(|need| missing(shell, need).transpose()).transpose();
        }
        Tools(probes, _) if probes.iter().all(is_there) => None,
        Tools(_, install) => Some(words_of(install).join(" ")),
    })
}

/// The words of a command, with names in braces replaced, such as `{crates}` by `-p` options.
fn words_of(command: &str) -> Vec<String> {
    let packages = |names: &[&str]| names.iter().map(|name| format!("-p {name} ")).collect();
    let no_std: Vec<_> = libraries().filter(|&name| name != STD).collect();
    let (large, small): (Vec<_>, Vec<_>) = no_std.iter().partition(|name| LARGE.contains(name));
    let names: [(&str, String); 13] = [
        ("{clippy}", "cargo clippy".to_owned()),
        ("{all}", "--all-targets --all-features {deny}".to_owned()),
        ("{deny}", "-- -D warnings".to_owned()),
        ("{deny_docs}", "--config build.rustdocflags=\"-Dwarnings\"".to_owned()),
        ("{aarch64}", AARCH64.to_owned()),
        ("{wasm}", WASM.to_owned()),
        ("{crates}", packages(&CRATES)),
        ("{libraries}", packages(&libraries().collect::<Vec<_>>())),
        ("{large}", packages(&large)),
        ("{small}", packages(&small)),
        ("{no_std_features}", NO_STD_FEATURES.to_owned()),
        ("{python}", env::var("PYTHON").unwrap_or("python3".to_owned())),
        ("{chromium}", env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned())),
    ];
    let command = command.replace("{msrv}", env!("CARGO_PKG_RUST_VERSION"));
    let command = names.iter().fold(command, |command, (name, text)| command.replace(name, text));
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
    execute(shell, "{clippy} --all-targets {libraries} --no-default-features {deny}")?;
    let metadata = metadata(shell)?;
    let packages = metadata["packages"].as_array().ok_or("cargo names no packages")?;
    let mut sets = BTreeMap::<&str, Vec<String>>::new();
    for name in libraries() {
        let of = |it: &&serde_json::Value| it["name"] == name && it["source"].is_null();
        let package = packages.iter().find(of).ok_or_else(|| format!("there is no {name}"))?;
        let features = package["features"].as_object().ok_or("cargo names no features")?;
        for feature in features.keys().filter(|&feature| feature != "default") {
            sets.entry(feature).or_default().push(format!("-p {name} --features {name}/{feature}"));
        }
        sets.insert(name, vec![format!("-p benches --features benches/{name}")]);
    }
    sets.values().try_for_each(|set| {
        let set = set.join(" ");
        execute(shell, &format!("{{clippy}} -q --all-targets --no-default-features {set} {{deny}}"))
    })
}

/// Tests each library with all its features. The tests of the workspace are compiled with those that
/// other packages turn on.
fn test_features(shell: &Shell) -> Result {
    let test = |name| format!("cargo test --quiet -p {name} --all-features --lib --tests");
    libraries().try_for_each(|name| execute(shell, &test(name)))
}

/// Type-checks the fuzz targets, which are a separate workspace.
fn fuzz_targets(shell: &Shell) -> Result {
    // Nothing is linked, so the C++ library of the fuzzer need not be compiled.
    let _library = shell.push_env("CUSTOM_LIBFUZZER_PATH", root().join("unused"));
    let target = target()?.join("fuzz");
    let manifest = root().join("fuzz/Cargo.toml");
    Ok(cmd!(shell, "cargo check --quiet --manifest-path {manifest} --target-dir {target}").run()?)
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
            let words = words.join(" ").replace("{target}", "");
            assert!(!words.contains(['{', '}']), "{name}: {words}");
        }
    }
}
