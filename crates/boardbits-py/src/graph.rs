//! Labels of a graph on the pixels of an image or a volume, each with a bit for some neighbors.

use numpy::ndarray::Array3;
use numpy::{IntoPyArray, PyReadonlyArray3};
use pyo3::prelude::*;

use crate::array::value_error;
use crate::query::Deadline;

/// Finds the smallest pixel of the set, and halves the path on the way.
fn find(parents: &mut [u32], mut pixel: u32) -> u32 {
    while parents[pixel as usize] != pixel {
        let grandparent = parents[parents[pixel as usize] as usize];
        parents[pixel as usize] = grandparent;
        pixel = grandparent;
    }
    pixel
}

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
    let (graph, set) = (graph.as_array(), set.as_array());
    let (depth, height, width) = graph.dim();
    let sides = [depth, height, width];
    let pixels = u32::try_from(graph.len())
        .map_err(|_| value_error("a graph must have fewer than 2^32 pixels"))?;
    let labeled = py.detach(|| -> PyResult<_> {
        let (mut parents, mut seen) = ((0..pixels).collect::<Vec<_>>(), 0);
        for (pixel, ((z, y, x), &bits)) in graph.indexed_iter().enumerate() {
            Deadline::default().check_after(&mut seen, 1)?;
            if !set[[z, y, x]] {
                continue;
            }
            for &(bit, offset) in &directions {
                let mut at = [z, y, x];
                let mut is_inside = true;
                for axis in 0..3 {
                    let side = sides[axis] as isize;
                    let place = at[axis] as isize + offset[axis];
                    is_inside &= periodic || (0..side).contains(&place);
                    at[axis] = place.rem_euclid(side) as usize;
                }
                if bits & bit == 0 || !is_inside || !set[at] {
                    continue;
                }
                let other = (at[0] * height + at[1]) * width + at[2];
                let (a, b) = (find(&mut parents, pixel as u32), find(&mut parents, other as u32));
                parents[a.max(b) as usize] = a.min(b);
            }
        }
        let mut labels = Array3::<u32>::zeros((depth, height, width));
        let mut count = 0;
        let slice = labels.as_slice_mut().expect("a new array is contiguous");
        for (pixel, &is_set) in set.iter().enumerate() {
            if is_set {
                let root = find(&mut parents, pixel as u32) as usize;
                if root == pixel {
                    count += 1;
                    slice[pixel] = count;
                } else {
                    slice[pixel] = slice[root];
                }
            }
        }
        Ok((labels, count))
    });
    let (labels, count) = labeled?;
    Ok((labels.into_pyarray(py).into_any(), count))
}
