//! `boardbits c4 match` and `c4 engine`.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Folder, answer, run};

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
        let lost = played(&format!("casual {engine}"), "--games 1 --timeout 1");
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
    let options = format!("{board} --openings 0 --games 2 --timeout 1");
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
    let lines = play_match("casual", &engine, "--games 1 --timeout 1");
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
