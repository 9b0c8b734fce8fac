//! Reads PBM pictures (P1 and P4) row by row, and what PGM pictures have in common with them.

use alloc::vec::Vec;
use std::io::{self, BufRead, Read};

use super::bitmap::{BitmapBuf, words_of};
use super::bytes::{BitOrder, word};
use super::error::BitmapError;

/// Error returned when a PBM or PGM picture cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PnmError {
    /// The file does not begin with `P1` or `P4` for PBM, `P2` or `P5` for PGM.
    #[error("expected a {format} picture, which begins with {}", if *.format == "PBM" { "P1 or P4" } else { "P2 or P5" })]
    Magic {
        /// The format: `PBM` or `PGM`.
        format: &'static str,
    },
    /// The header is wrong.
    #[error("expected the {expected} of the picture, found {}", Found(*.byte))]
    Header {
        /// The expected number: `width`, `height` or `largest value`.
        expected: &'static str,
        /// The byte found, `None` at the end of the file.
        byte: Option<u8>,
    },
    /// A pixel of a PBM picture is not 0 or 1, or one of a PGM picture is not a number.
    #[error("row {row}, column {column}: expected a digit, found {}", Found(Some(*.byte)))]
    Pixel {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The byte found.
        byte: u8,
    },
    /// The largest value in the header of a PGM picture does not fit a byte.
    #[error("expected a largest value from 1 to 255, found {found}")]
    LargestValue {
        /// The value found.
        found: usize,
    },
    /// A pixel of a PGM picture is larger than the largest value in the header.
    #[error("row {row}, column {column}: expected at most {most}, found {found}")]
    Value {
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The largest value.
        most: usize,
        /// The value found.
        found: usize,
    },
    /// The file ends too early.
    #[error("the picture ends in row {row} of {height}")]
    Truncated {
        /// The incomplete row, from 1.
        row: usize,
        /// Number of rows.
        height: usize,
    },
    /// The picture takes more than 1 GiB, because its rows begin with a word each.
    #[error(
        "{width}×{height} pixels take more than 1 GiB, because rows are rounded up to 64 pixels"
    )]
    TooLarge {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// The picture has no pixels or too many.
    #[error(transparent)]
    Bitmap(#[from] BitmapError),
    /// The reader failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A byte in an error.
struct Found(Option<u8>);

impl core::fmt::Display for Found {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self.0 {
            None => f.write_str("the end"),
            Some(byte) => write!(f, "{:?}", char::from(byte)),
        }
    }
}

impl BitmapBuf {
    /// Reads a PBM picture (P1 or P4); black pixels are set.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let image = BitmapBuf::from_pbm(b"P1\n3 2\n1 0 0\n0 1 1\n")?;
    /// assert_eq!(image.to_string(), "X..\n.XX");
    /// # Ok::<(), cc_table::image::PnmError>(())
    /// ```
    ///
    /// # Errors
    /// [`PnmError`]
    pub fn from_pbm(bytes: &[u8]) -> Result<Self, PnmError> {
        Self::read_pbm(bytes)
    }

    /// Reads a PBM picture (P1 or P4); black pixels are set. The memory used grows with the rows that have
    /// been read, regardless of the size in the header.
    ///
    /// ```
    /// use cc_table::image::BitmapBuf;
    ///
    /// let file: &[u8] = b"P4 10 1 \xc0\x40";
    /// assert_eq!(BitmapBuf::read_pbm(file)?.to_string(), "XX.......X");
    /// # Ok::<(), cc_table::image::PnmError>(())
    /// ```
    ///
    /// # Errors
    /// [`PnmError`]
    pub fn read_pbm(mut reader: impl BufRead) -> Result<Self, PnmError> {
        let reader = &mut reader;
        let is_plain = match (byte(reader)?, byte(reader)?) {
            (Some(b'P'), Some(b'1')) => true,
            (Some(b'P'), Some(b'4')) => false,
            _ => return Err(PnmError::Magic { format: "PBM" }),
        };
        let width = number(reader, "width")?;
        let height = number(reader, "height")?;
        check_size(width, height)?;
        let out_of_memory = |_| BitmapError::OutOfMemory { width, height };
        let (mut words, mut bytes) = (Vec::new(), Vec::new());
        for row in 1..=height {
            bytes.clear();
            if is_plain {
                read_plain(reader, &mut bytes, width, row, height)?;
            } else {
                let length = width.div_ceil(8);
                if reader.take(length as u64).read_to_end(&mut bytes)? < length {
                    return Err(PnmError::Truncated { row, height });
                }
            }
            words.try_reserve(bytes.len().div_ceil(8)).map_err(out_of_memory)?;
            words.extend(bytes.chunks(8).map(|bytes| word(bytes, BitOrder::MostSignificantFirst)));
        }
        Ok(Self::from_words(words, width, height)?)
    }
}

/// The most words of a picture: 1 GiB.
const MAX_WORDS: usize = 1 << 27;

/// Fails for pictures without pixels and for those that are too large.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), PnmError> {
    if words_of(width, height)? > MAX_WORDS {
        return Err(PnmError::TooLarge { width, height });
    }
    Ok(())
}

/// Packs a row of `0` and `1` into bytes.
fn read_plain(
    reader: &mut impl BufRead,
    bytes: &mut Vec<u8>,
    width: usize,
    row: usize,
    height: usize,
) -> Result<(), PnmError> {
    for x in 0..width {
        let byte = loop {
            match symbol(reader)? {
                Some(byte) if byte.is_ascii_whitespace() => {}
                Some(byte) => break byte,
                None => return Err(PnmError::Truncated { row, height }),
            }
        };
        if !matches!(byte, b'0' | b'1') {
            return Err(PnmError::Pixel { row, column: x + 1, byte });
        }
        if x % 8 == 0 {
            bytes.push(0);
        }
        if let Some(last) = bytes.last_mut() {
            *last |= (byte & 1) << (7 - x % 8);
        }
    }
    Ok(())
}

/// The next number of the header and the byte that ends it.
pub(super) fn number(reader: &mut impl BufRead, expected: &'static str) -> Result<usize, PnmError> {
    let mut byte = symbol(reader)?;
    while byte.is_some_and(|byte| byte.is_ascii_whitespace()) {
        byte = symbol(reader)?;
    }
    let mut number = None;
    while let Some(digit @ b'0'..=b'9') = byte {
        let digit = usize::from(digit - b'0');
        number = Some(number.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit));
        byte = symbol(reader)?;
    }
    match (number, byte) {
        (Some(number), Some(byte)) if byte.is_ascii_whitespace() => Ok(number),
        _ => Err(PnmError::Header { expected, byte }),
    }
}

/// The next byte; a comment counts as the end of its line.
pub(super) fn symbol(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = byte(reader)?;
    if byte != Some(b'#') {
        return Ok(byte);
    }
    reader.skip_until(b'\n')?;
    Ok(Some(b'\n'))
}

pub(super) fn byte(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
    loop {
        match reader.fill_buf() {
            Ok(bytes) => {
                let byte = bytes.first().copied();
                reader.consume(usize::from(byte.is_some()));
                return Ok(byte);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::format;
    use std::string::ToString;

    use super::*;

    /// Reads a whole file, `chunk` bytes at a time.
    fn read_all(bytes: &[u8], chunk: usize) -> Result<BitmapBuf, PnmError> {
        BitmapBuf::read_pbm(io::BufReader::with_capacity(chunk, bytes))
    }

    fn rows(image: &BitmapBuf) -> Vec<u64> {
        let image = image.as_bitmap();
        (0..image.height()).flat_map(|y| image.row(y)).copied().collect()
    }

    #[test]
    fn plain_and_packed_pictures_are_the_same() {
        let plain = b"P1 # comment\n#\n10#\n2\n10000000 01\n0 1 # c\n0 0 0 0 0 0 0 1";
        // Bits past the width are not pixels.
        let packed = b"P4\n10 2\n\x80\x7f\x40\x40";
        for chunk in [1, 2, 3, 100] {
            for bytes in [&plain[..], packed] {
                assert_eq!(rows(&read_all(bytes, chunk).unwrap()), [0x201, 0x202]);
            }
        }
    }

    #[test]
    fn rows_of_several_words() {
        let mut bytes = b"P4 130 2 ".to_vec();
        bytes.extend((0..34).map(|i: u8| i.reverse_bits()));
        let expected = [
            0x0706_0504_0302_0100,
            0x0f0e_0d0c_0b0a_0908,
            0x0,
            0x1817_1615_1413_1211,
            0x201f_1e1d_1c1b_1a19,
            0x1,
        ];
        assert_eq!(rows(&read_all(&bytes, 5).unwrap()), expected);
    }

    #[test]
    fn wrong_pictures_are_named() {
        for (bytes, expected) in [
            (&b""[..], "expected a PBM picture, which begins with P1 or P4"),
            (b"P5 1 1 ", "expected a PBM picture, which begins with P1 or P4"),
            (b"P4", "expected the width of the picture, found the end"),
            (b"P4\nx", "expected the width of the picture, found 'x'"),
            (b"P4\n3 -1", "expected the height of the picture, found '-'"),
            (b"P4\n3 1", "expected the height of the picture, found the end"),
            (b"P1\n2 2\n01\n", "the picture ends in row 2 of 2"),
            (b"P1\n2 2\n01\n0x", "row 2, column 2: expected a digit, found 'x'"),
            (b"P4\n9 3\n\x01\x02\x03", "the picture ends in row 2 of 3"),
        ] {
            assert_eq!(read_all(bytes, 100).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_hostile_header_takes_no_memory() {
        for size in ["0 1", "1 0", "65536 65536", "99999999999999999999999 1"] {
            let error = read_all(format!("P4 {size}\n").as_bytes(), 100).unwrap_err();
            assert!(matches!(error, PnmError::Bitmap(_)), "{size}: {error}");
        }
        // Rows of a word each.
        for size in ["1 134217729", "1 4294967295", "31 138547332"] {
            let error = read_all(format!("P4 {size}\n").as_bytes(), 100).unwrap_err();
            assert!(matches!(error, PnmError::TooLarge { .. }), "{size}: {error}");
        }
        for size in ["65535 65535", "4294967295 1", "1 134217728"] {
            for magic in ["P1", "P4"] {
                let error = read_all(format!("{magic} {size}\n").as_bytes(), 100).unwrap_err();
                assert!(matches!(error, PnmError::Truncated { row: 1, .. }), "{size}: {error}");
            }
        }
    }
}
