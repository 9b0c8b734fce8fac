//! Images of one bit per pixel, and what they are made from: words, bytes, numbers, text.
//!
//! A row is ⌈width / 64⌉ words, pixel x in bit x % 64 of word x / 64, so rows begin with a word.
//! Runs are found 64 pixels at a time in this layout. Planes come one after the other, so row y of
//! plane z is row h·z + y of all rows:
//!
//! ```text
//! plane 0     plane 1          rows of the image
//! X X .       . . .            X X .      (y 0, z 0)
//! . . .       . X X            . . .      (y 1, z 0)
//!                              . . .      (y 0, z 1)
//!                              . X X      (y 1, z 1)
//! ```
//!
//! Bytes are packed without a loop over their bits:
//!
//! ```text
//! from_packed     8 bytes are a word, with its bits reversed if the leftmost pixel is the highest
//! from_luma       64 comparisons give a mask, whose bits are a word (`pack`)
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::ops::Range;
use core::str::FromStr;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::picture;

use super::pack::{pack_bright, pack_where};
use super::{LabelError, Position};

/// The bits of an image, or of a volume, which has a depth of more than 1.
///
/// Voxel (x, y, z) is in column x of row y of plane z. Positions are `(x, y)` or `(x, y, z)`, and
/// sizes `(width, height)` or `(width, height, depth)`. Arrays are read in the order of their
/// memory, x first. So width, height and depth are the shape of an array in Fortran order, and the
/// reverse of the shape of one in C order. Both take the same time, and the names of the axes do
/// not matter to components.
///
/// As text, set pixels are `X` and the others `.`:
///
/// ```
/// use cc_label::Image;
///
/// let mut image: Image = "
///     X X . .
///     . . . X".parse()?;
/// image.set((2, 1), true)?;
/// assert_eq!(image.to_string(), "XX..\n..XX");
/// assert_eq!((image.get((2, 1)), image.get((4, 1))), (Some(true), None));
///
/// let volume = Image::from_fn((3, 2, 2), |x, y, z| x == y && z == 1)?;
/// assert_eq!((volume.width(), volume.height(), volume.depth()), (3, 2, 2));
/// assert_eq!(volume.plane(1).to_string(), "X..\n.X.");
/// assert_eq!((volume.get((1, 1, 1)), volume.get((1, 1, 2))), (Some(true), None));
/// # Ok::<(), cc_label::LabelError>(())
/// ```
///
/// `Image` has its own words; `Image<&[u64]>` [borrows](Self::borrowed) them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "Stored<W>",
        bound(
            serialize = "W: serde::Serialize",
            deserialize = "W: serde::Deserialize<'de> + AsRef<[u64]>"
        )
    )
)]
pub struct Image<W = Vec<u64>> {
    /// Clear past the width.
    words: W,
    width: u32,
    /// Number of rows of a plane.
    height: usize,
    depth: usize,
}

/// Returns the number of rows of all planes.
fn rows_of([width, height, depth]: [usize; 3]) -> Result<usize, LabelError> {
    let rows = height.checked_mul(depth);
    let voxels = rows.and_then(|rows| rows.checked_mul(width)).and_then(|n| u32::try_from(n).ok());
    match (rows, voxels) {
        (Some(rows), Some(1..)) => Ok(rows),
        _ => Err(LabelError::PixelCount { size: (width, height, depth) }),
    }
}

impl<W: AsRef<[u64]>> Image<W> {
    /// An image of words that are clear past the width.
    fn checked(words: W, size: [usize; 3]) -> Result<Self, LabelError> {
        let [width, height, depth] = size;
        // The number of words is at most the number of pixels.
        let (expected, found) = (width.div_ceil(64) * rows_of(size)?, words.as_ref().len());
        if found != expected {
            return Err(LabelError::Length { expected, found });
        }
        let image = Self { words, width: width as u32, height, depth };
        let is_padded = |&row: &usize| {
            image.row(row).last().is_some_and(|last| last & !last_mask(image.width) != 0)
        };
        match (0..height * depth).find(is_padded) {
            None => Ok(image),
            Some(row) => Err(LabelError::Padding { row }),
        }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// Number of rows of a plane.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Number of planes.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// Width, height and depth.
    #[must_use]
    pub const fn size(&self) -> (usize, usize, usize) {
        (self.width(), self.height, self.depth)
    }

    /// Returns the image with borrowed words.
    #[must_use]
    pub fn as_borrowed(&self) -> Image<&[u64]> {
        let &Self { ref words, width, height, depth } = self;
        Image { words: words.as_ref(), width, height, depth }
    }

    /// Returns whether a pixel is set, `None` if it lies outside.
    #[inline]
    #[must_use]
    pub fn get(&self, at: impl Position) -> Option<bool> {
        let [x, y, z] = at.axes(0);
        let inside = x < self.width() && y < self.height && z < self.depth;
        inside.then(|| self.row(self.height * z + y)[x / 64] >> (x % 64) & 1 == 1)
    }

    /// Returns the words of a row: ⌈width / 64⌉, pixel x in bit x % 64 of word x / 64. Rows are
    /// counted from that of the first plane, so row y of plane z is `height * z + y`.
    ///
    /// # Panics
    /// If the row does not exist.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> &[u64] {
        let rows = self.height * self.depth;
        assert!(row < rows, "row {row} of an image of {rows} rows");
        self.as_borrowed().into_row(row)
    }

    /// Returns plane `z`.
    ///
    /// # Panics
    /// If the plane does not exist.
    #[must_use]
    pub fn plane(&self, z: usize) -> Image<&[u64]> {
        assert!(z < self.depth, "plane {z} of {}", self.depth);
        self.as_borrowed().into_rows(self.height * z..self.height * (z + 1))
    }

    /// Copies a rectangle or a box, such as the bounding box of a component.
    ///
    /// ```
    /// use cc_label::Image;
    ///
    /// let image: Image = "
    ///     X . X X
    ///     . X . X".parse()?;
    /// assert_eq!(image.crop((1, 0), (2, 2))?.to_string(), ".X\nX.");
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Image::new`], and [`LabelError::Outside`] if it reaches beyond the image.
    pub fn crop<P: Position>(&self, at: P, size: P) -> Result<Image, LabelError> {
        let ([left, top, front], size) = (at.axes(0), size.axes(1));
        let end = |axis: usize| at.axes(0)[axis].saturating_add(size[axis]);
        if end(0) > self.width() || end(1) > self.height || end(2) > self.depth {
            let at = [0, 1, 2].map(|axis| end(axis).saturating_sub(1)).into();
            return Err(LabelError::Outside { at, size: self.size() });
        }
        let mut cropped = Image::sized(size)?;
        let rows = (front..end(2)).flat_map(|z| (top..end(1)).map(move |y| self.height * z + y));
        for (to, row) in cropped.rows_mut().zip(rows) {
            let (row, shift) = (&self.row(row)[left / 64..], left % 64);
            for (i, to) in to.iter_mut().enumerate() {
                let next = row.get(i + 1).map_or(0, |next| next << 1 << (63 - shift));
                *to = row[i] >> shift | next;
            }
        }
        cropped.clear_padding();
        Ok(cropped)
    }
}

/// The bits of the last word of a row.
const fn last_mask(width: u32) -> u64 {
    u64::MAX >> (width.wrapping_neg() % 64)
}

impl<'a> Image<&'a [u64]> {
    /// An image over the words of its rows; see [`row`](Self::row). Bits past the width must be
    /// clear.
    ///
    /// ```
    /// use cc_label::Image;
    ///
    /// // Two rows of 70 pixels, two words each.
    /// let image = Image::borrowed(&[0b1011, 1 << 5, 0b0100, 1 << 4], (70, 2))?;
    /// assert_eq!((image.get((69, 0)), image.get((69, 1))), (Some(true), Some(false)));
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LabelError`] if the number of pixels is 0 or at least 2³², if the number of words does not
    /// fit, or if bits past the width are set.
    pub fn borrowed(words: &'a [u64], size: impl Position) -> Result<Self, LabelError> {
        Self::checked(words, size.axes(1))
    }

    /// Some rows of all planes, as one plane.
    pub(crate) fn into_rows(self, rows: Range<usize>) -> Self {
        let words = self.width().div_ceil(64);
        let height = rows.len();
        Self { words: &self.words[words * rows.start..words * rows.end], height, depth: 1, ..self }
    }

    /// [`row`](Self::row) of the same lifetime as the words.
    #[inline(always)]
    pub(crate) fn into_row(self, row: usize) -> &'a [u64] {
        let words = self.width().div_ceil(64);
        &self.words[words * row..words * (row + 1)]
    }
}

/// The order of the pixels of a byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BitOrder {
    /// The leftmost pixel is the most significant bit, as in PBM, PNG and TIFF.
    MostSignificantFirst,
    /// The leftmost pixel is the least significant bit, as in XBM.
    LeastSignificantFirst,
}

impl Image {
    /// An image without set pixels, of size `(width, height)` or `(width, height, depth)`.
    ///
    /// # Errors
    /// [`LabelError::PixelCount`] if the number of pixels is 0 or at least 2³²,
    /// [`LabelError::OutOfMemory`] if memory for them cannot be allocated.
    pub fn new(size: impl Position) -> Result<Self, LabelError> {
        Self::sized(size.axes(1))
    }

    fn sized(size: [usize; 3]) -> Result<Self, LabelError> {
        let [width, height, depth] = size;
        let len = width.div_ceil(64) * rows_of(size)?;
        // `vec!` gets zeroed pages without touching them, but aborts if it cannot be allocated.
        let probe = Vec::<u64>::new().try_reserve_exact(len);
        probe.map_err(|_| LabelError::OutOfMemory { size: size.into() })?;
        Ok(Self { words: vec![0; len], width: width as u32, height, depth })
    }

    /// The image whose pixels (x, y, z) are set where `is_set` is true.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_fn(
        size: impl Position,
        mut is_set: impl FnMut(usize, usize, usize) -> bool,
    ) -> Result<Self, LabelError> {
        let mut image = Self::new(size)?;
        let (width, height) = (image.width(), image.height);
        for (row, words) in image.rows_mut().enumerate() {
            for x in 0..width {
                words[x / 64] |= u64::from(is_set(x, row % height, row / height)) << (x % 64);
            }
        }
        Ok(image)
    }

    /// The image with these words; see [`row`](Self::row). Bits past the width are cleared.
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`LabelError::Length`] if the number of words does not fit.
    pub fn from_words(words: Vec<u64>, size: impl Position) -> Result<Self, LabelError> {
        let [width, height, depth] = size.axes(1);
        let expected = width.div_ceil(64) * rows_of([width, height, depth])?;
        if words.len() != expected {
            return Err(LabelError::Length { expected, found: words.len() });
        }
        let mut image = Self { words, width: width as u32, height, depth };
        image.clear_padding();
        Ok(image)
    }

    /// The image of the pixels of at least `threshold`, from one byte per pixel. The threshold of a
    /// mask of 0 and 1 is 1. Rows begin `stride` bytes apart, which is the width if nothing is
    /// between them.
    ///
    /// ```
    /// use cc_label::Image;
    ///
    /// // Two rows of three pixels, and a byte of padding.
    /// let pixels = [10, 200, 90, 0, 130, 250, 127];
    /// let image = Image::from_luma(&pixels, (3, 2), 4, 128)?;
    /// assert_eq!(image.to_string(), ".X.\nXX.");
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`LabelError`] if rows overlap or if there are fewer bytes.
    pub fn from_luma(
        pixels: &[u8],
        size: impl Position,
        stride: usize,
        threshold: u8,
    ) -> Result<Self, LabelError> {
        let (simd_level, size) = (SimdLevel::new(), size.axes(1));
        Self::from_rows(pixels, size, stride, size[0], |pixels, words| {
            pack_bright(simd_level, pixels, threshold, words);
        })
    }

    /// The image with rows of one bit per pixel, each from one byte. Rows begin `stride` bytes
    /// apart, which is ⌈width / 8⌉ if nothing is between them.
    ///
    /// ```
    /// use cc_label::{BitOrder, Image};
    ///
    /// let bytes = [0b1100_0000, 0b1000_0000, 0b0000_0001, 0b0000_0000];
    /// let image = Image::from_packed(&bytes, (9, 2), 2, BitOrder::MostSignificantFirst)?;
    /// assert_eq!(image.to_string(), "XX......X\n.......X.");
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`from_luma`](Self::from_luma).
    pub fn from_packed(
        bytes: &[u8],
        size: impl Position,
        stride: usize,
        order: BitOrder,
    ) -> Result<Self, LabelError> {
        let size = size.axes(1);
        let row = size[0].div_ceil(8);
        let mut image = Self::from_rows(bytes, size, stride, row, |bytes, words| {
            for (word, bytes) in words.iter_mut().zip(bytes.chunks(8)) {
                *word = packed(bytes, order);
            }
        })?;
        image.clear_padding();
        Ok(image)
    }

    /// The image whose rows `pack` makes of `row` bytes each, which begin `stride` bytes apart.
    fn from_rows(
        bytes: &[u8],
        size: [usize; 3],
        stride: usize,
        row: usize,
        pack: impl Fn(&[u8], &mut [u64]),
    ) -> Result<Self, LabelError> {
        if stride < row {
            return Err(LabelError::Stride { expected: row, found: stride });
        }
        let (too_large, found) = (LabelError::PixelCount { size: size.into() }, bytes.len());
        let rows = size[1].checked_mul(size[2]).ok_or(too_large)?;
        let expected = rows.saturating_sub(1).checked_mul(stride).and_then(|n| n.checked_add(row));
        let expected = expected.ok_or(too_large)?;
        if found < expected {
            return Err(LabelError::Length { expected, found });
        }
        let mut image = Self::sized(size)?;
        for (words, bytes) in image.rows_mut().zip(bytes.chunks(stride)) {
            pack(&bytes[..row], words);
        }
        Ok(image)
    }

    /// The image of the values for which `is_set` is true, in an array without gaps.
    ///
    /// ```
    /// use cc_label::Image;
    ///
    /// // In C order, the shape is (2, 1, 3).
    /// let values = [0_u16, 500, 7, 1, 0, 0];
    /// let volume = Image::from_values(&values, (3, 1, 2), |value| value != 0)?;
    /// assert_eq!(volume.to_string(), ".XX\n\nX..");
    /// # Ok::<(), cc_label::LabelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`LabelError::Length`] if there is not one value for each pixel.
    #[doc(alias = "from_bytes")]
    #[doc(alias = "from_bools")]
    pub fn from_values<V: Copy>(
        values: &[V],
        size: impl Position,
        is_set: impl Fn(V) -> bool,
    ) -> Result<Self, LabelError> {
        let mut image = Self::new(size)?;
        let (width, simd_level) = (image.width(), SimdLevel::new());
        let expected = width * image.height * image.depth;
        if values.len() != expected {
            return Err(LabelError::Length { expected, found: values.len() });
        }
        for (words, values) in image.rows_mut().zip(values.chunks(width)) {
            pack_where(simd_level, values, &is_set, words);
        }
        Ok(image)
    }

    /// Clears the bits past the width.
    fn clear_padding(&mut self) {
        let mask = last_mask(self.width);
        if mask != u64::MAX {
            for row in self.rows_mut() {
                row.last_mut().into_iter().for_each(|last| *last &= mask);
            }
        }
    }

    /// The rows of all planes.
    #[inline]
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.words.chunks_exact_mut(self.width.div_ceil(64) as usize)
    }

    /// Sets a pixel to `value`.
    ///
    /// # Errors
    /// [`LabelError::Outside`] if the pixel lies outside.
    #[inline]
    pub fn set(&mut self, at: impl Position, value: bool) -> Result<(), LabelError> {
        let [x, y, z] = at.axes(0);
        if x >= self.width() || y >= self.height || z >= self.depth {
            return Err(LabelError::Outside { at: (x, y, z), size: self.size() });
        }
        let row = self.height * z + y;
        let word = &mut self.words[self.width.div_ceil(64) as usize * row + x / 64];
        *word = *word & !(1 << (x % 64)) | u64::from(value) << (x % 64);
        Ok(())
    }

    /// Writes the words of a row; see [`row`](Self::row). Bits past the width are cleared.
    ///
    /// # Errors
    /// [`LabelError::Outside`] if the row does not exist, [`LabelError::Length`] if `words` does
    /// not have the length of a row.
    pub fn set_row(&mut self, row: usize, words: &[u64]) -> Result<(), LabelError> {
        let (expected, mask) = (self.width().div_ceil(64), last_mask(self.width));
        if row >= self.height * self.depth {
            let at = (0, row % self.height, row / self.height);
            return Err(LabelError::Outside { at, size: self.size() });
        }
        if words.len() != expected {
            return Err(LabelError::Length { expected, found: words.len() });
        }
        let row = &mut self.words[expected * row..expected * (row + 1)];
        row.copy_from_slice(words);
        row[expected - 1] &= mask;
        Ok(())
    }

    /// Swaps set and unset pixels.
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.clear_padding();
    }
}

impl<W: AsRef<[u64]>> fmt::Display for Image<W> {
    /// Writes a picture of each plane, with an empty line between two.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height * self.depth {
            if row > 0 {
                f.write_str(if row % self.height == 0 { "\n\n" } else { "\n" })?;
            }
            let words = self.row(row);
            for x in 0..self.width() {
                f.write_char(if words[x / 64] >> (x % 64) & 1 == 1 { 'X' } else { '.' })?;
            }
        }
        Ok(())
    }
}

impl<W: AsRef<[u64]>> fmt::Debug for Image<W> {
    /// The size, and for `{:#?}` the picture below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Image({}×{}", self.width, self.height)?;
        if self.depth > 1 {
            write!(f, "×{}", self.depth)?;
        }
        f.write_char(')')?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

impl FromStr for Image {
    type Err = LabelError;

    /// Reads a [picture](bitboard_core::picture) of one plane, with `X` for set pixels and `.` for
    /// others.
    fn from_str(text: &str) -> Result<Self, LabelError> {
        let rows = picture::rows;
        let width = rows(text).next().map_or(0, |row| row.symbols().count());
        let mut image = Self::new((width, rows(text).count()))?;
        for (y, row) in rows(text).enumerate() {
            row.read(width, ".X".chars(), |x, symbol| {
                // Cannot fail: the image has the pixel.
                let _ = image.set((x, y), symbol == 1);
            })?;
        }
        Ok(image)
    }
}

/// Returns the word of at most eight bytes of packed pixels.
fn packed(bytes: &[u8], order: BitOrder) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    match order {
        BitOrder::MostSignificantFirst => u64::from_be_bytes(word).reverse_bits(),
        BitOrder::LeastSignificantFirst => u64::from_le_bytes(word),
    }
}

/// A serialized image.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct Stored<W> {
    words: W,
    width: u32,
    height: usize,
    depth: usize,
}

#[cfg(feature = "serde")]
impl<W: AsRef<[u64]>> TryFrom<Stored<W>> for Image<W> {
    type Error = LabelError;

    fn try_from(Stored { words, width, height, depth }: Stored<W>) -> Result<Self, LabelError> {
        Self::checked(words, [width as usize, height, depth])
    }
}
