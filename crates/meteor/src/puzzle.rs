//! Puzzles: a board, pieces, and the pieces that are placed; and pictures of them.
//!
//! [`Puzzle`] is the type to read first. `infeasibility` adds a method to it.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Range, RangeInclusive};

use smallvec::SmallVec;

use crate::error::{MAX_PIECES, PuzzleError};
use crate::grid::{Coord, Cube, Grid, add, take_region};
#[cfg(feature = "serde")]
use crate::picture::check_distance;
use crate::picture::{board_origin, corners, place_of, read_cells, write_cells};
use crate::piece::{FEW_CELLS, Piece, check_cells, check_layers, shape};
use crate::placement::{MAX_CELLS, Placement};

/// The range of the number of empty cells in a packing.
pub(crate) const ANY_NUMBER: (u16, u16) = (0, MAX_CELLS as u16);

/// A board, the pieces that must cover it, and those that are already placed.
///
/// ```
/// use meteor_puzzle::{Grid, Piece, Puzzle, Solver};
///
/// // Dominoes and one corner on a 3×3 board with a hole.
/// let corner = Piece::from_walk("L", Grid::Square, ["S", "E"])?;
/// let domino = Piece::from_walk("I", Grid::Square, ["E"])?.copies(0..=4);
/// let puzzle = Puzzle::from_picture(Grid::Square, "
///     . . .
///     . # .
///     . . .", [corner, domino])?;
/// assert_eq!(puzzle.cells().len(), 8);
/// // Eight cells are not three plus a multiple of two.
/// assert_eq!(Solver::new(puzzle.clone()).count(), Ok(0));
/// // As a packing: four corners, and on the other five cells none, one or two dominoes.
/// assert_eq!(Solver::new(puzzle.packing()).count(), Ok(32));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Fields"))]
pub struct Puzzle {
    pub(crate) grid: Grid,
    pub(crate) cells: Vec<Coord>,
    pub(crate) pieces: Vec<Piece>,
    /// The cells that may stay empty.
    #[cfg_attr(feature = "serde", serde(with = "crate::placement::hex"))]
    pub(crate) optional: u128,
    /// How many of them must and can stay empty.
    pub(crate) empty: (u16, u16),
    pub(crate) placed: Vec<Placement>,
    /// The last columns and rows of layers of the picture that was read, if it has more than the
    /// cells.
    pub(crate) corners: Vec<Coord>,
}

impl Puzzle {
    /// Maximum number of cells of a board.
    pub const MAX_CELLS: usize = MAX_CELLS;
    /// Maximum number of different pieces.
    pub const MAX_PIECES: usize = MAX_PIECES;

    /// A puzzle without placed pieces, all of whose cells must be covered.
    ///
    /// # Errors
    /// If the board or a piece is not valid.
    pub fn new(
        grid: Grid,
        cells: impl IntoIterator<Item = impl Into<Coord>>,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Result<Self, PuzzleError> {
        let mut cells: Vec<Coord> = cells.into_iter().map(Into::into).collect();
        let pieces = Vec::from_iter(pieces);
        cells.sort_unstable();
        check_cells(&cells)?;
        check_layers(grid, &cells)?;
        if !(1..=MAX_CELLS).contains(&cells.len()) {
            return Err(PuzzleError::CellCount { most: MAX_CELLS, found: cells.len() });
        }
        check_pieces(grid, &pieces, cells.len())?;
        Ok(Self {
            grid,
            cells,
            pieces,
            optional: 0,
            empty: ANY_NUMBER,
            placed: Vec::new(),
            corners: Vec::new(),
        })
    }

    /// A puzzle from a [picture](bitboard_core::picture) of its board. `.` is a cell, `+` a cell that
    /// may stay empty, `#` is not a cell, and the name of a piece, if it is a single character, is a
    /// cell on which this piece lies. Adjacent cells with the same name are one piece. A row of `-`
    /// separates two layers. All rows of a layer are equally long.
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece, Puzzle};
    ///
    /// let corner = Piece::from_picture("L", "X .\nX X")?.copies(2..=2);
    /// let puzzle = Puzzle::from_picture(Grid::Square, "
    ///     L . .
    ///     L L .", [corner])?;
    /// assert_eq!(puzzle.placed().len(), 1);
    /// assert_eq!(puzzle.to_string(), "L . .\nL L .\n");
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If the board, a piece or a placed piece is not valid. [`PuzzleError::InPicture`] has the
    /// place of a symbol at fault.
    pub fn from_picture(
        grid: Grid,
        picture: &str,
        pieces: impl IntoIterator<Item = Piece>,
    ) -> Result<Self, PuzzleError> {
        let mut named = read_cells(picture, &['#'])?;
        let mut puzzle = Self::new(grid, named.iter().map(|&(cell, _)| cell), pieces)?;
        let optional = named.iter().filter(|(_, symbol)| *symbol == '+').map(|&(cell, _)| cell);
        puzzle = puzzle.optional(optional);
        puzzle.corners = corners(picture, &puzzle.cells);
        named.retain(|&(_, symbol)| !['.', '+'].contains(&symbol));
        while let Some((name, region)) = take_region(grid, &mut named) {
            let first = region.iter().copied().min().unwrap_or_default();
            let placed = puzzle.placement(&name.to_string(), region);
            let placed = placed.and_then(|placement| puzzle.place(placement));
            placed.map_err(|error| match place_of(error.cell().unwrap_or(first), picture) {
                Some(place) => error.at(place),
                None => error,
            })?;
        }
        Ok(puzzle)
    }

    /// The same puzzle, but cells may stay empty.
    ///
    /// If all pieces are used and few cells stay empty, a puzzle with that many more pieces of one
    /// cell has the same solutions, and counting them can take less time.
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece, Puzzle, Solver};
    ///
    /// let domino = Piece::from_picture("I", "XX")?;
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". . .", [domino])?.packing();
    /// assert_eq!(Solver::new(puzzle).count(), Ok(2)); // one cell stays empty
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn packing(mut self) -> Self {
        self.optional = self.all_cells();
        self
    }

    /// The same puzzle, but these cells may stay empty, and no others. Cells that are not on the
    /// board are ignored.
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece, Puzzle, Solver};
    ///
    /// let domino = Piece::from_picture("I", "XX")?;
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". . .", [domino])?.optional([(0, 0)]);
    /// assert_eq!(puzzle.to_string(), "+ . .\n");
    /// assert_eq!(Solver::new(puzzle).count(), Ok(1));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn optional(mut self, cells: impl IntoIterator<Item = impl Into<Coord>>) -> Self {
        self.optional = self.set_of(cells.into_iter().map(Into::into));
        self
    }

    /// The same puzzle, but the number of cells that stay empty is in this range, whose end counts
    /// as 128 if it is larger. All cells may stay empty, unless the [optional](Self::optional) ones
    /// were set before.
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece, Puzzle, Solver};
    ///
    /// let domino = Piece::from_picture("I", "XX")?.copies(0..=4);
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". . . .", [domino])?;
    /// assert_eq!(Solver::new(puzzle.clone().packing()).count(), Ok(5));
    /// assert_eq!(Solver::new(puzzle.empty(2..=2)).count(), Ok(3));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn empty(mut self, number: RangeInclusive<u16>) -> Self {
        if self.optional == 0 {
            self.optional = self.all_cells();
        }
        self.empty = (*number.start(), (*number.end()).min(ANY_NUMBER.1));
        self
    }

    /// The placement of the piece with this name on these cells.
    ///
    /// ```
    /// let puzzle = meteor_puzzle::presets::find("meteor").unwrap().puzzle();
    /// let placement = puzzle.placement("0", [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)])?;
    /// assert!(puzzle.coords(&placement).eq([(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]));
    /// assert!(puzzle.placement("1", [(0, 0)]).is_err());
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    ///
    /// # Errors
    /// If the piece does not exist or cannot lie on these cells of the board.
    pub fn placement(
        &self,
        name: &str,
        cells: impl IntoIterator<Item = impl Into<Coord>>,
    ) -> Result<Placement, PuzzleError> {
        let Some(piece) = self.pieces.iter().position(|piece| piece.name == name) else {
            return Err(PuzzleError::UnknownPiece { name: name.into() });
        };
        let mut coords: Vec<Coord> = cells.into_iter().map(Into::into).collect();
        coords.sort_unstable();
        check_cells(&coords)?;
        let misplaced = |cell| PuzzleError::Misplaced { name: name.into(), cell };
        let mut cells = 0;
        for &cell in &coords {
            cells |= 1 << self.cell_index(cell).ok_or_else(|| misplaced(cell))?;
        }
        if !self.has_shape(piece, &coords) {
            return Err(misplaced(coords.first().copied().unwrap_or_default()));
        }
        Ok(Placement { piece, cells })
    }

    /// Puts a piece on the board.
    ///
    /// # Errors
    /// If the placement is not one of this puzzle, a cell is not free, or no copy of the piece is
    /// left.
    pub fn place(&mut self, placement: Placement) -> Result<(), PuzzleError> {
        let Some(Piece { name, max, .. }) = self.pieces.get(placement.piece) else {
            return Err(PuzzleError::UnknownPiece { name: placement.piece.to_string() });
        };
        let coords: SmallVec<[Coord; FEW_CELLS]> = self.coords(&placement).collect();
        let is_whole = coords.len() == placement.cells.count_ones() as usize;
        if !is_whole || !self.has_shape(placement.piece, &coords) {
            let cell = coords.first().copied().unwrap_or_default();
            return Err(PuzzleError::Misplaced { name: name.clone(), cell });
        }
        let taken = self.placed_cells() & placement.cells;
        if taken != 0 {
            let cell = self.cells[taken.trailing_zeros() as usize];
            return Err(PuzzleError::RepeatedCell { cell });
        }
        if self.copies_left(placement.piece).1 == 0 {
            return Err(PuzzleError::TooManyCopies { name: name.clone(), max: *max });
        }
        self.placed.push(placement);
        Ok(())
    }

    /// Takes the piece that was placed last off the board.
    pub fn undo(&mut self) -> Option<Placement> {
        self.placed.pop()
    }

    /// Takes a placed piece off the board. Returns whether it was placed.
    pub fn remove(&mut self, placement: Placement) -> bool {
        let place = self.placed.iter().position(|placed| *placed == placement);
        place.map(|i| self.placed.remove(i)).is_some()
    }

    /// The grid.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The cells of the board, layer by layer and row by row.
    #[must_use]
    pub fn cells(&self) -> &[Coord] {
        &self.cells
    }

    /// The pieces.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The placed pieces, in the order in which they were placed.
    #[must_use]
    pub fn placed(&self) -> &[Placement] {
        &self.placed
    }

    /// The placed piece on a cell; `None` if the cell is free or not on the board.
    #[must_use]
    pub fn placed_at(&self, cell: impl Into<Coord>) -> Option<Placement> {
        let index = self.cell_index(cell)?;
        self.placed.iter().copied().find(|placement| placement.covers(index))
    }

    /// Returns whether cells may stay empty.
    #[must_use]
    pub fn is_packing(&self) -> bool {
        self.optional != 0
    }

    /// The cells that may stay empty, as indices in [`cells`](Self::cells).
    pub fn optional_cells(&self) -> impl Iterator<Item = usize> + use<> {
        Placement { piece: 0, cells: self.optional }.cells()
    }

    /// The range of the number of cells that stay empty.
    #[must_use]
    pub fn empty_range(&self) -> RangeInclusive<u16> {
        if self.is_packing() { self.empty.0..=self.empty.1 } else { 0..=0 }
    }

    /// The index of a cell in [`cells`](Self::cells); `None` if it is not on the board.
    #[must_use]
    pub fn cell_index(&self, cell: impl Into<Coord>) -> Option<usize> {
        self.cells.binary_search(&cell.into()).ok()
    }

    /// The coordinates of the cells that a placement covers, in the order of [`cells`](Self::cells).
    pub fn coords(&self, placement: &Placement) -> impl Iterator<Item = Coord> + use<'_> {
        let covered = *placement;
        let cells = self.cells.iter().enumerate();
        cells.filter(move |(i, _)| covered.covers(*i)).map(|(_, &cell)| cell)
    }

    /// The character that stands for a piece in pictures: its name if all names are single
    /// characters, else a letter or digit by its index, and `?` from index 62 on.
    #[must_use]
    pub fn symbol(&self, piece: usize) -> char {
        let single = |name: &str| {
            let mut chars = name.chars();
            chars.next().filter(|&c| chars.next().is_none() && !".+#-/".contains(c))
        };
        if let Some(piece) = self.pieces.get(piece)
            && let Some(symbol) = single(&piece.name)
            && self.pieces.iter().all(|piece| single(&piece.name).is_some())
        {
            return symbol;
        }
        numbered(piece)
    }

    /// Returns whether [`from_picture`](Self::from_picture) finds the placed pieces in a picture, and
    /// the cells that may stay empty below them.
    pub(crate) fn picture_shows_placed(&self) -> bool {
        // A name hides the mark of a cell that may stay empty.
        if self.optional != self.all_cells() && self.optional & self.placed_cells() != 0 {
            return false;
        }
        let symbol = |piece: usize| {
            let symbol = self.symbol(piece);
            self.pieces[piece].name.chars().eq([symbol]).then_some(symbol)
        };
        let mut named = Vec::new();
        for placement in &self.placed {
            let Some(symbol) = symbol(placement.piece) else { return false };
            named.extend(self.coords(placement).map(|cell| (cell, symbol)));
        }
        let mut regions = core::iter::from_fn(|| take_region(self.grid, &mut named));
        regions.all(|(_, region)| {
            let cells = self.set_of(region);
            self.placed.iter().any(|placed| placed.cells == cells)
        })
    }

    /// A picture of the board with these pieces on it: the [symbol](Puzzle::symbol) of the piece on
    /// each cell, `.` for an empty cell, or `+` if it is one of the few that may stay empty, and `#`
    /// where the board has no cell. Columns and rows are those of the [cells](Puzzle::cells), unless
    /// some are negative, and all rows of a layer are equally long. A line `-` separates two layers. A
    /// board that was read [from a picture](Puzzle::from_picture) has all columns and rows of that
    /// picture.
    ///
    /// ```
    /// use meteor_puzzle::{Solver, presets};
    ///
    /// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
    /// let solution = solver.solutions().next().unwrap();
    /// assert_eq!(solver.puzzle().picture(solution.placements()).to_string(), "\
    /// U U X I I I I I N N N F T W Y Y Y Y Z V
    /// U X X X P P L N N F F F T W W Y Z Z Z V
    /// U U X P P P L L L L F T T T W W Z V V V
    /// ");
    /// ```
    #[must_use]
    pub fn picture<'a>(&'a self, placements: &'a [Placement]) -> impl fmt::Display + 'a {
        Picture { placements, puzzle: self }
    }

    /// All placements that do not overlap the placed pieces, ordered by piece. Pieces without
    /// copies left have none.
    #[must_use]
    pub fn placements(&self) -> Vec<Placement> {
        self.placements_of(0..self.pieces.len())
    }

    /// The [placements](Self::placements) of some pieces.
    pub(crate) fn placements_of(&self, pieces: Range<usize>) -> Vec<Placement> {
        let mut all = Vec::new();
        self.for_each_placement(pieces, |placement| all.push(placement));
        all.sort_unstable();
        all
    }

    /// Calls `found` with all placements of some pieces beside the placed ones, by piece.
    pub(crate) fn for_each_placement(&self, pieces: Range<usize>, found: impl FnMut(Placement)) {
        match self.grid.axes() {
            2 => self.for_each_placement_in::<false>(pieces, found),
            _ => self.for_each_placement_in::<true>(pieces, found),
        }
    }

    /// [`for_each_placement`](Self::for_each_placement) in space or in the plane, which has no
    /// layers.
    fn for_each_placement_in<const SPACE: bool>(
        &self,
        pieces: Range<usize>,
        mut found: impl FnMut(Placement),
    ) {
        let free = self.free_cells();
        // The set of each free cell alone, at its place in rows of 256 columns, of all layers.
        let side = |of: fn(&Coord) -> i32| {
            let (mut least, mut most) = (i32::MAX, i32::MIN);
            self.cells.iter().map(of).for_each(|i| (least, most) = (least.min(i), most.max(i)));
            (least, most.abs_diff(least) + 1)
        };
        let ((front, depth), (top, height)) = (side(|cell| cell.z), side(|cell| cell.y));
        let place = |Coord { x, y, z }: Coord| {
            let (x, y, z) = ((x + 128) as u32, (y - top) as u32, (z - front) as u32);
            // In the plane, places of rows below the last one, and of those above the first one, are
            // after all others.
            if x >= 256 || SPACE && (y >= height || z >= depth) {
                return None;
            }
            let row = u64::from(y) + u64::from(height) * u64::from(if SPACE { z } else { 0 });
            usize::try_from(u64::from(x) + 256 * row).ok()
        };
        // A board with more rows has few cells in a large box.
        let rows = if height * depth <= 256 { height * depth } else { 0 };
        let mut sets = vec![0_u128; 256 * rows as usize];
        for (i, &cell) in self.cells.iter().enumerate().filter(|(i, _)| free >> i & 1 == 1) {
            if let Some(set) = place(cell).and_then(|place| sets.get_mut(place)) {
                *set = 1 << i;
            }
        }
        let set_of = |cell: Coord| match SPACE && sets.is_empty() {
            false => sets.get(place(cell)?).copied(),
            true => self.cell_index(cell).map(|i| free & 1 << i),
        };
        let cubes: Vec<Cube> = self.cells.iter().map(|&cell| self.grid.cube_of(cell)).collect();
        // The cells of a shape if its first cell is `to` and all are free.
        let cells_at = |shape: &[Cube], to: Cube| {
            let by = self.grid.translation(*shape.first()?, to)?;
            // The last cell is the farthest from the first one, and off the board most often.
            shape.iter().rev().try_fold(0, |cells, &cell| {
                let set = set_of(self.grid.coord_of(add(cell, by)))?;
                (set != 0).then_some(cells | set)
            })
        };
        for piece in pieces.filter(|&piece| self.copies_left(piece).1 > 0) {
            for shape in &self.pieces[piece].orientations(self.grid) {
                let shape = shape.as_slice();
                let placed = cubes.iter().filter_map(|&cube| cells_at(shape, cube));
                placed.for_each(|cells| found(Placement { piece, cells }));
            }
        }
    }

    /// Two pieces of the same shape in the same orientations, by their indices, if there are any.
    /// Pieces whose copies are all placed are ignored.
    ///
    /// Solutions tell them apart by their names. If they were copies of one piece, solutions that
    /// differ only by exchanging them would be the same.
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece, Puzzle};
    ///
    /// let [a, b] = [("A", [(0, 0), (1, 0)]), ("B", [(5, 0), (5, 1)])].map(|(n, c)| Piece::new(n, c));
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. .", [a.clone(), b])?;
    /// assert_eq!(puzzle.equal_pieces(), Some([0, 1]));
    /// let puzzle = Puzzle::from_picture(Grid::Square, ". .\n. .", [a.copies(2..=2)])?;
    /// assert_eq!(puzzle.equal_pieces(), None);
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    #[must_use]
    pub fn equal_pieces(&self) -> Option<[usize; 2]> {
        let mut seen = BTreeMap::new();
        let mut left = (0..self.pieces.len()).filter(|&piece| self.copies_left(piece).1 > 0);
        left.find_map(|index| {
            // One of the orientations and their number tell which they are: all of them, all
            // rotations, or one.
            let shapes = self.pieces[index].orientations(self.grid);
            let key = (shapes.iter().min().cloned(), shapes.len());
            seen.insert(key, index).map(|other| [other, index])
        })
    }

    /// The same puzzle without a piece.
    pub(crate) fn without(&self, piece: usize) -> Self {
        let mut puzzle = self.clone();
        puzzle.pieces[piece].max = 0;
        puzzle
    }

    /// The cells of the board with these coordinates.
    pub(crate) fn set_of(&self, coords: impl IntoIterator<Item = Coord>) -> u128 {
        let cells = coords.into_iter().filter_map(|cell| self.cell_index(cell));
        cells.fold(0, |cells, cell| cells | 1 << cell)
    }

    /// The cells of all placed pieces.
    pub(crate) fn placed_cells(&self) -> u128 {
        self.placed.iter().fold(0, |cells, placement| cells | placement.cells)
    }

    fn all_cells(&self) -> u128 {
        u128::MAX >> (128 - self.cells.len())
    }

    /// The cells that no placed piece covers.
    pub(crate) fn free_cells(&self) -> u128 {
        self.all_cells() & !self.placed_cells()
    }

    /// The symbol of an empty cell.
    pub(crate) fn empty_symbol(&self, cell: usize) -> char {
        let is_marked = self.optional >> cell & 1 == 1 && self.optional != self.all_cells();
        if is_marked { '+' } else { '.' }
    }

    /// The numbers of further copies of a piece that must and can be placed.
    pub(crate) fn copies_left(&self, piece: usize) -> (u16, u16) {
        let placed = self.placed.iter().filter(|placement| placement.piece == piece).count() as u16;
        let Piece { min, max, .. } = self.pieces[piece];
        (min.saturating_sub(placed), max - placed)
    }

    /// Returns whether one of the orientations of a piece has the shape of these cells.
    fn has_shape(&self, piece: usize, cells: &[Coord]) -> bool {
        let shape = shape(self.grid, cells, 0);
        self.pieces.get(piece).is_some_and(|piece| piece.orientations(self.grid).contains(&shape))
    }
}

/// The board with the placed pieces as a picture, which [`Puzzle::from_picture`] reads if all names
/// are single characters and no two copies of a piece touch.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.picture(self.placed()).fmt(f)
    }
}

impl fmt::Debug for Puzzle {
    /// The numbers of cells and pieces, and for `{:#?}` the picture below them.
    ///
    /// ```
    /// use meteor_puzzle::{Grid, Piece, Puzzle};
    ///
    /// let domino = Piece::from_picture("I", "X X")?;
    /// let puzzle = Puzzle::from_picture(Grid::Square, "I I\n. .", [domino])?;
    /// assert_eq!(format!("{puzzle:?}"), "Puzzle(square, 4 cells, 1 piece, 1 placed)");
    /// assert!(format!("{puzzle:#?}").ends_with(")\nI I\n. .\n"));
    /// # Ok::<(), meteor_puzzle::PuzzleError>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, pieces, placed) = (self.cells.len(), self.pieces.len(), self.placed.len());
        let plural = |count| if count == 1 { "" } else { "s" };
        write!(f, "Puzzle({}, {cells} cell{}", self.grid, plural(cells))?;
        write!(f, ", {pieces} piece{}, {placed} placed)", plural(pieces))?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// A board with pieces on it, displayed as a picture.
struct Picture<'a> {
    placements: &'a [Placement],
    puzzle: &'a Puzzle,
}

/// Letter or digit number `index`.
fn numbered(index: usize) -> char {
    let mut symbols = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    symbols.nth(index).unwrap_or('?')
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |cell| match self.placements.iter().position(|other| other.covers(cell)) {
            Some(index) => self.puzzle.symbol(self.placements[index].piece),
            None => self.puzzle.empty_symbol(cell),
        };
        let (grid, cells) = (self.puzzle.grid(), self.puzzle.cells());
        let frame = (board_origin(grid, cells), &self.puzzle.corners[..]);
        write_cells(f, "", grid, cells, frame, '#', &symbol)
    }
}

/// The fields of a serialized puzzle.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Fields {
    grid: Grid,
    cells: Vec<Coord>,
    pieces: Vec<Piece>,
    #[serde(with = "crate::placement::hex")]
    optional: u128,
    empty: (u16, u16),
    placed: Vec<Placement>,
    #[serde(default)]
    corners: Vec<Coord>,
}

#[cfg(feature = "serde")]
impl TryFrom<Fields> for Puzzle {
    type Error = PuzzleError;

    fn try_from(fields: Fields) -> Result<Self, PuzzleError> {
        let mut puzzle = Self::new(fields.grid, fields.cells, fields.pieces)?;
        puzzle.optional = fields.optional & puzzle.all_cells();
        puzzle.empty = (fields.empty.0, fields.empty.1.min(ANY_NUMBER.1));
        puzzle.corners = fields.corners;
        puzzle.corners.retain(|&corner| check_distance(corner).is_ok());
        fields.placed.into_iter().try_for_each(|placement| puzzle.place(placement))?;
        Ok(puzzle)
    }
}

/// Checks the pieces, on a board of this number of cells.
fn check_pieces(grid: Grid, pieces: &[Piece], board: usize) -> Result<(), PuzzleError> {
    if !(1..=MAX_PIECES).contains(&pieces.len()) {
        return Err(PuzzleError::PieceCount { found: pieces.len() });
    }
    for (i, piece) in pieces.iter().enumerate() {
        piece.check(grid, board)?;
        if pieces[..i].iter().any(|other| other.name == piece.name) {
            return Err(PuzzleError::DuplicateName { name: piece.name.clone() });
        }
    }
    Ok(())
}
