//! Tests of the program as a whole.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::{Folder, NONSENSE, answer, run};

/// The pictures of the demo, line by line without the spaces at the ends.
#[test]
fn the_demo_draws_the_solutions() {
    let demo = answer("demo", "");
    let picture = |title: &str| -> Vec<&str> {
        let rest = demo.lines().skip_while(|line| !line.starts_with(title)).skip(2);
        rest.take_while(|line| !line.is_empty()).map(str::trim_end).collect()
    };
    let components = "
    . . A A . .
    B . . A . A
    B B . A A A
    . . . . . .
    C . D . E E
    . F . G . E
    F F . G G .
    . F F . G .
    . . . . . .
    H H H . I I
    H . H . . I
    H H H . I I";
    assert_eq!(picture("cc-table"), components.lines().skip(1).collect::<Vec<_>>());
    // The rows of a hexagon are centered.
    let havannah = "
       . . . .
      . o . . o
     . o X X . .
    . . X o X o .
     . x X . X .
      . o X X .
       . o . o";
    assert_eq!(picture("havannah-uf"), havannah.lines().skip(1).collect::<Vec<_>>());
    let pentominoes = picture("meteor-puzzle");
    assert!(pentominoes.iter().all(|row| row.split_whitespace().count() == 10), "{demo}");
    let all = pentominoes.concat();
    for letter in "FILNPTUVWXYZ".chars() {
        assert_eq!(all.matches(letter).count(), 5, "{demo}");
    }
}

#[test]
fn each_pentomino_of_the_demo_has_its_own_color() {
    let demo = answer("demo --color always", "");
    let (_, rest) = demo.split_once("meteor-puzzle").unwrap();
    let (_, rest) = rest.split_once("\n\n").unwrap();
    let (picture, _) = rest.split_once("\n\n").unwrap();
    let mut colors = BTreeMap::new();
    let mut color = "";
    for (i, part) in picture.split('\x1b').enumerate() {
        let letters = match part.split_once('m') {
            Some((code, letters)) if i > 0 => {
                color = code;
                letters
            }
            _ => part,
        };
        for letter in letters.chars().filter(|letter| !letter.is_whitespace()) {
            assert_eq!(*colors.entry(letter).or_insert(color), color, "{letter}");
        }
    }
    let letters: String = colors.keys().collect();
    assert_eq!(letters, "FILNPTUVWXYZ");
    assert_eq!(colors.values().collect::<BTreeSet<_>>().len(), 12, "{colors:?}");
}

#[test]
fn help_and_wrong_usage() {
    for help in ["--help", "-h", "help"] {
        let help = answer(help, "");
        assert!(help.contains("  c4 ") && help.contains("Exit status:"), "{help}");
    }
    assert!(run("", "").err.contains("  c4 "));
    assert_eq!(answer("label -h", ""), answer("label --help", ""));
    for command in ["c4 solve", "components", "paths", "havannah referee", "meteor solve", "demo"] {
        let help = answer(&format!("{command} --help"), "");
        assert!(help.contains("Usage:"), "{command}");
    }
    assert!(answer("c4 show --color always", "").contains('\x1b'));
    assert!(run("compnents", "").err.contains("'components'"));
    for other in ["puzzle", "polyform"] {
        assert!(
            answer(&format!("{other} --help"), "").contains("Usage: boardbits meteor"),
            "{other}"
        );
    }
    for wrong in [
        "",
        "nonsense",
        "components --connectivity 6",
        "paths --from e4",
        "paths --from i9 --to a1",
        "tiles scan",
    ] {
        let ran = run(wrong, "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{wrong}");
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn wrong_numbers_say_what_was_expected() {
    for (command, expected) in [
        ("tour --timeout x", "expected a number of seconds"),
        ("tour --timeout nan", "expected a number of seconds"),
        ("tour --timeout=-1", "expected a number of seconds"),
        ("tour --timeout -1", "expected a number of seconds"),
        ("tour --timeout 1e30", "expected a number of seconds from 0 to 1.8e19"),
        ("tour --threads 257", ": 257 is not in 0..=256\n"),
        ("tour --threads x", ": invalid digit found in string\n"),
        ("label --threshold otsu", ": expected a number\n"),
        ("label --min-size 18446744073709551616", ": number too large to fit in target type\n"),
        ("components --height 0", ": 0 is not in 1..=128\n"),
        ("havannah gtp --base 1", ": 1 is not in 2..=64\n"),
    ] {
        let ran = run(command, "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{command}");
        assert!(ran.err.contains(expected), "{command}: {}", ran.err);
    }
}

/// What new users typed is understood.
#[test]
fn other_names_of_options_are_known() {
    let map = "...\n.#.\n...\n";
    for (typed, name, input) in [
        ("grid --start 0,0 --goal 2,2 --step 4", "grid --from 0,0 --to 2,2 --step orthogonal", map),
        ("grid --start 0,0 --end 2,2 --step 8", "grid --from 0,0 --to 2,2 --step king", map),
        ("paths --start a1 --goal c3 --step 4", "paths --from a1 --to c3 --step orthogonal", ""),
        ("tour 5x5 --start 0,0", "tour 5x5 --from 0,0", ""),
        ("label --top 1", "label --keep-largest 1", "P1 3 1\n101\n"),
        ("label --largest 1", "label --keep-largest 1", "P1 3 1\n101\n"),
        ("meteor solve pentominoes-3x20 --first", "meteor solve pentominoes-3x20 --nth 1", ""),
        ("meteor import pentominoes-3x20", "meteor puzzles pentominoes-3x20", ""),
        ("polyomino solve pentominoes-3x20", "meteor solve pentominoes-3x20", ""),
        ("map --from 0,0 --to 2,2", "grid --from 0,0 --to 2,2", map),
        ("connect4 show 4455", "c4 show 4455", ""),
        ("label --clear-border", "label --off-border", "P1 3 3\n100\n010\n000\n"),
    ] {
        assert_eq!(answer(typed, input), answer(name, input), "{typed}");
    }
}

#[test]
fn files_are_not_written_under_the_name_of_another_format() {
    for (command, format) in [
        ("grid --from 0,0 --png m.svg", "png"),
        ("label --png x.JPG", "png"),
        ("label -o mask.png -", "npy"),
        ("c4 show 4455 --svg x.png", "svg"),
    ] {
        let ran = run(command, "");
        let reason = format!("expected a name that ends with .{format}");
        assert!(ran.status == 2 && ran.err.contains(&reason), "{}", ran.err);
    }
}

#[test]
fn an_unknown_option_is_not_taken_for_a_file() {
    for command in ["grid --svg x", "tour --png x", "c4 solve --png x"] {
        let ran = run(command, "");
        assert!(ran.status == 2 && ran.err.contains("unexpected argument '--"), "{}", ran.err);
        assert!(!ran.err.contains("-- --"), "{}", ran.err);
    }
    for (command, tip) in [
        ("grid --svg x", Some("pictures are written by '--png <FILE>'")),
        ("tour --png x", Some("pictures are written by '--svg <FILE>'")),
        ("c4 solve --png x", None),
        ("grid -o x", None),
        ("meteor my.txt", Some("expected one of solve, puzzles, help")),
        ("havannah cases.txt", Some("expected one of referee, analyze, gtp, help")),
    ] {
        let ran = run(command, "");
        let found = ran.err.lines().find_map(|line| line.trim_start().strip_prefix("tip: "));
        assert_eq!(found, tip, "{}", ran.err);
    }
    // A similar option still is suggested.
    assert!(run("tour --closd", "").err.contains("'--closed'"));
}

#[test]
fn a_similar_name_is_suggested() {
    for (command, expected) in [
        ("c4 solve --best --strength stong", "did you mean strong?"),
        ("c4 play --strength Random", "did you mean random?"),
        (
            "c4 play --strength best",
            "expected one of perfect, strong, strong:NODES, casual, random",
        ),
    ] {
        let ran = run(command, "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{command}");
        assert!(ran.err.contains(expected), "{command}: {}", ran.err);
    }
    let ran = run("c4 show -", "{\"movse\":\"44\"}\n");
    assert!(ran.err.starts_with("boardbits: stdin:1: column 8: "), "{}", ran.err);
    assert!(ran.err.contains("unknown field `movse`, expected one of `moves`"), "{}", ran.err);
}

/// Rules are spelled as in Rust, in kebab case.
#[test]
fn names_of_the_api_are_those_of_the_program() {
    let ran = run("havannah analyze --ring non-own", "");
    assert!(ran.status == 2 && ran.err.contains("'nonown'"), "{}", ran.err);
    assert!(answer("paths --step no-corner-cut --from a1 --to b2", "").contains("distance 1"));
    assert!(answer("grid --step no-corner-cut", "S.\n.E\n").contains("distance 1"));
}

#[test]
fn texts_have_the_number_of_nouns() {
    assert!(answer("grid", "SE\n").ends_with("distance 1, 1 shortest path\n"));
    assert!(answer("havannah analyze --playouts 10", "4 1 1,1\n").contains(" after 1 stone: "));
}

#[test]
fn each_command_has_its_default_memory() {
    for (command, mebibytes) in
        [("c4 solve", 64), ("c4 book", 64), ("meteor solve", 256), ("tour", 4096)]
    {
        let help = answer(&format!("{command} --help"), "");
        let (_, memory) = help.split_once("--memory <MIB>").unwrap();
        let (_, default) = memory.split_once("[default: ").unwrap();
        assert_eq!(default.split(']').next(), Some(&*mebibytes.to_string()), "{command}");
    }
}

#[test]
fn a_missing_file_is_named() {
    let ran = run("components no/such/file", "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert!(ran.err.starts_with("boardbits: no/such/file: "), "{}", ran.err);
}

/// A file system may have names that are not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    let folder = Folder::new("names");
    let file = |name: &[u8]| folder.0.join(OsStr::from_bytes(name)).into_os_string();
    let text = file(b"t\xe9xt");
    for (command, content) in [
        ("tour", "....\n....\n....\n"),
        ("c4 solve", "444444\n"),
        ("c4 show", "44\n"),
        ("c4 solve --best", "41424\n"),
        ("components", "40\n"),
        ("label", "P1 1 1\n1\n"),
        ("grid --from 0,0 --to 1,0", "..\n"),
        ("havannah analyze", "2 0\n"),
        ("meteor solve", "board\n .\n\npiece O\n X\n"),
    ] {
        std::fs::write(&text, content).unwrap();
        let mut program = Command::new(env!("CARGO_BIN_EXE_boardbits"));
        let ran = program.args(command.split(' ')).arg(&text).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((&*said, ran.status.code()), ("", Some(0)), "{command}");
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_boardbits"));
    let ran = program.args(["c4", "solve"]).arg(file(b"missing\xff")).output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("missing\u{fffd}: ") && ran.status.code() == Some(1), "{said}");
}

#[test]
fn empty_input_is_named() {
    for command in ["c4 solve", "components", "chain"] {
        let ran = run(command, "");
        assert_eq!((ran.err.as_str(), ran.status), ("boardbits: stdin: empty input\n", 1));
    }
    let ran = run("havannah referee", "");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("the input ends before the number of cases"), "{}", ran.err);
}

#[test]
fn nonsense_is_refused_line_by_line() {
    for command in ["c4 solve", "c4 solve --check -", "components", "chain"] {
        let ran = run(command, NONSENSE);
        assert_eq!(
            (ran.out.lines().filter(|line| !line.starts_with('0')).count(), ran.status),
            (0, 1),
            "{command}"
        );
        for line in 1..=7 {
            let place = format!("boardbits: stdin:{line}: ");
            assert_eq!(ran.err.matches(&place).count(), 1, "{command}, line {line}: {}", ran.err);
        }
    }
    assert_eq!(run("havannah referee", NONSENSE).status, 1);
}

#[test]
fn a_line_of_a_hundred_megabytes_is_passed_over() {
    let mut input = vec![b'1'; 100_000_000];
    input.extend_from_slice(b"\n40\n");
    let ran = run("components", input);
    assert_eq!((ran.out.as_str(), ran.status), ("1 40\n", 1));
    assert_eq!(ran.err, "boardbits: stdin:1: line longer than 1048576 bytes\n");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    use std::io::{BufRead, BufReader, Write};

    use crate::common::start;

    let mut child = start("components");
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // It ends when the program does.
        while stdin.write_all(b"000000002101800040\n").is_ok() {}
    });
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!(first, "5 40,800000,1000000,100000000,2000000000\n");
    assert_eq!(
        (String::from_utf8(output.stderr).unwrap().as_str(), output.status.code()),
        ("", Some(0))
    );
}
