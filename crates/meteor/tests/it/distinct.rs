//! Distinct solutions against an oracle that lists all solutions and all symmetries.

use crate::common::{Even, Plain, Small, mask, naive, symmetries};
use meteor_puzzle::{Grid, Piece, Puzzle, Solver};
use quickcheck::quickcheck;

/// A symmetry of the board: its effect on cells and on the pieces that solutions use.
struct Action {
    cells: Vec<usize>,
    pieces: Vec<Option<usize>>,
}

impl Action {
    /// `None` unless cells that may stay empty become such, each piece that is used becomes itself, or another that can be used equally
    /// often, and placed pieces become placed pieces.
    fn new(puzzle: &Puzzle, cells: Vec<usize>, used: &[bool]) -> Option<Self> {
        let optional: Vec<_> = puzzle.optional_cells().collect();
        if !optional.iter().all(|&cell| optional.contains(&cells[cell])) {
            return None;
        }
        let own = kinds(puzzle, &(0..cells.len()).collect::<Vec<_>>());
        let images = kinds(puzzle, &cells);
        let empty = empty(puzzle);
        let (all, turned) =
            (kinds(&empty, &(0..cells.len()).collect::<Vec<_>>()), kinds(&empty, &cells));
        let mut pieces = vec![None; used.len()];
        for piece in (0..used.len()).filter(|&piece| used[piece]) {
            if all[piece] == turned[piece] {
                pieces[piece] = Some(piece);
                continue;
            }
            let twins = (0..piece).filter(|&other| used[other] && own[other] == own[piece]).count();
            let mut partners = (0..used.len()).filter(|&j| used[j] && own[j] == images[piece]);
            pieces[piece] = Some(partners.nth(twins)?);
        }
        let action = Self { cells, pieces };
        let mut placed: Plain = puzzle.placed().iter().map(|p| (p.piece, mask(p))).collect();
        placed.sort_unstable();
        (action.apply(&placed) == placed).then_some(action)
    }

    fn apply(&self, solution: &Plain) -> Plain {
        let turn = |&(piece, cells): &(usize, u128)| {
            let piece = self.pieces[piece].expect("a piece that is used");
            (piece, image(&self.cells, cells))
        };
        let mut turned: Plain = solution.iter().map(turn).collect();
        turned.sort_unstable();
        turned
    }
}

/// The puzzle without placed pieces.
fn empty(puzzle: &Puzzle) -> Puzzle {
    let mut empty = puzzle.clone();
    while empty.undo().is_some() {}
    empty
}

fn image(map: &[usize], cells: u128) -> u128 {
    (0..map.len()).filter(|i| cells >> i & 1 != 0).fold(0, |image, i| image | 1 << map[i])
}

/// For each piece the images of all cells on which it can lie, and how often the board has room for
/// it.
fn kinds(puzzle: &Puzzle, map: &[usize]) -> Vec<(Vec<u128>, u16, u16)> {
    let all = puzzle.placed().iter().copied().chain(puzzle.placements());
    let all: Vec<_> = all.collect();
    let kind = |(i, piece): (usize, &Piece)| {
        let own = all.iter().filter(|placement| placement.piece == i);
        let mut images: Vec<_> = own.map(|placement| image(map, mask(placement))).collect();
        images.sort_unstable();
        let room = puzzle.cells().len() / piece.cells().len();
        (images, *piece.copy_range().start(), (*piece.copy_range().end()).min(room as u16))
    };
    puzzle.pieces().iter().enumerate().map(kind).collect()
}

/// The number of classes, by orbits and by the mean of the numbers of solutions that symmetries do
/// not change.
pub(crate) fn classes(puzzle: &Puzzle) -> u128 {
    let all = naive(puzzle);
    let mut used = vec![false; puzzle.pieces().len()];
    all.iter().flatten().for_each(|&(piece, _)| used[piece] = true);
    puzzle.placed().iter().for_each(|placed| used[placed.piece] = true);
    let maps = symmetries(puzzle).into_iter();
    let actions: Vec<_> = maps.filter_map(|map| Action::new(puzzle, map, &used)).collect();
    let (mut smallest, mut unchanged) = (0, 0);
    for solution in &all {
        let images: Vec<_> = actions.iter().map(|action| action.apply(solution)).collect();
        assert!(images.iter().all(|image| all.binary_search(image).is_ok()));
        smallest += usize::from(images.iter().all(|image| image >= solution));
        unchanged += images.iter().filter(|image| *image == solution).count();
    }
    assert_eq!(smallest * actions.len(), unchanged);
    smallest as u128
}

quickcheck! {
    fn classes_are_counted_as_orbits(even: Even) -> bool {
        Solver::new(even.0.clone()).count_distinct() == Ok(classes(&even.0))
    }

    fn classes_are_counted_as_orbits_on_any_board(small: Small) -> bool {
        Solver::new(small.0.clone()).count_distinct() == Ok(classes(&small.0))
    }
}

fn fixed(name: &str, picture: &str) -> Piece {
    Piece::from_picture(name, picture).unwrap().copies(0..=1).fixed()
}

#[test]
fn a_piece_that_never_fits_leaves_the_symmetries_of_the_board() {
    let one = Piece::from_picture("M", "X").unwrap().copies(0..=1);
    let pieces = [one, fixed("L", "X .\nX X")];
    let puzzle = Puzzle::from_picture(Grid::Square, ". . .", pieces).unwrap().packing();
    assert_eq!(Solver::new(puzzle.clone()).count(), Ok(4));
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(3));
    assert_eq!(classes(&puzzle), 3);
}

#[test]
fn a_piece_that_fits_but_is_in_no_solution_leaves_the_symmetries_of_the_board() {
    // A corner of three cells leaves three, which dominoes cannot fill.
    let domino = Piece::from_picture("I", "X X").unwrap().copies(0..=3);
    let pieces = [domino, fixed("L", "X .\nX X")];
    let puzzle = Puzzle::from_picture(Grid::Square, ". . .\n. . .", pieces).unwrap();
    assert_eq!(Solver::new(puzzle.clone()).count(), Ok(3));
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(2));
    assert_eq!(classes(&puzzle), 2);
}

#[test]
fn a_fixed_piece_that_is_used_breaks_the_symmetries_that_turn_it() {
    let one = Piece::from_picture("M", "X").unwrap().copies(0..=u16::MAX);
    let pieces = [one, fixed("L", "X .\nX X")];
    let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. .", pieces).unwrap();
    // Without the corner, or with it: only the reflection in one diagonal keeps it.
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(2));
    let pieces = [Piece::from_picture("I", "X X").unwrap().copies(1..=1).fixed()];
    let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. .", pieces).unwrap().packing();
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(1));
}

#[test]
fn pieces_that_can_be_used_equally_often_on_this_board_are_exchanged() {
    // At most one of either fits the board, regardless of the ranges of copies.
    let left = Piece::from_picture("L", "X .\nX X").unwrap().copies(0..=5).fixed();
    let right = Piece::from_picture("R", ". X\nX X").unwrap().copies(0..=9).fixed();
    let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. .", [left, right]).unwrap().packing();
    assert_eq!(Solver::new(puzzle.clone()).count(), Ok(3));
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(2));
}

#[test]
fn a_solution_of_pieces_that_are_exchanged_is_its_own_image() {
    let left = Piece::from_picture("L", "X .\nX X").unwrap().copies(1..=1).fixed();
    let right = Piece::from_picture("R", ". X\nX X").unwrap().copies(1..=1).fixed();
    let puzzle = Puzzle::from_picture(Grid::Square, ". # # .\n. . . .", [left, right]).unwrap();
    assert_eq!(Solver::new(puzzle.clone()).count(), Ok(1));
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(1));
    assert_eq!(classes(&puzzle), 1);
}

#[test]
fn equal_pieces_are_not_exchanged_where_they_are_placed() {
    let one = |name| Piece::from_picture(name, "X").unwrap();
    let pieces = [one("A"), one("B"), one("M").copies(2..=2), Piece::new("I", [(0, 0), (1, 0)])];
    let board = "A . . . . B";
    let puzzle = Puzzle::from_picture(Grid::Square, board, pieces).unwrap();
    assert_eq!(Solver::new(puzzle.clone()).count(), Ok(3));
    // Half a turn would put A where B is.
    assert_eq!(Solver::new(puzzle.clone()).count_distinct(), Ok(3));
    assert_eq!(classes(&puzzle), 3);
}
