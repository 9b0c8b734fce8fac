//! `cargo xtask python`: the Python package, built as a wheel and tested where it is installed.
//!
//! maturin builds the wheel, in a separate workspace, so that other tasks need not compile PyO3.
//! All files are below `target/python`: `tools` and `clean` are virtual environments, `wheels` has
//! the wheels. The tests run in `clean`, which has the wheel and the packages of
//! `tests/requirements.txt`, and no path to the source of the package.

use std::env;
use std::path::{Path, PathBuf};

use xshell::{Shell, cmd};

use crate::flags;
use crate::workspace::{Result, has_target, root, target};

/// The targets of released wheels. Those whose target of the compiler is missing are left out.
const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];

pub(crate) fn run(shell: &Shell, flags: &flags::Python) -> Result {
    let package = root().join("crates/boardbits-py");
    let folder = target()?.join("python");
    let _package = shell.push_dir(&package);
    let _target = shell.push_env("CARGO_TARGET_DIR", folder.join("build"));
    let tools = environment(shell, &folder.join("tools"))?;
    // Else the interpreter of an active environment would be asked.
    let _environment = shell.push_env("VIRTUAL_ENV", folder.join("tools"));
    let _python = shell.push_env("PYO3_PYTHON", &tools);
    install(shell, &tools, &["maturin>=1.16,<2"])?;
    let wheels = folder.join("wheels");
    shell.remove_path(&wheels)?;
    if flags.wheel {
        return release(shell, &tools, &wheels);
    }
    if flags.test {
        cmd!(shell, "cargo fmt --all --check").run()?;
        cmd!(shell, "cargo clippy --quiet --locked --all-targets -- -D warnings").run()?;
    }
    let build = ["-m", "maturin", "build", "--quiet", "--release", "--locked"];
    cmd!(shell, "{tools} {build...} --interpreter {tools} --out {wheels}").run()?;
    let wheel = shell.read_dir(&wheels)?.pop().ok_or("maturin has built no wheel")?;
    println!("{}", wheel.display());
    if flags.test { test(shell, &tools, &folder, &wheel) } else { Ok(()) }
}

/// Looks for typing errors in all files, as `typos.toml` says.
pub(crate) fn typos(shell: &Shell) -> Result {
    let tools = environment(shell, &target()?.join("python/tools"))?;
    install(shell, &tools, &["typos>=1.30,<2"])?;
    let typos = tools.with_file_name(format!("typos{}", env::consts::EXE_SUFFIX));
    Ok(cmd!(shell, "{typos}").quiet().run()?)
}

/// Installs the wheel into a clean environment and runs all tests there.
fn test(shell: &Shell, tools: &Path, folder: &Path, wheel: &Path) -> Result {
    // The audit needs a recent Python.
    match install(shell, tools, &["abi3audit"]) {
        Ok(()) => cmd!(shell, "{tools} -m abi3audit --strict {wheel}").quiet().run()?,
        Err(_) => eprintln!("python: abi3audit cannot be installed, the wheel is not audited"),
    }
    shell.remove_path(folder.join("clean"))?;
    let python = environment(shell, &folder.join("clean"))?;
    install(shell, &python, &["--requirement", "tests/requirements.txt"])?;
    cmd!(shell, "{python} -m pip install --quiet --no-index {wheel}").quiet().run()?;
    let options = ["--quiet", "-p", "no:cacheprovider", "--pyargs", "boardbits", "tests"];
    cmd!(shell, "{python} -B -m pytest {options...}").run()?;
    cmd!(shell, "{python} -m mypy.stubtest boardbits --allowlist tests/stubtest.txt").run()?;
    Ok(())
}

/// Builds the wheels of a release, which run with every C library since 2014.
fn release(shell: &Shell, tools: &Path, wheels: &Path) -> Result {
    // Zig links against old versions of the C library, and for other processors.
    install(shell, tools, &["ziglang"])?;
    // maturin asks the first Python of the path for it.
    let programs = tools.parent().ok_or("an interpreter without a folder")?;
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([programs.into()].into_iter().chain(env::split_paths(&path)))?;
    let _path = shell.push_env("PATH", path);
    for target in TARGETS {
        if !has_target(shell, target)? {
            eprintln!("skipped: rustup target add {target}");
            continue;
        }
        let build = ["-m", "maturin", "build", "--quiet", "--profile", "dist", "--locked", "--zig"];
        let compatibility = ["--compatibility", "manylinux2014", "--target", target];
        cmd!(shell, "{tools} {build...} {compatibility...} --interpreter {tools} --out {wheels}")
            .run()?;
    }
    shell.read_dir(wheels)?.iter().for_each(|wheel| println!("{}", wheel.display()));
    Ok(())
}

/// Makes a virtual environment, unless there is one, and returns its interpreter.
fn environment(shell: &Shell, folder: &Path) -> Result<PathBuf> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        let base = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        cmd!(shell, "{base} -m venv {folder}").quiet().run()?;
    }
    Ok(python)
}

/// Installs packages from the registry.
fn install(shell: &Shell, python: &Path, packages: &[&str]) -> Result {
    let options =
        ["--quiet", "--disable-pip-version-check", "--no-compile", "--only-binary", ":all:"];
    Ok(cmd!(shell, "{python} -m pip install {options...} {packages...}").quiet().run()?)
}
