//! Files of images and volumes as bits: pictures (PNG, PNM, TIFF), `.npy`, raw bits and numbers.
//! Also PNG files of pictures.
//!
//! Pictures are read and written by the crate `image`, except for packed PBM and PGM files, whose
//! rows are packed as they come. Orientation tags are applied, so pixels are where viewers show
//! them.

mod array;

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;

use cc_label::{BitOrder, Image, LabelError};
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageDecoder, ImageEncoder, ImageFormat, ImageReader, RgbImage};
use memmap2::Mmap;

use crate::context::{Failure, Result};
use crate::files::save_with;
use crate::input::{Source, read_limited};

use self::array::{HALF_OF_8_BITS, HALF_OF_16_BITS, Header, NPY, Number, Threshold};
pub(crate) use self::array::{List, Values, save_npy};

/// Which pixels of an image file are set.
#[derive(clap::Args)]
pub(crate) struct Pixels {
    /// Pixels of at least this are set; by default half of the range of a picture (128 of 255), and
    /// all numbers but 0 of an array
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    threshold: Option<Threshold>,
    /// Label the unset pixels
    #[arg(long)]
    invert: bool,
    /// The file has only pixels of an image (WIDTHxHEIGHT) or a volume (WIDTHxHEIGHTxDEPTH), one
    /// bit each, the most significant first, rows from a new byte. It is mapped into memory
    #[arg(long, value_name = "WxH[xD]", value_parser = sides)]
    raw: Option<Sides>,
    /// The pixels of --raw are numbers of this type, the least significant byte first
    #[arg(long, value_enum, value_name = "TYPE", requires = "raw")]
    raw_type: Option<Number>,
}

/// The sides of an image, or those of a volume.
#[derive(Clone, Copy)]
struct Sides {
    size: [usize; 3],
    is_volume: bool,
}

impl Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size: [width, height, depth], is_volume } = self;
        match is_volume {
            false => write!(f, "{width}×{height} pixels"),
            true => write!(f, "{width}×{height}×{depth} voxels"),
        }
    }
}

/// `WIDTHxHEIGHT` or `WIDTHxHEIGHTxDEPTH`.
fn sides(text: &str) -> Result<Sides, String> {
    let sides = text.split(['x', '×']).map(str::parse).collect::<Result<Vec<usize>, _>>();
    match sides.as_deref() {
        Ok(&[width, height]) => Ok(Sides { size: [width, height, 1], is_volume: false }),
        Ok(&[width, height, depth]) => Ok(Sides { size: [width, height, depth], is_volume: true }),
        _ => Err("expected WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH".to_owned()),
    }
}

/// An image, or a volume, which may have a single plane.
#[derive(Debug)]
pub(crate) struct Raster {
    pub(crate) image: Image,
    pub(crate) is_volume: bool,
}

impl Pixels {
    /// Opens a picture or an array as bits.
    ///
    /// # Errors
    /// [`Failure`] naming the source.
    pub(crate) fn open(&self, source: &Source) -> Result<Raster> {
        let raster = match (self.raw, source) {
            (None, _) => read(source.open()?, self.threshold),
            (Some(sides), Source::File(path)) => self.map(path, sides),
            (Some(_), Source::Stdin) => {
                return Err(Failure::Usage("--raw maps a file, which stdin is not".into()));
            }
        };
        let mut raster = raster.map_err(|reason| Failure::at(source, reason))?;
        if self.invert {
            raster.image.invert();
        }
        Ok(raster)
    }

    /// Opens a `.npy` or a raw file of integers.
    ///
    /// # Errors
    /// [`Failure`] naming the source, also for other files.
    pub(crate) fn open_values(&self, source: &Source) -> Result<Values> {
        let mut input = BufReader::with_capacity(1 << 16, source.open()?);
        let values = match (self.raw, self.raw_type) {
            (Some(sides), Some(number)) => Ok(Header::raw(number, sides.size, sides.is_volume)),
            _ => array::read_header(&mut input),
        };
        let values = values.and_then(|header| array::read_values(&header, &mut input));
        values.map_err(|reason| Failure::at(source, reason))
    }

    /// Reads a raw file.
    fn map(&self, path: &Path, sides: Sides) -> Result<Raster, String> {
        let Sides { size: size @ [width, height, depth], is_volume } = sides;
        let stride = match self.raw_type {
            None => Some(width.div_ceil(8)),
            Some(number) => width.checked_mul(number.bytes()),
        };
        let file = File::open(path).map_err(|error| error.to_string())?;
        let found = file.metadata().map_err(|error| error.to_string())?.len();
        let expected = stride.and_then(|n| n.checked_mul(height)?.checked_mul(depth));
        match expected {
            Some(0) => return Err("expected at least one pixel".to_owned()),
            Some(expected) if expected as u64 == found => {}
            expected => {
                let expected = expected.map_or("more".to_owned(), |bytes| bytes.to_string());
                return Err(format!("expected {expected} bytes for {sides}, found {found}"));
            }
        }
        let map = map(&file).map_err(|error| error.to_string())?;
        if let Some(number) = self.raw_type {
            let header = Header::raw(number, size, is_volume);
            return array::read_bits(&header, &mut &map[..], self.threshold);
        }
        let order = BitOrder::MostSignificantFirst;
        let image = Image::from_packed(&map, (width, height, depth), width.div_ceil(8), order);
        Ok(Raster { image: image.map_err(|error| error.to_string())?, is_volume })
    }
}

#[allow(unsafe_code)]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the map is only read, and copied once. Writing to the file at the same time is an
    // error of the user, which gives other pixels; cutting it ends the program by SIGBUS.
    unsafe { Mmap::map(file) }
}

/// The largest file of a picture, and the most memory that its pixels may take, in bytes.
const MAX_PICTURE: u64 = 1 << 30;

/// The formats that the program reads.
const FORMATS: &str =
    if cfg!(feature = "tiff") { "a PNG, TIFF, PNM or .npy" } else { "a PNG, PNM or .npy" };

/// Reads a picture or a `.npy`.
fn read(input: impl Read, threshold: Option<Threshold>) -> Result<Raster, String> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut start = Vec::new();
    input.by_ref().take(2).read_to_end(&mut start).map_err(|error| error.to_string())?;
    let mut whole = (&start[..]).chain(input);
    let image = match &start[..] {
        start if start == &NPY[..2] => {
            let header = array::read_header(&mut whole)?;
            return array::read_bits(&header, &mut whole, threshold);
        }
        b"P4" | b"P5" => packed(whole, threshold),
        _ => decode(&read_limited(whole, MAX_PICTURE)?, threshold),
    };
    Ok(Raster { image: image?, is_volume: false })
}

/// Reads a packed PBM, whose black pixels are set, or a packed PGM, which is not decoded as a whole
/// if it has a byte for each pixel. The pixels follow the numbers of the header and a byte.
fn packed(mut input: impl BufRead, threshold: Option<Threshold>) -> Result<Image, String> {
    let mut magic = [0; 2];
    input.read_exact(&mut magic).map_err(|error| error.to_string())?;
    let size @ (width, height) = (header_number(&mut input)?, header_number(&mut input)?);
    if magic == *b"P4" {
        let order = BitOrder::MostSignificantFirst;
        return rows(input, size, width.div_ceil(8), |bytes, size, stride| {
            Image::from_packed(bytes, size, stride, order)
        });
    }
    let most = header_number(&mut input)?;
    if most != 255 {
        let header = format!("P5 {width} {height} {most}\n");
        return decode(&read_limited(header.as_bytes().chain(input), MAX_PICTURE)?, threshold);
    }
    match threshold.unwrap_or(HALF_OF_8_BITS).least::<u8>() {
        Some(least) => rows(input, size, width, |bytes, size, stride| {
            Image::from_luma(bytes, size, stride, least)
        }),
        None => Image::new(size).map_err(|error| error.to_string()),
    }
}

/// Reads a number of the header of a PNM and the white space after it.
fn header_number(input: &mut impl BufRead) -> Result<usize, String> {
    let wrong = || "expected the numbers of the header of a PNM".to_owned();
    let (mut digits, mut byte) = (String::new(), [0]);
    loop {
        input.read_exact(&mut byte).map_err(|_| wrong())?;
        match byte[0] {
            digit @ b'0'..=b'9' => digits.push(digit.into()),
            b'#' if digits.is_empty() => {
                input.skip_until(b'\n').map_err(|error| error.to_string())?;
            }
            space if space.is_ascii_whitespace() && digits.is_empty() => {}
            space if space.is_ascii_whitespace() => return digits.parse().map_err(|_| wrong()),
            _ => return Err(wrong()),
        }
    }
}

/// Reads rows of `stride` bytes, some at a time. `pack` makes an image of them.
fn rows(
    mut input: impl Read,
    (width, height): (usize, usize),
    stride: usize,
    pack: impl Fn(&[u8], (usize, usize), usize) -> Result<Image, LabelError>,
) -> Result<Image, String> {
    let failed = |error: LabelError| error.to_string();
    if width == 0 || width.checked_mul(height).is_none_or(|n| u32::try_from(n).is_err()) {
        return Err(failed(LabelError::PixelCount { size: (width, height, 1) }));
    }
    let at_once = ((1 << 16) / stride).max(1);
    let (mut words, mut bytes) = (Vec::new(), Vec::new());
    for y in (0..height).step_by(at_once) {
        let count = at_once.min(height - y);
        bytes.clear();
        let read = input.by_ref().take((count * stride) as u64).read_to_end(&mut bytes);
        if read.map_err(|error| error.to_string())? < count * stride {
            let row = y + bytes.len() / stride + 1;
            return Err(format!("the picture ends in row {row} of {height}"));
        }
        let part = pack(&bytes, (width, count), stride).map_err(failed)?;
        (0..count).for_each(|y| words.extend_from_slice(part.row(y)));
    }
    Image::from_words(words, (width, height)).map_err(failed)
}

/// Decodes a picture. The number of a color is its luma, and transparent pixels are dark.
fn decode(bytes: &[u8], threshold: Option<Threshold>) -> Result<Image, String> {
    let failed = |error: image::ImageError| error.to_string();
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let reader = reader.map_err(|error| error.to_string())?;
    match reader.format() {
        #[cfg(feature = "tiff")]
        Some(ImageFormat::Tiff) => check_pages(bytes)?,
        #[cfg(not(feature = "tiff"))]
        Some(ImageFormat::Tiff) => {
            return Err("a TIFF, but the program was built without the feature `tiff`".to_owned());
        }
        Some(format) if format.reading_enabled() => {}
        Some(format) => return Err(format!("expected {FORMATS}, found {format:?}")),
        None if std::str::from_utf8(bytes).is_ok() => {
            return Err(format!(
                "expected {FORMATS}, found text; `boardbits grid` reads maps, `boardbits \
                 components` boards"
            ));
        }
        None => return Err(format!("expected {FORMATS}")),
    }
    let mut decoder = reader.into_decoder().map_err(failed)?;
    let (width, height) = decoder.dimensions();
    if decoder.total_bytes() > MAX_PICTURE {
        return Err(format!(
            "{width}×{height} pixels take more than {MAX_PICTURE} bytes; a PBM can be larger"
        ));
    }
    let orientation = decoder.orientation().map_err(failed)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(failed)?;
    picture.apply_orientation(orientation);
    if bytes.starts_with(b"P1") {
        // Black pixels are set.
        let mut image = bright(picture, None)?;
        image.invert();
        return Ok(image);
    }
    bright(picture, threshold)
}

/// The pixels of a picture that are at least as bright as the threshold.
fn bright(picture: DynamicImage, threshold: Option<Threshold>) -> Result<Image, String> {
    let size = (picture.width() as usize, picture.height() as usize);
    let color = picture.color();
    let is_deep = color.bytes_per_pixel() > color.channel_count();
    let image = if is_deep {
        let luma: Vec<u16> = match color.has_alpha() {
            false => picture.into_luma16().into_raw(),
            true => {
                picture.into_luma_alpha16().pixels().map(|pixel| over_black16(pixel.0)).collect()
            }
        };
        match threshold.unwrap_or(HALF_OF_16_BITS).least::<u16>() {
            Some(least) => Image::from_values(&luma, size, |luma| luma >= least),
            None => Image::new(size),
        }
    } else {
        let luma: Vec<u8> = match color.has_alpha() {
            false => picture.into_luma8().into_raw(),
            true => picture.into_luma_alpha8().pixels().map(|pixel| over_black8(pixel.0)).collect(),
        };
        match threshold.unwrap_or(HALF_OF_8_BITS).least::<u8>() {
            Some(least) => Image::from_luma(&luma, size, size.0, least),
            None => Image::new(size),
        }
    };
    image.map_err(|error| error.to_string())
}

/// The brightness of a pixel in front of black.
fn over_black8([luma, alpha]: [u8; 2]) -> u8 {
    (u16::from(luma) * u16::from(alpha) / 255) as u8
}

fn over_black16([luma, alpha]: [u16; 2]) -> u16 {
    (u32::from(luma) * u32::from(alpha) / 65535) as u16
}

/// Refuses a TIFF of several pages, of which only the first would be read.
#[cfg(feature = "tiff")]
fn check_pages(bytes: &[u8]) -> Result<(), String> {
    let pages = tiff::decoder::Decoder::new(Cursor::new(bytes));
    if pages.map_err(|error| error.to_string())?.more_images() {
        return Err("expected a TIFF of one page; save a volume as .npy".to_owned());
    }
    Ok(())
}

/// Saves a picture in the PNG format.
///
/// # Errors
/// [`Failure::Input`] naming the file.
pub(crate) fn save_png(path: &Path, picture: &RgbImage) -> Result {
    save_with(path, |file| {
        let (width, height) = picture.dimensions();
        let written = PngEncoder::new(file).write_image(
            picture.as_raw(),
            width,
            height,
            image::ExtendedColorType::Rgb8,
        );
        written.map_err(|error| match error {
            image::ImageError::IoError(error) => error,
            error => std::io::Error::other(error),
        })
    })
}
