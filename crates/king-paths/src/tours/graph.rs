//! Cells and their neighbors, numbered from 0, and the order in which a sweep takes them.
//!
//! A sweep takes the vertices one by one. Its frontier holds those that are not taken yet and have
//! a neighbor that is. The states of a sweep grow exponentially with the frontier, so the order
//! decides what a sweep costs:
//!
//! ```text
//!   knights on 6×5:  row by row, a frontier of 14 cells;  greedy, 9
//! ```
//!
//! The greedy rule takes next the vertex of the frontier that brings the fewest vertices into it;
//! of equal ones, the one that has been there longest or has the fewest neighbors (Sloan 1986 has
//! both terms, distance and degree). It runs from many starts, and the order with the fewest
//! estimated states wins. Only the graph decides, so a board and its transpose get equally good
//! orders.

use alloc::vec::Vec;

use bitboard_core::StopReason;
use bitboard_core::limits::Meter;

/// A graph whose edges lead both ways.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The start of the neighbors of each vertex, and one more entry.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
}

impl Graph {
    /// The graph with these neighbors of each vertex, in ascending order.
    ///
    /// # Panics
    /// If an edge leads one way only.
    pub(super) fn new(lists: impl IntoIterator<Item = Vec<u32>>) -> Self {
        let mut graph = Self { starts: Vec::from([0]), neighbors: Vec::new() };
        for list in lists {
            graph.neighbors.extend(list);
            graph.starts.push(graph.neighbors.len() as u32);
        }
        let leads_back = |v: usize| graph.of(v).all(|u| graph.are_adjacent(u, v));
        assert!((0..graph.len()).all(leads_back), "the moves of a tour must lead both ways");
        graph
    }

    /// Number of vertices.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbors of `v`.
    #[inline]
    pub(super) fn of(&self, v: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        let range = self.starts[v] as usize..self.starts[v + 1] as usize;
        self.neighbors[range].iter().map(|&u| u as usize)
    }

    /// The neighbors of `v` with larger numbers.
    pub(super) fn after(&self, v: usize) -> &[u32] {
        let all = &self.neighbors[self.starts[v] as usize..self.starts[v + 1] as usize];
        &all[all.partition_point(|&u| u as usize <= v)..]
    }

    /// Returns whether an edge leads from `v` to `u`.
    #[inline]
    pub(super) fn are_adjacent(&self, v: usize, u: usize) -> bool {
        self.of(v).any(|neighbor| neighbor == u)
    }

    /// A hash of the edges.
    pub(super) fn fingerprint(&self) -> u64 {
        let numbers = self.starts.iter().chain(&self.neighbors);
        numbers.fold(0xcbf2_9ce4_8422_2325, |hash, &number| {
            (hash ^ u64::from(number)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    /// Returns whether every vertex can be reached from vertex 0.
    pub(super) fn is_connected(&self) -> bool {
        let mut seen = alloc::vec![false; self.len()];
        let mut stack: Vec<usize> = (0..self.len()).take(1).collect();
        let mut count = 0;
        while let Some(v) = stack.pop() {
            if !core::mem::replace(&mut seen[v], true) {
                count += 1;
                stack.extend(self.of(v));
            }
        }
        count == self.len()
    }

    /// The color of each vertex such that neighbors have different colors, if there is such a
    /// coloring. The graph must be connected.
    pub(super) fn two_coloring(&self) -> Option<Vec<bool>> {
        let mut colors = alloc::vec![None; self.len()];
        let mut stack: Vec<(usize, bool)> = (0..self.len()).take(1).map(|v| (v, false)).collect();
        while let Some((v, color)) = stack.pop() {
            match colors[v] {
                Some(known) if known == color => {}
                Some(_) => return None,
                None => {
                    colors[v] = Some(color);
                    stack.extend(self.of(v).map(|u| (u, !color)));
                }
            }
        }
        colors.into_iter().collect()
    }

    /// The same graph with vertex `order[i]` as vertex i.
    pub(super) fn reordered(&self, order: &[u32]) -> Self {
        let mut new_index = alloc::vec![0; order.len()];
        for (i, &v) in order.iter().enumerate() {
            new_index[v as usize] = i as u32;
        }
        Self::new(order.iter().map(|&v| {
            let mut list: Vec<u32> = self.of(v as usize).map(|u| new_index[u]).collect();
            list.sort_unstable();
            list
        }))
    }

    /// The blocks of a connected graph: its maximal parts that no single vertex cuts, an edge alone
    /// included (Hopcroft and Tarjan, 1973). The articulation vertices are those in more than one
    /// block.
    pub(super) fn blocks(&self) -> Vec<Vec<u32>> {
        const NEVER: u32 = u32::MAX;
        let mut blocks = Vec::new();
        let mut time = alloc::vec![NEVER; self.len()];
        // The earliest vertex next to the part of the search tree below a vertex.
        let mut low = time.clone();
        // The vertices that are in no complete block.
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<(usize, usize)> = (0..self.len()).take(1).map(|v| (v, 0)).collect();
        let mut now = 0;
        while let Some((v, next)) = path.last_mut() {
            let v = *v;
            if time[v] == NEVER {
                (time[v], low[v]) = (now, now);
                now += 1;
                open.push(v as u32);
            }
            if let Some(u) = self.of(v).nth(*next) {
                *next += 1;
                if time[u] == NEVER {
                    path.push((u, 0));
                } else {
                    low[v] = low[v].min(time[u]);
                }
                continue;
            }
            path.pop();
            let Some(&(parent, _)) = path.last() else { break };
            low[parent] = low[parent].min(low[v]);
            if low[v] >= time[parent] {
                let first = open.iter().rposition(|&u| u as usize == v).unwrap_or(0);
                let mut block = open.split_off(first);
                block.push(parent as u32);
                blocks.push(block);
            }
        }
        blocks
    }
}

/// The times and slots at which the vertices of a graph, taken in order, enter the frontier.
pub(super) struct Entries {
    /// The vertices that enter the frontier when a vertex is taken.
    pub(super) entering: Vec<Vec<u32>>,
    /// A number for each vertex that no other vertex of the frontier has.
    pub(super) slots: Vec<u8>,
}

impl Entries {
    pub(super) fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let mut entering = alloc::vec![Vec::new(); n];
        for u in 0..n {
            entering[graph.of(u).next().map_or(u, |first| first.min(u))].push(u as u32);
        }
        let mut slots = alloc::vec![0; n];
        let mut unused: Vec<u8> = Vec::new();
        let mut used = 0;
        for v in 0..n {
            for &u in &entering[v] {
                slots[u as usize] = unused.pop().unwrap_or_else(|| {
                    used += 1;
                    used - 1
                });
            }
            unused.push(slots[v]);
        }
        Self { entering, slots }
    }
}

/// The most vertices of a frontier.
pub(super) const SLOTS: usize = 25;

/// The most starts of the greedy rule.
const STARTS: usize = 128;
/// Vertices of all greedy orders, about.
const WORK: usize = 1 << 16;
/// Vertices between limit checks.
const CHECK: usize = 64;

/// An order and the size of its frontier.
pub(super) struct Order {
    pub(super) vertices: Vec<u32>,
    /// The most vertices of the frontier, with the vertex that is taken.
    pub(super) width: usize,
    /// An estimate of the states of a sweep.
    cost: u64,
}

/// The cheapest order of a connected graph, among those that were tried.
pub(super) fn best_order(graph: &Graph, meter: &Meter<'_>) -> Result<Order, StopReason> {
    let n = graph.len();
    // Corners make better starts than the middle.
    let starts = by_degree(graph, 0..n);
    let mut best: Option<Order> = None;
    for start in starts.take((WORK / n.max(1)).clamp(4, STARTS)) {
        for tie in [Tie::Age, Tie::Degree] {
            let limit = best.as_ref().map_or(u64::MAX, |best| best.cost);
            best = greedy(graph, start, tie, limit, meter)?.or(best);
        }
    }
    // A frontier that is too wide may be narrow in another order.
    if let Some(best) = best.take_if(|best| best.width <= SLOTS) {
        return Ok(best);
    }
    let first = breadth_first(graph, 0, meter)?;
    let last = first.last().map_or(0, |&v| v as usize);
    let mut best = measure(graph, (0..n as u32).collect(), meter)?;
    for vertices in [first, breadth_first(graph, last, meter)?] {
        let order = measure(graph, vertices, meter)?;
        if order.width < best.width {
            best = order;
        }
    }
    Ok(best)
}

/// Vertices with few neighbors first, those with equally many by their numbers.
fn by_degree(graph: &Graph, vertices: impl Iterator<Item = usize>) -> impl Iterator<Item = usize> {
    let keyed = vertices.map(|v| (graph.of(v).count() as u64) << 32 | v as u64);
    let mut keyed: Vec<u64> = keyed.collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|key| key as u32 as usize)
}

/// The choice between vertices that bring equally many others into the frontier.
#[derive(Clone, Copy)]
enum Tie {
    Age,
    Degree,
}

/// An order by the greedy rule, if it is cheaper than `limit`.
fn greedy(
    graph: &Graph,
    start: usize,
    tie: Tie,
    limit: u64,
    meter: &Meter<'_>,
) -> Result<Option<Order>, StopReason> {
    let mut entry = Entry::new(graph);
    let mut outside: Vec<u32> = (0..graph.len()).map(|v| graph.of(v).count() as u32).collect();
    // In the order in which they entered.
    let mut frontier = Vec::new();
    let mut enter = |v: usize, outside: &mut [u32], frontier: &mut Vec<usize>| {
        if entry.enter(v) {
            graph.of(v).for_each(|u| outside[u] -= 1);
            frontier.push(v);
        }
    };
    enter(start, &mut outside, &mut frontier);
    let mut order = Order { vertices: Vec::with_capacity(graph.len()), width: 0, cost: 0 };
    let mut taken = alloc::vec![0; graph.len()];
    let key = |outside: &[u32], v: usize| match tie {
        Tie::Age => (outside[v], 0),
        Tie::Degree => (outside[v], graph.of(v).count()),
    };
    while let Some(i) = (0..frontier.len()).min_by_key(|&i| key(&outside, frontier[i])) {
        if order.vertices.len().is_multiple_of(CHECK) {
            meter.check()?;
        }
        let v = frontier.remove(i);
        graph.of(v).for_each(|u| enter(u, &mut outside, &mut frontier));
        order.take(v, frontier.len() + 1);
        graph.of(v).for_each(|u| taken[u] += 1);
        // Eighths of a bit that a vertex adds to the number of states: it may have one more choice
        // for each taken neighbor.
        let bits: u32 = frontier.iter().map(|&u| [0, 7, 11][taken[u].min(2)]).sum();
        order.cost = order.cost.saturating_add(u64::from(8 + bits % 8) << (bits / 8).min(58));
        if order.cost >= limit {
            return Ok(None);
        }
    }
    Ok(Some(order))
}

/// The width of an order.
fn measure(graph: &Graph, vertices: Vec<u32>, meter: &Meter<'_>) -> Result<Order, StopReason> {
    let mut entry = Entry::new(graph);
    let mut frontier = 0;
    let mut order = Order { vertices: Vec::with_capacity(graph.len()), width: 0, cost: 0 };
    for &v in &vertices {
        if order.vertices.len().is_multiple_of(CHECK) {
            meter.check()?;
        }
        let around = graph.of(v as usize).chain([v as usize]);
        frontier += around.filter(|&u| entry.enter(u)).count();
        order.take(v as usize, frontier);
        frontier -= 1;
    }
    Ok(order)
}

impl Order {
    /// Takes `v` while the frontier, with `v`, has `width` vertices.
    fn take(&mut self, v: usize, width: usize) {
        self.vertices.push(v as u32);
        self.width = self.width.max(width);
    }
}

/// Which vertices have entered the frontier.
struct Entry {
    entered: Vec<bool>,
}

impl Entry {
    fn new(graph: &Graph) -> Self {
        Self { entered: alloc::vec![false; graph.len()] }
    }

    /// Returns whether `v` had not entered before.
    fn enter(&mut self, v: usize) -> bool {
        !core::mem::replace(&mut self.entered[v], true)
    }
}

/// The vertices in the order of a breadth-first search, those with few neighbors first (Cuthill and
/// McKee, 1969).
fn breadth_first(graph: &Graph, start: usize, meter: &Meter<'_>) -> Result<Vec<u32>, StopReason> {
    let mut entry = Entry::new(graph);
    let mut order = Vec::from([start as u32]);
    entry.enter(start);
    let mut i = 0;
    while i < order.len() {
        if i % CHECK == 0 {
            meter.check()?;
        }
        let next = by_degree(graph, graph.of(order[i] as usize).filter(|&u| entry.enter(u)));
        order.extend(next.map(|u| u as u32));
        i += 1;
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use bitboard_core::Limits;

    use super::*;

    /// A square of cells with their neighbors across edges, in an order without any pattern.
    fn scrambled(side: usize) -> Graph {
        let n = side * side;
        let number = |x, y| (5 * (x + side * y) % n) as u32;
        let mut lists = alloc::vec![Vec::new(); n];
        for (x, y) in (0..n).map(|i| (i % side, i / side)) {
            let around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
            let around = around.into_iter().filter(|&(x, y)| x < side && y < side);
            let mut list: Vec<u32> = around.map(|(x, y)| number(x, y)).collect();
            list.sort_unstable();
            lists[number(x, y) as usize] = list;
        }
        Graph::new(lists)
    }

    /// The most vertices that are next to a taken one, or are being taken, and not taken yet.
    fn width(graph: &Graph, order: &[u32]) -> usize {
        let mut entered = BTreeSet::new();
        let widths = order.iter().enumerate().map(|(before, &v)| {
            entered.extend(graph.of(v as usize).chain([v as usize]));
            entered.len() - before
        });
        widths.max().unwrap_or(0)
    }

    #[test]
    fn a_frontier_that_is_too_wide_is_narrower_in_another_order() {
        let watch = Limits::new().start();
        let meter = &Meter::new(&watch);
        for side in [2, 3, SLOTS + 3] {
            let graph = scrambled(side);
            let breadth_first = breadth_first(&graph, 0, meter).unwrap();
            let numbered: Vec<u32> = (0..graph.len() as u32).collect();
            let widths = [numbered, breadth_first].map(|vertices| {
                let order = measure(&graph, vertices, meter).unwrap();
                assert_eq!(order.width, width(&graph, &order.vertices));
                order.width
            });
            let best = best_order(&graph, meter).unwrap();
            assert_eq!(best.width, width(&graph, &best.vertices));
            assert_eq!(best.width > SLOTS, side > SLOTS);
            assert!(widths.iter().all(|&width| best.width <= width), "{side}: {widths:?}");
        }
    }
}
