//! Small inputs that fuzzing found, most of them the shortest of their kind.

use meteor_puzzle::{Limits, PuzzleFile, Solver};

fn file(text: &str) -> PuzzleFile {
    text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

#[test]
fn the_shortest_files_that_are_right() {
    for text in [
        "board\n.\n\npiece a\nX",
        "piece a\nX\n\nboard\n.",
        "board\r\n.\r\n\r\npiece a\r\nX\r\n",
        "board\na\n\npiece a\nX",
        "packing\nboard\n.\n\npiece . ..\nX",
        "// \u{1f642}\ntitle\tboard\nsource\nboard\n #.\n\npiece \u{1f642} ..9\nX",
    ] {
        let read = file(text);
        assert_eq!(read.puzzle.cells().len(), 1);
        let again = file(&read.to_text());
        assert_eq!(again.to_text(), read.to_text(), "{text:?}");
        assert!(Solver::new(read.puzzle.clone()).solutions().next().is_some());
    }
}

#[test]
fn sources_without_text_are_dropped() {
    let mut read =
        file("source\nsource a\nsource\nsource\tb\nsource\nsource \n\nboard\n.\n\npiece a\nX");
    assert_eq!(read.source, "a\nb");
    read.source = "\n a\n\n \nb\n\n".to_owned();
    let again = file(&read.to_text());
    assert_eq!(again.source, "a\nb");
    assert_eq!(again.to_text(), read.to_text());
}

#[test]
fn a_single_cell_in_every_way() {
    for (times, packing, solutions) in
        [("", "", 1), ("2", "", 0), ("0..1", "packing", 2), ("1..", "packing", 1), ("..", "", 1)]
    {
        let read = file(&format!("{packing}\nboard\n.\n\npiece a {times}\nX"));
        for memory in [0, 1 << 20] {
            let solver = Solver::new(read.puzzle.clone()).memory_bytes(memory);
            assert_eq!(solver.count(), Ok(solutions), "{times} {packing}");
            assert_eq!(solver.count_distinct(), Ok(solutions));
            let index = solver.memory_bytes(1 << 20).try_index(&Limits::new());
            assert_eq!(index.unwrap().len(), solutions);
        }
    }
}

#[test]
fn a_board_that_is_full_to_begin_with() {
    let read = file("board\na a\n\npiece a walk E\n\npiece b ..3\nX");
    let solver = Solver::new(read.puzzle.clone());
    assert_eq!(solver.solutions().count(), 1);
    assert_eq!((solver.try_hint(&Limits::new()).unwrap(), solver.count()), (None, Ok(1)));
    assert_eq!(solver.try_index(&Limits::new()).unwrap().nth(1), None);
}

#[test]
fn the_shortest_files_that_are_wrong() {
    let refused = |text: &str| text.parse::<PuzzleFile>().unwrap_err().to_string();
    assert_eq!(
        refused("grid ax`al"),
        "line 1, column 6: expected square, hexagon, axial, triangle, cubes or spheres, found \"ax`al\""
    );
    assert_eq!(refused("board\n.\n\npiece"), "line 4, column 6: the name of the piece is missing");
    assert_eq!(
        refused("piece a 0alk"),
        "line 1, column 9: expected a number of copies, found \"0alk\""
    );
    assert_eq!(
        refused("piece a waor"),
        "line 1, column 9: expected walk, one-sided, mirrored, fixed or a number, found \"waor\""
    );
    assert_eq!(refused("solutions 1\nsolutions 1"), "line 2, column 1: the number is set twice");
    assert!(
        refused("solutions 340282366920938463463374607431768211456").contains("less than 2^128")
    );
    for text in [
        "",
        "\0",
        "board",
        "board\n\npiece a\nX",
        "board\n.\n\npiece a 2..1\nX",
        "board\n\u{1f642}\n\npiece a\nX",
    ] {
        assert!(!refused(text).is_empty());
    }
}
