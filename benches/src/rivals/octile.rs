//! Shortest paths with two lengths of steps, by pathfinding.

use pathfinding::directed::astar::astar;
use pathfinding::directed::dijkstra::dijkstra_reach;

/// The lengths of the shortest paths to all cells, `u64::MAX` to those that cannot be reached.
pub fn distances<I: Iterator<Item = (usize, u64)>>(
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
