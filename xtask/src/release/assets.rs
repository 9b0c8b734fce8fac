//! Files that accompany the program in distributions: manual pages and completions.

use std::path::Path;

use xshell::{Shell, cmd};

use crate::workspace::{Result, root};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Writes `target/release-assets/man` and `target/release-assets/completions`, as `program` prints them.
pub(super) fn generate(shell: &Shell, program: &Path) -> Result {
    let assets = root().join("target/release-assets");
    shell.remove_path(&assets)?;
    let (man, completions) = (assets.join("man"), assets.join("completions"));
    shell.create_dir(&completions)?;
    cmd!(shell, "{program} man --directory {man}").run()?;
    for name in SHELLS {
        let script = cmd!(shell, "{program} completions {name}");
        shell.write_file(completions.join(format!("boardbits.{name}")), script.quiet().read()?)?;
    }
    let pages = shell.read_dir(&man)?.len();
    println!("{}: {pages} manual pages, completions for {}", assets.display(), SHELLS.join(", "));
    Ok(())
}
