//! Inputs found by fuzzing, minimized.

use bitboard_core::{
    AxialHex, Bitboard, Cell, CellError, Columns, Dilate, Holes, Picture, RowMajor, Slides, Steps,
    parse_picture,
};

/// 3×4 with a corner missing, a cell inside, and a whole row.
type Torn = Holes<RowMajor<3, 4>, 0b111_000_101_110>;

#[test]
fn the_shortest_pictures_that_are_right() {
    for text in ["...\n...", ".XX/..X", "/.XX//..X/", "\t.X X\r\n\r\n..X"] {
        let board: Bitboard<u64, Columns<3, 2>> = text.parse().unwrap();
        assert_eq!(board.to_string().parse(), Ok(board), "{text:?}");
    }
    let board: Bitboard<u64, AxialHex<2>> = ".X\n.XX\n.X".parse().unwrap();
    assert_eq!(
        board.to_string(),
        " . X\n. X X\n . X"
            .replace("\n . X", "\n. X")
            .replacen(" . X", "  . X", 1)
            .parse::<Bitboard<u64, AxialHex<2>>>()
            .unwrap()
            .to_string()
    );
}

#[test]
fn a_row_without_cells_is_no_row_of_the_text() {
    let sets = parse_picture::<u128, Torn, 3>(".#/.#/ooo", '.', ['x', 'o', '#']).unwrap();
    let layers = [('x', sets[0]), ('o', sets[1]), ('#', sets[2])];
    let drawn = Picture::new('.', &layers).to_string();
    assert_eq!(drawn, "  . #\n.   #\n\no o o");
    assert_eq!(parse_picture(&drawn, '.', ['x', 'o', '#']), Ok(sets));
    let error = parse_picture::<u128, Torn, 3>("/oo/oo/ooo\n\no", '.', ['x', 'o', '#']);
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "line 3: expected 3 rows, found 4");
}

#[test]
fn the_shortest_pictures_that_are_wrong() {
    let error = |text: &str| text.parse::<Bitboard<u64, Columns<3, 2>>>().unwrap_err().to_string();
    assert_eq!(error("\u{b}"), "line 1: expected 2 rows, found 0");
    assert_eq!(error("X"), "line 1: expected 2 rows, found 1");
    assert_eq!(error("...Q/X"), "line 1, column 1: expected a row of 3 cells, found 4");
    assert_eq!(error("...\n..ᚱ"), "line 2, column 3: expected '.' or 'X', found 'ᚱ'");
    // White space includes a no-break space and a line separator, which does not end a row.
    assert_eq!(error("..\u{a0}.\u{2028}."), "line 1: expected 2 rows, found 1");
}

#[test]
fn cells_of_a_single_row_have_two_letters_at_most() {
    type Row = RowMajor<128, 1>;
    for (name, x) in [("c1", 2), ("Ac1", 28), ("DX1", 127)] {
        let cell: Cell<Row> = name.parse().unwrap();
        assert_eq!((cell.x(), cell.to_string()), (x, name.to_ascii_lowercase()));
    }
    assert_eq!("dy1".parse::<Cell<Row>>(), Err(CellError::OffBoard { column: 129, row: 1 }));
    assert_eq!("c\u{661}".parse::<Cell<Row>>(), Err(CellError::NoRow));
}

#[test]
fn steps_of_ones_own_may_lead_nowhere() {
    type Board = Bitboard<u128, RowMajor<16, 8>>;
    let set = Board::new(1 << 37 | 1 << 127 | 1);
    // No step, and a step by (0, 0).
    assert_eq!(set.neighbors(&Steps::from_offsets(&[])), Board::EMPTY);
    assert_eq!(set.neighbors(&Steps::from_offsets(&[(0, 0)])), set);
    // Steps past every edge.
    type Small = Bitboard<u64, RowMajor<2, 3>>;
    let far = Steps::from_offsets(&[(2, 0), (-2, 0), (0, 3), (0, -3), (3, 3), (-2, -3)]);
    assert_eq!(Small::FULL.neighbors(&far), Small::EMPTY);
    assert_eq!(Small::FULL.flood(Small::FULL, &far), Small::FULL);
    assert_eq!(Slides::from_steps(&far).dilate_within(Small::row(0), Small::FULL), Small::row(0));
    // Neither order nor duplicates change a set.
    let own = Steps::from_offsets(&[(-3, 2), (3, 0), (-3, 2)]);
    assert_eq!(own, Steps::<RowMajor<16, 8>>::from_offsets(&[(3, 0), (-3, 2)]));
    let cells = [(3, 1), (0, 0), (3, 1)];
    assert_eq!(Board::from_coords(&cells), Board::from_coords(&[(0, 0), (3, 1)]));
}
