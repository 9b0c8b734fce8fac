//! Rows of runs, joined where they touch.

use alloc::vec::Vec;
use core::ops::Range;
use core::{iter, mem};

use super::runs::{SLACK, copy_row, count_runs, find_runs};
use bitboard_core::Connectivity;
use bitboard_core::Instructions;

/// A band of rows. Runs are numbered consecutively, and each has a parent: a run before it in the same
/// component, or itself.
#[derive(Clone, Debug)]
pub(super) struct Band {
    connectivity: Connectivity,
    /// Longer than there are runs.
    parents: Vec<u32>,
    /// Runs before this number that are not found yet are their own parents.
    fresh: usize,
    /// For each run its first column and the column after its last.
    bounds: Vec<u32>,
    /// For each row, the number after that of its last run.
    rows: Vec<u32>,
    /// Number of runs from the last row of another band, which come before those of the first row.
    carried: u32,
    /// The pixels of the last row, and room for those of the next.
    above: Vec<u64>,
    next: Vec<u64>,
}

impl Band {
    pub(super) const fn new(connectivity: Connectivity) -> Self {
        Self {
            connectivity,
            parents: Vec::new(),
            fresh: 0,
            bounds: Vec::new(),
            rows: Vec::new(),
            carried: 0,
            above: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Removes everything.
    pub(super) fn clear(&mut self, connectivity: Connectivity) {
        self.connectivity = connectivity;
        self.rows.clear();
        self.carried = 0;
        self.fresh = 0;
        self.above.clear();
    }

    /// Removes all rows but the last, which begins the next band; its runs are not joined.
    pub(super) fn carry(&mut self) {
        let carried = self.last_row().len() as u32;
        for (parent, run) in self.parents.iter_mut().zip(0..carried) {
            *parent = run;
        }
        self.rows.clear();
        self.carried = carried;
        self.fresh = carried as usize;
    }

    /// Number of runs.
    #[inline]
    pub(super) fn len(&self) -> usize {
        *self.rows.last().unwrap_or(&self.carried) as usize
    }

    /// Number of runs that have been carried over.
    #[inline]
    pub(super) fn carried(&self) -> usize {
        self.carried as usize
    }

    /// Number of rows, without the one carried over.
    #[inline]
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The numbers of the runs of each row, without those carried over.
    pub(super) fn rows(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let begins = iter::once(&self.carried).chain(&self.rows);
        begins.zip(&self.rows).map(|(&begin, &end)| begin as usize..end as usize)
    }

    /// The numbers of the runs of the last row.
    pub(super) fn last_row(&self) -> Range<usize> {
        let begin = match self.rows.as_slice() {
            [] => 0,
            [_] => self.carried,
            [.., begin, _] => *begin,
        };
        begin as usize..self.len()
    }

    /// The first column of each run, and the column after its last; not of those carried over.
    #[inline]
    pub(super) fn spans(&self) -> &[[u32; 2]] {
        &self.bounds.as_chunks().0[..self.len()]
    }

    /// The parents, which are replaced by the numbers of components.
    #[inline]
    pub(super) fn parents_mut(&mut self) -> &mut [u32] {
        let len = self.len();
        &mut self.parents[..len]
    }

    #[inline]
    pub(super) fn parents(&self) -> &[u32] {
        &self.parents[..self.len()]
    }

    /// The parents, and at least [`SLACK`] more numbers without meaning if there is a row.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    pub(super) fn parents_and_slack(&self) -> &[u32] {
        &self.parents
    }

    /// The pixels of the last row.
    pub(super) fn above(&self) -> &[u64] {
        &self.above
    }

    /// The next row; `flip` is all ones for the pixels that are not set.
    #[inline]
    pub(super) fn push(&mut self, row: &[u64], width: u32, flip: u64) {
        Instructions::new().with_bmi2(
            #[inline(always)]
            || self.push_row(row, width, flip),
        );
    }

    #[inline(always)]
    fn push_row(&mut self, row: &[u64], width: u32, flip: u64) {
        self.next.resize(row.len(), 0);
        copy_row(row, width, flip, &mut self.next);
        let (begin, above) = (self.len(), self.last_row().start);
        self.make_room(begin + most_runs(&self.next));
        // Above the first row, nothing is set.
        self.above.resize(row.len(), 0);
        let (rows, begins) = ([&*self.above, &*self.next], [above, begin]);
        let (bounds, parents) = (&mut *self.bounds, &mut *self.parents);
        let link = |a: usize, b: usize, is_first| {
            if is_first {
                // The run has no other link yet and needs no search.
                parents[b] = parents[parents[a] as usize];
            } else {
                join(parents, a, b);
            }
        };
        let end = match self.connectivity {
            Connectivity::Four => find_runs(rows, Connectivity::Four, begins, bounds, link),
            Connectivity::Eight => find_runs(rows, Connectivity::Eight, begins, bounds, link),
        };
        // There are fewer than 2³² runs in an image.
        self.rows.push(end as u32);
        mem::swap(&mut self.above, &mut self.next);
    }

    /// Makes room for the runs before number `runs`.
    #[inline]
    fn make_room(&mut self, runs: usize) {
        let room = runs + SLACK;
        if self.parents.len() < room {
            let room = room.max(2 * self.parents.len());
            self.parents.resize(room, 0);
            self.bounds.resize(2 * room, 0);
        }
        if self.fresh < runs {
            let parents = &mut self.parents[self.fresh..runs];
            for (parent, run) in parents.iter_mut().zip(self.fresh as u32..) {
                *parent = run;
            }
            self.fresh = runs;
        }
    }
}

/// In rows of more words, runs are counted, because memory for the largest possible number of runs would be
/// 64 times that of the row.
const WIDE: usize = 1 << 12;

/// An upper bound for the number of runs of a row.
#[inline(always)]
fn most_runs(row: &[u64]) -> usize {
    if row.len() > WIDE { count_runs(row) } else { 32 * row.len() }
}

/// Joins the sets of two runs. The smaller root stays; both runs become its children.
#[inline(always)]
fn join(parents: &mut [u32], a: usize, b: usize) {
    let (root_a, root_b) = (root(parents, a), root(parents, b));
    let root = root_a.min(root_b);
    parents[root_a as usize] = root;
    parents[root_b as usize] = root;
    parents[a] = root;
    parents[b] = root;
}

#[inline(always)]
fn root(parents: &[u32], number: usize) -> u32 {
    let mut number = parents[number];
    loop {
        let parent = parents[number as usize];
        if parent == number {
            return number;
        }
        number = parent;
    }
}
