//! Cells and their neighbors, numbered from 0.

use alloc::vec::Vec;

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

    #[inline]
    pub(super) fn are_adjacent(&self, v: usize, u: usize) -> bool {
        self.of(v).any(|neighbor| neighbor == u)
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

    /// The color of each vertex such that neighbors have different colors, if there is such a coloring. The graph must be
    /// connected.
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
        let mut place = alloc::vec![0; order.len()];
        for (i, &v) in order.iter().enumerate() {
            place[v as usize] = i as u32;
        }
        Self::new(order.iter().map(|&v| {
            let mut list: Vec<u32> = self.of(v as usize).map(|u| place[u]).collect();
            list.sort_unstable();
            list
        }))
    }

    /// The blocks of a connected graph: its maximal parts that no single vertex cuts, an edge alone included (Hopcroft and
    /// Tarjan, 1973). The articulation vertices are those in more than one block.
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
