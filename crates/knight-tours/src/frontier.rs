//! States of a sweep over the vertices of a graph, and sets of them.
//!
//! The vertices are taken in order, and the edges to later vertices are chosen when a vertex is
//! taken. A state says for each vertex of the frontier (those that are not taken but have a
//! neighbor that is) which partial path it ends: the method of mates (Sekine, Imai and Tani 1995,
//! Knuth's Simpath 2008). What happened before does not matter for the rest, so equal states are
//! merged, and a sweep costs far less than the enumeration of tours.
//!
//! ```text
//!   taken │ frontier        mate of a = c, mate of c = a: both end one partial path
//!     ┌───┼─ a              b is its own mate: no edge yet
//!     │   │  b              d is inside a partial path: both of its edges are chosen
//!     └───┼─ c
//!      ───┼─ d ── …
//!
//!   joining a and b:  mate of b = c, mate of c = b, a is inside
//!   joining a and c:  a cycle; a tour if nothing else is left, otherwise no state
//! ```
//!
//! A state is a number of 25 slots of five bits. A vertex has a slot from its entry into the
//! frontier until it is taken. The slot holds the slot of the mate. In a sweep for open tours,
//! `END` stands for a mate that is an end of the tour and has been taken.
//!
//! States are merged by sorting them by a hash, in place: into 256 parts by its first byte, each
//! part by the next byte (American flag sort: McIlroy, Bostic and McIlroy 1993), and small parts by
//! comparison. A sort of the standard library would be as fast, but cannot be stopped.

use alloc::vec::Vec;

use bitboard_core::StopReason;
use bitboard_core::limits::Meter;

use crate::graph::{Entries, Graph, Order, SLOTS};

/// The mates of the frontier.
pub(crate) type State = u128;

/// Bits of a slot.
const BITS: u32 = 5;
/// The vertex is inside a partial path. Unused slots have this value too.
const INSIDE: u128 = 31;
/// The vertex ends a partial path whose other end is an end of the tour.
const END: u128 = 30;
/// The state in which all slots are `INSIDE`.
const ALL_INSIDE: State = (1 << (BITS * SLOTS as u32)) - 1;

/// The outcome of a decision.
pub(crate) enum Outcome {
    State(State),
    /// The tour is complete.
    Tour,
    /// No tour can follow from the decision.
    Nothing,
}

/// A sweep that looks for Hamiltonian cycles, or with `ends` for Hamiltonian paths whose ends
/// include these vertices (at most two). The graph has at least three vertices.
pub(crate) struct Frontier {
    /// The graph with its vertices in the order of the sweep.
    graph: Graph,
    is_end: Option<Vec<bool>>,
    slots: Vec<u8>,
    /// The vertices that enter the frontier when a vertex is taken.
    entering: Vec<Vec<u32>>,
    /// The number of given ends that enter after a vertex is taken.
    later_ends: Vec<usize>,
    /// The vertex with which the last ones enter.
    last_entry: usize,
}

impl Frontier {
    /// The width of `order` is at most [`SLOTS`].
    pub(crate) fn new(graph: &Graph, order: &Order, ends: Option<&[u32]>) -> Self {
        let graph = graph.reordered(&order.vertices);
        let n = graph.len();
        let is_given = |v: &u32| ends.is_some_and(|ends| ends.contains(v));
        let is_end: Vec<bool> = order.vertices.iter().map(is_given).collect();
        let Entries { entering, slots } = Entries::new(&graph);
        let mut later_ends = alloc::vec![0; n];
        for v in (1..n).rev() {
            let ends = entering[v].iter().filter(|&&u| is_end[u as usize]).count();
            later_ends[v - 1] = later_ends[v] + ends;
        }
        let last_entry = entering.iter().rposition(|list| !list.is_empty()).unwrap_or(0);
        let is_end = ends.is_some().then_some(is_end);
        Self { graph, is_end, slots, entering, later_ends, last_entry }
    }

    /// Number of vertices.
    pub(crate) fn len(&self) -> usize {
        self.graph.len()
    }

    /// The state before the first vertex is taken.
    pub(crate) fn start(&self) -> State {
        self.enter(ALL_INSIDE, 0)
    }

    /// The neighbors of `v` that are taken later.
    pub(crate) fn later(&self, v: usize) -> &[u32] {
        self.graph.after(v)
    }

    /// Takes `v`, and calls `found` for every choice of edges to later vertices, with a bit for
    /// each of [`later`](Self::later) that the choice has an edge to.
    #[inline]
    pub(crate) fn take<E>(
        &self,
        state: State,
        v: usize,
        found: &mut impl FnMut(Outcome, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        self.choose(state, v, 0, 0, found)
    }

    /// Takes or leaves each edge to the later vertices from number `i` on, then takes `v` out of
    /// the frontier.
    fn choose<E>(
        &self,
        state: State,
        v: usize,
        i: usize,
        chosen: u32,
        found: &mut impl FnMut(Outcome, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(&u) = self.later(v).get(i) else { return found(self.retire(state, v), chosen) };
        if self.get(state, v) == INSIDE {
            return found(self.retire(state, v), chosen);
        }
        self.choose(state, v, i + 1, chosen, found)?;
        let chosen = chosen | 1 << i;
        match self.join(state, v, u as usize) {
            Outcome::State(joined) => self.choose(joined, v, i + 1, chosen, found),
            done => found(done, chosen),
        }
    }

    /// Adds the edge between `v` and `u`.
    fn join(&self, state: State, v: usize, u: usize) -> Outcome {
        let (a, b) = (self.get(state, v), self.get(state, u));
        if a == INSIDE || b == INSIDE {
            return Outcome::Nothing;
        }
        let mut joined = state;
        // A vertex that had an edge, or is an end of the tour, has all its edges now.
        if a != self.slot(v) {
            joined = set(joined, self.slot(v), INSIDE);
        }
        if b != self.slot(u) {
            joined = set(joined, self.slot(u), INSIDE);
        }
        if a == self.slot(u) {
            // Both ends of one path: a cycle.
            return self.tour_if(self.is_end.is_none() && self.is_complete(joined, v));
        }
        match (a, b) {
            (END, END) => return self.tour_if(self.is_complete(joined, v)),
            (END, b) => joined = set(joined, b, END),
            (a, END) => joined = set(joined, a, END),
            (a, b) => joined = set(set(joined, a, b), b, a),
        }
        Outcome::State(joined)
    }

    fn tour_if(&self, is_tour: bool) -> Outcome {
        if is_tour { Outcome::Tour } else { Outcome::Nothing }
    }

    /// Returns whether all vertices are inside paths when `v` is taken.
    fn is_complete(&self, state: State, v: usize) -> bool {
        v >= self.last_entry && state == ALL_INSIDE
    }

    /// Takes `v`, all of whose edges are decided, out of the frontier.
    fn retire(&self, state: State, v: usize) -> Outcome {
        let value = self.get(state, v);
        let without = set(state, self.slot(v), INSIDE);
        let retired = match (value, &self.is_end) {
            (INSIDE, _) => without,
            // Without an edge, or an end inside a cycle.
            (value, _) if value == self.slot(v) => return Outcome::Nothing,
            (_, None) => return Outcome::Nothing,
            // Two ends make a whole path.
            (END, Some(is_end)) => return self.tour_if(!is_end[v] && self.is_complete(without, v)),
            (mate, Some(_)) => {
                let known = (0..SLOTS as u128).filter(|&slot| get(without, slot) == END).count();
                if known + self.later_ends[v] >= 2 {
                    return Outcome::Nothing;
                }
                set(without, mate, END)
            }
        };
        Outcome::State(if v + 1 < self.len() { self.enter(retired, v + 1) } else { retired })
    }

    /// Adds the vertices to the frontier that enter with `v`.
    fn enter(&self, state: State, v: usize) -> State {
        self.entering[v].iter().fold(state, |state, &u| {
            let is_end = self.is_end.as_ref().is_some_and(|is_end| is_end[u as usize]);
            let slot = self.slot(u as usize);
            set(state, slot, if is_end { END } else { slot })
        })
    }

    fn slot(&self, v: usize) -> u128 {
        u128::from(self.slots[v])
    }

    fn get(&self, state: State, v: usize) -> u128 {
        get(state, self.slot(v))
    }
}

fn get(state: State, slot: u128) -> u128 {
    state >> (BITS * slot as u32) & INSIDE
}

fn set(state: State, slot: u128, value: u128) -> State {
    let shift = BITS * slot as u32;
    state & !(INSIDE << shift) | value << shift
}

/// States that are sorted or moved between two limit checks.
const CHECK: usize = 1 << 10;
/// An odd number, so that no two states have the same hash.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Sorts states and removes repeated ones.
pub(crate) fn merge(states: &mut Vec<State>, meter: &Meter<'_>) -> Result<(), StopReason> {
    sort(states, 0, meter)?;
    states.dedup();
    Ok(())
}

/// Sorts states by their hashes, which agree in the first `byte` bytes.
fn sort(states: &mut [State], byte: u32, meter: &Meter<'_>) -> Result<(), StopReason> {
    meter.check()?;
    if states.len() <= CHECK {
        states.sort_unstable_by_key(|&state| hash(state));
        return Ok(());
    }
    let part = |state: State| (hash(state) >> (120 - 8 * byte) & 0xff) as usize;
    let mut ends = [0; 256];
    for (i, &state) in states.iter().enumerate() {
        if i % CHECK == 0 {
            meter.check()?;
        }
        ends[part(state)] += 1;
    }
    let mut end = 0;
    let mut starts = ends.map(|len| {
        end += len;
        end - len
    });
    for i in 0..256 {
        ends[i] += starts[i];
    }
    let first = starts;
    let mut moves = 0;
    for i in 0..256 {
        while starts[i] < ends[i] {
            // Each state moves to its part once.
            let to = part(states[starts[i]]);
            states.swap(starts[i], starts[to]);
            starts[to] += 1;
            moves += 1;
            if moves % CHECK == 0 {
                meter.check()?;
            }
        }
    }
    for (start, end) in first.into_iter().zip(ends) {
        if byte < 15 && end - start > 1 {
            sort(&mut states[start..end], byte + 1, meter)?;
        }
    }
    Ok(())
}

fn hash(state: State) -> u128 {
    state.wrapping_mul(FACTOR)
}
