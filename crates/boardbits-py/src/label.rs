//! Label images.

use std::cell::RefCell;

use cc_label::__private::{Label, Measure};
use cc_label::{
    Component, Connectivity, Image, LabelError, Labeler, Moments, WithEuler,
    count as count_components,
};
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArrayDescr, PyArrayDyn, dtype as dtype_of};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{Input, Threshold, connectivity_before_properties, empty, untyped, value_error};
use crate::number;
use crate::properties::{self, table};
use crate::query::Exception;

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
        (None, None) if largest_count(&input.frame(), connectivity) <= usize::from(u16::MAX) => {
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

/// Labels the connected components of an image or a volume.
///
/// The components count from 1 in raster order (that of their first pixels, row by row); unset pixels are 0. The labels of
/// a volume in Fortran order are in Fortran order too, and their raster order is that of memory: the first axis varies
/// fastest.
///
/// Parameters
/// ----------
/// image : ndarray of bool or integers, height × width or depth × height × width, or one row
///     Pixels that are not 0 are set; with `threshold`, those of at least its value.
/// connectivity : 4 or 8, or 6, 18 or 26
///     4: pixels touch by an edge; 8: by an edge or a corner. 6: voxels of a volume touch by a face; 18: by a face or an edge;
///     26: by a face, an edge or a corner. scikit-image's 1 to 3 mean the same. By default, 8 and 26.
/// threshold : int or float, optional
///     Pixels of at least this value are set. The comparison is exact for numbers of any size.
/// dtype : uint16, uint32, int32, int64 or uint64, optional
///     By default that of `out`, or else the smaller of uint16 and uint32 that certainly has a label for each component that
///     an image of this shape can have.
/// out : ndarray, optional
///     Where the labels are written: an array of the same shape, C-contiguous and aligned. Its raster order is that of C.
/// return_num : bool
///     Also return the number of components (an array for a stack).
/// width : int, optional
///     `image` holds packed bits of images of this width: ``numpy.packbits(image, axis=-1)``.
///     Bits after the width are ignored.
/// stack : bool
///     `image` is not a volume, but a stack, count × height × width, of images that are labeled one by one.
/// threads : int
///     The most threads; 0: one for each core. The labels do not depend on it, and small images use one.
/// periodic : sequence of bool, optional
///     For each axis of the image, whether pixels at its first and last place touch. One thread is used.
///
/// Raises
/// ------
/// ValueError
///     If the dtype has too few labels: no label ever wraps.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> image = np.array([[1, 0, 1], [0, 1, 0]], dtype=bool)
/// >>> boardbits.label(image, connectivity=4)
/// array([[1, 0, 2],
///        [0, 3, 0]], dtype=uint16)
/// >>> boardbits.label(image, return_num=True)[1]
/// 1
#[pyfunction]
#[pyo3(signature = (
    image, connectivity=None, *, threshold=None, dtype=None, out=None, return_num=false, width=None,
    stack=false, threads=1, periodic=None
))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn label<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    threshold: Option<Threshold>,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    return_num: bool,
    #[pyo3(from_py_with = number::width)] width: Option<usize>,
    stack: bool,
    #[pyo3(from_py_with = number::threads)] threads: usize,
    periodic: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let input = input_for(image, threshold, width, stack, out)?;
    let connectivity = input.connectivity(connectivity)?;
    let periodic = periodic.map(|axes| periodic_axes(axes, &input)).transpose()?;
    let wanted = wanted(py, &input, connectivity, dtype, out)?;
    let (labels, counts) = with_type!(wanted, L => {
        label_as::<L>(py, &input, connectivity, out, threads, periodic)?
    });
    if !return_num {
        return Ok(labels);
    }
    let counts = numbers(py, &input, counts)?;
    Ok((labels, counts).into_pyobject(py)?.into_any())
}

/// Returns the number of connected components of an image or a volume, or of each image of a stack.
///
/// The parameters are those of `label`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> boardbits.count(np.eye(3, dtype=bool)), boardbits.count(np.eye(3, dtype=bool), 4)
/// (1, 3)
#[pyfunction]
#[pyo3(signature = (image, connectivity=None, *, threshold=None, width=None, stack=false))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    threshold: Option<Threshold>,
    #[pyo3(from_py_with = number::width)] width: Option<usize>,
    stack: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::new("image", image, threshold, width, stack)?.in_order_of_memory();
    let connectivity = input.connectivity(connectivity)?;
    let (view, stack) = (input.view(), input.stack());
    if input.pixels() == 0 {
        return numbers(py, &input, vec![0; input.stack().unwrap_or(1)]);
    }
    let count = |image: Result<Image, _>| Ok(count_components(&image?, connectivity) as u64);
    let counts: Result<_, LabelError> = py.detach(|| view.frames(stack).map(count).collect());
    numbers(py, &input, counts.map_err(Exception::exception)?)
}

/// One number, or an array of numbers for a stack.
fn numbers<'py>(
    py: Python<'py>,
    input: &Input<'py>,
    counts: Vec<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    match input.stack() {
        None => Ok(counts.first().copied().unwrap_or(0).into_pyobject(py)?.into_any()),
        Some(_) => Ok(counts.into_pyarray(py).into_any()),
    }
}

/// The argument `image`. Without `out`, the labels of a volume can be in the order of Fortran.
fn input_for<'py>(
    image: &Bound<'py, PyAny>,
    threshold: Option<Threshold>,
    width: Option<usize>,
    stack: bool,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<Input<'py>> {
    let input = Input::new("image", image, threshold, width, stack)?;
    Ok(if out.is_none() { input.in_order_of_memory() } else { input })
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

/// Labels all images with labels of type `L`, and counts the components of each.
fn label_as<'py, L: Label + Element>(
    py: Python<'py>,
    input: &Input<'py>,
    connectivity: Connectivity,
    out: Option<&Bound<'py, PyAny>>,
    threads: usize,
    periodic: Option<[bool; 3]>,
) -> PyResult<(Bound<'py, PyAny>, Vec<u64>)> {
    let labels = output::<L>(py, &input.shape(), out)?;
    let counts = match input.pixels() {
        0 => vec![0; input.stack().unwrap_or(1)],
        pixels => {
            let mut borrowed = labels.try_readwrite()?;
            let labels = borrowed.as_slice_mut().map_err(value_error)?;
            let (view, stack) = (input.view(), input.stack());
            let label = |(image, labels): (Result<Image, _>, &mut [L])| {
                label_image(&image?, connectivity, labels, threads, periodic)
            };
            let counts: Result<_, LabelError> = input.detach(py, || {
                view.frames(stack).zip(labels.chunks_mut(pixels)).map(label).collect()
            });
            counts.map_err(Exception::exception)?
        }
    };
    Ok((in_order(input.is_reversed(), labels.into_any())?, counts))
}

/// Labels an image or a volume, and counts its components.
fn label_image<L: Label>(
    image: &Image,
    connectivity: Connectivity,
    labels: &mut [L],
    threads: usize,
    periodic: Option<[bool; 3]>,
) -> Result<u64, LabelError> {
    with_labeler(threads, |labeler| match periodic {
        Some(axes) => Ok(labeler.label_periodic(image, connectivity, axes, labels)?.len() as u64),
        None => labeler.label(image, connectivity, labels).map(u64::from),
    })
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

/// Labels the connected components of an image or a volume and measures them, in one scan.
///
/// Returns the labels and a dict of arrays: what `label` and `components` return, in less time than both. Row ``i`` of the
/// table is the component with label ``i + 1``. The parameters are theirs.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> image = np.array([[1, 0, 1], [0, 0, 1]], dtype=bool)
/// >>> labels, table = boardbits.label_and_components(image, properties=["area"])
/// >>> labels
/// array([[1, 0, 2],
///        [0, 0, 2]], dtype=uint16)
/// >>> table
/// {'area': array([1., 2.])}
#[pyfunction]
#[pyo3(
    signature = (
        image, connectivity=None, properties=None, *, threshold=None, dtype=None, out=None, width=None
    ),
    text_signature = "(image, connectivity=None, properties=('label', 'area', 'bbox', 'centroid'), *, threshold=None, dtype=None, out=None, width=None)"
)]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn label_and_components<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = connectivity_before_properties)] connectivity: Option<i64>,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<Threshold>,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = number::width)] width: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
    let input = input_for(image, threshold, width, false, out)?;
    let connectivity = input.connectivity(connectivity)?;
    let columns = properties::columns(properties, &input)?;
    let wanted = wanted(py, &input, connectivity, dtype, out)?;
    let view = input.view();
    let image = (input.pixels() > 0).then(|| py.detach(|| view.image()));
    let image = image.transpose().map_err(Exception::exception)?;
    let axes = input.axes();
    Ok(with_type!(wanted, L => {
        let labels = output::<L>(py, &input.shape(), out)?;
        let by = connectivity;
        let table = match (&image, columns.need_moments(), axes) {
            (None, ..) => table(py, &[] as &[Component], &columns)?,
            (Some(image), false, _) => {
                let found: Vec<Component> = measured(image, by, &labels)?;
                table(py, &found, &columns)?
            }
            (Some(image), true, 2) => {
                let found: Vec<WithEuler<Moments>> = measured(image, by, &labels)?;
                table(py, &found, &columns)?
            }
            (Some(image), true, _) => {
                let found: Vec<Moments> = measured(image, by, &labels)?;
                table(py, &found, &columns)?
            }
        };
        (in_order(input.is_reversed(), labels.into_any())?, table)
    }))
}

/// Labels an image or a volume and measures its components.
fn measured<M: Measure, L: Label + Element>(
    image: &Image,
    connectivity: Connectivity,
    labels: &Bound<'_, PyArrayDyn<L>>,
) -> PyResult<Vec<M>> {
    let mut found = Vec::new();
    let mut borrowed = labels.try_readwrite()?;
    let labels_of = borrowed.as_slice_mut().map_err(value_error)?;
    let done = labels.py().detach(|| {
        with_labeler(1, |labeler| {
            labeler.label_and_measure(image, connectivity, labels_of, &mut found)
        })
    });
    done.map_err(LabelError::exception)?;
    Ok(found)
}
