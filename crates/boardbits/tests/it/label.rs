//! `boardbits label`.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat};

use crate::common::{Folder, answer, run};

const PBM: &str = "P1\n# two and a half\n6 3\n1 1 0 0 0 1\n0 1 0 0 1 0\n0 0 0 0 1 0\n";

fn answer_to(arguments: &str, input: impl AsRef<[u8]>) -> String {
    let ran = run(arguments, input);
    assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments}");
    ran.out
}

/// A file of a picture.
fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A `.npy`.
fn npy(descr: &str, is_fortran: bool, shape: &str, numbers: &[u8]) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    let len = (text.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\0", &len[..], text.as_bytes(), numbers].concat()
}

#[test]
fn a_plain_pbm() {
    assert_eq!(answer("label -", PBM), "3\n3 0 0 1 1\n1 5 0 5 0\n2 4 1 4 2\n");
    assert_eq!(answer("label --connectivity 8 -", PBM), "2\n3 0 0 1 1\n3 4 0 5 2\n");
    assert_eq!(answer("label --invert --count -", PBM), "2\n");
}

#[test]
fn a_packed_pbm() {
    assert_eq!(answer_to("label -", b"P4\n10 2\n\x80\x40\xff\xc0"), "1\n12 0 0 9 1\n");
    let commented = b"P4 # c\n#\n10 # width\n2\n\x80\x40\xff\xc0";
    assert_eq!(answer_to("label -", commented), "1\n12 0 0 9 1\n");
    let ragged = run("label -", b"P4\n10 3\n\xff\xc0\xff");
    assert_eq!(ragged.err, "boardbits: stdin: the picture ends in row 2 of 3\n");
}

#[test]
fn the_largest_come_first() {
    assert_eq!(answer("label --sort area -", PBM), "3\n3 0 0 1 1\n2 4 1 4 2\n1 5 0 5 0\n");
    let csv = answer("label --sort area --format csv --min-size 2 -", PBM);
    let expected = "label,area,left,top,right,bottom,x,y\n\
                    1,3,0,0,1,1,0.667,0.333\n2,2,4,1,4,2,4.0,1.5\n";
    assert_eq!(csv, expected);
    let json = answer("label --keep-largest 1 --format json -", PBM);
    let expected = "{\"components\":1}\n{\"label\":1,\"area\":3,\"left\":0,\"top\":0,\"right\":1,\
                    \"bottom\":1,\"x\":0.667,\"y\":0.333}\n";
    assert_eq!(json, expected);
    for format in ["text", "csv"] {
        assert_eq!(answer(&format!("label --count --min-size 2 --format {format}"), PBM), "2\n");
    }
    let none = "label,area,left,top,right,bottom,x,y\n";
    assert_eq!(answer("label --min-size 9 --format csv", PBM), none);
}

#[test]
fn other_files_are_refused_with_the_formats_that_are_read() {
    let tiff = if cfg!(feature = "tiff") { " TIFF," } else { "" };
    let formats = format!("expected a PNG,{tiff} PNM or .npy");
    for (input, expected) in [
        (&b"<svg/>"[..], format!("{formats}, found text; `boardbits grid` reads maps")),
        (b"\xff\xfe\0", formats.clone()),
        (b"GIF89a", format!("{formats}, found Gif")),
        (b"", formats.clone()),
        (b"P4\n64 2\n\xff", "the picture ends in row 1 of 2".to_owned()),
        (b"P4\nx", "expected the numbers of the header of a PNM".to_owned()),
        (b"P1\n4 2\n1 0 1 1\n0 0\n", String::new()),
        (b"\x89PNG\r\n\x1a\n", String::new()),
        (b"P1\n0 5\n", String::new()),
        (b"P4\n99999999 99999999\n", String::new()),
        (b"P5 3 2 255\n\xc8\x00", "the picture ends in row 1 of 2".to_owned()),
    ] {
        let ran = run("label -", input);
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{input:?}");
        let expected = format!("boardbits: stdin: {expected}");
        assert!(ran.err.starts_with(&expected), "{input:?}: {}", ran.err);
    }
    assert_eq!(run("label no-such-file.png", "").status, 1);
    let png = encoded(&DynamicImage::new_luma8(2, 2), ImageFormat::Png);
    let grid = run("grid -", &png);
    assert!(grid.err.ends_with("; `boardbits label` reads pictures\n"), "{}", grid.err);
}

/// All white except one pixel in the last row.
fn large(width: usize, height: usize) -> Vec<u8> {
    let mut bytes = format!("P4\n{width} {height}\n").into_bytes();
    bytes.resize(bytes.len() + width.div_ceil(8) * height, 0);
    *bytes.last_mut().unwrap() = 1;
    bytes
}

#[test]
fn a_pbm_of_24000_by_24000_pixels_is_read() {
    assert_eq!(answer_to("label -", large(24_000, 24_000)), "1\n1 23999 23999 23999 23999\n");
}

#[test]
fn a_very_wide_pbm_is_read() {
    assert_eq!(answer_to("label -", large(1 << 27, 1)), "1\n1 134217727 0 134217727 0\n");
}

/// Neither may take the memory that the header promises: there is less.
#[cfg(target_os = "linux")]
#[test]
fn a_hostile_header_takes_no_memory() {
    use std::process::Command;

    // The sides of a PNG, whose checksum is then wrong, and of others.
    let png = |width: u32, height: u32| {
        let mut bytes = encoded(&DynamicImage::new_luma8(1, 1), ImageFormat::Png);
        bytes[16..24].copy_from_slice([width, height].map(u32::to_be_bytes).as_flattened());
        bytes
    };
    for input in [
        b"P1 65535 65535\n".to_vec(),
        b"P4 65535 65535\n".to_vec(),
        b"P4 4294967295 1\n".to_vec(),
        b"P4 1 134217728\n".to_vec(),
        b"P5 65535 65535 255\n".to_vec(),
        npy("<u8", false, "(65536, 65535, 1)", &[]),
        npy("<u8", true, "(65536, 65535, 1)", &[]),
        npy("|b1", false, "(2, 2147483647)", &[]),
        b"P4 1 4294967295\n".to_vec(),
        b"P4 18446744073709551615 18446744073709551615\n".to_vec(),
        png(1, i32::MAX as u32),
        png(i32::MAX as u32, i32::MAX as u32),
    ] {
        let path = std::env::temp_dir().join(format!("boardbits-hostile-{}", std::process::id()));
        std::fs::write(&path, &input).unwrap();
        let mut command = Command::new("sh");
        let script = "ulimit -v 500000; exec \"$0\" label \"$1\"";
        command.args(["-c", script, env!("CARGO_BIN_EXE_boardbits"), path.to_str().unwrap()]);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.starts_with("boardbits: ") && !said.contains("panicked"), "{said}");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn holes_are_counted() {
    let rings = "P1 7 5\n1111111 1000101 1010111 1000100 1111101\n";
    assert_eq!(
        answer("label --holes -", rings),
        "3 2 1\n21 0 0 6 4 2 -\n1 2 2 2 2 0 1\n1 6 4 6 4 0 -\n"
    );
    let json = answer("label --holes --format json -", rings);
    let mut lines = json.lines();
    assert_eq!(lines.next(), Some("{\"components\":3,\"holes\":2,\"euler\":1}"));
    assert!(lines.next().unwrap().ends_with(",\"holes\":2,\"around\":null}"));
    let csv = answer("label --holes --format csv -", rings);
    assert!(csv.lines().nth(1).unwrap().ends_with(",2,"), "{csv}");
    assert!(csv.lines().nth(2).unwrap().ends_with(",0,1"), "{csv}");
    // The ring comes second in raster order, but first by its size.
    let rings = "P1 9 5\n100011111 100010001 000010101 000010001 000011111\n";
    let sorted = answer("label --holes --sort area -", rings);
    assert_eq!(sorted, "3 1 2\n16 4 0 8 4 1 -\n2 0 0 0 1 0 -\n1 6 2 6 2 0 1\n");
}

/// The numbers of a row, as a file of each format.
fn files_of(numbers: &[u16]) -> Vec<(&'static str, Vec<u8>)> {
    let width = numbers.len() as u32;
    let is_deep = numbers.iter().any(|&number| number > 255);
    let words: Vec<_> = numbers.iter().map(u16::to_string).collect();
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
    let gray = match is_deep {
        true => {
            image::ImageBuffer::from_raw(width, 1, numbers.to_vec()).map(DynamicImage::ImageLuma16)
        }
        false => {
            let bytes = numbers.iter().map(|&number| number as u8).collect();
            image::ImageBuffer::from_raw(width, 1, bytes).map(DynamicImage::ImageLuma8)
        }
    };
    let gray = gray.unwrap();
    let most = if is_deep { 65535 } else { 255 };
    let color = match is_deep {
        true => DynamicImage::ImageRgb16(gray.to_rgb16()),
        false => DynamicImage::ImageRgb8(gray.to_rgb8()),
    };
    vec![
        ("P2", format!("P2 {width} 1 {most} {}", words.join(" ")).into_bytes()),
        ("P5", encoded(&gray, ImageFormat::Pnm)),
        ("PNG", encoded(&gray, ImageFormat::Png)),
        ("colors", encoded(&color, ImageFormat::Png)),
        #[cfg(feature = "tiff")]
        ("TIFF", encoded(&gray, ImageFormat::Tiff)),
        (".npy", npy(">u2", false, &format!("(1, {width})"), &bytes)),
    ]
}

#[test]
fn an_image_has_one_count_whatever_the_format() {
    let (small, large) = ([0, 1, 127, 128, 0, 255], [0, 1, 128, 32768, 0, 40_000]);
    for (numbers, options, expected) in [
        (small, "", "2\n1 3 0 3 0\n1 5 0 5 0\n"),
        (large, "", "2\n1 3 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 0", "1\n6 0 0 5 0\n"),
        (small, "--threshold -1", "1\n6 0 0 5 0\n"),
        (small, "--threshold 1", "2\n3 1 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 127.5", "2\n1 3 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 128", "2\n1 3 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 128.5", "1\n1 5 0 5 0\n"),
        (small, "--threshold 256", "0\n"),
        (large, "--threshold 128", "2\n2 2 0 3 0\n1 5 0 5 0\n"),
        (large, "--threshold 32769", "1\n1 5 0 5 0\n"),
        (large, "--threshold 40000", "1\n1 5 0 5 0\n"),
        (large, "--threshold 40000.5", "0\n"),
        (large, "--threshold 1e300", "0\n"),
    ] {
        for (name, file) in files_of(&numbers) {
            // All numbers but 0 of an array are set by default.
            let is_array = name == ".npy" && options.is_empty();
            let expected = if is_array { "2\n3 1 0 3 0\n1 5 0 5 0\n" } else { expected };
            assert_eq!(
                answer_to(&format!("label {options} -"), file),
                expected,
                "{name} {options}"
            );
        }
    }
    // The largest level of a PGM is white.
    assert_eq!(answer("label -", "P2\n3 1 9\n4 5 9\n"), "1\n2 1 0 2 0\n");
}

#[test]
fn transparent_pixels_are_dark() {
    let gray =
        image::ImageBuffer::from_raw(4, 1, [[255, 0], [255, 127], [255, 129], [0, 255]].concat());
    let gray = DynamicImage::ImageLumaA8(gray.unwrap());
    for picture in [
        DynamicImage::ImageRgba8(gray.to_rgba8()),
        DynamicImage::ImageLumaA16(gray.to_luma_alpha16()),
        gray,
    ] {
        let file = encoded(&picture, ImageFormat::Png);
        assert_eq!(answer_to("label -", &file), "1\n1 2 0 2 0\n", "{:?}", picture.color());
        assert_eq!(answer_to("label --threshold 1 -", &file), "1\n2 1 0 2 0\n");
    }
}

/// The numbers 1 to 8 of Exif, with which viewers turn and mirror a picture.
#[test]
fn orientation_tags_are_applied() {
    // Of a picture `XX.` above `...`.
    let picture = image::ImageBuffer::from_raw(3, 2, vec![255, 255, 0, 0, 0, 0]).unwrap();
    let png = encoded(&DynamicImage::ImageLuma8(picture), ImageFormat::Png);
    for (orientation, expected) in (1..).zip([
        "2 0 0 1 0",
        "2 1 0 2 0",
        "2 1 1 2 1",
        "2 0 1 1 1",
        "2 0 0 0 1",
        "2 1 0 1 1",
        "2 1 1 1 2",
        "2 0 1 0 2",
    ]) {
        let exif = [
            b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0",
            &[orientation, 0, 0, 0, 0, 0, 0, 0][..],
        ];
        let exif = exif.concat();
        let chunk = [b"eXIf", &exif[..]].concat();
        let sum = crc32(&chunk).to_be_bytes();
        let chunk = [&(exif.len() as u32).to_be_bytes()[..], &chunk, &sum].concat();
        // After the header, which ends at byte 33.
        let file = [&png[..33], &chunk, &png[33..]].concat();
        assert_eq!(answer_to("label -", file), format!("1\n{expected}\n"), "{orientation}");
    }
}

/// The checksum of a chunk of a PNG.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| {
            sum >> 1 ^ if sum & 1 > 0 { 0xedb8_8320 } else { 0 }
        })
    })
}

#[cfg(feature = "tiff")]
#[test]
fn a_tiff_of_several_pages_is_refused() {
    let mut file = Cursor::new(Vec::new());
    let mut tiff = tiff::encoder::TiffEncoder::new(&mut file).unwrap();
    for _ in 0..2 {
        tiff.write_image::<tiff::encoder::colortype::Gray8>(2, 1, &[0, 255]).unwrap();
    }
    let ran = run("label -", file.into_inner());
    let expected = "expected a TIFF of one page; save a volume as .npy";
    assert_eq!((ran.err, ran.status), (format!("boardbits: stdin: {expected}\n"), 1));
}

#[test]
fn integers_of_64_bits_are_not_rounded() {
    const HIGH: i64 = 1 << 62;
    let row: Vec<u8> =
        [HIGH, HIGH + 1, -HIGH - 1, -HIGH].iter().flat_map(|n| n.to_le_bytes()).collect();
    let image = npy("<i8", false, "(1, 4)", &row);
    for (threshold, expected) in [
        ("4611686018427387904", "1\n2 0 0 1 0\n"),
        ("4611686018427387905", "1\n1 1 0 1 0\n"),
        ("4611686018427387906", "0\n"),
        ("-4611686018427387904", "2\n2 0 0 1 0\n1 3 0 3 0\n"),
        ("1e-300", "1\n2 0 0 1 0\n"),
        ("1e300", "0\n"),
        ("-1e300", "1\n4 0 0 3 0\n"),
    ] {
        let arguments = format!("label --threshold {threshold} -");
        assert_eq!(answer_to(&arguments, image.clone()), expected, "{threshold}");
    }
}

/// Rows are joined by `/`, planes by a blank.
#[test]
fn numbers_of_arrays_are_read() {
    let bytes = |numbers: &[i16]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<_>>();
    let shorts = bytes(&[0, -1, 300, 0, 7, 2]);
    let swapped: Vec<u8> = shorts.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    let floats: Vec<u8> =
        [0.5_f32, f32::NAN, -0.0, 2.0].iter().flat_map(|n| n.to_le_bytes()).collect();
    let longs: Vec<u8> =
        [1 << 63, (1 << 63) - 1].iter().flat_map(|n: &u64| n.to_le_bytes()).collect();
    let folder = Folder::new("arrays");
    let mask = folder.file("mask.npy");
    for (file, threshold, expected) in [
        (npy("|b1", false, "(2, 3)", &[1, 0, 0, 0, 1, 1]), None, "X../.XX"),
        (npy("|u1", true, "(2, 3)", &[1, 0, 0, 9, 0, 2]), None, "X../.XX"),
        (npy("|u1", true, "(2, 3)", &[1, 0, 0, 9, 0, 2]), Some("1.5"), ".../.XX"),
        (npy("<i2", false, "(1, 2, 3)", &shorts), None, ".XX/.XX"),
        (npy("<i2", false, "(3, 1, 2)", &shorts), None, ".X X. XX"),
        (npy(">i2", false, "(3, 1, 2)", &swapped), Some("7.0"), ".. X. X."),
        (npy("<i2", true, "(3, 1, 2)", &shorts), Some("-1.0"), "XX XX XX"),
        (npy("<i2", true, "(3, 1, 2)", &shorts), None, ".. XX XX"),
        (npy("<i2", false, "(3, 2)", &shorts), Some("1e9"), "../../.."),
        (npy("|i1", false, "(1, 2)", &[0x80, 0x7f]), Some("-1e9"), "XX"),
        (npy("<f4", false, "(2, 2)", &floats), None, "XX/.X"),
        (npy("<f4", false, "(2, 2)", &floats), Some("-1.0"), "X./XX"),
        (npy("<f4", false, "(2, 2)", &floats), Some("0.3"), "X./.X"),
        (npy("<f4", false, "(2, 2)", &floats), Some("0.7"), "../.X"),
        (npy("<u8", false, "(1, 2)", &longs), Some("9223372036854775808"), "X."),
        (npy("<u8", false, "(1, 2)", &longs), Some("1e30"), ".."),
        (npy("|u1", false, "(1,1L,3L)", &[0, 1, 2]), None, ".XX"),
    ] {
        let threshold = threshold.map_or(String::new(), |least| format!("--threshold {least}"));
        answer_to(&format!("label {threshold} --mask -o {mask} -"), &file);
        let expected: Vec<u8> = expected
            .bytes()
            .filter(|byte| b".X".contains(byte))
            .map(|b| u8::from(b == b'X'))
            .collect();
        assert_eq!(std::fs::read(&mask).unwrap()[128..], expected, "{file:?} {threshold}");
    }
    // Orders of axes and more than 64 columns and rows.
    let (width, height, depth) = (131, 67, 3);
    let number = |x, y, z| u8::from((x * 7 + y * 5 + z * 3) % 11 < 4);
    let mut orders = [vec![0; width * height * depth], vec![0; width * height * depth]];
    for i in 0..width * height * depth {
        let (x, y, z) = (i % width, i / width % height, i / width / height);
        orders[0][(z * height + y) * width + x] = number(x, y, z);
        orders[1][(x * height + y) * depth + z] = number(x, y, z);
    }
    for options in ["", "--values"] {
        let [rows, columns] = [false, true].map(|order| {
            let numbers = &orders[usize::from(order)];
            let file = npy("|u1", order, &format!("({depth}, {height}, {width})"), numbers);
            answer_to(&format!("label {options} -"), file)
        });
        assert!(rows.lines().count() > 100 && rows == columns, "{options}");
    }
}

/// Components of a row are runs. The row is longer than what is packed at once.
#[test]
fn long_rows_are_read() {
    let is_set = |i: usize| i % 7 < 3 || i.is_multiple_of(1_009);
    let row: Vec<usize> = (0..20_011).map(|i| usize::from(is_set(i))).collect();
    let runs = row.windows(2).filter(|pair| pair[0] < pair[1]).count() + row[0];
    let shorts = row.iter().flat_map(|&n| [n as u8, 0]).collect::<Vec<_>>();
    let bytes: Vec<u8> = row.iter().map(|&n| n as u8).collect();
    for (descr, numbers) in [("|u1", &bytes), ("<u2", &shorts)] {
        for is_fortran in [false, true] {
            let found = answer_to("label -", npy(descr, is_fortran, "(1, 20011)", numbers));
            assert_eq!(found.lines().next(), Some(&*runs.to_string()), "{descr} {is_fortran}");
        }
    }
}

#[test]
fn other_arrays_are_refused() {
    for (file, expected) in [
        (
            npy("<c8", false, "(1, 1)", &[0; 8]),
            "expected numbers of a type such as <u4 or |b1, found <c8",
        ),
        (npy("|u1", false, "(4,)", &[0; 4]), "expected an array of 2 or 3 axes, found 1"),
        (npy("|u1", false, "4", &[0; 4]), "expected the header of an array, found {'descr'"),
        (npy("|u1", false, "(-1, 2)", &[0; 4]), "expected the header of an array, found {'descr'"),
        (npy("|u1", false, "(0, 2)", &[]), "expected 1 to 2³² − 1 numbers, found 2×0×1"),
        (
            npy("<u8", true, "(4294967296, 4294967296, 2)", &[]),
            "expected 1 to 2³² − 1 numbers, found 2×4294967296×4294967296",
        ),
        (
            npy("<u8", true, "(65536, 65535, 1)", &[1; 9]),
            "expected 34359214080 bytes of numbers, found 9",
        ),
        (npy("|u1", false, "(2, 2)", &[0; 3]), "expected 4 bytes of numbers, found 3"),
        (npy("|u1", false, "(2, 2)", &[0; 5]), "expected the end after the last number"),
        (b"\x93NUMPY\x04\0\0\0".to_vec(), "expected a .npy of version 1.0 to 3.0, found 4.0"),
        (b"\x93NUMPY\x02\0\0\0\x01\0".to_vec(), "the file ends in its header"),
        (b"\x93NUMPY\x02\0\0\0\0\xff".to_vec(), "expected a header of at most 65536 bytes"),
    ] {
        let ran = run("label -", file);
        let expected = format!("boardbits: stdin: {expected}");
        assert!(ran.status == 1 && ran.err.starts_with(&expected), "{}", ran.err);
    }
}

#[test]
fn raw_files_are_mapped() {
    let folder = Folder::new("raw");
    let name = folder.file("raw");
    std::fs::write(&name, [0x80, 0x40, 0xff, 0xc0]).unwrap();
    assert_eq!(answer(&format!("label --raw 10x2 {name}"), ""), "1\n12 0 0 9 1\n");
    let ran = run(&format!("label --raw 10x3 {name}"), "");
    let expected = format!("boardbits: {name}: expected 6 bytes for 10×3 pixels, found 4\n");
    assert_eq!((ran.err, ran.status), (expected, 1));
    for (options, expected) in [
        ("--raw 4x1 --raw-type u8", "1\n4 0 0 3 0\n"),
        ("--raw 4x1 --raw-type u8 --threshold 129", "1\n2 2 0 3 0\n"),
        ("--raw 1x2 --raw-type i16 --threshold -1", "1\n1 0 0 0 0\n"),
        ("--raw 2x2 --raw-type i8 --values", "4\n-128 1\n64 1\n-1 1\n-64 1\n"),
    ] {
        assert_eq!(answer(&format!("label {options} {name}"), ""), expected, "{options}");
    }
    std::fs::write(&name, [0b1010_0000, 0b0100_0000, 0, 0b0100_0000]).unwrap();
    let volume = answer(&format!("label {name} --raw 3x2x2"), "");
    assert_eq!(volume, "3\n1 0 0 0 0 0 0\n1 2 0 0 2 0 0\n2 1 1 0 1 1 1\n");
    assert_eq!(answer(&format!("label {name} --raw 3x4 --count"), ""), "4\n");
    for wrong in ["--raw 10x2 -", "--raw 10 x", "--raw-type u8 x"] {
        assert_eq!(run(&format!("label {wrong}"), "").status, 2, "{wrong}");
    }
}

/// Numbers of each type keep their sign.
#[test]
fn integers_of_each_type_are_values() {
    for (number, bytes) in
        [("i1", 1), ("i2", 2), ("i4", 4), ("i8", 8), ("u1", 1), ("u2", 2), ("u4", 4), ("u8", 8)]
    {
        let largest = u64::MAX >> (64 - 8 * bytes);
        let row = [3, largest, 0, largest].map(|n: u64| n.to_be_bytes()[8 - bytes..].to_vec());
        let image = npy(&format!(">{number}"), false, "(1, 4)", &row.concat());
        let name = if number.starts_with('i') { "-1".to_owned() } else { largest.to_string() };
        let values = format!("3\n3 1\n{name} 1\n{name} 1\n");
        assert_eq!(answer_to("label --values -", &image), values, "{number}");
        let csv = answer_to("label --values --format csv --sort area -", image);
        let expected = format!("label,value,area\n1,3,1\n2,{name},1\n3,{name},1\n");
        assert_eq!(csv, expected, "{number}");
    }
    let floats = npy("<f4", false, "(1, 1)", &[0; 4]);
    let ran = run("label --values -", floats);
    assert_eq!(ran.err, "boardbits: stdin: expected integers, found floats\n");
    assert_eq!(run("label --values -", PBM).err, "boardbits: stdin: expected a .npy\n");
}

#[test]
fn components_have_colors() {
    let folder = Folder::new("colors");
    let drawing = folder.file("large.png");
    let picture = "P1 6 3\n1 1 0 0 0 1\n1 0 0 0 0 0\n0 0 1 1 1 0\n";
    for (least, expected) in [("1", 7), ("3", 6), ("4", 0)] {
        let arguments = format!("label --min-size {least} --png {drawing}");
        let areas = answer(&arguments, picture);
        let printed = areas.lines().skip(1).map(|line| line.split(' ').next().unwrap());
        assert_eq!(printed.map(|area| area.parse::<usize>().unwrap()).sum::<usize>(), expected);
        let drawn = image::open(&drawing).unwrap().to_rgb8();
        assert_eq!(drawn.pixels().filter(|pixel| pixel.0 != [0; 3]).count(), expected);
    }
    // It is read again.
    let first = answer(&format!("label --png {drawing} -"), PBM);
    assert_eq!(answer(&format!("label --threshold 1 {drawing}"), ""), first);
}

/// A bar of three voxels that touches another voxel by an edge, and two voxels.
fn volume() -> Vec<u8> {
    let voxels = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0];
    npy("|u1", false, "(2, 3, 4)", &voxels)
}

#[test]
fn volumes_are_labeled() {
    for (options, expected) in [
        ("", "4\n3 0 0 0 2 0 0\n1 3 2 0 3 2 0\n1 3 0 1 3 0 1\n1 0 2 1 0 2 1\n"),
        ("--connectivity 18 --min-size 2", "1\n4 0 0 0 3 0 1\n"),
        ("--connectivity 26 --count", "3\n"),
        ("--keep-largest 2", "2\n3 0 0 0 2 0 0\n1 3 2 0 3 2 0\n"),
        ("--keep-largest 0", "0\n"),
        ("--keep-largest 9 --min-size 2", "1\n3 0 0 0 2 0 0\n"),
        ("--threshold 2.5", "2\n1 3 2 0 3 2 0\n1 0 2 1 0 2 1\n"),
        ("--invert", "1\n18 0 0 0 3 2 1\n"),
        (
            "--format csv --keep-largest 1 --connectivity 18",
            "label,voxels,left,top,front,right,bottom,back,x,y,z\n1,4,0,0,0,3,0,1,1.5,0.0,0.25\n",
        ),
        ("--holes --count --connectivity 26", "3 0 0 3\n"),
        ("--values --keep-largest 2 --sort size", "2\n1 3\n9 1\n"),
        (
            "--values --min-size 2 --format json",
            "{\"components\":1}\n{\"label\":1,\"value\":1,\"voxels\":3}\n",
        ),
    ] {
        assert_eq!(answer_to(&format!("label {options} -"), volume()), expected, "{options}");
    }
    // A box without its middle has a cavity; with a way in, none; with one through it, a tunnel.
    for (unset, [text, json]) in [
        (&[13][..], ["1 1 0 2\n", "{\"components\":1,\"cavities\":1,\"tunnels\":0,\"euler\":2}\n"]),
        (
            &[13, 4, 22],
            ["1 0 1 0\n", "{\"components\":1,\"cavities\":0,\"tunnels\":1,\"euler\":0}\n"],
        ),
    ] {
        let voxels: Vec<u8> = (0..27).map(|i| u8::from(!unset.contains(&i))).collect();
        let file = npy("|u1", false, "(3, 3, 3)", &voxels);
        assert_eq!(answer_to("label --holes --count -", file.clone()), text);
        assert_eq!(answer_to("label --holes --count --format json -", file), json);
    }
}

#[test]
fn labels_and_masks_are_written() {
    let folder = Folder::new("labels");
    let (file, image) = (folder.file("labels.npy"), "P1 4 2\n1101 1001\n");
    for (options, descr, expected) in [
        ("", "'<u4'", &[1, 1, 0, 2, 1, 0, 0, 2][..]),
        ("--min-size 3", "'<u4'", &[1, 1, 0, 0, 1, 0, 0, 0]),
        ("--mask", "'|b1'", &[1, 1, 0, 1, 1, 0, 0, 1]),
        ("--mask --keep-largest 1", "'|b1'", &[1, 1, 0, 0, 1, 0, 0, 0]),
    ] {
        answer(&format!("label {options} -o {file} -"), image);
        let bytes = std::fs::read(&file).unwrap();
        let (header, numbers) = bytes.split_at(128);
        let header = String::from_utf8_lossy(header);
        assert!(header.contains(descr) && header.contains("(2, 4)"), "{header}");
        let size = numbers.len() / 8;
        let numbers: Vec<_> = numbers.chunks(size).map(|n| n[0]).collect();
        assert_eq!(numbers, expected, "{options}");
        // It is read again.
        assert_eq!(run(&format!("label {file}"), "").status, 0);
    }
    answer_to(&format!("label -o {file} -"), volume());
    assert_eq!(answer(&format!("label --threshold 4 {file}"), ""), "1\n1 0 2 1 0 2 1\n");
    // By value, in Fortran order: columns of 1, 2 and 2, 2.
    let columns = npy("|i1", true, "(2, 2)", &[1, 2, 2, 2]);
    assert_eq!(answer_to(&format!("label --values -o {file} -"), columns), "2\n1 1\n2 3\n");
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(bytes[128..].chunks(4).map(|n| n[0]).collect::<Vec<_>>(), [1, 2, 2, 2]);
    // The first of two pixels of equal size keeps the lower label.
    let row = [9, 0, 4, 0, 5, 5, 5, 0, 8, 8];
    for (options, expected) in [
        ("", [3, 0, 4, 0, 1, 1, 1, 0, 2, 2]),
        ("--values", [3, 0, 4, 0, 1, 1, 1, 0, 2, 2]),
        ("--min-size 2", [0, 0, 0, 0, 1, 1, 1, 0, 2, 2]),
    ] {
        let command = format!("label --sort area --format csv {options} -o {file} -");
        let printed = answer_to(&command, npy("|u1", false, "(1, 10)", &row));
        let bytes = std::fs::read(&file).unwrap();
        let found: Vec<_> = bytes[128..].chunks(4).map(|n| n[0]).collect();
        assert_eq!(found, expected, "{options}");
        // A line for each label, with its number of pixels.
        for (line, label) in printed.lines().skip(1).zip(1..) {
            let fields: Vec<usize> =
                line.split(',').map_while(|field| field.parse().ok()).collect();
            let size = fields[if options == "--values" { 2 } else { 1 }];
            assert_eq!(
                (fields[0], size),
                (label, expected.iter().filter(|&&of| of == label as u8).count())
            );
        }
    }
    let over = run(&format!("label -o {file} {file}"), "");
    assert_eq!((over.out.as_str(), over.status), ("", 1));
}

/// A segmentation of 5×4 pixels.
const SEGMENTS: [u8; 20] = [
    7, 7, 0, 2, 2, //
    0, 2, 2, 0, 2, //
    0, 0, 7, 0, 0, //
    3, 0, 0, 0, 7,
];

#[test]
fn segmentations_are_cleaned_and_keep_their_values() {
    let folder = Folder::new("segments");
    let file = folder.file("kept.npy");
    for (options, lines, kept) in [
        ("", "6\n7 2\n2 3\n2 2\n7 1\n3 1\n7 1\n", SEGMENTS),
        (
            "--largest-of-each-value 1",
            "3\n7 2\n2 3\n3 1\n",
            [7, 7, 0, 2, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0],
        ),
        (
            "--off-border",
            "2\n2 2\n7 1\n",
            [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0],
        ),
        (
            "--off-border --min-size 2",
            "1\n2 2\n",
            [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        ),
    ] {
        for (shape, volume) in [("(4, 5)", ""), ("(1, 4, 5)", "volume")] {
            let input = npy("|u1", false, shape, &SEGMENTS);
            let command = format!("label --values {options} --mask -o {file} -");
            assert_eq!(answer_to(&command, input), lines, "{options} {volume}");
            let bytes = std::fs::read(&file).unwrap();
            let header = String::from_utf8_lossy(&bytes[..128]).into_owned();
            assert!(header.contains("'<u4'") && header.contains(shape), "{header}");
            let values: Vec<_> = bytes[128..].chunks(4).map(|n| n[0]).collect();
            assert_eq!(values, kept, "{options} {volume}");
        }
    }
    let negative = npy("<i8", false, "(1, 2)", &[[0xfe; 8], [0xff; 8]].concat());
    answer_to(&format!("label --values --mask --keep-largest 1 -o {file} -"), negative);
    let bytes = std::fs::read(&file).unwrap();
    assert!(String::from_utf8_lossy(&bytes[..128]).contains("'<i8'"));
    assert_eq!(bytes[128..], [[0xfe; 8], [0; 8]].concat());
}

#[test]
fn holes_are_filled() {
    // Holes of one and of two pixels.
    let image = [1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1];
    let file = npy("|u1", false, "(4, 5)", &image);
    for (options, text) in [
        ("", "15"),
        ("--fill-holes", "18"),
        ("--fill-holes=1", "16"),
        ("--fill-holes=0", "15"),
        ("--fill-holes=2", "18"),
    ] {
        for values in ["", "--values"] {
            let out = answer_to(&format!("label {options} {values} -"), file.clone());
            let first = out.lines().nth(1).unwrap();
            assert!(first.split(' ').any(|word| word == text), "{options} {values}: {out}");
        }
    }
}

#[test]
fn nothing_off_the_border_is_said() {
    // A volume of one plane: only the axes with several planes have a border.
    let plane = npy("|u1", false, "(1, 3, 3)", &[0, 0, 0, 0, 1, 0, 0, 0, 1]);
    assert_eq!(answer_to("label --off-border --count -", plane), "1\n");
    let all = npy("|u1", false, "(1, 2, 2)", &[1, 0, 0, 1]);
    for options in ["", "--values"] {
        let ran = run(&format!("label --off-border {options} -"), all.clone());
        assert_eq!((ran.out.as_str(), ran.status), ("0\n", 0));
        assert_eq!(ran.err, "boardbits: stdin: no component lies off the border\n");
    }
}

#[test]
fn connectivities_must_fit() {
    let refused = |options: &str, input: &[u8], expected: &str| {
        let ran = run(&format!("label {options} -"), input);
        assert_eq!((ran.out, ran.status), (String::new(), 1), "{options}");
        assert_eq!(ran.err, format!("boardbits: stdin: {expected}\n"));
    };
    let image = "expected --connectivity 4 or 8 for an image, found 26";
    refused("--connectivity 26", PBM.as_bytes(), image);
    let of_volume = "expected --connectivity 6, 18 or 26 for a volume, found 8";
    refused("--connectivity 8", &volume(), of_volume);
    refused("--png x.png", &volume(), "--png draws images, found a volume");
    assert_eq!(run("label --values --holes x", "").status, 2);
    assert_eq!(run("label --mask x", "").status, 2);
    assert_eq!(run("label --largest-of-each-value 1 x", "").status, 2);
}
