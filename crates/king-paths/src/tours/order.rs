//! The order in which a sweep takes the vertices of a graph.
//!
//! The vertices are taken one by one. The frontier holds the vertices that are not taken yet and have a neighbor that is.
//! The states of a sweep grow exponentially with the frontier, so the order decides what a sweep costs. A greedy rule
//! takes next the vertex that brings the fewest vertices into the frontier; of equal ones, the one that has been there
//! longest or has the fewest neighbors (Sloan 1986 has both terms, distance and degree). It runs from many starts, and the
//! cheapest order wins. Only the graph decides, so a board and its transpose get equally good orders.

use alloc::vec::Vec;

use bitboard_core::{StopReason, Watch};

use super::graph::Graph;

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
pub(super) fn best(graph: &Graph, watch: &Watch<'_>) -> Result<Order, StopReason> {
    let n = graph.len();
    // Corners make better starts than the middle.
    let mut starts: Vec<usize> = (0..n).collect();
    starts.sort_by_key(|&v| graph.of(v).count());
    starts.truncate((WORK / n.max(1)).clamp(4, STARTS));
    let mut best: Option<Order> = None;
    for start in starts {
        for tie in [Tie::Age, Tie::Degree] {
            let limit = best.as_ref().map_or(u64::MAX, |best| best.cost);
            best = greedy(graph, start, tie, limit, watch)?.or(best);
        }
    }
    // A frontier that is too wide may be narrow in another order.
    if let Some(best) = best.take_if(|best| best.width <= SLOTS) {
        return Ok(best);
    }
    let first = breadth_first(graph, 0, watch)?;
    let last = first.last().map_or(0, |&v| v as usize);
    let mut best = measure(graph, (0..n as u32).collect(), watch)?;
    for vertices in [first, breadth_first(graph, last, watch)?] {
        let order = measure(graph, vertices, watch)?;
        if order.width < best.width {
            best = order;
        }
    }
    Ok(best)
}

/// What decides between vertices that bring equally many others into the frontier.
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
    watch: &Watch<'_>,
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
            watch.check()?;
        }
        let v = frontier.remove(i);
        graph.of(v).for_each(|u| enter(u, &mut outside, &mut frontier));
        order.take(v, frontier.len() + 1);
        graph.of(v).for_each(|u| taken[u] += 1);
        // Eighths of a bit that a vertex adds to the number of states: it may have one more choice for each taken neighbor.
        let bits: u32 = frontier.iter().map(|&u| [0, 7, 11][taken[u].min(2)]).sum();
        order.cost = order.cost.saturating_add(u64::from(8 + bits % 8) << (bits / 8).min(58));
        if order.cost >= limit {
            return Ok(None);
        }
    }
    Ok(Some(order))
}

/// The width of an order.
fn measure(graph: &Graph, vertices: Vec<u32>, watch: &Watch<'_>) -> Result<Order, StopReason> {
    let mut entry = Entry::new(graph);
    let mut frontier = 0;
    let mut order = Order { vertices: Vec::with_capacity(graph.len()), width: 0, cost: 0 };
    for &v in &vertices {
        if order.vertices.len().is_multiple_of(CHECK) {
            watch.check()?;
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

/// The vertices in the order of a breadth-first search, those with few neighbors first (Cuthill and McKee, 1969).
fn breadth_first(graph: &Graph, start: usize, watch: &Watch<'_>) -> Result<Vec<u32>, StopReason> {
    let mut entry = Entry::new(graph);
    let mut order = Vec::from([start as u32]);
    entry.enter(start);
    let mut i = 0;
    while i < order.len() {
        if i % CHECK == 0 {
            watch.check()?;
        }
        let mut next: Vec<usize> =
            graph.of(order[i] as usize).filter(|&u| entry.enter(u)).collect();
        next.sort_by_key(|&u| graph.of(u).count());
        order.extend(next.into_iter().map(|u| u as u32));
        i += 1;
    }
    Ok(order)
}
