//! Measures of connected components, as columns of a table.

use cc_table::Connectivity;
use cc_table::image::{BitmapBuf, BitmapError, Component, Moments, RegionTree, measure};
use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice};

use crate::array::{Input, connectivity, value_error};

/// How the values of a column are computed.
#[derive(Clone, Copy)]
enum Column {
    /// The number of the component, from 1.
    Label,
    Whole(fn(&Component) -> i64),
    Real(fn(&Component) -> f64),
    /// Needs second moments.
    Shape(fn(&Moments) -> f64),
    /// Of the number of holes.
    Holes(fn(i64) -> i64),
}

use Column::{Holes, Label, Real, Shape, Whole};

/// The properties and their columns, named as in scikit-image.
const PROPERTIES: [(&str, &[(&str, Column)]); 11] = [
    ("label", &[("label", Label)]),
    ("area", &[("area", Real(|found| found.area() as f64))]),
    (
        "bbox",
        &[
            ("bbox-0", Whole(|found| found.top() as i64)),
            ("bbox-1", Whole(|found| found.left() as i64)),
            ("bbox-2", Whole(|found| found.bottom() as i64 + 1)),
            ("bbox-3", Whole(|found| found.right() as i64 + 1)),
        ],
    ),
    ("area_bbox", &[("area_bbox", Real(|found| box_area(found)))]),
    ("extent", &[("extent", Real(|found| found.area() as f64 / box_area(found)))]),
    (
        "centroid",
        &[
            ("centroid-0", Real(|found| found.centroid().1)),
            ("centroid-1", Real(|found| found.centroid().0)),
        ],
    ),
    ("orientation", &[("orientation", Shape(orientation))]),
    ("axis_major_length", &[("axis_major_length", Shape(|found| 4.0 * found.axes().0))]),
    ("axis_minor_length", &[("axis_minor_length", Shape(|found| 4.0 * found.axes().1))]),
    ("euler_number", &[("euler_number", Holes(|holes| 1 - holes))]),
    ("num_holes", &[("num_holes", Holes(|holes| holes))]),
];

fn box_area(found: &Component) -> f64 {
    found.width() as f64 * found.height() as f64
}

/// The angle between the axis of the rows and the long axis, counterclockwise, from −π/2 to π/2.
fn orientation(found: &Moments) -> f64 {
    let [xx, xy, yy] = found.covariance();
    if xx == yy {
        let sign = if xy > 0.0 { 1.0 } else { -1.0 };
        return sign * std::f64::consts::FRAC_PI_4;
    }
    (2.0 * xy).atan2(yy - xx) / 2.0
}

/// The components of an image with what some properties need.
struct Found {
    components: Vec<Component>,
    /// Empty unless they are needed.
    moments: Vec<Moments>,
    /// The number of holes of each component; empty unless they are needed.
    holes: Vec<i64>,
}

impl Found {
    fn new(image: &BitmapBuf, connectivity: Connectivity, columns: &[(&str, Column)]) -> Self {
        let image = image.as_bitmap();
        let needs = |test: fn(&Column) -> bool| columns.iter().any(|(_, column)| test(column));
        let moments: Vec<Moments> = match needs(|column| matches!(column, Shape(_))) {
            true => measure(image, connectivity),
            false => Vec::new(),
        };
        let tree = needs(|column| matches!(column, Holes(_)))
            .then(|| RegionTree::new(image, connectivity));
        let components = match &tree {
            _ if !moments.is_empty() => moments.iter().map(|found| *found.component()).collect(),
            Some(tree) => tree.components().to_vec(),
            None => measure(image, connectivity),
        };
        let holes = tree.map_or_else(Vec::new, |tree| {
            (0..tree.components().len()).map(|i| tree.hole_count(i) as i64).collect()
        });
        Self { components, moments, holes }
    }

    /// The values of a column.
    fn column<'py>(&self, py: Python<'py>, column: Column) -> Bound<'py, PyAny> {
        match column {
            Label => (1..=self.components.len() as i64).collect::<Vec<_>>().into_pyarray(py).into_any(),
            Whole(value) => self.components.iter().map(value).collect::<Vec<_>>().into_pyarray(py).into_any(),
            Real(value) => self.components.iter().map(value).collect::<Vec<_>>().into_pyarray(py).into_any(),
            Shape(value) => self.moments.iter().map(value).collect::<Vec<_>>().into_pyarray(py).into_any(),
            Holes(value) => self.holes.iter().map(|&holes| value(holes)).collect::<Vec<_>>().into_pyarray(py).into_any(),
        }
    }
}

/// One image as bits; `None` if it has no pixels.
fn bitmap(input: &Input<'_>, py: Python<'_>) -> PyResult<Option<BitmapBuf>> {
    if input.stack().is_some() {
        return Err(PyValueError::new_err(
            "image must have 2 dimensions: call this for each image of a stack",
        ));
    }
    if input.frame().contains(&0) {
        return Ok(None);
    }
    let view = input.view();
    py.detach(|| view.bitmaps().next().transpose()).map_err(|error: BitmapError| value_error(error))
}

/// Measures the connected components of an image in one pass.
///
/// Returns a dict of arrays, a row for each component in raster order, ready for ``pandas.DataFrame``. Names and values are
/// those of ``skimage.measure.regionprops_table``.
///
/// Parameters
/// ----------
/// image : ndarray of bool or uint8, height × width
/// connectivity : 4 or 8
/// properties : iterable of str
///     ``label``, ``area``, ``bbox`` (half-open: ``bbox-0`` … ``bbox-3``), ``area_bbox``, ``extent``, ``centroid``
///     (``centroid-0`` is the row), ``orientation``, ``axis_major_length``, ``axis_minor_length``, ``euler_number``,
///     ``num_holes``. Pixels of holes are connected by the other connectivity.
/// threshold, width
///     As in `label`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> image = np.array([[1, 1, 0], [0, 0, 0], [0, 0, 1]], dtype=bool)
/// >>> boardbits.components(image, properties=["area", "centroid"])
/// {'area': array([2., 1.]), 'centroid-0': array([0., 2.]), 'centroid-1': array([0.5, 2. ])}
#[pyfunction]
#[pyo3(
    signature = (image, connectivity=8, properties=None, *, threshold=None, width=None),
    text_signature = "(image, connectivity=8, properties=('label', 'area', 'bbox', 'centroid'), *, threshold=None, width=None)"
)]
pub(crate) fn components<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<f64>,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let connectivity = self::connectivity(connectivity)?;
    let names: Vec<String> = match properties {
        None => ["label", "area", "bbox", "centroid"].map(String::from).into(),
        // A text is iterable too, but its letters are not properties.
        Some(name) if name.is_instance_of::<pyo3::types::PyString>() => vec![name.extract()?],
        Some(names) => names.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?,
    };
    let mut columns = Vec::new();
    for name in &names {
        let property = PROPERTIES.iter().find(|(known, _)| known == name);
        let (_, own) = property.ok_or_else(|| {
            let known = PROPERTIES.map(|(name, _)| name).join(", ");
            PyValueError::new_err(format!("unknown property '{name}'; the properties are {known}"))
        })?;
        columns.extend_from_slice(own);
    }
    let input = Input::new(image, threshold, width)?;
    let found = match bitmap(&input, py)? {
        Some(image) => py.detach(|| Found::new(&image, connectivity, &columns)),
        None => Found { components: Vec::new(), moments: Vec::new(), holes: Vec::new() },
    };
    let table = PyDict::new(py);
    for (name, column) in columns {
        table.set_item(name, found.column(py, column))?;
    }
    Ok(table)
}

/// Finds the bounding boxes of the connected components of an image.
///
/// Returns a list with a pair of slices for each component, in the order of the labels: ``image[boxes[0]]`` is the part
/// around the first component. The parameters are those of `label`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> boardbits.find_objects(np.array([[0, 1, 1], [0, 1, 0]], dtype=bool))
/// [(slice(0, 2, None), slice(1, 3, None))]
#[pyfunction]
#[pyo3(signature = (image, connectivity=8, *, threshold=None, width=None))]
pub(crate) fn find_objects<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    threshold: Option<f64>,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyList>> {
    let connectivity = self::connectivity(connectivity)?;
    let image = bitmap(&Input::new(image, threshold, width)?, py)?;
    let found: Vec<Component> = py.detach(|| {
        image.map_or_else(Vec::new, |image| measure(image.as_bitmap(), connectivity))
    });
    let boxes = found.iter().map(|found| {
        Ok((slice(py, found.top(), found.bottom())?, slice(py, found.left(), found.right())?))
    });
    PyList::new(py, boxes.collect::<PyResult<Vec<_>>>()?)
}

/// `slice(first, last + 1)`
fn slice(py: Python<'_>, first: u64, last: u64) -> PyResult<Bound<'_, PyAny>> {
    py.get_type::<PySlice>().call1((first, last + 1))
}
