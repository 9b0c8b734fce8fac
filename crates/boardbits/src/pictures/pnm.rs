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

use std::io::{self, BufRead, Read};
use std::ops::Range;

use cc_label::{Image, LabelError};

/// Reads a PBM (P1 or P4), whose black pixels are set, or a PGM (P2 or P5), whose pixels of at least
/// `threshold` are set, whatever the largest value in the header. The memory grows with the pixels
/// that have been read.
pub(super) fn read(reader: impl BufRead, threshold: u32) -> Result<Image, String> {
    let mut picture = Picture { reader, is_plain: false, width: 0, height: 0 };
    let magic = [picture.byte()?, picture.byte()?];
    picture.is_plain = matches!(magic[1], Some(b'1' | b'2'));
    picture.width = picture.number("width")?;
    picture.height = picture.number("height")?;
    let (width, height) = (picture.width, picture.height);
    let pixels = width.checked_mul(height).and_then(|pixels| u32::try_from(pixels).ok());
    if pixels.is_none_or(|pixels| pixels == 0) {
        return Err(LabelError::PixelCount { size: (width, height, 1) }.to_string());
    }
    if width.div_ceil(64) * height > MAX_WORDS {
        return Err(format!(
            "{width}×{height} pixels take more than 1 GiB, because rows are rounded up to 64 pixels"
        ));
    }
    let is_bits = matches!(magic[1], Some(b'1' | b'4'));
    let most = if is_bits { 1 } else { picture.number("largest value")? };
    if !(1..=65535).contains(&most) {
        return Err(format!("expected a largest value from 1 to 65535, found {most}"));
    }
    let is_set = |level: usize| level as u64 >= if is_bits { 1 } else { threshold.into() };
    picture.into_image(|picture, row, columns, words| {
        if picture.is_plain {
            for (i, x) in columns.enumerate() {
                let level = match is_bits {
                    true => picture.digit(row, x + 1)?,
                    false => picture.level(row, x + 1, most)?,
                };
                words[i / 64] |= u64::from(is_set(level)) << (i % 64);
            }
        } else if is_bits {
            for (i, byte) in picture.bytes(row, columns.len().div_ceil(8))?.into_iter().enumerate()
            {
                words[i / 8] |= u64::from(byte.reverse_bits()) << (i % 8 * 8);
            }
        } else {
            let size = if most > 255 { 2 } else { 1 };
            let bytes = picture.bytes(row, size * columns.len())?;
            if let (255, Ok(least)) = (most, u8::try_from(threshold)) {
                let piece = Image::from_luma(&bytes, (bytes.len(), 1), bytes.len(), least);
                words.copy_from_slice(piece.map_err(|error| error.to_string())?.row(0));
                return Ok(());
            }
            for ((i, x), bytes) in columns.enumerate().zip(bytes.chunks_exact(size)) {
                let level = bytes.iter().fold(0, |level, &byte| level << 8 | usize::from(byte));
                let is_set = is_set(check_level(level, most, row, x + 1)?);
                words[i / 64] |= u64::from(is_set) << (i % 64);
            }
        }
        Ok(())
    })
}

fn found(byte: Option<u8>) -> String {
    byte.map_or("the end".to_owned(), |byte| format!("{:?}", char::from(byte)))
}

/// Returns the value of a pixel if it is at most `most`.
fn check_level(found: usize, most: usize, row: usize, column: usize) -> Result<usize, String> {
    if found > most {
        return Err(format!("row {row}, column {column}: expected at most {most}, found {found}"));
    }
    Ok(found)
}

fn wrong_pixel(expected: &str, row: usize, column: usize, byte: u8) -> String {
    format!("row {row}, column {column}: expected {expected}, found {}", found(Some(byte)))
}

fn failed(error: io::Error) -> String {
    error.to_string()
}

/// Number of pixels that are read at once, whole words. A row can be far longer.
const PIECE: usize = 1 << 16;

/// The most words of a picture: 1 GiB.
const MAX_WORDS: usize = 1 << 27;

/// A picture whose header has been read.
struct Picture<R> {
    reader: R,
    /// Whether the pixels are plain digits.
    is_plain: bool,
    width: usize,
    height: usize,
}

impl<R: BufRead> Picture<R> {
    /// Reads the pixels. `read` gets a row, from 1, the columns of a piece, from 0, and its words.
    fn into_image(
        mut self,
        read: impl Fn(&mut Self, usize, Range<usize>, &mut [u64]) -> Result<(), String>,
    ) -> Result<Image, String> {
        let size @ (width, height) = (self.width, self.height);
        let mut words = Vec::new();
        for row in 1..=height {
            for begin in (0..width).step_by(PIECE) {
                let columns = begin..width.min(begin + PIECE);
                let (end, length) = (words.len(), columns.len().div_ceil(64));
                let reserved = words.try_reserve(length);
                reserved.map_err(|_| {
                    LabelError::OutOfMemory { size: (width, height, 1) }.to_string()
                })?;
                words.resize(end + length, 0);
                read(&mut self, row, columns, &mut words[end..])?;
            }
        }
        self.end()?;
        Image::from_words(words, size).map_err(|error| error.to_string())
    }

    /// Fails if anything follows the pixels. White space and comments may follow plain ones.
    fn end(mut self) -> Result<(), String> {
        let first = if self.is_plain { self.next_symbol()? } else { self.byte()? };
        if first.is_none() {
            return Ok(());
        }
        let bytes = 1 + io::copy(&mut self.reader, &mut io::sink()).map_err(failed)?;
        let plural = if bytes == 1 { "" } else { "s" };
        Err(format!("expected the end after the pixels, found {bytes} more byte{plural}"))
    }

    fn truncated(&self, row: usize) -> String {
        format!("the picture ends in row {row} of {}", self.height)
    }

    /// Reads bytes of a row.
    fn bytes(&mut self, row: usize, length: usize) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        let read = (&mut self.reader).take(length as u64).read_to_end(&mut bytes);
        if read.map_err(failed)? < length {
            return Err(self.truncated(row));
        }
        Ok(bytes)
    }

    /// Reads a digit 0 or 1, which needs no white space around it.
    fn digit(&mut self, row: usize, column: usize) -> Result<usize, String> {
        match self.next_symbol()? {
            Some(byte @ b'0'..=b'1') => Ok((byte - b'0').into()),
            Some(byte) => Err(wrong_pixel("0 or 1", row, column, byte)),
            None => Err(self.truncated(row)),
        }
    }

    /// Reads a number of at most `most`. The last one may end with the file.
    fn level(&mut self, row: usize, column: usize, most: usize) -> Result<usize, String> {
        match self.digits()? {
            (_, Some(byte)) if !byte.is_ascii_whitespace() => {
                Err(wrong_pixel("a digit", row, column, byte))
            }
            (Some(found), _) => check_level(found, most, row, column),
            (None, _) => Err(self.truncated(row)),
        }
    }

    /// Reads a number of the header and the byte that ends it, or CR LF.
    fn number(&mut self, expected: &str) -> Result<usize, String> {
        match self.digits()? {
            (Some(number), Some(byte)) if byte.is_ascii_whitespace() => {
                if byte == b'\r' && self.peek()? == Some(b'\n') {
                    self.reader.consume(1);
                }
                Ok(number)
            }
            (_, byte) => {
                Err(format!("expected the {expected} of the picture, found {}", found(byte)))
            }
        }
    }

    /// Skips white space and reads a number, which may be missing, and the byte after it.
    fn digits(&mut self) -> Result<(Option<usize>, Option<u8>), String> {
        let (mut number, mut byte) = (None, self.next_symbol()?);
        while let Some(digit @ b'0'..=b'9') = byte {
            let digit = usize::from(digit - b'0');
            number = Some(number.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit));
            byte = self.symbol()?;
        }
        Ok((number, byte))
    }

    /// Returns the next byte that is not white space.
    fn next_symbol(&mut self) -> Result<Option<u8>, String> {
        loop {
            let byte = self.symbol()?;
            if !byte.is_some_and(|byte| byte.is_ascii_whitespace()) {
                return Ok(byte);
            }
        }
    }

    /// Returns the next byte; a comment counts as the end of its line.
    fn symbol(&mut self) -> Result<Option<u8>, String> {
        let byte = self.byte()?;
        if byte != Some(b'#') {
            return Ok(byte);
        }
        self.reader.skip_until(b'\n').map_err(failed)?;
        Ok(Some(b'\n'))
    }

    /// Reads a byte; `None` at the end of the file.
    fn byte(&mut self) -> Result<Option<u8>, String> {
        let byte = self.peek()?;
        self.reader.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    /// Returns the next byte without reading it; `None` at the end of the file.
    fn peek(&mut self) -> Result<Option<u8>, String> {
        loop {
            match self.reader.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a whole file, `chunk` bytes at a time.
    fn read_pbm(bytes: &[u8], chunk: usize) -> Result<Image, String> {
        read(io::BufReader::with_capacity(chunk, bytes), 1)
    }

    fn rows(image: &Image) -> Vec<u64> {
        (0..image.height()).flat_map(|y| image.row(y)).copied().collect()
    }

    #[test]
    fn plain_and_packed_bits_are_the_same() {
        let plain = b"P1 # comment\n#\n10#\n2\n10000000 01\n0 1 # c\n0 0 0 0 0 0 0 1";
        // Bits past the width are not pixels.
        let packed = b"P4\n10 2\n\x80\x7f\x40\x40";
        for chunk in [1, 2, 3, 100] {
            for bytes in [&plain[..], packed] {
                assert_eq!(rows(&read_pbm(bytes, chunk).unwrap()), [0x201, 0x202]);
            }
        }
    }

    #[test]
    fn plain_and_packed_levels_are_the_same() {
        let plain = b"P2 # comment\n3 2\n 200\n0 99#1\n100\n# 1 2\n150 200 7\n";
        let packed = b"P5\n3 2 200\n\x00\x63\x64\x96\xc8\x07";
        for bytes in [&plain[..], packed] {
            let image = read(bytes, 101).unwrap();
            assert_eq!(image.to_string(), "...\nXX.");
            let image = read(bytes, 100).unwrap();
            assert_eq!(image.to_string(), "..X\nXX.");
            assert_eq!(read(bytes, 0).unwrap().to_string(), "XXX\nXXX");
            assert_eq!(read(bytes, 256).unwrap().to_string(), "...\n...");
        }
    }

    #[test]
    fn deep_levels_are_compared_exactly() {
        let values = [0_u16, 2055, 2056, 4095];
        let plain = format!("P2 4 1 4095\n{values:?}").replace(['[', ']', ','], " ");
        let mut packed = b"P5 4 1 4095\n".to_vec();
        packed.extend(values.iter().flat_map(|value| value.to_be_bytes()));
        for bytes in [plain.as_bytes(), &packed] {
            for (threshold, expected) in
                [(0, "XXXX"), (1, ".XXX"), (2056, "..XX"), (4095, "...X"), (65536, "....")]
            {
                let image = read(bytes, threshold).unwrap();
                assert_eq!(image.to_string(), expected, "{threshold}");
            }
        }
    }

    #[test]
    fn lines_of_a_header_may_end_with_cr_lf() {
        for chunk in [1, 100] {
            let image = read_pbm(b"P4\r\n8 1\r\n\x0a", chunk).unwrap();
            assert_eq!(image.to_string(), "....X.X.");
        }
        let image = read(&b"P5\r\n2 1\r\n255\r\n\x0d\x0a"[..], 11).unwrap();
        assert_eq!(image.to_string(), "X.");
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
        assert_eq!(rows(&read_pbm(&bytes, 5).unwrap()), expected);
    }

    #[test]
    fn long_rows_are_read_in_pieces() {
        let width = 2 * PIECE + 70;
        let level = |x: usize, y: usize| (x * x + 7 * y) % 251;
        let is_set = |x, y| level(x, y) >= 90;
        let set = Image::from_fn((width, 2), |x, y, _| is_set(x, y)).unwrap();
        let mut packed = format!("P5 {width} 2 255\n").into_bytes();
        let mut plain = format!("P2 {width} 2 255");
        let mut bits = format!("P4 {width} 2\n").into_bytes();
        for (x, y) in (0..2).flat_map(|y| (0..width).map(move |x| (x, y))) {
            packed.push(level(x, y) as u8);
            plain += &format!(" {}", level(x, y));
            if x % 8 == 0 {
                bits.push(0);
            }
            *bits.last_mut().unwrap() |= u8::from(is_set(x, y)) << (7 - x % 8);
        }
        assert!(read(&packed[..], 90).unwrap() == set);
        assert!(read(plain.as_bytes(), 90).unwrap() == set);
        assert!(read(&bits[..], 1).unwrap() == set);
        let column = PIECE + 7;
        let plain = format!("P2 {width} 1 9\n{}x", "1 ".repeat(column));
        let error = read(plain.as_bytes(), 1).unwrap_err();
        let expected = format!("row 1, column {}: expected a digit, found 'x'", column + 1);
        assert_eq!(error, expected);
    }

    #[test]
    fn wrong_pictures_are_named() {
        for (bytes, expected) in [
            (&b"P4"[..], "expected the width of the picture, found the end"),
            (b"P4\nx", "expected the width of the picture, found 'x'"),
            (b"P4\n3 -1", "expected the height of the picture, found '-'"),
            (b"P4\n3 1", "expected the height of the picture, found the end"),
            (b"P1\n2 2\n01\n", "the picture ends in row 2 of 2"),
            (b"P1\n2 2\n01\n0x", "row 2, column 2: expected 0 or 1, found 'x'"),
            (b"P4\n9 3\n\x01\x02\x03", "the picture ends in row 2 of 3"),
            (b"P1\n2 1\n011", "expected the end after the pixels, found 1 more byte"),
            (
                b"P1\n2 1\n01 # c\n P1 1 1 0",
                "expected the end after the pixels, found 8 more bytes",
            ),
            (b"P4\n9 1\n\x01\x80\n\n", "expected the end after the pixels, found 2 more bytes"),
            // Only the end of a line may have two bytes.
            (b"P4 8 1 \n\x01", "expected the end after the pixels, found 1 more byte"),
        ] {
            assert_eq!(read_pbm(bytes, 100).unwrap_err(), expected);
        }
        for (bytes, expected) in [
            (&b"P5 1 1"[..], "expected the height of the picture, found the end"),
            (b"P5 1 1 x", "expected the largest value of the picture, found 'x'"),
            (b"P5 1 1 65536\n", "expected a largest value from 1 to 65535, found 65536"),
            (b"P5 1 1 0\n", "expected a largest value from 1 to 65535, found 0"),
            (b"P5 2 1 9\n\x09\x0a", "row 1, column 2: expected at most 9, found 10"),
            (b"P5 1 1 256\n\x01\x01", "row 1, column 1: expected at most 256, found 257"),
            (b"P5 1 2 256\n\x01\x00\x00", "the picture ends in row 2 of 2"),
            (b"P5 1 1 255\n\x01\x00", "expected the end after the pixels, found 1 more byte"),
            (b"P2 1 1 255\n1 2", "expected the end after the pixels, found 1 more byte"),
            (b"P5 2 2 255\nabc", "the picture ends in row 2 of 2"),
            (b"P2 2 2 9\n1 2 3", "the picture ends in row 2 of 2"),
            (b"P2 2 2 9\n1 2 3 10", "row 2, column 2: expected at most 9, found 10"),
            (b"P2 2 1 9\n1 -", "row 1, column 2: expected a digit, found '-'"),
        ] {
            assert_eq!(read(bytes, 1).unwrap_err(), expected);
        }
    }

    #[test]
    fn a_hostile_header_takes_no_memory() {
        for (magic, most) in [("P1", ""), ("P2", " 255"), ("P4", ""), ("P5", " 255")] {
            let error =
                |size: &str| read(format!("{magic} {size}{most}\n").as_bytes(), 1).unwrap_err();
            for size in ["0 1", "1 0", "65536 65536", "99999999999999999999999 1"] {
                assert!(error(size).starts_with("expected 1 to"), "{magic} {size}");
            }
            // Rows of a word each.
            for size in ["1 134217729", "1 4294967295", "31 138547332"] {
                assert!(error(size).contains("take more than 1 GiB"), "{magic} {size}");
            }
            for size in ["65535 65535", "4294967295 1", "1 134217728"] {
                assert!(error(size).starts_with("the picture ends in row 1 of"), "{magic} {size}");
            }
        }
    }
}
