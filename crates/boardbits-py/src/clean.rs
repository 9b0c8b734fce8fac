//! Cleaning and neighbors: components that are kept, holes that are filled, labels that touch.

use cc_table::Connectivity;
use cc_table::Limits;
use cc_table::bitboard_core::TryError;
use cc_table::labeling::{BitmapError, Keep, Labeler, Neighbors, Value, try_contacts};
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArrayDyn, PyReadonlyArrayDyn, PyUntypedArray, dtype};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;

use crate::array::{Adjacent, aligned, is_reversed, untyped, value_error};
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
///     in raster order are kept.
/// border : bool, optional
///     True: only components that touch the border of the image; False: only those that do not.
/// per_value : bool
///     `largest` is the number for each value of `image`.
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
    per_value=false
))]
pub(crate) fn keep<'py>(
    image: &Bound<'py, PyAny>,
    connectivity: Option<u8>,
    min_size: u64,
    max_size: Option<u64>,
    largest: Option<usize>,
    border: Option<bool>,
    per_value: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array = aligned("image", image, "bool or integers")?;
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
    if array.dtype().kind() != b'b' {
        let order = if is_reversed(&array) { "F" } else { "C" };
        let copy = array.call_method1(intern!(array.py(), "copy"), (order,))?;
        return retain(copy.cast_into()?, adjacent, keep);
    }
    let kept = retain(compared(&array, CompareOp::Ne)?, adjacent, keep)?;
    kept.call_method1(intern!(array.py(), "view"), (dtype::<bool>(array.py()),))
}

/// Fills the holes of an image, or the cavities of a volume.
///
/// Returns an array of bool with the pixels of `image` that are not 0 and those of its holes: of components of other pixels
/// that do not touch the border.
///
/// Parameters
/// ----------
/// image : ndarray of bool or integers, height × width or depth × height × width
/// connectivity : 4 or 8, or 6, 18 or 26
///     That of set pixels, as in `label`. With 4, holes are connected by corners too, with 6 by edges and corners; otherwise
///     by faces only.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> import boardbits
/// >>> boardbits.fill_holes(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])).all()
/// np.True_
#[pyfunction]
#[pyo3(signature = (image, connectivity=None))]
pub(crate) fn fill_holes<'py>(
    image: &Bound<'py, PyAny>,
    connectivity: Option<u8>,
) -> PyResult<Bound<'py, PyAny>> {
    let array = untyped("image", image, "bool or integers")?;
    let background = match Adjacent::new("image", array.ndim(), connectivity)? {
        Adjacent::Pixels(Connectivity::Four) => Adjacent::Pixels(Connectivity::Eight),
        Adjacent::Pixels(Connectivity::Eight) => Adjacent::Pixels(Connectivity::Four),
        Adjacent::Voxels(Neighbors::Six) => Adjacent::Voxels(Neighbors::TwentySix),
        Adjacent::Voxels(_) => Adjacent::Voxels(Neighbors::Six),
    };
    let outside = retain(compared(array, CompareOp::Eq)?, background, Keep::touching_border())?;
    outside.rich_compare(0, CompareOp::Eq)
}

/// Whether the elements are 0, or are not, as new bytes in the order of C or Fortran.
fn compared<'py>(
    array: &Bound<'py, PyUntypedArray>,
    operator: CompareOp,
) -> PyResult<Bound<'py, PyUntypedArray>> {
    let (py, found) = (array.py(), array.dtype());
    if !matches!(found.kind(), b'b' | b'i' | b'u') {
        let message = format!("image must be bool or integers, found {found}");
        return Err(PyTypeError::new_err(message));
    }
    let order = if is_reversed(array) { "F" } else { "C" };
    let compared = array.as_any().rich_compare(0, operator)?;
    Ok(compared.call_method1(intern!(py, "astype"), (dtype::<u8>(py), order))?.cast_into()?)
}

/// Keeps components of an array in the order of C or Fortran, and returns it.
fn retain<'py>(
    array: Bound<'py, PyUntypedArray>,
    adjacent: Adjacent,
    keep: Keep,
) -> PyResult<Bound<'py, PyAny>> {
    with_value!(array, "image", V => retain_in::<V>(array.as_any(), adjacent, keep))
}

fn retain_in<'py, V: Value + Element>(
    array: &Bound<'py, PyAny>,
    adjacent: Adjacent,
    keep: Keep,
) -> PyResult<Bound<'py, PyAny>> {
    let values = array.cast::<PyArrayDyn<V>>().map_err(PyErr::from)?;
    let (size, mut borrowed) = (size(values.as_untyped()), values.try_readwrite()?);
    let pixels = borrowed.as_slice_mut().map_err(value_error)?;
    if !pixels.is_empty() {
        let mut labeler = Labeler::new();
        let query = |limits: &Limits<'_>| -> Result<usize, TryError<BitmapError, u64>> {
            match adjacent {
                Adjacent::Pixels(connectivity) => {
                    labeler.try_retain_values(pixels, size.0, connectivity, keep, limits)
                }
                Adjacent::Voxels(neighbors) => {
                    let none = V::default();
                    labeler.try_retain_volume_values(pixels, size, none, neighbors, keep, limits)
                }
            }
        };
        run(array.py(), None, query, nothing)?;
    }
    Ok(array.clone())
}

/// Width, height and depth in the order of memory. The depth of an image is 1.
fn size(array: &Bound<'_, PyUntypedArray>) -> (usize, usize, usize) {
    match (array.shape(), is_reversed(array)) {
        (&[width, height, depth], true) | (&[depth, height, width], false) => {
            (width, height, depth)
        }
        (shape, _) => (shape[1], shape[0], 1),
    }
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
    connectivity: Option<u8>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let array = aligned("labels", labels, "integers")?;
    let neighbors = match Adjacent::new("labels", array.ndim(), connectivity)? {
        Adjacent::Pixels(Connectivity::Four) => Neighbors::Six,
        Adjacent::Pixels(Connectivity::Eight) => Neighbors::Eighteen,
        Adjacent::Voxels(neighbors) => neighbors,
    };
    let is_contiguous = array.is_c_contiguous() || is_reversed(&array);
    // NumPy raises if there is no memory for the copy.
    let array = if is_contiguous { array } else { array.call_method0("copy")?.cast_into()? };
    let size = size(&array);
    with_value!(array, "labels", V => {
        contacts_of(array.extract::<PyReadonlyArrayDyn<'py, V>>()?, size, neighbors)
    })
}

fn contacts_of<'py, V: Value + Element + Sync>(
    labels: PyReadonlyArrayDyn<'py, V>,
    size: (usize, usize, usize),
    neighbors: Neighbors,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let (py, labels) = (labels.py(), labels.as_slice().map_err(value_error)?);
    let query = |limits: &Limits<'_>| try_contacts(labels, size, neighbors, limits);
    let found = if labels.is_empty() { Vec::new() } else { run(py, None, query, nothing)? };
    let pairs = Array2::from_shape_fn((found.len(), 2), |(row, column)| {
        [found[row].labels.0, found[row].labels.1][column]
    });
    let faces: Vec<u64> = found.iter().map(|contact| contact.faces).collect();
    Ok((pairs.into_pyarray(py).into_any(), faces.into_pyarray(py).into_any()))
}
