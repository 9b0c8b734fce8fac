//! `cargo bench -p CRATE`: measures the tasks of the crate with criterion; `cargo bench` those of
//! all.
//!
//! They are in the package `benches`, which is built by another call of cargo: as a dependency of
//! the crate it would be compiled by `cargo test` too, and turn on features of the crate.

use std::env;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // `cargo test --benches` only compiles this file.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["bench", "--package", "benches", "--bench", "tasks", "--features", "criterion"]);
    if env!("CARGO_PKG_NAME") != "bench-schema" {
        cargo.args(["--no-default-features", "--features", env!("CARGO_PKG_NAME")]);
    }
    let arguments = arguments.iter().filter(|&argument| argument != "--bench");
    match cargo.arg("--").args(arguments).status() {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cannot run cargo: {error}");
            ExitCode::FAILURE
        }
    }
}
