//! Batches against single queries, with every instruction set of this processor.
//!
//! A kernel is compiled for each instruction set and each rule, so few rules stand for all: any
//! steps, any slides and a rule that is a type, on boards of 64 and of 128 bits.
//! In release builds, `Dilate::specialize` compiles each of them for the common rules too.

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::simd::VectorWord;
use bitboard_core::{
    Bitboard, Bits, Chess, Dilate, Geometry, Moves, NoCornerCut, OffsetHex, RowMajor, SeededRng,
    Slides, Steps,
};
use king_paths::batch::{Batch, BatchError};
use king_paths::shortest_paths;

use crate::common::{Query, Rule, board, check, query};

/// Moves that are not compiled for the common rules.
#[derive(Clone, Copy, Debug)]
struct Plain<D>(D);

impl<G: Geometry, D: Dilate<G>> Dilate<G> for Plain<D> {
    #[inline(always)]
    fn dilate_within<B: Bits>(
        &self,
        cells: Bitboard<B, G>,
        within: Bitboard<B, G>,
    ) -> Bitboard<B, G> {
        self.0.dilate_within(cells, within)
    }

    #[inline(always)]
    fn reverse(&self) -> Self {
        Self(self.0.reverse())
    }
}

#[inline(never)]
fn agrees<W, G, D>(queries: &[Query], moves: D)
where
    W: VectorWord,
    G: Geometry,
    D: Dilate<G> + Copy,
    Moves<G>: From<D>,
{
    let rule = Rule(moves.into());
    let sets = [0, 1, 2].map(|i| queries.iter().map(|query| board(query[i])).collect::<Vec<_>>());
    let [from, to, within]: &[Vec<Bitboard<W, G>>; 3] = &sets;
    for simd_level in SimdLevel::available() {
        let mut batch = Batch::with_simd_level(simd_level);
        // The second time in the memory of the first.
        for _ in 0..2 {
            batch.find(from, to, within, &Plain(moves)).unwrap();
            assert_eq!(batch.len(), from.len());
            assert!(batch.get(from.len()).is_none());
            for (i, ours) in batch.iter().enumerate() {
                let alone = shortest_paths(from[i], to[i], within[i], &rule);
                let alone = alone.layers();
                assert_eq!(ours.len(), alone.len(), "{simd_level:?}, query {i}");
                assert_eq!(ours.distance(), (alone.len() as u32).checked_sub(1));
                assert!(ours.iter().eq(alone.iter().copied()), "{simd_level:?}, query {i}");
                assert_eq!(ours.get(ours.len()), None);
                assert_eq!(ours.get(0), alone.first().copied());
            }
        }
    }
}

#[test]
fn batches_answer_as_single_queries_do() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let queries: Vec<Query> = (0..seed % 100).map(|_| query(&mut rng)).collect();
        for steps in [
            Steps::KING,
            Steps::ORTHOGONAL,
            Steps::KNIGHT,
            Steps::WHITE_PAWN_PUSHES,
            Steps::BLACK_PAWN_CAPTURES,
            Steps::from_offsets(&[(3, 1), (0, -1), (-1, 0)]),
        ] {
            agrees::<u64, Chess, _>(&queries, steps);
        }
        agrees::<u64, Chess, _>(&queries, NoCornerCut::KING);
        agrees::<u64, OffsetHex<5, 10>, _>(&queries, Slides::HEXAGON);
        agrees::<u128, RowMajor<16, 8>, _>(&queries, Steps::DIAGONAL);
    }
    check(6, agree);
}

#[test]
fn the_longest_paths() {
    // A path through all 128 cells of a column.
    let steps = Steps::from_offsets(&[(0, 1)]);
    let (first, last) = (1, 1 << 127);
    let queries = [[first, last, !0], [last, first, !0], [first, last, !0]];
    agrees::<u128, RowMajor<1, 128>, _>(&queries, steps);
    agrees::<u128, RowMajor<1, 128>, _>(&queries, steps.reverse());
}

#[test]
fn short_and_long_paths_in_one_group() {
    let snake = 0x7a85_91ad_a19e_807f;
    let (a1, c5, h8, all) = (1, 1 << 34, 1 << 63, u128::from(u64::MAX));
    let queries = [[a1, c5, snake], [a1, h8, all], [a1, a1, a1], [a1, h8, a1], [0, all, all]];
    let queries = queries.into_iter().chain([[h8, a1 | c5, all]]).cycle();
    for count in [0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65] {
        agrees::<u64, Chess, _>(&queries.clone().take(count).collect::<Vec<_>>(), Steps::KING);
    }
}

#[test]
fn slices_must_have_the_same_length() {
    let mut batch = Batch::<u64, Chess>::new();
    let (board, moves) = ([Bitboard::FULL; 3], Plain(NoCornerCut::KING));
    batch.find(&board, &board, &board, &moves).unwrap();
    let error = BatchError::Lengths { from: 3, to: 2, within: 3 };
    assert_eq!(batch.find(&board, &board[..2], &board, &moves), Err(error));
    assert!(batch.is_empty() && batch.get(0).is_none());
}

/// The default stack of a thread. Without optimization, all variables of a function have their own
/// place in its frame.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn a_thread_has_enough_stack() {
    fn find<W: VectorWord, G: Geometry>() {
        let boards = [Bitboard::<W, G>::FULL; 70];
        for simd_level in SimdLevel::available() {
            let mut batch = Batch::with_simd_level(simd_level);
            batch.find(&boards, &boards, &boards, &Steps::KING).unwrap();
            assert!(batch.iter().all(|layers| layers.distance() == Some(0)));
        }
    }
    let run = || {
        find::<u64, Chess>();
        find::<u128, RowMajor<11, 11>>();
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}
