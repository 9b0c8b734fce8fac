//! Images of one bit per pixel, and what they are made from: words, bytes, text, the `image` crate.
//!
//! A row is ⌈width / 64⌉ words, pixel x in bit x % 64 of word x / 64, so rows begin with a word.
//! Runs are found 64 pixels at a time in this layout. Bytes are packed without a loop over their
//! bits:
//!
//! ```text
//! from_packed     8 bytes are a word, with its bits reversed if the leftmost pixel is the highest
//! from_luma       64 comparisons give a mask, whose bits are a word (`pack`)
//! ```

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt::{self, Write};
use core::str::FromStr;

use bitboard_core::TryError;
use bitboard_core::dispatch::SimdLevel;
use bitboard_core::picture::{PictureError, rows};

use crate::pack::pack_bright;

#[cfg(feature = "image")]
use image::{GrayImage, ImageBuffer, Luma};

/// Error returned for images, volumes and label buffers of the wrong size or with the wrong
/// contents. Sizes are width, height and depth, and an image has depth 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BitmapError {
    /// No pixels or voxels, or more than labels can number. [`Tiles`](crate::Tiles) divide what is
    /// larger.
    #[error("expected 1 to 2³² − 1 {}s, found {}", unit(*size), whole(*size))]
    PixelCount {
        /// Width, height and depth.
        size: (usize, usize, usize),
    },
    /// The rows of a [`Stream`](crate::Stream) are empty or too wide.
    #[error("expected rows of 1 to 2³⁰ − 1 pixels, found {found}")]
    StreamWidth {
        /// Number of pixels of a row.
        found: usize,
    },
    /// Memory for the image or volume cannot be allocated.
    #[error("cannot allocate memory for {}", whole(*size))]
    OutOfMemory {
        /// Width, height and depth.
        size: (usize, usize, usize),
    },
    /// Words, a row, a label buffer or the bytes of an image have the wrong length.
    #[error("expected {expected} elements, found {found}")]
    Length {
        /// Number of elements needed.
        expected: usize,
        /// Number of elements given.
        found: usize,
    },
    /// Two images of different sizes.
    #[error("expected an image of {}×{} pixels, found {}×{}", expected.0, expected.1, found.0, found.1)]
    Size {
        /// Number of columns and rows of the first image.
        expected: (usize, usize),
        /// Number of columns and rows of the second image.
        found: (usize, usize),
    },
    /// Rows that overlap.
    #[error("expected rows at least {expected} bytes apart, found {found}")]
    Stride {
        /// Number of bytes of a row.
        expected: usize,
        /// The stride given.
        found: usize,
    },
    /// The pixel or voxel lies outside.
    #[error("expected a position in {}, found {}", whole(*size), place(*at, *size))]
    Outside {
        /// The position, from 0.
        at: (usize, usize, usize),
        /// Width, height and depth.
        size: (usize, usize, usize),
    },
    /// More components than the label type can number.
    #[error("expected at most {max} components for this type of label, found {found}")]
    TooManyComponents {
        /// The largest label.
        max: u32,
        /// Number of components.
        found: u32,
    },
    /// A text is not a picture of an image.
    #[error(transparent)]
    Picture(#[from] PictureError),
}

/// Writes a position in a whole of some size: `X,Y`, or `X,Y,Z` if it has more than one plane.
pub(crate) fn place(
    (x, y, z): (usize, usize, usize),
    (.., depth): (usize, usize, usize),
) -> String {
    if depth == 1 { format!("{x},{y}") } else { format!("{x},{y},{z}") }
}

pub(crate) const fn unit((.., depth): (usize, usize, usize)) -> &'static str {
    if depth == 1 { "pixel" } else { "voxel" }
}

pub(crate) fn whole((width, height, depth): (usize, usize, usize)) -> String {
    match depth {
        1 => format!("an image of {width}×{height} pixels"),
        _ => format!("a volume of {width}×{height}×{depth} voxels"),
    }
}

impl<P> From<BitmapError> for TryError<BitmapError, P> {
    fn from(error: BitmapError) -> Self {
        Self::Failed(error)
    }
}

/// A borrowed image of one bit per pixel: ⌈width / 64⌉ words a row, pixel x in bit x % 64 of word x
/// / 64. Bits past the width are ignored.
///
/// As text, set pixels are `X` and the others `.`:
///
/// ```
/// use cc_label::Bitmap;
///
/// let image = Bitmap::new(&[0b0011, 0b1000], 4, 2)?;
/// assert_eq!(image.to_string(), "XX..\n...X");
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Bitmap<'a> {
    words: &'a [u64],
    width: u32,
    height: usize,
}

impl<'a> Bitmap<'a> {
    /// An image over the words of its rows, from the top.
    ///
    /// ```
    /// use cc_label::Bitmap;
    ///
    /// // Two rows of 70 pixels, two words each.
    /// let image = Bitmap::new(&[0b1011, 1 << 5, 0b0100, 1 << 4], 70, 2)?;
    /// assert_eq!((image.width(), image.height()), (70, 2));
    /// assert_eq!(image.row(1), [0b0100, 1 << 4]);
    /// assert_eq!((image.get((69, 0)), image.get((69, 1))), (Some(true), Some(false)));
    /// assert_eq!(image.get((70, 1)), None);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError`] if the number of pixels is 0 or at least 2³², or if the number of words does
    /// not fit.
    pub fn new(words: &'a [u64], width: usize, height: usize) -> Result<Self, BitmapError> {
        let expected = words_of(width, height)?;
        if words.len() != expected {
            return Err(BitmapError::Length { expected, found: words.len() });
        }
        Ok(Self { words, width: width as u32, height })
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// [`width`](Self::width) in the type of the kernels.
    pub(crate) const fn columns(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns whether pixel (x, y) is set, `None` if the pixel lies outside the image.
    #[inline]
    #[must_use]
    pub fn get(&self, (x, y): (usize, usize)) -> Option<bool> {
        let inside = x < self.width() && y < self.height;
        inside.then(|| self.row(y)[x / 64] >> (x % 64) & 1 == 1)
    }

    /// Some rows.
    pub(crate) fn rows(&self, rows: core::ops::Range<usize>) -> Self {
        let words = self.width().div_ceil(64);
        let height = rows.len();
        Self { words: &self.words[words * rows.start..words * rows.end], height, ..*self }
    }

    /// The words of row `y`.
    ///
    /// # Panics
    /// If the row does not exist.
    #[inline]
    #[must_use]
    pub fn row(&self, y: usize) -> &'a [u64] {
        assert!(y < self.height, "row {y} of an image of {} rows", self.height);
        let words = self.width().div_ceil(64);
        &self.words[words * y..words * (y + 1)]
    }

    /// Copies a rectangle, such as the bounding box of a component.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// let image: BitmapBuf = "
    ///     X . X X
    ///     . X . X".parse()?;
    /// assert_eq!(image.crop((1, 0), (2, 2))?.to_string(), ".X\nX.");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`BitmapBuf::new`], and [`BitmapError::Outside`] if the rectangle reaches beyond the
    /// image.
    pub fn crop(
        &self,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> Result<BitmapBuf, BitmapError> {
        let (right, bottom) = (left.saturating_add(width), top.saturating_add(height));
        if right > self.width() || bottom > self.height {
            let at = (right.saturating_sub(1), bottom.saturating_sub(1), 0);
            return Err(BitmapError::Outside { at, size: (self.width(), self.height, 1) });
        }
        let mut cropped = BitmapBuf::new(width, height)?;
        for (to, y) in cropped.rows_mut().zip(top..) {
            let (row, shift) = (&self.row(y)[left / 64..], left % 64);
            for (i, to) in to.iter_mut().enumerate() {
                let next = row.get(i + 1).map_or(0, |next| next << 1 << (63 - shift));
                *to = row[i] >> shift | next;
            }
        }
        cropped.clear_padding();
        Ok(cropped)
    }

    /// Converts to an image of the `image` crate: set pixels are 255, the others 0.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// let bitmap: BitmapBuf = "X.\n.X".parse()?;
    /// assert_eq!(bitmap.to_gray_image().into_raw(), [255, 0, 0, 255]);
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    #[cfg(feature = "image")]
    #[must_use]
    pub fn to_gray_image(&self) -> GrayImage {
        // Fewer than 2³² pixels have fewer than 2³² rows.
        GrayImage::from_fn(self.columns(), self.height() as u32, |x, y| {
            Luma([if self.get((x as usize, y as usize)) == Some(true) { 255 } else { 0 }])
        })
    }
}

/// Returns the threshold between the dark and the bright pixels of a grayscale image: the one for
/// which the variance between the two classes is largest (N. Otsu, "A threshold selection method
/// from gray-level histograms", 1979). If several levels in a row are equally good, it is the
/// middle one. Pixels of at least the threshold are bright, as in [`BitmapBuf::from_luma`]. An
/// image of a single level has no two classes; then the threshold is that level, or 0 without
/// pixels.
///
/// ```
/// use cc_label::{BitmapBuf, otsu_threshold};
///
/// let pixels = [10, 12, 200, 11, 190, 210];
/// let threshold = otsu_threshold(&pixels);
/// assert_eq!(threshold, 101);
/// assert_eq!(BitmapBuf::from_luma(&pixels, 3, 2, 3, threshold)?.to_string(), "..X\n.XX");
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[must_use]
pub fn otsu_threshold(pixels: &[u8]) -> u8 {
    let mut levels = [0_u64; 256];
    for &pixel in pixels {
        levels[usize::from(pixel)] += 1;
    }
    let sum: u64 = (0..).zip(levels).map(|(level, pixels)| level * pixels).sum();
    let (mut dark, mut dark_sum) = (0, 0);
    let (mut best, mut first, mut last) = (0.0, 0, 0);
    for level in 0..=u8::MAX {
        // Those of less than the level are dark.
        let bright = pixels.len() as u64 - dark;
        if dark > 0 && bright > 0 {
            let means = dark_sum as f64 / dark as f64 - (sum - dark_sum) as f64 / bright as f64;
            let variance = dark as f64 * bright as f64 * means * means;
            if variance > best {
                (best, first, last) = (variance, level, level);
            } else if variance == best && level == last + 1 {
                last = level;
            }
        } else if dark == 0 && levels[usize::from(level)] > 0 {
            (first, last) = (level, level);
        }
        dark += levels[usize::from(level)];
        dark_sum += u64::from(level) * levels[usize::from(level)];
    }
    first.midpoint(last)
}

impl fmt::Display for Bitmap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            if y > 0 {
                f.write_char('\n')?;
            }
            for x in 0..self.width() {
                f.write_char(if self.get((x, y)) == Some(true) { 'X' } else { '.' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitmap<'_> {
    /// The size, and for `{:#?}` the picture below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitmap({}×{})", self.width, self.height)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// Returns the number of words of an image.
pub(crate) fn words_of(width: usize, height: usize) -> Result<usize, BitmapError> {
    // The number of words is at most the number of pixels.
    rows_of(width, height, 1).map(|rows| width.div_ceil(64) * rows)
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

/// An image of one bit per pixel with its own memory.
///
/// ```
/// use cc_label::BitmapBuf;
///
/// let mut image: BitmapBuf = "
///     X X . .
///     . . . X".parse()?;
/// image.set((2, 1), true)?;
/// assert_eq!(image.to_string(), "XX..\n..XX");
/// image.invert();
/// assert_eq!((image.get((2, 1)), image.get((4, 1))), (Some(false), None));
/// # Ok::<(), cc_label::BitmapError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Words"))]
pub struct BitmapBuf {
    /// Clear past the width.
    words: Vec<u64>,
    width: usize,
    height: usize,
}

impl BitmapBuf {
    /// An image without set pixels.
    ///
    /// # Errors
    /// [`BitmapError`] if the number of pixels is 0 or at least 2³², or if memory for them cannot
    /// be allocated.
    pub fn new(width: usize, height: usize) -> Result<Self, BitmapError> {
        let len = words_of(width, height)?;
        // `vec!` gets zeroed pages without touching them, but aborts if it cannot be allocated.
        let probe = Vec::<u64>::new().try_reserve_exact(len);
        probe.map_err(|_| BitmapError::OutOfMemory { size: (width, height, 1) })?;
        Ok(Self { words: vec![0; len], width, height })
    }

    /// The image whose pixels (x, y) are set where `is_set` is true.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// let image = BitmapBuf::from_fn(4, 2, |x, y| x > 2 * y)?;
    /// assert_eq!(image.to_string(), ".XXX\n...X");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_fn(
        width: usize,
        height: usize,
        mut is_set: impl FnMut(usize, usize) -> bool,
    ) -> Result<Self, BitmapError> {
        let mut image = Self::new(width, height)?;
        for (y, row) in image.rows_mut().enumerate() {
            for x in 0..width {
                row[x / 64] |= u64::from(is_set(x, y)) << (x % 64);
            }
        }
        Ok(image)
    }

    /// The image with these words; see [`Bitmap`].
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// assert_eq!(BitmapBuf::from_words(vec![0b0011, 0b1000], 4, 2)?.to_string(), "XX..\n...X");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Bitmap::new`].
    pub fn from_words(words: Vec<u64>, width: usize, height: usize) -> Result<Self, BitmapError> {
        Bitmap::new(&words, width, height)?;
        let mut image = Self { words, width, height };
        image.clear_padding();
        Ok(image)
    }

    /// The image of the pixels of at least `threshold` in a grayscale image of one byte per pixel.
    /// Rows begin `stride` bytes apart, which is the width if nothing is between them.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// // Two rows of three pixels, and a byte of padding.
    /// let pixels = [10, 200, 90, 0, 130, 250, 127];
    /// let image = BitmapBuf::from_luma(&pixels, 3, 2, 4, 128)?;
    /// assert_eq!(image.to_string(), ".X.\nXX.");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError`] as for [`new`](Self::new), if rows overlap, or if there are fewer bytes.
    pub fn from_luma(
        pixels: &[u8],
        width: usize,
        height: usize,
        stride: usize,
        threshold: u8,
    ) -> Result<Self, BitmapError> {
        let simd_level = SimdLevel::new();
        Self::from_rows(pixels, [width, height, stride], width, |pixels, words| {
            pack_bright(simd_level, pixels, threshold, words);
        })
    }

    /// The image with rows of one bit per pixel, each from one byte. Rows begin `stride` bytes
    /// apart, which is ⌈width / 8⌉ if nothing is between them.
    ///
    /// ```
    /// use cc_label::{BitOrder, BitmapBuf};
    ///
    /// let bytes = [0b1100_0000, 0b1000_0000, 0b0000_0001, 0b0000_0000];
    /// let image = BitmapBuf::from_packed(&bytes, 9, 2, 2, BitOrder::MostSignificantFirst)?;
    /// assert_eq!(image.to_string(), "XX......X\n.......X.");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError`] as for [`new`](Self::new), if rows overlap, or if there are fewer bytes.
    pub fn from_packed(
        bytes: &[u8],
        width: usize,
        height: usize,
        stride: usize,
        order: BitOrder,
    ) -> Result<Self, BitmapError> {
        let row = width.div_ceil(8);
        let mut image = Self::from_rows(bytes, [width, height, stride], row, |bytes, words| {
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
        [width, height, stride]: [usize; 3],
        row: usize,
        pack: impl Fn(&[u8], &mut [u64]),
    ) -> Result<Self, BitmapError> {
        if stride < row {
            return Err(BitmapError::Stride { expected: row, found: stride });
        }
        let found = bytes.len();
        let expected =
            height.saturating_sub(1).checked_mul(stride).and_then(|n| n.checked_add(row));
        let expected = expected.ok_or(BitmapError::PixelCount { size: (width, height, 1) })?;
        if found < expected {
            return Err(BitmapError::Length { expected, found });
        }
        let mut image = Self::new(width, height)?;
        for (words, bytes) in image.rows_mut().zip(bytes.chunks(stride)) {
            pack(&bytes[..row], words);
        }
        Ok(image)
    }

    /// The image of the pixels of at least `threshold` in an image of the `image` crate.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    /// use cc_label::image::{GrayImage, Luma};
    ///
    /// let gray = GrayImage::from_fn(4, 2, |x, y| Luma([(50 * (x + y)) as u8]));
    /// let bitmap = BitmapBuf::from_gray_image(&gray, 150)?;
    /// assert_eq!(bitmap.to_string(), "...X\n..XX");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// As [`new`](Self::new).
    #[cfg(feature = "image")]
    pub fn from_gray_image<C: core::ops::Deref<Target = [u8]>>(
        image: &ImageBuffer<Luma<u8>, C>,
        threshold: u8,
    ) -> Result<Self, BitmapError> {
        let (width, height) = (image.width() as usize, image.height() as usize);
        Self::from_luma(image.as_raw(), width, height, width, threshold)
    }

    /// Clears the bits past the width.
    fn clear_padding(&mut self) {
        if !self.width.is_multiple_of(64) {
            let mask = (1 << (self.width % 64)) - 1;
            for row in self.rows_mut() {
                row.last_mut().into_iter().for_each(|last| *last &= mask);
            }
        }
    }

    /// The rows, from the top.
    #[inline]
    pub(crate) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.words.chunks_exact_mut(self.width.div_ceil(64))
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns whether pixel (x, y) is set, `None` if the pixel lies outside the image.
    #[inline]
    #[must_use]
    pub fn get(&self, pixel: (usize, usize)) -> Option<bool> {
        self.as_bitmap().get(pixel)
    }

    /// Sets pixel (x, y) to `value`.
    ///
    /// # Errors
    /// [`BitmapError::Outside`] if the pixel lies outside the image.
    #[inline]
    pub fn set(&mut self, (x, y): (usize, usize), value: bool) -> Result<(), BitmapError> {
        let (width, height) = (self.width, self.height);
        if x >= width || y >= height {
            return Err(BitmapError::Outside { at: (x, y, 0), size: (width, height, 1) });
        }
        let word = &mut self.words[width.div_ceil(64) * y + x / 64];
        *word = *word & !(1 << (x % 64)) | u64::from(value) << (x % 64);
        Ok(())
    }

    /// Writes the words of row `y`; see [`Bitmap`].
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// let mut image = BitmapBuf::new(4, 2)?;
    /// image.set_row(1, &[0b0110])?;
    /// assert_eq!(image.to_string(), "....\n.XX.");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Outside`] if the row does not exist, [`BitmapError::Length`] if `words` does
    /// not have the length of a row.
    pub fn set_row(&mut self, y: usize, words: &[u64]) -> Result<(), BitmapError> {
        let (width, height) = (self.width, self.height);
        let expected = width.div_ceil(64);
        if y >= height {
            return Err(BitmapError::Outside { at: (0, y, 0), size: (width, height, 1) });
        }
        if words.len() != expected {
            return Err(BitmapError::Length { expected, found: words.len() });
        }
        let row = &mut self.words[expected * y..expected * (y + 1)];
        row.copy_from_slice(words);
        if !width.is_multiple_of(64) {
            row[expected - 1] &= (1 << (width % 64)) - 1;
        }
        Ok(())
    }

    /// Unsets the pixels that are not set in `other`.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// let (mut image, other): (BitmapBuf, BitmapBuf) = ("XX..".parse()?, "X.X.".parse()?);
    /// image.and(&other)?;
    /// assert_eq!(image.to_string(), "X...");
    /// image.or(&other)?;
    /// assert_eq!(image.to_string(), "X.X.");
    /// image.minus(&"..XX".parse::<BitmapBuf>()?)?;
    /// assert_eq!(image.to_string(), "X...");
    /// # Ok::<(), cc_label::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::Size`] if the images differ in size. The image is then unchanged.
    pub fn and<'a>(&mut self, other: impl Into<Bitmap<'a>>) -> Result<(), BitmapError> {
        self.combine(other.into(), |a, b| a & b)
    }

    /// Sets the pixels that are set in `other`. See [`and`](Self::and) for an example.
    ///
    /// # Errors
    /// As [`and`](Self::and).
    pub fn or<'a>(&mut self, other: impl Into<Bitmap<'a>>) -> Result<(), BitmapError> {
        self.combine(other.into(), |a, b| a | b)
    }

    /// Unsets the pixels that are set in `other`. See [`and`](Self::and) for an example.
    ///
    /// # Errors
    /// As [`and`](Self::and).
    pub fn minus<'a>(&mut self, other: impl Into<Bitmap<'a>>) -> Result<(), BitmapError> {
        self.combine(other.into(), |a, b| a & !b)
    }

    fn combine(
        &mut self,
        other: Bitmap<'_>,
        word: impl Fn(u64, u64) -> u64,
    ) -> Result<(), BitmapError> {
        let [expected, found] = [(self.width, self.height), (other.width(), other.height())];
        if expected != found {
            return Err(BitmapError::Size { expected, found });
        }
        for (word_of, &other) in self.words.iter_mut().zip(other.words) {
            *word_of = word(*word_of, other);
        }
        self.clear_padding();
        Ok(())
    }

    /// Swaps set and unset pixels.
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.clear_padding();
    }

    /// Returns the image, borrowed. Queries take `&image` too.
    #[must_use]
    pub fn as_bitmap(&self) -> Bitmap<'_> {
        Bitmap { words: &self.words, width: self.width as u32, height: self.height }
    }

    /// Returns the words of row `y`.
    ///
    /// # Panics
    /// If the row does not exist.
    #[inline]
    #[must_use]
    pub fn row(&self, y: usize) -> &[u64] {
        self.as_bitmap().row(y)
    }

    /// Copies a rectangle; see [`Bitmap::crop`].
    ///
    /// # Errors
    /// As [`Bitmap::crop`].
    pub fn crop(&self, at: (usize, usize), size: (usize, usize)) -> Result<Self, BitmapError> {
        self.as_bitmap().crop(at, size)
    }

    /// Converts to an image of the `image` crate: set pixels are 255, the others 0.
    #[cfg(feature = "image")]
    #[must_use]
    pub fn to_gray_image(&self) -> GrayImage {
        self.as_bitmap().to_gray_image()
    }
}

impl<'a> From<&'a BitmapBuf> for Bitmap<'a> {
    fn from(image: &'a BitmapBuf) -> Self {
        image.as_bitmap()
    }
}

impl fmt::Display for BitmapBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bitmap().fmt(f)
    }
}

impl fmt::Debug for BitmapBuf {
    /// The size, and for `{:#?}` the picture below it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitmapBuf({}×{})", self.width, self.height)?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

impl FromStr for BitmapBuf {
    type Err = BitmapError;

    /// Reads a [picture](bitboard_core::picture) with `X` for set pixels and `.` for others.
    fn from_str(text: &str) -> Result<Self, BitmapError> {
        let width = rows(text).next().map_or(0, |row| row.symbols().count());
        let mut image = Self::new(width, rows(text).count())?;
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
pub(crate) fn packed(bytes: &[u8], order: BitOrder) -> u64 {
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
struct Words {
    words: Vec<u64>,
    width: usize,
    height: usize,
}

#[cfg(feature = "serde")]
impl TryFrom<Words> for BitmapBuf {
    type Error = BitmapError;

    fn try_from(Words { words, width, height }: Words) -> Result<Self, BitmapError> {
        Self::from_words(words, width, height)
    }
}

/// Returns the number of rows of all planes.
pub(crate) fn rows_of(width: usize, height: usize, depth: usize) -> Result<usize, BitmapError> {
    let rows = height.checked_mul(depth);
    let voxels = rows.and_then(|rows| rows.checked_mul(width)).and_then(|n| u32::try_from(n).ok());
    match (rows, voxels) {
        (Some(rows), Some(1..)) => Ok(rows),
        _ => Err(BitmapError::PixelCount { size: (width, height, depth) }),
    }
}
