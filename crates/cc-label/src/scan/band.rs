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
//! the rows that later rows touch are carried over with their labels, as the first runs of the next
//! band: the last row of an image, or the last plane of a volume and the row before it. If the next
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

use super::forest::{Sets, join, label_sets};
use super::runs::{
    Eight, Eighteen, Four, LabeledRun, Neighborhood, Pixels, SLACK, Six, TwentySix, copy_row,
    count_runs, find_runs,
};
use super::{Adjacency, Measure, Place, Planes};
use crate::image::Connectivity;

/// A band of rows whose runs are found and linked.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    adjacency: Adjacency,
    /// The number of last rows that later rows touch.
    window: usize,
    /// The runs of the rows.
    runs: Runs,
    /// For each row, the number after that of its last run. Rows carried over come first.
    rows: Vec<u32>,
    /// The number of rows carried over.
    carried_rows: usize,
    /// The labels of the runs carried over, which come before those of the first row.
    carried: Vec<u32>,
    /// The pixels of the last row, and room for those of the next. In a volume, no pixels.
    above: Vec<u64>,
    next: Vec<u64>,
}

/// Returns the number of the first run of a row, given the number after the last run of each row.
#[inline(always)]
fn first_run(ends: &[u32], row: usize) -> usize {
    row.checked_sub(1).map_or(0, |before| ends[before] as usize)
}

/// Runs and their sets.
#[derive(Clone, Debug)]
struct Runs {
    /// The parent of each run, and unused elements. A labeled band has the labels of components in
    /// their place.
    parents: Vec<u32>,
    /// Runs before this number that are not found yet are their own parents.
    fresh: usize,
    /// For each run its first column and the column after its last.
    bounds: Vec<u32>,
    /// For each run the number of its links to the row above, if they are counted. In a volume they
    /// are not.
    links: Vec<u32>,
}

impl Band {
    pub(crate) const fn new() -> Self {
        Self {
            adjacency: Adjacency::Plane(Connectivity::Faces),
            window: 1,
            runs: Runs { parents: Vec::new(), fresh: 0, bounds: Vec::new(), links: Vec::new() },
            rows: Vec::new(),
            carried_rows: 0,
            carried: Vec::new(),
            above: Vec::new(),
            next: Vec::new(),
        }
    }

    /// Removes everything. The next rows are those of planes of `height` rows.
    pub(crate) fn restart(&mut self, adjacency: Adjacency, height: usize) {
        self.adjacency = adjacency;
        self.window = adjacency.window(height);
        self.rows.clear();
        self.carried_rows = 0;
        self.carried.clear();
        self.runs.fresh = 0;
        self.above.clear();
    }

    pub(crate) fn is_plane(&self) -> bool {
        self.adjacency.is_plane()
    }

    /// Returns the number of runs, with those carried over.
    #[inline]
    fn len(&self) -> usize {
        self.first_run(self.rows.len())
    }

    /// Returns the number of the first run of a row, or of the next one.
    #[inline(always)]
    fn first_run(&self, row: usize) -> usize {
        first_run(&self.rows, row)
    }

    /// Returns whether the band is full: it has at least max(`rows`, 4 × carried) new rows, or
    /// max(`runs`, 8 × carried) new runs, because each carried run costs a search at the end of the
    /// band.
    #[inline]
    pub(crate) fn reaches(&self, runs: usize, rows: usize) -> bool {
        let carried = self.carried.len();
        self.len() - carried >= runs.max(8 * carried)
            || self.rows.len() - self.carried_rows >= rows.max(4 * self.carried_rows)
    }

    /// Returns the labels of the runs carried over.
    pub(crate) fn carried_mut(&mut self) -> &mut Vec<u32> {
        &mut self.carried
    }

    /// Adds the next row of an image or a volume, which is row `row` of it.
    #[inline]
    pub(crate) fn push_row_of<M: Measure>(&mut self, planes: Planes<'_>, row: usize) {
        match self.adjacency {
            Adjacency::Plane(_) => {
                self.push(planes.row(row), planes.columns(), Pixels::Set, M::LINKS);
            }
            Adjacency::Space(connectivity) => self.push_in_space(planes, row, connectivity),
        }
    }

    /// Adds the next row of an image, as runs of `pixels`. `has_links` tells whether links are
    /// counted.
    pub(crate) fn push(&mut self, row: &[u64], width: u32, pixels: Pixels, has_links: bool) {
        SimdLevel::new().vectorize_avx2(
            #[inline(always)]
            || match has_links {
                true => self.push_linked::<true>(row, width, pixels),
                false => self.push_linked::<false>(row, width, pixels),
            },
        );
    }

    /// [`push`](Self::push), compiled for the instructions of its caller.
    #[inline(always)]
    fn push_linked<const LINKS: bool>(&mut self, row: &[u64], width: u32, pixels: Pixels) {
        self.next.resize(row.len(), 0);
        copy_row(row, width, pixels, &mut self.next);
        let begin = self.len();
        let above = self.first_run(self.rows.len().saturating_sub(1));
        // Above the first row, nothing is set.
        self.above.resize(row.len(), 0);
        self.runs.make_room(begin + most_runs(&self.next), LINKS);
        let (row, earlier) = ((&*self.next, begin), [(&*self.above, above)]);
        let end = match self.adjacency.connectivity() {
            Connectivity::Faces => self.runs.push::<Four, 1, LINKS>(row, earlier),
            Connectivity::Edges | Connectivity::Corners => {
                self.runs.push::<Eight, 1, LINKS>(row, earlier)
            }
        };
        // There are fewer than 2³² runs in an image.
        self.rows.push(end as u32);
        mem::swap(&mut self.above, &mut self.next);
    }

    /// Adds the next row of a volume. Earlier rows are read in place.
    fn push_in_space(&mut self, planes: Planes<'_>, row: usize, connectivity: Connectivity) {
        let (height, seen) = (planes.shape.height, self.rows.len());
        let (y, words) = (row % height, planes.row(row));
        self.above.resize(words.len(), 0);
        // Rows beside the volume have no runs.
        let Self { rows, above, runs, .. } = self;
        let earlier = |is_inside: bool, distance: usize| match seen.checked_sub(distance) {
            Some(at) if is_inside => (planes.row(row - distance), first_run(rows, at)),
            _ => (&**above, 0),
        };
        let has_above = y > 0;
        let earlier = [
            earlier(true, height),
            earlier(has_above, 1),
            earlier(has_above, height + 1),
            earlier(y + 1 < height, height - 1),
        ];
        let row = (words, first_run(rows, seen));
        let end = SimdLevel::new().vectorize_avx2(
            #[inline(always)]
            || {
                runs.make_room(row.1 + most_runs(row.0), false);
                match connectivity {
                    Connectivity::Faces => runs.push::<Six, 4, false>(row, earlier),
                    Connectivity::Edges => runs.push::<Eighteen, 4, false>(row, earlier),
                    Connectivity::Corners => runs.push::<TwentySix, 4, false>(row, earlier),
                }
            },
        );
        self.rows.push(end as u32);
    }

    /// Finds the components of some rows of an image or a volume and labels them from `first`.
    pub(crate) fn rows_of<M: Measure>(
        &mut self,
        planes: Planes<'_>,
        rows: Range<usize>,
        first: u32,
    ) -> Labeled<'_> {
        self.restart(planes.shape.adjacency, planes.shape.height);
        for row in rows {
            self.push_row_of::<M>(planes, row);
        }
        let runs = 0..self.len();
        let end = label_sets(&mut self.runs.parents, runs, first);
        Labeled { band: self, end }
    }

    /// Labels the components of a band of an image or a volume. Runs carried over keep their
    /// labels, which are joined in `sets` if the band joins the runs; `sets` gets the labels of the
    /// others.
    pub(crate) fn label(&mut self, sets: &mut Sets) -> Labeled<'_> {
        for (run, &label) in self.carried.iter().enumerate() {
            // Parents come first, and have their labels by now.
            let parent = self.runs.parents[run] as usize;
            if parent != run && self.runs.parents[parent] != label {
                sets.join(self.runs.parents[parent], label);
            }
            self.runs.parents[run] = label;
        }
        let fresh = self.carried.len()..self.len();
        let end = label_sets(&mut self.runs.parents, fresh, sets.len() as u32);
        sets.extend_to(end);
        Labeled { band: self, end }
    }
}

impl Runs {
    /// Adds a row. Each row comes with the number of its first run. Returns the number after that
    /// of its last run.
    #[inline(always)]
    fn push<A: Neighborhood<N>, const N: usize, const LINKS: bool>(
        &mut self,
        row: (&[u64], usize),
        earlier: [(&[u64], usize); N],
    ) -> usize {
        let (parents, bounds) = (&mut *self.parents, &mut *self.bounds);
        let links = &mut *self.links;
        find_runs::<A, N>(
            row,
            earlier,
            bounds,
            #[inline(always)]
            |a, b, is_first| {
                if LINKS {
                    links[b] += 1;
                }
                if is_first {
                    // The run has no other link yet and needs no search.
                    parents[b] = parents[parents[a] as usize];
                } else {
                    join(parents, a, b);
                }
            },
        )
    }

    /// Makes room for the runs before number `runs`.
    #[inline]
    fn make_room(&mut self, runs: usize, has_links: bool) {
        let room = runs + SLACK;
        if self.parents.len() < room {
            // The capacity doubles, but new memory is touched in small portions, because this takes
            // time.
            let room = room + PORTION;
            self.parents.resize(room, 0);
            self.bounds.resize(2 * room, 0);
        }
        if has_links {
            self.links.resize(self.parents.len(), 0);
        }
        if self.fresh < runs {
            if has_links {
                self.links[self.fresh..runs].fill(0);
            }
            let parents = &mut self.parents[self.fresh..runs];
            for (parent, run) in parents.iter_mut().zip(self.fresh as u32..) {
                *parent = run;
            }
            self.fresh = runs;
        }
    }
}

/// A band whose runs have the labels of their components. No row can be added before
/// [`carry`](Self::carry) or [`Band::restart`].
pub(crate) struct Labeled<'a> {
    band: &'a mut Band,
    /// The label after the last.
    end: u32,
}

impl<'a> Labeled<'a> {
    /// Returns the label after the last.
    #[inline]
    pub(crate) fn end(&self) -> u32 {
        self.end
    }

    /// Returns the number of runs, with those carried over.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.band.len()
    }

    /// Returns the labels of the runs.
    #[inline]
    pub(crate) fn labels(&self) -> &[u32] {
        &self.band.runs.parents[..self.band.len()]
    }

    /// Returns the labels, and at least [`SLACK`] more elements without meaning.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    pub(crate) fn labels_and_slack(&self) -> &[u32] {
        &self.band.runs.parents
    }

    /// Replaces each label by that at its index.
    pub(crate) fn replace(&mut self, labels: &[u32]) {
        let len = self.band.len();
        for label in &mut self.band.runs.parents[..len] {
            *label = labels[*label as usize];
        }
    }

    /// Returns the first column of each run, and the column after its last; not of those carried
    /// over.
    #[inline]
    pub(crate) fn spans(&self) -> &[[u32; 2]] {
        &self.band.runs.bounds.as_chunks().0[..self.band.len()]
    }

    /// Returns the number of rows.
    pub(crate) fn height(&self) -> usize {
        self.band.rows.len() - self.band.carried_rows
    }

    /// Returns some rows, and the range of the runs of each.
    pub(crate) fn rows(
        &self,
        rows: Range<usize>,
    ) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let carried = self.band.carried_rows;
        let mut begin = self.band.first_run(carried + rows.start);
        rows.clone().zip(&self.band.rows[carried..][rows]).map(move |(y, &end)| {
            let runs = begin..end as usize;
            begin = runs.end;
            (y, runs)
        })
    }

    /// Returns the runs in raster order, without those carried over.
    pub(crate) fn into_runs(self) -> LabeledRuns<'a> {
        let Band { rows, carried_rows, carried, runs: Runs { parents, bounds, .. }, .. } =
            self.band;
        let (rows, spans) = (rows[*carried_rows..].iter(), bounds.as_chunks().0);
        LabeledRuns { rows, spans, labels: parents, y: 0, run: carried.len() }
    }

    /// Adds the runs of some rows to the measures of their components. That of label `first` is at
    /// index 0. The first row of the band is at `top`.
    #[inline]
    pub(crate) fn add_to<M: Measure>(
        &self,
        rows: Range<usize>,
        top: Place,
        measures: &mut [M],
        first: u32,
    ) {
        // `()` stores no measures.
        if size_of::<M>() == 0 {
            return;
        }
        match self.band.adjacency {
            Adjacency::Plane(_) => self.add_rows_to::<M, true>(rows, top, measures, first),
            Adjacency::Space(_) => self.add_rows_to::<M, false>(rows, top, measures, first),
        }
    }

    #[inline]
    fn add_rows_to<M: Measure, const PLANE: bool>(
        &self,
        rows: Range<usize>,
        top: Place,
        measures: &mut [M],
        first: u32,
    ) {
        let (spans, labels) = (self.spans(), self.labels());
        let mut place = top.after(rows.start as u64);
        for (_, runs) in self.rows(rows) {
            let row = labels[runs.clone()].iter().zip(&spans[runs.clone()]);
            for (&label, &[start, end]) in row {
                measures[(label - first) as usize].add_run::<PLANE>(start, end, place);
            }
            if M::LINKS {
                for (&label, &links) in labels[runs.clone()].iter().zip(&self.band.runs.links[runs])
                {
                    measures[(label - first) as usize].add_links(links);
                }
            }
            place = place.next();
        }
    }

    /// Removes all rows but those that later rows touch, whose runs are carried over to the next
    /// band.
    pub(crate) fn carry(self) {
        let Self { band, .. } = self;
        let first_row = band.rows.len().saturating_sub(band.window);
        let (first, len) = (band.first_run(first_row), band.len());
        band.carried.clear();
        band.carried.extend_from_slice(&band.runs.parents[first..len]);
        // A run with the label of an earlier one is in its set, which the next band then need not
        // join. Only the last run of each of some labels is remembered.
        let mut recent = [(u32::MAX, 0); 64];
        for ((parent, run), &label) in band.runs.parents.iter_mut().zip(0..).zip(&band.carried) {
            let (recent_label, first) = &mut recent[label as usize % 64];
            if *recent_label != label {
                (*recent_label, *first) = (label, run);
            }
            *parent = *first;
        }
        band.rows.drain(..first_row);
        band.rows.iter_mut().for_each(|end| *end -= first as u32);
        band.carried_rows = band.rows.len();
        band.runs.fresh = band.carried.len();
    }
}

/// The runs of an image in raster order with their labels.
#[derive(Clone)]
pub(crate) struct LabeledRuns<'a> {
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
pub(crate) const PORTION: usize = 1 << 14;

/// In rows of more words, runs are counted, because memory for the largest possible number of runs
/// would be 64 times that of the row.
const WIDE: usize = 1 << 12;

/// Returns an upper bound for the number of runs of a row.
#[inline(always)]
fn most_runs(row: &[u64]) -> usize {
    if row.len() > WIDE { count_runs(row) } else { 32 * row.len() }
}
