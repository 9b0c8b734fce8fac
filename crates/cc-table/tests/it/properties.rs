//! `components` against the plain flood of bitboard-core.

use bitboard_core::{Steps, Symmetry};
use cc_table::{Connectivity, components};
use quickcheck::quickcheck;

type Board = cc_table::Board<6, 12>;

fn agrees(board: Board) -> bool {
    let sorted = |connectivity| {
        let mut found: Vec<Board> = components(board, connectivity).into_iter().collect();
        found.sort_unstable_by_key(|component| component.first());
        found
    };
    sorted(Connectivity::Four).into_iter().eq(board.components(&Steps::ORTHOGONAL))
        && sorted(Connectivity::Eight).into_iter().eq(board.components(&Steps::KING))
}

quickcheck! {
    fn components_are_those_of_the_flood(a: u128, b: u128, dense: bool) -> bool {
        agrees(Board::from_bits_truncate(if dense { a | b } else { a & b }))
    }

    fn as_many_in_the_mirror(a: u128) -> bool {
        let board = Board::from_bits_truncate(a);
        let mirrored = board.transform(Symmetry::MIRROR);
        mirrored.is_some_and(|mirrored| {
            components(mirrored, Connectivity::Four).len() == components(board, Connectivity::Four).len()
        })
    }
}

#[test]
fn all_boards_of_three_rows_in_every_place() {
    for bits in 0..1u128 << 18 {
        // Rows 0–2, 4–6 or 9–11: the ends of the board, and blank rows on either side.
        let shift = [0, 24, 54][bits as usize % 3];
        assert!(agrees(Board::from_bits_truncate(bits << shift)), "{bits:#x} << {shift}");
    }
}
