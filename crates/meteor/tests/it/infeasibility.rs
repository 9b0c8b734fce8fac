//! Reasons why puzzles have no solution.

use meteor_puzzle::{Grid, Infeasibility, Piece, Puzzle, presets};
use quickcheck::quickcheck;

use crate::common::{Small, naive};

quickcheck! {
    fn infeasible_puzzles_have_no_solution(small: Small) -> bool {
        small.0.infeasibility().is_none() || naive(&small.0).is_empty()
    }
}

#[test]
fn presets_are_not_infeasible() {
    for preset in presets::ALL {
        assert_eq!(preset.puzzle().infeasibility(), None, "{}", preset.name());
    }
}

#[test]
fn each_kind_of_infeasibility_is_found() {
    let domino = || Piece::new("I", [(0, 0), (1, 0)]);
    let straight = || Piece::new("S", [(0, 0), (1, 0), (2, 0)]);
    let of = |picture: &str, pieces: &[Piece]| {
        let puzzle = Puzzle::from_picture(Grid::Square, picture, pieces.to_vec()).unwrap();
        assert!(puzzle.infeasibility().is_none() || naive(&puzzle).is_empty());
        puzzle.infeasibility()
    };
    assert_eq!(
        of(". . .", &[domino().copies(2..=3)]),
        Some(Infeasibility::Sizes { free: 3, covered: 4 })
    );
    assert_eq!(
        of(". . .\n. # .", &[domino().copies(0..=9)]),
        Some(Infeasibility::Sizes { free: 5, covered: 4 })
    );
    assert_eq!(
        of(". . .\n. . .", &[domino().copies(0..=2)]),
        Some(Infeasibility::Sizes { free: 6, covered: 4 })
    );
    assert_eq!(
        of(". . .\n. . .", &[straight().copies(1..=1).fixed(), domino().copies(0..=9)]),
        Some(Infeasibility::Sizes { free: 6, covered: 5 })
    );
    assert_eq!(
        of(". .\n. .\n# .", &[straight().fixed(), domino()]),
        Some(Infeasibility::Piece { piece: 0 })
    );
    // One copy fits, the other does not.
    assert_eq!(
        of(". . . #\n. # # .\n. # . .", &[straight().fixed().copies(2..=2)]),
        Some(Infeasibility::Piece { piece: 0 })
    );
    assert_eq!(
        of(". . . # .\n. . . . #", &[straight().copies(0..=2), domino().copies(0..=1)]),
        Some(Infeasibility::Cell { cell: (4, 0).into() })
    );
    assert_eq!(
        of(". . . . # . .", &[straight().copies(0..=2)]),
        Some(Infeasibility::Cell { cell: (5, 0).into() })
    );
    assert_eq!(
        of(". . . . . # . . . .", &[straight().copies(0..=3)]),
        Some(Infeasibility::Cell { cell: (0, 0).into() })
    );
    assert_eq!(
        of(". . .\n# . #", &[domino().copies(0..=9)]),
        Some(Infeasibility::Coloring { first: 3, second: 1 })
    );
}

#[test]
fn pieces_of_packings_must_fit() {
    let puzzle = |min| {
        let domino = Piece::new("I", [(0, 0), (1, 0)]).copies(min..=9);
        Puzzle::from_picture(Grid::Square, ". . .", [domino]).unwrap().packing()
    };
    assert_eq!(puzzle(0).infeasibility(), None);
    assert_eq!(puzzle(1).infeasibility(), None);
    let sizes = Infeasibility::Sizes { free: 3, covered: 4 };
    assert_eq!(puzzle(2).infeasibility(), Some(sizes));
    let reason = "3 cells are free, but the sizes of pieces add up to 4";
    assert_eq!(sizes.to_string(), reason);
}

#[test]
fn placed_pieces_change_the_infeasibility() {
    let domino = Piece::new("I", [(0, 0), (1, 0)]).copies(0..=9);
    let mut puzzle = Puzzle::from_picture(Grid::Square, ". . .\n. . .", [domino]).unwrap();
    assert_eq!(puzzle.infeasibility(), None);
    // The dominoes in the middle column leave two columns, those across leave single cells.
    let across = puzzle.placement("I", [(0, 0), (1, 0)]).unwrap();
    puzzle.place(across).unwrap();
    assert_eq!(puzzle.infeasibility(), None);
    puzzle.place(puzzle.placement("I", [(1, 1), (2, 1)]).unwrap()).unwrap();
    assert_eq!(puzzle.infeasibility(), Some(Infeasibility::Cell { cell: (2, 0).into() }));
    puzzle.undo();
    puzzle.place(puzzle.placement("I", [(0, 1), (1, 1)]).unwrap()).unwrap();
    assert_eq!(puzzle.infeasibility(), None);
    puzzle.place(puzzle.placement("I", [(2, 0), (2, 1)]).unwrap()).unwrap();
    assert_eq!(puzzle.infeasibility(), None, "it is solved");
}
