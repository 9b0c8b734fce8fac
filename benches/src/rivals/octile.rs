//! Shortest paths with two lengths of steps, by pathfinding.

use pathfinding::directed::astar::astar;
use pathfinding::directed::dijkstra::dijkstra_reach;

/// The lengths of the shortest paths to all cells that can be reached.
pub fn distances<I: Iterator<Item = (usize, u64)>>(
    start: usize,
    steps: impl Fn(usize) -> I,
) -> impl Iterator<Item = u64> {
    let reached = dijkstra_reach(&start, move |&cell| steps(cell));
    reached.map(|node| node.total_cost)
}

/// The length of a shortest path. `rest` returns a lower bound of the length from a cell to the
/// goal.
pub fn path<I: Iterator<Item = (usize, u64)>>(
    start: usize,
    goal: usize,
    steps: impl Fn(usize) -> I,
    rest: impl Fn(usize) -> u64,
) -> Option<u64> {
    let found = astar(&start, |&cell| steps(cell), |&cell| rest(cell), |&cell| cell == goal);
    found.map(|(_, cost)| cost)
}
