//! Reads PGM pictures (P2 and P5) row by row.

use alloc::vec::Vec;
use core::ops::Range;
use std::io::{BufRead, Read};

use super::bitmap::BitmapBuf;
use super::bytes::bright;
use super::error::BitmapError;
use super::pbm::{PnmError, byte, check_size, number, symbol};

impl BitmapBuf {
    /// Reads a PGM picture (P2 or P5) of one byte per pixel; pixels of at least `threshold` are set. If the largest value in
    /// the header is not 255, values are compared as if scaled to it. The memory used grows with the pixels that have
    /// been read, one bit each, whatever the size in the header.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let file: &[u8] = b"P2 4 2 255  0 127 128 255  9 200 0 0";
    /// assert_eq!(BitmapBuf::read_pgm(file, 128)?.to_string(), "..XX\n.X..");
    /// # Ok::<(), cc_table::image::PnmError>(())
    /// ```
    ///
    /// # Errors
    /// [`PnmError`]
    pub fn read_pgm(mut reader: impl BufRead, threshold: u8) -> Result<Self, PnmError> {
        let reader = &mut reader;
        let is_plain = match (byte(reader)?, byte(reader)?) {
            (Some(b'P'), Some(b'2')) => true,
            (Some(b'P'), Some(b'5')) => false,
            _ => return Err(PnmError::Magic { format: "PGM" }),
        };
        let width = number(reader, "width")?;
        let height = number(reader, "height")?;
        check_size(width, height)?;
        let most = number(reader, "largest value")?;
        if !(1..=255).contains(&most) {
            return Err(PnmError::LargestValue { found: most });
        }
        // The smallest value that is at least the threshold when scaled to 255.
        let threshold = (usize::from(threshold) * most).div_ceil(255) as u8;
        let out_of_memory = |_| BitmapError::OutOfMemory { width, height };
        let (mut words, mut pixels) = (Vec::new(), Vec::new());
        for row in 1..=height {
            for begin in (0..width).step_by(PIECE) {
                let columns = begin..width.min(begin + PIECE);
                let length = columns.len();
                pixels.clear();
                if is_plain {
                    read_plain(reader, &mut pixels, columns, [row, height, most])?;
                } else if reader.take(length as u64).read_to_end(&mut pixels)? < length {
                    return Err(PnmError::Truncated { row, height });
                }
                words.try_reserve(length.div_ceil(64)).map_err(out_of_memory)?;
                words.extend(pixels.chunks(64).map(|pixels| bright(pixels, threshold)));
            }
        }
        Ok(Self::from_words(words, width, height)?)
    }
}

/// Number of pixels that are read at once, whole words. A row can be far longer.
const PIECE: usize = 1 << 16;

/// Reads some columns of a row of decimal numbers.
fn read_plain(
    reader: &mut impl BufRead,
    pixels: &mut Vec<u8>,
    columns: Range<usize>,
    [row, height, most]: [usize; 3],
) -> Result<(), PnmError> {
    for column in columns.map(|x| x + 1) {
        let mut found = None;
        loop {
            match symbol(reader)? {
                Some(digit @ b'0'..=b'9') => {
                    let digit = usize::from(digit - b'0');
                    found = Some(found.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit));
                }
                Some(byte) if !byte.is_ascii_whitespace() => {
                    return Err(PnmError::Pixel { row, column, byte });
                }
                // The last number may end with the file.
                None if found.is_none() => return Err(PnmError::Truncated { row, height }),
                _ if found.is_none() => {}
                _ => break,
            }
        }
        let found = found.unwrap_or(0);
        if found > most {
            return Err(PnmError::Value { row, column, most, found });
        }
        pixels.push(found as u8);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn plain_and_packed_pictures_are_the_same() {
        let plain = b"P2 # comment\n3 2\n 200\n0 99#1\n100\n# 1 2\n150 200 7\n";
        let packed = b"P5\n3 2 200\n\x00\x63\x64\x96\xc8\x07";
        for bytes in [&plain[..], packed] {
            // 128 of 255 are 100.4 of 200.
            let image = BitmapBuf::read_pgm(bytes, 128).unwrap();
            assert_eq!(image.to_string(), "...\nXX.");
            let image = BitmapBuf::read_pgm(bytes, 127).unwrap();
            assert_eq!(image.to_string(), "..X\nXX.");
            assert_eq!(BitmapBuf::read_pgm(bytes, 0).unwrap().to_string(), "XXX\nXXX");
        }
    }

    #[test]
    fn wide_rows_have_several_words() {
        let mut bytes = b"P5 130 2 255\n".to_vec();
        bytes.extend((0..260u32).map(|i| (i % 251) as u8));
        let image = BitmapBuf::read_pgm(&bytes[..], 90).unwrap();
        let set = BitmapBuf::from_fn(130, 2, |x, y| (130 * y + x) % 251 >= 90).unwrap();
        assert_eq!(image, set);
    }

    #[test]
    fn long_rows_are_read_in_pieces() {
        let width = 2 * PIECE + 70;
        let level = |x: usize, y: usize| (x * x + 7 * y) % 251;
        let is_set = |x, y| level(x, y) >= 90;
        let set = BitmapBuf::from_fn(width, 2, is_set).unwrap();
        let mut packed = std::format!("P5 {width} 2 255\n").into_bytes();
        let mut plain = std::format!("P2 {width} 2 255");
        for (x, y) in (0..2).flat_map(|y| (0..width).map(move |x| (x, y))) {
            packed.push(level(x, y) as u8);
            plain += &std::format!(" {}", level(x, y));
        }
        assert!(BitmapBuf::read_pgm(&packed[..], 90).unwrap() == set);
        assert!(BitmapBuf::read_pgm(plain.as_bytes(), 90).unwrap() == set);
        let column = PIECE + 7;
        let plain = std::format!("P2 {width} 1 9\n{}x", "1 ".repeat(column));
        let error = BitmapBuf::read_pgm(plain.as_bytes(), 1).unwrap_err();
        let expected = std::format!("row 1, column {}: expected a digit, found 'x'", column + 1);
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn wrong_pictures_are_named() {
        for (bytes, expected) in [
            (&b""[..], "expected a PGM picture, which begins with P2 or P5"),
            (b"P4 1 1 ", "expected a PGM picture, which begins with P2 or P5"),
            (b"P5 1 1", "expected the height of the picture, found the end"),
            (b"P5 1 1 x", "expected the largest value of the picture, found 'x'"),
            (b"P5 1 1 65535\n", "expected a largest value from 1 to 255, found 65535"),
            (b"P5 1 1 0\n", "expected a largest value from 1 to 255, found 0"),
            (b"P5 2 2 255\nabc", "the picture ends in row 2 of 2"),
            (b"P2 2 2 9\n1 2 3", "the picture ends in row 2 of 2"),
            (b"P2 2 2 9\n1 2 3 10", "row 2, column 2: expected at most 9, found 10"),
            (b"P2 2 1 9\n1 -", "row 1, column 2: expected a digit, found '-'"),
        ] {
            assert_eq!(BitmapBuf::read_pgm(bytes, 1).unwrap_err().to_string(), expected);
        }
        let error = BitmapBuf::read_pgm(&b"P5 1 4294967295 255\n"[..], 1).unwrap_err();
        assert!(matches!(error, PnmError::TooLarge { .. }), "{error}");
        for size in ["65535 65535", "4294967295 1", "1 134217728"] {
            for magic in ["P2", "P5"] {
                let file = std::format!("{magic} {size} 255\n");
                let error = BitmapBuf::read_pgm(file.as_bytes(), 1).unwrap_err();
                assert!(matches!(error, PnmError::Truncated { row: 1, .. }), "{size}: {error}");
            }
        }
    }
}
