//! Sorting of long lists within limits.
//!
//! Lists of many million positions take seconds to sort, so [`sort_in_steps`] checks the limits in
//! between: it is a quicksort whose parts are left to the standard library once they take less than
//! a millisecond. A merge sort would need as much memory again, and the lists are as large as
//! memory allows.

use alloc::vec::Vec;

/// Items that are sorted between two checks, in less than a millisecond, and in a few milliseconds
/// without optimization.
const STEP: usize = 1 << 12;
/// Items of which the median divides a list.
const SAMPLE: usize = 63;

/// Sorts by keys. Calls `check` about every millisecond, and stops if it fails. The items are in
/// some order then.
pub(super) fn sort_in_steps<T: Copy, K: Ord, E>(
    items: &mut [T],
    key: impl Fn(&T) -> K,
    mut check: impl FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let mut parts = Vec::from([items]);
    while let Some(items) = parts.pop() {
        if items.len() <= STEP {
            items.sort_unstable_by_key(&key);
            check()?;
            continue;
        }
        let mut sample: [T; SAMPLE] = core::array::from_fn(|i| items[i * items.len() / SAMPLE]);
        sample.sort_unstable_by_key(&key);
        let pivot = key(&sample[SAMPLE / 2]);
        // Items before `low` are at most the pivot, items from `high` on at least. Both scans stop
        // at equal ones, so that lists of equal items are halved.
        let (mut low, mut high, mut unchecked) = (0, items.len(), STEP);
        loop {
            while key(&items[low]) < pivot {
                low += 1;
            }
            while key(&items[high - 1]) > pivot {
                high -= 1;
            }
            if low + 1 >= high {
                break;
            }
            items.swap(low, high - 1);
            (low, high) = (low + 1, high - 1);
            if low > unchecked {
                unchecked += STEP;
                check()?;
            }
        }
        let (left, right) = items.split_at_mut(low);
        parts.extend([right, left]);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use bitboard_core::{Random, SeededRng};

    use super::*;

    #[test]
    fn items_are_sorted_in_steps() {
        let mut rng = SeededRng::new(1);
        for len in [0, 1, STEP, STEP + 1, 5 * STEP + 7] {
            for bound in [1, 2, 1000, u64::MAX] {
                let mut items: Vec<u64> = (0..len).map(|_| rng.below(bound)).collect();
                for change in [|_: &mut [u64]| (), <[u64]>::sort_unstable, <[u64]>::reverse] {
                    change(&mut items);
                    let mut expected = items.clone();
                    expected.sort_unstable();
                    let mut sorted = items.clone();
                    let Ok(()) =
                        sort_in_steps(&mut sorted, |&item| item, || Ok::<_, Infallible>(()));
                    assert!(sorted == expected, "{len} items below {bound}");
                }
            }
        }
    }

    #[test]
    fn a_check_that_fails_stops_a_sort() {
        let mut rng = SeededRng::new(2);
        let mut items: Vec<u64> = (0..100_000).map(|_| rng.next_u64()).collect();
        let mut checks = 0;
        let check = || {
            checks += 1;
            if checks < 5 { Ok(()) } else { Err(()) }
        };
        assert_eq!(sort_in_steps(&mut items, |&item| item, check), Err(()));
        assert_eq!(checks, 5);
        assert!(!items.is_sorted());
    }
}
