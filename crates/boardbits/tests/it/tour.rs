//! `boardbits tour`.

use crate::common::{NONSENSE, answer, run};

/// The places of the numbers 1, 2, … of a printed tour.
fn places(tour: &str) -> Vec<(i32, i32)> {
    let rows = (0..).zip(tour.lines());
    let mut places: Vec<(u32, (i32, i32))> = rows
        .flat_map(|(y, line)| {
            let numbers = (0..).zip(line.split_whitespace());
            numbers.map(move |(x, number)| (number.parse().unwrap(), (x, y)))
        })
        .collect();
    places.sort_unstable();
    assert!((1..).zip(&places).all(|(number, place)| place.0 == number));
    places.into_iter().map(|(_, place)| place).collect()
}

fn is_leap((x, y): (i32, i32), (u, v): (i32, i32)) -> bool {
    ((x - u).abs() - (y - v).abs()).abs() == 1 && (x - u).abs() + (y - v).abs() == 3
}

#[test]
fn tours_are_numbered() {
    let open = places(&answer("tour --from 3,3", ""));
    assert_eq!((open.len(), open[0]), (64, (3, 3)));
    assert!(open.windows(2).all(|pair| is_leap(pair[0], pair[1])));
    let closed = places(&answer("tour 10x6 --closed", ""));
    assert_eq!(closed.len(), 60);
    assert!(is_leap(closed[59], closed[0]));
}

#[test]
fn holes_come_from_pictures() {
    assert_eq!(answer("tour - --step orthogonal --from 0,0", ". . #\n# . .\n"), "1 2\n  3 4\n");
    assert_eq!(answer("tour - --step orthogonal --count", "...\n.#.\n...\n"), "16\n");
    assert_eq!(answer("tour - --step orthogonal --count --closed", "...\n.#.\n...\n"), "1\n");
}

#[test]
fn a_count_stays_within_its_memory() {
    let ran = run("tour 8x8 --count --memory 4", "");
    assert!(ran.status == 1 && ran.err.contains("out of memory after "), "{}", ran.err);
    assert!(ran.err.ends_with("states of the frontier; --memory allows more\n"), "{}", ran.err);
}

#[test]
fn a_picture_can_be_wide_or_high_and_nearly_empty() {
    let (wide, high) = ("#".repeat(400_000), "\n##".repeat(200_000));
    let tour = answer("tour - --step orthogonal --from 0,1", &format!("#.{wide}\n..{wide}"));
    assert_eq!(tour, "  3\n1 2\n");
    let tour = answer("tour - --step orthogonal --from 0,1", &format!("#.\n..{high}"));
    assert_eq!(tour, format!("  3\n1 2{}", "\n".repeat(200_001)));
}

#[test]
fn rows_of_a_picture_have_the_same_length() {
    let ran = run("tour - --step orthogonal", "..\n.\n");
    let expected = "boardbits: stdin:2: column 1: expected a row of 2 cells, found 1\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, expected));
}

#[test]
fn tours_are_counted() {
    assert_eq!(answer("tour 6x6 --closed --count", ""), "9862\n");
    assert_eq!(answer("tour 5x5 --count", ""), "1728\n");
}

#[test]
fn answers_can_be_json() {
    assert_eq!(answer("tour 6x6 --closed --count --format json", ""), "{\"count\":9862}\n");
    let cells = answer("tour - --step orthogonal --from 0,0 --format json", ". . #\n# . .\n");
    assert_eq!(cells, "{\"cells\":[[0,0],[1,0],[1,1],[2,1]]}\n");
}

#[test]
fn a_picture_can_be_wider_than_a_format_width() {
    let tour = answer("tour -", &format!("{}.\n", "#".repeat(70_000)));
    assert!(tour == format!("{}1\n", " ".repeat(140_000)));
}

#[test]
fn a_tour_is_drawn() {
    let path = std::env::temp_dir().join(format!("boardbits-tour-{}.svg", std::process::id()));
    answer(&format!("tour 6x6 --closed --svg {}", path.display()), "");
    let svg = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert_eq!(svg.matches("<line").count(), 36);
}

#[test]
fn tours_are_checked() {
    let check = |options: &str, board: &str| {
        let ran = run(&format!("tour --check - {options}"), board);
        assert_eq!(ran.status, 0, "{}", ran.err);
        (ran.out.trim_end().to_owned(), ran.err.trim_start_matches("boardbits: stdin: ").to_owned())
    };
    for (arguments, kind) in [("tour 6x6 --closed", "closed"), ("tour 5x6 --from 0,0", "open")] {
        let found = run(arguments, "");
        assert_eq!(check("", &found.out).0, kind, "{}", found.out);
    }
    // Blanks in columns, or signs for holes.
    let holes = run("tour - --step orthogonal", "...\n#..\n...\n...\n").out;
    assert_eq!(check("--step orthogonal", &holes).0, "open", "{holes}");
    assert_eq!(check("--step orthogonal", "2  1\n3 #\n  4 5").0, "open");
    assert_eq!(check("--step king", "1 2\n4 3").0, "closed");
    let none = |board: &str| {
        let (answer, reason) = check("", board);
        assert_eq!(answer, "-");
        reason
    };
    assert_eq!(none("1 2"), "cell 2 of the path is not one move from the cell before\n");
    assert_eq!(none("1 3"), "expected the number 2, found 3 on cell 1,0\n");
    assert_eq!(none("1 1"), "expected the number 2, found 1 on cell 1,0\n");
    let json = run("tour --check - --format json", "1 2").out;
    let reason = "cell 2 of the path is not one move from the cell before";
    assert_eq!(json.trim_end(), format!(r#"{{"reason":"{reason}","tour":null}}"#));
    assert_eq!(run("tour --check -", "1 a").status, 1);
    assert_eq!(run("tour --check - 8x8", "1").status, 2);
}

#[test]
fn there_may_be_no_tour() {
    assert_eq!(answer("tour 5x5 --closed", ""), "-\n");
    assert_eq!(answer("tour - --format json", ".#.\n"), "{\"cells\":null}\n");
    assert_eq!(answer("tour 3x3 --count", ""), "0\n");
}

#[test]
fn a_limit_leaves_the_answer_open() {
    for (limit, stopped, reason) in [
        ("--timeout 0", "time", "the time limit was reached"),
        ("--memory 0", "memory", "out of memory after "),
    ] {
        let asked = |options: &str| {
            let ran = run(&format!("tour 8x8 --closed --count {limit} {options}"), "");
            assert!(ran.status == 1 && ran.err.starts_with("boardbits: 8x8: "), "{ran:?}");
            assert!(ran.err.contains(reason), "{ran:?}");
            ran.out
        };
        assert_eq!(asked(""), "?\n");
        let json = format!("{{\"count\":null,\"stopped\":\"{stopped}\"}}\n");
        assert_eq!(asked("--format json"), json);
    }
    let ran = run("tour 30x30 --timeout 0 --format json", "");
    assert_eq!(ran.out, "{\"cells\":null,\"stopped\":\"time\"}\n");
    assert_eq!(ran.err, "boardbits: 30x30: the time limit was reached\n");
}

#[test]
fn errors_say_what_was_expected() {
    let ran = run("tour 8x8x8", "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 2));
    let reason = "\"8x8x8\" is neither a size such as 8x8 nor a file";
    assert_eq!(ran.err, format!("boardbits: {reason}\n"));
    let fails = |arguments: &str, input: &[u8], status: i32, expected: &str| {
        let ran = run(arguments, input);
        assert_eq!((ran.out.as_str(), ran.status), ("", status), "{arguments}");
        assert!(ran.err.contains(expected), "{arguments}: {}", ran.err);
    };
    fails("tour 200x200", b"", 2, "40000 cells, expected at most 10000");
    fails("tour 0x5", b"", 2, "the board has no cells");
    fails("tour -", b"..\n.?\n", 1, "stdin:2: column 2: expected '.' or '#', found '?'");
    fails("tour -", NONSENSE, 1, "stdin");
    fails("tour -", b"#\n", 1, "stdin: the board has no cells");
    let large = ".".repeat(10_001);
    fails("tour -", large.as_bytes(), 1, "stdin: 10001 cells, expected at most 10000");
    fails("tour 1000x1000", b"", 2, "1000000 cells, expected at most 10000");
    fails("tour 8589934592x8589934592", b"", 2, "8589934592: 73786976294838206464 cells");
    fails("tour --from 9,9", b"", 2, "--from 9,9 is not a cell");
    fails("tour --from 9", b"", 2, "expected X,Y");
    fails("tour --timeout nan", b"", 2, "--timeout");
    fails("tour 12x12 --count", b"", 1, "frontier");
    fails("tour -", b"...\n..\n", 1, "stdin:2: column 1: expected a row of 3 cells, found 2");
}

#[test]
fn transposed_boards_have_as_many_tours() {
    for (board, transposed, options, count) in [
        ("6x5", "5x6", "", "37568"),
        ("8x5", "5x8", "--closed", "44202"),
        ("7x4", "4x7", "--step king --closed", ""),
        ("5x7", "7x5", "--step orthogonal", ""),
    ] {
        let ask = |board: &str| answer(&format!("tour {board} --count {options} --memory 64"), "");
        assert_eq!(ask(board), ask(transposed), "{board} {options}");
        assert!(ask(board).starts_with(count), "{board} {options}");
    }
}

#[test]
fn transposed_boards_have_tours() {
    for options in [
        "100x4 --step king",
        "40x3 --step orthogonal",
        "50x3 --step orthogonal",
        "24x2 --step king",
    ] {
        let (size, piece) = options.split_once(' ').unwrap();
        let (width, height) = size.split_once('x').unwrap();
        for size in [size.to_owned(), format!("{height}x{width}")] {
            let tour = answer(&format!("tour {size} {piece} --closed --timeout 60"), "");
            let cells: usize = width.parse::<usize>().unwrap() * height.parse::<usize>().unwrap();
            assert_eq!(tour.split_whitespace().count(), cells, "{size}");
        }
    }
    for size in ["100x4", "4x100"] {
        assert_eq!(answer(&format!("tour {size} --closed --timeout 60"), ""), "-\n");
    }
}
