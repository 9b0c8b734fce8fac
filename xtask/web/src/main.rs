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
use xshell::{Cmd, Shell, cmd};

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
        ["--snippets"] => run_snippets(shell),
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

/// Runs a command, and prints its name before and its time after it.
fn step(name: &str, command: Cmd<'_>) -> Result {
    let started = Instant::now();
    println!("web: {name} …");
    command.quiet().run()?;
    println!("web: {name}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(())
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into a folder, which is created.
fn build(shell: &Shell, folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize()?;
    packages(shell)?;
    let options = ["--quiet", "-p", "boardbits-web", "--profile", "web", "--target", TARGET];
    step("WebAssembly (some minutes the first time)", cmd!(shell, "cargo build {options...}"))?;
    bind()?;
    step("types of the page", cmd!(shell, "node node_modules/typescript/bin/tsc"))?;
    step("page", cmd!(shell, "node build.mjs {folder}"))?;
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
    step("npm packages", cmd!(shell, "npm ci {options...}"))?;
    Ok(shell.write_file(installed, lock)?)
}

/// Checks, builds and tests the playground.
fn test(shell: &Shell, site: &Path) -> Result {
    step("formatting", cmd!(shell, "cargo fmt --all --check"))?;
    let options = ["--quiet", "--workspace", "--all-targets", "--", "-D", "warnings"];
    step("clippy", cmd!(shell, "cargo clippy {options...}"))?;
    // Optimized as the answers below, so that both use the same libraries.
    step("unit tests", cmd!(shell, "cargo test --quiet --workspace --release"))?;
    build(shell, site)?;
    let (answers, record) = (target().join("native.jsonl"), target().join("playground.json"));
    let native = cmd!(shell, "cargo run --quiet --release --example native").quiet().read()?;
    fs::write(&answers, native + "\n")?;
    step("tests in a browser", cmd!(shell, "node test/e2e.mjs {site} {answers} {record}"))?;
    // With only some of the tests, the page has not shown all code.
    if std::env::var_os("ONLY").is_some() {
        return Ok(());
    }
    run_snippets(shell)
}

/// Runs the code that the page showed in the last test.
fn run_snippets(shell: &Shell) -> Result {
    let (folder, main) = (target(), target().join(".."));
    step("code that the page shows", cmd!(shell, "node test/snippets.mjs {folder} {main}"))
}
