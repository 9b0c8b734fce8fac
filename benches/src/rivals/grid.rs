//! Graph libraries on large grids.

use std::cell::OnceCell;

use pathfinding::directed::astar::astar;
use pathfinding::directed::dijkstra::dijkstra_reach;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::Bfs;

use crate::baseline::grid::Walls;

/// A map as a graph of petgraph, built at first use, in the round to warm up.
pub type LazyGraph = OnceCell<UnGraph<(), (), u32>>;

/// The distances by king steps, `u32::MAX` of cells that cannot be reached, by petgraph. The crate
/// reports the order; the length of its queue gives the ends of levels.
#[must_use]
pub fn by_petgraph(graph: &LazyGraph, walls: &Walls, start: u32) -> Vec<u32> {
    let graph = graph.get_or_init(|| graph_of(walls));
    let mut distances = vec![u32::MAX; walls.free.len()];
    let mut bfs = Bfs::new(graph, NodeIndex::new(start as usize));
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

/// The lengths of the shortest paths to all cells, `u64::MAX` to those that cannot be reached, by
/// pathfinding.
pub fn cheapest<I: Iterator<Item = (usize, u64)>>(
    start: usize,
    cells: usize,
    steps: impl Fn(usize) -> I,
) -> Vec<u64> {
    let mut distances = vec![u64::MAX; cells];
    for node in dijkstra_reach(&start, move |&cell| steps(cell)) {
        distances[node.node] = node.total_cost;
    }
    distances
}

/// The length of a shortest path, by pathfinding. `rest` returns a lower bound of the length from a
/// cell to the goal.
pub fn astar_length<I: Iterator<Item = (usize, u64)>>(
    start: usize,
    goal: usize,
    steps: impl Fn(usize) -> I,
    rest: impl Fn(usize) -> u64,
) -> Option<u64> {
    let found = astar(&start, |&cell| steps(cell), |&cell| rest(cell), |&cell| cell == goal);
    found.map(|(_, cost)| cost)
}
