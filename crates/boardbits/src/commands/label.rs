//! `boardbits label`: the connected components of images.

#[cfg(feature = "tiff")]
mod tiff;

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, Cursor, ErrorKind, Read, Write};
use std::path::Path;
use std::time::Instant;

use bitboard_core::{Interrupted, Limits, Progress};
use cc_table::Connectivity;
use cc_table::image::{
    BitOrder, Bitmap, BitmapBuf, Component, Labeler, RegionTree, try_components_on_threads,
};
use memmap2::Mmap;

use crate::context::{Context, Failure, Result, say};
use crate::files::{save, save_png};
use crate::help;
use crate::input::{Source, read_limited};
use crate::json;
use crate::options::{AnswerFormat, Input, Png, Stats, Svg, Threads, Timeout, Touching};

/// Find the connected components of an image
///
/// The image is a PBM (P1 or P4; black pixels are set), or a PGM (P2 or P5), PNG, or, with the
/// feature `tiff`, a TIFF (bright pixels are set). The first line of the answer is the number of
/// components. Each further line is one component, AREA LEFT TOP RIGHT BOTTOM, in raster order.
/// Columns and rows count from 0, and the box includes both corners. With --holes the first line is
/// COMPONENTS HOLES EULER-NUMBER, and each further line ends with the number of holes of the
/// component and the number of the component around it, from 1, or 0. In JSON the lines are
/// {"components":N} and {"area","box":[LEFT,TOP,RIGHT,BOTTOM],"centroid":[X,Y]}, with "holes",
/// "euler" and "around". Transparent pixels of a PNG or TIFF are mixed with --background. At a time
/// limit the answer is `?`, in JSON {"components":null,"rows":N,"stopped":"time"} with the number
/// of rows that were scanned.
#[derive(clap::Args)]
#[command(mut_arg("threads", |threads| threads.default_value("0").help(THREADS)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Label {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    touching: Touching,
    /// Pixels at least this bright are set (PGM, PNG, TIFF)
    #[arg(long, default_value_t = 128, value_parser = clap::value_parser!(u8).range(1..))]
    threshold: u8,
    /// The brightness behind transparent pixels of a PNG or TIFF
    #[arg(long, default_value_t = 0)]
    background: u8,
    /// Label the unset pixels
    #[arg(long)]
    invert: bool,
    /// Count the holes of each component: the unset pixels that it surrounds
    #[arg(long)]
    holes: bool,
    /// The image is a file of one bit per pixel, most significant first, each row from a new byte.
    /// It is mapped into memory and must not change
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = raw_size)]
    raw: Option<[usize; 2]>,
    /// The least significant bit comes first (--raw)
    #[arg(long, requires = "raw")]
    lsb_first: bool,
    /// Print at most this many components
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    limit: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    png: Png,
    #[command(flatten)]
    svg: Svg,
    #[command(flatten)]
    stats: Stats,
}

const EXAMPLES: &str = "\
$ boardbits label scan.pbm
3
3 0 0 1 1
1 5 0 5 0
2 4 1 4 2
$ boardbits label --connectivity 8 --format json --limit 1 < scan.pbm
{\"components\":2}
{\"area\":3,\"box\":[0,0,1,1],\"centroid\":[0.667,0.333]}";

const THREADS: &str = "Number of threads; 0 for one per core. --holes needs one";

const STATUSES: help::Statuses =
    ["answered", "wrong input, a limit was reached, or a file cannot be written", help::USAGE];

/// The largest PNG or TIFF file, and the most memory that its pixels may take, in bytes.
const MAX_PICTURE: u64 = 1 << 30;

impl Label {
    fn levels(&self) -> Levels {
        Levels { threshold: self.threshold, background: self.background }
    }
}

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

pub(crate) fn run(args: Label, context: &mut Context) -> Result {
    let source = args.input.source();
    let wrong = |reason: String| Failure::Input(format!("{source}: {reason}"));
    let mut picture = match (args.raw, &source) {
        (None, _) => read(source.open()?, args.levels()).map_err(wrong)?,
        (Some(size), Source::File(path)) => {
            let order = if args.lsb_first {
                BitOrder::LeastSignificantFirst
            } else {
                BitOrder::MostSignificantFirst
            };
            read_raw(path, size, order).map_err(wrong)?
        }
        (Some(_), Source::Stdin) => {
            return Err(Failure::Usage("--raw maps a file, which stdin is not".into()));
        }
    };
    if args.invert {
        picture.invert();
    }
    let image = picture.as_bitmap();
    let connectivity = args.touching.connectivity;

    let start = Instant::now();
    let limits = Limits::new().time(args.timeout.timeout);
    let scanned = if args.holes {
        let tree = RegionTree::<Component>::try_measure(image, connectivity, &limits);
        tree.map(|tree| (Vec::new(), Some(tree)))
    } else {
        let threads = args.threads.count();
        let list = try_components_on_threads(image, connectivity, threads, &limits);
        list.map(|list| (list, None))
    };
    let (list, tree) = match scanned {
        Ok(scanned) => scanned,
        Err(Interrupted { reason, partial: Progress { nodes: rows, .. } }) => {
            if args.answers.are_json() {
                let stopped = json::stopped(reason);
                let line =
                    format!("{{\"components\":null,\"rows\":{rows},\"stopped\":\"{stopped}\"}}");
                writeln!(context.out, "{line}")?;
            } else {
                writeln!(context.out, "?")?;
            }
            let height = image.height();
            context.complain(source, format_args!("{reason} after {rows} of {height} rows"));
            return Ok(());
        }
    };
    let (found, holes) = match &tree {
        Some(tree) => (tree.components(), Some(tree)),
        None => (&list[..], None),
    };
    let seconds = start.elapsed().as_secs_f64();
    // The reader of stdout may stop early, but the file must be complete.
    let saved = args.png.png.as_ref().map_or(Ok(()), |path| draw(path, image, connectivity));
    let drawing = || svg(image, connectivity, found);
    let drawn = args.svg.svg.as_ref().map_or(Ok(()), |path| save(path, drawing().as_bytes()));
    let printed = print(found, holes, &args, context);
    if args.stats.stats {
        let megapixels = image.width() as f64 * image.height() as f64 / 1e6;
        // `Context::finish` reports the failure.
        let _ = context.out.flush();
        say(format_args!("{:.3} ms, {:.0} million pixels/s", 1e3 * seconds, megapixels / seconds));
    }
    saved.and(drawn).and(printed)
}

fn print(
    found: &[Component],
    holes: Option<&RegionTree>,
    args: &Label,
    context: &mut Context,
) -> Result {
    let out = &mut context.out;
    let counts = holes.map(|tree| (tree.holes().len(), tree.euler_number()));
    match (args.answers.are_json(), counts) {
        (true, None) => writeln!(out, "{{\"components\":{}}}", found.len())?,
        (true, Some((holes, euler))) => {
            let components = found.len();
            writeln!(out, "{{\"components\":{components},\"holes\":{holes},\"euler\":{euler}}}")?;
        }
        (false, None) => writeln!(out, "{}", found.len())?,
        (false, Some((holes, euler))) => writeln!(out, "{} {holes} {euler}", found.len())?,
    }
    for (i, c) in found.iter().enumerate().take(args.limit) {
        let (area, left, top, right, bottom) = (c.area(), c.left(), c.top(), c.right(), c.bottom());
        // Numbers from 1, as labels.
        let around = |tree: &RegionTree| {
            tree.hole_around(i).map_or(0, |hole| tree.component_around(hole) + 1)
        };
        let holes = holes.map(|tree| (tree.hole_count(i), around(tree)));
        if args.answers.are_json() {
            let (x, y) = c.centroid();
            write!(
                out,
                "{{\"area\":{area},\"box\":[{left},{top},{right},{bottom}],\"centroid\":[{x:.3},{y:.3}]"
            )?;
            if let Some((holes, around)) = holes {
                write!(out, ",\"holes\":{holes},\"around\":{around}")?;
            }
            writeln!(out, "}}")?;
        } else {
            write!(out, "{area} {left} {top} {right} {bottom}")?;
            if let Some((holes, around)) = holes {
                write!(out, " {holes} {around}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

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
        _ => Err("expected a PBM, PGM, PNG or TIFF".to_owned()),
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

/// Writes a PNG with each component in its own color on black.
fn draw(path: &Path, image: Bitmap<'_>, connectivity: Connectivity) -> Result {
    let mut labeler = Labeler::new();
    let mut runs = labeler.runs(image, connectivity).peekable();
    // A picture has fewer than 2³² columns and rows.
    save_png(path, [image.width() as u32, image.height() as u32], |y, row| {
        row.fill(0);
        while let Some(run) = runs.next_if(|run| run.y == y) {
            // Far apart for labels that follow one another, and never dark.
            let hash = run.label.wrapping_mul(0x9e37_79b9);
            let color = [hash >> 24, hash >> 16, hash >> 8].map(|byte| 64 + (byte as u8 >> 2) * 3);
            let pixels = &mut row[3 * run.start as usize..3 * run.end as usize];
            pixels.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&color));
        }
    })
}

/// The pixels of the image in gray, runs as rectangles, and a box around each component.
fn svg(image: Bitmap<'_>, connectivity: Connectivity, found: &[Component]) -> String {
    let (width, height) = (image.width(), image.height());
    let scale = (1024.0 / width.max(height) as f64).max(1.0);
    let (w, h) = (width as f64 * scale, height as f64 * scale);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w:.0}\" height=\"{h:.0}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <path fill=\"#999\" shape-rendering=\"crispEdges\" d=\""
    );
    let mut labeler = Labeler::new();
    // Writing to a string cannot fail.
    for run in labeler.runs(image, connectivity) {
        let length = run.end - run.start;
        let _ = write!(text, "M{} {}h{length}v1h-{length}z", run.start, run.y);
    }
    text.push_str(
        "\"/>\n<g fill=\"none\" stroke=\"#d62728\" \
         stroke-width=\"0.25\">\n",
    );
    for c in found {
        let (x, y) = (c.left(), c.top());
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\"/>",
            c.width(),
            c.height()
        );
    }
    text.push_str("</g>\n</svg>\n");
    text
}

/// `WIDTHxHEIGHT`.
fn raw_size(text: &str) -> Result<[usize; 2], String> {
    let sides =
        text.split_once(['x', '×']).and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    sides.ok_or_else(|| "expected WIDTHxHEIGHT".to_owned())
}

/// Reads a file whose rows begin with a byte each. Only the words of the image take memory.
fn read_raw(
    path: &Path,
    [width, height]: [usize; 2],
    order: BitOrder,
) -> Result<BitmapBuf, String> {
    let stride = width.div_ceil(8);
    let expected = stride.checked_mul(height).map(|bytes| bytes as u64);
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
    BitmapBuf::from_packed(&bytes, width, height, stride, order).map_err(|error| error.to_string())
}

#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read, and copied once. The help of --raw says that the file must not
    // change.
    unsafe { Mmap::map(file) }
}
