//! `boardbits meteor solve`, `puzzles` and `export`.

mod common;

use common::{answer, run};

const RING: &str = "\
title Three in a ring
solutions 1
classes 1

board
  V . .
  V # .
  V V .

piece V
  X .
  X .
  X X

piece I walk E E E
";

#[test]
fn questions_about_a_file() {
    let ring = RING.replace("E E E", "E E S");
    for (question, expected) in [
        ("", "1\n"),
        ("--count", "1\n"),
        ("--classes", "1\n"),
        ("--count --json", "{\"solutions\":1}\n"),
        ("--first", "V I I\nV # I\nV V I\n"),
        ("--all", "V I I\nV # I\nV V I\n"),
        ("--nth 0", "V I I\nV # I\nV V I\n"),
        ("--nth 1", "none\n"),
        ("--sample 2 --seed 7", "V I I\nV # I\nV V I\n\nV I I\nV # I\nV V I\n"),
        ("--unique", "unique\n\nV I I\nV # I\nV V I\n"),
        ("--hint", "I 1,0 2,0 2,1 2,2\n"),
        (
            "--first --json",
            "{\"solution\":0,\"picture\":[\"V I I\",\"V # I\",\"V V I\"],\"pieces\":[\
             {\"piece\":\"V\",\"cells\":[[0,0],[0,1],[0,2],[1,2]]},\
             {\"piece\":\"I\",\"cells\":[[1,0],[2,0],[2,1],[2,2]]}]}\n",
        ),
    ] {
        assert_eq!(answer(&format!("meteor solve {question} -"), &ring), expected, "{question}");
    }
}

#[test]
fn a_puzzle_without_solution() {
    for question in ["--first", "--all", "--nth 0", "--sample 3", "--unique", "--hint"] {
        assert_eq!(answer(&format!("meteor solve {question} -"), RING), "none\n", "{question}");
    }
    let ran = run("meteor solve -", RING);
    assert_eq!((ran.out.as_str(), ran.status), ("0\n", 1));
    assert_eq!(ran.err, "boardbits: stdin: the file says solutions 1\n");
}

#[test]
fn ready_puzzles_by_name() {
    let list = answer("meteor puzzles", "");
    assert!(list.lines().any(|line| line == "meteor 2098 1049 The Meteor puzzle"), "{list}");
    for line in list.lines() {
        let mut words = line.split(' ');
        let (name, solutions) = (words.next().unwrap(), words.next().unwrap());
        let text = answer(&format!("meteor puzzles {name}"), "");
        // In the test of the library they are all counted.
        if !name.starts_with("pentominoes-8x8") {
            assert_eq!(answer("meteor solve -", &text).trim(), solutions, "{name}");
        }
    }
    assert_eq!(answer("meteor solve pentominoes-3x20 --all", "").split("\n\n").count(), 8);
    assert_eq!(run("meteor puzzles chess", "").status, 2);
}

#[test]
fn sheets_of_solutions() {
    let path = std::env::temp_dir().join(format!("boardbits-meteor-{}.svg", std::process::id()));
    let command = format!("meteor solve pentominoes-3x20 --all --svg {}", path.display());
    answer(&command, "");
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(svg.matches("<polygon").count(), 8 * 60);
}

#[test]
fn animation_goes_to_stderr() {
    let ran = run("meteor solve tetrahexes-4x7-parallelogram --first --animate 100000", "");
    assert_eq!((ran.out.lines().count(), ran.status), (4, 0));
    assert!(ran.err.lines().count() >= 7 * 5);
}

#[test]
fn limits_are_kept() {
    for limit in ["--nodes 10", "--time 0", "--memory 0 --nodes 10"] {
        let ran = run(&format!("meteor solve pentominoes-6x10 {limit}"), "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{limit}");
        assert!(ran.err.starts_with("boardbits: pentominoes-6x10: the limit of "), "{}", ran.err);
    }
}

#[test]
fn exports() {
    let dlx = answer("meteor export - dlx", RING);
    assert_eq!(dlx, "c1,0 c2,0 c2,1 c2,2 pI\n");
    assert!(answer("meteor export meteor cnf", "").starts_with("p cnf 2596 "));
}

#[test]
fn wrong_files_and_wrong_usage() {
    let ran = run("meteor solve -", "board\n . .\n\npiece I walk Q\n");
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(ran.err, "boardbits: stdin:4:14: there is no direction \"Q\" on this grid\n");
    let ran = run("meteor solve -", common::NONSENSE);
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(run("meteor solve /no/such/file", "").status, 1);
    for usage in ["", "meteor --first --all", "meteor --count --hint", "meteor --animate"] {
        assert_eq!(run(&format!("meteor solve {usage}"), "").status, 2, "{usage}");
    }
    assert!(answer("meteor solve --grammar", "").contains("# Grammar"));
}
