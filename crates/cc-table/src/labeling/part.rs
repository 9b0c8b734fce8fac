//! Parts of an image with open components: tiles, and the strips of threads.
//!
//! A **part** is a rectangle of an image. Pixels outside of it can only join those components that
//! have a pixel on one of its four borders: these are **open**. So a [`Part`] keeps the runs of its
//! borders and the measures of its open components, and these are all that is needed to join parts
//! ([`Seams`](super::seams::Seams)):
//!
//! ```text
//! part a      part b                 borders of a         runs of the right border, as rows:
//! 0 0 . 1   | 2 2 . .                0 0 . 1              1 in row 0, 3 in rows 2 and 3
//! . . . .   | . . . 4                .     .
//! 3 . 3 3   | 5 . . .                3     3
//! 3 3 3 3   | . . 6 6                3 3 3 3
//! ```
//!
//! Borders of the image itself join nothing and have no runs.
//!
//! [`PartScan`] scans the rows of a part and **retires** components: at the end of each band, those
//! that have neither a border run nor a run of the last row are complete and leave. So its tables
//! fit the cache, and its memory grows with the borders only.

use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::{Connectivity, Interrupted};

use super::band::Labeled;
use super::bitmap::Bitmap;
use super::limits::RowWatch;
use super::measure::Measure;
use super::pass::Pass;

/// The image that a part belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Whole {
    pub(super) width: u32,
    pub(super) height: u64,
    pub(super) connectivity: Connectivity,
}

/// A rectangle of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    pub(super) whole: Whole,
    pub(super) x: u32,
    pub(super) y: u64,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Rect {
    /// Some rows of an image in memory, which has fewer than 2³² pixels.
    #[cfg(feature = "parallel")]
    pub(super) const fn rows(
        image: Bitmap<'_>,
        rows: &Range<usize>,
        connectivity: Connectivity,
    ) -> Self {
        let width = image.columns();
        let whole = Whole { width, height: image.height() as u64, connectivity };
        let height = (rows.end - rows.start) as u32;
        Self { whole, x: 0, y: rows.start as u64, width, height }
    }

    /// The column after the last one.
    pub(super) const fn right(&self) -> u64 {
        self.x as u64 + self.width as u64
    }

    /// The row after the last one.
    pub(super) const fn bottom(&self) -> u64 {
        self.y + self.height as u64
    }

    /// Returns which borders are not borders of the image: top, bottom, left, right.
    pub(super) const fn inner_borders(&self) -> [bool; 4] {
        let right = self.right() < self.whole.width as u64;
        [self.y > 0, self.bottom() < self.whole.height, self.x > 0, right]
    }
}

/// A run of set pixels on a border, from `start` to before `end`, relative to the part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The provisional label of the component, and later its index among the open ones.
    pub(super) component: u32,
}

/// A rectangle with its border runs and its open components.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part<M> {
    pub(super) rect: Rect,
    /// The runs of the borders inside the image: top, bottom, left, right.
    pub(super) borders: [Vec<Run>; 4],
    /// For each open component its number in the part, in ascending order, and its measure.
    pub(super) open: Vec<(u32, M)>,
}

impl<M> Part<M> {
    pub(super) const fn new(rect: Rect) -> Self {
        Self { rect, borders: [const { Vec::new() }; 4], open: Vec::new() }
    }
}

/// The border runs of a part, band by band.
#[derive(Clone, Debug)]
pub(super) struct Borders {
    rect: Rect,
    /// Which are not borders of the image; only these have runs.
    is_inner: [bool; 4],
    /// The runs of the top, bottom, left, and right border. Those before `begins` are of earlier
    /// bands.
    runs: [Vec<Run>; 4],
    begins: [usize; 4],
    /// The labels of the runs of this band.
    labels: Vec<u32>,
    /// The first row of the next band, relative to the part.
    row: u32,
}

impl Borders {
    pub(super) fn new(rect: Rect) -> Self {
        let (runs, begins) = Default::default();
        Self { rect, is_inner: rect.inner_borders(), runs, begins, labels: Vec::new(), row: 0 }
    }

    /// Adds the rows of a band. Their labels are then in `labels`.
    pub(super) fn add(&mut self, band: &Labeled<'_>) {
        if self.is_inner == [false; 4] {
            return;
        }
        let [top, bottom, left, right] = &mut self.runs;
        let (spans, labels) = (band.spans(), band.labels());
        let to_run = |run: usize| {
            let ([start, end], component) = (spans[run], labels[run]);
            Run { start, end, component }
        };
        for (_, runs) in band.rows(0..band.height()) {
            let row = self.row;
            self.row += 1;
            if row == 0 && self.is_inner[0] {
                top.extend(runs.clone().map(to_run));
            }
            if self.row == self.rect.height && self.is_inner[1] {
                bottom.extend(runs.clone().map(to_run));
            }
            if runs.is_empty() {
                continue;
            }
            let (first, last) = (to_run(runs.start), to_run(runs.end - 1));
            for (side, touches, component) in [
                (&mut *left, self.is_inner[2] && first.start == 0, first.component),
                (&mut *right, self.is_inner[3] && last.end == self.rect.width, last.component),
            ] {
                if !touches {
                    continue;
                }
                match side.last_mut().filter(|last| last.end == row) {
                    Some(last) => last.end += 1,
                    None => side.push(Run { start: row, end: row + 1, component }),
                }
            }
        }
        self.labels.clear();
        for (runs, &begin) in self.runs.iter().zip(&self.begins) {
            self.labels.extend(runs[begin..].iter().map(|run| run.component));
        }
    }

    /// Ends the band, whose labels in `labels` are permanent.
    fn end_band(&mut self) {
        let mut labels = self.labels.iter();
        for (runs, begin) in self.runs.iter_mut().zip(&mut self.begins) {
            for (run, &label) in runs[*begin..].iter_mut().zip(&mut labels) {
                run.component = label;
            }
            *begin = runs.len();
        }
    }

    /// Returns the part, once all rows are added. `number` tells the number of a label, and
    /// `measure` the measure of a number.
    pub(super) fn into_part<M>(
        mut self,
        number: impl Fn(u32) -> u32,
        measure: impl Fn(u32) -> M,
    ) -> Part<M> {
        let mut numbers = Vec::new();
        for run in self.runs.iter_mut().flatten() {
            run.component = number(run.component);
            numbers.push(run.component);
        }
        numbers.sort_unstable();
        numbers.dedup();
        for run in self.runs.iter_mut().flatten() {
            run.component = numbers.partition_point(|&number| number < run.component) as u32;
        }
        let open = numbers.into_iter().map(|number| (number, measure(number))).collect();
        Part { rect: self.rect, borders: self.runs, open }
    }
}

/// The scan of the rows of a part, which retires complete components.
#[derive(Clone, Debug)]
pub(super) struct PartScan<M> {
    pass: Pass,
    measures: Vec<M>,
    /// Memory for measures.
    moved: Vec<M>,
    borders: Borders,
}

impl<M: Measure> PartScan<M> {
    /// No rows yet. The first will be row `y` in the measures.
    pub(super) fn new(rect: Rect, y: u64) -> Self {
        let pass = Pass::in_plane(rect.whole.connectivity, y);
        Self { pass, measures: Vec::new(), moved: Vec::new(), borders: Borders::new(rect) }
    }

    /// Adds the next row. Calls `done` with components that are complete.
    #[inline]
    pub(super) fn push(&mut self, row: &[u64], done: impl FnMut(M)) {
        let Self { pass, measures, moved, borders } = self;
        if pass.row(row, borders.rect.width, measures, |band| borders.add(band)) {
            pass.retire(measures, moved, &mut borders.labels, done);
            borders.end_band();
        }
    }

    /// Ends the part. Calls `done` with the remaining components that are complete.
    pub(super) fn finish(
        self,
        watch: &RowWatch<'_>,
        done: impl FnMut(M),
    ) -> Result<Part<M>, Interrupted<u64>> {
        let Self { mut pass, mut measures, mut moved, mut borders } = self;
        watch.check()?;
        pass.end_last_band(&mut measures, |band| borders.add(band));
        pass.retire(&mut measures, &mut moved, &mut borders.labels, done);
        borders.end_band();
        pass.merge(&mut measures, watch)?;
        let measure = |number| measures[number as usize];
        Ok(borders.into_part(|label| pass.final_label(label), measure))
    }
}

/// Scans some rows of `pixels`, which are those of `rect`, and calls `done` with components that
/// are complete. Rows are counted as in `pixels`.
pub(super) fn scan_part<M: Measure>(
    pixels: Bitmap<'_>,
    rows: Range<usize>,
    rect: Rect,
    watch: &RowWatch<'_>,
    mut done: impl FnMut(M),
) -> Result<Part<M>, Interrupted<u64>> {
    let mut scan = PartScan::new(rect, rows.start as u64);
    watch.scan(rows, |y| scan.push(pixels.row(y), &mut done))?;
    scan.finish(watch, done)
}
