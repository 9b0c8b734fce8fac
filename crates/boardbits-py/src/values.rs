//! Label images of images of numbers.

use cc_table::labeling::{Label, Value};
use numpy::prelude::*;
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyReadonlyArray2, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::array::{aligned, connectivity, empty, value_error};
use crate::label::LABELER;

/// Labels the components of an image of integers: pixels of the same value are connected.
///
/// The components count from 1 in raster order (that of their first pixels, row by row); pixels of value 0 are background and
/// get the label 0.
///
/// Parameters
/// ----------
/// image : ndarray of integers, height × width
/// connectivity : 4 or 8
///     4: pixels touch by an edge; 8: by an edge or a corner. scikit-image's 1 and 2 mean the same.
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
#[pyo3(signature = (image, connectivity=8, *, dtype=None, return_num=false))]
pub(crate) fn label_values<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    dtype: Option<&Bound<'py, PyAny>>,
    return_num: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = aligned("image", image, "integers")?;
    if array.ndim() != 2 {
        return Err(PyValueError::new_err(format!(
            "image must have 2 dimensions, found {}",
            array.ndim()
        )));
    }
    let wanted = match dtype {
        Some(dtype) => PyArrayDescr::new(py, dtype.clone())?,
        None => self::dtype::<u32>(py),
    };
    // NumPy converts other byte orders and strides.
    macro_rules! of_type {
        ($($value:ty)*) => {
            $(if array.dtype().is_equiv_to(&self::dtype::<$value>(py)) {
                let values = array.extract::<PyReadonlyArray2<'py, $value>>()?;
                return label_typed(values, connectivity, &wanted, return_num);
            })*
        };
    }
    of_type!(u8 i8 u16 i16 u32 i32 u64 i64);
    Err(PyTypeError::new_err(format!(
        "image must have integers of the native byte order, found {}",
        array.dtype()
    )))
}

/// [`label_values`] of pixels of type `V`.
fn label_typed<'py, V: Value + Element + Sync>(
    values: PyReadonlyArray2<'py, V>,
    connectivity: u8,
    wanted: &Bound<'py, PyArrayDescr>,
    return_num: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = values.py();
    let is = |descr: Bound<'py, PyArrayDescr>| wanted.is_equiv_to(&descr);
    let (labels, count) = if is(dtype::<u16>(py)) {
        label_as::<V, u16>(values, connectivity)?
    } else if is(dtype::<u32>(py)) {
        label_as::<V, u32>(values, connectivity)?
    } else if is(dtype::<i32>(py)) {
        label_as::<V, i32>(values, connectivity)?
    } else if is(dtype::<i64>(py)) {
        label_as::<V, i64>(values, connectivity)?
    } else if is(dtype::<u64>(py)) {
        label_as::<V, u64>(values, connectivity)?
    } else {
        return Err(PyTypeError::new_err(format!(
            "dtype must be uint16, uint32, int32, int64 or uint64, found {wanted}"
        )));
    };
    Ok(if return_num { (labels, count).into_pyobject(py)?.into_any() } else { labels })
}

/// [`label_values`] with labels of type `L`.
fn label_as<'py, V: Value + Element + Sync, L: Label + Element>(
    values: PyReadonlyArray2<'py, V>,
    connectivity: u8,
) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let connectivity = self::connectivity(connectivity)?;
    let py = values.py();
    let view = values.as_array();
    let (height, width) = view.dim();
    let labels: Bound<'py, PyArrayDyn<L>> = empty(py, &[height, width])?;
    let mut count = 0;
    if height * width > 0 {
        let mut borrowed = labels.try_readwrite()?;
        let labels = borrowed.as_slice_mut().map_err(value_error)?;
        let labeled = py.detach(|| {
            // Rows one after the other; a copy if the array has other strides.
            let pixels = view.as_standard_layout();
            let pixels = pixels.as_slice().unwrap_or_default();
            LABELER.with_borrow_mut(|labeler| {
                labeler.label_values(pixels, width, connectivity, labels)
            })
        });
        count = labeled.map_err(value_error)?;
    }
    Ok((labels.into_any(), count))
}
