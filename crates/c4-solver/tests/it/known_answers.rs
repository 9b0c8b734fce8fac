//! Positions with known scores, and counts of positions.

use std::iter;

use c4_solver::{Board, Bounds, Column, Outcome, PlayError, Player, Position, Solver};

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
    let mut solver = Solver::default();
    for (moves, score) in SCORES {
        let position = Position::from_moves(moves).unwrap();
        assert_eq!(solver.solve(&position), score, "{moves}");
        assert_eq!(solver.solve_weak(&position), score.signum(), "{moves}");
    }
}

/// The winner on an empty board of 4 to 7 columns (across) and 4 to 6 rows, by how many stones;
/// confirmed for all but 6×6, 7×5 and 7×6 by a plain alpha-beta search without any of this crate's
/// rules. That the second player wins on 6×6 is published by John Tromp, *John's Connect Four
/// Playground*, <https://tromp.github.io/c4/c4.html>. Smaller boards are drawn.
#[test]
fn empty_boards_have_known_scores() {
    let known = [(4, [0, 0, -1, 0]), (5, [0, 0, 0, 0]), (6, [0, 0, -1, 1])];
    for (height, scores) in known {
        for (width, score) in (4..).zip(scores) {
            // The board of the game takes a minute.
            if (width, height) != (7, 6) {
                assert_eq!(empty_board(width, height), score, "{width}×{height}");
            }
        }
    }
    for width in 1..=6 {
        for height in 1..=6 {
            if width < 4 || height < 4 {
                assert_eq!(empty_board(width, height).signum(), 0, "{width}×{height}");
            }
        }
    }
}

fn empty_board(width: u32, height: u32) -> i32 {
    let board = Board::new(width, height).unwrap();
    Solver::new(board).memory_bytes(16 << 20).solve(&Position::new(board))
}

#[test]
fn the_best_columns_have_the_score_of_the_position() {
    let mut solver = Solver::default();
    for (moves, score) in SCORES.into_iter().take(8) {
        let position = Position::from_moves(moves).unwrap();
        let analysis = solver.analyze(&position);
        let best = Column::all(7).filter(|&column| analysis.score(column) == Some(score)).collect();
        assert!(analysis.iter().all(|(_, bounds)| bounds.exact().is_some()), "{moves}: {analysis}");
        assert_eq!(analysis.position_bounds().exact(), Some(score), "{moves}: {analysis}");
        assert_eq!(analysis.best_columns(), best, "{moves}: {analysis}");
        let found = solver.best_moves(&position);
        assert_eq!((found.score, found.columns), (score, best), "{moves}");
    }
}

#[test]
fn the_principal_variation_ends_when_the_score_says() {
    let mut solver = Solver::default();
    for (moves, score) in SCORES.into_iter().take(10) {
        let mut position = Position::from_moves(moves).unwrap();
        let line = solver.principal_variation(&position);
        assert_eq!(line.len(), position.plies_to_end(score), "{moves}");
        let (&last, before) = line.split_last().unwrap();
        let center = |column: &Column| (column.index().abs_diff(3), column.index());
        let best = solver.best_moves(&position).columns;
        assert_eq!(line.first(), best.iter().min_by_key(center).as_ref(), "{moves}");
        for &column in before {
            position = position.after(column).unwrap();
        }
        match position.after(last) {
            Ok(end) => assert!(score == 0 && end.is_full(), "{moves}"),
            Err(won) => {
                assert_eq!(won, PlayError::Wins { column: last });
                assert_eq!(score > 0, line.len() % 2 == 1, "{moves}");
            }
        }
    }
}

#[test]
fn distinct_positions_are_as_many_as_published() {
    // Per ply, without symmetry: John Tromp's count of Connect 4 positions (OEIS A212693).
    let published = [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186];
    let counts = count_positions(Board::STANDARD).take(published.len());
    assert!(counts.map(|[open, won]| open + won).eq(published));
    // All positions of 4×4, likewise.
    let counts = count_positions(Board::new(4, 4).unwrap());
    assert_eq!(counts.map(|[open, won]| open + won).sum::<usize>(), 161_029);
}

/// The numbers of distinct positions of each ply: those that are open, and those that are won.
pub(super) fn count_positions(board: Board) -> impl Iterator<Item = [usize; 2]> {
    let bottom = Position::new(board).key();
    let (mut open, mut won) = (vec![Position::new(board)], Vec::new());
    iter::from_fn(move || {
        let count = [open.len(), won.len()];
        let mut next = Vec::new();
        won.clear();
        for (position, column) in
            open.iter().flat_map(|p| p.columns().iter().map(move |column| (p, column)))
        {
            match position.after(column) {
                Ok(child) => next.push((child.key(), child)),
                Err(_) => {
                    let [own, other] = position.stones();
                    let first = column.index() * (board.height() + 1);
                    let in_column = ((1 << board.height()) - 1) << first;
                    won.push([own | ((own | other) + bottom) & in_column, other]);
                }
            }
        }
        next.sort_unstable_by_key(|&(key, _)| key);
        next.dedup();
        won.sort_unstable();
        won.dedup();
        open = next.into_iter().map(|(_, child)| child).collect();
        (count != [0; 2]).then_some(count)
    })
}

#[cfg(feature = "parallel")]
#[test]
fn several_threads_find_the_same_scores() {
    let mut solver = Solver::default().threads(3);
    for (moves, score) in SCORES {
        assert_eq!(solver.solve(&Position::from_moves(moves).unwrap()), score, "{moves}");
    }
    let position = Position::from_moves("32164").unwrap();
    let mut solver = Solver::default().threads(2);
    let limits = c4_solver::Limits::new().nodes(10_000);
    assert!(solver.try_solve(&position, &limits).is_err());
    let board = Board::new(6, 5).unwrap();
    let mut solver = Solver::new(board).threads(4);
    assert_eq!(solver.solve(&Position::new(board)), 0);
}

#[test]
fn outcomes_are_named() {
    let outcomes = [Outcome::Won(Player::First), Outcome::Won(Player::Second), Outcome::Drawn];
    let names = outcomes.map(|outcome| outcome.to_string());
    assert_eq!(names, ["first wins", "second wins", "draw"]);
}

#[cfg(feature = "svg")]
#[test]
fn no_cell_of_a_drawing_covers_the_outline_of_a_win() {
    let game = c4_solver::Game::from_moves("1727374").unwrap();
    let svg = game.drawing().to_string();
    // The first player is red, the second yellow.
    assert_eq!(["#ee6677", "#ccbb44"].map(|color| svg.matches(color).count()), [4, 3]);
    let mut shapes = svg.lines().filter(|line| line.starts_with("<polygon")).rev();
    assert!(shapes.by_ref().take(4).all(|shape| shape.contains(r#"fill="none""#)), "{svg}");
    assert!(!shapes.any(|shape| shape.contains(r#"fill="none""#)), "{svg}");
}

#[test]
fn bounds_tell_losses_and_outcomes_of_an_analysis_that_is_not_complete() {
    let analysis = c4_solver::Analysis::new(&Position::from_moves("112233").unwrap());
    let losses: Vec<_> = analysis.iter().map(|(column, _)| analysis.loss(column)).collect();
    let losses: Vec<_> = losses.into_iter().map(|loss| loss.unwrap().to_string()).collect();
    assert_eq!(losses.join(" "), "1..=35 1..=35 1..=35 0 1..=35 1..=35 1..=35");
    let outcome = |low, high| {
        let (mut bounds, player) = (Bounds::exactly(low), Player::Second);
        bounds.high = high;
        bounds.outcome(player).map(Outcome::winner)
    };
    let winners = [outcome(1, 9), outcome(-9, -1), outcome(0, 0), outcome(0, 1), outcome(-1, 0)];
    let expected = [Some(Some(Player::Second)), Some(Some(Player::First)), Some(None), None, None];
    assert_eq!(winners, expected);
}
