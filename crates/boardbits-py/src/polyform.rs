//! Polyform puzzles: pieces of squares, hexagons, triangles, cubes or spheres that cover a board.
//!
//! Python names cells (row, column) and, in space, (layer, row, column), the crate (x, y, z).

use std::ops::RangeInclusive;

use meteor_puzzle::{
    Coord, CountError, Grid, Interrupted, Limits, Piece as InnerPiece, Placement,
    Puzzle as InnerPuzzle, PuzzleFile, Solution as InnerSolution, SolutionIndex,
    Solutions as InnerSolutions, Solver, TryError, presets,
};
use numpy::ndarray::ArrayD;
use numpy::{IntoPyArray, Ix2, PyArrayDyn};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::array::{self, refuse_mask, value_error};
use crate::number;
use crate::query::{Exclusive, Reduced, generator, nothing, result, run, run_apart};

/// The name of a piece and its cells.
#[derive(FromPyObject)]
pub(crate) struct Placed(String, Vec<At>);

impl<'py> IntoPyObject<'py> for Placed {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        result(py, "Placement", (self.0, self.1))
    }
}

/// A cell in the plane (row, column), or in space (layer, row, column).
#[derive(Clone, Copy, IntoPyObject, FromPyObject)]
pub(crate) enum At {
    Space((i32, i32, i32)),
    Plane((i32, i32)),
}

/// Cells of the crate as those of Python, with this number of axes.
fn places<'a>(axes: usize, cells: impl IntoIterator<Item = &'a Coord>) -> Vec<At> {
    let place = |&Coord { x, y, z }: &Coord| match axes {
        2 => At::Plane((y, x)),
        _ => At::Space((z, y, x)),
    };
    cells.into_iter().map(place).collect()
}

/// Cells as coordinates of the crate.
fn coords(cells: impl IntoIterator<Item = At>) -> Vec<Coord> {
    let coord = |cell| match cell {
        At::Plane((y, x)) => (x, y).into(),
        At::Space((z, y, x)) => (x, y, z).into(),
    };
    cells.into_iter().map(coord).collect()
}

/// Parses the name of a grid.
fn grid(name: &str) -> PyResult<Grid> {
    let names = Grid::ALL.map(Grid::name).join(", ");
    let wrong = || format!("grid: expected one of {names}, found '{name}'");
    Grid::from_name(name).ok_or_else(|| PyValueError::new_err(wrong()))
}

/// A number, or the least and the largest one.
fn range(name: &str, found: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<u16>> {
    if let Ok(number) = found.extract::<u16>() {
        return Ok(number..=number);
    }
    let (least, most) = found.extract::<(u16, u16)>().map_err(|_| {
        PyValueError::new_err(format!(
            "{name} must be a number from 0 to 65535 or a pair of them, found {found}"
        ))
    })?;
    Ok(least..=most)
}

/// A piece of a puzzle.
///
/// Parameters
/// ----------
/// name : str
/// cells : str or iterable of (row, column) or (layer, row, column)
///     A picture with a line for each row, in which ``.`` is not in the piece, and a line ``-``
///     between layers; or the cells.
/// copies : int or (int, int)
///     How often the piece is used, or the least and the largest number.
/// one_sided : bool
///     It must not be turned over in the plane.
/// mirrored : bool
///     It may be reflected in space. Not with `one_sided`.
/// fixed : bool
///     It must not be rotated or turned over.
///
/// Examples
/// --------
/// >>> from boardbits.polyform import Piece
/// >>> Piece("L", "X.\nXX", copies=(0, 4)).cells
/// [(0, 0), (1, 0), (1, 1)]
#[pyclass(frozen, module = "boardbits.polyform", eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece(InnerPiece);

#[pymethods]
impl Piece {
    #[new]
    #[pyo3(signature = (name, cells, *, copies=None, one_sided=false, mirrored=false, fixed=false))]
    fn new(
        name: &str,
        cells: &Bound<'_, PyAny>,
        copies: Option<&Bound<'_, PyAny>>,
        one_sided: bool,
        mirrored: bool,
        fixed: bool,
    ) -> PyResult<Self> {
        let mut piece = match cells.cast::<PyString>() {
            Ok(picture) => InnerPiece::from_picture(name, picture.to_cow()?.as_ref())
                .map_err(|error| PyValueError::new_err(format!("cells: {error}")))?,
            Err(_) => InnerPiece::new(name, coords(pairs(cells)?)),
        };
        if let Some(copies) = copies {
            piece = piece.copies(range("copies", copies)?);
        }
        if one_sided && mirrored {
            return Err(PyValueError::new_err("a piece cannot be one_sided and mirrored"));
        }
        // What is fixed needs no other mark, and equals its copy without it.
        Ok(Self(match (fixed, one_sided, mirrored) {
            (true, ..) => piece.fixed(),
            (_, true, _) => piece.one_sided(),
            (.., true) => piece.mirrored(),
            _ => piece,
        }))
    }

    /// The parameters, for copies and pickles.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Placed, Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("copies", self.copies())?;
        options.set_item("one_sided", self.0.is_one_sided())?;
        options.set_item("mirrored", self.0.is_mirrored())?;
        options.set_item("fixed", self.0.is_fixed())?;
        Ok((Placed(self.0.name().to_owned(), self.cells()), options))
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The cells as pairs (row, column), row by row; if there are layers, as triples (layer, row,
    /// column).
    #[getter]
    fn cells(&self) -> Vec<At> {
        let layers = self.0.cells().iter().any(|cell| cell.z != 0);
        places(if layers { 3 } else { 2 }, self.0.cells())
    }

    /// The least and the largest number of copies.
    #[getter]
    fn copies(&self) -> (u16, u16) {
        let range = self.0.copy_range();
        (*range.start(), *range.end())
    }

    fn __repr__(&self) -> String {
        format!("<Piece {} of {} cells>", self.0.name(), self.0.cells().len())
    }
}

/// Cells from any iterable of pairs or triples.
fn pairs(object: &Bound<'_, PyAny>) -> PyResult<Vec<At>> {
    refuse_mask("cells", object)?;
    let pair = |pair: PyResult<Bound<'_, PyAny>>| {
        let (mut values, pair) = (Vec::new(), pair?);
        for value in pair.try_iter()? {
            values.push(value?.extract::<i32>()?);
        }
        match values[..] {
            [row, column] => Ok(At::Plane((row, column))),
            [layer, row, column] => Ok(At::Space((layer, row, column))),
            _ => Err(PyValueError::new_err(format!(
                "cells must be pairs (row, column) or triples (layer, row, column), found {pair}"
            ))),
        }
    };
    object.try_iter()?.map(pair).collect()
}

/// A board and the pieces that must cover it. Puzzles do not change: `place` returns a new one.
///
/// Exchanging equal copies of a piece does not make another solution; symmetries of the board do.
///
/// Parameters
/// ----------
/// board : str, or array of bool or of integers 0 and 1
///     A picture with a line for each row and a line ``-`` between layers: ``.`` is a cell, ``+`` one
///     that may stay empty, ``#`` is not, and the name of a piece (a single character) is a cell on
///     which this piece lies. Or an array of the cells of a board with one layer. At most 128 cells.
/// pieces : str, iterable of Piece or dict
///     The name of a set ('tetrominoes', 'pentominoes', 'hexiamonds', 'tetrahexes', 'pentahexes'),
///     pieces, or a dict from names to pictures or cells.
/// grid : 'square', 'hexagon', 'axial', 'triangle', 'cubes' or 'spheres'
///     Hexagons whose odd rows, or whose rows each, are half a cell further right; triangles, of
///     which the first stands on its base; spheres that lie in the hollows between four of the layer
///     before, as in a pyramid.
/// packing : bool, int or (int, int)
///     Cells may stay empty: any number of them, this one, or from the least to the largest.
/// memory_mib : int
///     Size of the graph that counts; a search counts if it does not fit.
///
/// Examples
/// --------
/// >>> from boardbits.polyform import Puzzle
/// >>> puzzle = Puzzle.preset("pentominoes-3x20")
/// >>> puzzle.count(), puzzle.count(distinct=True)
/// (8, 2)
/// >>> print(next(iter(puzzle)))
/// U U X I I I I I N N N F T W Y Y Y Y Z V
/// U X X X P P L N N F F F T W W Y Z Z Z V
/// U U X P P P L L L L F T T T W W Z V V V
#[pyclass(frozen, module = "boardbits.polyform")]
pub(crate) struct Puzzle {
    solver: Solver,
    memory_mib: usize,
}

impl Puzzle {
    fn of(puzzle: InnerPuzzle, memory_mib: usize) -> Self {
        let solver = Solver::new(puzzle).memory_bytes(memory_mib.saturating_mul(1 << 20));
        Self { solver, memory_mib }
    }

    fn puzzle(&self) -> &InnerPuzzle {
        self.solver.puzzle()
    }

    fn solution(&self, found: InnerSolution) -> Solution {
        Solution { puzzle: self.puzzle().clone(), found }
    }

    fn placed(&self, placement: Placement) -> Placed {
        placed(self.puzzle(), &placement)
    }
}

/// The name and the cells of a placed piece.
fn placed(puzzle: &InnerPuzzle, placement: &Placement) -> Placed {
    let name = puzzle.pieces()[placement.piece].name().to_owned();
    let cells: Vec<Coord> = puzzle.coords(placement).collect();
    Placed(name, places(puzzle.grid().axes(), &cells))
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(signature = (board, pieces, *, grid="square", packing=None, memory_mib=256))]
    fn new(
        board: &Bound<'_, PyAny>,
        pieces: &Bound<'_, PyAny>,
        grid: &str,
        packing: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let grid = self::grid(grid)?;
        let pieces = parse_pieces(pieces, grid)?;
        let puzzle = if let Ok(picture) = board.cast::<PyString>() {
            InnerPuzzle::from_picture(grid, picture.to_cow()?.as_ref(), pieces)
        } else {
            InnerPuzzle::new(grid, cells_of(board)?, pieces)
        };
        let mut puzzle = puzzle.map_err(value_error)?;
        if let Some(packing) = packing {
            puzzle = match packing.extract::<bool>() {
                Ok(false) => puzzle,
                Ok(true) => puzzle.packing(),
                Err(_) => puzzle.empty(range("packing", packing)?),
            };
        }
        Ok(Self::of(puzzle, memory_mib))
    }

    /// The puzzle of a copy or a pickle.
    #[staticmethod]
    fn _restore(
        grid: &str,
        cells: Vec<At>,
        pieces: Vec<Bound<'_, Piece>>,
        empty: Empty,
        placed: Vec<Placed>,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let pieces = pieces.iter().map(|piece| piece.get().0.clone());
        let puzzle = InnerPuzzle::new(self::grid(grid)?, coords(cells), pieces);
        let mut puzzle = puzzle.map_err(value_error)?;
        let (optional, (least, most)) = empty;
        if !optional.is_empty() {
            puzzle = puzzle.optional(coords(optional)).empty(least..=most);
        }
        for Placed(name, cells) in placed {
            let placement = puzzle.placement(&name, coords(cells)).map_err(value_error)?;
            puzzle.place(placement).map_err(value_error)?;
        }
        Ok(Self::of(puzzle, memory_mib))
    }

    /// Copies and pickles have the board, the pieces and the placed ones, not the graph of a count.
    fn __reduce__<'py>(this: &Bound<'py, Self>) -> Reduced<'py, Parts> {
        let (make, this) = (this.get_type().getattr("_restore")?, this.get());
        let (puzzle, grid) = (this.puzzle(), this.puzzle().grid());
        let optional = puzzle.optional_cells().map(|cell| &puzzle.cells()[cell]);
        let empty = (places(grid.axes(), optional), puzzle.empty_range().into_inner());
        let (cells, pieces, placed) = (this.cells(), this.pieces(), this.placed_pieces());
        Ok((make, (grid.name(), cells, pieces, empty, placed, this.memory_mib)))
    }

    /// A puzzle of the package: see `boardbits.polyform.PRESETS`.
    #[staticmethod]
    #[pyo3(signature = (name, *, memory_mib=256))]
    fn preset(
        name: &str,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let preset = presets::find(name).ok_or_else(|| {
            PyValueError::new_err(format!("name must be one of PRESETS, found '{name}'"))
        })?;
        Ok(Self::of(preset.puzzle(), memory_mib))
    }

    /// Reads the text of a puzzle file of the program ``boardbits``.
    #[staticmethod]
    #[pyo3(signature = (text, *, memory_mib=256))]
    fn parse(
        text: &str,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let file: PuzzleFile = text.parse().map_err(value_error)?;
        Ok(Self::of(file.puzzle, memory_mib))
    }

    /// The pieces.
    #[getter]
    fn pieces(&self) -> Vec<Piece> {
        self.puzzle().pieces().iter().cloned().map(Piece).collect()
    }

    /// The cells of the board as pairs (row, column), row by row, or as triples (layer, row, column).
    #[getter]
    fn cells(&self) -> Vec<At> {
        places(self.puzzle().grid().axes(), self.puzzle().cells())
    }

    /// The pieces on the board, in the order in which they were placed: names and cells.
    #[getter]
    fn placed_pieces(&self) -> Vec<Placed> {
        self.puzzle().placed().iter().map(|&placement| self.placed(placement)).collect()
    }

    /// The puzzle with a piece on these cells. Raises `ValueError` if it cannot lie there.
    fn place(&self, name: &str, cells: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut puzzle = self.puzzle().clone();
        let placement = puzzle.placement(name, coords(pairs(cells)?)).map_err(value_error)?;
        puzzle.place(placement).map_err(value_error)?;
        Ok(Self::of(puzzle, self.memory_mib))
    }

    /// The puzzle without the piece that was placed last. Raises `IndexError` if there is none.
    fn undo(&self) -> PyResult<Self> {
        let mut puzzle = self.puzzle().clone();
        puzzle.undo().ok_or_else(|| PyIndexError::new_err("no piece is placed"))?;
        Ok(Self::of(puzzle, self.memory_mib))
    }

    /// The number of solutions, an int.
    ///
    /// With `distinct`, solutions that a symmetry of the puzzle maps to one another count once.
    /// Raises `TimeoutError` after `timeout` seconds. `threads` (0 for one per core) are used if the
    /// graph does not fit the memory.
    #[pyo3(signature = (*, distinct=false, threads=1, timeout=None))]
    fn count(
        &self,
        py: Python<'_>,
        distinct: bool,
        #[pyo3(from_py_with = number::threads)] threads: usize,
        timeout: Option<f64>,
    ) -> PyResult<u128> {
        let threads = meteor_puzzle::bitboard_core::threads::thread_count(threads);
        let solver = self.solver.clone().threads(threads);
        let count = |limits: &Limits<'_>| match distinct {
            true => solver.try_count_distinct(limits),
            false => solver.try_count(limits),
        };
        if threads > 1 {
            run_apart(py, timeout, count, nothing)
        } else {
            run(py, timeout, count, nothing)
        }
    }

    /// Whether there are 0, 1 or several solutions: 0, 1 or 2.
    ///
    /// The attribute `partial` of a `TimeoutError` is the number of solutions found.
    #[pyo3(signature = (*, timeout=None))]
    fn uniqueness(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<u8> {
        let count = |limits: &Limits<'_>| {
            let mut found = 0;
            for solution in self.solver.try_solutions(limits).take(2) {
                solution.map_err(|stopped| stopped.map(|()| found))?;
                found += 1;
            }
            Ok::<_, Interrupted<u8>>(found)
        };
        run(py, timeout, count, |py, found: u8| Ok(found.into_pyobject(py)?.into_any()))
    }

    /// A piece to place next: its name and cells, those of the first solution. None if there is no
    /// solution or nothing to place.
    #[pyo3(signature = (*, timeout=None))]
    fn hint(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<Placed>> {
        let hint = run(py, timeout, |limits| self.solver.try_hint(limits), nothing)?;
        Ok(hint.map(|placement| self.placed(placement)))
    }

    /// The reason why no solution exists, if it can be found without a search, else None.
    #[getter]
    fn infeasibility(&self) -> Option<String> {
        self.puzzle().infeasibility().map(|reason| reason.to_string())
    }

    /// An iterator over all solutions.
    fn __iter__(&self) -> Solutions {
        Solutions {
            solutions: Exclusive::new(self.solver.solutions()),
            puzzle: self.puzzle().clone(),
        }
    }

    /// Random access to all solutions, see `Index`. Raises `MemoryError` if the graph that counts does
    /// not fit the memory.
    #[pyo3(signature = (*, timeout=None))]
    fn index(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Index> {
        let index = run(py, timeout, |limits| self.solver.try_index(limits), nothing)?;
        Ok(Index { index, puzzle: self.puzzle().clone() })
    }

    /// A list of random solutions, independent and equally likely; empty if no solution exists.
    ///
    /// The same `seed` gives the same solutions. Raises `MemoryError` as `index` does.
    #[pyo3(signature = (number=1, *, seed=None, timeout=None))]
    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number::number)] number: usize,
        #[pyo3(from_py_with = number::seed)] seed: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<Solution>> {
        let mut rng = generator(seed);
        let found = run(
            py,
            timeout,
            |limits| {
                let index = self.solver.try_index(limits)?;
                let found = (0..number).map_while(|_| index.sample(&mut rng)).collect::<Vec<_>>();
                Ok::<_, TryError<CountError>>(found)
            },
            nothing,
        )?;
        Ok(found.into_iter().map(|found| self.solution(found)).collect())
    }

    fn __str__(&self) -> String {
        self.puzzle().to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let (cells, pieces) = (self.puzzle().cells().len(), self.puzzle().pieces().len());
        format!("<Puzzle of {cells} cells and {pieces} pieces>")
    }
}

/// The cells that may stay empty, and the range of their number.
type Empty = (Vec<At>, (u16, u16));

/// The arguments that restore a puzzle.
type Parts = (&'static str, Vec<At>, Vec<Piece>, Empty, Vec<Placed>, usize);

/// The cells of a board that is an array.
fn cells_of(board: &Bound<'_, PyAny>) -> PyResult<Vec<Coord>> {
    const WANTED: &str = "a picture, or 1 where there is a cell and 0 elsewhere";
    let board = array::cells::<u8, Ix2>("board", board, (0, 1), WANTED, Some(MOST_ENTRIES))?;
    let cells = board.as_array();
    let cells = cells.indexed_iter().filter(|&(_, &cell)| cell != 0);
    Ok(cells.map(|((y, x), _)| (x as i32, y as i32).into()).collect())
}

/// Entries of the array of a board, which has fewer cells.
const MOST_ENTRIES: usize = 1 << 20;

/// The name of a set, pieces, or a dict from names to cells.
fn parse_pieces(pieces: &Bound<'_, PyAny>, grid: Grid) -> PyResult<Vec<InnerPiece>> {
    if let Ok(set) = pieces.cast::<PyString>() {
        return presets::pieces(set.to_cow()?.as_ref(), grid)
            .map_err(|error| PyValueError::new_err(format!("pieces: {error}")));
    }
    if let Ok(named) = pieces.cast::<PyDict>() {
        let piece = |(name, cells): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok(Piece::new(&name.extract::<String>()?, &cells, None, false, false, false)?.0)
        };
        return named.iter().map(piece).collect();
    }
    let piece = |piece: PyResult<Bound<'_, PyAny>>| {
        let piece = piece?;
        let found = piece.cast::<Piece>().map(|piece| piece.get().0.clone());
        found.map_err(|_| {
            PyTypeError::new_err(format!("pieces must be of Piece, found {}", piece.get_type()))
        })
    };
    pieces.try_iter()?.map(piece).collect()
}

/// A solution of a puzzle. It prints as a picture.
#[pyclass(frozen, module = "boardbits.polyform", eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Solution {
    puzzle: InnerPuzzle,
    found: InnerSolution,
}

#[pymethods]
impl Solution {
    /// The pieces by their first cells: names and cells.
    #[getter]
    fn placements(&self) -> Vec<Placed> {
        let placements = self.found.placements().iter();
        placements.map(|placement| placed(&self.puzzle, placement)).collect()
    }

    /// An array of int16 with the number of the piece on each cell, counted from 1 in the order of
    /// `placements`; 0 where there is none. Its axes are rows and columns, in space layers before
    /// them.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<i16>> {
        let side = |of: fn(&Coord) -> i32| {
            self.puzzle.cells().iter().map(of).max().map_or(0, |last| last as usize + 1)
        };
        let first = 3 - self.puzzle.grid().axes();
        let shape = [side(|cell| cell.z), side(|cell| cell.y), side(|cell| cell.x)];
        let mut array = ArrayD::zeros(&shape[first..]);
        for (number, placement) in (1..).zip(self.found.placements()) {
            for cell in self.puzzle.coords(placement) {
                let at = [cell.z, cell.y, cell.x].map(|axis| axis as usize);
                array[&at[first..]] = number;
            }
        }
        array.into_pyarray(py)
    }

    /// The solution of a copy or a pickle.
    #[staticmethod]
    fn _restore(puzzle: &Puzzle, placements: Vec<Placed>) -> PyResult<Self> {
        let puzzle = puzzle.puzzle().clone();
        let placed = placements
            .into_iter()
            .map(|Placed(name, cells)| puzzle.placement(&name, coords(cells)).map_err(value_error));
        let found = placed.collect::<PyResult<InnerSolution>>()?;
        Ok(Self { puzzle, found })
    }

    fn __reduce__<'py>(this: &Bound<'py, Self>) -> Reduced<'py, (Puzzle, Vec<Placed>)> {
        let (make, this) = (this.get_type().getattr("_restore")?, this.get());
        Ok((make, (Puzzle::of(this.puzzle.clone(), 0), this.placements())))
    }

    fn __str__(&self) -> String {
        self.puzzle.picture(self.found.placements()).to_string().trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!("<Solution of {} pieces>", self.found.placements().len())
    }
}

/// An iterator over the solutions of a puzzle.
#[pyclass(frozen, module = "boardbits.polyform")]
pub(crate) struct Solutions {
    solutions: Exclusive<InnerSolutions>,
    puzzle: InnerPuzzle,
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_copied("an iterator over solutions", "copy its puzzle"))
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let (mut solutions, _) = self.solutions.lock(py, None)?;
        let solutions = &mut *solutions;
        let found = run(py, None, |limits| solutions.try_next(limits), nothing)?;
        Ok(found.map(|found| Solution { puzzle: self.puzzle.clone(), found }))
    }
}

/// Random access to the solutions of a puzzle, in the order of the iterator. Made by
/// `Puzzle.index`.
///
/// Examples
/// --------
/// >>> from boardbits.polyform import Puzzle
/// >>> index = Puzzle.preset("dominoes-8x8").index()
/// >>> index.count
/// 12988816
/// >>> index.rank(index[10_000_000])
/// 10000000
#[pyclass(frozen, module = "boardbits.polyform")]
pub(crate) struct Index {
    index: SolutionIndex,
    puzzle: InnerPuzzle,
}

#[pymethods]
impl Index {
    /// The number of solutions.
    #[getter]
    fn count(&self) -> u128 {
        self.index.len()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(not_copied("an index", "copy its puzzle and call index() again"))
    }

    /// Solution number `number`, counted from 0, or from the end if it is negative.
    fn __getitem__(&self, number: &Bound<'_, PyAny>) -> PyResult<Solution> {
        let count = self.index.len();
        let missing =
            || PyIndexError::new_err(format!("there are {count} solutions, found {number}"));
        let place = match number.extract() {
            Ok(place) => place,
            Err(_) => count.checked_add_signed(number.extract()?).ok_or_else(missing)?,
        };
        let found = self.index.nth(place).ok_or_else(missing)?;
        Ok(Solution { puzzle: self.puzzle.clone(), found })
    }

    /// The number of a solution, or None if it is not one of this puzzle.
    fn rank(&self, solution: &Solution) -> Option<u128> {
        let is_same = solution.puzzle.cells() == self.puzzle.cells()
            && solution.puzzle.pieces() == self.puzzle.pieces();
        if is_same { self.index.rank(&solution.found) } else { None }
    }

    fn __repr__(&self) -> String {
        format!("<Index of {} solutions>", self.index.len())
    }
}

/// The error of what has too much state for a copy.
fn not_copied(what: &str, instead: &str) -> PyErr {
    PyTypeError::new_err(format!("{what} cannot be copied or pickled: {instead}"))
}

/// The names of the puzzles of the package.
pub(crate) fn preset_names() -> Vec<&'static str> {
    presets::ALL.iter().map(presets::Preset::name).collect()
}
