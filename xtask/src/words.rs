//! The check of words: unidiomatic phrases and a second spelling do not come back into prose.
//!
//! Prose is the text of Markdown files outside code, and comments and string literals of Rust files. The list is below; it
//! is meant for phrases that have a plain replacement in every place.

use std::fs;
use std::path::Path;

use xshell::{Shell, cmd};

use crate::workspace::{Result, root};

/// A phrase, and what to write instead. Words are compared in lower case; ` ` matches any white space, including a line break.
const PHRASES: &[(&str, &str)] = &[
    ("is no", "is not a"),
    ("are no", "are not"),
    ("there is no such", "… does not exist"),
    ("there are no such", "… do not exist"),
    ("lest", "so that … not"),
    ("so many", "the number, or a name for it"),
    ("as many", "the number, or `at most N`"),
    ("made anew", "rebuilt"),
    ("anew", "again"),
    ("worked out", "computed"),
    ("to be had", "available"),
    ("at hand", "available"),
    ("of its own", "separate"),
    ("of their own", "separate"),
    ("of one's own", "custom"),
    ("whoever", "who, or a name"),
    ("nobody", "no player, no process, …"),
    ("somebody", "a player, a user, …"),
    ("hardly", "rarely, or a number"),
    ("foresee", "predict"),
    ("put down", "placed"),
    ("by heart", "memorized"),
    ("give or take", "about"),
    ("all the same", "anyway"),
    ("upon", "on"),
    ("goes on", "continues"),
    ("what it buys", "the gain, with a unit"),
    ("what it costs", "the cost, with a unit"),
    ("says whether", "returns whether"),
    ("says what", "names, or describes"),
    ("none that", "not one of"),
    ("whence", "from which"),
    ("why it is built so", "design"),
    ("colour", "color"),
    ("colours", "colors"),
    ("neighbour", "neighbor"),
    ("neighbours", "neighbors"),
    ("behaviour", "behavior"),
    ("optimised", "optimized"),
    ("optimise", "optimize"),
    ("unoptimised", "unoptimized"),
    ("serialised", "serialized"),
    ("centre", "center"),
    ("licence", "license"),
    ("licences", "licenses"),
];

pub(crate) fn run(shell: &Shell) -> Result {
    let files = cmd!(shell, "git ls-files -- *.md *.rs").quiet().read()?;
    let mut found = Vec::new();
    for file in files.lines().filter(|file| !file.ends_with("xtask/src/words.rs")) {
        // A file may be deleted and not yet committed.
        let Ok(text) = fs::read_to_string(root().join(file)) else { continue };
        let prose = if file.ends_with(".md") { markdown(&text) } else { rust(&text) };
        for (line, phrase, instead) in search(&prose) {
            found.push(format!("{file}:{line}: {phrase:?}: write {instead:?}"));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(format!("{} phrases to replace:\n{}", found.len(), found.join("\n")).into())
}

/// The phrases in the prose, with their lines.
fn search(prose: &str) -> Vec<(usize, &'static str, &'static str)> {
    let mut words = Vec::new();
    for (number, line) in (1..).zip(prose.lines()) {
        let split = line.split(|symbol: char| !symbol.is_alphanumeric() && symbol != '\'');
        words.extend(
            split.filter(|word| !word.is_empty()).map(|word| (number, word.to_lowercase())),
        );
    }
    let mut found = Vec::new();
    for &(phrase, instead) in PHRASES {
        let phrase_words: Vec<_> = phrase.split(' ').collect();
        for (start, window) in words.windows(phrase_words.len()).enumerate() {
            let equal = window.iter().zip(&phrase_words).all(|((_, word), wanted)| word == wanted);
            // "There is no memory" is plain.
            let exists = phrase.ends_with(" no") && start > 0 && words[start - 1].1 == "there";
            if equal && !exists {
                found.push((window[0].0, phrase, instead));
            }
        }
    }
    found.sort_unstable();
    found
}

/// The text outside blocks of code and `code`; as many lines as before.
fn markdown(text: &str) -> String {
    let mut in_block = false;
    let mut prose = String::new();
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        if !fence && !in_block {
            // Links and code are names.
            prose.extend(line.split('`').step_by(2).flat_map(|part| [part, " . "]));
        }
        in_block ^= fence;
        prose.push('\n');
    }
    prose
}

/// Comments and string literals; the number of lines is kept.
fn rust(text: &str) -> String {
    let mut prose = String::new();
    let mut in_block = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        if let Some(comment) = trimmed.strip_prefix("//") {
            let comment = comment.trim_start_matches(['/', '!']).trim_start();
            let fence = comment.starts_with("```");
            if !fence && !in_block {
                prose.extend(comment.split('`').step_by(2).flat_map(|part| [part, " . "]));
            }
            in_block ^= fence;
        } else {
            in_block = false;
            // Every second part is in quotes. A quote in a character literal only costs accuracy in its line.
            for (index, part) in line.split('"').enumerate() {
                let comment = if index % 2 == 0 {
                    part.split_once("// ").map(|(_, text)| text)
                } else {
                    Some(part)
                };
                prose.push_str(comment.unwrap_or(" . "));
                prose.push_str(" . ");
            }
        }
        prose.push('\n');
    }
    prose
}

/// Every number of three and more digits in the prose of a README occurs in a Rust file, a generated file or a sample: a
/// wrong digit is noticed.
pub(crate) fn numbers(shell: &Shell) -> Result {
    let files = cmd!(shell, "git ls-files").quiet().read()?;
    let is_source = |file: &&str| {
        Path::new(file)
            .extension()
            .is_some_and(|extension| extension == "rs" || extension == "toml")
            || file.contains("/samples/")
            || file.contains("/puzzles/")
    };
    let mut sources = String::new();
    for file in files.lines().filter(is_source) {
        sources += &fs::read_to_string(root().join(file)).unwrap_or_default();
    }
    let sources: String = sources.chars().filter(|symbol| !matches!(symbol, '_' | ',')).collect();
    let mut unknown = Vec::new();
    for file in files.lines().filter(|file| file.ends_with("README.md")) {
        let text = fs::read_to_string(root().join(file)).unwrap_or_default();
        for number in plain_numbers(&text) {
            if !contains_number(&sources, &number) {
                unknown.push(format!("{file}: {number} is not in any source file"));
            }
        }
    }
    if unknown.is_empty() { Ok(()) } else { Err(unknown.join("\n").into()) }
}

/// The numbers of three and more digits outside code, generated figures and links, without separators.
fn plain_numbers(text: &str) -> Vec<String> {
    let mut prose = String::new();
    let mut generated = false;
    for line in markdown(text).lines() {
        generated |= line.starts_with("<!-- bench: ") || line.starts_with("<!-- sizes:begin");
        if !generated {
            prose.push_str(line);
            prose.push('\n');
        }
        generated &= !line.starts_with("<!-- bench end") && !line.starts_with("<!-- sizes:end");
    }
    // Figures within a line: <!--bench … -->30 ms<!--/-->
    while let Some(start) = prose.find("<!--bench ") {
        let end = prose[start..].find("<!--/-->").map_or(prose.len(), |end| start + end + 8);
        prose.replace_range(start..end, " ");
    }
    let prose = prose.replace(',', "");
    let parts =
        prose.split(|symbol: char| !symbol.is_alphanumeric() && !matches!(symbol, '.' | '-' | '/'));
    let numbers = parts.filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
    numbers.filter(|number| number.len() >= 3).map(str::to_owned).collect()
}

/// Whether the number occurs, not as a part of a longer one.
fn contains_number(sources: &str, number: &str) -> bool {
    sources.match_indices(number).any(|(start, _)| {
        let digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let before = start.checked_sub(1).and_then(|index| sources.as_bytes().get(index));
        !digit(before) && !digit(sources.as_bytes().get(start + number.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::{contains_number, markdown, plain_numbers, rust, search};

    #[test]
    fn phrases_are_found_across_lines() {
        let found = search("This is\nno board, lest\n\nit be worked\nout. There is no board.");
        let lines: Vec<_> = found.iter().map(|(line, phrase, _)| (*line, *phrase)).collect();
        assert_eq!(lines, [(1, "is no"), (2, "lest"), (4, "worked out")]);
    }

    #[test]
    fn code_is_not_prose() {
        assert!(search(&markdown("a `lest` b\n```\nlest\n```\n")).is_empty());
        assert_eq!(search(&markdown("```\n```\nlest\n")).len(), 1);
        assert!(search(&rust("let lest = 1;\n/// ```\n/// lest\n/// ```\n")).is_empty());
        assert_eq!(search(&rust("let a = \"lest\"; // lest\n/// lest")).len(), 3);
    }

    #[test]
    fn numbers_outside_code_and_figures() {
        let text = "All 9,356 in 3×20, `1234`, v1.2.345\n<!-- bench: a -->\n| 777 |\n<!-- bench end -->\n\
                    <!--bench a-->555 ms<!--/--> 100";
        assert_eq!(plain_numbers(text), ["9356", "100"]);
        assert!(contains_number("= 9356;", "9356") && !contains_number("19356", "9356"));
    }
}
