//! The subcommands keep what `docs/RELIABILITY.md` promises. A subcommand that is not in the lists
//! of this file fails a test.

use std::fmt::{Debug, Display};
use std::fs;

use bitboard_core::{Bitboard, Cell, Chess, Steps};
use c4_solver::Position;
use cc_label::Image;
use cc_table::chain::Field;
use clap::{Arg, Command};
use havannah_uf::{Game, RingRule};
use king_paths::grid::{CostMap, Grid, StepKind};
use king_paths::{distances, shortest_paths};
use serde_json::Value;

use crate::common::{foreign_book, run};

/// The commands that answer lines: a right line, the same query in JSON, and a wrong line.
const LINES: &[(&str, [&str; 3])] = &[
    (
        "c4 solve --memory 1",
        ["5554224333234511764415115", r#"{"moves":"5554224333234511764415115"}"#, "8"],
    ),
    ("c4 solve --memory 1 --line", ["112233", r#"{"moves":"112233"}"#, "8"]),
    ("c4 solve --memory 1 --analyze", ["112233", r#"{"moves":"112233"}"#, "4444444"]),
    ("c4 solve --best --memory 1", ["41424", r#"{"moves":"41424"}"#, "8"]),
    ("c4 show -", ["1212121", r#"{"moves":"1212121"}"#, "12121212"]),
    ("components", ["2101800040", r#"{"board":"2101800040"}"#, "12g"]),
    ("chain", [CHAIN, r#"{"board":"CHAIN"}"#, "......"]),
    ("grid MAP", ["0,0 1,1", r#"{"from":[0,0],"to":[1,1]}"#, "0,0 9,9"]),
    ("grid MAP --octile", ["0,0 1,1", r#"{"from":[0,0],"to":[1,1]}"#, "0,0"]),
    ("havannah analyze", ["2 3 1,1 3,3 1,2", r#"{"game":"2 3 1,1 3,3 1,2"}"#, "3 1 9,9"]),
    ("havannah analyze --playouts 100", ["2 2 1,1 3,3", r#"{"game":"2 2 1,1 3,3"}"#, "x"]),
];

const CHAIN: &str =
    "....../....../....../....../....../....../....../....../....../.1..../0211../1222..";

const PICTURE: &str = "P1 3 2\n1 0 1\n1 0 1\n";

/// The other commands with `--format`, which answer one input as a whole, and an input.
const WHOLE: &[(&str, &str)] = &[
    ("c4 book --width 4 --height 4 --depth 1 -o DIR/built", ""),
    ("c4 book BOOK --width 5 --height 4 -o DIR/converted", ""),
    ("label", PICTURE),
    ("paths --from e4 --to a1,h8", ""),
    ("tour 5x5", ""),
    ("havannah referee", "1\n2 2\n1 1\n1 2\n"),
    ("meteor solve pentominoes-3x20 --memory 1", ""),
    ("meteor puzzles", ""),
];

/// The commands whose output has a different format, and its name.
const OWN_FORMAT: &[(&str, &str)] = &[
    ("demo", "pictures"),
    ("c4 play", "a dialogue"),
    ("havannah gtp", "Go Text Protocol"),
    ("completions", "shell script"),
    ("man", "roff"),
];

/// The commands with `--timeout`, and an input that takes longer than no time. That of `c4 play`
/// is for a dialogue, which goes on; it is tested there.
const LIMITED: &[(&str, &str)] = &[
    ("c4 solve --book none", "4\n"),
    ("c4 solve --best --width 8 --height 7", "4\n"),
    ("c4 book --depth 3 -o DIR/late", ""),
    ("grid - --from 0,0 --to 1,1", "..\n..\n"),
    ("grid - --octile --from 0,0 --to 1,1", "..\n..\n"),
    ("tour 30x30", ""),
    ("havannah analyze", "8 0\n"),
    ("havannah analyze --prove", "4 0\n"),
    ("meteor solve pentominoes-6x10", ""),
];

/// Queries without an answer.
const ABSENT: &[(&str, &str)] = &[
    ("paths --step bishop --from a1 --to b1", ""),
    ("grid - --step knight --from 0,0 --to 1,1", "..\n..\n"),
    ("grid - --octile --from 0,0 --to 2,0", ".#.\n"),
    ("tour 4x4 --closed", ""),
    ("c4 solve --best --width 2 --height 2", "1122\n"),
    ("meteor solve - --all", IMPOSSIBLE),
    ("meteor solve - --first", IMPOSSIBLE),
    ("meteor solve - --nth 1", IMPOSSIBLE),
    ("meteor solve - --sample 2", IMPOSSIBLE),
    ("meteor solve - --hint", IMPOSSIBLE),
];

const IMPOSSIBLE: &str = "board\n . . .\n\npiece I\n X X\n";
const REASON: &str = "boardbits: stdin: 3 cells are free, but the sizes of pieces add up to 2\n";

/// The other commands that read a text, which is a file or stdin, with lines or as a whole.
const TEXTS: &[(&str, &str)] = &[
    ("c4 solve --check TEXT", "5554224333234511764415115 4\n"),
    ("c4 play --blind --width 4 --height 4", "q\n"),
    ("grid TEXT --from 0,0 --to 1,1", "type octile\nheight 2\nwidth 2\nmap\n..\n..\n"),
    ("grid TEXT --from 0,0 --to 1,1", "..\n..\n"),
    ("tour TEXT", "#...\n....\n....\n"),
    ("havannah referee", "1\n2 2\n1 1\n1 2\n"),
    ("havannah analyze", "(;SZ[4];W[E1])\n"),
    ("havannah analyze", "(;SZ[4]\n;W[E1])\n"),
    ("havannah gtp", "boardsize 4\nquit\n"),
    ("meteor solve TEXT", "board\n . .\n\npiece I\n X X\n"),
    ("meteor solve TEXT", XMPUZZLE),
    ("meteor puzzles TEXT", XMPUZZLE),
];

const XMPUZZLE: &str = r#"<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><shapes><voxel x="1" y="1" z="1">#</voxel></shapes>
<problems><problem><shapes><shape id="0" count="1"/></shapes><result id="0"/></problem></problems>
</puzzle>
"#;

/// The shared options that some subcommands have, in the order of the columns. `--color` and
/// `--quiet` belong to all.
const SHARED: &[(&str, &str)] =
    &[("threads", "N"), ("memory", "MIB"), ("timeout", "SECONDS"), ("seed", "N")];

/// The subcommands that run by themselves, with their names.
pub(crate) fn subcommands() -> Vec<(String, Command)> {
    fn collect(command: &Command, name: &str, all: &mut Vec<(String, Command)>) {
        if !name.is_empty() && !command.is_subcommand_required_set() {
            all.push((name.to_owned(), command.clone()));
        }
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
            collect(inner, format!("{name} {}", inner.get_name()).trim(), all);
        }
    }
    let mut all = Vec::new();
    collect(&boardbits::command(), "", &mut all);
    all
}

pub(crate) fn option<'a>(command: &'a Command, id: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.get_id() == id)
}

/// The subcommand of a command line.
pub(crate) fn name_of(line: &str) -> String {
    let names = subcommands();
    let is_prefix = |name: &&String| line == name.as_str() || line.starts_with(&format!("{name} "));
    let name = names.iter().map(|(name, _)| name).filter(is_prefix).max_by_key(|name| name.len());
    name.unwrap_or_else(|| panic!("{line} is not a subcommand")).clone()
}

#[test]
fn shared_options_are_the_same_everywhere() {
    let mut wrong = Vec::new();
    for (name, command) in subcommands() {
        let mut expect = |is_right: bool, what: &str| {
            if !is_right {
                wrong.push(format!("{name}: {what}"));
            }
        };
        for (id, value) in
            [("format", "FORMAT"), ("svg", "FILE"), ("png", "FILE")].iter().chain(SHARED)
        {
            let Some(arg) = option(&command, id) else { continue };
            let names = arg.get_value_names().unwrap_or_default();
            expect(
                names.len() == 1 && names[0] == *value,
                &format!("--{id} is not --{id} {value}"),
            );
            expect(arg.get_long() == Some(id), &format!("--{id} has another name"));
        }
        match option(&command, "format") {
            Some(format) => {
                let values = format.get_possible_values();
                expect(
                    values
                        .iter()
                        .map(clap::builder::PossibleValue::get_name)
                        .take(2)
                        .eq(["text", "json"]),
                    "formats",
                );
                expect(format.get_default_values() == ["text"], "text is not the default format");
                let tested =
                    LINES.iter().map(|(line, _)| *line).chain(WHOLE.iter().map(|(line, _)| *line));
                expect(tested.map(name_of).any(|tested| tested == name), "not in LINES or WHOLE");
            }
            None => expect(OWN_FORMAT.iter().any(|(own, _)| *own == name), "no --format"),
        }
        if option(&command, "timeout").is_some() && name != "c4 play" {
            expect(LIMITED.iter().any(|(line, _)| name_of(line) == name), "not in LIMITED");
        }
        for global in ["quiet", "color"] {
            expect(option(&command, global).is_some(), &format!("no --{global}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A folder with the files that the command lines name.
struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Self {
        let files = Self(tempfile::tempdir().unwrap());
        fs::write(files.path("map"), "..\n..\n").unwrap();
        fs::write(files.path("book"), foreign_book()).unwrap();
        files
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// The command line with the names of files.
    fn line(&self, line: &str) -> String {
        let line = line.replace("DIR", self.0.path().to_str().unwrap());
        let names = [("MAP", "map"), ("BOOK", "book")];
        names.iter().fold(line, |line, (name, file)| line.replace(name, &self.path(file)))
    }
}

/// Checks that each line is a JSON object.
fn objects(text: &str) -> Vec<Value> {
    let object = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        assert!(value.is_object(), "{line}");
        value
    };
    text.lines().map(object).collect()
}

#[test]
fn lines_are_answered_one_by_one_in_text_and_json() {
    let files = Files::new();
    for (line, [right, json, wrong]) in LINES {
        let line = files.line(line);
        let json = json.replace("CHAIN", CHAIN);
        for format in ["text", "json"] {
            let line = format!("{line} --format {format}");
            let one = run(&line, format!("{right}\n"));
            assert_eq!((one.err.as_str(), one.status), ("", 0), "{line}");
            if format == "json" {
                assert_eq!(objects(&one.out).len(), 1, "{line}");
            }
            // A wrong line is named, and the others are answered. `Query` adds no words
            // for what is not JSON.
            let twice = format!("{},{}", json.trim_end_matches('}'), &json[1..]);
            let null = json.replace(&json[json.find(':').unwrap()..], ":null}");
            for wrong in [
                wrong,
                "{",
                "{}",
                "{\"x\":1}",
                "[]",
                "{\"moves\":1,\"board\":1,\"game\":1}",
                twice.as_str(),
                null.as_str(),
            ] {
                let ran = run(&line, format!("{right}\n{wrong}\n{json}\n"));
                assert_eq!((&ran.out, ran.status), (&one.out.repeat(2), 1), "{line}: {wrong}");
                assert!(ran.err.starts_with("boardbits: stdin:2: "), "{line}: {}", ran.err);
                assert_eq!(ran.err.lines().count(), 1, "{line}: {}", ran.err);
                for word in ["struct", "at line"] {
                    assert!(!ran.err.contains(word), "{line}: {}", ran.err);
                }
            }
            let empty = run(&line, "");
            assert_eq!((empty.out.as_str(), empty.status), ("", 1), "{line}");
            assert_eq!(empty.err, "boardbits: stdin: empty input\n", "{line}");
        }
    }
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let files = Files::new();
    for (line, [right, json, wrong]) in LINES {
        let (name, commands) = (name_of(line), subcommands());
        let (_, command) = commands.iter().find(|(other, _)| *other == name).unwrap();
        // The order in which threads try moves is not fixed.
        if option(command, "threads").is_none() || name == "havannah analyze" {
            continue;
        }
        let json = json.replace("CHAIN", CHAIN);
        let input = format!("{right}\n{wrong}\n{json}\n").repeat(50);
        let asked =
            |threads: u32| run(&format!("{} --threads {threads}", files.line(line)), &input);
        let (one, three) = (asked(1), asked(3));
        assert_eq!(
            (&one.out, &one.err, one.status),
            (&three.out, &three.err, three.status),
            "{line}"
        );
        assert_eq!(one.err.lines().count(), 50, "{line}");
    }
}

#[test]
fn whole_inputs_are_answered_in_text_and_json() {
    let files = Files::new();
    for (line, input) in WHOLE {
        let line = files.line(line);
        let text = run(&line, input);
        assert_eq!((text.err.as_str(), text.status), ("", 0), "{line}");
        assert!(!text.out.is_empty() && !text.out.starts_with('{'), "{line}: {}", text.out);
        let json = run(&format!("{line} --format json"), input);
        assert_eq!((json.err.as_str(), json.status), ("", 0), "{line}");
        assert!(!objects(&json.out).is_empty(), "{line}");
    }
}

#[test]
fn at_a_limit_the_partial_answer_is_printed() {
    let files = Files::new();
    for (line, input) in LIMITED {
        let line = format!("{} --timeout 0", files.line(line));
        let text = run(&line, input);
        assert!(text.status == 1 && !text.out.is_empty(), "{line}: {text:?}");
        assert!(text.err.contains(": the time limit was reached"), "{line}: {}", text.err);
        let json = run(&format!("{line} --format json"), input);
        assert_eq!((&json.err, json.status), (&text.err, 1), "{line}");
        let objects = objects(&json.out);
        assert_eq!(objects.last().map(|answer| &answer["stopped"]), Some(&"time".into()), "{line}");
    }
}

#[test]
fn the_absence_of_an_answer_is_an_answer() {
    let files = Files::new();
    for (line, input) in ABSENT {
        let line = files.line(line);
        let text = run(&line, input);
        assert_eq!((text.out.as_str(), text.status), ("-\n", 0), "{line}");
        // Why a puzzle has no solution.
        let reason = if *input == IMPOSSIBLE { REASON } else { "" };
        assert_eq!(text.err, reason, "{line}");
        let json = run(&format!("{line} --format json"), input);
        assert_eq!((json.err.as_str(), json.status), (reason, 0), "{line}");
        let [answer] = &objects(&json.out)[..] else { panic!("{line}: {}", json.out) };
        assert!(answer.as_object().unwrap().values().any(Value::is_null), "{line}: {answer}");
    }
}

#[test]
fn files_are_named_or_are_standard_input() {
    let files = Files::new();
    for (line, [right, json, _]) in LINES {
        if line.contains("grid") || line.contains("c4 show") {
            // The argument is the map, or the file already.
            continue;
        }
        let file = files.path("input.txt");
        fs::write(&file, format!("{right}\n{}\n", json.replace("CHAIN", CHAIN))).unwrap();
        let named = run(&format!("{line} {file}"), "");
        assert_eq!((named.err.as_str(), named.status), ("", 0), "{line}");
        let input = fs::read(&file).unwrap();
        assert_eq!(run(&format!("{line} -"), &input).out, named.out, "{line}");
        assert_eq!(run(line, &input).out, named.out, "{line}");
        let missing = run(&format!("{line} no/such/file"), "");
        assert_eq!((missing.out.as_str(), missing.status), ("", 1), "{line}");
        assert!(missing.err.starts_with("boardbits: no/such/file: "), "{line}: {}", missing.err);
    }
}

/// Editors on Windows begin a text with a byte order mark and end its lines with `\r\n`.
#[test]
fn texts_may_have_a_byte_order_mark_other_ends_of_lines_and_no_last_end() {
    let files = Files::new();
    let queries = LINES.iter().map(|&(line, [right, ..])| (line, format!("{right}\n")));
    let texts = TEXTS.iter().map(|&(line, text)| (line, text.to_owned()));
    for (line, text) in queries.chain(texts) {
        let path = files.path("text");
        let line = files.line(&line.replace("TEXT", &path));
        let ask = |text: &str| {
            fs::write(&path, text).unwrap();
            let ran = run(&line, text);
            // The end of the answer to `--check` is the time that it took.
            let (out, _) = ran.out.split_once(", mean").unwrap_or((&ran.out, ""));
            (out.to_owned(), ran.err, ran.status)
        };
        let expected = ask(&text);
        assert_eq!((expected.1.as_str(), expected.2), ("", 0), "{line}");
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            for mark in ["", "\u{feff}"] {
                let marked = format!("{mark}{text}");
                assert_eq!(ask(&marked), expected, "{line}: {marked:?}");
                assert_eq!(ask(marked.trim_end()), expected, "{line}: {:?}", marked.trim_end());
            }
        }
    }
    let none = run("components", "\u{feff}");
    assert_eq!(none.err, "boardbits: stdin: empty input\n");
}

#[test]
fn boards_are_debugged_in_one_line_or_as_pictures() {
    fn check(board: &(impl Debug + Display)) {
        let line = format!("{board:?}");
        assert!(!line.contains('\n'), "{line}");
        assert_eq!(format!("{board:#?}"), format!("{line}\n{board}"));
    }
    check(&Bitboard::<u64, Chess>::row(3));
    check(&distances(Cell::A1, Bitboard::<u64, Chess>::FULL, &Steps::KING));
    let grid: Grid = "../.#".parse().unwrap();
    check(&grid);
    check(&grid.distances(&[(0, 0)], StepKind::King).unwrap());
    check(&grid.octile_distances(&[(0, 0)], StepKind::King).unwrap());
    check(&"1.9".parse::<CostMap>().unwrap());
    check(&shortest_paths(Cell::A1, Cell::H8, Bitboard::<u64, Chess>::FULL, &Steps::KING));
    check(&grid.shortest_paths(&[(0, 0)], &[(1, 0)], StepKind::King).unwrap());
    let image: Image = "X./.X".parse().unwrap();
    check(&image);
    check(&image.as_borrowed());
    check(&Field::EMPTY);
    check(&Position::from_moves("444").unwrap());
    check(&Game::new(3, RingRule::Any).unwrap());
    check(&meteor_puzzle::presets::find("meteor").unwrap().puzzle());
}
