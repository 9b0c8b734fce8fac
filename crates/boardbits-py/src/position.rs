//! Positions of Connect 4, and every form in which Python has them: moves, cells, pictures, arrays.

use std::hash::{Hash, Hasher};

use c4_solver::{Board, Column, ColumnSet, PlayError, Player, Position as Inner, PositionError};
use numpy::ndarray::Array2;
use numpy::prelude::*;
use numpy::{IntoPyArray, Ix2, PyArray2, PyUntypedArray};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::array::{self, refuse_mask, value_error};
use crate::number;
use crate::query::Reduced;

pub(crate) fn empty(width: u32, height: u32) -> PyResult<Inner> {
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
        error => value_error(error),
    })
}

/// The position after moves, of which the last one may win: text of one symbol each (`1` is the first
/// column), or an iterable of columns. The cells of a board, row by row from the top, are accepted too.
fn play_all(empty: Inner, moves: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(text) = moves.extract::<String>() {
        let parsed = Inner::parse(empty.board(), &text);
        if let Err(PositionError::Move { reason: PlayError::Wins { column }, .. }) = parsed {
            // A winning move is the last one if the text before it is a position.
            let before =
                text.trim_end().char_indices().next_back().map_or("", |(end, _)| &text[..end]);
            if let Ok(at) = Inner::parse(empty.board(), before) {
                return Ok(Position { at, won: Some(column) });
            }
        }
        return parsed.map(Position::from).map_err(|error| match error {
            PositionError::NotAColumn { .. } | PositionError::Move { .. } => {
                PyValueError::new_err(format!("{error} (columns of text count from 1)"))
            }
            error => value_error(error),
        });
    }
    if let Some(cells) = cells_of(moves, size(empty))? {
        return from_rows(empty.board(), &cells).map(Position::from);
    }
    refuse_mask("moves", moves)?;
    if is_table(moves) {
        return Err(PyTypeError::new_err(
            "moves must be text, a list of columns, or all cells in one list: \
             Position.from_array takes rows of cells",
        ));
    }
    let mut columns = moves.try_iter().map_err(|_| {
        let found = moves.get_type();
        PyTypeError::new_err(format!("moves must be text or a list of columns, found {found}"))
    })?;
    let empty_board = Position::from(empty);
    let played =
        columns.try_fold(empty_board, |position, column| position.play(number::column(&column?)?));
    played.map_err(|error| {
        // Long lists are more often cells than moves.
        let (found, cells) = (moves.len().unwrap_or(0), empty.board().cells());
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
    let cells = array::cells::<i8, Ix2>("cells", cells, (-1, 2), WANTED, None)?;
    let cells = cells.as_array();
    let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    let board = empty(side(cells.ncols()), side(cells.nrows()))?.board();
    from_rows(board, &cells.iter().copied().collect::<Vec<_>>())
}

/// The position of cells row by row from the top.
fn from_rows(board: Board, cells: &[i8]) -> PyResult<Inner> {
    Inner::from_rows(board, cells).map_err(|error| match error {
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
pub(crate) fn indices(columns: ColumnSet) -> Vec<u32> {
    columns.into_iter().map(Column::index).collect()
}

/// A position of Connect 4. Positions do not change: a move returns a new one.
///
/// Columns are numbers from 0 on the left. Only moves as text count from 1, as in the literature:
/// ``"4"`` is column 3.
///
/// Parameters
/// ----------
/// moves : iterable of int, or str, optional
///     The moves from the empty board as columns, of which the last one may win. Or all cells of the
///     board, row by row from the top, as in ``observation.board`` of Kaggle ConnectX: 0 (empty), 1
///     (first player), and 2 or -1 (second player). Or a text: moves, or a picture as people type it,
///     rows of ``x``, ``o`` (or ``R``, ``Y``) and ``.``, with or without lines around them, where ``x``
///     or ``R`` has moved first. On boards of fewer than four columns, a list of as many numbers as
///     cells can be either and is refused.
/// width, height : int
///     The board, 7×6 by default; width · (height + 1) is at most 128, width at most 61.
///
/// Raises
/// ------
/// IndexError
///     If the board does not have a column.
/// ValueError
///     If a column is full, a move follows the end of the game, or cells are not a position.
///
/// Examples
/// --------
/// A game is played in a loop:
///
/// >>> from boardbits.connect4 import Position
/// >>> position = Position()
/// >>> for column in [3, 3, 2, 2, 4, 4, 5]:
/// ...     position = position.play(column)
/// >>> position.is_over, position.winner
/// (True, 1)
/// >>> print(position)
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . . . . . .
/// . . o o o . .
/// . . x x x x .
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
    pub(crate) fn cells(&self) -> Array2<u8> {
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

    /// The position if the game goes on.
    fn open(&self) -> PyResult<Inner> {
        match self.won {
            None => Ok(self.at),
            Some(_) => Err(PyValueError::new_err("the game is already won")),
        }
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
        moves.map_or_else(|| Ok(empty.into()), |moves| play_all(empty, moves))
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

    /// The position after a stone in a column, counted from 0. The stone may win.
    ///
    /// Raises `IndexError` if the board does not have the column, `ValueError` if it is full or the
    /// game is over.
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

    /// Whether a player has won or the board is full.
    #[getter]
    fn is_over(&self) -> bool {
        self.won.is_some() || self.is_full()
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

/// Positions of a board of this size: an iterable, or an array with three dimensions.
pub(crate) fn positions_of(positions: &Bound<'_, PyAny>, size: (u32, u32)) -> PyResult<Vec<Inner>> {
    let array = positions.cast::<PyUntypedArray>().ok();
    if let Some(found) = array.map(PyUntypedArrayMethods::ndim).filter(|&found| found != 3) {
        return Err(PyValueError::new_err(format!(
            "positions must have 3 dimensions (count, height, width), found {found}"
        )));
    }
    positions.try_iter()?.map(|position| position_of(&position?, size)).collect()
}

/// A position of a board of this size: a `Position`, moves, or an array of stones.
pub(crate) fn position_of(object: &Bound<'_, PyAny>, wanted: (u32, u32)) -> PyResult<Inner> {
    let any = if let Ok(position) = object.cast::<Position>() {
        position.get().open()?
    } else if is_table(object) {
        from_array(object)?
    } else if object.try_iter().is_ok() {
        play_all(empty(wanted.0, wanted.1)?, object)?.open()?
    } else {
        return Err(PyTypeError::new_err(format!(
            "expected a Position, moves as text or as a list of columns, or an array of \
             integers (height, width), found {}",
            object.get_type()
        )));
    };
    if size(any) == wanted { Ok(any) } else { Err(other_size(wanted, any)) }
}

/// Whether this is an array of more than one dimension, or a list of lists.
fn is_table(object: &Bound<'_, PyAny>) -> bool {
    match object.cast::<PyUntypedArray>() {
        Ok(array) => array.ndim() != 1,
        Err(_) if object.is_instance_of::<PyString>() => false,
        Err(_) => object.get_item(0).is_ok_and(|row| row.len().is_ok()),
    }
}
