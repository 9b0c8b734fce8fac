//! Pictures of one bit a pixel, in memory that grows row by row.

use cc_table::bitmap::{Bitmap, BitmapError};

/// The most memory that the rows of a picture may take, in bytes.
const MAX_BYTES: usize = 1 << 30;

/// Why a picture cannot be kept.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PictureError {
    #[error(
        "{width}×{height} pixels; expected 1 to 4294967295 pixels in at most {MAX_BYTES} bytes of 64-bit words"
    )]
    Size { width: usize, height: usize },
    #[error("no memory for {bytes} bytes")]
    Memory { bytes: usize },
}

/// A picture whose rows arrive one by one.
#[derive(Debug)]
pub(crate) struct Picture {
    words: Vec<u64>,
    width: usize,
    height: usize,
}

impl Picture {
    /// A picture without its rows.
    ///
    /// # Errors
    /// [`PictureError::Size`] if it is empty or too large.
    pub(crate) fn new(width: usize, height: usize) -> Result<Self, PictureError> {
        let pixels = width.checked_mul(height).and_then(|pixels| u32::try_from(pixels).ok());
        let bytes = width.div_ceil(64).checked_mul(height).and_then(|words| words.checked_mul(8));
        if pixels.is_none_or(|pixels| pixels == 0) || bytes.is_none_or(|bytes| bytes > MAX_BYTES) {
            return Err(PictureError::Size { width, height });
        }
        Ok(Self { words: Vec::new(), width, height })
    }

    /// Adds the next row, from the top: pixel x is bit x % 64 of word x / 64.
    ///
    /// # Errors
    /// [`PictureError::Memory`] if there is no memory for it.
    pub(crate) fn push_row(
        &mut self,
        words: impl ExactSizeIterator<Item = u64>,
    ) -> Result<(), PictureError> {
        let bytes = 8 * (self.words.len() + words.len());
        self.words.try_reserve(words.len()).map_err(|_| PictureError::Memory { bytes })?;
        self.words.extend(words);
        Ok(())
    }

    /// Swaps set and unset pixels.
    pub(crate) fn invert(&mut self) {
        self.words.iter_mut().for_each(|word| *word = !*word);
    }

    /// The picture with all its rows.
    ///
    /// # Errors
    /// [`BitmapError::Words`] if rows are missing.
    pub(crate) fn as_bitmap(&self) -> Result<Bitmap<'_>, BitmapError> {
        Bitmap::new(&self.words, self.width, self.height)
    }
}
