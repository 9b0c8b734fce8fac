//! TIFF images, also written with labels: black and white, gray, and RGB; without compression or
//! with deflate, LZW, PackBits or fax. The decoder refuses LZW tiles that extend beyond the right
//! edge of the image.

use std::io::{self, Cursor, Seek, Write};
use std::path::Path;

use cc_table::labeling::{BitOrder, BitmapBuf, BitmapError};
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::encoder::{TiffEncoder, TiffKind, colortype};
use tiff::tags::{Tag, Type, ValueBuffer};
use tiff::{ColorType, TiffError, TiffResult};

use super::{Levels, MAX_PICTURE, oriented};
use crate::files::save_with;

/// The number of planes of a page.
const IMAGE_DEPTH: Tag = Tag::Unknown(32997);

/// Reads the pages of a file. Reduced copies of pages are left out.
pub(super) fn read(bytes: &[u8], levels: Levels) -> Result<Vec<BitmapBuf>, String> {
    let wrong = |error: TiffError| error.to_string();
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MAX_PICTURE as usize;
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(wrong)?.with_limits(limits);
    let mut pages = vec![read_page(&mut decoder, levels)?];
    while decoder.more_images() {
        decoder.next_image().map_err(wrong)?;
        let kind: Option<u32> = decoder.find_tag_unsigned(Tag::NewSubfileType).map_err(wrong)?;
        if kind.unwrap_or(0) & 1 == 0 {
            let number = pages.len() + 1;
            let pixels = pages.iter().map(|page| page.width() as u64 * page.height() as u64);
            if pixels.sum::<u64>() > 8 * MAX_PICTURE {
                return Err(format!("more than {} pixels before page {number}", 8 * MAX_PICTURE));
            }
            let page = read_page(&mut decoder, levels);
            pages.push(page.map_err(|error| format!("page {number}: {error}"))?);
        }
    }
    check_description(&description(bytes), pages.len() as u64)?;
    Ok(pages)
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

fn read_page(decoder: &mut Decoder<Cursor<&[u8]>>, levels: Levels) -> Result<BitmapBuf, String> {
    let wrong = |error: TiffError| error.to_string();
    let depth = decoder.find_tag_unsigned(IMAGE_DEPTH).map_err(wrong)?;
    if let Some(depth) = depth.filter(|&depth: &u32| depth > 1) {
        return Err(format!("expected pages of one plane, found a depth of {depth} (tag 32997)"));
    }
    let (width, height) = decoder.dimensions().map_err(wrong)?;
    let (width, height) = (width as usize, height as usize);
    let colors = decoder.colortype().map_err(wrong)?;
    let orientation = decoder.find_tag_unsigned(Tag::Orientation).map_err(wrong)?;
    let found = decoder.read_image().map_err(wrong)?;
    let picture = match (colors, found) {
        (ColorType::Gray(1), DecodingResult::U8(pixels)) => {
            let order = BitOrder::MostSignificantFirst;
            BitmapBuf::from_packed(&pixels, width, height, width.div_ceil(8), order)
        }
        (ColorType::Gray(8), DecodingResult::U8(pixels)) => {
            BitmapBuf::from_luma(&pixels, width, height, width, levels.threshold)
        }
        (_, DecodingResult::U8(pixels)) => {
            from_samples(&pixels, 255, colors, (width, height), levels)?
        }
        (_, DecodingResult::U16(pixels)) => {
            from_samples(&pixels, u16::MAX, colors, (width, height), levels)?
        }
        (colors, found) => {
            let kind = match found {
                DecodingResult::I8(_)
                | DecodingResult::I16(_)
                | DecodingResult::I32(_)
                | DecodingResult::I64(_) => "signed",
                DecodingResult::U32(_) | DecodingResult::U64(_) => "unsigned",
                _ => "float",
            };
            let bits = colors.bit_depth();
            return Err(format!(
                "expected unsigned samples of 1, 8 or 16 bits, found {kind} ones of {bits}; a .npy \
                 can have them"
            ));
        }
    };
    oriented(picture.map_err(|error| error.to_string())?, orientation.unwrap_or(1))
}

/// The pixels of an image with a whole number of samples each.
fn from_samples<S: Copy + Into<u16>>(
    samples: &[S],
    most: u16,
    colors: ColorType,
    (width, height): (usize, usize),
    levels: Levels,
) -> Result<Result<BitmapBuf, BitmapError>, String> {
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
    let is_set = |x, y| {
        for (to, &sample) in pixel.iter_mut().zip(&samples[count * (width * y + x)..][..count]) {
            *to = sample.into();
        }
        levels.is_set(&pixel[..count], most)
    };
    Ok(BitmapBuf::from_fn(width, height, is_set))
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

    const LEVELS: Levels = Levels { threshold: 128, background: 0, least: None };

    /// The only page.
    fn read(bytes: &[u8], levels: Levels) -> Result<BitmapBuf, String> {
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
        let expected: BitmapBuf = "X.X\n.X.".parse().unwrap();
        let gray = encoded::<colortype::Gray8>(&[255, 0, 128, 127, 200, 1]);
        assert_eq!(read(&gray, LEVELS).as_ref(), Ok(&expected));
        let deep = encoded::<colortype::Gray16>(&[65535, 0, 32896, 32895, 50000, 1]);
        assert_eq!(read(&deep, LEVELS).as_ref(), Ok(&expected));
        let [on, off] = [[255, 255, 255], [255, 0, 0]];
        let colors = encoded::<colortype::RGB8>(&[on, off, on, off, on, off].concat());
        assert_eq!(read(&colors, LEVELS).as_ref(), Ok(&expected));
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

    #[test]
    fn one_bit_a_pixel() {
        // A header, one strip of two rows, and eight entries.
        let entries: [(u16, u16, u32); 8] = [
            (256, 3, 3),
            (257, 3, 2),
            (258, 3, 1),
            (259, 3, 1),
            (262, 3, 1),
            (273, 4, 8),
            (278, 3, 2),
            (279, 4, 2),
        ];
        for (white_is_zero, expected) in [(false, "X.X\n.X."), (true, ".X.\nX.X")] {
            let mut file = b"II*\0\x0a\0\0\0\xa0\x40\x08\0".to_vec();
            for (tag, kind, value) in entries {
                let value = if tag == 262 { u32::from(!white_is_zero) } else { value };
                file.extend(tag.to_le_bytes());
                file.extend(kind.to_le_bytes());
                file.extend(1u32.to_le_bytes());
                file.extend(value.to_le_bytes());
            }
            file.extend([0; 4]);
            assert_eq!(read(&file, LEVELS).unwrap(), expected.parse().unwrap());
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
        let float = encoded::<colortype::Gray32Float>(&[0.0; 6]);
        assert_eq!(
            read(&float, LEVELS).unwrap_err(),
            "expected unsigned samples of 1, 8 or 16 bits, found float ones of 32; a .npy can have \
             them"
        );
    }
}
