//! Graph libraries on large grids.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};

use bit_gossip::Graph;
use king_paths::grid::{Grid, StepKind};
use pathfinding::directed::bfs::bfs_reach;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::Bfs;

use crate::baseline::grid::Walls;

/// A map as a graph of petgraph, built at first use, in the round to warm up.
pub type LazyGraph = OnceCell<UnGraph<(), (), u32>>;

/// A cell that knows its distance, because the crate does not return distances.
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

/// The distances by king steps, `u32::MAX` of cells that cannot be reached, by pathfinding.
#[must_use]
pub fn by_pathfinding(walls: &Walls, start: (u32, u32)) -> Vec<u32> {
    let around = walls.around();
    let start = Node(walls.place(start.0, start.1), 0);
    let mut distances = vec![u32::MAX; walls.free.len()];
    let reached = bfs_reach(start, |&Node(cell, distance)| {
        let next = around.map(|step| (cell as usize).wrapping_add_signed(step));
        next.into_iter()
            .filter(|&next| walls.free[next])
            .map(move |next| Node(next as u32, distance + 1))
    });
    for Node(cell, distance) in reached {
        distances[cell as usize] = distance;
    }
    distances
}

/// The same by petgraph. The crate reports the order; the length of its queue gives the ends of
/// levels.
#[must_use]
pub fn by_petgraph(graph: &LazyGraph, walls: &Walls, start: (u32, u32)) -> Vec<u32> {
    let graph = graph.get_or_init(|| graph_of(walls));
    let mut distances = vec![u32::MAX; walls.free.len()];
    let mut bfs = Bfs::new(graph, NodeIndex::new(walls.place(start.0, start.1) as usize));
    let (mut level, mut left) = (0, 1);
    while let Some(cell) = bfs.next(graph) {
        distances[cell.index()] = level;
        left -= 1;
        if left == 0 {
            left = bfs.stack.len();
            level += 1;
        }
    }
    distances
}

fn graph_of(walls: &Walls) -> UnGraph<(), (), u32> {
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

/// The next steps between all cells of a grid, by bit_gossip. Cells are numbered row by row.
#[must_use]
pub fn all_pairs(grid: &Grid, width: u16) -> Graph<u16> {
    let place = |(x, y): (usize, usize)| (y * usize::from(width) + x) as u16;
    let cells = grid.width() * grid.height();
    let mut graph = Graph::<u16>::builder(cells).multi_threaded(false);
    for cell in grid.iter() {
        for next in grid.neighbors(cell, StepKind::Orthogonal).filter(|&next| cell < next) {
            graph.connect(place(cell), place(next));
        }
    }
    graph.build()
}
