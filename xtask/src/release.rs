//! `cargo xtask release`: the checks before a release. docs/MAINTAINING.md names the commands that
//! make one.

use xshell::{Shell, cmd};

use crate::workspace::{Result, build, root};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Packages and builds all crates as an upload would, then writes the files that accompany the
/// program in distributions.
pub(crate) fn run(shell: &Shell) -> Result {
    // Cargo's home keeps the sources of a package by version and folder: in a folder with the same
    // name, those of an earlier run would be built again.
    let target = tempfile::Builder::new().prefix("publish").tempdir_in(root().join("target"))?;
    let folder = target.path();
    let options =
        ["--workspace", "--dry-run", "--allow-dirty", "--config", "profile.dev.debug=false"];
    cmd!(shell, "cargo publish {options...} --target-dir {folder}").run()?;
    target.close()?;

    let program = build(shell, "boardbits")?;
    let assets = root().join("target/release-assets");
    shell.remove_path(&assets)?;
    let (man, completions) = (assets.join("man"), assets.join("completions"));
    shell.create_dir(&completions)?;
    cmd!(shell, "{program} man --directory {man}").run()?;
    for name in SHELLS {
        let script = cmd!(shell, "{program} completions {name}").quiet().read()?;
        shell.write_file(completions.join(format!("boardbits.{name}")), script)?;
    }
    let pages = shell.read_dir(&man)?.len();
    println!("{}: {pages} manual pages, completions for {}", assets.display(), SHELLS.join(", "));
    Ok(())
}
