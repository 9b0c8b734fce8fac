//! Bands of rows, one after the other, into components.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use super::band::Band;
use super::component::Component;
use super::sets::Sets;
use crate::Connectivity;

/// Rows are added up when they have so many runs: before they leave the cache.
const RUNS: usize = 1 << 14;
/// Or so many rows, however few runs they have.
const ROWS: usize = 1 << 10;

/// Joins the runs of each row with those of the row before. Components of a band get numbers; where a
/// later band joins two of them, so do `sets`.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) band: Band,
    pub(super) sets: Sets,
    /// By number; joined sets are added up when asked for.
    pub(super) stats: Vec<Component>,
    /// The numbers of the runs carried over to the present band.
    pub(super) carried: Vec<u32>,
    /// The first row of the present band.
    pub(super) y: u64,
    /// Whether statistics are wanted.
    counts_only: bool,
}

impl Pass {
    pub(super) const fn new(connectivity: Connectivity) -> Self {
        Self {
            band: Band::new(connectivity),
            sets: Sets::new(),
            stats: Vec::new(),
            carried: Vec::new(),
            y: 0,
            counts_only: false,
        }
    }

    /// One without statistics.
    pub(super) fn counting(connectivity: Connectivity) -> Self {
        Self { counts_only: true, ..Self::new(connectivity) }
    }

    /// The next row; `flip` is all ones for the pixels that are not set.
    #[inline]
    pub(super) fn row(&mut self, row: &[u64], width: u32, flip: u64) {
        self.band.push(row, width, flip);
        if self.is_due() {
            self.end_band();
        }
    }

    #[inline]
    pub(super) fn is_due(&self) -> bool {
        self.band.len() - self.band.carried() >= RUNS || self.band.height() >= ROWS
    }

    /// Gives the components of the band their numbers and adds its runs to them.
    pub(super) fn end_band(&mut self) {
        self.join_carried();
        self.number();
        if !self.counts_only {
            self.add_runs();
        }
        self.y += self.band.height() as u64;
        self.carried.clear();
        self.carried.extend_from_slice(&self.band.parents()[self.band.last_row()]);
        self.band.carry();
    }

    /// Joins the numbers of runs carried over that the band has joined, and leaves the numbers in the place of
    /// parents.
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

    /// Puts the number of its component in the place of each run's parent.
    fn number(&mut self) {
        let carried = self.band.carried();
        let next = number(self.band.parents_mut(), carried, self.sets.len() as u32);
        self.sets.extend_to(next);
    }

    fn add_runs(&mut self) {
        self.stats.resize(self.sets.len(), Component::EMPTY);
        let (starts, ends) = self.band.spans();
        let numbers = self.band.parents();
        for (y, runs) in (self.y..).zip(self.band.rows()) {
            let spans = starts[runs.clone()].iter().zip(&ends[runs.clone()]);
            for (&number, (&start, &end)) in numbers[runs].iter().zip(spans) {
                self.stats[number as usize].add_run(start, end, y);
            }
        }
    }

    /// Puts all components into the places of their numbers without gaps, in raster order.
    pub(super) fn add_up(&mut self) {
        let sets = &mut self.sets;
        let mut count = 0;
        for number in 0..sets.len() {
            if sets.is_root(number) {
                self.stats[count] = self.stats[number];
                sets.set_parent(number, count as u32);
                count += 1;
            } else {
                // Parents come first, and have their places by now.
                let place = sets.parent(sets.parent(number) as usize);
                let component = self.stats[number];
                self.stats[place as usize].merge(&component);
                sets.set_parent(number, place);
            }
        }
        self.stats.truncate(count);
    }

    /// Begins another image, with the memory of `stats` for its components.
    pub(super) fn restart(&mut self, connectivity: Connectivity, mut stats: Vec<Component>) {
        stats.clear();
        self.stats = stats;
        self.band.clear(connectivity);
        self.sets.clear();
        self.carried.clear();
        self.y = 0;
    }

    /// All components in raster order.
    pub(super) fn finish(&mut self) -> Vec<Component> {
        self.end_band();
        self.add_up();
        mem::take(&mut self.stats)
    }

    /// Hands out what no run carried over belongs to, and gives new numbers to the rest.
    pub(super) fn hand_out(&mut self, mut done: impl FnMut(Component)) {
        self.add_up();
        let mut numbers = vec![u32::MAX; self.stats.len()];
        let mut kept = Vec::new();
        for number in &mut self.carried {
            let place = self.sets.parent(*number as usize) as usize;
            if numbers[place] == u32::MAX {
                numbers[place] = kept.len() as u32;
                kept.push(self.stats[place]);
            }
            *number = numbers[place];
        }
        for (component, number) in self.stats.iter().zip(numbers) {
            if number == u32::MAX {
                done(*component);
            }
        }
        self.sets.clear();
        self.sets.extend_to(kept.len() as u32);
        self.stats = kept;
    }
}

/// Puts numbers in the place of parents, from that of run `begin`: `next` and those after it for
/// roots, the number of the parent for others. Returns the number after the last.
#[inline]
pub(super) fn number(parents: &mut [u32], begin: usize, mut next: u32) -> u32 {
    for run in begin..parents.len() {
        let parent = parents[run];
        // Without a branch: who is a root cannot be foreseen.
        let is_root = parent as usize == run;
        let number = if is_root { next } else { parents[parent as usize] };
        next += u32::from(is_root);
        parents[run] = number;
    }
    next
}
