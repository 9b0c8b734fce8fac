//! Boards whose components can be seen at a glance.

use cc_table::{Connectivity, components};

type Board = cc_table::Board<6, 12>;

fn board(rows: &str) -> Board {
    let blank = "...... ".repeat(12 - rows.split_whitespace().count());
    (blank + rows).split_whitespace().collect::<Vec<_>>().join("/").parse().unwrap()
}

fn counts(rows: &str) -> (usize, usize) {
    let board = board(rows);
    (components(board, Connectivity::Four).len(), components(board, Connectivity::Eight).len())
}

#[test]
fn a_run_that_ends_lives_on_in_another() {
    // The case that the published description warns of.
    assert_eq!(counts("XXX... X.X... ..X... ..X..."), (1, 1));
}

#[test]
fn merges_leave_no_holes() {
    assert_eq!(counts("X.X.X. XXX.X. ......"), (2, 2));
    assert_eq!(counts("X.X.X. X.X.X. XXXXX."), (1, 1));
    assert_eq!(counts("X...X. X.X.X. XXX.X. ....X. XXXXX."), (2, 2));
}

#[test]
fn a_comb_is_one_and_its_teeth_are_three() {
    assert_eq!(counts("X.X.X. X.X.X. X.X.X. XXXXXX"), (1, 1));
    assert_eq!(counts("X.X.X. X.X.X. X.X.X. ......"), (3, 3));
}

#[test]
fn a_snake_and_a_spiral_are_one() {
    let snake = "XXXXXX .....X XXXXXX X..... ".repeat(3);
    assert_eq!(counts(&snake), (1, 1));
    assert_eq!(counts("XXXXXX .....X XXXX.X X..X.X X.XX.X X....X XXXXXX"), (1, 1));
}

#[test]
fn a_checkerboard_has_36_or_one() {
    assert_eq!(counts(&"X.X.X. .X.X.X ".repeat(6)), (36, 1));
}

#[test]
fn empty_and_full() {
    assert!(components(Board::EMPTY, Connectivity::Four).is_empty());
    assert!(components(Board::FULL, Connectivity::Four).iter().eq([Board::FULL]));
}
