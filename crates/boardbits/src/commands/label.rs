//! `boardbits label`: the connected components of images.

use std::fmt::{self, Display, Write as _};
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use bitboard_core::{Interrupted, Limits};
use cc_table::Connectivity;
use cc_table::labeling::{
    Bitmap, Component, Labeler, RegionTree, Rows, try_components_on_threads, try_select_on_threads,
};
use serde::Serialize;
use serde_json::json;

use crate::context::{Context, Result, say};
use crate::help;
use crate::input::Source;
use crate::json;
use crate::options::{
    AnswerFormat, ConnectivityOption, Input, Png, Stats, Svg, Threads, Timeout, number,
};
use crate::output::Answer;
use crate::pictures::{Pixels, save_png};

/// Find the connected components of an image
///
/// The image is a PBM (P1 or P4; black pixels are set), a PGM (P2 or P5), PNG, or, with the feature
/// `tiff`, a TIFF (bright pixels are set), or an array of numbers: a .npy or a NIfTI, which may be
/// compressed by gzip (numbers that are not 0 are set). Column x and row y are `array[y, x]` of
/// NumPy. Orientation tags of pictures are applied. Animations, bytes after the image, and wrong
/// checksums are refused. The first line of the answer is
/// the number of components. Each further line is one component, AREA LEFT TOP RIGHT BOTTOM, in
/// raster order. Columns and rows count from 0, and the box includes both corners. With --holes the
/// first line is COMPONENTS HOLES EULER-NUMBER, and each further line ends with the number of holes
/// of the component and the number of the component around it, from 1, or `-`. In JSON the lines
/// are {"components":N} and {"area","box":[LEFT,TOP,RIGHT,BOTTOM],"centroid":[X,Y]}, with "holes",
/// "euler" and "around", which is null outside of all components. Transparent pixels of a PNG or
/// TIFF are mixed with --background. At a time limit the answer is `?`, in JSON
/// {"components":null,"rows":N,"stopped":"time"} with the number of rows that were scanned.
#[derive(clap::Args)]
#[command(mut_arg("threads", |threads| threads.default_value("0").help(THREADS)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Label {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    connectivity: ConnectivityOption,
    #[command(flatten)]
    pixels: Pixels,
    /// Count the holes of each component: the unset pixels that it surrounds
    #[arg(long)]
    holes: bool,
    /// Print at most this many components
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N", value_parser = number(0..=usize::MAX))]
    limit: usize,
    /// Print, color (--png) and frame (--svg) only components of at least this many pixels. The
    /// first line counts all
    #[arg(long, default_value_t = 1, hide_default_value = true, value_name = "PIXELS", value_parser = number(0..=u64::MAX))]
    min_area: u64,
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

const THREADS: &str = "Number of threads; 0 for one per core. --holes always uses one";

const STATUSES: help::Statuses =
    ["answered", "wrong input, a limit was reached, or a file cannot be written", help::USAGE];

impl Label {
    /// Whether a component is printed and drawn.
    fn matches(&self, found: &Component) -> bool {
        found.area() >= self.min_area
    }
}

pub(crate) fn run(args: Label, context: &mut Context) -> Result {
    let source = args.input.source();
    let picture = args.pixels.read(&source)?;
    let image = picture.as_bitmap();
    let connectivity = args.connectivity.connectivity;

    let start = Instant::now();
    let limits = Limits::new().time(args.timeout.timeout);
    let scanned = if args.holes {
        RegionTree::<Component>::try_measure(image, connectivity, &limits).map(Found::Tree)
    } else {
        // The drawing has all components that match.
        let limit = if args.svg.svg.is_some() { usize::MAX } else { args.limit };
        let (threads, keep) = (args.threads.count(), |found: &Component| args.matches(found));
        if limit == usize::MAX && args.min_area <= 1 {
            try_components_on_threads(image, connectivity, threads, &limits).map(Found::all)
        } else {
            try_select_on_threads(image, connectivity, limit, keep, threads, &limits)
                .map(|found| Found::List { count: found.count, components: found.components })
        }
    };
    let found = match scanned {
        Ok(scanned) => scanned,
        Err(stopped) => return stop(&stopped, image.height(), &source, args.answers, context),
    };
    let seconds = start.elapsed().as_secs_f64();
    // The reader of stdout may stop early, but the file must be complete.
    let saved = args.png.png.as_ref().map_or(Ok(()), |path| draw(path, image, &args));
    let matching = || found.components().filter(|c| args.matches(c));
    let drawn = args.svg.save(|| svg(image, connectivity, matching()));
    let printed = print(&found, &args, context);
    if args.stats.stats {
        let megapixels = image.width() as f64 * image.height() as f64 / 1e6;
        // `Context::finish` reports the failure.
        let _ = context.out.flush();
        say(format_args!("{:.3} ms, {:.0} million pixels/s", 1e3 * seconds, megapixels / seconds));
    }
    saved.and(drawn).and(printed)
}

/// The components of an image.
enum Found {
    /// With their holes.
    Tree(RegionTree),
    /// Those to print, or all, and the number of all.
    List { count: usize, components: Vec<Component> },
}

impl Found {
    fn all(components: Vec<Component>) -> Self {
        Self::List { count: components.len(), components }
    }

    fn components(&self) -> impl Iterator<Item = &Component> {
        match self {
            Self::Tree(tree) => tree.components().iter(),
            Self::List { components, .. } => components.iter(),
        }
    }
}

fn print(found: &Found, args: &Label, context: &mut Context) -> Result {
    let out = &mut context.out;
    let tree = match found {
        Found::Tree(tree) => {
            let [components, holes] =
                [tree.components().len(), tree.holes().len()].map(|count| count as u64);
            let counts = Counts { components, holes, euler: tree.euler_number() };
            args.answers.write(out, counts)?;
            Some(tree)
        }
        Found::List { count, .. } => {
            args.answers.write(out, Answer(count, || json!({ "components": count })))?;
            None
        }
    };
    let matching = found.components().enumerate().filter(|(_, found)| args.matches(found));
    for (i, component) in matching.take(args.limit) {
        let mut row = Row::new(component);
        // Numbers from 1, as labels.
        let around = |tree: &RegionTree| Some(tree.component_around(tree.hole_around(i)?) + 1);
        (row.holes, row.around) = tree.map(|tree| (tree.hole_count(i), around(tree))).unzip();
        args.answers.write(out, row)?;
    }
    Ok(())
}

/// The line with the numbers of components and holes, and the Euler number.
#[derive(Serialize)]
pub(super) struct Counts {
    pub(super) components: u64,
    pub(super) holes: u64,
    pub(super) euler: i64,
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { components, holes, euler } = self;
        write!(f, "{components} {holes} {euler}")
    }
}

/// Reports that a time limit was reached after some rows of an image.
pub(super) fn stop(
    Interrupted { reason, partial: rows }: &Interrupted<u64>,
    height: impl Display,
    source: &Source,
    answers: AnswerFormat,
    context: &mut Context,
) -> Result {
    let json = || json::partial(json!({ "components": null, "rows": rows }), Some(*reason));
    answers.write(&mut context.out, Answer("?", json))?;
    context.complain(source, format_args!("{reason} after {rows} of {height} rows"));
    Ok(())
}

/// The line of a component.
#[derive(Serialize)]
pub(super) struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<u64>,
    area: u64,
    #[serde(rename = "box")]
    corners: [usize; 4],
    centroid: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    holes: Option<usize>,
    /// With `holes`, the number of the component around this one, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<Option<usize>>,
}

impl Row {
    pub(super) fn new<R: Rows>(c: &Component<R>) -> Self {
        let (x, y) = c.centroid();
        let centroid = [x, y].map(|number| (1e3 * number).round() / 1e3);
        let corners = [c.left(), c.top(), c.right(), c.bottom()];
        Self { label: None, area: c.area(), corners, centroid, holes: None, around: None }
    }
}

impl Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, area, corners: [left, top, right, bottom], holes, around, .. } = self;
        label.map_or(Ok(()), |label| write!(f, "{label} "))?;
        write!(f, "{area} {left} {top} {right} {bottom}")?;
        holes.map_or(Ok(()), |holes| write!(f, " {holes}"))?;
        match around {
            Some(Some(around)) => write!(f, " {around}"),
            Some(None) => f.write_str(" -"),
            None => Ok(()),
        }
    }
}

/// Writes a PNG with each component that matches in its own color on black.
fn draw(path: &Path, image: Bitmap<'_>, args: &Label) -> Result {
    let connectivity = args.connectivity.connectivity;
    let mut labeler = Labeler::new();
    // The area of each label, if small components are left out. The runs are found twice instead of
    // stored: noise has many.
    let mut areas: Vec<u64> = Vec::new();
    if args.min_area > 1 {
        for run in labeler.runs(image, connectivity) {
            let label = run.label as usize;
            areas.resize(areas.len().max(label + 1), 0);
            areas[label] += (run.end - run.start) as u64;
        }
    }
    let is_small = |label: u32| areas.get(label as usize).is_some_and(|&area| area < args.min_area);
    let mut runs = labeler.runs(image, connectivity).peekable();
    // A picture has fewer than 2³² columns and rows.
    save_png(path, [image.width() as u32, image.height() as u32], |y, row| {
        row.fill(0);
        while let Some(run) = runs.next_if(|run| run.y == y as usize) {
            if is_small(run.label) {
                continue;
            }
            // Far apart for labels that follow one another, and never dark.
            let hash = run.label.wrapping_mul(0x9e37_79b9);
            let color = [hash >> 24, hash >> 16, hash >> 8].map(|byte| 64 + (byte as u8 >> 2) * 3);
            let pixels = &mut row[3 * run.start..3 * run.end];
            pixels.chunks_exact_mut(3).for_each(|pixel| pixel.copy_from_slice(&color));
        }
    })
}

/// The pixels of the image in gray, runs as rectangles, and a box around each component.
fn svg<'a>(
    image: Bitmap<'_>,
    connectivity: Connectivity,
    found: impl Iterator<Item = &'a Component>,
) -> String {
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
