//! A puzzle: a board, pieces, and which of them already lie on it.

use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::polyform::error::PuzzleError;
use crate::polyform::grid::{Coord, Cube, Grid, add};
use crate::polyform::piece::{Piece, check_cells};
use crate::polyform::{MAX_CELLS, MAX_PIECES};

/// A piece on the board of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// Which piece: its place in [`Puzzle::pieces`].
    pub piece: usize,
    /// Its cells: bit i is cell i of [`Puzzle::cells`].
    pub cells: u128,
}

/// A board, the pieces that are to cover it, and those that already lie on it.
///
/// ```
/// use meteor::polyform::{Grid, Piece, Puzzle, Solver};
///
/// // Dominoes and one corner on a 3×3 board with a hole.
/// let corner = Piece::from_walk("L", Grid::Square, ["S", "E"])?;
/// let domino = Piece::from_walk("I", Grid::Square, ["E"])?.used(0..=4);
/// let puzzle = Puzzle::from_picture(Grid::Square, "
///     . . .
///     . # .
///     . . .", [corner, domino])?;
/// assert_eq!(puzzle.cells().len(), 8);
/// // Eight cells are not three and some twos.
/// assert_eq!(Solver::new(&puzzle).count(), Ok(0));
/// // If cells may stay empty: four corners, and on the other five cells none, one or two dominoes.
/// assert_eq!(Solver::new(&puzzle.packing()).count(), Ok(32));
/// # Ok::<(), meteor::polyform::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    pub(crate) grid: Grid,
    pub(crate) cells: Vec<Coord>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) placed: Vec<Placement>,
    pub(crate) packing: bool,
    index: Index,
}

impl Puzzle {
    /// A puzzle without placed pieces, in which all cells are to be covered.
    ///
    /// # Errors
    /// Whatever [`PuzzleError`] says about boards and pieces.
    pub fn new(
        grid: Grid,
        cells: impl IntoIterator<Item = Coord>,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Result<Self, PuzzleError> {
        // One more than can be right: enough to be refused.
        let mut cells: Vec<_> = cells.into_iter().take(MAX_CELLS + 1).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        let pieces: Vec<_> = pieces.into_iter().take(MAX_PIECES + 1).collect();
        check_cells(&cells)?;
        check_pieces(grid, &pieces, cells.len())?;
        let index = Index::new(&cells);
        Ok(Self { grid, cells, pieces, placed: Vec::new(), packing: false, index })
    }

    /// A puzzle from a picture of its board: one line for each row, blanks do not count, `.` is a cell, `#` is
    /// none, and the name of a piece, if it is a single character, is a cell on which that piece lies. Cells beside one another with the same name
    /// are the same piece.
    ///
    /// # Errors
    /// Whatever [`PuzzleError`] says.
    pub fn from_picture(
        grid: Grid,
        picture: &str,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Result<Self, PuzzleError> {
        let (mut cells, mut named) = (Vec::new(), Vec::new());
        let lines = picture.lines().skip_while(|line| line.trim().is_empty());
        for (y, line) in lines.enumerate() {
            for (x, c) in line.chars().filter(|c| !c.is_whitespace()).enumerate() {
                let cell = (x.min(1 << 20) as i32, y.min(1 << 20) as i32);
                if c != '#' {
                    super::piece::check_distance(cell)?;
                    cells.push(cell);
                }
                if c != '#' && c != '.' {
                    named.push((c, cell));
                }
            }
        }
        let mut puzzle = Self::new(grid, cells, pieces)?;
        while let Some(region) = take_region(grid, &mut named) {
            puzzle = puzzle.with_placed(&region.0.to_string(), region.1)?;
        }
        Ok(puzzle)
    }

    /// The same puzzle, but cells may stay empty.
    #[must_use]
    pub fn packing(mut self) -> Self {
        self.packing = true;
        self
    }

    /// The same puzzle with a piece already on the board.
    ///
    /// # Errors
    /// If there is no such piece, it cannot lie there, or has been placed too often.
    pub fn with_placed(
        mut self,
        name: &str,
        cells: impl IntoIterator<Item = Coord>,
    ) -> Result<Self, PuzzleError> {
        let Some(piece) = self.pieces.iter().position(|piece| piece.name == name) else {
            return Err(PuzzleError::UnknownPiece { name: name.into() });
        };
        let name = || String::from(name);
        let mut cells: Vec<_> = cells.into_iter().take(MAX_CELLS + 1).collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        check_cells(&cells)?;
        let mut mask = 0;
        for &cell in &cells {
            let outside = PuzzleError::PlacedOutside { name: name(), cell };
            let bit = 1 << self.index.get(cell).ok_or(outside)?;
            if self.placed_cells() & bit != 0 {
                return Err(PuzzleError::PlacedOverlapping { cell });
            }
            mask |= bit;
        }
        let shape = super::piece::turned(self.grid, &cells, 0);
        if !self.pieces[piece].orientations(self.grid).contains(&shape) {
            let cell = cells.first().copied().unwrap_or_default();
            return Err(PuzzleError::PlacedWrongly { name: name(), cell });
        }
        let before = self.placed.iter().filter(|placement| placement.piece == piece).count();
        let max = self.pieces[piece].max;
        if before >= usize::from(max) {
            return Err(PuzzleError::PlacedTooOften { name: name(), max });
        }
        self.placed.push(Placement { piece, cells: mask });
        Ok(self)
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The cells of the board, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Coord] {
        &self.cells
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The pieces that lie on the board from the beginning.
    #[must_use]
    pub fn placed(&self) -> &[Placement] {
        &self.placed
    }

    /// Whether cells may stay empty.
    #[must_use]
    pub fn is_packing(&self) -> bool {
        self.packing
    }

    /// The number of a cell, counted row by row from 0; `None` if it is not on the board.
    #[must_use]
    pub fn cell_index(&self, cell: Coord) -> Option<usize> {
        self.index.get(cell).map(|index| index as usize)
    }

    /// The character that stands for a piece in pictures: its name if all names are single characters, else a
    /// letter or digit by its number, `?` from the 63rd on.
    #[must_use]
    pub fn symbol(&self, piece: usize) -> char {
        let single = |name: &str| {
            let mut chars = name.chars();
            chars.next().filter(|&c| chars.next().is_none() && c != '.' && c != '#')
        };
        if let Some(piece) = self.pieces.get(piece)
            && let Some(symbol) = single(&piece.name)
            && self.pieces.iter().all(|piece| single(&piece.name).is_some())
        {
            return symbol;
        }
        let symbols = ('A'..='Z').chain('a'..='z').chain('0'..='9');
        symbols.into_iter().nth(piece).unwrap_or('?')
    }

    /// All ways in which a piece can lie on the board beside those that lie there already, by piece. Pieces
    /// that cannot be used again have none.
    #[must_use]
    pub fn placements(&self) -> Vec<Placement> {
        let taken = self.placed_cells();
        let mut all = Vec::new();
        let cubes: Vec<Cube> = self.cells.iter().map(|&cell| self.grid.cube_of(cell)).collect();
        for (piece, kind) in self.pieces.iter().enumerate() {
            let used = self.placed.iter().filter(|placement| placement.piece == piece).count();
            if used >= usize::from(kind.max) {
                continue;
            }
            let start = all.len();
            for shape in kind.orientations(self.grid) {
                let masks = cubes.iter().filter_map(|&cube| self.lie(&shape, cube));
                let free = masks.filter(|cells| cells & taken == 0);
                all.extend(free.map(|cells| Placement { piece, cells }));
            }
            all[start..].sort_unstable();
        }
        all
    }

    /// The same puzzle, whose solutions must not use a piece.
    pub(crate) fn without(&self, piece: usize) -> Self {
        let mut puzzle = self.clone();
        puzzle.pieces[piece].max = 0;
        puzzle
    }

    pub(crate) fn placed_cells(&self) -> u128 {
        self.placed.iter().fold(0, |cells, placement| cells | placement.cells)
    }

    /// The cells of a shape whose first cell comes to lie on `cube`, unless it leaves the board.
    fn lie(&self, shape: &[Cube], cube: Cube) -> Option<u128> {
        let by = self.grid.translation(*shape.first()?, cube)?;
        shape.iter().try_fold(0, |cells, &cell| {
            let bit = self.index.get(self.grid.coord_of(add(cell, by)))?;
            Some(cells | 1 << bit)
        })
    }
}

/// Which cell has which number.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Index {
    /// The box around the board.
    left: i32,
    top: i32,
    width: usize,
    /// The numbers in it, row by row.
    numbers: Vec<u8>,
}

/// No cell of the board.
const NONE: u8 = u8::MAX;

impl Index {
    /// Of at least one and at most [`MAX_CELLS`] near cells.
    fn new(cells: &[Coord]) -> Self {
        let range = |values: &mut dyn Iterator<Item = i32>| {
            values.fold((i32::MAX, i32::MIN), |(a, b), v| (a.min(v), b.max(v)))
        };
        let (left, right) = range(&mut cells.iter().map(|cell| cell.0));
        let (top, bottom) = range(&mut cells.iter().map(|cell| cell.1));
        let width = right.abs_diff(left) as usize + 1;
        let mut numbers = vec![NONE; width * (bottom.abs_diff(top) as usize + 1)];
        for (i, cell) in cells.iter().enumerate() {
            let (column, row) = (cell.0.abs_diff(left) as usize, cell.1.abs_diff(top) as usize);
            numbers[row * width + column] = i as u8;
        }
        Self { left, top, width, numbers }
    }

    fn get(&self, (x, y): Coord) -> Option<u32> {
        // Columns and rows of boards are less than 256 apart.
        let column = usize::from(u8::try_from(x.checked_sub(self.left)?).ok()?);
        let row = usize::from(u8::try_from(y.checked_sub(self.top)?).ok()?);
        if column >= self.width {
            return None;
        }
        let number = *self.numbers.get(row * self.width + column)?;
        (number != NONE).then_some(number.into())
    }
}

fn check_pieces(grid: Grid, pieces: &[Piece], board: usize) -> Result<(), PuzzleError> {
    if board == 0 {
        return Err(PuzzleError::EmptyBoard);
    }
    if board > MAX_CELLS {
        return Err(PuzzleError::TooManyCells);
    }
    if pieces.is_empty() {
        return Err(PuzzleError::NoPieces);
    }
    if pieces.len() > MAX_PIECES {
        return Err(PuzzleError::TooManyPieces);
    }
    for (i, piece) in pieces.iter().enumerate() {
        piece.check_name()?;
        let (name, cells) = (piece.name.clone(), piece.cells.len());
        if cells > board {
            return Err(PuzzleError::PieceLargerThanBoard { name, cells, board });
        }
        piece.check(grid)?;
        if pieces[..i].iter().any(|other| other.name == name) {
            return Err(PuzzleError::DuplicateName { name });
        }
    }
    Ok(())
}

/// Takes the first named cell and all that hang together with it.
fn take_region(grid: Grid, named: &mut Vec<(char, Coord)>) -> Option<(char, Vec<Coord>)> {
    let (name, first) = *named.first()?;
    let (mut region, mut next) = (Vec::from([first]), 0);
    named.swap_remove(0);
    while let Some(&cell) = region.get(next) {
        next += 1;
        for neighbor in grid.neighbors(cell) {
            if let Some(i) = named.iter().position(|&other| other == (name, neighbor)) {
                region.push(named.swap_remove(i).1);
            }
        }
    }
    Some((name, region))
}
