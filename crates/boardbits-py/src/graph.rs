//! Labels of a graph on the pixels of an image or a volume, each with a bit for some neighbors.

use cc_label::__private::label_graph as label_graph_of;
use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyReadonlyArray3};
use pyo3::prelude::*;

use crate::query::value_error;

/// Labels the components of the pixels that are `set`. Each is connected to its neighbor in a
/// direction, by plane, row and column, if it has the bit of the direction. With `periodic`, pixels
/// at opposite borders are neighbors. Components count from 1 in raster order.
#[pyfunction]
pub(crate) fn label_graph<'py>(
    py: Python<'py>,
    graph: PyReadonlyArray3<'py, u32>,
    set: PyReadonlyArray3<'py, bool>,
    directions: Vec<(u32, [isize; 3])>,
    periodic: bool,
) -> PyResult<(Bound<'py, PyAny>, u32)> {
    let (depth, height, width) = graph.as_array().dim();
    if u32::try_from(graph.as_array().len()).is_err() {
        return Err(value_error("a graph must have fewer than 2^32 pixels"));
    }
    let (graph, set) =
        (graph.as_slice().map_err(value_error)?, set.as_slice().map_err(value_error)?);
    let mut labels = Array3::<u32>::zeros((depth, height, width));
    let to = labels.as_slice_mut().expect("a new array is contiguous");
    let size = [depth, height, width];
    let count = py.detach(|| label_graph_of(graph, set, size, &directions, periodic, to));
    Ok((labels.into_pyarray(py).into_any(), count))
}
