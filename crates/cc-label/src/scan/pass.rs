//! The engine of measures: an image or a volume is a sequence of bands.
//!
//! ```text
//! row ──▶ Band ──16,384 runs or 1,024 rows──▶ labels ──▶ measures by label ──▶ components
//!           ▲                                   │                   │
//!           └─ runs that later rows may touch ──┘           complete components
//! ```
//!
//! A [`Band`] is some consecutive rows. A [`Pass`] adds rows to it until it is full, while its runs
//! are still in the cache. Then it labels the components of the band and adds each run to the
//! measure of its label. A later band may join two labels. Their measures stay apart until they are
//! merged: once for an image, or once for each band if complete components are retired.

use alloc::vec::Vec;
use core::ops::Range;

use super::band::{Band, Labeled};
use super::forest::Sets;
use super::runs::Pixels;
use super::{Adjacency, Measure, Place, Planes};

/// A band ends when it has this many runs, while they are in the cache; more in wide images and
/// volumes ([`Band::reaches`]).
const RUNS: usize = 1 << 14;
/// A band ends when it has this many rows.
const ROWS: usize = 1 << 10;

/// Turns the bands of an image into measures of components.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    band: Band,
    /// The provisional labels. Those that a later band has joined are one set.
    sets: Sets,
    /// The first row of the current band.
    top: Place,
    /// The labels before this one are permanent, even if no later run can have them.
    permanent: u32,
    /// Memory for the new labels.
    next_labels: Vec<u32>,
}

impl Pass {
    pub(crate) const fn new() -> Self {
        Self {
            band: Band::new(),
            sets: Sets::new(),
            top: Place::in_plane(0),
            permanent: 0,
            next_labels: Vec::new(),
        }
    }

    /// Rows of an image or of planes of `height` rows, from row `row` on.
    pub(crate) fn at(adjacency: Adjacency, height: usize, row: u64) -> Self {
        let mut pass = Self::new();
        pass.restart(adjacency, height, row);
        pass
    }

    /// Begins another image or volume at row `row`; planes have `height` rows.
    pub(crate) fn restart(&mut self, adjacency: Adjacency, height: usize, row: u64) {
        self.band.restart(adjacency, height);
        self.sets.clear();
        self.permanent = 0;
        self.top = match adjacency {
            Adjacency::Plane(_) => Place::in_plane(row),
            Adjacency::Space(_) => Place::new(row, height as u64),
        };
    }

    /// Adds the next row, which `push` adds to the band. If the band has ended with it, calls
    /// `ended` and returns true.
    #[inline]
    pub(crate) fn row<M: Measure>(
        &mut self,
        push: impl FnOnce(&mut Band),
        measures: &mut Vec<M>,
        ended: impl FnOnce(&Labeled<'_>),
    ) -> bool {
        push(&mut self.band);
        let is_full = self.band.reaches(RUNS, ROWS);
        if is_full {
            self.end_band(measures, ended);
        }
        is_full
    }

    /// Adds the next row, as runs of `pixels`. Returns whether the band is full.
    #[inline]
    pub(crate) fn push<M: Measure>(&mut self, row: &[u64], width: u32, pixels: Pixels) -> bool {
        self.band.push(row, width, pixels, M::LINKS);
        self.band.reaches(RUNS, ROWS)
    }

    /// Labels the components of the band and adds its runs to them. The band must then be
    /// [carried](Labeled::carry).
    #[inline]
    pub(crate) fn label_band<M: Measure>(&mut self, measures: &mut Vec<M>) -> Labeled<'_> {
        let is_plane = self.band.is_plane();
        let band = self.band.label(&mut self.sets);
        measures.resize(self.sets.len(), M::empty(is_plane));
        band.add_to(0..band.height(), self.top, measures, 0);
        self.top = self.top.after(band.height() as u64);
        band
    }

    /// Labels the components of the band and adds its runs to them. Calls `ended` with the band.
    #[inline]
    fn end_band<M: Measure>(&mut self, measures: &mut Vec<M>, ended: impl FnOnce(&Labeled<'_>)) {
        let band = self.label_band(measures);
        ended(&band);
        band.carry();
    }

    /// Measures some rows of an image or a volume, and calls `ended` with each band. Leaves the
    /// components in `measures`, in raster order, at the indices of their
    /// [final labels](Self::final_label).
    pub(crate) fn planes<M: Measure>(
        &mut self,
        planes: Planes<'_>,
        rows: Range<usize>,
        measures: &mut Vec<M>,
        mut ended: impl FnMut(&Labeled<'_>),
    ) {
        self.restart(planes.shape.adjacency, planes.shape.height, rows.start as u64);
        for row in rows {
            self.row(|band| band.push_row_of::<M>(planes, row), measures, &mut ended);
        }
        self.end_band(measures, ended);
        self.merge(measures);
    }

    /// Ends the last band, and calls `ended` with it. No run is carried over.
    pub(crate) fn end_last_band<M: Measure>(
        &mut self,
        measures: &mut Vec<M>,
        ended: impl FnOnce(&Labeled<'_>),
    ) {
        self.end_band(measures, ended);
        self.band.carried_mut().clear();
    }

    /// Merges the measures of labels that are joined. Leaves those of all components in `measures`,
    /// by smallest label, at the indices of their [final labels](Self::final_label).
    pub(crate) fn merge<M: Measure>(&mut self, measures: &mut Vec<M>) {
        self.sets.flatten_and_merge(measures);
    }

    /// Returns the index of the component of a label, once the pass is finished.
    pub(crate) fn final_label(&self, label: u32) -> u32 {
        self.sets.final_label(label)
    }

    /// Retires the components that are complete: removes them and calls `done` with each. The band
    /// has ended.
    ///
    /// A component remains if a carried run belongs to it, or a run whose label was in `kept`, now
    /// or in an earlier call. Labels in `kept` do not change later. `moved` is memory for measures.
    pub(crate) fn retire<'a, M: Measure>(
        &mut self,
        measures: &mut Vec<M>,
        moved: &mut Vec<M>,
        kept: impl Iterator<Item = &'a mut u32>,
        mut done: impl FnMut(M),
    ) {
        let first = self.permanent as usize;
        self.next_labels.clear();
        self.next_labels.resize(self.sets.len() - first, COMPLETE);
        if size_of::<M>() == 0 {
            // `()` stores no measures.
            let mut complete = self.sets.count_from(first);
            self.relabel(kept, |_| complete -= 1);
            (0..complete).for_each(|_| done(M::empty(true)));
            return;
        }
        for label in first..self.sets.len() {
            let root = self.sets.find(label as u32) as usize;
            if root != label {
                let part = measures[label];
                measures[root].merge(&part);
                self.next_labels[label - first] = JOINED;
            }
        }
        moved.clear();
        self.relabel(kept, |root| moved.push(measures[root as usize]));
        let remaining = moved.len();
        let rest = measures[first..].iter().zip(&self.next_labels);
        moved.extend(rest.filter(|&(_, &next)| next == COMPLETE).map(|(&measure, _)| measure));
        measures.truncate(first);
        measures.extend_from_slice(&moved[..remaining]);
        // `done` may panic, and the pass can be used after that.
        moved[remaining..].iter().copied().for_each(done);
    }

    /// Replaces the labels that are not permanent by those of `kept`, which are permanent from now
    /// on, and of the carried runs. Calls `remain` with the old labels of these, in the order of
    /// the new ones. An element of `next_labels` that is not [`COMPLETE`] afterwards is such a
    /// label.
    fn relabel<'a>(
        &mut self,
        kept: impl Iterator<Item = &'a mut u32>,
        mut remain: impl FnMut(u32),
    ) {
        let Self { band, sets, permanent, next_labels, .. } = self;
        let first = *permanent;
        // Returns the label after the last one, after a label that is replaced.
        let mut replace = |end: u32, label: &mut u32| {
            *label = sets.find(*label);
            let Some(root) = label.checked_sub(first) else { return end };
            let next = &mut next_labels[root as usize];
            let is_new = *next == COMPLETE;
            if is_new {
                remain(*label);
                *next = end;
            }
            *label = *next;
            end + u32::from(is_new)
        };
        *permanent = kept.fold(first, &mut replace);
        let end = band.carried_mut().iter_mut().fold(*permanent, replace);
        sets.replace_from(first, end);
    }
}

/// In place of the new label of a component: no run can have it any more.
const COMPLETE: u32 = u32::MAX;
/// The same for a label that belongs to the set of another one.
const JOINED: u32 = u32::MAX - 1;
