//! The public interface of the libraries: its items follow the rules of `docs/CONTRACT.md`.
//!
//! The items are read from the sources, which are formatted and whose `pub` items are all reachable
//! (the lint `unreachable_pub`). What macros generate is not seen.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const LIBRARIES: [&str; 6] =
    ["bitboard-core", "c4-solver", "cc-table", "havannah-uf", "king-paths", "meteor"];

/// A public item.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) of: &'static str,
    /// `fn`, `struct`, …
    kind: String,
    /// With the type that it belongs to: `Board::flood`.
    pub(crate) path: String,
    pub(crate) name: String,
    /// From its name to its body.
    pub(crate) signature: String,
    docs: String,
    attributes: String,
}

impl Item {
    fn owner(&self) -> Option<&str> {
        self.path.strip_suffix(&self.name)?.strip_suffix("::")
    }

    /// The arguments with their types, without `self`; none of what is not a function.
    fn arguments(&self) -> Vec<(&str, &str)> {
        if self.kind != "fn" {
            return Vec::new();
        }
        let arguments = after_generics(&self.signature[self.name.len()..]);
        let end = closing(arguments, '(', ')');
        let arguments =
            split(&arguments[1..end]).map(|argument| argument.trim_start_matches("mut "));
        arguments.filter_map(|argument| argument.split_once(": ")).collect()
    }

    /// The type of the result of a function.
    fn returns(&self) -> Option<&str> {
        if self.kind != "fn" {
            return None;
        }
        let rest = after_generics(&self.signature[self.name.len()..]);
        let (_, result) = rest[closing(rest, '(', ')')..].split_once("-> ")?;
        Some(result.split(" where").next().unwrap_or(result).trim())
    }

    /// Whether the function changes something of its caller's, or calls what may do so.
    fn has_effect(&self) -> bool {
        ["&mut ", "(mut self", "impl Fn"].iter().any(|sign| self.signature.contains(sign))
    }

    fn has_limits(&self) -> bool {
        self.arguments().iter().any(|(_, of)| of.starts_with("&Limits"))
    }

    fn is_must_use(&self) -> bool {
        self.attributes.contains("must_use")
    }

    fn has_example(&self) -> bool {
        self.docs.contains("```")
    }
}

/// What follows the parameters `<…>` at the beginning of a text.
fn after_generics(text: &str) -> &str {
    if text.starts_with('<') { &text[closing(text, '<', '>') + 1..] } else { text }
}

/// The position of the bracket that closes the first one.
fn closing(text: &str, open: char, close: char) -> usize {
    let mut depth = 0;
    for (i, symbol) in text.char_indices() {
        let is_arrow = symbol == '>' && text[..i].ends_with('-');
        depth += i32::from(symbol == open) - i32::from(symbol == close && !is_arrow);
        if depth == 0 {
            return i;
        }
    }
    panic!("{open} is not closed: {text}")
}

/// The parts between the commas that are outside of brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let (mut depth, mut last) = (0, ' ');
    text.split(move |symbol| {
        match symbol {
            '<' | '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '>' if last != '-' => depth -= 1,
            _ => {}
        }
        last = symbol;
        symbol == ',' && depth == 0
    })
    .map(str::trim)
}

/// All public items of the libraries. Empty in a published package, which lacks the other crates.
pub(crate) fn items() -> Vec<Item> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut items = Vec::new();
    for of in LIBRARIES {
        let Ok(sources) = sources(&crates.join(of).join("src")) else { continue };
        for file in sources {
            read(of, &fs::read_to_string(file).unwrap(), &mut items);
        }
    }
    items
}

/// The source files in a folder and those below it.
pub(crate) fn sources(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Appends the public items of a source file.
fn read(of: &'static str, text: &str, items: &mut Vec<Item>) {
    let (mut docs, mut attributes) = (String::new(), String::new());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let (code, from) = (line.trim(), start);
        start += line.len();
        if let Some(doc) = code.strip_prefix("///") {
            docs += doc;
            docs.push('\n');
            continue;
        }
        let count = |bracket: char| attributes.matches(bracket).count();
        if code.starts_with("#[") || count('[') > count(']') {
            attributes += code;
            continue;
        }
        let (docs, attributes) = (std::mem::take(&mut docs), std::mem::take(&mut attributes));
        let words: Vec<&str> = code.split(' ').collect();
        let Some(words) = words.strip_prefix(&["pub"]) else { continue };
        let kinds = ["fn", "struct", "enum", "trait", "type"];
        let Some(at) = words.iter().position(|word| kinds.contains(word)) else { continue };
        let modifiers = ["const", "unsafe", "async"];
        if !words[..at].iter().all(|word| modifiers.contains(word))
            || attributes.contains("doc(hidden)")
        {
            continue;
        }
        let kind = words[at];
        if words[at + 1].starts_with('$') {
            continue;
        }
        let rest = &text[from + line.find(kind).unwrap() + kind.len() + 1..];
        let body = [rest.find('{'), rest.find(";\n")].into_iter().flatten().min();
        let signature = rest[..body.unwrap_or(rest.len())].trim();
        let signature = signature.split_whitespace().collect::<Vec<_>>().join(" ");
        let signature = signature.replace("( ", "(").replace(", )", ")");
        let end = signature.find(|symbol: char| !symbol.is_alphanumeric() && symbol != '_');
        let name = signature[..end.unwrap_or(signature.len())].to_owned();
        let path = if line.starts_with(' ') && kind == "fn" {
            format!("{}::{name}", owner(&text[..from]))
        } else {
            name.clone()
        };
        items.push(Item { of, kind: kind.to_owned(), path, name, signature, docs, attributes });
    }
}

/// The type of the last `impl` block in the text.
fn owner(before: &str) -> &str {
    let Some((_, header)) = before.rsplit_once("\nimpl") else { return "" };
    let header = header.split('{').next().unwrap_or(header);
    let header = after_generics(header).trim();
    let of = header.rsplit(" for ").next().unwrap_or(header);
    of.split(['<', ' ', '\n']).next().unwrap_or(of)
}

/// Checks that a rule is kept, except by items with a reason, which must break it.
fn check(rule: &str, exceptions: &[(&str, &str)], broken: Option<Vec<String>>) {
    let Some(broken) = broken else { return };
    let is_exception = |path: &&String| exceptions.iter().any(|(name, _)| name == path);
    let wrong: Vec<&String> = broken.iter().filter(|path| !is_exception(path)).collect();
    assert!(wrong.is_empty(), "{rule}:\n{wrong:#?}");
    for (name, reason) in exceptions {
        assert!(broken.iter().any(|path| path == name), "{name} keeps the rule: {reason}");
    }
}

/// The items that break a rule, or `None` in a published package.
fn broken(rule: impl Fn(&[Item], &Item) -> bool) -> Option<Vec<String>> {
    let items = items();
    if items.is_empty() {
        return None;
    }
    let broken = items.iter().filter(|item| rule(&items, item));
    Some(broken.map(|item| format!("{} {}", item.of, item.path)).collect())
}

#[test]
fn a_query_with_limits_has_a_twin_without_them() {
    let rule = |items: &[Item], item: &Item| {
        let Some(name) = item.name.strip_prefix("try_").filter(|_| item.has_limits()) else {
            return false;
        };
        let path = item.path.replace(&item.name, name);
        let arguments = item.arguments();
        let (_, others) = arguments.split_last().unwrap();
        let is_twin = |twin: &Item| twin.path == path && twin.arguments() == others;
        !items.iter().any(|twin| twin.of == item.of && is_twin(twin))
    };
    let continues = "continues another query";
    let threads = "takes a number of threads, as do only forms with limits";
    let exceptions = [
        ("c4-solver AnySolver::try_analyze", continues),
        ("c4-solver AnySolver::try_best_moves", "a macro makes `best_moves`"),
        ("c4-solver Solver::try_analyze", continues),
        ("c4-solver Solver::try_solve_from", continues),
        ("cc-table Labeler::try_label_on_threads", threads),
        ("cc-table try_components_on_threads", threads),
        ("cc-table try_select_on_threads", threads),
        ("havannah-uf Mcts::try_search", "`search` takes a number of playouts instead of limits"),
        ("king-paths Counting::try_run", continues),
        ("meteor Solutions::try_next", continues),
    ];
    check("a query with limits has a twin without them", &exceptions, broken(rule));
}

#[test]
fn limits_are_the_last_argument_of_queries_named_try() {
    let rule = |_: &[Item], item: &Item| {
        let is_last = item.arguments().last().is_some_and(|(name, _)| *name == "limits");
        item.name.starts_with("try_") != item.has_limits() || item.has_limits() && !is_last
    };
    check("limits are the last argument of queries named `try_…`", &[], broken(rule));
}

#[test]
fn arguments_that_belong_together_have_one_order() {
    let pairs = [("x", "y"), ("width", "height"), ("from", "to"), ("start", "goal")];
    let rule = |_: &[Item], item: &Item| {
        let arguments = item.arguments();
        let at = |name| arguments.iter().position(|(other, _)| *other == name);
        pairs.iter().any(|&(first, second)| {
            at(first).zip(at(second)).is_some_and(|(first, second)| second != first + 1)
        })
    };
    check("arguments that belong together have one order", &[], broken(rule));
}

#[test]
fn columns_and_squares_are_types() {
    let rule = |_: &[Item], item: &Item| {
        item.arguments().iter().any(|(name, of)| {
            matches!(*name, "column" | "square") && ["usize", "u32", "u8"].contains(of)
        })
    };
    check("columns and squares are types", &[], broken(rule));
}

#[test]
fn results_without_effects_must_be_used() {
    let rule = |items: &[Item], item: &Item| {
        let Some(result) = item.returns() else { return false };
        let name = if result == "Self" { item.owner() } else { result.split('<').next() };
        let of_type = |of: &&Item| of.of == item.of && Some(of.name.as_str()) == name;
        let is_must_use = ["Result<", "impl "].iter().any(|sign| result.contains(sign))
            || items.iter().filter(of_type).chain([item]).any(Item::is_must_use);
        !is_must_use && !item.has_effect()
    };
    let exceptions = [
        ("bitboard-core SimdLevel::run", "a kernel may change what it borrows"),
        ("cc-table Components::iter", "iterators are `#[must_use]`"),
    ];
    check("a result without effects is `#[must_use]`", &exceptions, broken(rule));
}

#[test]
fn errors_are_documented() {
    let rule = |_: &[Item], item: &Item| {
        let fails = item.returns().is_some_and(|result| result.contains("Result<"));
        fails && !item.docs.contains("# Errors")
    };
    check("a function that can fail has `# Errors`", &[], broken(rule));
}

#[test]
fn functions_and_types_have_examples() {
    let rule = |items: &[Item], item: &Item| {
        let twin = item.name.strip_prefix("try_");
        let mut same = items.iter().filter(|other| {
            other.of == item.of
                && (other.owner() == Some(&item.name) || Some(other.path.as_str()) == twin)
        });
        let has_methods =
            items.iter().any(|other| other.of == item.of && other.owner() == Some(&item.name));
        let needs = item.owner().is_none() && (item.kind == "fn" || has_methods);
        needs && !item.has_example() && !same.any(Item::has_example)
    };
    let exceptions = [
        ("bitboard-core SimdLevel", "`SimdKernel` has the example"),
        ("bitboard-core ThreadStop", "for crates that search with threads"),
        ("c4-solver Outcome", "`Game::outcome` has the example"),
        ("cc-table components_into", "as `components`"),
        ("cc-table try_select_on_threads", "as `select`"),
        ("cc-table Tiles", "`Tile` has the example"),
        ("cc-table Joined", "`Tile` has the example"),
        ("cc-table TileLabels", "`Tile` has the example"),
        ("havannah-uf Value", "`dfpn::Solver` has examples"),
    ];
    check("a function, or a type with methods, has an example", &exceptions, broken(rule));
}
