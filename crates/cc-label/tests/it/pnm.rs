//! PBM and PGM files: contents, errors, and memory.

use std::io;

use cc_label::{BitmapBuf, PnmError};

/// Number of pixels of a piece of a row that is read at once.
const PIECE: usize = 1 << 16;

/// Reads a whole file, `chunk` bytes at a time.
fn read_pbm(bytes: &[u8], chunk: usize) -> Result<BitmapBuf, PnmError> {
    BitmapBuf::read_pbm(io::BufReader::with_capacity(chunk, bytes))
}

fn rows(image: &BitmapBuf) -> Vec<u64> {
    let image = image.as_bitmap();
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
        let image = BitmapBuf::read_pgm(bytes, 101).unwrap();
        assert_eq!(image.to_string(), "...\nXX.");
        let image = BitmapBuf::read_pgm(bytes, 100).unwrap();
        assert_eq!(image.to_string(), "..X\nXX.");
        assert_eq!(BitmapBuf::read_pgm(bytes, 0).unwrap().to_string(), "XXX\nXXX");
        assert_eq!(BitmapBuf::read_pgm(bytes, 256).unwrap().to_string(), "...\n...");
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
            let image = BitmapBuf::read_pgm(bytes, threshold).unwrap();
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
    let image = BitmapBuf::read_pgm(&b"P5\r\n2 1\r\n255\r\n\x0d\x0a"[..], 11).unwrap();
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
    let set = BitmapBuf::from_fn(width, 2, is_set).unwrap();
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
    assert!(BitmapBuf::read_pgm(&packed[..], 90).unwrap() == set);
    assert!(BitmapBuf::read_pgm(plain.as_bytes(), 90).unwrap() == set);
    assert!(BitmapBuf::read_pbm(&bits[..]).unwrap() == set);
    let column = PIECE + 7;
    let plain = format!("P2 {width} 1 9\n{}x", "1 ".repeat(column));
    let error = BitmapBuf::read_pgm(plain.as_bytes(), 1).unwrap_err();
    let expected = format!("row 1, column {}: expected a digit, found 'x'", column + 1);
    assert_eq!(error.to_string(), expected);
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
        (b"P1\n2 2\n01\n0x", "row 2, column 2: expected 0 or 1, found 'x'"),
        (b"P4\n9 3\n\x01\x02\x03", "the picture ends in row 2 of 3"),
        (b"P1\n2 1\n011", "expected the end after the pixels, found 1 more byte"),
        (b"P1\n2 1\n01 # c\n P1 1 1 0", "expected the end after the pixels, found 8 more bytes"),
        (b"P4\n9 1\n\x01\x80\n\n", "expected the end after the pixels, found 2 more bytes"),
        // Only the end of a line may have two bytes.
        (b"P4 8 1 \n\x01", "expected the end after the pixels, found 1 more byte"),
    ] {
        assert_eq!(read_pbm(bytes, 100).unwrap_err().to_string(), expected);
    }
    for (bytes, expected) in [
        (&b""[..], "expected a PGM picture, which begins with P2 or P5"),
        (b"P4 1 1 ", "expected a PGM picture, which begins with P2 or P5"),
        (b"P5 1 1", "expected the height of the picture, found the end"),
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
        assert_eq!(BitmapBuf::read_pgm(bytes, 1).unwrap_err().to_string(), expected);
    }
}

#[test]
fn a_hostile_header_takes_no_memory() {
    let read = |magic: &str, size: &str| match magic {
        "P1" | "P4" => read_pbm(format!("{magic} {size}\n").as_bytes(), 100).unwrap_err(),
        _ => BitmapBuf::read_pgm(format!("{magic} {size} 255\n").as_bytes(), 1).unwrap_err(),
    };
    for magic in ["P1", "P2", "P4", "P5"] {
        for size in ["0 1", "1 0", "65536 65536", "99999999999999999999999 1"] {
            let error = read(magic, size);
            assert!(matches!(error, PnmError::Bitmap(_)), "{magic} {size}: {error}");
        }
        // Rows of a word each.
        for size in ["1 134217729", "1 4294967295", "31 138547332"] {
            let error = read(magic, size);
            assert!(matches!(error, PnmError::TooLarge { .. }), "{magic} {size}: {error}");
        }
        for size in ["65535 65535", "4294967295 1", "1 134217728"] {
            let error = read(magic, size);
            let is_truncated = matches!(error, PnmError::Truncated { row: 1, .. });
            assert!(is_truncated, "{magic} {size}: {error}");
        }
    }
}
