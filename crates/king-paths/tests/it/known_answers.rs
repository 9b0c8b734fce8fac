//! The published example and boards whose paths can be counted by hand.

use bitboard_core::{Bitboard, Cell, Chess, Moves, NoCornerCut, RowMajor, Steps};
use king_paths::{ParsePathError, Path, shortest_paths};

use crate::common::Rule;

type Board = Bitboard<u64, Chess>;

const KING: Rule<Chess> = Rule(Moves::Steps(Steps::KING));
const KNIGHT: Rule<Chess> = Rule(Moves::Steps(Steps::KNIGHT));

fn squares(names: &str) -> Board {
    Board::from_names(names).unwrap()
}

#[test]
fn the_published_example_has_its_five_layers() {
    // Westcott's message: e4 to {a1, h8} on an open board.
    let layers = shortest_paths(squares("e4"), squares("a1 h8"), Board::FULL, &Steps::KING);
    let published = ["e4", "d3 d4 e5 f5", "c2 c3 f6 g6", "b1 b2 g7 h7", "a1 h8"].map(squares);
    assert_eq!(layers.layers(), published);
    assert_eq!(layers.must_pass(), squares("e4"));
}

#[test]
fn the_longest_path_of_a_king_has_32_squares() {
    // No path is longer: a shortest path is induced, so it has at most two of the four squares of
    // each 2×2 block. Found by a depth-first search for induced paths of the king's graph.
    let snake: Board = "
        . X . X X X X .
        X . X . . . . X
        X . . . X . . X
        X . X X . X . X
        X . . . . X . X
        . X X X X . . X
        . . . . . . . X
        X X X X X X X ."
        .parse()
        .unwrap();
    let layers = shortest_paths(squares("a1"), squares("c5"), snake, &KING);
    assert_eq!((layers.distance(), snake.len()), (Some(31), 32));
    assert_eq!(layers.path_count(), 1);
    assert_eq!(layers.must_pass(), snake);
    assert_eq!(layers.path().map(|path| path.len()), Some(32));
}

#[test]
fn sets_that_overlap_are_one_layer_apart_and_unconnected_ones_none() {
    let find = |from: Board, to: Board, within: Board| shortest_paths(from, to, within, &KING);
    let overlap = find(squares("a1 b1 c1"), squares("b1 c1 d1"), Board::FULL);
    assert_eq!(overlap.layers(), [squares("b1 c1")]);
    assert_eq!(overlap.path_count(), 2);
    assert_eq!(find(squares("a1"), squares("a1"), !squares("a1")).distance(), None);
    assert_eq!(find(Board::EMPTY, Board::FULL, Board::FULL).distance(), None);
    let wall = !squares("a4 b4 c4 d4 e4 f4 g4 h4");
    assert_eq!(find(squares("a1"), squares("a8"), wall).distance(), None);
}

#[test]
fn pawns_go_back_by_the_reverse() {
    let forward = Rule(Moves::Steps(Steps::WHITE_PAWN_CAPTURES));
    let layers = shortest_paths(squares("d2"), squares("d6"), Board::FULL, &forward);
    assert_eq!(layers.distance(), Some(4));
    assert_eq!(layers.path_count(), 6);
    let back = shortest_paths(squares("d6"), squares("d2"), Board::FULL, &forward);
    assert!(back.layers().is_empty());
}

#[test]
fn corners_are_cut_or_not() {
    let within = !squares("b1");
    assert_eq!(shortest_paths(Cell::A1, Cell::B2, within, &KING).distance(), Some(1));
    assert_eq!(
        shortest_paths(Cell::A1, Cell::B2, within, &Rule(NoCornerCut::KING.into())).distance(),
        Some(2)
    );
}

#[test]
fn a_path_may_take_every_cell_of_the_largest_board() {
    type Line = Bitboard<u128, RowMajor<128, 1>>;
    let wazir = Rule(Moves::Steps(Steps::ORTHOGONAL));
    let (first, last) = (Line::new(1), Line::new(1 << 127));
    for (from, to, length) in
        [(first, last, 128), (last, first, 128), (first, Line::new(1 << 126), 127)]
    {
        let paths = shortest_paths(from, to, Line::FULL, &wazir);
        let layers = paths.layers();
        assert_eq!(layers.len(), length);
        assert!(layers.iter().all(|layer| layer.len() == 1));
        assert_eq!((layers[0], layers[length - 1]), (from, to));
        assert_eq!(paths.paths().count(), 1);
    }
}

#[test]
fn a_query_can_be_replaced() {
    let mut paths = shortest_paths(Cell::A1, Cell::H8, Board::FULL, &KNIGHT);
    for (from, to) in [(Cell::A1, Cell::A2), (Cell::H8, Cell::A1), (Cell::E4, Cell::E4)] {
        paths.find(from, to, Board::FULL, &KING);
        let fresh = shortest_paths(from, to, Board::FULL, &KING);
        assert_eq!(paths, fresh);
        assert_eq!(paths.layers(), fresh.layers());
        assert_eq!(paths.path_count(), fresh.path_count());
    }
    assert_ne!(paths, shortest_paths(Cell::E4, Cell::E4, Board::FULL, &KNIGHT));
}

#[test]
fn paths_are_parsed() {
    let path: Path<Chess> = " e4 F5\ng6".parse().unwrap();
    assert_eq!(path.to_string(), "e4 f5 g6");
    assert!(path < "e4 f6".parse().unwrap());
    assert_eq!("".parse::<Path<Chess>>(), Err(ParsePathError::Empty));
    let error = "a1 i9".parse::<Path<Chess>>().unwrap_err();
    assert!(matches!(error, ParsePathError::Cell { number: 2, .. }), "{error}");
    assert_eq!("a1 ".repeat(129).parse::<Path<Chess>>(), Err(ParsePathError::TooLong));
}
