//! TIFF images, also written with labels: black and white, gray, RGB, and gray numbers of all
//! types; without compression or with deflate, LZW, PackBits or fax. The decoder refuses LZW tiles
//! that extend beyond the right edge of the image.

use std::io::{self, Cursor, Seek, Write};
use std::mem;
use std::path::Path;

use cc_label::{BitOrder, Image, LabelError};
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::encoder::{TiffEncoder, TiffKind, colortype};
use tiff::tags::{Tag, Type, ValueBuffer};
use tiff::{ColorType, TiffError, TiffResult};

use super::array::{Element, Integers, Least, List, no_integers};
use super::{Levels, MAX_PICTURE, oriented, turned};
use crate::files::save_with;

/// The number of planes of a page.
const IMAGE_DEPTH: Tag = Tag::Unknown(32997);

type Pages<'a> = Decoder<Cursor<&'a [u8]>>;

/// Reads the pages of a file.
pub(super) fn read(bytes: &[u8], levels: Levels) -> Result<Vec<Image>, String> {
    let mut pages = Vec::new();
    for_each_page(bytes, 8 * MAX_PICTURE, &mut |decoder| {
        let page = read_page(decoder, levels)?;
        let size = [page.width(), page.height()];
        pages.push(page);
        Ok(size)
    })?;
    Ok(pages)
}

/// Reads the integers of all pages, plane by plane and row by row.
pub(super) fn read_integers(bytes: &[u8]) -> Result<Integers, String> {
    let (mut list, mut is_signed) = (List::Bytes(Vec::new()), false);
    let mut is_first = true;
    let size = for_each_page(bytes, u32::MAX.into(), &mut |decoder| {
        let (page, signed, size) = read_labels(decoder)?;
        if mem::take(&mut is_first) {
            (list, is_signed) = (page, signed);
            return Ok(size);
        }
        match (&mut list, page) {
            (List::Bytes(list), List::Bytes(page)) if signed == is_signed => list.extend(page),
            (List::Narrow(list), List::Narrow(page)) if signed == is_signed => list.extend(page),
            (List::Wide(list), List::Wide(page)) if signed == is_signed => list.extend(page),
            _ => return Err("expected samples of the type of those on page 1".to_owned()),
        }
        Ok(size)
    })?;
    Ok(Integers { list, is_signed, size, is_volume: size[2] > 1 })
}

/// Calls `read` for each page, which returns the numbers of its columns and rows, and returns those
/// with the number of pages. Reduced copies of pages are left out.
fn for_each_page<'a>(
    bytes: &'a [u8],
    most: u64,
    read: &mut dyn FnMut(&mut Pages<'a>) -> Result<[usize; 2], String>,
) -> Result<[usize; 3], String> {
    let wrong = |error: TiffError| error.to_string();
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_PICTURE as usize;
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(wrong)?.with_limits(limits);
    let ([width, height], mut depth) = (read(&mut decoder)?, 1);
    while decoder.more_images() {
        decoder.next_image().map_err(wrong)?;
        let kind: Option<u32> = decoder.find_tag_unsigned(Tag::NewSubfileType).map_err(wrong)?;
        if kind.unwrap_or(0) & 1 == 0 {
            let pixels = width as u64 * height as u64 * depth as u64;
            depth += 1;
            if pixels > most {
                return Err(format!("more than {most} pixels before page {depth}"));
            }
            let page = read(&mut decoder).map_err(|error| format!("page {depth}: {error}"));
            let [columns, rows] = page?;
            if [columns, rows] != [width, height] {
                return Err(format!(
                    "page {depth}: expected {width}×{height} pixels as on page 1, found \
                     {columns}×{rows}"
                ));
            }
        }
    }
    check_description(&description(bytes), depth as u64)?;
    Ok([width, height, depth])
}

/// The description of the first page, empty if it is missing or cannot be read.
fn description(bytes: &[u8]) -> String {
    let mut limits = Limits::default();
    // It is not longer than the file.
    limits.decoding_buffer_size = bytes.len();
    let mut text = ValueBuffer::empty(Type::ASCII);
    if let Ok(decoder) = Decoder::new(Cursor::new(bytes)) {
        let mut decoder = decoder.with_limits(limits);
        let _ = decoder.image_ifd().find_tag_buf(Tag::ImageDescription, &mut text);
    }
    String::from_utf8_lossy(text.as_bytes()).into_owned()
}

/// Checks that the pages are all planes of one volume, as the description of the first page by
/// ImageJ, in OME-XML or by tifffile says.
fn check_description(text: &str, pages: u64) -> Result<(), String> {
    // Of ImageJ, or of the element Pixels of OME-XML.
    let number = |imagej: &str, ome: &str| -> Option<u64> {
        let found = match text.strip_prefix("ImageJ=") {
            Some(text) => text.lines().find_map(|line| line.strip_prefix(imagej))?,
            None => text.split_once("<Pixels")?.1.split_once(ome)?.1.split('"').next()?,
        };
        found.trim().parse().ok()
    };
    // The first axis of an array by tifffile, without axes of length 1.
    let shape = text.strip_prefix("{\"shape\": [").and_then(|text| text.split(']').next());
    let mut axes = shape.into_iter().flat_map(|shape| shape.split(", "));
    let axis = axes.find_map(|axis| axis.parse::<u64>().ok().filter(|&axis| axis > 1));
    let planes = number("slices=", " SizeZ=\"").or(axis).unwrap_or(1);
    for (what, count) in [
        ("channels", number("channels=", " SizeC=\"")),
        ("frames", number("frames=", " SizeT=\"")),
        ("images", Some(text.matches("<Pixels ").count() as u64)),
        ("volumes", axis.map(|planes| pages.div_ceil(planes))),
    ] {
        // Red, green and blue of a page are channels of OME-XML too.
        if let Some(count) = count.filter(|&count| count > 1 && pages > planes) {
            return Err(format!("expected one image or volume, found {count} {what}"));
        }
    }
    let images = number("images=", " SizeZ=\"").filter(|&images| images > pages);
    if images.is_some() || shape.is_some() && text.contains("\"truncated\": true") {
        let images = images.map_or_else(|| "several".to_owned(), |images| images.to_string());
        return Err(format!("expected a page for each plane, found {pages} for {images} planes"));
    }
    Ok(())
}

/// Decodes a page: its samples, their colors, its width and height, and its orientation.
fn decode(
    decoder: &mut Pages<'_>,
) -> Result<(DecodingResult, ColorType, (usize, usize), usize), String> {
    let wrong = |error: TiffError| error.to_string();
    let depth = decoder.find_tag_unsigned(IMAGE_DEPTH).map_err(wrong)?;
    if let Some(depth) = depth.filter(|&depth: &u32| depth > 1) {
        return Err(format!("expected pages of one plane, found a depth of {depth} (tag 32997)"));
    }
    let (width, height) = decoder.dimensions().map_err(wrong)?;
    let colors = decoder.colortype().map_err(wrong)?;
    let orientation = decoder.find_tag_unsigned(Tag::Orientation).map_err(wrong)?;
    let found = decoder.read_image().map_err(wrong)?;
    Ok((found, colors, (width as usize, height as usize), orientation.unwrap_or(1)))
}

/// Reads a page of integers: whether they are signed, and the numbers of columns and rows.
fn read_labels(decoder: &mut Pages<'_>) -> Result<(List, bool, [usize; 2]), String> {
    // The decoder inverts them.
    let zero = decoder.find_tag_unsigned(Tag::PhotometricInterpretation);
    if zero.map_err(|error| error.to_string())? == Some(0_u16) {
        return Err("expected 0 for black, found 0 for white (tag 262)".to_owned());
    }
    let (found, colors, size, orientation) = decode(decoder)?;
    let ColorType::Gray(bits @ (8 | 16 | 32 | 64)) = colors else {
        return Err(format!("expected gray samples of 8 to 64 bits, found {colors:?}"));
    };
    let (mut list, is_signed) = match found {
        DecodingResult::U8(list) => (List::Bytes(list), false),
        DecodingResult::U16(list) => {
            (List::Narrow(list.into_iter().map(u32::from).collect()), false)
        }
        DecodingResult::U32(list) => (List::Narrow(list), false),
        DecodingResult::U64(list) => (List::Wide(list), false),
        DecodingResult::I8(list) => {
            (List::Bytes(list.into_iter().map(|n| n as u8).collect()), true)
        }
        DecodingResult::I16(list) => {
            (List::Narrow(list.into_iter().map(|n| n as u32).collect()), true)
        }
        DecodingResult::I32(list) => {
            (List::Narrow(list.into_iter().map(|n| n as u32).collect()), true)
        }
        DecodingResult::I64(list) => {
            (List::Wide(list.into_iter().map(|n| n as u64).collect()), true)
        }
        _ => return Err(no_integers(bits.into())),
    };
    let ((columns, rows), place) = turned(size, orientation)?;
    if orientation != 1 {
        list.reorder(|i| {
            let (x, y) = place(i % columns, i / columns);
            y * size.0 + x
        });
    }
    Ok((list, is_signed, [columns, rows]))
}

fn read_page(decoder: &mut Pages<'_>, levels: Levels) -> Result<Image, String> {
    let (found, colors, (width, height), orientation) = decode(decoder)?;
    let (size, least) = ((width, height), levels.least);
    let picture = match (colors, found) {
        (ColorType::Gray(1), DecodingResult::U8(pixels)) => {
            let order = BitOrder::MostSignificantFirst;
            Image::from_packed(&pixels, (width, height), width.div_ceil(8), order)
        }
        (ColorType::Gray(8), DecodingResult::U8(pixels)) => {
            levels.of_bytes(&pixels, (width, height), width)
        }
        (_, DecodingResult::U8(pixels)) => from_samples(&pixels, 255, colors, size, levels)?,
        (_, DecodingResult::U16(pixels)) => from_samples(&pixels, u16::MAX, colors, size, levels)?,
        (ColorType::Gray(_), DecodingResult::U32(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::U64(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::I8(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::I16(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::I32(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::I64(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::F32(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), DecodingResult::F64(list)) => from_numbers(&list, size, least),
        (ColorType::Gray(_), _) => {
            return Err("expected floats of 32 or 64 bits, found 16".to_owned());
        }
        _ => return Err(format!("expected unsigned samples of 8 or 16 bits, found {colors:?}")),
    };
    oriented(picture.map_err(|error| error.to_string())?, orientation)
}

/// The pixels of an image of numbers.
fn from_numbers<T: Element>(
    numbers: &[T],
    (width, height): (usize, usize),
    least: Option<Least>,
) -> Result<Image, LabelError> {
    let least = least.map(T::at_least);
    Image::from_fn((width, height), |x, y, _| {
        let number = numbers[width * y + x];
        match least {
            // NaN is neither more nor less than 0.
            None => number < T::default() || number > T::default(),
            Some(least) => least.is_some_and(|least| number >= least),
        }
    })
}

/// The pixels of an image with a whole number of samples each.
fn from_samples<S: Copy + Into<u16>>(
    samples: &[S],
    most: u16,
    colors: ColorType,
    (width, height): (usize, usize),
    levels: Levels,
) -> Result<Result<Image, LabelError>, String> {
    let count = match colors {
        // Gray with alpha may have either of two types.
        ColorType::GrayA(8 | 16) | ColorType::Multiband { bit_depth: 8 | 16, num_samples: 2 } => 2,
        ColorType::Gray(16) => 1,
        ColorType::RGB(8 | 16) => 3,
        ColorType::RGBA(8 | 16) => 4,
        _ => return Err(format!("expected black and white, gray or RGB, found {colors:?}")),
    };
    if samples.len() / count < width * height {
        return Err("expected the samples of each pixel together, found planes".to_owned());
    }
    let mut pixel = [0; 4];
    let is_set = |x, y, _| {
        for (to, &sample) in pixel.iter_mut().zip(&samples[count * (width * y + x)..][..count]) {
            *to = sample.into();
        }
        levels.is_set(&pixel[..count], most)
    };
    Ok(Image::from_fn((width, height), is_set))
}

/// Saves labels of 32 bits or, with `is_mask`, white where there is a label: a page for each plane.
/// `size` has the number of columns last.
///
/// # Errors
/// [`Failure::Input`](crate::context::Failure::Input) naming the file.
pub(crate) fn save(
    path: &Path,
    labels: &[u32],
    size: &[usize],
    is_mask: bool,
) -> crate::context::Result {
    let [.., height, width] = *size else { return Ok(()) };
    save_with(path, |file| {
        let mut bytes = Cursor::new(Vec::new());
        // Places in a file of 4 GiB or more do not fit 32 bits.
        let written = match labels.len() > 1 << 29 {
            true => TiffEncoder::new_big(&mut bytes)
                .and_then(|tiff| write(tiff, labels, [width, height], is_mask)),
            false => TiffEncoder::new(&mut bytes)
                .and_then(|tiff| write(tiff, labels, [width, height], is_mask)),
        };
        written.map_err(io::Error::other)?;
        file.write_all(&bytes.into_inner())
    })
}

fn write<W: Write + Seek, K: TiffKind>(
    mut tiff: TiffEncoder<W, K>,
    labels: &[u32],
    [width, height]: [usize; 2],
    is_mask: bool,
) -> TiffResult<()> {
    for plane in labels.chunks(width * height) {
        // A picture has fewer than 2³² columns and rows.
        let (width, height) = (width as u32, height as u32);
        if is_mask {
            let white: Vec<u8> =
                plane.iter().map(|&label| if label > 0 { 255 } else { 0 }).collect();
            tiff.write_image::<colortype::Gray8>(width, height, &white)?;
        } else {
            tiff.write_image::<colortype::Gray32>(width, height, plane)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEVELS: Levels = Levels { background: 0, least: None };

    fn from(least: &str) -> Levels {
        Levels { least: Some(least.parse().unwrap()), ..LEVELS }
    }

    /// The only page.
    fn read(bytes: &[u8], levels: Levels) -> Result<Image, String> {
        let mut pages = super::read(bytes, levels)?;
        assert_eq!(pages.len(), 1);
        Ok(pages.remove(0))
    }

    /// A picture of 3×2 pixels.
    fn encoded<C: colortype::ColorType>(pixels: &[C::Inner]) -> Vec<u8>
    where
        [C::Inner]: tiff::encoder::TiffValue,
    {
        let mut file = Cursor::new(Vec::new());
        TiffEncoder::new(&mut file).unwrap().write_image::<C>(3, 2, pixels).unwrap();
        file.into_inner()
    }

    #[test]
    fn bright_pixels_are_set() {
        let expected: Image = "X.X\n.X.".parse().unwrap();
        let gray = encoded::<colortype::Gray8>(&[255, 0, 128, 127, 200, 1]);
        assert_eq!(read(&gray, from("128")).as_ref(), Ok(&expected));
        let deep = encoded::<colortype::Gray16>(&[65535, 0, 32896, 32895, 50000, 1]);
        assert_eq!(read(&deep, from("32896")).as_ref(), Ok(&expected));
        let [on, off] = [[255, 255, 255], [255, 0, 0]];
        let colors = encoded::<colortype::RGB8>(&[on, off, on, off, on, off].concat());
        assert_eq!(read(&colors, from("128")).as_ref(), Ok(&expected));
    }

    #[test]
    fn several_pages_are_a_volume() {
        for (kinds, depth) in [(&[0_u32, 0, 2][..], 3), (&[0, 1, 1], 1), (&[0, 1, 0], 2)] {
            let mut file = Cursor::new(Vec::new());
            let mut encoder = TiffEncoder::new(&mut file).unwrap();
            for &kind in kinds {
                let mut page = encoder.new_image::<colortype::Gray8>(3, 2).unwrap();
                page.encoder().write_tag(Tag::NewSubfileType, kind).unwrap();
                page.write_data(&[255, 0, 0, 0, 0, 0]).unwrap();
            }
            let pages = super::read(&file.into_inner(), LEVELS).unwrap();
            assert_eq!(pages, vec!["X..\n...".parse().unwrap(); depth], "{kinds:?}");
        }
    }

    #[test]
    fn stacks_that_are_not_one_volume_are_refused() {
        let planes =
            |text: &str| Err(format!("expected a page for each plane, found {text} planes"));
        let several = |text| Err(format!("expected one image or volume, found {text}"));
        let depth = "expected pages of one plane, found a depth of 3 (tag 32997)".to_owned();
        let ome = |sizes| format!("<?xml?><OME><Image><Pixels Type=\"uint8\" {sizes}>");
        for (text, depth, pages, expected) in [
            ("ImageJ=1.11a\nimages=4\nslices=4\n", 1_u32, 1, planes("1 for 4")),
            ("ImageJ=1.11a\nimages=2\nslices=2\nunit=um\n", 1, 2, Ok(2)),
            ("ImageJ=1.11a\nimages=4\nchannels=2\nslices=2\n", 1, 4, several("2 channels")),
            ("ImageJ=1.11a\nimages=2\nframes=2\nloop=false\n", 1, 2, several("2 frames")),
            (&ome("SizeC=\"1\" SizeT=\"1\" SizeZ=\"3\""), 1, 3, Ok(3)),
            (&ome("SizeC=\"1\" SizeT=\"1\" SizeZ=\"3\""), 1, 2, planes("2 for 3")),
            (&ome("SizeC=\"2\" SizeT=\"1\" SizeZ=\"3\""), 1, 6, several("2 channels")),
            // Red, green and blue.
            (&ome("SizeC=\"3\" SizeT=\"1\" SizeZ=\"1\""), 1, 1, Ok(1)),
            (&ome("SizeC=\"3\" SizeT=\"1\" SizeZ=\"5\""), 1, 5, Ok(5)),
            (&ome("SizeZ=\"1\"/><Pixels SizeZ=\"1\""), 1, 2, several("2 images")),
            (&ome("SizeC=\"1\" SizeT=\"5\" SizeZ=\"1\""), 1, 5, several("5 frames")),
            ("{\"shape\": [4, 2, 3], \"truncated\": true}", 1, 1, planes("1 for several")),
            ("{\"shape\": [4, 2, 3]}", 1, 4, Ok(4)),
            ("{\"shape\": [1, 4, 2, 3]}", 1, 4, Ok(4)),
            ("{\"shape\": [2, 4, 2, 3]}", 1, 8, several("4 volumes")),
            ("{\"shape\": [2, 3]}", 1, 1, Ok(1)),
            ("images=4", 1, 1, Ok(1)),
            ("", 3, 1, Err(depth)),
        ] {
            let mut file = Cursor::new(Vec::new());
            let mut encoder = TiffEncoder::new(&mut file).unwrap();
            for _ in 0..pages {
                let mut page = encoder.new_image::<colortype::Gray8>(3, 2).unwrap();
                page.encoder().write_tag(IMAGE_DEPTH, depth).unwrap();
                page.encoder().write_tag(Tag::ImageDescription, text).unwrap();
                page.write_data(&[255, 0, 0, 0, 0, 0]).unwrap();
            }
            let found = super::read(&file.into_inner(), LEVELS);
            assert_eq!(found.map(|pages| pages.len()), expected, "{text}");
        }
    }

    #[test]
    fn orientation_tags_are_applied() {
        let mut file = Cursor::new(Vec::new());
        let mut encoder = TiffEncoder::new(&mut file).unwrap();
        let mut page = encoder.new_image::<colortype::Gray8>(3, 2).unwrap();
        page.encoder().write_tag(Tag::Orientation, 6_u16).unwrap();
        page.write_data(&[255, 255, 0, 0, 0, 0]).unwrap();
        assert_eq!(read(&file.into_inner(), LEVELS), Ok(".X\n.X\n..".parse().unwrap()));
    }

    /// A picture of 3×2 pixels of one bit.
    fn one_bit(interpretation: u32) -> Vec<u8> {
        // A header, one strip of two rows, and eight entries.
        let entries: [(u16, u16, u32); 8] = [
            (256, 3, 3),
            (257, 3, 2),
            (258, 3, 1),
            (259, 3, 1),
            (262, 3, interpretation),
            (273, 4, 8),
            (278, 3, 2),
            (279, 4, 2),
        ];
        let mut file = b"II*\0\x0a\0\0\0\xa0\x40\x08\0".to_vec();
        for (tag, kind, value) in entries {
            file.extend(tag.to_le_bytes());
            file.extend(kind.to_le_bytes());
            file.extend(1u32.to_le_bytes());
            file.extend(value.to_le_bytes());
        }
        file.extend([0; 4]);
        file
    }

    #[test]
    fn one_bit_a_pixel() {
        for (interpretation, expected) in [(1, "X.X\n.X."), (0, ".X.\nX.X")] {
            assert_eq!(read(&one_bit(interpretation), LEVELS), Ok(expected.parse().unwrap()));
        }
    }

    #[test]
    fn damaged_files_are_errors() {
        let whole = encoded::<colortype::Gray8>(&[0; 6]);
        for len in 0..whole.len() {
            let _ = read(&whole[..len], LEVELS);
            let mut other = whole.clone();
            other[len] ^= 0x41;
            let _ = read(&other, LEVELS);
        }
        assert!(read(&whole[..20], LEVELS).is_err());
    }

    #[test]
    fn numbers_are_compared_with_the_threshold() {
        let expected: Image = "X.X\n.X.".parse().unwrap();
        let labels = encoded::<colortype::Gray32>(&[1, 0, 70_000, 0, 2, 0]);
        assert_eq!(read(&labels, LEVELS).as_ref(), Ok(&expected));
        let signed = encoded::<colortype::GrayI16>(&[-1, 0, 1, 0, 2, 0]);
        assert_eq!(read(&signed, LEVELS).as_ref(), Ok(&expected));
        let floats = encoded::<colortype::Gray64Float>(&[0.1, f64::NAN, 1.0, 0.0, -2.0, 0.0]);
        assert_eq!(read(&floats, LEVELS).as_ref(), Ok(&expected));
        let levels = from("-0.5");
        let floats = encoded::<colortype::Gray32Float>(&[0.0, -1.0, -0.5, -0.6, 9.0, f32::NAN]);
        assert_eq!(read(&floats, levels).as_ref(), Ok(&expected));
        let gray = encoded::<colortype::Gray8>(&[0; 6]);
        assert_eq!(read(&gray, levels), Ok("XXX\nXXX".parse().unwrap()));
    }

    /// Labels of all types, as numbers of 64 bits with their signs.
    #[test]
    fn labels_are_integers() {
        let numbers = |bytes: &[u8]| {
            let Integers { list, is_signed, size, is_volume } = read_integers(bytes)?;
            let list: Vec<u64> = match list {
                List::Bytes(list) => list.into_iter().map(u64::from).collect(),
                List::Narrow(list) => list.into_iter().map(u64::from).collect(),
                List::Wide(list) => list,
            };
            Ok::<_, String>((list, is_signed, size, is_volume))
        };
        let image = |list: [u64; 6], is_signed| Ok((list.to_vec(), is_signed, [3, 2, 1], false));
        let list = [3, 0, 200, 0, 3, 1];
        let (narrow, wide) = (list.map(|n| n as u16), list.map(|n| n as u32));
        assert_eq!(
            numbers(&encoded::<colortype::Gray8>(&list.map(|n| n as u8))),
            image(list, false)
        );
        assert_eq!(numbers(&encoded::<colortype::Gray16>(&narrow)), image(list, false));
        assert_eq!(numbers(&encoded::<colortype::Gray32>(&wide)), image(list, false));
        assert_eq!(numbers(&encoded::<colortype::Gray64>(&list)), image(list, false));
        let minus = |bits: u32| [u64::MAX >> (64 - bits), 0, 0, 0, 0, 7];
        let signed = [-1, 0, 0, 0, 0, 7];
        let bytes = encoded::<colortype::GrayI8>(&signed.map(|n| n as i8));
        assert_eq!(numbers(&bytes), image(minus(8), true));
        let bytes = encoded::<colortype::GrayI16>(&signed.map(|n| n as i16));
        assert_eq!(numbers(&bytes), image(minus(32), true));
        assert_eq!(numbers(&encoded::<colortype::GrayI32>(&signed)), image(minus(32), true));
        let bytes = encoded::<colortype::GrayI64>(&signed.map(i64::from));
        assert_eq!(numbers(&bytes), image(minus(64), true));

        // Two pages, turned to the right.
        let mut file = Cursor::new(Vec::new());
        let mut encoder = TiffEncoder::new(&mut file).unwrap();
        for page in [[1_u32, 2, 3, 4, 5, 6], [0, 0, 0, 9, 0, 0]] {
            let mut image = encoder.new_image::<colortype::Gray32>(3, 2).unwrap();
            image.encoder().write_tag(Tag::Orientation, 6_u16).unwrap();
            image.write_data(&page).unwrap();
        }
        let volume = vec![4, 1, 5, 2, 6, 3, 9, 0, 0, 0, 0, 0];
        assert_eq!(numbers(&file.into_inner()), Ok((volume, false, [2, 3, 2], true)));

        for (is_narrow, expected) in [
            (true, "page 2: expected 3×1 pixels as on page 1, found 2×1"),
            (false, "page 2: expected samples of the type of those on page 1"),
        ] {
            let mut file = Cursor::new(Vec::new());
            let mut encoder = TiffEncoder::new(&mut file).unwrap();
            encoder.write_image::<colortype::Gray32>(3, 1, &[1, 2, 3]).unwrap();
            match is_narrow {
                true => encoder.write_image::<colortype::Gray32>(2, 1, &[1, 2]),
                false => encoder.write_image::<colortype::GrayI32>(3, 1, &[1, 2, 3]),
            }
            .unwrap();
            assert_eq!(numbers(&file.into_inner()), Err(expected.to_owned()));
        }
        for (bytes, expected) in [
            (encoded::<colortype::Gray32Float>(&[0.0; 6]), no_integers(32)),
            (
                encoded::<colortype::RGB8>(&[0; 18]),
                "expected gray samples of 8 to 64 bits, found RGB(8)".to_owned(),
            ),
            (one_bit(0), "expected 0 for black, found 0 for white (tag 262)".to_owned()),
        ] {
            assert_eq!(numbers(&bytes), Err(expected));
        }
    }
}
