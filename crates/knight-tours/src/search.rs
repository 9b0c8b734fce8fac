//! Tours by growing paths: tests that exclude a tour, a heuristic for one tour of a large board,
//! and a depth-first search for all tours.
//!
//! **Heuristic.** Warnsdorff's rule (1823) goes to the neighbor with the fewest free neighbors. If
//! the path cannot continue, a rotation (Pósa, 1976) replaces its end. If the end e is adjacent to
//! a cell v of the path, the part after v is reversed, and the cell that followed v is the new end:
//!
//! ```text
//!   before   s ── … ── v ── w ── … ── e        e is adjacent to v
//!   after    s ── … ── v ── e ── … ── w        w may continue where e could not
//! ```
//!
//! **Search.** Free neighbors of the head are tried by Warnsdorff's rule. A branch is cut as soon
//! as a free vertex has too few neighbors left to be entered and left, or the free vertices are not
//! connected to the head. A step costs time proportional to the graph.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::limits::Meter;
use bitboard_core::{Random, SeededRng, StopReason};

use crate::graph::Graph;

/// A kind of tour of a graph.
#[derive(Clone, Copy)]
pub(crate) struct Request<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) shape: &'a Shape,
    /// Whether the last cell must be adjacent to the first.
    pub(crate) closed: bool,
    /// The first cells of the tour.
    pub(crate) prefix: &'a [u32],
}

/// The conditions that colors, connection and articulation vertices impose on the tours of a graph.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Whether each vertex may be an end of an open tour. All are false if the board has no open
    /// tour.
    may_end: Vec<bool>,
    may_be_closed: bool,
}

impl Shape {
    pub(crate) fn new(graph: &Graph) -> Self {
        let n = graph.len();
        let impossible = Self { may_end: alloc::vec![false; n], may_be_closed: false };
        if !graph.is_connected() {
            return impossible;
        }
        // A tour alternates between the colors.
        let colors = graph.two_coloring().unwrap_or_default();
        let trues = colors.iter().filter(|&&color| color).count();
        let difference = 2 * trues as isize - colors.len() as isize;
        if difference.abs() > 1 {
            return impossible;
        }
        let mut may_end: Vec<bool> = match difference {
            0 => alloc::vec![true; n],
            _ => colors.iter().map(|&color| color == (difference > 0)).collect(),
        };
        // A tour goes through one block after the other, and cannot return to an articulation
        // vertex.
        let blocks = graph.blocks();
        let mut blocks_of = alloc::vec![0; n];
        blocks.iter().flatten().for_each(|&v| blocks_of[v as usize] += 1);
        let cuts = |block: &[u32]| block.iter().filter(|&&v| blocks_of[v as usize] > 1).count();
        if blocks_of.iter().any(|&blocks| blocks > 2) || blocks.iter().any(|block| cuts(block) > 2)
        {
            return impossible;
        }
        if blocks.len() > 1 {
            let mut in_last = alloc::vec![false; n];
            for &v in blocks.iter().filter(|block| cuts(block) == 1).flatten() {
                in_last[v as usize] = blocks_of[v as usize] == 1;
            }
            may_end.iter_mut().zip(in_last).for_each(|(may_end, in_last)| *may_end &= in_last);
        }
        Self { may_end, may_be_closed: n > 2 && blocks.len() == 1 && difference == 0 }
    }
}

impl Request<'_> {
    /// Returns whether simple arguments leave a tour possible.
    pub(crate) fn is_plausible(&self) -> bool {
        match (self.closed, self.prefix.first()) {
            (true, _) => self.shape.may_be_closed,
            (false, Some(&v)) => self.may_start(v as usize),
            (false, None) => self.shape.may_end.contains(&true),
        }
    }

    /// Returns whether simple arguments leave a tour possible that starts at `v`.
    pub(crate) fn may_start(&self, v: usize) -> bool {
        self.closed || self.shape.may_end[v]
    }
}

/// A path that grows, and what it leaves free.
#[derive(Clone, Debug)]
struct Trail {
    vertices: Vec<u32>,
    /// Whether a vertex is in the path.
    used: Vec<bool>,
    /// Number of neighbors of each vertex that are not in the path.
    free: Vec<u32>,
}

impl Trail {
    /// The path that a request gives.
    fn new(request: &Request<'_>) -> Self {
        let (graph, n) = (request.graph, request.graph.len());
        let free = (0..n).map(|v| graph.of(v).count() as u32).collect();
        let mut trail = Self { vertices: Vec::with_capacity(n), used: alloc::vec![false; n], free };
        request.prefix.iter().for_each(|&v| trail.push(graph, v as usize));
        trail
    }

    /// Adds a vertex at the end of the path.
    fn push(&mut self, graph: &Graph, v: usize) {
        self.vertices.push(v as u32);
        self.used[v] = true;
        graph.of(v).for_each(|u| self.free[u] -= 1);
    }

    /// Removes the last vertex of the path.
    fn pop(&mut self, graph: &Graph) {
        let Some(v) = self.vertices.pop() else { return };
        self.used[v as usize] = false;
        graph.of(v as usize).for_each(|u| self.free[u] += 1);
    }

    fn len(&self) -> usize {
        self.vertices.len()
    }

    fn first(&self) -> usize {
        self.vertices[0] as usize
    }

    fn last(&self) -> usize {
        self.vertices[self.len() - 1] as usize
    }

    /// The neighbors of a vertex that are not in the path.
    fn free_neighbors<'a>(
        &'a self,
        graph: &'a Graph,
        v: usize,
    ) -> impl DoubleEndedIterator<Item = usize> + 'a {
        graph.of(v).filter(|&u| !self.used[u])
    }
}

/// A tour by walks with these seeds, of up to `rotations` rotations each. `None` if none was found,
/// which does not mean that there is none.
pub(crate) fn walk(
    request: &Request<'_>,
    seeds: Range<u64>,
    rotations: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    for seed in seeds {
        if let Some(path) = Walk::new(request, seed, meter).complete(rotations)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// A path that grows and rotates.
struct Walk<'a, 'm> {
    request: &'a Request<'a>,
    graph: &'a Graph,
    rng: SeededRng,
    trail: Trail,
    /// The index of each vertex in the path.
    positions: Vec<u32>,
    meter: &'a mut Meter<'m>,
}

impl<'a, 'm> Walk<'a, 'm> {
    fn new(request: &'a Request<'a>, seed: u64, meter: &'a mut Meter<'m>) -> Self {
        let (graph, trail) = (request.graph, Trail::new(request));
        let positions = alloc::vec![0; graph.len()];
        let mut walk = Self { request, graph, rng: SeededRng::new(seed), trail, positions, meter };
        if walk.trail.len() == 0 {
            let start = walk.start();
            walk.trail.push(graph, start);
        }
        walk.number_from(0);
        walk
    }

    /// A start with few neighbors, of the color that most vertices have.
    fn start(&mut self) -> usize {
        let free = &self.trail.free;
        let possible = || (0..self.graph.len()).filter(|&v| self.request.may_start(v));
        let least = possible().map(|v| free[v]).min();
        let starts: Vec<usize> = possible().filter(|&v| Some(free[v]) == least).collect();
        starts[self.rng.below(starts.len() as u64) as usize]
    }

    /// Sets the positions of the vertices from index `i` of the path on.
    fn number_from(&mut self, i: usize) {
        for (position, &v) in (i..).zip(&self.trail.vertices[i..]) {
            self.positions[v as usize] = position as u32;
        }
    }

    /// Extends and rotates until the path is a tour. Returns `None` after too many rotations.
    fn complete(mut self, mut rotations: usize) -> Result<Option<Vec<u32>>, StopReason> {
        loop {
            self.extend()?;
            if self.trail.len() == self.graph.len() && self.is_closed_if_needed() {
                return Ok(Some(self.trail.vertices));
            }
            if rotations == 0 || !self.rotate()? {
                return Ok(None);
            }
            rotations -= 1;
        }
    }

    fn is_closed_if_needed(&self) -> bool {
        !self.request.closed || self.graph.are_adjacent(self.trail.last(), self.trail.first())
    }

    /// Extends the path by Warnsdorff's rule as far as possible. Ties go to the vertex whose
    /// neighbors have the fewest free neighbors in all (Pohl, 1967), then at random.
    fn extend(&mut self) -> Result<(), StopReason> {
        loop {
            self.meter.take_all(1)?;
            let (graph, trail) = (self.graph, &self.trail);
            let mut best = None;
            for u in trail.free_neighbors(graph, trail.last()) {
                let second = trail.free_neighbors(graph, u).map(|w| trail.free[w]);
                let key = (trail.free[u], second.sum::<u32>(), self.rng.next_u64());
                if best.is_none_or(|(least, _)| key < least) {
                    best = Some((key, u));
                }
            }
            let Some((_, u)) = best else { return Ok(()) };
            self.positions[u] = trail.len() as u32;
            self.trail.push(graph, u);
        }
    }

    /// Rotates the end of the path, if possible to an end from which it can continue.
    fn rotate(&mut self) -> Result<bool, StopReason> {
        if !self.request.closed && self.request.prefix.is_empty() && self.rng.below(4) == 0 {
            // The other end may be better.
            self.reverse_from(0)?;
            return Ok(true);
        }
        let (graph, trail) = (self.graph, &self.trail);
        let fixed = self.request.prefix.len().max(1);
        let pivots = graph.of(trail.last()).filter(|&u| trail.used[u]);
        let firsts = pivots.map(|u| self.positions[u] as usize + 1);
        // The cell before the end is adjacent to it; rotating about it changes nothing.
        let firsts: Vec<usize> = firsts.filter(|&i| i >= fixed && i + 1 < trail.len()).collect();
        if firsts.is_empty() {
            return Ok(false);
        }
        let is_good = |&i: &usize| {
            let end = trail.vertices[i] as usize;
            match trail.len() == graph.len() {
                true => graph.are_adjacent(end, trail.first()),
                false => trail.free[end] > 0,
            }
        };
        let choice = firsts.iter().copied().find(is_good);
        let i = choice.unwrap_or_else(|| firsts[self.rng.below(firsts.len() as u64) as usize]);
        self.reverse_from(i)?;
        Ok(true)
    }

    /// Reverses the path from index `i` to its end.
    fn reverse_from(&mut self, i: usize) -> Result<(), StopReason> {
        // About as much work as one step for every 16 cells that move.
        self.meter.take_all((self.trail.len() - i) / 16)?;
        self.trail.vertices[i..].reverse();
        self.number_from(i);
        Ok(())
    }
}

/// A depth-first search that can be continued after each tour.
#[derive(Clone, Debug)]
pub(crate) struct TourSearch {
    trail: Trail,
    /// For each vertex of the path after the given ones, the choices that are left, best last.
    frames: Vec<Frame>,
    started: bool,
}

#[derive(Clone, Debug)]
struct Frame {
    choices: Vec<u32>,
    /// A vertex that can only be the last of the tour.
    end: Option<u32>,
}

impl TourSearch {
    pub(crate) fn new(request: &Request<'_>) -> Self {
        let trail = Trail::new(request);
        let mut search = Self { trail, frames: Vec::new(), started: false };
        if request.is_plausible() {
            let choices = match search.trail.len() {
                1.. => search.choices(request.graph),
                // A closed tour can start anywhere.
                0 if request.closed => Vec::from([0]),
                0 => (0..request.graph.len() as u32)
                    .rev()
                    .filter(|&v| request.may_start(v as usize))
                    .collect(),
            };
            search.frames.push(Frame { choices, end: None });
        }
        search
    }

    /// The next tour. `take` takes a node.
    pub(crate) fn next<E>(
        &mut self,
        request: &Request<'_>,
        mut take: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<&[u32]>, E> {
        let graph = request.graph;
        let is_first = !core::mem::replace(&mut self.started, true) && !self.frames.is_empty();
        if is_first && self.is_tour(request) {
            return Ok(Some(&self.trail.vertices));
        }
        while let Some(frame) = self.frames.last_mut() {
            let Some(v) = frame.choices.pop() else {
                self.frames.pop();
                if self.trail.len() > request.prefix.len() {
                    self.trail.pop(graph);
                }
                continue;
            };
            take()?;
            let end = frame.end;
            let head = self.trail.vertices.last().copied();
            self.trail.push(graph, v as usize);
            let end = self.end_after(request, head, v, end);
            let frame =
                match end.filter(|_| self.trail.len() < graph.len() && self.is_connected(graph)) {
                    Some(end) => Frame { choices: self.choices(graph), end },
                    None => Frame { choices: Vec::new(), end: None },
                };
            self.frames.push(frame);
            if self.is_tour(request) {
                return Ok(Some(&self.trail.vertices));
            }
        }
        Ok(None)
    }

    /// Whether the path is a tour of the kind that is asked for. Each closed tour is reported in
    /// one direction only.
    fn is_tour(&self, request: &Request<'_>) -> bool {
        let Trail { vertices, .. } = &self.trail;
        let is_closed = || {
            request.graph.are_adjacent(self.trail.first(), self.trail.last())
                && (request.prefix.len() >= 2 || vertices[1] < vertices[vertices.len() - 1])
        };
        vertices.len() == request.graph.len() && (!request.closed || is_closed())
    }

    /// The free neighbors of the head, the one with the fewest free neighbors last.
    fn choices(&self, graph: &Graph) -> Vec<u32> {
        let free = self.trail.free_neighbors(graph, self.trail.last());
        // Complements, so that the fewest come last, and the first vertex of equals.
        let key = |u: usize| !(u64::from(self.trail.free[u]) << 32 | u as u64);
        let mut choices: Vec<u64> = free.map(key).collect();
        choices.sort_unstable();
        choices.into_iter().map(|choice| !choice as u32).collect()
    }

    /// Checks the free neighbors of the old head, from which the path went to `v`: each must keep
    /// two neighbors to be entered and left by, or be the last vertex. Returns the vertex that must
    /// be the last, if there is one, and `None` at a dead end.
    fn end_after(
        &self,
        request: &Request<'_>,
        old_head: Option<u32>,
        v: u32,
        mut end: Option<u32>,
    ) -> Option<Option<u32>> {
        let (graph, closed, trail) = (request.graph, request.closed, &self.trail);
        let Some(old_head) = old_head else { return Some(end) };
        if end == Some(v) && trail.len() < graph.len() {
            return None;
        }
        for u in trail.free_neighbors(graph, old_head as usize) {
            let by_head = u32::from(graph.are_adjacent(u, v as usize));
            let by_start = u32::from(closed && graph.are_adjacent(u, trail.first()));
            match trail.free[u] + by_head + by_start {
                0 => return None,
                1 if closed || end.is_some_and(|end| end != u as u32) => return None,
                1 => end = Some(u as u32),
                _ => {}
            }
        }
        Some(end)
    }

    /// Returns whether all free vertices can be reached from the head.
    fn is_connected(&self, graph: &Graph) -> bool {
        let Trail { used, .. } = &self.trail;
        self.trail.len() + graph.count_reached(self.trail.last(), used.clone()) == graph.len()
    }
}
