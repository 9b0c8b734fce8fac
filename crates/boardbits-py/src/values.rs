//! Label images of images of numbers.

use cc_label::__private::{Label, Value};
use cc_label::{Connectivity, Labeler, Scanned};
use numpy::prelude::*;
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyReadonlyArrayDyn, dtype};
use pyo3::prelude::*;

use crate::array::{
    Input, Order, connectivity_of, empty, in_native, in_order_of_memory, is_reversed, size,
    value_error,
};
use crate::label::{by_size_into, in_order, with_labeler, with_type};
use crate::number;
use crate::query::Exception;

/// Evaluates an expression for the type of the elements of an array of integers, which the argument
/// with this name is.
macro_rules! with_value {
    ($array:expr, $name:literal, $value:ident => $result:expr) => {
        with_value!($array, $name, $value => $result; u8 i8 u16 i16 u32 i32 u64 i64)
    };
    ($array:expr, $name:literal, $value:ident => $result:expr; $($type:ty)*) => {{
        let found = $array.dtype();
        $(if crate::array::has_type::<$type>(&found) {
            type $value = $type;
            return $result;
        })*
        Err(pyo3::exceptions::PyTypeError::new_err(format!(
            concat!($name, " must be an array of integers, found {}"),
            found
        )))
    }};
}
pub(crate) use with_value;

/// Labels the components of an image or a volume of integers: pixels of the same value are connected.
///
/// The components count from 1 in raster order (that of their first pixels, row by row); pixels of value 0 are background and
/// get the label 0. A volume in Fortran order is labeled as by `label`.
///
/// Parameters
/// ----------
/// image : ndarray of integers, height × width or depth × height × width, or one row
/// connectivity : 4 or 8, or 6, 18 or 26
///     As in `label`.
/// dtype : uint16, uint32, int32, int64 or uint64
///     The type of the labels, uint32 by default.
/// return_num : bool
///     Also return the number of components.
/// by_size : bool
///     Number the components by descending size instead.
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
/// >>> image = np.array([[7, 7, 0], [2, 7, 2], [2, 2, 2]], dtype=np.uint8)
/// >>> boardbits.label_values(image, connectivity=4)
/// array([[1, 1, 0],
///        [2, 1, 2],
///        [2, 2, 2]], dtype=uint32)
#[pyfunction]
#[pyo3(signature = (image, connectivity=None, *, dtype=None, return_num=false, by_size=false))]
pub(crate) fn label_values<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    dtype: Option<&Bound<'py, PyAny>>,
    return_num: bool,
    by_size: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = in_order_of_memory(in_native("image", image, "integers")?)?;
    let axes = if array.ndim() == 1 { 2 } else { array.ndim() };
    let connectivity = connectivity_of("image", axes, connectivity)?;
    let wanted = match dtype {
        Some(dtype) => PyArrayDescr::new(py, dtype.clone())?,
        None => self::dtype::<u32>(py),
    };
    with_value!(array, "image", V => {
        let values = array.extract::<PyReadonlyArrayDyn<'py, V>>()?;
        let (labels, count) = with_type!(wanted, L => label_as::<V, L>(values, connectivity, by_size)?);
        Ok(if return_num { (labels, count).into_pyobject(py)?.into_any() } else { labels })
    })
}

/// [`label_values`] with labels of type `L`.
fn label_as<'py, V: Value + Element + Sync, L: Label + Element>(
    values: PyReadonlyArrayDyn<'py, V>,
    connectivity: Connectivity,
    by_size: bool,
) -> PyResult<(Bound<'py, PyAny>, u64)> {
    let (py, array) = (values.py(), values.as_untyped());
    let (is_reversed, size) = (is_reversed(array), size(array));
    let mut shape = array.shape().to_vec();
    if is_reversed {
        shape.reverse();
    }
    let labels: Bound<'py, PyArrayDyn<L>> = empty(py, &shape)?;
    let (pixels, mut count) = (values.as_slice().map_err(value_error)?, 0);
    if !pixels.is_empty() {
        let mut borrowed = labels.try_readwrite()?;
        let labels = borrowed.as_slice_mut().map_err(value_error)?;
        let labeled = py.detach(|| {
            let (mut labeler, zero) = (Labeler::new(), V::default());
            if by_size {
                return by_size_into(
                    labeler.scan_values(pixels, size, zero, connectivity)?,
                    labels,
                );
            }
            labeler.label_values(pixels, size, zero, connectivity, labels).map(u64::from)
        });
        count = labeled.map_err(Exception::exception)?;
    }
    Ok((in_order(is_reversed, labels.into_any())?, count))
}

/// Labels components when their number is known: of equal values, or if `binary` of pixels that are
/// not 0. Labels are uint16 if that is enough, else uint32, unless there is a `dtype`. If there are
/// more than `largest` components, that many are left, the largest one last, or only whether a pixel
/// is in it if it is 1. Returns the labels and their number.
#[pyfunction]
#[pyo3(signature = (image, connectivity, *, binary, dtype=None, largest=None))]
pub(crate) fn label_counted<'py>(
    image: &Bound<'py, PyAny>,
    connectivity: i64,
    binary: bool,
    dtype: Option<&Bound<'py, PyAny>>,
    largest: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let py = image.py();
    let wanted = dtype.map(|dtype| PyArrayDescr::new(py, dtype.clone())).transpose()?;
    if binary {
        let input = Input::new("image", image, None, Order::Memory)?;
        let (connectivity, shape) = (input.connectivity(Some(connectivity))?, input.shape());
        if input.pixels() == 0 {
            return painted(py, None, &shape, input.is_reversed(), wanted, largest);
        }
        let view = input.view();
        let image = py.detach(|| view.image()).map_err(Exception::exception)?;
        return with_labeler(1, |labeler| {
            let scanned = py.detach(|| labeler.scan(&image, connectivity));
            painted(py, Some(scanned), &shape, input.is_reversed(), wanted, largest)
        });
    }
    let array = in_order_of_memory(in_native("image", image, "integers")?)?;
    let connectivity = connectivity_of("image", array.ndim(), Some(connectivity))?;
    let mut shape = array.shape().to_vec();
    if is_reversed(&array) {
        shape.reverse();
    }
    let reversed = is_reversed(&array);
    if array.is_empty() {
        return painted(py, None, &shape, reversed, wanted, largest);
    }
    with_value!(array, "image", V => {
        let values = array.extract::<PyReadonlyArrayDyn<'_, V>>()?;
        let (size, values) = (size(&array), values.as_slice().map_err(value_error)?);
        with_labeler(1, |labeler| {
            let scanned = py
                .detach(|| labeler.scan_values(values, size, V::default(), connectivity))
                .map_err(Exception::exception)?;
            painted(py, Some(scanned), &shape, reversed, wanted, largest)
        })
    })
}

/// The labels of components, as for [`label_counted`], in an array of this shape or its reverse.
fn painted<'py>(
    py: Python<'py>,
    mut scanned: Option<Scanned<'_>>,
    shape: &[usize],
    is_reversed: bool,
    dtype: Option<Bound<'py, PyArrayDescr>>,
    largest: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let found = scanned.as_ref().map_or(0, Scanned::count);
    let kept = largest.filter(|&largest| found as usize > largest);
    if let (Some(scanned), Some(count)) = (&mut scanned, kept) {
        py.detach(|| scanned.keep_largest(count));
    }
    let count = scanned.as_ref().map_or(0, Scanned::count);
    if kept == Some(1) {
        let labels = painted_as::<u8>(py, scanned, shape, is_reversed)?;
        return Ok((labels.call_method1("view", ("bool",))?, count));
    }
    let is_short = found <= u32::from(u16::MAX);
    let dtype = dtype
        .unwrap_or_else(|| if is_short { self::dtype::<u16>(py) } else { self::dtype::<u32>(py) });
    with_type!(dtype, L => Ok((painted_as::<L>(py, scanned, shape, is_reversed)?, count)))
}

fn painted_as<'py, L: Label + Element>(
    py: Python<'py>,
    scanned: Option<Scanned<'_>>,
    shape: &[usize],
    is_reversed: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let labels: Bound<'py, PyArrayDyn<L>> = empty(py, shape)?;
    if let Some(scanned) = scanned {
        let mut borrowed = labels.try_readwrite()?;
        let pixels = borrowed.as_slice_mut().map_err(value_error)?;
        py.detach(|| scanned.paint(pixels)).map_err(Exception::exception)?;
    }
    in_order(is_reversed, labels.into_any())
}
