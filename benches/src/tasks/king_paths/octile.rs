//! Shortest paths with diagonal steps of √2 that do not cut corners.

use std::rc::Rc;

use king_paths::grid::{OctileCost, Point, StepKind};

use super::grid::{Map, maze, random};
use crate::random::Random;
use crate::task::{Builder, Role, Task};
#[cfg(feature = "king-paths-rivals")]
use crate::{baseline::grid::Walls, rivals};

/// √2 in units of 2^-40. The error of a path is far less than the difference of two lengths.
const DIAGONAL: u64 = 1_554_944_255_988;
const STRAIGHT: u64 = 1 << 40;

pub(super) fn tasks() -> Vec<Task> {
    vec![
        distances("octile distances on a grid, 512 × 512, 30 % walls", || random(512)),
        distances("octile distances on a grid, 512 × 512, maze", || maze(256)),
        paths("octile path on a grid, 512 × 512, 30 % walls", || queries(random(512))),
    ]
}

fn distances(name: &'static str, map: fn() -> Map) -> Task {
    let ours = |map: &Map| map.grid.octile_distances(&[map.first()], StepKind::NoCornerCut);
    let task = super::distances(name, map, ours, scaled);
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "pathfinding dijkstra_reach",
        |map| {
            let start = map.walls.place(map.start.0, map.start.1) as usize;
            let cells = map.walls.free.len();
            let found = rivals::octile::distances(start, cells, |cell| steps(&map.walls, cell));
            (map.walls.stride, found)
        },
        |found| super::show_array(found, u64::MAX),
    );
    task.build()
}

/// A map and two cells of it.
struct Query {
    map: Rc<Map>,
    ends: [Point; 2],
}

/// From one free cell to another.
fn queries(map: Map) -> Vec<Query> {
    let map = Rc::new(map);
    let mut random = Random::new(18);
    let free: Vec<_> = map.grid.iter().collect();
    let mut cell = || free[random.below(free.len())];
    (0..20).map(|_| Query { map: map.clone(), ends: [cell(), cell()] }).collect()
}

fn paths(name: &'static str, queries: fn() -> Vec<Query>) -> Task {
    let task =
        Builder::new("king-paths", name, "path", queries, |query| format!("{:?}", query.ends))
            .engine(
                Role::Ours,
                "king-paths",
                |query| {
                    let [from, to] = query.ends;
                    query.map.grid.octile_path(from, to, StepKind::NoCornerCut)
                },
                |path| match path {
                    Ok(path) => format!("{:?}", path.map(|(cost, _)| scaled(cost))),
                    Err(error) => error.to_string(),
                },
            );
    #[cfg(feature = "king-paths-rivals")]
    let task = task.engine(
        Role::Rival,
        "pathfinding astar",
        |query| {
            let walls = &query.map.walls;
            let [from, to] = query.ends.map(|(x, y)| walls.place(x as u32, y as u32) as usize);
            let point = |cell: usize| (cell % walls.stride, cell / walls.stride);
            let rest = |cell| scaled(OctileCost::between(point(cell), point(to)));
            rivals::octile::path(from, to, |cell| steps(walls, cell), rest)
        },
        |found| format!("{found:?}"),
    );
    task.charted().build()
}

/// A length in units of 2^-40.
fn scaled(cost: OctileCost) -> u64 {
    u64::from(cost.straight()) * STRAIGHT + u64::from(cost.diagonal()) * DIAGONAL
}

/// The neighbors of a cell and the lengths of the steps.
#[cfg(feature = "king-paths-rivals")]
fn steps(walls: &Walls, cell: usize) -> impl Iterator<Item = (usize, u64)> {
    let s = walls.stride as isize;
    let free = move |step: isize| walls.free[cell.wrapping_add_signed(step)];
    let straight = [-s, -1, 1, s].into_iter().map(|step| (step, step, STRAIGHT));
    let diagonal = [(-s, -1), (-s, 1), (s, -1), (s, 1)].into_iter().map(|(a, b)| (a, b, DIAGONAL));
    straight.chain(diagonal).filter_map(move |(a, b, cost)| {
        let step = if cost == STRAIGHT { a } else { a + b };
        (free(step) && free(a) && free(b)).then(|| (cell.wrapping_add_signed(step), cost))
    })
}
