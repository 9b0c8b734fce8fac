//! The positions that a thread is searching.

use alloc::vec::Vec;

use bitboard_core::Word;

use super::table::{Buckets, Hash};

/// Nodes between two checks of a path.
const PERIOD: u64 = 128;

/// The marked positions from the root down to the one that a thread is searching.
///
/// Another thread may decide one of them first. The search of all positions below it is useless then.
pub(crate) struct Path<T> {
    /// Positions, each with the score that it is asked for.
    positions: Vec<(Hash<T>, i32)>,
    /// The index of a position that another thread has decided, and its bound.
    decided: Option<(usize, i32)>,
    next_check: u64,
}

impl<T> Default for Path<T> {
    fn default() -> Self {
        Self { positions: Vec::new(), decided: None, next_check: 0 }
    }
}

impl<T: Word> Path<T> {
    /// Adds a position.
    pub(crate) fn enter(&mut self, hash: Hash<T>, beta: i32) {
        self.positions.push((hash, beta));
    }

    /// Removes the last position. Returns its bound if it is the one that another thread has decided.
    pub(crate) fn leave(&mut self) -> Option<i32> {
        self.positions.pop();
        let level = self.positions.len();
        self.decided.take_if(|decided| decided.0 == level).map(|(_, bound)| bound)
    }

    /// Returns whether another thread has decided a position of the path. The thread has to leave the path down to that position.
    ///
    /// Looks the positions up only if the thread has searched [`PERIOD`] nodes since the last time.
    pub(crate) fn is_decided(&mut self, table: Buckets<'_, T>, nodes: u64) -> bool {
        if nodes < self.next_check {
            return false;
        }
        self.next_check = nodes + PERIOD;
        let mut positions = self.positions.iter().enumerate();
        self.decided = positions.find_map(|(level, &(hash, beta))| {
            let bound = table.get(hash)?.decide(beta)?;
            Some((level, bound))
        });
        self.decided.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Standard;
    use crate::search::{Bounds, Table};

    #[test]
    fn a_thread_returns_to_the_first_decided_position() {
        let table = Table::<u64>::new(Standard::BOARD, 0, false).unwrap();
        let buckets = table.buckets(0);
        let hashes = [1, 2, 3, 4].map(|key| buckets.hash(key));
        let mut path = Path::default();
        for hash in hashes {
            path.enter(hash, 2);
        }
        buckets.put(hashes[0], Bounds { low: 1, high: 2 }, 1);
        assert!(!path.is_decided(buckets, 0));
        buckets.put(hashes[1], Bounds { low: -4, high: 1 }, 1);
        buckets.put(hashes[2], Bounds { low: 3, high: 5 }, 1);
        assert!(!path.is_decided(buckets, PERIOD - 1));
        assert!(path.is_decided(buckets, PERIOD));
        assert_eq!([(); 4].map(|()| path.leave()), [None, None, Some(1), None]);
    }
}
