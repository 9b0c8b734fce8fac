//! Distances and shortest paths on grids with closed steps against a queue; costs, lengths, and
//! distances repaired after changes, against those of neighbors.

#![no_main]

use std::collections::{HashSet, VecDeque};
use std::fmt::Debug;
use std::ops::Add;

use arbitrary::Arbitrary;
use bitboard_core::SeededRng;
use king_paths::grid::{Cost, CostMap, Distances, Ends, Grid, OctileCost, Point, StepKind};
use libfuzzer_sys::fuzz_target;
use num_bigint::BigUint;

#[derive(Arbitrary, Debug)]
struct Input {
    width: u8,
    kind: u8,
    /// Walls where all bits are set, or where any is: open country or mazes.
    dense: bool,
    from: Vec<(u8, u8)>,
    to: Vec<(u8, u8)>,
    costs: [u8; 4],
    is_way_back: bool,
    /// Cells that are set, three at a time.
    changed: Vec<(u8, u8)>,
    /// Cells and directions of steps that are closed, in both directions with bit 4. Changes close
    /// the last ones, or open them.
    closed: Vec<(u8, u8, u8)>,
    cells: Vec<u8>,
}

/// A grid, and its closed steps for the plain search.
#[derive(Clone)]
struct Map {
    grid: Grid,
    closed: HashSet<(Point, Point)>,
}

impl Map {
    /// Closes or opens the step from a cell in a direction, and the step back with bit 4. Returns
    /// the steps that lead from one cell of the grid to another.
    fn toggle(&mut self, &(x, y, direction): &(u8, u8, u8)) -> Vec<(Point, Point)> {
        let (dx, dy) = AROUND[usize::from(direction % 8)];
        let from = (usize::from(x) % self.grid.width(), usize::from(y) % self.grid.height());
        let to = (from.0.wrapping_add_signed(dx), from.1.wrapping_add_signed(dy));
        let inside = |(x, y): Point| x < self.grid.width() && y < self.grid.height();
        if !inside(to) {
            return Vec::new();
        }
        let count = if direction & 16 == 0 { 1 } else { 2 };
        let steps = [(from, to), (to, from)][..count].to_vec();
        for &(from, to) in &steps {
            let is_open = !self.closed.insert((from, to)) && self.closed.remove(&(from, to));
            self.grid.set_step(from, to, is_open).unwrap();
            assert_eq!(self.grid.is_open(from, to), is_open);
        }
        steps
    }
}

const AROUND: [(isize, isize); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

fuzz_target!(|input: Input| {
    let width = usize::from(input.width) + 1;
    let bits = if input.dense { 1 } else { 4 };
    // One bit a cell, or four for each: then most are free.
    let count = 8 * input.cells.len() / bits;
    let height = (count / width).min(300);
    let wall = |cell: usize| match input.dense {
        true => input.cells[cell / 8] >> (cell % 8) & 1 == 1,
        false => input.cells[cell / 2] >> (4 * (cell % 2)) & 15 == 15,
    };
    let grid = Grid::from_fn(width, height, |x, y| !wall(width * y + x));
    let Ok(grid) = grid else {
        assert_eq!(height, 0);
        return;
    };
    let mut map = Map { grid, closed: HashSet::new() };
    let (closed, toggled) = input.closed.split_at(input.closed.len() * 3 / 4);
    for step in closed {
        map.toggle(step);
    }
    let grid = &map.grid;
    let kind = StepKind::ALL[usize::from(input.kind) % StepKind::ALL.len()];
    let point = |&(x, y): &(u8, u8)| (usize::from(x), usize::from(y) * height.div_ceil(256));
    let from: Vec<Point> = input.from.iter().take(20).map(point).collect();
    let to: Vec<Point> = input.to.iter().take(20).map(point).collect();
    let inside = |&(x, y): &Point| x < width && y < height;

    // A set of walls alone is refused.
    let any = |cells: &[Point]| cells.is_empty() || cells.iter().any(|&cell| grid.is_free(cell));
    let found = grid.distances(&from, kind);
    let paths = grid.shortest_paths(&from, &to, kind);
    assert_eq!(found.is_ok(), from.iter().all(inside) && any(&from));
    assert_eq!(paths.is_ok(), found.is_ok() && to.iter().all(inside) && any(&to));
    let Ok(found) = found else { return };
    let there = queue(&map, &from, kind, false);
    for y in 0..height {
        let row = &there[width * y..][..width];
        let row = row.iter().map(|&steps| (steps != u32::MAX).then_some(steps));
        assert!(found.row(y).is_some_and(|found| found.eq(row)));
    }
    let reached = there.iter().filter(|&&steps| steps != u32::MAX);
    assert_eq!(found.iter().count(), reached.clone().count());
    assert_eq!(found.max(), reached.copied().max());

    if width * height <= 2_000 {
        let changed: Vec<Point> = input.changed.iter().map(point).filter(inside).collect();
        update(&input, map.clone(), found.clone(), &from, kind, (&changed, toggled));
    }

    let Ok(paths) = paths else { return };
    let at = |&(x, y): &Point| there[width * y + x];
    let shortest = to.iter().map(at).min().filter(|&steps| steps != u32::MAX);
    assert_eq!(paths.distance(), shortest);
    let Some(shortest) = shortest else {
        assert_eq!((paths.path_count(), paths.path_count_big()), (Ok(0), BigUint::ZERO));
        assert!(paths.layers().len() == 0 && paths.path().is_none());
        return;
    };
    // Back from the nearest ends, with the number of paths to each cell on the way.
    let nearest: Vec<Point> = to.iter().copied().filter(|to| at(to) == shortest).collect();
    let back = queue(&map, &nearest, kind, true);
    let mut counts = vec![BigUint::ZERO; there.len()];
    let mut layers = vec![Vec::new(); shortest as usize + 1];
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let cell = width * y + x;
        if there[cell] <= shortest && back[cell] == shortest - there[cell] {
            layers[there[cell] as usize].push((x, y));
        }
    }
    for (i, layer) in layers.iter().enumerate() {
        assert_eq!(paths.layer(i), Some(&layer[..]));
        for &(x, y) in layer {
            let before = neighbors(&map, (x, y), kind, true);
            let before = before.iter().filter(|cell| i > 0 && at(cell) == i as u32 - 1);
            let sum = before.map(|&(x, y)| &counts[width * y + x]).sum();
            counts[width * y + x] = if i == 0 { BigUint::from(1u32) } else { sum };
        }
    }
    let ends = &layers[shortest as usize];
    let total: BigUint = ends.iter().map(|&(x, y)| &counts[width * y + x]).sum();
    assert_eq!(paths.path_count_big(), total);
    assert_eq!(paths.path_count().ok(), u128::try_from(&total).ok());
    let listed: Vec<_> = paths.paths().take(20).collect();
    assert_eq!(BigUint::from(listed.len()), total.min(BigUint::from(20u32)));
    let drawn = paths.sampler(SeededRng::new(input.from.len() as u64)).take(5);
    for path in listed.into_iter().chain(drawn) {
        assert_eq!(path.len(), layers.len());
        assert!(path.iter().zip(&layers).all(|(cell, layer)| layer.contains(cell)));
        for pair in path.windows(2) {
            assert!(neighbors(&map, pair[0], kind, false).contains(&pair[1]));
        }
    }
    for cell in grid.iter() {
        let path = found.path_to(cell).unwrap_or_default();
        assert_eq!((path.len() as u32).wrapping_sub(1), at(&cell));
        let next = found.next_cell(cell);
        assert_eq!(
            next.map_or(0, |next| at(&next) + 1),
            if path.len() > 1 { at(&cell) } else { 0 }
        );
    }
    octile(&map, &from, to[0], kind);
});

/// Distances, costs and lengths, before changes and after some.
fn update(
    input: &Input,
    mut plain: Map,
    mut steps: Distances<u32>,
    from: &[Point],
    kind: StepKind,
    (changed, toggled): (&[Point], &[(u8, u8, u8)]),
) {
    let cost = |(x, y): Point| u16::from(input.costs[(x + 2 * y) % 4].max(1));
    let mut map = CostMap::from_grid(&plain.grid).unwrap();
    for cell in plain.grid.iter() {
        map.set(cell, cost(cell)).unwrap();
    }
    let ends = if input.is_way_back { Ends::To(from) } else { Ends::From(from) };
    let mut costs = map.distances(ends, kind).unwrap();
    let mut octile = plain.grid.octile_distances(from, kind);
    let mut lengths = map.octile_distances(ends, kind);
    let mut toggled = std::iter::once(&[][..]).chain(toggled.chunks(2));
    for changed in std::iter::once(&[][..]).chain(changed.chunks(3)).take(6) {
        let mut changed = changed.to_vec();
        for &cell in &changed {
            let is_free = !plain.grid.is_free(cell);
            plain.grid.set(cell, is_free).unwrap();
            map.set(cell, if is_free { cost(cell) } else { 0 }).unwrap();
        }
        for step in toggled.next().into_iter().flatten() {
            for (from, to) in plain.toggle(step) {
                map.set_step(from, to, plain.grid.is_open(from, to)).unwrap();
                changed.push(to);
            }
        }
        let (grid, changed) = (&plain.grid, &changed[..]);
        let charged = |before, after| cost(if input.is_way_back { before } else { after }).into();
        grid.update_distances(&mut steps, changed).unwrap();
        follow((&plain, from, kind, false), &steps, |_, _| 1);
        map.update_distances(&mut costs, changed).unwrap();
        follow((&plain, from, kind, input.is_way_back), &costs, |before, after| {
            u64::from(charged(before, after))
        });
        if let (Ok(octile), Ok(lengths)) = (&mut octile, &mut lengths) {
            grid.update_distances(octile, changed).unwrap();
            follow((&plain, from, kind, false), octile, |before, after| {
                octile_step(before, after, 1)
            });
            map.update_distances(lengths, changed).unwrap();
            let step = |before, after| octile_step(before, after, charged(before, after));
            follow((&plain, from, kind, input.is_way_back), lengths, step);
        }
    }
}

fn octile_step(before: Point, after: Point, cost: u32) -> OctileCost {
    let is_diagonal = before.0 != after.0 && before.1 != after.1;
    if is_diagonal { OctileCost::new(0, cost) } else { OctileCost::new(cost, 0) }
}

/// Checks that each distance is the least that follows from those of the neighbors. Steps are
/// longer than 0, so no other distances do.
fn follow<C: Cost + Ord + Default + Debug + Add<Output = C>>(
    (map, from, kind, is_way_back): (&Map, &[Point], StepKind, bool),
    found: &Distances<C>,
    step: impl Fn(Point, Point) -> C,
) {
    let grid = &map.grid;
    for cell in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y))) {
        let is_free = grid.is_free(cell);
        let near = if is_free { neighbors(map, cell, kind, !is_way_back) } else { Vec::new() };
        let after = |before| Some(found.get(before)? + step(before, cell));
        let expected = match is_free && from.contains(&cell) {
            true => Some(C::default()),
            false => near.into_iter().filter_map(after).min(),
        };
        assert_eq!(found.get(cell), expected, "{cell:?}");
    }
}

/// The shortest path from one start has the length of the distance.
fn octile(map: &Map, from: &[Point], to: Point, kind: StepKind) {
    let grid = &map.grid;
    let ([start], Ok(found)) = (from, grid.octile_distances(from, kind)) else { return };
    let Ok(path) = grid.octile_path(*start, to, kind) else {
        assert!(!grid.is_free(to));
        return;
    };
    assert_eq!(path.as_ref().map(|path| path.0), found.get(to));
    if let Some((length, cells)) = path {
        assert_eq!((cells.first(), cells.last()), (Some(start), Some(&to)));
        let mut sum = OctileCost::ZERO;
        for pair in cells.windows(2) {
            assert!(neighbors(map, pair[0], kind, false).contains(&pair[1]));
            sum = sum + octile_step(pair[0], pair[1], 1);
        }
        assert_eq!(sum, length);
    }
}

/// The free cells that steps lead to from a free cell, or from which they lead to it.
fn neighbors(map: &Map, (x, y): Point, kind: StepKind, is_back: bool) -> Vec<Point> {
    let around = (0..25).map(|i| (i % 5 - 2, i / 5 - 2));
    let at = |(dx, dy)| Some((x.checked_add_signed(dx)?, y.checked_add_signed(dy)?));
    let leads = |&other: &Point| match is_back {
        true => has_step(map, other, (x, y), kind),
        false => has_step(map, (x, y), other, kind),
    };
    let found: Vec<Point> = around.filter_map(at).filter(leads).collect();
    if !is_back {
        assert_eq!(found, map.grid.neighbors((x, y), kind).collect::<Vec<_>>());
    }
    found
}

/// Returns whether a step leads from a free cell to another one.
fn has_step(map: &Map, from: Point, to: Point, kind: StepKind) -> bool {
    let (dx, dy) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    let (free, is_open) =
        (|cell| map.grid.is_free(cell), |from, to| !map.closed.contains(&(from, to)));
    if !free(from) || !free(to) {
        return false;
    }
    if kind == StepKind::Knight {
        return dx * dy == 2;
    }
    let (beside, above) = ((to.0, from.1), (from.0, to.1));
    let has_wall = |one, other| !is_open(one, other) && !is_open(other, one);
    let no_wall = |cell| !has_wall(from, cell) && !has_wall(cell, to);
    let open = |cell| free(cell) && is_open(from, cell) && is_open(cell, to);
    let by_corner = || match kind {
        StepKind::King => no_wall(beside) || no_wall(above),
        StepKind::OneCornerCut => open(beside) || open(above),
        StepKind::NoCornerCut => open(beside) && open(above),
        _ => false,
    };
    dx.max(dy) == 1 && is_open(from, to) && (dx + dy == 1 || by_corner())
}

/// The distance from or to each cell, row by row; `u32::MAX` if it cannot be reached.
fn queue(map: &Map, from: &[Point], kind: StepKind, is_back: bool) -> Vec<u32> {
    let grid = &map.grid;
    let cell = |(x, y): Point| grid.width() * y + x;
    let mut steps = vec![u32::MAX; grid.width() * grid.height()];
    let mut queue = VecDeque::new();
    for &start in from.iter().filter(|&&(x, y)| grid.is_free((x, y))) {
        steps[cell(start)] = 0;
        queue.push_back(start);
    }
    while let Some(here) = queue.pop_front() {
        for next in neighbors(map, here, kind, is_back) {
            if steps[cell(next)] == u32::MAX {
                steps[cell(next)] = steps[cell(here)] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}
