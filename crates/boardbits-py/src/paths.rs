//! Shortest paths and tours on grids that are NumPy arrays of free cells.
//!
//! Python names cells (row, column), the crate (x, y): [`points`] and [`cells`] exchange them.

use std::time::Instant;

use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, OctileCost, Point, StepKind,
};
use king_paths::{Limits, TryError};
use knight_tours::Tours;
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArray2, PyReadonlyArray2, PyUntypedArray, dtype};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::{Cells, empty, refuse_mask, value_error, wrong_cell};
use crate::query::{Exception, check_signals, nothing, run, run_apart};

/// Parses the name of a kind of steps.
fn step_kind(name: &str) -> PyResult<StepKind> {
    match name {
        "orthogonal" => Ok(StepKind::Orthogonal),
        "king" => Ok(StepKind::King),
        "one-corner-cut" => Ok(StepKind::OneCornerCut),
        "no-corner-cut" => Ok(StepKind::NoCornerCut),
        "knight" => Ok(StepKind::Knight),
        _ => Err(PyValueError::new_err(format!(
            "steps must be 'orthogonal', 'king', 'one-corner-cut', 'no-corner-cut' or 'knight', \
             found '{name}'"
        ))),
    }
}

fn octile_rule(corner_cutting: bool) -> StepKind {
    if corner_cutting { StepKind::King } else { StepKind::NoCornerCut }
}

/// The grid of an array of free cells.
fn grid(py: Python<'_>, free: &Bound<'_, PyAny>) -> PyResult<Grid> {
    const WANTED: &str = "1 where a cell is free and 0 elsewhere (cost_distances takes costs)";
    let input = Cells::<u8>::new("free", free, WANTED)?;
    let ((height, width), cell) = (input.dim(), input.reader());
    let wrong = |found, at| (found > 1).then(|| wrong_cell("free", found, at, WANTED));
    let mut raised = None;
    let mut cell = reader(cell, wrong, &mut raised);
    let grid = py.detach(|| Grid::from_fn(width, height, |x, y| cell(y, x) == 1));
    drop(cell);
    raised.map_or_else(|| grid.map_err(Exception::exception), Err)
}

/// The map of an array of costs.
fn cost_map(py: Python<'_>, costs: &Bound<'_, PyAny>) -> PyResult<CostMap> {
    const WANTED: &str = "from 1 to 65535, 0 where a cell is not free";
    let input = Cells::<u16>::new("costs", costs, WANTED)?;
    let ((height, width), cell) = (input.dim(), input.reader());
    let mut raised = None;
    let mut cell = reader(cell, |_, _| None, &mut raised);
    let map = py.detach(|| CostMap::from_fn(width, height, |x, y| cell(y, x)));
    drop(cell);
    raised.map_or_else(|| map.map_err(Exception::exception), Err)
}

/// Reads cells, and zeros after one for which `wrong` has an error, or after a signal whose handler
/// raises. The error is left in `raised`.
fn reader<'a, T: Copy + Default>(
    cell: impl Fn(usize, usize) -> T + 'a,
    wrong: impl Fn(T, (usize, usize)) -> Option<PyErr> + 'a,
    raised: &'a mut Option<PyErr>,
) -> impl FnMut(usize, usize) -> T + 'a {
    let mut cells = 0_usize;
    move |y, x| {
        cells += 1;
        let found = cell(y, x);
        if raised.is_none() {
            *raised = wrong(found, (y, x));
            if cells.is_multiple_of(BLOCK) {
                *raised = raised.take().or_else(|| check_signals().err());
            }
        }
        if raised.is_none() { found } else { T::default() }
    }
}

/// Cells that are converted between two requests for signals.
const BLOCK: usize = 1 << 22;

/// The cells of an argument: a pair (row, column), pairs, or a boolean array like the grid.
fn points(name: &str, object: &Bound<'_, PyAny>, grid: &Grid) -> PyResult<Vec<Point>> {
    let py = object.py();
    let numpy = py.import("numpy")?;
    refuse_mask(name, object)?;
    let mut array = numpy.call_method1("asarray", (object,))?.cast_into::<PyUntypedArray>()?;
    let shape = array.shape().to_vec();
    if array.dtype().is_equiv_to(&dtype::<bool>(py)) {
        if shape != [grid.height(), grid.width()] {
            return Err(PyValueError::new_err(format!(
                "{name} must have the shape of the grid, [{}, {}], found {shape:?}",
                grid.height(),
                grid.width()
            )));
        }
        array = numpy.call_method1("argwhere", (array,))?.cast_into()?;
    } else if array.len() == 0 {
        return Ok(Vec::new());
    } else if shape != [2] && (shape.len() != 2 || shape[1] != 2) {
        return Err(PyValueError::new_err(format!(
            "{name} must be a pair (row, column) or an array of pairs, found the shape {shape:?}"
        )));
    } else if !matches!(array.dtype().kind(), b'i' | b'u') {
        return Err(PyTypeError::new_err(format!(
            "{name} must be integers, found {}",
            array.dtype()
        )));
    }
    let pairs = array.call_method1("reshape", ((-1, 2),))?.call_method1("astype", ("int64",))?;
    let pairs: PyReadonlyArray2<'_, i64> = pairs.extract()?;
    let pairs = pairs.as_array();
    let point = |pair: numpy::ndarray::ArrayView1<'_, i64>| {
        let inside = |value: i64, end: usize| usize::try_from(value).ok().filter(|&v| v < end);
        match (inside(pair[0], grid.height()), inside(pair[1], grid.width())) {
            (Some(y), Some(x)) => Ok((x, y)),
            _ => Err(PyIndexError::new_err(format!(
                "{name}: row {}, column {} lies outside the grid of {} rows and {} columns",
                pair[0],
                pair[1],
                grid.height(),
                grid.width()
            ))),
        }
    };
    pairs.rows().into_iter().map(point).collect()
}

/// One cell.
fn point(name: &str, object: &Bound<'_, PyAny>, grid: &Grid) -> PyResult<Point> {
    match points(name, object, grid)?[..] {
        [point] => Ok(point),
        ref points => Err(PyValueError::new_err(format!(
            "{name} must be one pair (row, column), found {} cells",
            points.len()
        ))),
    }
}

/// An array of rows and columns.
fn cells<'py>(py: Python<'py>, points: &[Point]) -> Bound<'py, PyArray2<i64>> {
    let value = |(i, j): (usize, usize)| [points[i].1, points[i].0][j] as i64;
    Array2::from_shape_fn((points.len(), 2), value).into_pyarray(py)
}

/// An array of the shape of the grid, with this number of entries for a cell, whose rows `fill`
/// writes.
fn field<'py, T: Element + Send>(
    py: Python<'py>,
    grid: &Grid,
    entries: usize,
    fill: impl Fn(usize, &mut [T]) + Send + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let mut shape = vec![grid.height(), grid.width()];
    shape.extend((entries > 1).then_some(entries));
    let array = empty::<T>(py, &shape)?;
    {
        let mut writable = array.try_readwrite()?;
        let values = writable.as_slice_mut().map_err(value_error)?;
        let width = grid.width() * entries;
        let height = (BLOCK / width).max(1);
        for (number, rows) in values.chunks_mut(height * width).enumerate() {
            let rows = rows.chunks_mut(width).enumerate();
            py.detach(|| rows.for_each(|(y, row)| fill(number * height + y, row)));
            py.check_signals()?;
        }
    }
    Ok(array.into_any())
}

/// A distance as it is shown in arrays and as a number.
trait Shown: Cost + Send + Sync {
    type Entry: Element + Send;

    /// The largest one with an entry.
    const MOST: Option<Self> = None;

    /// The entry of a cell, or of one that cannot be reached.
    fn entry(distance: Option<Self>) -> Self::Entry;
}

impl Shown for u32 {
    type Entry = i32;
    const MOST: Option<Self> = Some(i32::MAX as u32);

    fn entry(distance: Option<Self>) -> i32 {
        distance.map_or(-1, |steps| steps as i32)
    }
}

impl Shown for u64 {
    type Entry = i64;

    fn entry(distance: Option<Self>) -> i64 {
        // The costs of all cells add up to less than 2⁴⁸.
        distance.map_or(-1, |cost| cost as i64)
    }
}

impl Shown for OctileCost {
    type Entry = f64;

    fn entry(distance: Option<Self>) -> f64 {
        distance.map_or(f64::INFINITY, Self::to_f64)
    }
}

/// The distances of all cells.
fn distance_field<'py, C: Shown>(
    py: Python<'py>,
    grid: &Grid,
    found: &Distances<C>,
) -> PyResult<Bound<'py, PyAny>> {
    if C::MOST.is_some_and(|most| py.detach(|| found.max()) > Some(most)) {
        return Err(PyOverflowError::new_err("a distance does not fit int32"));
    }
    field(py, grid, 1, |y, row: &mut [C::Entry]| {
        for (value, distance) in row.iter_mut().zip(found.row(y).into_iter().flatten()) {
            *value = C::entry(distance);
        }
    })
}

fn direction_field<'py, C: Shown>(
    py: Python<'py>,
    grid: &Grid,
    found: &Distances<C>,
) -> PyResult<Bound<'py, PyAny>> {
    field(py, grid, 2, |y, row: &mut [i8]| {
        for (x, step) in row.chunks_mut(2).enumerate() {
            let (to_x, to_y) = found.next_cell((x, y)).unwrap_or((x, y));
            step[0] = (to_y as i64 - y as i64) as i8;
            step[1] = (to_x as i64 - x as i64) as i8;
        }
    })
}

/// Runs a search whose partial answer is an array of the known distances.
fn search<C: Shown>(
    py: Python<'_>,
    grid: &Grid,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_>) -> Result<Distances<C>, TryError<GridError, Distances<C>>> + Send,
) -> PyResult<Distances<C>> {
    run(py, timeout, query, |py, found| distance_field(py, grid, &found))
}

/// The number of steps from the nearest start to every cell, an array of int32; -1 for cells that
/// cannot be reached.
///
/// Parameters
/// ----------
/// free : array of bool, or of integers 0 and 1, height × width
///     The cells of paths. Starts that are not free are ignored; if there are starts, but none is
///     free, a `ValueError` is raised.
/// start : (row, column), array of pairs, or boolean array like `free`
/// steps : 'orthogonal', 'king', 'one-corner-cut', 'no-corner-cut' or 'knight'
///     To the 4 cells across an edge, to all 8 around, to these but across a corner only if at least
///     one or both cells beside it are free, or by a knight's leap.
/// timeout : float, optional
///     Seconds. After this time a `TimeoutError` is raised, whose attribute `partial` has all
///     distances up to some length.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> free = np.array([[1, 1, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]], dtype=bool)
/// >>> paths.distances(free, (0, 0))
/// array([[ 0,  1, -1,  5],
///        [ 1, -1, -1,  4],
///        [ 2,  2,  3,  4]], dtype=int32)
#[pyfunction]
#[pyo3(signature = (free, start, steps="king", *, timeout=None))]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    steps: &str,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, grid) = (step_kind(steps)?, grid(py, free)?);
    let from = points("start", start, &grid)?;
    let query = |limits: &Limits<'_>| grid.try_distances(&from, kind, limits);
    distance_field(py, &grid, &search(py, &grid, timeout, query)?)
}

/// The next step of a shortest path to the nearest goal from every cell: an array of int8, height ×
/// width × 2, with the steps in rows and columns.
///
/// The step is (0, 0) at goals and in cells from which no goal can be reached; `distances` tells
/// them apart. Of several steps, one across an edge is taken. With `octile`, diagonal steps are √2
/// long. The other parameters are those of `distances`. The attribute `partial` of a `TimeoutError`
/// has the distances that are known, not steps.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> free = np.array([[1, 1, 1], [1, 0, 1]], dtype=bool)
/// >>> steps = paths.next_steps(free, (1, 2), "orthogonal")
/// >>> cell = np.array([1, 0])
/// >>> while steps[tuple(cell)].any():
/// ...     cell += steps[tuple(cell)]
/// ...     print(cell)
/// [0 0]
/// [0 1]
/// [0 2]
/// [1 2]
#[pyfunction]
#[pyo3(signature = (free, goal, steps="king", *, octile=false, timeout=None))]
pub(crate) fn next_steps<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &str,
    octile: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, grid) = (step_kind(steps)?, grid(py, free)?);
    let goals = points("goal", goal, &grid)?;
    if octile {
        let query = |limits: &Limits<'_>| grid.try_octile_distances(&goals, kind, limits);
        return direction_field(py, &grid, &search(py, &grid, timeout, query)?);
    }
    let query = |limits: &Limits<'_>| grid.try_distances(&goals, kind, limits);
    direction_field(py, &grid, &search(py, &grid, timeout, query)?)
}

/// The cell that can be reached and is nearest to a goal, and the seconds that are left of `timeout`.
fn nearest_to<C: Cost + Send>(
    py: Python<'_>,
    goal: Point,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_>) -> Result<Distances<C>, TryError<GridError, Distances<C>>> + Send,
) -> PyResult<(Point, Option<f64>)> {
    let begin = Instant::now();
    let nearest =
        |limits: &Limits<'_>| query(limits).map(|found| found.nearest_to(goal).unwrap_or(goal));
    Ok((run(py, timeout, nearest, nothing)?, left(timeout, begin)))
}

/// Returns the seconds that are left of `timeout`.
fn left(timeout: Option<f64>, begin: Instant) -> Option<f64> {
    timeout.map(|timeout| (timeout - begin.elapsed().as_secs_f64()).max(0.0))
}

/// A shortest path from the nearest start to a goal: an array of int64, cells × 2, or None if no goal
/// can be reached. Of equally short ones, it is the one with the fewest diagonal steps, then the
/// fewest turns, then the nearest to the straight line.
///
/// With `nearest`, the path leads to the cell that can be reached and is nearest to `goal`, one
/// cell, in a straight line; of several, to the one with the shortest path, then to the first in
/// raster order. The other parameters are those of `distances`. The attribute `partial`
/// of a `TimeoutError` is a lower bound of the number of steps, or None while the nearest cell is
/// searched.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> paths.shortest_path(np.array([[1, 0, 1], [1, 1, 1]], dtype=bool), (0, 0), (0, 2)).tolist()
/// [[0, 0], [1, 1], [0, 2]]
#[pyfunction]
#[pyo3(signature = (free, start, goal, steps="king", *, nearest=false, timeout=None))]
pub(crate) fn shortest_path<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &str,
    nearest: bool,
    timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyArray2<i64>>>> {
    let (kind, grid) = (step_kind(steps)?, grid(py, free)?);
    let from = points("start", start, &grid)?;
    let (to, timeout) = if nearest {
        let goal = point("goal", goal, &grid)?;
        let query = |limits: &Limits<'_>| grid.try_distances(&from, kind, limits);
        let (goal, left) = nearest_to(py, goal, timeout, query)?;
        (vec![goal], left)
    } else {
        (points("goal", goal, &grid)?, timeout)
    };
    let query = |limits: &Limits<'_>| {
        grid.try_shortest_paths(&from, &to, kind, limits).map(|paths| paths.path())
    };
    let path = run(py, timeout, query, |py, bound| Ok(bound.into_pyobject(py)?.into_any()))?;
    Ok(path.map(|path| cells(py, &path)))
}

/// The number of shortest paths from a start to the nearest goal, an int of any size; 0 if there is
/// no path.
///
/// The parameters are those of `distances`. The attribute `partial` of a `TimeoutError` is a lower
/// bound.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> paths.count_paths(np.ones((100, 100), bool), (0, 0), (99, 99), "orthogonal")
/// 22750883079422934966181954039568885395604168260154104734000
#[pyfunction]
#[pyo3(signature = (free, start, goal, steps="king", *, timeout=None))]
pub(crate) fn count_paths<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &str,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, grid) = (step_kind(steps)?, grid(py, free)?);
    let (from, to) = (points("start", start, &grid)?, points("goal", goal, &grid)?);
    let begin = Instant::now();
    let paths = run(
        py,
        timeout,
        |limits| grid.try_shortest_paths(&from, &to, kind, limits),
        |py, _| Ok(0_u8.into_pyobject(py)?.into_any()),
    )?;
    let count = run(
        py,
        left(timeout, begin),
        |limits| paths.try_path_count_big(limits),
        |py, bound| int(py, &bound.to_bytes_le()),
    )?;
    int(py, &count.to_bytes_le())
}

/// An int of any size from its bytes, the lowest first.
fn int<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let int = py.get_type::<pyo3::types::PyInt>();
    int.call_method1("from_bytes", (PyBytes::new(py, bytes), "little"))
}

/// The length of a shortest path from the nearest start to every cell, an array of float64; inf for
/// cells that cannot be reached. Straight steps are 1 and diagonal steps √2 long.
///
/// Lengths are compared exactly and rounded once. With `corner_cutting`, a diagonal step is allowed
/// even if the cells beside it are not free. The other parameters are those of `distances`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> free = np.array([[1, 1, 1], [1, 0, 1]], dtype=bool)
/// >>> paths.octile_distances(free, (1, 0)).round(2)
/// array([[ 1.,  2.,  3.],
///        [ 0., inf,  4.]])
/// >>> paths.octile_distances(free, (1, 0), corner_cutting=True).round(2)
/// array([[1.  , 1.41, 2.41],
///        [0.  ,  inf, 2.83]])
#[pyfunction]
#[pyo3(signature = (free, start, *, corner_cutting=false, timeout=None))]
pub(crate) fn octile_distances<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    corner_cutting: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (rule, grid) = (octile_rule(corner_cutting), grid(py, free)?);
    let from = points("start", start, &grid)?;
    let query = |limits: &Limits<'_>| grid.try_octile_distances(&from, rule, limits);
    distance_field(py, &grid, &search(py, &grid, timeout, query)?)
}

/// The length and the cells (an array of int64, cells × 2) of a shortest path whose straight steps
/// are 1 and diagonal steps √2 long, by A*; None if `goal` cannot be reached.
///
/// `start` and `goal` are pairs (row, column). If `goal` is not free, a `ValueError` is raised.
/// With `nearest`, the path leads to the cell that can be reached and is nearest to `goal` in a
/// straight line; of several, to the one with the shortest path, then to the first in raster
/// order. The other parameters are those of `octile_distances`. The attribute `partial` of
/// a `TimeoutError` is a lower bound of the length, or None while the nearest cell is searched.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> length, cells = paths.octile_path(np.ones((3, 4), bool), (0, 0), (2, 3))
/// >>> round(length, 6), cells.tolist()
/// (3.828427, [[0, 0], [1, 1], [2, 2], [2, 3]])
#[pyfunction]
#[pyo3(signature = (free, start, goal, *, corner_cutting=false, nearest=false, timeout=None))]
pub(crate) fn octile_path<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    corner_cutting: bool,
    nearest: bool,
    timeout: Option<f64>,
) -> PyResult<Option<(f64, Bound<'py, PyArray2<i64>>)>> {
    let (rule, grid) = (octile_rule(corner_cutting), grid(py, free)?);
    let (from, goal) = (point("start", start, &grid)?, point("goal", goal, &grid)?);
    let (to, timeout) = if nearest {
        let query = |limits: &Limits<'_>| grid.try_octile_distances(&[from], rule, limits);
        nearest_to(py, goal, timeout, query)?
    } else {
        (goal, timeout)
    };
    let path = run(
        py,
        timeout,
        |limits| grid.try_octile_path(from, to, rule, limits),
        |py, bound| Ok(bound.to_f64().into_pyobject(py)?.into_any()),
    )?;
    Ok(path.map(|(cost, path)| (cost.to_f64(), cells(py, &path))))
}

/// The cost of a cheapest path from the nearest start to every cell: an array of int64, -1 for cells
/// that cannot be reached. A step costs what the cell costs that it enters.
///
/// Parameters
/// ----------
/// costs : array of integers, height × width
///     Costs from 1 to 65535; 0 for cells that are not free.
/// start, steps, timeout
///     As for `distances`, with `octile` not ``'knight'``. The attribute `partial` of a
///     `TimeoutError` has the costs that are known.
/// octile : bool
///     A diagonal step costs √2 times as much: an array of float64, inf for cells that cannot be
///     reached.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> paths.cost_distances(np.array([[1, 9, 1], [1, 2, 1]]), (0, 0))
/// array([[0, 9, 3],
///        [1, 2, 3]])
#[pyfunction]
#[pyo3(signature = (costs, start, steps="king", *, octile=false, timeout=None))]
pub(crate) fn cost_distances<'py>(
    py: Python<'py>,
    costs: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    steps: &str,
    octile: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, map) = (step_kind(steps)?, cost_map(py, costs)?);
    let from = points("start", start, map.grid())?;
    let ends = Ends::From(&from);
    if octile {
        let query = |limits: &Limits<'_>| map.try_octile_distances(ends, kind, limits);
        return distance_field(py, map.grid(), &search(py, map.grid(), timeout, query)?);
    }
    let query = |limits: &Limits<'_>| map.try_distances(ends, kind, limits);
    distance_field(py, map.grid(), &search(py, map.grid(), timeout, query)?)
}

/// The cost and the cells (an array of int64, cells × 2) of a cheapest path from the nearest start;
/// None if `goal` cannot be reached. The cost is an int, with `octile` a float.
///
/// `goal` is a pair (row, column). If it is not free, a `ValueError` is raised. With `nearest`, the
/// path leads to the cell that can be reached and is nearest to `goal` in a straight line; of
/// several, to the one with the cheapest path, then to the first in raster order. The other
/// parameters are those of `cost_distances`.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> cost, cells = paths.cheapest_path(np.array([[1, 9, 1], [1, 2, 1]]), (0, 0), (0, 2))
/// >>> cost, cells.tolist()
/// (3, [[0, 0], [1, 1], [0, 2]])
#[pyfunction]
#[pyo3(signature = (costs, start, goal, steps="king", *, octile=false, nearest=false, timeout=None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn cheapest_path<'py>(
    py: Python<'py>,
    costs: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &str,
    octile: bool,
    nearest: bool,
    timeout: Option<f64>,
) -> PyResult<Option<CostAndCells<'py>>> {
    let (kind, map) = (step_kind(steps)?, cost_map(py, costs)?);
    let (from, goal) = (points("start", start, map.grid())?, point("goal", goal, map.grid())?);
    if !nearest {
        map.grid().check_free(&[goal]).map_err(GridError::exception)?;
    }
    let (grid, ends) = (map.grid(), Ends::From(&from));
    if octile {
        let query = |limits: &Limits<'_>| map.try_octile_distances(ends, kind, limits);
        let found = search(py, grid, timeout, query)?;
        return cheapest(py, &found, goal, nearest);
    }
    let query = |limits: &Limits<'_>| map.try_distances(ends, kind, limits);
    let found = search(py, grid, timeout, query)?;
    cheapest(py, &found, goal, nearest)
}

/// The cost of a path, and its cells.
type CostAndCells<'py> = (Bound<'py, PyAny>, Bound<'py, PyArray2<i64>>);

/// The cost and the cells of a path.
fn cheapest<'py, C: Shown<Entry: IntoPyObjectExt<'py>>>(
    py: Python<'py>,
    found: &Distances<C>,
    goal: Point,
    nearest: bool,
) -> PyResult<Option<CostAndCells<'py>>> {
    let answer = py.detach(|| {
        let goal = if nearest { found.nearest_to(goal).unwrap_or(goal) } else { goal };
        found.get(goal).zip(found.path_to(goal))
    });
    let shown = |(cost, path): (C, Vec<Point>)| {
        Ok((C::entry(Some(cost)).into_bound_py_any(py)?, cells(py, &path)))
    };
    answer.map(shown).transpose()
}

/// Height and width of the grid of an array of free cells, and its tours. Linear in its number of
/// cells.
fn tours(
    py: Python<'_>,
    free: &Bound<'_, PyAny>,
    steps: &str,
    closed: bool,
    start: Option<&Bound<'_, PyAny>>,
) -> PyResult<((usize, usize), Tours<Point>)> {
    let (kind, grid) = (step_kind(steps)?, grid(py, free)?);
    let start = start.map(|start| point("start", start, &grid)).transpose()?;
    let tours = py.detach(|| {
        let tours = Tours::new(grid.iter(), |cell| grid.neighbors(cell, kind));
        let tours = if closed { tours.closed() } else { tours };
        match start {
            None => Ok(tours),
            Some(cell) => tours.starting_with(&[cell]),
        }
    });
    let tours = tours.map_err(|_| PyValueError::new_err("start must be a free cell"))?;
    Ok(((grid.height(), grid.width()), tours))
}

/// Finds a path through every free cell exactly once, such as a knight's tour: an array of int32
/// with the number of each cell on the tour from 0, -1 for cells that are not free. Returns
/// None if no tour exists.
///
/// Parameters
/// ----------
/// free : array of bool, or of integers 0 and 1, height × width
/// steps : 'orthogonal', 'king', 'one-corner-cut', 'no-corner-cut' or 'knight'
/// closed : bool
///     One more step leads from the last cell to the first.
/// start : (row, column), optional
///     The first cell.
/// timeout : float, optional
///     Seconds. Most boards with tours take milliseconds; to prove that there is none can take long.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> tour = paths.find_tour(np.ones((8, 8), bool), closed=True)
/// >>> sorted(tour.ravel().tolist()) == list(range(64))
/// True
/// >>> paths.find_tour(np.ones((4, 4), bool)) is None
/// True
#[pyfunction]
#[pyo3(signature = (free, steps="knight", *, closed=false, start=None, timeout=None))]
pub(crate) fn find_tour<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    steps: &str,
    closed: bool,
    start: Option<&Bound<'py, PyAny>>,
    timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyArray2<i32>>>> {
    let (size, tours) = tours(py, free, steps, closed, start)?;
    let Some(tour) = run_apart(py, timeout, |limits| tours.try_find(limits), nothing)? else {
        return Ok(None);
    };
    let mut order = Array2::from_elem(size, -1);
    for (number, (x, y)) in (0..).zip(tour) {
        order[[y, x]] = number;
    }
    Ok(Some(order.into_pyarray(py)))
}

/// The number of paths through every free cell exactly once. Open tours count in both directions,
/// closed tours in one.
///
/// The parameters are those of `find_tour`. Raises `ValueError` if the board is too wide to count.
///
/// Examples
/// --------
/// >>> import numpy as np
/// >>> from boardbits import paths
/// >>> paths.count_tours(np.ones((6, 6), bool), closed=True)
/// 9862
#[pyfunction]
#[pyo3(signature = (free, steps="knight", *, closed=false, start=None, timeout=None))]
pub(crate) fn count_tours<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    steps: &str,
    closed: bool,
    start: Option<&Bound<'py, PyAny>>,
    timeout: Option<f64>,
) -> PyResult<u128> {
    let (_, tours) = tours(py, free, steps, closed, start)?;
    run_apart(py, timeout, |limits| tours.try_count(limits), nothing)
}
