//! The published example and boards whose paths can be told by hand.

use bitboard_core::{Bitboard, Cell, Chess, NoCornerCut, Steps};
use king_paths::{MAX_KING_LAYERS, all_shortest_paths};

type Board = Bitboard<u64, Chess>;

fn squares(names: &str) -> Board {
    names.split(' ').map(|name| name.parse::<Cell<Chess>>().unwrap()).collect()
}

#[test]
fn the_published_example_has_its_five_layers() {
    // Westcott's message: e4 to {a1, h8} on an open board.
    let layers = all_shortest_paths(squares("e4"), squares("a1 h8"), Board::FULL, &Steps::KING);
    let published = ["e4", "d3 d4 e5 f5", "c2 c3 f6 g6", "b1 b2 g7 h7", "a1 h8"].map(squares);
    assert_eq!(layers[..], published);
    assert_eq!(layers.must_pass(), squares("e4"));
}

#[test]
fn the_longest_path_of_a_king_has_32_squares() {
    // Found by a depth-first search for induced paths of the king's graph.
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
    let layers = all_shortest_paths(squares("a1"), squares("c5"), snake, &Steps::KING);
    assert_eq!((layers.len(), snake.len()), (MAX_KING_LAYERS, 32));
    assert_eq!(layers.count(snake, &Steps::KING), 1);
    assert_eq!(layers.must_pass(), snake);
    assert_eq!(layers.path(snake, &Steps::KING).map(|path| path.len()), Some(32));
}

#[test]
fn sets_that_overlap_are_one_layer_apart_and_unconnected_ones_none() {
    let find =
        |from: Board, to: Board, within: Board| all_shortest_paths(from, to, within, &Steps::KING);
    let overlap = find(squares("a1 b1 c1"), squares("b1 c1 d1"), Board::FULL);
    assert_eq!(overlap[..], [squares("b1 c1")]);
    assert_eq!(overlap.count(Board::FULL, &Steps::KING), 2);
    assert!(find(squares("a1"), squares("a1"), !squares("a1")).is_empty());
    assert!(find(Board::EMPTY, Board::FULL, Board::FULL).is_empty());
    let wall = !squares("a4 b4 c4 d4 e4 f4 g4 h4");
    assert!(find(squares("a1"), squares("a8"), wall).is_empty());
}

#[test]
fn pawns_go_back_by_the_reverse() {
    let forward = Steps::WHITE_PAWN_CAPTURES;
    let layers = all_shortest_paths(squares("d2"), squares("d6"), Board::FULL, &forward);
    assert_eq!(layers.len(), 5);
    assert_eq!(layers.count(Board::FULL, &forward), 6);
    assert!(all_shortest_paths(squares("d6"), squares("d2"), Board::FULL, &forward).is_empty());
}

#[test]
fn corners_are_cut_or_not() {
    let within = !squares("b1");
    let length = |layers: king_paths::Layers<u64, Chess>| layers.len();
    let (a1, b2) = (squares("a1"), squares("b2"));
    assert_eq!(length(all_shortest_paths(a1, b2, within, &Steps::KING)), 2);
    assert_eq!(length(all_shortest_paths(a1, b2, within, &NoCornerCut)), 3);
}

#[test]
fn a_path_may_take_every_cell_of_the_largest_board() {
    type Line = Bitboard<u128, bitboard_core::RowMajor<128, 1>>;
    let (first, last) = (Line::new(1), Line::new(1 << 127));
    for (from, to, length) in
        [(first, last, 128), (last, first, 128), (first, Line::new(1 << 126), 127)]
    {
        let layers = all_shortest_paths(from, to, Line::FULL, &Steps::ORTHOGONAL);
        assert_eq!(layers.len(), length);
        assert!(layers.iter().all(|layer| layer.len() == 1));
        assert_eq!((layers[0], layers[length - 1]), (from, to));
        assert_eq!(layers.paths(Line::FULL, &Steps::ORTHOGONAL).count(), 1);
    }
}
