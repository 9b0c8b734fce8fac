//! The examples in `docs/COMPARE.md`.

use crate::readme::check_examples;

#[test]
fn the_comparison_has_these_examples() {
    check_examples("docs/COMPARE.md", include_str!("compare.rs"), 6);
}

#[test]
fn labels_of_an_image() {
    use cc_label::{Connectivity, Image, Labeler, components};

    let pixels = [9, 9, 0, 0, 0, 0, 9, 0, 9, 0, 0, 9]; // three rows of four
    let image = Image::from_luma(&pixels, (4, 3), 4, 1).unwrap();
    assert_eq!(components(&image, Connectivity::EIGHT).len(), 2);
    let mut labels = [0_u32; 12];
    assert_eq!(Labeler::new().label(&image, Connectivity::EIGHT, &mut labels), Ok(2));
    assert_eq!(labels, [1, 1, 0, 0, 0, 0, 1, 0, 2, 0, 0, 1]);
}

#[test]
fn paths_on_a_grid() {
    use king_paths::grid::{Grid, StepKind};

    let grid: Grid = "..#.. / ..#.. / .....".parse().unwrap();
    let goals = grid.distances(&[(4, 0)], StepKind::Orthogonal).unwrap();
    assert_eq!(goals.get((0, 0)), Some(8));
    assert_eq!(goals.path_to((0, 0)).unwrap().len(), 9);
    let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], StepKind::King).unwrap();
    assert_eq!((paths.distance(), paths.path_count()), (Some(4), Ok(1)));
}

#[test]
fn attacks_of_rooks() {
    use bitboard_core::{Bitboard, Cell, Chess, Slides};

    let rooks = Bitboard::<u64, Chess>::from_names("d4 a1").unwrap();
    let occupied = rooks | Cell::D6;
    assert_eq!(rooks.attacks(occupied, &Slides::ROOK).len(), 24);
}

#[test]
fn the_score_of_a_position() {
    use c4_solver::{Position, Solver};

    let position = Position::from_moves("7422341735647741166133573473242566").unwrap();
    assert_eq!(Solver::default().solve(&position), 1);
}

#[test]
fn solutions_of_a_puzzle() {
    use meteor_puzzle::{Grid, Piece, Puzzle, Solver};

    let piece = Piece::from_picture("L", "X . / X X").unwrap().copies(2..=2);
    let puzzle = Puzzle::from_picture(Grid::Square, ". . . / . . .", [piece]).unwrap();
    assert_eq!(Solver::new(puzzle).count(), Ok(2));
}

#[test]
fn a_move_of_havannah() {
    use havannah_uf::{Game, Hex, RingRule, Wins};

    let mut game = Game::new(4, RingRule::Any).unwrap();
    assert_eq!(game.play(Hex::new(1, 1)), Ok(Wins::NONE));
}
