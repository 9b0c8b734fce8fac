//! Costs of cells against relaxation until nothing changes, and ties.

use std::collections::HashMap;

use bitboard_core::{Limits, Random, SeededRng, TryError};
use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, OctileCost, Point, StepKind,
};

use crate::common::check;
use crate::grid::straightness;

/// √2 · 2^32.
const DIAGONAL: u64 = 6_074_001_000;

/// The least costs in units of 2^-32, by trying all steps from all cells again and again. On the
/// way back, a step costs the cell that it leaves.
pub(crate) fn by_relaxation(
    (map, from, kind): (&CostMap, &[Point], StepKind),
    is_way_back: bool,
    diagonal: u64,
) -> HashMap<Point, u64> {
    let start = from.iter().copied().filter(|&cell| map.cost(cell) > 0);
    let mut costs: HashMap<Point, u64> = start.map(|cell| (cell, 0)).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for cell in map.grid().iter() {
            let Some(&cost) = costs.get(&cell) else { continue };
            for next in map.grid().neighbors(cell, kind) {
                let is_diagonal = cell.0 != next.0 && cell.1 != next.1;
                let step = if is_diagonal { diagonal } else { 1 << 32 };
                let charged = map.cost(if is_way_back { cell } else { next });
                let cost = cost + u64::from(charged) * step;
                if costs.get(&next).is_none_or(|&old| cost < old) {
                    costs.insert(next, cost);
                    changed = true;
                }
            }
        }
    }
    costs
}

/// A map of random costs up to `most`, of which about a quarter are 0.
pub(crate) fn random_map(rng: &mut SeededRng, width: usize, height: usize, most: u64) -> CostMap {
    let cost = |_, _| if rng.below(4) == 0 { 0 } else { rng.below(most + 1) as u16 };
    CostMap::from_fn(width, height, cost).unwrap()
}

/// All cheapest paths from `from` to a cell.
fn all_paths(
    costs: &HashMap<Point, u64>,
    (map, from, kind): (&CostMap, &[Point], StepKind),
    is_way_back: bool,
    diagonal: u64,
    cell: Point,
) -> Vec<Vec<Point>> {
    if costs[&cell] == 0 {
        return vec![vec![cell]];
    }
    let mut paths = Vec::new();
    for before in map.grid().neighbors(cell, kind) {
        let is_diagonal = cell.0 != before.0 && cell.1 != before.1;
        let step = u64::from(map.cost(if is_way_back { before } else { cell }));
        if costs[&before] + step * if is_diagonal { diagonal } else { 1 << 32 } == costs[&cell] {
            paths.extend(all_paths(costs, (map, from, kind), is_way_back, diagonal, before));
        }
    }
    paths.iter_mut().for_each(|path| path.push(cell));
    paths
}

/// Checks all distances, and that each path begins in `from` and has its cost.
fn agree<C: Cost + Copy + PartialEq + std::fmt::Debug>(
    found: &Distances<C>,
    expected: &HashMap<Point, u64>,
    (map, from, kind): (&CostMap, &[Point], StepKind),
    is_way_back: bool,
    value: impl Fn(C) -> u64,
    diagonal: u64,
) {
    let (width, height) = (map.grid().width(), map.grid().height());
    assert_eq!(found.max().map(&value), expected.values().max().copied());
    for cell in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        assert_eq!(found.get(cell).map(&value), expected.get(&cell).copied(), "{cell:?}\n{map}");
        let Some(path) = found.path_to(cell) else { continue };
        if expected.len() < 30 {
            let all = all_paths(expected, (map, from, kind), is_way_back, diagonal, cell);
            assert_eq!(found.path_count_to(cell), Ok(all.len() as u128));
            assert_eq!(
                all.into_iter().min_by_key(|path| straightness(path)).as_ref(),
                Some(&path),
                "{map}"
            );
        }
        assert!(from.contains(&path[0]) && path.last() == Some(&cell));
        let next = found.next_cell(cell);
        assert_eq!(next.is_none(), path.len() == 1);
        let mut sum = 0;
        for pair in path.windows(2) {
            assert!(map.grid().neighbors(pair[0], kind).any(|next| next == pair[1]));
            let is_diagonal = pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1;
            let charged = map.cost(pair[usize::from(!is_way_back)]);
            sum += u64::from(charged) * if is_diagonal { diagonal } else { 1 << 32 };
            assert_eq!(Some(sum), expected.get(&pair[1]).copied());
        }
        assert!(next.is_none_or(|next| expected[&next] < expected[&cell]));
    }
    assert_eq!((found.get((width, 0)), found.next_cell((0, height))), (None, None));
}

fn agree_with_relaxation(map: &CostMap, from: &[Point]) {
    for (kind, is_way_back) in StepKind::ALL.into_iter().flat_map(|k| [(k, false), (k, true)]) {
        let query = (map, from, kind);
        let ends = if is_way_back { Ends::To(from) } else { Ends::From(from) };
        let Ok(found) = map.distances(ends, kind) else {
            assert!(from.iter().all(|&cell| map.cost(cell) == 0));
            return;
        };
        let expected = by_relaxation(query, is_way_back, 1 << 32);
        agree(&found, &expected, query, is_way_back, |cost| cost << 32, 1 << 32);
        let Ok(found) = map.octile_distances(ends, kind) else {
            assert_eq!(kind, StepKind::Knight);
            continue;
        };
        let expected = by_relaxation(query, is_way_back, DIAGONAL);
        let value = |cost: OctileCost| {
            (u64::from(cost.straight()) << 32) + u64::from(cost.diagonal()) * DIAGONAL
        };
        agree(&found, &expected, query, is_way_back, value, DIAGONAL);
    }
}

#[test]
fn distances_and_paths_agree_with_relaxation() {
    fn random(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height) = (1 + rng.below(20) as usize, 1 + rng.below(12) as usize);
        let most = [1, 2, 15, 255][rng.below(4) as usize];
        let width = if rng.below(3) == 0 { width.min(6) } else { width };
        let map = random_map(&mut rng, width, height, most);
        let from =
            [(); 2].map(|()| (rng.below(20) as usize % width, rng.below(12) as usize % height));
        agree_with_relaxation(&map, &from[rng.below(2) as usize..]);
    }
    check(30, random);
    // A path without turns has more diagonal steps than one around the middle.
    agree_with_relaxation(&"111\n121\n111".parse().unwrap(), &[(0, 0)]);
}

#[test]
fn repaired_distances_are_those_of_a_rebuild() {
    repair(40);
}

#[test]
#[ignore = "takes seconds"]
fn all_maps_of_a_sample_are_repaired() {
    repair(1000);
}

fn repair(maps: usize) {
    fn check<C: Cost + PartialEq + std::fmt::Debug>(
        repaired: &Distances<C>,
        rebuilt: Result<Distances<C>, GridError>,
        map: &CostMap,
    ) {
        match rebuilt {
            Ok(rebuilt) => assert_eq!(repaired, &rebuilt, "{map}\n{repaired}\n{rebuilt}"),
            Err(_) => assert_eq!(repaired.max(), None),
        }
    }
    let mut rng = SeededRng::new(11);
    for round in 0..maps {
        let (width, height) = (1 + rng.below(20) as usize, 1 + rng.below(12) as usize);
        let (kind, most) =
            (StepKind::ALL[round % StepKind::ALL.len()], [1, 2, 15, 255][round / 5 % 4]);
        let mut map = random_map(&mut rng, width, height, most);
        let mut cell = || (rng.below(20) as usize % width, rng.below(12) as usize % height);
        let from = [cell(), cell()];
        map.set(from[0], 1).unwrap();
        let mut grid = map.grid().clone();
        let ends = if rng.below(2) == 0 { Ends::From(&from) } else { Ends::To(&from) };
        let mut costs = map.distances(ends, kind).unwrap();
        let mut lengths = map.octile_distances(ends, kind);
        let mut steps = grid.distances(&from, kind).unwrap();
        let mut octile = grid.octile_distances(&from, kind);
        for _ in 0..50 {
            let mut below = |n: usize| rng.below(n as u64) as usize;
            let (x, y, side, same) = (below(width), below(height), below(4), below(2) == 0);
            let rows = y..height.min(y + side);
            let changed: Vec<Point> =
                rows.flat_map(|y| (x..width.min(x + side)).map(move |x| (x, y))).collect();
            let all = rng.below(most + 1) as u16;
            for &cell in &changed {
                let cost = if same { all } else { rng.below(most + 1) as u16 };
                map.set(cell, cost).unwrap();
                grid.set(cell, cost > 0).unwrap();
            }
            map.update_distances(&mut costs, &changed).unwrap();
            grid.update_distances(&mut steps, &changed).unwrap();
            check(&costs, map.distances(ends, kind), &map);
            check(&steps, grid.distances(&from, kind), &map);
            if let (Ok(lengths), Ok(octile)) = (&mut lengths, &mut octile) {
                map.update_distances(lengths, &changed).unwrap();
                grid.update_distances(octile, &changed).unwrap();
                check(lengths, map.octile_distances(ends, kind), &map);
                check(octile, grid.octile_distances(&from, kind), &map);
            }
            assert_eq!(grid.update_distances(&mut costs, &[]), Err(GridError::OtherMap));
            assert_eq!(map.update_distances(&mut steps, &[]), Err(GridError::OtherMap));
        }
    }
}

/// Distances of other cells than the start are those of the best neighbor and one step more. Costs
/// are positive, so no other numbers are. Sides are those of tiles and words, and one more or less.
#[test]
fn distances_follow_from_those_of_neighbors() {
    let mut rng = SeededRng::new(3);
    let sides = [1, 63, 64, 65, 127, 128, 129];
    for (side, most) in
        sides.into_iter().flat_map(|side| [1, 2, 15, 255, 65_535].map(|most| (side, most)))
    {
        let map = random_map(&mut rng, side, 130 - side, most);
        let Some(start) = map.grid().iter().next() else { continue };
        for kind in StepKind::ALL {
            let found = map.distances(Ends::From(&[start]), kind).unwrap();
            let lengths = map.octile_distances(Ends::From(&[start]), kind).ok();
            for (cell, cost) in map.grid().iter().map(|cell| (cell, map.cost(cell).into())) {
                let near = || map.grid().neighbors(cell, kind);
                let best = near().filter_map(|near| Some(found.get(near)? + u64::from(cost))).min();
                assert_eq!(found.get(cell), if cell == start { Some(0) } else { best });
                let Some(lengths) = &lengths else { continue };
                let after = |near: Point| {
                    let is_diagonal = near.0 != cell.0 && near.1 != cell.1;
                    let step = if is_diagonal { (0, cost) } else { (cost, 0) };
                    Some(lengths.get(near)? + OctileCost::new(step.0, step.1))
                };
                let best = near().filter_map(after).min();
                assert_eq!(
                    lengths.get(cell),
                    if cell == start { Some(OctileCost::ZERO) } else { best }
                );
            }
            if most == 1 {
                let steps = map.grid().distances(&[start], kind).unwrap();
                assert!(found.iter().eq(steps.iter().map(|(cell, n)| (cell, u64::from(n)))));
            }
        }
    }
}

/// One path is that of the distances from its first cell, with any costs and at any limit.
#[test]
fn a_cheapest_path_is_that_of_the_distances() {
    fn agree(seed: u64) {
        let mut rng = SeededRng::new(seed);
        let (width, height) = (1 + rng.below(40) as usize, 1 + rng.below(25) as usize);
        let most = [1, 9, 255, 65_535][rng.below(4) as usize];
        let mut map = random_map(&mut rng, width, height, most);
        let (from, to) = ((0, 0), (width - 1, height - 1));
        [from, to].into_iter().for_each(|end| map.set(end, map.cost(end).max(1)).unwrap());
        let limits = Limits::new().nodes(rng.below(1_000));
        for kind in StepKind::ALL {
            let all = map.distances(&[from], kind).unwrap();
            let path = map.path(from, to, kind).unwrap();
            assert_eq!(path, all.get(to).zip(all.path_to(to)), "{kind:?}\n{map}");
            match map.try_path(from, to, kind, &limits) {
                Ok(found) => assert_eq!(found, path),
                Err(TryError::Interrupted(by)) => {
                    assert!(path.is_none_or(|(cost, _)| by.partial <= cost));
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
    check(150, agree);
    let map: CostMap = "1#\n11".parse().unwrap();
    assert_eq!(map.path((0, 0), (1, 0), StepKind::King), Err(GridError::Blocked { x: 1, y: 0 }));
    assert_eq!(CostMap::from_grid(map.grid()), Ok(map));
}

#[test]
fn cost_maps_are_read() {
    let map: CostMap = ".3#\n90.".parse().unwrap();
    assert_eq!(map.to_string(), "13#\n9#1");
    assert_eq!(format!("{map:#?}"), "CostMap(3×2, 4 free)\n13#\n9#1");
    let error = "..\n.x".parse::<CostMap>().unwrap_err().to_string();
    assert!(error.starts_with("line 2, column 2: expected '.', '1', "), "{error}");
    let mut map = CostMap::from_fn(5, 4, |_, _| 255).unwrap();
    map.set((1, 0), 0).unwrap();
    assert_eq!((map.cost((1, 0)), map.cost((5, 0))), (0, 0));
    // A step back from the end of the longest path would not fit.
    let mut long = CostMap::from_fn(1 << 16, 1, |_, _| u16::MAX).unwrap();
    let overflow = GridError::Overflow { total: (1 << 32) - (1 << 16) };
    assert_eq!(long.octile_distances(&[], StepKind::King).err(), Some(overflow));
    assert!(overflow.to_string().ends_with("expected less than 2^32 - 2^16"), "{overflow}");
    long.set((0, 0), u16::MAX - 1).unwrap();
    assert!(long.octile_distances(&[], StepKind::King).is_ok());
    let off = GridError::OffGrid { x: 5, y: 0, width: 5, height: 4 };
    assert_eq!(map.distances(Ends::From(&[(5, 0)]), StepKind::King).err(), Some(off));
    assert_eq!(map.set((5, 0), 1), Err(off));
    let blocked = GridError::Blocked { x: 1, y: 0 };
    assert_eq!(map.distances(Ends::From(&[(1, 0)]), StepKind::King).err(), Some(blocked));
    let grid = Grid::from_fn(2, 2, |_, _| true).unwrap();
    assert_eq!(grid.octile_path((0, 0), (1, 1), StepKind::Knight).err(), Some(GridError::NoLength));
}
