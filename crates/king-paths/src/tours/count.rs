//! The number of tours, by dynamic programming over the frontier.
//!
//! The vertices are taken in order. A state says for each vertex of the frontier (those with neighbors on both sides of the
//! cut) which partial path it ends: the method of mates (Sekine, Imai and Tani 1995, Knuth's Simpath 2008). States with the same frontier
//! are merged, so the number of tours costs far less than their enumeration.

use alloc::vec::Vec;

use bitboard_core::{StopReason, Watch};

use super::graph::Graph;

/// Bits of a slot of a state.
const SLOT: u32 = 5;
/// States between limit checks.
const CHUNK: u64 = 1 << 12;
/// The most slots of a state.
const SLOTS: usize = 25;
/// Bytes of a state and its count.
const STATE_BYTES: usize = size_of::<(u128, u128)>();
/// The vertex is inside a partial path.
const INSIDE: u128 = 31;
/// The vertex ends a partial path whose other end is an end of the tour.
const END: u128 = 30;

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
    /// The number of tours, or of ways to cover a part of the board with paths, does not fit a `u128`. Some of these ways
    /// cannot be completed, so this is possible for a board with fewer tours.
    #[error("the number of tours or of partial tours does not fit 128 bits")]
    Overflow,
    /// The states of the frontier need more memory than is allowed, or can be allocated.
    #[error("out of memory after {states} states of the frontier")]
    OutOfMemory {
        /// Number of states that were in memory.
        states: usize,
    },
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
}

impl From<StopReason> for CountError {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

/// Counts the Hamiltonian cycles, or with `ends` the Hamiltonian paths whose ends include these vertices (at most two). Neither
/// has a direction. The graph has at least three vertices.
pub(super) fn count(
    graph: &Graph,
    ends: Option<&[u32]>,
    memory: usize,
    watch: &Watch<'_>,
) -> Result<u128, CountError> {
    // Without the given path, the rest of the board may fall apart.
    if !graph.is_connected() {
        return Ok(0);
    }
    let order = best_order(graph)?;
    let place = |v: u32| order.iter().position(|&other| other == v).unwrap_or(0);
    let ends: Option<Vec<usize>> = ends.map(|ends| ends.iter().map(|&v| place(v)).collect());
    let graph = graph.reordered(&order);
    Counter { graph: &graph, ends: ends.as_deref() }.run(memory / STATE_BYTES, watch)
}

/// The order of a connected graph with the smallest frontier: the given one or that of a breadth-first search from either end.
fn best_order(graph: &Graph) -> Result<Vec<u32>, CountError> {
    let given: Vec<u32> = (0..graph.len() as u32).collect();
    let first = breadth_first(graph, 0);
    let last = first.last().map_or(0, |&v| v as usize);
    let orders = [given, first, breadth_first(graph, last)];
    let widths = orders.into_iter().map(|order| (width(&graph.reordered(&order)), order));
    let Some((width, order)) = widths.min_by_key(|&(width, _)| width) else {
        return Ok(Vec::new());
    };
    if width > SLOTS { Err(CountError::TooWide { found: width }) } else { Ok(order) }
}

/// The vertices in the order of a breadth-first search, those with few neighbors first (Cuthill and McKee, 1969).
fn breadth_first(graph: &Graph, start: usize) -> Vec<u32> {
    let mut seen = alloc::vec![false; graph.len()];
    let mut order = Vec::from([start as u32]);
    seen[start] = true;
    let mut i = 0;
    while i < order.len() {
        let mut next: Vec<usize> = graph.of(order[i] as usize).filter(|&u| !seen[u]).collect();
        next.sort_by_key(|&u| graph.of(u).count());
        for u in next {
            seen[u] = true;
            order.push(u as u32);
        }
        i += 1;
    }
    order
}

/// Slots for the vertices from any one to its last neighbor.
fn width(graph: &Graph) -> usize {
    let span = |v: usize| graph.of(v).next_back().map_or(0, |u| u.saturating_sub(v));
    1 + (0..graph.len()).map(span).max().unwrap_or(0)
}

struct Counter<'a> {
    graph: &'a Graph,
    ends: Option<&'a [usize]>,
}

impl Counter<'_> {
    /// `room` is the number of states that fit in memory.
    fn run(&self, room: usize, watch: &Watch<'_>) -> Result<u128, CountError> {
        let n = self.graph.len();
        let start = (0..n.min(SLOTS)).fold(0, |state, v| set(state, v, self.fresh(v)));
        let mut states = Vec::from([(start, 1)]);
        let mut next = Next::default();
        for v in 0..n {
            let later: Vec<usize> = self.graph.of(v).filter(|&u| u > v).collect();
            next.room = room.saturating_sub(states.capacity());
            (next.merge_at, next.full_at) = (0, 0);
            let mut granted = 0;
            for (state, count) in states {
                if granted == 0 {
                    granted = watch.grant(CHUNK)?;
                }
                granted -= 1;
                self.choose(state, count, v, &later, &mut next)?;
            }
            watch.give_back(granted);
            merge(&mut next.states)?;
            states = core::mem::take(&mut next.states);
            // Both blocks are in memory while the states are moved to a smaller one.
            if states.capacity().saturating_add(states.len()) <= room {
                states.shrink_to_fit();
            }
        }
        Ok(next.tours)
    }

    /// Takes or leaves each edge from `v` to the vertices `later`, then takes `v` out of the frontier.
    fn choose(
        &self,
        state: u128,
        count: u128,
        v: usize,
        later: &[usize],
        next: &mut Next,
    ) -> Result<(), CountError> {
        let [u, rest @ ..] = later else { return next.add(self.retire(state, v), count) };
        if get(state, v) == INSIDE {
            return next.add(self.retire(state, v), count);
        }
        self.choose(state, count, v, rest, next)?;
        match self.join(state, v, *u) {
            Joined::State(joined) => self.choose(joined, count, v, rest, next),
            done => next.add(done, count),
        }
    }

    /// The value of a vertex without edges: its own slot, or `END`.
    fn fresh(&self, v: usize) -> u128 {
        match self.ends {
            Some(ends) if ends.contains(&v) => END,
            _ => (v % SLOTS) as u128,
        }
    }

    /// Adds the edge between `v` and `u`.
    fn join(&self, state: u128, v: usize, u: usize) -> Joined {
        let (a, b) = (get(state, v), get(state, u));
        if a == INSIDE || b == INSIDE {
            return Joined::Nothing;
        }
        let (slot_v, slot_u) = ((v % SLOTS) as u128, (u % SLOTS) as u128);
        let mut joined = state;
        // A vertex that had an edge, or is an end of the tour, has all its edges now.
        if a != slot_v {
            joined = set(joined, v, INSIDE);
        }
        if b != slot_u {
            joined = set(joined, u, INSIDE);
        }
        if a == slot_u {
            // Both ends of one path: a cycle.
            return self.tour_if(self.ends.is_none() && self.all_inside(joined, v));
        }
        match (a, b) {
            (END, END) => return self.tour_if(self.all_inside(joined, v)),
            (END, b) => joined = set(joined, b as usize, END),
            (a, END) => joined = set(joined, a as usize, END),
            (a, b) => joined = set(set(joined, a as usize, b), b as usize, a),
        }
        Joined::State(joined)
    }

    fn tour_if(&self, is_tour: bool) -> Joined {
        if is_tour { Joined::Tour } else { Joined::Nothing }
    }

    /// Returns whether all vertices from `v` on are inside paths.
    fn all_inside(&self, state: u128, v: usize) -> bool {
        let n = self.graph.len();
        v + SLOTS >= n && (v..n).all(|u| get(state, u) == INSIDE)
    }

    /// Takes `v`, all of whose edges are decided, out of the frontier.
    fn retire(&self, state: u128, v: usize) -> Joined {
        let value = get(state, v);
        let slot = (v % SLOTS) as u128;
        let retired = match (value, self.ends) {
            (INSIDE, _) => state,
            // Without an edge, or an end inside a cycle.
            (value, _) if value == slot => return Joined::Nothing,
            (_, None) => return Joined::Nothing,
            (END, Some(ends)) => {
                // Two ends make a whole path.
                let rest_inside = self.all_inside(set(state, v, INSIDE), v);
                return self.tour_if(!ends.contains(&v) && rest_inside);
            }
            (mate, Some(ends)) => {
                let window = v + 1..self.graph.len().min(v + SLOTS);
                let known = window.filter(|&u| get(state, u) == END).count();
                let later = ends.iter().filter(|&&end| end >= v + SLOTS).count();
                if known + later >= 2 {
                    return Joined::Nothing;
                }
                set(state, mate as usize, END)
            }
        };
        let next = v + SLOTS;
        let value = if next < self.graph.len() { self.fresh(next) } else { INSIDE };
        Joined::State(set(retired, v, value))
    }
}

/// The states after a vertex.
#[derive(Default)]
struct Next {
    states: Vec<(u128, u128)>,
    /// The largest number of states.
    room: usize,
    /// The number of states at which equal ones are merged.
    merge_at: usize,
    /// The number of states at which [`make_room`](Self::make_room) is called.
    full_at: usize,
    /// The sum of the complete tours.
    tours: u128,
}

impl Next {
    fn add(&mut self, joined: Joined, count: u128) -> Result<(), CountError> {
        match joined {
            Joined::State(state) => {
                if self.states.len() >= self.full_at {
                    self.make_room()?;
                }
                self.states.push((state, count));
            }
            Joined::Tour => {
                self.tours = self.tours.checked_add(count).ok_or(CountError::Overflow)?;
            }
            Joined::Nothing => {}
        }
        Ok(())
    }

    /// Makes room for a state: merges equal ones if there are many, then takes more memory.
    fn make_room(&mut self) -> Result<(), CountError> {
        let capacity = self.states.capacity();
        // Both blocks are in memory while the states are moved to a larger one.
        let most = self.room.saturating_sub(capacity).max(capacity);
        if self.states.len() >= self.merge_at.min(most) {
            merge(&mut self.states)?;
            self.merge_at = (2 * self.states.len() + (1 << 20)).min(most);
        }
        let states = self.states.len();
        let out_of_memory = CountError::OutOfMemory { states };
        // Merging after every few states would take too long.
        if self.merge_at <= states + states / 8 {
            return Err(out_of_memory);
        }
        if states == capacity {
            let twice = (2 * capacity.max(512)).min(self.merge_at).min(most);
            // A block that could not grow again takes all that is left.
            let next = if most <= 4 * capacity { most } else { twice };
            self.states.try_reserve_exact(next - states).map_err(|_| out_of_memory)?;
        }
        self.full_at = self.merge_at.min(self.states.capacity());
        Ok(())
    }
}

/// A state after a decision.
enum Joined {
    State(u128),
    /// The tour is complete.
    Tour,
    /// No tour exists.
    Nothing,
}

fn get(state: u128, v: usize) -> u128 {
    state >> (SLOT * (v % SLOTS) as u32) & INSIDE
}

fn set(state: u128, v: usize, value: u128) -> u128 {
    let shift = SLOT * (v % SLOTS) as u32;
    state & !(INSIDE << shift) | value << shift
}

/// Sorts the states and adds the counts of equal ones.
fn merge(states: &mut Vec<(u128, u128)>) -> Result<(), CountError> {
    states.sort_unstable_by_key(|&(state, _)| state);
    let mut overflow = false;
    states.dedup_by(|(state, count), (kept, sum)| {
        let equal = state == kept;
        if equal {
            let added = sum.checked_add(*count);
            overflow |= added.is_none();
            *sum = added.unwrap_or(u128::MAX);
        }
        equal
    });
    if overflow { Err(CountError::Overflow) } else { Ok(()) }
}
