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

use super::graph::Graph;

/// A kind of tour of a graph.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) graph: &'a Graph,
    pub(super) shape: &'a Shape,
    /// Whether the last cell must be adjacent to the first.
    pub(super) closed: bool,
    /// The first cells of the tour.
    pub(super) prefix: &'a [u32],
}

/// The conditions that colors, connection and articulation vertices impose on the tours of a graph.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// Whether each vertex may be an end of an open tour. All are false if the board has no open
    /// tour.
    may_end: Vec<bool>,
    may_be_closed: bool,
}

impl Shape {
    pub(super) fn new(graph: &Graph) -> Self {
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
    pub(super) fn is_plausible(&self) -> bool {
        match (self.closed, self.prefix.first()) {
            (true, _) => self.shape.may_be_closed,
            (false, Some(&v)) => self.may_start(v as usize),
            (false, None) => self.shape.may_end.contains(&true),
        }
    }

    /// Returns whether simple arguments leave a tour possible that starts at `v`.
    pub(super) fn may_start(&self, v: usize) -> bool {
        self.closed || self.shape.may_end[v]
    }
}

/// Short attempts. Several seeds find tours that one seed misses.
const SHORT_ATTEMPTS: u64 = 8;
/// Attempts with more patience, each with other random choices.
const ATTEMPTS: u64 = 120;

/// A tour, or `None` if none was found in some short attempts.
pub(super) fn find_soon(
    request: &Request<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    attempt(request, 0..SHORT_ATTEMPTS, request.graph.len() as u64 + 1_000, meter)
}

/// A tour, or `None` if none was found, which does not mean that there is none.
pub(super) fn find_patiently(
    request: &Request<'_>,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    let rotations = 10 * request.graph.len() as u64 + 1_000;
    attempt(request, SHORT_ATTEMPTS..SHORT_ATTEMPTS + ATTEMPTS, rotations, meter)
}

/// A tour found with one of the seeds.
fn attempt(
    request: &Request<'_>,
    seeds: Range<u64>,
    rotations: u64,
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
    path: Vec<u32>,
    /// Whether a vertex is in the path.
    used: Vec<bool>,
    /// The index of each vertex in the path.
    positions: Vec<u32>,
    /// Number of neighbors that are not in the path.
    free: Vec<u32>,
    meter: &'a mut Meter<'m>,
}

impl<'a, 'm> Walk<'a, 'm> {
    fn new(request: &'a Request<'a>, seed: u64, meter: &'a mut Meter<'m>) -> Self {
        let graph = request.graph;
        let n = graph.len();
        let free = (0..n).map(|v| graph.of(v).count() as u32).collect();
        let mut walk = Self {
            request,
            graph,
            rng: SeededRng::new(seed),
            path: Vec::with_capacity(n),
            used: alloc::vec![false; n],
            positions: alloc::vec![0; n],
            free,
            meter,
        };
        for &v in request.prefix {
            walk.push(v as usize);
        }
        if walk.path.is_empty() {
            let start = walk.start();
            walk.push(start);
        }
        walk
    }

    /// A start with few neighbors, of the color that most vertices have.
    fn start(&mut self) -> usize {
        let possible = |&v: &usize| self.request.may_start(v);
        let least = (0..self.graph.len()).filter(possible).map(|v| self.free[v]).min();
        let starts: Vec<usize> = (0..self.graph.len())
            .filter(possible)
            .filter(|&v| Some(self.free[v]) == least)
            .collect();
        starts[self.rng.below(starts.len() as u64) as usize]
    }

    /// Adds a vertex at the end of the path.
    fn push(&mut self, v: usize) {
        self.positions[v] = self.path.len() as u32;
        self.path.push(v as u32);
        self.used[v] = true;
        for u in self.graph.of(v) {
            self.free[u] -= 1;
        }
    }

    fn end(&self) -> usize {
        self.path[self.path.len() - 1] as usize
    }

    /// Extends and rotates until the path is a tour. Returns `None` after too many rotations.
    fn complete(mut self, mut rotations: u64) -> Result<Option<Vec<u32>>, StopReason> {
        let n = self.graph.len();
        loop {
            self.extend()?;
            if self.path.len() == n && self.is_closed_if_needed() {
                return Ok(Some(self.path));
            }
            if rotations == 0 || !self.rotate()? {
                return Ok(None);
            }
            rotations -= 1;
        }
    }

    fn is_closed_if_needed(&self) -> bool {
        !self.request.closed || self.graph.are_adjacent(self.end(), self.path[0] as usize)
    }

    /// Extends the path by Warnsdorff's rule as far as possible. Ties go to the vertex whose
    /// neighbors have the fewest free neighbors in all (Pohl, 1967), then at random.
    fn extend(&mut self) -> Result<(), StopReason> {
        loop {
            self.meter.take_all(1)?;
            let mut best = None;
            for u in self.graph.of(self.end()).filter(|&u| !self.used[u]) {
                let second = self.graph.of(u).filter(|&w| !self.used[w]).map(|w| self.free[w]);
                let key = (self.free[u], second.sum::<u32>(), self.rng.next_u64());
                if best.is_none_or(|(least, _)| key < least) {
                    best = Some((key, u));
                }
            }
            match best {
                Some((_, u)) => self.push(u),
                None => return Ok(()),
            }
        }
    }

    /// Rotates the end of the path, if possible to an end from which it can continue.
    fn rotate(&mut self) -> Result<bool, StopReason> {
        if !self.request.closed && self.request.prefix.is_empty() && self.rng.below(4) == 0 {
            // The other end may be better.
            self.reverse_from(0)?;
            return Ok(true);
        }
        let fixed = self.request.prefix.len().max(1);
        let last = self.path.len() - 1;
        let pivots = self.graph.of(self.end()).filter(|&u| self.used[u]);
        let firsts = pivots.map(|u| self.positions[u] as usize + 1);
        // The cell before the end is adjacent to it; rotating about it changes nothing.
        let firsts: Vec<usize> = firsts.filter(|&i| i >= fixed && i < last).collect();
        if firsts.is_empty() {
            return Ok(false);
        }
        let start = self.path[0] as usize;
        let is_good = |&i: &usize| {
            let end = self.path[i] as usize;
            match self.path.len() == self.graph.len() {
                true => self.graph.are_adjacent(end, start),
                false => self.free[end] > 0,
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
        self.meter.take_all((self.path.len() - i) / 16)?;
        self.path[i..].reverse();
        for (position, &v) in (i..).zip(&self.path[i..]) {
            self.positions[v as usize] = position as u32;
        }
        Ok(())
    }
}

/// A depth-first search that can be continued after each tour.
#[derive(Clone, Debug)]
pub(super) struct TourSearch {
    closed: bool,
    /// Length of the path that is given.
    prefix: usize,
    path: Vec<u32>,
    used: Vec<bool>,
    /// Number of free neighbors.
    free: Vec<u32>,
    /// For each vertex of the path after the prefix, the choices that are left, best last.
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
    pub(super) fn new(request: &Request<'_>) -> Self {
        let n = request.graph.len();
        let mut search = Self {
            closed: request.closed,
            prefix: request.prefix.len(),
            path: Vec::with_capacity(n),
            used: alloc::vec![false; n],
            free: (0..n).map(|v| request.graph.of(v).count() as u32).collect(),
            frames: Vec::new(),
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

    /// The next tour. `take` takes a node.
    pub(super) fn next<E>(
        &mut self,
        request: &Request<'_>,
        mut take: impl FnMut() -> Result<(), E>,
    ) -> Result<Option<&[u32]>, E> {
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
            if let Err(reason) = take() {
                // The search can be continued.
                frame.choices.push(v);
                return Err(reason);
            }
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

    /// Whether the path, which has all vertices, is a tour of the kind that is asked for. Each
    /// closed tour is reported in one direction only.
    fn is_tour(&self, graph: &Graph) -> bool {
        let (first, last) = (self.path[0] as usize, self.path[self.path.len() - 1] as usize);
        !self.closed
            || graph.are_adjacent(first, last) && (self.prefix >= 2 || self.path[1] < last as u32)
    }

    /// Adds a vertex at the end of the path.
    fn push(&mut self, graph: &Graph, v: u32) {
        self.path.push(v);
        self.used[v as usize] = true;
        for u in graph.of(v as usize) {
            self.free[u] -= 1;
        }
    }

    /// Removes the last vertex of the path.
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

    /// Checks the free neighbors of the old head, from which the path went to `v`: each must keep
    /// two neighbors to be entered and left by, or be the last vertex. Returns the vertex that must
    /// be the last, if there is one.
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
