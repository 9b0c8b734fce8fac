//! Distances on large grids, eight neighbors.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use king_paths::grid::{Grid, StepKind};
use pathfinding::directed::bfs::bfs_reach;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::Bfs;

use crate::baseline::grid::{Walls, distances};
use crate::random::Random;
use crate::task::{Builder, Role, Task};

/// The same map for everybody.
pub(super) struct Map {
    pub(super) grid: Grid,
    pub(super) walls: Walls,
    /// Made when it is asked for, in the round to warm up.
    graph: OnceCell<UnGraph<(), (), u32>>,
    pub(super) start: (u32, u32),
}

pub(super) fn tasks() -> Vec<Task> {
    vec![
        task("distances on a grid, 512 × 512, 30 % walls", || vec![random(512)]).charted().build(),
        task("distances on a grid, 1024 × 1024, 30 % walls", || vec![random(1024)]).build(),
        task("distances on a grid, 512 × 512, maze", || vec![maze(256)]).charted().build(),
    ]
}

/// All engines tell the number of cells reached and the sum of their distances.
fn task(name: &'static str, map: fn() -> Vec<Map>) -> Builder<Map> {
    let show = |(cells, sum): (u64, u64)| format!("{cells} cells, {sum}");
    Builder::new("king-paths", name, "map", map, |_| "the map".to_owned())
        .engine_with(
            Role::Ours,
            "king-paths",
            || (),
            |()| (),
            |(), map| map.grid.distances(&[map.start], StepKind::King),
            |(), distances| match distances {
                Ok(found) => {
                    let cell = |i: u32| found.get((i % 2048, i / 2048));
                    let all = (0..2048 * 2048).filter_map(cell);
                    format!("{} cells, {}", found.reached(), all.map(u64::from).sum::<u64>())
                }
                Err(error) => error.to_string(),
            },
            |()| None,
        )
        .engine(
            Role::Baseline,
            "array and queue",
            |map| distances(&map.walls, map.walls.place(map.start.0, map.start.1)),
            |found| {
                let reached = found.iter().filter(|&&distance| distance != u32::MAX);
                let sum: u64 = reached.clone().map(|&distance| u64::from(distance)).sum();
                format!("{} cells, {sum}", reached.count())
            },
        )
        .engine(Role::Rival, "pathfinding bfs_reach", by_pathfinding, show)
        .engine(Role::Rival, "petgraph Bfs", by_petgraph, show)
}

/// A cell that knows how far it is, as the crate does not tell.
#[derive(Clone, Copy)]
struct Node(u32, u32);

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl Eq for Node {}

impl Hash for Node {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

fn by_pathfinding(map: &Map) -> (u64, u64) {
    let (walls, around) = (&map.walls, map.walls.around());
    let start = Node(walls.place(map.start.0, map.start.1), 0);
    let reached = bfs_reach(start, |&Node(cell, distance)| {
        let next = around.map(|step| (cell as usize).wrapping_add_signed(step));
        next.into_iter()
            .filter(|&next| walls.free[next])
            .map(move |next| Node(next as u32, distance + 1))
    });
    reached.fold((0, 0), |(cells, sum), node| (cells + 1, sum + u64::from(node.1)))
}

/// The crate reports the order; the length of its queue gives the ends of levels.
fn by_petgraph(map: &Map) -> (u64, u64) {
    let graph = map.graph.get_or_init(|| graph(&map.walls));
    let mut bfs =
        Bfs::new(graph, NodeIndex::new(map.walls.place(map.start.0, map.start.1) as usize));
    let (mut cells, mut sum, mut level, mut left) = (0, 0, 0, 1);
    while bfs.next(graph).is_some() {
        cells += 1;
        sum += level;
        left -= 1;
        if left == 0 {
            left = bfs.stack.len();
            level += 1;
        }
    }
    (cells, sum)
}

fn graph(walls: &Walls) -> UnGraph<(), (), u32> {
    let mut graph = UnGraph::with_capacity(walls.free.len(), 0);
    for _ in &walls.free {
        graph.add_node(());
    }
    for cell in (0..walls.free.len()).filter(|&cell| walls.free[cell]) {
        // Each edge once: the later four neighbors.
        for step in &walls.around()[4..] {
            let next = cell.wrapping_add_signed(*step);
            if walls.free[next] {
                graph.add_edge(NodeIndex::new(cell), NodeIndex::new(next), ());
            }
        }
    }
    graph
}

fn map(size: u32, is_free: impl Fn(u32, u32) -> bool, start: (u32, u32)) -> Map {
    let walls = Walls::new(size, size, &is_free);
    let grid = Grid::from_fn(size, size, is_free);
    let grid = grid.unwrap_or_else(|error| panic!("{error}"));
    Map { grid, walls, graph: OnceCell::new(), start }
}

pub(super) fn random(size: u32) -> Map {
    let mut random = Random::new(15);
    let start = (size / 2, size / 2);
    let free: Vec<bool> = (0..size * size).map(|_| random.below(100) >= 30).collect();
    map(size, |x, y| (x, y) == start || free[(y * size + x) as usize], start)
}

/// A maze of corridors as wide as a cell: a spanning tree of `rooms` × `rooms` rooms, grown depth first.
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
