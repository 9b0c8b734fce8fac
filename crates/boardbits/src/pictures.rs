//! Files of images and volumes as bits: PBM, PGM, PNG, TIFF, `.npy`, NIfTI, raw bits and numbers.
//! Also PNG files of pictures.
//!
//! Orientation tags of pictures are applied, so pixels are where viewers show them. Damaged files,
//! animations, and bytes after a picture are refused.

mod array;
mod pnm;
#[cfg(feature = "tiff")]
mod tiff;

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Error, ErrorKind, Read, Write};
use std::path::Path;

use cc_label::{BitOrder, Image, LabelError};
use memmap2::Mmap;

use crate::context::{Failure, Result};
use crate::files::save_with;
use crate::input::{Source, mark_len, read_limited};
use crate::options::number;

use self::array::{Header, Least, Number};
pub(crate) use self::array::{Integers, List, save_npy};
#[cfg(feature = "tiff")]
pub(crate) use self::tiff::save as save_tiff;

/// Which pixels of an image file are set.
#[derive(clap::Args)]
pub(crate) struct Pixels {
    /// Pixels of at least this are set, as the file has them; by default all but 0. The number of a
    /// color is its luma by Rec. 709. NaN is never set. A photo in gray of 8 bits has its bright half
    /// from 128 on
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    threshold: Option<Least>,
    /// The brightness behind transparent pixels of a PNG or TIFF, of 255
    #[arg(long, default_value_t = 0, value_parser = number(0..=u8::MAX))]
    background: u8,
    /// Label the unset pixels
    #[arg(long)]
    invert: bool,
    /// The file has one bit per pixel, most significant first, each row from a new byte, or numbers
    /// of --raw-type. It can be mapped into memory and must not change. With a DEPTH it is a
    /// volume, one plane after the other
    #[arg(long, value_name = "WIDTHxHEIGHT[xDEPTH]", value_parser = sides)]
    raw: Option<Sides>,
    /// The least significant bit comes first (--raw)
    #[arg(long, requires = "raw")]
    lsb_first: bool,
    /// The file has numbers of this type, the least significant byte first (--raw)
    #[arg(long, value_enum, value_name = "TYPE", requires = "raw", conflicts_with = "lsb_first")]
    raw_type: Option<Number>,
}

/// The sides of an image, or those of a volume.
#[derive(Clone, Copy)]
pub(crate) struct Sides {
    pub(crate) size: [u64; 3],
    pub(crate) is_volume: bool,
}

impl Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (axes, unit) = if self.is_volume { (3, "voxels") } else { (2, "pixels") };
        write!(f, "{} {unit}", joined(&self.size[..axes], "×"))
    }
}

pub(crate) fn joined(numbers: &[impl ToString], sign: &str) -> String {
    numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(sign)
}

/// `WIDTHxHEIGHT` or `WIDTHxHEIGHTxDEPTH`.
pub(crate) fn sides(text: &str) -> Result<Sides, String> {
    let sides = text.split(['x', '×']).map(str::parse).collect::<Result<Vec<u64>, _>>();
    match sides.as_deref() {
        Ok(&[width, height]) => Ok(Sides { size: [width, height, 1], is_volume: false }),
        Ok(&[width, height, depth]) => Ok(Sides { size: [width, height, depth], is_volume: true }),
        _ => Err("expected WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH".to_owned()),
    }
}

/// A part of an image or a volume: its first pixel or voxel, and its width, height and depth.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) at: [u64; 3],
    pub(crate) size: [u64; 3],
    pub(crate) is_of_volume: bool,
}

impl Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, size, is_of_volume: is_volume } = *self;
        let axes = if is_volume { 3 } else { 2 };
        write!(f, "{} at {}", Sides { size, is_volume }, joined(&at[..axes], ","))
    }
}

impl Part {
    /// Returns it if it is a part of an image or a volume of this size.
    fn check(self, whole: Sides) -> Result<Self, String> {
        let (Self { at, size, is_of_volume }, is_volume) = (self, whole.is_volume);
        if is_volume != is_of_volume {
            let (axes, what) = if is_volume { (3, "a volume") } else { (2, "an image") };
            return Err(format!(
                "expected the place and the size of a part along the {axes} axes of {what}"
            ));
        }
        let is_inside = |axis: usize| {
            let end: Option<u64> = at[axis].checked_add(size[axis]);
            end.is_some_and(|end| end <= whole.size[axis])
        };
        if (0..3).all(is_inside) {
            return Ok(self);
        }
        Err(format!("{self} are not inside {whole}"))
    }

    /// In units of the memory of this machine. The part is inside of what is in memory.
    fn in_memory(self) -> [[usize; 3]; 2] {
        [self.at, self.size].map(|numbers| numbers.map(|number| number as usize))
    }
}

/// What a file has: an image, or a volume, which may have a single plane.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    pub(crate) image: Image,
    pub(crate) is_volume: bool,
}

impl Picture {
    /// A volume of planes of equal sizes.
    #[cfg(feature = "tiff")]
    fn from_planes(planes: Vec<Image>) -> Result<Self, String> {
        let size =
            planes.first().map_or((0, 0, 0), |plane| (plane.width(), plane.height(), planes.len()));
        let rows = planes.iter().flat_map(|plane| (0..plane.height()).map(|y| plane.row(y)));
        let words = rows.flatten().copied().collect();
        Self::from_words(words, size, true)
    }

    /// The size, and whether it is a volume.
    pub(crate) fn sides(&self) -> Sides {
        let size: [usize; 3] = self.image.size().into();
        Sides { size: size.map(|side| side as u64), is_volume: self.is_volume }
    }

    /// Returns a part.
    fn crop(&self, part: Part) -> Result<Self, String> {
        let [at, size] = part.check(self.sides())?.in_memory();
        let image = self.image.crop(at.into(), <(usize, usize, usize)>::from(size));
        Ok(Self { image: image.map_err(|error| error.to_string())?, is_volume: self.is_volume })
    }

    fn from_words(
        words: Vec<u64>,
        size: (usize, usize, usize),
        is_volume: bool,
    ) -> Result<Self, String> {
        let image = Image::from_words(words, size).map_err(|error| error.to_string())?;
        Ok(Self { image, is_volume })
    }

    /// The image.
    fn into_image(self) -> Result<Image, String> {
        if self.is_volume {
            let (width, height, depth) = self.image.size();
            return Err(format!("expected an image, found a volume of {width}×{height}×{depth}"));
        }
        Ok(self.image)
    }
}

impl Pixels {
    /// Reads a whole image.
    ///
    /// # Errors
    /// [`Failure`] naming the source.
    pub(crate) fn read(&self, source: &Source) -> Result<Image> {
        let image = self.read_any(source)?.into_image();
        image.map_err(|reason| Failure::at(source, reason))
    }

    /// Reads a part of an image or a volume, or all of it. Only the part of a raw file takes
    /// memory. Also returns the size of the whole.
    ///
    /// # Errors
    /// [`Failure`] naming the source, also if the part reaches beyond the whole.
    pub(crate) fn read_part(
        &self,
        source: &Source,
        part: Option<Part>,
    ) -> Result<(Picture, [u64; 3])> {
        let wrong = |reason: String| Failure::at(source, reason);
        let (mut picture, size) = match (self.raw, source, part) {
            (Some(sides), Source::File(path), Some(part)) => {
                let picture = self.read_raw_part(path, sides, part);
                (picture.map_err(wrong)?, sides.size)
            }
            _ => {
                let whole = self.read_as_it_is(source)?;
                let size = whole.sides().size;
                match part {
                    None => (whole, size),
                    Some(part) => (whole.crop(part).map_err(wrong)?, size),
                }
            }
        };
        if self.invert {
            picture.image.invert();
        }
        Ok((picture, size))
    }

    /// Reads a part of a raw file.
    fn read_raw_part(&self, path: &Path, sides: Sides, part: Part) -> Result<Picture, String> {
        match self.raw_type {
            None => read_raw_bits(path, sides, part, self.bit_order()),
            Some(number) => {
                let bytes = number.bytes() as u64;
                let map = map_raw(path, sides, bytes.checked_mul(sides.size[0]))?;
                let ([[x, y, z], [width, height, depth]], [columns, rows, _]) =
                    (part.check(sides)?.in_memory(), sides.size.map(|side| side as usize));
                let bytes = bytes as usize;
                let lines = (z..z + depth).flat_map(|z| (y..y + height).map(move |y| z * rows + y));
                let lines = lines.map(|row| &map[(row * columns + x) * bytes..][..width * bytes]);
                let header = Header::raw(number, part.size, part.is_of_volume);
                array::read(&header, &mut Lines { line: &[], rest: lines }, self.threshold)
            }
        }
    }

    /// Reads the integers of a `.npy`, a NIfTI, a TIFF or a raw file, with `in_order` plane by
    /// plane and row by row; see [`array::read_integers`].
    ///
    /// # Errors
    /// [`Failure`] naming the source, also for other files.
    pub(crate) fn read_integers(&self, source: &Source, in_order: bool) -> Result<Integers> {
        let integers = match (self.raw, self.raw_type) {
            (Some(Sides { size, is_volume }), Some(number)) => {
                let header = Header::raw(number, size, is_volume);
                array::read_integers(&header, &mut BufReader::new(source.open()?), in_order)
            }
            _ => read_integers(source.open()?, in_order),
        };
        integers.map_err(|reason| Failure::at(source, reason))
    }

    /// Reads a whole image or a volume.
    ///
    /// # Errors
    /// [`Failure`] naming the source.
    pub(crate) fn read_any(&self, source: &Source) -> Result<Picture> {
        Ok(self.read_part(source, None)?.0)
    }

    /// Reads a whole image or a volume, without `--invert`.
    fn read_as_it_is(&self, source: &Source) -> Result<Picture> {
        let read = match (self.raw, source) {
            (None, _) => read(source.open()?, self.levels()),
            (Some(sides), Source::File(path)) => {
                let Sides { size, is_volume: is_of_volume } = sides;
                self.read_raw_part(path, sides, Part { at: [0; 3], size, is_of_volume })
            }
            (Some(_), Source::Stdin) => {
                return Err(Failure::Usage("--raw maps a file, which stdin is not".into()));
            }
        };
        read.map_err(|reason| Failure::at(source, reason))
    }

    fn levels(&self) -> Levels {
        Levels { background: self.background, least: self.threshold }
    }

    fn bit_order(&self) -> BitOrder {
        match self.lsb_first {
            true => BitOrder::LeastSignificantFirst,
            false => BitOrder::MostSignificantFirst,
        }
    }
}

/// The largest PNG or TIFF file, and the most memory that its pixels may take, in bytes.
const MAX_PICTURE: u64 = 1 << 30;

/// Which pixels are set.
#[derive(Clone, Copy)]
struct Levels {
    /// The brightness behind transparent pixels.
    background: u8,
    /// The least number that is set; `None` for those that are not 0.
    least: Option<Least>,
}

impl Levels {
    /// The pixels of an image in gray of 8 bits, whose rows have `stride` bytes.
    fn of_bytes(
        self,
        pixels: &[u8],
        (width, height): (usize, usize),
        stride: usize,
    ) -> Result<Image, LabelError> {
        match Least::of(self.least) {
            Some(least) => Image::from_luma(pixels, (width, height), stride, least),
            None => Image::new((width, height)),
        }
    }

    /// Returns whether a pixel of one to four samples from 0 to `most` is set: gray or RGB, with or
    /// without alpha. The brightness of a color is its luma by Rec. 709; alpha mixes it with the
    /// background. Nothing is rounded.
    fn is_set(self, pixel: &[u16], most: u16) -> bool {
        let (color, alpha) = match *pixel {
            [ref color @ .., alpha] if pixel.len().is_multiple_of(2) => (color, alpha),
            _ => (pixel, most),
        };
        // In units of 1 / 5,000 of a sample.
        let luma: u64 = match *color {
            [r, g, b] => 1063 * u64::from(r) + 3576 * u64::from(g) + 361 * u64::from(b),
            [gray, ..] => 5000 * u64::from(gray),
            [] => 0,
        };
        let [most, alpha, background] = [most, alpha, self.background.into()].map(u64::from);
        // In units of 1 / (255 × 5,000 × most) of a sample, which fit 53 bits.
        let brightness = 255 * luma * alpha + 5000 * background * most * (most - alpha);
        self.least.map_or(brightness > 0, |least| {
            brightness as f64 >= least.number * (255 * 5000 * most) as f64
        })
    }
}

/// Turns and mirrors a picture as the orientation tag of TIFF and Exif says, a number from 1 to 8.
fn oriented(picture: Image, orientation: usize) -> Result<Image, String> {
    if orientation == 1 {
        return Ok(picture);
    }
    let ((columns, rows), place) = turned((picture.width(), picture.height()), orientation)?;
    let is_set = |x, y| picture.get(place(x, y)) == Some(true);
    Image::from_fn((columns, rows), |x, y, _| is_set(x, y)).map_err(|error| error.to_string())
}

/// A column and a row, or their numbers.
type Pair = (usize, usize);

/// The width and the height of such a picture, and the pixel of the file that is at a place.
fn turned(
    (width, height): Pair,
    orientation: usize,
) -> Result<(Pair, impl Fn(usize, usize) -> Pair), String> {
    // Which end of a row and of a column the picture has at the left and at the top, and whether
    // its rows are columns.
    let [from_right, from_bottom, is_transposed] = match orientation {
        1 => [false, false, false],
        2 => [true, false, false],
        3 => [true, true, false],
        4 => [false, true, false],
        5 => [false, false, true],
        6 => [false, true, true],
        7 => [true, true, true],
        8 => [true, false, true],
        other => return Err(format!("expected an orientation from 1 to 8, found {other}")),
    };
    let place = move |x, y| {
        let (x, y) = if is_transposed { (y, x) } else { (x, y) };
        let x = if from_right { width - 1 - x } else { x };
        let y = if from_bottom { height - 1 - y } else { y };
        (x, y)
    };
    Ok((if is_transposed { (height, width) } else { (width, height) }, place))
}

/// The orientation in Exif data, if there is one.
fn exif_orientation(exif: &[u8]) -> Option<usize> {
    let is_big = match exif.get(..4)? {
        b"MM\0*" => true,
        b"II*\0" => false,
        _ => return None,
    };
    let number = |bytes: &[u8]| {
        let add = |number: usize, &byte: &u8| number << 8 | usize::from(byte);
        if is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
    };
    let (count, entries) = exif.get(number(exif.get(4..8)?)..)?.split_at_checked(2)?;
    let mut entries = entries.chunks_exact(12).take(number(count));
    let orientation = entries.find(|entry| number(&entry[..2]) == 0x112)?;
    Some(number(&orientation[8..10]))
}

/// The formats that the program reads.
const FORMATS: &str = if cfg!(feature = "tiff") {
    "PBM, PGM, PNG, TIFF, .npy or NIfTI"
} else {
    "PBM, PGM, PNG, .npy or NIfTI"
};

/// The error for a TIFF without the feature.
#[cfg(not(feature = "tiff"))]
pub(crate) const NO_TIFF: &str = "the program was built without the feature `tiff`";

/// Reads the integers of a `.npy`, a NIfTI, or a TIFF if the program is built with it.
fn read_integers(mut input: impl Read, in_order: bool) -> Result<Integers, String> {
    let mut start = Vec::new();
    input.by_ref().take(4).read_to_end(&mut start).map_err(|error| error.to_string())?;
    let (start, whole) = (&start[..], start.chain(input));
    match start.get(..2).unwrap_or_default() {
        #[cfg(feature = "tiff")]
        b"II" | b"MM" => tiff::read_integers(&read_limited(whole, MAX_PICTURE)?),
        #[cfg(not(feature = "tiff"))]
        b"II" | b"MM" => Err(NO_TIFF.to_owned()),
        _ if array::is_array(start) => {
            let (header, mut numbers) = array::open(whole)?;
            array::read_integers(&header, &mut numbers, in_order)
        }
        _ => Err(format!("expected a {}", FORMATS.trim_start_matches("PBM, PGM, PNG, "))),
    }
}

/// Reads a PBM, a PGM, a PNG, a `.npy`, a NIfTI, or a TIFF if the program is built with it.
fn read(input: impl Read, levels: Levels) -> Result<Picture, String> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut start = Vec::new();
    input.by_ref().take(5).read_to_end(&mut start).map_err(|error| error.to_string())?;
    // Only P1 and P2 are text.
    let start = match &start[mark_len(&start)..] {
        text @ [b'P', b'1' | b'2', ..] => text,
        _ => &start,
    };
    let whole = start.chain(input);
    if array::is_array(start) {
        let (header, mut numbers) = array::open(whole)?;
        return array::read(&header, &mut numbers, levels.least);
    }
    let picture = match start.get(..2).unwrap_or_default() {
        // No sample is as large as the largest number.
        b"P1" | b"P2" | b"P4" | b"P5" => {
            pnm::read(whole, Least::of(levels.least).unwrap_or(u32::MAX))
        }
        b"\x89P" => read_png(&read_limited(whole, MAX_PICTURE)?, levels),
        #[cfg(feature = "tiff")]
        b"II" | b"MM" => {
            let pages = tiff::read(&read_limited(whole, MAX_PICTURE)?, levels)?;
            return match <[Image; 1]>::try_from(pages) {
                Ok([image]) => Ok(Picture { image, is_volume: false }),
                Err(pages) => Picture::from_planes(pages),
            };
        }
        #[cfg(not(feature = "tiff"))]
        b"II" | b"MM" => Err(NO_TIFF.to_owned()),
        _ => Err(format!("expected a {FORMATS}")),
    };
    picture.map(|image| Picture { image, is_volume: false })
}

fn read_png(bytes: &[u8], levels: Levels) -> Result<Image, String> {
    let wrong = |error: png::DecodingError| match error {
        png::DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            "the file ends before the chunk IEND".to_owned()
        }
        error => error.to_string(),
    };
    let mut options = png::DecodeOptions::default();
    options.set_ignore_checksums(false);
    options.set_skip_ancillary_crc_failures(false);
    options.set_ignore_text_chunk(true);
    options.set_ignore_iccp_chunk(true);
    let mut input = Cursor::new(bytes);
    let mut decoder = png::Decoder::new_with_options(&mut input, options);
    let header = decoder.read_header_info().map_err(wrong)?;
    let is_indexed = header.color_type == png::ColorType::Indexed;
    // The decoder would take colors that the palette does not have as black.
    decoder.set_transformations(match is_indexed {
        true => png::Transformations::IDENTITY,
        false => png::Transformations::EXPAND,
    });
    let mut reader = decoder.read_info().map_err(wrong)?;
    let (width, height) = reader.info().size();
    if let Some(frames) = reader.info().animation_control().map(|control| control.num_frames)
        && frames > 1
    {
        return Err(format!("expected one picture, found an animation of {frames} (chunk acTL)"));
    }
    let raw_size = raw_size(reader.info());
    let size = reader.output_buffer_size().filter(|&size| size as u64 <= MAX_PICTURE);
    let size = size.ok_or_else(|| {
        format!("{width}×{height} pixels take more than {MAX_PICTURE} bytes; a PBM can be larger")
    })?;
    let mut pixels = Vec::new();
    pixels.try_reserve_exact(size).map_err(|_| format!("cannot allocate {size} bytes"))?;
    pixels.resize(size, 0);
    let frame = reader.next_frame(&mut pixels).map_err(wrong)?;
    reader.finish().map_err(wrong)?;
    check_stream(bytes, raw_size)?;
    let (width, height) = (width as usize, height as usize);
    let picture = if is_indexed {
        from_palette(&pixels, &frame, reader.info(), levels)?
    } else if (frame.color_type, frame.bit_depth)
        == (png::ColorType::Grayscale, png::BitDepth::Eight)
    {
        let stride = frame.line_size;
        levels.of_bytes(&pixels, (width, height), stride).map_err(|error| error.to_string())?
    } else {
        let samples = frame.color_type.samples();
        let mut pixel = [0; 4];
        let is_deep = frame.bit_depth == png::BitDepth::Sixteen;
        let is_set = |x: usize, y: usize, _| {
            let row = &pixels[frame.line_size * y..];
            for (i, sample) in (samples * x..).zip(&mut pixel[..samples]) {
                *sample = match is_deep {
                    true => u16::from_be_bytes([row[2 * i], row[2 * i + 1]]),
                    false => row[i].into(),
                };
            }
            levels.is_set(&pixel[..samples], if is_deep { u16::MAX } else { 255 })
        };
        Image::from_fn((width, height), is_set).map_err(|error| error.to_string())?
    };
    let orientation = reader.info().exif_metadata.as_deref().and_then(exif_orientation);
    drop(reader);
    match bytes.len() as u64 - input.position() {
        0 => oriented(picture, orientation.unwrap_or(1)),
        more => Err(format!("expected the end after the chunk IEND, found {more} more bytes")),
    }
}

/// The number of bytes of the rows of a PNG and their filters.
fn raw_size(info: &png::Info<'_>) -> u64 {
    let pass = |[x, y, dx, dy]: [u32; 4]| {
        let columns = u64::from(info.width.saturating_sub(x).div_ceil(dx));
        let rows = u64::from(info.height.saturating_sub(y).div_ceil(dy));
        let bits = columns * info.bits_per_pixel() as u64;
        if columns == 0 { 0 } else { rows * (1 + bits.div_ceil(8)) }
    };
    match info.interlaced {
        false => pass([0, 0, 1, 1]),
        true => ADAM7.map(pass).iter().sum(),
    }
}

/// The first column and row of each pass of an interlaced PNG, and the steps to the next ones.
const ADAM7: [[u32; 4]; 7] = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
];

/// Checks that the chunks IDAT of a PNG are one zlib stream of `size` bytes. The decoder stops
/// after the last row.
fn check_stream(bytes: &[u8], size: u64) -> Result<(), String> {
    let (mut data, mut rest) = (Vec::new(), bytes.get(8..).unwrap_or_default());
    while let Some((len, after)) = rest.split_first_chunk::<4>() {
        let len = u32::from_be_bytes(*len) as usize;
        let Some(chunk) = after.get(..4 + len) else { break };
        if let Some(part) = chunk.strip_prefix(b"IDAT") {
            data.extend_from_slice(part);
        }
        rest = after.get(8 + len..).unwrap_or_default();
    }
    let mut stream = flate2::bufread::ZlibDecoder::new(&*data);
    let found = io::copy(&mut stream.by_ref().take(size + 1), &mut io::sink());
    let found = found.map_err(|error| format!("chunk IDAT: {error}"))?;
    if found != size {
        return Err(format!("expected {size} bytes of rows in chunks IDAT, found {found} or more"));
    }
    match data.len() as u64 - stream.total_in() {
        0 => Ok(()),
        more => Err(format!("expected the end of the zlib stream, found {more} more bytes")),
    }
}

/// The pixels of a PNG of indices into a palette.
fn from_palette(
    pixels: &[u8],
    frame: &png::OutputInfo,
    info: &png::Info<'_>,
    levels: Levels,
) -> Result<Image, String> {
    let alphas = info.trns.as_deref().unwrap_or_default();
    let colors = info.palette.as_deref().unwrap_or_default().chunks_exact(3);
    let set: Vec<bool> = (0..)
        .zip(colors)
        .map(|(i, color)| {
            let alpha = alphas.get(i).copied().unwrap_or(255);
            levels.is_set(&[color[0], color[1], color[2], alpha].map(u16::from), 255)
        })
        .collect();
    let bits = frame.bit_depth as usize;
    let mut wrong = None;
    let picture = Image::from_fn((frame.width as usize, frame.height as usize), |x, y, _| {
        let byte = pixels[frame.line_size * y + bits * x / 8];
        let index = usize::from(byte << (bits * x % 8) >> (8 - bits));
        if index >= set.len() {
            wrong.get_or_insert((x, y, index));
        }
        set.get(index) == Some(&true)
    });
    let colors = set.len();
    match wrong {
        Some((x, y, index)) => Err(format!(
            "pixel {x},{y}: expected one of the {colors} colors of the palette, found {index}"
        )),
        None => picture.map_err(|error| error.to_string()),
    }
}

/// The bytes of lines, one after the other.
struct Lines<'a, I> {
    line: &'a [u8],
    rest: I,
}

impl<'a, I: Iterator<Item = &'a [u8]>> Read for Lines<'a, I> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.line = self.rest.next().unwrap_or_default();
        }
        self.line.read(bytes)
    }
}

/// Maps a raw file of rows of `stride` bytes.
fn map_raw(path: &Path, sides: Sides, stride: Option<u64>) -> Result<Mmap, String> {
    let Sides { size: [width, height, depth], is_volume } = sides;
    let expected = stride.and_then(|n| n.checked_mul(height)?.checked_mul(depth));
    let file = File::open(path).map_err(|error| error.to_string())?;
    let found = file.metadata().map_err(|error| error.to_string())?.len();
    if expected != Some(found) {
        let expected = expected.map_or("more".to_owned(), |bytes| bytes.to_string());
        let whole = match is_volume {
            false => format!("{width}×{height} pixels"),
            true => format!("{width}×{height}×{depth} voxels"),
        };
        return Err(format!("expected {expected} bytes for {whole}, found {found}"));
    }
    if found == 0 {
        return Err("expected at least one pixel".to_owned());
    }
    map(&file).map_err(|error| error.to_string())
}

/// Reads a part of a file whose rows begin with a byte each.
fn read_raw_bits(
    path: &Path,
    sides: Sides,
    part: Part,
    order: BitOrder,
) -> Result<Picture, String> {
    let stride = sides.size[0].div_ceil(8);
    let map = map_raw(path, sides, Some(stride))?;
    let [[x, y, z], [columns, rows, depth]] = part.check(sides)?.in_memory();
    let (shift, stride, height) = (x % 8, stride as usize, sides.size[1] as usize);
    let mut words = Vec::new();
    for z in z..z + depth {
        // The rectangle from the byte of its first pixel on.
        let bytes = map.get(stride * (height * z + y) + x / 8..).unwrap_or_default();
        let plane = Image::from_packed(bytes, (shift + columns, rows), stride, order);
        let plane = match plane {
            Ok(plane) if shift > 0 => plane.crop((shift, 0), (columns, rows)),
            plane => plane,
        };
        let plane = plane.map_err(|error| error.to_string())?;
        (0..rows).for_each(|y| words.extend_from_slice(plane.row(y)));
    }
    Picture::from_words(words, (columns, rows, depth), part.is_of_volume)
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read, and copied once. The help of --raw says that the file must not
    // change.
    unsafe { Mmap::map(file) }
}

/// The maximum width of a PNG in pixels.
const MAX_PNG_WIDTH: u32 = 1 << 24;

/// Saves an RGB picture in the PNG format, with memory for one row. `draw` gets the number of
/// each row, from the top, and its bytes.
///
/// # Errors
/// [`Failure::Input`] naming the file; also if a side of the picture is too long.
pub(crate) fn save_png(
    path: &Path,
    [width, height]: [u32; 2],
    draw: &mut dyn FnMut(u32, &mut [u8]),
) -> Result {
    save_with(path, |file| {
        if width > MAX_PNG_WIDTH || i32::try_from(height).is_err() {
            let reason = format!("a PNG of {width}×{height} pixels is too large");
            return Err(Error::new(ErrorKind::InvalidInput, reason));
        }
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        let mut rows = writer.stream_writer()?;
        let mut row = vec![0; 3 * width as usize];
        for y in 0..height {
            draw(y, &mut row);
            rows.write_all(&row)?;
        }
        rows.finish()?;
        Ok(writer.finish()?)
    })
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use png::{BitDepth, ColorType, Info, chunk};

    use super::*;

    const LEVELS: Levels = Levels { background: 0, least: None };

    fn text(bytes: &[u8]) -> Result<String, String> {
        Ok(read(bytes, LEVELS)?.into_image()?.to_string())
    }

    /// A PNG of some columns.
    fn png(width: u32, color: ColorType, depth: BitDepth, pixels: &[u8]) -> Info<'static> {
        let row = width as usize * color.samples() * depth as usize;
        let mut info = Info::with_size(width, (pixels.len() / row.div_ceil(8)) as u32);
        (info.color_type, info.bit_depth) = (color, depth);
        info
    }

    fn encoded(info: Info<'_>, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let encoder = png::Encoder::with_info(&mut bytes, info).unwrap();
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        bytes
    }

    #[test]
    fn samples_of_16_bits_are_not_rounded() {
        let samples = [0_u16, 1, 257, 0].map(u16::to_be_bytes).concat();
        let gray = png(4, ColorType::Grayscale, BitDepth::Sixteen, &samples);
        assert_eq!(text(&encoded(gray, &samples)).unwrap(), ".XX.");
        let rgb = samples.chunks(2).flat_map(|sample| sample.repeat(3)).collect::<Vec<_>>();
        let info = png(4, ColorType::Rgb, BitDepth::Sixteen, &rgb);
        assert_eq!(text(&encoded(info, &rgb)).unwrap(), ".XX.");
        let pgm = [&b"P5 4 1 65535\n"[..], &samples].concat();
        assert_eq!(text(&pgm).unwrap(), ".XX.");
    }

    #[test]
    fn colors_of_a_palette_are_looked_up() {
        for (depth, pixels) in
            [(BitDepth::Two, vec![0b00_01_10_11]), (BitDepth::Eight, vec![0, 1, 2, 3])]
        {
            let mut info = png(4, ColorType::Indexed, depth, &pixels);
            info.palette = Some(Cow::Owned([[255; 3], [0; 3], [255; 3], [200; 3]].concat()));
            info.trns = Some(Cow::Owned(vec![255, 255, 0]));
            assert_eq!(text(&encoded(info.clone(), &pixels)).unwrap(), "X..X");
            info.palette = Some(Cow::Owned([255; 9].to_vec()));
            let error = text(&encoded(info, &pixels)).unwrap_err();
            let expected = "pixel 3,0: expected one of the 3 colors of the palette, found 3";
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn orientation_tags_are_applied() {
        // Of a picture `XX.` above `...`.
        let pixels = [255, 255, 0, 0, 0, 0];
        for (orientation, expected) in (1..).zip([
            "XX.\n...",
            ".XX\n...",
            "...\n.XX",
            "...\nXX.",
            "X.\nX.\n..",
            ".X\n.X\n..",
            "..\n.X\n.X",
            "..\nX.\nX.",
        ]) {
            for magic in [b"II*\0", b"MM\0*"] {
                let is_big = magic == b"MM\0*";
                let short = |n: u16| if is_big { n.to_be_bytes() } else { n.to_le_bytes() };
                let long = |n: u32| if is_big { n.to_be_bytes() } else { n.to_le_bytes() };
                let mut exif = magic.to_vec();
                exif.extend(long(8));
                for entries in [short(1), short(0x112), short(3)] {
                    exif.extend(entries);
                }
                exif.extend(long(1));
                exif.extend([short(orientation), short(0)].concat());
                let mut info = png(3, ColorType::Grayscale, BitDepth::Eight, &pixels);
                info.exif_metadata = Some(Cow::Owned(exif));
                assert_eq!(text(&encoded(info, &pixels)).unwrap(), expected, "{orientation}");
            }
        }
        let picture = Image::new((1, 1)).unwrap();
        let error = oriented(picture, 9).unwrap_err();
        assert_eq!(error, "expected an orientation from 1 to 8, found 9");
        for exif in
            [&b""[..], b"MM\0*\0\0\0\x08", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\0\x09"]
        {
            assert_eq!(exif_orientation(exif), None);
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let pixels = [255, 0, 200, 0, 100, 50];
        let whole = encoded(png(3, ColorType::Grayscale, BitDepth::Eight, &pixels), &pixels);
        assert_eq!(text(&whole).unwrap(), "X.X\n.XX");
        let more = text(&[&whole[..], b"xy"].concat()).unwrap_err();
        assert_eq!(more, "expected the end after the chunk IEND, found 2 more bytes");
        for len in 0..whole.len() {
            let cut = text(&whole[..len]).unwrap_err();
            assert!(len < 2 || cut == "the file ends before the chunk IEND", "{len}: {cut}");
            let mut other = whole.clone();
            other[len] ^= 1;
            assert!(text(&other).is_err(), "byte {len}");
        }
        // Wrong streams, with the right CRC of their chunk.
        let zlib = |raw: &[u8]| {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), Default::default());
            io::Write::write_all(&mut encoder, raw).unwrap();
            encoder.finish().unwrap()
        };
        let wrapped = |data: &[u8], frames: u32| {
            let mut bytes = Vec::new();
            let info = png(3, ColorType::Grayscale, BitDepth::Eight, &pixels);
            let encoder = png::Encoder::with_info(&mut bytes, info).unwrap();
            let mut writer = encoder.write_header().unwrap();
            if frames > 0 {
                let control = [frames.to_be_bytes(), [0; 4]].concat();
                writer.write_chunk(chunk::acTL, &control).unwrap();
            }
            writer.write_chunk(chunk::IDAT, data).unwrap();
            drop(writer);
            text(&bytes)
        };
        let rows = [0, 255, 0, 200, 0, 0, 100, 50];
        let (right, surplus) = (zlib(&rows), zlib(&[rows, rows].concat()));
        assert_eq!(wrapped(&right, 0).unwrap(), "X.X\n.XX");
        for data in [&right, &surplus] {
            let mut data = data.clone();
            *data.last_mut().unwrap() ^= 1;
            assert!(wrapped(&data, 0).is_err());
        }
        assert!(wrapped(&surplus, 0).unwrap_err().contains("expected 8 bytes of rows"));
        for rest in [&b"junk"[..], &right] {
            let error = wrapped(&[&right, rest].concat(), 0).unwrap_err();
            assert!(error.contains("expected the end of the zlib stream"), "{error}");
        }
        assert!(wrapped(&right, 2).unwrap_err().contains("an animation of 2"));
    }
}
