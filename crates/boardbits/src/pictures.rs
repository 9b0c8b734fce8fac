//! Image files as bitmaps: PBM, PGM, PNG, TIFF, and raw bits.

#[cfg(feature = "tiff")]
mod tiff;

use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};
use std::path::Path;

use cc_table::image::{BitOrder, BitmapBuf};
use memmap2::Mmap;

use crate::context::{Failure, Result};
use crate::input::{Source, read_limited};
use crate::options::number;

/// Which pixels of an image file are set.
#[derive(clap::Args)]
pub(crate) struct Pixels {
    /// Pixels at least this bright are set (PGM, PNG, TIFF). The brightness of a color is its luma
    /// by Rec. 709, and samples of 16 bits are scaled to 8
    #[arg(long, default_value_t = 128, value_parser = number(1..=u8::MAX))]
    threshold: u8,
    /// The brightness behind transparent pixels of a PNG or TIFF
    #[arg(long, default_value_t = 0, value_parser = number(0..=u8::MAX))]
    background: u8,
    /// Label the unset pixels
    #[arg(long)]
    invert: bool,
    /// The image is a file of one bit per pixel, most significant first, each row from a new byte.
    /// It is mapped into memory and must not change
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    raw: Option<[u64; 2]>,
    /// The least significant bit comes first (--raw)
    #[arg(long, requires = "raw")]
    lsb_first: bool,
}

/// A rectangle: its first column and row, its number of columns and rows.
pub(crate) type Rectangle = [u64; 4];

impl Pixels {
    /// Reads a whole image.
    ///
    /// # Errors
    /// [`Failure`] naming the source.
    pub(crate) fn read(&self, source: &Source) -> Result<BitmapBuf> {
        Ok(self.read_part(source, None)?.0)
    }

    /// Reads a rectangle of an image, or all of it. Only the rectangle of a raw image takes memory.
    /// Also returns the size of the whole image.
    ///
    /// # Errors
    /// [`Failure`] naming the source, also if the rectangle reaches beyond the image.
    pub(crate) fn read_part(
        &self,
        source: &Source,
        part: Option<Rectangle>,
    ) -> Result<(BitmapBuf, [u64; 2])> {
        let wrong = |reason: String| Failure::Input(format!("{source}: {reason}"));
        let levels = Levels { threshold: self.threshold, background: self.background };
        let (mut picture, size) = match (self.raw, source) {
            (None, _) => {
                let whole = read(source.open()?, levels).map_err(wrong)?;
                let image = whole.as_bitmap();
                let size = [image.width() as u64, image.height() as u64];
                let picture = match part {
                    None => whole,
                    Some(part) => {
                        let part = check_part(part, size).map_err(wrong)?;
                        let [x, y, width, height] = part.map(|n| n as usize);
                        let cut = image.crop(x, y, width, height);
                        cut.map_err(|error| wrong(error.to_string()))?
                    }
                };
                (picture, size)
            }
            (Some(size), Source::File(path)) => {
                let order = if self.lsb_first {
                    BitOrder::LeastSignificantFirst
                } else {
                    BitOrder::MostSignificantFirst
                };
                let part = part.unwrap_or([0, 0, size[0], size[1]]);
                (read_raw(path, size, part, order).map_err(wrong)?, size)
            }
            (Some(_), Source::Stdin) => {
                return Err(Failure::Usage("--raw maps a file, which stdin is not".into()));
            }
        };
        if self.invert {
            picture.invert();
        }
        Ok((picture, size))
    }
}

/// The rectangle, if it is inside an image.
fn check_part(part: Rectangle, [width, height]: [u64; 2]) -> Result<Rectangle, String> {
    let [x, y, columns, rows] = part;
    let is_inside = x.checked_add(columns).is_some_and(|right| right <= width)
        && y.checked_add(rows).is_some_and(|bottom| bottom <= height);
    if is_inside {
        return Ok(part);
    }
    Err(format!("{columns}×{rows} pixels at {x},{y} are not inside {width}×{height} pixels"))
}

/// The largest PNG or TIFF file, and the most memory that its pixels may take, in bytes.
const MAX_PICTURE: u64 = 1 << 30;

/// Which pixels are set.
#[derive(Clone, Copy)]
struct Levels {
    /// The least brightness of a set pixel.
    threshold: u8,
    /// The brightness behind transparent pixels.
    background: u8,
}

impl Levels {
    /// Returns whether a pixel of one to four samples is set: gray or RGB, with or without alpha.
    /// The brightness of a color is its luma by Rec. 709; alpha mixes it with the background.
    fn is_set(self, pixel: &[u8]) -> bool {
        let (color, alpha) = match *pixel {
            [ref color @ .., alpha] if pixel.len().is_multiple_of(2) => (color, u32::from(alpha)),
            _ => (pixel, 255),
        };
        let luma = match *color {
            [r, g, b] => {
                let [r, g, b] = [r, g, b].map(u32::from);
                (2126 * r + 7152 * g + 722 * b) / 10_000
            }
            [gray, ..] => gray.into(),
            [] => 0,
        };
        let mixed = luma * alpha + u32::from(self.background) * (255 - alpha);
        mixed >= 255 * u32::from(self.threshold)
    }
}

/// The formats that the program reads.
const FORMATS: &str =
    if cfg!(feature = "tiff") { "PBM, PGM, PNG or TIFF" } else { "PBM, PGM or PNG" };

/// Reads a PBM, a PGM, a PNG, or a TIFF if the program is built with it.
fn read(input: impl Read, levels: Levels) -> Result<BitmapBuf, String> {
    let mut input = BufReader::with_capacity(1 << 16, input);
    let mut magic = Vec::new();
    input.by_ref().take(2).read_to_end(&mut magic).map_err(|error| error.to_string())?;
    match magic.as_slice() {
        b"P1" | b"P4" => BitmapBuf::read_pbm(magic.chain(input)).map_err(|error| error.to_string()),
        b"P2" | b"P5" => BitmapBuf::read_pgm(magic.chain(input), levels.threshold)
            .map_err(|error| error.to_string()),
        b"\x89P" => read_png(&read_limited(magic.chain(input), MAX_PICTURE)?, levels),
        #[cfg(feature = "tiff")]
        b"II" | b"MM" => tiff::read(&read_limited(magic.chain(input), MAX_PICTURE)?, levels),
        #[cfg(not(feature = "tiff"))]
        b"II" | b"MM" => Err("the program was built without the feature `tiff`".to_owned()),
        _ => Err(format!("expected a {FORMATS}")),
    }
}

fn read_png(bytes: &[u8], levels: Levels) -> Result<BitmapBuf, String> {
    let wrong = |error: png::DecodingError| match error {
        png::DecodingError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            "the picture ends before its last row".to_owned()
        }
        error => error.to_string(),
    };
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(wrong)?;
    let (width, height) = reader.info().size();
    let size = reader.output_buffer_size().filter(|&size| size as u64 <= MAX_PICTURE);
    let size = size.ok_or_else(|| {
        format!("{width}×{height} pixels take more than {MAX_PICTURE} bytes; a PBM can be larger")
    })?;
    let mut pixels = Vec::new();
    pixels.try_reserve_exact(size).map_err(|_| format!("no memory for {size} bytes"))?;
    pixels.resize(size, 0);
    let frame = reader.next_frame(&mut pixels).map_err(wrong)?;
    let samples = frame.color_type.samples();
    if samples == 1 {
        let stride = frame.line_size;
        let picture = BitmapBuf::from_luma(
            &pixels,
            width as usize,
            height as usize,
            stride,
            levels.threshold,
        );
        return picture.map_err(|error| error.to_string());
    }
    let is_set = |x: usize, y: usize| {
        let pixel = frame.line_size * y + samples * x;
        levels.is_set(&pixels[pixel..pixel + samples])
    };
    let picture = BitmapBuf::from_fn(width as usize, height as usize, is_set);
    picture.map_err(|error| error.to_string())
}

/// `WIDTHxHEIGHT`.
pub(crate) fn size(text: &str) -> Result<[u64; 2], String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT".to_owned())
}

/// Reads a rectangle of a file whose rows begin with a byte each.
fn read_raw(
    path: &Path,
    [width, height]: [u64; 2],
    part: Rectangle,
    order: BitOrder,
) -> Result<BitmapBuf, String> {
    let stride = width.div_ceil(8);
    let expected = stride.checked_mul(height);
    let file = File::open(path).map_err(|error| error.to_string())?;
    let found = file.metadata().map_err(|error| error.to_string())?.len();
    if expected != Some(found) {
        let expected = expected.map_or("more".to_owned(), |bytes| bytes.to_string());
        return Err(format!(
            "expected {expected} bytes for {width}×{height} pixels, found {found}"
        ));
    }
    if found == 0 {
        return Err("expected at least one pixel".to_owned());
    }
    let bytes = map(&file).map_err(|error| error.to_string())?;
    // The rectangle from the byte of its first pixel on.
    let [x, y, columns, rows] = check_part(part, [width, height])?.map(|n| n as usize);
    let (shift, stride) = (x % 8, stride as usize);
    let bytes = bytes.get(stride * y + x / 8..).unwrap_or_default();
    let picture = BitmapBuf::from_packed(bytes, shift + columns, rows, stride, order);
    let picture = match picture {
        Ok(picture) if shift > 0 => picture.as_bitmap().crop(shift, 0, columns, rows),
        picture => picture,
    };
    picture.map_err(|error| error.to_string())
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read, and copied once. The help of --raw says that the file must not
    // change.
    unsafe { Mmap::map(file) }
}
