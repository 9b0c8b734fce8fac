//! The solver against plain negamax on all positions of small boards.

use std::collections::BTreeMap;

use c4_solver::{Board, Column, Position, Solver};

fn board(width: u32, height: u32) -> Board {
    Board::new(width, height).unwrap()
}

/// Adds the scores of a position and of all that can follow, by key.
fn negamax(position: Position, scores: &mut BTreeMap<u128, i32>) -> i32 {
    if let Some(&score) = scores.get(&position.key()) {
        return score;
    }
    let of_moves = position.columns().iter().map(|column| {
        position.after(column).map_or(position.win_score(), |next| -negamax(next, scores))
    });
    let score = of_moves.max().unwrap_or(0);
    scores.insert(position.key(), score);
    score
}

/// Checks every `step`-th position.
fn check(board: Board, step: usize) {
    let mut scores = BTreeMap::new();
    negamax(Position::new(board), &mut scores);
    let mut solver = Solver::new(board).memory_bytes(1 << 20);
    for (&key, &score) in scores.iter().step_by(step) {
        let position = Position::from_key(board, key).unwrap();
        assert_eq!(solver.solve(&position), score, "{position}");
        assert_eq!(solver.solve_weak(&position), score.signum(), "{position}");
    }
}

#[test]
fn all_positions_of_small_boards() {
    check(board(4, 4), 1);
    check(board(5, 3), 1);
    check(board(5, 4), 31);
}

#[test]
#[ignore = "takes seconds"]
fn all_positions_of_5x4() {
    check(board(5, 4), 1);
}

#[test]
fn boards_whose_only_column_fills_the_word_are_played_and_solved() {
    for board in [board(1, 63), board(1, 127)] {
        let mut solver = Solver::new(board).memory_bytes(1 << 14);
        let play = |position: &Position| position.after(Column::default()).ok();
        let positions: Vec<_> = std::iter::successors(Some(Position::new(board)), play).collect();
        assert!(
            positions.len() == board.cells() as usize + 1 && positions.last().unwrap().is_full()
        );
        for position in positions {
            let key = position.key();
            assert_eq!((position.mirror(), position.symmetric_key()), (position, key));
            assert_eq!(Position::from_key(board, key), Ok(position));
            assert!(position.winning_columns().is_empty());
            assert_eq!(solver.solve(&position), 0);
            let line = solver.principal_variation(&position);
            assert_eq!(line.len(), position.plies_to_end(0));
        }
    }
}
