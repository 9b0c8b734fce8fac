//! The search and its rules without search, against the scores of all positions of small boards.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bitboard_core::{Bits as _, Limits, Random as _, SeededRng, Word as _};

use crate::board::{Bounds, Shape};
use crate::search::{
    Keys, Processor, Search, Settled, Shared, Table, apply_rules, key_bits, number, second_stone,
};
use crate::{AnySize, BoardSize, Column, Fixed, Position, Solver, SolverBuilder};

/// Scores by key.
type Scores<B> = BTreeMap<<B as BoardSize>::Word, i32>;

/// The scores of all positions of a board: from the last ply backwards.
fn scores<B: BoardSize>(board: B) -> Scores<B> {
    let mut plies = Vec::from([Vec::from([Position::new(board)])]);
    while let Some(last) = plies.last().filter(|last| !last.is_empty()) {
        let children =
            |&p: &Position<B>| p.columns().iter().filter_map(move |column| p.after(column).ok());
        let mut next: Vec<_> = last.iter().flat_map(children).collect();
        next.sort_unstable_by_key(|position| position.key());
        next.dedup();
        plies.push(next);
    }
    let mut scores = Scores::<B>::new();
    for position in plies.iter().rev().flatten() {
        let of_moves = position.columns().iter().map(|column| match position.after(column) {
            Ok(next) => -scores[&next.key()],
            Err(_) => (position.empty_cells() as i32 + 1) / 2,
        });
        let score = of_moves.max().unwrap_or(0);
        scores.insert(position.key(), score);
    }
    scores
}

/// The position after the forced moves: while more than two cells are empty, and all moves but one
/// let the opponent win with the next stone.
fn after_forced_moves<B: BoardSize>(mut position: Position<B>) -> Position<B> {
    while position.empty_cells() > 2 {
        let next = position.columns().iter().filter_map(|column| position.after(column).ok());
        let mut safe = next.filter(|next| next.winning_moves().is_zero());
        let (Some(only), None) = (safe.next(), safe.next()) else { break };
        position = only;
    }
    position
}

/// Checks every `step`-th position, unless a player wins at once.
fn check_bounds<B: BoardSize>(board: B, scores: &Scores<B>, step: usize) {
    let shape = Shape::<B::Word>::new(board);
    for (&key, &score) in scores.iter().step_by(step) {
        let position = Position::from_key(board, key).unwrap();
        if !position.winning_moves().is_zero() {
            continue;
        }
        let settled = Settled::new(position);
        let (own, all, moves) = (settled.own, settled.all, settled.moves);
        let left = (board.cells() - all.count_ones()) as i32;
        assert_eq!(settled.empty_cells() as i32, left);
        let settled_position = Position { board, own, all };
        assert_eq!(settled_position, after_forced_moves(position), "forced moves:\n{position}");
        let score_of_settled = scores[&settled_position.key()];
        let flips = (all ^ position.all).count_ones() % 2 == 1;
        assert_eq!(
            if flips { -score_of_settled } else { score_of_settled },
            score,
            "forced moves:\n{position}"
        );
        let beta = (left - 1) / 2;
        if beta > 0 && !moves.is_zero() {
            let bound = second_stone(&shape, &settled, beta).unwrap();
            assert_eq!(bound >= beta, score_of_settled >= beta, "second stone:\n{position}");
        }
        for beta in -4..=4 {
            let bounds = apply_rules(&shape, &settled, number(beta)).bounds();
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

/// Checks that positions with one key have one score, with keys that leave out dead stones if
/// `without_dead` is true. Returns the number of keys.
fn check_keys<B: BoardSize>(board: B, scores: &Scores<B>, without_dead: bool) -> usize {
    let (shape, none) = (Shape::<B::Word>::new(board), B::Word::ZERO);
    let keys = Keys::new(board, [none, none], without_dead);
    let mut found = Scores::<B>::new();
    for (&key, &score) in scores {
        let Position { own, all, .. } = Position::from_key(board, key).unwrap();
        let [key, mirrored] = keys.pair(&shape, [own, all]);
        let key = key.min(mirrored);
        assert!((key >> (key_bits(board) - 1) >> 1).is_zero());
        assert_eq!(*found.entry(key).or_insert(score), score, "{key:x}");
    }
    found.len()
}

#[test]
fn positions_with_one_key_have_one_score() {
    fn check<B: BoardSize>(board: B, scores: &Scores<B>) {
        let [plain, fewer] = [false, true].map(|dead| check_keys(board, scores, dead));
        assert!(fewer <= plain);
        assert!(plain < 50_000 || fewer < plain / 2, "{fewer} of {plain}");
    }
    check(Fixed::<4, 4>::BOARD, &scores(Fixed::<4, 4>::BOARD));
    check(Fixed::<4, 4, u128>::BOARD, &scores(Fixed::<4, 4, u128>::BOARD));
    let (board, mut rng) = (Fixed::<7, 6>::BOARD, SeededRng::new(3));
    for position in (0..100).filter_map(|_| random_position(board, 30, &mut rng)) {
        check(board, &scores_below(position));
    }
}

/// A search has two keys of a position unless its root excludes mirror images, and a key of 57 bits
/// has flags. Both save nodes without a change of scores.
#[test]
fn keys_are_shared_where_they_can() {
    for (moves, shared) in [("11", true), ("1472", true), ("17", false)] {
        let Position { board, own, all } = Position::from_moves(moves).unwrap();
        let [key, mirrored] =
            Keys::new(board, [own, all], false).pair(&Shape::<u64>::new(board), [own, all]);
        assert_eq!(key != mirrored, shared, "{moves}");
    }
    assert_eq!(key_bits(Fixed::<3, 17>::BOARD), 57);
}

/// The upper bound that the rules find for the player to move, who can still complete a four with
/// all empty cells.
fn upper_bound<B: BoardSize>(board: B, picture: &str, beta: i32) -> i32 {
    let position = Position::parse_picture(board, picture).unwrap();
    let shape = Shape::<B::Word>::new(board);
    let settled = Settled::new(position);
    assert_eq!(settled.all, position.all, "no move is forced:\n{position}");
    let empty = shape.cells & !position.all;
    assert!(!shape.fours(position.own | empty).is_zero() && position.empty_cells() > 2);
    apply_rules(&shape, &settled, number(beta)).bounds().high
}

/// The four kinds of columns of the follow-up strategy. With n empty cells the upper bound without
/// a rule is (n - 1) / 2.
#[test]
fn the_follow_up_strategy_holds() {
    let board = Fixed::<4, 4>::BOARD;
    // Each column has an even number of empty cells: `o` answers above and gets the highest row.
    let even = "
        . . x .
        . . o .
        o x o x
        x o x o";
    assert_eq!(upper_bound(board, even, 1), 0);
    // `x` gets one of the lowest cells of the outer columns, and the third of both.
    let pair = "
        . x x .
        . o x .
        . x o .
        o o o x";
    assert_eq!(upper_bound(board, pair, 1), 0);
    // `x` must not get both empty cells of the second row, so these columns are a pair.
    let two_pairs = [
        "
        . . . .
        . . o o
        . . x x
        o x o x",
        "
        . . . .
        . o . o
        . x . x
        o x x o",
        "
        . . . .
        . o o .
        . x x .
        o x x o",
    ];
    for picture in two_pairs {
        assert_eq!(upper_bound(board, picture, 1), 0, "{picture}");
    }
    // The fourth column is closed by the threat in the third row. In the end `o` must play below
    // it, and `x` wins with its last stone.
    let closed = "
        o x o . . .
        x x x . . .
        o o x . . .
        x o o x . .";
    assert_eq!(upper_bound(Fixed::<6, 4>::BOARD, closed, 0), -1);
}

/// `o` is to move.
#[test]
fn a_single_odd_column_bounds_the_score() {
    let board = Fixed::<4, 4>::BOARD;
    // `o` plays in the first column, then it answers: the position of the first test for columns.
    let position = Position::parse_picture(
        board,
        "
        . . x .
        . . o .
        . x o x
        x o x o",
    )
    .unwrap();
    let (settled, shape) = (Settled::new(position), Shape::<u64>::new(board));
    assert_eq!(settled.all, position.all, "no move is forced:\n{position}");
    let empty = shape.cells & !position.all;
    assert!(!shape.fours(position.own ^ position.all | empty).is_zero());
    assert_eq!(apply_rules(&shape, &settled, number(0)).bounds().low, 0);
    // `x` answers in the first column, so `o` does not get its third row.
    let kept = "
        . x x .
        . o o .
        . x o o
        x o x x";
    assert_eq!(upper_bound(board, kept, 1), 0);
}

/// Every `step`-th position. The rules are compiled for the board, the search for boards of any
/// size: one search of each kind of board is enough, and compiles faster.
fn check_all<B: BoardSize<Word = u64>>(board: B, step: usize) {
    let scores = scores(board);
    check_bounds(board, &scores, step);
    let board = AnySize::<u64>::new(board.width(), board.height()).unwrap();
    let mut solver = SolverBuilder::new(board).memory_bytes(1 << 20).build().unwrap();
    for (&key, &score) in scores.iter().step_by(step) {
        let position = Position::from_key(board, key).unwrap();
        assert_eq!(solver.solve(&position), score, "{position}");
    }
}

#[test]
fn all_positions_of_small_boards() {
    check_all(Fixed::<4, 4>::BOARD, 1);
    check_all(Fixed::<5, 3>::BOARD, 1);
    check_all(Fixed::<5, 4>::BOARD, 31);
}

#[test]
#[ignore = "takes seconds"]
fn all_positions_of_5x4() {
    check_all(Fixed::<5, 4>::BOARD, 1);
}

/// A random position with `ply` stones, if the moves lead to one.
fn random_position<B: BoardSize>(board: B, ply: usize, rng: &mut SeededRng) -> Option<Position<B>> {
    let mut position = Position::new(board);
    for _ in 0..300 {
        let column = Column::new(rng.below(board.width().into()) as u32).unwrap();
        if position.ply() < ply
            && let Ok(next) = position.after(column)
        {
            position = next;
        }
    }
    (position.ply() == ply).then_some(position)
}

/// Checks the rules, and the solver if there is one, on random positions with `ply` stones.
fn check_random<B: BoardSize>(board: B, ply: usize, count: u32, mut solver: Option<Solver<B>>) {
    let mut rng = SeededRng::new(7);
    for _ in 0..count {
        if let Some(position) = random_position(board, ply, &mut rng) {
            let scores = scores_below(position);
            check_bounds(board, &scores, 1);
            if let Some(solver) = &mut solver {
                assert_eq!(solver.solve(&position), scores[&position.key()], "{position}");
            }
        }
    }
}

#[test]
fn rules_hold_on_random_positions_of_larger_boards() {
    for (width, height, ply) in
        [(4, 5, 8), (5, 5, 14), (6, 6, 25), (7, 6, 31), (6, 7, 31), (8, 5, 29)]
    {
        check_random(AnySize::<u64>::new(width, height).unwrap(), ply, 100, None);
    }
}

#[test]
fn positions_of_128_bits_have_the_scores_of_plain_negamax() {
    for (width, height) in [(9, 7), (7, 10), (16, 5), (40, 2)] {
        let board = AnySize::<u128>::new(width, height).unwrap();
        let solver = SolverBuilder::new(board).memory_bytes(1 << 16).build().unwrap();
        check_random(board, board.cells() as usize - 10, 60, Some(solver));
    }
}

/// The scores of a position and of all that can follow.
fn scores_below<B: BoardSize>(position: Position<B>) -> Scores<B> {
    fn visit<B: BoardSize>(position: Position<B>, scores: &mut Scores<B>) -> i32 {
        if let Some(&score) = scores.get(&position.key()) {
            return score;
        }
        let of_moves: Vec<i32> = position
            .columns()
            .iter()
            .map(|column| {
                position.after(column).map_or(position.win_score(), |next| -visit(next, scores))
            })
            .collect();
        let score = of_moves.into_iter().max().unwrap_or(0);
        scores.insert(position.key(), score);
        score
    }
    let mut scores = Scores::<B>::new();
    visit(position, &mut scores);
    scores
}

/// Runs a test for each of the betas by one search. Returns the bounds and the number of nodes.
fn search<B: BoardSize, const N: usize>(
    processor: Processor,
    position: Position<B>,
    betas: [i32; N],
) -> ([i32; N], u64) {
    let table = Table::new(position.board, 1 << 20, false).unwrap();
    let shared = Shared::new(Limits::new().start());
    let buckets = table.buckets(position.empty_cells());
    let mut search = Search::new(processor, position, buckets, &shared, None);
    let bounds = betas.map(|beta| {
        let mut bounds = Bounds { low: -100, high: 100 };
        search.null_window(&mut bounds, beta).unwrap();
        if bounds.low >= beta { bounds.low } else { bounds.high }
    });
    (bounds, shared.counts().nodes)
}

fn check_instruction_sets<B: BoardSize>(position: Position<B>) {
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
        let any_size = AnySize::<u64>::new(7, 6).unwrap();
        check_instruction_sets(Position::new(any_size).after_moves(moves).unwrap());
    }
    // With vectors these sizes are compiled as constants, with words they are not.
    for (width, height) in [(6, 6), (6, 7), (7, 7), (8, 5), (8, 7)] {
        let board = AnySize::<u64>::new(width, height).unwrap();
        let (ply, mut rng) = (board.cells() as usize - 20, SeededRng::new(5));
        let positions = (0..20).filter_map(|_| random_position(board, ply, &mut rng));
        positions.for_each(check_instruction_sets);
    }
    let larger = "111111122222223333333544444445555558787";
    let board = AnySize::<u128>::new(9, 7).unwrap();
    check_instruction_sets(Position::new(board).after_moves(larger).unwrap());
}

/// Every position of a board of one column.
fn single_column<B: BoardSize>(board: B) -> impl Iterator<Item = Position<B>> {
    let play = |position: &Position<B>| position.after(Column::default()).ok();
    core::iter::successors(Some(Position::new(board)), play)
}

fn check_keys_of_single_column<B: BoardSize>(board: B) {
    let shape = Shape::<B::Word>::new(board);
    for position in single_column(board) {
        let key = position.key();
        assert_eq!((shape.mirror(key), position.mirror()), (key, position));
        assert_eq!(position.symmetric_key(), key);
        assert_eq!(Position::from_key(board, key), Ok(position));
        assert!(position.threats().is_zero() && position.opponent_threats().is_zero());
    }
    assert!(single_column(board).last().unwrap().is_full());
}

fn check_single_column<B: BoardSize>(board: B) {
    check_keys_of_single_column(board);
    let mut solver = SolverBuilder::new(board).memory_bytes(1 << 14).build().unwrap();
    for position in single_column(board) {
        for processor in Processor::all() {
            let ([at_most, at_least], _) = search(processor, position, [1, 0]);
            assert!(at_most <= 0 && at_least >= 0);
        }
        assert_eq!(solver.solve(&position), 0);
        assert_eq!(solver.principal_variation(&position).len(), position.plies_to_end(0));
    }
}

#[test]
fn boards_whose_only_column_fills_the_word_are_played_and_solved() {
    check_keys_of_single_column(Fixed::<1, 63>::BOARD);
    check_keys_of_single_column(Fixed::<1, 127, u128>::BOARD);
    check_single_column(AnySize::<u64>::new(1, 63).unwrap());
    check_single_column(AnySize::<u128>::new(1, 127).unwrap());
    check_single_column(AnySize::<u128>::new(1, 63).unwrap());
}
