//! The search and its rules without search, against the scores of all positions of small boards.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bitboard_core::{Bits as _, Limits};

use crate::board::Shape;
use crate::search::{Bounds, Processor, Query, Question, Search, Stones, Table};
use crate::{AnySize, Board, Column, Fixed, Position, SolverBuilder};

type Scores = BTreeMap<u64, i32>;

/// The scores of all positions of a board, by key: from the last ply backwards.
fn scores<B: Board<Word = u64>>(board: B) -> Scores {
    let mut plies = Vec::from([Vec::from([Position::new(board)])]);
    while let Some(last) = plies.last().filter(|last| !last.is_empty()) {
        let children = |&p: &Position<B>| p.columns().filter_map(move |column| p.play(column).ok());
        let mut next: Vec<_> = last.iter().flat_map(children).collect();
        next.sort_unstable_by_key(|position| position.key());
        next.dedup();
        plies.push(next);
    }
    let mut scores = Scores::new();
    for position in plies.iter().rev().flatten() {
        let of_moves = position.columns().map(|column| match position.play(column) {
            Ok(next) => -scores[&next.key()],
            Err(_) => (board.cells() as i32 - position.ply() as i32 + 1) / 2,
        });
        let score = of_moves.max().unwrap_or(0);
        scores.insert(position.key(), score);
    }
    scores
}

/// Checks every position in which neither player wins at once.
fn check_bounds<B: Board<Word = u64>>(board: B, scores: &Scores) {
    let shape = Shape::<u64>::new(board);
    for (&key, &score) in scores {
        let position = Position::from_key(board, key).unwrap();
        if !position.winning_moves().is_zero() {
            continue;
        }
        let settled = shape.settle(position.own, position.all);
        let (own, all, moves) = (settled.own, settled.all, settled.moves);
        let left = (board.cells() - all.count_ones()) as i32;
        let score_of_settled = scores[&Position { board, own, all }.key()];
        let flips = (all ^ position.all).count_ones() % 2 == 1;
        assert_eq!(
            if flips { -score_of_settled } else { score_of_settled },
            score,
            "forced moves:\n{position}"
        );
        let beta = (left - 1) / 2;
        if beta > 0 && !moves.is_zero() {
            let bound = shape.second_stone(own, all, moves, left, beta).unwrap();
            assert_eq!(bound >= beta, score_of_settled >= beta, "second stone:\n{position}");
        }
        for beta in -4..=4 {
            let found = shape.find(&settled, Stones::for_score(left, beta));
            let bounds = found.bounds(board, moves, left, beta);
            assert!(
                bounds.low <= score_of_settled,
                "{bounds:?} for {score_of_settled}, beta {beta}:\n{position}"
            );
            assert!(
                bounds.high >= score_of_settled,
                "{bounds:?} for {score_of_settled}, beta {beta}:\n{position}"
            );
        }
    }
}

fn check_solver<B: Board<Word = u64>>(board: B, scores: &Scores) {
    let mut solver = SolverBuilder::new(board).table_bytes(1 << 20).build();
    for (&key, &score) in scores {
        let position = Position::from_key(board, key).unwrap();
        assert_eq!(solver.solve(&position), score, "{position}");
    }
}

#[test]
fn all_positions_of_small_boards() {
    let board = Fixed::<4, 4>::BOARD;
    let scores_4x4 = scores(board);
    check_bounds(board, &scores_4x4);
    check_solver(board, &scores_4x4);
    let board = Fixed::<5, 3>::BOARD;
    let scores_5x3 = scores(board);
    check_bounds(board, &scores_5x3);
    check_solver(board, &scores_5x3);
}

#[test]
fn all_positions_of_5x4() {
    let board = Fixed::<5, 4>::BOARD;
    let scores = scores(board);
    check_bounds(board, &scores);
    check_solver(board, &scores);
}

#[test]
fn rules_hold_on_random_positions_of_larger_boards() {
    let mut random = 7u64;
    for (width, height, ply) in
        [(4, 5, 8), (5, 5, 14), (6, 6, 25), (7, 6, 31), (6, 7, 31), (8, 5, 29)]
    {
        let board = AnySize::<u64>::new(width, height).unwrap();
        for _ in 0..100 {
            let mut position = Position::new(board);
            for _ in 0..300 {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let column = Column::new((random >> 33) as u32 % width).unwrap();
                if position.ply() < ply
                    && let Ok(next) = position.play(column)
                {
                    position = next;
                }
            }
            if position.ply() == ply {
                check_bounds(board, &scores_below(position));
            }
        }
    }
}

/// The scores of a position and of all that can follow.
fn scores_below<B: Board<Word = u64>>(position: Position<B>) -> Scores {
    fn visit<B: Board<Word = u64>>(position: Position<B>, scores: &mut Scores) -> i32 {
        if let Some(&score) = scores.get(&position.key()) {
            return score;
        }
        let of_moves: Vec<i32> = position
            .columns()
            .map(|column| {
                position.play(column).map_or(position.win_score(), |next| -visit(next, scores))
            })
            .collect();
        let score = of_moves.into_iter().max().unwrap_or(0);
        scores.insert(position.key(), score);
        score
    }
    let mut scores = Scores::new();
    visit(position, &mut scores);
    scores
}

/// Asks one search for each of the betas. Returns the bounds and the number of nodes.
fn search<B: Board, const N: usize>(
    processor: Processor,
    position: Position<B>,
    betas: [i32; N],
) -> ([i32; N], u64) {
    let table = Table::new(position.board, 1 << 20, false).unwrap();
    let query = Query::new(Limits::new().start());
    let possible = Bounds { low: -100, high: 100 };
    let buckets = table.buckets(position.board.cells() - position.ply());
    let mut search = Search::new(position, buckets, &query);
    let bounds =
        betas.map(|beta| search.bound(processor, Question { bounds: possible, beta }).unwrap());
    drop(search);
    (bounds, query.counts().nodes)
}

fn check_instruction_sets<B: Board>(position: Position<B>) {
    let results: Vec<_> = Processor::all()
        .into_iter()
        .map(|processor| search(processor, position, [-5, 0, 1, 4]))
        .collect();
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}:\n{position}");
}

#[test]
fn all_instruction_sets_search_alike() {
    for moves in ["274552224131661", "55542243332345", "2717134323317", "1224355275345"] {
        check_instruction_sets(Position::from_moves(moves).unwrap());
        check_instruction_sets(
            Position::new(Fixed::<7, 6, u128>::BOARD).play_moves(moves).unwrap(),
        );
    }
    let larger = "111111122222223333333544444445555558787";
    check_instruction_sets(Position::new(Fixed::<9, 7, u128>::BOARD).play_moves(larger).unwrap());
}

/// Mirrors keys and solves every position of a board of one column, which is always drawn.
fn check_single_column<B: Board>(board: B) {
    let mut position = Position::new(board);
    let shape = Shape::<B::Word>::new(board);
    let mut solver = SolverBuilder::new(board).table_bytes(1 << 14).build();
    loop {
        let key = position.key();
        assert_eq!((shape.mirror(key), position.mirror()), (key, position));
        assert_eq!(position.symmetric_key(), key);
        assert_eq!(Position::from_key(board, key), Ok(position));
        assert!(position.threats().is_zero() && position.opponent_threats().is_zero());
        for processor in Processor::all() {
            let ([at_most, at_least], _) = search(processor, position, [1, 0]);
            assert!(at_most <= 0 && at_least >= 0);
        }
        assert_eq!(solver.solve(&position), 0);
        assert_eq!(solver.principal_variation(&position).len() as u32, position.plies_to_end(0));
        match position.play(Column::default()) {
            Ok(next) => position = next,
            Err(_) => break,
        }
    }
    assert!(position.is_full());
}

#[test]
fn boards_whose_only_column_fills_the_word_are_played_and_solved() {
    check_single_column(Fixed::<1, 63>::BOARD);
    check_single_column(Fixed::<1, 127, u128>::BOARD);
    check_single_column(AnySize::<u64>::new(1, 63).unwrap());
    check_single_column(AnySize::<u128>::new(1, 127).unwrap());
    check_single_column(AnySize::<u128>::new(1, 63).unwrap());
}

/// A board of 7×6 that panics outside the thread that made it.
#[cfg(feature = "parallel")]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Faulty(std::thread::ThreadId);

#[cfg(feature = "parallel")]
impl crate::board::sealed::Sealed for Faulty {
    fn from_size(_: u32, _: u32) -> Option<Self> {
        None
    }

    fn bottom_bits(self) -> u128 {
        crate::Standard::BOARD.bottom_bits()
    }
}

#[cfg(feature = "parallel")]
impl Board for Faulty {
    type Word = u64;

    fn width(self) -> u32 {
        assert_eq!(std::thread::current().id(), self.0, "a fault of this board");
        7
    }

    fn height(self) -> u32 {
        6
    }
}

#[cfg(feature = "parallel")]
#[test]
fn a_panic_of_a_helper_thread_reaches_the_caller() {
    let board = Faulty(std::thread::current().id());
    let mut solver = SolverBuilder::new(board).table_bytes(1 << 20).threads(2).build();
    // Hours of work, if the panic does not end the other thread.
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        solver.solve(&Position::new(board))
    }))
    .unwrap_err();
    let message = panic.downcast_ref::<std::string::String>().unwrap();
    assert!(message.contains("a fault of this board"), "{message}");
}
