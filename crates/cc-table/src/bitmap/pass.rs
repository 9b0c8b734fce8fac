//! The pass over the rows.

use alloc::vec::Vec;
use core::mem;

use super::component::Component;
use super::runs::for_each_run;
use super::sets::Sets;
use crate::Connectivity;

/// A run and the number of a set: that of its component, or of one joined with it later.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) set: u32,
}

/// Joins the runs of each row with those of the row before.
#[derive(Clone, Debug)]
pub(super) struct Pass {
    pub(super) sets: Sets,
    /// By set number; joined sets are added up when asked for.
    pub(super) stats: Vec<Component>,
    pub(super) above: Vec<Run>,
    spare: Vec<Run>,
    pub(super) y: u64,
    /// 1 if corners touch.
    reach: u32,
}

impl Pass {
    pub(super) fn new(connectivity: Connectivity) -> Self {
        Self {
            sets: Sets::default(),
            stats: Vec::new(),
            above: Vec::new(),
            spare: Vec::new(),
            y: 0,
            reach: u32::from(connectivity == Connectivity::Eight),
        }
    }

    /// The next row; `flip` as for [`for_each_run`].
    #[inline(always)]
    pub(super) fn row(&mut self, row: &[u64], width: u32, flip: u64) {
        let mut current = mem::take(&mut self.spare);
        current.clear();
        let (y, stats) = (self.y, &mut self.stats);
        join(&mut self.sets, &self.above, self.reach, row, width, flip, |run, new| {
            let component = Component::of_run(run.start, run.end, y);
            if new {
                stats.push(component);
            } else {
                stats[run.set as usize].merge(&component);
            }
            current.push(run);
        });
        self.spare = mem::replace(&mut self.above, current);
        self.y += 1;
    }

    /// Adds up joined sets in their roots.
    pub(super) fn add_up(&mut self) {
        for number in (0..self.sets.len()).rev() {
            if !self.sets.is_root(number) {
                let root = self.sets.find(number as u32) as usize;
                let part = self.stats[number];
                self.stats[root].merge(&part);
            }
        }
    }

    /// All components in raster order.
    pub(super) fn finish(mut self) -> Vec<Component> {
        self.add_up();
        let sets = &self.sets;
        let mut number = 0;
        self.stats.retain(|_| {
            number += 1;
            sets.is_root(number - 1)
        });
        self.stats
    }
}

/// Finds the runs of a row, joins them with those of the row above, and calls `each` with each and whether its set
/// is new.
#[inline(always)]
pub(super) fn join(
    sets: &mut Sets,
    above: &[Run],
    reach: u32,
    row: &[u64],
    width: u32,
    flip: u64,
    mut each: impl FnMut(Run, bool),
) {
    let mut i = 0;
    for_each_run(row, width, flip, |start, end| {
        while i < above.len() && above[i].end + reach <= start {
            i += 1;
        }
        if i == above.len() || above[i].start >= end + reach {
            each(Run { start, end, set: sets.push() }, true);
            return;
        }
        let mut set = sets.find(above[i].set);
        // The last run that touches this one may touch the next one too.
        while i + 1 < above.len() && above[i + 1].start < end + reach {
            i += 1;
            let other = sets.find(above[i].set);
            if other != set {
                set = sets.join(set, other);
            }
        }
        each(Run { start, end, set }, false);
    });
}
