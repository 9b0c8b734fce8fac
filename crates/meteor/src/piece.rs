//! Pieces: named shapes with a number of copies; and the sets of pieces.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use bitboard_core::picture::rows;
use smallvec::SmallVec;

use crate::error::{MAX_STEPS, PuzzleError, collect};
use crate::grid::{Coord, Cube, GridKind, add, origin, sort_by_rows, take_region, write_cells};
use crate::placement::MAX_CELLS;

/// A piece: a name, cells, a range of copies, and whether it may be turned and turned over.
///
/// ```
/// use meteor_puzzle::{GridKind, Piece};
///
/// let l = Piece::from_picture("L", "
///     X .
///     X .
///     X X")?;
/// assert_eq!(l.cells(), [(0, 0), (0, 1), (0, 2), (1, 2)]);
/// assert_eq!(l, Piece::from_walk("L", GridKind::Square, ["S", "S", "E"])?);
/// assert_eq!(l.copy_range(), 1..=1);
/// // Any number of them, none of them turned over.
/// assert_eq!(l.copies(0..=u16::MAX).one_sided().copy_range(), 0..=128);
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Fields"))]
pub struct Piece {
    pub(crate) name: String,
    pub(crate) cells: Vec<Coord>,
    pub(crate) min: u16,
    pub(crate) max: u16,
    pub(crate) one_sided: bool,
    pub(crate) fixed: bool,
}

impl Piece {
    /// A piece with these cells: one copy, which may be turned and turned over.
    ///
    /// ```
    /// let domino = meteor_puzzle::Piece::new("I", [(1, 0), (0, 0)]);
    /// assert_eq!(domino.cells(), [(0, 0), (1, 0)]);
    /// ```
    #[must_use]
    pub fn new(name: impl Into<String>, cells: impl IntoIterator<Item = Coord>) -> Self {
        // One more than can be valid is enough for an error.
        let mut cells: Vec<_> = cells.into_iter().take(MAX_CELLS + 1).collect();
        sort_by_rows(&mut cells);
        Self { name: name.into(), cells, min: 1, max: 1, one_sided: false, fixed: false }
    }

    /// A piece from a [picture](bitboard_core::picture): places with `.` or `#` are not in
    /// the piece, others are.
    ///
    /// Rows and columns are those of the grid: on [`GridKind::OffsetHexagon`] the first row is an
    /// even one, and on [`GridKind::Triangle`] the first cell of the first row stands on its
    /// base.
    ///
    /// ```
    /// use meteor_puzzle::Piece;
    ///
    /// let t = Piece::from_picture("T", "
    ///     X X X
    ///     . X .")?;
    /// assert_eq!(t.cells(), [(0, 0), (1, 0), (2, 0), (1, 1)]);
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// [`PuzzleError::InPicture`] if the picture has more than 128 rows or columns.
    pub fn from_picture(name: impl Into<String>, picture: &str) -> Result<Self, PuzzleError> {
        let cells = cells_of_picture(picture, &['.', '#'])?;
        Ok(Self::new(name, cells.into_iter().map(|(cell, _)| cell)))
    }

    /// A piece from a walk over its cells, which may visit a cell more than once. The directions
    /// are those of [`GridKind::step`].
    ///
    /// ```
    /// use meteor_puzzle::{GridKind, Piece};
    ///
    /// let t = Piece::from_walk("T", GridKind::Square, ["E", "S", "N", "E"])?;
    /// assert_eq!(t.cells(), [(0, 0), (1, 0), (2, 0), (1, 1)]);
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// [`PuzzleError::BadDirection`] if the grid does not have a direction, [`PuzzleError::TooFar`]
    /// if the walk goes too far, [`PuzzleError::LongWalk`] if it has more than [`MAX_STEPS`]
    /// directions.
    pub fn from_walk<'a>(
        name: impl Into<String>,
        grid: GridKind,
        walk: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PuzzleError> {
        Ok(Self::new(name, walk_cells(grid, walk).map_err(|(_, error)| error)?))
    }

    /// The same piece with a range of copies. A maximum above [`MAX_CELLS`] counts as
    /// [`MAX_CELLS`], because no board has room for more. A minimum above it is an error of the
    /// puzzle.
    ///
    /// ```
    /// let domino = meteor_puzzle::Piece::new("I", [(0, 0), (1, 0)]).copies(2..=u16::MAX);
    /// assert_eq!(domino.copy_range(), 2..=128);
    /// ```
    ///
    /// With `0..=1` for all pieces, one query solves the puzzles of all sets of pieces that fill
    /// the board. Four of the twelve pentominoes have 20 cells, and there are 495 sets of four:
    ///
    /// ```
    /// use meteor_puzzle::{GridKind, Puzzle, Solver, presets};
    ///
    /// let pieces = presets::pieces("pentominoes", GridKind::Square)?;
    /// let board = ". . . . .\n".repeat(4);
    /// let pieces = pieces.into_iter().map(|piece| piece.copies(0..=1));
    /// let solver = Solver::new(Puzzle::from_picture(GridKind::Square, &board, pieces)?);
    /// assert_eq!(solver.count(), Ok(200));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn copies(mut self, range: RangeInclusive<u16>) -> Self {
        (self.min, self.max) = (*range.start(), *range.end());
        if self.min <= MAX_COPIES {
            self.max = self.max.min(MAX_COPIES);
        }
        self
    }

    /// The same piece, which must not be turned over.
    ///
    /// ```
    /// let l = meteor_puzzle::Piece::new("L", [(0, 0), (0, 1), (1, 1)]).one_sided();
    /// assert!(l.is_one_sided() && !l.is_fixed());
    /// ```
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        self.one_sided = true;
        self
    }

    /// The same piece, which must not be rotated or reflected.
    ///
    /// ```
    /// let l = meteor_puzzle::Piece::new("L", [(0, 0), (0, 1), (1, 1)]).fixed();
    /// assert!(l.is_one_sided() && l.is_fixed());
    /// ```
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.fixed = true;
        self
    }

    /// The name.
    ///
    /// ```
    /// assert_eq!(meteor_puzzle::Piece::new("L", [(0, 0), (0, 1), (1, 1)]).name(), "L");
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells, row by row.
    ///
    /// ```
    /// let l = meteor_puzzle::Piece::new("L", [(1, 1), (0, 1), (0, 0)]);
    /// assert_eq!(l.cells(), [(0, 0), (0, 1), (1, 1)]);
    /// ```
    #[must_use]
    pub fn cells(&self) -> &[Coord] {
        &self.cells
    }

    /// The range of copies: how often it must and can be used.
    ///
    /// ```
    /// let domino = meteor_puzzle::Piece::new("I", [(0, 0), (1, 0)]);
    /// assert_eq!(domino.copy_range(), 1..=1);
    /// assert_eq!(domino.copies(2..=5).copy_range(), 2..=5);
    /// ```
    #[must_use]
    pub fn copy_range(&self) -> RangeInclusive<u16> {
        self.min..=self.max
    }

    /// Returns whether it must not be turned over.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided || self.fixed
    }

    /// Returns whether it must not be rotated or reflected.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Checks the name. White space and control characters would break files and terminals.
    pub(crate) fn check_name(&self) -> Result<(), PuzzleError> {
        let is_bad = |c: char| c.is_whitespace() || c.is_control();
        if self.name.is_empty() || self.name.chars().any(is_bad) {
            return Err(PuzzleError::BadName { name: self.name.clone() });
        }
        Ok(())
    }

    /// An error in the cells of the piece.
    fn in_piece(&self, reason: PuzzleError) -> PuzzleError {
        PuzzleError::InPiece { name: self.name.clone(), reason: reason.into() }
    }

    /// Checks everything about the piece that does not depend on the board.
    pub(crate) fn check(&self, grid: GridKind) -> Result<(), PuzzleError> {
        self.check_name()?;
        let name = || self.name.clone();
        if self.min > self.max || !(1..=MAX_COPIES).contains(&self.max) {
            let (min, max) = (self.min, self.max);
            return Err(PuzzleError::BadRange { name: name(), min, max });
        }
        if self.cells.is_empty() {
            return Err(PuzzleError::EmptyPiece { name: name() });
        }
        check_cells(&self.cells).map_err(|reason| self.in_piece(reason))?;
        match disconnected_cell(grid, &self.cells) {
            Some(cell) => Err(PuzzleError::DisconnectedPiece { name: name(), cell }),
            None => Ok(()),
        }
    }

    /// The different shapes of the piece in all allowed orientations, as [`shape`] returns them.
    pub(crate) fn orientations(&self, grid: GridKind) -> SmallVec<[Shape; 12]> {
        let ops = match (self.fixed, self.one_sided) {
            (true, _) => 1,
            (false, true) => grid.rotations(),
            (false, false) => 2 * grid.rotations(),
        };
        let mut all = SmallVec::new();
        for op in 0..ops {
            let shape = shape(grid, &self.cells, op);
            if !all.contains(&shape) {
                all.push(shape);
            }
        }
        all
    }
}

/// Writes a picture as on squares, which [`Piece::from_picture`] reads: the cells, moved to the
/// origin.
///
/// ```
/// assert_eq!(meteor_puzzle::Piece::new("L", [(2, 0), (2, 1), (3, 1)]).to_string(), "X .\nX X\n");
/// ```
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let begin = origin(GridKind::Square, &self.cells);
        write_cells(f, "", GridKind::Square, &self.cells, begin, '.', &|_| 'X')
    }
}

/// The fields of a serialized piece.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Fields {
    name: String,
    cells: Vec<Coord>,
    min: u16,
    max: u16,
    one_sided: bool,
    fixed: bool,
}

#[cfg(feature = "serde")]
impl TryFrom<Fields> for Piece {
    type Error = PuzzleError;

    /// Checks what does not depend on the grid.
    fn try_from(fields: Fields) -> Result<Self, PuzzleError> {
        let Fields { name, cells, min, max, one_sided, fixed } = fields;
        let piece = Self::new(name, cells).copies(min..=max);
        piece.check_name()?;
        check_cells(&piece.cells).map_err(|reason| piece.in_piece(reason))?;
        Ok(Self { one_sided, fixed, ..piece })
    }
}

/// Maximum number of copies of a piece.
const MAX_COPIES: u16 = MAX_CELLS as u16;

/// The cells of a walk that begins at (0, 0), each once and at most one more than can be valid. An
/// error has the number of the direction, from 0.
pub(crate) fn walk_cells<'a>(
    grid: GridKind,
    walk: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Coord>, (usize, PuzzleError)> {
    let (mut at, mut cells) = ((0, 0), Vec::from([(0, 0)]));
    let (walk, steps) = collect(walk, MAX_STEPS);
    for (i, &direction) in walk.iter().enumerate() {
        let next = grid.step(at, direction).filter(|_| i < MAX_STEPS);
        let next = next.ok_or_else(|| match i {
            MAX_STEPS => PuzzleError::LongWalk { steps },
            _ => PuzzleError::BadDirection { grid, direction: direction.into() },
        });
        at = next
            .and_then(|cell| check_distance(cell).map(|()| cell))
            .map_err(|error| (i, error))?;
        if cells.len() <= MAX_CELLS && !cells.contains(&at) {
            cells.push(at);
        }
    }
    Ok(cells)
}

/// The cells of a picture with their symbols; places with a symbol of `outside` have no cell.
pub(crate) fn cells_of_picture(
    picture: &str,
    outside: &[char],
) -> Result<Vec<(Coord, char)>, PuzzleError> {
    let coord = |i: usize| i.min(1 << 20) as i32;
    let cells = rows(picture).enumerate().flat_map(|(y, row)| {
        row.symbols().enumerate().map(move |(x, symbol)| ((coord(x), coord(y)), symbol))
    });
    cells
        .filter(|&(_, symbol)| !outside.contains(&symbol))
        .map(|(cell, symbol)| match check_distance(cell) {
            Ok(()) => Ok((cell, symbol)),
            Err(error) => Err(error.in_picture(picture, cell)),
        })
        .collect()
}

/// The cells of most pieces fit lists of this length, which are not allocated.
pub(crate) const FEW_CELLS: usize = 6;

/// The cells of a piece in one orientation.
pub(crate) type Shape = SmallVec<[Cube; FEW_CELLS]>;

/// The shape of these cells after symmetry number `op` of the grid: the cells, sorted, and moved
/// such that the first is the origin or, on a triangle grid, one of the two triangles about the
/// origin. Two sets of cells have the same shape if and only if a translation maps one to the
/// other.
pub(crate) fn shape(grid: GridKind, cells: &[Coord], op: usize) -> Shape {
    let mut cells: Shape = cells.iter().map(|&c| grid.turn(op, grid.cube_of(c))).collect();
    cells.sort_unstable();
    let Some(&first) = cells.first() else { return cells };
    let origin = match grid {
        GridKind::Triangle => [first.iter().sum(), 0, 0],
        _ => [0, 0, 0],
    };
    let Some(by) = grid.translation(first, origin) else { return cells };
    cells.iter_mut().for_each(|cell| *cell = add(*cell, by));
    cells
}

/// Checks that column and row are from -128 to 127.
pub(crate) fn check_distance(cell: Coord) -> Result<(), PuzzleError> {
    let near = -128..128;
    if near.contains(&cell.0) && near.contains(&cell.1) {
        Ok(())
    } else {
        Err(PuzzleError::TooFar { cell })
    }
}

/// Checks that cells, sorted by rows, are near and no two are the same.
pub(crate) fn check_cells(cells: &[Coord]) -> Result<(), PuzzleError> {
    cells.iter().try_for_each(|&cell| check_distance(cell))?;
    match cells.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(PuzzleError::RepeatedCell { cell: pair[0] }),
        None => Ok(()),
    }
}

/// The first cell, row by row, that is not connected to the first of `cells`.
fn disconnected_cell(grid: GridKind, cells: &[Coord]) -> Option<Coord> {
    let mut left = cells.iter().map(|&cell| (cell, ())).collect();
    take_region(grid, &mut left);
    left.into_iter().map(|(cell, ())| cell).min_by_key(|&(x, y)| (y, x))
}

/// The pieces of a set, one copy of each.
///
/// The sets are `tetrominoes`, `pentominoes`, `hexiamonds`, `tetrahexes` and `pentahexes`: all free
/// polyforms of this number of cells.
///
/// ```
/// use meteor_puzzle::{GridKind, presets};
///
/// let pieces = presets::pieces("pentominoes", GridKind::Square)?;
/// assert_eq!(pieces.len(), 12);
/// assert!(presets::pieces("hexiamonds", GridKind::Square).is_err());
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
///
/// # Errors
/// If the set does not exist or is for another grid.
pub fn pieces(set: &str, grid: GridKind) -> Result<Vec<Piece>, PuzzleError> {
    const HEXAGONS: &[GridKind] = &[GridKind::OffsetHexagon, GridKind::AxialHexagon];
    let (text, grids): (&str, &'static [GridKind]) = match set {
        "tetrominoes" => (include_str!("sets/tetrominoes.txt"), &[GridKind::Square]),
        "pentominoes" => (include_str!("sets/pentominoes.txt"), &[GridKind::Square]),
        "hexiamonds" => (include_str!("sets/hexiamonds.txt"), &[GridKind::Triangle]),
        "tetrahexes" => (include_str!("sets/tetrahexes.txt"), HEXAGONS),
        "pentahexes" => (include_str!("sets/pentahexes.txt"), HEXAGONS),
        _ => return Err(PuzzleError::UnknownSet { name: set.into() }),
    };
    if !grids.contains(&grid) {
        return Err(PuzzleError::SetOfOtherGrid { name: set.into(), of: grids, grid });
    }
    let piece = |line: &str| {
        let (name, walk) = line.split_once(' ').unwrap_or((line, ""));
        Piece::from_walk(name, grid, walk.split_whitespace())
    };
    text.lines().map(piece).collect()
}
