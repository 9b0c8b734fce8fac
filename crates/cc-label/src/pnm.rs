//! Reads PBM and PGM pictures (P1, P2, P4, P5) piece by piece.
//!
//! A picture is a header and its pixels from the top. White space and comments may be anywhere
//! between numbers of the header and of plain formats:
//!
//! ```text
//! P2          magic number: P1 and P4 are PBM, P2 and P5 are PGM; P1 and P2 have plain digits
//! # comment   to the end of the line
//! 3 2         width, height
//! 255         largest value, PGM only
//! 0 99 100    the pixels: in P1 digits 0 and 1, in P4 bits from the most significant
//! 255 7 0     P4 and P5 begin after one byte of white space, or after CR LF; in P5, values over
//!             255 are two bytes, the more significant first
//! ```
//!
//! Only a piece of a row is in memory beside the image, and the image grows with what has been
//! read. So a hostile header takes no memory.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use std::io::{self, BufRead, Read};

use bitboard_core::dispatch::SimdLevel;

use crate::bitmap::{BitOrder, BitmapBuf, BitmapError, packed, words_of};
use crate::pack::pack_bright;

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
    #[error("row {row}, column {column}: expected {expected}, found {}", Found(Some(*.byte)))]
    Pixel {
        /// The expected digit: `0 or 1`, or `a digit`.
        expected: &'static str,
        /// The row, from 1.
        row: usize,
        /// The column, from 1.
        column: usize,
        /// The byte found.
        byte: u8,
    },
    /// The largest value in the header of a PGM picture does not fit two bytes.
    #[error("expected a largest value from 1 to 65535, found {found}")]
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
    /// Something follows the pixels, for example another picture.
    #[error("expected the end after the pixels, found {bytes} more byte{}", if *.bytes == 1 { "" } else { "s" })]
    Trailing {
        /// Number of bytes.
        bytes: u64,
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

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the end"),
            Some(byte) => write!(f, "{:?}", char::from(byte)),
        }
    }
}

impl BitmapBuf {
    /// Reads a PBM picture (P1 or P4); black pixels are set. The memory used grows with the pixels
    /// that have been read, regardless of the size in the header.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// assert_eq!(BitmapBuf::read_pbm(&b"P1\n3 2\n1 0 0\n0 1 1\n"[..])?.to_string(), "X..\n.XX");
    /// assert_eq!(BitmapBuf::read_pbm(&b"P4 10 1 \xc0\x40"[..])?.to_string(), "XX.......X");
    /// # Ok::<(), cc_label::PnmError>(())
    /// ```
    ///
    /// # Errors
    /// [`PnmError`]
    pub fn read_pbm(reader: impl BufRead) -> Result<Self, PnmError> {
        let picture = Picture::begin(reader, "PBM", b"14")?;
        picture.into_bitmap(1, |picture, row, columns| {
            if picture.is_plain {
                let digits = columns.map(|x| picture.digit(row, x + 1));
                return digits.collect::<Result<_, _>>().map(Piece::Levels);
            }
            picture.bytes(row, columns.len().div_ceil(8)).map(Piece::Bits)
        })
    }

    /// Reads a PGM picture (P2 or P5). Pixels of at least `threshold` are set, whatever the largest
    /// value in the header, which is at most 65,535.
    /// The memory used grows with the pixels that have been read, one bit each, regardless of the
    /// size in the header.
    ///
    /// ```
    /// use cc_label::BitmapBuf;
    ///
    /// let file: &[u8] = b"P2 4 2 255  0 127 128 255  9 200 0 0";
    /// assert_eq!(BitmapBuf::read_pgm(file, 128)?.to_string(), "..XX\n.X..");
    /// let file: &[u8] = b"P2 4 1 4095  0 2055 2056 4095";
    /// assert_eq!(BitmapBuf::read_pgm(file, 2056)?.to_string(), "..XX");
    /// # Ok::<(), cc_label::PnmError>(())
    /// ```
    ///
    /// # Errors
    /// [`PnmError`]
    pub fn read_pgm(reader: impl BufRead, threshold: u32) -> Result<Self, PnmError> {
        let mut picture = Picture::begin(reader, "PGM", b"25")?;
        let most = picture.number("largest value")?;
        if !(1..=65535).contains(&most) {
            return Err(PnmError::LargestValue { found: most });
        }
        if !picture.is_plain && most <= 255 {
            let least = u8::try_from(threshold);
            return picture.into_bitmap(least.unwrap_or(1), |picture, row, columns| {
                let mut levels = picture.bytes(row, columns.len())?;
                for (&level, x) in levels.iter().zip(columns).filter(|_| most < 255) {
                    check_level(level.into(), most, row, x + 1)?;
                }
                if least.is_err() {
                    levels.fill(0);
                }
                Ok(Piece::Levels(levels))
            });
        }
        picture.into_bitmap(1, |picture, row, columns| {
            let is_set = |level: usize| u8::from(level as u64 >= threshold.into());
            if picture.is_plain {
                let levels = columns.map(|x| picture.level(row, x + 1, most).map(is_set));
                return levels.collect::<Result<_, _>>().map(Piece::Levels);
            }
            let bytes = picture.bytes(row, 2 * columns.len())?;
            let levels = bytes.chunks_exact(2).zip(columns).map(|(bytes, x)| {
                let level = usize::from(bytes[0]) << 8 | usize::from(bytes[1]);
                check_level(level, most, row, x + 1).map(is_set)
            });
            levels.collect::<Result<_, _>>().map(Piece::Levels)
        })
    }
}

/// Returns the value of a pixel if it is at most `most`.
fn check_level(found: usize, most: usize, row: usize, column: usize) -> Result<usize, PnmError> {
    if found > most {
        return Err(PnmError::Value { row, column, most, found });
    }
    Ok(found)
}

/// Number of pixels that are read at once, whole words. A row can be far longer.
const PIECE: usize = 1 << 16;

/// The most words of a picture: 1 GiB.
const MAX_WORDS: usize = 1 << 27;

/// A piece of a row.
enum Piece {
    /// A byte for each pixel.
    Levels(Vec<u8>),
    /// A bit for each pixel, from the most significant.
    Bits(Vec<u8>),
}

/// A picture whose header has been read.
struct Picture<R> {
    reader: R,
    /// Whether the pixels are plain digits.
    is_plain: bool,
    width: usize,
    height: usize,
}

impl<R: BufRead> Picture<R> {
    /// Reads the header as far as the formats have it in common. Fails for pictures without pixels
    /// and for those that are too large. `kinds` are the digits of the plain and of the other
    /// format.
    fn begin(reader: R, format: &'static str, kinds: &[u8; 2]) -> Result<Self, PnmError> {
        let mut picture = Self { reader, is_plain: false, width: 0, height: 0 };
        let magic = [picture.byte()?, picture.byte()?];
        picture.is_plain = magic == [Some(b'P'), Some(kinds[0])];
        if !picture.is_plain && magic != [Some(b'P'), Some(kinds[1])] {
            return Err(PnmError::Magic { format });
        }
        let (width, height) = (picture.number("width")?, picture.number("height")?);
        if words_of(width, height)? > MAX_WORDS {
            return Err(PnmError::TooLarge { width, height });
        }
        Ok(Self { width, height, ..picture })
    }

    /// Reads the pixels. `read` gets a row, from 1, and the columns of a piece, from 0; levels of
    /// at least `threshold` are set.
    fn into_bitmap(
        mut self,
        threshold: u8,
        read: impl Fn(&mut Self, usize, Range<usize>) -> Result<Piece, PnmError>,
    ) -> Result<BitmapBuf, PnmError> {
        let Self { width, height, .. } = self;
        let (mut words, simd_level) = (Vec::new(), SimdLevel::new());
        for row in 1..=height {
            for begin in (0..width).step_by(PIECE) {
                let columns = begin..width.min(begin + PIECE);
                let length = columns.len().div_ceil(64);
                let piece = read(&mut self, row, columns)?;
                let reserved = words.try_reserve(length);
                reserved.map_err(|_| BitmapError::OutOfMemory { size: (width, height, 1) })?;
                match piece {
                    Piece::Levels(levels) => {
                        let end = words.len();
                        words.resize(end + length, 0);
                        pack_bright(simd_level, &levels, threshold, &mut words[end..]);
                    }
                    Piece::Bits(bytes) => {
                        let order = BitOrder::MostSignificantFirst;
                        words.extend(bytes.chunks(8).map(|bytes| packed(bytes, order)));
                    }
                }
            }
        }
        self.end()?;
        Ok(BitmapBuf::from_words(words, width, height)?)
    }

    /// Fails if anything follows the pixels. White space and comments may follow plain ones.
    fn end(mut self) -> Result<(), PnmError> {
        let first = if self.is_plain { self.next_symbol()? } else { self.byte()? };
        if first.is_none() {
            return Ok(());
        }
        let bytes = 1 + io::copy(&mut self.reader, &mut io::sink())?;
        Err(PnmError::Trailing { bytes })
    }

    /// Reads bytes of a row.
    fn bytes(&mut self, row: usize, length: usize) -> Result<Vec<u8>, PnmError> {
        let mut bytes = Vec::new();
        if (&mut self.reader).take(length as u64).read_to_end(&mut bytes)? < length {
            return Err(PnmError::Truncated { row, height: self.height });
        }
        Ok(bytes)
    }

    /// Reads a digit 0 or 1, which needs no white space around it.
    fn digit(&mut self, row: usize, column: usize) -> Result<u8, PnmError> {
        match self.next_symbol()? {
            Some(byte @ b'0'..=b'1') => Ok(byte - b'0'),
            Some(byte) => Err(PnmError::Pixel { expected: "0 or 1", row, column, byte }),
            None => Err(PnmError::Truncated { row, height: self.height }),
        }
    }

    /// Reads a number of at most `most`. The last one may end with the file.
    fn level(&mut self, row: usize, column: usize, most: usize) -> Result<usize, PnmError> {
        match self.digits()? {
            (_, Some(byte)) if !byte.is_ascii_whitespace() => {
                Err(PnmError::Pixel { expected: "a digit", row, column, byte })
            }
            (Some(found), _) => check_level(found, most, row, column),
            (None, _) => Err(PnmError::Truncated { row, height: self.height }),
        }
    }

    /// Reads a number of the header and the byte that ends it, or CR LF.
    fn number(&mut self, expected: &'static str) -> Result<usize, PnmError> {
        match self.digits()? {
            (Some(number), Some(byte)) if byte.is_ascii_whitespace() => {
                if byte == b'\r' && self.peek()? == Some(b'\n') {
                    self.reader.consume(1);
                }
                Ok(number)
            }
            (_, byte) => Err(PnmError::Header { expected, byte }),
        }
    }

    /// Skips white space and reads a number, which may be missing, and the byte after it.
    fn digits(&mut self) -> io::Result<(Option<usize>, Option<u8>)> {
        let (mut number, mut byte) = (None, self.next_symbol()?);
        while let Some(digit @ b'0'..=b'9') = byte {
            let digit = usize::from(digit - b'0');
            number = Some(number.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit));
            byte = self.symbol()?;
        }
        Ok((number, byte))
    }

    /// Returns the next byte that is not white space.
    fn next_symbol(&mut self) -> io::Result<Option<u8>> {
        loop {
            let byte = self.symbol()?;
            if !byte.is_some_and(|byte| byte.is_ascii_whitespace()) {
                return Ok(byte);
            }
        }
    }

    /// Returns the next byte; a comment counts as the end of its line.
    fn symbol(&mut self) -> io::Result<Option<u8>> {
        let byte = self.byte()?;
        if byte != Some(b'#') {
            return Ok(byte);
        }
        self.reader.skip_until(b'\n')?;
        Ok(Some(b'\n'))
    }

    /// Reads a byte; `None` at the end of the file.
    fn byte(&mut self) -> io::Result<Option<u8>> {
        let byte = self.peek()?;
        self.reader.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// Returns the next byte without reading it; `None` at the end of the file.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}
