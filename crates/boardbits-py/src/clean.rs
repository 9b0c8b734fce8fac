//! Cleaning and neighbors: components that are kept, holes that are filled, labels that touch.

use cc_label::bitboard_core::TryError;
use cc_label::{
    BitmapError, Keep, Labeler, Neighbors, Value, try_contacts, try_fill_holes, try_retain,
};
use cc_label::{Connectivity, Interrupted, Limits};
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;

use crate::array::{
    Adjacent, Bits, Input, empty, in_native, in_order_of_memory, is_in_order, is_native,
    is_reversed, native, size, untyped, value_error,
};
use crate::label::in_order;
use crate::number;
use crate::query::{nothing, run};
use crate::values::with_value;

/// Keeps some components of an image, a volume or a segmentation.
///
/// Returns a copy of `image` in which the pixels of all other components are 0. Pixels of a component have the same value, and
/// those of value 0 are background. A component is kept if it meets all conditions.
///
/// Parameters
/// ----------
/// image : ndarray of bool or integers, height × width or depth × height × width
/// connectivity : 4 or 8, or 6, 18 or 26
///     As in `label`.
/// min_size, max_size : int, optional
///     The fewest and the most pixels of a component.
/// largest : int, optional
///     The number of the largest components to keep, of those that meet the other conditions. Of equal sizes, the first ones
///     in raster order are kept, for a volume in Fortran order those in the order of its memory.
/// border : bool, optional
///     True: only components that touch the border of the image; False: only those that do not.
/// per_value : bool
///     `largest` is the number for each value of `image`.
/// out : ndarray, optional
///     Where the result is written: an array of the same shape and type, which can be `image`.
/// timeout : float, optional
///     Seconds after which TimeoutError is raised.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> image = np.array([[7, 7, 0, 2], [0, 0, 7, 2], [0, 0, 0, 2]])
/// >>> boardbits.keep(image, 4, min_size=2)
/// array([[7, 7, 0, 2],
///        [0, 0, 0, 2],
///        [0, 0, 0, 2]])
/// >>> boardbits.keep(image, 4, largest=1)
/// array([[0, 0, 0, 2],
///        [0, 0, 0, 2],
///        [0, 0, 0, 2]])
#[pyfunction]
#[pyo3(signature = (
    image, connectivity=None, *, min_size=0, max_size=None, largest=None, border=None,
    per_value=false, out=None, timeout=None
))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn keep<'py>(
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    #[pyo3(from_py_with = number::min_size)] min_size: u64,
    #[pyo3(from_py_with = number::max_size)] max_size: Option<u64>,
    #[pyo3(from_py_with = number::largest)] largest: Option<usize>,
    border: Option<bool>,
    per_value: bool,
    out: Option<&Bound<'py, PyAny>>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = in_native("image", image, "bool or integers")?;
    let adjacent = Adjacent::new("image", array.ndim(), connectivity)?;
    let mut keep = Keep::at_least(min_size).and(Keep::at_most(max_size.unwrap_or(u64::MAX)));
    keep = match border {
        Some(true) => keep.and(Keep::touching_border()),
        Some(false) => keep.and(Keep::off_border()),
        None => keep,
    };
    keep = match largest {
        Some(count) if per_value => keep.and(Keep::largest_of_each_value(count)),
        Some(count) => keep.and(Keep::largest(count)),
        None => keep,
    };
    let out = out.map(|out| output(out, &array)).transpose()?;
    if array.dtype().kind() == b'b' {
        let kept = changed(array.as_any(), adjacent, timeout, |bits, limits| match bits {
            Bits::Image(image, connectivity) => try_retain(image, *connectivity, keep, limits),
            Bits::Volume(volume, neighbors) => try_retain(volume, *neighbors, keep, limits),
        })?;
        return match out {
            Some(out) => copied(&kept, out),
            None => Ok(kept),
        };
    }
    let copy = || -> PyResult<Bound<'py, PyUntypedArray>> {
        let order = if is_reversed(&array) { "F" } else { "C" };
        Ok(array.call_method1(intern!(array.py(), "copy"), (order,))?.cast_into()?)
    };
    match out {
        None => retain(copy()?, adjacent, keep, timeout),
        // Ties are broken in the order of the image.
        Some(out)
            if !is_in_order(&out)
                || !is_native(&out)?
                || is_reversed(&out) != is_reversed(&array) =>
        {
            copied(&retain(copy()?, adjacent, keep, timeout)?, out)
        }
        Some(out) => {
            copied(array.as_any(), out.clone())?;
            retain(out, adjacent, keep, timeout)
        }
    }
}

/// The argument `out`, which must be like the image.
fn output<'py>(
    out: &Bound<'py, PyAny>,
    image: &Bound<'py, PyUntypedArray>,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let out = untyped("out", out, "the same type as image")?;
    if !native(&out.dtype())?.is_equiv_to(&image.dtype()) {
        return Err(PyTypeError::new_err(format!(
            "out must have the dtype {}, found {}",
            image.dtype(),
            out.dtype()
        )));
    }
    if out.shape() != image.shape() {
        return Err(PyValueError::new_err(format!(
            "out must have the shape {:?}, found {:?}",
            image.shape(),
            out.shape()
        )));
    }
    Ok(out.clone())
}

/// Copies an array into another one of its shape, and returns this.
fn copied<'py>(
    from: &Bound<'py, PyAny>,
    to: Bound<'py, PyUntypedArray>,
) -> PyResult<Bound<'py, PyAny>> {
    from.py().import("numpy")?.call_method1("copyto", (&to, from))?;
    Ok(to.into_any())
}

/// The pixels that are not 0, changed by `change`, as an array of bool.
fn changed<'py>(
    image: &Bound<'py, PyAny>,
    adjacent: Adjacent,
    timeout: Option<f64>,
    change: impl FnOnce(&mut Bits, &Limits<'_>) -> Result<usize, Interrupted<u64>> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let input = Input::new("image", image, None, None, false)?.in_order_of_memory();
    let shape = input.frame();
    let array = empty::<bool>(py, &shape)?;
    if input.pixels() > 0 {
        let mut borrowed = array.try_readwrite()?;
        let pixels = borrowed.as_slice_mut().map_err(value_error)?;
        let view = input.view();
        let query = |limits: &Limits<'_>| -> Result<_, TryError<BitmapError, u64>> {
            let mut bits = view.bits(adjacent).map_err(TryError::Failed)?;
            change(&mut bits, limits).map_err(TryError::Interrupted)?;
            let width = shape[shape.len() - 1];
            for (row, words) in pixels.chunks_exact_mut(width).zip(bits.rows()) {
                for (pixels, word) in row.chunks_mut(64).zip(words) {
                    for (bit, pixel) in pixels.iter_mut().enumerate() {
                        *pixel = word >> bit & 1 != 0;
                    }
                }
            }
            Ok(())
        };
        run(py, timeout, query, nothing)?;
    }
    in_order(input.is_reversed(), array.into_any())
}

/// Fills the holes of the pixels that are not 0; see `boardbits.fill_holes`.
#[pyfunction]
#[pyo3(signature = (image, connectivity=None, *, timeout=None))]
pub(crate) fn fill_holes<'py>(
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = untyped("image", image, "bool or integers")?;
    let adjacent = Adjacent::new("image", array.ndim(), connectivity)?;
    changed(image, adjacent, timeout, |bits, limits| match bits {
        Bits::Image(image, connectivity) => try_fill_holes(image, *connectivity, limits),
        Bits::Volume(volume, neighbors) => try_fill_holes(volume, *neighbors, limits),
    })
}

/// Keeps components of an array in the order of C or Fortran, and returns it.
fn retain<'py>(
    array: Bound<'py, PyUntypedArray>,
    adjacent: Adjacent,
    keep: Keep,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    with_value!(array, "image", V => retain_in::<V>(array.as_any(), adjacent, keep, timeout))
}

fn retain_in<'py, V: Value + Element>(
    array: &Bound<'py, PyAny>,
    adjacent: Adjacent,
    keep: Keep,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let values = array.cast::<PyArrayDyn<V>>().map_err(PyErr::from)?;
    let (size, mut borrowed) = (size(values.as_untyped()), values.try_readwrite()?);
    let pixels = borrowed.as_slice_mut().map_err(value_error)?;
    if !pixels.is_empty() {
        let mut labeler = Labeler::new();
        let query = |limits: &Limits<'_>| -> Result<usize, TryError<BitmapError, u64>> {
            let none = V::default();
            match adjacent {
                Adjacent::Pixels(connectivity) => {
                    let size = (size.0, size.1);
                    labeler.try_retain_values(pixels, size, none, connectivity, keep, limits)
                }
                Adjacent::Voxels(neighbors) => {
                    labeler.try_retain_values(pixels, size, none, neighbors, keep, limits)
                }
            }
        };
        run(array.py(), timeout, query, nothing)?;
    }
    Ok(array.clone())
}

/// Finds the labels of a label image or volume that touch.
///
/// Returns two arrays: pairs of labels, the smaller one first, in ascending order, and the number of faces that both have in
/// common (edges in images). It is 0 if they touch at edges or corners only. Label 0 touches nothing.
///
/// Parameters
/// ----------
/// labels : ndarray of integers, height × width or depth × height × width
/// connectivity : 4 or 8, or 6, 18 or 26
///     As in `label`.
/// timeout : float, optional
///     As in `keep`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> pairs, faces = boardbits.contacts(np.array([[1, 1, 3], [1, 2, 2]]), 4)
/// >>> pairs.tolist(), faces.tolist()
/// ([[1, 2], [1, 3], [2, 3]], [2, 1, 1])
#[pyfunction]
#[pyo3(signature = (labels, connectivity=None, *, timeout=None))]
pub(crate) fn contacts<'py>(
    labels: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    timeout: Option<f64>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let array = in_native("labels", labels, "integers")?;
    let neighbors = match Adjacent::new("labels", array.ndim(), connectivity)? {
        Adjacent::Pixels(Connectivity::Four) => Neighbors::Six,
        Adjacent::Pixels(Connectivity::Eight) => Neighbors::Eighteen,
        Adjacent::Voxels(neighbors) => neighbors,
    };
    let array = in_order_of_memory(array)?;
    let size = size(&array);
    with_value!(array, "labels", V => {
        contacts_of(array.extract::<PyReadonlyArrayDyn<'py, V>>()?, size, neighbors, timeout)
    })
}

fn contacts_of<'py, V: Value + Element + Sync>(
    labels: PyReadonlyArrayDyn<'py, V>,
    size: (usize, usize, usize),
    neighbors: Neighbors,
    timeout: Option<f64>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (py, labels) = (labels.py(), labels.as_slice().map_err(value_error)?);
    let query = |limits: &Limits<'_>| try_contacts(labels, size, neighbors, limits);
    let found = if labels.is_empty() { Vec::new() } else { run(py, timeout, query, nothing)? };
    let pairs = Array2::from_shape_fn((found.len(), 2), |(row, column)| {
        [found[row].labels.0, found[row].labels.1][column]
    });
    let faces: Vec<u64> = found.iter().map(|contact| contact.faces).collect();
    Ok((pairs.into_pyarray(py).into_any(), faces.into_pyarray(py).into_any()))
}
