//! The examples in the README of the workspace.

#![allow(clippy::redundant_closure_for_method_calls, reason = "the README names what it maps")]

use std::path::Path;

/// Checks that the Rust examples of a document are in its tests, in this order. A published package
/// lacks the document.
pub(crate) fn check_examples(document: &str, tests: &str, number: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(document);
    let Ok(text) = std::fs::read_to_string(path) else { return };
    let words = |text: &str| text.split_whitespace().collect::<String>();
    let source = words(tests);
    let mut rest = source.as_str();
    let examples: Vec<_> = text.split("```rust\n").skip(1).collect();
    assert_eq!(examples.len(), number);
    for example in examples {
        let (example, _) = example.split_once("```").unwrap();
        let found = rest.split_once(&words(example));
        (_, rest) = found.unwrap_or_else(|| panic!("the tests lack\n{example}"));
    }
}

#[test]
fn the_readme_has_these_examples() {
    check_examples("README.md", include_str!("readme.rs"), 6);
}

#[test]
fn islands() {
    use bitboard_core::{Bitboard, RowMajor, Steps};

    let map: Bitboard<u64, RowMajor<5, 3>> = "
        X X . . X
        . . . . X
        X . X . ."
        .parse()
        .unwrap();
    assert_eq!(map.components(&Steps::KING).count(), 4);
}

#[test]
fn components_of_an_image() {
    use cc_label::{Connectivity, Image, components};

    let gray = [255, 255, 0, 0, 9, 250]; // two rows of three pixels
    let image = Image::from_luma(&gray, (3, 2), 3, 128).unwrap();
    let found = components(&image, Connectivity::FOUR);
    assert_eq!(found.iter().map(|component| component.area()).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn king() {
    use king_paths::bitboard_core::{Bitboard, Cell, Chess, Steps};
    use king_paths::shortest_paths;

    let corners = Bitboard::<u64, Chess>::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Bitboard::FULL, &Steps::KING);
    assert_eq!((paths.distance(), paths.path_count()), (Some(4), 8));
}

#[test]
fn havannah() {
    use havannah_uf::{Game, Hex, RingRule, Wins};

    let mut game = Game::new(2, RingRule::Any).unwrap();
    game.play(Hex { x: 1, y: 1 }).unwrap();
    game.play(Hex { x: 3, y: 3 }).unwrap();
    assert_eq!(game.play(Hex { x: 1, y: 2 }), Ok(Wins::BRIDGE));
}

#[test]
fn connect4() {
    use c4_solver::{Position, Solver};

    let position = Position::from_moves("274552224131661").unwrap();
    let analysis = Solver::default().analyze(&position);
    assert_eq!(analysis.to_string(), "-9 -11 -12 0 -11 -11 -11"); // only column 4 holds the draw
}

#[test]
fn pentominoes() {
    use meteor_puzzle::{Solver, presets};

    let solver = Solver::new(presets::find("pentominoes-6x10").unwrap().puzzle());
    assert_eq!(solver.count(), Ok(9356));
}
