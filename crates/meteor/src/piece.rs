//! Pieces: named shapes with a number of copies; and the sets of pieces.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use smallvec::SmallVec;

use crate::error::PuzzleError;
use crate::grid::{Coord, Cube, Grid, add, take_region};
use crate::picture::{check_distance, read_cells, write_cells};
use crate::placement::MAX_CELLS;

/// A piece: a name, cells, a range of copies, and whether it may be turned and turned over.
///
/// ```
/// use meteor_puzzle::{Grid, Piece};
///
/// let l = Piece::from_picture("L", "
///     X .
///     X .
///     X X")?;
/// assert_eq!(l.cells(), [(0, 0), (0, 1), (0, 2), (1, 2)]);
/// assert_eq!(l, Piece::from_walk("L", Grid::Square, ["S", "S", "E"])?);
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
    pub(crate) mirrored: bool,
    pub(crate) fixed: bool,
}

impl Piece {
    /// A piece with these cells: one copy, which may be turned in all ways in which a solid body can
    /// be. In the plane it may be turned over; in space it may not be reflected, unless it is flat.
    #[must_use]
    pub fn new(name: impl Into<String>, cells: impl IntoIterator<Item = impl Into<Coord>>) -> Self {
        let mut cells: Vec<Coord> = cells.into_iter().map(Into::into).collect();
        cells.sort_unstable();
        Self {
            name: name.into(),
            cells,
            min: 1,
            max: 1,
            one_sided: false,
            mirrored: false,
            fixed: false,
        }
    }

    /// A piece from a [picture](bitboard_core::picture): places with `.` or `#` are not in
    /// the piece, others are.
    ///
    /// Rows and columns are those of the grid: on [`Grid::OffsetHexagon`] the first row is an
    /// even one, and on [`Grid::Triangle`] the first cell of the first row stands on its
    /// base. A row of `-` separates two layers.
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
    /// [`PuzzleError::InPicture`] if the rows of a layer are not equally long, or if there are more
    /// than 128 rows, columns or layers.
    pub fn from_picture(name: impl Into<String>, picture: &str) -> Result<Self, PuzzleError> {
        let cells = read_cells(picture, &['.', '#'])?;
        Ok(Self::new(name, cells.into_iter().map(|(cell, _)| cell)))
    }

    /// A piece from a walk over its cells, which may visit a cell more than once. The directions
    /// are those of [`Grid::step`].
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece};
    ///
    /// let t = Piece::from_walk("T", Grid::Square, ["E", "S", "N", "E"])?;
    /// assert_eq!(t.cells(), [(0, 0), (1, 0), (2, 0), (1, 1)]);
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// [`PuzzleError::BadDirection`] if the grid does not have a direction, [`PuzzleError::TooFar`]
    /// if the walk goes too far.
    pub fn from_walk<'a>(
        name: impl Into<String>,
        grid: Grid,
        walk: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PuzzleError> {
        Ok(Self::new(name, walk_cells(grid, walk).map_err(|(_, error)| error)?))
    }

    /// The same piece with a range of copies. A maximum above 128 counts as 128, because no board has
    /// room for more. A minimum above it is an error of the puzzle.
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
    /// use meteor_puzzle::{Grid, Puzzle, Solver, presets};
    ///
    /// let pieces = presets::pieces("pentominoes", Grid::Square)?;
    /// let board = ". . . . .\n".repeat(4);
    /// let pieces = pieces.into_iter().map(|piece| piece.copies(0..=1));
    /// let solver = Solver::new(Puzzle::from_picture(Grid::Square, &board, pieces)?);
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

    /// The same piece, which must not be turned over in the plane.
    #[must_use]
    pub fn one_sided(mut self) -> Self {
        (self.one_sided, self.mirrored) = (true, false);
        self
    }

    /// The same piece, which may also be reflected in space, in 48 instead of 24 orientations.
    #[must_use]
    pub fn mirrored(mut self) -> Self {
        (self.one_sided, self.mirrored) = (false, true);
        self
    }

    /// The same piece, which must not be rotated or reflected.
    #[must_use]
    pub fn fixed(mut self) -> Self {
        self.fixed = true;
        self
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cells, layer by layer and row by row.
    #[must_use]
    pub fn cells(&self) -> &[Coord] {
        &self.cells
    }

    /// The range of copies: how often it must and can be used.
    #[must_use]
    pub fn copy_range(&self) -> RangeInclusive<u16> {
        self.min..=self.max
    }

    /// Returns whether it must not be turned over.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided || self.fixed
    }

    /// Returns whether it may be reflected in space.
    #[must_use]
    pub fn is_mirrored(&self) -> bool {
        self.mirrored && !self.fixed
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

    /// Checks everything about the piece except that it fits the grid.
    fn check_parts(&self) -> Result<(), PuzzleError> {
        self.check_name()?;
        if self.min > self.max || !(1..=MAX_COPIES).contains(&self.max) {
            return Err(PuzzleError::BadRange { min: self.min, max: self.max });
        }
        check_cells(&self.cells)
    }

    /// Checks a piece on a board of up to `most` cells.
    pub(crate) fn check(&self, grid: Grid, most: usize) -> Result<(), PuzzleError> {
        // A piece that is not needed may have no place.
        let most = if self.min > 0 { most } else { MAX_CELLS };
        let checked =
            self.check_parts().and_then(|()| check_layers(grid, &self.cells)).and_then(|()| {
                if !(1..=most).contains(&self.cells.len()) {
                    return Err(PuzzleError::CellCount { most, found: self.cells.len() });
                }
                disconnected_cell(grid, &self.cells)
                    .map_or(Ok(()), |cell| Err(PuzzleError::Disconnected { cell }))
            });
        checked.map_err(|error| match error {
            PuzzleError::BadName { .. } => error,
            error => error.in_piece(&self.name),
        })
    }

    /// Returns whether all symmetries of the grid map its allowed orientations to such.
    pub(crate) fn turns_in_all_ways(&self, grid: Grid) -> bool {
        let is_mirror_image = || {
            let image = shape(grid, &self.cells, grid.rotations());
            self.orientations(grid).contains(&image)
        };
        !self.fixed && (self.is_reflected(grid) || grid.axes() == 3 && is_mirror_image())
    }

    /// Returns whether it may be reflected, if it may be turned. In space, a flat piece becomes its
    /// mirror image when it is turned over.
    fn is_reflected(&self, grid: Grid) -> bool {
        if grid.axes() == 2 { !self.one_sided } else { self.mirrored || is_flat(grid, &self.cells) }
    }

    /// The different shapes of the piece in all allowed orientations, as [`shape`] returns them.
    pub(crate) fn orientations(&self, grid: Grid) -> SmallVec<[Shape; 12]> {
        let ops = match (self.fixed, self.is_reflected(grid)) {
            (true, _) => 1,
            (false, false) => grid.rotations(),
            (false, true) => 2 * grid.rotations(),
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
        let begin = Grid::Square.origin(&self.cells);
        write_cells(f, "", Grid::Square, &self.cells, (begin, &[]), '.', &|_| 'X')
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
    #[serde(default)]
    mirrored: bool,
    fixed: bool,
}

#[cfg(feature = "serde")]
impl TryFrom<Fields> for Piece {
    type Error = PuzzleError;

    /// Checks what does not depend on the grid.
    fn try_from(fields: Fields) -> Result<Self, PuzzleError> {
        let Fields { name, cells, min, max, one_sided, mirrored, fixed } = fields;
        let piece = Self { one_sided, mirrored, fixed, ..Self::new(name, cells).copies(min..=max) };
        piece.check_parts()?;
        Ok(piece)
    }
}

/// Maximum number of copies of a piece.
const MAX_COPIES: u16 = MAX_CELLS as u16;

/// The cells of a walk that begins at (0, 0), each once. An error has the number of the direction,
/// from 0.
pub(crate) fn walk_cells<'a>(
    grid: Grid,
    walk: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Coord>, (usize, PuzzleError)> {
    let (mut at, mut cells) = (Coord::default(), Vec::from([Coord::default()]));
    for (i, direction) in walk.into_iter().enumerate() {
        let wrong = || PuzzleError::BadDirection { grid, direction: direction.into() };
        let next = grid.step(at, direction).ok_or_else(wrong);
        at = next
            .and_then(|cell| check_distance(cell).map(|()| cell))
            .map_err(|error| (i, error))?;
        // One more than can be valid is enough for an error.
        if cells.len() <= MAX_CELLS && !cells.contains(&at) {
            cells.push(at);
        }
    }
    Ok(cells)
}

/// The cells of most pieces fit lists of this length, which are not allocated.
pub(crate) const FEW_CELLS: usize = 6;

/// The cells of a piece in one orientation.
pub(crate) type Shape = SmallVec<[Cube; FEW_CELLS]>;

/// The shape of these cells after symmetry number `op` of the grid: the cells, sorted, and moved
/// such that the first is the origin or, on a triangle grid, one of the two triangles about the
/// origin. Two sets of cells have the same shape if and only if a translation maps one to the
/// other.
pub(crate) fn shape(grid: Grid, cells: &[Coord], op: usize) -> Shape {
    let mut cells: Shape = cells.iter().map(|&c| grid.turn(op, grid.cube_of(c))).collect();
    cells.sort_unstable();
    let Some(&first) = cells.first() else { return cells };
    let origin = match grid {
        Grid::Triangle => [first.iter().sum(), 0, 0],
        _ => [0, 0, 0],
    };
    let Some(by) = grid.translation(first, origin) else { return cells };
    cells.iter_mut().for_each(|cell| *cell = add(*cell, by));
    cells
}

/// Checks that cells, sorted, are near and no two are the same.
pub(crate) fn check_cells(cells: &[Coord]) -> Result<(), PuzzleError> {
    cells.iter().try_for_each(|&cell| check_distance(cell))?;
    match cells.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(PuzzleError::RepeatedCell { cell: pair[0] }),
        None => Ok(()),
    }
}

/// Returns whether cells of space lie in a plane: any three differences are linearly dependent.
fn is_flat(grid: Grid, cells: &[Coord]) -> bool {
    let all: Shape = cells.iter().map(|&cell| grid.cube_of(cell)).collect();
    let Some(&first) = all.first() else { return true };
    let to = |&cell: &Cube| add(cell, first.map(|axis| -axis));
    let cross = |[a, b, c]: Cube, [d, e, f]: Cube| [b * f - c * e, c * d - a * f, a * e - b * d];
    // The first two cells and the first one that is not in line with them.
    let mut normals = all.iter().map(|cell| cross(to(&all[1 % all.len()]), to(cell)));
    let normal = normals.find(|&normal| normal != [0; 3]).unwrap_or_default();
    all.iter().all(|cell| (0..3).map(|axis| normal[axis] * to(cell)[axis]).sum::<i32>() == 0)
}

/// Checks that a grid of the plane has one layer.
pub(crate) fn check_layers(grid: Grid, cells: &[Coord]) -> Result<(), PuzzleError> {
    match cells.iter().find(|cell| grid.axes() == 2 && cell.z != 0) {
        Some(&cell) => Err(PuzzleError::OffPlane { grid, cell }),
        None => Ok(()),
    }
}

/// The first cell that is not connected to the first of `cells`.
fn disconnected_cell(grid: Grid, cells: &[Coord]) -> Option<Coord> {
    let mut left = cells.iter().map(|&cell| (cell, ())).collect();
    take_region(grid, &mut left);
    left.into_iter().map(|(cell, ())| cell).min()
}

/// The pieces of a set, one copy of each.
///
/// The sets are `tetrominoes`, `pentominoes`, `hexiamonds`, `tetrahexes` and `pentahexes`: all free
/// polyforms of this number of cells. Those of squares are also flat sets of cubes.
///
/// ```
/// use meteor_puzzle::{Grid, presets};
///
/// let pieces = presets::pieces("pentominoes", Grid::Square)?;
/// assert_eq!(pieces.len(), 12);
/// assert!(presets::pieces("hexiamonds", Grid::Square).is_err());
/// # Ok::<(), meteor_puzzle::PuzzleError>(())
/// ```
///
/// # Errors
/// If the set does not exist or is for another grid.
pub fn pieces(set: &str, grid: Grid) -> Result<Vec<Piece>, PuzzleError> {
    let sets: &[(&str, &str)] = match grid {
        Grid::Square | Grid::Cubes => &[
            ("tetrominoes", include_str!("sets/tetrominoes.txt")),
            ("pentominoes", include_str!("sets/pentominoes.txt")),
        ],
        Grid::Triangle => &[("hexiamonds", include_str!("sets/hexiamonds.txt"))],
        Grid::AxialHexagon | Grid::OffsetHexagon => &[
            ("tetrahexes", include_str!("sets/tetrahexes.txt")),
            ("pentahexes", include_str!("sets/pentahexes.txt")),
        ],
        Grid::Spheres => &[],
    };
    let unknown = || {
        let names: Vec<_> = sets.iter().map(|set| set.0).collect();
        PuzzleError::UnknownSet { name: set.into(), grid, sets: names.join(", ") }
    };
    let (_, text) = sets.iter().find(|(name, _)| *name == set).ok_or_else(unknown)?;
    let piece = |line: &str| {
        let (name, walk) = line.split_once(' ').unwrap_or((line, ""));
        Piece::from_walk(name, grid, walk.split_whitespace())
    };
    text.lines().map(piece).collect()
}
