//! The sums of regions: one pass over runs of equal labels, and further passes for what few need.
//!
//! The runs of a row begin where a pixel differs from the one to its left, which 64 comparisons at
//! once find. Each run is added to the measure at the **place** of its label. That is its
//! distance from the first if labels are small, so nothing is looked up; otherwise a table gives it.
//!
//! The pass for Euler number and Crofton perimeter visits each corner of the pixels. A region is a
//! set of closed cubes, whose Euler number is vertices - edges + faces - cubes, and a corner has the
//! cells that begin there. A part of a larger image counts the corners after its first pixels on
//! each axis only, and gets one more pixel of the parts that follow, so each corner is counted once.

use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, SQRT_2};
use core::hash::{BuildHasherDefault, Hasher};
use std::collections::HashMap;

use bitboard_core::dispatch::SimdLevel;

use super::{Channel, Extras, Wanted};
use crate::image::{Connectivity, Image, LabelError};
use crate::label::{Columns, Numbers, Value};
use crate::measure::{Extent, measure};
use crate::scan::{Measure, Place};

use super::column::Row;

/// Multiplies labels, whose high bits then depend on all others.
#[derive(Default)]
struct Multiplied(u64);

impl Hasher for Multiplied {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_i64(&mut self, label: i64) {
        self.0 = label.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// From labels to the places of their regions.
enum Places {
    /// Labels from this one on, one place after the other.
    Small(i64),
    Large(HashMap<i64, u32, BuildHasherDefault<Multiplied>>),
}

impl Places {
    /// The place of a label. A new label of a table gets place `next`.
    #[inline(always)]
    fn of(&mut self, label: i64, next: usize) -> usize {
        match self {
            Self::Small(least) => (label - *least) as usize,
            Self::Large(places) => *places.entry(label).or_insert(next as u32) as usize,
        }
    }
}

/// A part of an image or a volume of labels, or all of it. Sizes are x, y and z.
#[derive(Clone, Copy)]
pub(super) struct Block<'a, V> {
    /// With those pixels of the parts that follow.
    pub(super) numbers: Numbers<'a, V>,
    /// The size without these.
    pub(super) core: [usize; 3],
    /// Where it begins.
    pub(super) at: [usize; 3],
    /// Number of axes, 1 to 3.
    pub(super) axes: usize,
    /// The intensities of each pixel of the core, in channels.
    pub(super) intensities: &'a [f64],
}

/// The size of a region, and the first place and the one after the last on each axis.
struct Bounds {
    pixels: u64,
    sides: [[u64; 2]; 3],
}

/// Regions in ascending order of their labels.
pub(super) struct Sums<M> {
    pub(super) labels: Vec<i64>,
    pub(super) rows: Vec<M>,
    pub(super) extras: Extras,
}

impl<V: Value> Block<'_, V> {
    /// Measures the regions.
    pub(super) fn sums<M: Measure + Row>(self, wanted: Wanted) -> Result<Sums<M>, LabelError> {
        let (values, is_plane) = (self.numbers.values, self.axes < 3);
        let least = i64::from(!wanted.background);
        let most = values.iter().map(|&label| number(label)).max().unwrap_or(0).max(0);
        // A place has some 100 bytes, and there may be no pixel of its label.
        let is_small = most <= values.len() as i64 / 4 + 1024;
        let (mut places, mut rows) = match is_small {
            true => (Places::Small(least), vec![M::empty(is_plane); (most - least + 1) as usize]),
            false => (Places::Large(HashMap::default()), Vec::new()),
        };
        let mut labels = if is_small { (least..=most).collect() } else { Vec::new() };
        let ([x, y, z], [width, height, depth]) = (self.at, self.core);
        // The sums of intensities, if nothing else of them is wanted.
        let has_sums = is_small && !wanted.needs_channels();
        let has_sums = has_sums && self.intensities.len() == width * height * depth;
        let mut sums = vec![0.0; if has_sums { rows.len() } else { 0 }];
        self.for_each_run(|[row_z, row_y, _], start, end, label| {
            if label >= least {
                let at = places.of(label, rows.len());
                if at == rows.len() {
                    rows.push(M::empty(is_plane));
                    labels.push(label);
                }
                if let Some(sum) = sums.get_mut(at) {
                    let row = &self.intensities[width * (height * row_z + row_y)..];
                    *sum += row[start..end].iter().sum::<f64>();
                }
                let place = Place::at((y + row_y) as u64, (z + row_z) as u64);
                let [start, end] = [start, end].map(|column| (x + column) as u32);
                match is_plane {
                    true => rows[at].add_run::<true>(start, end, place),
                    false => rows[at].add_run::<false>(start, end, place),
                }
            }
        });
        // Only these need the sums.
        let bounds =
            |row: &M| Bounds { pixels: row.pixels(), sides: from_fn(|axis| row.side(axis)) };
        let bounds: Vec<_> = match wanted.needs_boxes() {
            true => rows.iter().map(bounds).collect(),
            false => Vec::new(),
        };
        let mut extras = self.extras(wanted, &mut places, &mut labels, &bounds, sums)?;
        // Regions of which a part has corners only.
        rows.resize(labels.len(), M::empty(is_plane));
        let has_corners = |at| extras.euler_numbers.get(at).is_some_and(|&number| number != 0);
        let is_region = |&at: &usize| rows[at].pixels() > 0 || has_corners(at);
        if !is_small || !(0..rows.len()).all(|at| is_region(&at)) {
            let mut order: Vec<usize> = (0..rows.len()).filter(is_region).collect();
            order.sort_unstable_by_key(|&at| labels[at]);
            rows = order.iter().map(|&at| rows[at]).collect();
            labels = order.iter().map(|&at| labels[at]).collect();
            extras.reorder(&order);
        }
        Ok(Sums { labels, rows, extras })
    }

    /// Measures what is not in the sums of the regions with these labels.
    fn extras(
        self,
        wanted: Wanted,
        places: &mut Places,
        labels: &mut Vec<i64>,
        bounds: &[Bounds],
        sums: Vec<f64>,
    ) -> Result<Extras, LabelError> {
        let mut extras = Extras { sums, ..Extras::default() };
        if wanted.euler_numbers || wanted.croftons {
            extras.euler_numbers = vec![0; labels.len()];
            extras.croftons = vec![0.0; labels.len()];
            self.add_corners(places, labels, &mut extras);
        }
        if wanted.perimeters {
            extras.perimeters = vec![0.0; labels.len()];
            self.add_perimeters(places, &mut extras)?;
        }
        if wanted.hole_sizes {
            let sizes = bounds.iter().zip(&*labels).map(|(of, &label)| self.hole_size(of, label));
            extras.hole_sizes = sizes.collect::<Result<_, _>>()?;
        }
        extras.channel_count = self.intensities.len() / self.core.iter().product::<usize>().max(1);
        if extras.channel_count > 0 && extras.sums.is_empty() {
            extras.sums = vec![0.0; labels.len() * extras.channel_count];
            if wanted.needs_channels() {
                extras.channels = vec![Channel::NONE; extras.sums.len()];
            }
            self.add_intensities(places, wanted, bounds, &mut extras);
        }
        Ok(extras)
    }

    /// Calls `each` with the plane, the row and the index of the row, and the first column, the one
    /// after the last, and the label of each run of the core.
    #[inline(always)]
    fn for_each_run(self, mut each: impl FnMut([usize; 3], usize, usize, i64)) {
        let [width, height, depth] = self.core;
        let mut columns = Columns::new();
        for (z, y) in (0..depth).flat_map(|z| (0..height).map(move |y| (z, y))) {
            let row = self.numbers.shape.height * z + y;
            compare(&mut columns, self.numbers, row);
            let labels = self.numbers.row(row);
            let mut start = 0;
            for (&starts, column) in columns.starts(row).iter().zip((0..).step_by(64)) {
                let mut bits = starts & !u64::from(column == 0);
                while bits != 0 {
                    let end = column + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if end < width {
                        each([z, y, row], start, end, number(labels[start]));
                        start = end;
                    }
                }
            }
            each([z, y, row], start, width, number(labels[start]));
        }
    }

    /// Adds the intensities of each pixel of a region.
    fn add_intensities(
        self,
        places: &mut Places,
        wanted: Wanted,
        bounds: &[Bounds],
        extras: &mut Extras,
    ) {
        let (count, [width, height, _]) = (extras.channel_count, self.core);
        let least = i64::from(!wanted.background);
        self.for_each_run(|[z, y, _], start, end, label| {
            if label < least {
                return;
            }
            let at = places.of(label, 0);
            let first = width * (height * z + y);
            let values = &self.intensities[count * (first + start)..count * (first + end)];
            let lower =
                bounds.get(at).map_or([0; 3], |of| of.sides.map(|[first, _]| first as usize));
            let place = [start, y, z].map(|at| at as f64);
            let place = from_fn(|axis| place[axis] - lower[axis] as f64);
            for to in 0..count {
                let (at, each) = (count * at + to, values[to..].iter().copied());
                match count {
                    1 => extras.add(at, each, wanted, place),
                    _ => extras.add(at, each.step_by(count), wanted, place),
                }
            }
        });
    }

    /// A row, or none outside of the labels.
    fn row(&self, z: usize, y: usize) -> &[V] {
        let [_, height, depth] = self.numbers.shape.size();
        if z < depth && y < height { self.numbers.row(height * z + y) } else { &[] }
    }

    fn get(&self, z: usize, y: usize, x: usize) -> i64 {
        self.row(z, y).get(x).copied().map_or(0, number)
    }

    /// Adds the cells of the regions at each corner of the pixels.
    fn add_corners(&self, places: &mut Places, labels: &mut Vec<i64>, extras: &mut Extras) {
        let [width, height, depth] = self.core;
        let first = self.at.map(|at| usize::from(at > 0));
        // The corners behind the only plane of an image have all its cells.
        for z in first[2].max(usize::from(self.axes < 3))..=depth {
            for y in first[1]..=height {
                let rows = [(z, y), (z, y + 1), (z + 1, y), (z + 1, y + 1)];
                // One less: rows before the first are outside.
                let rows = rows.map(|(z, y)| self.row(z.wrapping_sub(1), y.wrapping_sub(1)));
                let at = |x: usize| rows.map(|row| row.get(x).copied().unwrap_or_default());
                let mut before = if first[0] == 0 { [V::default(); 4] } else { at(0) };
                for x in first[0]..=width {
                    let after = at(x);
                    if before != after || before != [after[0]; 4] {
                        self.add_corner(before, after, places, labels, extras);
                    }
                    before = after;
                }
            }
        }
    }

    /// Adds the cells at the corner between pixels: four before it on the last axis, four after it.
    fn add_corner(
        &self,
        before: [V; 4],
        after: [V; 4],
        places: &mut Places,
        labels: &mut Vec<i64>,
        extras: &mut Extras,
    ) {
        // By bits: column, row, plane.
        let pixels: [V; 8] = from_fn(|i| [before, after][i % 2][i / 2]);
        for (i, &label) in pixels.iter().enumerate() {
            if number(label) <= 0 || pixels[..i].contains(&label) {
                continue;
            }
            let bits = (i..8).map(|other| u8::from(pixels[other] == label) << other);
            let mask = bits.sum::<u8>();
            let at = places.of(number(label), labels.len());
            if at == labels.len() {
                labels.push(number(label));
                extras.euler_numbers.push(0);
                extras.croftons.push(0.0);
            }
            extras.euler_numbers[at] += cells(mask);
            if self.axes == 2 {
                extras.croftons[at] += CROFTON[usize::from(mask)];
            }
        }
    }

    /// Adds the perimeters of images as scikit-image defines them: of the pixels of the region with
    /// a neighbor outside, each counts by its neighbors among these.
    fn add_perimeters(&self, places: &mut Places, extras: &mut Extras) -> Result<(), LabelError> {
        let label = |y: usize, x: usize| self.get(0, y, x);
        let neighbors = |y: usize, x: usize| {
            [(y.wrapping_sub(1), x), (y, x.wrapping_sub(1)), (y, x + 1), (y + 1, x)]
        };
        let [width, height, _] = self.core;
        let is_border = Image::from_fn((width, height), |x, y, _| {
            neighbors(y, x).iter().any(|&(v, u)| label(v, u) != label(y, x))
        })?;
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            let own = label(y, x);
            if own <= 0 || is_border.get((x, y)) != Some(true) {
                continue;
            }
            let is_same =
                |y: usize, x: usize| label(y, x) == own && is_border.get((x, y)) == Some(true);
            let count = |places: [(usize, usize); 4]| {
                places.iter().filter(|&&(y, x)| is_same(y, x)).count()
            };
            let (above, left) = (y.wrapping_sub(1), x.wrapping_sub(1));
            let corners = [(above, left), (above, x + 1), (y + 1, left), (y + 1, x + 1)];
            let weight = match 2 * count(neighbors(y, x)) + 10 * count(corners) + 1 {
                5 | 7 | 15 | 17 | 25 | 27 => 1.0,
                21 | 33 => SQRT_2,
                13 | 23 => f64::midpoint(1.0, SQRT_2),
                _ => 0.0,
            };
            extras.perimeters[places.of(own, 0)] += weight;
        }
        Ok(())
    }

    /// The number of pixels of the holes of a region. They are connected by corners too.
    fn hole_size(&self, of: &Bounds, label: i64) -> Result<u64, LabelError> {
        if of.pixels == 0 {
            return Ok(0);
        }
        let sides = of.sides;
        let [width, height, depth] = sides.map(|[first, end]| (end - first) as usize);
        let [x, y, z] = sides.map(|[first, _]| first as usize);
        let is_full = of.pixels == (width * height * depth) as u64;
        if is_full || [width, height, depth][..self.axes].iter().any(|&side| side < 3) {
            return Ok(0);
        }
        let others = Image::from_fn((width, height, depth), |u, v, w| {
            self.get(z + w, y + v, x + u) != label
        })?;
        let found: Vec<Extent> = measure(&others, Connectivity::Corners);
        let holes = found.iter().filter(|hole| !hole.touches_border(others.size()));
        Ok(holes.map(Extent::size).sum())
    }
}

/// Finds where the runs of a row begin, for all that visit runs.
#[inline(never)]
fn compare<V: Value>(columns: &mut Columns, numbers: Numbers<'_, V>, row: usize) {
    columns.advance(numbers, row, [false; 4], SimdLevel::new());
}

/// The number of a label; those above 2⁶³ - 1 are negative, as those that are background.
#[inline(always)]
fn number(label: impl Value) -> i64 {
    label.bits().cast_signed()
}

/// Vertices - edges + faces - cubes that begin at a corner with these pixels around it.
fn cells(mask: u8) -> i64 {
    // Those after the corner on the last axis, on that of the rows, and on that of the planes.
    const AFTER: [u8; 3] = [0b1010_1010, 0b1100_1100, 0b1111_0000];
    let [x, y, z] = AFTER;
    let any = |pixels: u8| i64::from(mask & pixels != 0);
    any(255) - any(x) - any(y) - any(z) + any(x & y) + any(x & z) + any(y & z) - any(x & y & z)
}

/// The part of the Crofton perimeter in four directions, by the pixels around a corner.
const CROFTON: [f64; 16] = {
    let (side, diagonal) = (FRAC_PI_4, FRAC_PI_4 * FRAC_1_SQRT_2);
    // scikit-image's order: the pixel after the corner is the first bit, the one before the last.
    let (a, b) = (side + diagonal, 2.0 * diagonal);
    let (c, d) = (2.0 * side, diagonal);
    let of = [0.0, a, d, b, 0.0, a, 0.0, d, side, c, d, d, side, c, 0.0, 0.0];
    let mut parts = [0.0; 16];
    let mut mask = 0;
    while mask < 16 {
        parts[mask] = of[mask >> 3 | mask & 4 | mask & 2 | (mask & 1) << 3];
        mask += 1;
    }
    parts
};
