//! Runs the code that the page shows for some positions: Rust, Python and the command line must give the same answers.
//!
//! The tests in the browser write it into `snippets.jsonl`: one object each line, with `link`, `rust`, `python`, `shell`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::{Result, run};

/// The crates that snippets use: package and folder.
const CRATES: [(&str, &str); 5] = [
    ("c4-solver", "c4-solver"),
    ("cc-table", "cc-table"),
    ("havannah-uf", "havannah-uf"),
    ("king-paths", "king-paths"),
    ("meteor-puzzle", "meteor"),
];

/// Runs all snippets of the last test.
pub(crate) fn check(target: &Path, root: &Path) -> Result {
    let lines = fs::read_to_string(target.join("snippets.jsonl"))?;
    let snippets: Vec<Value> =
        lines.lines().map(serde_json::from_str).collect::<std::result::Result<_, _>>()?;
    let field = |snippet: &Value, name: &str| snippet[name].as_str().unwrap_or_default().to_owned();
    let sources: Vec<_> = snippets.iter().map(|snippet| field(snippet, "rust")).collect();
    let program = compile(&sources, target, root)?;
    run(cargo(root).args(["build", "--quiet", "-p", "boardbits"]))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", root.join("target/debug").canonicalize()?.display());
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let has_python = output(Command::new(&python).args(["-c", "import boardbits"])).is_ok();
    if !has_python {
        println!(
            "web: Python is not checked: `import boardbits` fails (cargo xtask python builds it)"
        );
    }
    let mut compared = 0;
    for (number, snippet) in snippets.iter().enumerate() {
        let link = field(snippet, "link");
        let mut answers = vec![
            ("rust", output(Command::new(&program).arg(number.to_string()))?),
            (
                "shell",
                output(
                    Command::new("sh").args(["-c", &field(snippet, "shell")]).env("PATH", &path),
                )?,
            ),
        ];
        if has_python {
            answers.push((
                "python",
                output(
                    Command::new(&python)
                        .args(["-c", &field(snippet, "python")])
                        .env("PATH", &path),
                )?,
            ));
        }
        for (language, answer) in &answers {
            if answer.trim().is_empty() {
                return Err(format!("#{link}: {language} prints nothing").into());
            }
        }
        let tab = link.split('=').next().unwrap_or_default();
        let first = answer(tab, answers[0].0, &answers[0].1);
        compared += usize::from(!first.is_empty());
        for (language, printed) in &answers {
            if answer(tab, language, printed) != first {
                let rust = &answers[0].1;
                return Err(format!("#{link}: {language} prints {printed}, rust {rust}").into());
            }
        }
    }
    println!(
        "web: ran the code of {} positions, compared the answers of {compared}",
        snippets.len()
    );
    Ok(())
}

/// The answer that a snippet has printed, in the same form for all languages; empty without an exact one.
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

/// The scores of the columns, `None` for a full one. The command line repeats the moves before them.
fn scores(language: &str, answer: &str) -> Vec<Option<i64>> {
    let text = answer.replace(['[', ']'], " ");
    let words = text.split_whitespace().skip(usize::from(language == "shell"));
    // Python has a large negative number for a full column.
    words.map(|word| word.parse().ok().filter(|score| *score > -1000)).collect()
}

/// Compiles all sources to one program, which runs the one whose number is its argument. Separate
/// programs would compile the code that they use once each.
fn compile(sources: &[String], target: &Path, root: &Path) -> Result<PathBuf> {
    let folder = target.join("snippets");
    let modules = folder.join("src");
    fs::remove_dir_all(&folder)
        .or_else(|error| if folder.exists() { Err(error) } else { Ok(()) })?;
    fs::create_dir_all(&modules)?;
    let crates = root.join("crates").canonicalize()?;
    let dependencies: String = CRATES
        .iter()
        .map(|(name, folder)| format!("{name} = {{ path = {:?} }}\n", crates.join(folder)))
        .collect();
    let manifest = format!(
        "[workspace]\n[package]\nname = \"snippets\"\nedition = \"2024\"\n\n[dependencies]\n{dependencies}\n\
         [profile.dev]\nopt-level = 2\ndebug = false\n"
    );
    fs::write(folder.join("Cargo.toml"), manifest)?;
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let (mut declared, mut called) = (String::new(), String::new());
    for (i, source) in sources.iter().enumerate() {
        let module = source.replacen("fn main()", "pub fn main()", 1);
        fs::write(modules.join(format!("s{i}.rs")), module)?;
        declared += &format!("mod s{i};\n");
        called += &format!("        {i} => s{i}::main(),\n");
    }
    let main = format!(
        "{declared}\nfn main() {{\n    let number: usize = std::env::args().nth(1).unwrap().parse().unwrap();\n    \
         match number {{\n{called}        _ => panic!(\"expected the number of a snippet\"),\n    }}\n}}\n"
    );
    fs::write(modules.join("main.rs"), main)?;
    let built = target.join("snippets-target");
    run(cargo(&folder).args(["build", "--quiet"]).env("CARGO_TARGET_DIR", &built))?;
    Ok(built.join("debug/snippets"))
}

fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder).env_remove("CARGO_TARGET_DIR");
    command
}

/// What a program prints, if it succeeds.
fn output(command: &mut Command) -> Result<String> {
    let Output { status, stdout, stderr } = command.output()?;
    if status.success() {
        return Ok(String::from_utf8(stdout)?);
    }
    Err(format!("{command:?}: {status}\n{}", String::from_utf8_lossy(&stderr)).into())
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
