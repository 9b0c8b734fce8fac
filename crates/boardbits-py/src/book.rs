//! Opening books of Connect 4.

use std::fs;
use std::io::Error;
use std::path::{Path, PathBuf};

use c4_solver::{Board, Book as InnerBook, BookBuilder, Position as Inner};
use numpy::PyArray1;
use numpy::prelude::*;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::value_error;
use crate::number;
use crate::position::{Position, empty, position_of, positions_of};
use crate::query::Reduced;

/// An opening book: exact scores of all positions with up to some number of stones.
///
/// Parameters
/// ----------
/// positions : iterable, or ndarray of integers, count × height × width
///     Positions in any form, see `Solver`. Their scores must include those of `Book.positions`; the
///     scores of positions with fewer stones follow from them.
/// scores : iterable of int
///     The score of each position.
/// width, height : int
///     The board.
///
/// Raises
/// ------
/// ValueError
///     If the score of a position is missing or not possible.
///
/// Examples
/// --------
/// >>> from boardbits.connect4 import Book, Solver
/// >>> positions = Book.positions(3, width=4, height=4)
/// >>> scores = Solver(4, 4, memory_mib=1).solve_many(positions)
/// >>> book = Book(positions, scores, width=4, height=4)
/// >>> len(book), book.depth, book.score([0, 1])
/// (37, 3, 0)
/// >>> solver = Solver(4, 4, memory_mib=1, book=book)
#[pyclass(frozen, module = "boardbits.connect4")]
pub(crate) struct Book(InnerBook);

#[pymethods]
impl Book {
    #[new]
    #[pyo3(signature = (positions, scores, *, width=7, height=6))]
    fn new(
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        scores: Vec<i32>,
        #[pyo3(from_py_with = number::width)] width: u32,
        #[pyo3(from_py_with = number::height)] height: u32,
    ) -> PyResult<Self> {
        let all = positions_of(positions, (width, height))?;
        if all.len() != scores.len() {
            let (found, positions) = (scores.len(), all.len());
            let reason =
                format!("expected a score for each of {positions} positions, found {found}");
            return Err(PyValueError::new_err(reason));
        }
        let depth = all.iter().map(|position| position.ply()).max().unwrap_or(0);
        let board = empty(width, height)?.board();
        let build = || {
            let mut builder = BookBuilder::new(board, depth)?;
            all.iter().zip(scores).for_each(|(position, score)| builder.insert(position, score));
            builder.build()
        };
        py.detach(build).map(Self).map_err(value_error)
    }

    /// The positions whose scores a book needs: those with `depth` stones, mirror images once, without
    /// those that the player to move wins at once.
    ///
    /// Parameters
    /// ----------
    /// depth : int
    ///     Number of stones.
    /// width, height : int
    ///     The board.
    ///
    /// Returns
    /// -------
    /// ndarray of uint8, count × height × width
    ///     The cells as `Position.to_array` has them.
    #[staticmethod]
    #[pyo3(signature = (depth, *, width=7, height=6))]
    fn positions<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = number::depth)] depth: usize,
        #[pyo3(from_py_with = number::width)] width: u32,
        #[pyo3(from_py_with = number::height)] height: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let board = empty(width, height)?.board();
        let list = || BookBuilder::new(board, depth).map(|builder| builder.positions().collect());
        let all: Vec<Inner> = py.detach(list).map_err(value_error)?;
        let cells = all.iter().flat_map(|&position| Position::from(position).cells());
        let cells = PyArray1::from_iter(py, cells);
        Ok(cells.reshape([all.len(), height as usize, width as usize])?.into_any())
    }

    /// Reads a book from a file, or converts one of another program, see `Solver`.
    #[staticmethod]
    #[pyo3(signature = (file, *, width=7, height=6))]
    fn load(
        file: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = number::width)] width: u32,
        #[pyo3(from_py_with = number::height)] height: u32,
    ) -> PyResult<Self> {
        read(file, empty(width, height)?.board()).map(Self)
    }

    /// Writes the book to a file, which ``Solver(book=file)`` and ``boardbits c4`` read.
    fn save(&self, file: PathBuf) -> PyResult<()> {
        Ok(fs::write(&file, self.0.as_bytes()).map_err(|error| named(&file, error))?)
    }

    /// The score of a position, or None if the book does not have it.
    fn score(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
        let board = self.0.board();
        Ok(self.0.score(&position_of(position, (board.width(), board.height()))?))
    }

    /// The largest number of stones.
    #[getter]
    fn depth(&self) -> usize {
        self.0.depth()
    }

    /// (width, height)
    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.0.board().width(), self.0.board().height())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// The book of a copy or a pickle.
    #[staticmethod]
    fn _restore(bytes: &Bound<'_, PyAny>, size: (u32, u32)) -> PyResult<Self> {
        read(bytes, empty(size.0, size.1)?.board()).map(Self)
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> Reduced<'py, (Bound<'py, PyBytes>, (u32, u32))> {
        let book = this.get();
        Ok((this.get_type().getattr("_restore")?, (book.__bytes__(this.py()), book.size())))
    }

    fn __repr__(&self) -> String {
        let (width, height) = self.size();
        format!("<Book of {width}×{height} with {} stones>", self.0.depth())
    }
}

/// The opening book of a board: the one of the package if `wanted` is None or true.
pub(crate) fn open(wanted: Option<&Bound<'_, PyAny>>, board: Board) -> PyResult<Option<InnerBook>> {
    let Some(wanted) = wanted else { return Ok(InnerBook::embedded(board)) };
    if let Ok(book) = wanted.cast::<Book>() {
        let bytes = book.get().0.as_bytes().to_vec();
        return InnerBook::from_bytes(board, bytes).map(Some).map_err(value_error);
    }
    match wanted.extract::<bool>() {
        Ok(false) => Ok(None),
        Ok(true) => InnerBook::embedded(board).map(Some).ok_or_else(|| {
            let (width, height) = (board.width(), board.height());
            PyValueError::new_err(format!(
                "book=True: expected the board 7×6, found {width}×{height}"
            ))
        }),
        Err(_) => read(wanted, board).map(Some),
    }
}

/// An error with the name of a file.
fn named(file: &Path, error: Error) -> Error {
    Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// Reads or converts a book from a file or its bytes.
fn read(file: &Bound<'_, PyAny>, board: Board) -> PyResult<InnerBook> {
    let py = file.py();
    let bytes = if let Ok(path) = file.extract::<PathBuf>() {
        py.detach(|| fs::read(&path)).map_err(|error| named(&path, error))?
    } else {
        file.extract::<Vec<u8>>().map_err(|_| {
            PyTypeError::new_err(format!(
                "book must be a bool, a Book, a file or the bytes of a book, found {}",
                file.get_type()
            ))
        })?
    };
    let book = py.detach(|| match InnerBook::board_of(&bytes) {
        Ok(_) => InnerBook::from_bytes(board, bytes),
        Err(_) => InnerBook::convert(board, &bytes),
    });
    book.map_err(value_error)
}
