//! Octile costs against Dijkstra's algorithm with rounded integers.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use bitboard_core::{Limits, Random, SeededRng, StopReason, TryError};
use king_paths::grid::{Grid, GridError, OctileCost, OctilePath, Point, StepKind};

use crate::common::check;

/// √2 · 2^32; the error of a path of a thousand steps is far less than the difference of two
/// lengths.
const DIAGONAL: u64 = 6_074_001_000;

/// Distances by a heap.
pub(crate) fn by_heap(
    grid: &Grid,
    from: &[Point],
    rule: StepKind,
) -> HashMap<Point, (u64, OctileCost)> {
    let mut found: HashMap<Point, (u64, OctileCost)> = HashMap::new();
    let start = from.iter().filter(|&&(x, y)| grid.is_free((x, y)));
    let mut heap: BinaryHeap<_> = start.map(|&cell| Reverse((0u64, cell, (0, 0)))).collect();
    while let Some(Reverse((length, (x, y), (straight, diagonal)))) = heap.pop() {
        if found.contains_key(&(x, y)) {
            continue;
        }
        found.insert((x, y), (length, OctileCost::new(straight, diagonal)));
        for (dx, dy) in (0..9).map(|i| (i % 3 - 1, i / 3 - 1)).filter(|&step| step != (0, 0)) {
            let at = |dx, dy| Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?));
            if let Some(next) = at(dx, dy)
                && grid.neighbors((x, y), rule).any(|neighbor| neighbor == next)
            {
                heap.push(Reverse(if dx != 0 && dy != 0 {
                    (length + DIAGONAL, next, (straight, diagonal + 1))
                } else {
                    (length + (1 << 32), next, (straight + 1, diagonal))
                }));
            }
        }
    }
    found
}

/// Checks that the cells of a path to a cell have its cost.
#[track_caller]
pub(crate) fn assert_cells(
    path: Option<Vec<Point>>,
    cost: Option<OctileCost>,
    grid: &Grid,
    cell: Point,
    rule: StepKind,
) {
    assert_eq!(path.is_some(), cost.is_some());
    let Some(path) = path else { return };
    assert_eq!(path.last(), Some(&cell));
    assert_eq!(sum(&path, grid, rule), cost.unwrap());
}

/// The length of a path.
#[track_caller]
fn sum(cells: &[Point], grid: &Grid, rule: StepKind) -> OctileCost {
    let mut sum = OctileCost::ZERO;
    for pair in cells.windows(2) {
        assert!(grid.neighbors(pair[0], rule).any(|next| next == pair[1]));
        sum = sum + OctileCost::between(pair[0], pair[1]);
    }
    sum
}

/// Checks that a path has the given ends and length.
#[track_caller]
pub(crate) fn assert_path(path: &OctilePath, grid: &Grid, ends: [Point; 2], rule: StepKind) {
    let (cost, cells) = path;
    assert_eq!([cells[0], cells[cells.len() - 1]], ends);
    assert_eq!(sum(cells, grid, rule), *cost);
}

fn agree(grid: &Grid, from: [Point; 2]) {
    for rule in &with_lengths() {
        let rule = *rule;
        let expected = by_heap(grid, &from, rule);
        let Ok(distances) = grid.octile_distances(&from, rule) else {
            assert!(expected.is_empty());
            continue;
        };
        let mut entries: Vec<_> = expected.iter().map(|(&cell, &(_, cost))| (cell, cost)).collect();
        entries.sort_unstable_by_key(|&((x, y), _)| (y, x));
        assert_eq!(distances.iter().collect::<Vec<_>>(), entries);
        assert_eq!(distances.max(), entries.iter().map(|&(_, cost)| cost).max());
        let from_first = by_heap(grid, &from[..1], rule);
        let first = grid.octile_distances(&from[..1], rule);
        let mut planner = grid.octile_planner().unwrap();
        for cell in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y))) {
            let path = match grid.octile_path(from[0], cell, rule) {
                Err(GridError::Blocked { .. }) => None,
                path => path.unwrap(),
            };
            let cost = path.as_ref().map(|path| path.0);
            assert_eq!(cost, from_first.get(&cell).map(|&(_, cost)| cost), "{from:?} {cell:?}");
            if let Some(path) = path {
                assert_path(&path, grid, [from[0], cell], rule);
                assert_eq!(Some(path.1), first.as_ref().unwrap().path_to(cell));
            }
            if rule == StepKind::NoCornerCut && grid.is_free(from[0]) && grid.is_free(cell) {
                let path = planner.path(from[0], cell).unwrap();
                assert_eq!(path.as_ref().map(|path| path.0), cost, "{from:?} {cell:?}\n{grid}");
                assert_eq!(planner.cost(cell, from[0]), Ok(cost), "{from:?} {cell:?}\n{grid}");
                if let Some(path) = path {
                    assert_path(&path, grid, [from[0], cell], rule);
                }
            }
            assert_cells(distances.path_to(cell), distances.get(cell), grid, cell, rule);
            let next = distances.next_cell(cell).map(|next| distances.get(next).unwrap());
            assert!(next.is_none_or(|next| Some(next) < distances.get(cell)));
        }
        assert_eq!(distances.next_cell((grid.width(), 0)), None);
    }
}

/// The kinds of steps whose lengths are 1 and √2.
pub(crate) fn with_lengths() -> Vec<StepKind> {
    StepKind::ALL.into_iter().filter(|&kind| kind != StepKind::Knight).collect()
}

#[test]
fn distances_and_paths_agree_with_a_heap() {
    agree_on(3);
}

#[test]
#[ignore = "takes seconds"]
fn all_maps_of_a_sample_agree_with_a_heap() {
    agree_on(100);
}

fn agree_on(maps: u64) {
    fn random(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height, free) = (rng.below(70) + 1, rng.below(20) + 1, 8 + rng.below(9));
        let grid = |_, _| rng.below(16) < free;
        let grid = Grid::from_fn(width as usize, height as usize, grid).unwrap();
        agree(&grid, [(); 2].map(|()| (rng.below(width) as usize, rng.below(height) as usize)));
    }
    check(maps, random);
}

#[test]
fn lines_and_corridors() {
    for (width, height) in [(1, 1), (1, 60), (60, 1), (64, 3), (65, 9)] {
        let open = Grid::from_fn(width, height, |_, _| true).unwrap();
        agree(&open, [(0, 0), (width - 1, height / 2)]);
    }
    let snake = |x: usize, y: usize| y.is_multiple_of(2) || x == if y % 4 == 1 { 19 } else { 0 };
    agree(&Grid::from_fn(20, 21, snake).unwrap(), [(0, 0), (10, 10)]);
}

/// Maps of the kinds of the MovingAI benchmarks, large enough for words and buckets to be crossed.
#[test]
fn planners_agree_with_distances_on_large_maps() {
    fn random(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height) = (rng.below(200) as usize + 60, rng.below(200) as usize + 60);
        let (percent, room) = (rng.below(45), 3 + rng.below(20) as usize);
        let is_room = seed.is_multiple_of(2);
        let free = |x: usize, y: usize| match is_room {
            true => {
                !x.is_multiple_of(room) && !y.is_multiple_of(room) || rng.below(room as u64) == 0
            }
            false => rng.below(100) >= percent,
        };
        let grid = Grid::from_fn(width, height, free).unwrap();
        let cells: Vec<Point> = grid.iter().collect();
        let mut planner = grid.octile_planner().unwrap();
        let mut rng = SeededRng::new(seed ^ 1);
        for _ in 0..8 {
            let from = cells[rng.below(cells.len() as u64) as usize];
            let distances = grid.octile_distances(&[from], StepKind::NoCornerCut).unwrap();
            for _ in 0..8 {
                let to = cells[rng.below(cells.len() as u64) as usize];
                let path = planner.path(from, to).unwrap();
                let cost = path.as_ref().map(|path| path.0);
                assert_eq!(cost, distances.get(to), "{from:?} {to:?} {seed}");
                if let Some(path) = path {
                    assert_path(&path, &grid, [from, to], StepKind::NoCornerCut);
                }
            }
        }
    }
    check(4, random);
}

#[test]
fn a_planner_that_was_stopped_can_be_used_again() {
    let grid = Grid::from_fn(120, 120, |x, y| x % 10 != 5 || y * 7 % 50 == x % 50).unwrap();
    let cells: Vec<Point> = grid.iter().collect();
    let (from, to) = (cells[0], cells[cells.len() - 1]);
    let expected = grid.octile_path(from, to, StepKind::NoCornerCut).unwrap();
    let (expected, _) = expected.expect("a path");
    let mut planner = grid.octile_planner().unwrap();
    let mut bounds = Vec::new();
    let found =
        (0..).find_map(|nodes| match planner.try_path(from, to, &Limits::new().nodes(nodes)) {
            Ok(path) => path,
            Err(TryError::Interrupted(by)) => {
                assert_eq!(by.reason, StopReason::Nodes);
                bounds.push(by.partial);
                None
            }
            Err(error) => panic!("{error}"),
        });
    assert_eq!(found.map(|(cost, _)| cost), Some(expected));
    assert!(
        bounds.len() > 3 && bounds.is_sorted() && bounds.iter().all(|bound| *bound <= expected)
    );
    let off = GridError::OffGrid { x: 120, y: 0, width: 120, height: 120 };
    assert_eq!(planner.path(from, (120, 0)).err(), Some(off));
    let wall = (0..120).find_map(|x| (!grid.is_free((x, 0))).then_some((x, 0))).expect("a wall");
    let blocked = Err(GridError::Blocked { x: wall.0, y: wall.1 });
    assert_eq!((planner.cost(from, wall), planner.cost(wall, from)), (blocked, blocked));
    assert_eq!(planner.cost(from, to), Ok(Some(expected)));
}

#[test]
fn long_paths_are_exact() {
    // 141 rows of 99 diagonal steps in effect: many lengths that differ by little.
    let open = Grid::from_fn(300, 200, |_, _| true).unwrap();
    let distances = open.octile_distances(&[(7, 3)], StepKind::King).unwrap();
    for (cell, cost) in distances.iter() {
        assert_eq!(cost, OctileCost::between((7, 3), cell));
    }
}

#[test]
fn cells_off_the_map_are_refused() {
    let grid = Grid::from_fn(5, 4, |x, _| x != 2).unwrap();
    let off = GridError::OffGrid { x: 5, y: 0, width: 5, height: 4 };
    let rule = StepKind::NoCornerCut;
    assert_eq!(grid.octile_distances(&[(5, 0)], rule).err(), Some(off));
    assert_eq!(grid.octile_path((0, 0), (5, 0), rule).err(), Some(off));
    for (from, to) in [((0, 0), (2, 0)), ((2, 0), (0, 0)), ((2, 0), (2, 0))] {
        let blocked = GridError::Blocked { x: 2, y: 0 };
        assert_eq!(grid.octile_path(from, to, rule), Err(blocked));
    }
    assert_eq!(grid.octile_path((0, 0), (4, 0), rule), Ok(None));
    assert_eq!(grid.octile_distances(&[], rule).unwrap().max(), None);
}

/// √2 · 2^110, rounded down.
fn sqrt_2() -> u128 {
    // 2^221 has no type; the digits follow by halving an interval of squares.
    let (mut low, mut high) = (1u128 << 110, 1u128 << 111);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if is_less_than_sqrt_2(middle) { low = middle } else { high = middle }
    }
    low
}

/// Whether (x / 2^110)² < 2.
fn is_less_than_sqrt_2(x: u128) -> bool {
    let (high, low) = (x >> 64, x & u128::from(u64::MAX));
    // x² = high² · 2^128 + 2 · high · low · 2^64 + low²
    let middle = 2 * high * low + ((low * low) >> 64);
    (high * high + (middle >> 64)) >> (221 - 128) == 0
}

#[test]
fn the_order_is_that_of_the_lengths() {
    let sqrt_2 = sqrt_2();
    assert!((sqrt_2 as f64 / 2f64.powi(110) - std::f64::consts::SQRT_2).abs() < 1e-15);
    // In units of 2^-78. Differences of lengths are at least 2^-35 or so; 33 bits times an error of
    // 2^-78 are far less.
    let length = |cost: OctileCost| {
        (u128::from(cost.straight()) << 78) + u128::from(cost.diagonal()) * (sqrt_2 >> 32)
    };
    let check = |a: (u32, u32), b: (u32, u32)| {
        let (a, b) = (OctileCost::new(a.0, a.1), OctileCost::new(b.0, b.1));
        assert_eq!(a.cmp(&b), length(a).cmp(&length(b)), "{a:?} {b:?}");
    };
    let mut rng = SeededRng::new(2);
    for _ in 0..2_000 {
        let mut steps = || (rng.next_u64() as u32, rng.next_u64() as u32);
        check(steps(), steps());
    }
    // The best approximations of √2 by fractions.
    let (mut a, mut b) = (1u64, 1u64);
    while let (Ok(straight), Ok(diagonal)) = (u32::try_from(a), u32::try_from(b)) {
        check((straight, 0), (0, diagonal));
        check((straight, 1), (1, diagonal));
        (a, b) = (a + 2 * b, a + b);
    }
    check((u32::MAX, u32::MAX), (u32::MAX, u32::MAX - 1));
}

#[test]
fn few_jump_points_are_examined() {
    // A wall with a gap has four jump points beside it, and other cells have none.
    let grid = Grid::from_fn(41, 41, |x, y| x != 20 || y == 20).unwrap();
    let mut planner = grid.octile_planner().unwrap();
    let cost = planner.try_cost((3, 5), (35, 2), &Limits::new().nodes(6)).unwrap();
    let expected = grid.octile_distances(&[(3, 5)], StepKind::NoCornerCut).unwrap();
    assert_eq!(cost, expected.get((35, 2)));
}

/// Distances to jump points are stored in 16 bits.
#[test]
fn long_ways_of_a_planner_are_found() {
    let far = i16::MAX as usize + 10;
    for (width, height) in [(far + 1, 1), (1, far + 1)] {
        let grid = Grid::from_fn(width, height, |_, _| true).unwrap();
        let mut planner = grid.octile_planner().unwrap();
        let ends = [(0, 0), (width - 1, height - 1)];
        for [from, to] in [ends, [ends[1], ends[0]]] {
            let expected = Some(OctileCost::new(far as u32, 0));
            assert_eq!(planner.cost(from, to), Ok(expected));
            assert_eq!(planner.path(from, to).unwrap().unwrap().1.len(), far + 1);
        }
    }
}
