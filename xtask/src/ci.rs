//! `cargo xtask ci`: all checks that a change must pass.

use std::path::Path;
use std::time::Instant;

use xshell::{Shell, cmd};

use crate::features::{self, Effort};
use crate::workspace::{CRATES, Result, libraries};
use crate::{flags, fuzz, msrv, no_std, release, tables, words};

/// A name, and what to run.
type Step = (&'static str, fn(&Shell) -> Result);

pub(crate) fn run(shell: &Shell, flags: &flags::Ci) -> Result {
    let steps: [Step; 14] = [
        ("tests", tests),
        ("tested features", features::all_are_tested),
        ("format", |sh| Ok(cmd!(sh, "cargo fmt --all --check").run()?)),
        ("words", |sh| words::run(sh).and_then(|()| words::numbers(sh))),
        ("clippy", |sh| {
            Ok(cmd!(sh, "cargo clippy --workspace --all-targets --all-features -- -D warnings -D clippy::incompatible_msrv")
                .run()?)
        }),
        ("targets", targets),
        ("msrv", msrv::run),
        ("documentation", documentation),
        ("tables", |sh| tables::run(sh, &flags::Tables { check: true, full: false })),
        ("features", |sh| features::every_set(sh, Effort::Check, None)),
        ("no_std", no_std::run),
        ("fuzz targets", fuzz::check),
        ("the program", program),
        ("packages", release::publish_dry_run),
    ];
    let mut ran = false;
    for (name, step) in steps {
        let chosen = flags.step.as_ref().is_none_or(|chosen| chosen == name);
        if !chosen || (flags.skip_tests && name == "tests") {
            continue;
        }
        ran = true;
        eprintln!("\nci: {name}");
        let start = Instant::now();
        step(shell).map_err(|failure| format!("{name}: {failure}"))?;
        eprintln!("ci: {name}: {:.0?}", start.elapsed());
    }
    if !ran {
        return Err(format!("the steps are {}", steps.map(|(name, _)| name).join(", ")).into());
    }
    if flags.full {
        for effort in [Effort::Test, Effort::TestRelease] {
            features::every_set(shell, effort, None)?;
        }
    }
    Ok(())
}

fn tests(shell: &Shell) -> Result {
    Ok(cmd!(shell, "cargo test --workspace").run()?)
}

/// Other processors than x86-64: the vectors of NEON and WebAssembly.
fn targets(shell: &Shell) -> Result {
    // Not the benches: among their dependencies is C code, which takes a cross compiler. Not the program on
    // WebAssembly: it needs files and threads.
    let packages: Vec<_> = CRATES.iter().flat_map(|name| ["-p", name]).collect();
    let libraries: Vec<_> = libraries().flat_map(|name| ["-p", name]).collect();
    for (target, packages, scope) in [
        ("aarch64-unknown-linux-gnu", &packages, "--all-targets"),
        ("wasm32-unknown-unknown", &libraries, "--lib"),
    ] {
        let folder = cmd!(shell, "rustc --print target-libdir --target {target}").quiet().read()?;
        if !Path::new(&folder).exists() {
            eprintln!("skipped: {target} is not installed (rustup target add {target})");
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

fn documentation(shell: &Shell) -> Result {
    {
        let _flags = shell.push_env("RUSTDOCFLAGS", "-D warnings");
        cmd!(shell, "cargo doc --workspace --no-deps --all-features").run()?;
    }
    features::every_set(shell, Effort::Document, None)
}

/// The program on small inputs.
fn program(shell: &Shell) -> Result {
    let program = "cargo run --quiet --release --".split(' ').collect::<Vec<_>>();
    let run = |arguments: &[&str], stdin: &str| {
        let (first, rest) = (program[0], &program[1..]);
        cmd!(shell, "{first} {rest...} {arguments...}").stdin(stdin).quiet().read()
    };
    let expect = |arguments: &[&str], stdin: &str, expected: &str| -> Result {
        let answer = run(arguments, stdin)?;
        if answer == expected {
            return Ok(());
        }
        let command = arguments.join(" ");
        Err(format!("boardbits {command}: {answer:?} instead of {expected:?}").into())
    };
    run(&["demo"], "")?;
    expect(
        &["c4", "solve"],
        "2252576253462244111563365343671351441\n",
        "2252576253462244111563365343671351441 -1",
    )?;
    expect(&["components"], "000000002101800040\n", "5 40,800000,1000000,100000000,2000000000")?;
    expect(&["havannah", "referee"], "1\n2 2\n1 1\n1 2\n", "Case #1: bridge in move 2")?;
    let answer = run(&["meteor"], "")?;
    if !answer.starts_with("2098 solutions found") {
        return Err("boardbits meteor does not find 2098 solutions".into());
    }
    Ok(())
}
