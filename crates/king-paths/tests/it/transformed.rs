//! Boards and grids that are transposed, mirrored and rotated: the transformed answer, at about the
//! same cost.

use std::collections::BTreeMap;

use bitboard_core::{Chess, Random, RowMajor, SeededRng, Symmetry};
use king_paths::grid::{Grid, OctileCost, Point, StepKind};

use crate::common::{answers, bits, check, query, squares};

/// The symmetries of a rectangle, which need not keep its sides, the identity first.
fn turns() -> Vec<Symmetry> {
    Symmetry::all::<Chess>().collect()
}

/// The size of the image of a rectangle.
fn size_of(turn: Symmetry, (width, height): Point) -> Point {
    let (width, height) = turn.apply_vector((width as i64, height as i64));
    (width.unsigned_abs() as usize, height.unsigned_abs() as usize)
}

/// The place of a cell in the image of a rectangle.
fn place(turn: Symmetry, size: Point, (x, y): Point) -> Point {
    // Twice the distance from the center, which may lie between cells.
    let from_center = |at: usize, side: usize| 2 * at as i64 - (side as i64 - 1);
    let image = turn.apply_vector((from_center(x, size.0), from_center(y, size.1)));
    let (width, height) = size_of(turn, size);
    let at = |distance: i64, side: usize| ((distance + side as i64 - 1) / 2) as usize;
    (at(image.0, width), at(image.1, height))
}

fn rectangle((width, height): Point) -> Vec<Point> {
    (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
}

#[test]
fn queries_on_boards_have_the_transformed_answers() {
    type Wide = RowMajor<12, 6>;
    type High = RowMajor<6, 12>;
    fn agree(seed: u64) {
        let (width, size) = (12, (12, 6));
        let sets = query(&mut SeededRng::new(seed)).map(|set| set & ((1 << 72) - 1));
        // Pawns have other moves on a board that is turned.
        let (wide, high) = (squares::<Wide>(), squares::<High>());
        for (rule, turned) in wide.into_iter().zip(high).filter(|(rule, _)| rule.is_symmetric()) {
            let identity = |cell| cell;
            let expected = answers::<u128, Wide, _>(&sets, &rule).renumbered(&identity);
            for turn in turns() {
                let image =
                    |cell: u32| place(turn, size, (cell as usize % width, cell as usize / width));
                let columns = size_of(turn, size).0;
                let index = |cell: u32| (image(cell).0 + columns * image(cell).1) as u32;
                let sets = sets.map(|set| bits(set).fold(0, |all, cell| all | 1 << index(cell)));
                let found = if size_of(turn, (1, 2)) == (2, 1) {
                    answers::<u128, High, _>(&sets, &turned)
                } else {
                    answers::<u128, Wide, _>(&sets, &rule)
                };
                let before = |cell: u32| (0..72).find(|&old| index(old) == cell).unwrap();
                assert_eq!(found.renumbered(&before), expected, "{turn:?} {rule:?} {sets:?}");
            }
        }
    }
    check(10, agree);
}

/// The answers to the queries of a grid, with the coordinates before it was turned.
#[derive(PartialEq, Debug)]
struct Answers {
    steps: BTreeMap<Point, u32>,
    layers: Vec<Vec<Point>>,
    count: u128,
    /// The number of steps to the goal by next steps.
    following: BTreeMap<Point, usize>,
    octile: BTreeMap<Point, OctileCost>,
    octile_path: Option<OctileCost>,
}

fn grid_answers(
    grid: &Grid,
    [from, to]: [Point; 2],
    kind: StepKind,
    before: &BTreeMap<Point, Point>,
) -> Answers {
    let sorted = |cells: &[Point]| {
        let mut cells: Vec<Point> = cells.iter().map(|cell| before[cell]).collect();
        cells.sort_unstable();
        cells
    };
    let distances = grid.distances(&[from], kind).unwrap();
    let paths = grid.shortest_paths(&[from], &[to], kind).unwrap();
    let field = grid.distances(&[to], kind).unwrap();
    let next = |&cell: &Point| field.next_cell(cell);
    let following = |cell| std::iter::successors(Some(cell), next).count();
    let octile = grid.octile_distances(&[from], StepKind::NoCornerCut).unwrap();
    let path = grid.octile_path(from, to, StepKind::NoCornerCut).unwrap();
    Answers {
        steps: distances.iter().map(|(cell, steps)| (before[&cell], steps)).collect(),
        layers: paths.layers().map(sorted).collect(),
        count: paths.path_count().unwrap(),
        following: before.iter().map(|(&cell, &old)| (old, following(cell))).collect(),
        octile: octile.iter().map(|(cell, cost)| (before[&cell], cost)).collect(),
        octile_path: path.map(|(cost, _)| cost),
    }
}

/// The image of a grid and of its cells.
fn image(grid: &Grid, turn: Symmetry) -> (Grid, BTreeMap<Point, Point>) {
    let size = (grid.width(), grid.height());
    let (width, height) = size_of(turn, size);
    let before: BTreeMap<Point, Point> =
        rectangle(size).into_iter().map(|cell| (place(turn, size, cell), cell)).collect();
    let image = Grid::from_fn(width, height, |x, y| grid.is_free(before[&(x, y)])).unwrap();
    (image, before)
}

#[test]
fn queries_on_grids_have_the_transformed_answers() {
    let mut rng = SeededRng::new(4);
    for size in [(40, 3), (33, 21), (1, 30), (8, 16), (64, 9)] {
        for free in [60, 75, 100] {
            let grid = Grid::from_fn(size.0, size.1, |_, _| rng.below(100) < free).unwrap();
            let cells: Vec<Point> = grid.iter().collect();
            let ends = [(); 2].map(|()| cells[rng.below(cells.len() as u64) as usize]);
            for kind in StepKind::ALL {
                let (same, before) = image(&grid, turns()[0]);
                let expected = grid_answers(&same, ends, kind, &before);
                for turn in turns() {
                    let (grid, before) = image(&grid, turn);
                    let ends = ends.map(|cell| place(turn, size, cell));
                    let found = grid_answers(&grid, ends, kind, &before);
                    assert!(found == expected, "{turn:?} {kind:?} {ends:?}\n{grid}");
                }
            }
        }
    }
}
