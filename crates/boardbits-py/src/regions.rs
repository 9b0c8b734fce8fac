//! Regions of a label image or volume: the pixels of each label, connected or not.
//!
//! One pass over the rows finds runs of equal labels and adds each run to the sums of its region; an
//! image is a volume of one plane. Further passes are made only for what needs them. That for Euler
//! number and Crofton perimeter visits each corner of the pixels: a region is a set of closed cubes,
//! whose Euler number is vertices - edges + faces - cubes, and a corner has the cells that begin
//! there.

use std::collections::HashMap;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, SQRT_2};

use cc_label::{Connectivity, Extent, Image, LabelError, measure};
use numpy::prelude::*;
use numpy::{Element, PyReadonlyArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple};

use crate::array::{untyped, value_error};
use crate::number;
use crate::properties::{Column, Needs, Property, Region, Row, columns_of, table_with};
use crate::query::{Deadline, Exception};
use crate::values::with_value;

/// The sums of a region. Axes are those of the labels, and those of images begin with one of length
/// 1. There can be as many regions as pixels, so what most calls do not ask for is allocated apart.
#[derive(Clone, Default)]
struct Sums {
    label: i64,
    axes: usize,
    area: u64,
    lower: [usize; 3],
    upper: [usize; 3],
    places: [u64; 3],
    shape: Option<Box<Shape>>,
    channels: Box<[Channel]>,
}

/// The sums of a region that few properties need.
#[derive(Clone, Default)]
struct Shape {
    /// By axes, the smaller one first.
    products: [[i128; 3]; 3],
    euler_number: i64,
    perimeter: f64,
    crofton: f64,
    hole_area: u64,
}

/// The sums of a channel of the intensities.
#[derive(Clone, Copy)]
struct Channel {
    sum: f64,
    min: f64,
    max: f64,
    /// The intensity of the first pixel.
    first: f64,
    /// Sum of the differences from the first pixel, and of their squares.
    differences: [f64; 2],
    /// Relative to the box.
    places: [f64; 3],
}

const NO_INTENSITY: Channel = Channel {
    sum: 0.0,
    min: f64::INFINITY,
    max: f64::NEG_INFINITY,
    first: f64::NAN,
    differences: [0.0; 2],
    places: [0.0; 3],
};

impl Sums {
    fn new(label: i64, axes: usize, at: [usize; 3]) -> Self {
        Self { label, axes, lower: at, upper: at, ..Self::default() }
    }

    fn shape(&mut self) -> &mut Shape {
        self.shape.get_or_insert_default()
    }

    /// A value of [`Shape`], or 0.
    fn of_shape<T: Default>(&self, get: impl FnOnce(&Shape) -> T) -> T {
        self.shape.as_deref().map(get).unwrap_or_default()
    }

    /// Adds a run of pixels from `start` to before `end`, and its second moments if asked.
    #[inline]
    fn add(&mut self, [z, y, start]: [usize; 3], end: usize, moments: bool) {
        let n = (end - start) as u64;
        self.area += n;
        for (axis, (least, most)) in [(z, z), (y, y), (start, end - 1)].into_iter().enumerate() {
            self.lower[axis] = self.lower[axis].min(least);
            self.upper[axis] = self.upper[axis].max(most);
        }
        let (z, y, start, end) = (z as u64, y as u64, start as u64, end as u64);
        let sums = [z * n, y * n, (start + end - 1) * n / 2];
        for (place, sum) in self.places.iter_mut().zip(sums) {
            *place += sum;
        }
        if moments {
            let product = |a: u64, b: u64| i128::from(a) * i128::from(b);
            let products = &mut self.shape().products;
            for (row, place) in [z, y].into_iter().enumerate() {
                for (axis, sum) in sums.into_iter().enumerate() {
                    products[row][axis] += product(place, sum);
                }
            }
            // The sum of the squares below.
            let below = |k: u64| product(k, k.saturating_sub(1)) * i128::from(2 * k - 1) / 6;
            products[2][2] += below(end) - if start > 0 { below(start) } else { 0 };
        }
    }

    /// The axis of the volume that is this one of the labels.
    fn axis(&self, axis: usize) -> usize {
        axis + 3 - self.axes
    }
}

impl Region for Sums {
    #[inline]
    fn row(&self) -> Row {
        let mut bbox = [[0; 2]; 3];
        for (axis, side) in bbox[..self.axes].iter_mut().enumerate() {
            let from = self.axis(axis);
            *side = [self.lower[from] as u64, self.upper[from] as u64 + 1];
        }
        let euler_number = self.of_shape(|shape| shape.euler_number);
        Row { axes: self.axes, area: self.area, bbox, euler_number }
    }

    fn centroid(&self, axis: usize) -> f64 {
        let (sum, n) = (self.places[self.axis(axis)], self.area);
        // The whole part is exact.
        (sum / n) as f64 + (sum % n) as f64 / n as f64
    }

    fn covariance(&self, axes: [usize; 2]) -> f64 {
        let [i, j] = axes.map(|axis| self.axis(axis));
        let [a, b] = [i, j].map(|axis| i128::from(self.places[axis]));
        let n = i128::from(self.area);
        let sum = self.of_shape(|shape| shape.products[i.min(j)][i.max(j)]);
        match (n.checked_mul(sum), a.checked_mul(b)) {
            (Some(square), Some(product)) => (square - product) as f64 / (n as f64 * n as f64),
            _ => sum as f64 / n as f64 - (a as f64 / n as f64) * (b as f64 / n as f64),
        }
    }

    fn measure(&self, property: Property, [axis, channel]: [usize; 2]) -> f64 {
        let n = self.area as f64;
        let of = self.channels.get(channel).copied().unwrap_or(NO_INTENSITY);
        let axis = self.axis(axis);
        let weighted = of.places[axis] / of.sum;
        match property {
            Property::Perimeter => self.of_shape(|shape| shape.perimeter),
            Property::CroftonPerimeter => self.of_shape(|shape| shape.crofton),
            Property::FilledArea => (self.area + self.of_shape(|shape| shape.hole_area)) as f64,
            Property::IntensityMean => of.sum / n,
            Property::IntensityMin => of.min,
            Property::IntensityMax => of.max,
            Property::IntensityStd => {
                // The first pixel is one of the region, so at most log2(n) bits are lost.
                let [sum, squares] = of.differences;
                let variance = (squares - sum * sum / n) / n;
                if variance < 0.0 { 0.0 } else { variance.sqrt() }
            }
            Property::IntensitySum => of.sum,
            Property::WeightedCentroid => weighted + self.lower[axis] as f64,
            Property::WeightedLocalCentroid => weighted,
            _ => f64::NAN,
        }
    }
}

/// From labels to the places of their regions.
enum Places {
    /// By label, 0 for none, else the place plus 1.
    Dense(Vec<u32>),
    Sparse(HashMap<i64, u32>),
}

impl Places {
    /// The place of a label. A new label gets place `next`.
    fn of(&mut self, label: i64, next: usize) -> usize {
        let place = match self {
            Self::Dense(places) => &mut places[label as usize],
            Self::Sparse(places) => places.entry(label).or_insert(0),
        };
        if *place == 0 {
            *place = next as u32 + 1;
        }
        *place as usize - 1
    }
}

/// The measurements that are made.
#[derive(Clone, Copy, Default)]
struct Wanted<'a> {
    /// The region of label 0 too.
    background: bool,
    columns: &'a [Column],
}

impl Wanted<'_> {
    fn has(self, properties: &[Property]) -> bool {
        self.columns.iter().any(|column| properties.contains(&column.property))
    }

    fn needs(self, sums: Needs) -> bool {
        self.columns.iter().any(|column| column.needs == sums)
    }
}

/// Labels by plane, row and column.
#[derive(Clone, Copy)]
struct Labels<'a, T> {
    labels: &'a [T],
    size: [usize; 3],
    axes: usize,
    deadline: Deadline,
}

impl<T: Copy + PartialEq + Default + Into<i64> + Sync> Labels<'_, T> {
    /// A row, or none outside of the labels.
    fn row(&self, z: usize, y: usize) -> &[T] {
        let [depth, height, width] = self.size;
        if z >= depth || y >= height {
            return &[];
        }
        &self.labels[(z * height + y) * width..][..width]
    }

    fn get(&self, z: usize, y: usize, x: usize) -> T {
        self.row(z, y).get(x).copied().unwrap_or_default()
    }

    /// Calls `visit` for each row, and checks the deadline after each 2²² pixels.
    fn for_rows(&self, mut visit: impl FnMut(usize, usize, &[T])) -> PyResult<()> {
        let [depth, height, width] = self.size;
        let mut seen = 0;
        for z in 0..depth {
            for y in 0..height {
                visit(z, y, self.row(z, y));
                self.deadline.check_after(&mut seen, width + 1)?;
            }
        }
        Ok(())
    }

    /// Measures the regions, sorted by label, with intensities of this number of channels.
    fn regions(&self, wanted: Wanted<'_>, values: &[f64], channels: usize) -> PyResult<Vec<Sums>> {
        self.deadline.check()?;
        let least = i64::from(!wanted.background);
        let moments = wanted.needs(Needs::Moments);
        let most = self.labels.iter().map(|&label| label.into()).max().unwrap_or(0);
        let is_dense = usize::try_from(most).is_ok_and(|most| most <= 4 * self.labels.len() + 1024);
        let mut places = match is_dense {
            true => Places::Dense(vec![0; most as usize + 1]),
            false => Places::Sparse(HashMap::new()),
        };
        let mut found: Vec<Sums> = Vec::new();
        self.for_rows(|z, y, row| {
            let mut start = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let (label, end) = (run[0].into(), start + run.len());
                if label >= least {
                    let place = places.of(label, found.len());
                    if place == found.len() {
                        found.push(Sums::new(label, self.axes, [z, y, start]));
                    }
                    found[place].add([z, y, start], end, moments);
                }
                start = end;
            }
        })?;
        if wanted.needs(Needs::EulerNumber) || wanted.has(&[Property::CroftonPerimeter]) {
            self.add_corners(&mut places, &mut found)?;
        }
        if wanted.has(&[Property::Perimeter]) && !found.is_empty() {
            self.add_perimeters(&mut places, &mut found)?;
        }
        if wanted.has(&[Property::FilledArea]) {
            for region in &mut found {
                region.shape().hole_area = self.holes(region).map_err(LabelError::exception)?;
                self.deadline.check()?;
            }
        }
        if channels > 0 {
            let none = vec![NO_INTENSITY; channels].into_boxed_slice();
            found.iter_mut().for_each(|region| region.channels = none.clone());
            self.add_intensities(&mut places, &mut found, wanted, values)?;
        }
        found.sort_unstable_by_key(|region| region.label);
        Ok(found)
    }

    /// Adds the intensities of each pixel of a region.
    fn add_intensities(
        &self,
        places: &mut Places,
        found: &mut [Sums],
        wanted: Wanted<'_>,
        values: &[f64],
    ) -> PyResult<()> {
        let least = i64::from(!wanted.background);
        let has_deviations = wanted.has(&[Property::IntensityStd]);
        let has_weights =
            wanted.has(&[Property::WeightedCentroid, Property::WeightedLocalCentroid]);
        let channels = values.len() / self.labels.len().max(1);
        let mut values = values.chunks_exact(channels.max(1));
        self.for_rows(|z, y, row| {
            for ((x, &label), values) in row.iter().enumerate().zip(&mut values) {
                let label = label.into();
                if label < least {
                    continue;
                }
                let region = &mut found[places.of(label, 0)];
                let lower = region.lower;
                for (channel, &value) in region.channels.iter_mut().zip(values) {
                    channel.sum += value;
                    let (min, max) = (channel.min, channel.max);
                    channel.min = if value < min || value.is_nan() { value } else { min };
                    channel.max = if value > max || value.is_nan() { value } else { max };
                    if has_deviations {
                        let [sum, squares] = &mut channel.differences;
                        if channel.first.is_nan() {
                            channel.first = value;
                        }
                        *sum += value - channel.first;
                        *squares += (value - channel.first).powi(2);
                    }
                    if has_weights {
                        for (axis, place) in [z, y, x].into_iter().enumerate() {
                            channel.places[axis] += value * (place - lower[axis]) as f64;
                        }
                    }
                }
            }
        })
    }

    /// Adds the cells of the regions at each corner of the pixels.
    fn add_corners(&self, places: &mut Places, found: &mut [Sums]) -> PyResult<()> {
        let [depth, height, width] = self.size;
        // The corners behind the only plane of an image have all its cells.
        for z in usize::from(self.axes == 2)..=depth {
            for y in 0..=height {
                let rows = [(z, y), (z, y + 1), (z + 1, y), (z + 1, y + 1)];
                // One less: rows before the first are outside.
                let rows = rows.map(|(z, y)| self.row(z.wrapping_sub(1), y.wrapping_sub(1)));
                let at = |x: usize| rows.map(|row| row.get(x).copied().unwrap_or_default());
                let mut before = [T::default(); 4];
                for x in 0..=width {
                    let after = at(x);
                    if before != after || before != [after[0]; 4] {
                        self.add_corner(before, after, places, found);
                    }
                    before = after;
                }
            }
            self.deadline.check()?;
        }
        Ok(())
    }

    /// Adds the cells at the corner between pixels: four before it on the last axis, four after it.
    fn add_corner(&self, before: [T; 4], after: [T; 4], places: &mut Places, found: &mut [Sums]) {
        // By bits: column, row, plane.
        let pixels: [T; 8] = std::array::from_fn(|i| [before, after][i % 2][i / 2]);
        for (i, &label) in pixels.iter().enumerate() {
            let number = label.into();
            if number <= 0 || pixels[..i].contains(&label) {
                continue;
            }
            let bits = (i..8).map(|other| u8::from(pixels[other] == label) << other);
            let mask = bits.sum::<u8>();
            let region = &mut found[places.of(number, 0)];
            let is_planar = region.axes == 2;
            let shape = region.shape();
            shape.euler_number += cells(mask);
            if is_planar {
                shape.crofton += CROFTON[usize::from(mask)];
            }
        }
    }

    /// Adds the perimeters of images as scikit-image defines them: of the pixels of the region with
    /// a neighbor outside, each counts by its neighbors among these.
    fn add_perimeters(&self, places: &mut Places, found: &mut [Sums]) -> PyResult<()> {
        let label = |y: usize, x: usize| self.get(0, y, x);
        let neighbors = |y: usize, x: usize| {
            [(y.wrapping_sub(1), x), (y, x.wrapping_sub(1)), (y, x + 1), (y + 1, x)]
        };
        let [_, height, width] = self.size;
        let is_border = Image::from_fn((width, height), |x, y, _| {
            neighbors(y, x).iter().any(|&(v, u)| label(v, u) != label(y, x))
        });
        let is_border = is_border.map_err(LabelError::exception)?;
        self.for_rows(|_, y, row| {
            for (x, &own) in row.iter().enumerate() {
                if own.into() <= 0 || is_border.get((x, y)) != Some(true) {
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
                    13 | 23 => (1.0 + SQRT_2) / 2.0,
                    _ => 0.0,
                };
                found[places.of(own.into(), 0)].shape().perimeter += weight;
            }
        })
    }

    /// The number of pixels of the holes of a region. They are connected by corners too.
    fn holes(&self, region: &Sums) -> Result<u64, LabelError> {
        let [z, y, x] = region.lower;
        let [depth, height, width] =
            [0, 1, 2].map(|axis| region.upper[axis] + 1 - region.lower[axis]);
        let (sides, axes) = ([depth, height, width], 3 - self.axes..3);
        let is_full = region.area == (depth * height * width) as u64;
        if is_full || sides[axes].iter().any(|&side| side < 3) {
            return Ok(0);
        }
        let is_other = |z: usize, y: usize, x: usize| self.get(z, y, x).into() != region.label;
        let others =
            Image::from_fn((width, height, depth), |u, v, w| is_other(z + w, y + v, x + u))?;
        let found: Vec<Extent> = measure(&others, Connectivity::Corners);
        let holes = found.iter().filter(|hole| !hole.touches_border(others.size()));
        Ok(holes.map(Extent::size).sum())
    }
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
    let of = [
        0.0,
        side + diagonal,
        diagonal,
        2.0 * diagonal,
        0.0,
        side + diagonal,
        0.0,
        diagonal,
        side,
        2.0 * side,
        diagonal,
        diagonal,
        side,
        2.0 * side,
        0.0,
        0.0,
    ];
    let mut parts = [0.0; 16];
    let mut mask = 0;
    while mask < 16 {
        parts[mask] = of[mask >> 3 | mask & 4 | mask & 2 | (mask & 1) << 3];
        mask += 1;
    }
    parts
};

/// The longest list of boxes.
const MOST_BOXES: i64 = 1 << 26;

/// The argument `labels`: an array of integers of any type.
fn labels_of<'a, 'py>(labels: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    let array = untyped("labels", labels, "integers")?;
    let found = array.dtype();
    if !matches!(found.kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "labels must be integers, found {found}: label an image first"
        )));
    }
    if !(1..=3).contains(&array.ndim()) {
        return Err(PyValueError::new_err(format!(
            "labels must have 1 to 3 dimensions, found {}",
            array.ndim()
        )));
    }
    Ok(array)
}

/// The regions of an array of labels, with `intensities`.
fn regions_of<'py>(
    array: &Bound<'py, PyUntypedArray>,
    wanted: Wanted<'_>,
    intensities: Option<&Bound<'py, PyAny>>,
    deadline: Deadline,
) -> PyResult<Vec<Sums>> {
    let found = array.dtype();
    let (has_sign, is_long) = (found.kind() == b'i', found.itemsize() == 8);
    if is_long && !has_sign && !array.is_empty() && array.call_method0("max")?.gt(i64::MAX)? {
        return Err(PyValueError::new_err("labels must be at most 2^63 - 1"));
    }
    let is_native = found.is_native_byteorder().unwrap_or(true);
    let array = match is_native && (has_sign || !is_long) {
        true => array.clone(),
        false => array.call_method1("astype", (dtype::<i64>(array.py()),))?.cast_into()?,
    };
    with_value!(array, "labels", T => regions_as::<T>(array.as_any(), wanted, intensities, deadline);
        i64 i32 u32 u16 u8 i16 i8)
}

fn regions_as<'py, T: Element + Copy + PartialEq + Default + Into<i64> + Sync>(
    labels: &Bound<'py, PyAny>,
    wanted: Wanted<'_>,
    intensities: Option<&Bound<'py, PyAny>>,
    deadline: Deadline,
) -> PyResult<Vec<Sums>> {
    let py = labels.py();
    // In C order and aligned.
    let in_order = |array: &Bound<'py, PyAny>, dtype| {
        let numpy = py.import(intern!(py, "numpy"))?;
        numpy.call_method1(intern!(py, "require"), (array, dtype, "CA"))
    };
    let labels: PyReadonlyArrayDyn<'py, T> = in_order(labels, dtype::<T>(py))?.extract()?;
    let intensities: Option<PyReadonlyArrayDyn<'py, f64>> = match intensities {
        Some(array) => Some(in_order(array, dtype::<f64>(py))?.extract()?),
        None => None,
    };
    let axes = labels.ndim();
    let mut size = [1; 3];
    size[3 - axes..].copy_from_slice(labels.shape());
    let labels = labels.as_slice().map_err(value_error)?;
    let values = match &intensities {
        Some(values) => values.as_slice().map_err(value_error)?,
        None => &[],
    };
    let channels = values.len() / labels.len().max(1);
    py.detach(|| Labels { labels, size, axes, deadline }.regions(wanted, values, channels))
}

/// Measures the regions of a label image or volume: the pixels of each label, connected or not.
///
/// Returns a dict of arrays, a row for each label greater than 0 in ascending order, ready for
/// ``pandas.DataFrame``. Names and values are those of ``skimage.measure.regionprops_table``, which
/// lacks ``num_holes`` and ``intensity_sum``.
///
/// Parameters
/// ----------
/// labels : ndarray of integers, 1 to 3 dimensions
/// properties : iterable of str
///     Those of `components`, for volumes ``euler_number`` too, and ``area_filled`` (with the holes);
///     for images ``perimeter`` and ``perimeter_crofton``; with `intensities` ``intensity_mean``,
///     ``intensity_min``, ``intensity_max``, ``intensity_std``, ``intensity_sum``,
///     ``centroid_weighted`` and ``centroid_weighted_local``. Pixels touch by corners too. Arrays of
///     one dimension have no ``orientation``, ``eccentricity``, inertia and axis lengths.
/// intensities : ndarray, optional
///     An image of the same shape, or one with a further axis for channels, whose numbers are at the
///     end of the names (``intensity_mean-0``).
/// background : bool
///     Also return a row for label 0, whose Euler number and perimeters are 0.
/// timeout : float, optional
///     As in `keep`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> labels = np.array([[1, 1, 0], [0, 0, 3]])
/// >>> boardbits.regions(labels, ["label", "intensity_mean"], np.array([[5, 6, 7], [8, 9, 1]]))
/// {'label': array([1, 3]), 'intensity_mean': array([5.5, 1. ])}
#[pyfunction]
#[pyo3(
    signature = (labels, properties=None, intensities=None, *, background=false, timeout=None),
    text_signature = "(labels, properties=('label', 'area', 'bbox', 'centroid'), intensities=None, *, background=False, timeout=None)"
)]
pub(crate) fn regions<'py>(
    py: Python<'py>,
    labels: &Bound<'py, PyAny>,
    properties: Option<&Bound<'py, PyAny>>,
    intensities: Option<&Bound<'py, PyAny>>,
    background: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let (labels, deadline) = (labels_of(labels)?, Deadline::new(timeout)?);
    let mut channels = None;
    if let Some(intensities) = intensities {
        let intensities = untyped("intensities", intensities, "numbers")?;
        let (dtype, shape, found) = (intensities.dtype(), labels.shape(), intensities.shape());
        if !matches!(dtype.kind(), b'b' | b'i' | b'u' | b'f') {
            let reason = format!("intensities must be real numbers, found {dtype}");
            return Err(PyTypeError::new_err(reason));
        }
        channels = match found.strip_prefix(shape) {
            Some([]) => None,
            Some(&[count]) => Some(count),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "intensities must have the shape {shape:?}, and one more axis for channels, \
                     found {found:?}"
                )));
            }
        };
    }
    let most = if intensities.is_some() { Needs::Intensities } else { Needs::Labels };
    let columns = columns_of(properties, labels.ndim(), false, channels, most)?;
    let wanted = Wanted { background, columns: &columns };
    let intensities = intensities.filter(|_| wanted.needs(Needs::Intensities));
    let regions = regions_of(labels, wanted, intensities, deadline)?;
    table_with(py, &regions, &columns, |index| regions[index].label)
}

/// Finds the bounding boxes of the regions of a label image or volume, like
/// `scipy.ndimage.find_objects`.
///
/// Returns a list with a tuple of slices for each label from 1: ``labels[boxes[0]]`` is the part
/// around the pixels of label 1. The entry of a label that no pixel has is None. Labels below 1 are
/// background.
///
/// Parameters
/// ----------
/// labels : ndarray of integers, 1 to 3 dimensions
///     Such as the labels that `label` returns.
/// max_label : int
///     The last label of the list, at most 2²⁶; 0 for the largest of the image.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> boardbits.find_objects(np.array([[0, 1, 1], [3, 1, 0]]))
/// [(slice(0, 2, None), slice(1, 3, None)), None, (slice(1, 2, None), slice(0, 1, None))]
#[pyfunction]
#[pyo3(signature = (labels, max_label=0))]
pub(crate) fn find_objects<'py>(
    py: Python<'py>,
    labels: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::max_label)] max_label: i64,
) -> PyResult<Bound<'py, PyList>> {
    let regions = regions_of(labels_of(labels)?, Wanted::default(), None, Deadline::default())?;
    let last = match max_label {
        ..=0 => regions.last().map_or(0, |region| region.label),
        _ => max_label,
    };
    if last > MOST_BOXES {
        return Err(PyValueError::new_err(format!(
            "labels must be at most {MOST_BOXES} for a list of boxes, found {last}: see \
             boardbits.regions"
        )));
    }
    let mut boxes = vec![None; last as usize];
    for region in regions.iter().take_while(|region| region.label <= last) {
        let row = region.row();
        let sides = row.bbox[..row.axes].iter();
        let slices = sides.map(|&[first, end]| py.get_type::<PySlice>().call1((first, end)));
        let slices = slices.collect::<PyResult<Vec<_>>>()?;
        boxes[region.label as usize - 1] = Some(PyTuple::new(py, slices)?);
    }
    PyList::new(py, boxes)
}
