//! Tours of large boards: Warnsdorff's rule, and rotations where it gets stuck.
//!
//! Warnsdorff's rule (1823) goes to the neighbor with the fewest free neighbors. If the path cannot continue, a rotation
//! (Pósa, 1976) replaces its end: if the end `e` is adjacent to a cell `v` of the path, the part after `v` is reversed,
//! and the cell that followed `v` is the new end.

use alloc::vec::Vec;

use bitboard_core::{Pace, Random, SeededRng, StopReason, Watch};

use super::graph::Graph;
use super::request::Request;

/// Attempts, each with other random choices.
const ATTEMPTS: u64 = 12;

/// The most nodes between limit checks.
const MOST: u64 = 1 << 12;

/// A tour, or `None` if none was found in one short attempt.
pub(super) fn find_soon(
    request: &Request<'_>,
    watch: &Watch<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    let rotations = request.graph.len() as u64 + 1_000;
    Walk::new(request, 0, watch).complete(rotations)
}

/// A tour, or `None` if none was found, which does not mean that there is none.
pub(super) fn find(
    request: &Request<'_>,
    watch: &Watch<'_>,
) -> Result<Option<Vec<u32>>, StopReason> {
    let rotations = 100 * request.graph.len() as u64 + 1_000;
    for seed in 0..ATTEMPTS {
        if let Some(path) = Walk::new(request, seed, watch).complete(rotations)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

struct Walk<'a> {
    request: &'a Request<'a>,
    graph: &'a Graph,
    rng: SeededRng,
    path: Vec<u32>,
    /// Whether a vertex is in the path.
    used: Vec<bool>,
    /// The place of each vertex of the path.
    place: Vec<u32>,
    /// Number of neighbors that are not in the path.
    free: Vec<u32>,
    watch: &'a Watch<'a>,
    pace: Pace,
    granted: u64,
}

impl<'a> Walk<'a> {
    fn new(request: &'a Request<'a>, seed: u64, watch: &'a Watch<'a>) -> Self {
        let graph = request.graph;
        let n = graph.len();
        let free = (0..n).map(|v| graph.of(v).count() as u32).collect();
        let mut walk = Self {
            request,
            graph,
            rng: SeededRng::new(seed),
            path: Vec::with_capacity(n),
            used: alloc::vec![false; n],
            place: alloc::vec![0; n],
            free,
            watch,
            pace: Pace::new(MOST),
            granted: 0,
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

    fn push(&mut self, v: usize) {
        self.place[v] = self.path.len() as u32;
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

    fn use_nodes(&mut self, nodes: u64) -> Result<(), StopReason> {
        while self.granted < nodes {
            self.granted += self.watch.grant_at(&mut self.pace)?;
        }
        self.granted -= nodes;
        Ok(())
    }

    fn is_closed_if_needed(&self) -> bool {
        !self.request.closed || self.graph.are_adjacent(self.end(), self.path[0] as usize)
    }

    /// Extends the path by Warnsdorff's rule as far as possible. Ties go to the vertex whose neighbors have the fewest free
    /// neighbors in all (Pohl, 1967), then at random.
    fn extend(&mut self) -> Result<(), StopReason> {
        loop {
            self.use_nodes(1)?;
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
        let firsts = pivots.map(|u| self.place[u] as usize + 1);
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

    /// Reverses the path from place `i` to its end.
    fn reverse_from(&mut self, i: usize) -> Result<(), StopReason> {
        // About as much work as one step for every 16 cells that move.
        self.use_nodes((self.path.len() - i) as u64 / 16)?;
        self.path[i..].reverse();
        for (place, &v) in (i..).zip(&self.path[i..]) {
            self.place[v as usize] = place as u32;
        }
        Ok(())
    }
}
