//! Distances on large grids, eight neighbors.

use king_paths::grid::{Grid, Point, StepKind};

use super::show_array;
use crate::baseline::grid::{Walls, distances};
use crate::random::Random;
#[cfg(feature = "king-paths-rivals")]
use crate::rivals::grid::{LazyGraph, by_pathfinding, by_petgraph};
use crate::task::{Builder, Role, Task};

/// The same map for all engines.
pub(super) struct Map {
    pub(super) grid: Grid,
    pub(super) walls: Walls,
    #[cfg(feature = "king-paths-rivals")]
    graph: LazyGraph,
    pub(super) start: (u32, u32),
}

impl Map {
    /// The cell where searches begin.
    pub(super) fn first(&self) -> Point {
        (self.start.0 as usize, self.start.1 as usize)
    }

    fn place(&self) -> u32 {
        self.walls.place(self.start.0, self.start.1)
    }

    /// The free cells as a PBM file, with the start in a comment.
    fn picture(&self) -> Vec<u8> {
        let (width, height) = (self.grid.width(), self.grid.height());
        let start = self.start;
        let mut file = format!("P4\n# {} {}\n{width} {height}\n", start.0, start.1).into_bytes();
        for y in 0..height {
            let bit = |x: usize| u8::from(x < width && self.grid.is_free((x, y)));
            let byte = |x: usize| (x..x + 8).fold(0, |byte, x| byte << 1 | bit(x));
            file.extend((0..width).step_by(8).map(byte));
        }
        file
    }
}

pub(super) fn tasks() -> Vec<Task> {
    vec![
        task("distances on a grid, 512 × 512, 30 % walls", || random(512)).charted().build(),
        task("distances on a grid, 512 × 512, maze", || maze(256)).charted().build(),
    ]
}

fn task(name: &'static str, map: fn() -> Map) -> Builder<Map> {
    let ours = |map: &Map| map.grid.distances(&[map.first()], StepKind::King);
    let show = |found: (usize, Vec<u32>)| show_array(found, u32::MAX.into());
    let task = super::distances(name, map, ours, u64::from).picture(Map::picture).engine(
        Role::Baseline,
        "array and queue",
        |map| (map.walls.stride, distances(&map.walls, map.place())),
        show,
    );
    #[cfg(feature = "king-paths-rivals")]
    let task = task
        .engine(
            Role::Rival,
            "pathfinding bfs_reach, a hash set",
            |map| (map.walls.stride, by_pathfinding(&map.walls, map.start)),
            show,
        )
        .engine(
            Role::Rival,
            "petgraph Bfs, graph made before",
            |map| (map.walls.stride, by_petgraph(&map.graph, &map.walls, map.start)),
            show,
        );
    task
}

fn map(size: u32, is_free: impl Fn(u32, u32) -> bool, start: (u32, u32)) -> Map {
    let walls = Walls::new(size, size, &is_free);
    let is_free = |x, y| is_free(x as u32, y as u32);
    let grid = Grid::from_fn(size as usize, size as usize, is_free);
    let grid = grid.unwrap_or_else(|error| panic!("{error}"));
    Map {
        grid,
        walls,
        #[cfg(feature = "king-paths-rivals")]
        graph: LazyGraph::new(),
        start,
    }
}

pub(super) fn random(size: u32) -> Map {
    let mut random = Random::new(15);
    let start = (size / 2, size / 2);
    let free: Vec<bool> = (0..size * size).map(|_| random.below(100) >= 30).collect();
    map(size, |x, y| (x, y) == start || free[(y * size + x) as usize], start)
}

/// A maze of corridors as wide as a cell: a spanning tree of `rooms` × `rooms` rooms, grown depth
/// first.
pub(super) fn maze(rooms: u32) -> Map {
    let (mut random, size) = (Random::new(16), 2 * rooms);
    let mut free = vec![false; (size * size) as usize];
    let mut way = vec![(0u32, 0u32)];
    free[0] = true;
    while let Some(&(x, y)) = way.last() {
        let mut sides = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        random.shuffle(&mut sides);
        let fresh = sides.into_iter().find_map(|(dx, dy)| {
            let next = (x.checked_add_signed(2 * dx)?, y.checked_add_signed(2 * dy)?);
            let inside = next.0 < size && next.1 < size;
            (inside && !free[(next.1 * size + next.0) as usize]).then_some((next, dx, dy))
        });
        let Some((next, dx, dy)) = fresh else {
            way.pop();
            continue;
        };
        free[(y.wrapping_add_signed(dy) * size + x.wrapping_add_signed(dx)) as usize] = true;
        free[(next.1 * size + next.0) as usize] = true;
        way.push(next);
    }
    map(size, |x, y| free[(y * size + x) as usize], (0, 0))
}
