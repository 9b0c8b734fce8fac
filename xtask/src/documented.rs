//! A test that the `cargo xtask` commands in documents have names and options that exist.

use std::ffi::OsString;
use std::fs;

use xshell::{Shell, cmd};

use crate::flags::Xtask;
use crate::workspace::root;

/// The arguments of `cargo xtask` in blocks of code and `inline code`.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut in_block = false;
    let mut prose = String::new();
    for line in text.lines() {
        let fence = line.starts_with("```");
        in_block ^= fence;
        if in_block && !fence {
            commands.push(line.split(" #").next().unwrap_or(line).trim().to_owned());
        } else if !fence {
            prose += line;
            prose.push(' ');
        }
    }
    commands.extend(prose.split('`').skip(1).step_by(2).map(str::to_owned));
    let arguments = |command: &String| command.strip_prefix("cargo xtask ").map(str::to_owned);
    commands.iter().filter_map(arguments).collect()
}

#[test]
fn commands_of_documents_exist() {
    let shell = Shell::new().unwrap();
    shell.change_dir(root());
    let files = cmd!(shell, "git ls-files -- *.md").quiet().read().unwrap();
    let mut count = 0;
    for file in files.lines() {
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        for command in commands(&text) {
            count += 1;
            // The playground brings this command.
            if command.starts_with("web") && !include_str!("flags.rs").contains("cmd web") {
                continue;
            }
            let words = command.split_whitespace();
            let words = words.map(|word| if word == "--crate" { "--package" } else { word });
            let parsed = Xtask::from_vec(words.map(OsString::from).collect());
            // A command alone, such as `cargo xtask fuzz`, stands for all its uses.
            let alone = command.split_whitespace().count() == 1;
            if let Err(error) = parsed {
                let error = error.to_string();
                assert!(
                    command == "--help" || alone && error.contains("required"),
                    "{file}: cargo xtask {command}: {error}"
                );
            }
        }
    }
    assert!(count > 20, "{count} commands");
}

#[test]
fn commands_are_found() {
    let text = "`cargo xtask a` and `cargo\nxtask b`\n```sh\ncargo xtask c --d # e\ncargo f\n```\n";
    assert_eq!(commands(text), ["c --d", "a", "b"]);
}
