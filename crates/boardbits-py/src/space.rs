//! Distances in space: volumes that are NumPy arrays of free cells, plane × row × column.

use king_paths::grid::{SpaceStep, Volume, VolumeDistances, Voxel};
use numpy::Ix3;
use numpy::ndarray::ArrayView1;
use numpy::prelude::*;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

use crate::array::{self, empty, value_error};
use crate::query::{Exception, run};

/// Parses the name of a kind of steps.
fn step_kind(name: &str) -> PyResult<SpaceStep> {
    match name {
        "orthogonal" => Ok(SpaceStep::Faces),
        "edges" => Ok(SpaceStep::Edges),
        "king" => Ok(SpaceStep::Corners),
        "no-edge-cut" => Ok(SpaceStep::NoEdgeCut),
        "no-corner-cut" => Ok(SpaceStep::NoCornerCut),
        _ => Err(PyValueError::new_err(format!(
            "steps in space must be 'orthogonal', 'edges', 'king', 'no-edge-cut' or \
             'no-corner-cut', found '{name}'"
        ))),
    }
}

/// The volume of an array of free cells.
fn volume(py: Python<'_>, free: &Bound<'_, PyAny>) -> PyResult<Volume> {
    const WANTED: &str = "1 where a cell is free and 0 elsewhere";
    let free = array::cells::<u8, Ix3>("free", free, (0, 1), WANTED, None)?;
    let free = free.as_array();
    let (depth, height, width) = free.dim();
    let volume =
        py.detach(|| Volume::from_fn(width, height, depth, |x, y, z| free[[z, y, x]] != 0));
    volume.map_err(Exception::exception)
}

/// The cells of an argument: a triple (plane, row, column), triples, or a boolean array like the
/// volume.
fn voxels(name: &str, object: &Bound<'_, PyAny>, volume: &Volume) -> PyResult<Vec<Voxel>> {
    let (width, height, depth) = volume.size();
    let triples = array::points(name, object, &[depth, height, width])?;
    let voxel = |cell: ArrayView1<'_, i64>| (cell[2] as usize, cell[1] as usize, cell[0] as usize);
    Ok(triples.as_array().rows().into_iter().map(voxel).collect())
}

/// An array of int32 with the distances, -1 for cells that cannot be reached.
fn field<'py>(
    py: Python<'py>,
    (width, height, depth): Voxel,
    found: &VolumeDistances,
) -> PyResult<Bound<'py, PyAny>> {
    if py.detach(|| found.max()) > Some(i32::MAX as u32) {
        return Err(PyOverflowError::new_err("a distance does not fit int32"));
    }
    let array = empty::<i32>(py, &[depth, height, width])?;
    {
        let mut writable = array.try_readwrite()?;
        let values = writable.as_slice_mut().map_err(value_error)?;
        py.detach(|| {
            for (row, values) in values.chunks_mut(width).enumerate() {
                let steps = found.row(row % height, row / height).into_iter().flatten();
                for (value, steps) in values.iter_mut().zip(steps) {
                    *value = steps.map_or(-1, |steps| steps as i32);
                }
            }
        });
    }
    Ok(array.into_any())
}

#[pyfunction]
pub(crate) fn distances_in_space<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    steps: &str,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, volume) = (step_kind(steps)?, volume(py, free)?);
    let (from, size) = (voxels("start", start, &volume)?, volume.size());
    let found = run(
        py,
        timeout,
        |limits| volume.try_distances(&from, kind, limits),
        |py, found| field(py, size, &found),
    )?;
    field(py, size, &found)
}
