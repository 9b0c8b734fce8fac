//! Against the plain flood of bitboard-core.

use bitboard_core::Steps;
use cc_table::{Board, Connectivity, components};
use quickcheck::quickcheck;

quickcheck! {
    fn components_are_those_of_the_flood(a: u128, b: u128, dense: bool) -> bool {
        let board = Board::from_word(if dense { a | b } else { a & b });
        let four = components(board, Connectivity::Four);
        let eight = components(board, Connectivity::Eight);
        four.to_vec() == board.components(&Steps::ORTHOGONAL).collect::<Vec<_>>()
            && eight.to_vec() == board.components(&Steps::KING).collect::<Vec<_>>()
    }
}
