//! Joins the runs of consecutive rows to components, by union-find.
//!
//! A **band** is some rows of an image. It goes through two phases:
//!
//! ```text
//! linked     each run has a parent: itself, or a run before it in the same component
//! labeled    each run has the provisional label of its component, in raster order
//! ```
//!
//! **Linked.** [`Band::push`] finds the runs of a row ([`find_runs`]) and joins each with the runs
//! of earlier rows that it touches ([`join`]).
//!
//! **Labeled.** One pass over the runs replaces parents by labels ([`label_sets`]).
//!
//! **The next band.** A tall image is several bands, each short enough for the cache. The runs of
//! the last row are carried over with their labels, as the first runs of the next band. If the next
//! band joins two of them, their labels are joined in [`Sets`]. So labels are provisional until the
//! last band.
//!
//! The cost is a few operations for each run and link.

use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::mem;
use core::ops::Range;
use core::slice;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Connectivity, Interrupted};

use super::bitmap::Bitmap;
use super::forest::{Sets, join, label_sets};
use super::limits::RowWatch;
use super::measure::Measure;
use super::runs::{Eight, Four, LabeledRun, Pixels, SLACK, copy_row, count_runs, find_runs};

/// A band of rows whose runs are found and linked.
#[derive(Clone, Debug)]
pub(super) struct Band {
    connectivity: Connectivity,
    /// The parent of each run, and unused elements. A labeled band has the labels of components in
    /// their place.
    parents: Vec<u32>,
    /// Runs before this number that are not found yet are their own parents.
    fresh: usize,
    /// For each run its first column and the column after its last.
    bounds: Vec<u32>,
    /// For each run the number of its links to the row above, if they are counted.
    links: Vec<u32>,
    /// For each row, the number after that of its last run.
    rows: Vec<u32>,
    /// The labels of the runs carried over, which come before those of the first row.
    carried: Vec<u32>,
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
            links: Vec::new(),
            rows: Vec::new(),
            carried: Vec::new(),
            above: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Removes everything.
    pub(super) fn clear(&mut self, connectivity: Connectivity) {
        self.connectivity = connectivity;
        self.rows.clear();
        self.carried.clear();
        self.fresh = 0;
        self.above.clear();
    }

    /// Returns the number of runs, with those carried over.
    #[inline]
    fn len(&self) -> usize {
        self.rows.last().map_or(self.carried.len(), |&end| end as usize)
    }

    /// Returns whether the band is full: it has `rows` rows, or at least max(`runs`, 8 × carried)
    /// new runs, because each carried run costs a search at the end of the band.
    #[inline]
    pub(super) fn reaches(&self, runs: usize, rows: usize) -> bool {
        let carried = self.carried.len();
        self.len() - carried >= runs.max(8 * carried) || self.rows.len() >= rows
    }

    /// Returns the numbers of the runs of the last row.
    fn last_row(&self) -> Range<usize> {
        let begin = match self.rows.as_slice() {
            [] => 0,
            [_] => self.carried.len(),
            [.., begin, _] => *begin as usize,
        };
        begin..self.len()
    }

    /// Returns the labels of the runs carried over.
    pub(super) fn carried_mut(&mut self) -> &mut Vec<u32> {
        &mut self.carried
    }

    /// Adds the next row, as runs of `pixels`. `M` tells whether links are counted.
    #[inline]
    pub(super) fn push<M: Measure>(&mut self, row: &[u64], width: u32, pixels: Pixels) {
        SimdLevel::new().vectorize_avx2(
            #[inline(always)]
            || self.push_row::<M>(row, width, pixels),
        );
    }

    /// [`push`](Self::push), compiled for the instructions of its caller.
    #[inline(always)]
    fn push_row<M: Measure>(&mut self, row: &[u64], width: u32, pixels: Pixels) {
        self.next.resize(row.len(), 0);
        copy_row(row, width, pixels, &mut self.next);
        let (begin, above) = (self.len(), self.last_row().start);
        self.make_room::<M>(begin + most_runs(&self.next));
        // Above the first row, nothing is set.
        self.above.resize(row.len(), 0);
        let (row, earlier) = ((&*self.next, begin), [(&*self.above, above)]);
        let (bounds, parents) = (&mut *self.bounds, &mut *self.parents);
        let links = &mut *self.links;
        let link = |a: usize, b: usize, is_first| {
            if M::LINKS {
                links[b] += 1;
            }
            if is_first {
                // The run has no other link yet and needs no search.
                parents[b] = parents[parents[a] as usize];
            } else {
                join(parents, a, b);
            }
        };
        let end = match self.connectivity {
            Connectivity::Four => find_runs::<Four, 1>(row, earlier, bounds, link),
            Connectivity::Eight => find_runs::<Eight, 1>(row, earlier, bounds, link),
        };
        // There are fewer than 2³² runs in an image.
        self.rows.push(end as u32);
        mem::swap(&mut self.above, &mut self.next);
    }

    /// Makes room for the runs before number `runs`.
    #[inline]
    fn make_room<M: Measure>(&mut self, runs: usize) {
        let room = runs + SLACK;
        if self.parents.len() < room {
            // The capacity doubles, but new memory is touched in small portions, because this takes
            // time.
            let room = room + PORTION;
            self.parents.resize(room, 0);
            self.bounds.resize(2 * room, 0);
        }
        if M::LINKS {
            self.links.resize(self.parents.len(), 0);
        }
        if self.fresh < runs {
            if M::LINKS {
                self.links[self.fresh..runs].fill(0);
            }
            let parents = &mut self.parents[self.fresh..runs];
            for (parent, run) in parents.iter_mut().zip(self.fresh as u32..) {
                *parent = run;
            }
            self.fresh = runs;
        }
    }

    /// Finds the components of some rows of an image and labels them from `first`.
    pub(super) fn rows_of<M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        rows: Range<usize>,
        connectivity: Connectivity,
        first: u32,
        watch: &RowWatch<'_>,
    ) -> Result<Labeled<'_>, Interrupted<u64>> {
        self.clear(connectivity);
        watch.scan(rows, |y| self.push::<M>(image.row(y), image.columns(), Pixels::Set))?;
        let (len, mut end) = (self.len(), first);
        watch.numbers(len, |runs| end = label_sets(&mut self.parents, runs, end))?;
        Ok(Labeled { band: self, end })
    }

    /// Labels the components of a band of an image. Runs carried over keep their labels, which are
    /// joined in `sets` if the band joins the runs; `sets` gets the labels of the others.
    pub(super) fn label(&mut self, sets: &mut Sets) -> Labeled<'_> {
        for (run, &label) in self.carried.iter().enumerate() {
            let parent = self.parents[run] as usize;
            if parent != run {
                // Parents come first, and have their labels by now.
                let (a, b) = (sets.find(self.parents[parent]), sets.find(label));
                sets.join(a, b);
            }
            self.parents[run] = label;
        }
        let fresh = self.carried.len()..self.len();
        let end = label_sets(&mut self.parents, fresh, sets.len() as u32);
        sets.extend_to(end);
        Labeled { band: self, end }
    }
}

/// A band whose runs have the labels of their components. No row can be added before
/// [`carry`](Self::carry) or [`Band::clear`].
pub(super) struct Labeled<'a> {
    band: &'a mut Band,
    /// The label after the last.
    end: u32,
}

impl<'a> Labeled<'a> {
    /// Returns the label after the last.
    #[inline]
    pub(super) fn end(&self) -> u32 {
        self.end
    }

    /// Returns the number of runs, with those carried over.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.band.len()
    }

    /// Returns the labels of the runs.
    #[inline]
    pub(super) fn labels(&self) -> &[u32] {
        &self.band.parents[..self.band.len()]
    }

    /// Returns the labels, and at least [`SLACK`] more elements without meaning.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    pub(super) fn labels_and_slack(&self) -> &[u32] {
        &self.band.parents
    }

    /// Replaces each label by that at its index.
    #[cfg(feature = "parallel")]
    pub(super) fn replace(
        &mut self,
        labels: &[u32],
        watch: &RowWatch<'_>,
    ) -> Result<(), Interrupted<u64>> {
        watch.numbers(self.band.len(), |runs| {
            for label in &mut self.band.parents[runs] {
                *label = labels[*label as usize];
            }
        })
    }

    /// Returns the first column of each run, and the column after its last; not of those carried
    /// over.
    #[inline]
    pub(super) fn spans(&self) -> &[[u32; 2]] {
        &self.band.bounds.as_chunks().0[..self.band.len()]
    }

    /// Returns the number of rows.
    pub(super) fn height(&self) -> usize {
        self.band.rows.len()
    }

    /// Returns some rows, and the range of the runs of each.
    pub(super) fn rows(
        &self,
        rows: Range<usize>,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let mut begin = match rows.start {
            0 => self.band.carried.len(),
            y => self.band.rows[y - 1] as usize,
        };
        rows.clone().zip(&self.band.rows[rows]).map(move |(y, &end)| {
            let runs = begin..end as usize;
            begin = runs.end;
            (y, runs)
        })
    }

    /// Returns the runs in raster order, without those carried over.
    pub(super) fn into_runs(self) -> LabeledRuns<'a> {
        let Band { rows, carried, bounds, parents, .. } = self.band;
        let run = carried.len();
        LabeledRuns { rows: rows.iter(), spans: bounds.as_chunks().0, labels: parents, y: 0, run }
    }

    /// Adds the runs of some rows to the measures of their components. That of label `first` is at
    /// index 0. The first row of the band is row `top` of the image.
    #[inline]
    pub(super) fn add_to<M: Measure>(
        &self,
        rows: Range<usize>,
        top: u64,
        measures: &mut [M],
        first: u32,
    ) {
        // `()` stores no measures.
        if size_of::<M>() == 0 {
            return;
        }
        let (spans, labels) = (self.spans(), self.labels());
        for (y, runs) in self.rows(rows) {
            let y = top + y as u64;
            let row = labels[runs.clone()].iter().zip(&spans[runs.clone()]);
            for (&label, &[start, end]) in row {
                measures[(label - first) as usize].add_run(start, end, y);
            }
            if M::LINKS {
                for (&label, &links) in labels[runs.clone()].iter().zip(&self.band.links[runs]) {
                    measures[(label - first) as usize].add_links(links);
                }
            }
        }
    }

    /// Removes all rows but the last, whose runs are carried over to the next band.
    pub(super) fn carry(self) {
        let Self { band, .. } = self;
        let last = band.last_row();
        band.carried.clear();
        band.carried.extend_from_slice(&band.parents[last]);
        for (parent, run) in band.parents.iter_mut().zip(0..band.carried.len() as u32) {
            *parent = run;
        }
        band.rows.clear();
        band.fresh = band.carried.len();
    }
}

/// The runs of an image in raster order with their labels.
#[derive(Clone, Debug)]
pub struct LabeledRuns<'a> {
    /// For this row and those below, the number after that of the last run.
    rows: slice::Iter<'a, u32>,
    spans: &'a [[u32; 2]],
    labels: &'a [u32],
    y: usize,
    /// The number of the next run.
    run: usize,
}

impl Iterator for LabeledRuns<'_> {
    type Item = LabeledRun;

    #[inline]
    fn next(&mut self) -> Option<LabeledRun> {
        while self.run == *self.rows.as_slice().first()? as usize {
            self.rows.next();
            self.y += 1;
        }
        let ([start, end], label) = (self.spans[self.run], self.labels[self.run]);
        self.run += 1;
        Some(LabeledRun { y: self.y, start: start as usize, end: end as usize, label })
    }
}

impl FusedIterator for LabeledRuns<'_> {}

/// Memory grows by at least this number of elements.
pub(super) const PORTION: usize = 1 << 14;

/// In rows of more words, runs are counted, because memory for the largest possible number of runs
/// would be 64 times that of the row.
const WIDE: usize = 1 << 12;

/// Returns an upper bound for the number of runs of a row.
#[inline(always)]
fn most_runs(row: &[u64]) -> usize {
    if row.len() > WIDE { count_runs(row) } else { 32 * row.len() }
}
