//! Batches against single queries, with all instructions that there are.
#![cfg(feature = "alloc")]

use bitboard_core::{Bitboard, Chess, Dilate, NoCornerCut, Slides, Steps};
use king_paths::all_shortest_paths;
use king_paths::batch::{Batch, BatchError, Kind, Simd};
use quickcheck::QuickCheck;

type Board = Bitboard<u64, Chess>;
type Random = Vec<(u64, u64, u64)>;

fn agrees<D: Dilate<Chess>>(batch: &mut Batch, kind: Kind, sets: &[Vec<Board>; 3], steps: &D) {
    let [from, to, within] = sets;
    batch.find(kind, from, to, within).unwrap();
    assert_eq!(batch.len(), from.len());
    assert!(batch.get(from.len()).is_none());
    for (i, ours) in batch.iter().enumerate() {
        let alone = all_shortest_paths(from[i], to[i], within[i], steps);
        assert_eq!(ours.len(), alone.len(), "{kind:?} {i}");
        assert!(ours.iter().eq(alone.iter().copied()), "{kind:?} {i}");
        assert_eq!(ours.get(ours.len()), None);
        assert_eq!(ours.get(0), alone.first().copied());
    }
}

fn all_agree(sets: &[Vec<Board>; 3]) {
    for simd in Simd::ALL {
        let Some(mut batch) = Batch::with_simd(simd) else { continue };
        agrees(&mut batch, Kind::King, sets, &Steps::KING);
        agrees(&mut batch, Kind::Wazir, sets, &Steps::ORTHOGONAL);
        agrees(&mut batch, Kind::Ferz, sets, &Steps::DIAGONAL);
        agrees(&mut batch, Kind::Knight, sets, &Steps::KNIGHT);
        agrees(&mut batch, Kind::QueenSlide, sets, &Slides::QUEEN);
        agrees(&mut batch, Kind::RookSlide, sets, &Slides::ROOK);
        agrees(&mut batch, Kind::BishopSlide, sets, &Slides::BISHOP);
        agrees(&mut batch, Kind::KingNoCut, sets, &NoCornerCut);
    }
}

#[test]
fn batches_answer_as_single_queries_do() {
    fn check(random: Random) {
        let mut sets = [Vec::new(), Vec::new(), Vec::new()];
        for (a, b, c) in random {
            // From dense to sparse, so that long paths and none come in one group.
            let within = [a | b | c, a | b, a ^ b, !0][(c % 4) as usize];
            let boards = [a & b & c, b & c & a.rotate_left(11) & b.rotate_left(7), within];
            for (set, board) in sets.iter_mut().zip(boards) {
                set.push(Board::from_bits_truncate(board));
            }
        }
        all_agree(&sets);
    }
    QuickCheck::new().tests(150).quickcheck(check as fn(_));
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
fn slices_must_be_equally_long() {
    let mut batch = Batch::new();
    assert!(batch.simd().is_available());
    let board = [Board::FULL; 3];
    batch.find(Kind::King, &board, &board, &board).unwrap();
    let error = BatchError::Lengths { from: 3, to: 2, within: 3 };
    assert_eq!(batch.find(Kind::King, &board, &board[..2], &board), Err(error));
    assert!(batch.is_empty() && batch.get(0).is_none());
}
