//! Regions of a label image: the pixels of each label, connected or not.
//!
//! One pass over the rows finds runs of equal labels and adds each run to the sums of its region. The
//! Euler number is the number of runs minus the number of pairs of runs of one label in adjacent rows
//! that touch by an edge or a corner: both are graphs with the same components and holes.

use std::collections::HashMap;

use numpy::ndarray::ArrayView2;
use numpy::prelude::*;
use numpy::{PyReadonlyArray2, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};

use crate::array::aligned;
use crate::properties::{Region, columns};

/// The sums of a region. Those of columns and rows are relative to its first pixel.
struct Sums {
    label: i64,
    euler_number: i64,
    area: u64,
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
    /// The column of the first pixel; `top` is its row.
    origin: usize,
    x: i128,
    y: i128,
    xx: i128,
    xy: i128,
    yy: i128,
}

impl Sums {
    fn new(label: i64, y: usize, x: usize) -> Self {
        Self {
            label,
            euler_number: 0,
            area: 0,
            top: y,
            left: x,
            bottom: y,
            right: x,
            origin: x,
            x: 0,
            y: 0,
            xx: 0,
            xy: 0,
            yy: 0,
        }
    }

    /// Adds a run of row `y`.
    fn add(&mut self, y: usize, start: usize, end: usize) {
        let n = (end - start) as i128;
        let first = start as i128 - self.origin as i128;
        let last = first + n - 1;
        let row = (y - self.top) as i128;
        // The sums of the first numbers and of their squares.
        let x = (first + last) * n / 2;
        let below = |k: i128| (k - 1) * k * (2 * k - 1) / 6;
        self.area += n as u64;
        self.left = self.left.min(start);
        self.right = self.right.max(end - 1);
        self.bottom = y;
        self.x += x;
        self.y += row * n;
        self.xx += below(last + 1) - below(first);
        self.xy += row * x;
        self.yy += row * row * n;
        self.euler_number += 1;
    }
}

impl Region for Sums {
    fn area(&self) -> u64 {
        self.area
    }

    fn bbox(&self) -> [u64; 6] {
        [self.top, self.left, self.bottom + 1, self.right + 1, 0, 0].map(|side| side as u64)
    }

    fn centroid(&self) -> [f64; 3] {
        let mean = |sum: i128, origin: usize| {
            let (n, sum) = (self.area as i128, sum + self.area as i128 * origin as i128);
            // The whole part is exact.
            (sum / n) as f64 + (sum % n) as f64 / n as f64
        };
        [mean(self.y, self.top), mean(self.x, self.origin), 0.0]
    }

    fn covariance(&self) -> [f64; 3] {
        let n = self.area as i128;
        let over = |sum: i128, a: i128, b: i128| match (n.checked_mul(sum), a.checked_mul(b)) {
            (Some(square), Some(product)) => (square - product) as f64 / (n as f64 * n as f64),
            _ => sum as f64 / n as f64 - (a as f64 / n as f64) * (b as f64 / n as f64),
        };
        let Self { x, y, .. } = *self;
        [over(self.xx, x, x), over(self.xy, x, y), over(self.yy, y, y)]
    }

    fn euler_number(&self) -> i64 {
        self.euler_number
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
    fn of(&mut self, label: i64, next: u32) -> u32 {
        let place = match self {
            Self::Dense(places) => &mut places[label as usize],
            Self::Sparse(places) => places.entry(label).or_insert(0),
        };
        if *place == 0 {
            *place = next + 1;
        }
        *place - 1
    }
}

/// A run: start, end and the place of its region.
type Run = (usize, usize, u32);

/// Measures the regions of labels greater than 0, sorted by label.
fn regions<T: Copy + PartialEq + Into<i64>>(labels: ArrayView2<'_, T>) -> Vec<Sums> {
    let most = labels.iter().map(|&label| label.into()).max().unwrap_or(0);
    let is_dense = usize::try_from(most).is_ok_and(|most| most <= 4 * labels.len() + 1024);
    let mut places = match is_dense {
        true => Places::Dense(vec![0; most as usize + 1]),
        false => Places::Sparse(HashMap::new()),
    };
    let mut found: Vec<Sums> = Vec::new();
    let (mut above, mut runs): (Vec<Run>, Vec<Run>) = Default::default();
    for (y, row) in labels.rows().into_iter().enumerate() {
        std::mem::swap(&mut above, &mut runs);
        runs.clear();
        let (mut start, mut first) = (0, 0);
        while start < row.len() {
            let label = row[start];
            let mut end = start + 1;
            while end < row.len() && row[end] == label {
                end += 1;
            }
            let number: i64 = label.into();
            if number > 0 {
                let place = places.of(number, found.len() as u32);
                if place as usize == found.len() {
                    found.push(Sums::new(number, y, start));
                }
                let region = &mut found[place as usize];
                region.add(y, start, end);
                // Runs that end before this one starts touch no later run of the row.
                while above.get(first).is_some_and(|run| run.1 < start) {
                    first += 1;
                }
                let touching = above[first..].iter().take_while(|run| run.0 <= end);
                region.euler_number -= touching.filter(|run| run.2 == place).count() as i64;
                runs.push((start, end, place));
            }
            start = end;
        }
    }
    found.sort_unstable_by_key(|region| region.label);
    found
}

/// The longest list of boxes.
const MOST_BOXES: i64 = 1 << 26;

/// The regions of the argument `name`, an array of integers of any type.
fn regions_of<'py>(name: &str, labels: &Bound<'py, PyAny>) -> PyResult<Vec<Sums>> {
    let py = labels.py();
    let array = aligned(name, labels, "integers")?;
    let found = array.dtype();
    if !matches!(found.kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "{name} must be labels, which are integers, found {found}: label an image first"
        )));
    }
    if array.ndim() != 2 {
        return Err(PyValueError::new_err(format!(
            "{name} must have 2 dimensions, found {}",
            array.ndim()
        )));
    }
    macro_rules! of_types {
        ($($type:ty),*) => {$(
            if let Ok(labels) = array.extract::<PyReadonlyArray2<'py, $type>>() {
                let labels = labels.as_array();
                return Ok(py.detach(|| regions(labels)));
            }
        )*};
    }
    of_types!(i64, i32, u32, u16, u8, i16, i8);
    // Labels of 64 bits without a sign, another byte order.
    let has_sign = found.kind() == b'i' || found.itemsize() < 8 || array.is_empty();
    if !has_sign && array.call_method0("max")?.gt(i64::MAX)? {
        return Err(PyValueError::new_err(format!("{name} must have labels of at most 2^63 - 1")));
    }
    let labels = array.call_method1("astype", (dtype::<i64>(py),))?;
    let labels: PyReadonlyArray2<'py, i64> = labels.extract()?;
    let labels = labels.as_array();
    Ok(py.detach(|| regions(labels)))
}

/// Measures the regions of a label image: the columns of these properties.
#[pyfunction]
pub(crate) fn region_table<'py>(
    py: Python<'py>,
    label_image: &Bound<'py, PyAny>,
    properties: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = columns(&properties, 2)?;
    let regions = regions_of("label_image", label_image)?;
    let table = PyDict::new(py);
    for (name, column) in columns {
        let label = |index: usize| regions[index].label;
        table.set_item(name, column.values(py, &regions, label))?;
    }
    Ok(table)
}

/// Finds the bounding boxes of the regions of a label image, like `scipy.ndimage.find_objects`.
///
/// Returns a list with a pair of slices for each label from 1: ``labels[boxes[0]]`` is the part
/// around the pixels of label 1. The entry of a label that no pixel has is None. Labels below 1 are
/// background.
///
/// Parameters
/// ----------
/// labels : ndarray of integers, height × width
///     Such as the labels that `label` returns.
/// max_label : int
///     The last label of the list; 0 for the largest of the image.
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
    max_label: i64,
) -> PyResult<Bound<'py, PyList>> {
    let regions = regions_of("labels", labels)?;
    let last = match max_label {
        ..=0 => regions.last().map_or(0, |region| region.label),
        _ => max_label,
    };
    if last > MOST_BOXES {
        return Err(PyValueError::new_err(format!(
            "labels must be at most {MOST_BOXES} for a list of boxes, found {last}: see \
             boardbits.compat.skimage_measure.regionprops_table"
        )));
    }
    let mut boxes = vec![None; last as usize];
    for region in regions.iter().take_while(|region| region.label <= last) {
        let [top, left, bottom, right, ..] = region.bbox();
        let slice = |from: u64, to: u64| py.get_type::<PySlice>().call1((from, to));
        boxes[region.label as usize - 1] = Some((slice(top, bottom)?, slice(left, right)?));
    }
    PyList::new(py, boxes)
}
