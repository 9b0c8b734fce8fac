//! From the crates to a folder of static files.

use std::fs;
use std::path::Path;
use std::process::Command;

use wasm_bindgen_cli_support::Bindgen;

use crate::{Result, cargo, run, target, www};

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the page into a folder, which is created.
pub(crate) fn build(folder: &Path) -> Result {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let folder = folder.canonicalize()?;
    wasm()?;
    packages()?;
    run(Command::new("node").current_dir(www()).arg("node_modules/typescript/bin/tsc"))?;
    run(Command::new("node").current_dir(www()).arg("build.mjs").arg(&folder))?;
    println!("built {}", folder.display());
    Ok(())
}

/// Compiles the crates and writes their JavaScript side into `www/generated`.
fn wasm() -> Result {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output()?.stdout;
    let sysroot = String::from_utf8(sysroot)?;
    if !Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).exists() {
        return Err(format!("the target {TARGET} is missing: rustup target add {TARGET}").into());
    }
    let build = ["build", "--quiet", "-p", "boardbits-web", "--profile", "web", "--target", TARGET];
    run(cargo().args(build))?;
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
fn packages() -> Result {
    let (lock, installed) = (www().join("package-lock.json"), www().join("node_modules/.lock"));
    let lock = fs::read(lock)?;
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
    run(Command::new("npm").current_dir(www()).args(options))?;
    fs::write(installed, lock)?;
    Ok(())
}
