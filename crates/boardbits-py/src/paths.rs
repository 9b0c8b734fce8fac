//! Shortest paths and tours on grids that are NumPy arrays of free cells.
//!
//! Python names cells (row, column), the crate (x, y): [`points`] and [`cells`] exchange them.

use std::time::Instant;

use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, OctileCost, Point, StepKind,
};
use king_paths::{Limits, TryError};
use knight_tours::Tours;
use numpy::ndarray::{Array2, ArrayView1};
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, Ix2, PyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::{self, empty, untyped, value_error};
use crate::query::{Exception, nothing, result, run, run_apart};

/// Parses the name of a kind of steps.
fn step_kind(steps: &Bound<'_, PyAny>) -> PyResult<StepKind> {
    const WANTED: &str =
        "steps must be 'orthogonal', 'king', 'one-corner-cut', 'no-corner-cut' or 'knight'";
    let found = steps.repr()?;
    let Ok(name) = steps.extract::<String>() else {
        // Connectivities of images, as other packages number them.
        let guess = match steps.extract().unwrap_or(0) {
            1 | 4 => ": did you mean 'orthogonal'?",
            2 | 8 => ": did you mean 'king'?",
            _ => "",
        };
        return Err(PyTypeError::new_err(format!("{WANTED}, found {found}{guess}")));
    };
    match name.as_str() {
        "orthogonal" => Ok(StepKind::Orthogonal),
        "king" => Ok(StepKind::King),
        "one-corner-cut" => Ok(StepKind::OneCornerCut),
        "no-corner-cut" => Ok(StepKind::NoCornerCut),
        "knight" => Ok(StepKind::Knight),
        _ => Err(PyValueError::new_err(format!("{WANTED}, found {found}"))),
    }
}

/// The grid of an array of free cells.
fn grid(py: Python<'_>, free: &Bound<'_, PyAny>) -> PyResult<Grid> {
    const WANTED: &str =
        "1 where a cell is free and 0 elsewhere (cost_distances and cheapest_path take costs)";
    let free = array::cells::<u8, Ix2>("free", free, (0, 1), WANTED, None)?;
    let free = free.as_array();
    let (height, width) = free.dim();
    let grid = py.detach(|| Grid::from_fn(width, height, |x, y| free[[y, x]] != 0));
    grid.map_err(Exception::exception)
}

/// The grid of the places of an agent of some rows and columns, which is where its top left cell is.
/// No step leads more than 1 up.
fn grid_of_agent(
    py: Python<'_>,
    free: &Bound<'_, PyAny>,
    heights: Option<&Bound<'_, PyAny>>,
    agent: Option<(i64, i64)>,
) -> PyResult<Grid> {
    let mut grid = grid(py, free)?;
    if let Some(heights) = heights {
        let heights = untyped("heights", heights, "numbers")?;
        let (found, wanted) = (heights.shape(), [grid.height(), grid.width()]);
        if found != wanted {
            return Err(PyValueError::new_err(format!(
                "heights must have the shape of free, {wanted:?}, found {found:?}"
            )));
        }
        let heights = heights.cast::<PyArray2<f64>>()?.try_readonly()?;
        let heights = heights.as_array();
        let is_open = |(x, y): Point, to: Point| heights[[to.1, to.0]] <= heights[[y, x]] + 1.0;
        py.detach(|| grid.set_steps(is_open)).map_err(Exception::exception)?;
    }
    let Some((height, width)) = agent else { return Ok(grid) };
    match (usize::try_from(width), usize::try_from(height)) {
        (Ok(width @ 1..), Ok(height @ 1..)) => {
            py.detach(|| grid.for_agent(width, height)).map_err(Exception::exception)
        }
        _ => Err(PyValueError::new_err(format!(
            "agent must be positive numbers of rows and columns, found ({height}, {width})"
        ))),
    }
}

/// The map of an array of costs.
fn cost_map(py: Python<'_>, costs: &Bound<'_, PyAny>) -> PyResult<CostMap> {
    const WANTED: &str = "from 1 to 65535, 0 where a cell is not free";
    let costs = array::cells::<u16, Ix2>("costs", costs, (0, 65_535), WANTED, None)?;
    let costs = costs.as_array();
    let (height, width) = costs.dim();
    let map = py.detach(|| CostMap::from_fn(width, height, |x, y| costs[[y, x]]));
    map.map_err(Exception::exception)
}

/// Entries that are written between two requests for signals.
const BLOCK: usize = 1 << 22;

/// The cells of an argument: a pair (row, column), pairs, or a boolean array like the grid.
fn points(name: &str, object: &Bound<'_, PyAny>, grid: &Grid) -> PyResult<Vec<Point>> {
    let pairs = array::points(name, object, &[grid.height(), grid.width()])?;
    let point = |pair: ArrayView1<'_, i64>| (pair[1] as usize, pair[0] as usize);
    Ok(pairs.as_array().rows().into_iter().map(point).collect())
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

/// Refuses cells where paths begin or end of which none is free.
fn check_free(name: &str, points: &[Point], grid: &Grid) -> PyResult<()> {
    grid.check_free(points).map_err(|error| match error {
        GridError::Blocked { x, y } => {
            PyValueError::new_err(format!("{name}: row {y}, column {x} is not free"))
        }
        error => error.exception(),
    })
}

/// Cells of which at least one is free, unless there are none.
fn free_points(name: &str, object: &Bound<'_, PyAny>, grid: &Grid) -> PyResult<Vec<Point>> {
    let points = points(name, object, grid)?;
    check_free(name, &points, grid)?;
    Ok(points)
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

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    octile: bool,
    heights: Option<&Bound<'py, PyAny>>,
    agent: Option<(i64, i64)>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, grid) = (step_kind(steps)?, grid_of_agent(py, free, heights, agent)?);
    let from = free_points("start", start, &grid)?;
    if octile {
        let query = |limits: &Limits<'_>| grid.try_octile_distances(&from, kind, limits);
        return distance_field(py, &grid, &search(py, &grid, timeout, query)?);
    }
    let query = |limits: &Limits<'_>| grid.try_distances(&from, kind, limits);
    distance_field(py, &grid, &search(py, &grid, timeout, query)?)
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn next_steps<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    octile: bool,
    heights: Option<&Bound<'py, PyAny>>,
    agent: Option<(i64, i64)>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, grid) = (step_kind(steps)?, grid_of_agent(py, free, heights, agent)?);
    let goals = free_points("goal", goal, &grid)?;
    let goals = Ends::To(&goals);
    if octile {
        let query = |limits: &Limits<'_>| grid.try_octile_distances(goals, kind, limits);
        return direction_field(py, &grid, &search(py, &grid, timeout, query)?);
    }
    let query = |limits: &Limits<'_>| grid.try_distances(goals, kind, limits);
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

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn shortest_path<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    octile: bool,
    nearest: bool,
    heights: Option<&Bound<'py, PyAny>>,
    agent: Option<(i64, i64)>,
    timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (kind, grid) = (step_kind(steps)?, grid_of_agent(py, free, heights, agent)?);
    if octile {
        return octile_path(py, &grid, (start, goal), kind, nearest, timeout);
    }
    let from = free_points("start", start, &grid)?;
    let (to, timeout) = if nearest {
        let goal = point("goal", goal, &grid)?;
        let query = |limits: &Limits<'_>| grid.try_distances(&from, kind, limits);
        let (goal, left) = nearest_to(py, goal, timeout, query)?;
        (vec![goal], left)
    } else {
        (free_points("goal", goal, &grid)?, timeout)
    };
    let query = |limits: &Limits<'_>| {
        grid.try_shortest_paths(&from, &to, kind, limits).map(|paths| paths.path())
    };
    let path = run(py, timeout, query, |py, bound| Ok(bound.into_pyobject(py)?.into_any()))?;
    path.map(|path| found_path(py, path.len() - 1, &path)).transpose()
}

/// A path whose diagonal steps are √2 long, by A*.
fn octile_path<'py>(
    py: Python<'py>,
    grid: &Grid,
    (start, goal): (&Bound<'py, PyAny>, &Bound<'py, PyAny>),
    kind: StepKind,
    nearest: bool,
    timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (from, goal) = (point("start", start, grid)?, point("goal", goal, grid)?);
    check_free("start", &[from], grid)?;
    if !nearest {
        check_free("goal", &[goal], grid)?;
    }
    let (to, timeout) = if nearest {
        let query = |limits: &Limits<'_>| grid.try_octile_distances(&[from], kind, limits);
        nearest_to(py, goal, timeout, query)?
    } else {
        (goal, timeout)
    };
    let path = run(
        py,
        timeout,
        |limits| grid.try_octile_path(from, to, kind, limits),
        |py, bound| Ok(bound.to_f64().into_pyobject(py)?.into_any()),
    )?;
    path.map(|(length, path)| found_path(py, length.to_f64(), &path)).transpose()
}

/// The length and the cells of a path.
fn found_path<'py>(
    py: Python<'py>,
    length: impl IntoPyObjectExt<'py>,
    path: &[Point],
) -> PyResult<Bound<'py, PyAny>> {
    result(py, "Path", (length.into_bound_py_any(py)?, cells(py, path)))
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn count_paths<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    heights: Option<&Bound<'py, PyAny>>,
    agent: Option<(i64, i64)>,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, grid) = (step_kind(steps)?, grid_of_agent(py, free, heights, agent)?);
    let (from, to) = (free_points("start", start, &grid)?, free_points("goal", goal, &grid)?);
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

#[pyfunction]
pub(crate) fn cost_distances<'py>(
    py: Python<'py>,
    costs: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    octile: bool,
    timeout: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (kind, map) = (step_kind(steps)?, cost_map(py, costs)?);
    let from = free_points("start", start, map.grid())?;
    let ends = Ends::From(&from);
    if octile {
        let query = |limits: &Limits<'_>| map.try_octile_distances(ends, kind, limits);
        return distance_field(py, map.grid(), &search(py, map.grid(), timeout, query)?);
    }
    let query = |limits: &Limits<'_>| map.try_distances(ends, kind, limits);
    distance_field(py, map.grid(), &search(py, map.grid(), timeout, query)?)
}

#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn cheapest_path<'py>(
    py: Python<'py>,
    costs: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    octile: bool,
    nearest: bool,
    timeout: Option<f64>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (kind, map) = (step_kind(steps)?, cost_map(py, costs)?);
    let (from, goal) = (free_points("start", start, map.grid())?, point("goal", goal, map.grid())?);
    if !nearest {
        check_free("goal", &[goal], map.grid())?;
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

/// The cost and the cells of a path.
fn cheapest<'py, C: Shown<Entry: IntoPyObjectExt<'py>>>(
    py: Python<'py>,
    found: &Distances<C>,
    goal: Point,
    nearest: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let answer = py.detach(|| {
        let goal = if nearest { found.nearest_to(goal).unwrap_or(goal) } else { goal };
        found.get(goal).zip(found.path_to(goal))
    });
    answer.map(|(cost, path)| found_path(py, C::entry(Some(cost)), &path)).transpose()
}

/// Height and width of the grid of an array of free cells, and its tours. Linear in its number of
/// cells.
fn tours(
    py: Python<'_>,
    free: &Bound<'_, PyAny>,
    steps: &Bound<'_, PyAny>,
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

#[pyfunction]
pub(crate) fn find_tour<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
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

#[pyfunction]
pub(crate) fn count_tours<'py>(
    py: Python<'py>,
    free: &Bound<'py, PyAny>,
    steps: &Bound<'_, PyAny>,
    closed: bool,
    start: Option<&Bound<'py, PyAny>>,
    timeout: Option<f64>,
) -> PyResult<u128> {
    let (_, tours) = tours(py, free, steps, closed, start)?;
    run_apart(py, timeout, |limits| tours.try_count(limits), nothing)
}
