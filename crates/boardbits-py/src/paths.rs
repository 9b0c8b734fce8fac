//! Shortest paths and tours on grids, and distances in space. The functions of `boardbits.paths`
//! check the arrays and make these calls.
//!
//! Python names cells (row, column) or (plane, row, column), the crate (x, y) or (x, y, z).

use std::time::Instant;

use king_paths::grid::{
    Cost, CostMap, Distances, Ends, Grid, GridError, OctileCost, Point, SpaceStep, StepKind,
    Volume, VolumeDistances, Voxel,
};
use king_paths::{Limits, TryError};
use knight_tours::Tours;
use numpy::ndarray::{Array2, ArrayView1};
use numpy::prelude::*;
use numpy::{Element, IntoPyArray, PyArray2, PyReadonlyArray2, PyReadonlyArray3};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};

use crate::array::empty;
use crate::query::{Exception, nothing, run, run_apart, value_error};

/// Rows and columns of cells, or planes, rows and columns.
type Cells<'py> = PyReadonlyArray2<'py, i64>;
/// The length of a path and its cells.
type Path<'py> = (Bound<'py, PyAny>, Bound<'py, PyArray2<i64>>);

fn points(cells: &Cells<'_>) -> Vec<Point> {
    let point = |cell: ArrayView1<'_, i64>| (cell[1] as usize, cell[0] as usize);
    cells.as_array().rows().into_iter().map(point).collect()
}

fn cells<'py>(py: Python<'py>, points: &[Point]) -> Bound<'py, PyArray2<i64>> {
    let value = |(i, j): (usize, usize)| [points[i].1, points[i].0][j] as i64;
    Array2::from_shape_fn((points.len(), 2), value).into_pyarray(py)
}

/// Entries that are written between two requests for signals.
const BLOCK: usize = 1 << 22;

/// An array of this shape, whose rows of `width` entries `fill` writes.
fn rows<'py, T: Element + Send>(
    py: Python<'py>,
    shape: &[usize],
    width: usize,
    fill: impl Fn(usize, &mut [T]) + Send + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let array = empty::<T>(py, shape)?;
    {
        let mut writable = array.try_readwrite()?;
        let values = writable.as_slice_mut().map_err(value_error)?;
        let height = (BLOCK / width).max(1);
        for (number, rows) in values.chunks_mut(height * width).enumerate() {
            let rows = rows.chunks_mut(width).enumerate();
            py.detach(|| rows.for_each(|(y, row)| fill(number * height + y, row)));
            py.check_signals()?;
        }
    }
    Ok(array.into_any())
}

/// Writes the entries of a row.
fn fill<C, T>(
    row: &mut [T],
    found: Option<impl Iterator<Item = Option<C>>>,
    entry: impl Fn(Option<C>) -> T,
) {
    for (value, distance) in row.iter_mut().zip(found.into_iter().flatten()) {
        *value = entry(distance);
    }
}

/// A number of steps as it is shown.
fn int32(steps: Option<u32>) -> i32 {
    steps.map_or(-1, |steps| steps as i32)
}

/// Refuses numbers of steps that [`int32`] cannot show.
fn check_steps(most: Option<u32>) -> PyResult<()> {
    match most {
        Some(0x8000_0000..) => Err(PyOverflowError::new_err("a distance does not fit int32")),
        _ => Ok(()),
    }
}

/// The distances of all cells of a grid.
enum Found {
    Steps(Distances<u32>),
    Costs(Distances<u64>),
    Octile(Distances<OctileCost>),
}

/// Evaluates an expression for distances of any kind.
macro_rules! each {
    ($self:expr, $found:ident => $value:expr) => {
        match $self {
            Found::Steps($found) => $value,
            Found::Costs($found) => $value,
            Found::Octile($found) => $value,
        }
    };
}

impl Found {
    fn array<'py>(&self, py: Python<'py>, shape: [usize; 2]) -> PyResult<Bound<'py, PyAny>> {
        let width = shape[1];
        match self {
            Self::Steps(found) => {
                check_steps(py.detach(|| found.max()))?;
                rows(py, &shape, width, |y, row| fill(row, found.row(y), int32))
            }
            // The costs of all cells add up to less than 2⁴⁸.
            Self::Costs(found) => rows(py, &shape, width, |y, row: &mut [i64]| {
                fill(row, found.row(y), |cost| cost.map_or(-1, |cost| cost as i64));
            }),
            Self::Octile(found) => rows(py, &shape, width, |y, row: &mut [f64]| {
                fill(row, found.row(y), |cost| cost.map_or(f64::INFINITY, OctileCost::to_f64));
            }),
        }
    }
}

/// The result of a search.
#[pyclass(frozen)]
pub(crate) struct Field {
    found: Found,
    shape: [usize; 2],
}

#[pymethods]
impl Field {
    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.found.array(py, self.shape)
    }

    fn next_steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let [height, width] = self.shape;
        rows(py, &[height, width, 2], 2 * width, |y, row: &mut [i8]| {
            for (x, step) in row.chunks_mut(2).enumerate() {
                let next = each!(&self.found, found => found.next_cell((x, y)));
                let (to_x, to_y) = next.unwrap_or((x, y));
                step[0] = (to_y as i64 - y as i64) as i8;
                step[1] = (to_x as i64 - x as i64) as i8;
            }
        })
    }

    /// The cell that can be reached and is nearest to a goal.
    fn nearest_to<'py>(&self, py: Python<'py>, goal: Cells<'py>) -> Bound<'py, PyArray2<i64>> {
        let goal = points(&goal)[0];
        let nearest = py.detach(|| each!(&self.found, found => found.nearest_to(goal)));
        cells(py, &[nearest.unwrap_or(goal)])
    }

    fn path_to<'py>(&self, py: Python<'py>, goal: Cells<'py>) -> PyResult<Option<Path<'py>>> {
        let goal = points(&goal)[0];
        let path = py.detach(|| each!(&self.found, found => found.path_to(goal)));
        let length = match &self.found {
            Found::Steps(found) => found.get(goal).into_bound_py_any(py),
            Found::Costs(found) => found.get(goal).into_bound_py_any(py),
            Found::Octile(found) => found.get(goal).map(OctileCost::to_f64).into_bound_py_any(py),
        }?;
        Ok(path.map(|path| (length, cells(py, &path))))
    }
}

/// A grid of free cells or of costs. Kinds of steps are places in [`StepKind::ALL`].
#[pyclass(frozen)]
pub(crate) struct Map(Ground);

enum Ground {
    Free(Grid),
    Costs(CostMap),
}

impl Map {
    fn grid(&self) -> &Grid {
        match &self.0 {
            Ground::Free(grid) => grid,
            Ground::Costs(map) => map.grid(),
        }
    }

    /// The cells of the argument `name`, where paths begin or end. One must be free, if there are any.
    fn ends(&self, name: &str, cells: &Cells<'_>) -> PyResult<Vec<Point>> {
        let points = points(cells);
        self.grid().check_free(&points).map_err(|error| match error {
            GridError::Blocked { x, y } => {
                PyValueError::new_err(format!("{name}: row {y}, column {x} is not free"))
            }
            error => error.exception(),
        })?;
        Ok(points)
    }

    /// The tours of the free cells, linear in their number.
    fn tours(
        &self,
        py: Python<'_>,
        steps: usize,
        closed: bool,
        start: Option<Cells<'_>>,
    ) -> PyResult<Tours<Point>> {
        let (grid, kind) = (self.grid(), StepKind::ALL[steps]);
        let start = start.as_ref().map(points);
        let tours = py.detach(|| {
            let tours = Tours::new(grid.iter(), |cell| grid.neighbors(cell, kind));
            let tours = if closed { tours.closed() } else { tours };
            match start {
                None => Ok(tours),
                Some(cells) => tours.starting_with(&cells),
            }
        });
        tours.map_err(|_| PyValueError::new_err("start must be a free cell"))
    }
}

#[pymethods]
impl Map {
    /// The grid of the places of an agent of some rows and columns, which is where its top left cell
    /// is. No step leads more than 1 up.
    #[staticmethod]
    fn free(
        py: Python<'_>,
        free: PyReadonlyArray2<'_, u8>,
        heights: Option<PyReadonlyArray2<'_, f64>>,
        agent: Option<(usize, usize)>,
    ) -> PyResult<Self> {
        let (free, heights) = (free.as_array(), heights.as_ref().map(PyReadonlyArray2::as_array));
        let (height, width) = free.dim();
        let grid = || {
            let mut grid = Grid::from_fn(width, height, |x, y| free[[y, x]] != 0)?;
            if let Some(heights) = heights {
                grid.set_steps(|(x, y), to| heights[[to.1, to.0]] <= heights[[y, x]] + 1.0)?;
            }
            agent.map_or(Ok(grid.clone()), |(height, width)| grid.for_agent(width, height))
        };
        Ok(Self(Ground::Free(py.detach(grid).map_err(GridError::exception)?)))
    }

    #[staticmethod]
    fn costs(py: Python<'_>, costs: PyReadonlyArray2<'_, u16>) -> PyResult<Self> {
        let costs = costs.as_array();
        let (height, width) = costs.dim();
        let map = py.detach(|| CostMap::from_fn(width, height, |x, y| costs[[y, x]]));
        Ok(Self(Ground::Costs(map.map_err(GridError::exception)?)))
    }

    /// Rows and columns.
    fn shape(&self) -> (usize, usize) {
        (self.grid().height(), self.grid().width())
    }

    fn check_free(&self, name: &str, cells: Cells<'_>) -> PyResult<()> {
        self.ends(name, &cells).map(drop)
    }

    /// Searches all cells from a start or to a goal, which `name` says.
    fn search(
        &self,
        py: Python<'_>,
        name: &str,
        cells: Cells<'_>,
        steps: usize,
        octile: bool,
        timeout: Option<f64>,
    ) -> PyResult<Field> {
        type Try<C> = Result<Distances<C>, TryError<GridError, Distances<C>>>;
        fn named<C: Cost>(
            found: Try<C>,
            name: fn(Distances<C>) -> Found,
        ) -> Result<Found, TryError<GridError, Found>> {
            found.map(name).map_err(|error| error.map(name))
        }
        let (kind, cells) = (StepKind::ALL[steps], self.ends(name, &cells)?);
        let ends = if name == "goal" { Ends::To(&cells) } else { Ends::From(&cells) };
        let query = |limits: &Limits<'_>| match (&self.0, octile) {
            (Ground::Free(grid), false) => {
                named(grid.try_distances(ends, kind, limits), Found::Steps)
            }
            (Ground::Free(grid), true) => {
                named(grid.try_octile_distances(ends, kind, limits), Found::Octile)
            }
            (Ground::Costs(map), false) => {
                named(map.try_distances(ends, kind, limits), Found::Costs)
            }
            (Ground::Costs(map), true) => {
                named(map.try_octile_distances(ends, kind, limits), Found::Octile)
            }
        };
        let shape = [self.grid().height(), self.grid().width()];
        let found = run(py, timeout, query, |found| found.array(py, shape))?;
        Ok(Field { found, shape })
    }

    /// A shortest path. With `octile`, there is one start and one goal, and A* is used.
    fn shortest_path<'py>(
        &self,
        py: Python<'py>,
        start: Cells<'py>,
        goal: Cells<'py>,
        steps: usize,
        octile: bool,
        timeout: Option<f64>,
    ) -> PyResult<Option<Path<'py>>> {
        let (from, to) = (self.ends("start", &start)?, self.ends("goal", &goal)?);
        let (grid, kind) = (self.grid(), StepKind::ALL[steps]);
        if octile {
            let query = |limits: &Limits<'_>| grid.try_octile_path(from[0], to[0], kind, limits);
            let found = run(py, timeout, query, |bound| Ok(bound.to_f64()))?;
            let path = |(length, path): (OctileCost, Vec<_>)| {
                Ok((length.to_f64().into_bound_py_any(py)?, cells(py, &path)))
            };
            return found.map(path).transpose();
        }
        let query = |limits: &Limits<'_>| {
            grid.try_shortest_paths(&from, &to, kind, limits).map(|paths| paths.path())
        };
        let path = |path: Vec<_>| Ok(((path.len() - 1).into_bound_py_any(py)?, cells(py, &path)));
        run(py, timeout, query, Ok)?.map(path).transpose()
    }

    fn count_paths<'py>(
        &self,
        py: Python<'py>,
        start: Cells<'py>,
        goal: Cells<'py>,
        steps: usize,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (from, to) = (self.ends("start", &start)?, self.ends("goal", &goal)?);
        let (begin, kind) = (Instant::now(), StepKind::ALL[steps]);
        let query = |limits: &Limits<'_>| self.grid().try_shortest_paths(&from, &to, kind, limits);
        let paths = run(py, timeout, query, |_| Ok(0))?;
        let left = timeout.map(|timeout| (timeout - begin.elapsed().as_secs_f64()).max(0.0));
        // An int of any size from its bytes, the lowest first.
        let int = |bytes: Vec<u8>| {
            let arguments = (PyBytes::new(py, &bytes), "little");
            py.get_type::<PyInt>().call_method1("from_bytes", arguments)
        };
        let count = |limits: &Limits<'_>| paths.try_path_count_big(limits);
        int(run(py, left, count, |bound| int(bound.to_bytes_le()))?.to_bytes_le())
    }

    /// The cells of a tour.
    fn find_tour<'py>(
        &self,
        py: Python<'py>,
        steps: usize,
        closed: bool,
        start: Option<Cells<'py>>,
        timeout: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyArray2<i64>>>> {
        let tours = self.tours(py, steps, closed, start)?;
        let tour = run_apart(py, timeout, |limits| tours.try_find(limits), nothing)?;
        Ok(tour.map(|tour| cells(py, &tour)))
    }

    fn count_tours(
        &self,
        py: Python<'_>,
        steps: usize,
        closed: bool,
        start: Option<Cells<'_>>,
        timeout: Option<f64>,
    ) -> PyResult<u128> {
        let tours = self.tours(py, steps, closed, start)?;
        run_apart(py, timeout, |limits| tours.try_count(limits), nothing)
    }
}

/// The result of a search in a volume.
#[pyclass(frozen)]
pub(crate) struct SpaceField {
    found: VolumeDistances,
    shape: [usize; 3],
}

fn voxels(cells: &Cells<'_>) -> Vec<Voxel> {
    let voxel = |cell: ArrayView1<'_, i64>| (cell[2] as usize, cell[1] as usize, cell[0] as usize);
    cells.as_array().rows().into_iter().map(voxel).collect()
}

#[pymethods]
impl SpaceField {
    /// Searches all cells of a volume of free cells. `steps` is a place in [`SpaceStep::ALL`].
    #[staticmethod]
    fn search<'py>(
        py: Python<'py>,
        free: PyReadonlyArray3<'py, u8>,
        start: Cells<'py>,
        steps: usize,
        timeout: Option<f64>,
    ) -> PyResult<Self> {
        let free = free.as_array();
        let (depth, height, width) = free.dim();
        let volume =
            py.detach(|| Volume::from_fn(width, height, depth, |x, y, z| free[[z, y, x]] != 0));
        let volume = volume.map_err(GridError::exception)?;
        let (from, shape) = (voxels(&start), [depth, height, width]);
        let query =
            |limits: &Limits<'_>| volume.try_distances(&from, SpaceStep::ALL[steps], limits);
        let found = run(py, timeout, query, |found| Self { found, shape }.distances(py))?;
        Ok(Self { found, shape })
    }

    fn distances<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self { found, shape: [_, height, width] } = self;
        check_steps(py.detach(|| found.max()))?;
        rows(py, &self.shape, *width, |row, values| {
            fill(values, found.row(row % height, row / height), int32);
        })
    }

    /// The path to the nearest of the goals.
    fn path_to<'py>(&self, py: Python<'py>, goals: Cells<'py>) -> PyResult<Option<Path<'py>>> {
        let found = &self.found;
        let goals = voxels(&goals).into_iter().filter_map(|goal| Some((found.get(goal)?, goal)));
        let Some((length, goal)) = goals.min_by_key(|(length, _)| *length) else {
            return Ok(None);
        };
        let path = py.detach(|| found.path_to(goal)).unwrap_or_default();
        let value = |(i, j): (usize, usize)| [path[i].2, path[i].1, path[i].0][j] as i64;
        let cells = Array2::from_shape_fn((path.len(), 3), value).into_pyarray(py);
        Ok(Some((length.into_bound_py_any(py)?, cells)))
    }
}
