//! The search and its rules without search, against the scores of all positions of small boards.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use bitboard_core::{Bits as _, Limits, Random as _, SeededRng, Word};

use super::children::Processor;
use super::lanes::number;
use super::node::Search;
use super::rules::{apply_rules, second_stone};
use super::settled::{Keys, Settled, key_bits};
use super::shared::Shared;
use super::table::Table;
use crate::board::{BoardSize, Bounds, Narrow, Shape, Standard};
use crate::{Board, Column, Position};

/// Scores by key.
type Scores = BTreeMap<u128, i32>;

fn board(width: u32, height: u32) -> Board {
    Board::new(width, height).unwrap()
}

fn narrow(width: u32, height: u32) -> Narrow {
    board(width, height).narrow().unwrap()
}

/// The board of a search, for positions.
fn board_of(size: impl BoardSize) -> Board {
    let (width, height, _) = size.dimensions();
    board(width, height)
}

/// The stones of a position in the words of a search.
fn stones<B: BoardSize>(position: Position) -> [B::Word; 2] {
    [position.own, position.all].map(B::Word::from_u128)
}

/// The scores of a position and of all that can follow, by plain negamax.
fn scores(position: Position) -> Scores {
    fn visit(position: Position, scores: &mut Scores) -> i32 {
        if let Some(&score) = scores.get(&position.key()) {
            return score;
        }
        let of_moves = position.columns().iter().map(|column| {
            position.after(column).map_or(position.win_score(), |next| -visit(next, scores))
        });
        let score = of_moves.max().unwrap_or(0);
        scores.insert(position.key(), score);
        score
    }
    let mut scores = Scores::new();
    visit(position, &mut scores);
    scores
}

/// The position after the forced moves: while more than two cells are empty, and all moves but one
/// let the opponent win with the next stone.
fn after_forced_moves(mut position: Position) -> Position {
    while position.empty_cells() > 2 {
        let next = position.columns().iter().filter_map(|column| position.after(column).ok());
        let mut safe = next.filter(|next| !next.wins_at_once());
        let (Some(only), None) = (safe.next(), safe.next()) else { break };
        position = only;
    }
    position
}

/// Checks every `step`-th position, unless a player wins at once.
fn check_bounds<B: BoardSize>(size: B, scores: &Scores, step: usize) {
    let (board, shape) = (board_of(size), Shape::<B::Word>::new(size));
    for (&key, &score) in scores.iter().step_by(step) {
        let position = Position::from_key(board, key).unwrap();
        if position.wins_at_once() {
            continue;
        }
        let settled = Settled::new(&shape, stones::<B>(position), position.empty_cells());
        let [own, all] = [settled.own, settled.all].map(Word::to_u128);
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
        if beta > 0 && !settled.moves.is_zero() {
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
fn check_keys<B: BoardSize>(size: B, scores: &Scores, without_dead: bool) -> usize {
    let (shape, none) = (Shape::<B::Word>::new(size), B::Word::ZERO);
    let keys = Keys::new(size, [none, none], without_dead);
    let mut found = Scores::new();
    for (&key, &score) in scores {
        let position = Position::from_key(board_of(size), key).unwrap();
        let [key, mirrored] = keys.pair(&shape, stones::<B>(position));
        let key = key.min(mirrored);
        assert!((key >> (key_bits(size) - 1) >> 1).is_zero());
        let key = key.to_u128();
        assert_eq!(*found.entry(key).or_insert(score), score, "{key:x}");
    }
    found.len()
}

#[test]
fn positions_with_one_key_have_one_score() {
    fn check(size: impl BoardSize, scores: &Scores) {
        let [plain, fewer] = [false, true].map(|dead| check_keys(size, scores, dead));
        assert!(fewer <= plain);
        assert!(plain < 50_000 || fewer < plain / 2, "{fewer} of {plain}");
    }
    let small = scores(Position::new(board(4, 4)));
    check(narrow(4, 4), &small);
    check(board(4, 4), &small);
    let mut rng = SeededRng::new(3);
    for position in (0..100).filter_map(|_| random_position(Board::STANDARD, 30, &mut rng)) {
        check(Standard, &scores(position));
    }
}

/// A search has two keys of a position unless its root excludes mirror images, and a key of 57 bits
/// has flags. Both save nodes without a change of scores.
#[test]
fn keys_are_shared_where_they_can() {
    for (moves, shared) in [("11", true), ("1472", true), ("17", false)] {
        let stones = stones::<Standard>(Position::from_moves(moves).unwrap());
        let [key, mirrored] =
            Keys::new(Standard, stones, false).pair(&Shape::<u64>::new(Standard), stones);
        assert_eq!(key != mirrored, shared, "{moves}");
    }
    assert_eq!(key_bits(narrow(3, 17)), 57);
}

/// The bounds that the rules find for a position in which no move is forced, and the player who has
/// to win can still complete a four.
fn rule_bounds(size: Narrow, picture: &str, beta: i32) -> Bounds {
    let position = Position::parse(board_of(size), picture).unwrap();
    let (shape, [own, all]) = (Shape::new(size), stones::<Narrow>(position));
    let settled = Settled::new(&shape, [own, all], position.empty_cells());
    assert_eq!(settled.all, all, "no move is forced:\n{position}");
    let (empty, attacker) = (shape.cells & !all, if beta > 0 { own } else { own ^ all });
    assert!(shape.fours(attacker | empty) != 0 && position.empty_cells() > 2);
    apply_rules(&shape, &settled, number(beta)).bounds()
}

/// The four kinds of columns of the follow-up strategy. With n empty cells the upper bound without
/// a rule is (n - 1) / 2.
#[test]
fn the_follow_up_strategy_holds() {
    let board = narrow(4, 4);
    // Each column has an even number of empty cells: `o` answers above and gets the highest row.
    let even = "
        . . x .
        . . o .
        o x o x
        x o x o";
    assert_eq!(rule_bounds(board, even, 1).high, 0);
    // `x` gets one of the lowest cells of the outer columns, and the third of both.
    let pair = "
        . x x .
        . o x .
        . x o .
        o o o x";
    assert_eq!(rule_bounds(board, pair, 1).high, 0);
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
        assert_eq!(rule_bounds(board, picture, 1).high, 0, "{picture}");
    }
    // The fourth column is closed by the threat in the third row. In the end `o` must play below
    // it, and `x` wins with its last stone.
    let closed = "
        o x o . . .
        x x x . . .
        o o x . . .
        x o o x . .";
    assert_eq!(rule_bounds(narrow(6, 4), closed, 0).high, -1);
}

/// `o` is to move.
#[test]
fn a_single_odd_column_bounds_the_score() {
    let board = narrow(4, 4);
    // `o` plays in the first column, then it answers: the position of the first test for columns.
    let single = "
        . . x .
        . . o .
        . x o x
        x o x o";
    assert_eq!(rule_bounds(board, single, 0).low, 0);
    // `x` answers in the first column, so `o` does not get its third row.
    let kept = "
        . x x .
        . o o .
        . x o o
        x o x x";
    assert_eq!(rule_bounds(board, kept, 1).high, 0);
}

/// Every `step`-th position, with the rules in words of 64 and 128 bits, and the search in the
/// latter. (Integration tests have the search of the words that users get.)
fn check_all(width: u32, height: u32, step: usize) {
    let board = board(width, height);
    let scores = scores(Position::new(board));
    check_bounds(narrow(width, height), &scores, step);
    check_bounds(board, &scores, step);
    for (&key, &score) in scores.iter().step_by(7 * step) {
        let position = Position::from_key(board, key).unwrap();
        if !position.wins_at_once() {
            let (found, _) = search(Processor::detect(), board, position, [score, score + 1]);
            assert_eq!(found, [score; 2], "{position}");
        }
    }
}

#[test]
fn rules_hold_on_all_positions_of_small_boards() {
    check_all(4, 4, 1);
    check_all(5, 3, 1);
    check_all(5, 4, 31);
}

#[test]
#[ignore = "takes seconds"]
fn rules_hold_on_all_positions_of_5x4() {
    check_all(5, 4, 1);
}

/// A random position with `ply` stones, if the moves lead to one.
fn random_position(board: Board, ply: usize, rng: &mut SeededRng) -> Option<Position> {
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

/// Checks the rules on random positions with `ply` stones, and on all that can follow.
fn check_random(size: impl BoardSize, ply: usize) {
    let mut rng = SeededRng::new(7);
    for position in (0..100).filter_map(|_| random_position(board_of(size), ply, &mut rng)) {
        check_bounds(size, &scores(position), 1);
    }
}

#[test]
fn rules_hold_on_random_positions_of_larger_boards() {
    for (width, height, ply) in
        [(4, 5, 8), (5, 5, 14), (6, 6, 25), (7, 6, 31), (6, 7, 31), (8, 5, 29)]
    {
        check_random(narrow(width, height), ply);
    }
    check_random(Standard, 31);
    for (width, height) in [(9, 7), (7, 10), (16, 5), (40, 2)] {
        check_random(board(width, height), (width * height) as usize - 10);
    }
}

/// Runs a test for each of the betas by one search. Returns the bounds and the number of nodes.
fn search<B: BoardSize, const N: usize>(
    processor: Processor,
    size: B,
    position: Position,
    betas: [i32; N],
) -> ([i32; N], u64) {
    let table = Table::new(size, 1 << 20).unwrap();
    let shared = Shared::new(Limits::new().start());
    let buckets = table.buckets(position.empty_cells());
    let position = (size, stones::<B>(position), position.empty_cells());
    let mut search = Search::new(processor, position, buckets, &shared, None);
    let bounds = betas.map(|beta| {
        let mut bounds = Bounds { low: -100, high: 100 };
        search.null_window(&mut bounds, beta).unwrap();
        if bounds.low >= beta { bounds.low } else { bounds.high }
    });
    (bounds, shared.nodes())
}

/// Searches with each instruction set. Returns the bounds and the number of nodes.
fn check_instruction_sets(size: impl BoardSize, position: Position) -> ([i32; 4], u64) {
    let search = |processor| search(processor, size, position, [-5, 0, 1, 4]);
    let results: Vec<_> = Processor::all().into_iter().map(search).collect();
    assert!(results.iter().all(|result| *result == results[0]), "{results:?}:\n{position}");
    results[0]
}

/// The search of 7×6 as constants also visits the same nodes as that of any size in 64 bits.
#[test]
fn all_instruction_sets_search_alike() {
    let moves = ["274552224131661", "55542243332345", "2717134323317", "1224355275345"];
    for moves in moves.into_iter().chain(["122435527534575161761", "265756512"]) {
        let position = Position::from_moves(moves).unwrap();
        let constants = check_instruction_sets(Standard, position);
        assert_eq!(check_instruction_sets(narrow(7, 6), position), constants, "{moves}");
        // An entry of two words: a table of as many bytes has half of the buckets.
        let (wide, _) = check_instruction_sets(board(7, 6), position);
        assert_eq!(wide.map(|bound| bound >= 0), constants.0.map(|bound| bound >= 0), "{moves}");
    }
    for (width, height) in [(6, 6), (6, 7), (7, 7), (8, 5), (8, 7)] {
        let (size, board, mut rng) =
            (narrow(width, height), board(width, height), SeededRng::new(5));
        let ply = board.cells() as usize - 20;
        let positions = (0..20).filter_map(|_| random_position(board, ply, &mut rng));
        positions.for_each(|position| _ = check_instruction_sets(size, position));
    }
    let larger = "111111122222223333333544444445555558787";
    let wide = board(9, 7);
    check_instruction_sets(wide, Position::new(wide).after_moves(larger).unwrap());
    // Columns that fill the word.
    check_instruction_sets(narrow(1, 63), Position::new(board(1, 63)));
    check_instruction_sets(board(1, 127), Position::new(board(1, 127)));
}
