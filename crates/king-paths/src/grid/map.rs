//! The grid: the set of its free cells.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use bitboard_core::{Bitboard, Geometry};

use super::error::GridError;
use super::memory;
use super::rule::{King, Knight, NoCornerCut, Orthogonal, Rule, StepKind, targets};

/// A cell: column and row from 0.
pub type Point = (u32, u32);

/// A rectangle of cells, each of them free or not.
///
/// It prints as a map with `.` for free cells and `#` for others, which can be parsed. Octile maps can be parsed too.
///
/// ```
/// use king_paths::grid::Grid;
///
/// let grid: Grid = "
///     ..#
///     ...".parse()?;
/// assert_eq!((grid.width(), grid.height(), grid.free_cells()), (3, 2, 5));
/// assert_eq!(grid.to_string(), "..#\n...");
/// # Ok::<(), king_paths::grid::MapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Words per row. Bit x % 64 of word x / 64; the bits behind the last column are clear.
    pub(super) stride: usize,
    pub(super) words: Vec<u64>,
}

impl Grid {
    /// Creates a grid without free cells.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// assert_eq!(Grid::new(3, 2)?.to_string(), "###\n###");
    /// assert!(Grid::new(3, 0).is_err());
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`].
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        check_size(width, height)?;
        let stride = width.div_ceil(64) as usize;
        let words = memory::filled((width, height), 0, height as usize, stride)?;
        Ok(Self { width, height, stride, words })
    }

    /// Creates a grid whose free cells are those for which `is_free(x, y)`.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid = Grid::from_fn(4, 2, |x, y| x != 2 || y == 1)?;
    /// assert_eq!(grid.to_string(), "..#.\n....");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`].
    pub fn from_fn(
        width: u32,
        height: u32,
        mut is_free: impl FnMut(u32, u32) -> bool,
    ) -> Result<Self, GridError> {
        let mut grid = Self::new(width, height)?;
        for y in 0..height {
            for x in (0..width).filter(|&x| is_free(x, y)) {
                let word = grid.word(x, y);
                grid.words[word] |= 1 << (x % 64);
            }
        }
        Ok(grid)
    }

    /// Creates a grid with the given free cells.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid = Grid::from_cells(3, 2, [(0, 0), (1, 0), (2, 1)])?;
    /// assert_eq!(grid.to_string(), "..#\n##.");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`GridError::OffGrid`] if a cell lies outside.
    pub fn from_cells(
        width: u32,
        height: u32,
        cells: impl IntoIterator<Item = Point>,
    ) -> Result<Self, GridError> {
        let mut grid = Self::new(width, height)?;
        for cell in cells {
            grid.set(cell, true)?;
        }
        Ok(grid)
    }

    /// Number of columns.
    ///
    /// ```
    /// assert_eq!(king_paths::grid::Grid::new(640, 480)?.width(), 640);
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    ///
    /// ```
    /// assert_eq!(king_paths::grid::Grid::new(640, 480)?.height(), 480);
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Number of free cells.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid: Grid = "
    ///     ..#
    ///     #..".parse()?;
    /// assert_eq!(grid.free_cells(), 4);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    #[must_use]
    pub fn free_cells(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The free cells, row by row.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid: Grid = ".#.\n##.".parse()?;
    /// assert_eq!(grid.iter().collect::<Vec<_>>(), [(0, 0), (2, 0), (2, 1)]);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        let row = |y| (0..self.width).map(move |x| (x, y));
        (0..self.height).flat_map(row).filter(|&cell| self.is_free(cell))
    }

    /// Returns whether a cell is free. Cells outside of the grid are not.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let grid: Grid = ".#".parse()?;
    /// assert_eq!([0, 1, 2].map(|x| grid.is_free((x, 0))), [true, false, false]);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_free(&self, (x, y): Point) -> bool {
        self.contains(x, y) && self.words[self.word(x, y)] >> (x % 64) & 1 == 1
    }

    /// Makes a cell free or not.
    ///
    /// ```
    /// use king_paths::grid::Grid;
    ///
    /// let mut grid = Grid::new(3, 1)?;
    /// grid.set((1, 0), true)?;
    /// assert_eq!(grid.to_string(), "#.#");
    /// # Ok::<(), king_paths::grid::GridError>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OffGrid`].
    pub fn set(&mut self, (x, y): Point, free: bool) -> Result<(), GridError> {
        self.check(&[(x, y)])?;
        let word = self.word(x, y);
        self.words[word] = self.words[word] & !(1 << (x % 64)) | u64::from(free) << (x % 64);
        Ok(())
    }

    pub(super) fn contains(&self, x: u32, y: u32) -> bool {
        x < self.width && y < self.height
    }

    fn word(&self, x: u32, y: u32) -> usize {
        y as usize * self.stride + x as usize / 64
    }

    /// Eight cells of a row from a column that is a multiple of 8; cells outside of the grid are not free.
    pub(super) fn byte(&self, x: usize, y: usize) -> u8 {
        if y >= self.height as usize {
            return 0;
        }
        (self.words[y * self.stride + x / 64] >> (x % 64)) as u8
    }

    pub(super) fn check(&self, points: &[Point]) -> Result<(), GridError> {
        match points.iter().find(|&&(x, y)| !self.contains(x, y)) {
            None => Ok(()),
            Some(&(x, y)) => {
                let (width, height) = (self.width, self.height);
                Err(GridError::OffGrid { x, y, width, height })
            }
        }
    }

    /// The free cells that one step from a cell leads to, in the order of rows. The cell itself need
    /// not be free. None if it lies outside of the grid.
    ///
    /// ```
    /// use king_paths::grid::{Grid, StepKind};
    ///
    /// let grid: Grid = "
    ///     .#.
    ///     ...".parse()?;
    /// let neighbors = |kind| grid.neighbors((0, 0), kind).collect::<Vec<_>>();
    /// assert_eq!(neighbors(StepKind::King), [(0, 1), (1, 1)]);
    /// assert_eq!(neighbors(StepKind::NoCornerCut), [(0, 1)]);
    /// assert_eq!(neighbors(StepKind::Knight), [(2, 1)]);
    /// # Ok::<(), king_paths::grid::MapError>(())
    /// ```
    pub fn neighbors(&self, cell: Point, kind: StepKind) -> impl Iterator<Item = Point> + use<> {
        match kind {
            StepKind::Orthogonal => self.neighbors_by::<Orthogonal>(cell),
            StepKind::King => self.neighbors_by::<King>(cell),
            StepKind::NoCornerCut => self.neighbors_by::<NoCornerCut>(cell),
            StepKind::Knight => self.neighbors_by::<Knight>(cell),
        }
    }

    #[inline]
    fn neighbors_by<R: Rule>(&self, (x, y): Point) -> Neighbors {
        let free = if self.contains(x, y) { self.window(x, y) } else { Bitboard::EMPTY };
        let (width, bits) = (R::Window::WIDTH as u32, targets::<R>(free).bits());
        Neighbors { bits, width, x: x.wrapping_sub(width / 2), y: y.wrapping_sub(width / 2) }
    }

    /// The free cells of a window whose middle is a cell of the grid.
    #[inline]
    fn window<G: Geometry>(&self, x: u32, y: u32) -> Bitboard<u64, G> {
        let reach = G::WIDTH / 2;
        let mut window = 0;
        for i in 0..G::HEIGHT {
            let row = (y as usize + i).wrapping_sub(reach);
            if row < self.height as usize {
                // The first cell may be in the word before.
                let words = &self.words[row * self.stride..][..self.stride];
                let start = x as usize + 64 - reach;
                let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
                let bits = word(start / 64) << 64 | word((start / 64).wrapping_sub(1));
                let bits = (bits >> (start % 64)) as u64 & ((1 << G::WIDTH) - 1);
                window |= bits << (i * G::WIDTH);
            }
        }
        Bitboard::from_bits_truncate(window)
    }
}

impl Grid {
    /// Writes the map, with the symbols of some free cells replaced. Cells come row by row.
    pub(super) fn draw(
        &self,
        f: &mut fmt::Formatter<'_>,
        mut mark: impl FnMut(Point) -> Option<char>,
    ) -> fmt::Result {
        for y in 0..self.height {
            f.write_str(if y > 0 { "\n" } else { "" })?;
            for x in 0..self.width {
                let symbol = if self.is_free((x, y)) { '.' } else { '#' };
                f.write_char(mark((x, y)).unwrap_or(symbol))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.draw(f, |_| None)
    }
}

/// The cells of a window.
struct Neighbors {
    bits: u64,
    width: u32,
    /// The column and the row of the first cell, which may lie outside of the grid.
    x: u32,
    y: u32,
}

impl Iterator for Neighbors {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.bits == 0 {
            return None;
        }
        let bit = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some((self.x.wrapping_add(bit % self.width), self.y.wrapping_add(bit / self.width)))
    }
}

pub(super) fn check_size(width: u32, height: u32) -> Result<(), GridError> {
    if width == 0 || height == 0 {
        return Err(GridError::Empty { width, height });
    }
    if u64::from(width) * u64::from(height) > 1 << 32 {
        return Err(GridError::TooLarge { width, height });
    }
    Ok(())
}
