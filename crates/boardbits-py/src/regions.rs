//! Regions of a label image or volume: the pixels of each label, connected or not.

use cc_label::__private::Value;
use cc_label::regions::{Part, Properties, Source, Values};
use cc_label::{Component, LabelError};
use numpy::prelude::*;
use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyTuple};

use crate::array::{in_native, untyped, with_value};
use crate::number;
use crate::properties::{Spacing, dict, properties_of, spaced};
use crate::query::{Exception, value_error};

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

/// An array in C order and aligned.
fn in_order<'py>(
    array: &Bound<'py, PyAny>,
    dtype: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = array.py().import(intern!(array.py(), "numpy"))?;
    numpy.call_method1(intern!(array.py(), "require"), (array, dtype, "CA"))
}

/// x, y and z of the shape of an array, or of a place.
fn size(shape: &[usize], outside: usize) -> (usize, usize, usize) {
    let mut size = [outside; 3];
    size[3 - shape.len()..].copy_from_slice(shape);
    (size[2], size[1], size[0])
}

/// Calls `measure` with the labels of an array and intensities.
fn measured<'py, R: Send + Default>(
    array: &Bound<'py, PyUntypedArray>,
    intensities: Option<&Bound<'py, PyAny>>,
    measure: impl Measurement<R>,
) -> PyResult<R> {
    let found = array.dtype();
    let is_long = found.itemsize() == 8 && found.kind() == b'u' && !array.is_empty();
    if is_long && array.call_method0("max")?.gt(i64::MAX)? {
        return Err(PyValueError::new_err("labels must be at most 2^63 - 1"));
    }
    let array = in_native("labels", array.as_any(), "integers")?;
    let dtype = dtype::<f64>(array.py());
    let values = intensities.map(|array| in_order(array, dtype.as_any())).transpose()?;
    let values: Option<PyReadonlyArrayDyn<'py, f64>> =
        values.map(|values| values.extract()).transpose()?;
    let values = values.as_ref().map(PyReadonlyArrayDyn::as_slice).transpose();
    let values = values.map_err(value_error)?.unwrap_or_default();
    with_value!(array, "labels", V => {
        let labels = in_order(array.as_any(), array.dtype().as_any())?;
        let labels = labels.extract::<PyReadonlyArrayDyn<'py, V>>()?;
        let labels = labels.as_slice().map_err(value_error)?;
        if labels.is_empty() {
            return Ok(R::default());
        }
        array.py().detach(|| measure.of(labels, values)).map_err(LabelError::exception)
    })
}

/// A function of labels of any type and intensities.
trait Measurement<R>: Send {
    fn of<V: Value>(self, labels: &[V], intensities: &[f64]) -> Result<R, LabelError>;
}

/// A table of regions of labels of this size.
struct Table<'a>(&'a Properties, (usize, usize, usize));

impl Measurement<Vec<(String, Values)>> for Table<'_> {
    fn of<V: Value>(
        self,
        labels: &[V],
        intensities: &[f64],
    ) -> Result<Vec<(String, Values)>, LabelError> {
        self.0.measure(labels, self.1, intensities)
    }
}

/// A part of regions: the properties, the size with the pixels that follow, without, and the place.
struct Chunk<'a>(&'a Properties, [(usize, usize, usize); 3]);

impl Measurement<Part> for Chunk<'_> {
    fn of<V: Value>(self, labels: &[V], intensities: &[f64]) -> Result<Part, LabelError> {
        let [size, core, at] = self.1;
        self.0.part(labels, size, core, at, intensities)
    }
}

/// Measures the pixels of each label, connected or not; see `boardbits.measure`.
#[pyfunction]
#[pyo3(signature = (labels, properties=None, intensities=None, *, background=false, spacing=None))]
pub(crate) fn regions<'py>(
    py: Python<'py>,
    labels: &Bound<'py, PyAny>,
    properties: Option<&Bound<'py, PyAny>>,
    intensities: Option<&Bound<'py, PyAny>>,
    background: bool,
    spacing: Option<Spacing>,
) -> PyResult<Bound<'py, PyDict>> {
    let labels = labels_of(labels)?;
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
    let source = match intensities {
        Some(_) => Source::Intensities { channels },
        None => Source::Labels,
    };
    let axes = labels.ndim();
    let properties = spaced(properties_of(properties, axes, source)?, spacing, axes)?;
    let properties = properties.background(background);
    let intensities = intensities.filter(|_| properties.need_intensities());
    if labels.is_empty() {
        return dict(py, properties.table(&[] as &[Component]));
    }
    dict(py, measured(labels, intensities, Table(&properties, size(labels.shape(), 1)))?)
}

/// The regions of a chunk of a larger array, as arrays of their labels, integers and reals. `core` is
/// the shape without the first pixels of the chunks that follow, and `at` where it begins.
#[pyfunction]
pub(crate) fn measure_chunk<'py>(
    py: Python<'py>,
    labels: &Bound<'py, PyAny>,
    core: Vec<usize>,
    at: Vec<usize>,
    properties: &Bound<'py, PyAny>,
    intensities: Option<&Bound<'py, PyAny>>,
) -> PyResult<Arrays<'py>> {
    let labels = labels_of(labels)?;
    let source = Source::Chunks { intensities: intensities.is_some() };
    let properties = properties_of(Some(properties), labels.ndim(), source)?;
    let sizes = [size(labels.shape(), 1), size(&core, 1), size(&at, 0)];
    let Part { labels, integers, reals } =
        measured(labels, intensities, Chunk(&properties, sizes))?;
    Ok((labels.into_pyarray(py), integers.into_pyarray(py), reals.into_pyarray(py)))
}

/// The table of the regions of an array from those of its chunks.
#[pyfunction]
pub(crate) fn join_chunks<'py>(
    py: Python<'py>,
    chunks: Vec<(
        PyReadonlyArray1<'py, i64>,
        PyReadonlyArray1<'py, i64>,
        PyReadonlyArray1<'py, f64>,
    )>,
    axes: usize,
    properties: &Bound<'py, PyAny>,
    intensities: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let properties = properties_of(Some(properties), axes, Source::Chunks { intensities })?;
    let part = |(labels, integers, reals): &(_, _, _)| Part {
        labels: PyReadonlyArray1::<i64>::as_array(labels).to_vec(),
        integers: PyReadonlyArray1::<i64>::as_array(integers).to_vec(),
        reals: PyReadonlyArray1::<f64>::as_array(reals).to_vec(),
    };
    let parts: Vec<_> = chunks.iter().map(part).collect();
    dict(py, py.detach(|| properties.join(&parts)))
}

/// Labels, integers and reals.
type Arrays<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

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
    let labels = labels_of(labels)?;
    let axes = labels.ndim();
    let properties =
        Properties::new(&["label", "bbox"], axes, Source::Labels).map_err(value_error)?;
    let columns = measured(labels, None, Table(&properties, size(labels.shape(), 1)))?;
    let integers = |(_, values)| match values {
        Values::Integers(values) => Some(values),
        Values::Reals(_) => None,
    };
    let columns: Vec<Vec<i64>> = columns.into_iter().filter_map(integers).collect();
    let found = columns.first().map_or(&[][..], |labels| &labels[..]);
    let last = if max_label > 0 { max_label } else { found.last().copied().unwrap_or(0) };
    if last > MOST_BOXES {
        return Err(PyValueError::new_err(format!(
            "labels must be at most {MOST_BOXES} for a list of boxes, found {last}: see \
             boardbits.measure"
        )));
    }
    let mut boxes = vec![None; last as usize];
    // Pauses the garbage collector, which visits every new slice many times. No other thread runs
    // Python code meanwhile.
    let collector = py.import(intern!(py, "gc"))?;
    let is_running = collector.call_method0(intern!(py, "isenabled"))?.is_truthy()?;
    collector.call_method0(intern!(py, "disable"))?;
    // list(zip(map(slice, firsts, ends), …)), which creates all slices without a call for each.
    let builtins = py.import(intern!(py, "builtins"))?;
    let column = |at: usize| columns.get(at).cloned().unwrap_or_default();
    let slices = |axis: usize| {
        let sides = (py.get_type::<PySlice>(), column(1 + axis), column(1 + axes + axis));
        builtins.call_method1(intern!(py, "map"), sides)
    };
    let slices = (0..axes).map(slices).collect::<PyResult<Vec<_>>>();
    let all = slices.and_then(|slices| {
        let all = builtins.call_method1(intern!(py, "zip"), PyTuple::new(py, slices)?)?;
        all.try_iter()?.collect::<PyResult<Vec<_>>>()
    });
    if is_running {
        collector.call_method0(intern!(py, "enable"))?;
    }
    for (&label, sides) in found.iter().zip(all?).take_while(|(label, _)| **label <= last) {
        boxes[label as usize - 1] = Some(sides);
    }
    PyList::new(py, boxes)
}
