//! Label images.

use std::cell::RefCell;

use cc_table::Connectivity;
use cc_table::Limits;
use cc_table::bitboard_core::limits::unlimited_fallible;
use cc_table::labeling::{
    BitmapBuf, BitmapError, Component, Label, Labeler, Measure, Moments, WithEuler,
    count as count_components,
};
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArrayDescr, PyArrayDyn, dtype as dtype_of};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::array::{Input, connectivity, empty, is_aligned, untyped, value_error};
use crate::properties::{Column, Region, bitmap, columns_of, table_with};

thread_local! {
    /// Its memory is reused: the first touch of new pages takes longer than a scan.
    pub(crate) static LABELER: RefCell<Labeler> = const { RefCell::new(Labeler::new()) };
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
        (None, None) if largest_count(input.frame(), connectivity) <= usize::from(u16::MAX) => {
            Ok(dtype_of::<u16>(py))
        }
        (None, None) => Ok(dtype_of::<u32>(py)),
    }
}

/// Evaluates an expression for the type of labels that a dtype means.
macro_rules! with_type {
    ($py:expr, $dtype:expr, $label:ident => $value:expr) => {
        with_type!($py, $dtype, $label => $value; u16, u32, i32, i64, u64)
    };
    ($py:expr, $dtype:expr, $label:ident => $value:expr; $first:ty $(, $rest:ty)*) => {
        if $dtype.is_equiv_to(&dtype_of::<$first>($py)) {
            type $label = $first;
            $value
        } else {
            with_type!($py, $dtype, $label => $value; $($rest),*)
        }
    };
    ($py:expr, $dtype:expr, $label:ident => $value:expr;) => {
        return Err(PyTypeError::new_err(format!(
            "dtype must be uint16, uint32, int32, int64 or uint64, found {}",
            $dtype
        )))
    };
}

/// Labels the connected components of an image.
///
/// The components count from 1 in raster order (that of their first pixels, row by row); unset pixels are 0.
///
/// Parameters
/// ----------
/// image : ndarray of bool or uint8, height × width
///     A pixel is set if it is not 0, or greater than `threshold`.
/// connectivity : 4 or 8
///     4: pixels touch by an edge; 8: by an edge or a corner. scikit-image's 1 and 2 mean the same.
/// threshold : float, optional
///     Pixels greater than this are set. (``boardbits label --threshold`` sets those of at least its value.)
/// dtype : uint16, uint32, int32, int64 or uint64, optional
///     By default, the smallest of uint16 and uint32 that has a label for each component that an image of this shape can
///     have.
/// out : ndarray, optional
///     Where the labels are written: an array of the same shape, C-contiguous and aligned.
/// return_num : bool
///     Also return the number of components (an array for a stack).
/// width : int, optional
///     `image` holds packed bits of images of this width: ``numpy.packbits(image, axis=-1)``.
///     Bits after the width are ignored.
/// stack : bool
///     `image` is a stack, count × height × width, of images that are labeled one by one. Volumes
///     are not supported yet.
/// threads : int
///     The most threads; 0: one for each core. The labels do not depend on it, and small images use one.
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
    image, connectivity=8, *, threshold=None, dtype=None, out=None, return_num=false, width=None,
    stack=false, threads=1
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
    stack: bool,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::new("image", image, threshold, width, stack)?;
    let connectivity = self::connectivity(connectivity)?;
    let wanted = wanted(py, &input, connectivity, dtype, out)?;
    let (labels, counts) = with_type!(py, wanted, L => {
        label_as::<L>(py, &input, connectivity, out, threads)?
    });
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
#[pyo3(signature = (image, connectivity=8, *, threshold=None, width=None, stack=false))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    threshold: Option<f64>,
    width: Option<usize>,
    stack: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let input = Input::new("image", image, threshold, width, stack)?;
    let connectivity = self::connectivity(connectivity)?;
    let view = input.view();
    let [height, width] = input.frame();
    if height * width == 0 {
        return numbers(py, &input, vec![0; input.stack().unwrap_or(1)]);
    }
    let counts = py.detach(|| {
        let counts = view.bitmaps();
        let counts = counts.map(|image| Ok(count_components(&image?, connectivity) as u64));
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
            } else if !is_aligned(array)? {
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
) -> PyResult<(Bound<'py, PyAny>, Vec<u64>)> {
    let labels = output::<L>(py, &input.shape(), out)?;
    let [height, width] = input.frame();
    let counts = match height * width {
        0 => vec![0; input.stack().unwrap_or(1)],
        pixels => {
            let mut borrowed = labels.try_readwrite()?;
            let labels = borrowed.as_slice_mut().map_err(value_error)?;
            let view = input.view();
            let counts: Result<_, BitmapError> = py.detach(|| {
                let label = |(image, labels): (Result<BitmapBuf, BitmapError>, &mut [L])| {
                    let image = image?;
                    let image = image.as_bitmap();
                    let label = |limits: &Limits<'_>| {
                        LABELER.with_borrow_mut(|labeler| {
                            labeler.try_label_on_threads(
                                image,
                                connectivity,
                                labels,
                                threads,
                                limits,
                            )
                        })
                    };
                    unlimited_fallible(label).map(u64::from)
                };
                view.bitmaps().zip(labels.chunks_mut(pixels)).map(label).collect()
            });
            counts.map_err(value_error)?
        }
    };
    Ok((labels.into_any(), counts))
}

/// Labels the connected components of an image and measures them, in one scan.
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
        image, connectivity=8, properties=None, *, threshold=None, dtype=None, out=None, width=None
    ),
    text_signature = "(image, connectivity=8, properties=('label', 'area', 'bbox', 'centroid'), *, threshold=None, dtype=None, out=None, width=None)"
)]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub(crate) fn label_and_components<'py>(
    py: Python<'py>,
    image: &Bound<'py, PyAny>,
    connectivity: u8,
    properties: Option<&Bound<'py, PyAny>>,
    threshold: Option<f64>,
    dtype: Option<&Bound<'py, PyAny>>,
    out: Option<&Bound<'py, PyAny>>,
    width: Option<usize>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
    let input = Input::new("image", image, threshold, width, false)?;
    let connectivity = self::connectivity(connectivity)?;
    let columns = columns_of(properties)?;
    let wanted = wanted(py, &input, connectivity, dtype, out)?;
    let query = Query { input: &input, connectivity, columns: &columns };
    Ok(with_type!(py, wanted, L => {
        if columns.iter().any(|(_, column)| column.needs_more_than_sums()) {
            query.run::<L, WithEuler<Moments>>(py, out)?
        } else {
            query.run::<L, Component>(py, out)?
        }
    }))
}

/// What [`label_and_components`] is asked for.
struct Query<'a, 'py> {
    input: &'a Input<'py>,
    connectivity: Connectivity,
    columns: &'a [(&'static str, Column)],
}

impl<'py> Query<'_, 'py> {
    fn run<L: Label + Element, M: Measure<Connectivity = Connectivity> + Region + Send>(
        &self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
        let image = bitmap(self.input, py)?;
        let labels = output::<L>(py, &self.input.shape(), out)?;
        let mut found: Vec<M> = Vec::new();
        if let Some(image) = image {
            let mut borrowed = labels.try_readwrite()?;
            let labels = borrowed.as_slice_mut().map_err(value_error)?;
            let connectivity = self.connectivity;
            let done = py.detach(|| {
                LABELER.with_borrow_mut(|labeler| {
                    labeler.label_and_measure(&image, connectivity, labels, &mut found)
                })
            });
            done.map_err(value_error)?;
        }
        Ok((labels.into_any(), table_with(py, &found, self.columns)?))
    }
}
