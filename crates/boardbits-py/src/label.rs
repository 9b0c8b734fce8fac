//! Label images.

use std::cell::RefCell;

use cc_label::__private::Label;
use cc_label::{Connectivity, LabelError, Labeler, count as count_components};
use numpy::prelude::*;
use numpy::{Element, PyArrayDescr, PyArrayDyn, dtype as dtype_of};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::array::{Input, Order, Threshold, empty, untyped};
use crate::number;
use crate::query::{Exception, value_error};

thread_local! {
    /// Its memory is reused: the first touch of new pages takes longer than a scan.
    static LABELER: RefCell<Labeler> = const { RefCell::new(Labeler::new()) };
}

/// Calls `query` with the labeler of this thread, which uses at most `threads` threads.
pub(crate) fn with_labeler<T>(threads: usize, query: impl FnOnce(&mut Labeler) -> T) -> T {
    LABELER.with_borrow_mut(|labeler| {
        *labeler = std::mem::take(labeler).threads(threads);
        query(labeler)
    })
}

/// The type of labels that the arguments ask for.
fn wanted<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    connectivity: Connectivity,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDescr>> {
    match (dtype, out) {
        (Some(dtype), _) => PyArrayDescr::new(py, dtype.clone()),
        (None, Some(out)) => Ok(untyped("out", out, "integers")?.dtype()),
        (None, None) if largest_count(&input.shape(), connectivity) <= usize::from(u16::MAX) => {
            Ok(dtype_of::<u16>(py))
        }
        (None, None) => Ok(dtype_of::<u32>(py)),
    }
}

/// Evaluates an expression for the type of labels that a dtype means.
macro_rules! with_type {
    ($dtype:expr, $label:ident => $value:expr) => {
        $crate::label::with_type!($dtype, $label => $value; u16 u32 i32 i64 u64)
    };
    ($dtype:expr, $label:ident => $value:expr; $($type:ty)*) => {
        match &$dtype {
            $(dtype if $crate::array::has_type::<$type>(dtype) => {
                type $label = $type;
                $value
            })*
            found => {
                return Err(pyo3::exceptions::PyTypeError::new_err(format!(
                    "dtype must be uint16, uint32, int32, int64 or uint64, found {found}"
                )));
            }
        }
    };
}
pub(crate) use with_type;

/// Labels the components of an image or a volume, and counts them. Without `dtype` and `out`, the
/// labels have the smallest safe type.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn label<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    threshold: Option<Threshold>,
    dtype: Option<&Bound<'py, PyAny>>,
    in_memory_order: bool,
    out: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    periodic: Option<&Bound<'py, PyAny>>,
    by_size: bool,
) -> PyResult<(Bound<'py, PyAny>, u64)> {
    let order = if in_memory_order { Order::Memory } else { Order::Indices };
    let input = Input::new("image", image, threshold, order)?;
    let connectivity = input.connectivity(connectivity)?;
    let periodic = periodic.map(|axes| periodic_axes(axes, &input)).transpose()?;
    let wanted = wanted(py, &input, connectivity, dtype, out)?;
    Ok(with_type!(wanted, L => {
        label_as::<L>(py, &input, connectivity, out, threads, periodic, by_size)?
    }))
}

/// Counts the components of an image or a volume.
#[pyfunction]
pub(crate) fn count<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    threshold: Option<Threshold>,
) -> PyResult<usize> {
    // The order does not matter.
    let input = Input::new("image", image, threshold, Order::Memory)?;
    let connectivity = input.connectivity(connectivity)?;
    if input.pixels() == 0 {
        return Ok(0);
    }
    let view = input.view();
    let count = || Ok(count_components(&view.image()?, connectivity) as usize);
    py.detach(count).map_err(LabelError::exception)
}

/// A number of components that no image or volume of this shape exceeds.
fn largest_count(shape: &[usize], connectivity: Connectivity) -> usize {
    let halves = || shape.iter().map(|side| side.div_ceil(2));
    match connectivity {
        Connectivity::Faces => shape.iter().product::<usize>().div_ceil(2),
        Connectivity::Corners => halves().product(),
        // Of a cube of 2 × 2 × 2 voxels, two opposite corners.
        Connectivity::Edges => 2 * halves().product::<usize>(),
    }
}

/// The array that the labels are written to.
fn output<'py, L: Label + Element>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArrayDyn<L>>> {
    match out {
        Some(out) => {
            let array = untyped("out", out, "integers")?;
            let found = array.dtype();
            let out = out.cast::<PyArrayDyn<L>>().map_err(|_| {
                let wanted = dtype_of::<L>(py);
                PyTypeError::new_err(format!("out must have the dtype {wanted}, found {found}"))
            })?;
            // `as_slice_mut` also accepts the order of Fortran, which would transpose the labels.
            let problem = if out.shape() != shape {
                format!("have the shape {shape:?}, found {:?}", out.shape())
            } else if !out.is_c_contiguous() {
                format!("be C-contiguous, found strides of {:?} bytes", out.strides())
            } else if !(out.data() as usize).is_multiple_of(size_of::<L>()) {
                "be aligned, found elements at addresses that are not multiples of their size"
                    .into()
            } else {
                return Ok(out.clone());
            };
            Err(PyValueError::new_err(format!("out must {problem}")))
        }
        None => empty::<L>(py, shape),
    }
}

/// Labels an image with labels of type `L`, and counts its components.
fn label_as<'py, L: Label + Element>(
    py: Python<'py>,
    input: &Input<'py>,
    connectivity: Connectivity,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
    periodic: Option<[bool; 3]>,
    by_size: bool,
) -> PyResult<(Bound<'py, PyAny>, u64)> {
    let labels = output::<L>(py, &input.shape(), out)?;
    let mut count = 0;
    if input.pixels() > 0 {
        let mut borrowed = labels.try_readwrite()?;
        let labels = borrowed.as_slice_mut().map_err(value_error)?;
        let view = input.view();
        let label = || -> Result<u64, LabelError> {
            let image = view.image()?;
            with_labeler(threads, |labeler| match periodic {
                Some(axes) => {
                    Ok(labeler.label_periodic(&image, connectivity, axes, labels)?.len() as u64)
                }
                None if by_size => {
                    let mut scanned = labeler.scan(&image, connectivity);
                    scanned.sort_by_size();
                    scanned.paint(labels)?;
                    Ok(scanned.count().into())
                }
                None => labeler.label(&image, connectivity, labels).map(u64::from),
            })
        };
        count = input.detach(py, label).map_err(Exception::exception)?;
    }
    Ok((in_order(input.is_reversed(), labels.into_any())?, count))
}

/// The periodicity of x, y and z, from the axes of the image.
fn periodic_axes(axes: &Bound<'_, PyAny>, input: &Input<'_>) -> PyResult<[bool; 3]> {
    let axes: Vec<bool> = axes.extract().map_err(|_| {
        PyTypeError::new_err(format!("periodic must be a bool for each axis, found {axes}"))
    })?;
    let (found, wanted) = (axes.len(), input.axes());
    if found != wanted {
        return Err(PyValueError::new_err(format!(
            "periodic must have a value for each of {wanted} axes, found {found}"
        )));
    }
    let mut periodic = [false; 3];
    for (axis, is_periodic) in axes.into_iter().enumerate() {
        periodic[if input.is_reversed() { axis } else { wanted - 1 - axis }] = is_periodic;
    }
    Ok(periodic)
}

/// The array, with its axes in reverse order if those of the image were reversed.
pub(crate) fn in_order(is_reversed: bool, array: Bound<'_, PyAny>) -> PyResult<Bound<'_, PyAny>> {
    if is_reversed { array.call_method0(intern!(array.py(), "transpose")) } else { Ok(array) }
}
