//! Tables of components and labels: names of properties from Python, and columns as arrays.

use cc_label::regions::{Properties, PropertyError, Row, Source, Values};
use cc_label::{Component, LabelError, Moments, WithEuler, measure};
use numpy::IntoPyArray;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::array::{Input, Order, Threshold};
use crate::number;
use crate::query::{Exception, value_error};

/// The properties of components that a caller names, or the default ones.
pub(crate) fn columns(
    properties: Option<&Bound<'_, PyAny>>,
    input: &Input<'_>,
) -> PyResult<Properties> {
    if input.axes() == 1 {
        let reason = "image must have 2 or 3 dimensions, found 1: label it and use measure";
        return Err(PyValueError::new_err(reason));
    }
    let found = properties_of(properties, input.axes(), Source::Components)?;
    Ok(found.reversed(input.is_reversed()))
}

/// The properties of an array of this number of axes.
pub(crate) fn properties_of(
    properties: Option<&Bound<'_, PyAny>>,
    axes: usize,
    source: Source,
) -> PyResult<Properties> {
    let names: Vec<String> = match properties {
        None => ["label", "area", "bbox", "centroid"].map(String::from).into(),
        // A text is iterable too, but its letters are not properties.
        Some(name) if name.is_instance_of::<PyString>() => vec![name.extract()?],
        Some(names) => {
            let found = names.try_iter().and_then(|names| {
                names.map(|name| name?.extract()).collect::<PyResult<Vec<String>>>()
            });
            found.map_err(|_| {
                PyTypeError::new_err(format!(
                    "properties must be names of properties, found {}: measure takes an image as \
                     intensities=",
                    names.get_type()
                ))
            })?
        }
    };
    Properties::new(&names, axes, source).map_err(value_error)
}

/// The distance of pixels on each axis: a number for all of them, or one for each.
pub(crate) enum Spacing {
    All(f64),
    Each(Vec<f64>),
}

impl<'py> FromPyObject<'_, 'py> for Spacing {
    type Error = PyErr;

    fn extract(found: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(side) = found.extract() {
            return Ok(Self::All(side));
        }
        found.extract().map(Self::Each).map_err(|_| {
            let found = found.repr().map_or_else(|_| String::new(), |found| found.to_string());
            PyTypeError::new_err(format!(
                "spacing must be a number or one for each axis, found {found}"
            ))
        })
    }
}

/// Sets the spacing, if one is given.
pub(crate) fn spaced(
    properties: Properties,
    spacing: Option<Spacing>,
    axes: usize,
) -> PyResult<Properties> {
    let spaced = |sides: &[f64]| properties.clone().spacing(sides);
    let found: Result<_, PropertyError> = match spacing {
        None => return Ok(properties),
        Some(Spacing::All(side)) => spaced(&vec![side; axes]),
        Some(Spacing::Each(sides)) => spaced(&sides),
    };
    found.map_err(value_error)
}

/// A dict of arrays from the columns of a table.
pub(crate) fn dict(py: Python<'_>, columns: Vec<(String, Values)>) -> PyResult<Bound<'_, PyDict>> {
    let table = PyDict::new(py);
    for (name, values) in columns {
        match values {
            Values::Integers(values) => table.set_item(name, values.into_pyarray(py))?,
            Values::Reals(values) => table.set_item(name, values.into_pyarray(py))?,
        }
    }
    Ok(table)
}

/// The table of components in the order of their labels.
pub(crate) fn table<'py>(
    py: Python<'py>,
    components: &[impl Row],
    properties: &Properties,
) -> PyResult<Bound<'py, PyDict>> {
    dict(py, properties.table(components))
}

/// Measures the connected components of an image or a volume; see `boardbits.components`.
#[pyfunction]
#[pyo3(
    signature = (image, connectivity=None, properties=None, *, threshold=None, in_memory_order=false, spacing=None)
)]
pub(crate) fn components<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<Threshold>,
    in_memory_order: bool,
    spacing: Option<Spacing>,
) -> PyResult<Bound<'py, PyDict>> {
    let order = if in_memory_order { Order::Memory } else { Order::Indices };
    let input = Input::new("image", image, threshold, order)?;
    let connectivity = input.connectivity(connectivity)?;
    let columns = spaced(self::columns(properties, &input)?, spacing, input.axes())?;
    if input.pixels() == 0 {
        return table(py, &[] as &[Component], &columns);
    }
    let (view, axes) = (input.view(), input.axes());
    let image = &py.detach(|| view.image()).map_err(LabelError::exception)?;
    let found = py.detach(|| match (columns.need_moments(), axes) {
        (false, _) => columns.table(&measure::<Component>(image, connectivity)),
        (true, 2) => columns.table(&measure::<WithEuler<Moments>>(image, connectivity)),
        (true, _) => columns.table(&measure::<Moments>(image, connectivity)),
    });
    dict(py, found)
}
