//! `cargo xtask release`: the checks before a release. docs/RELEASING.md names the commands that
//! make one.

use std::path::Path;

use xshell::{Shell, cmd};

use crate::workspace::{Result, libraries, root, target};

/// Packages and builds all crates as an upload would, and tests the packages of the libraries.
pub(crate) fn run(shell: &Shell) -> Result {
    // Cargo's home keeps the sources of a package by version and folder: in a folder with the same
    // name, those of an earlier run would be built again.
    let folder = target()?.join(format!("publish-{}", std::process::id()));
    let options =
        ["--workspace", "--dry-run", "--allow-dirty", "--config", "profile.dev.debug=false"];
    cmd!(shell, "cargo publish {options...} --target-dir {folder}").run()?;
    test_packages(shell, &folder.join("package"))?;
    Ok(shell.remove_path(folder)?)
}

/// Tests the libraries, each from its package alone, as a distribution does. `folder` has the
/// unpacked packages. A workspace of them makes them depend on each other, not on released versions.
fn test_packages(shell: &Shell, folder: &Path) -> Result {
    let manifest = shell.read_file(root().join("Cargo.toml"))?;
    let profiles = manifest.find("[profile.").ok_or("Cargo.toml has no profiles")?;
    let mut members = Vec::new();
    let mut patches = String::new();
    for path in shell.read_dir(folder)? {
        let member = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some((name, _version)) = member.rsplit_once('-') else { continue };
        if path.is_dir() && libraries().any(|library| library == name) {
            patches += &format!("{name} = {{ path = {member:?} }}\n");
            members.push(member.to_owned());
        }
    }
    if members.len() != libraries().count() {
        return Err(format!("{}: packages of {members:?} only", folder.display()).into());
    }
    let profiles = &manifest[profiles..];
    let workspace = format!(
        "[workspace]\nresolver = \"3\"\nmembers = {members:?}\n\n[patch.crates-io]\n{patches}\n{profiles}"
    );
    shell.write_file(folder.join("Cargo.toml"), workspace)?;
    shell.copy_file(root().join("Cargo.lock"), folder)?;
    let (manifest, target) = (folder.join("Cargo.toml"), target()?.join("packages"));
    let options = ["--workspace", "--lib", "--tests"];
    cmd!(shell, "cargo test {options...} --manifest-path {manifest} --target-dir {target}")
        .run()?;
    Ok(())
}
