//! `boardbits c4`.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{Folder, answer, run, start};

#[test]
fn scores_come_line_by_line() {
    let input = "2252576253462244111563365343671351441\n5554224333234511764415115\n";
    let scores = "2252576253462244111563365343671351441 -1\n5554224333234511764415115 4\n";
    assert_eq!(answer("c4 solve", input), scores);
    assert_eq!(answer("c4 solve 5554224333234511764415115", ""), "5554224333234511764415115 4\n");
}

#[test]
fn columns_are_analyzed_one_by_one() {
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
    for file in ["no/such/file", "missing.txt"] {
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
    // Nor do their bounds.
    let stopped = "c4 solve --timeout 0 --book none --weak 444444";
    assert_eq!(run(stopped, "").out, "444444 -1..=1\n");
    let json = run(&format!("{stopped} --format json"), "").out;
    assert!(json.contains("\"bounds\":[-1,1]"), "{json}");
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
        "boardbits: stdin:3: expected MOVES SCORE, found \"67152117737262713366376314254 x\"\n\
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
    let ran = run("c4 solve --book none --timeout 0 4", "");
    assert_eq!((ran.out.as_str(), ran.status), ("4 -19..=20\n", 1));
    assert_eq!(ran.err, "boardbits: \"4\": the time limit was reached\n");
    let ran = run("c4 solve --timeout 0 --book none --format json", "4\n");
    let answer: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&answer["score"], ran.status), (&serde_json::Value::Null, 1));
    assert_eq!((&answer["bounds"][1], &answer["stopped"]), (&20.into(), &"time".into()));
    assert_eq!(ran.err, "boardbits: stdin:1: the time limit was reached\n");
}

#[test]
fn time_limits_hold_for_every_query() {
    for option in ["--analyze", "--weak", "--line"] {
        let ran = run(&format!("c4 solve --book none --timeout 0 {option} 4"), "");
        assert_eq!(ran.status, 1, "{option}");
        assert!(ran.out.starts_with("4 -") && ran.out.contains("..="), "{option}: {}", ran.out);
        assert!(ran.err.contains("the time limit was reached\n"), "{option}: {}", ran.err);
    }
    let ran = run("c4 solve --book none --timeout 0 --analyze --format json 4", "");
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&json["scores"][6], &json["stopped"]), (&serde_json::Value::Null, &"time".into()));
    assert!(json["bounds"][6][0].as_i64() < json["bounds"][6][1].as_i64(), "{json}");
    // An engine has a column all the same, unless it knows nothing.
    let ran = run("c4 solve --best --width 8 --height 7 --timeout 0", "4\n");
    assert_eq!((ran.out.lines().count(), ran.status), (1, 1));
}

#[test]
fn time_limits_hold_with_several_threads() {
    for threads in [1, 2, 8] {
        let ran = run(&format!("c4 solve --book none --timeout 0 --threads {threads} 4"), "");
        assert_eq!(ran.status, 1, "{threads} threads");
        assert!(ran.err.contains("the time limit was reached"), "{threads} threads: {}", ran.err);
    }
}

/// Reserves a tebibyte, which the system may or may not grant.
#[test]
fn a_table_that_cannot_be_allocated_is_an_error() {
    let book = std::env::temp_dir().join(format!("boardbits-c4-{}.book", std::process::id()));
    let build = format!("c4 book --width 4 --height 4 --depth 0 -o {}", book.display());
    for command in ["c4 solve 5554224333234511764415115", &build] {
        let ran = run(&format!("{command} --memory 1048576"), "");
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
    let (moves, options) = ("44455554221\n4455\n", "--memory 1");
    let columns = answer(&format!("c4 solve --best {options}"), moves);
    let pictures = answer("c4 show -", moves);
    for solve in [
        "c4 solve --format json",
        "c4 solve --format json --line",
        "c4 solve --format json --analyze",
        "c4 solve --format json --timeout 0 --book none",
        "c4 solve --format json --analyze --timeout 0 --book none",
        "c4 solve --best --format json",
        "c4 solve --best --format json --timeout 0",
    ] {
        // Answers at a limit have status 1.
        let answers = run(&format!("{solve} {options}"), moves).out;
        assert_eq!(answers.lines().count(), 2, "{solve}");
        assert_eq!(answer(&format!("c4 solve --best {options}"), &answers), columns, "{solve}");
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
fn a_move_is_the_only_answer_of_an_engine() {
    assert_eq!(answer("c4 solve --best", "274552224131661\n41424\n"), "4\n4\n");
    let json = answer("c4 solve --best --format json 41424", "");
    assert_eq!(json, "{\"column\":\"4\",\"moves\":\"41424\"}\n");
    assert_eq!(answer("c4 solve --best --width 2 --height 2", "1122\n"), "-\n");
    for strength in ["strong:300", "casual", "random"] {
        let options =
            format!("c4 solve --best --width 5 --height 4 --strength {strength} --seed 7");
        let columns = answer(&options, "\n1\n12\n");
        assert_eq!(answer(&options, "\n1\n12\n"), columns, "{strength}");
        assert!(columns.lines().all(|column| ("1"..="5").contains(&column)), "{columns}");
    }
    assert_eq!(run("c4 solve --strength casual 4", "").status, 2);
}

/// One position in all forms.
#[test]
fn boards_are_positions() {
    let picture = answer("c4 show 4455", "");
    let row = "......./......./......./......./...oo../...xx..";
    let list = |names: [&'static str; 3]| -> Vec<&str> {
        row.replace('/', "").chars().map(|symbol| names[".xo".find(symbol).unwrap()]).collect()
    };
    let numbers = list(["0", "1", "2"]).join(",");
    let rows = list(["0", "1", "-1"]).chunks(7).map(|row| row.join(",")).collect::<Vec<_>>();
    let names = list(["b", "x", "o"]).join("\",\"");
    let boxed: String = row.split('/').map(|row| format!("|{row}|\n+-------+\n")).collect();
    for input in [
        picture.clone(),
        picture.to_uppercase().replace("X TO MOVE\n", ""),
        boxed + "1 2 3 4 5 6 7\n",
        "1 2 3 4 5 6 7\n|   |   |   | O | O |   |   |\n|   |   |   | X | X |   |   |\n".to_owned(),
        "...YY..\n...RR..\n".to_owned(),
        format!("{row}\n"),
        format!("[{numbers}]\n"),
        format!("[[{}]]\n", rows.join("],[")),
        format!("{{\"board\":[[{}]]}}\n", rows.join("],[")),
        format!("{{\"board\":[\"{names}\"]}}\n"),
        format!("{{\"board\":[{numbers}],\"turn\":\"x\"}}\n"),
        format!("{{\"step\":4,\"board\":[{numbers}],\"mark\":1}}\n"),
        format!("{{\"board\":\"{row}\"}}\n"),
        answer("c4 show --format json 4455", ""),
        answer("c4 solve --format json", row),
    ] {
        let blank = if input.starts_with(['{', '[']) { "" } else { "\n" };
        let both = format!("{input}{blank}{input}");
        let solved = format!("{row} 18\n");
        assert_eq!(answer("c4 solve", &both), solved.repeat(2), "{input}");
        assert_eq!(answer("c4 solve --best", &input), "3\n", "{input}");
        assert_eq!(answer("c4 show -", &both), picture.repeat(2), "{input}");
        // Moves follow without a blank line.
        assert_eq!(answer("c4 solve", &format!("{input}4455\n")), format!("{solved}4455 18\n"));
    }
    let (scored, wrong) = (format!("{row} 18\n"), format!("{row} 17\n"));
    assert!(answer("c4 solve --check -", &scored).starts_with("1 right"));
    let ran = run("c4 solve --check -", wrong);
    assert!(ran.out.starts_with(&format!("{row}: 18, expected 17\n")), "{ran:?}");
    // The second player began.
    let turned = format!("{{\"board\":[{numbers}],\"turn\":\"o\"}}");
    assert!(answer("c4 solve", &turned).ends_with(" 0\n"));
    let empty = "0,".repeat(41) + "0";
    let seen = format!("{{\"remainingOverageTime\":60,\"step\":0,\"board\":[{empty}],\"mark\":1}}");
    assert!(answer("c4 solve", &seen).ends_with(" 1\n"));
    // One of 25 columns is named o.
    let wide = "c4 solve --width 25 --height 2 --timeout 0";
    assert!(run(wide, "o23456789abcdefghijklmn1p\n").out.starts_with("o23456789abcdef"));
}

#[test]
fn wrong_boards_are_refused_with_the_place_and_the_others_answered() {
    let rows = |rows: &str| format!("{}{rows}\n", "......./".repeat(5 - rows.matches('/').count()));
    let lists = |row: &str, count: usize| format!("[{}]\n", vec![row; count].join(","));
    let turn = |end: &str, turn: &str| {
        let empty = "0,".repeat(42 - end.split(',').count());
        format!("{{\"board\":[{empty}{end}],\"turn\":\"{turn}\"}}\n")
    };
    let picture = "......x\n......\n\n".to_owned();
    for (input, place, reason) in [
        (rows("x....../......."), 1, "the picture from line 1: the stone in column 1, row 2 from"),
        (rows("x....x."), 1, "the picture from line 1: expected as many stones of x as of o"),
        (rows("ooo..../xxxx..."), 1, "the picture from line 1: the game is already won by x"),
        (
            rows("RRR...."),
            1,
            "the picture from line 1: expected as many stones of R as of Y, or one more, found 3 of",
        ),
        (
            rows("R.?...."),
            1,
            "the picture from line 1: line 1, column 43: expected '.', 'R' or 'Y'",
        ),
        (rows("..?...."), 1, "the picture from line 1: line 1, column 43: expected '.', 'x' or"),
        (picture, 3, "the picture from line 1: line 2: expected a row of 7 cells, found 6"),
        ("[0,1,2]\n".to_owned(), 1, "expected 42 cells, found 3"),
        ("[0,1,7]\n".to_owned(), 1, "cell 3: expected 0, 1, 2 or -1, or x, o or ., found 7"),
        (lists("[0,0,0,0,0,0]", 7), 1, "row 1: expected 7 cells, found 6"),
        (lists("[0,0,0,0,0,0,0]", 7), 1, "expected 42 cells, found 49"),
        ("{\"board\":[0],\"turn\":\"y\"}\n".to_owned(), 1, "expected 0, 1, 2 or -1, or x, o"),
        (
            format!("{{\"board\":\"{}...x...\",\"turn\":\"x\"}}\n", "......./".repeat(5)),
            1,
            "board: expected as many stones of the other player as of the player to move",
        ),
        (turn("1", "x"), 1, "turn: expected the player with fewer stones, found the other"),
        (turn("2", "o"), 1, "turn: expected the player with fewer stones, found the other"),
        (turn("1,0,0,0,0,0,0,0", "o"), 1, "the stone in column 7, row 2 from the bottom, has an"),
        ("{\"board\":[0],\"moves\":\"4\"}\n".to_owned(), 1, "expected one of moves and board"),
        ("{\"bord\":[0]}\n".to_owned(), 1, "column 7: "),
        ("4 4\n".to_owned(), 1, "expected moves without blanks, found \"4 4\""),
    ] {
        for command in ["c4 solve", "c4 solve --best", "c4 show -"] {
            let ran = run(command, format!("{input}4455\n"));
            let expected = format!("boardbits: stdin:{place}: {reason}");
            assert!(ran.err.starts_with(&expected), "{command}: {expected}: {ran:?}");
            assert_eq!((ran.status, ran.out), (1, answer(command, "4455\n")), "{command}: {input}");
        }
    }
    let ran = run("c4 solve", "x......\n.......");
    assert!(ran.err.starts_with("boardbits: stdin: the picture from line 1: "), "{ran:?}");
}

#[test]
fn a_check_uses_the_book_of_the_command_line_only() {
    let ran = run("c4 solve --check - --timeout 0", "44 0\n");
    assert!(ran.out.starts_with("44: ") && ran.out.contains(", 1 not solved, "), "{ran:?}");
}

#[test]
fn pictures_are_read_where_stones_are_symbols_of_columns() {
    // `o` is column 24, `x` 33, and `drawn` begins with column 13.
    for (width, height, moves) in [(40, 2, "1x2"), (40, 2, "ox"), (24, 4, "o1"), (61, 1, "1x")] {
        let show = format!("c4 show --width {width} --height {height}");
        let picture = answer(&format!("{show} {moves}"), "");
        assert_eq!(answer(&format!("{show} -"), &picture), picture);
    }
    let full = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let show = "c4 show --width 61 --height 1";
    let picture = answer(&format!("{show} {full}"), "");
    assert_eq!(answer(&format!("{show} -"), &picture), picture);
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
    // Scores of two digits do not run together.
    let out = answer("c4 play --seed 1", "4\n1\nq\n");
    let is_score = |word: &str| word == "-" || word == "?" || word.parse::<i32>().is_ok();
    let is_scores = |line: &&str| {
        let words = line.split_whitespace();
        words.clone().count() == 7 && words.clone().all(is_score) && !line.starts_with("   1   2")
    };
    let scores: Vec<&str> = out.lines().filter(is_scores).collect();
    assert!(scores.len() == 3 && scores.iter().any(|line| line.contains("-1")), "{out}");
    let out = answer("c4 play --width 4 --height 4 --second --blind", "q\n");
    assert!(out.contains("o to move > "), "{out}");
}

/// Scores of these boards take hours.
#[test]
fn a_game_on_a_large_board_shows_the_scores_that_are_known_in_time() {
    let out = answer("c4 play --width 8 --height 8", "q\n");
    assert!(out.contains("   7   8\n   ?   ?   ?   ?   ?   ?   ?   ?\nx to move > "), "{out}");
    for size in ["--width 8 --height 8", "--width 9 --height 7"] {
        let out = answer(&format!("c4 play --timeout 0 {size}"), "h\n4\nu\nq\n");
        assert!(out.contains("   ?   ?\nx to move > best: not known yet"), "{out}");
        assert!(out.contains("I play ") && out.matches("x to move > ").count() == 4, "{out}");
        // The input ends while the scores are computed.
        let out = answer(&format!("c4 play --timeout 0.1 --second {size}"), "");
        assert!(out.ends_with("   ?   ?\no to move > \n"), "{out}");
    }
}

#[test]
fn a_check_fails_if_a_score_is_wrong() {
    let ran = run("c4 solve --check -", "271713432331713132 11\n");
    assert_eq!((ran.status, ran.err.as_str()), (1, "boardbits: stdin: 1 of 1 scores are wrong\n"));
    assert_eq!(run("c4 solve --check -", "271713432331713132 -11\n").status, 0);
}

#[test]
fn a_check_has_time_limits_and_json() {
    let ran = run("c4 solve --check - --timeout 0", "32164 3\n271713432331713132 -11\n");
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
        for options in ["", "--book none", "--weak --book none", "--analyze"] {
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
fn only_a_check_reads_numbers_after_the_moves() {
    let small = "--width 4 --height 4";
    let solved = answer(&format!("c4 solve {small}"), "\n12\n");
    assert_eq!(solved, " 0\n12 0\n");
    let ran = run(&format!("c4 solve {small} --check -"), &solved);
    assert!(ran.status == 0 && ran.out.starts_with("2 right, 0 wrong"), "{} {}", ran.out, ran.err);
    let folder = Folder::new("blanks");
    let file = folder.file("positions.txt");
    for line in ["1 4 1 3", "4 4", "12 0", "12 hello", "1 -1 0 1 -"] {
        for json in [false, true] {
            let line = if json { format!("{{\"moves\":\"{line}\"}}") } else { line.to_owned() };
            fs::write(&file, &line).unwrap();
            for command in ["c4 solve", "c4 show", "c4 solve --best"] {
                let ran = run(&format!("{command} {file}"), "");
                let expected =
                    format!("boardbits: {file}:1: expected moves without blanks, found ");
                assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command}: {line}");
                assert!(ran.err.starts_with(&expected), "{command}: {line}: {}", ran.err);
            }
        }
    }
    assert_eq!(answer("c4 solve", "44\t \n"), "44 1\n");
    for line in ["4 4 1", "4", "", "4 x", "4 -"] {
        let ran = run("c4 solve --check -", format!("{line}\n"));
        let expected = format!("boardbits: stdin:1: expected MOVES SCORE, found {line:?}\n");
        assert_eq!((ran.status, ran.err), (1, expected));
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

#[test]
fn a_search_that_is_stopped_at_once_keeps_the_bounds_of_its_checkpoint() {
    let folder = Folder::new("bounds");
    let file = folder.file("point");
    let solve = format!("c4 solve --book none --checkpoint {file} 6237266376111153366");
    let mut solver = c4_solver::Solver::default();
    let position = c4_solver::Position::from_moves("6237266376111153366").unwrap();
    let limits = c4_solver::Limits::new().nodes(2_000);
    let bounds = solver.try_solve(&position, &limits).unwrap_err().partial;
    fs::write(&file, solver.checkpoint(&position, bounds, 2_000, 1 << 20).unwrap()).unwrap();
    for _ in 0..2 {
        let next = run(&format!("{solve} --timeout 0"), "");
        assert_eq!((next.status, next.out.as_str()), (1, "6237266376111153366 2..=6\n"));
    }
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
fn a_killed_search_continues_from_its_checkpoint() {
    let folder = Folder::new("checkpoint");
    let file = folder.file("point");
    let board = "--width 6 --height 7";
    let solve = format!("c4 solve {board} --checkpoint {file} --checkpoint-every 0.02 22");
    let mut last = Vec::new();
    let mut kills = 0;
    for _ in 0..3 {
        let mut search = start(&solve);
        // A checkpoint of this run, unless it ends.
        while search.try_wait().unwrap().is_none() {
            match fs::read(&file) {
                Ok(bytes) if bytes != last => {
                    last = bytes;
                    break;
                }
                _ => std::thread::sleep(std::time::Duration::from_millis(1)),
            }
        }
        search.kill().unwrap();
        if search.wait().unwrap().success() {
            break;
        }
        kills += 1;
    }
    assert!(kills > 0, "the machine was too fast to be caught");
    assert!(last.len() > 10_000, "{}", last.len());
    // Damaged, of another position, of another board.
    let mut damaged = last.clone();
    *damaged.last_mut().unwrap() ^= 1;
    for (bytes, board, moves, reason) in [
        (&damaged, board, "22", "the checksum is wrong"),
        (&last, board, "2", "the checkpoint is of another position"),
        (&last, "--width 5 --height 6", "22", "the checkpoint is for 6×7"),
    ] {
        fs::write(&file, bytes).unwrap();
        let ran = run(&format!("c4 solve {board} --checkpoint {file} {moves}"), "");
        assert!(ran.status == 1 && ran.err.contains(reason), "{}", ran.err);
    }
    fs::write(&file, last).unwrap();
    assert_eq!(answer(&solve, ""), "22 2\n");
    assert!(!fs::exists(&file).unwrap(), "a checkpoint of a known score");
    // A time limit leaves a checkpoint, too.
    let ran = run(&format!("c4 solve {board} --timeout 0.1 --checkpoint {file}"), "");
    assert_eq!(ran.status, 2, "one position is expected");
    let ran = run(&format!("c4 solve {board} --timeout 0.1 --checkpoint {file} 4"), "");
    assert!(ran.status == 1 && fs::exists(&file).unwrap(), "{}", ran.err);
}

#[test]
fn a_line_of_play_that_is_not_known_has_a_place() {
    let ran = run("c4 solve --line --book none --timeout 0 444455567", "");
    assert_eq!((ran.out.as_str(), ran.status), ("444455567 -15..=16 ...\n", 1));
    let ran = run("c4 solve --line --book none --timeout 0 --format json 444455567", "");
    assert!(ran.out.contains("\"line\":null"), "{}", ran.out);
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
