use alloc::vec;
use alloc::vec::Vec;

/// Why something is no image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BitmapError {
    /// No columns or no rows.
    #[error("an image of {width}×{height} pixels has none")]
    Empty {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// More columns, or more pixels in all, than labels can tell apart.
    #[error("{width}×{height} pixels are more than 2³² − 1; a taller image can be streamed")]
    TooLarge {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// The words do not make that many rows.
    #[error("{found} words; {height} rows of {width} pixels take {expected}")]
    Words {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
        /// Words needed.
        expected: usize,
        /// Words given.
        found: usize,
    },
    /// There is no memory for the words of the image.
    #[error("no memory for an image of {width}×{height} pixels")]
    OutOfMemory {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// A row given to a stream has the wrong number of words, or a label buffer the wrong length.
    #[error("{found} elements given, {expected} needed")]
    Length {
        /// Elements needed.
        expected: usize,
        /// Elements given.
        found: usize,
    },
}

/// An image of one bit per pixel, borrowed: ⌈width / 64⌉ words a row, pixel x in bit x % 64 of word
/// x / 64. Bits past the width are ignored.
#[derive(Clone, Copy, Debug)]
pub struct Bitmap<'a> {
    words: &'a [u64],
    width: u32,
    height: usize,
}

impl<'a> Bitmap<'a> {
    /// An image over the words of its rows, from the top.
    ///
    /// # Errors
    /// [`BitmapError`] if there is no pixel, if there are 2³² or more, or if the number of words does not fit.
    pub fn new(words: &'a [u64], width: usize, height: usize) -> Result<Self, BitmapError> {
        let expected = words_of(width, height)?;
        if words.len() != expected {
            let found = words.len();
            return Err(BitmapError::Words { width, height, expected, found });
        }
        Ok(Self { words, width: width as u32, height })
    }

    /// Columns.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// The words of row `y`.
    ///
    /// # Panics
    /// If there is no such row.
    #[inline]
    #[must_use]
    pub fn row(&self, y: usize) -> &'a [u64] {
        assert!(y < self.height, "row {y} of an image of {} rows", self.height);
        let words = self.width.div_ceil(64) as usize;
        &self.words[words * y..words * (y + 1)]
    }
}

/// How many words an image takes.
fn words_of(width: usize, height: usize) -> Result<usize, BitmapError> {
    if width == 0 || height == 0 {
        return Err(BitmapError::Empty { width, height });
    }
    match width.checked_mul(height) {
        // There are at most as many words as pixels.
        Some(pixels) if u32::try_from(pixels).is_ok() => Ok(width.div_ceil(64) * height),
        _ => Err(BitmapError::TooLarge { width, height }),
    }
}

/// An image of one bit per pixel with its own memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitmapBuf {
    words: Vec<u64>,
    width: usize,
    height: usize,
}

impl BitmapBuf {
    /// An image without set pixels.
    ///
    /// # Errors
    /// [`BitmapError`] if there is no pixel, if there are 2³² or more, or if there is no memory for them.
    pub fn new(width: usize, height: usize) -> Result<Self, BitmapError> {
        let len = words_of(width, height)?;
        // `vec!` gets zeroed pages without touching them, but aborts where there is no memory.
        let probe = Vec::<u64>::new().try_reserve_exact(len);
        probe.map_err(|_| BitmapError::OutOfMemory { width, height })?;
        Ok(Self { words: vec![0; len], width, height })
    }

    /// The image whose pixels (x, y) are set where `set` says so.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn from_fn(
        width: usize,
        height: usize,
        mut set: impl FnMut(usize, usize) -> bool,
    ) -> Result<Self, BitmapError> {
        let mut image = Self::new(width, height)?;
        for (y, row) in image.words.chunks_mut(width.div_ceil(64)).enumerate() {
            for x in 0..width {
                row[x / 64] |= u64::from(set(x, y)) << (x % 64);
            }
        }
        Ok(image)
    }

    /// The words of row `y`, to be written.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row_mut(&mut self, y: usize) -> &mut [u64] {
        assert!(y < self.height, "row {y} of an image of {} rows", self.height);
        let words = self.width.div_ceil(64);
        &mut self.words[words * y..words * (y + 1)]
    }

    /// The image, to be looked at.
    #[must_use]
    pub fn as_bitmap(&self) -> Bitmap<'_> {
        Bitmap { words: &self.words, width: self.width as u32, height: self.height }
    }
}
