//! Images of one bit per pixel.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::str::FromStr;

use super::error::BitmapError;

/// A borrowed image of one bit per pixel: ⌈width / 64⌉ words a row, pixel x in bit x % 64 of word x / 64.
/// Bits past the width are ignored.
///
/// As text, set pixels are `X` and the others `.`:
///
/// ```
/// use cc_table::image::Bitmap;
///
/// let image = Bitmap::new(&[0b0011, 0b1000], 4, 2)?;
/// assert_eq!(image.to_string(), "XX..\n...X");
/// # Ok::<(), cc_table::image::BitmapError>(())
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
    /// use cc_table::image::Bitmap;
    ///
    /// // Two rows of 70 pixels, two words each.
    /// let image = Bitmap::new(&[0b1011, 1 << 5, 0b0100, 1 << 4], 70, 2)?;
    /// assert_eq!((image.width(), image.height()), (70, 2));
    /// assert_eq!(image.row(1), [0b0100, 1 << 4]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError`] if there are no pixels or 2³² or more, or if the number of words does not fit.
    pub fn new(words: &'a [u64], width: usize, height: usize) -> Result<Self, BitmapError> {
        let expected = words_of(width, height)?;
        if words.len() != expected {
            let found = words.len();
            return Err(BitmapError::Words { width, height, expected, found });
        }
        Ok(Self { words, width: width as u32, height })
    }

    /// Number of columns.
    ///
    /// ```
    /// use cc_table::image::Bitmap;
    ///
    /// assert_eq!(Bitmap::new(&[0b0011, 0b1000], 4, 2)?.width(), 4);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// [`width`](Self::width) in the type of the kernels.
    pub(super) const fn columns(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    ///
    /// ```
    /// use cc_table::image::Bitmap;
    ///
    /// assert_eq!(Bitmap::new(&[0b0011, 0b1000], 4, 2)?.height(), 2);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Returns whether pixel (x, y) is set, `None` if the pixel lies outside the image.
    ///
    /// ```
    /// use cc_table::image::Bitmap;
    ///
    /// let image = Bitmap::new(&[0b0011, 0b1000], 4, 2)?;
    /// assert_eq!([image.get(3, 0), image.get(3, 1), image.get(4, 1)], [Some(false), Some(true), None]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<bool> {
        let inside = x < self.width() && y < self.height;
        inside.then(|| self.row(y)[x / 64] >> (x % 64) & 1 == 1)
    }

    /// The words of row `y`.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let image: BitmapBuf = "
    ///     X X . .
    ///     . . . X".parse()?;
    /// assert_eq!(image.as_bitmap().row(1), [0b1000]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
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
}

impl fmt::Display for Bitmap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.height {
            if y > 0 {
                f.write_char('\n')?;
            }
            for x in 0..self.width() {
                f.write_char(if self.get(x, y) == Some(true) { 'X' } else { '.' })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitmap<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitmap({}×{})", self.width, self.height)
    }
}

/// The number of words of an image.
pub(super) fn words_of(width: usize, height: usize) -> Result<usize, BitmapError> {
    if width == 0 || height == 0 {
        return Err(BitmapError::Empty { width, height });
    }
    match width.checked_mul(height) {
        // The number of words is at most the number of pixels.
        Some(pixels) if u32::try_from(pixels).is_ok() => Ok(width.div_ceil(64) * height),
        _ => Err(BitmapError::TooLarge { width, height }),
    }
}

/// An image of one bit per pixel with its own memory.
///
/// ```
/// use cc_table::image::BitmapBuf;
///
/// let mut image: BitmapBuf = "
///     X X . .
///     . . . X".parse()?;
/// image.set(2, 1, true)?;
/// assert_eq!(image.to_string(), "XX..\n..XX");
/// # Ok::<(), cc_table::image::BitmapError>(())
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
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// assert_eq!(BitmapBuf::new(4, 2)?.to_string(), "....\n....");
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError`] if there are no pixels or 2³² or more, or if there is no memory for them.
    pub fn new(width: usize, height: usize) -> Result<Self, BitmapError> {
        let len = words_of(width, height)?;
        // `vec!` gets zeroed pages without touching them, but aborts where there is no memory.
        let probe = Vec::<u64>::new().try_reserve_exact(len);
        probe.map_err(|_| BitmapError::OutOfMemory { width, height })?;
        Ok(Self { words: vec![0; len], width, height })
    }

    /// The image whose pixels (x, y) are set where `is_set` is true.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let image = BitmapBuf::from_fn(4, 2, |x, y| x > 2 * y)?;
    /// assert_eq!(image.to_string(), ".XXX\n...X");
    /// # Ok::<(), cc_table::image::BitmapError>(())
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
    /// use cc_table::image::BitmapBuf;
    ///
    /// assert_eq!(BitmapBuf::from_words(vec![0b0011, 0b1000], 4, 2)?.to_string(), "XX..\n...X");
    /// # Ok::<(), cc_table::image::BitmapError>(())
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

    /// Clears the bits past the width.
    pub(super) fn clear_padding(&mut self) {
        if !self.width.is_multiple_of(64) {
            let mask = (1 << (self.width % 64)) - 1;
            for row in self.rows_mut() {
                row.last_mut().into_iter().for_each(|last| *last &= mask);
            }
        }
    }

    /// The rows, from the top.
    #[inline]
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.words.chunks_exact_mut(self.width.div_ceil(64))
    }

    /// Number of columns.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// assert_eq!(BitmapBuf::new(640, 480)?.width(), 640);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// assert_eq!(BitmapBuf::new(640, 480)?.height(), 480);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Whether pixel (x, y) is set, `None` if the pixel lies outside the image.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let image: BitmapBuf = "X . X".parse()?;
    /// assert_eq!([0, 1, 2, 3].map(|x| image.get(x, 0)), [Some(true), Some(false), Some(true), None]);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn get(&self, x: usize, y: usize) -> Option<bool> {
        self.as_bitmap().get(x, y)
    }

    /// Sets pixel (x, y) to `value`.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let mut image = BitmapBuf::new(4, 2)?;
    /// image.set(3, 1, true)?;
    /// assert_eq!(image.get(3, 1), Some(true));
    /// assert!(image.set(4, 1, true).is_err());
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::OffImage`] if the pixel lies outside the image.
    #[inline]
    pub fn set(&mut self, x: usize, y: usize, value: bool) -> Result<(), BitmapError> {
        let (width, height) = (self.width, self.height);
        if x >= width || y >= height {
            return Err(BitmapError::OffImage { x, y, width, height });
        }
        let word = &mut self.words[width.div_ceil(64) * y + x / 64];
        *word = *word & !(1 << (x % 64)) | u64::from(value) << (x % 64);
        Ok(())
    }

    /// Writes the words of row `y`; see [`Bitmap`].
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let mut image = BitmapBuf::new(4, 2)?;
    /// image.set_row(1, &[0b0110])?;
    /// assert_eq!(image.to_string(), "....\n.XX.");
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    ///
    /// # Errors
    /// [`BitmapError::OffImage`] if the row does not exist, [`BitmapError::Length`] if `words` does not have the
    /// length
    /// as a row.
    pub fn set_row(&mut self, y: usize, words: &[u64]) -> Result<(), BitmapError> {
        let (width, height) = (self.width, self.height);
        let expected = width.div_ceil(64);
        if y >= height {
            return Err(BitmapError::OffImage { x: 0, y, width, height });
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

    /// Swaps set and unset pixels.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let mut image: BitmapBuf = "XX..".parse()?;
    /// image.invert();
    /// assert_eq!(image.to_string(), "..XX");
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    pub fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.clear_padding();
    }

    /// The image, borrowed.
    ///
    /// ```
    /// use cc_table::Connectivity;
    /// use cc_table::image::{BitmapBuf, count};
    ///
    /// let image: BitmapBuf = "X . X".parse()?;
    /// assert_eq!(count(image.as_bitmap(), Connectivity::Eight), 2);
    /// # Ok::<(), cc_table::image::BitmapError>(())
    /// ```
    #[must_use]
    pub fn as_bitmap(&self) -> Bitmap<'_> {
        Bitmap { words: &self.words, width: self.width as u32, height: self.height }
    }
}

impl fmt::Display for BitmapBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_bitmap().fmt(f)
    }
}

impl fmt::Debug for BitmapBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitmapBuf({}×{})", self.width, self.height)
    }
}

impl FromStr for BitmapBuf {
    type Err = BitmapError;

    /// Reads what [`Display`](fmt::Display) writes. White space in a row and blank rows are ignored.
    fn from_str(text: &str) -> Result<Self, BitmapError> {
        let rows = || (1..).zip(text.lines()).filter(|(_, row)| !row.trim().is_empty());
        let pixels = |row: &'_ str| row.chars().filter(|c| !c.is_whitespace()).count();
        let width = rows().next().map_or(0, |(_, row)| pixels(row));
        let mut image = Self::new(width, rows().count())?;
        for (y, (line, row)) in rows().enumerate() {
            let found = pixels(row);
            if found != width {
                return Err(BitmapError::RowLength { line, expected: width, found });
            }
            let pixels = (1..).zip(row.chars()).filter(|(_, c)| !c.is_whitespace());
            for (x, (column, symbol)) in pixels.enumerate() {
                match symbol {
                    'X' => image.set(x, y, true)?,
                    '.' => {}
                    _ => return Err(BitmapError::Symbol { line, column, symbol }),
                }
            }
        }
        Ok(image)
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
