//! Puzzles that are not valid, and the places of errors in files.

use crate::common::placement;
use meteor_puzzle::{Coord, Grid, Piece, Placement, Puzzle, PuzzleError, PuzzleFile, Solver};

fn square(pieces: impl IntoIterator<Item = Piece>) -> Result<Puzzle, PuzzleError> {
    Puzzle::from_picture(Grid::Square, ". . .\n. . .", pieces)
}

fn domino() -> Piece {
    Piece::new("I", [(0, 0), (1, 0)])
}

fn in_piece(name: &str, reason: PuzzleError) -> PuzzleError {
    PuzzleError::InPiece { name: name.into(), reason: reason.into() }
}

#[test]
fn boards_without_cells_or_with_too_many() {
    let count = |found| PuzzleError::CellCount { most: 128, found };
    assert_eq!(Puzzle::new(Grid::Square, [] as [Coord; 0], [domino()]), Err(count(0)));
    assert_eq!(Puzzle::from_picture(Grid::Square, "# #", [domino()]), Err(count(0)));
    let cells = |n: i32| (0..n).map(|i| (i % 12, i / 12));
    assert!(Puzzle::new(Grid::Square, cells(128), [domino()]).is_ok());
    assert_eq!(Puzzle::new(Grid::Square, cells(129), [domino()]), Err(count(129)));
    let twice = Puzzle::new(Grid::Square, [(1, 2), (1, 2)], [domino()]);
    assert_eq!(twice, Err(PuzzleError::RepeatedCell { cell: (1, 2).into() }));
    let far = Puzzle::new(Grid::Square, [(0, 0), (i32::MAX, i32::MIN)], [domino()]);
    assert_eq!(far, Err(PuzzleError::TooFar { cell: (i32::MAX, i32::MIN).into() }));
}

#[test]
fn pieces_that_are_none() {
    assert_eq!(square([]), Err(PuzzleError::PieceCount { found: 0 }));
    let many = (0..10_000).map(|i| Piece::new(i.to_string(), [(0, 0)]));
    assert_eq!(square(many), Err(PuzzleError::PieceCount { found: 10_000 }));
    let count = |found| in_piece("A", PuzzleError::CellCount { most: 6, found });
    assert_eq!(square([Piece::new("A", [] as [Coord; 0])]), Err(count(0)));
    assert_eq!(square([Piece::new("A", (0..7).map(|x| (x, 0)))]), Err(count(7)));
    let apart = Piece::from_picture("A", "X.X").unwrap();
    let error = in_piece("A", PuzzleError::Disconnected { cell: (2, 0).into() });
    assert_eq!(square([apart]), Err(error));
    let twice = square([domino(), domino()]);
    assert_eq!(twice, Err(PuzzleError::DuplicateName { name: "I".into() }));
    for bad in ["", "a b", "\0", "a\x1b[31m", "\x7f", "\u{85}", "a\u{9b}"] {
        let error = PuzzleError::BadName { name: bad.into() };
        assert_eq!(square([Piece::new(bad, [(0, 0)])]), Err(error));
    }
    let range = |min, max| in_piece("I", PuzzleError::BadRange { min, max });
    assert_eq!(square([domino().copies(0..=0)]), Err(range(0, 0)));
    #[allow(clippy::reversed_empty_ranges)]
    let reversed = square([domino().copies(3..=2)]);
    assert_eq!(reversed, Err(range(3, 2)));
    let walk = Piece::from_walk("A", Grid::Square, ["N", "NE"]);
    assert_eq!(walk, Err(PuzzleError::BadDirection { grid: Grid::Square, direction: "NE".into() }));
    let far = Piece::from_walk("A", Grid::Square, ["E"; 200]);
    assert_eq!(far, Err(PuzzleError::TooFar { cell: (128, 0).into() }));
}

#[test]
fn the_largest_integers_are_refused_or_kept() {
    let times = |range| domino().copies(range);
    assert_eq!(times(0..=u16::MAX).copy_range(), 0..=128);
    let max = u16::MAX;
    let error = in_piece("I", PuzzleError::BadRange { min: max, max });
    assert_eq!(square([times(max..=max)]), Err(error));
    assert!(square([times(128..=max)]).is_ok());
    let puzzle = square([domino().copies(0..=max)]).unwrap();
    for (a, b) in [(i32::MAX, i32::MAX), (i32::MIN, i32::MIN), (i32::MAX, 0), (0, i32::MIN)] {
        for grid in Grid::ALL {
            let far = PuzzleError::TooFar { cell: (a, b).into() };
            let piece = Piece::new("A", [(a, b)]);
            assert_eq!(Puzzle::new(grid, [(0, 0)], [piece]), Err(in_piece("A", far.clone())));
            assert_eq!(Puzzle::new(grid, [(a, b)], [domino()]), Err(far));
            let corner = Puzzle::new(grid, [(127, 127), (126, 127)], [domino()]).unwrap();
            assert_eq!((puzzle.cell_index((a, b)), corner.cell_index((a, b))), (None, None));
            let corner = Puzzle::new(grid, [(-128, -128), (-127, -128)], [domino()]).unwrap();
            assert_eq!(corner.cell_index((a, b)), None);
        }
        let far = PuzzleError::TooFar { cell: (a, b).into() };
        assert_eq!(puzzle.placement("I", [(a, b)]), Err(far));
    }
    assert_eq!(puzzle.symbol(usize::MAX), '?');
    let placement = placement(usize::MAX, u128::MAX);
    assert_eq!(puzzle.picture(&[placement]).to_string(), "? ? ?\n? ? ?\n");
    let solution = Solver::new(puzzle.clone()).solutions().next().unwrap();
    assert_eq!(solution.piece_at(usize::MAX), None);
}

#[cfg(not(feature = "rand_core"))]
#[test]
fn a_generator_that_always_gives_the_same_number_draws_a_solution() {
    let puzzle = square([domino().copies(3..=3)]).unwrap();
    let solver = Solver::new(puzzle.clone());
    let index = solver.try_index(&meteor_puzzle::Limits::new()).unwrap();
    for number in [0, 1, u64::MAX - 1, u64::MAX] {
        assert!(index.sample(&mut Constant(number)).is_some());
    }
}

/// A generator of one number only.
#[cfg(not(feature = "rand_core"))]
struct Constant(u64);

#[cfg(not(feature = "rand_core"))]
impl meteor_puzzle::Random for Constant {
    fn next_u64(&mut self) -> u64 {
        self.0
    }
}

#[test]
fn placements_that_are_not_of_the_puzzle_are_refused() {
    let mut puzzle = square([domino()]).unwrap();
    let misplaced = |cell| PuzzleError::Misplaced { name: "I".into(), cell };
    for (piece, cells, error) in [
        (1, 0b11, PuzzleError::UnknownPiece { name: "1".into() }),
        (usize::MAX, 0b11, PuzzleError::UnknownPiece { name: usize::MAX.to_string() }),
        (0, 0, misplaced((0, 0).into())),
        (0, 0b101, misplaced((0, 0).into())),
        (0, 1 << 6, misplaced((0, 0).into())),
        (0, 0b110 | 1 << 127, misplaced((1, 0).into())),
    ] {
        let placement = placement(piece, cells);
        assert_eq!(puzzle.place(placement), Err(error.clone()));
        assert_eq!(
            Solver::new(puzzle.clone()).change(|puzzle| puzzle.place(placement)),
            Err(error)
        );
        assert!(!puzzle.remove(placement));
    }
    assert_eq!((puzzle.undo(), puzzle.placed().len()), (None, 0));
    let debug = format!("{:?}", placement(2, 0b1_0011));
    assert_eq!(debug, "Placement { piece: 2, cells: [0, 1, 4] }");
}

#[test]
fn pieces_placed_where_they_cannot_lie() {
    let puzzle = square([domino()]).unwrap();
    let name = || String::from("I");
    let place = |puzzle: &Puzzle, cells: &[(i32, i32)]| -> Result<Puzzle, PuzzleError> {
        let mut puzzle = puzzle.clone();
        puzzle.place(puzzle.placement("I", cells.iter().copied())?)?;
        Ok(puzzle)
    };
    let unknown = puzzle.placement("X", [(0, 0)]);
    assert_eq!(unknown, Err(PuzzleError::UnknownPiece { name: "X".into() }));
    let outside = place(&puzzle, &[(2, 0), (3, 0)]);
    assert_eq!(outside, Err(PuzzleError::Misplaced { name: name(), cell: (3, 0).into() }));
    for cells in [&[(0, 0), (1, 1)][..], &[(0, 0), (1, 0), (2, 0)], &[(0, 0)], &[]] {
        let cell = cells.first().copied().unwrap_or_default();
        assert_eq!(
            place(&puzzle, cells),
            Err(PuzzleError::Misplaced { name: name(), cell: cell.into() })
        );
    }
    let one = place(&puzzle, &[(0, 0), (0, 1)]).unwrap();
    let overlapping = place(&one, &[(0, 1), (1, 1)]);
    assert_eq!(overlapping, Err(PuzzleError::RepeatedCell { cell: (0, 1).into() }));
    let again = place(&one, &[(1, 0), (1, 1)]);
    assert_eq!(again, Err(PuzzleError::TooManyCopies { name: name(), max: 1 }));
}

#[test]
fn errors_in_pictures_have_their_place() {
    for (board, error) in [
        ("\n. .\n. ?", "line 3, column 3: expected the name of a piece, found \"?\""),
        ("\n\n I . \n", "line 3, column 2: piece I cannot lie on cell 0,0 and the others"),
        ("II\n..\nII", "line 3, column 1: expected at most 1 copies of piece I, found one more"),
        (
            &"I".repeat(130),
            "line 1, column 129: expected columns, rows and layers from -128 to 127, ",
        ),
        (". .\n  . . .", "line 2, column 3: expected a row of 2 cells, found 3"),
        (". # #\n. .", "line 2, column 1: expected a row of 3 cells, found 2"),
        ("#\n#", "expected 1 to 128 cells, found 0"),
    ] {
        let made = Puzzle::from_picture(Grid::Square, board, [domino()]).unwrap_err().to_string();
        assert!(made.starts_with(error), "{board}: {made}");
    }
    let made = Piece::from_picture("L", &format!("{0}.\n{0}X", ". ".repeat(128))).unwrap_err();
    let error =
        "line 2, column 257: expected columns, rows and layers from -128 to 127, found cell 128,1";
    assert_eq!(made.to_string(), error);
    let ragged = Piece::from_picture("L", "X\nX X").unwrap_err().to_string();
    assert_eq!(ragged, "line 2, column 1: expected a row of 1 cells, found 2");
    let twice = square([Piece::new("A", [(1, 2), (1, 2)])]).unwrap_err();
    assert_eq!(twice.to_string(), "piece A: cell 1,2 is given twice");
}

/// The error of the parser for a text.
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
            "line 2, column 1: expected title, source, grid, packing, solutions, distinct, set, board, piece or place, found \"bord\"",
        ),
        ("grid", "line 1, column 5: the grid is missing"),
        (
            "  grid  cube ",
            "line 1, column 9: expected square, hexagon, axial, triangle, cubes or spheres, found \"cube\"",
        ),
        ("grid square square", "line 1, column 13: expected the end of the line, found \"square\""),
        ("grid square\ngrid axial", "line 2, column 1: the grid is set twice"),
        ("solutions 1e3", "line 1, column 11: expected a number less than 2^128, found \"1e3\""),
        ("board x", "line 1, column 7: expected the end of the line, found \"x\""),
        ("board\n . .\n\nboard\n . .", "line 4, column 1: the board is set twice"),
        (
            "set hexominoes\nboard\n . .",
            "line 1, column 5: expected a set of pieces of the grid square (tetrominoes, pentominoes), found \"hexominoes\"",
        ),
        (
            "set hexiamonds\nboard\n . .",
            "line 1, column 5: expected a set of pieces of the grid square (tetrominoes, pentominoes), found \"hexiamonds\"",
        ),
        (
            "set tetrahexes\nboard\n . .",
            "line 1, column 5: expected a set of pieces of the grid square (tetrominoes, pentominoes), found \"tetrahexes\"",
        ),
        ("board\n . .", "line 3, column 1: expected 1 to 1024 different pieces, found 0"),
        (
            "board\n . .\n piece I\n X X",
            "line 3, column 2: expected an empty line after a picture, found \"piece\"",
        ),
        (
            "piece I\n X X\nboard\n . .",
            "line 3, column 1: expected an empty line after a picture, found \"board\"",
        ),
        // Three cells, although these are a word.
        (
            "piece I\nset\n\nboard\n . .",
            "line 1, column 7: piece I: expected 1 to 2 cells, found 3",
        ),
        ("board\n\npiece I\n X", "line 1, column 1: expected 1 to 128 cells, found 0"),
    ] {
        assert_eq!(refused(text), error, "{text}");
    }
    for (text, error) in [
        ("piece", "line 5, column 6: the name of the piece is missing"),
        ("piece I walk E Q", "line 5, column 16: expected a direction (N, E, S, W), found \"Q\""),
        ("piece I 2-sided", "line 5, column 9: expected a number of copies, found \"2-sided\""),
        ("piece I 3..99999", "line 5, column 9: expected a number of copies, found \"3..99999\""),
        (
            "piece I big\n X",
            "line 5, column 9: expected walk, one-sided, mirrored, fixed or a number, found \"big\"",
        ),
        (
            "piece I 3..2\n X",
            "line 5, column 7: piece I: expected a range of copies with a number from 1 to 128, found 3..2",
        ),
        ("piece I\n X . X", "line 5, column 7: piece I: cell 2,0 is not connected to the first"),
        ("piece I\n\n", "line 5, column 7: piece I: expected 1 to 128 cells, found 0"),
        ("piece I walk E\npiece I walk E", "line 6, column 7: two pieces are called I"),
        ("piece I walk E E E E E E E", "line 5, column 7: piece I: expected 1 to 6 cells, found 8"),
    ] {
        assert_eq!(refused(&format!("{board}{text}")), error, "{text}");
    }
    for (board, error) in [
        (" . I\n . .", "line 2, column 4: piece I cannot lie on cell 1,0 and the others"),
        (" . X\n . X", "line 2, column 4: expected the name of a piece, found \"X\""),
        (" I .\n I .\n I .", "line 2, column 2: piece I cannot lie on cell 0,0 and the others"),
        (
            " I . I\n I . I",
            "line 2, column 6: expected at most 1 copies of piece I, found one more",
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
        "line 2, column 258: expected columns, rows and layers from -128 to 127, found cell 128,0"
    );
    let board = format!("board\n{}\npiece I walk E", " . . . . . . . . .\n".repeat(15));
    assert_eq!(refused(&board), "line 1, column 1: expected 1 to 128 cells, found 135");
    let mut text = String::from("board\n . .\n\n");
    (0..10_000).for_each(|i| text.push_str(&format!("piece {i} walk E\n")));
    assert_eq!(
        refused(&text),
        "line 1028, column 7: expected 1 to 1024 different pieces, found 1025"
    );
}

#[test]
fn long_files_are_refused_soon() {
    let start = std::time::Instant::now();
    let walk = format!("board\n . .\n\npiece I walk{}", " E   W".repeat(1 << 20));
    assert!(walk.parse::<PuzzleFile>().is_ok());
    let spiral: String = (0..127)
        .flat_map(|n| {
            let (there, down) = if n % 2 == 0 { (" E", " S") } else { (" W", " S") };
            [there.repeat(127), down.into()]
        })
        .collect();
    let error = refused(&format!("board\n . .\n\npiece I walk{spiral}"));
    assert_eq!(error, "line 4, column 7: piece I: expected 1 to 128 cells, found 129");
    let options = format!("board\n . .\n\npiece I{}\n X", " 1".repeat(1 << 22));
    assert!(options.parse::<PuzzleFile>().is_ok());
    for (sets, line, found) in [(100, 86, 1032), (1 << 20, 1025, 1025)] {
        let expected = "expected 1 to 1024 different pieces";
        let error = format!("line {line}, column 5: {expected}, found {found}");
        assert_eq!(refused(&"set pentominoes\n".repeat(sets)), error);
    }
    assert!(start.elapsed() < std::time::Duration::from_secs(30), "{:?}", start.elapsed());
}

#[test]
fn control_characters_are_never_echoed() {
    for text in [
        "\x1b",
        "grid \x1b",
        "set \x1b",
        "solutions \x1b",
        "board \x1b",
        "piece \x1b",
        "board\n \x1b\n\npiece I walk E",
        "board\n . .\n\npiece \x1b[31m walk E",
        "board\n . .\n\npiece I \x1b",
        "board\n . .\n\npiece I 1\x1b",
        "board\n . .\n\npiece I walk \x1b",
        "board\n . .\n\npiece \x1b 3..2\nX",
        "board\n . .\n\npiece \x1b\nX.X",
        "board\n . .\n\npiece \x1b\nX X X",
        "board\n . .\n\npiece \x1b\n\npiece \x1b",
    ] {
        let error = refused(text);
        assert!(!error.contains(char::is_control), "{error:?}");
    }
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
    for preset in meteor_puzzle::presets::ALL {
        let file = preset.file();
        let again: PuzzleFile = file.to_text().parse().unwrap();
        let solutions = |file: &PuzzleFile| {
            let solver = meteor_puzzle::Solver::new(file.puzzle.clone());
            let found = solver.solutions().next();
            found.map(|found| file.puzzle.picture(found.placements()).to_string())
        };
        assert_eq!(solutions(&file), solutions(&again), "{}", preset.name());
        assert_eq!((file.solutions, file.distinct), (again.solutions, again.distinct));
        assert_eq!((file.title, file.source), (again.title, again.source));
    }
}

#[test]
fn pictures_have_the_rows_and_columns_of_the_file() {
    let board = "# # # # #\n# . . # #\n# # # # #\n# # # # #\n";
    for grid in Grid::ALL {
        let text = format!("grid {grid}\nboard\n{board}\npiece I\n X X\n");
        let file: PuzzleFile = text.parse().unwrap();
        let solution = Solver::new(file.puzzle.clone()).solutions().next().unwrap();
        let picture = file.puzzle.picture(solution.placements()).to_string();
        let symbols = |text: &str| text.replace(' ', "");
        assert_eq!(symbols(&picture), symbols(board).replace('.', "I"));
        assert_eq!(file.to_text().parse::<PuzzleFile>().unwrap().puzzle, file.puzzle);
    }
    // Each layer has its own rows and columns, and the last one may have no cell.
    let layers = ". #\n-\n. # #\n# # #\n-\n#\n";
    let file: PuzzleFile = format!("grid cubes\nboard\n{layers}\npiece I\n X X\n").parse().unwrap();
    assert_eq!(file.puzzle.to_string(), layers);
    assert_eq!(file.to_text().parse::<PuzzleFile>().unwrap().puzzle, file.puzzle);
    // Cells lie in columns up to 127.
    let wide = format!("board\n .{}\n\npiece I\n X\n", "#".repeat(200));
    let picture = wide.parse::<PuzzleFile>().unwrap().puzzle.to_string();
    assert_eq!(picture.split_whitespace().count(), 128);
}

#[test]
fn pictures_come_back_from_odd_rows_and_columns() {
    for grid in Grid::ALL {
        for (left, top) in [(0, 0), (1, 0), (0, 1), (1, 1), (-3, -2), (-2, -3)] {
            // Cells that are connected only on rows, or columns, of this parity.
            let directions: &[&str] = match grid {
                Grid::Square => &["E", "S"],
                Grid::Triangle => &["R", "V"],
                Grid::Cubes => &["E", "S", "U"],
                Grid::Spheres => &["E", "S", "USE"],
                _ => &["E", "SE"],
            };
            let mut cells = vec![Coord::from((left, top))];
            for direction in directions {
                cells.extend(grid.step(cells[cells.len() - 1], direction));
            }
            let piece = Piece::new("A", cells.iter().copied()).fixed();
            let mut puzzle = Puzzle::new(grid, cells.iter().copied(), [piece.clone()]).unwrap();
            puzzle.place(puzzle.placement("A", cells).unwrap()).unwrap();
            let again = Puzzle::from_picture(grid, &puzzle.to_string(), [piece]);
            assert_eq!(again.map(|again| again.placed().len()), Ok(1), "{grid}\n{puzzle}");
        }
    }
}

/// Columns and rows of a picture are those that were read.
#[test]
fn a_picture_shows_the_whole_board() {
    for grid in Grid::ALL {
        for (board, expected) in [
            ("##./#../##./###", "##. #.. ##. ###"),
            ("#####/#..#./#####/#.###", "##### #..#. ##### #.###"),
            (".##/...", ".## ..."),
        ] {
            let cell = Piece::new("A", [(0, 0)]).copies(0..=9);
            let puzzle = Puzzle::from_picture(grid, board, [cell]).unwrap();
            let picture = puzzle.to_string();
            let rows: Vec<String> = picture.lines().map(|row| row.replace(' ', "")).collect();
            assert_eq!(rows.join(" "), expected, "{grid}");
            for &Coord { x, y, .. } in puzzle.cells() {
                assert_eq!(rows[y as usize].as_bytes()[x as usize], b'.', "{grid} {x},{y}");
            }
        }
    }
}

#[test]
fn an_optional_piece_may_be_larger_than_the_board() {
    let large = || Piece::new("L", (0..7).map(|x| (x, 0)));
    let puzzle = square([domino().copies(3..=3), large().copies(0..=1)]).unwrap();
    assert_eq!(Solver::new(puzzle).count(), Ok(3));
    assert!(square([domino(), large().copies(1..=2)]).is_err());
    // There are no boards for it.
    let huge = Piece::new("L", (0..129).map(|i| (i % 12, i / 12)));
    assert!(square([domino(), huge.copies(0..=1)]).is_err());
}

/// Pieces that a picture cannot show: names of several characters, or of signs of pictures, and
/// copies that touch.
#[test]
fn placed_pieces_come_back_from_files() {
    let check = |puzzle: Puzzle, is_shown: bool| {
        let text = PuzzleFile::new("", puzzle.clone()).to_text();
        assert_eq!(!text.contains("\nplace "), is_shown, "{text}");
        let again = text.parse::<PuzzleFile>().unwrap().puzzle;
        let placed = |puzzle: &Puzzle| -> Vec<(String, Vec<Coord>)> {
            let first = puzzle.cells().first().copied().unwrap();
            let shift = |Coord { x, y, z }: Coord| (x - first.x, y - first.y, z).into();
            let of = |placed: &Placement| puzzle.coords(placed).map(shift).collect();
            let name = |placed: &Placement| puzzle.pieces()[placed.piece].name().to_owned();
            puzzle.placed().iter().map(|placed| (name(placed), of(placed))).collect()
        };
        assert_eq!(placed(&again), placed(&puzzle), "{text}");
    };
    for name in ["A", "AB", "#", ".", "//", "walk", "one-sided", "place", "?", "é"] {
        for grid in Grid::ALL {
            for (left, top) in [(0, 0), (-3, -2), (4, 6)] {
                let row = |length: i32| (0..length).map(move |x| (left + x, top));
                let piece = |name| Piece::new(name, row(2)).fixed();
                let pieces = [piece(name), Piece::new("B", row(1)).copies(0..=2)];
                let mut puzzle = Puzzle::new(grid, row(4), pieces).unwrap();
                puzzle.place(puzzle.placement(name, row(2)).unwrap()).unwrap();
                check(puzzle, ["A", "?", "é"].contains(&name));
            }
        }
    }
    // Two copies, once apart and once side by side.
    for (second, is_shown) in [(3, true), (2, false)] {
        let piece = Piece::from_picture("A", "XX").unwrap().copies(2..=2);
        let mut puzzle = Puzzle::from_picture(Grid::Square, ". . . . .", [piece]).unwrap();
        for x in [0, second] {
            puzzle.place(puzzle.placement("A", [(x, 0), (x + 1, 0)]).unwrap()).unwrap();
        }
        check(puzzle, is_shown);
    }
    let error = |line: &str| {
        let text = format!("board\n . .\n\npiece AB\n X X\n\n{line}");
        text.parse::<PuzzleFile>().unwrap_err().to_string()
    };
    assert_eq!(error("place AB"), "line 7, column 9: a cell is missing");
    assert_eq!(
        error("place AB 0,0 1;0"),
        "line 7, column 14: expected a cell X,Y or X,Y,Z of the board, found \"1;0\""
    );
    assert_eq!(
        error("place A 0,0 1,0"),
        "line 7, column 7: expected the name of a piece, found \"A\""
    );
    assert!(error("place AB 0,0").starts_with("line 7, column 7: piece AB cannot lie on cell 0,0"));
}

/// The only cell that may stay empty lies below a placed piece. A picture would show it nowhere, and
/// then any cell may stay empty.
#[test]
fn cells_below_pieces_that_may_stay_empty_come_back_from_files() {
    let pieces = || ["A", "B"].map(|name| Piece::new(name, [(0, 0)])).map(|p| p.copies(0..=1));
    let puzzle = Puzzle::from_picture(Grid::Square, "A .", pieces()).unwrap();
    for optional in [vec![(0, 0)], vec![(1, 0)], vec![(0, 0), (1, 0)]] {
        let puzzle = puzzle.clone().optional(optional.iter().copied()).empty(0..=1);
        let text = PuzzleFile::new("", puzzle.clone()).to_text();
        let again = text.parse::<PuzzleFile>().unwrap().puzzle;
        let cells = |puzzle: &Puzzle| puzzle.optional_cells().collect::<Vec<_>>();
        assert_eq!(cells(&again), cells(&puzzle), "{text}");
        assert_eq!(Solver::new(again).count(), Solver::new(puzzle).count(), "{text}");
    }
}

#[test]
fn a_title_of_two_lines_comes_back_as_one() {
    let file = PuzzleFile::new("two\nboards", square([domino()]).unwrap());
    let again: PuzzleFile = file.to_text().parse().unwrap();
    assert_eq!(again.title, "two boards");
}
