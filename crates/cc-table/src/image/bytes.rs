//! Images from bytes.

use super::bitmap::BitmapBuf;
use super::error::BitmapError;

/// The order of the pixels of a byte.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BitOrder {
    /// The leftmost pixel is the most significant bit, as in PBM, PNG and TIFF.
    MostSignificantFirst,
    /// The leftmost pixel is the least significant bit, as in XBM.
    LeastSignificantFirst,
}

impl BitmapBuf {
    /// The image of the pixels of at least `threshold` in a grayscale image of one byte per pixel. Rows
    /// begin `stride` bytes apart, which is the width if nothing is between them.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// // Two rows of three pixels, and a byte of padding.
    /// let pixels = [10, 200, 90, 0, 130, 250, 127];
    /// let image = BitmapBuf::from_luma(&pixels, 3, 2, 4, 128)?;
    /// assert_eq!(image.to_string(), ".X.\nXX.");
    /// # Ok::<(), cc_table::image::BitmapError>(())
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
        Self::from_rows(pixels, [width, height, stride], 64, |pixels| bright(pixels, threshold))
    }

    /// The image with rows of one bit per pixel, each from one byte. Rows begin `stride` bytes
    /// apart, which is ⌈width / 8⌉ if nothing is between them.
    ///
    /// ```
    /// use cc_table::image::{BitOrder, BitmapBuf};
    ///
    /// let bytes = [0b1100_0000, 0b1000_0000, 0b0000_0001, 0b0000_0000];
    /// let image = BitmapBuf::from_packed(&bytes, 9, 2, 2, BitOrder::MostSignificantFirst)?;
    /// assert_eq!(image.to_string(), "XX......X\n.......X.");
    /// # Ok::<(), cc_table::image::BitmapError>(())
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
        let mut image =
            Self::from_rows(bytes, [width, height, stride], 8, |bytes| word(bytes, order))?;
        image.clear_padding();
        Ok(image)
    }

    /// The image whose words `word` makes of `bytes_per_word` bytes each, or of fewer at the end of a row.
    fn from_rows(
        bytes: &[u8],
        [width, height, stride]: [usize; 3],
        bytes_per_word: usize,
        mut word: impl FnMut(&[u8]) -> u64,
    ) -> Result<Self, BitmapError> {
        let row = width.div_ceil(64 / bytes_per_word);
        if stride < row {
            return Err(BitmapError::Stride { expected: row, found: stride });
        }
        let found = bytes.len();
        let expected =
            height.saturating_sub(1).checked_mul(stride).and_then(|n| n.checked_add(row));
        let expected = expected.ok_or(BitmapError::TooLarge { width, height })?;
        if found < expected {
            return Err(BitmapError::Length { expected, found });
        }
        let mut image = Self::new(width, height)?;
        for (to, bytes) in image.rows_mut().zip(bytes.chunks(stride)) {
            for (to, bytes) in to.iter_mut().zip(bytes[..row].chunks(bytes_per_word)) {
                *to = word(bytes);
            }
        }
        Ok(image)
    }
}

/// At most eight bytes of packed pixels as a word.
pub(super) fn word(bytes: &[u8], order: BitOrder) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    match order {
        BitOrder::MostSignificantFirst => u64::from_be_bytes(word).reverse_bits(),
        BitOrder::LeastSignificantFirst => u64::from_le_bytes(word),
    }
}

/// The word of at most 64 pixels of which those of at least `threshold` are set.
#[inline(always)]
pub(super) fn bright(pixels: &[u8], threshold: u8) -> u64 {
    let mut set = [0; 64];
    for (set, &pixel) in set.iter_mut().zip(pixels) {
        *set = u8::from(pixel >= threshold);
    }
    pack(&set)
}

/// The word of 64 bits, given in a byte each.
fn pack(bits: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (i, &bits) in bits.as_chunks::<8>().0.iter().enumerate() {
        // Moves bit 8·k to 56 + k; no two products overlap.
        let byte = u64::from_le_bytes(bits).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word |= byte << (8 * i);
    }
    word
}
