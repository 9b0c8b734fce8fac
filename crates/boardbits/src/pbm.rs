//! Reads PBM pictures (P1 and P4) row by row, at one bit a pixel.

use std::io::{self, BufRead, Read};

use crate::picture::{Picture, PictureError};

/// Why a PBM cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PbmError {
    #[error("expected the {expected} of the picture, found {}", found(*.byte))]
    Header { expected: &'static str, byte: Option<u8> },
    #[error("row {row}, column {column}: expected 0 or 1, found {}", found(Some(*.byte)))]
    Pixel { row: usize, column: usize, byte: u8 },
    #[error("the picture ends in row {row} of {height}")]
    Truncated { row: usize, height: usize },
    #[error(transparent)]
    Picture(#[from] PictureError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

fn found(byte: Option<u8>) -> String {
    byte.map_or("the end".to_owned(), |byte| format!("{:?}", char::from(byte)))
}

type Result<T> = std::result::Result<T, PbmError>;

/// Reads what follows the `P1` (`plain`) or `P4` of a PBM; black pixels are set. Memory grows with the rows that have
/// been read, whatever the header says.
///
/// # Errors
/// [`PbmError`]
pub(crate) fn read(reader: &mut impl BufRead, plain: bool) -> Result<Picture> {
    let width = number(reader, "width")?;
    let height = number(reader, "height")?;
    let mut picture = Picture::new(width, height)?;
    let mut bytes = Vec::new();
    for row in 1..=height {
        bytes.clear();
        if plain {
            read_plain(reader, &mut bytes, width, row, height)?;
        } else {
            let length = width.div_ceil(8);
            if reader.by_ref().take(length as u64).read_to_end(&mut bytes)? < length {
                return Err(PbmError::Truncated { row, height });
            }
        }
        picture.push_row(bytes.chunks(8).map(word))?;
    }
    Ok(picture)
}

/// Eight bytes whose highest bits come first.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_be_bytes(word).reverse_bits()
}

/// Packs a row of `0` and `1` into bytes.
fn read_plain(
    reader: &mut impl BufRead,
    bytes: &mut Vec<u8>,
    width: usize,
    row: usize,
    height: usize,
) -> Result<()> {
    for x in 0..width {
        let byte = loop {
            match symbol(reader)? {
                Some(byte) if byte.is_ascii_whitespace() => {}
                Some(byte) => break byte,
                None => return Err(PbmError::Truncated { row, height }),
            }
        };
        if !matches!(byte, b'0' | b'1') {
            return Err(PbmError::Pixel { row, column: x + 1, byte });
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
fn number(reader: &mut impl BufRead, expected: &'static str) -> Result<usize> {
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
        _ => Err(PbmError::Header { expected, byte }),
    }
}

/// The next byte; a comment counts as the end of its line.
fn symbol(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = byte(reader)?;
    if byte != Some(b'#') {
        return Ok(byte);
    }
    reader.skip_until(b'\n')?;
    Ok(Some(b'\n'))
}

fn byte(reader: &mut impl BufRead) -> io::Result<Option<u8>> {
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
    use super::*;

    /// Reads a whole file, `chunk` bytes at a time.
    fn read_all(bytes: &[u8], chunk: usize) -> Result<Picture> {
        let mut reader = io::BufReader::with_capacity(chunk, &bytes[2..]);
        read(&mut reader, bytes.starts_with(b"P1"))
    }

    fn rows(picture: &Picture) -> Vec<u64> {
        let image = picture.as_bitmap().unwrap();
        (0..image.height()).flat_map(|y| image.row(y)).copied().collect()
    }

    #[test]
    fn plain_and_packed_pictures_are_the_same() {
        let plain = b"P1 # comment\n#\n10#\n2\n10000000 01\n0 1 # c\n0 0 0 0 0 0 0 1";
        let packed = b"P4\n10 2\n\x80\x7f\x40\x40";
        for chunk in [1, 2, 3, 100] {
            let [plain, packed] = [&plain[..], packed].map(|bytes| read_all(bytes, chunk).unwrap());
            assert_eq!(rows(&plain), [0x201, 0x202]);
            // Bits past the width are not pixels.
            assert_eq!(rows(&packed), [0xfe01, 0x202]);
        }
    }

    #[test]
    fn rows_of_several_words() {
        let mut bytes = b"P4 130 2 ".to_vec();
        bytes.extend((0..34).map(|i: u8| i.reverse_bits()));
        let expected = [
            0x0706_0504_0302_0100,
            0x0f0e_0d0c_0b0a_0908,
            0x10,
            0x1817_1615_1413_1211,
            0x201f_1e1d_1c1b_1a19,
            0x21,
        ];
        assert_eq!(rows(&read_all(&bytes, 5).unwrap()), expected);
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
        ] {
            assert_eq!(read_all(bytes, 100).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn a_hostile_header_takes_no_memory() {
        for size in ["0 1", "1 0", "65536 65536", "1 4294967295", "99999999999999999999999 1"] {
            let error = read_all(format!("P4 {size}\n").as_bytes(), 100).unwrap_err();
            assert!(
                matches!(error, PbmError::Picture(PictureError::Size { .. })),
                "{size}: {error}"
            );
        }
        for size in ["65535 65535", "4294967295 1", "1 134217728"] {
            for magic in ["P1", "P4"] {
                let error = read_all(format!("{magic} {size}\n").as_bytes(), 100).unwrap_err();
                assert!(matches!(error, PbmError::Truncated { row: 1, .. }), "{size}: {error}");
            }
        }
    }
}
