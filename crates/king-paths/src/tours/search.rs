//! All tours, by depth-first search.

use alloc::vec::Vec;

use bitboard_core::{Pace, StopReason, Watch};

use super::graph::Graph;
use super::request::Request;

/// The most nodes between limit checks.
const MOST: u64 = 1 << 10;

/// A depth-first search that can be continued after each tour.
///
/// Free neighbors of the head are tried by Warnsdorff's rule. A branch is cut as soon as a free vertex has too few
/// neighbors left to be entered and left, or the free vertices are not connected to the head.
#[derive(Clone, Debug)]
pub(super) struct Search {
    closed: bool,
    /// Length of the path that is given.
    prefix: usize,
    path: Vec<u32>,
    used: Vec<bool>,
    /// Number of free neighbors.
    free: Vec<u32>,
    /// For each vertex of the path after the prefix, the choices that are left, best last.
    frames: Vec<Frame>,
    granted: u64,
    pace: Pace,
    started: bool,
}

#[derive(Clone, Debug)]
struct Frame {
    choices: Vec<u32>,
    /// A vertex that can only be the last of the tour.
    end: Option<u32>,
}

impl Search {
    pub(super) fn new(request: &Request<'_>) -> Self {
        let n = request.graph.len();
        let mut search = Self {
            closed: request.closed,
            prefix: request.prefix.len(),
            path: Vec::with_capacity(n),
            used: alloc::vec![false; n],
            free: (0..n).map(|v| request.graph.of(v).count() as u32).collect(),
            frames: Vec::new(),
            granted: 0,
            pace: Pace::new(MOST),
            started: false,
        };
        for &v in request.prefix {
            search.push(request.graph, v);
        }
        if !request.is_plausible() {
            return search;
        }
        let choices = match search.path.last() {
            Some(&head) => search.choices(request.graph, head as usize),
            // A closed tour can start anywhere.
            None if request.closed => Vec::from([0]),
            None => (0..n as u32).rev().filter(|&v| request.may_start(v as usize)).collect(),
        };
        search.frames.push(Frame { choices, end: None });
        search
    }

    /// The next tour.
    pub(super) fn next(
        &mut self,
        request: &Request<'_>,
        watch: &Watch<'_>,
    ) -> Result<Option<&[u32]>, StopReason> {
        let graph = request.graph;
        if !core::mem::replace(&mut self.started, true)
            && self.path.len() == graph.len()
            && !self.frames.is_empty()
            && self.is_tour(graph)
        {
            return Ok(Some(&self.path));
        }
        while let Some(frame) = self.frames.last_mut() {
            let Some(v) = frame.choices.pop() else {
                self.frames.pop();
                if self.path.len() > self.prefix {
                    self.pop(graph);
                }
                continue;
            };
            if self.granted == 0 {
                match watch.grant_at(&mut self.pace) {
                    Ok(nodes) => self.granted = nodes,
                    Err(reason) => {
                        // The search can be continued.
                        frame.choices.push(v);
                        return Err(reason);
                    }
                }
            }
            self.granted -= 1;
            let end = frame.end;
            let head = self.path.last().copied();
            self.push(graph, v);
            let choices = match self.end_after(graph, head, v, end) {
                Ok(end) if self.path.len() < graph.len() && self.is_connected(graph) => {
                    Frame { choices: self.choices(graph, v as usize), end }
                }
                _ => Frame { choices: Vec::new(), end: None },
            };
            self.frames.push(choices);
            if self.path.len() == graph.len() && self.is_tour(graph) {
                return Ok(Some(&self.path));
            }
        }
        Ok(None)
    }

    /// Whether the path, which has all vertices, is a tour of the kind that is asked for. Each closed tour is
    /// reported in one direction only.
    fn is_tour(&self, graph: &Graph) -> bool {
        let (first, last) = (self.path[0] as usize, self.path[self.path.len() - 1] as usize);
        !self.closed
            || graph.are_adjacent(first, last) && (self.prefix >= 2 || self.path[1] < last as u32)
    }

    fn push(&mut self, graph: &Graph, v: u32) {
        self.path.push(v);
        self.used[v as usize] = true;
        for u in graph.of(v as usize) {
            self.free[u] -= 1;
        }
    }

    fn pop(&mut self, graph: &Graph) {
        let Some(v) = self.path.pop() else { return };
        self.used[v as usize] = false;
        for u in graph.of(v as usize) {
            self.free[u] += 1;
        }
    }

    /// The free neighbors of the head, the one with the fewest free neighbors last.
    fn choices(&self, graph: &Graph, head: usize) -> Vec<u32> {
        let free = graph.of(head).rev().filter(|&u| !self.used[u]);
        let mut choices: Vec<u32> = free.map(|u| u as u32).collect();
        choices.sort_by_key(|&u| core::cmp::Reverse(self.free[u as usize]));
        choices
    }

    /// Checks the free neighbors of the old head, from which the path went to `v`: each must keep two neighbors to be
    /// entered and left by, or be the last vertex. Returns the vertex that must be the last, if there is one.
    fn end_after(
        &self,
        graph: &Graph,
        old_head: Option<u32>,
        v: u32,
        mut end: Option<u32>,
    ) -> Result<Option<u32>, DeadEnd> {
        let Some(old_head) = old_head else { return Ok(end) };
        if end == Some(v) && self.path.len() < graph.len() {
            return Err(DeadEnd);
        }
        for u in graph.of(old_head as usize).filter(|&u| !self.used[u]) {
            let by_head = u32::from(graph.are_adjacent(u, v as usize));
            let by_start = u32::from(self.closed && graph.are_adjacent(u, self.path[0] as usize));
            match self.free[u] + by_head + by_start {
                0 => return Err(DeadEnd),
                1 if self.closed || end.is_some_and(|end| end != u as u32) => return Err(DeadEnd),
                1 => end = Some(u as u32),
                _ => {}
            }
        }
        Ok(end)
    }

    /// Returns whether all free vertices can be reached from the head.
    fn is_connected(&self, graph: &Graph) -> bool {
        let mut seen = self.used.clone();
        let mut stack: Vec<usize> = self.path.last().map(|&v| v as usize).into_iter().collect();
        let mut count = 0;
        while let Some(v) = stack.pop() {
            for u in graph.of(v) {
                if !core::mem::replace(&mut seen[u], true) {
                    count += 1;
                    stack.push(u);
                }
            }
        }
        count + self.path.len() == graph.len()
    }
}

/// The path cannot become a tour.
struct DeadEnd;
