//! `boardbits havannah`.

use std::time::{Duration, Instant};

use crate::common::{NONSENSE, answer, run};

#[test]
fn cases_are_judged() {
    let input = "3\n2 2\n1 1\n1 2\n3 6\n3 2\n4 3\n4 4\n3 4\n2 3\n2 2\n3 1\n3 3\n";
    let judged = "Case #1: bridge in move 2\nCase #2: ring in move 6\nCase #3: none\n";
    assert_eq!(answer("havannah referee", input), judged);
}

#[test]
fn answers_can_be_json() {
    let json = answer("havannah referee --format json", "2\n2 2\n1 1\n1 2\n2 1\n1 1\n");
    let expected = "{\"case\":1,\"wins\":[\"bridge\"],\"move\":2}\n\
                    {\"case\":2,\"wins\":[],\"move\":null}\n";
    assert_eq!(json, expected);
    let games = "2 3 1,1 3,3 1,2\n3 2 1,1 2,2\n";
    let json = answer("havannah games --format json", games);
    assert_eq!(
        json,
        "{\"outcome\":\"first bridge in move 3\",\"winner\":\"first\",\"wins\":[\"bridge\"],\"move\":3,\
         \"resigned\":null,\"recorded\":null}\n\
         {\"outcome\":null,\"winner\":null,\"wins\":[],\"move\":null,\"resigned\":null,\"recorded\":null}\n"
    );
    let json = answer("havannah show --format json", games);
    let shown: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(shown["rows"], serde_json::json!(["x .", "x . .", ". o"]));
    assert_eq!(shown["wins"][0], "bridge");
}

#[test]
fn a_time_limit_counts_the_games_so_far() {
    let ran = run("havannah playouts --games 1000000000 --timeout 0.1 --stats --quiet", "");
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains(" games of ") && ran.err.contains(" games/s\n"), "{}", ran.err);
    assert!(ran.err.contains("the time limit was reached after "), "{}", ran.err);
}

#[test]
fn a_wrong_case_is_named_and_the_others_are_judged() {
    let input = "5\n2 2\n1 1\n9 9\n3 1\n99999999999 1\n1 1\n1 1\n2 8\n1 1\n1 2\n2 1\n2 2\n2 3\n3 2\n3 3\n1 1\n2 2\n1 1\n1 2\n";
    let ran = run("havannah referee", input);
    assert_eq!((ran.out.as_str(), ran.status), ("Case #5: bridge in move 2\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:4: case 1, move 2: there is no cell 9,9 on a board of base 2\n\
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
fn games_of_two_players_are_judged_by_each_rule() {
    // The second player goes around a stone of the first; then a bridge; the last game is not over.
    let games = "4 12 4,4 5,4 1,2 5,5 1,3 4,5 2,1 3,4 3,1 3,3 7,5 4,3\n\
                 2 3 1,1 3,3 1,2\n\
                 3 2 1,1 2,2\n";
    let judge = |ring: &str| answer(&format!("havannah games --ring {ring}"), games);
    assert_eq!(judge("any"), "second ring in move 12\nfirst bridge in move 3\n-\n");
    assert_eq!(judge("nonown"), judge("any"));
    assert_eq!(judge("empty"), "-\nfirst bridge in move 3\n-\n");
}

#[test]
fn records_of_little_golem_are_read() {
    let games =
        "(;FF[4]EV[x]SZ[2]RE[W];W[A1];B[swap];W[C2];B[A2])\n(;SZ[4];W[G1];B[G2];W[resign])\n";
    let judged = "second bridge in move 4, recorded W\nfirst resigned\n";
    assert_eq!(answer("havannah games --hgf", games), judged);
    let ran = run("havannah games --hgf --coordinates grid", games);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.err, "boardbits: stdin:2: move 1: there is no cell G1 on a board of base 4\n");
}

#[test]
fn a_draw_is_a_full_board_and_other_games_without_a_win_are_not_over() {
    let full = "3 19 3,2 4,2 2,4 3,3 1,1 3,4 1,2 2,1 4,5 5,3 4,3 5,5 2,3 2,2 5,4 1,3 4,4 3,5 3,1";
    let games = format!("{full}\n2 2 1,1 3,3\n");
    assert_eq!(answer("havannah games", &games), "draw\n-\n");
    let json = answer("havannah games --format json", &games);
    let outcomes: Vec<_> = json
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["outcome"].clone())
        .collect();
    assert_eq!(outcomes, ["draw".into(), serde_json::Value::Null]);
}

#[test]
fn wrong_games_are_named() {
    let games = "2 8\n3 2 1,1 1,1\n3 1 9,9\nx\n(;SZ[4];W[E1])\n2 3 1,1 3,3 1,2\n";
    let ran = run("havannah games", games);
    assert_eq!((ran.out.as_str(), ran.status), ("first bridge in move 3\n", 1));
    assert_eq!(
        ran.err,
        "boardbits: stdin:1: 8 stones on 7 cells\n\
         boardbits: stdin:2: move 2: there is a stone on 1,1 already\n\
         boardbits: stdin:3: move 1: there is no cell 9,9 on a board of base 3\n\
         boardbits: stdin:4: expected the base, found \"x\"\n\
         boardbits: stdin:5: expected S M x,y ..., found a record, which --hgf or --sgf reads\n"
    );
}

#[test]
fn nonsense_is_refused() {
    for command in ["havannah referee", "havannah games", "havannah games --hgf"] {
        let ran = run(command, NONSENSE);
        assert_eq!(ran.status, 1, "{command}");
    }
}

#[test]
fn playouts_are_counted_in_percent() {
    let text = answer("havannah playouts --base 3 --games 300 --seed 1", "");
    let lines: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 7, "{text}");
    let count = |line: &str| -> f64 {
        let count: u32 = line.split(' ').nth(1).unwrap().parse().unwrap();
        count.into()
    };
    for line in &lines {
        let percent = format!(" {:.2} %", 100.0 * count(line) / 300.0);
        assert!(line.ends_with(&percent), "{line}: expected{percent}");
    }
    // Who wins, and how games end that are not drawn.
    assert_eq!(lines[..3].iter().map(|line| count(line)).sum::<f64>(), 300.0, "{text}");
    assert_eq!(lines[2..].iter().map(|line| count(line)).sum::<f64>(), 300.0, "{text}");
}

#[test]
fn playouts_are_counted() {
    let counts = answer("havannah playouts --base 4 --games 70000 --seed 5", "");
    assert!(counts.starts_with("70000 games of 2"), "{counts}");
    assert_eq!(counts.lines().count(), 8);
    assert_eq!(answer("havannah playouts --base 4 --games 70000 --seed 5", ""), counts);
    let json = answer("havannah playouts --base 4 --games 100 --format json", "");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let [first, second, draw] =
        ["first", "second", "draw"].map(|name| json[name].as_u64().unwrap());
    assert_eq!(first + second + draw, 100);
    assert_eq!(run("havannah playouts --base 65", "").status, 2);
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
    let command = format!("havannah show --numbers --svg {}", svg.display());
    let shown = answer(&command, "3 9 1,1 3,3 2,2 2,4 3,1 4,5 2,1 5,4 3,5\n");
    assert_eq!(shown, "  x x x\n . x . .\n. . o . .\n o . . .\n  . o .\nfirst bridge in move 7\n");
    let drawn = std::fs::read_to_string(&svg).unwrap();
    std::fs::remove_file(&svg).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.contains("first bridge in move 7"));
    let ran = run("havannah show", "2 2 1,1 1,1\n3 1 2,2\n");
    assert_eq!(ran.status, 1);
    assert!(ran.out.ends_with("no win after 1 stone\n"), "{}", ran.out);
}

#[test]
fn a_drawing_without_a_game_is_refused() {
    let svg = std::env::temp_dir().join(format!("boardbits-no-game-{}.svg", std::process::id()));
    for input in ["", "2 2 1,1 1,1\n"] {
        let ran = run(&format!("havannah show --svg {}", svg.display()), input);
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
        ("havannah playouts --base 4 --games 70000", ""),
        ("havannah gtp --base 4 --threads 8 --playouts 100", "genmove w\ntop_moves\n"),
    ] {
        assert_eq!(answer(command, input, true), answer(command, input, false));
    }
}

#[test]
fn results_and_rules_of_records_are_told() {
    let won = "W[A1];B[C2];W[A2]";
    for (game, expected) in [
        (format!("RE[W];{won}"), "first bridge in move 3"),
        (format!("RE[w+R];{won}"), "first bridge in move 3"),
        (format!("RE[B];{won}"), "first bridge in move 3, recorded B"),
        (format!("RE[];{won};B[resign]"), "first bridge in move 3, recorded "),
        ("W[A1];B[resign]".to_owned(), "second resigned"),
        ("RE[W];W[A1];B[resign]".to_owned(), "second resigned"),
        ("RE[W];W[A1];W[resign]".to_owned(), "first resigned, recorded W"),
        ("RE[W+T];W[A1]".to_owned(), "-, recorded W+T"),
        ("RE[?];W[A1];B[C2]".to_owned(), "-, recorded ?"),
        ("W[A1]".to_owned(), "-"),
    ] {
        let game = format!("(;SZ[2]{game})");
        assert_eq!(answer("havannah games --hgf", &game), format!("{expected}\n"), "{game}");
    }
    let game = "(;SZ[2]RE[B+R];W[A1];W[resign])";
    let json = answer("havannah games --hgf --format json", game);
    assert!(
        json.ends_with("\"move\":null,\"resigned\":\"first\",\"recorded\":\"B+R\"}\n"),
        "{json}"
    );
    // A ring around a stone of the other player.
    let ring = "4,4 5,4 1,2 5,5 1,3 4,5 2,1 3,4 3,1 3,3 7,5 4,3";
    let moves = ring.split(' ').zip(["W", "B"].into_iter().cycle());
    let moves: String = moves.map(|(cell, color)| format!(";{color}[{cell}]")).collect();
    for (rules, ring, expected) in [
        ("", "", "second ring in move 12"),
        ("RU[empty]", "", "-"),
        ("RU[Empty]", "--ring nonown", "second ring in move 12"),
        ("RU[any]", "--ring empty", "-"),
        ("RU[x]", "", "second ring in move 12"),
    ] {
        let game = format!("(;SZ[4]{rules}{moves})");
        let judged = answer(&format!("havannah games --hgf --coordinates pair {ring}"), &game);
        assert_eq!(judged, format!("{expected}\n"), "{rules} {ring}");
        let shown = answer(&format!("havannah show --hgf --coordinates pair {ring}"), &game);
        assert_eq!(shown.ends_with(&judged), expected != "-", "{shown}");
    }
}

#[test]
fn games_of_sgf_files_are_judged_one_by_one() {
    // Lines, variations and blanks as SGF allows them.
    let games = "(;FF[4]SZ[2]\n;W[A1];B[swap]\n;W[C2](;B[A2];W[A1])(;B[B1]))\n(;SZ[2];W[A1];W[A2])\n\n( ;SZ[3] ;W[A1] )";
    let ran = run("havannah games --sgf", games);
    assert_eq!((ran.out.as_str(), ran.status), ("second bridge in move 4\n-\n", 1));
    let reason = "move 2: it is the turn of the other color";
    assert_eq!(ran.err, format!("boardbits: stdin: game 2: {reason}\n"));
    let none = run("havannah games --sgf", "x");
    assert_eq!(none.status, 1);
    assert!(none.err.contains("expected a game"), "{}", none.err);
    assert_eq!(run("havannah games --sgf --hgf", games).status, 2);
    assert_eq!(run("havannah games --coordinates grid", games).status, 2);
    let shown = answer("havannah show --sgf", "(;SZ[2];W[A1];B[C2]\n;W[A2])");
    assert_eq!(shown, " x .\nx . .\n . o\nfirst bridge in move 3\n");
}

#[test]
fn positions_are_analyzed() {
    let analyzed = answer("havannah analyze", "3 4 3,3 2,1 2,2 2,4\n");
    let lines: Vec<_> = analyzed.lines().collect();
    assert_eq!(lines.len(), 8, "{analyzed}");
    assert_eq!(
        lines[..3],
        ["first to move after 4 stones: win", "threats of first: -", "threats of second: -"]
    );
    assert!(lines[3].contains(" win "), "{analyzed}");
    // A bridge along an edge wins; all other moves are listed after it.
    let analyzed = answer("havannah analyze --hgf --best 1", "(;SZ[3];W[A1];B[E3];W[A2];B[E2])");
    let lines: Vec<_> = analyzed.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "first to move after 4 stones: win",
            "threats of first: A3 bridge",
            "threats of second: E1 bridge"
        ]
    );
    assert!(lines[3].starts_with("A3 win 100.0 %"), "{analyzed}");
    let over = "2 3 1,1 3,3 1,2\n2 2 1,1 1,1\n";
    // Nothing is known without playouts and nodes.
    let unknown = "havannah analyze --playouts 0 --nodes 0 --best 1";
    let analyzed = answer(unknown, "4 0\n");
    assert!(analyzed.ends_with(" ? ? % of 0 playouts\n"), "{analyzed}");
    let analyzed = answer(&format!("{unknown} --format json"), "4 0\n");
    assert!(analyzed.contains("\"win_rate\":null"), "{analyzed}");
    let ran = run("havannah analyze", over);
    assert_eq!((ran.out.as_str(), ran.status), ("first bridge in move 3\n", 1));
    let json = answer("havannah analyze --format json --best 2", "2 2 1,1 3,3\n");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["value"].as_str(), json["stones"].as_u64()), (Some("win"), Some(2)));
    assert_eq!(json["threats"]["first"][0]["wins"], serde_json::json!(["bridge"]));
    assert_eq!(json["moves"].as_array().unwrap().len(), 2);
}

#[test]
fn openings_are_proven() {
    let solved = answer("havannah prove --openings --memory 1", "");
    let winners: Vec<_> = solved.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
    let expected = ["1,1: first wins", "2,1: second wins", "2,2: second wins", "3,3: second wins"];
    assert_eq!(winners, expected);
    assert_eq!(run("havannah prove --base 1", "").status, 2);
    assert_eq!(run("havannah prove 9,9", "").status, 2);
}

/// Reserves a tebibyte, which the system may or may not grant.
#[test]
fn a_table_that_cannot_be_allocated_is_an_error() {
    for command in ["havannah prove --base 2", "havannah analyze"] {
        let ran = run(&format!("{command} --memory 1048576"), "2 2 1,1 3,3\n");
        if ran.status != 0 {
            let error = "boardbits: --memory: cannot allocate 1099511627776 bytes";
            assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command}: {}", ran.err);
            assert!(ran.err.starts_with(error), "{command}: {}", ran.err);
        }
    }
}

#[test]
fn an_analysis_is_stopped_in_time() {
    // Without a limit this takes minutes.
    let start = Instant::now();
    let command = "havannah analyze --timeout 0.5 --nodes 1000000 --playouts 1000000000 --best 2";
    let ran = run(command, "64 0\n");
    assert!(start.elapsed() < Duration::from_secs(30), "{:?}", start.elapsed());
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (1, "boardbits: stdin:1: the time limit was reached\n")
    );
    let analyzed = ran.out;
    let lines: Vec<_> = analyzed.lines().collect();
    assert_eq!((lines.len(), lines[0]), (5, "first to move after 0 stones: ?"));
    assert!(lines[3..].iter().all(|line| line.contains(" ? ")), "{analyzed}");
}

#[test]
fn all_commands_count_a_swap_as_a_move() {
    let game = "(;SZ[2];W[A1];B[swap];W[C2];B[A2])";
    assert_eq!(answer("havannah games --hgf", game), "second bridge in move 4\n");
    assert!(answer("havannah show --hgf", game).ends_with("\nsecond bridge in move 4\n"));
    assert_eq!(answer("havannah analyze --hgf", game), "second bridge in move 4\n");
    let json = answer("havannah games --hgf --format json", game);
    assert_eq!(
        json,
        "{\"outcome\":\"second bridge in move 4\",\"winner\":\"second\",\"wins\":[\"bridge\"],\"move\":4,\
         \"resigned\":null,\"recorded\":null}\n"
    );
    // `--moves` counts in the same way.
    let before = answer("havannah show --hgf --moves 3", game);
    assert!(before.ends_with("\nno win after 2 stones\n"), "{before}");
}

#[test]
fn a_time_limit_of_a_search_is_a_failure_with_an_answer() {
    for limit in ["--timeout 0.05", "--timeout 0", "--nodes 20"] {
        let ran = run(&format!("havannah prove --base 5 {limit} 3,3"), "");
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.out.starts_with("3,3: ?, ") && ran.out.ends_with(" to disprove\n"));
        let reason = if limit == "--nodes 20" { "node" } else { "time" };
        assert_eq!(ran.err, format!("boardbits: 3,3: the {reason} limit was reached\n"));
    }
}

#[test]
fn images_have_the_same_answers_at_the_same_cost() {
    let game = "2,5 3,6 2,1 1,1 3,2 4,3 4,1 5,6 1,2 3,5";
    let mirrored = "7,5 7,6 3,1 4,1 3,2 3,3 1,1 5,6 5,2 6,5";
    let prove = |moves: &str| {
        let proven = answer(&format!("havannah prove --base 4 {moves}"), "");
        proven.strip_prefix(&format!("{moves}: ")).unwrap().to_owned()
    };
    assert_eq!(prove(game), prove(mirrored));
    let both = format!("4 10 {game}\n4 10 {mirrored}\n");
    for command in ["games", "show --format json", "analyze --best 0 --playouts 100"] {
        let answers = answer(&format!("havannah {command}"), &both);
        let (first, second) = answers.split_at(answers.len() / 2);
        // Pictures differ, but have the same number of stones of each kind.
        let sorted = |text: &str| {
            let mut bytes = text.replace(|c: char| c.is_ascii_digit(), "0").into_bytes();
            bytes.sort_unstable();
            bytes
        };
        assert_eq!(sorted(first), sorted(second), "{command}");
    }
}

#[test]
fn text_after_a_recorded_game_is_refused() {
    let game = "(;SZ[4];W[E1])";
    for rest in [" junk", ")"] {
        for option in ["--hgf", "--sgf"] {
            let ran = run(&format!("havannah games {option}"), format!("{game}{rest}\n"));
            assert_eq!((ran.status, &*ran.out), (1, ""), "{option} {rest}");
            let expected = "expected the end of the text after the game";
            assert!(ran.err.contains(expected), "{option} {rest}: {ran:?}");
        }
    }
    assert_eq!(run("havannah games --hgf", format!("{game}{game}\n")).status, 1);
    assert_eq!(run("havannah games --sgf", format!("{game}{game}\n")).out, "-\n-\n");
}
