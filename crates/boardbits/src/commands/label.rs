use std::io::{Cursor, ErrorKind, Write};
use std::path::PathBuf;
use std::time::Instant;

use cc_table::Connectivity;
use cc_table::bitmap::{Bitmap, BitmapBuf, Component, Labeller, components_parallel};
use image::{DynamicImage, ImageError, ImageFormat, ImageReader, Rgb, RgbImage};

use crate::context::{Context, Failure, Result, say};
use crate::input::Source;
use crate::save::save_png;

/// Find the connected components of an image
///
/// The image is a PBM (P1 or P4; black pixels are set) or a PNG (bright pixels are set). The first line of the answer is the
/// number of components; each further line is one of them, in raster order:
///
///   AREA LEFT TOP RIGHT BOTTOM
///
/// with columns and rows from 0, both corners of the box included.
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Label {
    /// The image, `-` for stdin
    image: PathBuf,
    /// 4: pixels touch by an edge; 8: by an edge or a corner
    #[arg(long, default_value = "4", value_parser = ["4", "8"])]
    connectivity: String,
    /// Pixels at least this bright are set (PNG)
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u8).range(1..))]
    threshold: u8,
    /// Take the other pixels
    #[arg(long)]
    invert: bool,
    /// Print no more than this many components
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Write JSON lines: the number of components, then one object for each
    #[arg(long)]
    json: bool,
    /// Say on stderr how long it took
    #[arg(long)]
    stats: bool,
    /// Write a PNG with each component in a colour of its own
    #[arg(short, long, value_name = "PNG")]
    output: Option<PathBuf>,
}

/// The longest image file, in bytes.
const MAX_IMAGE: u64 = 1 << 30;

pub(crate) fn run(args: Label, context: &mut Context) -> Result {
    let source = Source::from_option(Some(&args.image));
    let wrong = |reason: &dyn std::fmt::Display| Failure::Input(format!("{source}: {reason}"));
    let bytes = source.read_all(MAX_IMAGE)?;
    let pixels = decode(&bytes, &args).map_err(|reason| wrong(&reason))?;
    let image = pixels.as_bitmap();
    let connectivity =
        if args.connectivity == "8" { Connectivity::Eight } else { Connectivity::Four };

    let start = Instant::now();
    let found = components_parallel(image, connectivity);
    let seconds = start.elapsed().as_secs_f64();
    print(&found, &args, context)?;
    if args.stats {
        let megapixels = f64::from(image.width()) * image.height() as f64 / 1e6;
        context.out.flush()?;
        say(format_args!("{:.3} ms, {:.0} million pixels/s", 1e3 * seconds, megapixels / seconds));
    }
    if let Some(path) = &args.output {
        let drawn = draw(image, connectivity).map_err(|reason| wrong(&reason))?;
        save_png(path, &drawn)?;
    }
    Ok(())
}

fn print(found: &[Component], args: &Label, context: &mut Context) -> Result {
    let out = &mut context.out;
    if args.json {
        writeln!(out, "{{\"components\":{}}}", found.len())?;
    } else {
        writeln!(out, "{}", found.len())?;
    }
    for c in found.iter().take(args.limit) {
        let (area, left, top, right, bottom) = (c.area, c.left, c.top, c.right, c.bottom);
        if args.json {
            let (x, y) = c.centroid();
            let centroid = format_args!("[{x:.3},{y:.3}]");
            writeln!(
                out,
                "{{\"area\":{area},\"box\":[{left},{top},{right},{bottom}],\"centroid\":{centroid}}}"
            )?;
        } else {
            writeln!(out, "{area} {left} {top} {right} {bottom}")?;
        }
    }
    Ok(())
}

/// The pixels that are set.
fn decode(bytes: &[u8], args: &Label) -> std::result::Result<BitmapBuf, String> {
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format();
    let reader = reader.map_err(|error| error.to_string())?;
    let format = reader.format();
    if !matches!(format, Some(ImageFormat::Png | ImageFormat::Pnm)) {
        return Err("neither a PBM nor a PNG".to_owned());
    }
    let image: DynamicImage = reader.decode().map_err(|error| match error {
        ImageError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            "the image ends before its last row".to_owned()
        }
        error => error.to_string(),
    })?;
    // Black is 1 in a PBM; what is marked in a mask is white.
    let dark = bytes.starts_with(b"P1") || bytes.starts_with(b"P4");
    let luma = image.into_luma8();
    let (width, height) = (luma.width() as usize, luma.height() as usize);
    let invert = args.invert != dark;
    let gray = luma.as_raw();
    BitmapBuf::from_fn(width, height, |x, y| (gray[width * y + x] >= args.threshold) != invert)
        .map_err(|error| error.to_string())
}

/// Every component in a colour of its own on black.
fn draw(image: Bitmap<'_>, connectivity: Connectivity) -> std::result::Result<RgbImage, String> {
    let width = image.width() as usize;
    let mut labels = vec![0; width * image.height()];
    let labelled = Labeller::new().label(image, connectivity, &mut labels);
    labelled.map_err(|error| error.to_string())?;
    Ok(RgbImage::from_fn(image.width(), image.height() as u32, |x, y| {
        match labels[width * y as usize + x as usize] {
            0 => Rgb([0, 0, 0]),
            label => {
                // Far apart for labels that follow one another, and never dark.
                let hash = label.wrapping_mul(0x9e37_79b9);
                Rgb([hash >> 24, hash >> 16, hash >> 8].map(|byte| 64 + (byte as u8 >> 2) * 3))
            }
        }
    }))
}
