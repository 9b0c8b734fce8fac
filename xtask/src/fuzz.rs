//! `cargo xtask fuzz CRATE TARGET`, and the check of all fuzz targets.

use std::fs;
use std::path::PathBuf;

use xshell::{Shell, cmd};

use crate::flags;
use crate::workspace::{CRATES, Result, folder, root};

/// Seconds and MiB of memory for one input; more are a failure.
const TIMEOUT: u32 = 10;
const MEMORY: u32 = 2048;

pub(crate) fn run(shell: &Shell, flags: &flags::Fuzz) -> Result {
    match (&flags.package, &flags.target, flags.check) {
        (None, None, true) => check(shell),
        (Some(package), Some(target), false) => {
            fuzz(shell, package, target, flags.seconds.unwrap_or(60))
        }
        _ => Err("expected a crate and a target, or --check".into()),
    }
}

fn fuzz(shell: &Shell, package: &str, target: &str, seconds: u64) -> Result {
    let fuzz = folders().into_iter().find(|(name, _)| *name == package);
    let (_, fuzz) = fuzz.ok_or_else(|| {
        let names: Vec<_> = folders().into_iter().map(|(name, _)| name).collect();
        format!("{package} has no fuzz targets; these have: {}", names.join(", "))
    })?;
    let targets = targets(&fuzz)?;
    if !targets.iter().any(|name| name == target) {
        return Err(format!("the targets of {package} are {}", targets.join(", ")).into());
    }
    if cmd!(shell, "cargo +nightly fuzz --version").quiet().ignore_stderr().read().is_err() {
        let needs = "rustup toolchain install nightly && cargo install cargo-fuzz";
        return Err(format!("fuzzing needs cargo-fuzz and a nightly compiler: {needs}").into());
    }
    // Inputs that are found are added to the first folder.
    let mut inputs = vec![fuzz.join("corpus").join(target)];
    shell.create_dir(&inputs[0])?;
    inputs.extend(Some(fuzz.join("seeds").join(target)).filter(|seeds| seeds.exists()));
    let limits = [
        format!("-max_total_time={seconds}"),
        format!("-timeout={TIMEOUT}"),
        format!("-rss_limit_mb={MEMORY}"),
    ];
    cmd!(shell, "cargo +nightly fuzz run --fuzz-dir {fuzz} {target} {inputs...} -- {limits...}")
        .run()
        .map_err(Into::into)
}

/// Type-checks all fuzz targets, which are not part of the workspace.
fn check(shell: &Shell) -> Result {
    // Nothing is linked, so the C++ library of the fuzzer need not be compiled.
    let _library = shell.push_env("CUSTOM_LIBFUZZER_PATH", root().join("unused"));
    let target = root().join("target/fuzz");
    for (_, fuzz) in folders() {
        let manifest = fuzz.join("Cargo.toml");
        cmd!(shell, "cargo check --quiet --manifest-path {manifest} --target-dir {target}")
            .run()?;
    }
    Ok(())
}

/// The crates with fuzz targets, and the folders of these.
fn folders() -> Vec<(&'static str, PathBuf)> {
    let folders = CRATES.map(|name| (name, folder(name).join("fuzz")));
    folders.into_iter().filter(|(_, folder)| folder.exists()).collect()
}

/// The names of the targets in a folder.
fn targets(fuzz: &std::path::Path) -> Result<Vec<String>> {
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml"))?;
    let bins = manifest.split("[[bin]]").skip(1);
    let names = bins.filter_map(|bin| Some(bin.split_once("name = \"")?.1.split_once('"')?.0));
    Ok(names.map(str::to_owned).collect())
}
