//! `boardbits c4`.

use std::fs;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

use crate::common::{Folder, answer, run};
use c4_solver::{AnySize, BookBuilder, Position};

fn start(arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbits"));
    command.args(arguments.split_whitespace()).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// A book of 5×4 whose deepest position, after `moves`, has this score.
fn book(moves: &str, score: i32) -> Vec<u8> {
    let board = AnySize::<u64>::new(5, 4).unwrap();
    let position = Position::new(board).play_moves(moves).unwrap();
    let mut book = BookBuilder::new(board, position.ply()).unwrap();
    book.insert(position.symmetric_key(), score);
    book.build().unwrap().as_bytes().to_vec()
}

#[test]
fn scores_come_line_by_line() {
    // The second field of a line is ignored.
    let input = "2252576253462244111563365343671351441 -1\n5554224333234511764415115\n";
    let scores = "2252576253462244111563365343671351441 -1\n5554224333234511764415115 4\n";
    assert_eq!(answer("c4 solve", input), scores);
    assert_eq!(answer("c4 solve 5554224333234511764415115", ""), "5554224333234511764415115 4\n");
}

#[test]
fn columns_are_analysed_one_by_one() {
    let analysis = answer("c4 solve --analyze 5554224333234511764415115", "");
    assert_eq!(analysis, "5554224333234511764415115 -8 -8 -8 -8 - 4 -8\n");
}

#[test]
fn answers_can_be_json() {
    let json = |options: &str| answer(&format!("c4 solve --format json {options}"), "");
    let moves = "5554224333234511764415115";
    assert_eq!(json(moves), format!("{{\"moves\":\"{moves}\",\"score\":4}}\n"));
    let scores = "[-8,-8,-8,-8,null,4,-8]";
    let analysis = format!("{{\"moves\":\"{moves}\",\"scores\":{scores}}}\n");
    assert_eq!(json(&format!("--analyze {moves}")), analysis);
    assert!(json(&format!("--line {moves}")).contains("\"line\":\"6"));
    let shown = answer("c4 show - --format json", "1212121\n");
    let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
    assert_eq!((&shown["rows"][2], &shown["status"]), (&"X......".into(), &"x has won".into()));
}

#[test]
fn positions_on_the_command_line_are_usage() {
    let ran = run("c4 solve 8 5554224333234511764415115", "");
    assert_eq!((ran.out.as_str(), ran.status), ("5554224333234511764415115 4\n", 2));
    for file in ["no/such/file", "missing.txt", "--file missing"] {
        let ran = run(&format!("c4 solve {file}"), "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{file}");
        assert!(ran.err.contains("No such file") || cfg!(not(unix)), "{}", ran.err);
    }
    // Files and positions can be mixed.
    let mixed = "5554224333234511764415115 - 5554224333234511764415115";
    let mixed = answer(&format!("c4 solve {mixed}"), "67152117737262713366376314254\n");
    assert_eq!(mixed.lines().nth(1), Some("67152117737262713366376314254 6"));
    assert_eq!(mixed.lines().count(), 3);
}

#[test]
fn weak_scores_have_no_distance() {
    let weak = answer("c4 solve --weak", "271713432331713132\n5554224333234511764415115\n");
    assert_eq!(weak, "271713432331713132 -1\n5554224333234511764415115 1\n");
}

#[test]
fn statistics_are_added() {
    let ran = run("c4 solve --stats 67152117737262713366376314254", "");
    assert_eq!(ran.out, "67152117737262713366376314254 6\n");
    let (moves, stats) = ran.err.split_once(" nodes=").unwrap();
    assert_eq!(moves, "67152117737262713366376314254");
    let (nodes, time) = stats.trim_end().split_once(" us=").unwrap();
    assert!(nodes.parse::<u64>().is_ok() && time.parse::<u64>().is_ok(), "{}", ran.err);
}

#[test]
fn a_check_counts_right_and_wrong_scores() {
    let ran = run(
        "c4 solve --check -",
        "5554224333234511764415115 4\n271713432331713132 11\n67152117737262713366376314254 x\n",
    );
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.err,
        "boardbits: stdin:3: expected a score after the moves, found \"x\"\n\
         boardbits: stdin: 1 of 2 scores are wrong\n"
    );
    let mut lines = ran.out.lines();
    assert_eq!(lines.next(), Some("271713432331713132: -11, expected 11"));
    let summary = lines.next().unwrap();
    assert!(summary.starts_with("1 right, 1 wrong, 0 not solved, mean "), "{summary}");
}

#[test]
fn wrong_moves_are_named_and_the_others_answered() {
    let ran = run("c4 solve", "4444444\n12121212\n8\n5554224333234511764415115\n");
    assert_eq!((ran.out.as_str(), ran.status), ("5554224333234511764415115 4\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:1: move 7: column 4 is full\n\
         boardbits: stdin:2: move 7: a stone in column 1 wins, which ends the game\n\
         boardbits: stdin:3: move 1: expected a column from 1 to 7, found '8'\n"
    );
}

#[test]
fn boards_of_other_sizes_are_solved() {
    assert_eq!(answer("c4 solve --width 4 --height 4", "\n"), " 0\n");
    assert_eq!(answer("c4 solve --width 5 --height 4 12345", ""), "12345 1\n");
    // A row does not fit three columns, and neither player has four in a column here.
    assert_eq!(answer("c4 solve --width 3 --height 7 112233112233", ""), "112233112233 0\n");
    // A late position of 9×7, in words of 128 bits: 45 stones, and one column after the other.
    let late = "121212343434565656787878212121434343656565878";
    assert_eq!(answer(&format!("c4 solve --width 9 --height 7 {late}"), "").split(' ').count(), 2);
    let ran = run("c4 solve --width 20 --height 20 1", "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("no board of 20×20"), "{}", ran.err);
    let ran = run("c4 solve --width 5", "16\n12\n");
    assert_eq!(ran.err, "boardbits: stdin:1: move 2: expected a column from 1 to 5, found '6'\n");
}

#[test]
fn the_empty_board_is_in_the_book() {
    assert_eq!(answer("c4 solve", "\n4\n"), " 1\n4 -1\n");
    let line = answer("c4 solve --analyze", "\n");
    assert_eq!(line, " -2 -1 0 1 0 -1 -2\n");
}

#[test]
fn a_position_is_given_up_in_time() {
    let ran = run("c4 solve --no-book --time 0 4", "");
    assert_eq!((ran.out.as_str(), ran.status), ("4 -20..=20\n", 1));
    assert_eq!(ran.err, "boardbits: \"4\": the time limit was reached\n");
    let ran = run("c4 solve --no-book --nodes 0 --format json", "4\n");
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&answer["score"], ran.status), (&serde_json::Value::Null, 1));
    assert_eq!((&answer["bounds"][1], &answer["stopped"]), (&20.into(), &"nodes".into()));
    assert_eq!(ran.err, "boardbits: stdin:1: the node limit was reached\n");
}

#[test]
fn time_limits_hold_for_every_query() {
    for option in ["--analyze", "--weak", "--line"] {
        let ran = run(&format!("c4 solve --no-book --time 0 {option} 4"), "");
        assert_eq!(ran.status, 1, "{option}");
        assert!(ran.out.starts_with("4 -") && ran.out.contains("..="), "{option}: {}", ran.out);
        assert!(ran.err.contains("the time limit was reached\n"), "{option}: {}", ran.err);
    }
    let ran = run("c4 solve --no-book --time 0 --analyze --json 4", "");
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&json["scores"][6], &json["stopped"]), (&serde_json::Value::Null, &"time".into()));
    assert!(json["bounds"][6][0].as_i64() < json["bounds"][6][1].as_i64(), "{json}");
    // An engine has a column all the same, unless it knows nothing.
    let ran = run("c4 engine --width 8 --height 7 --time 0", "4\n");
    assert_eq!((ran.out.lines().count(), ran.status), (1, 1));
}

#[test]
fn time_limits_hold_with_several_threads() {
    for threads in [1, 2, 8] {
        let ran = run(&format!("c4 solve --no-book --time 0 --threads {threads} 4"), "");
        assert_eq!(ran.status, 1, "{threads} threads");
        assert!(ran.err.contains("the time limit was reached"), "{threads} threads: {}", ran.err);
    }
}

/// Reserves a tebibyte, which the system may or may not grant.
#[test]
fn a_table_that_cannot_be_allocated_is_an_error() {
    let book = std::env::temp_dir().join(format!("boardbits-c4-{}.book", std::process::id()));
    let build = format!("c4 book build --width 4 --height 4 --depth 0 -o {}", book.display());
    for command in ["c4 solve 5554224333234511764415115", &build] {
        let ran = run(&format!("{command} --table 1048576"), "");
        if ran.status != 0 {
            let error = "cannot allocate 1099511627776 bytes for the transposition table";
            assert_eq!((ran.status, ran.err), (1, format!("boardbits: {error}\n")), "{command}");
            assert!(!book.exists() && !book.with_extension("book.part").exists());
        }
    }
    let _ = std::fs::remove_file(book);
}

#[test]
fn answers_are_input_for_the_other_commands() {
    let (moves, options) = ("44455554221\n4455\n", "--table 1");
    let columns = answer(&format!("c4 engine {options}"), moves);
    let pictures = answer("c4 show -", moves);
    for solve in [
        "c4 solve",
        "c4 solve --weak",
        "c4 solve --line",
        "c4 solve --format json",
        "c4 solve --format json --line",
        "c4 solve --format json --analyze",
        "c4 solve --format json --nodes 1 --no-book",
        "c4 solve --format json --analyze --nodes 1 --no-book",
        "c4 engine --format json",
        "c4 engine --format json --timeout 0",
    ] {
        // Answers at a limit have status 1.
        let answers = run(&format!("{solve} {options}"), moves).out;
        assert_eq!(answers.lines().count(), 2, "{solve}");
        assert_eq!(answer(&format!("c4 engine {options}"), &answers), columns, "{solve}");
        assert_eq!(answer("c4 show -", &answers), pictures, "{solve}");
        let scores = answer(&format!("c4 solve {options}"), &answers);
        assert_eq!(scores, answer(&format!("c4 solve {options}"), moves), "{solve}");
    }
    let known = "{\"moves\":\"44455554221\",\"score\":99}\n";
    let wrong = run(&format!("c4 solve {options} --format json --check -"), known).out;
    let wrong = wrong.lines().next().unwrap();
    assert!(wrong.contains("\"expected\":99"), "{wrong}");
    assert_eq!(answer("c4 show -", wrong), pictures[..pictures.len() / 2]);
    // A line is empty for the empty board.
    assert_eq!(answer("c4 show -", "\n"), answer("c4 show", ""));
}

#[test]
fn a_check_uses_the_book_of_the_command_line_only() {
    let ran = run("c4 solve --check - --nodes 1", "44 0\n");
    assert!(ran.out.starts_with("44: ") && ran.out.contains(", 1 not solved, "), "{ran:?}");
    let help = answer("c4 solve --help", "").replace("\n", " ");
    let help: Vec<&str> = help.split_whitespace().collect();
    assert!(help.join(" ").contains("The book included in the program is not used"));
}

#[test]
fn games_are_shown() {
    let shown = answer("c4 show 1212121", "");
    assert!(shown.contains("  X  o") && shown.ends_with("x has won\n"), "{shown}");
    let ran = run("c4 show 12121212", "");
    assert_eq!(ran.status, 2);
    assert_eq!(ran.err, "boardbits: \"12121212\": move 8: the game is already won\n");
    let file = std::env::temp_dir().join(format!("boardbits-c4-{}.svg", std::process::id()));
    answer(&format!("c4 show 4455 --svg {}", file.display()), "");
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("x to move"));
}

#[test]
fn a_game_can_be_played() {
    let out = answer("c4 play --width 5 --height 4", "3\nu\nh\n9\nxyz\nq\n");
    assert!(
        out.contains("I play ")
            && out.contains("best: ")
            && out.contains("column 9 does not exist"),
        "{out}"
    );
    let out = answer("c4 play --width 4 --height 4 --second --blind", "q\n");
    assert!(out.contains("o to move > "), "{out}");
}

#[test]
fn books_are_built_resumed_and_merged() {
    let directory = std::env::temp_dir().join(format!("boardbits-book-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let path = |name: &str| directory.join(name).display().to_string();
    let build =
        |rest: &str| run(&format!("c4 book build --width 5 --height 4 --depth 3 {rest}"), "");
    assert_eq!(build(&format!("-o {}", path("whole"))).status, 0);
    let info = answer(&format!("c4 book info {}", path("whole")), "");
    assert_eq!(info, "5×4, 3 plies, 66 positions, complete\n");
    let info = answer(&format!("c4 book info --format json {}", path("whole")), "");
    let expected = "{\"complete\":true,\"height\":4,\"plies\":3,\"positions\":66,\"width\":5}\n";
    assert_eq!(info, expected);
    // A run that was killed in the middle of a line.
    let title = "5x4 3 1/1\n";
    let key = answer_key("112");
    std::fs::write(path("again.part"), format!("{title}{key:x} 0;\n12")).unwrap();
    assert_eq!(build(&format!("-o {}", path("again"))).status, 2, "it does not continue unasked");
    assert_eq!(build(&format!("--resume -o {}", path("again"))).status, 0);
    let whole = std::fs::read(path("whole")).unwrap();
    assert_eq!(std::fs::read(path("again")).unwrap(), whole);
    assert!(!directory.join("again.part").exists());
    for i in 1..=3 {
        assert_eq!(build(&format!("--shard {i}/3 -o {}", path(&format!("shard{i}")))).status, 0);
    }
    let merge = |names: &[&str]| {
        let files: Vec<String> = names.iter().map(|name| path(name)).collect();
        run(&format!("c4 book merge {} -o {}", files.join(" "), path("merged")), "")
    };
    assert!(merge(&["shard1", "shard3"]).err.contains("positions are in none of the shards"));
    assert_eq!(merge(&["shard1", "shard3", "shard2"]).status, 0);
    assert_eq!(std::fs::read(path("merged")).unwrap(), whole);
    // Another board, and a damaged file.
    let ran = run(&format!("c4 solve --book {} 4", path("whole")), "");
    assert!(ran.err.contains("the book is for 5×4"), "{}", ran.err);
    std::fs::write(path("damaged"), &whole[..whole.len() - 1]).unwrap();
    let ran = run(&format!("c4 solve --width 5 --height 4 --book {} 4", path("damaged")), "");
    assert!(ran.status == 1 && ran.err.contains("the checksum is wrong"), "{}", ran.err);
    std::fs::remove_dir_all(directory).unwrap();
}

/// The key of a position of 5×4 after these moves.
fn answer_key(moves: &str) -> u64 {
    Position::new(AnySize::<u64>::new(5, 4).unwrap()).play_moves(moves).unwrap().symmetric_key()
}

#[test]
fn a_check_fails_if_a_score_is_wrong() {
    let ran = run("c4 solve --check -", "271713432331713132 11\n");
    assert_eq!((ran.status, ran.err.as_str()), (1, "boardbits: stdin: 1 of 1 scores are wrong\n"));
    assert_eq!(run("c4 solve --check -", "271713432331713132 -11\n").status, 0);
}

#[test]
fn a_check_has_time_limits_and_json() {
    let ran = run("c4 solve --check - --time 0", "32164 3\n271713432331713132 -11\n");
    let reason = "boardbits: stdin:1: the time limit was reached\n";
    assert!(ran.status == 1 && ran.err.starts_with(reason), "{}", ran.err);
    let summary = ran.out.lines().last().unwrap();
    assert!(summary.starts_with("0 right, 0 wrong, 2 not solved, "), "{}", ran.out);
    assert!(ran.out.starts_with("32164: -"), "{}", ran.out);
    let input = "271713432331713132 11\n{\"moves\":\"271713432331713132\",\"score\":-11}\n";
    let ran = run("c4 solve --check - --format json", input);
    let mut lines = ran.out.lines();
    let wrong = "{\"expected\":11,\"moves\":\"271713432331713132\",\"score\":-11}";
    assert_eq!((lines.next(), ran.status), (Some(wrong), 1));
    let summary: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!((&summary["right"], &summary["wrong"]), (&1.into(), &1.into()));
}

#[test]
fn mirrored_positions_have_the_mirrored_answers_for_about_the_same_nodes() {
    let mirror = |moves: &str| -> String {
        moves.bytes().map(|column| char::from(b'1' + b'7' - column)).collect()
    };
    for moves in ["6237266376111153", "27312163745262", "44444122"] {
        for options in ["", "--no-book", "--weak --no-book", "--analyze"] {
            let asked = |moves: &str| {
                let ran = run(&format!("c4 solve --quiet --stats {options} {moves}"), "");
                let (_, nodes) = ran.err.split_once(" nodes=").unwrap();
                let nodes: u64 = nodes.split(' ').next().unwrap().parse().unwrap();
                let scores = ran.out.split_whitespace().skip(1).map(str::to_owned);
                (scores.collect::<Vec<_>>(), nodes)
            };
            if moves.len() < 14 && !options.is_empty() {
                continue;
            }
            let (there, (mut here, nodes)) = (asked(moves), asked(&mirror(moves)));
            here.reverse();
            assert_eq!(there.0, here, "{moves} {options}");
            let (a, b) = (there.1, nodes);
            assert!(a <= 2 * b + 100 && b <= 2 * a + 100, "{moves} {options}: {a}, {b}");
        }
    }
}

#[test]
fn answers_about_the_empty_board_are_input() {
    let small = "--width 4 --height 4";
    let solved = answer(&format!("c4 solve {small}"), "\n12\n");
    assert_eq!(solved, " 0\n12 0\n");
    assert_eq!(answer(&format!("c4 solve {small}"), &solved), solved);
    let ran = run(&format!("c4 solve {small} --check -"), &solved);
    assert!(ran.status == 0 && ran.out.starts_with("2 right, 0 wrong"), "{} {}", ran.out, ran.err);
    let drawn = answer(&format!("c4 show {small} - --format json"), &solved);
    assert!(drawn.lines().next().unwrap().contains("[\"....\",\"....\",\"....\",\"....\"]"));
    for (line, found) in [("12 hello", "hello"), ("12 1-3", "1-3"), (" 4455", "4455")] {
        let ran = run(&format!("c4 solve {small}"), format!("{line}\n"));
        let expected =
            format!("boardbits: stdin:1: expected a score after the moves, found {found:?}\n");
        assert_eq!((ran.status, ran.out.as_str(), ran.err), (1, "", expected));
    }
}

#[test]
fn checkpoints_without_a_pause_do_not_stop_the_search() {
    let folder = Folder::new("pause");
    let file = folder.file("point");
    let solve = "c4 solve --width 5 --height 5 --memory 1 112";
    let expected = answer(solve, "");
    let options = format!("--checkpoint {file} --checkpoint-every 0");
    assert_eq!(answer(&format!("{solve} {options}"), ""), expected);
}

/// The final screen of a terminal, line by line.
#[cfg(target_os = "linux")]
fn screen(bytes: &str) -> Vec<String> {
    let (mut lines, mut column) = (vec![Vec::new()], 0);
    let mut symbols = bytes.chars();
    while let Some(symbol) = symbols.next() {
        let line = lines.last_mut().unwrap();
        match symbol {
            '\n' => (lines.push(Vec::new()), column = 0).1,
            '\r' => column = 0,
            '\x1b' => {
                let sequence: String =
                    symbols.by_ref().skip(1).take_while(|symbol| !symbol.is_alphabetic()).collect();
                // "2K" clears the line; `take_while` has consumed the letter.
                if sequence == "2" {
                    line.clear();
                }
            }
            _ => {
                line.resize(line.len().max(column + 1), ' ');
                line[column] = symbol;
                column += 1;
            }
        }
    }
    lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn answers_on_a_terminal_have_lines_of_their_own() {
    let folder = Folder::new("terminal");
    let check = folder.file("check");
    fs::write(&check, "274552224131661 9\n67152117737262713366376314254 5\n").unwrap();
    let moves = "274552224131661 8 67152117737262713366376314254";
    let program = env!("CARGO_BIN_EXE_boardbits");
    for (arguments, input, expected) in [
        (moves, "", &["274552224131661 0", "67152117737262713366376314254 6"][..]),
        ("", "274552224131661\n8\n", &["274552224131661 0"]),
        (&format!("--check {check}"), "", &["274552224131661: 0, expected 9"]),
    ] {
        let typed = format!("{program} c4 solve {arguments}");
        let terminal = Command::new("script")
            .args(["-qec", &typed, "/dev/null"])
            .env("TERM", "xterm")
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        // Part of util-linux, but not everywhere.
        let Ok(mut terminal) = terminal else { return };
        terminal.stdin.take().unwrap().write_all(format!("{input}\x04").as_bytes()).unwrap();
        let output = terminal.wait_with_output().unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let shown = screen(&output);
        for line in expected {
            assert!(shown.iter().any(|shown| shown == line), "{line}: {shown:#?}");
        }
        assert!(!shown.iter().any(|line| line.contains("positions")), "{shown:#?}");
    }
}

#[test]
fn a_header_that_promises_all_positions_uses_no_memory() {
    let folder = Folder::new("promise");
    let file = folder.file("book");
    let book = BookBuilder::new(c4_solver::Standard::BOARD, 42).unwrap().build().unwrap();
    assert_eq!(book.as_bytes().len(), 24);
    fs::write(&file, book.as_bytes()).unwrap();
    let program = env!("CARGO_BIN_EXE_boardbits");
    let limited = |arguments: &str| {
        let typed = format!("ulimit -v 600000; exec {program} c4 book {arguments}");
        let output = Command::new("sh").args(["-c", &typed]).output().unwrap();
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        (output.status.code(), text.concat())
    };
    let state = (Some(0), "7×6, 42 plies, 0 positions, incomplete\n".to_owned());
    assert_eq!(limited(&format!("info {file}")), state);
    let (status, said) = limited(&format!("merge {file} -o {file}"));
    assert!(status == Some(1) && said.contains("the shards are not complete"), "{said}");
    let (status, said) = limited(&format!("build --depth 300 -o {file}"));
    assert!(status == Some(2) && said.contains("at most 42 plies, found 300"), "{said}");
}

#[test]
fn a_lying_book_ends_a_game() {
    let folder = Folder::new("lie");
    let file = folder.file("book");
    // No column wins so soon, and only the search knows.
    fs::write(&file, book("3", 9)).unwrap();
    let board = format!("--width 5 --height 4 --book {file}");
    let lie = "the opening book is wrong: it gives score 9, which no line of play reaches";
    let ran = run(&format!("c4 play --blind {board}"), "3\nq\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: {lie}\n")));
    let ran = run(&format!("c4 solve --line {board}"), "3\n33\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: stdin:1: {lie}\n")));
    assert!(ran.out.starts_with("33 "), "{}", ran.out);
    let ran = run(&format!("c4 engine {board}"), "3\n");
    assert_eq!((ran.status, ran.err), (1, format!("boardbits: stdin:1: {lie}\n")));
    fs::write(&file, book("", 9)).unwrap();
    let out = answer(&format!("c4 play --blind {board}"), "h\nq\n");
    assert!(out.contains(lie), "{out}");
    let out = answer(&format!("c4 match perfect random --openings 0 --games 1 {board}"), "");
    assert!(out.starts_with(&format!("1 1 \"\" 2 wins: player 1: {lie}\n")), "{out}");
}

#[test]
fn a_book_may_change_while_it_is_used() {
    let folder = Folder::new("change");
    let file = folder.file("book");
    fs::write(&file, book("3", -1)).unwrap();
    let mut game = start(&format!("c4 play --width 5 --height 4 --book {file}"));
    let mut out = game.stdout.take().unwrap();
    // The board, and so the book has been read.
    out.read_exact(&mut [0]).unwrap();
    fs::File::create(&file).unwrap();
    game.stdin.take().unwrap().write_all(b"3\nh\nq\n").unwrap();
    let mut said = String::new();
    out.read_to_string(&mut said).unwrap();
    assert!(game.wait().unwrap().success() && said.contains("best: "), "{said}");
}

#[test]
fn large_books_are_mapped_only_on_request() {
    let folder = Folder::new("large");
    let file = folder.file("book");
    fs::File::create(&file).unwrap().set_len((64 << 20) + 1).unwrap();
    let ran = run(&format!("c4 book info {file}"), "");
    assert!(ran.status == 1 && ran.err.contains("--map-book maps larger books"), "{}", ran.err);
    for command in ["book info --map-book", "solve 4 --map-book --book", "play --map-book --book"] {
        let ran = run(&format!("c4 {command} {file}"), "");
        assert!(ran.status == 1 && ran.err.contains("not an opening book"), "{}", ran.err);
    }
    let bytes = book("3", 0);
    fs::write(&file, bytes).unwrap();
    let info = format!("c4 book info --map-book {file}");
    assert_eq!(answer(&info, ""), "5×4, 1 plies, 1 positions, incomplete\n");
}

#[test]
fn two_builds_of_one_book_do_not_mix() {
    let folder = Folder::new("lock");
    let file = folder.file("book");
    let build = format!("c4 book build --depth 8 --table 1 -o {file}");
    let mut first = start(&build);
    let part = format!("{file}.part");
    while !fs::read_to_string(&part).is_ok_and(|text| text.starts_with("7x6 8 1/1\n")) {
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert!(first.try_wait().unwrap().is_none());
    }
    for rest in ["", " --resume"] {
        let ran = run(&format!("{build}{rest}"), "");
        let expected = format!("boardbits: {part}: another process is building this book\n");
        assert_eq!((ran.status, ran.err), (1, expected));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(run(&build, "").status, 2, "the lock is gone, the journal is not");
    let mut next = start(&format!("{build} --resume"));
    std::thread::sleep(std::time::Duration::from_millis(200));
    assert!(next.try_wait().unwrap().is_none());
    next.kill().unwrap();
    next.wait().unwrap();
}

#[test]
fn a_damaged_journal_is_refused_and_kept() {
    let folder = Folder::new("journal");
    let (file, part) = (folder.file("book"), folder.file("book.part"));
    let build = format!("c4 book build --width 5 --height 4 --depth 3 --resume -o {file}");
    let key = answer_key("112");
    for (line, reason) in [
        ("12", "line 2: expected 'KEY SCORE;', found \"12\""),
        ("ffff 1;", "line 2: expected 'KEY SCORE;', found \"ffff 1;\""),
        (&format!("{key:x} x;"), "line 2: expected 'KEY SCORE;'"),
        (&format!("{key:x} 257;"), "expected a score from -8 to 8, found 257"),
    ] {
        let journal = format!("5x4 3 1/1\n{line}\n{key:x} 1;\n");
        let journal = if line.contains("257") { journal.replace(" 1;\n", "") } else { journal };
        fs::write(&part, &journal).unwrap();
        let ran = run(&build, "");
        assert!(ran.status == 1 && ran.err.contains(reason), "{}", ran.err);
        assert!(ran.err.starts_with(&format!("boardbits: {part}: ")), "{}", ran.err);
        assert!(fs::read_to_string(&part).unwrap().contains(line));
    }
    // The title may be cut off, too.
    fs::write(&part, "5x4 3").unwrap();
    assert_eq!(run(&build, "").status, 0);
    assert!(!fs::exists(&part).unwrap());
    // A file without a title is not a journal.
    fs::write(&part, "notes").unwrap();
    assert_eq!(run(&build, "").status, 2);
    assert_eq!(fs::read(&part).unwrap(), b"notes");
}

#[test]
fn the_limit_of_a_journal_is_the_one_that_is_named() {
    let folder = Folder::new("long-journal");
    let (file, part) = (folder.file("book"), folder.file("book.part"));
    let build = format!("c4 book build --width 4 --height 4 --depth 1 --resume -o {file}");
    // The title, and a line without end, which is dropped.
    let journal = |length: usize| {
        let mut bytes = b"4x4 1 1/1\n".to_vec();
        bytes.resize(length, b'x');
        bytes
    };
    fs::write(&part, journal(1 << 22)).unwrap();
    let ran = run(&build, "");
    let limit = ran.err.strip_prefix(&format!("boardbits: {part}: longer than "));
    let limit = limit.and_then(|rest| rest.strip_suffix(" bytes\n"));
    let limit: usize = limit.unwrap_or_else(|| panic!("{}", ran.err)).parse().unwrap();
    fs::write(&part, journal(limit + 1)).unwrap();
    assert_eq!((run(&build, "").err, fs::exists(&file).unwrap()), (ran.err, false));
    fs::write(&part, journal(limit)).unwrap();
    let ran = run(&build, "");
    assert_eq!((ran.status, fs::exists(&file).unwrap()), (0, true), "{}", ran.err);
}

#[test]
fn wrong_scores_do_not_reach_the_journal() {
    let folder = Folder::new("scores");
    let [file, part, scores] = ["book", "book.part", "scores"].map(|name| folder.file(name));
    let build = format!("c4 book build --width 5 --height 4 --depth 3 --scores {scores} -o {file}");
    let ran = run(&build, "");
    assert!(ran.status == 1 && ran.err.contains(&scores), "{}", ran.err);
    assert!(!fs::exists(&part).unwrap());
    for (line, reason) in [
        ("11 0", "2: expected 3 moves, found 2"),
        ("113 9", "2: expected a score from -7 to 8, found 9"),
        ("113", "2: expected MOVES SCORE"),
        ("113 x", "2: expected a score after the moves, found \"x\""),
    ] {
        fs::write(&scores, format!("112 8\n{line}\n")).unwrap();
        let ran = run(&build, "");
        let expected =
            format!("boardbits: {scores}:{reason}\nboardbits: {scores}: the scores are not used\n");
        assert_eq!((ran.status, ran.err), (1, expected));
        assert!(!fs::exists(&part).unwrap());
    }
}

#[test]
fn a_killed_search_continues_from_its_checkpoint() {
    let folder = Folder::new("checkpoint");
    let file = folder.file("point");
    let board = "--width 6 --height 6";
    let solve = format!("c4 solve {board} --checkpoint {file} --checkpoint-every 0.05 112");
    let expected = answer(&format!("c4 solve {board} 112"), "");
    let mut last = Vec::new();
    for kill in 0..3 {
        let mut search = start(&solve);
        loop {
            std::thread::sleep(std::time::Duration::from_millis(5));
            // A checkpoint of this run.
            match fs::read(&file) {
                Ok(bytes) if bytes != last => break last = bytes,
                _ => assert!(search.try_wait().unwrap().is_none(), "{kill}: too fast"),
            }
        }
        search.kill().unwrap();
        search.wait().unwrap();
    }
    assert!(last.len() > 10_000, "{}", last.len());
    // Damaged, of another position, of another board.
    let mut damaged = last.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (bytes, board, moves, reason) in [
        (&damaged, board, "112", "the checksum is wrong"),
        (&last, board, "2", "the checkpoint is of another position"),
        (&last, "--width 5 --height 6", "112", "the checkpoint is for 6×6"),
    ] {
        fs::write(&file, bytes).unwrap();
        let ran = run(&format!("c4 solve {board} --checkpoint {file} {moves}"), "");
        assert!(ran.status == 1 && ran.err.contains(reason), "{}", ran.err);
    }
    fs::write(&file, last).unwrap();
    assert_eq!(answer(&solve, ""), expected);
    assert!(!fs::exists(&file).unwrap(), "a checkpoint of a known score");
    // A time limit leaves a checkpoint, too.
    let ran = run(&format!("c4 solve {board} --time 0.1 --checkpoint {file}"), "");
    assert_eq!(ran.status, 2, "one position is expected");
    let ran = run(&format!("c4 solve {board} --time 0.1 --checkpoint {file} 4"), "");
    assert!(ran.status == 1 && fs::exists(&file).unwrap(), "{}", ran.err);
}

#[test]
fn a_line_of_play_that_is_not_known_has_a_place() {
    let ran = run("c4 solve --line --no-book --nodes 1 444455567", "");
    assert_eq!((ran.out.as_str(), ran.status), ("444455567 -15..=16 ...\n", 1));
    let ran = run("c4 solve --line --no-book --nodes 1 --format json 444455567", "");
    assert!(ran.out.contains("\"line\":null"), "{}", ran.out);
}

#[test]
fn an_engine_answers_each_line_with_a_column() {
    assert_eq!(answer("c4 engine", "\n41424\n4444412\n"), "4\n4\n2\n");
    for strength in ["strong:500", "casual"] {
        // To stop three in a row, and to complete them.
        let input = "41424\n414141\n";
        assert_eq!(answer(&format!("c4 engine --strength {strength}"), input), "4\n4\n");
    }
    let moves = answer("c4 engine --strength random --seed 3", &"44\n".repeat(50));
    assert!(moves.lines().all(|column| "1234567".contains(column)) && moves.contains('1'));
    let ran = run("c4 engine", "8\n4\n");
    assert!(ran.status == 1 && ran.out == "4\n" && ran.err.contains("stdin:1: "), "{}", ran.err);
}

#[test]
fn matches_are_played_between_strengths_and_engines() {
    let program = env!("CARGO_BIN_EXE_boardbits");
    let board = "--width 6 --height 5 --seed 2";
    let played = |players: &str, rest: &str| {
        let typed = format!("exec {program} c4 match {players} {board} {rest}");
        let output = Command::new("sh").args(["-c", &typed]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let own = played("strong:200 random", "--games 6");
    let lines: Vec<&str> = own.lines().collect();
    assert_eq!(lines.len(), 7, "{own}");
    assert!(lines[0].starts_with("1 1 \"") && lines[1].starts_with("2 2 \""), "{own}");
    assert_eq!(lines[0][5..7], lines[1][5..7], "one opening for a pair of games");
    let wins = |line: &str| -> u32 {
        let count = line.strip_prefix("player 1: ").unwrap().split(',').next().unwrap();
        count.parse().unwrap()
    };
    assert!(wins(lines[6]) >= 5, "{own}");
    // The same players over the protocol.
    let engine = |strength: &str, seed: u32| {
        format!(
            "'exec:{program} c4 engine --width 6 --height 5 --strength {strength} --seed {seed}'"
        )
    };
    let players = format!("{} {}", engine("strong:200", 2), engine("random", 3));
    assert_eq!(played(&players, "--games 6"), own);
    for (engine, reason) in
        [("exec:true", "player 2: the engine"), ("'exec:sleep 9'", "player 2: no answer after 1s")]
    {
        let lost = played(&format!("casual {engine}"), "--games 1 --time 1");
        assert!(
            lost.contains("1 wins: ") && lost.ends_with("player 1: 1, player 2: 0, drawn: 0\n")
        );
        assert!(lost.contains(reason), "{lost}");
    }
    let ran = run("c4 match casual exec:/nonexistent", "");
    assert!(ran.status == 1 && ran.err.contains("/nonexistent: "), "{}", ran.err);
    assert_eq!(run("c4 match casual best", "").status, 2);
}

#[test]
fn each_pair_of_games_has_its_own_opening() {
    let openings = |seed: u32| -> Vec<String> {
        let out = answer(
            &format!(
                "c4 match random random --width 6 --height 5 --openings 6 --games 8 --seed {seed}"
            ),
            "",
        );
        let games = out.lines().take(8);
        games.map(|line| line.split('"').nth(1).unwrap()[..6].to_owned()).collect()
    };
    let (first, second) = (openings(2), openings(3));
    for pair in first.chunks(2).chain(second.chunks(2)) {
        assert_eq!(pair[0], pair[1], "{first:?} {second:?}");
    }
    let mut all = [first, second].concat();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 8, "{all:?}");
}

/// A script that is an engine.
#[cfg(unix)]
fn script(folder: &Folder, name: &str, text: &str) -> String {
    let file = folder.file(name);
    fs::write(&file, text).unwrap();
    format!("exec:sh {file}")
}

#[cfg(unix)]
fn play_match(first: &str, second: &str, rest: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbits"));
    command.args(["c4", "match", first, second]).args(rest.split_whitespace());
    let output = command.stderr(Stdio::null()).output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn a_late_answer_is_not_that_of_the_next_question() {
    let folder = Folder::new("late");
    let program = env!("CARGO_BIN_EXE_boardbits");
    let board = "--width 5 --height 4";
    let engine = format!("{program} c4 engine {board}");
    let flag = folder.file("flag");
    let text = format!("[ -e {flag} ] || {{ : > {flag}; sleep 2; }}\nexec {engine}\n");
    let late = script(&folder, "late", &text);
    let options = format!("{board} --openings 0 --games 2 --time 1");
    let expected = play_match(&format!("exec:{engine}"), "perfect", &options);
    let found = play_match(&late, "perfect", &options);
    assert_eq!(found[0], "1 1 \"\" 2 wins: player 1: no answer after 1s");
    assert_eq!(found[1], expected[1]);
}

#[cfg(unix)]
#[test]
fn an_engine_that_hangs_is_ended() {
    let folder = Folder::new("hangs");
    let id = folder.file("id");
    let engine = script(&folder, "engine", &format!("echo $$ > {id}\nexec sleep 60\n"));
    let lines = play_match("casual", &engine, "--games 1 --time 1");
    assert!(lines[0].ends_with(" 1 wins: player 2: no answer after 1s"), "{lines:?}");
    let id = fs::read_to_string(&id).unwrap();
    let is_alive = Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status();
    assert!(!is_alive.unwrap().success(), "process {id}");
}

#[cfg(unix)]
#[test]
fn answers_that_are_not_columns_lose() {
    let folder = Folder::new("answers");
    for (name, text, reason) in [
        (
            "utf8",
            "while read line; do printf '\\377\\n'; done",
            "expected a column, found \"\u{fffd}\\n\"",
        ),
        ("nine", "while read line; do echo 9; done", "column 9 does not exist"),
        ("many", "while read line; do echo 44; done", "expected a column, found \"44\\n\""),
        ("long", "read line; yes 4 | tr -d '\\n'", "expected a column, found more than 1024 bytes"),
        ("quiet", "exec 0<&- 1>&-; sleep 1", "the engine "),
    ] {
        let engine = script(&folder, name, text);
        for line in &play_match("casual", &engine, "--games 2")[..2] {
            assert!(line.contains(&format!("1 wins: player 2: {reason}")), "{line}");
        }
    }
}

/// The second line would be the answer to the next question.
#[cfg(unix)]
#[test]
fn lines_without_a_question_lose() {
    let folder = Folder::new("unasked");
    let twice = script(&folder, "twice", "while read line; do echo 4; echo 5; done");
    let slow = script(&folder, "slow", "while read line; do sleep 0.1; echo 3; done");
    for engine in [&*twice, "exec:yes 4"] {
        let lines = play_match(engine, &slow, "--games 2 --openings 0");
        assert!(lines[0].contains("player 1: the engine wrote \""), "{lines:?}");
        assert!(lines[0].ends_with("\" without a question"), "{lines:?}");
    }
}

#[test]
fn each_position_has_the_whole_node_limit() {
    let solve = |options: &str| {
        let solve = "c4 solve --width 5 --height 4 --memory 1 --threads 1";
        run(&format!("{solve} {options} -"), "1\n2\n")
    };
    let free = solve("--stats");
    let nodes = free.err.split("nodes=").skip(1);
    let nodes: Vec<u64> =
        nodes.map(|rest| rest.split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(matches!(nodes[..], [first, second] if first > second && second > 0), "{}", free.err);
    // Enough for one of them, not for both.
    let limited = solve(&format!("--nodes {}", nodes[0] + nodes[1] / 2));
    assert_eq!((limited.out, limited.err.as_str(), limited.status), (free.out, "", 0));
}

#[test]
fn q_quits_a_game() {
    let play = |input| answer("c4 play --blind --width 4 --height 4 --seed 1", input);
    let quit = play("1\nq\n2\nhello\n");
    assert_eq!(quit, play("1\nq\n"));
    assert!(!quit.contains("expected a column"), "{quit}");
}

/// The program moves at once where it is its turn, so undo must go back to the turn of the player.
#[test]
fn undo_leaves_the_move_to_the_player() {
    let moves = |options: &str, input: &str| {
        let play = format!("c4 play --blind --width 4 --height 4 --seed 1 {options}");
        answer(&play, input).matches("I play ").count()
    };
    assert_eq!((moves("", "q\n"), moves("", "1\nq\n"), moves("", "1\nu\nq\n")), (0, 1, 1));
    let second = |input| moves("--second", input);
    assert_eq!((second("q\n"), second("1\nq\n"), second("1\nu\nq\n")), (1, 2, 2));
}

#[test]
fn a_strong_player_does_not_know_the_scores_that_are_shown() {
    let plays = |options: &str| {
        let play = format!("c4 play --width 5 --height 5 --strength strong:100 --seed 1 {options}");
        let out = answer(&play, "3\n4\n2\n5\n1\n3\nq\n");
        let plays = out.lines().filter_map(|line| line.rsplit_once("I play "));
        plays.map(|(_, column)| column.to_owned()).collect::<Vec<_>>()
    };
    let blind = plays("--blind");
    assert!(blind.len() > 3 && plays("") == blind, "{blind:?}");
}
