//! A perfect solver of Connect 4, for boards of up to 128 bits.

use c4_solver::{Analysis, Bounds, Column, Limits, Position as Inner, Solver as Engine, Strength};
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{IntoPyArray, PyArray1};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::book::open;
use crate::number;
use crate::position::{empty, indices, position_of, positions_of};
use crate::query::{Exclusive, Failure, generator, result, run};

/// The score of a column that is full, which is masked.
const FULL: i16 = i16::MIN;

/// A perfect player of Connect 4.
///
/// A score is positive if the player to move wins, 0 for a draw, negative for a loss. Its size is the number of stones that
/// the winner has left at the end plus one: 18 wins with the fourth stone of a player on 7×6. Answers of a solver make later
/// ones faster.
///
/// Its methods take a `Position`; moves or cells as `Position` does; or an array or lists as
/// `Position.from_array` does. A copy or a pickle of a solver has its parameters,
/// not what it has found.
///
/// Parameters
/// ----------
/// width, height : int
///     The board.
/// memory_mib : int
///     Size of the transposition table in MiB.
/// threads : int
///     Number of threads; 0 for one for each core.
/// book : bool, Book, str, PathLike or bytes, optional
///     True: the opening book of the package (7×6 only, the default there); False: none; a `Book`; a
///     file or its bytes: a book that `Book.save` or ``boardbits c4 book`` has written. The database
///     ``book_12ply_distances.dat`` of bitbully-databases and the opening books of Pascal Pons' solver
///     are converted first, which takes up to 20 seconds: convert them once with ``Book.load``.
///
/// Examples
/// --------
/// >>> from boardbits.connect4 import Position, Solver
/// >>> solver = Solver()
/// >>> solver.solve(Position())
/// 1
/// >>> solver.best_moves([3, 3, 4, 4])
/// BestMoves(score=18, columns=[2, 5])
/// >>> scores = solver.analyze([3, 3, 3, 3, 3, 3])
/// >>> print(scores)
/// [-1 0 1 -- 1 0 -1]
/// >>> int(scores.argmax())
/// 2
#[pyclass(frozen, module = "boardbits.connect4")]
pub(crate) struct Solver {
    solver: Exclusive<Engine>,
    size: (u32, u32),
    memory_mib: usize,
    threads: usize,
    book: Option<Py<PyAny>>,
}

#[pymethods]
impl Solver {
    #[new]
    #[pyo3(signature = (width=7, height=6, *, memory_mib=64, threads=1, book=None))]
    fn new(
        #[pyo3(from_py_with = number::width)] width: u32,
        #[pyo3(from_py_with = number::height)] height: u32,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        book: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let board = empty(width, height)?.board();
        let bytes = memory_mib.saturating_mul(1 << 20);
        let solver = Engine::new(board).memory_bytes(bytes);
        let mut solver = solver.threads(if threads == 0 { cores() } else { threads });
        if let Some(book) = open(book, board)? {
            solver = solver.book(book);
        }
        if !solver.allocate() {
            let reason = format!("cannot allocate {bytes} bytes for the transposition table");
            return Err(PyMemoryError::new_err(reason));
        }
        let (solver, size) = (Exclusive::new(solver), (width, height));
        let book = book.map(|book| book.clone().unbind());
        Ok(Self { solver, size, memory_mib, threads, book })
    }

    /// The parameters, for copies and pickles.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((u32, u32), Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("memory_mib", self.memory_mib)?;
        options.set_item("threads", self.threads)?;
        options.set_item("book", &self.book)?;
        Ok((self.size, options))
    }

    /// Solves a position.
    ///
    /// Parameters
    /// ----------
    /// position : Position, moves, cells or array
    ///     See `Solver`.
    /// timeout : float, optional
    ///     Seconds.
    ///
    /// Returns
    /// -------
    /// int
    ///     The score.
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` is a lower and an upper bound, a tuple.
    #[pyo3(signature = (position, *, timeout=None))]
    fn solve(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<i32> {
        let bounds = |py, found: Bounds| (found.low, found.high).into_bound_py_any(py);
        self.run(py, position, timeout, Engine::try_solve, bounds)
    }

    /// Scores a stone in each column.
    ///
    /// Parameters
    /// ----------
    /// position, timeout
    ///     As in `solve`.
    ///
    /// Returns
    /// -------
    /// numpy.ma.MaskedArray of int16, one entry for each column
    ///     The scores for the player to move. Columns that are full are masked.
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` is a masked array of a lower and an upper
    ///     bound for each column, columns × 2.
    #[pyo3(signature = (position, *, timeout=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let analysis =
            self.run(py, position, timeout, c4_solver::Solver::try_analyze, column_bounds)?;
        let score = |column| analysis.score(column).map_or(FULL, |score| score as i16);
        masked(PyArray1::from_iter(py, Column::all(self.size.0).map(score)).as_any())
    }

    /// Finds the best moves, faster than `analyze`.
    ///
    /// Parameters
    /// ----------
    /// position, timeout
    ///     As in `solve`.
    ///
    /// Returns
    /// -------
    /// BestMoves
    ///     ``score``, and ``columns``, the list of the columns that reach it.
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     As `analyze`.
    #[pyo3(signature = (position, *, timeout=None))]
    fn best_moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let best = self.run(py, position, timeout, Engine::try_best_moves, column_bounds)?;
        result(py, "BestMoves", (best.score, indices(best.columns)))
    }

    /// Chooses a column as a player of some strength does.
    ///
    /// Parameters
    /// ----------
    /// position, timeout
    ///     As in `solve`.
    /// strength : 'perfect', 'strong', 'casual' or 'random'
    ///     ``'perfect'`` plays a best move. ``'strong'`` searches as deep as a number of `nodes` reaches.
    ///     ``'casual'`` wins and stops wins of the next two stones of each player. ``'random'`` plays
    ///     any column.
    /// nodes : int
    ///     Positions that a strong player visits.
    /// seed : int, optional
    ///     The same seed gives the same columns, but what a solver has found before lets a strong
    ///     player search deeper.
    ///
    /// Returns
    /// -------
    /// int or None
    ///     The column; None if the board is full.
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` is the best column so far, or None.
    #[pyo3(signature = (position, strength="perfect", *, nodes=20_000, seed=None, timeout=None))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
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
        let chosen = self.run(
            py,
            position,
            timeout,
            |solver, position, limits| solver.try_choose(position, strength, &mut rng, limits),
            |py, found| found.map(Column::index).into_bound_py_any(py),
        )?;
        Ok(chosen.map(Column::index))
    }

    /// Plays best moves to the end of the game. Ties are broken towards the center.
    ///
    /// Parameters
    /// ----------
    /// position, timeout
    ///     As in `solve`.
    ///
    /// Returns
    /// -------
    /// list of int
    ///     The columns.
    #[pyo3(signature = (position, *, timeout=None))]
    fn principal_variation(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<u32>> {
        let columns = |line: Vec<Column>| line.into_iter().map(Column::index).collect::<Vec<_>>();
        let line =
            self.run(py, position, timeout, Engine::try_principal_variation, |py, found| {
                columns(found).into_bound_py_any(py)
            })?;
        Ok(columns(line))
    }

    /// Solves many positions with all threads of the solver.
    ///
    /// Parameters
    /// ----------
    /// positions : iterable, or ndarray of integers, count × height × width
    ///     Positions in any form, see `Solver`, or `Position.from_array`.
    /// timeout : float, optional
    ///     Seconds.
    ///
    /// Returns
    /// -------
    /// ndarray of int16
    ///     A score for each position.
    ///
    /// Raises
    /// ------
    /// TimeoutError
    ///     After `timeout` seconds. Its attribute `partial` is an array of a lower and an upper bound
    ///     for each position, count × 2.
    #[pyo3(signature = (positions, *, timeout=None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let all = positions_of(positions, self.size)?;
        let (mut solver, timeout) = self.solver.lock(py, timeout)?;
        let solver = &mut *solver;
        let scores = run(
            py,
            timeout,
            |limits| solver.try_solve_many(&all, limits),
            |py, found: Vec<Bounds>| {
                let rows = found.iter().flat_map(|bounds| [bounds.low as i16, bounds.high as i16]);
                let rows = PyArray1::from_iter(py, rows);
                Ok(rows.reshape([found.len(), 2])?.into_any())
            },
        );
        Ok(PyArray1::from_iter(py, scores?.into_iter().map(|score| score as i16)))
    }

    /// Forgets all positions, as if the solver were new.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.solver.lock(py, None)?.0.clear();
        Ok(())
    }
}

impl Solver {
    /// Runs a query about one position.
    fn run<'py, T: Send, E: Failure>(
        &self,
        py: Python<'py>,
        position: &Bound<'_, PyAny>,
        timeout: Option<f64>,
        query: impl FnOnce(&mut Engine, &Inner, &Limits<'_>) -> Result<T, E> + Send,
        partial: impl FnOnce(Python<'py>, E::Partial) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<T> {
        let position = position_of(position, self.size)?;
        let (mut solver, timeout) = self.solver.lock(py, timeout)?;
        let solver = &mut *solver;
        run(py, timeout, |limits| query(solver, &position, limits), partial)
    }
}

/// A masked array of scores or bounds.
fn masked<'py>(scores: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let is_full = scores.rich_compare(FULL, CompareOp::Eq)?;
    let arguments = (scores, is_full, scores.py().None(), false, true, 0, FULL);
    scores.py().import("numpy.ma")?.call_method1("MaskedArray", arguments)
}

/// A row of two bounds for each column.
fn column_bounds(py: Python<'_>, analysis: Analysis) -> PyResult<Bound<'_, PyAny>> {
    let width = analysis.position().board().width();
    let mut rows = Array2::from_elem((width as usize, 2), FULL);
    for (column, bounds) in analysis.iter() {
        rows[[column.index() as usize, 0]] = bounds.low as i16;
        rows[[column.index() as usize, 1]] = bounds.high as i16;
    }
    masked(rows.into_pyarray(py).as_any())
}
