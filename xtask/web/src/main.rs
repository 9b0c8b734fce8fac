//! Builds, serves and tests the playground. `cargo xtask web` runs it.
//!
//! It is a separate program in the workspace of the playground, so that other tasks need not
//! compile wasm-bindgen.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use wasm_bindgen_cli_support::Bindgen;
use xshell::{Shell, cmd};

mod snippets;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    match Shell::new().map_err(Into::into).and_then(|shell| run(&shell)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("web: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(shell: &Shell) -> Result {
    shell.change_dir(www());
    shell.set_var("CARGO_TARGET_DIR", target());
    let site = target().join("site");
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => build(shell, &site),
        ["--serve"] => {
            build(shell, &site)?;
            Ok(cmd!(shell, "node serve.mjs {site}").quiet().run()?)
        }
        ["--test"] => test(shell, &site),
        ["--snippets"] => snippets::check(shell, &target(), &root()),
        ["--release", folder] => build(shell, Path::new(folder)),
        _ => Err("expected at most one option; see cargo xtask web --help".into()),
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the page. Cargo finds the workspace of the playground from it.
fn www() -> PathBuf {
    root().join("crates/boardbits-web/www")
}

/// The folder of built files, below that of the main workspace. `cargo xtask web` sets it.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target/web"), PathBuf::from)
}

/// Does a step of the work, and prints its name before and its time after it.
fn step<T>(name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    let started = Instant::now();
    println!("web: {name} …");
    let result = work()?;
    println!("web: {name}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(result)
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into a folder, which is created.
fn build(shell: &Shell, folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize()?;
    step("npm packages", || packages(shell))?;
    step("WebAssembly (the first time takes some minutes)", || {
        let options = ["--quiet", "-p", "boardbits-web", "--profile", "web", "--target", TARGET];
        Ok(cmd!(shell, "cargo build {options...}").quiet().run()?)
    })?;
    step("JavaScript for the WebAssembly", bind)?;
    step("types of the page", || {
        Ok(cmd!(shell, "node node_modules/typescript/bin/tsc").quiet().run()?)
    })?;
    step("page", || Ok(cmd!(shell, "node build.mjs {folder}").quiet().run()?))?;
    println!("web: built {}", folder.display());
    Ok(())
}

/// Writes the JavaScript side of the crates into `www/generated`.
fn bind() -> Result {
    let compiled = target().join(TARGET).join("web/boardbits_web.wasm");
    let generated = www().join("generated");
    let mut bindgen = Bindgen::new();
    bindgen.input_path(compiled).out_name("boardbits").typescript(true);
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.omit_default_module_path(true).web(true).map_err(|error| error.to_string())?;
    bindgen.generate(&generated).map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    Ok(())
}

/// Installs the npm packages that package-lock.json names, unless they are installed.
fn packages(shell: &Shell) -> Result {
    let lock = shell.read_file("package-lock.json")?;
    let installed = "node_modules/.lock";
    if shell.read_file(installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let options = ["--ignore-scripts", "--no-audit", "--no-fund"];
    cmd!(shell, "npm ci {options...}").quiet().run()?;
    Ok(shell.write_file(installed, lock)?)
}

/// Checks, builds and tests the playground.
fn test(shell: &Shell, site: &Path) -> Result {
    step("formatting", || Ok(cmd!(shell, "cargo fmt --all --check").quiet().run()?))?;
    step("clippy", || {
        let options = ["--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
        Ok(cmd!(shell, "cargo clippy {options...}").quiet().run()?)
    })?;
    // Optimized as the answers below, so that both use the same libraries.
    step("unit tests", || {
        Ok(cmd!(shell, "cargo test --quiet --workspace --release").quiet().run()?)
    })?;
    build(shell, site)?;
    let answers = target().join("native.jsonl");
    step("answers of the crates without a browser", || {
        let native = cmd!(shell, "cargo run --quiet --release --example native").quiet().read()?;
        Ok(fs::write(&answers, native + "\n")?)
    })?;
    let record = target().join("playground.json");
    step("tests in a browser", || {
        Ok(cmd!(shell, "node test/e2e.mjs {site} {answers} {record}").quiet().run()?)
    })?;
    // With only some of the tests, the page has not shown all code.
    if std::env::var_os("ONLY").is_some() {
        return Ok(());
    }
    step("code that the page shows", || snippets::check(shell, &target(), &root()))
}
