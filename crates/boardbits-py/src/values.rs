//! Label images of images of numbers.

use cc_label::__private::Label;
use cc_label::Scanned;
use numpy::prelude::*;
use numpy::{Element, PyArrayDescr, PyArrayDyn, PyReadonlyArrayDyn, dtype};
use pyo3::prelude::*;

use crate::array::{
    Input, Order, connectivity_of, empty, in_native, in_order_of_memory, is_reversed, size,
    with_value,
};
use crate::label::{in_order, with_labeler, with_type};
use crate::number;
use crate::query::{Exception, value_error};

/// Labels components when their number is known: of equal values, or if `binary` of pixels that are
/// not 0. Labels are uint16 if that is enough, else uint32, unless there is a `dtype`. If there are
/// more than `largest` components, that many are left, the largest one last, or only whether a pixel
/// is in it if it is 1. With `by_size`, components of equal values are numbered by descending size.
/// Returns the labels and their number.
#[pyfunction]
#[pyo3(signature = (image, connectivity=None, *, binary=false, dtype=None, largest=None, by_size=false))]
pub(crate) fn label_counted<'py>(
    image: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = number::connectivity)] connectivity: Option<i64>,
    binary: bool,
    dtype: Option<&Bound<'py, PyAny>>,
    largest: Option<usize>,
    by_size: bool,
) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let py = image.py();
    let wanted = dtype.map(|dtype| PyArrayDescr::new(py, dtype.clone())).transpose()?;
    if binary {
        let input = Input::new("image", image, None, Order::Memory)?;
        let (connectivity, shape) = (input.connectivity(connectivity)?, input.shape());
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
    let axes = if array.ndim() == 1 { 2 } else { array.ndim() };
    let connectivity = connectivity_of("image", axes, connectivity)?;
    let mut shape = array.shape().to_vec();
    let reversed = is_reversed(&array);
    if reversed {
        shape.reverse();
    }
    with_value!(array, "image", V => {
        if array.is_empty() {
            return painted(py, None, &shape, reversed, wanted, largest);
        }
        let values = array.extract::<PyReadonlyArrayDyn<'_, V>>()?;
        let (size, values) = (size(&array), values.as_slice().map_err(value_error)?);
        with_labeler(1, |labeler| {
            let mut scanned = py
                .detach(|| labeler.scan_values(values, size, V::default(), connectivity))
                .map_err(Exception::exception)?;
            if by_size {
                py.detach(|| scanned.sort_by_size());
            }
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
