//! Turns consecutive bands of rows into components.

use alloc::vec;
use alloc::vec::Vec;
use core::hint::select_unpredictable;
use core::mem;

use super::band::Band;
use super::measure::Measure;
use super::sets::Sets;
use bitboard_core::Connectivity;

/// A band ends when it has this many runs, while they are in the cache.
const RUNS: usize = 1 << 14;
/// A band ends when it has this many rows.
const ROWS: usize = 1 << 10;

/// Joins the runs of each row with those of the row before. Components of a band get numbers, and `sets`
/// joins the numbers that a later band connects. Measures are kept by number; those of joined numbers are added up on
/// request.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) band: Band,
    pub(super) sets: Sets,
    /// The numbers of the runs carried over to the current band.
    pub(super) carried: Vec<u32>,
    /// The first row of the current band.
    pub(super) y: u64,
}

impl Pass {
    pub(super) const fn new(connectivity: Connectivity) -> Self {
        Self { band: Band::new(connectivity), sets: Sets::new(), carried: Vec::new(), y: 0 }
    }

    /// The next row; `flip` is all ones for the pixels that are not set.
    #[inline]
    pub(super) fn row<M: Measure>(
        &mut self,
        row: &[u64],
        width: u32,
        flip: u64,
        stats: &mut Vec<M>,
    ) {
        self.band.push(row, width, flip);
        if self.is_due() {
            self.end_band(stats);
        }
    }

    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.band.len() - self.band.carried() >= RUNS || self.band.height() >= ROWS
    }

    /// Numbers the components of the band and adds its runs to them.
    pub(super) fn end_band<M: Measure>(&mut self, stats: &mut Vec<M>) {
        self.join_carried();
        self.number();
        stats.resize(self.sets.len(), M::EMPTY);
        // `()` stores no measures.
        if size_of::<M>() > 0 {
            self.add_runs(stats);
        }
        self.y += self.band.height() as u64;
        self.carried.clear();
        self.carried.extend_from_slice(&self.band.parents()[self.band.last_row()]);
        self.band.carry();
    }

    /// Joins the numbers of carried runs that the band has joined, and replaces their parents by the numbers.
    fn join_carried(&mut self) {
        let parents = self.band.parents_mut();
        for (run, &number) in self.carried.iter().enumerate() {
            let parent = parents[run] as usize;
            if parent != run {
                let (a, b) = (self.sets.find(parents[parent]), self.sets.find(number));
                self.sets.join(a, b);
            }
            parents[run] = number;
        }
    }

    /// Replaces the parent of each run by the number of its component.
    fn number(&mut self) {
        let carried = self.band.carried();
        let next = number(self.band.parents_mut(), carried, self.sets.len() as u32);
        self.sets.extend_to(next);
    }

    fn add_runs<M: Measure>(&self, stats: &mut [M]) {
        let spans = self.band.spans();
        let numbers = self.band.parents();
        for (runs, y) in self.band.rows().zip(self.y..) {
            for (&number, &[start, end]) in numbers[runs.clone()].iter().zip(&spans[runs]) {
                stats[number as usize].add_run(start, end, y);
            }
        }
    }

    /// Merges the statistics of joined numbers and removes the gaps. The result is in raster order.
    pub(super) fn add_up<M: Measure>(&mut self, stats: &mut Vec<M>) {
        let sets = &mut self.sets;
        let mut count = 0;
        for number in 0..sets.len() {
            if sets.is_root(number) {
                stats[count] = stats[number];
                sets.set_parent(number, count as u32);
                count += 1;
            } else {
                // Parents come first, and have their places by now.
                let place = sets.parent(sets.parent(number) as usize);
                let component = stats[number];
                stats[place as usize].merge(&component);
                sets.set_parent(number, place);
            }
        }
        stats.truncate(count);
    }

    /// Begins another image.
    pub(super) fn restart(&mut self, connectivity: Connectivity) {
        self.band.clear(connectivity);
        self.sets.clear();
        self.carried.clear();
        self.y = 0;
    }

    /// Leaves all components in `stats`, in raster order.
    pub(super) fn finish<M: Measure>(&mut self, stats: &mut Vec<M>) {
        self.end_band(stats);
        self.add_up(stats);
    }

    /// Reports the components that no carried run belongs to, and renumbers the rest.
    pub(super) fn hand_out<M: Measure>(&mut self, stats: &mut Vec<M>, mut done: impl FnMut(M)) {
        self.add_up(stats);
        let mut numbers = vec![u32::MAX; stats.len()];
        let mut kept = Vec::new();
        for number in &mut self.carried {
            let place = self.sets.parent(*number as usize) as usize;
            if numbers[place] == u32::MAX {
                numbers[place] = kept.len() as u32;
                kept.push(stats[place]);
            }
            *number = numbers[place];
        }
        self.sets.clear();
        self.sets.extend_to(kept.len() as u32);
        let stats = mem::replace(stats, kept);
        // Last, because `done` may panic.
        for (component, number) in stats.into_iter().zip(numbers) {
            if number == u32::MAX {
                done(component);
            }
        }
    }
}

/// Replaces the parents from run `begin` by numbers: `next` and those after it for roots, the number of the
/// parent for others. Returns the number after the last.
#[inline]
pub(super) fn number(parents: &mut [u32], begin: usize, mut next: u32) -> u32 {
    for run in begin..parents.len() {
        let parent = parents[run];
        // Without a branch, because roots are unpredictable. A root is its own parent.
        let of_parent = parents[parent as usize];
        let is_root = parent as usize == run;
        let number = select_unpredictable(is_root, next, of_parent);
        next += u32::from(is_root);
        parents[run] = number;
    }
    next
}
