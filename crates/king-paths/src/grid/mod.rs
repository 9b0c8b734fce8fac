//! Grids of any size: distances and all shortest paths on up to 2³² cells.
//!
//! A [`Grid`] is bit-packed, one bit for each free cell. [`Grid::distances`] is a breadth-first search that takes 64
//! cells at a time where the map is open and one at a time where it is narrow; [`Grid::shortest_paths`] finds the
//! layers between two sets of cells, from which paths can be counted exactly.
//!
//! ```
//! use king_paths::grid::{Connectivity, Grid};
//!
//! let map = "\
//! type octile
//! height 3
//! width 5
//! map
//! ..T..
//! ..T..
//! .....
//! ";
//! let grid: Grid = map.parse()?;
//! let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], Connectivity::Eight)?;
//! assert_eq!(paths.distance(), Some(4));
//! assert_eq!(paths.count(), Ok(1));
//! // Corners must not be cut:
//! let paths = grid.shortest_paths(&[(0, 0)], &[(4, 0)], Connectivity::NoCut)?;
//! assert_eq!(paths.distance(), Some(6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Cells are (x, y), column and row from 0, row 0 at the top.

use alloc::vec::Vec;

mod distances;
mod map;
mod memory;
mod paths;
mod queue;
mod search;
mod tiles;

pub use self::distances::GridDistances;
pub use self::map::MapError;
pub use self::paths::{CountOverflow, GridPaths};

/// A cell: column and row from 0.
pub type Point = (u32, u32);

/// Which cells of a grid are neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connectivity {
    /// Across an edge.
    Four,
    /// Across an edge or a corner.
    Eight,
    /// Across an edge; across a corner if both cells beside it are free as well.
    NoCut,
}

/// Why there is no such grid, or no answer about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A side is 0.
    #[error("a grid of {width} × {height} has no cells")]
    Empty {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// There are more than 2³² cells.
    #[error("a grid of {width} × {height} has more than 2^32 cells")]
    TooLarge {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The memory for a grid or an answer is not available.
    #[error("{bytes} bytes of memory for a grid of {width} × {height} are not available")]
    OutOfMemory {
        /// How much was asked for.
        bytes: u64,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A cell lies outside.
    #[error("column {x}, row {y} lies outside the grid of {width} × {height}")]
    OffGrid {
        /// Column, from 0.
        x: u32,
        /// Row, from 0.
        y: u32,
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
}

/// A rectangle of cells, each of them free or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    width: u32,
    height: u32,
    /// Words per row. Bit x % 64 of word x / 64; the bits behind the last column are clear.
    stride: usize,
    words: Vec<u64>,
}

impl Grid {
    /// A grid without free cells.
    ///
    /// # Errors
    /// [`GridError::Empty`], [`GridError::TooLarge`] or [`GridError::OutOfMemory`].
    pub fn new(width: u32, height: u32) -> Result<Self, GridError> {
        check_size(width, height)?;
        let stride = width.div_ceil(64) as usize;
        let words = memory::filled((width, height), 0, height as usize, stride)?;
        Ok(Self { width, height, stride, words })
    }

    /// The cells for which `is_free(x, y)`.
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

    /// Columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// How many cells are free.
    #[must_use]
    pub fn free_cells(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// Whether a cell is free. None outside the grid is.
    #[inline]
    #[must_use]
    pub fn is_free(&self, x: u32, y: u32) -> bool {
        self.contains(x, y) && self.words[self.word(x, y)] >> (x % 64) & 1 == 1
    }

    /// Makes a cell free or not.
    ///
    /// # Errors
    /// [`GridError::OffGrid`].
    pub fn set(&mut self, x: u32, y: u32, free: bool) -> Result<(), GridError> {
        self.check(&[(x, y)])?;
        let word = self.word(x, y);
        self.words[word] = self.words[word] & !(1 << (x % 64)) | u64::from(free) << (x % 64);
        Ok(())
    }

    fn contains(&self, x: u32, y: u32) -> bool {
        x < self.width && y < self.height
    }

    fn word(&self, x: u32, y: u32) -> usize {
        y as usize * self.stride + x as usize / 64
    }

    /// Eight cells of a row from a column that is a multiple of 8; cells outside are not free.
    fn byte(&self, x: usize, y: usize) -> u8 {
        if y >= self.height as usize {
            return 0;
        }
        (self.words[y * self.stride + x / 64] >> (x % 64)) as u8
    }

    fn check(&self, points: &[Point]) -> Result<(), GridError> {
        match points.iter().find(|&&(x, y)| !self.contains(x, y)) {
            None => Ok(()),
            Some(&(x, y)) => {
                let (width, height) = (self.width, self.height);
                Err(GridError::OffGrid { x, y, width, height })
            }
        }
    }

    /// The neighbours of a cell to which a step leads, in the order of rows.
    pub fn neighbors(
        &self,
        (x, y): Point,
        connectivity: Connectivity,
    ) -> impl Iterator<Item = Point> + '_ {
        const AROUND: [(i32, i32); 8] =
            [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        let free = move |dx, dy| -> Option<Point> {
            let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            self.is_free(x, y).then_some((x, y))
        };
        AROUND.into_iter().filter_map(move |(dx, dy)| {
            let allowed = dx == 0
                || dy == 0
                || match connectivity {
                    Connectivity::Four => false,
                    Connectivity::Eight => true,
                    Connectivity::NoCut => free(dx, 0).is_some() && free(0, dy).is_some(),
                };
            if allowed { free(dx, dy) } else { None }
        })
    }
}

fn check_size(width: u32, height: u32) -> Result<(), GridError> {
    if width == 0 || height == 0 {
        return Err(GridError::Empty { width, height });
    }
    if u64::from(width) * u64::from(height) > 1 << 32 {
        return Err(GridError::TooLarge { width, height });
    }
    Ok(())
}
