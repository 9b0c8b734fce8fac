//! `boardbits label`.

use crate::common::{Folder, answer, run};

const PBM: &str = "P1\n# two and a half\n6 3\n1 1 0 0 0 1\n0 1 0 0 1 0\n0 0 0 0 1 0\n";

#[test]
fn other_files_are_refused_with_the_formats_that_are_read() {
    let ran = run("label", "<svg/>");
    assert_eq!((ran.out.as_str(), ran.status), ("", 1));
    let tiff = if cfg!(feature = "tiff") { " TIFF," } else { "" };
    let expected = format!("expected a PBM, PGM, PNG,{tiff} .npy or NIfTI");
    assert_eq!(ran.err, format!("boardbits: stdin: {expected}\n"));
}

#[test]
fn a_plain_pbm() {
    assert_eq!(answer("label -", PBM), "3\n3 0 0 1 1\n1 5 0 5 0\n2 4 1 4 2\n");
    let windows = format!("\u{feff}{}", PBM.trim_end().replace('\n', "\r\n"));
    assert_eq!(answer("label -", &windows), answer("label -", PBM));
    assert_eq!(run("label -", b"\xef\xbb\xbfP4\n8 1\n\x0f").status, 1);
    assert_eq!(answer("label --connectivity 8 -", PBM), "2\n3 0 0 1 1\n3 4 0 5 2\n");
    assert_eq!(
        answer("label --limit 1 --format json -", PBM).lines().nth(1),
        Some("{\"area\":3,\"box\":[0,0,1,1],\"centroid\":[0.667,0.333]}")
    );
    assert_eq!(answer("label --invert --limit 0 -", PBM), "2\n");
}

#[test]
fn a_packed_pbm() {
    let ran = run("label -", b"P4\n10 2\n\x80\x40\xff\xc0");
    assert_eq!((ran.out.as_str(), ran.status), ("1\n12 0 0 9 1\n", 0), "{}", ran.err);
}

#[test]
fn a_png_is_written_and_read_again() {
    let path = std::env::temp_dir().join(format!("boardbits-label-{}.png", std::process::id()));
    let name = path.to_str().unwrap();
    let first = answer(&format!("label --png {name} -"), PBM);
    assert_eq!(answer(&format!("label --threshold 1 {name}"), ""), first);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_is_no_image_is_refused() {
    for input in [
        &b""[..],
        b"hello",
        b"P1\n4 2\n1 0 1 1\n0 0\n",
        b"P4\n64 2\n\xff",
        b"\x89PNG\r\n\x1a\n",
        b"P1\n0 5\n",
        b"GIF89a",
        b"P4\n99999999 99999999\n",
    ] {
        let ran = run("label -", input);
        assert_eq!((ran.out.as_str(), ran.status), ("", 1), "{input:?}");
        assert!(ran.err.starts_with("boardbits: stdin: "), "{}", ran.err);
    }
    let ragged = run("label -", b"P4\n10 3\n\xff\xc0\xff");
    assert_eq!(ragged.err, "boardbits: stdin: the picture ends in row 2 of 3\n");
    assert_eq!(run("label no-such-file.png", "").status, 1);
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

fn answer_to(arguments: &str, input: Vec<u8>) -> String {
    let ran = run(arguments, input);
    assert_eq!((ran.err.as_str(), ran.status), ("", 0), "{arguments}");
    ran.out
}

/// The header of a `.npy`.
fn npy(descr: &str, is_fortran: bool, shape: &str) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let text = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    [b"\x93NUMPY\x01\0", &(text.len() as u16).to_le_bytes()[..], text.as_bytes()].concat()
}

/// Neither may take the memory that the header promises: there is less.
#[cfg(target_os = "linux")]
#[test]
fn a_hostile_header_takes_no_memory() {
    use std::process::Command;

    let png = |width: u32, height: u32| {
        let mut bytes = Vec::new();
        let encoder = png::Encoder::new(&mut bytes, width, height);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, &[]).unwrap();
        drop(writer);
        bytes
    };
    // One pixel, which is after the end of the file, and a description of a gigabyte.
    let mut tiff = b"II*\0\x08\0\0\0\x06\0".to_vec();
    for (tag, kind, count, value) in [
        (256_u16, 3_u16, 1, 1),
        (257, 3, 1, 1),
        (262, 3, 1, 1),
        (270, 2, 1_u32 << 30, 8_u32),
        (273, 4, 1, 1 << 20),
        (279, 4, 1, 1),
    ] {
        let [tag, kind] = [tag, kind].map(u16::to_le_bytes);
        tiff.extend([tag, kind].concat());
        tiff.extend([count, value].map(u32::to_le_bytes).concat());
    }
    tiff.extend([0; 4]);
    for input in [
        b"P1 65535 65535\n".to_vec(),
        b"P4 65535 65535\n".to_vec(),
        b"P4 4294967295 1\n".to_vec(),
        b"P4 1 134217728\n".to_vec(),
        npy("<u8", false, "(65536, 65535, 1)"),
        npy("<u8", true, "(65536, 65535, 1)"),
        npy("|b1", false, "(2, 2147483647)"),
        b"P4 1 4294967295\n".to_vec(),
        b"P4 18446744073709551615 18446744073709551615\n".to_vec(),
        png(30_000, 30_000),
        png(1, i32::MAX as u32),
        png(i32::MAX as u32, 1),
        png(i32::MAX as u32, i32::MAX as u32),
        tiff,
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
    let json = answer("label --holes --format json --limit 1 -", rings);
    let mut lines = json.lines();
    assert_eq!(lines.next(), Some("{\"components\":3,\"holes\":2,\"euler\":1}"));
    assert!(lines.next().unwrap().ends_with(",\"holes\":2,\"around\":null}"));
}

#[test]
fn gray_pictures() {
    let plain = "P2\n3 2 255\n200 0 127\n0 0 128\n";
    assert_eq!(answer("label --threshold 128 -", plain), "2\n1 0 0 0 0\n1 2 1 2 1\n");
    assert_eq!(answer("label -", plain), "2\n1 0 0 0 0\n2 2 0 2 1\n");
    let ran = run("label --threshold 128 -", b"P5 3 2 255\n\xc8\x00\x7f\x00\x00\x80");
    assert_eq!(ran.out, "2\n1 0 0 0 0\n1 2 1 2 1\n");
    let ran = run("label -", b"P5 3 2 255\n\xc8\x00");
    assert_eq!(
        (ran.err.as_str(), ran.status),
        ("boardbits: stdin: the picture ends in row 1 of 2\n", 1)
    );
}

/// The numbers of a row, as a file of each format.
fn files_of(numbers: &[u16]) -> Vec<(&'static str, Vec<u8>)> {
    let width = numbers.len() as u32;
    let png = |color, depth, pixels: &[u8]| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, 1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        bytes
    };
    let (gray, rgb) = (png::ColorType::Grayscale, png::ColorType::Rgb);
    let deep: Vec<u8> = numbers.iter().flat_map(|number| number.to_be_bytes()).collect();
    let is_deep = numbers.iter().any(|&number| number > 255);
    let (most, bytes) = match is_deep {
        true => (65535, deep.clone()),
        false => (255, numbers.iter().map(|&number| number as u8).collect()),
    };
    let colors: Vec<u8> =
        bytes.chunks(1 + usize::from(is_deep)).flat_map(|n| n.repeat(3)).collect();
    let depth = if is_deep { png::BitDepth::Sixteen } else { png::BitDepth::Eight };
    let words: Vec<_> = numbers.iter().map(u16::to_string).collect();
    let shape = format!("(1, {width})");
    #[cfg_attr(not(feature = "tiff"), allow(unused_mut))]
    let mut files = vec![
        ("P2", format!("P2 {width} 1 {most} {}", words.join(" ")).into_bytes()),
        ("P5", [format!("P5 {width} 1 {most}\n").as_bytes(), &bytes].concat()),
        ("PNG", png(gray, depth, &bytes)),
        ("colors", png(rgb, depth, &colors)),
        (".npy", [npy(">u2", false, &shape), deep].concat()),
    ];
    #[cfg(feature = "tiff")]
    {
        use tiff::encoder::{TiffEncoder, colortype};

        let mut file = std::io::Cursor::new(Vec::new());
        let mut tiff = TiffEncoder::new(&mut file).unwrap();
        match is_deep {
            true => tiff.write_image::<colortype::Gray16>(width, 1, numbers).unwrap(),
            false => tiff.write_image::<colortype::Gray8>(width, 1, &bytes).unwrap(),
        }
        files.push(("TIFF", file.into_inner()));
    }
    files
}

#[test]
fn an_image_has_the_same_pixels_in_every_format() {
    let (small, large) = ([0, 1, 127, 128, 0, 255], [0, 1, 128, 300, 0, 40_000]);
    for (numbers, options, expected) in [
        (small, "", "2\n3 1 0 3 0\n1 5 0 5 0\n"),
        (large, "", "2\n3 1 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 0", "1\n6 0 0 5 0\n"),
        (small, "--threshold -1", "1\n6 0 0 5 0\n"),
        (small, "--threshold 1", "2\n3 1 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 127.5", "2\n1 3 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 128", "2\n1 3 0 3 0\n1 5 0 5 0\n"),
        (small, "--threshold 128.5", "1\n1 5 0 5 0\n"),
        (small, "--threshold 256", "0\n"),
        (large, "--threshold 128", "2\n2 2 0 3 0\n1 5 0 5 0\n"),
        (large, "--threshold 301", "1\n1 5 0 5 0\n"),
        (large, "--threshold 40000", "1\n1 5 0 5 0\n"),
        (large, "--threshold 40000.5", "0\n"),
        (large, "--threshold 1e300", "0\n"),
    ] {
        for (name, file) in files_of(&numbers) {
            let found = run(&format!("label {options} -"), file);
            assert_eq!((&*found.out, &*found.err), (expected, ""), "{name} {options}");
        }
    }
}

#[test]
fn integers_are_compared_exactly_with_fractions() {
    const HIGH: i64 = 1 << 62;
    let row: Vec<u8> =
        [HIGH, HIGH + 1, -HIGH - 1, -HIGH].iter().flat_map(|n| n.to_le_bytes()).collect();
    let image = [npy("<i8", false, "(1, 4)"), row].concat();
    for (threshold, expected) in [
        ("4611686018427387904", "1\n2 0 0 1 0\n"),
        ("4611686018427387904.0", "1\n2 0 0 1 0\n"),
        ("4611686018427387904.5", "1\n1 1 0 1 0\n"),
        ("4611686018427387905.0", "1\n1 1 0 1 0\n"),
        ("4611686018427387905.1", "0\n"),
        ("4.611686018427387904000000001e18", "1\n1 1 0 1 0\n"),
        ("-4611686018427387904.5", "2\n2 0 0 1 0\n1 3 0 3 0\n"),
        ("-4611686018427387905.0", "1\n4 0 0 3 0\n"),
        ("1e-300", "1\n2 0 0 1 0\n"),
        ("1e300", "0\n"),
        ("-1e300", "1\n4 0 0 3 0\n"),
    ] {
        let arguments = format!("label --threshold {threshold} -");
        assert_eq!(answer_to(&arguments, image.clone()), expected, "{threshold}");
    }
}

#[test]
fn raw_bits_are_mapped() {
    let path = std::env::temp_dir().join(format!("boardbits-raw-{}", std::process::id()));
    let name = path.to_str().unwrap();
    std::fs::write(&path, [0x80, 0x40, 0xff, 0xc0]).unwrap();
    assert_eq!(answer(&format!("label --raw 10x2 {name}"), ""), "1\n12 0 0 9 1\n");
    assert_eq!(answer(&format!("label --raw 10x2 --lsb-first {name}"), ""), "1\n9 0 0 7 1\n");
    let ran = run(&format!("label --raw 10x3 {name}"), "");
    let expected = format!("boardbits: {name}: expected 6 bytes for 10×3 pixels, found 4\n");
    assert_eq!((ran.err, ran.status), (expected, 1));
    for (options, expected) in [
        ("--raw 4x1 --raw-type u8", "1\n4 0 0 3 0\n"),
        ("--raw 4x1 --raw-type u8 --threshold 129", "1\n2 2 0 3 0\n"),
        ("--raw 1x2 --raw-type i16 --threshold -1", "1\n1 0 0 0 0\n"),
    ] {
        std::fs::write(&path, [0x80, 0x40, 0xff, 0xc0]).unwrap();
        assert_eq!(answer(&format!("label {options} {name}"), ""), expected, "{options}");
    }
    std::fs::remove_file(path).unwrap();
    assert_eq!(run("label --raw 10x2 -", "").status, 2);
    assert_eq!(run("label --raw 10 x", "").status, 2);
    assert_eq!(run("label --raw-type u8 x", "").status, 2);
    assert_eq!(run("label --lsb-first x", "").status, 2);
}

/// Numbers of each type keep their sign and their order.
#[test]
fn integers_of_each_type_are_values() {
    for (number, bytes) in
        [("i1", 1), ("i2", 2), ("i4", 4), ("i8", 8), ("u1", 1), ("u2", 2), ("u4", 4), ("u8", 8)]
    {
        let largest = u64::MAX >> (64 - 8 * bytes);
        let sign = number.starts_with('i');
        let row = [3, largest, 0, largest].map(|n: u64| n.to_be_bytes()[8 - bytes..].to_vec());
        let image = [npy(&format!(">{number}"), false, "(1, 4)"), row.concat()].concat();
        let name = if sign { "-1".to_owned() } else { largest.to_string() };
        let values = format!("3\n3 1\n{name} 1\n{name} 1\n");
        assert_eq!(run("label --values -", &image).out, values, "{number}");
        let pair = if sign { format!("{name} 3") } else { format!("3 {name}") };
        let contacts = format!("1\n{pair} 1 0 0\n");
        assert_eq!(run("label --contacts -", &image).out, contacts, "{number}");
        let json = format!("{{\"pairs\":1}}\n{{\"labels\":[{}],", pair.replace(' ', ","));
        let ran = run("label --contacts --format json -", image);
        assert!(ran.out.starts_with(&json), "{number}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn boxes_are_drawn() {
    let path = std::env::temp_dir().join(format!("boardbits-boxes-{}.svg", std::process::id()));
    let name = path.to_str().unwrap();
    answer(&format!("label --svg {name} -"), PBM);
    let drawn = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(path).unwrap();
    assert_eq!(drawn.matches("<rect x=").count(), 3);
    assert!(drawn.contains("<rect x=\"4\" y=\"1\" width=\"1\" height=\"2\"/>"), "{drawn}");
}

/// Transparent pixels have the brightness of the background, half transparent ones half of it.
#[test]
fn alpha_mixes_pixels_with_the_background() {
    let png = |color, pixels: &[u8]| {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 4, 1);
        encoder.set_color(color);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        bytes
    };
    let gray = [[255, 0], [255, 127], [255, 128], [0, 255]].concat();
    let rgb = [[255, 255, 255, 0], [255, 255, 255, 127], [255, 255, 255, 128], [0, 0, 0, 255]];
    for image in
        [png(png::ColorType::GrayscaleAlpha, &gray), png(png::ColorType::Rgba, &rgb.concat())]
    {
        assert_eq!(answer_to("label -", image.clone()), "1\n2 1 0 2 0\n");
        assert_eq!(answer_to("label --threshold 128 -", image.clone()), "1\n1 2 0 2 0\n");
        assert_eq!(answer_to("label --background 255 -", image.clone()), "1\n3 0 0 2 0\n");
        let inverted = answer_to("label --background 255 --invert -", image);
        assert_eq!(inverted, "1\n1 3 0 3 0\n");
    }
}

#[test]
fn small_components_are_not_colored() {
    let folder = tempfile::tempdir().unwrap();
    let drawing = folder.path().join("large.png");
    let image = "P1 6 3\n1 1 0 0 0 1\n1 0 0 0 0 0\n0 0 1 1 1 0\n";
    for (least, expected) in [("1", 7), ("3", 6), ("4", 0)] {
        let arguments = format!("label --min-size {least} --png {}", drawing.display());
        let areas = answer(&arguments, image);
        let printed = areas.lines().skip(1).map(|line| line.split(' ').next().unwrap());
        assert_eq!(printed.map(|area| area.parse::<usize>().unwrap()).sum::<usize>(), expected);
        let file = std::io::BufReader::new(std::fs::File::open(drawing.as_path()).unwrap());
        let mut drawn = png::Decoder::new(file).read_info().unwrap();
        let mut bytes = vec![0; drawn.output_buffer_size().unwrap()];
        drawn.next_frame(&mut bytes).unwrap();
        assert_eq!(bytes.chunks(3).filter(|pixel| *pixel != [0; 3]).count(), expected);
    }
}

/// A bar of three voxels that touches another voxel by an edge, and two voxels.
fn volume() -> Vec<u8> {
    let voxels = [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0];
    [npy("|u1", false, "(2, 3, 4)"), voxels.to_vec()].concat()
}

#[test]
fn volumes_are_labeled() {
    let six = "4\n3 0 0 0 2 0 0\n1 3 2 0 3 2 0\n1 3 0 1 3 0 1\n1 0 2 1 0 2 1\n";
    for (options, expected) in [
        ("", six),
        ("--connectivity 6 --stats", six),
        ("--connectivity 18 --min-size 2", "3\n4 0 0 0 3 0 1\n"),
        ("--connectivity 26 --limit 1", "3\n4 0 0 0 3 0 1\n"),
        ("--keep-largest 2", "4\n3 0 0 0 2 0 0\n1 3 2 0 3 2 0\n"),
        ("--keep-largest 0", "4\n"),
        ("--keep-largest 9 --min-size 2", "4\n3 0 0 0 2 0 0\n"),
        ("--threshold 2.5 --limit 1", "2\n1 3 2 0 3 2 0\n"),
        ("--invert", "1\n18 0 0 0 3 2 1\n"),
        (
            "--format json --keep-largest 1 --connectivity 18",
            "{\"components\":3}\n{\"voxels\":4,\"box\":[0,0,0,3,0,1],\"centroid\":[1.5,0.0,0.25]}\n",
        ),
        ("--connectivity 26 --periodic z,y,x", "1\n6\n"),
        ("--connectivity 18 --periodic x", "2\n4\n2\n"),
        ("--periodic x --keep-largest 1 --format json", "{\"components\":4}\n{\"voxels\":3}\n"),
        ("--holes --limit 0 --connectivity 26", "3 0 0 3\n"),
        ("--min-size 3", "4\n3 0 0 0 2 0 0\n"),
        ("--values --keep-largest 2", "4\n1 3\n9 1\n"),
        (
            "--values --connectivity 18 --min-size 2 --format json",
            "{\"components\":4}\n{\"value\":1,\"voxels\":3}\n",
        ),
        ("--contacts", "0\n"),
        ("--contacts --connectivity 18", "1\n1 2 0 1 0\n"),
        (
            "--contacts --connectivity 26 --format json",
            "{\"pairs\":1}\n{\"labels\":[1,2],\"faces\":0,\"edges\":1,\"corners\":0}\n",
        ),
    ] {
        let ran = run(&format!("label {options} -"), volume());
        assert_eq!(ran.out, expected, "{options}: {}", ran.err);
        assert_eq!(ran.status, 0, "{options}");
    }
    // A box without its middle has a cavity; with a way in, none; with one through it, a tunnel.
    for (unset, [text, json]) in [
        (&[13][..], ["1 1 0 2\n", "{\"components\":1,\"cavities\":1,\"tunnels\":0,\"euler\":2}\n"]),
        (
            &[13, 4, 22],
            ["1 0 1 0\n", "{\"components\":1,\"cavities\":0,\"tunnels\":1,\"euler\":0}\n"],
        ),
    ] {
        let voxels = (0..27).map(|i| u8::from(!unset.contains(&i))).collect();
        let file = [npy("|u1", false, "(3, 3, 3)"), voxels].concat();
        assert_eq!(answer_to("label --holes --limit 0 -", file.clone()), text);
        assert_eq!(answer_to("label --holes --limit 0 --format json -", file), json);
    }
    let folder = Folder::new("volume");
    let raw = folder.file("raw");
    std::fs::write(&raw, [0b101, 0b010, 0b000, 0b010]).unwrap();
    let bits = format!("label --lsb-first {raw} --raw");
    assert_eq!(
        answer(&format!("{bits} 3x2x2"), ""),
        "3\n1 0 0 0 0 0 0\n1 2 0 0 2 0 0\n2 1 1 0 1 1 1\n"
    );
    assert_eq!(answer(&format!("{bits} 3x4"), "").lines().count(), 5);
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
    let torus = answer(&format!("label --periodic x -o {file} --format json -"), image);
    assert_eq!(torus, "{\"components\":1}\n{\"area\":5}\n");
    assert_eq!(answer(&format!("label {file}"), "").lines().count(), 3);
    let ran = run("label --periodic z -", image);
    let expected = "expected --periodic x or y for an image, found z";
    assert_eq!((ran.err, ran.status), (format!("boardbits: stdin: {expected}\n"), 1));
    let ran = run(&format!("label -o {file} -"), volume());
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(answer(&format!("label --threshold 4 {file}"), ""), "1\n1 0 2 1 0 2 1\n");
    // An image in Fortran order, with columns of 1, 2 and 1, 0 and 1, 0.
    let columns = [npy("|i1", true, "(2, 3)"), vec![1, 2, 1, 0, 1, 0]].concat();
    for (options, expected) in [("", "1\n1 2 1 0 0\n"), ("--connectivity 8", "1\n1 2 1 1 0\n")] {
        assert_eq!(run(&format!("label --contacts {options} -"), &columns).out, expected);
    }
    // By value, in Fortran order: columns of 1, 2 and 2, 2.
    let columns = [npy("|i1", true, "(2, 2)"), vec![1, 2, 2, 2]].concat();
    let ran = run(&format!("label --values -o {file} -"), columns);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("2\n1 1\n2 3\n", ""));
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(bytes[128..].chunks(4).map(|n| n[0]).collect::<Vec<_>>(), [1, 2, 2, 2]);
    let tiff = folder.file("labels.tif");
    let ran = run(&format!("label --mask --keep-largest 1 -o {tiff} -"), volume());
    if cfg!(feature = "tiff") {
        assert_eq!((ran.out.lines().count(), ran.err.as_str()), (2, ""));
        assert_eq!(answer(&format!("label {tiff}"), ""), "1\n3 0 0 0 2 0 0\n");
        answer(&format!("label -o {tiff} -"), image);
        for (options, expected) in [
            ("", "2\n3 0 0 1 1\n2 3 0 3 1\n"),
            ("--threshold 2", "1\n2 3 0 3 1\n"),
            ("--values", "2\n1 3\n2 2\n"),
            ("--contacts", "0\n"),
        ] {
            assert_eq!(answer(&format!("label {options} {tiff}"), ""), expected, "{options}");
        }
        assert_eq!(run(&format!("label -o {tiff} -"), volume()).status, 0);
        let touching = answer(&format!("label --contacts --connectivity 18 {tiff}"), "");
        assert_eq!(touching, "1\n1 3 0 1 0\n");
    } else {
        assert!(ran.err.contains("without the feature `tiff`"), "{}", ran.err);
    }
    let over = run(&format!("label -o {file} {file}"), "");
    assert_eq!((over.out.as_str(), over.status), ("", 1));
    let other = run("label -o mask.png -", image);
    let expected = "boardbits: mask.png: expected a name that ends with .npy, .tif or .tiff\n";
    assert_eq!((other.out.as_str(), other.err.as_str(), other.status), ("", expected, 2));
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
    refused("--connectivity 8 --contacts", &volume(), of_volume);
    refused("--png x.png", &volume(), "expected an image, found a volume of 4×3×2");
    let tiff = if cfg!(feature = "tiff") { "TIFF, " } else { "" };
    refused("--contacts", PBM.as_bytes(), &format!("expected a {tiff}.npy or NIfTI"));
    let floats = [npy("<f4", false, "(1, 1)"), vec![0; 4]].concat();
    let expected = "expected integers, found floats of 32 bits: convert them to integers";
    refused("--contacts", &floats, expected);
    assert_eq!(run("label --contacts --holes x", "").status, 2);
    assert_eq!(run("label --mask x", "").status, 2);
}
