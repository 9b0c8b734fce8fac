//! The seams between parts: which components touch across them.
//!
//! A seam is a plane between two layers of voxels, or a line between two rows or columns of pixels.
//! Its two sides are the faces of all parts that end or begin there, lines of runs in ascending
//! order. Parts need not be in a grid, so a side may have gaps.
//!
//! Two neighbors in different parts are on the two sides of a seam: their parts
//! have no place in common, so along some axis one part ends where the other begins. Along the
//! other two axes, the places of neighbors differ by at most 1. So each line is merged with the
//! same line of the other side, and with those next to it, as the connectivity says.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::part::{FACE_AXES, Part};
use crate::scan::forest::Sets;
use crate::scan::runs::{Placed, for_each_touching};

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
                sides.entry((axis, block.end(axis))).or_default()[0].push((part, begin));
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
        let axes = parts.first().map_or(1, |part| part.block.whole.adjacency.axes());
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

    /// Returns the runs on these faces of the parts of one side, in ascending order.
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
        runs.sort_unstable();
        runs
    }
}
