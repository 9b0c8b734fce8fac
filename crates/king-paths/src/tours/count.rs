//! The number of tours, by a sweep that adds the counts of equal states.

use alloc::vec::Vec;

use bitboard_core::{Pace, StopReason, Watch};

use super::frontier::{Frontier, Next, State};
use super::graph::Graph;
use super::merge::merge;
use super::order::{self, SLOTS};

/// The most states between limit checks.
const MOST: u64 = 1 << 12;
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
    let order = order::best(graph, watch)?;
    if order.width > SLOTS {
        return Err(CountError::TooWide { found: order.width });
    }
    run(&Frontier::new(graph, &order, ends), memory / STATE_BYTES, watch)
}

/// `room` is the number of states that fit in memory.
fn run(frontier: &Frontier, room: usize, watch: &Watch<'_>) -> Result<u128, CountError> {
    let mut pace = Pace::new(MOST);
    let mut granted = 0;
    let mut states = Vec::from([(frontier.start(), 1)]);
    let mut next =
        Collected { watch, states: Vec::new(), room: 0, merge_at: 0, full_at: 0, tours: 0 };
    for v in 0..frontier.len() {
        next.room = room.saturating_sub(states.capacity());
        (next.merge_at, next.full_at) = (0, 0);
        for (state, count) in states {
            if granted == 0 {
                granted = watch.grant_at(&mut pace)?;
            }
            granted -= 1;
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
    fn add(&mut self, next: Next, count: u128) -> Result<(), CountError> {
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
    fn make_room(&mut self) -> Result<(), CountError> {
        let capacity = self.states.capacity();
        // Both blocks are in memory while the states are moved to a larger one.
        let most = self.room.saturating_sub(capacity).max(capacity);
        if self.states.len() >= self.merge_at.min(most) {
            merge_counts(&mut self.states, self.watch)?;
            let states = self.states.len();
            // Merging after every few states would take too long.
            if most <= states + states / 8 {
                return Err(CountError::OutOfMemory { states });
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
fn merge_counts(states: &mut Vec<(State, u128)>, watch: &Watch<'_>) -> Result<(), CountError> {
    let mut overflow = false;
    let add = |sum: &mut u128, count: u128| {
        let added = sum.checked_add(count);
        overflow |= added.is_none();
        *sum = added.unwrap_or(u128::MAX);
    };
    merge(states, add, watch)?;
    if overflow { Err(CountError::Overflow) } else { Ok(()) }
}
