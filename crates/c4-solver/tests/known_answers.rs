//! Positions with known scores, and counts of positions.

use std::collections::HashSet;

use c4_solver::{MovesError, Position, PositionError, Solver};

/// From the test sets published with Pascal Pons' solver: end, middle and beginning of the game.
const SCORES: [(&str, i32); 11] = [
    ("2252576253462244111563365343671351441", -1),
    ("7422341735647741166133573473242566", 1),
    ("23163416124767223154467471272416755633", 0),
    ("67152117737262713366376314254", 6),
    ("5554224333234511764415115", 4),
    ("271713432331713132", -11),
    ("122435527534575161761", 10),
    ("34651743747475571565", -9),
    ("32164625", 11),
    ("6146", 18),
    ("265756512", -12),
];

#[test]
fn scores_are_those_published() {
    let mut solver = Solver::new();
    for (moves, score) in SCORES {
        let position = Position::from_moves(moves).unwrap();
        assert_eq!(solver.solve(position), score, "{moves}");
        assert_eq!(solver.solve_weak(position), score.signum(), "{moves}");
    }
}

#[test]
fn the_best_column_has_the_score_of_the_position() {
    let mut solver = Solver::new();
    for (moves, score) in SCORES.into_iter().take(8) {
        let position = Position::from_moves(moves).unwrap();
        assert_eq!(solver.analyze(position).into_iter().flatten().max(), Some(score), "{moves}");
    }
}

#[test]
fn distinct_positions_are_as_many_as_published() {
    // Per ply, without symmetry: John Tromp's count of Connect 4 positions (OEIS A212693).
    let mut positions = HashSet::from([Position::EMPTY]);
    for count in [1, 7, 49, 238, 1120, 4263, 16422] {
        assert_eq!(positions.len(), count);
        let next = |position: &Position| {
            let position = *position;
            (0..7).filter_map(move |x| position.play(x).ok())
        };
        positions = positions.iter().flat_map(next).collect();
    }
    let keys: HashSet<u64> = positions.iter().map(|position| position.key()).collect();
    assert_eq!(keys.len(), positions.len(), "no two positions share a key");
}

#[test]
fn wrong_moves_are_named_by_ply() {
    let error = |moves: &str| Position::from_moves(moves).unwrap_err();
    assert_eq!(error("448"), MovesError::NotAColumn { ply: 3, symbol: '8' });
    assert_eq!(error("0"), MovesError::NotAColumn { ply: 1, symbol: '0' });
    assert_eq!(error("4é"), MovesError::NotAColumn { ply: 2, symbol: 'é' });
    assert_eq!(error("4\0"), MovesError::NotAColumn { ply: 2, symbol: '\0' });
    let full = PositionError::FullColumn { column: 4 };
    assert_eq!(error("4444444"), MovesError::Illegal { ply: 7, source: full });
    let won = PositionError::Won { column: 1 };
    assert_eq!(error("12121212"), MovesError::Illegal { ply: 7, source: won });
    assert_eq!(Position::from_moves(""), Ok(Position::EMPTY));
    assert_eq!(error(&"4".repeat(100_000_000)).to_string(), "move 7: column 4 is full");
}

#[test]
fn wrong_pictures_are_refused() {
    let bottom = |row: &str| Position::from_picture(&format!("{}{row}", ".......\n".repeat(5)));
    assert_eq!(bottom("xxx...."), Err(PositionError::Turns { begun: 3, answered: 0 }));
    assert!(matches!(bottom("xo?...."), Err(PositionError::Picture(_))));
    let floating = format!("x......\n{}", ".......\n".repeat(5));
    assert_eq!(Position::from_picture(&floating), Err(PositionError::Floating));
    let over = format!("{}ooo....\nxxxx...", ".......\n".repeat(4));
    assert_eq!(Position::from_picture(&over), Err(PositionError::Over));
}
