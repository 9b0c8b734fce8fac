//! Puzzles that make no sense, and where the file says so.

use meteor::polyform::{Grid, Piece, Puzzle, PuzzleError, PuzzleFile};

fn square(pieces: impl IntoIterator<Item = Piece>) -> Result<Puzzle, PuzzleError> {
    Puzzle::from_picture(Grid::Square, ". . .\n. . .", pieces)
}

fn domino() -> Piece {
    Piece::new("I", [(0, 0), (1, 0)])
}

#[test]
fn boards_without_cells_or_with_too_many() {
    let no_cells = Puzzle::new(Grid::Square, [], [domino()]);
    assert_eq!(no_cells, Err(PuzzleError::EmptyBoard));
    let holes = Puzzle::from_picture(Grid::Square, "# #", [domino()]);
    assert_eq!(holes, Err(PuzzleError::EmptyBoard));
    let cells = |n: i32| (0..n).map(|i| (i % 12, i / 12));
    assert!(Puzzle::new(Grid::Square, cells(128), [domino()]).is_ok());
    let too_many = Puzzle::new(Grid::Square, cells(129), [domino()]);
    assert_eq!(too_many, Err(PuzzleError::TooManyCells { count: 129 }));
    let twice = Puzzle::new(Grid::Square, [(1, 2), (1, 2)], [domino()]);
    assert_eq!(twice, Err(PuzzleError::RepeatedCell { cell: (1, 2) }));
    let far = Puzzle::new(Grid::Square, [(0, 0), (i32::MAX, i32::MIN)], [domino()]);
    assert_eq!(far, Err(PuzzleError::TooFar { cell: (i32::MAX, i32::MIN) }));
}

#[test]
fn pieces_that_are_none() {
    let name = || String::from("A");
    assert_eq!(square([]), Err(PuzzleError::NoPieces));
    let many = (0..10_000).map(|i| Piece::new(i.to_string(), [(0, 0)]));
    assert_eq!(square(many), Err(PuzzleError::TooManyPieces { count: 10_000 }));
    assert_eq!(square([Piece::new("A", [])]), Err(PuzzleError::EmptyPiece { name: name() }));
    let large = Piece::new("A", (0..7).map(|x| (x, 0)));
    let error = PuzzleError::PieceLargerThanBoard { name: name(), cells: 7, board: 6 };
    assert_eq!(square([large]), Err(error));
    let endless = Piece::new("A", (0..).map(|x| (x, 0)));
    assert!(matches!(square([endless]), Err(PuzzleError::PieceLargerThanBoard { .. })));
    let apart = Piece::from_picture("A", "X.X").unwrap();
    let error = PuzzleError::DisconnectedPiece { name: name(), cell: (0, 0) };
    assert_eq!(square([apart]), Err(error));
    let twice = square([domino(), domino()]);
    assert_eq!(twice, Err(PuzzleError::DuplicateName { name: "I".into() }));
    for bad in ["", "a b"] {
        let error = PuzzleError::BadName { name: bad.into() };
        assert_eq!(square([Piece::new(bad, [(0, 0)])]), Err(error));
    }
    let none = square([domino().used(0..=0)]);
    assert_eq!(none, Err(PuzzleError::BadRange { name: "I".into(), min: 0, max: 0 }));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = square([domino().used(3..=2)]);
    assert_eq!(reversed, Err(PuzzleError::BadRange { name: "I".into(), min: 3, max: 2 }));
    let walk = Piece::from_walk("A", Grid::Square, ["N", "NE"]);
    assert_eq!(walk, Err(PuzzleError::BadDirection { direction: "NE".into() }));
    let far = Piece::from_walk("A", Grid::Square, ["E"; 200]);
    assert_eq!(far, Err(PuzzleError::TooFar { cell: (128, 0) }));
}

#[test]
fn pieces_placed_where_they_cannot_lie() {
    let puzzle = square([domino()]).unwrap();
    let name = || String::from("I");
    let place = |puzzle: &Puzzle, cells: &[(i32, i32)]| {
        puzzle.clone().with_placed("I", cells.iter().copied())
    };
    let unknown = puzzle.clone().with_placed("X", [(0, 0)]);
    assert_eq!(unknown, Err(PuzzleError::UnknownPiece { name: "X".into() }));
    let outside = place(&puzzle, &[(2, 0), (3, 0)]);
    assert_eq!(outside, Err(PuzzleError::PlacedOutside { name: name(), cell: (3, 0) }));
    for cells in [&[(0, 0), (1, 1)][..], &[(0, 0), (1, 0), (2, 0)], &[(0, 0)], &[]] {
        let cell = cells.first().copied().unwrap_or_default();
        assert_eq!(place(&puzzle, cells), Err(PuzzleError::PlacedWrongly { name: name(), cell }));
    }
    let one = place(&puzzle, &[(0, 0), (0, 1)]).unwrap();
    let overlapping = place(&one, &[(0, 1), (1, 1)]);
    assert_eq!(overlapping, Err(PuzzleError::PlacedOverlapping { cell: (0, 1) }));
    let again = place(&one, &[(1, 0), (1, 1)]);
    assert_eq!(again, Err(PuzzleError::PlacedTooOften { name: name(), max: 1 }));
}

/// What the parser says about a text.
fn refused(text: &str) -> String {
    text.parse::<PuzzleFile>().unwrap_err().to_string()
}

#[test]
fn files_are_refused_with_line_and_column() {
    let board = "board\n . . .\n . . .\n\n";
    for (text, error) in [
        ("", "line 1, column 1: a board is missing"),
        (
            "title\nbord",
            "line 2, column 1: \"bord\" is none of title, source, grid, packing, solutions, classes, set, board, piece",
        ),
        ("grid", "line 1, column 5: the grid is missing"),
        (
            "  grid  cube ",
            "line 1, column 9: \"cube\" is no grid: square, hexagon, axial or triangle",
        ),
        ("grid square square", "line 1, column 13: \"square\" was not expected here"),
        ("grid square\ngrid axial", "line 2, column 1: the grid was given before"),
        ("solutions 1e3", "line 1, column 11: \"1e3\" is no number, or one that is too large"),
        ("board x", "line 1, column 7: \"x\" was not expected here"),
        ("board\n . .\n\nboard\n . .", "line 4, column 1: the board was given before"),
        (
            "set hexominoes\nboard\n . .",
            "line 1, column 5: \"hexominoes\" is no set of pieces: tetrominoes, pentominoes, hexiamonds, tetrahexes or pentahexes",
        ),
        ("set hexiamonds\nboard\n . .", "line 1, column 5: hexiamonds are not made for this grid"),
        ("board\n . .", "line 3, column 1: there are no pieces"),
        ("board\n\npiece I\n X", "line 1, column 1: the board has no cells"),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    for (text, error) in [
        ("piece", "line 5, column 6: the name of the piece is missing"),
        ("piece I walk E Q", "line 5, column 16: there is no direction \"Q\" on this grid"),
        ("piece I 2-sided", "line 5, column 9: \"2-sided\" is no number, or one that is too large"),
        (
            "piece I 3..99999",
            "line 5, column 9: \"3..99999\" is no number, or one that is too large",
        ),
        ("piece I big\n X", "line 5, column 9: \"big\" was not expected here"),
        ("piece I 3..2\n X", "line 5, column 7: piece I cannot be used 3 to 2 times"),
        (
            "piece I\n X . X",
            "line 5, column 7: piece I is not connected: cell 0,0 is apart from the first",
        ),
        ("piece I\n\n", "line 5, column 7: piece I has no cells"),
        ("piece I walk E\npiece I walk E", "line 6, column 7: two pieces are called I"),
        (
            "piece I walk E E E E E E E",
            "line 5, column 7: piece I has 8 cells, more than the board, which has 6",
        ),
    ] {
        assert_eq!(refused(&format!("{board}{text}")), error, "{text}");
    }
    for (board, error) in [
        (
            " . I\n . .",
            "line 2, column 4: piece I cannot lie on the cells on which it is placed, the first of which is 1,0",
        ),
        (" . X\n . X", "line 2, column 4: there is no piece X"),
        (
            " I .\n I .\n I .",
            "line 2, column 2: piece I cannot lie on the cells on which it is placed, the first of which is 0,0",
        ),
        (
            " I . I\n I . I",
            "line 1, column 1: piece I is placed more often than the 1 times that it can be used",
        ),
    ] {
        assert_eq!(refused(&format!("board\n{board}\n\npiece I walk E\n")), error, "{board}");
    }
}

#[test]
fn too_many_cells_or_pieces_in_a_file() {
    let board = format!("board\n{}\n\npiece I walk E", " .".repeat(129));
    assert_eq!(
        refused(&board),
        "line 1, column 1: cell 128,0 is too far away: columns and rows go from -128 to 127"
    );
    let board = format!("board\n{}\npiece I walk E", " . . . . . . . . .\n".repeat(15));
    assert_eq!(refused(&board), "line 1, column 1: the board has 135 cells, more than 128");
    let mut text = String::from("board\n . .\n\n");
    (0..10_000).for_each(|i| text.push_str(&format!("piece {i} walk E\n")));
    assert_eq!(refused(&text), "line 1028, column 7: 10000 different pieces, more than 1024");
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let texts =
        ["\0\0", "\u{feff}board", "piece \u{1f642} 1..2..3", "board\n\u{1f642}", "title é\ngrid é"];
    for text in texts {
        assert!(text.parse::<PuzzleFile>().is_err(), "{text}");
    }
}

#[test]
fn files_come_back() {
    for ready in meteor::polyform::ready::ALL {
        let file = ready.file();
        let again: PuzzleFile = file.to_text().parse().unwrap();
        let solutions = |file: &PuzzleFile| {
            let solver = meteor::polyform::Solver::new(&file.puzzle);
            solver.first().unwrap().map(|s| s.picture(&file.puzzle).to_string())
        };
        assert_eq!(solutions(&file), solutions(&again), "{}", ready.name);
        assert_eq!((file.solutions, file.classes), (again.solutions, again.classes));
        assert_eq!((file.title, file.source), (again.title, again.source));
    }
}
