//! Joins the runs of consecutive rows to components, by union-find.
//!
//! A **band** is some rows of an image. It goes through two phases:
//!
//! ```text
//! linked     each run has a parent: itself, or a run before it in the same component
//! numbered   each run has the number of its component, in raster order
//! ```
//!
//! **Linked.** [`Band::push`] finds the runs of a row and joins each with the runs above that it
//! touches. The root of a component is its first run, because the smaller root wins. There is no
//! union by rank and no loop over paths: joining two runs makes both of them, and both roots,
//! children of the new root. So in an image, where a run touches runs that were joined a moment
//! ago, nearly all roots are one step away.
//!
//! **Numbered.** Parents come before their children. So one pass from the left replaces parents by
//! numbers:
//!
//! ```text
//! for run in 0..runs:
//!     parents[run] = if parents[run] == run { next++ } else { parents[parents[run]] }
//! ```
//!
//! It has no branch, because whether a run is a root is unpredictable. This is the second pass of
//! the classic algorithm of two passes (Rosenfeld and Pfaltz, "Sequential operations in digital
//! picture processing", 1966), over runs.
//!
//! **The next band.** A tall image is several bands, each short enough for the cache. The runs of
//! the last row are carried over with their numbers, as the first runs of the next band. If the
//! next band joins two of them, their numbers are joined in [`Sets`], a forest of component
//! numbers.
//!
//! The cost is a few operations for each run and link.

use alloc::vec::Vec;
use core::hint::select_unpredictable;
use core::mem;
use core::ops::Range;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Connectivity, Interrupted};

use super::bitmap::Bitmap;
use super::limits::RowMeter;
use super::measure::Measure;
use super::runs::{SLACK, copy_row, count_runs, find_runs};

/// A band of rows whose runs are found and linked.
#[derive(Clone, Debug)]
pub(super) struct Band {
    connectivity: Connectivity,
    /// The parent of each run, and unused elements. A numbered band has numbers of components in
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
    /// The numbers of the components of the runs carried over, which come before those of the first
    /// row.
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

    /// Returns whether the band is full: it has `rows` rows, or at least max(`runs`, 8 × carried) new
    /// runs, because each carried run costs a search at the end of the band.
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

    /// Returns the pixels of the last row, and the components of the runs carried over from it.
    pub(super) fn edge(&self) -> (&[u64], &[u32]) {
        (&self.above, &self.carried)
    }

    /// Returns the components of the runs carried over.
    pub(super) fn carried_mut(&mut self) -> &mut [u32] {
        &mut self.carried
    }

    /// Adds the next row; `flip` is all ones for the pixels that are not set. `M` tells whether
    /// links are counted.
    #[inline]
    pub(super) fn push<M: Measure>(&mut self, row: &[u64], width: u32, flip: u64) {
        SimdLevel::new().vectorize_avx2(
            #[inline(always)]
            || self.push_row::<M>(row, width, flip),
        );
    }

    /// [`push`](Self::push), compiled for the instructions of its caller.
    #[inline(always)]
    fn push_row<M: Measure>(&mut self, row: &[u64], width: u32, flip: u64) {
        self.next.resize(row.len(), 0);
        copy_row(row, width, flip, &mut self.next);
        let (begin, above) = (self.len(), self.last_row().start);
        self.make_room::<M>(begin + most_runs(&self.next));
        // Above the first row, nothing is set.
        self.above.resize(row.len(), 0);
        let (rows, begins) = ([&*self.above, &*self.next], [above, begin]);
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
            Connectivity::Four => find_runs(rows, Connectivity::Four, begins, bounds, link),
            Connectivity::Eight => find_runs(rows, Connectivity::Eight, begins, bounds, link),
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

    /// Finds the components of some rows of an image and numbers them from `first`.
    pub(super) fn rows_of<M: Measure>(
        &mut self,
        image: Bitmap<'_>,
        rows: Range<usize>,
        connectivity: Connectivity,
        first: u32,
        meter: &RowMeter<'_>,
    ) -> Result<Numbered<'_>, Interrupted<u64>> {
        self.clear(connectivity);
        meter.scan(rows, |y| self.push::<M>(image.row(y), image.columns(), 0))?;
        self.number(first, meter)
    }

    /// Numbers the components of an image of one band, from `first`.
    fn number(
        &mut self,
        first: u32,
        meter: &RowMeter<'_>,
    ) -> Result<Numbered<'_>, Interrupted<u64>> {
        let (len, mut end) = (self.len(), first);
        meter.numbers(len, |runs| end = self.number_runs(runs, end))?;
        Ok(Numbered { band: self, end })
    }

    /// Numbers the components of a band of an image. Those of runs carried over keep their numbers,
    /// which are joined in `sets` if the band joins the runs; `sets` gets the numbers of the
    /// others.
    pub(super) fn number_below(&mut self, sets: &mut Sets) -> Numbered<'_> {
        for (run, &number) in self.carried.iter().enumerate() {
            let parent = self.parents[run] as usize;
            if parent != run {
                // Parents come first, and have their numbers by now.
                let (a, b) = (sets.find(self.parents[parent]), sets.find(number));
                sets.join(a, b);
            }
            self.parents[run] = number;
        }
        let end = self.number_runs(self.carried.len()..self.len(), sets.len() as u32);
        sets.extend_to(end);
        Numbered { band: self, end }
    }

    /// Replaces the parents of some runs by numbers of components, `next` and those after it.
    /// Returns the number after the last.
    #[inline]
    fn number_runs(&mut self, runs: Range<usize>, mut next: u32) -> u32 {
        let parents = &mut self.parents[..runs.end];
        for run in runs {
            let parent = parents[run];
            let of_parent = parents[parent as usize];
            // A root is its own parent.
            let is_root = parent as usize == run;
            let number = select_unpredictable(is_root, next, of_parent);
            next += u32::from(is_root);
            parents[run] = number;
        }
        next
    }
}

/// A band whose runs have the numbers of their components. No row can be added before
/// [`carry`](Self::carry) or [`Band::clear`].
pub(super) struct Numbered<'a> {
    band: &'a mut Band,
    /// The number after the last component.
    end: u32,
}

impl<'a> Numbered<'a> {
    /// Returns the number after that of the last component.
    #[inline]
    pub(super) fn end(&self) -> u32 {
        self.end
    }

    /// Returns the number of runs, with those carried over.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.band.len()
    }

    /// Returns the numbers of the components of the runs.
    #[inline]
    pub(super) fn numbers(&self) -> &[u32] {
        &self.band.parents[..self.band.len()]
    }

    /// Returns the numbers, and at least [`SLACK`] more elements without meaning.
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    pub(super) fn numbers_and_slack(&self) -> &[u32] {
        &self.band.parents
    }

    /// Replaces each number by that at its place.
    #[cfg(feature = "parallel")]
    pub(super) fn replace(
        &mut self,
        places: &[u32],
        meter: &RowMeter<'_>,
    ) -> Result<(), Interrupted<u64>> {
        meter.numbers(self.band.len(), |runs| {
            for number in &mut self.band.parents[runs] {
                *number = places[*number as usize];
            }
        })
    }

    /// Returns the pixels of the last row.
    #[cfg(feature = "parallel")]
    pub(super) fn last_pixels(&self) -> &[u64] {
        &self.band.above
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

    /// Returns some rows and the numbers of their runs.
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

    /// Returns the rows, spans and numbers of the runs from the top.
    pub(super) fn into_runs(self) -> impl Iterator<Item = (usize, [u32; 2], u32)> + 'a {
        let band: &'a Band = self.band;
        let (spans, mut begin) = (band.bounds.as_chunks().0, band.carried.len());
        band.rows.iter().enumerate().flat_map(move |(y, &end)| {
            let runs = begin..end as usize;
            begin = runs.end;
            runs.map(move |run| (y, spans[run], band.parents[run]))
        })
    }

    /// Adds the runs of some rows to the measures of their components, which are at the `place` of
    /// their numbers. The first row of the band is row `top` of the image.
    #[inline]
    pub(super) fn add_to<M: Measure>(
        &self,
        rows: Range<usize>,
        top: u64,
        measures: &mut [M],
        place: impl Fn(u32) -> u32,
    ) {
        // `()` stores no measures.
        if size_of::<M>() == 0 {
            return;
        }
        let (spans, numbers) = (self.spans(), self.numbers());
        for (y, runs) in self.rows(rows) {
            let y = top + y as u64;
            let row = numbers[runs.clone()].iter().zip(&spans[runs.clone()]);
            for (&number, &[start, end]) in row {
                measures[place(number) as usize].add_run(start, end, y);
            }
            if M::LINKS {
                for (&number, &links) in numbers[runs.clone()].iter().zip(&self.band.links[runs]) {
                    measures[place(number) as usize].add_links(links);
                }
            }
        }
    }

    /// Removes all rows but the last, whose runs are carried over to the next band. Returns the
    /// number of rows.
    pub(super) fn carry(self) -> usize {
        let Self { band, .. } = self;
        let (height, last) = (band.rows.len(), band.last_row());
        band.carried.clear();
        band.carried.extend_from_slice(&band.parents[last]);
        for (parent, run) in band.parents.iter_mut().zip(0..band.carried.len() as u32) {
            *parent = run;
        }
        band.rows.clear();
        band.fresh = band.carried.len();
        height
    }
}

/// Memory grows by at least this number of runs.
pub(super) const PORTION: usize = 1 << 14;

/// In rows of more words, runs are counted, because memory for the largest possible number of runs
/// would be 64 times that of the row.
const WIDE: usize = 1 << 12;

/// Returns an upper bound for the number of runs of a row.
#[inline(always)]
fn most_runs(row: &[u64]) -> usize {
    if row.len() > WIDE { count_runs(row) } else { 32 * row.len() }
}

/// Joins the sets of two runs. The smaller root stays; both runs become its children.
#[inline(always)]
pub(super) fn join(parents: &mut [u32], a: usize, b: usize) {
    let (root_a, root_b) = (root(parents, a), root(parents, b));
    let root = root_a.min(root_b);
    parents[root_a as usize] = root;
    parents[root_b as usize] = root;
    parents[a] = root;
    parents[b] = root;
}

/// Returns the root of a run, without shortening its path.
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

/// Disjoint sets of component numbers. Every root is the smallest number of its set, so roots in
/// ascending order are components in raster order.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    parents: Vec<u32>,
    /// The number of numbers that are not the first of their set.
    joined: usize,
}

impl Sets {
    pub(super) const fn new() -> Self {
        Self { parents: Vec::new(), joined: 0 }
    }

    /// Returns the number of numbers.
    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// Returns the number of sets.
    pub(super) fn count(&self) -> usize {
        self.len() - self.joined
    }

    pub(super) fn clear(&mut self) {
        self.parents.clear();
        self.joined = 0;
    }

    /// Removes the numbers from `end` on, and adds some sets of one number each.
    pub(super) fn replace_from(&mut self, end: u32, sets: u32) {
        if end == 0 {
            self.joined = 0;
        } else {
            let removed = self.parents[end as usize..].iter().zip(end..);
            self.joined -= removed.filter(|&(&parent, number)| parent != number).count();
        }
        self.parents.truncate(end as usize);
        self.extend_to(end + sets);
    }

    #[inline(always)]
    fn is_root(&self, number: usize) -> bool {
        self.parents[number] as usize == number
    }

    /// Adds sets of one number each, up to that before `next`.
    pub(super) fn extend_to(&mut self, next: u32) {
        self.parents.extend(self.parents.len() as u32..next);
    }

    /// Returns the smallest number of the set. Halves the path on the way.
    #[inline(always)]
    pub(super) fn find(&mut self, mut number: u32) -> u32 {
        loop {
            let parent = self.parents[number as usize];
            if parent == number {
                return number;
            }
            let grandparent = self.parents[parent as usize];
            self.parents[number as usize] = grandparent;
            number = grandparent;
        }
    }

    /// Joins the sets of two roots.
    #[inline(always)]
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (root, other) = if a < b { (a, b) } else { (b, a) };
        self.parents[other as usize] = root;
        self.joined += usize::from(a != b);
    }

    /// Adds up the measures of each set and removes the gaps, so that they are in raster order. The
    /// parent of each number becomes the place of its set, where [`place`](Self::place) finds it.
    pub(super) fn add_up<M: Measure>(
        &mut self,
        measures: &mut Vec<M>,
        meter: &RowMeter<'_>,
    ) -> Result<(), Interrupted<u64>> {
        let mut count = 0;
        let len = self.len();
        meter.numbers(len, |numbers| count = self.add_up_some(numbers, count, measures))?;
        measures.truncate(count);
        Ok(())
    }

    /// [`add_up`](Self::add_up) for some numbers, after `count` sets. Returns the number of sets.
    fn add_up_some<M: Measure>(
        &mut self,
        numbers: Range<usize>,
        mut count: usize,
        measures: &mut [M],
    ) -> usize {
        for number in numbers {
            if self.is_root(number) {
                measures[count] = measures[number];
                self.parents[number] = count as u32;
                count += 1;
            } else {
                // Parents come first, and have their places by now.
                let place = self.parents[self.parents[number] as usize];
                let component = measures[number];
                measures[place as usize].merge(&component);
                self.parents[number] = place;
            }
        }
        count
    }

    /// Returns the place that [`add_up`](Self::add_up) gave to the set of a number.
    #[inline(always)]
    pub(super) fn place(&self, number: u32) -> u32 {
        self.parents[number as usize]
    }
}
