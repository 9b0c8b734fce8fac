//! The seams between parts: which components touch across them, and the Euler number.
//!
//! A seam is a plane between two layers of voxels, or a line between two rows or columns of pixels.
//! Its two sides are the faces of all parts that end or begin there, lines of runs in ascending
//! order. Parts need not be in a grid, so a side may have gaps.
//!
//! **Components.** Two neighbors in different parts are on the two sides of a seam: their parts
//! have no place in common, so along some axis one part ends where the other begins. Along the
//! other two axes, the places of neighbors differ by at most 1. So each line is merged with the
//! same line of the other side, and with those next to it, as the connectivity says.
//!
//! **Euler number.** It is a sum over windows of 2×2×2 voxels ([`cells_at`]). Windows inside of a
//! part are in its own number. All others have voxels on faces only. So the difference between the
//! whole and the sum over the parts is the same if only the voxels on faces are set:
//!
//! ```text
//! whole = sum over the parts of (Euler number - that of its faces) + that of all faces
//!         (`Tile::inner_euler`)
//! ```
//!
//! A window whose voxels do not change along some axis adds 0. So only the places where runs start
//! or end are looked at. An image is a volume of one plane.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use bitboard_core::Connectivity;

use crate::adjacency::{Adjacency, Neighbors};
use crate::euler::cells_at;
use crate::forest::Sets;
use crate::part::{FACE_AXES, Part, Run};
use crate::runs::{Placed, for_each_touching};

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

/// Set voxels on a face, in a plane: the first row and the row after the last one, the first column
/// and the column after the last one.
type Patch = [u64; 4];

/// Returns the Euler number if only what is on faces of these parts is set.
pub(crate) fn euler_of_faces<M>(parts: &[&Part<M>], adjacency: Adjacency) -> i64 {
    let neighbors = match adjacency {
        Adjacency::Plane(Connectivity::Four) => Neighbors::Six,
        Adjacency::Plane(Connectivity::Eight) => Neighbors::TwentySix,
        Adjacency::Space(neighbors) => neighbors,
    };
    let mut planes = Vec::new();
    for Part { block, faces, .. } in parts {
        for line in faces[..2].as_flattened().iter().flat_map(|face| face.chunk_by(in_a_line)) {
            planes.push(block.at[2] + u64::from(line[0].line));
        }
        planes.extend([block.at[2], block.end(2) - 1]);
    }
    planes.sort_unstable();
    planes.dedup();
    let (mut last, mut before, mut sum) = (0, Vec::new(), 0);
    for z in planes {
        if last + 1 < z {
            sum += euler_between(&mem::take(&mut before), &[], neighbors);
        }
        let plane = plane_of_faces(parts, z);
        sum += euler_between(&before, &plane, neighbors);
        (last, before) = (z, plane);
    }
    sum + euler_between(&before, &[], neighbors)
}

fn in_a_line(a: &Run, b: &Run) -> bool {
    a.line == b.line
}

/// Returns what is on faces in plane `z`, in ascending order.
fn plane_of_faces<M>(parts: &[&Part<M>], z: u64) -> Vec<Patch> {
    let mut patches: Vec<Patch> = Vec::new();
    for Part { block, faces, .. } in parts {
        let Some(line) = z.checked_sub(block.at[2]).filter(|_| z < block.end(2)) else { continue };
        let [left, top] = [block.at[0], block.at[1]];
        for side in [0, 1] {
            let in_plane = |axis: usize| {
                let face: &[Run] = &faces[axis][side];
                let begin = face.partition_point(|run| u64::from(run.line) < line);
                let len = face[begin..].partition_point(|run| u64::from(run.line) == line);
                face[begin..begin + len].iter()
            };
            let at = |axis: usize| if side == 0 { block.at[axis] } else { block.end(axis) - 1 };
            let place = |run: &Run, from: u64| [run.start, run.end].map(|at| from + u64::from(at));
            let row = |y: u64, run: &Run| {
                let [start, end] = place(run, left);
                [y, y + 1, start, end]
            };
            patches.extend(in_plane(0).map(|run| {
                let [begin, end] = place(run, top);
                [begin, end, at(0), at(0) + 1]
            }));
            patches.extend(in_plane(1).map(|run| row(at(1), run)));
            if at(2) == z {
                patches
                    .extend(faces[2][side].iter().map(|run| row(top + u64::from(run.line), run)));
            }
        }
    }
    patches.sort_unstable();
    patches
}

/// Returns the signed number of cells between two adjacent planes and in the second one.
fn euler_between(before: &[Patch], plane: &[Patch], neighbors: Neighbors) -> i64 {
    let mut rows: Vec<u64> =
        plane.iter().chain(before).flat_map(|&[top, bottom, ..]| [top, bottom]).collect();
    rows.sort_unstable();
    rows.dedup();
    // Between these rows nothing changes.
    let (mut rest, mut sum) = ([plane, before], 0);
    let mut here: [Vec<Patch>; 2] = Default::default();
    for y in rows {
        let above = here.clone();
        for (patches, rest) in here.iter_mut().zip(&mut rest) {
            let (new, after) = rest.split_at(rest.partition_point(|&[top, ..]| top == y));
            patches.retain(|&[_, bottom, ..]| bottom > y);
            patches.extend_from_slice(new);
            *rest = after;
        }
        sum += cells_of([&here[0], &above[0], &here[1], &above[1]], neighbors);
    }
    sum
}

/// [`cells_at`] for rows of patches: columns where nothing starts or ends are left out.
fn cells_of(rows: [&[Patch]; 4], neighbors: Neighbors) -> i64 {
    let mut columns: Vec<u64> =
        rows.into_iter().flatten().flat_map(|&[.., start, end]| [start, end]).collect();
    columns.sort_unstable();
    columns.dedup();
    let bits = rows.map(|row| {
        let mut bits = vec![0_u64; columns.len().div_ceil(64)];
        for &[.., start, end] in row {
            let [start, end] = [start, end].map(|at| columns.partition_point(|&from| from < at));
            (start..end).for_each(|column| bits[column / 64] |= 1 << (column % 64));
        }
        bits
    });
    cells_at(bits.each_ref().map(|bits| &**bits), neighbors)
}
