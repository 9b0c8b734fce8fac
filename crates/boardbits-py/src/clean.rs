//! Cleaning and neighbors: components that are kept, holes that are filled, labels that touch.

use cc_label::__private::Value;
use cc_label::{
    Connectivity, Contact, Extent, Image, LabelError, contacts as find_contacts,
    fill_holes as fill_holes_of, fill_holes_values, retain, retain_largest, retain_largest_values,
    retain_values,
};
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{
    Input, Order, connectivity_of, empty, in_native, in_order_of_memory, is_in_order, is_native,
    is_reversed, native, size, untyped, with_value,
};
use crate::label::in_order;
use crate::number;
use crate::query::{Exception, value_error};

/// Keeps some components of an image, a volume or a segmentation; see `boardbits.keep`.
#[pyfunction]
#[pyo3(signature = (
    image, connectivity=None, *, min_size=0, max_size=None, largest=None, border=None,
    per_value=false, out=None
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
) -> PyResult<Bound<'py, PyAny>> {
    let array = in_native("image", image, "bool or integers")?;
    let connectivity = connectivity_of("image", array.ndim(), connectivity)?;
    let size = size(&array);
    let rule = Rule {
        sizes: (min_size, max_size.unwrap_or(u64::MAX)),
        border,
        largest,
        per_value,
        size,
        // All voxels of a volume of one plane are on its border.
        is_flat: array.ndim() == 3 && size.2 == 1,
    };
    let out = out.map(|out| output(out, &array)).transpose()?;
    if array.dtype().kind() == b'b' {
        let kept = changed(array.as_any(), |image| {
            retain(image, connectivity, |found| rule.is_met(found));
            if let Some(count) = largest {
                retain_largest(image, connectivity, count);
            }
        })?;
        return match out {
            Some(out) => copied(&kept, out),
            None => Ok(kept),
        };
    }
    match out {
        None => kept_in(copy(&array)?, connectivity, &rule),
        // Ties are broken in the order of the image.
        Some(out)
            if !is_in_order(&out)
                || !is_native(&out)?
                || is_reversed(&out) != is_reversed(&array) =>
        {
            copied(&kept_in(copy(&array)?, connectivity, &rule)?, out)
        }
        Some(out) => {
            copied(array.as_any(), out.clone())?;
            kept_in(out, connectivity, &rule)
        }
    }
}

/// Which components are kept.
struct Rule {
    /// The smallest and the largest size.
    sizes: (u64, u64),
    border: Option<bool>,
    largest: Option<usize>,
    per_value: bool,
    size: (usize, usize, usize),
    is_flat: bool,
}

impl Rule {
    /// Returns whether a component meets all conditions but the number of the largest.
    fn is_met(&self, found: &Extent) -> bool {
        let touches = || self.is_flat || found.touches_border(self.size);
        (self.sizes.0..=self.sizes.1).contains(&found.size())
            && self.border.is_none_or(|border| border == touches())
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
    change: impl FnOnce(&mut Image) + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let py = image.py();
    let input = Input::new("image", image, None, Order::Memory)?;
    let shape = input.shape();
    let array = empty::<bool>(py, &shape)?;
    if input.pixels() > 0 {
        let mut borrowed = array.try_readwrite()?;
        let pixels = borrowed.as_slice_mut().map_err(value_error)?;
        let view = input.view();
        let query = || -> Result<_, LabelError> {
            let mut image = view.image()?;
            change(&mut image);
            for (row, pixels) in pixels.chunks_exact_mut(image.width()).enumerate() {
                for (pixels, word) in pixels.chunks_mut(64).zip(image.row(row)) {
                    for (bit, pixel) in pixels.iter_mut().enumerate() {
                        *pixel = word >> bit & 1 != 0;
                    }
                }
            }
            Ok(())
        };
        py.detach(query).map_err(LabelError::exception)?;
    }
    in_order(input.is_reversed(), array.into_any())
}

/// Fills the holes of the pixels that are not 0, or those of each label; see `boardbits.fill_holes`.
#[pyfunction]
#[pyo3(signature = (image, connectivity=None, per_value=false, max_size=None))]
pub(crate) fn fill_holes<'py>(
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    per_value: bool,
    #[pyo3(from_py_with = number::max_size)] max_size: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let max_size = max_size.unwrap_or(u64::MAX);
    let array = untyped("image", image, "bool or integers")?;
    // All voxels of a volume of one plane are on its border.
    let is_flat = array.ndim() == 3 && array.shape().contains(&1);
    if !per_value {
        let connectivity = connectivity_of("image", array.ndim(), connectivity)?;
        return changed(image, |image| {
            if !is_flat {
                fill_holes_of(image, connectivity, max_size);
            }
        });
    }
    let array = in_native("image", image, "integers")?;
    let connectivity = connectivity_of("image", array.ndim(), connectivity)?;
    let (array, size) = (copy(&array)?, size(&array));
    with_value!(array, "image", V => in_place::<V>(array.as_any(), |pixels| {
        if !is_flat {
            fill_holes_values(pixels, size, V::default(), connectivity, max_size)?;
        }
        Ok(())
    }))
}

/// A copy in the order of the array, C or Fortran.
fn copy<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let order = if is_reversed(array) { "F" } else { "C" };
    Ok(array.call_method1(intern!(array.py(), "copy"), (order,))?.cast_into()?)
}

/// Keeps components of an array in the order of C or Fortran, and returns it.
fn kept_in<'py>(
    array: Bound<'py, PyUntypedArray>,
    connectivity: Connectivity,
    rule: &Rule,
) -> PyResult<Bound<'py, PyAny>> {
    with_value!(array, "image", V => in_place::<V>(array.as_any(), |pixels| {
        let (size, none, keep) = (rule.size, V::default(), |_, found: &Extent| rule.is_met(found));
        retain_values(pixels, size, none, connectivity, keep)?;
        if let Some(count) = rule.largest {
            retain_largest_values(pixels, size, none, connectivity, count, rule.per_value)?;
        }
        Ok(())
    }))
}

/// Changes the pixels of an array in the order of C or Fortran, and returns it.
fn in_place<'py, V: Value + Element>(
    array: &Bound<'py, PyAny>,
    change: impl FnOnce(&mut [V]) -> Result<(), LabelError> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let values = array.cast::<PyArrayDyn<V>>().map_err(PyErr::from)?;
    let mut borrowed = values.try_readwrite()?;
    let pixels = borrowed.as_slice_mut().map_err(value_error)?;
    if !pixels.is_empty() {
        array.py().detach(|| change(pixels)).map_err(LabelError::exception)?;
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
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> pairs, faces = boardbits.contacts(np.array([[1, 1, 3], [1, 2, 2]]), 4)
/// >>> pairs.tolist(), faces.tolist()
/// ([[1, 2], [1, 3], [2, 3]], [2, 1, 1])
#[pyfunction]
#[pyo3(signature = (labels, connectivity=None))]
pub(crate) fn contacts<'py>(
    labels: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let array = in_order_of_memory(in_native("labels", labels, "integers")?)?;
    let connectivity = connectivity_of("labels", array.ndim(), connectivity)?;
    with_value!(array, "labels", V => {
        let (py, found) = (labels.py(), contacts_of::<V>(&array, connectivity)?);
        let pairs = Array2::from_shape_fn((found.len(), 2), |(row, column)| {
            [found[row].labels.0, found[row].labels.1][column]
        });
        let faces: Vec<u64> = found.iter().map(|contact| contact.faces).collect();
        Ok((pairs.into_pyarray(py).into_any(), faces.into_pyarray(py).into_any()))
    })
}

/// The contacts as a dict from pairs of labels to the number of their faces, a float.
#[pyfunction]
pub(crate) fn contact_areas<'py>(
    labels: &Bound<'py, PyAny>,
    connectivity: i64,
) -> PyResult<Bound<'py, PyDict>> {
    let array = in_order_of_memory(in_native("labels", labels, "integers")?)?;
    let connectivity = connectivity_of("labels", array.ndim(), Some(connectivity))?;
    let areas = PyDict::new(labels.py());
    with_value!(array, "labels", V => {
        for contact in contacts_of::<V>(&array, connectivity)? {
            areas.set_item(contact.labels, contact.faces as f64)?;
        }
        Ok(areas)
    })
}

fn contacts_of<V: Value + Element + Sync>(
    labels: &Bound<'_, PyUntypedArray>,
    connectivity: Connectivity,
) -> PyResult<Vec<Contact<V>>> {
    let values = labels.extract::<PyReadonlyArrayDyn<'_, V>>()?;
    let (size, values) = (size(labels), values.as_slice().map_err(value_error)?);
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let query = || find_contacts(values, size, connectivity);
    labels.py().detach(query).map_err(LabelError::exception)
}
