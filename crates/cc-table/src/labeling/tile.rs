//! Images larger than memory: rectangles that are scanned independently and joined in any order.
//!
//! A **tile** is a [`Part`] of an image with the numbers of its components, in raster order. Its
//! state is small, so tiles may come from several machines. [`Tiles`](super::Tiles) joins them.
//!
//! The number of an open component depends on how many others start before it, and [`Tile::open`]
//! forgets these when they are complete. So the first pixels of all components are marked in a
//! bitmap, and the scan takes twice the memory of its pixels, whatever they contain.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::limits::unlimited_fallible;
use bitboard_core::{Connectivity, Interrupted, Limits, TryError};

use super::bitmap::Bitmap;
use super::euler::EulerSum;
use super::limits::RowWatch;
use super::measure::{Located, TallComponent};
use super::part::{Part, Rect, Whole, scan_part};
use super::state::VERSION;

/// A component and its number in its tile, in raster order from 0.
pub(super) type NumberedComponent = (u32, TallComponent);

/// A rectangle of an image, its components and its borders.
///
/// ```
/// use cc_table::Connectivity;
/// use cc_table::labeling::{BitmapBuf, Tile, Tiles};
///
/// // An image of 6×2 pixels in two tiles of 3×2.
/// let left: BitmapBuf = "
///     X . X
///     . . X".parse()?;
/// let right: BitmapBuf = "
///     X . .
///     . . X".parse()?;
/// let mut tiles = Tiles::new();
/// for (x, pixels) in [(3, right), (0, left)] {
///     let tile = Tile::new(&pixels, (x, 0), (6, 2), Connectivity::Four)?;
///     tiles.push(Tile::from_bytes(&tile.to_bytes())?)?; // as from another machine
/// }
/// let image = tiles.finish()?;
/// assert_eq!(image.count(), 3);
/// let areas: Vec<_> = image.components().iter().map(|(label, c)| (*label, c.area())).collect();
/// assert_eq!(areas, [(1, 1), (2, 3), (4, 1)]);
/// // The first component of the right tile is the second of the left one.
/// assert_eq!(image.tiles()[1].label(1), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    pub(super) part: Part<TallComponent>,
    /// The number of components.
    pub(super) count: u32,
    /// The Euler number, if nothing outside of the tile is set.
    pub(super) euler_number: i64,
    /// Complete components by number, until they are taken.
    pub(super) complete: Vec<NumberedComponent>,
}

/// Error returned when tiles are wrong or do not make an image. Coordinates are those of the first
/// pixel of the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TileError {
    /// The tile is not inside the image, or the image has 2³² columns or 2⁶⁴ pixels or more.
    #[error("the tile at {x},{y} is not inside an image of {width}×{height} pixels")]
    Outside {
        /// Its first column.
        x: usize,
        /// Its first row.
        y: usize,
        /// Number of columns of the image.
        width: usize,
        /// Number of rows of the image.
        height: usize,
    },
    /// The tile is part of another image, or was made with another connectivity.
    #[error("the tile at {x},{y} is part of another image or has another connectivity")]
    Image {
        /// Its first column.
        x: usize,
        /// Its first row.
        y: usize,
    },
    /// Two tiles have a pixel in common.
    #[error("the tile at {x},{y} overlaps another")]
    Overlap {
        /// Its first column.
        x: usize,
        /// Its first row.
        y: usize,
    },
    /// No tile has this pixel.
    #[error("no tile has the pixel {x},{y}")]
    Gap {
        /// Its column.
        x: usize,
        /// Its row.
        y: usize,
    },
    /// The tile was made on another target, for an image whose positions do not fit a `usize`.
    #[error("an image of {width}×{height} pixels is too large for this target")]
    TooLarge {
        /// Number of columns of the image.
        width: u64,
        /// Number of rows of the image.
        height: u64,
    },
    /// There are 2³² components or more at borders.
    #[error("there are 2^32 components or more at borders of tiles")]
    TooManyOpen,
    /// The bytes are not those of a tile, or are damaged.
    #[error("expected the state of a tile, found other or damaged bytes")]
    Damaged,
    /// The bytes are those of a tile of another version.
    #[error("expected the state of a tile of version {VERSION}, found version {found}")]
    Version {
        /// The version of the bytes.
        found: u8,
    },
}

impl<P> From<TileError> for TryError<TileError, P> {
    fn from(error: TileError) -> Self {
        Self::Failed(error)
    }
}

impl Tile {
    /// Finds the components of a rectangle of an image. `at` is its first column and row, `image`
    /// the number of columns and rows of the whole image.
    ///
    /// # Errors
    /// [`TileError::Outside`] if the rectangle is not inside the image, or the image has 2³²
    /// columns or 2⁶⁴ pixels or more.
    pub fn new<'a>(
        pixels: impl Into<Bitmap<'a>>,
        at: (usize, usize),
        image: (usize, usize),
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        unlimited_fallible(|limits| Self::try_new(pixels, at, image, connectivity, limits))
    }

    /// [`new`](Self::new) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`new`](Self::new), or if a limit is reached, with the number of rows that have been
    /// scanned.
    pub fn try_new<'a>(
        pixels: impl Into<Bitmap<'a>>,
        at: (usize, usize),
        image: (usize, usize),
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<Self, TryError<TileError, u64>> {
        let pixels = pixels.into();
        let rect = place(pixels, at, image, connectivity)?;
        let mut complete = Vec::new();
        let (firsts, mut tile) = scan(pixels, rect, limits, |component| complete.push(component))?;
        complete.sort_unstable_by_key(|component| component.first);
        tile.complete = firsts.number(complete.into_iter(), &rect);
        Ok(tile)
    }

    /// [`new`](Self::new) without the components that no other tile can change. Their number is
    /// known, but they are not kept, so the memory is that of the pixels and of the borders.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn open<'a>(
        pixels: impl Into<Bitmap<'a>>,
        at: (usize, usize),
        image: (usize, usize),
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        unlimited_fallible(|limits| Self::try_open(pixels, at, image, connectivity, limits))
    }

    /// [`open`](Self::open) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    pub fn try_open<'a>(
        pixels: impl Into<Bitmap<'a>>,
        at: (usize, usize),
        image: (usize, usize),
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<Self, TryError<TileError, u64>> {
        let pixels = pixels.into();
        let (_, tile) = scan(pixels, place(pixels, at, image, connectivity)?, limits, |_| ())?;
        Ok(tile)
    }

    /// The column and the row of the first pixel.
    #[must_use]
    pub const fn at(&self) -> (usize, usize) {
        (self.part.rect.x as usize, self.part.rect.y as usize)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.part.rect.width as usize
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.part.rect.height as usize
    }

    /// Number of components, if nothing outside of the tile joins them.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count as u64
    }

    /// The number of components less the number of holes, if nothing outside of the tile is set.
    #[must_use]
    pub const fn euler_number(&self) -> i64 {
        self.euler_number
    }

    /// Removes and returns the components that no other tile can change, each with its number in
    /// the tile, from 0 in raster order. [`TileLabels::label`](super::TileLabels::label) turns this
    /// number plus 1 into the label in the whole image. Without these components, the state of a
    /// tile is small.
    pub fn take_complete(&mut self) -> Vec<(u64, TallComponent)> {
        let complete = core::mem::take(&mut self.complete);
        complete.into_iter().map(|(number, component)| (number.into(), component)).collect()
    }
}

/// Returns the rectangle of a tile.
fn place(
    pixels: Bitmap<'_>,
    (x, y): (usize, usize),
    (width, height): (usize, usize),
    connectivity: Connectivity,
) -> Result<Rect, TileError> {
    let outside = TileError::Outside { x, y, width, height };
    (width as u64).checked_mul(height as u64).ok_or(outside)?;
    let end = |from: usize, length: usize| from.checked_add(length);
    let is_inside = end(x, pixels.width()).is_some_and(|right| right <= width)
        && end(y, pixels.height()).is_some_and(|bottom| bottom <= height);
    let columns = u32::try_from(width).ok().filter(|_| is_inside).ok_or(outside)?;
    let whole = Whole { width: columns, height: height as u64, connectivity };
    // An image in memory has fewer than 2³² rows.
    let rect = (pixels.columns(), pixels.height() as u32);
    Ok(Rect { whole, x: x as u32, y: y as u64, width: rect.0, height: rect.1 })
}

/// Scans the pixels of a tile. Calls `complete` with the complete components, which are relative to
/// the tile.
fn scan(
    pixels: Bitmap<'_>,
    rect: Rect,
    limits: &Limits<'_>,
    mut complete: impl FnMut(Located<TallComponent>),
) -> Result<(Firsts, Tile), Interrupted<u64>> {
    let (watch, rows) = (RowWatch::new(limits, pixels.width()), 0..pixels.height());
    let mut firsts = Firsts::new(pixels);
    let part = scan_part(pixels, rows, rect, &watch, |component: Located<TallComponent>| {
        firsts.mark(component.first);
        complete(component);
    })?;
    let mut euler = EulerSum::new(pixels.columns());
    watch.rows(pixels.height(), |rows| {
        rows.for_each(|y| euler.push(pixels.row(y), rect.whole.connectivity));
    })?;
    // The open components in raster order.
    let mut order: Vec<usize> = (0..part.open.len()).collect();
    order.sort_unstable_by_key(|&i| part.open[i].1.first);
    let mut indices = vec![0; order.len()];
    for (&i, index) in order.iter().zip(0..) {
        indices[i] = index;
        firsts.mark(part.open[i].1.first);
    }
    let mut borders = part.borders;
    for run in borders.iter_mut().flatten() {
        run.component = indices[run.component as usize];
    }
    let open = firsts.number(order.into_iter().map(|i| part.open[i].1), &rect);
    let (count, complete) = (firsts.count(), Vec::new());
    let part = Part { rect, borders, open };
    Ok((firsts, Tile { part, count, euler_number: euler.sum, complete }))
}

/// A bit for the first pixel of each component of a tile. The number of a component is that of the
/// bits before its own.
struct Firsts {
    bits: Vec<u64>,
    /// Number of words of a row.
    words: usize,
}

impl Firsts {
    fn new(pixels: Bitmap<'_>) -> Self {
        let words = pixels.width().div_ceil(64);
        Self { bits: vec![0; words * pixels.height()], words }
    }

    const fn word(&self, (y, x): (u32, u32)) -> usize {
        self.words * y as usize + x as usize / 64
    }

    fn mark(&mut self, first: (u32, u32)) {
        let word = self.word(first);
        self.bits[word] |= 1 << (first.1 % 64);
    }

    /// Numbers components, which come in raster order, and moves them to their place in the image.
    /// The first pixels of all components are marked.
    fn number(
        &self,
        components: impl Iterator<Item = Located<TallComponent>>,
        rect: &Rect,
    ) -> Vec<NumberedComponent> {
        let (mut counted, mut number) = (0, 0);
        let numbered = components.map(|Located { first, mut measure }| {
            let here = self.word(first);
            number += self.bits[counted..here].iter().map(|word| word.count_ones()).sum::<u32>();
            counted = here;
            let before = self.bits[here] & ((1 << (first.1 % 64)) - 1);
            measure.move_by(rect.x, rect.y);
            (number + before.count_ones(), measure)
        });
        numbered.collect()
    }

    /// Returns the number of components.
    fn count(&self) -> u32 {
        self.bits.iter().map(|word| word.count_ones()).sum()
    }
}
