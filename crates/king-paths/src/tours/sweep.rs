//! Sweeps over the frontier: one tour, a proof that there is none, or the number of all tours.
//!
//! ```text
//!   states = {the state before the first vertex}
//!   for each vertex, in the order of `graph`:
//!       next = {}
//!       for each state, for each choice of edges from the vertex to later ones:
//!           add the new state to next, or the completed tour to the answer
//!       states = next, equal states merged
//! ```
//!
//! - A **count** keeps a number with each state and adds the numbers of equal ones, so it needs
//!   only two levels of states.
//! - A **search** keeps all levels. When a tour is complete, it goes back: of each level, a state
//!   that leads to the state behind it. If a level is empty, there is no tour.
//!
//! Whether a rectangle has a tour is decided by the few states that a strip of it can have. So a
//! sweep decides in time proportional to the length where a search would try the same states again
//! and again: the boards of Schwenk's theorem ("Which rectangular chessboards have a knight's
//! tour?", 1991) without a closed knight's tour have a side of at most four or an odd number of
//! cells, and of those of Conrad, Hindrichs, Morsy and Wegener ("Solution of the knight's
//! Hamiltonian path problem on chessboards", 1994) without an open one, a side of at most four.

use alloc::vec::Vec;

use bitboard_core::{Pace, StopReason, Watch};

use super::frontier::{Frontier, Next, State, merge};
use super::graph::{Graph, SLOTS, best_order};
use crate::meter::TryError;

/// The most states between limit checks.
const MOST: u64 = 1 << 12;

/// The result of a sweep.
pub(super) enum Swept {
    /// The vertices of a cycle or a path in order, from the start.
    Tour(Vec<u32>),
    None,
    /// There are too many states.
    TooMany,
}

/// Looks for a Hamiltonian cycle, or with `ends` for a Hamiltonian path whose ends include these
/// vertices (at most two). The graph has at least three vertices. The tour starts at `start`, which
/// must be one of the given ends of a path. A sweep holds at most about `states` states, of which
/// each needs 16 bytes.
pub(super) fn find(
    graph: &Graph,
    ends: Option<&[u32]>,
    start: Option<u32>,
    states: usize,
    watch: &Watch<'_>,
) -> Result<Swept, StopReason> {
    if !graph.is_connected() {
        return Ok(Swept::None);
    }
    let order = best_order(graph, watch)?;
    if order.width > SLOTS {
        return Ok(Swept::TooMany);
    }
    let mut sweep = Sweep { frontier: Frontier::new(graph, &order, ends), levels: Vec::new() };
    let mut nodes = Nodes { watch, pace: Pace::new(MOST), granted: 0 };
    Ok(match sweep.forward(states, &mut nodes)? {
        End::Tour(v, chosen) => {
            let edges = sweep.backward(v, chosen, &mut nodes)?;
            let edges = edges.into_iter().map(|(v, u)| (order.vertices[v], order.vertices[u]));
            Swept::Tour(in_order(graph.len(), edges, start))
        }
        End::None => Swept::None,
        End::TooMany => Swept::TooMany,
    })
}

struct Sweep {
    frontier: Frontier,
    /// The states before each vertex is taken.
    levels: Vec<Vec<(State, ())>>,
}

/// How the pass forward ended.
enum End {
    /// A tour was completed with this vertex and this choice of edges.
    Tour((usize, State), u32),
    None,
    TooMany,
}

impl Sweep {
    /// Takes all vertices, until there is a tour or no state.
    fn forward(&mut self, mut room: usize, nodes: &mut Nodes<'_>) -> Result<End, StopReason> {
        self.levels.push(Vec::from([(self.frontier.start(), ())]));
        for v in 0..self.frontier.len() {
            let mut next = Vec::new();
            let mut merge_at = 1 << 10;
            for &(state, ()) in &self.levels[v] {
                nodes.use_one()?;
                let taken = self.frontier.take(state, v, &mut |found, chosen| match found {
                    Next::State(state) => {
                        next.push((state, ()));
                        Ok(())
                    }
                    Next::Tour => Err(chosen),
                    Next::Nothing => Ok(()),
                });
                if let Err(chosen) = taken {
                    return Ok(End::Tour((v, state), chosen));
                }
                if next.len() >= merge_at {
                    merge(&mut next, |(), ()| (), nodes.watch)?;
                    merge_at = 2 * next.len() + (1 << 10);
                    if next.len() > room {
                        return Ok(End::TooMany);
                    }
                }
            }
            merge(&mut next, |(), ()| (), nodes.watch)?;
            next.shrink_to_fit();
            if next.is_empty() {
                return Ok(End::None);
            }
            if next.len() > room {
                return Ok(End::TooMany);
            }
            room -= next.len();
            self.levels.push(next);
        }
        Ok(End::None)
    }

    /// The edges of the tour that is completed from a state before a vertex by a choice of edges.
    fn backward(
        &self,
        (mut v, mut state): (usize, State),
        mut chosen: u32,
        nodes: &mut Nodes<'_>,
    ) -> Result<Vec<(usize, usize)>, StopReason> {
        let mut edges = Vec::with_capacity(self.frontier.len());
        loop {
            let later = self.frontier.later(v).iter().enumerate();
            edges
                .extend(later.filter(|(i, _)| chosen >> i & 1 == 1).map(|(_, &u)| (v, u as usize)));
            let Some(before) = v.checked_sub(1) else { return Ok(edges) };
            v = before;
            // The state comes from one of the level before.
            for &(earlier, ()) in &self.levels[v] {
                nodes.use_one()?;
                let found = self.frontier.take(earlier, v, &mut |found, chosen| match found {
                    Next::State(next) if next == state => Err(chosen),
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

/// The nodes that were granted and not used.
struct Nodes<'a> {
    watch: &'a Watch<'a>,
    pace: Pace,
    granted: u64,
}

impl Nodes<'_> {
    /// Takes a node from the limits.
    fn use_one(&mut self) -> Result<(), StopReason> {
        if self.granted == 0 {
            self.granted = self.watch.grant_at(&mut self.pace)?;
        }
        self.granted -= 1;
        Ok(())
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

/// Bytes of a state and its count.
const STATE_BYTES: usize = size_of::<(State, u128)>();

/// Error of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The cells cannot be ordered so that the frontier stays small.
    #[error("the frontier has {found} cells, expected at most 25")]
    TooWide {
        /// Number of cells of the frontier.
        found: usize,
    },
    /// The number of tours, or of ways to cover a part of the board with paths, does not fit a
    /// `u128`. Some of these ways cannot be completed, so this is possible for a board with fewer
    /// tours.
    #[error("the number of tours or of partial tours does not fit 128 bits")]
    Overflow,
    /// The states of the frontier need more memory than is allowed, or can be allocated.
    #[error("out of memory after {states} states of the frontier")]
    OutOfMemory {
        /// Number of states that were in memory.
        states: usize,
    },
}

impl<T> From<CountError> for TryError<CountError, T> {
    fn from(error: CountError) -> Self {
        Self::Failed(error)
    }
}

/// Counts the Hamiltonian cycles, or with `ends` the Hamiltonian paths whose ends include these
/// vertices (at most two). Neither has a direction. The graph has at least three vertices.
pub(super) fn count(
    graph: &Graph,
    ends: Option<&[u32]>,
    memory: usize,
    watch: &Watch<'_>,
) -> Result<u128, TryError<CountError>> {
    // Without the given path, the rest of the board may fall apart.
    if !graph.is_connected() {
        return Ok(0);
    }
    let order = best_order(graph, watch)?;
    if order.width > SLOTS {
        return Err(CountError::TooWide { found: order.width }.into());
    }
    run(&Frontier::new(graph, &order, ends), memory / STATE_BYTES, watch)
}

/// `room` is the number of states that fit in memory.
fn run(frontier: &Frontier, room: usize, watch: &Watch<'_>) -> Result<u128, TryError<CountError>> {
    let mut nodes = Nodes { watch, pace: Pace::new(MOST), granted: 0 };
    let mut states = Vec::from([(frontier.start(), 1)]);
    let mut next =
        Collected { watch, states: Vec::new(), room: 0, merge_at: 0, full_at: 0, tours: 0 };
    for v in 0..frontier.len() {
        next.room = room.saturating_sub(states.capacity());
        (next.merge_at, next.full_at) = (0, 0);
        for (state, count) in states {
            nodes.use_one()?;
            frontier.take(state, v, &mut |joined, _| next.add(joined, count))?;
        }
        merge_counts(&mut next.states, watch)?;
        states = core::mem::take(&mut next.states);
        // Both blocks are in memory while the states are moved to a smaller one.
        if states.capacity().saturating_add(states.len()) <= room {
            states.shrink_to_fit();
        }
    }
    Ok(next.tours)
}

/// The states after a vertex.
struct Collected<'a> {
    watch: &'a Watch<'a>,
    states: Vec<(State, u128)>,
    /// The largest number of states.
    room: usize,
    /// The number of states at which equal ones are merged.
    merge_at: usize,
    /// The number of states at which [`make_room`](Self::make_room) is called.
    full_at: usize,
    /// The sum of the complete tours.
    tours: u128,
}

impl Collected<'_> {
    /// Adds the result of a choice of edges that `count` ways lead to.
    fn add(&mut self, next: Next, count: u128) -> Result<(), TryError<CountError>> {
        match next {
            Next::State(state) => {
                if self.states.len() >= self.full_at {
                    self.make_room()?;
                }
                self.states.push((state, count));
            }
            Next::Tour => {
                self.tours = self.tours.checked_add(count).ok_or(CountError::Overflow)?;
            }
            Next::Nothing => {}
        }
        Ok(())
    }

    /// Makes room for a state: merges equal ones if there are many, then takes more memory.
    fn make_room(&mut self) -> Result<(), TryError<CountError>> {
        let capacity = self.states.capacity();
        // Both blocks are in memory while the states are moved to a larger one.
        let most = self.room.saturating_sub(capacity).max(capacity);
        if self.states.len() >= self.merge_at.min(most) {
            merge_counts(&mut self.states, self.watch)?;
            let states = self.states.len();
            // Merging after every few states would take too long.
            if most <= states + states / 8 {
                return Err(CountError::OutOfMemory { states }.into());
            }
            self.merge_at = (2 * states + (1 << 20)).min(most);
        }
        let states = self.states.len();
        if states == capacity {
            let twice = (2 * capacity.max(512)).min(self.merge_at).min(most);
            // A block that could not grow again takes all that is left.
            let next = if most <= 4 * capacity { most } else { twice };
            self.states
                .try_reserve_exact(next - states)
                .map_err(|_| CountError::OutOfMemory { states })?;
        }
        self.full_at = self.merge_at.min(self.states.capacity());
        Ok(())
    }
}

/// Adds the counts of equal states.
fn merge_counts(
    states: &mut Vec<(State, u128)>,
    watch: &Watch<'_>,
) -> Result<(), TryError<CountError>> {
    let mut overflow = false;
    let add = |sum: &mut u128, count: u128| {
        let added = sum.checked_add(count);
        overflow |= added.is_none();
        *sum = added.unwrap_or(u128::MAX);
    };
    merge(states, add, watch)?;
    if overflow { Err(CountError::Overflow.into()) } else { Ok(()) }
}
