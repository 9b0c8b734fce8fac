//! Makes the tables of the row automaton.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::automaton::{FRESH_SHIFT, MAP_SHIFT, SLOTS};
use crate::Connectivity;

/// A component number for each column, from 1 in the order of first appearance; 0 where empty.
type State = [u8; 8];

/// The transitions and the slots of an automaton, as [`Automaton`](super::automaton::Automaton)
/// explains them.
pub(super) struct Built {
    pub(super) transitions: Vec<u32>,
    pub(super) slots: Vec<u32>,
}

/// Finds all states that boards of `width` columns can reach, and what each row does to them.
pub(super) fn build(width: usize, connectivity: Connectivity) -> Built {
    let mut numbers = BTreeMap::from([(State::default(), 0)]);
    let mut states = vec![State::default()];
    let mut transitions = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let state = states[next];
        next += 1;
        for row in 0..1u32 << width {
            let (after, fresh, map) = step(&state, row, width, connectivity);
            let number = *numbers.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() as u32 - 1
            });
            transitions.push(number | fresh << FRESH_SHIFT | map << MAP_SHIFT);
        }
    }
    Built { transitions, slots: states.iter().map(slots).collect() }
}

/// The cells of each slot, a byte each.
fn slots(state: &State) -> u32 {
    let cells = state.iter().enumerate().filter(|(_, label)| **label > 0);
    cells.fold(0, |slots, (x, label)| slots | 1 << (8 * (u32::from(*label) - 1) + x as u32))
}

/// One more row: the state after it, how many components it leaves behind, and for each of the
/// slots before it where its component goes on.
fn step(state: &State, row: u32, width: usize, connectivity: Connectivity) -> (State, u32, u32) {
    // A node for each slot before (0 to 3) and each run of the row (4 to 7), joined by touch.
    let mut root = [0, 1, 2, 3, 4, 5, 6, 7];
    let mut run_of = [usize::MAX; 8];
    let mut run = SLOTS - 1;
    for (x, run_of) in run_of.iter_mut().enumerate().take(width) {
        if row >> x & 1 == 1 {
            run += usize::from(x == 0 || row >> (x - 1) & 1 == 0);
            *run_of = run;
        }
    }
    let reach = usize::from(connectivity == Connectivity::Eight);
    for (x, &run) in run_of.iter().enumerate().filter(|(_, run)| **run != usize::MAX) {
        let touched = x.saturating_sub(reach)..(x + reach + 1).min(width);
        for &label in state[touched].iter().filter(|label| **label > 0) {
            let (a, b) = (root[run], root[usize::from(label) - 1]);
            root.iter_mut().filter(|r| **r == a).for_each(|r| *r = b);
        }
    }
    let mut after = State::default();
    let mut labels = [0; 8];
    let mut count = 0;
    for (x, &run) in run_of.iter().enumerate().filter(|(_, run)| **run != usize::MAX) {
        let label = &mut labels[root[run]];
        if *label == 0 {
            count += 1;
            *label = count;
        }
        after[x] = *label;
    }
    let (mut map, mut fresh) = (0, 0);
    for slot in 0..SLOTS {
        let target = if !state.contains(&(slot as u8 + 1)) {
            2 * SLOTS as u32 - 1
        } else if labels[root[slot]] > 0 {
            u32::from(labels[root[slot]]) - 1
        } else {
            fresh += 1;
            SLOTS as u32 + fresh - 1
        };
        map |= target << (4 * slot);
    }
    (after, fresh, map)
}
