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
pub(crate) struct Graph {
    /// The start of the neighbors of each vertex, and one more entry.
    starts: Vec<u32>,
    neighbors: Vec<u32>,
}

impl Graph {
    /// The graph with these neighbors of each vertex, in ascending order.
    ///
    /// # Panics
    /// If an edge leads one way only.
    pub(crate) fn new(lists: impl IntoIterator<Item = Vec<u32>>) -> Self {
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
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The neighbors of `v`.
    #[inline]
    pub(crate) fn of(&self, v: usize) -> impl DoubleEndedIterator<Item = usize> + Clone {
        let range = self.starts[v] as usize..self.starts[v + 1] as usize;
        self.neighbors[range].iter().map(|&u| u as usize)
    }

    /// The neighbors of `v` with larger numbers.
    pub(crate) fn after(&self, v: usize) -> &[u32] {
        let all = &self.neighbors[self.starts[v] as usize..self.starts[v + 1] as usize];
        &all[all.partition_point(|&u| u as usize <= v)..]
    }

    /// Returns whether an edge leads from `v` to `u`.
    #[inline]
    pub(crate) fn are_adjacent(&self, v: usize, u: usize) -> bool {
        self.of(v).any(|neighbor| neighbor == u)
    }

    /// Returns whether every vertex can be reached from vertex 0.
    pub(crate) fn is_connected(&self) -> bool {
        let n = self.len();
        n < 2 || self.count_reached(0, alloc::vec![false; n]) == n
    }

    /// Number of vertices that can be reached from `start` through vertices that are not `seen`.
    pub(crate) fn count_reached(&self, start: usize, mut seen: Vec<bool>) -> usize {
        let (mut stack, mut count) = (Vec::from([start]), 0);
        while let Some(v) = stack.pop() {
            for u in self.of(v) {
                if !core::mem::replace(&mut seen[u], true) {
                    count += 1;
                    stack.push(u);
                }
            }
        }
        count
    }

    /// The color of each vertex such that neighbors have different colors, if there is such a
    /// coloring. The graph must be connected.
    pub(crate) fn two_coloring(&self) -> Option<Vec<bool>> {
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
    pub(crate) fn reordered(&self, order: &[u32]) -> Self {
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
    pub(crate) fn blocks(&self) -> Vec<Vec<u32>> {
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
pub(crate) struct Entries {
    /// The vertices that enter the frontier when a vertex is taken.
    pub(crate) entering: Vec<Vec<u32>>,
    /// A number for each vertex that no other vertex of the frontier has.
    pub(crate) slots: Vec<u8>,
}

impl Entries {
    pub(crate) fn new(graph: &Graph) -> Self {
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
pub(crate) const SLOTS: usize = 25;

/// The most starts of the greedy rule.
const STARTS: usize = 128;
/// Vertices of all greedy orders, about.
const WORK: usize = 1 << 16;
/// Vertices between limit checks.
const CHECK: usize = 64;

/// An order and the size of its frontier.
pub(crate) struct Order {
    /// None before the first one is found.
    pub(crate) vertices: Vec<u32>,
    /// The most vertices of the frontier, with the vertex that is taken.
    pub(crate) width: usize,
    /// An estimate of the states of a sweep.
    cost: u64,
}

/// The cheapest order of a connected graph, among those that were tried.
pub(crate) fn best_order(graph: &Graph, meter: &Meter<'_>) -> Result<Order, StopReason> {
    let n = graph.len();
    // Corners make better starts than the middle: the number of neighbors, and the vertex.
    let mut starts: Vec<u64> =
        (0..n).map(|v| (graph.of(v).count() as u64) << 32 | v as u64).collect();
    starts.sort_unstable();
    let mut best = Order { vertices: Vec::new(), width: 0, cost: u64::MAX };
    for &start in starts.iter().take((WORK / n.max(1)).clamp(4, STARTS)) {
        for tie in [Tie::Age, Tie::Degree] {
            best = greedy(graph, start as u32 as usize, tie, best, meter)?;
        }
    }
    Ok(best)
}

/// The choice between vertices that bring equally many others into the frontier.
#[derive(Clone, Copy)]
enum Tie {
    Age,
    Degree,
}

/// An order by the greedy rule, or `best` if it is not more expensive.
fn greedy(
    graph: &Graph,
    start: usize,
    tie: Tie,
    best: Order,
    meter: &Meter<'_>,
) -> Result<Order, StopReason> {
    let n = graph.len();
    let mut entered = alloc::vec![false; n];
    let mut outside: Vec<u32> = (0..n).map(|v| graph.of(v).count() as u32).collect();
    // In the order in which they entered.
    let mut frontier = Vec::new();
    let mut enter = |v: usize, outside: &mut [u32], frontier: &mut Vec<usize>| {
        if !core::mem::replace(&mut entered[v], true) {
            graph.of(v).for_each(|u| outside[u] -= 1);
            frontier.push(v);
        }
    };
    enter(start, &mut outside, &mut frontier);
    let mut order = Order { vertices: Vec::with_capacity(n), width: 0, cost: 0 };
    let mut taken = alloc::vec![0; n];
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
        order.vertices.push(v as u32);
        order.width = order.width.max(frontier.len() + 1);
        graph.of(v).for_each(|u| taken[u] += 1);
        // Eighths of a bit that a vertex adds to the number of states: it may have one more choice
        // for each taken neighbor.
        let bits: u32 = frontier.iter().map(|&u| [0, 7, 11][taken[u].min(2)]).sum();
        order.cost = order.cost.saturating_add(u64::from(8 + bits % 8) << (bits / 8).min(58));
        if order.cost >= best.cost && !best.vertices.is_empty() {
            return Ok(best);
        }
    }
    Ok(order)
}

/// The vertices of the path or cycle with these edges in order, from `start`, or from an end of the
/// path.
pub(crate) fn in_order(
    n: usize,
    edges: impl Iterator<Item = (u32, u32)>,
    start: Option<u32>,
) -> Vec<u32> {
    let mut neighbors: Vec<Vec<u32>> = alloc::vec![Vec::with_capacity(2); n];
    for (v, u) in edges {
        neighbors[v as usize].push(u);
        neighbors[u as usize].push(v);
    }
    let end = || neighbors.iter().position(|list| list.len() < 2).unwrap_or(0) as u32;
    let mut path = Vec::from([start.unwrap_or_else(end)]);
    while path.len() < n {
        let last = path[path.len() - 1];
        let before = path.len().checked_sub(2).map(|i| path[i]);
        // A cycle can be followed in either direction.
        match neighbors[last as usize].iter().find(|&&u| Some(u) != before) {
            Some(&next) => path.push(next),
            None => break,
        }
    }
    path
}
