//! `cargo xtask release`: publish every crate.

use xshell::{Shell, cmd};

use crate::{CRATES, Result, flags};

pub(crate) fn run(shell: &Shell, flags: &flags::Release) -> Result {
    if !flags.dry_run {
        return Err("only --dry-run is here yet; publish with `cargo publish --workspace`".into());
    }
    publish_dry_run(shell)?;
    for name in CRATES {
        let files = cmd!(shell, "cargo package --list --allow-dirty -p {name}").quiet().read()?;
        for needed in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            if !files.lines().any(|file| file == needed) {
                return Err(format!("the package of {name} lacks {needed}").into());
            }
        }
        println!("{name}: {} files", files.lines().count());
    }
    Ok(())
}

/// Packages every crate, builds each package as those who download it will, and uploads nothing.
pub(crate) fn publish_dry_run(shell: &Shell) -> Result {
    let packages = CRATES.iter().flat_map(|name| ["-p", name]);
    // Cargo keeps the sources of a package by version and folder: in the same folder, those of an
    // earlier run would be built again.
    let target = crate::root().join(format!("target/publish-{}", std::process::id()));
    let published =
        cmd!(shell, "cargo publish --dry-run --allow-dirty --target-dir {target} {packages...}")
            .run();
    std::fs::remove_dir_all(&target)?;
    Ok(published?)
}
