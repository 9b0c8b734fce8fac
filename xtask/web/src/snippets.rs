//! Runs the code that the page shows for some positions: Rust, Python and the command line must
//! give the same answers.
//!
//! The tests in the browser write it into `snippets.jsonl`: a [`Snippet`] on each line.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use xshell::{Shell, cmd};

use crate::Result;

/// The code for a position.
#[derive(Deserialize)]
struct Snippet {
    link: String,
    rust: String,
    python: String,
    shell: String,
}

/// The crates that snippets use: package, folder, and features instead of the default ones. These
/// are the features of the example `native`, so both share the compiled crates.
const CRATES: [(&str, &str, Option<&str>); 5] = [
    ("c4-solver", "c4-solver", None),
    ("cc-table", "cc-table", Some("\"std\"")),
    ("havannah-uf", "havannah-uf", None),
    ("king-paths", "king-paths", Some("\"bigint\", \"std\"")),
    ("meteor-puzzle", "meteor", None),
];

/// Runs all snippets of the last test.
pub(crate) fn check(shell: &Shell, target: &Path, root: &Path) -> Result {
    let lines = fs::read_to_string(target.join("snippets.jsonl"))?;
    let snippets: Vec<Snippet> =
        lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?;
    let program = compile(shell, &snippets, target, root)?;
    // The program of the command lines, built as by the other checks of the main workspace.
    let main = root.join("Cargo.toml");
    let build = ["--workspace", "--features", "benches/rivals", "--bin", "boardbits"];
    let build = cmd!(shell, "cargo build --quiet {build...} --manifest-path {main}");
    let main = target.parent().unwrap_or(target);
    build.env("CARGO_TARGET_DIR", main).quiet().run()?;
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", main.join("debug").canonicalize()?.display());
    let _path = shell.push_env("PATH", path);
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let has_python = cmd!(shell, "{python} -c 'import boardbits'").quiet().ignore_stderr().read();
    if has_python.is_err() {
        println!(
            "web: Python is not checked: `import boardbits` fails (cargo xtask python builds it)"
        );
    }
    let mut compared = 0;
    for (number, Snippet { link, shell: script, python: code, .. }) in snippets.iter().enumerate() {
        let number = number.to_string();
        let mut runs = vec![
            ("rust", cmd!(shell, "{program} {number}")),
            ("shell", cmd!(shell, "sh -c {script}")),
        ];
        if has_python.is_ok() {
            runs.push(("python", cmd!(shell, "{python} -c {code}")));
        }
        let tab = link.split('=').next().unwrap_or_default();
        let mut first = None;
        for (language, run) in runs {
            let printed = run.quiet().read()?;
            if printed.trim().is_empty() {
                return Err(format!("#{link}: {language} prints nothing").into());
            }
            let found = answer(tab, language, &(printed.clone() + "\n"));
            let (expected, rust) = first.get_or_insert_with(|| (found.clone(), printed.clone()));
            if found != *expected {
                return Err(format!("#{link}: {language} prints {printed}, rust {rust}").into());
            }
        }
        compared += usize::from(first.is_some_and(|(answer, _)| !answer.is_empty()));
    }
    let count = snippets.len();
    println!("web: ran the code of {count} positions, compared the answers of {compared}");
    Ok(())
}

/// The answer that a snippet has printed, in the same form for all languages; empty without an
/// exact one.
fn answer(tab: &str, language: &str, printed: &str) -> Vec<Option<i64>> {
    let numbers = |text: &str| {
        let words = text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok()).collect::<Vec<Option<i64>>>()
    };
    match tab {
        "c4" => scores(language, printed),
        // The number of steps; the command line prints the points before it.
        "puyo" => {
            numbers(printed).into_iter().skip(usize::from(language == "shell")).take(1).collect()
        }
        // Distance and number of paths; the command line may draw them first.
        "paths" => {
            let sentence =
                printed.rsplit_once("distance").map_or(printed, |(_, sentence)| sentence);
            numbers(sentence).into_iter().take(2).collect()
        }
        "hav" => winning_cell(language, printed),
        // A number of solutions, or a solution: how often each piece came before.
        _ => {
            let text = printed.replace(['[', ']'], " ");
            let cells: Vec<_> = text.split_whitespace().collect();
            if cells.len() < 10 {
                return numbers(printed).into_iter().take(1).collect();
            }
            let first = |cell| cells.iter().position(|other| other == cell).map(|i| i as i64);
            cells.iter().map(first).collect()
        }
    }
}

/// Column and row of the move that wins, if a win is proven. What random games find is not exact.
fn winning_cell(language: &str, printed: &str) -> Vec<Option<i64>> {
    let numbers = |text: &str| -> Vec<i64> {
        text.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    };
    let found = match language {
        "shell" if printed.contains(": win\n") => {
            let line = printed.lines().find(|line| line.split(' ').nth(1) == Some("win"));
            line.and_then(|line| {
                let letter = line.bytes().next()?.to_ascii_lowercase();
                Some([i64::from(letter) - 96, *numbers(line).first()?])
            })
        }
        "rust" if printed.contains("win rate 1.00") => {
            printed.split_once("Hex").and_then(|(_, cell)| {
                let cell = numbers(cell);
                Some([*cell.first()?, *cell.get(1)?])
            })
        }
        // Row and column from 0.
        "python" if printed.contains("'proven': 'win'") => {
            printed.split_once("'cell'").and_then(|(_, cell)| {
                let cell = numbers(cell);
                Some([cell.get(1)? + 1, cell.first()? + 1])
            })
        }
        _ => None,
    };
    found.into_iter().flatten().map(Some).collect()
}

/// The scores of the columns, `None` for a full one. The command line repeats the moves before
/// them.
fn scores(language: &str, answer: &str) -> Vec<Option<i64>> {
    let text = answer.replace(['[', ']'], " ");
    let words = text.split_whitespace().skip(usize::from(language == "shell"));
    // Python has a large negative number for a full column.
    words.map(|word| word.parse().ok().filter(|score| *score > -1000)).collect()
}

/// Compiles all sources to one program, which runs the one whose number is its argument. Separate
/// programs would compile the code that they use once each.
fn compile(shell: &Shell, snippets: &[Snippet], target: &Path, root: &Path) -> Result<PathBuf> {
    let folder = target.join("snippets");
    shell.remove_path(&folder)?;
    let crates = root.join("crates").canonicalize()?;
    let dependencies: String = CRATES
        .iter()
        .map(|(name, folder, features)| {
            let path = crates.join(folder);
            let features = features.map_or(String::new(), |features| {
                format!(", default-features = false, features = [{features}]")
            });
            format!("{name} = {{ path = {path:?}{features} }}\n")
        })
        .collect();
    let manifest = format!(
        "[workspace]\n[package]\nname = \"snippets\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}"
    );
    shell.write_file(folder.join("Cargo.toml"), manifest)?;
    shell.copy_file(crates.join("boardbits-web/Cargo.lock"), folder.join("Cargo.lock"))?;
    let (mut declared, mut called) = (String::new(), String::new());
    for (i, Snippet { rust, .. }) in snippets.iter().enumerate() {
        let module = rust.replacen("fn main()", "pub fn main()", 1);
        shell.write_file(folder.join(format!("src/s{i}.rs")), module)?;
        declared += &format!("mod s{i};\n");
        called += &format!("        {i} => s{i}::main(),\n");
    }
    let main = format!(
        "{declared}\nfn main() {{\n    let number: usize = std::env::args().nth(1).unwrap().parse().unwrap();\n    \
         match number {{\n{called}        _ => panic!(\"expected the number of a snippet\"),\n    }}\n}}\n"
    );
    shell.write_file(folder.join("src/main.rs"), main)?;
    let manifest = folder.join("Cargo.toml");
    let build = cmd!(shell, "cargo build --quiet --release --manifest-path {manifest}");
    build.env("CARGO_TARGET_DIR", target).quiet().run()?;
    Ok(target.join("release/snippets"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_in_each_language() {
        let same = |tab, rust, shell, python, expected: &[i64]| {
            let expected: Vec<_> = expected.iter().map(|&number| Some(number)).collect();
            for (language, printed) in [("rust", rust), ("shell", shell), ("python", python)] {
                assert_eq!(answer(tab, language, printed), expected, "{tab}, {language}");
            }
        };
        same("c4", "-2 1 3\n", "44 -2 1 3\n", "[-2  1  3]\n", &[-2, 1, 3]);
        same("puyo", "7 steps, 19360 points\n", "19360 7 ....../...\n", "7 steps\n", &[7]);
        let shell = "layer 1\n8 . x\ndistance 3, 12 shortest paths\n";
        let python = "3 steps\n12 shortest paths\n";
        same("paths", "Some(3) steps, 12 shortest paths\n", shell, python, &[3, 12]);
        same("poly", "9356 solutions\n", "9356\n", "9356 solutions\n", &[9356]);
        let (picture, array) = ("A A B B C\nA B B C C\n", "[[7 7 0 0 2]\n [7 0 0 2 2]]\n");
        same("poly", picture, picture, array, &[0, 0, 2, 2, 4, 0, 2, 2, 4, 4]);
        let rust = " . O\nHex { x: 4, y: 1 }, win rate 1.00\n";
        let shell = "first to move after 6 stones: win\nthreats of first: d1 bridge\nd1 win ? %\n";
        let python = "{'cell': (0, 3), 'proven': 'win'}\n";
        same("hav", rust, shell, python, &[4, 1]);
        let rust = "Hex { x: 4, y: 1 }, win rate 0.50\n";
        same(
            "hav",
            rust,
            "first to move: ?\nd1 ? 50 %\n",
            "{'cell': (0, 3), 'proven': None}\n",
            &[],
        );
    }
}
