//! `boardbits meteor solve` and `puzzles`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::{NONSENSE, answer, run};

const RING: &str = "\
title Three in a ring
solutions 1
distinct 1

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

/// A puzzle of trominoes and tetrominoes on a rectangle.
fn rectangle(width: usize, height: usize) -> String {
    let row = format!("{}\n", " .".repeat(width));
    let pieces = "piece T .. walk E E W S\npiece L .. walk E E S\npiece I ..4 walk E E\n";
    format!("board\n{}\n{pieces}", row.repeat(height))
}

#[test]
fn transposed_puzzles_have_the_same_answers() {
    for question in ["", "--distinct", "--unique", "--hint", "--nth 1", "--sample 2", "--nth 100"] {
        let solve = format!("meteor solve - {question} --format json");
        let [wide, tall] =
            [(40, 3), (3, 40)].map(|(width, height)| answer(&solve, &rectangle(width, height)));
        if ["", "--distinct"].contains(&question) {
            assert_eq!(wide, tall, "{question}");
        }
        assert_eq!(wide.lines().count(), tall.lines().count(), "{question}: {wide}{tall}");
        assert!(!wide.contains("null"), "{question}: {wide}");
    }
}

#[test]
fn questions_about_a_file() {
    let ring = RING.replace("E E E", "E E S");
    for (question, expected) in [
        ("", "1\n"),
        ("--distinct", "1\n"),
        ("--format json", "{\"solutions\":1}\n"),
        ("--distinct --format json", "{\"distinct\":1}\n"),
        ("--all", "V I I\nV # I\nV V I\n"),
        ("--nth 1", "V I I\nV # I\nV V I\n"),
        ("--nth 2", "-\n"),
        ("--nth 2 --format json", "{\"solution\":null}\n"),
        ("--sample 2 --seed 7", "V I I\nV # I\nV V I\n\nV I I\nV # I\nV V I\n"),
        ("--unique", "unique\n\nV I I\nV # I\nV V I\n"),
        ("--hint", "I 1,0 2,0 2,1 2,2\n"),
        (
            "--nth 1 --format json",
            "{\"solution\":1,\"picture\":[\"V I I\",\"V # I\",\"V V I\"],\"pieces\":[\
             {\"piece\":\"V\",\"cells\":[[0,0],[0,1],[0,2],[1,2]]},\
             {\"piece\":\"I\",\"cells\":[[1,0],[2,0],[2,1],[2,2]]}]}\n",
        ),
    ] {
        assert_eq!(answer(&format!("meteor solve {question} -"), &ring), expected, "{question}");
    }
}

#[test]
fn solutions_have_their_numbers_in_json() {
    let solve = |question: &str| {
        answer(&format!("meteor solve pentominoes-3x20 {question} --format json"), "")
    };
    let all = solve("--all");
    let lines: Vec<&str> = all.lines().collect();
    for (line, number) in lines.iter().zip(1..) {
        assert!(line.starts_with(&format!("{{\"solution\":{number},")), "{line}");
        assert_eq!(solve(&format!("--nth {number}")).trim_end(), *line);
    }
    let sampled = solve("--sample 30");
    assert!(sampled.lines().all(|line| lines.contains(&line)), "{sampled}");
    assert!(solve("--unique").trim_end().ends_with(&lines[..2].join("\n")));
}

#[test]
fn equal_pieces_of_different_names_are_named() {
    let board = "board\n . . .\n . . .\n\n";
    let ran = run("meteor solve -", format!("{board}piece A walk E E\npiece B walk S S\n"));
    assert_eq!((ran.out.as_str(), ran.status), ("2\n", 0));
    let said =
        "boardbits: stdin: pieces A and B have the same shape, but solutions tell them apart";
    assert!(ran.err.starts_with(said), "{}", ran.err);
    assert_eq!(answer("meteor solve -", &format!("{board}piece A 2 walk E E\n")), "1\n");
    // They are turned differently, and must not be turned.
    let fixed = "piece A fixed walk E E\npiece B fixed walk S S\n";
    let ran = run("meteor solve -", format!("{board}{fixed}"));
    assert_eq!((ran.out.as_str(), ran.status), ("0\n", 0));
    assert_eq!(ran.err, "boardbits: stdin: piece B does not fit\n");
}

#[test]
fn a_puzzle_without_solution() {
    let said = "boardbits: stdin: piece I does not fit\n";
    for question in ["--all", "--first", "--nth 1", "--nth 2", "--sample 3", "--hint"] {
        let asked = |options: &str| {
            let ran = run(&format!("meteor solve {question} {options} -"), RING);
            assert_eq!((ran.err.as_str(), ran.status), (said, 0), "{question}");
            ran.out
        };
        assert_eq!(asked(""), "-\n", "{question}");
        let field = if question == "--hint" { "piece" } else { "solution" };
        assert_eq!(asked("--format json"), format!("{{\"{field}\":null}}\n"), "{question}");
    }
    for (format, none) in [("text", "none\n"), ("json", "{\"uniqueness\":\"none\"}\n")] {
        let ran = run(&format!("meteor solve --unique --format {format} -"), RING);
        assert_eq!((ran.out.as_str(), ran.err.as_str()), (none, said));
    }
    let ran = run("meteor solve -", RING);
    assert_eq!((ran.out.as_str(), ran.status), ("0\n", 1));
    assert_eq!(
        ran.err,
        format!(
            "boardbits: stdin: the file says solutions 1; change or remove that line of a changed puzzle\n{said}"
        )
    );
}

#[test]
fn a_count_without_solutions_says_why() {
    let dominoes = "board\n . . .\n # . #\n\npiece I ..9 walk E\n";
    let reason = "a chess board coloring has 3 and 1 free cells, which pieces cannot cover";
    let ran = run("meteor solve -", dominoes);
    assert_eq!((ran.out.as_str(), ran.status), ("0\n", 0));
    assert_eq!(ran.err, format!("boardbits: stdin: {reason}\n"));
    // Only a search finds out that there is none.
    let cells = "board\n . # . # . . . .\n\npiece O\n X\n\npiece I walk E\npiece S walk E E\n";
    let ran = run("meteor solve -", cells);
    assert_eq!((ran.out.as_str(), ran.err.as_str(), ran.status), ("0\n", "", 0));
}

#[test]
fn solutions_have_numbers_without_memory_for_the_graph() {
    let solve = |options: &str| run(&format!("meteor solve pentominoes-3x20 {options}"), "");
    assert_eq!(solve("--nth 5 --memory 0").out, solve("--nth 5").out);
    assert_eq!(solve("--nth 9 --memory 0").out, "-\n");
    let ran = solve("--sample 1 --memory 0");
    let expected = "the index of the solutions does not fit the memory; raise --memory";
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(ran.err, format!("boardbits: pentominoes-3x20: {expected}\n"));
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
        let is_large =
            ["8x8-", "3x4x5", "2x5x6", "bedlam", "pyramid"].map(|part| name.contains(part));
        if is_large == [false; 5] {
            assert_eq!(answer("meteor solve -", &text).trim(), solutions, "{name}");
        }
    }
    assert_eq!(answer("meteor solve pentominoes-3x20 --all", "").split("\n\n").count(), 8);
    assert_eq!(run("meteor puzzles chess", "").status, 2);
    let json = answer("meteor puzzles --format json", "");
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&first["name"], &first["solutions"]), (&"meteor".into(), &2098.into()));
}

#[test]
fn pictures_have_the_rows_and_columns_of_the_file() {
    let file = "board\n # # #\n # . #\n # . #\n # # #\n\npiece I\n X X\n";
    let text = answer("meteor solve --first -", file);
    assert_eq!(text, "# # #\n# I #\n# I #\n# # #\n");
    let json: serde_json::Value =
        serde_json::from_str(&answer("meteor solve --first --format json -", file)).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(json["picture"], serde_json::json!(rows));
    assert_eq!(json["pieces"][0]["cells"], serde_json::json!([[1, 1], [1, 2]]));
}

/// A file for a drawing, removed afterwards.
struct Svg(PathBuf);

impl Svg {
    fn new(name: &str) -> Self {
        let name = format!("boardbits-meteor-{name}-{}.svg", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    /// The number of cells that are drawn.
    fn cells(&self) -> usize {
        let svg = fs::read_to_string(&self.0).unwrap();
        assert!(!svg.contains("height=\"0\"") && svg.ends_with("</svg>\n"), "{svg}");
        svg.matches("<polygon").count()
    }
}

impl Drop for Svg {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[test]
fn every_question_with_something_to_draw_draws_it() {
    let svg = Svg::new("draws");
    for (question, boards) in [
        ("", 8),
        ("--all", 8),
        ("--nth 1", 1),
        ("--nth 4", 1),
        ("--nth 9", 1),
        ("--sample 5", 5),
        ("--unique", 2),
        ("--hint", 1),
    ] {
        answer(&format!("meteor solve pentominoes-3x20 {question} --svg {}", svg.0.display()), "");
        assert_eq!(svg.cells(), boards * 60, "{question}");
        fs::remove_file(&svg.0).unwrap();
    }
    answer(&format!("meteor solve dominoes-8x8 --svg {}", svg.0.display()), "");
    assert_eq!(svg.cells(), 1000 * 64);
}

#[test]
fn without_a_solution_the_board_is_drawn() {
    let svg = Svg::new("board");
    let ring = RING.replace("solutions 1\ndistinct 1\n", "");
    for question in ["", "--all", "--nth 1", "--sample 1", "--unique", "--hint"] {
        let ran = run(&format!("meteor solve - {question} --svg {}", svg.0.display()), &ring);
        assert_eq!((ran.status, svg.cells()), (0, 8), "{question}");
    }
}

#[test]
fn answers_are_printed_before_a_drawing_that_cannot_be_saved() {
    let missing = "/no/such/folder/drawing.svg";
    for (question, status) in [
        ("", 0),
        ("--all", 0),
        ("--unique", 0),
        ("--hint", 0),
        ("--nth 2", 0),
        ("--sample 2", 0),
        ("--all --timeout 0", 1),
    ] {
        let command = format!("meteor solve pentominoes-3x20 {question}");
        let expected = run(&command, "");
        assert_eq!(expected.status, status, "{command}");
        let ran = run(&format!("{command} --svg {missing}"), "");
        assert_eq!((&ran.out, ran.status), (&expected.out, 1), "{command}");
        assert!(ran.err.starts_with("boardbits: /no/such/folder/"), "{command}: {}", ran.err);
    }
}

#[test]
fn a_question_that_draws_nothing_refuses_svg_before_any_work() {
    let svg = Svg::new("refused");
    let command = format!("meteor solve /no/such/file --distinct --svg {}", svg.0.display());
    let ran = run(&command, "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 2));
    assert!(ran.err.contains("cannot be used with") && ran.err.contains("--svg"), "{}", ran.err);
    assert!(!svg.0.exists());
}

#[test]
fn the_drawing_is_saved_though_stdout_is_closed() {
    let svg = Svg::new("closed");
    for (question, boards) in [("", 8), ("--all", 8), ("--sample 5", 5), ("--hint", 1)] {
        let status = program(&format!("pentominoes-3x20 {question} --svg {}", svg.0.display()))
            .stdout(closed())
            .status()
            .unwrap();
        assert_eq!((status.code(), svg.cells()), (Some(0), boards * 60), "{question}");
        fs::remove_file(&svg.0).unwrap();
    }
    // It stops before it has listed all 12,988,816.
    let status = program(&format!("dominoes-8x8 --all --svg {}", svg.0.display()))
        .stdout(closed())
        .status()
        .unwrap();
    assert_eq!((status.code(), svg.cells()), (Some(0), 1000 * 64));
}

/// A pipe without a reader.
fn closed() -> std::io::PipeWriter {
    std::io::pipe().unwrap().1
}

/// `boardbits meteor solve`.
fn program(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardbits"));
    command.args(["meteor", "solve"]).args(arguments.split_whitespace()).stdin(Stdio::null());
    command
}

#[test]
fn threads_that_cannot_be_started_are_done_without() {
    // No address space has room for such stacks.
    let mut command = program("pentominoes-3x20 --memory 0 --threads 8");
    let output = command.env("RUST_MIN_STACK", (1u64 << 46).to_string()).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!((output.stdout, output.status.code()), (b"8\n".to_vec(), Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_that_cannot_be_allocated_is_done_without() {
    // The graph needs more than there is, and the search that follows more time.
    let script = "ulimit -v 60000; exec \"$0\" \"$@\"";
    for question in ["", "--nth 1000000000"] {
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_boardbits"), "meteor", "solve", "-"]);
        command.args(question.split_whitespace()).args(["--memory", "100000", "--timeout", "2"]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let board = " . . . . . . . . . .\n".repeat(9);
        let text = format!("board\n{board}\nset pentominoes\npiece x ..6 fixed walk E S E S\n");
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "boardbits: stdin: the time limit was reached\n", "{question}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn limits_are_kept() {
    for limit in ["--timeout 0", "--memory 0 --timeout 0"] {
        let ran = run(&format!("meteor solve pentominoes-6x10 {limit}"), "");
        assert_eq!((ran.out.as_str(), ran.status), ("?\n", 1), "{limit}");
        assert!(ran.err.ends_with(" limit was reached\n"), "{}", ran.err);
    }
    for (question, field) in [
        ("", "solutions"),
        ("--distinct", "distinct"),
        ("--nth 1", "solution"),
        ("--nth 2", "solution"),
        ("--unique", "uniqueness"),
        ("--hint", "piece"),
    ] {
        let ran =
            run(&format!("meteor solve pentominoes-6x10 --format json --timeout 0 {question}"), "");
        let found: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        let expected = serde_json::json!({ field: null, "stopped": "time" });
        assert_eq!((found, ran.status), (expected, 1), "{question}");
    }
    // The solutions so far come before.
    let ran = run("meteor solve dominoes-8x8 --all --timeout 0.5", "");
    assert!(ran.status == 1 && ran.out.ends_with("\n\n?\n"), "{}", ran.out);
}

#[test]
fn the_time_is_for_all_searches_of_a_question() {
    // Without a limit, 2⁶⁴ - 1 samples take centuries.
    let puzzle = "meteor solve pentominoes-3x20";
    let ran = run(&format!("{puzzle} --sample 18446744073709551615 --timeout 1"), "");
    assert_eq!(ran.status, 1, "{}", ran.err);
    assert_eq!(ran.err, "boardbits: pentominoes-3x20: the time limit was reached\n");
}

#[test]
fn wrong_files_and_wrong_usage() {
    let ran = run("meteor solve -", "board\n . .\n\npiece I walk Q\n");
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(ran.err, "boardbits: stdin:4:14: expected a direction (N, E, S, W), found \"Q\"\n");
    let ran = run("meteor solve -", NONSENSE);
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    assert_eq!(run("meteor solve /no/such/file", "").status, 1);
    let ran = run("meteor solve pentominos-6x10", "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("did you mean pentominoes-6x10?"), "{}", ran.err);
    assert_eq!(run("meteor --generated", "").status, 2);
    assert_eq!(run("meteor solve --unique", RING).out, "none\n");
    for usage in ["meteor --nth 1 --all", "meteor --distinct --hint", "meteor --animate"] {
        assert_eq!(run(&format!("meteor solve {usage}"), "").status, 2, "{usage}");
    }
    assert_eq!(run("meteor", "").status, 2);
}

/// Two equal screws in a box of 2×2×2 cubes.
const SCREWS: &str = "\
grid cubes

board
  . .
  . .
  -
  . .
  . .

piece V 2 walk D N E
";

#[test]
fn puzzles_in_space_have_layers() {
    assert_eq!(answer("meteor solve -", SCREWS), "6\n");
    assert_eq!(answer("meteor solve - --distinct", SCREWS), "1\n");
    let first = answer("meteor solve - --nth 1", SCREWS);
    let rows: Vec<_> = first.lines().collect();
    assert_eq!((rows.len(), rows[2]), (5, "-"), "{first}");
    let hint = answer("meteor solve - --hint", SCREWS);
    let cells = hint.split_whitespace().skip(1).filter(|cell| cell.split(',').count() == 3);
    assert_eq!(cells.count(), 4, "{hint}");
    let json = answer("meteor solve - --hint --format json", SCREWS);
    assert!(json.starts_with(r#"{"piece":"V","cells":[[0,0,0],"#), "{json}");
    let placed = SCREWS.replace("\n\npiece", "\n\nplace V 0,0,0 1,0,0 0,1,0 1,0,1\n\npiece");
    assert_eq!(run("meteor solve -", &placed).status, 1);
    let placed = format!("{SCREWS}\nplace V{}", &hint[1..]);
    assert_eq!(answer("meteor solve -", &placed), "1\n");
}

#[test]
fn layers_are_drawn_side_by_side() {
    let file = std::env::temp_dir().join(format!("boardbits-layers-{}.svg", std::process::id()));
    answer(&format!("meteor solve - --nth 1 --svg {}", file.display()), SCREWS);
    let svg = fs::read_to_string(&file).unwrap();
    fs::remove_file(file).unwrap();
    assert!(svg.contains(r#"width="240" height="120""#), "{svg}");
    assert_eq!(svg.matches("<polygon").count(), 8);
}
