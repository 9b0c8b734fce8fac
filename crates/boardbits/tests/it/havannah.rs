//! `boardbits havannah`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{NONSENSE, answer, run};

/// Only the answers: without searches.
const QUICK: &str = "havannah analyze --playouts 0 --best 0";

/// The last lines of the answers: those that tell how games ended.
fn ends(command: &str, input: &str) -> Vec<String> {
    let ran = run(command, input);
    let is_end = |line: &&str| {
        !line.contains("threats of") && !line.ends_with(['.', 'x', 'o'])
            || line.contains("recorded")
    };
    ran.out.lines().filter(is_end).map(str::to_owned).collect()
}

fn analyzed(command: &str, input: &str) -> Value {
    serde_json::from_str(&answer(&format!("{command} --format json"), input)).unwrap()
}

#[test]
fn cases_are_judged() {
    let input = "3\n2 2\n1 1\n1 2\n3 6\n3 2\n4 3\n4 4\n3 4\n2 3\n2 2\n3 1\n3 3\n";
    let judged = "Case #1: bridge in move 2\nCase #2: ring in move 6\nCase #3: none\n";
    assert_eq!(answer("havannah referee", input), judged);
}

#[test]
fn a_wrong_case_is_named_and_the_others_are_judged() {
    let input = "5\n2 2\n1 1\n9 9\n3 1\n99999999999 1\n1 1\n1 1\n2 8\n1 1\n1 2\n2 1\n2 2\n2 3\n3 2\n3 3\n1 1\n2 2\n1 1\n1 2\n";
    let ran = run("havannah referee", input);
    assert_eq!((ran.out.as_str(), ran.status), ("Case #5: bridge in move 2\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:4: case 1, move 2: expected a cell of a board of base 2, found 9,9\n\
         boardbits: stdin:6: case 2, move 1: expected a number of at most 32 bits, found \"99999999999\"\n\
         boardbits: stdin:7: case 3: expected a base of at least 2, found 1\n\
         boardbits: stdin:9: case 4: 8 stones on 7 cells\n"
    );
}

#[test]
fn input_that_ends_early_or_late_is_named() {
    let ran = run("havannah referee", "2\n3 2\n1 1\n");
    assert_eq!(ran.status, 1);
    assert_eq!(ran.err, "boardbits: stdin: the input ends before case 1, move 2\n");
    let ran = run("havannah referee", "1\n3 1\n1 1\n2 2\n");
    assert_eq!((ran.out.as_str(), ran.status), ("Case #1: none\n", 1));
    assert_eq!(ran.err, "boardbits: stdin:4: expected the end of the input after 1 cases\n");
}

#[test]
fn a_case_with_too_many_stones_is_named_and_the_others_are_judged() {
    let small = format!("2\n2 8\n{}2 2\n1 1\n1 2\n", "1 1\n".repeat(8));
    let ran = run("havannah referee", small);
    assert_eq!((ran.out.as_str(), ran.status), ("Case #2: bridge in move 2\n", 1));
    assert_eq!(ran.err, "boardbits: stdin:2: case 1: 8 stones on 7 cells\n");
    // At the limit, stones are missed.
    let reason = "stdin:2: case 1: expected at most 4194304 stones, found 4194305";
    for (stones, error) in [(4_194_305, format!("boardbits: {reason}\n")), (4_194_304, "".into())] {
        let ran = run("havannah referee", format!("1\n100000 {stones}\n1 1\n"));
        let end = "boardbits: stdin: the input ends before case 1, move 2\n";
        assert_eq!((ran.err, ran.status), (error + end, 1));
    }
}

#[test]
fn answers_can_be_json() {
    let cases = answer("havannah referee --format json", "2\n2 2\n1 1\n1 2\n2 1\n1 1\n");
    let expected = "{\"case\":1,\"wins\":[\"bridge\"],\"move\":2}\n\
                    {\"case\":2,\"wins\":[],\"move\":null}\n";
    assert_eq!(cases, expected);
    let over = json!({
        "rows": ["x .", "x . .", ". o"], "stones": 3, "turn": "second",
        "outcome": "first bridge in move 3", "winner": "first", "wins": ["bridge"], "move": 3,
        "resigned": null, "recorded": null, "value": null,
        "threats": {"first": [], "second": []}, "moves": [],
    });
    assert_eq!(analyzed("havannah analyze", "2 3 1,1 3,3 1,2\n"), over);
    let open = analyzed("havannah analyze --best 2", "{\"game\":\"2 2 1,1 3,3\"}\n");
    let bridges = json!([{"cell": "2,1", "wins": ["bridge"]}, {"cell": "1,2", "wins": ["bridge"]}]);
    assert_eq!(open["threats"]["first"], bridges);
    for (field, expected) in
        [("outcome", json!(null)), ("turn", json!("first")), ("value", json!("win"))]
    {
        assert_eq!(open[field], expected);
    }
    assert_eq!(open["moves"].as_array().unwrap().len(), 2);
    assert_eq!(open["moves"][0]["value"], "win");
}

#[test]
fn games_of_two_players_are_judged_by_each_rule() {
    // The second player goes around a stone of the first; then a bridge; the last game is not over.
    let games = "4 12 4,4 5,4 1,2 5,5 1,3 4,5 2,1 3,4 3,1 3,3 7,5 4,3\n\
                 2 3 1,1 3,3 1,2\n\
                 3 2 1,1 2,2\n";
    let judge = |ring: &str| ends(&format!("{QUICK} --ring {ring}"), games);
    let [ring, bridge] = ["second ring in move 12", "first bridge in move 3"];
    let open = "first to move after 2 stones: ?";
    assert_eq!(judge("any"), [ring, bridge, open]);
    assert_eq!(judge("nonown"), judge("any"));
    assert_eq!(judge("empty"), ["first to move after 12 stones: ?", bridge, open]);
}

#[test]
fn records_of_little_golem_are_read() {
    let games =
        "(;FF[4]EV[x]SZ[2]RE[W];W[A1];B[swap];W[C2];B[A2])\n(;SZ[4];W[G1];B[G2];W[resign])\n";
    let judged = ["second bridge in move 4, recorded W", "first resigned"];
    assert_eq!(ends(QUICK, games), judged);
    let ran = run(&format!("{QUICK} --coordinates grid"), games);
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.err,
        "boardbits: stdin: game 2: move 1: expected a cell of a board of base 4, found G1\n"
    );
    // Lines of moves may come before records.
    assert_eq!(ends(QUICK, &format!("2 3 1,1 3,3 1,2\n{games}"))[1..], judged);
}

#[test]
fn a_draw_is_a_full_board() {
    let full = "3 19 3,2 4,2 2,4 3,3 1,1 3,4 1,2 2,1 4,5 5,3 4,3 5,5 2,3 2,2 5,4 1,3 4,4 3,5 3,1";
    assert_eq!(ends(QUICK, full), ["draw"]);
    assert_eq!(analyzed(QUICK, full)["outcome"], "draw");
}

#[test]
fn wrong_games_are_named() {
    let games = "2 8\n3 2 1,1 1,1\n3 1 9,9\nx\n2 3 1,1 3,3 1,2\n";
    let ran = run(QUICK, games);
    assert!(ran.out.ends_with("first bridge in move 3\n") && ran.status == 1);
    assert_eq!(
        ran.err,
        "boardbits: stdin:1: 8 stones on 7 cells\n\
         boardbits: stdin:2: move 2: there is a stone on 1,1 already\n\
         boardbits: stdin:3: move 1: expected a cell of a board of base 3, found 9,9\n\
         boardbits: stdin:4: expected --base CELLS for moves without their base\n"
    );
}

#[test]
fn nonsense_is_refused() {
    for command in ["havannah referee", "havannah analyze"] {
        assert_eq!(run(command, NONSENSE).status, 1, "{command}");
    }
}

#[test]
fn a_dialogue_in_the_go_text_protocol() {
    let commands = "1 name\nboardsize 4\nplay white a1\nplay black d4\nplay white a2\nplay black d5\nplay white a3\n\
                    play black e4\ngenmove white\nhavannah_winner\nfinal_score\nundo\nhavannah_winner\n\u{ff}\nquit\nname\n";
    let ran = run("havannah gtp --playouts 100", commands);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let answers: Vec<_> = ran.out.split("\n\n").collect();
    let expected = [
        "=1 havannah-uf",
        "=",
        "=",
        "=",
        "=",
        "=",
        "=",
        "=",
        "= A4",
        "= white",
        "= W+1",
        "=",
        "= none",
        "? unknown command",
        "=",
        "",
    ];
    assert_eq!(answers, expected);
    assert_eq!(run("havannah gtp --base 1", "").status, 2);
}

#[test]
fn games_are_shown() {
    let svg = std::env::temp_dir().join(format!("boardbits-havannah-{}.svg", std::process::id()));
    let command = format!("havannah analyze --svg {}", svg.display());
    let game = "3 9 1,1 3,3 2,2 2,4 3,1 4,5 2,1 5,4 3,5\n";
    let picture = "  x x x\n . x . .\n. . o . .\n o . . .\n  . o .\n";
    assert_eq!(answer(&command, game), format!("{picture}first bridge in move 7\n"));
    let drawn = std::fs::read_to_string(&svg).unwrap();
    std::fs::remove_file(&svg).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.contains("first bridge in move 7"));
    let bright = answer("havannah analyze --color always", game);
    assert_eq!(bright.matches("92m").count(), 3, "{bright:?}");
}

#[test]
fn a_drawing_without_a_game_is_refused() {
    let svg = std::env::temp_dir().join(format!("boardbits-no-game-{}.svg", std::process::id()));
    for input in ["", "2 2 1,1 1,1\n"] {
        let ran = run(&format!("havannah analyze --svg {}", svg.display()), input);
        assert_eq!(ran.status, 1);
        let refused = format!("{}: not written: there is no game to draw\n", svg.display());
        assert!(ran.err.ends_with(&refused), "{}", ran.err);
        assert!(!svg.exists());
    }
}

/// Stacks larger than any memory: the system refuses every thread.
#[cfg(target_os = "linux")]
#[test]
fn without_further_threads_there_are_the_same_answers() {
    let answer = |command: &str, input: &str, refused: bool| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_boardbits"));
        if refused {
            program.env("RUST_MIN_STACK", (usize::MAX / 4).to_string());
        }
        let child = program
            .args(command.split_whitespace())
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn();
        let mut child = child.unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{command}");
        String::from_utf8(output.stdout).unwrap()
    };
    for (command, input) in [
        ("havannah analyze --threads 8 --playouts 100", "4 0\n"),
        ("havannah gtp --base 4 --threads 8 --playouts 100", "genmove w\n"),
    ] {
        assert_eq!(answer(command, input, true), answer(command, input, false));
    }
}

#[test]
fn results_and_rules_of_records_are_told() {
    let won = "W[A1];B[C2];W[A2]";
    let open = "to move after";
    for (game, expected) in [
        (format!("RE[W];{won}"), "first bridge in move 3"),
        (format!("RE[w+R];{won}"), "first bridge in move 3"),
        (format!("RE[B];{won}"), "first bridge in move 3, recorded B"),
        (format!("RE[];{won};B[resign]"), "first bridge in move 3, recorded "),
        ("W[A1];B[resign]".to_owned(), "second resigned"),
        ("RE[W];W[A1];B[resign]".to_owned(), "second resigned"),
        ("RE[W];W[A1];W[resign]".to_owned(), "first resigned, recorded W"),
        ("RE[W+T];W[A1]".to_owned(), "second to move after 1 stone: loss, recorded W+T"),
        ("RE[?];W[A1];B[C2]".to_owned(), "first to move after 2 stones: win, recorded ?"),
        ("W[A1]".to_owned(), "second to move after 1 stone: loss"),
    ] {
        let game = format!("(;SZ[2]{game})");
        assert_eq!(answer(QUICK, &game).lines().last(), Some(expected), "{game}");
    }
    let resigned = analyzed(QUICK, "(;SZ[2]RE[B+R];W[A1];W[resign])");
    assert_eq!((&resigned["resigned"], &resigned["recorded"]), (&json!("first"), &json!("B+R")));
    // A ring around a stone of the other player.
    let ring = "4,4 5,4 1,2 5,5 1,3 4,5 2,1 3,4 3,1 3,3 7,5 4,3";
    let moves = ring.split(' ').zip(["W", "B"].into_iter().cycle());
    let moves: String = moves.map(|(cell, color)| format!(";{color}[{cell}]")).collect();
    for (rules, ring, expected) in [
        ("", "", "second ring in move 12"),
        ("RU[empty]", "", open),
        ("RU[Empty]", "--ring nonown", "second ring in move 12"),
        ("RU[any]", "--ring empty", open),
        ("RU[x]", "", "second ring in move 12"),
    ] {
        let game = format!("(;SZ[4]{rules}{moves})");
        let judged = answer(&format!("{QUICK} --coordinates pair {ring}"), &game);
        assert!(judged.lines().last().unwrap().contains(expected), "{rules} {ring}: {judged}");
    }
}

#[test]
fn games_of_sgf_files_are_judged_one_by_one() {
    // Lines, variations and blanks as SGF allows them.
    let games = "(;FF[4]SZ[2]\n;W[A1];B[swap]\n;W[C2](;B[A2];W[A1])(;B[B1]))\n(;SZ[2];W[A1];W[A2])\n\n( ;SZ[3] ;W[A1] )";
    assert_eq!(ends(QUICK, games), ["second bridge in move 4", "second to move after 1 stone: ?"]);
    let reason = "move 2: it is the turn of the other color";
    assert_eq!(run(QUICK, games).err, format!("boardbits: stdin: game 2: {reason}\n"));
    let shown = answer(QUICK, "(;SZ[2];W[A1];B[C2]\n;W[A2])");
    assert_eq!(shown, " x .\nx . .\n . o\nfirst bridge in move 3\n");
    for rest in [" junk", ")"] {
        let ran = run(QUICK, format!("(;SZ[4];W[E1]){rest}\n"));
        assert_eq!((ran.status, &*ran.out), (1, ""), "{rest}");
        assert!(ran.err.contains("expected the end of the text after the game"), "{ran:?}");
    }
    assert_eq!(ends(QUICK, "(;SZ[4];W[E1])(;SZ[4];W[E1])").len(), 2);
}

#[test]
fn positions_are_analyzed() {
    let analyzed = answer("havannah analyze", "3 4 3,3 2,1 2,2 2,4\n");
    let lines: Vec<_> = analyzed.lines().skip(5).collect();
    assert_eq!(lines.len(), 8, "{analyzed}");
    assert_eq!(lines[..2], ["threats of first: -", "threats of second: -"]);
    assert!(lines[2].contains(" win "), "{analyzed}");
    assert_eq!(lines[7], "first to move after 4 stones: win");
    // A bridge along an edge wins; all other moves are listed after it.
    let analyzed = answer("havannah analyze --best 1", "(;SZ[3];W[A1];B[E3];W[A2];B[E2])");
    let lines: Vec<_> = analyzed.lines().skip(5).collect();
    assert_eq!(lines[..2], ["threats of first: A3 bridge", "threats of second: E1 bridge"]);
    assert!(lines[2].starts_with("A3 win 100.0 %"), "{analyzed}");
    assert_eq!(lines[3], "first to move after 4 stones: win");
    // Nothing is known without searches.
    let unknown = "havannah analyze --playouts 0 --best 1";
    assert!(answer(unknown, "4 0\n").contains("\n1,1 ? ? % of 0 playouts\n"));
    assert_eq!(self::analyzed(unknown, "4 0\n")["moves"][0]["win_rate"], Value::Null);
    // The first moves of a game, of which a swap is one.
    let game = "(;SZ[2]RE[B];W[A1];B[swap];W[C2];B[A2])";
    assert_eq!(ends(QUICK, game), ["second bridge in move 4"]);
    let before = ends(&format!("{QUICK} --moves 3"), game);
    assert_eq!(before, ["second to move after 2 stones: win"]);
    // Large boards and all rules have win rates, though the solver does not take them.
    let large = self::analyzed("havannah analyze --playouts 200 --ring empty", "9 0\n");
    assert!(large["value"].is_null() && large["moves"][0]["win_rate"].is_f64());
}

#[test]
fn positions_are_proven() {
    for (moves, winner) in
        [("", "win"), (" 1,1", "loss"), (" 2,1", "win"), (" 2,2", "win"), (" 3,3", "win")]
    {
        let input = format!("3 {}{moves}\n", moves.split_whitespace().count());
        let proven = self::analyzed("havannah analyze --prove --best 0 --playouts 0", &input);
        assert_eq!(proven["value"], winner, "{moves}");
    }
    for (input, options, reason) in [
        ("7 0\n", "", "the solver takes boards of base 2 to 6, found base 7"),
        ("3 0\n", "--ring empty", "the solver takes the ring rules any and nonown, found empty"),
    ] {
        let ran = run(&format!("havannah analyze --prove {options}"), input);
        assert_eq!((ran.status, &*ran.out), (1, ""));
        assert_eq!(ran.err, format!("boardbits: stdin:1: {reason}\n"));
    }
}

#[test]
fn an_analysis_is_stopped_in_time() {
    // Without a limit this takes minutes.
    for (options, input) in [("--playouts 1000000000", "64 0\n"), ("--prove", "5 1 3,3\n")] {
        let start = Instant::now();
        let ran = run(&format!("havannah analyze --timeout 0.5 --best 2 {options}"), input);
        assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
        let reason = "boardbits: stdin:1: the time limit was reached\n";
        assert_eq!((ran.status, ran.err.as_str()), (1, reason));
        let end = ran.out.lines().last().unwrap();
        assert!(end.contains(": ?"), "{end}");
        assert_eq!(end.ends_with(" to disprove"), options == "--prove", "{end}");
    }
}

#[test]
fn images_have_the_same_answers_at_the_same_cost() {
    let game = "2,5 3,6 2,1 1,1 3,2 4,3 4,1 5,6 1,2 3,5";
    let mirrored = "7,5 7,6 3,1 4,1 3,2 3,3 1,1 5,6 5,2 6,5";
    let both = format!("4 10 {game}\n4 10 {mirrored}\n");
    let answers = answer("havannah analyze --best 0 --playouts 100", &both);
    let (first, second) = answers.split_at(answers.len() / 2);
    // Pictures differ, but have the same number of stones of each kind.
    let sorted = |text: &str| {
        let mut bytes = text.replace(|c: char| c.is_ascii_digit(), "0").into_bytes();
        bytes.sort_unstable();
        bytes
    };
    assert_eq!(sorted(first), sorted(second));
}

#[test]
fn bare_moves_are_read_with_a_base() {
    let grid = format!("{QUICK} --base 4 --coordinates grid");
    let moves = "a1 a2 b1 b2 c1 c2 d1\n";
    assert_eq!(ends(&grid, moves), ["first bridge in move 7"]);
    assert_eq!(
        ends(&grid, &format!("{{\"game\":\"{}\"}}\n", moves.trim())),
        ["first bridge in move 7"]
    );
    assert_eq!(ends(&format!("{QUICK} --base 4"), "D4 swap E1 resign\n"), ["second resigned"]);
    assert_eq!(
        ends(&format!("{QUICK} --base 2 --coordinates pair"), "1,1 3,3 2,1\n"),
        ["first bridge in move 3"]
    );
    // Cells of answers are those of the moves.
    let answered = run("havannah analyze --base 2 --best 1 --coordinates grid", "a1 c3\n");
    assert!(answered.out.contains("threats of first: B1 bridge, A2 bridge"), "{}", answered.out);
    let refused = |command: &str, line: &str| {
        let ran = run(command, line);
        assert_eq!((ran.out.as_str(), ran.status), ("", 1));
        ran.err
    };
    let needs = "boardbits: stdin:1: expected --base CELLS for moves without their base\n";
    assert_eq!(refused(QUICK, "b5 c5 d5\n"), needs);
    let off = "boardbits: stdin:1: move 2: expected a cell of a board of base 4, found g1\n";
    assert_eq!(refused(&grid, "a1 g1\n"), off);
}

/// The observation of a test of Kaggle's environments.
const OBSERVATION: &str = r#"{"board":[["x","x","x","x"],["o","o","o",null,null],[null,null,null,null,null,null],[null,null,null,null,null,null,null],[null,null,null,null,null,null],[null,null,null,null,null],[null,null,null,null]],"board_size":4,"current_player":"terminal","is_terminal":true,"winner":"x","last_move":"d1","move_number":7}"#;

#[test]
fn observations_of_openspiel_are_read() {
    let line = format!("{OBSERVATION}\n");
    assert_eq!(ends(QUICK, &line), ["first bridge in move 7"]);
    let small = r#"{"board":[["o",null],["x",null,null],[null,"o"]],"last_move":"a1"}"#;
    let after_swap = analyzed(QUICK, &format!("{small}\n"));
    assert_eq!((&after_swap["turn"], &after_swap["stones"]), (&json!("first"), &json!(3)));
    assert_eq!(after_swap["threats"]["second"][0]["cell"], "B1");
    let wrong = |old: &str, new: &str, reason: &str| {
        let ran = run(QUICK, format!("{}\n", small.replace(old, new)));
        assert_eq!(ran.err, format!("boardbits: stdin:1: {reason}\n"));
    };
    wrong("[\"o\",null]", "[\"o\"]", "board: row 1: expected 2 cells, found 1");
    wrong("[\"o\",null]", "[\"o\",\"z\"]", "column 18: unknown variant `z`, expected `x` or `o`");
    wrong("\"a1\"", "\"c1\"", "last_move: expected a cell of a board of base 2, found c1");
    wrong("\"a1\"", "\"b1\"", "board: the cell 2,1 of the last move has no stone");
    wrong(
        "\"x\"",
        "\"o\"",
        "board: expected as many stones of both players, or one more, found 0 and 3",
    );
}
