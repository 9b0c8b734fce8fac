//! `cargo xtask web`: the playground, built, served or tested.
//!
//! The playground is a workspace of its own. Its program `web` writes the JavaScript side of the
//! WebAssembly, so that other tasks need not compile wasm-bindgen.

use std::path::{Path, absolute};
use std::time::Instant;
use std::{env, fs};

use xshell::{Cmd, Shell, cmd};

use crate::flags;
use crate::workspace::{Result, has_target, root, target};

const TARGET: &str = "wasm32-unknown-unknown";

pub(crate) fn run(shell: &Shell, flags: &flags::Web) -> Result {
    if !has_target(shell, TARGET)? {
        return Err(format!("the playground is WebAssembly: rustup target add {TARGET}").into());
    }
    let built = target()?.join("web");
    let site = flags.release.as_ref().map_or(Ok(built.join("site")), absolute)?;
    let _there = shell.push_dir(root().join("crates/boardbits-web/www"));
    let _target = shell.push_env("CARGO_TARGET_DIR", &built);
    if flags.test {
        step("formatting", cmd!(shell, "cargo fmt --all --check"))?;
        let options = ["--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
        step("clippy", cmd!(shell, "cargo clippy {options...}"))?;
        // Optimized as the answers of the test, so that both use the same libraries.
        step("unit tests", cmd!(shell, "cargo test --quiet --workspace --release"))?;
    }
    build(shell, &built, &site)?;
    if flags.test {
        test(shell, &built, &site)?;
    }
    if flags.serve { step("server", cmd!(shell, "node serve.mjs {site}")) } else { Ok(()) }
}

/// Runs a command, and prints its name before and its time after it.
fn step(name: &str, command: Cmd<'_>) -> Result {
    let started = Instant::now();
    println!("web: {name} …");
    command.quiet().run()?;
    println!("web: {name}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// Builds the page into a folder, which is created.
fn build(shell: &Shell, built: &Path, site: &Path) -> Result {
    fs::create_dir_all(site).map_err(|error| format!("{}: {error}", site.display()))?;
    // What package-lock.json names, unless it is installed.
    let (lock, installed) = (shell.read_file("package-lock.json")?, "node_modules/.lock");
    if shell.read_file(installed).map_or(true, |installed| installed != lock) {
        let options = ["--ignore-scripts", "--no-audit", "--no-fund"];
        step("npm packages", cmd!(shell, "npm ci {options...}"))?;
        shell.write_file(installed, lock)?;
    }
    let options = ["--quiet", "-p", "boardbits-web", "--profile", "web", "--target", TARGET];
    step("WebAssembly (some minutes the first time)", cmd!(shell, "cargo build {options...}"))?;
    let compiled = built.join(TARGET).join("web/boardbits_web.wasm");
    step("JavaScript for it", cmd!(shell, "cargo run --quiet -p web -- {compiled} generated"))?;
    step("types of the page", cmd!(shell, "node node_modules/typescript/bin/tsc"))?;
    step("page", cmd!(shell, "node build.mjs {site}"))?;
    println!("web: built {}", site.display());
    Ok(())
}

/// Tests the page in Chromium.
fn test(shell: &Shell, built: &Path, site: &Path) -> Result {
    let (answers, record) = (built.join("native.jsonl"), built.join("playground.json"));
    let native = cmd!(shell, "cargo run --quiet --release --example native").quiet().read()?;
    shell.write_file(&answers, native + "\n")?;
    step("tests in a browser", cmd!(shell, "node test/e2e.mjs {site} {answers} {record}"))?;
    // With only some of the tests, the page has not shown all code.
    if env::var_os("ONLY").is_some() {
        return Ok(());
    }
    let main = target()?;
    step("code that the page shows", cmd!(shell, "node test/snippets.mjs {built} {main}"))
}
