//! The number of positions that games reach, ply by ply.
//!
//! The positions of a ply are the children of those of the ply before, sorted and without
//! duplicates. Lists of many million positions take seconds to sort, so [`sort_in_steps`] checks
//! the limits in between: it is a quicksort whose parts are left to the standard library once they
//! take less than a millisecond. A merge sort would need as much memory again, and the lists are as
//! large as memory allows.

use alloc::vec::Vec;

use bitboard_core::{Bits as _, Interrupted, Limits, Pace, Progress, StopReason, Watch, unlimited};

use super::position::{Position, has_four};
use super::size::Board;

/// The number of positions with some number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Count {
    /// All reachable positions; mirror images count separately.
    pub positions: u64,
    /// Those of them in which the last move has won.
    pub won: u64,
}

/// Counts the positions that can be reached from the empty board, ply by ply. Uses memory
/// proportional to the counts.
///
/// ```
/// use c4_solver::{Standard, count_positions};
///
/// let counts = count_positions(Standard::BOARD).map(|count| count.positions);
/// assert!(counts.take(5).eq([1, 7, 49, 238, 1120]));
/// ```
pub fn count_positions<B: Board>(board: B) -> impl Iterator<Item = Count> {
    let counts = Counts::new(board, &Limits::new());
    counts.map(|count| unlimited(|_: &Limits<'_>| count))
}

/// [`count_positions`] within limits, which hold for all plies together. A position whose moves are
/// listed is a node.
///
/// ```
/// use c4_solver::bitboard_core::{Limits, StopReason};
/// use c4_solver::{Standard, try_count_positions};
///
/// let limits = Limits::new().nodes(50);
/// let mut counts = try_count_positions(Standard::BOARD, &limits);
/// assert!(counts.by_ref().take(3).map(|count| count.unwrap().positions).eq([1, 7, 49]));
/// let stopped = counts.next().unwrap().unwrap_err();
/// assert_eq!(stopped.reason, StopReason::Nodes);
/// assert!((1..=238).contains(&stopped.partial.positions));
/// assert!(counts.next().is_none());
/// ```
///
/// # Errors
/// If a limit is reached or the cancel flag is set, the last item is [`Interrupted`] with lower
/// bounds of the counts of its ply.
pub fn try_count_positions<'a, B: Board>(
    board: B,
    limits: &Limits<'a>,
) -> impl Iterator<Item = Result<Count, Interrupted<Count>>> + use<'a, B> {
    Counts::new(board, limits)
}

/// Positions of a ply, as stones of the player to move and all stones.
type Positions<T> = Vec<(T, T)>;

struct Counts<'a, B: Board> {
    board: B,
    /// The open positions of the last ply that was counted; `None` before the first.
    last: Option<Positions<B::Word>>,
    watch: Watch<'a>,
    pace: Pace,
    /// Nodes so far.
    nodes: u64,
    /// Nodes that are granted and not used.
    granted: u64,
}

impl<'a, B: Board> Counts<'a, B> {
    fn new(board: B, limits: &Limits<'a>) -> Self {
        let (watch, pace) = (limits.start(), Pace::new(STEP as u64));
        Self { board, last: None, watch, pace, nodes: 0, granted: 0 }
    }

    /// Lists the positions after the moves of `positions`: those that are open, and those that are
    /// won.
    fn list(
        &mut self,
        positions: &[(B::Word, B::Word)],
        [open, won]: &mut [Positions<B::Word>; 2],
    ) -> Result<(), StopReason> {
        let board = self.board;
        for &(own, all) in positions {
            if self.granted == 0 {
                self.watch.report(|| Progress::new(self.nodes));
                self.granted = self.watch.grant_at(&mut self.pace)?;
            }
            self.granted -= 1;
            self.nodes += 1;
            let position = Position { board, own, all };
            let mut moves = position.moves();
            while !moves.is_zero() {
                let cell = moves.lowest_bit();
                moves ^= cell;
                let after = position.after(cell);
                let list = if has_four(board, own | cell) { &mut *won } else { &mut *open };
                list.push((after.own, after.all));
            }
        }
        for list in [open, won] {
            sort_in_steps(list, |&stones| stones, || self.watch.check())?;
            list.dedup();
        }
        Ok(())
    }
}

impl<B: Board> Iterator for Counts<'_, B> {
    type Item = Result<Count, Interrupted<Count>>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(last) = self.last.take() else {
            let Position { own, all, .. } = Position::new(self.board);
            self.last = Some(Vec::from([(own, all)]));
            return Some(Ok(Count { positions: 1, won: 0 }));
        };
        if last.is_empty() {
            return None;
        }
        let mut lists = [Vec::new(), Vec::new()];
        let stopped = self.list(&last, &mut lists).err();
        // A position is listed at most once for the last stone in each of its columns.
        let times = if stopped.is_some() { u64::from(self.board.width()) } else { 1 };
        let [open, won] = lists.each_ref().map(|list| (list.len() as u64).div_ceil(times));
        let count = Count { positions: open + won, won };
        let [open, _] = lists;
        self.last = Some(if stopped.is_some() { Vec::new() } else { open });
        match stopped {
            Some(reason) => Some(Err(Interrupted::new(reason, count))),
            None => (count.positions > 0).then_some(Ok(count)),
        }
    }
}

/// Items that are sorted between two checks, in less than a millisecond, and in a few milliseconds
/// without optimization.
const STEP: usize = 1 << 12;
/// Items of which the median divides a list.
const SAMPLE: usize = 63;

/// Sorts by keys. Calls `check` about every millisecond, and stops if it fails. The items are in
/// some order then.
pub(crate) fn sort_in_steps<T: Copy, K: Ord, E>(
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
