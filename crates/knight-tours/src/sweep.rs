//! A sweep over the frontier for one tour, or for a proof that there is none.
//!
//! ```text
//!   levels = [{the state before the first vertex}]
//!   for each vertex, in the order of `graph`:
//!       next = {}
//!       for each state of the last level, for each choice of edges from the vertex to later ones:
//!           add the new state to next, or stop if a tour is complete
//!       add next to the levels, equal states merged
//! ```
//!
//! All levels are kept. When a tour is complete, the sweep goes back: of each level, it finds a
//! state that leads to the state of the next one. If a level is empty, no tour exists.
//!
//! Whether a rectangle has a tour is decided by the few states that a strip of it can have. So a
//! sweep decides in time proportional to the length where a search would try the same states again
//! and again: the boards of Schwenk's theorem ("Which rectangular chessboards have a knight's
//! tour?", 1991) without a closed knight's tour have a side of at most four or an odd number of
//! cells, and of those of Conrad, Hindrichs, Morsy and Wegener ("Solution of the knight's
//! Hamiltonian path problem on chessboards", 1994) without an open one, a side of at most four.

use alloc::vec::Vec;

use bitboard_core::StopReason;
use bitboard_core::limits::Meter;

use crate::frontier::{Frontier, Outcome, State, merge};
use crate::graph::{Graph, SLOTS, best_order};

/// The result of a sweep: the tour, or how it is completed.
pub(crate) enum Swept<T> {
    Tour(T),
    None,
    /// There are too many states.
    TooMany,
}

/// Looks for a Hamiltonian cycle, or with `ends` for a Hamiltonian path whose ends include these
/// vertices (at most two). The graph has at least three vertices. The tour has its vertices in
/// order, from `start`, which must be one of the given ends of a path. A sweep holds at most about
/// `states` states, of which each needs 16 bytes.
pub(crate) fn find(
    graph: &Graph,
    ends: Option<&[u32]>,
    start: Option<u32>,
    states: usize,
    meter: &mut Meter<'_>,
) -> Result<Swept<Vec<u32>>, StopReason> {
    if !graph.is_connected() {
        return Ok(Swept::None);
    }
    let order = best_order(graph, meter)?;
    if order.width > SLOTS {
        return Ok(Swept::TooMany);
    }
    let mut sweep = TourSweep { frontier: Frontier::new(graph, &order, ends), levels: Vec::new() };
    Ok(match sweep.forward(states, meter)? {
        Swept::Tour((v, chosen)) => {
            let edges = sweep.backward(v, chosen, meter)?;
            let edges = edges.into_iter().map(|(v, u)| (order.vertices[v], order.vertices[u]));
            Swept::Tour(in_order(graph.len(), edges, start))
        }
        Swept::None => Swept::None,
        Swept::TooMany => Swept::TooMany,
    })
}

struct TourSweep {
    frontier: Frontier,
    /// The states before each vertex is taken.
    levels: Vec<Vec<State>>,
}

/// A state before a vertex, and a choice of edges from that vertex.
type Taken = ((usize, State), u32);

impl TourSweep {
    /// Takes the vertices in order. Stops if a choice completes a tour or no state remains.
    fn forward(
        &mut self,
        mut room: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Swept<Taken>, StopReason> {
        self.levels.push(Vec::from([self.frontier.start()]));
        for v in 0..self.frontier.len() {
            let mut next = Vec::new();
            let mut merge_at = 1 << 10;
            for &state in &self.levels[v] {
                meter.take_all(1)?;
                let taken = self.frontier.take(state, v, &mut |found, chosen| match found {
                    Outcome::State(state) => {
                        next.push(state);
                        Ok(())
                    }
                    Outcome::Tour => Err(chosen),
                    Outcome::Nothing => Ok(()),
                });
                if let Err(chosen) = taken {
                    return Ok(Swept::Tour(((v, state), chosen)));
                }
                if next.len() >= merge_at {
                    merge(&mut next, meter)?;
                    merge_at = 2 * next.len() + (1 << 10);
                    if next.len() > room {
                        return Ok(Swept::TooMany);
                    }
                }
            }
            merge(&mut next, meter)?;
            next.shrink_to_fit();
            if next.is_empty() {
                return Ok(Swept::None);
            }
            if next.len() > room {
                return Ok(Swept::TooMany);
            }
            room -= next.len();
            self.levels.push(next);
        }
        Ok(Swept::None)
    }

    /// The edges of the tour that is completed from a state before a vertex by a choice of edges.
    fn backward(
        &self,
        (mut v, mut state): (usize, State),
        mut chosen: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<(usize, usize)>, StopReason> {
        let mut edges = Vec::with_capacity(self.frontier.len());
        loop {
            let later = self.frontier.later(v).iter().enumerate();
            edges
                .extend(later.filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, &u)| (v, u as usize)));
            let Some(before) = v.checked_sub(1) else { return Ok(edges) };
            v = before;
            // The state comes from one of the level before.
            for &earlier in &self.levels[v] {
                meter.take_all(1)?;
                let found = self.frontier.take(earlier, v, &mut |found, chosen| match found {
                    Outcome::State(next) if next == state => Err(chosen),
                    _ => Ok(()),
                });
                if let Err(found) = found {
                    (state, chosen) = (earlier, found);
                    break;
                }
            }
        }
    }
}

/// The vertices of the path or cycle with these edges in order, from `start`, or from an end of the
/// path.
fn in_order(n: usize, edges: impl Iterator<Item = (u32, u32)>, start: Option<u32>) -> Vec<u32> {
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
