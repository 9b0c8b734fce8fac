//! The tests of the libraries on other machines: `cargo xtask ci --step machines`.
//!
//! | machine | what it is for | runs by |
//! | --- | --- | --- |
//! | 64 bits of ARM | vectors of NEON | qemu |
//! | x86 of 32 bits | sizes that do not fit a `usize` | this processor |
//! | s390x | words whose first byte is the highest | qemu |
//! | WebAssembly | both of 32 bits, with and without vectors | Node.js |
//!
//! The tests are compiled with the profile `machines`: optimized, with debug assertions and checks
//! of overflow. ARM and x86 are linked by rustup's own linker and musl, so that only s390x takes a
//! cross compiler.

use xshell::{Shell, cmd};

use crate::workspace::{Result, libraries, root};

/// A machine: the target of the compiler, and the values of cargo's variables for it.
struct Machine {
    target: &'static str,
    linker: Option<&'static str>,
    /// The program that runs tests. Names in braces are replaced.
    runner: Option<&'static str>,
    flags: &'static str,
}

const AARCH64: Machine = Machine {
    target: "aarch64-unknown-linux-musl",
    linker: Some("rust-lld"),
    runner: Some("qemu-aarch64"),
    flags: "",
};

const I686: Machine = Machine {
    target: "i686-unknown-linux-musl",
    linker: Some("rust-lld"),
    runner: None,
    flags: "",
};

const S390X: Machine = Machine {
    target: "s390x-unknown-linux-gnu",
    linker: Some("s390x-linux-gnu-gcc"),
    runner: Some("qemu-s390x -L /usr/s390x-linux-gnu"),
    flags: "",
};

const WASM: Machine = Machine {
    target: "wasm32-wasip1",
    linker: None,
    runner: Some("node --no-warnings {root}/xtask/src/wasi.mjs"),
    // The main thread runs the tests, with a stack as large as that of other threads.
    flags: "-Clink-arg=-zstack-size=2097152",
};

const SIMD128: Machine =
    Machine { flags: "-Clink-arg=-zstack-size=2097152 -Ctarget-feature=+simd128", ..WASM };

/// Tests that start themselves as a process, which the system cannot do with an emulated program.
const STARTS_ITSELF: [&str; 3] = [
    "threads_that_cannot_be_started_are_left_out",
    "playouts_need_no_further_thread",
    "a_search_needs_no_further_thread",
];

/// Tests of many positions or large images, which take minutes in an emulator. The processor with 32
/// bits runs them.
const SLOW: [&str; 6] = [
    "all_positions::all_positions_of_small_boards",
    "distinct_positions_are_as_many_as_published",
    "empty_boards_have_known_scores",
    "positions_after_all_moves_are_the_same",
    "strips_are_labeled_as_the_whole",
    "the_embedded_book_agrees_with_a_search",
];

/// The libraries with code for vectors whose tests of it are unit tests or integration tests.
const WITH_UNITS: [&str; 4] = ["bitboard-core", "cc-table", "cc-label", "king-paths"];
const WITH_INTEGRATION: [&str; 3] = ["bitboard-core", "cc-table", "king-paths"];
/// The tests that compare this code with other code.
const VECTORS: [&str; 6] =
    ["all_instructions", "batch::", "batches::", "board::tests", "chains::", "simd::"];

/// The cases of a property. Code for vectors is also tested with the usual number, see [`vectors`].
const CASES: &str = "20";

/// Runs all tests of the libraries on all machines, also after one that fails. WebAssembly with
/// vectors differs in the libraries that have code for them.
pub(crate) fn all(shell: &Shell) -> Result {
    let vectors = [neon(shell), simd128(shell)];
    let _cases = shell.push_env("QUICKCHECK_TESTS", CASES);
    let packages: Vec<_> = libraries().collect();
    let everything = [AARCH64, I686, S390X, WASM].map(|machine| (machine, &packages[..]));
    let all = everything.into_iter().chain([(SIMD128, &WITH_UNITS[..])]);
    let all = all.map(|(it, packages)| test(shell, &it, packages, &["--lib", "--tests"], &[]));
    let failed: Vec<_> = vectors.into_iter().chain(all).filter_map(Result::err).collect();
    if failed.is_empty() {
        return Ok(());
    }
    let failed: Vec<_> = failed.iter().map(ToString::to_string).collect();
    Err(failed.join("\n").into())
}

/// Runs the tests of code for vectors with NEON.
pub(crate) fn neon(shell: &Shell) -> Result {
    vectors(shell, &AARCH64)
}

/// Runs the tests of code for vectors with SIMD128 of WebAssembly.
pub(crate) fn simd128(shell: &Shell) -> Result {
    vectors(shell, &SIMD128)
}

fn vectors(shell: &Shell, machine: &Machine) -> Result {
    test(shell, machine, &WITH_UNITS, &["--lib"], &VECTORS)?;
    test(shell, machine, &WITH_INTEGRATION, &["--tests"], &VECTORS)
}

/// Runs tests of some kinds whose names contain one of the filters.
fn test(
    shell: &Shell,
    machine: &Machine,
    packages: &[&str],
    kinds: &[&str],
    filters: &[&str],
) -> Result {
    let Machine { target, linker, runner, flags } = machine;
    eprintln!("ci: {target} {flags}");
    let prefix = format!("CARGO_TARGET_{}_", target.to_uppercase().replace('-', "_"));
    let root = root().display().to_string();
    let runner = runner.map(|runner| runner.replace("{root}", &root)).unwrap_or_default();
    let values =
        [("LINKER", linker.unwrap_or_default()), ("RUNNER", &runner), ("RUSTFLAGS", flags)];
    let is_set = |(_, value): &(&str, &str)| !value.is_empty();
    let _values: Vec<_> = (values.into_iter().filter(is_set))
        .map(|(name, value)| shell.push_env(format!("{prefix}{name}"), value))
        .collect();
    let packages = packages.iter().flat_map(|name| ["-p", name]);
    let (starts_itself, slow) = (runner.starts_with("qemu"), !runner.is_empty());
    let skipped = [(starts_itself, &STARTS_ITSELF[..]), (slow, &SLOW)].into_iter();
    let skipped = skipped.filter(|(is_skipped, _)| *is_skipped).flat_map(|(_, names)| names);
    let skipped = skipped.flat_map(|name| ["--skip", name]);
    let options = [
        "--quiet",
        "--profile",
        "machines",
        "--target",
        target,
        "--all-features",
        "--no-fail-fast",
    ];
    cmd!(shell, "cargo test {options...} {packages...} {kinds...} -- {filters...} {skipped...}")
        .run()
        .map_err(|failure| format!("{target}: {failure}").into())
}
