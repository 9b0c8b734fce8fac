//! Connect 4, for boards of up to 128 bits: positions whose game goes on, a perfect solver, and
//! opening books. The classes of `boardbits.connect4` are made of these.

use c4_solver::{
    Analysis, Board, Book as InnerBook, BookBuilder, BookError, Bounds, Column, ColumnSet, Limits,
    PlayError, Player, Position as Inner, PositionError, Solver as Engine, Strength,
};
use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyReadonlyArray2};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyValueError};
use pyo3::prelude::*;

use crate::number;
use crate::query::{Exception, Exclusive, Failure, generator, nothing, run, value_error};

/// The score of a column that is full, which is masked.
const FULL: i16 = i16::MIN;

/// The column numbers of a set.
fn indices(columns: ColumnSet) -> Vec<u32> {
    columns.into_iter().map(Column::index).collect()
}

/// A stone in row `y` from the top, or 0.
fn cell(position: Inner, (y, x): (usize, usize)) -> u8 {
    let row = position.board().height() - 1 - y as u32;
    let player = Column::new(x as u32).and_then(|column| position.stone(column, row));
    player.map_or(0, |player| if player == Player::First { 1 } else { 2 })
}

#[pyclass(frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position(Inner);

#[pymethods]
impl Position {
    #[new]
    fn new(
        #[pyo3(from_py_with = number::width)] width: u32,
        #[pyo3(from_py_with = number::height)] height: u32,
    ) -> PyResult<Self> {
        Board::new(width, height).map(|board| Self(Inner::new(board))).map_err(value_error)
    }

    /// The position of moves or of a picture on this empty board, and the column of the last move if
    /// it wins.
    fn parse(&self, text: &str) -> PyResult<(Self, Option<u32>)> {
        let board = self.0.board();
        let parsed = Inner::parse(board, text);
        if let Err(PositionError::Move { reason: PlayError::Wins { column }, .. }) = parsed {
            // A winning move is the last one if the text before it is a position.
            let before =
                text.trim_end().char_indices().next_back().map_or("", |(end, _)| &text[..end]);
            if let Ok(position) = Inner::parse(board, before) {
                return Ok((Self(position), Some(column.index())));
            }
        }
        parsed.map(|position| (Self(position), None)).map_err(|error| match error {
            PositionError::NotAColumn { .. } | PositionError::Move { .. } => {
                PyValueError::new_err(format!("{error} (columns of text count from 1)"))
            }
            error => value_error(error),
        })
    }

    /// The position of these cells on this board, row by row from the top.
    fn with_cells(&self, cells: PyReadonlyArray2<'_, i8>) -> PyResult<Self> {
        let (board, cells) = (self.0.board(), cells.as_slice().map_err(value_error)?);
        Inner::from_rows(board, cells).map(Self).map_err(|error| match error {
            PositionError::Floating { column, row } => PyValueError::new_err(format!(
                "the stone in row {}, column {} has an empty cell below it",
                board.height() - 1 - row,
                column.index()
            )),
            error => value_error(error),
        })
    }

    /// The position after a stone, or None if the stone wins.
    fn play(&self, #[pyo3(from_py_with = number::column)] column: i64) -> PyResult<Option<Self>> {
        let width = self.0.board().width();
        let named = u32::try_from(column).ok().filter(|&column| column < width);
        let named = named.and_then(Column::new).ok_or_else(|| {
            PyIndexError::new_err(format!("columns are 0 to {}, found {column}", width - 1))
        })?;
        match self.0.after(named) {
            Ok(after) => Ok(Some(Self(after))),
            Err(PlayError::Wins { .. }) => Ok(None),
            // The crate counts columns from 1.
            Err(PlayError::FullColumn { .. }) => {
                Err(PyValueError::new_err(format!("column {column} is full")))
            }
            Err(error) => Err(value_error(error)),
        }
    }

    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let (width, height) = self.size();
        let size = (height as usize, width as usize);
        Array2::from_shape_fn(size, |at| cell(self.0, at)).into_pyarray(py)
    }

    fn mirror(&self) -> Self {
        Self(self.0.mirror())
    }

    fn columns(&self) -> Vec<u32> {
        indices(self.0.columns())
    }

    fn winning_columns(&self) -> Vec<u32> {
        indices(self.0.winning_columns())
    }

    fn non_losing_columns(&self) -> Vec<u32> {
        indices(self.0.non_losing_columns())
    }

    #[getter]
    fn ply(&self) -> usize {
        self.0.ply()
    }

    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.0.board().width(), self.0.board().height())
    }
}

#[pyclass(frozen)]
pub(crate) struct Solver(Exclusive<Engine>);

#[pymethods]
impl Solver {
    #[new]
    fn new(
        empty: &Position,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        book: Option<&Bound<'_, Book>>,
    ) -> PyResult<Self> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let bytes = memory_mib.saturating_mul(1 << 20);
        let solver = Engine::new(empty.0.board()).memory_bytes(bytes);
        let mut solver = solver.threads(if threads == 0 { cores() } else { threads });
        if let Some(book) = book {
            solver = solver.book(book.get().0.clone());
        }
        if !solver.allocate() {
            let reason = format!("cannot allocate {bytes} bytes for the transposition table");
            return Err(PyMemoryError::new_err(reason));
        }
        Ok(Self(Exclusive::new(solver)))
    }

    fn solve(&self, py: Python<'_>, position: &Position, timeout: Option<f64>) -> PyResult<i32> {
        self.run(py, position, timeout, Engine::try_solve, |found: Bounds| {
            Ok((found.low, found.high))
        })
    }

    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bounds = |found| column_bounds(py, &found);
        let analysis = self.run(py, position, timeout, Engine::try_analyze, bounds)?;
        let score = |column| analysis.score(column).map_or(FULL, |score| score as i16);
        masked(PyArray1::from_iter(py, Column::all(position.size().0).map(score)).as_any())
    }

    fn best_moves(
        &self,
        py: Python<'_>,
        position: &Position,
        timeout: Option<f64>,
    ) -> PyResult<(i32, Vec<u32>)> {
        let bounds = |found| column_bounds(py, &found);
        let best = self.run(py, position, timeout, Engine::try_best_moves, bounds)?;
        Ok((best.score, indices(best.columns)))
    }

    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        strength: &str,
        #[pyo3(from_py_with = number::nodes)] nodes: u64,
        #[pyo3(from_py_with = number::seed)] seed: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Option<u32>> {
        let strength = match strength {
            "perfect" => Strength::Perfect,
            "strong" => Strength::Strong { nodes },
            "casual" => Strength::Casual,
            "random" => Strength::Random,
            _ => {
                return Err(PyValueError::new_err(format!(
                    "strength must be 'perfect', 'strong', 'casual' or 'random', found {strength:?}"
                )));
            }
        };
        let mut rng = generator(seed);
        let index = |column: Option<Column>| column.map(Column::index);
        let chosen = self.run(
            py,
            position,
            timeout,
            |solver, position, limits| solver.try_choose(position, strength, &mut rng, limits),
            |found| Ok(index(found)),
        );
        chosen.map(index)
    }

    fn principal_variation(
        &self,
        py: Python<'_>,
        position: &Position,
        timeout: Option<f64>,
    ) -> PyResult<Vec<u32>> {
        let indices = |line: Vec<Column>| line.into_iter().map(Column::index).collect::<Vec<_>>();
        let query = Engine::try_principal_variation;
        self.run(py, position, timeout, query, |found| Ok(indices(found))).map(indices)
    }

    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<Bound<'py, Position>>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let all: Vec<Inner> = positions.iter().map(|position| position.get().0).collect();
        let scores = self.0.run(
            py,
            timeout,
            |solver, limits| solver.try_solve_many(&all, limits),
            |found: Vec<Bounds>| {
                let row = |at: usize| [found[at].low as i16, found[at].high as i16];
                let bounds = Array2::from_shape_fn((found.len(), 2), |(at, side)| row(at)[side]);
                Ok(bounds.into_pyarray(py))
            },
        )?;
        Ok(PyArray1::from_iter(py, scores.into_iter().map(|score| score as i16)))
    }

    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.0.with(py, None, |solver, _| {
            solver.clear();
            Ok(())
        })
    }
}

impl Solver {
    /// Runs a query about one position.
    fn run<'py, R: Send, E: Failure, P: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        position: &Position,
        timeout: Option<f64>,
        query: impl FnOnce(&mut Engine, &Inner, &Limits<'_>) -> Result<R, E> + Send,
        partial: impl FnOnce(E::Partial) -> PyResult<P>,
    ) -> PyResult<R> {
        self.0.run(py, timeout, |solver, limits| query(solver, &position.0, limits), partial)
    }
}

/// A masked array of scores or bounds.
fn masked<'py>(scores: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let is_full = scores.rich_compare(FULL, CompareOp::Eq)?;
    let arguments = (scores, is_full, scores.py().None(), false, true, 0, FULL);
    scores.py().import("numpy.ma")?.call_method1("MaskedArray", arguments)
}

/// A row of two bounds for each column.
fn column_bounds<'py>(py: Python<'py>, analysis: &Analysis) -> PyResult<Bound<'py, PyAny>> {
    let width = analysis.position().board().width();
    let mut rows = Array2::from_elem((width as usize, 2), FULL);
    for (column, bounds) in analysis.iter() {
        rows[[column.index() as usize, 0]] = bounds.low as i16;
        rows[[column.index() as usize, 1]] = bounds.high as i16;
    }
    masked(rows.into_pyarray(py).as_any())
}

impl Exception for BookError {}

#[pyclass(frozen)]
pub(crate) struct Book(InnerBook);

#[pymethods]
impl Book {
    #[new]
    fn new(
        py: Python<'_>,
        empty: &Position,
        positions: Vec<Bound<'_, Position>>,
        scores: Vec<i32>,
    ) -> PyResult<Self> {
        let all: Vec<Inner> = positions.iter().map(|position| position.get().0).collect();
        let depth = all.iter().map(|position| position.ply()).max().unwrap_or(0);
        let build = || {
            let mut builder = BookBuilder::new(empty.0.board(), depth)?;
            all.iter().zip(scores).for_each(|(position, score)| builder.insert(position, score));
            builder.build()
        };
        py.detach(build).map(Self).map_err(value_error)
    }

    /// The cells of the positions whose scores a book needs.
    #[staticmethod]
    fn positions<'py>(
        py: Python<'py>,
        empty: &Position,
        #[pyo3(from_py_with = number::depth)] depth: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let list = |limits: &Limits<'_>| BookBuilder::try_new(empty.0.board(), depth, limits);
        let all: Vec<Inner> = run(py, None, list, nothing)?.positions().collect();
        // NumPy, if this is its first use, panics at a Ctrl-C that waits.
        py.check_signals()?;
        let size = (all.len(), empty.size().1 as usize, empty.size().0 as usize);
        let cells = Array3::from_shape_fn(size, |(number, y, x)| cell(all[number], (y, x)));
        Ok(cells.into_pyarray(py))
    }

    /// Reads or converts a book.
    #[staticmethod]
    fn read(py: Python<'_>, empty: &Position, bytes: Vec<u8>) -> PyResult<Self> {
        let board = empty.0.board();
        let book = py.detach(|| match InnerBook::board_of(&bytes) {
            Ok(_) => InnerBook::from_bytes(board, bytes),
            Err(_) => InnerBook::convert(board, &bytes),
        });
        book.map(Self).map_err(value_error)
    }

    /// The book of the package for this board.
    #[staticmethod]
    fn embedded(empty: &Position) -> Option<Self> {
        InnerBook::embedded(empty.0.board()).map(Self)
    }

    fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn score(&self, position: &Position) -> Option<i32> {
        self.0.score(&position.0)
    }

    #[getter]
    fn depth(&self) -> usize {
        self.0.depth()
    }

    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.0.board().width(), self.0.board().height())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}
