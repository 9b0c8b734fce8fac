//! Label images of images of numbers.

use cc_table::labeling::{Label, Value};
use numpy::prelude::*;
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyReadonlyArrayDyn, dtype};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::array::{Adjacent, aligned, empty, is_reversed, value_error};
use crate::label::{LABELER, in_order};
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
        // NumPy converts other byte orders.
        let wanted = match found.kind() {
            b'i' | b'u' => "have integers of the native byte order",
            _ => "be an array of integers",
        };
        Err(pyo3::exceptions::PyTypeError::new_err(format!(
            concat!($name, " must {}, found {}"),
            wanted, found
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
#[pyo3(signature = (image, connectivity=None, *, dtype=None, return_num=false))]
pub(crate) fn label_values<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: Option<u8>,
    dtype: Option<&Bound<'py, PyAny>>,
    return_num: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = aligned("image", image, "integers")?;
    let axes = if array.ndim() == 1 { 2 } else { array.ndim() };
    let adjacent = Adjacent::new("image", axes, connectivity)?;
    let wanted = match dtype {
        Some(dtype) => PyArrayDescr::new(py, dtype.clone())?,
        None => self::dtype::<u32>(py),
    };
    with_value!(array, "image", V => {
        let values = array.extract::<PyReadonlyArrayDyn<'py, V>>()?;
        label_typed(values, adjacent, &wanted, return_num)
    })
}

/// [`label_values`] of pixels of type `V`.
fn label_typed<'py, V: Value + Element + Sync>(
    values: PyReadonlyArrayDyn<'py, V>,
    adjacent: Adjacent,
    wanted: &Bound<'py, PyArrayDescr>,
    return_num: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = values.py();
    let is = |descr: Bound<'py, PyArrayDescr>| wanted.is_equiv_to(&descr);
    let (labels, count) = if is(dtype::<u16>(py)) {
        label_as::<V, u16>(values, adjacent)?
    } else if is(dtype::<u32>(py)) {
        label_as::<V, u32>(values, adjacent)?
    } else if is(dtype::<i32>(py)) {
        label_as::<V, i32>(values, adjacent)?
    } else if is(dtype::<i64>(py)) {
        label_as::<V, i64>(values, adjacent)?
    } else if is(dtype::<u64>(py)) {
        label_as::<V, u64>(values, adjacent)?
    } else {
        return Err(PyTypeError::new_err(format!(
            "dtype must be uint16, uint32, int32, int64 or uint64, found {wanted}"
        )));
    };
    Ok(if return_num { (labels, count).into_pyobject(py)?.into_any() } else { labels })
}

/// [`label_values`] with labels of type `L`.
fn label_as<'py, V: Value + Element + Sync, L: Label + Element>(
    values: PyReadonlyArrayDyn<'py, V>,
    adjacent: Adjacent,
) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let py = values.py();
    let is_reversed = is_reversed(values.as_untyped());
    let view = values.as_array();
    let view = if is_reversed { view.reversed_axes() } else { view };
    let labels: Bound<'py, PyArrayDyn<L>> = empty(py, view.shape())?;
    let mut count = 0;
    if !view.is_empty() {
        let mut borrowed = labels.try_readwrite()?;
        let labels = borrowed.as_slice_mut().map_err(value_error)?;
        let labeled = py.detach(|| {
            // Rows one after the other; a copy if the array has other strides.
            let pixels = view.as_standard_layout();
            let pixels = pixels.as_slice().unwrap_or_default();
            LABELER.with_borrow_mut(|labeler| match (adjacent, view.shape()) {
                (Adjacent::Voxels(neighbors), &[depth, height, width]) => {
                    let size = (width, height, depth);
                    labeler.label_values(pixels, size, V::default(), neighbors, labels)
                }
                (Adjacent::Pixels(connectivity), &[.., width]) => {
                    let size = (width, pixels.len() / width);
                    labeler.label_values(pixels, size, V::default(), connectivity, labels)
                }
                _ => unreachable!("the connectivity is that of the dimensions"),
            })
        });
        count = labeled.map_err(Exception::exception)?;
    }
    Ok((in_order(is_reversed, labels.into_any())?, count))
}
