//! Files that accompany the program in distributions: manual pages and completions.

use xshell::{Shell, cmd};

use crate::workspace::{Result, root};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Writes `target/release-assets/man` and `target/release-assets/completions`, with the program itself.
pub(super) fn generate(shell: &Shell) -> Result {
    let assets = root().join("target/release-assets");
    shell.remove_path(&assets)?;
    let (man, completions) = (assets.join("man"), assets.join("completions"));
    shell.create_dir(&completions)?;
    cmd!(shell, "cargo run --quiet --release -p boardbits -- man --directory {man}").run()?;
    for name in SHELLS {
        let script = cmd!(shell, "cargo run --quiet --release -p boardbits -- completions {name}");
        shell.write_file(completions.join(format!("boardbits.{name}")), script.quiet().read()?)?;
    }
    let pages = shell.read_dir(&man)?.len();
    println!("{}: {pages} manual pages, completions for {}", assets.display(), SHELLS.join(", "));
    Ok(())
}
