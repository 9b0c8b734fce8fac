//! Words that prose and code avoid. This file has only tests.

use xshell::{Shell, cmd};

use crate::workspace::{Result, root};

/// Words that have a plainer replacement wherever they stand, and British spelling: a regular
/// expression. "Goes on" is refused as "continues", but not in "the stone goes on a cell".
const AVOIDED: &str = "lest|whence|anew|upon|hardly|whoever|nobody|somebody|foresee|worked out|to be had|by heart|put down|\
    give or take|none that|in vain|goes on([^ a-z]|$| (with|from|until|while|as|after|and|to|for|[a-z]+ing))|\
    (un|de|re)?(canonicali|emphasi|generali|initiali|maximi|memori|minimi|normali|optimi|organi|paralleli|randomi|\
    recogni|seriali|speciali|summari|synchroni|utili|vectori|visuali)s(e|es|ed|er|ing|ation)|analys(e|ed|ing)|\
    (colou|favou|neighbou|behaviou)r(s|ed|ing|ite|able)?|(label|model|travel)l(ed|ing)|centred?|licences?|grey";

/// The files with prose or texts that a user reads. This file names the words.
const WORDED: [&str; 8] =
    ["*.md", "*.rs", "*.ts", "*.mjs", "*.html", "*.py", "*.pyi", ":!xtask/src/words.rs"];

/// The lines with an avoided word, in the files that git knows or that `options` choose.
fn avoided(shell: &Shell, options: &[&str]) -> Result<String> {
    let search = cmd!(shell, "git grep {options...} -nwiE {AVOIDED} -- {WORDED...}");
    let output = search.quiet().ignore_status().output()?;
    match output.status.code() {
        // 1: no line has one.
        Some(0 | 1) => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        _ => Err(format!("git grep: {}", String::from_utf8_lossy(&output.stderr)).into()),
    }
}

#[test]
fn no_text_has_an_avoided_word() {
    // A copy of the sources without the repository has no list of its files.
    if root().join(".git").exists() {
        let shell = Shell::new().unwrap();
        shell.change_dir(root());
        let found = avoided(&shell, &[]).unwrap();
        assert!(found.is_empty(), "words to replace:\n{found}");
    }
}

#[test]
fn avoided_words_are_found_in_all_prose_and_only_there() {
    let shell = Shell::new().unwrap();
    let folder = shell.create_temp_dir().unwrap();
    shell.change_dir(folder.path());
    let files = [
        ("a.md", "A search that was stopped goes on.\nIt is put down.\n"),
        ("b.rs", "/// The optimised engine goes on with its table.\n"),
        ("c.ts", "// A labelled grid.\nconst words = 'Nobody has won.';\n"),
        ("d.mjs", "test('the search goes on solving');\n"),
        ("e.py", "\"\"\"Normalises the\ncolours.\"\"\"\n"),
        ("f.pyi", "# Behaviour of a centred image.\n"),
        // The words in another sense or another place.
        ("g.md", "The stone goes on a cell. Each thread has a table of its own.\n"),
        ("h.ts", "style.behavior = 'smooth'; // A promise that was raised otherwise.\n"),
        ("i.py", "# Noise of a precise exercise: analyses, comprised, likewise.\n"),
        ("j.json", "{\"colour\": \"grey\"}\n"),
    ];
    for (name, text) in files {
        shell.write_file(name, text).unwrap();
    }
    let found = avoided(&shell, &["--no-index"]).unwrap();
    let mut places: Vec<_> = found
        .lines()
        .map(|line| line.splitn(3, ':').take(2).collect::<Vec<_>>().join(":"))
        .collect();
    places.sort();
    let expected = [
        "a.md:1", "a.md:2", "b.rs:1", "c.ts:1", "c.ts:2", "d.mjs:1", "e.py:1", "e.py:2", "f.pyi:1",
    ];
    assert_eq!(places, expected);
    // A search that fails does not pass for one that finds nothing.
    assert!(avoided(&shell, &["--no-such-option"]).is_err());
}
