//! Batches against single queries, with every instruction set of this processor.

use bitboard_core::simd::VectorWord;
use bitboard_core::{
    AxialHex, Bitboard, Chess, Dilate, Geometry, Instructions, Moves, NoCornerCut, OffsetHex,
    RowMajor, Slides, Steps,
};
use king_paths::batch::{Batch, BatchError};
use king_paths::shortest_paths;
use quickcheck::QuickCheck;

type Board = Bitboard<u64, Chess>;
type Random = Vec<(u128, u128, u128)>;

#[inline(never)]
fn agrees<W: VectorWord, G: Geometry, D: Dilate<G>>(sets: &[Vec<Bitboard<W, G>>; 3], moves: &D) {
    let [from, to, within] = sets;
    for instructions in Instructions::available() {
        let mut batch = Batch::with_instructions(instructions);
        // The second time in the memory of the first.
        for _ in 0..2 {
            batch.find(from, to, within, moves).unwrap();
            assert_eq!(batch.len(), from.len());
            assert!(batch.get(from.len()).is_none());
            for (i, ours) in batch.iter().enumerate() {
                let alone = shortest_paths(from[i], to[i], within[i], moves);
                let alone = alone.layers();
                assert_eq!(ours.len(), alone.len(), "{instructions:?}, query {i}");
                assert_eq!(ours.distance(), (alone.len() as u32).checked_sub(1));
                assert!(ours.iter().eq(alone.iter().copied()), "{instructions:?}, query {i}");
                assert_eq!(ours.get(ours.len()), None);
                assert_eq!(ours.get(0), alone.first().copied());
            }
        }
    }
}

/// One type for all moves keeps the number of kernels to compile low.
fn all_agree(sets: &[Vec<Board>; 3]) {
    let steps = [
        Steps::KING,
        Steps::ORTHOGONAL,
        Steps::DIAGONAL,
        Steps::KNIGHT,
        Steps::WHITE_PAWN_PUSHES,
        Steps::WHITE_PAWN_CAPTURES,
        Steps::BLACK_PAWN_PUSHES,
        Steps::BLACK_PAWN_CAPTURES,
        Steps::from_offsets(&[(3, 1), (0, -1), (-1, 0)]),
    ];
    let slides = [Slides::QUEEN, Slides::ROOK, Slides::BISHOP];
    let nightrider = Slides::from_steps(&Steps::KNIGHT);
    let moves = steps.map(Moves::Steps).into_iter().chain(slides.map(Moves::Slides));
    for moves in moves.chain([Moves::Slides(nightrider), Moves::NoCornerCut]) {
        agrees(sets, &moves);
    }
}

fn sets<W: VectorWord, G: Geometry>(random: &Random) -> [Vec<Bitboard<W, G>>; 3] {
    let mut sets = [Vec::new(), Vec::new(), Vec::new()];
    for &(a, b, c) in random {
        // From dense to sparse, so that long paths and none come in one group.
        let within = [a | b | c, a | b, a ^ b, !0][(c % 4) as usize];
        let boards = [a & b & c, b & c & a.rotate_left(11) & b.rotate_left(7), within];
        for (set, board) in sets.iter_mut().zip(boards) {
            set.push(Bitboard::from_bits_truncate(W::from_u128(board)));
        }
    }
    sets
}

#[test]
fn batches_answer_as_single_queries_do() {
    fn check(random: Random) {
        all_agree(&sets(&random));
    }
    QuickCheck::new().tests(60).quickcheck(check as fn(_));
}

#[test]
fn other_boards_too() {
    fn check(random: Random) {
        agrees(&sets::<u128, RowMajor<11, 11>>(&random), &NoCornerCut);
        agrees(&sets::<u128, AxialHex<6>>(&random), &Steps::HEXAGON);
        agrees(&sets::<u64, OffsetHex<5, 10>>(&random), &Slides::HEXAGON);
    }
    QuickCheck::new().tests(60).quickcheck(check as fn(_));
}

#[test]
fn the_longest_paths() {
    type Line = Bitboard<u128, RowMajor<128, 1>>;
    let (first, last) = (Line::new(1), Line::new(1 << 127));
    agrees(&[vec![first; 3], vec![last, first, last], vec![Line::FULL; 3]], &NoCornerCut);
}

#[test]
fn short_and_long_paths_in_one_group() {
    let snake = Board::new(0x7a85_91ad_a19e_807f);
    let (a1, c5, h8) = (Board::new(1), Board::new(1 << 34), Board::new(1 << 63));
    let queries = [
        [a1, c5, snake],
        [a1, h8, Board::FULL],
        [a1, a1, a1],
        [a1, h8, a1],
        [Board::EMPTY, Board::FULL, Board::FULL],
        [h8, a1 | c5, Board::FULL],
    ];
    for count in 0..40 {
        let some = || queries.iter().cycle().take(count);
        all_agree(&[0, 1, 2].map(|set| some().map(|query| query[set]).collect()));
    }
}

#[test]
fn slices_must_have_the_same_length() {
    let mut batch = Batch::new();
    let board = [Board::FULL; 3];
    batch.find(&board, &board, &board, &Steps::KING).unwrap();
    let error = BatchError::Lengths { from: 3, to: 2, within: 3 };
    assert_eq!(batch.find(&board, &board[..2], &board, &Steps::KING), Err(error));
    assert!(batch.is_empty() && batch.get(0).is_none());
}
