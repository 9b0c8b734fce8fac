//! Connect 4: positions, and a perfect solver for boards of up to 128 bits.

use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Error;
use std::path::PathBuf;

use c4_solver::{
    Analysis, Board, Book, Bounds, Column, ColumnSet, Limits, PlayError, Player, Position as Inner,
    PositionError, Solver as Engine, Strength,
};
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyUntypedArray};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::array::{Cells, refuse_mask, value_error, wrong_cell};
use crate::number;
use crate::query::{Exclusive, Failure, Reduced, generator, run};

/// The score of a column that is full.
pub(crate) const FULL: i16 = i16::MIN;

fn empty(width: u32, height: u32) -> PyResult<Inner> {
    Board::new(width, height).map(Inner::new).map_err(value_error)
}

fn size(position: Inner) -> (u32, u32) {
    (position.board().width(), position.board().height())
}

fn play(position: Inner, column: i64) -> PyResult<Inner> {
    let (width, _) = size(position);
    let named = u32::try_from(column).ok().filter(|&column| column < width);
    let named = named.and_then(Column::new).ok_or_else(|| {
        PyIndexError::new_err(format!("columns are 0 to {}, found {column}", width - 1))
    })?;
    // The crate counts columns from 1.
    position.after(named).map_err(|error| match error {
        PlayError::FullColumn { .. } => PyValueError::new_err(format!("column {column} is full")),
        PlayError::Wins { .. } => PyValueError::new_err(format!(
            "a stone in column {column} wins, which ends the game: see winning_columns"
        )),
        error => value_error(error),
    })
}

/// The position after moves: text of one symbol each (`1` is the first column), or an iterable of
/// columns. The cells of a board, row by row from the top, are accepted too.
fn play_all(position: Inner, moves: &Bound<'_, PyAny>) -> PyResult<Inner> {
    if let Ok(text) = moves.extract::<String>() {
        return Inner::parse(position.board(), &text).map_err(|error| match error {
            PositionError::NotAColumn { .. } | PositionError::Move { .. } => {
                PyValueError::new_err(format!("{error} (columns of text count from 1)"))
            }
            error => value_error(error),
        });
    }
    if let Some(cells) = cells_of(moves, size(position))? {
        return from_rows(position.board(), &cells);
    }
    refuse_mask("moves", moves)?;
    let mut columns = moves.try_iter()?;
    let played =
        columns.try_fold(position, |position, column| play(position, number::column(&column?)?));
    played.map_err(|error| {
        // Long lists are more often cells than moves.
        let (found, cells) = (moves.len().unwrap_or(0), position.board().cells());
        let py = moves.py();
        if found <= cells as usize / 2 || !error.is_instance_of::<PyValueError>(py) {
            return error;
        }
        let reason = error.value(py);
        let wanted = format!("expected moves, or {cells} cells of 0, 1 and 2");
        PyValueError::new_err(format!("{wanted}, found {found} values: {reason}"))
    })
}

/// The cells of a board that is a list of them. `None` for a list of columns: games that fill a
/// board of four or more columns have a stone in column 3. On smaller boards, lists of as many
/// numbers can be either and are refused.
fn cells_of(object: &Bound<'_, PyAny>, (width, height): (u32, u32)) -> PyResult<Option<Vec<i8>>> {
    if object.len().ok() != Some((width * height) as usize) {
        return Ok(None);
    }
    let Ok(cells) = object.try_iter() else { return Ok(None) };
    let cells = cells.map(|cell| cell?.extract()).collect::<PyResult<Vec<i8>>>();
    let is_cell = |cell: &i8| (-1..=2).contains(cell);
    match cells.ok().filter(|cells| cells.iter().all(is_cell)) {
        Some(_) if width < 4 => Err(PyValueError::new_err(format!(
            "a list of {} numbers can be moves or cells of a board of {width}×{height}: write moves \
             as text, or cells as a list of rows (Position.from_array)",
            width * height
        ))),
        cells => Ok(cells),
    }
}

const WANTED: &str = "0 (empty), 1 (first player), or 2 or -1 (second player)";

/// The position of an array of cells.
fn from_array(cells: &Bound<'_, PyAny>) -> PyResult<Inner> {
    let cells = Cells::<i8>::new("cells", cells, WANTED)?;
    let ((height, width), cell) = (cells.dim(), cells.reader());
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let board = empty(side(width), side(height))?.board();
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (y, x)));
    from_rows(board, &places.map(|(y, x)| cell(y, x)).collect::<Vec<_>>())
}

/// The position of cells row by row from the top.
fn from_rows(board: Board, cells: &[i8]) -> PyResult<Inner> {
    Inner::from_rows(board, cells).map_err(|error| match error {
        PositionError::Cell { column, row, value } => {
            wrong_cell("cells", value, (row as usize, column.index() as usize), WANTED)
        }
        PositionError::Floating { column, row } => PyValueError::new_err(format!(
            "the stone in row {}, column {} has an empty cell below it",
            board.height() - 1 - row,
            column.index()
        )),
        error => value_error(error),
    })
}

/// 1 or 2.
fn number_of(player: Player) -> u8 {
    if player == Player::First { 1 } else { 2 }
}

/// The column numbers of a set.
fn indices(columns: ColumnSet) -> Vec<u32> {
    columns.into_iter().map(Column::index).collect()
}

/// A position of Connect 4. Positions do not change: a move returns a new one.
///
/// Only `play` makes a position that is won; other moves and boards that are won are refused.
///
/// Columns count from 0 on the left. Moves as text are as usual in the literature: ``"4"`` is the fourth column.
///
/// Parameters
/// ----------
/// moves : str or iterable of int
///     The moves from the empty board: text, or columns. Or all cells of the board, row by row from the top, as in
///     ``observation.board`` of Kaggle ConnectX: 0 (empty), 1 (first player), and 2 or -1 (second player).
///     Or a picture as people type it: rows of ``x``, ``o`` (or ``R``, ``Y``) and ``.``, with or without lines around them.
///     On boards of fewer than four columns, a list of as many numbers as cells can be either and is refused.
/// width, height : int
///     The board, 7×6 by default; width · (height + 1) is at most 128, width at most 61.
///
/// Examples
/// --------
/// >>> from boardbits.connect4 import Position
/// >>> print(Position("44").play(2))
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . o . . .
/// . . x x . . .
#[pyclass(frozen, module = "boardbits.connect4", eq, hash)]
#[derive(Clone)]
pub(crate) struct Position {
    /// The position, or the one before the stone that wins.
    at: Inner,
    /// The column of the stone that wins.
    won: Option<Column>,
}

impl From<Inner> for Position {
    fn from(at: Inner) -> Self {
        Self { at, won: None }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        // The same stones can be won by another of them.
        match (self.won, other.won) {
            (None, None) => self.at == other.at,
            (Some(_), Some(_)) => self.cells() == other.cells(),
            _ => false,
        }
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.won {
            None => self.at.hash(state),
            Some(_) => self.cells().hash(state),
        }
    }
}

impl Position {
    /// The stones row by row from the top: 1 and 2, 0 for empty cells.
    fn cells(&self) -> Array2<u8> {
        let (width, height) = size(self.at);
        let cell = |(y, x): (usize, usize)| {
            let column = Column::new(x as u32);
            let stone = |row| column.and_then(|column| self.at.stone(column, row));
            let row = height - 1 - y as u32;
            let wins = column.is_some() && column == self.won;
            match stone(row) {
                Some(player) => number_of(player),
                None if wins && (row == 0 || stone(row - 1).is_some()) => number_of(self.at.turn()),
                None => 0,
            }
        };
        Array2::from_shape_fn((height as usize, width as usize), cell)
    }

    /// The columns of a set, none after the end of the game.
    fn indices(&self, columns: ColumnSet) -> Vec<u32> {
        if self.won.is_some() { Vec::new() } else { indices(columns) }
    }
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (moves=None, *, width=7, height=6))]
    fn new(
        moves: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = number::width)] width: u32,
        #[pyo3(from_py_with = number::height)] height: u32,
    ) -> PyResult<Self> {
        let empty = empty(width, height)?;
        moves.map_or(Ok(empty), |moves| play_all(empty, moves)).map(Self::from)
    }

    /// The position of an array of integers, or of lists of them (height × width): 0 (empty), 1
    /// (first player), and 2 or -1 (second player); row 0 is the top row.
    #[staticmethod]
    fn from_array(cells: &Bound<'_, PyAny>) -> PyResult<Self> {
        from_array(cells).map(Self::from)
    }

    /// A copy or a pickle is made from the array of the stones, and the move that wins.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> Reduced<'py, Bound<'py, PyTuple>> {
        let (py, class, position) = (this.py(), this.get_type(), this.get());
        let before = Self::from(position.at);
        Ok(match position.won {
            None => (class.getattr("from_array")?, (before.to_array(py),).into_pyobject(py)?),
            Some(column) => (class.getattr("play")?, (before, column.index()).into_pyobject(py)?),
        })
    }

    /// The stones as an array, see `from_array`.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.cells().into_pyarray(py)
    }

    /// The position after a stone in a column.
    ///
    /// Raises `IndexError` if the board does not have it, `ValueError` if it is full or the game is won.
    fn play(&self, #[pyo3(from_py_with = number::column)] column: i64) -> PyResult<Self> {
        if let Some(winner) = self.winner() {
            let reason = format!("the game is already won by player {winner}");
            return Err(PyValueError::new_err(reason));
        }
        let won = u32::try_from(column).ok().and_then(Column::new);
        match won.filter(|&column| self.at.winning_columns().contains(column)) {
            Some(column) => Ok(Self { at: self.at, won: Some(column) }),
            None => play(self.at, column).map(Self::from),
        }
    }

    /// The player who has won, 1 or 2, or None.
    #[getter]
    fn winner(&self) -> Option<u8> {
        self.won.map(|_| number_of(self.at.turn()))
    }

    /// The position reflected left to right.
    fn mirror(&self) -> Self {
        let last = size(self.at).0 - 1;
        let won = self.won.and_then(|column| Column::new(last - column.index()));
        Self { at: self.at.mirror(), won }
    }

    /// Columns that are not full, also those whose stone wins.
    #[getter]
    fn columns(&self) -> Vec<u32> {
        self.indices(self.at.columns())
    }

    /// Columns in which a stone wins at once.
    #[getter]
    fn winning_columns(&self) -> Vec<u32> {
        self.indices(self.at.winning_columns())
    }

    /// Columns after which the opponent cannot win at once, those that win included.
    #[getter]
    fn non_losing_columns(&self) -> Vec<u32> {
        self.indices(self.at.non_losing_columns())
    }

    /// Number of stones.
    #[getter]
    fn ply(&self) -> usize {
        self.at.ply() + usize::from(self.won.is_some())
    }

    /// The player to move: 1 or 2, as in `to_array`.
    #[getter]
    fn turn(&self) -> u8 {
        let player = self.at.turn();
        number_of(if self.won.is_some() { player.other() } else { player })
    }

    /// Whether no column is left: a draw, unless the last stone wins.
    #[getter]
    fn is_full(&self) -> bool {
        self.ply() == self.at.board().cells() as usize
    }

    /// (width, height)
    #[getter]
    fn size(&self) -> (u32, u32) {
        size(self.at)
    }

    fn __str__(&self) -> String {
        let symbol = |&cell: &u8| [".", "x", "o"][usize::from(cell)];
        let cells = self.cells();
        let rows = cells.rows().into_iter();
        rows.map(|row| row.iter().map(symbol).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn __repr__(&self) -> String {
        let (width, height) = size(self.at);
        format!("<Position of {} stones on {width}×{height}>", self.ply())
    }
}

fn other_size((width, height): (u32, u32), any: Inner) -> PyErr {
    let (columns, rows) = size(any);
    PyValueError::new_err(format!(
        "expected a board of {width}×{height} ({height} rows of {width}), found {rows} rows of \
         {columns}"
    ))
}

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
///     Size of the transposition table.
/// threads : int
///     Number of threads; 0 for one per core.
/// book : bool, str, PathLike or bytes
///     True: the opening book of the package (7×6 only, the default there); False: none; a file or its bytes: an opening
///     book that ``boardbits c4 book`` has written. The database ``book_12ply_distances.dat`` of bitbully-databases and
///     the opening books of Pascal Pons' solver are converted first, which takes up to 20 seconds: convert them once with
///     ``boardbits c4 book``.
///
/// Examples
/// --------
/// >>> from boardbits.connect4 import Position, Solver
/// >>> solver = Solver()
/// >>> solver.solve(Position())
/// 1
/// >>> solver.analyze(Position("274552224131661"))
/// array([ -9, -11, -12,   0, -11, -11, -11], dtype=int16)
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

    /// The score of a position.
    ///
    /// Raises `TimeoutError` after `timeout` seconds; its attribute `partial` is the pair of bounds found so far.
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

    /// The score of a stone in each column, an array of int16; `boardbits.connect4.FULL` where the column is full.
    ///
    /// Raises `TimeoutError` after `timeout` seconds; its attribute `partial` is an array with a row of two bounds for each
    /// column.
    #[pyo3(signature = (position, *, timeout=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let analysis =
            self.run(py, position, timeout, c4_solver::Solver::try_analyze, column_bounds)?;
        let scores = Column::all(self.size.0);
        let scores = scores.map(|column| analysis.score(column).map_or(FULL, |score| score as i16));
        Ok(PyArray1::from_iter(py, scores))
    }

    /// The score and the list of the columns that reach it: faster than `analyze`.
    #[pyo3(signature = (position, *, timeout=None))]
    fn best_moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<(i32, Vec<u32>)> {
        let best = self.run(py, position, timeout, Engine::try_best_moves, column_bounds)?;
        Ok((best.score, indices(best.columns)))
    }

    /// The column that a player of some strength plays, or None if the board is full.
    ///
    /// ``"perfect"`` plays a best move. ``"strong"`` searches as deep as a number of `nodes` reaches; ``"casual"`` wins and
    /// stops wins of the next two stones of each player; ``"random"`` plays any column. The same `seed` gives
    /// the same columns, but what a solver has found before lets a strong player search deeper.
    ///
    /// The attribute `partial` of a `TimeoutError` is the best column so far, or None.
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

    /// Best play to the end of the game, as a list of columns. Ties are broken towards the center.
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

    /// The scores of many positions, an array of int16: an iterable of positions in any form, or an
    /// array of integers (count × height × width, see `Position.from_array`). Uses all threads of
    /// the solver. The attribute `partial` of a `TimeoutError` is an array with a row of two bounds for
    /// each position.
    #[pyo3(signature = (positions, *, timeout=None))]
    fn solve_many<'py>(
        &self,
        py: Python<'py>,
        positions: &Bound<'py, PyAny>,
        timeout: Option<f64>,
    ) -> PyResult<Bound<'py, PyArray1<i16>>> {
        let array = positions.cast::<PyUntypedArray>().ok();
        if let Some(found) = array.map(PyUntypedArrayMethods::ndim).filter(|&found| found != 3) {
            return Err(PyValueError::new_err(format!(
                "positions must have 3 dimensions (count, height, width), found {found}"
            )));
        }
        let mut all = Vec::new();
        for position in positions.try_iter()? {
            all.push(self.position(&position?)?);
        }
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
        let position = self.position(position)?;
        let (mut solver, timeout) = self.solver.lock(py, timeout)?;
        let solver = &mut *solver;
        run(py, timeout, |limits| query(solver, &position, limits), partial)
    }

    /// A position for this solver: a `Position`, moves, or an array of stones.
    fn position(&self, object: &Bound<'_, PyAny>) -> PyResult<Inner> {
        let any = if let Ok(position) = object.cast::<Position>() {
            let position = position.get();
            if position.won.is_some() {
                return Err(PyValueError::new_err("the game is already won"));
            }
            position.at
        } else if is_table(object) {
            from_array(object)?
        } else if object.try_iter().is_ok() {
            play_all(empty(self.size.0, self.size.1)?, object)?
        } else {
            return Err(PyTypeError::new_err(format!(
                "expected a Position, moves as text or as a list of columns, or an array of \
                 integers (height, width), found {}",
                object.get_type()
            )));
        };
        if size(any) == self.size { Ok(any) } else { Err(other_size(self.size, any)) }
    }
}

/// Whether this is an array of more than one dimension, or a list of lists.
fn is_table(object: &Bound<'_, PyAny>) -> bool {
    match object.cast::<PyUntypedArray>() {
        Ok(array) => array.ndim() != 1,
        Err(_) if object.is_instance_of::<PyString>() => false,
        Err(_) => object.get_item(0).is_ok_and(|row| row.len().is_ok()),
    }
}

/// The opening book of a board: the one of the package if `wanted` is None or true.
fn open(wanted: Option<&Bound<'_, PyAny>>, board: Board) -> PyResult<Option<Book>> {
    let Some(wanted) = wanted else { return Ok(Book::embedded(board)) };
    match wanted.extract::<bool>() {
        Ok(false) => Ok(None),
        Ok(true) => Book::embedded(board).map(Some).ok_or_else(|| {
            let (width, height) = (board.width(), board.height());
            PyValueError::new_err(format!("there is no opening book for {width}×{height}"))
        }),
        Err(_) => {
            let bytes = if let Ok(path) = wanted.extract::<PathBuf>() {
                let named =
                    |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
                wanted.py().detach(|| fs::read(&path)).map_err(named)?
            } else {
                wanted.extract::<Vec<u8>>().map_err(|_| {
                    PyTypeError::new_err(format!(
                        "book must be a bool, a file or the bytes of a book, found {}",
                        wanted.get_type()
                    ))
                })?
            };
            let book = wanted.py().detach(|| match Book::board_of(&bytes) {
                Ok(_) => Book::from_bytes(board, bytes),
                Err(_) => Book::convert(board, &bytes),
            });
            book.map(Some).map_err(value_error)
        }
    }
}

/// A row of two bounds for each column.
fn column_bounds(py: Python<'_>, analysis: Analysis) -> PyResult<Bound<'_, PyAny>> {
    let width = analysis.position().board().width();
    let mut rows = Array2::from_elem((width as usize, 2), FULL);
    for (column, bounds) in analysis.iter() {
        rows[[column.index() as usize, 0]] = bounds.low as i16;
        rows[[column.index() as usize, 1]] = bounds.high as i16;
    }
    Ok(rows.into_pyarray(py).into_any())
}
