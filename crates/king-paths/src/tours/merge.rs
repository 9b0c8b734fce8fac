//! Merges equal states, with limit checks in between.
//!
//! The states are sorted by a hash: in place into 256 parts by its first byte, each part by the next byte (American flag
//! sort: McIlroy, Bostic and McIlroy 1993), and small parts by comparison. A sort of the standard library would be as
//! fast, but cannot be stopped.

use alloc::vec::Vec;

use bitboard_core::{StopReason, Watch};

use super::frontier::State;

/// States that are sorted or moved between two limit checks.
const CHECK: usize = 1 << 10;
/// An odd number, so that no two states have the same hash.
const FACTOR: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;

/// Merges equal states: `add` adds the second value to the first.
pub(super) fn merge<T: Copy>(
    states: &mut Vec<(State, T)>,
    mut add: impl FnMut(&mut T, T),
    watch: &Watch<'_>,
) -> Result<(), StopReason> {
    sort(states, 0, watch)?;
    let mut kept = 0;
    for i in 1..states.len() {
        if i % CHECK == 0 {
            watch.check()?;
        }
        let (state, value) = states[i];
        if state == states[kept].0 {
            add(&mut states[kept].1, value);
        } else {
            kept += 1;
            states[kept] = (state, value);
        }
    }
    states.truncate(kept + 1);
    Ok(())
}

/// Sorts states by their hashes, which agree in the first `byte` bytes.
fn sort<T: Copy>(
    states: &mut [(State, T)],
    byte: u32,
    watch: &Watch<'_>,
) -> Result<(), StopReason> {
    watch.check()?;
    if states.len() <= CHECK {
        states.sort_unstable_by_key(|&(state, _)| hash(state));
        return Ok(());
    }
    let part = |state: State| (hash(state) >> (120 - 8 * byte) & 0xff) as usize;
    let mut ends = [0; 256];
    for (i, &(state, _)) in states.iter().enumerate() {
        if i % CHECK == 0 {
            watch.check()?;
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
            let to = part(states[starts[i]].0);
            states.swap(starts[i], starts[to]);
            starts[to] += 1;
            moves += 1;
            if moves % CHECK == 0 {
                watch.check()?;
            }
        }
    }
    for (start, end) in first.into_iter().zip(ends) {
        if byte < 15 && end - start > 1 {
            sort(&mut states[start..end], byte + 1, watch)?;
        }
    }
    Ok(())
}

fn hash(state: State) -> u128 {
    state.wrapping_mul(FACTOR)
}
