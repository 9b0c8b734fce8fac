//! Puzzles of cubes and of spheres against plain code.

use std::collections::HashSet;

use crate::common::{Boxed, Space, mask, middle, naive, placement, plain, rotations_in_space};
use crate::distinct::classes;
use crate::properties::in_slices;
use meteor_puzzle::{
    Coord, CountError, Grid, Limits, Piece, Placement, Puzzle, PuzzleFile, SeededRng, Solution,
    Solver, TryError, presets,
};
use quickcheck::{QuickCheck, quickcheck};

/// A property of 300 random puzzles.
fn check<T: quickcheck::Arbitrary + std::fmt::Debug>(property: fn(T) -> bool) {
    QuickCheck::new().tests(300).quickcheck(property as fn(T) -> bool);
}

/// All queries about a puzzle.
fn answers_are_those_of_the_oracle(puzzle: &Puzzle) -> bool {
    let (solver, expected) = (Solver::new(puzzle.clone()), naive(puzzle));
    let all: Vec<_> = solver.solutions().collect();
    let mut found: Vec<_> = all.iter().map(plain).collect();
    found.sort();
    let number = expected.len() as u128;
    let index = solver.try_index(&Limits::new()).unwrap();
    let text = || PuzzleFile::new("", puzzle.clone()).to_text();
    assert_eq!(found, expected, "{}", text());
    assert!(index.iter().eq(all.iter().cloned()), "{}", text());
    assert_eq!(solver.count(), Ok(number), "{}", text());
    assert_eq!(solver.count_distinct(), Ok(classes(puzzle)), "{}", text());
    assert_eq!(index.len(), number, "{}", text());
    let mut rng = SeededRng::new(number as u64);
    assert_eq!(index.sample(&mut rng).is_some(), number > 0);
    assert!(index.sample(&mut rng).is_none_or(|solution| all.contains(&solution)));
    // Without a piece, or with another one instead, it is not a solution.
    if let Some(solution) = all.first()
        && let Some((last, rest)) = solution.placements().split_last()
    {
        assert_eq!(index.rank(&Solution::from(rest.to_vec())), rank_in(&all, rest), "{}", text());
        for piece in [0, last.piece + 1, 70_000] {
            let other = [rest, &[placement(piece, mask(last))]].concat();
            let rank = rank_in(&all, &other);
            assert_eq!(index.rank(&Solution::from(other)), rank, "{}", text());
        }
    }
    assert_eq!(index.nth(number), None);
    all.iter().zip(0..).all(|(solution, n)| {
        index.rank(solution) == Some(n) && index.nth(n).as_ref() == Some(solution)
    })
}

/// The number of the solution with these pieces.
fn rank_in(all: &[Solution], placements: &[Placement]) -> Option<u128> {
    let solution = Solution::from(placements.to_vec());
    all.iter().position(|other| *other == solution).map(|n| n as u128)
}

#[test]
fn small_puzzles_in_space_are_solved_as_by_brute_force() {
    check(|space: Space| answers_are_those_of_the_oracle(&space.0));
}

/// Pieces that are used once, on boards with many symmetries: counts try one move of each orbit.
#[test]
fn boxes_of_single_pieces_are_solved_as_by_brute_force() {
    check(|boxed: Boxed| answers_are_those_of_the_oracle(&boxed.0));
}

#[test]
fn a_search_in_slices_lists_the_same_solutions_in_space() {
    check(|boxed: Boxed| {
        let all: Vec<_> = Solver::new(boxed.0.clone()).solutions().map(|s| plain(&s)).collect();
        [1, 2, 7].iter().all(|&nodes| in_slices(&boxed.0, nodes) == all)
    });
}

/// The screws of Soma are mirror images, so reflections of the cube exchange them, and each
/// solution that is found has 48 images.
#[test]
fn images_of_solutions_are_listed_and_numbered() {
    let solver = Solver::new(presets::find("soma").unwrap().puzzle());
    let index = solver.try_index(&Limits::new()).unwrap();
    let all: Vec<_> = solver.solutions().collect();
    assert!(index.iter().eq(all.iter().cloned()));
    let different: HashSet<_> = all.iter().collect();
    assert_eq!((all.len(), different.len()), (11_520, 11_520));
    for n in (0..11_520).step_by(7) {
        assert_eq!(index.nth(n as u128).as_ref(), Some(&all[n]));
        assert_eq!(index.rank(&all[n]), Some(n as u128));
    }
    // The first solutions are images of one another, with the first piece on different cells.
    let board =
        |solution: &Solution| solver.puzzle().coords(&solution.placements()[0]).collect::<Vec<_>>();
    assert_ne!(board(&all[0]), board(&all[1]));
}

/// The list of the solutions is charged to the memory.
#[test]
fn a_list_of_solutions_needs_memory() {
    let solver = Solver::new(presets::find("soma").unwrap().puzzle());
    let index = |bytes| solver.clone().memory_bytes(bytes).try_index(&Limits::new());
    let out_of_memory = Some(TryError::Failed(CountError::OutOfMemory));
    assert_eq!([0, 1 << 10].map(|bytes| index(bytes).err()), [out_of_memory; 2]);
    assert_eq!(index(1 << 23).unwrap().len(), 11_520);
}

#[cfg(feature = "parallel")]
#[test]
fn threads_count_the_same_in_space() {
    check(|boxed: Boxed| {
        let solver = Solver::new(boxed.0.clone());
        solver.clone().threads(3).count() == solver.count()
    });
}

/// Returns whether all cells are in a plane with the first one, by the volumes of tetrahedra.
fn is_flat(grid: Grid, cells: &[Coord]) -> bool {
    let points: Vec<[f64; 3]> = cells.iter().map(|&cell| middle(grid, cell)).collect();
    let to = |p: &[f64; 3]| [0, 1, 2].map(|i| p[i] - points[0][i]);
    points.iter().all(|a| {
        points.iter().all(|b| {
            points.iter().all(|c| {
                let ([a, b, c], [d, e, f], [g, h, i]) = (to(a), to(b), to(c));
                (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).abs() < 1e-6
            })
        })
    })
}

/// The placements of a piece: its cells turned by matrices and moved to all places.
fn plain_placements(puzzle: &Puzzle) -> Vec<(usize, u128)> {
    let (grid, mut all) = (puzzle.grid(), Vec::new());
    for (index, piece) in puzzle.pieces().iter().enumerate() {
        let turns = rotations_in_space(grid, piece.is_mirrored() || is_flat(grid, piece.cells()));
        let turns = if piece.is_fixed() { &turns[..1] } else { &turns[..] };
        for turn in turns {
            let shape: Vec<Coord> = piece.cells().iter().map(|&cell| turn(cell)).collect();
            for to in puzzle.cells() {
                let moved = shape.iter().map(|cell| {
                    let Coord { x, y, z } = shape[0];
                    (cell.x - x + to.x, cell.y - y + to.y, cell.z - z + to.z)
                });
                let cells: Option<u128> = moved
                    .map(|cell| puzzle.cell_index(cell).map(|i| 1 << i))
                    .try_fold(0, |cells, cell: Option<u128>| Some(cells | cell?));
                all.extend(cells.map(|cells| (index, cells)));
            }
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

quickcheck! {
    fn pieces_lie_in_space_as_all_rotations_allow(space: Space) -> bool {
        let mut puzzle = space.0;
        while puzzle.undo().is_some() {}
        let mut found: Vec<_> = puzzle.placements().iter().map(|p| (p.piece, mask(p))).collect();
        found.sort_unstable();
        found == plain_placements(&puzzle)
    }

    fn puzzles_in_space_come_back_from_files(space: Space) -> bool {
        let text = PuzzleFile::new("", space.0.clone()).to_text();
        let again = text.parse::<PuzzleFile>().unwrap();
        again.to_text() == text && Solver::new(again.puzzle).count() == Solver::new(space.0).count()
    }
}

#[test]
fn pieces_have_as_many_orientations_as_published() {
    let on = |grid, cells: &[(i32, i32, i32)], mirrored: bool| {
        let piece = Piece::new("A", cells.iter().copied());
        let piece = if mirrored { piece.mirrored() } else { piece };
        let box_of =
            (-4..5).flat_map(|z| (-2..3).flat_map(move |y| (-2..3).map(move |x| (x, y, z))));
        let cells = box_of.filter(|&(x, y, z): &(i32, i32, i32)| x.abs() + y.abs() + z.abs() < 5);
        let puzzle = Puzzle::new(grid, cells.take(128), [piece]).unwrap();
        let mut shapes: Vec<_> = puzzle.placements().iter().map(|p| shape(&puzzle, p)).collect();
        shapes.sort();
        shapes.dedup();
        shapes.len()
    };
    // The screws of Soma turn in 12 ways each, and both are one with reflections.
    let screw = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)];
    assert_eq!([on(Grid::Cubes, &screw, false), on(Grid::Cubes, &screw, true)], [12, 24]);
    assert_eq!(on(Grid::Cubes, &[(0, 0, 0), (1, 0, 0), (0, 1, 0)], false), 12);
    // An L with a cube on its middle has no symmetry.
    let bent = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (1, 0, 1)];
    assert_eq!([on(Grid::Cubes, &bent, false), on(Grid::Cubes, &bent, true)], [24, 48]);
    // Two, and three in a triangle, of the spheres: six axes, eight triangles.
    assert_eq!(on(Grid::Spheres, &[(0, 0, 0), (1, 0, 0)], false), 6);
    assert_eq!(on(Grid::Spheres, &[(0, 0, 0), (1, 0, 0), (0, 0, 1)], false), 8);
    // A bent piece in a layer of hexagons turns by 60° in each of four such layers, and over, though
    // a turn by 60° does not map all spheres to spheres.
    assert_eq!(on(Grid::Spheres, &[(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 0, 1)], false), 48);
}

/// The cells of a placement, moved to the origin.
pub(crate) fn shape(puzzle: &Puzzle, placement: &Placement) -> Vec<[i32; 3]> {
    let cells: Vec<Coord> = puzzle.coords(placement).collect();
    cells.iter().map(|c| [c.x - cells[0].x, c.y - cells[0].y, c.z - cells[0].z]).collect()
}

#[test]
fn layers_of_pictures_are_read_and_written() {
    let text =
        "grid spheres\n\nboard\n  A A\n  . .\n  -\n  .\n\npiece A 2 walk E\n\npiece B walk E\n";
    let error = text.parse::<PuzzleFile>().map(|file| file.puzzle.infeasibility());
    assert!(error.unwrap().is_some());
    let picture = "A A\nB B\n-\nA\n";
    let pieces = [Piece::from_picture("A", "XX\n-\nX").unwrap(), Piece::new("B", [(0, 0), (1, 0)])];
    let puzzle = Puzzle::from_picture(Grid::Spheres, picture, pieces).unwrap();
    assert_eq!(puzzle.to_string(), picture);
    let placed: Vec<_> = puzzle.coords(&puzzle.placed()[0]).collect();
    assert_eq!(placed, [(0, 0, 0), (1, 0, 0), (0, 0, 1)]);
    let text = "grid cubes\n\nboard\n  .\n  -\n  .\n\npiece I walk U\nplace I 0,0,0 0,0,1\n";
    let placed = text.parse::<PuzzleFile>().map(|file| file.puzzle.placed().len());
    assert_eq!(placed.map_err(|error| error.to_string()), Ok(1));
    // Layers may have different sizes, but the rows of a layer are equally long.
    let error = Puzzle::from_picture(Grid::Cubes, ". .\n-\n.\n. .", [Piece::new("A", [(0, 0)])]);
    assert_eq!(
        error.unwrap_err().to_string(),
        "line 4, column 1: expected a row of 1 cells, found 2"
    );
    let flat = Puzzle::from_picture(Grid::Square, ".\n-\n.", [Piece::new("A", [(0, 0)])]);
    let reason =
        "expected one layer for the grid square, found cell 0,0,1; `grid cubes` has layers";
    assert_eq!(flat.unwrap_err().to_string(), reason);
}

#[test]
fn a_given_number_of_cells_stays_empty() {
    let read = |packing: &str| {
        let text = format!("packing {packing}\n\nboard\n  + . . +\n\npiece I ..2 walk E\n");
        text.parse::<PuzzleFile>().unwrap()
    };
    for (packing, number, expected) in
        [("", 0..=128, 2), ("2", 2..=2, 1), ("1", 1..=1, 0), ("1..", 1..=128, 1), ("0", 0..=0, 1)]
    {
        let puzzle = read(packing).puzzle;
        assert_eq!(puzzle.empty_range(), number);
        assert_eq!(naive(&puzzle).len(), expected, "{packing}");
        assert_eq!(Solver::new(puzzle).count(), Ok(expected as u128), "{packing}");
    }
    let file = read("2");
    let again: PuzzleFile = file.to_text().parse().unwrap();
    assert_eq!(again, file);
}

#[test]
fn a_number_of_empty_cells_has_no_upper_limit() {
    let domino = || Piece::new("I", [(0, 0), (1, 0)]);
    for grid in [Grid::Square, Grid::Cubes] {
        let board = Puzzle::new(grid, (0..4).map(|x| (x, 0)), [domino()]).unwrap();
        for (number, expected) in
            [(1..=u16::MAX, 3), (0..=u16::MAX, 3), (3..=u16::MAX, 0), (u16::MAX..=u16::MAX, 0)]
        {
            let puzzle = board.clone().empty(number.clone());
            assert_eq!(puzzle.empty_range(), *number.start()..=128);
            let solver = Solver::new(puzzle);
            assert_eq!(solver.solutions().count(), expected, "{grid} {number:?}");
            assert_eq!(solver.count(), Ok(expected as u128), "{grid} {number:?}");
        }
    }
}

#[test]
#[ignore = "takes minutes without optimization"]
fn large_boxes_have_as_many_solutions_as_published() {
    for preset in presets::ALL.iter().filter(|preset| crate::known::is_large(preset.name())) {
        let file = preset.file();
        let solver = Solver::new(file.puzzle.clone());
        assert_eq!(solver.count().ok(), file.solutions, "{}", preset.name());
    }
}
