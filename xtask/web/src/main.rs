//! Builds, serves and tests the playground. `cargo xtask web` runs it.
//!
//! It is a separate program in the workspace of the playground, so that other tasks need not compile wasm-bindgen.

mod build;
mod serve;
mod test;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const USAGE: &str = "\
usage: cargo xtask web                  build the page into target/web/site
       cargo xtask web --serve          build it and serve it on this machine
       cargo xtask web --test           check, build and test it in a browser
       cargo xtask web --release DIR    build it into DIR, for a static host";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let result = match arguments[..] {
        [] => site().and_then(|site| build::build(&site)),
        ["--serve"] => serve(),
        ["--test"] => test::test(),
        ["--release", folder] => build::build(Path::new(folder)),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("web: {error}");
            ExitCode::FAILURE
        }
    }
}

fn serve() -> Result {
    let site = site()?;
    build::build(&site)?;
    let server = serve::Server::start(&site, 8000)?;
    println!("The playground is at {}. Stop it with Ctrl+C.", server.address());
    loop {
        std::thread::park();
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of the playground.
fn playground() -> PathBuf {
    root().join("crates/boardbits-web")
}

/// The folder of its page.
fn www() -> PathBuf {
    playground().join("www")
}

/// What is built lies below the main workspace's `target`.
fn target() -> PathBuf {
    root().join("target/web")
}

fn site() -> Result<PathBuf> {
    let site = target().join("site");
    std::fs::create_dir_all(&site)?;
    Ok(site)
}

/// Cargo for the workspace of the playground.
fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(playground()).env("CARGO_TARGET_DIR", target());
    command
}

/// Runs a command that must succeed.
fn run(command: &mut Command) -> Result {
    let shown = format!("{} {}", command.get_program().display(), arguments(command));
    let status = command.status().map_err(|error| format!("cannot run {shown}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{shown}: {status}").into()) }
}

fn arguments(command: &Command) -> String {
    let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
    arguments.join(" ")
}
