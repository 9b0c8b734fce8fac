//! Parts of an image or a volume with open components: tiles, and the strips of threads.
//!
//! A **part** is a box of a volume, or a rectangle of an image, which is a volume of one plane.
//! What is outside of it can only join those components that reach one of its faces: these are
//! **open**. So a [`Part`] keeps the runs on its faces and the measures of its open components, and
//! these are all that is needed to join parts ([`Seams`]). The faces of a rectangle are its four
//! sides:
//!
//! ```text
//! part a      part b                 faces of a           runs on the right side, as rows:
//! 0 0 . 1   | 2 2 . .                0 0 . 1              1 in row 0, 3 in rows 2 and 3
//! . . . .   | . . . 4                .     .
//! 3 . 3 3   | 5 . . .                3     3
//! 3 3 3 3   | . . 6 6                3 3 3 3
//! ```
//!
//! A face is lines of runs. They are rows of the part, except on the left and the right face, where
//! they are columns. Faces at the border of the whole join nothing and have no runs.
//!
//! [`PartScan`], with which streams, `select`, `count` and tiles work, scans the rows of a part and
//! **retires** components: at the end of each band, those that have neither a run on a face nor a
//! run that later rows touch are complete and leave. So its memory grows with the faces and with
//! the rows that later rows touch, a plane of a volume.
//!
//! # Seams
//!
//! A [`Seam`] is a plane between two layers of voxels, or a line between two rows or columns of
//! pixels. Its two sides are the faces of all parts that end or begin there, lines of runs in
//! ascending order. Parts need not be in a grid, so a side may have gaps.
//!
//! Two neighbors in different parts are on the two sides of a seam: their parts have no place in
//! common, so along some axis one part ends where the other begins. Along the other two axes, the
//! places of neighbors differ by at most 1. So each line is merged with the same line of the other
//! side, and with those next to it, as the connectivity says.
//!
//! The end of an axis that is **periodic** touches its begin. Then a seam is there too, whose sides
//! are the last faces and the first ones. A part may be on both sides.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use crate::scan::band::{Band, Labeled};
use crate::scan::forest::Sets;
use crate::scan::pass::Pass;
use crate::scan::runs::{Pixels, Placed, for_each_touching};
use crate::scan::{Adjacency, Measure, Planes, Shape};

/// The image or the volume that a part belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Whole {
    /// Width, height and depth.
    pub(crate) size: [u64; 3],
    pub(crate) adjacency: Adjacency,
    /// For each axis whether what is at its end touches what is at its begin.
    pub(crate) is_periodic: [bool; 3],
}

impl Whole {
    pub(crate) const fn new(size: [u64; 3], adjacency: Adjacency) -> Self {
        Self { size, adjacency, is_periodic: [false; 3] }
    }
}

/// A box of a volume, or a rectangle of an image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) whole: Whole,
    /// The smallest x, y and z.
    pub(crate) at: [u64; 3],
    pub(crate) size: [u32; 3],
}

impl Block {
    /// Some rows of an image in memory, or those of some planes of a volume. There are fewer than
    /// 2³² rows.
    pub(crate) fn rows(shape: Shape, rows: &Range<usize>) -> Self {
        let (size, adjacency) = (shape.size(), shape.adjacency);
        let whole = Whole::new(size.map(|side| side as u64), adjacency);
        let [width, height, _] = size.map(|side| side as u32);
        let (begin, len) = (rows.start as u64, rows.len() as u32);
        match adjacency {
            Adjacency::Plane(_) => Self { whole, at: [0, begin, 0], size: [width, len, 1] },
            Adjacency::Space(_) => {
                let z = begin / u64::from(height);
                Self { whole, at: [0, 0, z], size: [width, height, len / height] }
            }
        }
    }

    /// The place after the last one along an axis.
    pub(crate) const fn end(&self, axis: usize) -> u64 {
        self.at[axis] + self.size[axis] as u64
    }

    /// Returns for each axis which of the two faces other parts may touch: the first, the last.
    pub(crate) fn inner_faces(&self) -> [[bool; 2]; 3] {
        let Whole { size, is_periodic, .. } = self.whole;
        [0, 1, 2].map(|axis| {
            let is_inside = [self.at[axis] > 0, self.end(axis) < size[axis]];
            is_inside.map(|is_inside| is_inside || is_periodic[axis])
        })
    }
}

/// For the faces across each axis, the axis of their runs and that of their lines.
pub(crate) const FACE_AXES: [[usize; 2]; 3] = [[1, 2], [0, 2], [0, 1]];

/// A run of set pixels or voxels on a face, from `start` to before `end`, relative to the part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Run {
    pub(crate) line: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// The provisional label of the component, and later its index among the open ones.
    pub(crate) component: u32,
}

/// For each axis the runs on the first face, where the part begins, and those on the last one; in
/// ascending order.
pub(crate) type Faces = [[Vec<Run>; 2]; 3];

/// A box with the runs on its faces and its open components.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part<M> {
    pub(crate) block: Block,
    pub(crate) faces: Faces,
    /// For each open component its number in the part, in ascending order, and its measure.
    pub(crate) open: Vec<(u32, M)>,
}

impl<M> Part<M> {
    /// The part of these runs and open components. The runs have the numbers of their components,
    /// which become indices.
    pub(crate) fn new(block: Block, mut faces: Faces, open: Vec<(u32, M)>) -> Self {
        for run in faces.as_flattened_mut().iter_mut().flatten() {
            run.component = open.partition_point(|&(number, _)| number < run.component) as u32;
        }
        Self { block, faces, open }
    }
}

/// The faces of a part, band by band.
#[derive(Clone, Debug)]
pub(crate) struct Borders {
    block: Block,
    /// Only these faces have runs.
    is_inner: [[bool; 2]; 3],
    /// Those before `begins` are of earlier bands.
    faces: Faces,
    begins: [[usize; 2]; 3],
    /// The first row of the next band, counted from the first one of the part.
    row: u32,
}

impl Borders {
    pub(crate) fn new(block: Block) -> Self {
        let (faces, begins) = Default::default();
        Self { block, is_inner: block.inner_faces(), faces, begins, row: 0 }
    }

    /// Adds the rows of a band.
    pub(crate) fn add(&mut self, band: &Labeled<'_>) {
        if self.is_inner.as_flattened().iter().all(|&is_inner| !is_inner) {
            return;
        }
        let (spans, labels) = (band.spans(), band.labels());
        let [width, height, _] = self.block.size;
        for (_, runs) in band.rows(0..band.height()) {
            let (y, z) = (self.row % height, self.row / height);
            self.row += 1;
            let to_run = |line: u32, run: usize| {
                let ([start, end], component) = (spans[run], labels[run]);
                Run { line, start, end, component }
            };
            for (axis, line, at) in [(1, z, y), (2, y, z)] {
                let is_here = [at == 0, at + 1 == self.block.size[axis]];
                let inner = is_here.into_iter().zip(self.is_inner[axis]);
                for (face, is_part) in self.faces[axis].iter_mut().zip(inner.map(|(a, b)| a && b)) {
                    if is_part {
                        face.extend(runs.clone().map(|run| to_run(line, run)));
                    }
                }
            }
            if runs.is_empty() {
                continue;
            }
            let (first, last) = (to_run(z, runs.start), to_run(z, runs.end - 1));
            let touch = [first.start == 0, last.end == width];
            for (side, Run { component, .. }) in [first, last].into_iter().enumerate() {
                if !(touch[side] && self.is_inner[0][side]) {
                    continue;
                }
                let face = &mut self.faces[0][side];
                match face.last_mut().filter(|last| (last.line, last.end) == (z, y)) {
                    Some(last) => last.end += 1,
                    None => face.push(Run { line: z, start: y, end: y + 1, component }),
                }
            }
        }
    }

    /// Ends the band. Returns the labels of its runs on faces.
    fn end_band(&mut self) -> impl Iterator<Item = &mut u32> {
        let begins = self.begins.as_flattened_mut();
        self.faces.as_flattened_mut().iter_mut().zip(begins).flat_map(|(runs, begin)| {
            let begin = mem::replace(begin, runs.len());
            runs[begin..].iter_mut().map(|run| &mut run.component)
        })
    }

    /// Returns the part, once all rows are added. `number` tells the number of a label, and
    /// `measure` the measure of a number.
    pub(crate) fn into_part<M>(
        mut self,
        number: impl Fn(u32) -> u32,
        measure: impl Fn(u32) -> M,
    ) -> Part<M> {
        let runs = self.faces.as_flattened_mut().iter_mut().flatten();
        let number_of = |run: &mut Run| {
            run.component = number(run.component);
            run.component
        };
        let mut numbers: Vec<u32> = runs.map(number_of).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let open = numbers.into_iter().map(|number| (number, measure(number))).collect();
        Part::new(self.block, self.faces, open)
    }
}

/// The scan of the rows of a part, which retires complete components.
#[derive(Clone, Debug)]
pub(crate) struct PartScan<M> {
    pass: Pass,
    measures: Vec<M>,
    /// Memory for measures.
    moved: Vec<M>,
    borders: Borders,
}

impl<M: Measure> PartScan<M> {
    /// No rows yet. The first will be row `row` in the measures.
    pub(crate) fn new(block: Block, row: u64) -> Self {
        let pass = Pass::at(block.whole.adjacency, block.size[1] as usize, row);
        Self { pass, measures: Vec::new(), moved: Vec::new(), borders: Borders::new(block) }
    }

    /// Adds the next row of an image. Calls `done` with components that are complete.
    #[inline]
    pub(crate) fn push(&mut self, row: &[u64], done: impl FnMut(M)) {
        let Self { pass, measures, borders, .. } = self;
        let width = borders.block.size[0];
        let push = |band: &mut Band| band.push(row, width, Pixels::Set, M::LINKS);
        if pass.row(push, measures, |band| borders.add(band)) {
            self.retire(done);
        }
    }

    /// Retires the components that are complete. The band has ended.
    fn retire(&mut self, done: impl FnMut(M)) {
        let Self { pass, measures, moved, borders } = self;
        pass.retire(measures, moved, borders.end_band(), done);
    }

    /// Ends the part. Calls `done` with the remaining components that are complete.
    pub(crate) fn finish(mut self, done: impl FnMut(M)) -> Part<M> {
        let Self { pass, measures, borders, .. } = &mut self;
        pass.end_last_band(measures, |band| borders.add(band));
        self.retire(done);
        let Self { mut pass, mut measures, borders, .. } = self;
        pass.merge(&mut measures);
        let measure = |number| measures[number as usize];
        borders.into_part(|label| pass.final_label(label), measure)
    }
}

/// Scans an image or a volume, and calls `done` with each component when it is complete. The memory
/// does not grow with the number of components.
pub(crate) fn scan_planes<M: Measure>(planes: Planes<'_>, done: impl FnMut(M)) {
    let rows = 0..planes.shape.row_count;
    scan_part(planes, rows.clone(), Block::rows(planes.shape, &rows), done);
}

/// Scans some rows of `planes`, which are those of `block`, and calls `done` with components that
/// are complete. Rows are counted as in `planes`.
pub(crate) fn scan_part<M: Measure>(
    planes: Planes<'_>,
    rows: Range<usize>,
    block: Block,
    mut done: impl FnMut(M),
) -> Part<M> {
    let mut scan = PartScan::new(block, rows.start as u64);
    for row in rows {
        let PartScan { pass, measures, borders, .. } = &mut scan;
        let push = |band: &mut Band| band.push_row_of::<M>(planes, row);
        if pass.row(push, measures, |band| borders.add(band)) {
            scan.retire(&mut done);
        }
    }
    scan.finish(done)
}

/// The sets of the open components of all parts, and the seams between the parts.
pub(crate) struct Seams {
    /// For each part the index of its first open component among those of all parts.
    pub(crate) begins: Vec<u32>,
    /// Components that touch are one set, once they are joined.
    pub(crate) sets: Sets,
    pub(crate) seams: Vec<Seam>,
}

impl Seams {
    /// The seams of the parts of a whole. Nothing is joined yet. `None` if there are too many
    /// components.
    pub(crate) fn new<M>(parts: &[&Part<M>]) -> Option<Self> {
        let (mut begins, mut sets) = (Vec::new(), Sets::new());
        let mut sides: BTreeMap<(usize, u64), Sides> = BTreeMap::new();
        for (part, Part { block, open, .. }) in parts.iter().enumerate() {
            let begin = sets.len() as u32;
            begins.push(begin);
            sets.extend_to(begin.checked_add(open.len() as u32)?);
            for axis in 0..3 {
                // What ends where a periodic axis ends touches what begins at 0.
                let Whole { size, is_periodic, .. } = block.whole;
                let is_last = is_periodic[axis] && block.end(axis) == size[axis];
                let end = if is_last { 0 } else { block.end(axis) };
                sides.entry((axis, end)).or_default()[0].push((part, begin));
                sides.entry((axis, block.at[axis])).or_default()[1].push((part, begin));
            }
        }
        let seam = |((axis, _), sides)| Seam { axis, sides };
        Some(Self { begins, sets, seams: sides.into_iter().map(seam).collect() })
    }

    /// Joins the open components of the parts. Calls `link` with the index of a component for each
    /// pair of runs that touch.
    pub(crate) fn join<M>(&mut self, parts: &[&Part<M>], mut link: impl FnMut(u32)) {
        for seam in &self.seams {
            seam.for_each_pair(parts, |a, b| {
                link(a);
                self.sets.join(a, b);
            });
        }
    }
}

/// A plane across an axis, with the parts on its sides.
pub(crate) struct Seam {
    axis: usize,
    sides: Sides,
}

/// The parts that end at a seam, and those that begin there, each with the index of its first open
/// component.
type Sides = [Vec<(usize, u32)>; 2];

impl Seam {
    /// Calls `pair` with the components of each two runs that touch across the seam, once for each
    /// two runs.
    pub(crate) fn for_each_pair<M>(&self, parts: &[&Part<M>], mut pair: impl FnMut(u32, u32)) {
        let Some(axes) = parts.first().map(|part| part.block.whole.adjacency.axes()) else {
            return;
        };
        // Parts end with their last faces, and begin with their first ones.
        let [before, after] = [1, 0].map(|face| self.runs(parts, face));
        for line in before.chunk_by(|a, b| a.0 == b.0) {
            let number = line[0].0;
            for other in number.saturating_sub(1)..=number + 1 {
                let differing = 1 + u64::from(other != number);
                if differing > axes {
                    continue;
                }
                let begin = after.partition_point(|run| run.0 < other);
                let len = after[begin..].partition_point(|run| run.0 == other);
                let reach = u64::from(differing < axes);
                for_each_touching(line, &after[begin..begin + len], reach, &mut pair);
            }
        }
    }

    /// Returns the runs on these faces of the parts of one side, in ascending order. Along an axis
    /// that is periodic, what is at its begin is also at its end.
    fn runs<M>(&self, parts: &[&Part<M>], face: usize) -> Vec<Placed> {
        let mut runs: Vec<Placed> = Vec::new();
        for &(part, begin) in &self.sides[1 - face] {
            let Part { block, faces, .. } = parts[part];
            let [along, across] = FACE_AXES[self.axis].map(|axis| block.at[axis]);
            runs.extend(faces[self.axis][face].iter().map(|run| {
                let [line, start, end] = [run.line, run.start, run.end].map(u64::from);
                (across + line, along + start, along + end, begin + run.component)
            }));
        }
        if let Some(Part { block: Block { whole, .. }, .. }) = parts.first() {
            let [along, across] = FACE_AXES[self.axis]
                .map(|axis| Some(whole.size[axis]).filter(|_| whole.is_periodic[axis]));
            if let Some(end) = along {
                let first = runs.iter().filter(|run| run.1 == 0);
                let again: Vec<_> = first.map(|&(line, .., of)| (line, end, end + 1, of)).collect();
                runs.extend(again);
            }
            if let Some(end) = across {
                let first = runs.iter().filter(|run| run.0 == 0);
                let again: Vec<_> = first.map(|&(_, from, to, of)| (end, from, to, of)).collect();
                runs.extend(again);
            }
        }
        runs.sort_unstable();
        runs
    }
}
