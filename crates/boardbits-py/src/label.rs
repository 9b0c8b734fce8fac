//! Label images.

use std::cell::RefCell;

use cc_table::Connectivity;
use cc_table::image::{BitmapBuf, BitmapError, Label, Labeler, count as count_components};
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArrayDescr, PyArrayDyn, PyUntypedArray, dtype};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::array::{Input, connectivity, empty, value_error};

thread_local! {
    /// Its memory is reused: the first touch of new pages takes longer than a scan.
    pub(crate) static LABELER: RefCell<Labeler> = const { RefCell::new(Labeler::new()) };
}

/// Labels the connected components of an image.
///
/// The components count from 1 in raster order (that of their first pixels, row by row); unset pixels are 0.
///
/// Parameters
/// ----------
/// image : ndarray of bool or uint8, height × width, or count × height × width
///     A pixel is set if it is not 0, or greater than `threshold`. Images of a stack are labeled one by one.
/// connectivity : 4 or 8
///     4: pixels touch by an edge; 8: by an edge or a corner. scikit-image's 1 and 2 mean the same.
/// threshold : float, optional
///     Pixels greater than this are set.
/// dtype : uint16, uint32, int32, int64 or uint64, optional
///     By default, the smallest of uint16 and uint32 that has a label for each component that an image of this shape can
///     have.
/// out : ndarray, optional
///     Where the labels are written: an array of the same shape, C-contiguous.
/// return_num : bool
///     Also return the number of components (an array for a stack).
/// width : int, optional
///     `image` holds packed bits of images of this width: ``numpy.packbits(image, axis=-1)``.
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
    image, connectivity=8, *, threshold=None, dtype=None, out=None, return_num=false, width=None
))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn label<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    threshold: Option<f64>,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    return_num: bool,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::new("image", image, threshold, width)?;
    let connectivity = self::connectivity(connectivity)?;
    let wanted = match (dtype, out) {
        (Some(dtype), _) => PyArrayDescr::new(py, dtype.clone())?,
        (None, Some(out)) => array(out, "out")?.dtype(),
        (None, None) if largest_count(input.frame(), connectivity) <= usize::from(u16::MAX) => {
            self::dtype::<u16>(py)
        }
        (None, None) => self::dtype::<u32>(py),
    };
    let is = |descr: Bound<'py, PyArrayDescr>| wanted.is_equiv_to(&descr);
    let (labels, counts) = if is(self::dtype::<u16>(py)) {
        label_as::<u16>(py, &input, connectivity, out)?
    } else if is(self::dtype::<u32>(py)) {
        label_as::<u32>(py, &input, connectivity, out)?
    } else if is(self::dtype::<i32>(py)) {
        label_as::<i32>(py, &input, connectivity, out)?
    } else if is(self::dtype::<i64>(py)) {
        label_as::<i64>(py, &input, connectivity, out)?
    } else if is(self::dtype::<u64>(py)) {
        label_as::<u64>(py, &input, connectivity, out)?
    } else {
        return Err(PyTypeError::new_err(format!(
            "dtype must be uint16, uint32, int32, int64 or uint64, found {wanted}"
        )));
    };
    if !return_num {
        return Ok(labels);
    }
    let counts = numbers(py, &input, counts)?;
    Ok((labels, counts).into_pyobject(py)?.into_any())
}

/// Returns the number of connected components of an image, or of each image of a stack.
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
#[pyo3(signature = (image, connectivity=8, *, threshold=None, width=None))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    threshold: Option<f64>,
    width: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::new("image", image, threshold, width)?;
    let connectivity = self::connectivity(connectivity)?;
    let view = input.view();
    let [height, width] = input.frame();
    if height * width == 0 {
        return numbers(py, &input, vec![0; input.stack().unwrap_or(1)]);
    }
    let counts = py.detach(|| {
        let counts = view.bitmaps();
        let counts =
            counts.map(|image| Ok(count_components(image?.as_bitmap(), connectivity) as u64));
        counts.collect::<Result<_, BitmapError>>()
    });
    numbers(py, &input, counts.map_err(value_error)?)
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

/// The largest number of components that an image of this height and width can have.
fn largest_count([height, width]: [usize; 2], connectivity: Connectivity) -> usize {
    match connectivity {
        Connectivity::Four => (height * width).div_ceil(2),
        Connectivity::Eight => height.div_ceil(2) * width.div_ceil(2),
    }
}

fn array<'a, 'py>(
    object: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, PyUntypedArray>> {
    object.cast::<PyUntypedArray>().map_err(|_| {
        PyTypeError::new_err(format!("{name} must be a NumPy array, found {}", object.get_type()))
    })
}

/// Labels all images with labels of type `L`, and counts the components of each.
fn label_as<'py, L: Label + Element>(
    py: Python<'py>,
    input: &Input<'py>,
    connectivity: Connectivity,
    out: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyAny>, Vec<u64>)> {
    let shape = input.shape();
    let labels = match out {
        Some(out) => {
            let out = out.cast::<PyArrayDyn<L>>().map_err(|_| {
                PyTypeError::new_err(format!("out must have the dtype {}", dtype::<L>(py)))
            })?;
            // `as_slice_mut` also accepts the order of Fortran, which would transpose the labels.
            if out.shape() != shape || !out.is_c_contiguous() {
                return Err(PyValueError::new_err(format!(
                    "out must be C-contiguous and have the shape {shape:?}, found {:?}",
                    out.shape()
                )));
            }
            out.clone()
        }
        None => empty::<L>(py, &shape)?,
    };
    let [height, width] = input.frame();
    let counts = match height * width {
        0 => vec![0; input.stack().unwrap_or(1)],
        pixels => {
            let mut borrowed = labels.try_readwrite()?;
            let labels = borrowed.as_slice_mut().map_err(value_error)?;
            let view = input.view();
            let counts: Result<_, BitmapError> = py.detach(|| {
                let label = |(image, labels): (Result<BitmapBuf, BitmapError>, &mut [L])| {
                    LABELER.with_borrow_mut(|labeler| {
                        let count = labeler.label(image?.as_bitmap(), connectivity, labels)?;
                        Ok(u64::from(count))
                    })
                };
                view.bitmaps().zip(labels.chunks_mut(pixels)).map(label).collect()
            });
            counts.map_err(value_error)?
        }
    };
    Ok((labels.into_any(), counts))
}
