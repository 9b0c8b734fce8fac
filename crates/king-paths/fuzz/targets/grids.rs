//! Distances and shortest paths on grids against a queue; costs, lengths, and distances repaired
//! after changes, against those of neighbors.

#![no_main]

use std::collections::VecDeque;
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
    cells: Vec<u8>,
}

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
    let there = queue(&grid, &from, kind);
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
        update(&input, grid.clone(), found.clone(), &from, kind, &changed);
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
    let back = queue(&grid, &nearest, kind);
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
            let before = neighbors(&grid, (x, y), kind);
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
            assert!(neighbors(&grid, pair[0], kind).contains(&pair[1]));
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
    octile(&grid, &from, to[0], kind);
});

/// Distances, costs and lengths, before changes and after some.
fn update(
    input: &Input,
    mut grid: Grid,
    mut steps: Distances<u32>,
    from: &[Point],
    kind: StepKind,
    changed: &[Point],
) {
    let cost = |(x, y): Point| u16::from(input.costs[(x + 2 * y) % 4].max(1));
    let at = |x, y| if grid.is_free((x, y)) { cost((x, y)) } else { 0 };
    let mut map = CostMap::from_fn(grid.width(), grid.height(), at).unwrap();
    let ends = if input.is_way_back { Ends::To(from) } else { Ends::From(from) };
    let mut costs = map.distances(ends, kind).unwrap();
    let mut octile = grid.octile_distances(from, kind);
    let mut lengths = map.octile_distances(ends, kind);
    for changed in std::iter::once(&[][..]).chain(changed.chunks(3)).take(6) {
        for &cell in changed {
            let is_free = !grid.is_free(cell);
            grid.set(cell, is_free).unwrap();
            map.set(cell, if is_free { cost(cell) } else { 0 }).unwrap();
        }
        let charged = |before, after| cost(if input.is_way_back { before } else { after }).into();
        grid.update_distances(&mut steps, changed).unwrap();
        follow((&grid, from, kind), &steps, |_, _| 1);
        map.update_distances(&mut costs, changed).unwrap();
        follow((&grid, from, kind), &costs, |before, after| u64::from(charged(before, after)));
        if let (Ok(octile), Ok(lengths)) = (&mut octile, &mut lengths) {
            grid.update_distances(octile, changed).unwrap();
            follow((&grid, from, kind), octile, |before, after| octile_step(before, after, 1));
            map.update_distances(lengths, changed).unwrap();
            let step = |before, after| octile_step(before, after, charged(before, after));
            follow((&grid, from, kind), lengths, step);
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
    (grid, from, kind): (&Grid, &[Point], StepKind),
    found: &Distances<C>,
    step: impl Fn(Point, Point) -> C,
) {
    for cell in (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| (x, y))) {
        let is_free = grid.is_free(cell);
        let near = if is_free { neighbors(grid, cell, kind) } else { Vec::new() };
        let after = |before| Some(found.get(before)? + step(before, cell));
        let expected = match is_free && from.contains(&cell) {
            true => Some(C::default()),
            false => near.into_iter().filter_map(after).min(),
        };
        assert_eq!(found.get(cell), expected, "{cell:?}");
    }
}

/// The shortest path from one start has the length of the distance.
fn octile(grid: &Grid, from: &[Point], to: Point, kind: StepKind) {
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
            assert!(neighbors(grid, pair[0], kind).contains(&pair[1]));
            sum = sum + octile_step(pair[0], pair[1], 1);
        }
        assert_eq!(sum, length);
    }
}

fn neighbors(grid: &Grid, (x, y): Point, kind: StepKind) -> Vec<Point> {
    let free = |dx: isize, dy: isize| {
        let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
        grid.is_free((x, y)).then_some((x, y))
    };
    let mut found = Vec::new();
    for (dx, dy) in (0..25).map(|i| (i % 5 - 2, i / 5 - 2)) {
        let (straight, diagonal) = (dx * dx + dy * dy == 1, dx * dx + dy * dy == 2);
        let allowed = match kind {
            StepKind::Orthogonal => straight,
            StepKind::OneCornerCut => {
                straight || diagonal && (free(dx, 0).is_some() || free(0, dy).is_some())
            }
            StepKind::King => straight || diagonal,
            StepKind::NoCornerCut => {
                straight || diagonal && free(dx, 0).is_some() && free(0, dy).is_some()
            }
            StepKind::Knight => dx * dx + dy * dy == 5,
            _ => unreachable!("a kind without a test"),
        };
        found.extend(free(dx, dy).filter(|_| allowed));
    }
    assert_eq!(found, grid.neighbors((x, y), kind).collect::<Vec<_>>());
    found
}

/// The distance of each cell, row by row; `u32::MAX` if it cannot be reached.
fn queue(grid: &Grid, from: &[Point], kind: StepKind) -> Vec<u32> {
    let cell = |(x, y): Point| grid.width() * y + x;
    let mut steps = vec![u32::MAX; grid.width() * grid.height()];
    let mut queue = VecDeque::new();
    for &start in from.iter().filter(|&&(x, y)| grid.is_free((x, y))) {
        steps[cell(start)] = 0;
        queue.push_back(start);
    }
    while let Some(here) = queue.pop_front() {
        for next in neighbors(grid, here, kind) {
            if steps[cell(next)] == u32::MAX {
                steps[cell(next)] = steps[cell(here)] + 1;
                queue.push_back(next);
            }
        }
    }
    steps
}
