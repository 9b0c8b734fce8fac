//! Images larger than memory: rectangles that are scanned independently and joined in any order.
//!
//! A **tile** is a rectangle whose components are known. Pixels outside of it can only join those
//! components that have a pixel on one of its four borders: these are **open**. So a [`Tile`] keeps
//! the runs of its borders and the measures of its open components, and these are all that must
//! reach the machine that joins the tiles:
//!
//! ```text
//! tile a      tile b                 borders of a         runs of the right border, as rows:
//! 0 0 . 1   | 2 2 . .                0 0 . 1              1 in row 0, 3 in rows 2 and 3
//! . . . .   | . . . 4                .     .
//! 3 . 3 3   | 5 . . .                3     3
//! 3 3 3 3   | . . 6 6                3 3 3 3
//! ```
//!
//! [`Tiles`](super::Tiles) joins them. The number of an open component depends on how many others
//! start before it, and [`Tile::open`] forgets these when they are complete. So their first pixels
//! are marked in a bitmap, and the scan takes twice the memory of its pixels, whatever they
//! contain.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::checksum::Checksum;
use bitboard_core::{Connectivity, Interrupted, Limits, TryError, unlimited_fallible};

use super::band::Numbered;
use super::bitmap::Bitmap;
use super::euler::EulerSum;
use super::limits::RowMeter;
use super::measure::{Located, TallComponent};
use super::pass::Pass;

/// A run of set pixels on a border, from `start` to before `end`, relative to the tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Run {
    pub(super) start: u32,
    pub(super) end: u32,
    /// The component: its number in the tile, and later its index among the open ones.
    pub(super) component: u32,
}

/// A component and its number in its tile, in raster order from 0.
pub(super) type NumberedComponent = (u32, TallComponent);

/// The image that a tile is part of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Whole {
    pub(super) width: u32,
    pub(super) height: u64,
    pub(super) connectivity: Connectivity,
}

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
///     let tile = Tile::new(pixels.as_bitmap(), (x, 0), (6, 2), Connectivity::Four)?;
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
    pub(super) whole: Whole,
    pub(super) x: u32,
    pub(super) y: u64,
    pub(super) width: u32,
    pub(super) height: u32,
    /// The number of components.
    pub(super) count: u32,
    /// The Euler number, if nothing outside of the tile is set.
    pub(super) euler_number: i64,
    /// The components that have border runs, by number.
    pub(super) open: Vec<NumberedComponent>,
    /// The others, until they are taken.
    pub(super) complete: Vec<NumberedComponent>,
    /// The runs of the borders inside the image: top, bottom, left, right.
    pub(super) borders: [Vec<Run>; 4],
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
        x: u64,
        /// Its first row.
        y: u64,
        /// Number of columns of the image.
        width: u64,
        /// Number of rows of the image.
        height: u64,
    },
    /// The tile is part of another image, or was made with another connectivity.
    #[error("the tile at {x},{y} is part of another image or has another connectivity")]
    Image {
        /// Its first column.
        x: u64,
        /// Its first row.
        y: u64,
    },
    /// Two tiles have a pixel in common.
    #[error("the tile at {x},{y} overlaps another")]
    Overlap {
        /// Its first column.
        x: u64,
        /// Its first row.
        y: u64,
    },
    /// No tile has this pixel.
    #[error("no tile has the pixel {x},{y}")]
    Gap {
        /// Its column.
        x: u64,
        /// Its row.
        y: u64,
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
    pub fn new(
        pixels: Bitmap<'_>,
        at: (u64, u64),
        image: (u64, u64),
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        unlimited_fallible(|limits| Self::try_new(pixels, at, image, connectivity, limits))
    }

    /// [`new`](Self::new) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`new`](Self::new), or if a limit is reached, with the number of rows that have been
    /// scanned.
    pub fn try_new(
        pixels: Bitmap<'_>,
        at: (u64, u64),
        image: (u64, u64),
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<Self, TryError<TileError, u64>> {
        let mut tile = Self::place(pixels, at, image, connectivity)?;
        let mut complete = Vec::new();
        let mut scan = Scan::new(pixels);
        scan.run(&mut tile, limits, |component| complete.push(component))?;
        complete.sort_unstable_by_key(|component| component.first);
        tile.complete = scan.numbered(complete.into_iter(), &tile);
        tile.count = scan.count();
        Ok(tile)
    }

    /// [`new`](Self::new) without the components that no other tile can change. Their number is
    /// known, but they are not kept, so the memory is that of the pixels and of the borders.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn open(
        pixels: Bitmap<'_>,
        at: (u64, u64),
        image: (u64, u64),
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        unlimited_fallible(|limits| Self::try_open(pixels, at, image, connectivity, limits))
    }

    /// [`open`](Self::open) within limits. A node is a row.
    ///
    /// # Errors
    /// As [`try_new`](Self::try_new).
    pub fn try_open(
        pixels: Bitmap<'_>,
        at: (u64, u64),
        image: (u64, u64),
        connectivity: Connectivity,
        limits: &Limits<'_>,
    ) -> Result<Self, TryError<TileError, u64>> {
        let mut tile = Self::place(pixels, at, image, connectivity)?;
        let mut scan = Scan::new(pixels);
        scan.run(&mut tile, limits, |_| ())?;
        tile.count = scan.count();
        Ok(tile)
    }

    /// A tile that is not scanned yet.
    fn place(
        pixels: Bitmap<'_>,
        (x, y): (u64, u64),
        (width, height): (u64, u64),
        connectivity: Connectivity,
    ) -> Result<Self, TileError> {
        let outside = TileError::Outside { x, y, width, height };
        width.checked_mul(height).ok_or(outside)?;
        let end = |from: u64, length: usize| from.checked_add(length as u64);
        let is_inside = end(x, pixels.width()).is_some_and(|right| right <= width)
            && end(y, pixels.height()).is_some_and(|bottom| bottom <= height);
        let columns = u32::try_from(width).ok().filter(|_| is_inside).ok_or(outside)?;
        Ok(Self {
            whole: Whole { width: columns, height, connectivity },
            x: x as u32,
            y,
            width: pixels.columns(),
            height: u32::try_from(pixels.height()).map_err(|_| outside)?,
            count: 0,
            euler_number: 0,
            open: Vec::new(),
            complete: Vec::new(),
            borders: Default::default(),
        })
    }

    /// Returns which borders are not borders of the image.
    fn inner_borders(&self) -> [bool; 4] {
        let [right, bottom] = [u64::from(self.x) + u64::from(self.width), self.bottom()];
        [self.y > 0, bottom < self.whole.height, self.x > 0, right < u64::from(self.whole.width)]
    }

    /// The runs of all borders.
    fn runs(&self) -> impl Iterator<Item = &Run> {
        self.borders.iter().flatten()
    }

    /// The column and the row of the first pixel.
    #[must_use]
    pub const fn at(&self) -> (u64, u64) {
        (self.x as u64, self.y)
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> u64 {
        self.width as u64
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> u64 {
        self.height as u64
    }

    /// The row after the last one.
    pub(super) const fn bottom(&self) -> u64 {
        self.y + self.height as u64
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

    /// Returns the state of the tile: the same bytes for the same tile on every machine.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut put = |value: u64, length: usize| {
            bytes.extend_from_slice(&value.to_le_bytes()[..length]);
        };
        put(self.whole.width.into(), 4);
        put(self.whole.height, 8);
        put(if self.whole.connectivity == Connectivity::Four { 4 } else { 8 }, 1);
        put(self.x.into(), 4);
        put(self.y, 8);
        put(self.width.into(), 4);
        put(self.height.into(), 4);
        put(self.count.into(), 4);
        put(self.euler_number.cast_unsigned(), 8);
        put(self.open.len() as u64, 4);
        put(self.complete.len() as u64, 4);
        for runs in &self.borders {
            put(runs.len() as u64, 4);
        }
        for run in self.runs() {
            put(run.start.into(), 4);
            put(run.end.into(), 4);
            put(run.component.into(), 4);
        }
        for (number, component) in self.open.iter().chain(&self.complete) {
            bytes.extend_from_slice(&number.to_le_bytes());
            bytes.extend_from_slice(&component.to_bytes());
        }
        [MAGIC, &[VERSION], &Checksum::new().append(&bytes).value().to_le_bytes(), &bytes].concat()
    }

    /// Reads the state of a tile.
    ///
    /// # Errors
    /// [`TileError::Damaged`] or [`TileError::Version`] if these are not the bytes of a tile.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TileError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(TileError::Damaged)?;
        let (&found, rest) = rest.split_first().ok_or(TileError::Damaged)?;
        if found != VERSION {
            return Err(TileError::Version { found });
        }
        let (sum, rest) = rest.split_first_chunk().ok_or(TileError::Damaged)?;
        if u64::from_le_bytes(*sum) != Checksum::new().append(rest).value() {
            return Err(TileError::Damaged);
        }
        Self::read(&mut Reader(rest)).filter(Self::is_valid).ok_or(TileError::Damaged)
    }

    /// The inverse of [`to_bytes`](Self::to_bytes) without the first bytes and the checksum.
    fn read(bytes: &mut Reader<'_>) -> Option<Self> {
        let (width, height) = (bytes.u32()?, bytes.u64()?);
        let connectivity = match bytes.take::<1>()? {
            [4] => Connectivity::Four,
            [8] => Connectivity::Eight,
            _ => return None,
        };
        let mut tile = Self {
            whole: Whole { width, height, connectivity },
            x: bytes.u32()?,
            y: bytes.u64()?,
            width: bytes.u32()?,
            height: bytes.u32()?,
            count: bytes.u32()?,
            euler_number: bytes.u64()?.cast_signed(),
            open: Vec::new(),
            complete: Vec::new(),
            borders: Default::default(),
        };
        let (open, complete) = (bytes.u32()?, bytes.u32()?);
        let lengths = [bytes.u32()?, bytes.u32()?, bytes.u32()?, bytes.u32()?];
        for (runs, length) in tile.borders.iter_mut().zip(lengths) {
            for _ in 0..length {
                let (start, end, component) = (bytes.u32()?, bytes.u32()?, bytes.u32()?);
                runs.push(Run { start, end, component });
            }
        }
        for (components, length) in [(&mut tile.open, open), (&mut tile.complete, complete)] {
            for _ in 0..length {
                components.push((bytes.u32()?, TallComponent::from_bytes(bytes.take()?)?));
            }
        }
        bytes.0.is_empty().then_some(tile)
    }

    /// Returns whether bytes with the right checksum are those of a possible tile.
    fn is_valid(&self) -> bool {
        let right = u64::from(self.x) + u64::from(self.width);
        let is_inside = u64::from(self.whole.width).checked_mul(self.whole.height).is_some()
            && u64::from(self.count) <= self.width() * self.height()
            && self.euler_number <= self.count.into()
            && self.euler_number.unsigned_abs() <= self.width() * self.height()
            && self.width > 0
            && self.height > 0
            && right <= self.whole.width.into()
            && self.y.checked_add(self.height.into()).is_some_and(|end| end <= self.whole.height);
        let lengths = [self.width, self.width, self.height, self.height];
        let mut borders = self.borders.iter().zip(lengths).zip(self.inner_borders());
        let are_runs = |runs: &[Run], length| {
            runs.iter().all(|run| run.start < run.end && run.end <= length)
                && runs.windows(2).all(|pair| pair[0].end < pair[1].start)
        };
        let mut used = vec![false; self.open.len()];
        let mark = |run: &Run| match used.get_mut(run.component as usize) {
            Some(used) => {
                *used = true;
                true
            }
            None => false,
        };
        let ascend = |components: &[NumberedComponent]| {
            components.windows(2).all(|pair| pair[0].0 < pair[1].0)
                && components.last().is_none_or(|last| last.0 < self.count)
        };
        let is_in_tile = |component: &TallComponent| {
            component.left() >= self.x.into()
                && component.right() < right
                && component.top() >= self.y
                && component.bottom() < self.bottom()
        };
        is_inside
            && borders
                .all(|((runs, length), inner)| (inner || runs.is_empty()) && are_runs(runs, length))
            && self.runs().all(mark)
            && used.iter().all(|&used| used)
            && ascend(&self.open)
            && ascend(&self.complete)
            && self.open.iter().chain(&self.complete).all(|(_, component)| is_in_tile(component))
    }
}

/// The first bytes of the state of a tile.
const MAGIC: &[u8] = b"boardbits tile\n";
const VERSION: u8 = 1;

/// Bytes that are read from the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}

/// The scan of the pixels of a tile. As in a [`Stream`](super::Stream), complete components leave
/// the tables at the end of each band, so these fit the cache.
struct Scan<'a> {
    pixels: Bitmap<'a>,
    /// A bit for the first pixel of each component. The number of a component is that of the bits
    /// before its own.
    firsts: Vec<u64>,
}

impl<'a> Scan<'a> {
    fn new(pixels: Bitmap<'a>) -> Self {
        let words = pixels.width().div_ceil(64) * pixels.height();
        Self { pixels, firsts: vec![0; words] }
    }

    /// Finds the components and the borders of the tile. Calls `complete` with the components that
    /// have no border run, which are not numbered and placed yet.
    fn run(
        &mut self,
        tile: &mut Tile,
        limits: &Limits<'_>,
        mut complete: impl FnMut(Located<TallComponent>),
    ) -> Result<(), Interrupted<u64>> {
        let (pixels, connectivity) = (self.pixels, tile.whole.connectivity);
        let (columns, words) = (pixels.columns(), pixels.width().div_ceil(64));
        let firsts = &mut self.firsts;
        let mut mark = |(y, x): (u32, u32)| firsts[word(words, (y, x))] |= 1 << (x % 64);
        let mut done = |component: Located<TallComponent>| {
            mark(component.first);
            complete(component);
        };
        let meter = RowMeter::new(limits, pixels.width());
        let mut pass = Pass::new(connectivity, 0);
        let (mut components, mut moved) = (Vec::new(), Vec::new());
        let mut euler = EulerSum::new(columns);
        let mut borders = Borders::new(tile.inner_borders(), pixels);
        meter.scan(0..pixels.height(), |y| {
            let add = |band: &Numbered<'_>| borders.add(band);
            if pass.row_with(pixels.row(y), columns, 0, &mut components, add) {
                pass.take_complete(&mut components, &mut moved, &mut borders.fresh, &mut done);
                borders.end_band();
            }
            euler.push(pixels.row(y), connectivity);
        })?;
        pass.end_band_with(&mut components, |band| borders.add(band));
        borders.end_band();
        pass.sets.add_up(&mut components, &meter)?;
        tile.euler_number = euler.sum;
        tile.borders = borders.runs;
        let mut is_open = vec![false; components.len()];
        for run in tile.borders.iter_mut().flatten() {
            run.component = pass.sets.place(run.component);
            is_open[run.component as usize] = true;
        }
        let rest = components.iter().zip(&is_open).filter(|&(_, &is_open)| !is_open);
        rest.for_each(|(&component, _)| done(component));
        self.number_open(tile, &components, &is_open);
        Ok(())
    }

    /// Numbers the open components, whose runs have their places in `components`.
    fn number_open(
        &mut self,
        tile: &mut Tile,
        components: &[Located<TallComponent>],
        is_open: &[bool],
    ) {
        let mut order: Vec<usize> = (0..components.len()).filter(|&i| is_open[i]).collect();
        order.sort_unstable_by_key(|&i| components[i].first);
        let mut index = vec![0; components.len()];
        for (&i, next) in order.iter().zip(0..) {
            index[i] = next;
        }
        for run in tile.borders.iter_mut().flatten() {
            run.component = index[run.component as usize];
        }
        let words = self.pixels.width().div_ceil(64);
        for &i in &order {
            let (y, x) = components[i].first;
            self.firsts[word(words, (y, x))] |= 1 << (x % 64);
        }
        tile.open = self.numbered(order.into_iter().map(|i| components[i]), tile);
    }

    /// Numbers components, which come in raster order, and places them in the image. The first
    /// pixels of all components are marked.
    fn numbered(
        &self,
        components: impl Iterator<Item = Located<TallComponent>>,
        tile: &Tile,
    ) -> Vec<NumberedComponent> {
        let words = self.pixels.width().div_ceil(64);
        let (mut counted, mut number) = (0, 0);
        let numbered = components.map(|Located { first, mut measure }| {
            let here = word(words, first);
            number += self.firsts[counted..here].iter().map(|word| word.count_ones()).sum::<u32>();
            counted = here;
            let before = self.firsts[here] & ((1 << (first.1 % 64)) - 1);
            measure.move_by(tile.x, tile.y);
            (number + before.count_ones(), measure)
        });
        numbered.collect()
    }

    /// Returns the number of components.
    fn count(&self) -> u32 {
        self.firsts.iter().map(|word| word.count_ones()).sum()
    }
}

/// Returns the word of a pixel in rows of some words.
const fn word(words: usize, (y, x): (u32, u32)) -> usize {
    words * y as usize + x as usize / 64
}

/// The runs of the borders of a tile, band by band.
struct Borders {
    /// The runs of the top, bottom, left, and right border. Those before `begins` are of earlier
    /// bands.
    runs: [Vec<Run>; 4],
    begins: [usize; 4],
    /// Which are not borders of the image; only these have runs.
    is_inner: [bool; 4],
    /// The components of the runs of this band.
    fresh: Vec<u32>,
    width: u32,
    height: u32,
    /// The first row of the next band.
    row: u32,
}

impl Borders {
    fn new(is_inner: [bool; 4], pixels: Bitmap<'_>) -> Self {
        let (width, height) = (pixels.columns(), pixels.height() as u32);
        let (runs, begins, fresh) = Default::default();
        Self { runs, begins, is_inner, fresh, width, height, row: 0 }
    }

    /// Adds the rows of a band, whose components are then in `fresh`.
    fn add(&mut self, band: &Numbered<'_>) {
        let [top, bottom, left, right] = &mut self.runs;
        let (spans, numbers) = (band.spans(), band.numbers());
        let to_run = |run: usize| {
            let ([start, end], component) = (spans[run], numbers[run]);
            Run { start, end, component }
        };
        for (_, runs) in band.rows(0..band.height()) {
            let row = self.row;
            self.row += 1;
            if row == 0 && self.is_inner[0] {
                top.extend(runs.clone().map(to_run));
            }
            if self.row == self.height && self.is_inner[1] {
                bottom.extend(runs.clone().map(to_run));
            }
            if runs.is_empty() {
                continue;
            }
            let (first, last) = (to_run(runs.start), to_run(runs.end - 1));
            for (side, component) in [
                (&mut *left, (self.is_inner[2] && first.start == 0).then_some(first.component)),
                (
                    &mut *right,
                    (self.is_inner[3] && last.end == self.width).then_some(last.component),
                ),
            ] {
                let Some(component) = component else { continue };
                match side.last_mut().filter(|last| last.end == row) {
                    Some(last) => last.end += 1,
                    None => side.push(Run { start: row, end: row + 1, component }),
                }
            }
        }
        self.fresh.clear();
        for (runs, &begin) in self.runs.iter().zip(&self.begins) {
            self.fresh.extend(runs[begin..].iter().map(|run| run.component));
        }
    }

    /// Ends the band. `fresh` has the numbers of its components that are permanent.
    fn end_band(&mut self) {
        let mut fresh = self.fresh.iter();
        for (runs, begin) in self.runs.iter_mut().zip(&mut self.begins) {
            for (run, &component) in runs[*begin..].iter_mut().zip(&mut fresh) {
                run.component = component;
            }
            *begin = runs.len();
        }
    }
}
