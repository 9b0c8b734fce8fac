//! Polyform puzzles: pieces of squares, hexagons, triangles, cubes or spheres that cover a board. The
//! classes of `boardbits.polyform` are made of these.
//!
//! Cells are (layer, row, column) here, the crate has (x, y, z).

use meteor_puzzle::{
    Coord, CountError, Grid, Interrupted, Limits, Piece as InnerPiece, Placement,
    Puzzle as InnerPuzzle, PuzzleError, PuzzleFile, Solution as InnerSolution, SolutionIndex,
    Solutions as InnerSolutions, Solver, TryError, presets,
};
use numpy::ndarray::ArrayD;
use numpy::{IntoPyArray, PyArrayDyn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::number;
use crate::query::{Exclusive, generator, nothing, run, run_apart, value_error};

type Cell = (i32, i32, i32);
/// The name of a piece and its cells.
type Placed = (String, Vec<Cell>);
/// Name, cells, least and largest number of copies, and whether the piece is one-sided, mirrored and
/// fixed.
type Piece = (String, Vec<Cell>, (u16, u16), bool, bool, bool);

fn places<'a>(cells: impl IntoIterator<Item = &'a Coord>) -> Vec<Cell> {
    cells.into_iter().map(|&Coord { x, y, z }| (z, y, x)).collect()
}

fn coords(cells: Vec<Cell>) -> Vec<Coord> {
    cells.into_iter().map(|(z, y, x)| Coord { x, y, z }).collect()
}

/// An error with the name of an argument.
fn of_argument(name: &str, error: &PuzzleError) -> PyErr {
    PyValueError::new_err(format!("{name}: {error}"))
}

/// An error of a puzzle. Its cells are rows and columns, as in the package, not x and y.
fn puzzle_error(error: PuzzleError) -> PyErr {
    let mut inner = &error;
    while let PuzzleError::InPicture { reason, .. } | PuzzleError::InPiece { reason, .. } = inner {
        inner = reason;
    }
    let text = error.to_string();
    let (PuzzleError::RepeatedCell { cell }
    | PuzzleError::TooFar { cell }
    | PuzzleError::OffPlane { cell, .. }
    | PuzzleError::Disconnected { cell }
    | PuzzleError::Misplaced { cell, .. }) = inner
    else {
        return value_error(text);
    };
    let layer = if cell.z == 0 { String::new() } else { format!("layer {}, ", cell.z) };
    let place = format!("{layer}row {}, column {}", cell.y, cell.x);
    value_error(text.replace(&format!("cell {cell}"), &place))
}

/// The grid with this name.
fn grid(name: &str) -> PyResult<Grid> {
    let names = Grid::ALL.map(Grid::name).join(", ");
    let wrong = || format!("grid: expected one of {names}, found '{name}'");
    Grid::from_name(name).ok_or_else(|| PyValueError::new_err(wrong()))
}

fn piece_of((name, cells, (least, most), one_sided, mirrored, fixed): Piece) -> InnerPiece {
    let piece = InnerPiece::new(name, coords(cells)).copies(least..=most);
    match (fixed, one_sided, mirrored) {
        (true, ..) => piece.fixed(),
        (_, true, _) => piece.one_sided(),
        (.., true) => piece.mirrored(),
        _ => piece,
    }
}

fn parts_of(piece: &InnerPiece) -> Piece {
    let marks = (piece.is_one_sided(), piece.is_mirrored(), piece.is_fixed());
    let (name, copies) = (piece.name().to_owned(), piece.copy_range().into_inner());
    (name, places(piece.cells()), copies, marks.0, marks.1, marks.2)
}

/// The piece as the crate has it. Equal pieces have equal parts.
#[pyfunction]
pub(crate) fn piece(piece: Piece) -> Piece {
    parts_of(&piece_of(piece))
}

/// The cells of a piece that is a picture.
#[pyfunction]
pub(crate) fn cells_of(picture: &str) -> PyResult<Vec<Cell>> {
    let piece = InnerPiece::from_picture("", picture);
    piece.map(|piece| places(piece.cells())).map_err(|error| of_argument("cells", &error))
}

/// The pieces of a set.
#[pyfunction]
pub(crate) fn pieces_of(set: &str, grid: &str) -> PyResult<Vec<Piece>> {
    let pieces = presets::pieces(set, self::grid(grid)?);
    let pieces = pieces.map_err(|error| of_argument("pieces", &error))?;
    Ok(pieces.iter().map(parts_of).collect())
}

#[derive(FromPyObject)]
pub(crate) enum Board {
    Picture(String),
    Cells(Vec<Cell>),
}

#[pyclass(frozen)]
pub(crate) struct Puzzle {
    solver: Solver,
    memory_mib: usize,
}

impl Puzzle {
    fn of(puzzle: InnerPuzzle, memory_mib: usize) -> Self {
        let solver = Solver::new(puzzle).memory_bytes(memory_mib.saturating_mul(1 << 20));
        Self { solver, memory_mib }
    }

    fn placed(&self, placement: &Placement) -> Placed {
        let puzzle = self.solver.puzzle();
        let cells: Vec<Coord> = puzzle.coords(placement).collect();
        (puzzle.pieces()[placement.piece].name().to_owned(), places(&cells))
    }
}

#[pymethods]
impl Puzzle {
    /// With `packing`, all cells may stay empty; `empty` is the least and the largest number.
    #[staticmethod]
    fn new(
        board: Board,
        pieces: Vec<Piece>,
        grid: &str,
        packing: bool,
        empty: Option<(u16, u16)>,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let (grid, pieces) = (self::grid(grid)?, pieces.into_iter().map(piece_of));
        let puzzle = match board {
            Board::Picture(picture) => InnerPuzzle::from_picture(grid, &picture, pieces),
            Board::Cells(cells) => InnerPuzzle::new(grid, coords(cells), pieces),
        };
        let mut puzzle = puzzle.map_err(puzzle_error)?;
        if packing {
            puzzle = puzzle.packing();
        }
        if let Some((least, most)) = empty {
            puzzle = puzzle.empty(least..=most);
        }
        Ok(Self::of(puzzle, memory_mib))
    }

    #[staticmethod]
    fn preset(
        name: &str,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let preset = presets::find(name).ok_or_else(|| {
            PyValueError::new_err(format!("name must be one of PRESETS, found '{name}'"))
        })?;
        Ok(Self::of(preset.puzzle(), memory_mib))
    }

    #[staticmethod]
    fn parse(
        text: &str,
        #[pyo3(from_py_with = number::memory_mib)] memory_mib: usize,
    ) -> PyResult<Self> {
        let file: PuzzleFile = text.parse().map_err(value_error)?;
        Ok(Self::of(file.puzzle, memory_mib))
    }

    /// The number of axes of cells: 2 in the plane.
    fn axes(&self) -> usize {
        self.solver.puzzle().grid().axes()
    }

    fn pieces(&self) -> Vec<Piece> {
        self.solver.puzzle().pieces().iter().map(parts_of).collect()
    }

    fn cells(&self) -> Vec<Cell> {
        places(self.solver.puzzle().cells())
    }

    fn placed_pieces(&self) -> Vec<Placed> {
        self.solver.puzzle().placed().iter().map(|placement| self.placed(placement)).collect()
    }

    fn place(&self, name: &str, cells: Vec<Cell>) -> PyResult<Self> {
        let mut puzzle = self.solver.puzzle().clone();
        let placement = puzzle.placement(name, coords(cells));
        placement.and_then(|placement| puzzle.place(placement)).map_err(puzzle_error)?;
        Ok(Self::of(puzzle, self.memory_mib))
    }

    fn undo(&self) -> Option<Self> {
        let mut puzzle = self.solver.puzzle().clone();
        puzzle.undo().map(|_| Self::of(puzzle, self.memory_mib))
    }

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
        match threads {
            1 => run(py, timeout, count, nothing),
            _ => run_apart(py, timeout, count, nothing),
        }
    }

    fn uniqueness(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<u8> {
        let count = |limits: &Limits<'_>| {
            let mut found = 0;
            for solution in self.solver.try_solutions(limits).take(2) {
                solution.map_err(|stopped| stopped.map(|()| found))?;
                found += 1;
            }
            Ok::<_, Interrupted<u8>>(found)
        };
        run(py, timeout, count, Ok)
    }

    fn hint(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<Placed>> {
        let hint = run(py, timeout, |limits| self.solver.try_hint(limits), nothing)?;
        Ok(hint.map(|placement| self.placed(&placement)))
    }

    fn infeasibility(&self) -> Option<String> {
        self.solver.puzzle().infeasibility().map(|reason| reason.to_string())
    }

    fn solutions(&self) -> Solutions {
        Solutions(Exclusive::new(self.solver.solutions()))
    }

    fn index(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Index> {
        run(py, timeout, |limits| self.solver.try_index(limits), nothing).map(Index)
    }

    fn sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = number::number)] number: usize,
        #[pyo3(from_py_with = number::seed)] seed: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<Vec<Solution>> {
        let mut rng = generator(seed);
        let sample = |limits: &Limits<'_>| {
            let index = self.solver.try_index(limits)?;
            let found = (0..number).map_while(|_| index.sample(&mut rng)).map(Solution).collect();
            Ok::<_, TryError<CountError>>(found)
        };
        run(py, timeout, sample, nothing)
    }

    /// The solution with these placements.
    fn solution(&self, placements: Vec<Placed>) -> PyResult<Solution> {
        let puzzle = self.solver.puzzle();
        let placed = |(name, cells): Placed| puzzle.placement(&name, coords(cells));
        let found: Result<_, PuzzleError> = placements.into_iter().map(placed).collect();
        found.map(Solution).map_err(value_error)
    }

    fn placements(&self, solution: &Solution) -> Vec<Placed> {
        solution.0.placements().iter().map(|placement| self.placed(placement)).collect()
    }

    /// The numbers of the pieces of a solution, counted from 1, by rows and columns, in space layers
    /// before them.
    fn to_array<'py>(&self, py: Python<'py>, solution: &Solution) -> Bound<'py, PyArrayDyn<i16>> {
        let (puzzle, first) = (self.solver.puzzle(), 3 - self.axes());
        let at = |&Coord { x, y, z }: &Coord| [z, y, x].map(|axis| axis as usize);
        let side = |axis: usize| puzzle.cells().iter().map(|cell| at(cell)[axis] + 1).max();
        let shape = [0, 1, 2].map(|axis| side(axis).unwrap_or(0));
        let mut array = ArrayD::zeros(&shape[first..]);
        for (number, placement) in (1..).zip(solution.0.placements()) {
            puzzle.coords(placement).for_each(|cell| array[&at(&cell)[first..]] = number);
        }
        array.into_pyarray(py)
    }

    /// The picture of a solution, or of the placed pieces.
    fn picture(&self, solution: Option<&Solution>) -> String {
        let puzzle = self.solver.puzzle();
        let text = match solution {
            Some(solution) => puzzle.picture(solution.0.placements()).to_string(),
            None => puzzle.to_string(),
        };
        text.trim_end().to_owned()
    }

    /// Returns whether both have the same board and pieces.
    fn is_like(&self, other: &Self) -> bool {
        let (one, other) = (self.solver.puzzle(), other.solver.puzzle());
        one.cells() == other.cells() && one.pieces() == other.pieces()
    }
}

#[pyclass(frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Solution(InnerSolution);

#[pyclass(frozen)]
pub(crate) struct Solutions(Exclusive<InnerSolutions>);

#[pymethods]
impl Solutions {
    fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let query = |all: &mut InnerSolutions, limits: &Limits<'_>| all.try_next(limits);
        Ok(self.0.run(py, None, query, nothing)?.map(Solution))
    }
}

#[pyclass(frozen)]
pub(crate) struct Index(SolutionIndex);

#[pymethods]
impl Index {
    fn count(&self) -> u128 {
        self.0.len()
    }

    fn nth(&self, number: u128) -> Option<Solution> {
        self.0.nth(number).map(Solution)
    }

    fn rank(&self, solution: &Solution) -> Option<u128> {
        self.0.rank(&solution.0)
    }
}

/// The names of the puzzles of the package.
pub(crate) fn preset_names() -> Vec<&'static str> {
    presets::ALL.iter().map(presets::Preset::name).collect()
}
