//! `boardbits label`: the connected components of images and volumes.

use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::fmt::{self, Display, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use bitboard_core::{Interrupted, Limits, TryError};
use cc_label::Connectivity;
use cc_label::{
    Bitmap, BitmapBuf, BitmapError, Component, Contact, Keep, Labeler, Measure, Neighbors, Raster,
    RegionTree, Rows, TileComponent, Value, Volume, VolumeComponent, WithSurface, retain,
    try_components_on_threads, try_contacts, try_euler_number, try_fill_holes, try_measure,
    try_select, try_select_on_threads,
};
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::context::{Context, Failure, Result, say};
use crate::files::named;
use crate::help;
use crate::input::Source;
use crate::json;
use crate::options::{
    AnswerFormat, AnyConnectivity, Input, Png, Stats, Svg, Threads, Timeout, number,
};
use crate::output::{Answer, svg_head};
#[cfg(feature = "tiff")]
use crate::pictures::save_tiff;
use crate::pictures::{Integers, List, Picture, Pixels, save_npy, save_png};

/// Find the connected components of an image or a volume
///
/// The image is a PBM (P1 or P4; black pixels are set), a PGM (P2 or P5), PNG, or, with the feature
/// `tiff`, a TIFF, or an array of numbers: a .npy or a NIfTI, which may be compressed by gzip. All
/// pixels but 0 are set, or with --threshold those of at least that, the same in every format.
/// Column x and row y are `array[y, x]` of
/// NumPy. Orientation tags of pictures are applied. Animations, bytes after the image, and wrong
/// checksums are refused. Transparent pixels of a PNG or TIFF are mixed with --background. Volumes
/// are arrays of three axes (voxel x, y, z is `array[z, y, x]` of NumPy, or x, y, z of a NIfTI),
/// TIFF files of several pages, and raw files with a depth.
///
/// The first line of the answer is the number of components. Each further line is one component,
/// AREA LEFT TOP RIGHT BOTTOM, in raster order; in a volume VOXELS, the least X Y Z and the largest
/// X Y Z. Columns and rows count from 0, and the box includes both corners. With --holes the first
/// line is COMPONENTS HOLES EULER-NUMBER, and each further line ends with the number of holes of
/// the component and the number of the component around it among all components, from 1, or `-`; in
/// a volume it is COMPONENTS CAVITIES TUNNELS EULER-NUMBER, and the other lines are the same. In
/// JSON the lines are {"components":N} and {"area","box":[LEFT,TOP,RIGHT,BOTTOM],"centroid":[X,Y]},
/// with "holes", "euler" and "around", which is null outside of all components; in a volume
/// {"voxels","box":[X,Y,Z,X,Y,Z],"centroid":[X,Y,Z]}, with "faces" for --surface. With --contacts
/// the first line is the number of pairs, and each further line is a pair, LABEL LABEL FACES EDGES
/// CORNERS: the numbers of pairs of voxels with a common face, with only an edge and with only a
/// corner in common. In JSON the lines are {"pairs":N} and
/// {"labels":[A,B],"faces","edges","corners"}. At a time limit the answer is `?`, in JSON
/// {"components":null,"rows":N,"stopped":"time"} with the number of rows that were scanned; with
/// --contacts "pairs" instead of "components".
#[derive(clap::Args)]
#[command(mut_arg("threads", |threads| threads.default_value("0").help(THREADS)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Label {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    connectivity: AnyConnectivity,
    #[command(flatten)]
    pixels: Pixels,
    /// Count the holes of each component of an image: the unset pixels that it surrounds. Of a
    /// volume, count all cavities and tunnels
    #[arg(long)]
    holes: bool,
    /// Print which labels touch instead of components. The file has labels: a .npy, a NIfTI, a TIFF
    /// or --raw-type, of integers; 0 is background. Pixels with a common edge count as voxels with
    /// a common face
    #[arg(long, conflicts_with_all = ["holes", "threshold", "invert", "background", "min_size", "keep_largest", "output", "png", "svg"])]
    contacts: bool,
    /// Edges along these axes meet: pixels at one end touch those at the other. The line of a
    /// component is then its size, in JSON {"area"} or {"voxels"}
    #[arg(long, value_name = "AXES", value_enum, value_delimiter = ',')]
    #[arg(conflicts_with_all = ["holes", "contacts", "png", "svg"])]
    periodic: Vec<Axis>,
    /// Print at most this many components, or pairs with --contacts
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N", value_parser = number(0..=usize::MAX))]
    limit: usize,
    /// Print, color (--png), frame (--svg) and write (--output) only components of at least this
    /// many pixels. The first line counts all
    #[arg(long, default_value_t = 1, hide_default_value = true, value_name = "PIXELS", value_parser = number(0..=u64::MAX))]
    min_size: u64,
    /// Of these, only the K largest components
    #[arg(long, value_name = "K", value_parser = number(0..=usize::MAX))]
    keep_largest: Option<usize>,
    /// Label integers by their values: pixels of equal values are connected, and 0 is background.
    /// The file is as for --contacts. The line of a component is VALUE and its size, in JSON
    /// {"value"} and "area" or "voxels"
    #[arg(long, conflicts_with_all = ["holes", "contacts", "periodic", "surface", "threshold", "invert", "background", "png", "svg"])]
    values: bool,
    /// Count the faces of each component of a volume to unset voxels and to the outside: the line
    /// of a component ends with them, in JSON "faces"
    #[arg(long, conflicts_with_all = ["contacts", "periodic", "png", "svg"])]
    surface: bool,
    /// Write the labels of the pixels to this .npy of u32: numbers of the components that are kept,
    /// from 1 in raster order, 0 elsewhere. A name that ends with .tif or .tiff stands for a TIFF
    /// of 32 bits, with a page for each plane
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write which pixels have a label instead, a .npy of bool or a TIFF of black and white
    /// (--output)
    #[arg(long, requires = "output")]
    mask: bool,
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
{\"area\":3,\"box\":[0,0,1,1],\"centroid\":[0.667,0.333]}
$ boardbits label cells.npy --connectivity 26 --keep-largest 1 -o large.npy
2
10 0 0 0 2 2 1
$ boardbits label cells.npy --contacts
2
1 2 3 0 0
1 3 2 0 0";

const THREADS: &str = "\
Number of threads; 0 for one per core. Only the search for components uses more: not with --periodic \
or --values, in an image not with --holes, in a volume not with --surface, --limit or --min-size";

const STATUSES: help::Statuses =
    ["answered", "wrong input, a limit was reached, or a file cannot be written", help::USAGE];

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Axis {
    X,
    Y,
    Z,
}

impl Label {
    /// Which components are drawn and written.
    fn keep(&self) -> Keep {
        let keep = Keep::at_least(self.min_size);
        self.keep_largest.map_or(keep, |count| keep.and(Keep::largest(count)))
    }

    /// Returns a function that tells for the size of each component, in raster order, whether it is
    /// one of those.
    fn matcher(&self, sizes: &mut dyn Iterator<Item = u64>) -> impl FnMut(u64) -> bool + use<> {
        let (mut least, mut ties) = (self.min_size, usize::MAX);
        if let Some(count) = self.keep_largest {
            let mut sizes: Vec<u64> = sizes.filter(|&size| size >= least).collect();
            sizes.sort_unstable_by_key(|&size| Reverse(size));
            if let Some(&left_out) = sizes.get(count) {
                (least, ties) = (left_out, count - sizes.partition_point(|&size| size > left_out));
            }
        }
        // Of those of the least size, only the first ones.
        move |size| {
            let is_tie = size == least && ties > 0;
            ties -= usize::from(is_tie);
            size > least || is_tie
        }
    }

    /// Returns whether all components are needed.
    fn needs_all(&self, limit: usize) -> bool {
        self.keep_largest.is_some() || limit == usize::MAX && self.min_size <= 1
    }

    /// Labels an image or a volume and writes the labels (`--output`), in what is left of the time
    /// limit since `start`. `size` has the number of columns last.
    fn save<R: Raster>(
        &self,
        raster: R,
        connectivity: R::Connectivity,
        size: &[usize],
        start: Instant,
    ) -> Result {
        let Some(path) = &self.output else { return Ok(()) };
        let mut labels = named(path, zeros(size))?;
        let limits = Limits::new().time(self.timeout.left(start));
        let mut labeler = Labeler::new();
        let labeled =
            labeler.try_label_kept(raster, connectivity, self.keep(), &mut labels, &limits);
        match labeled {
            Ok(_) => self.write(&labels, size),
            Err(TryError::Failed(error)) => Err(Failure::at(path.display(), error)),
            Err(TryError::Interrupted(stopped)) => {
                let reason = format_args!("{}; no labels were written", stopped.reason);
                Err(Failure::at(path.display(), reason))
            }
        }
    }

    /// Writes the labels or the mask (`--output`).
    fn write(&self, labels: &[u32], size: &[usize]) -> Result {
        let Some(path) = &self.output else { return Ok(()) };
        #[cfg(feature = "tiff")]
        if is_tiff(path) {
            return save_tiff(path, labels, size, self.mask);
        }
        save_npy(path, if self.mask { "|b1" } else { "<u4" }, size, |file| {
            labels.chunks(1 << 14).try_for_each(|labels| {
                if self.mask {
                    let bytes: Vec<u8> = labels.iter().map(|&label| u8::from(label > 0)).collect();
                    return file.write_all(&bytes);
                }
                let bytes: Vec<[u8; 4]> = labels.iter().map(|label| label.to_le_bytes()).collect();
                file.write_all(bytes.as_flattened())
            })
        })
    }

    /// Prints how long the query took (`--stats`).
    fn report(&self, seconds: f64, count: usize, what: &str, context: &mut Context) {
        if self.stats.stats {
            // `Context::finish` reports the failure.
            let _ = context.out.flush();
            let (time, speed) = (1e3 * seconds, count as f64 / 1e6 / seconds);
            say(format_args!("{time:.3} ms, {speed:.0} million {what}/s"));
        }
    }
}

pub(crate) fn run(args: Label, context: &mut Context) -> Result {
    let source = args.input.source();
    args.output.as_deref().map_or(Ok(()), check_name)?;
    if args.contacts || args.values {
        return of_integers(&args, &source, context);
    }
    let is_image = args.png.png.is_some() || args.svg.svg.is_some();
    let picture = match is_image {
        true => Picture::Image(args.pixels.read(&source)?),
        false => args.pixels.read_any(&source)?,
    };
    match picture {
        Picture::Image(image) => label_image(&args, &image, &source, context),
        Picture::Volume(volume) if args.surface => {
            let solid = Solid::<WithSurface> {
                find: |volume, neighbors, _, limits| try_measure(volume, neighbors, limits),
                component: WithSurface::measure,
                faces: |found| Some(found.face_count()),
            };
            label_volume(solid, &args, &volume, &source, context)
        }
        Picture::Volume(volume) => {
            let solid = Solid::<VolumeComponent> {
                find: |volume, neighbors, threads, limits| {
                    try_components_on_threads(volume, neighbors, threads, limits)
                },
                component: |found| found,
                faces: |_| None,
            };
            label_volume(solid, &args, &volume, &source, context)
        }
    }
}

/// Checks that a name stands for a TIFF or a `.npy`, as each without an extension does.
fn check_name(path: &Path) -> Result {
    if is_tiff(path) {
        #[cfg(not(feature = "tiff"))]
        return Err(Failure::at(path.display(), crate::pictures::NO_TIFF));
    } else if path.extension().is_some_and(|found| !found.eq_ignore_ascii_case("npy")) {
        let reason = "expected a name that ends with .npy, .tif or .tiff";
        return Err(Failure::Usage(format!("{}: {reason}", path.display())));
    }
    Ok(())
}

/// Returns whether a name stands for a TIFF.
fn is_tiff(path: &Path) -> bool {
    let is = |name: &str| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(name));
    is("tif") || is("tiff")
}

fn label_image(
    args: &Label,
    picture: &BitmapBuf,
    source: &Source,
    context: &mut Context,
) -> Result {
    let image = picture.as_bitmap();
    let connectivity = args.connectivity.of_image(source)?;
    if args.surface {
        return Err(Failure::at(source, "expected a volume for --surface, found an image"));
    }
    if !args.periodic.is_empty() {
        let size = [image.height(), image.width()];
        return label_periodic(args, (image, connectivity), &size, source, context);
    }

    let start = Instant::now();
    let limits = Limits::new().time(args.timeout.timeout);
    let scanned = if args.holes {
        RegionTree::<Component>::try_measure(image, connectivity, &limits).map(Found::Tree)
    } else {
        // The drawing has all components that match.
        let limit = if args.svg.svg.is_some() { usize::MAX } else { args.limit };
        let (threads, keep) = (args.threads.count(), |c: &Component| c.area() >= args.min_size);
        if args.needs_all(limit) {
            try_components_on_threads(image, connectivity, threads, &limits).map(Found::all)
        } else {
            try_select_on_threads(image, connectivity, limit, keep, threads, &limits)
                .map(|found| Found::List { count: found.count, components: found.components })
        }
    };
    let found = match scanned {
        Ok(scanned) => scanned,
        Err(stopped) => return stop(&stopped, image.height(), source, args.answers, context),
    };
    let seconds = start.elapsed().as_secs_f64();
    // The reader of stdout may stop early, but the file must be complete.
    let (width, height) = (image.width(), image.height());
    let saved = args.save(image, connectivity, &[height, width], start);
    let colored = args.png.png.as_ref().map_or(Ok(()), |path| {
        let mut kept = picture.clone();
        retain(&mut kept, connectivity, args.keep());
        draw(path, kept.as_bitmap(), connectivity)
    });
    let drawn = args.svg.save(|| {
        let mut matches = args.matcher(&mut found.components().map(|c| c.area()));
        svg(image, connectivity, found.components().filter(|found| matches(found.area())))
    });
    let printed = print(&found, args, context);
    args.report(seconds, width * height, "pixels", context);
    saved.and(colored).and(drawn).and(printed)
}

/// What is measured of the components of a volume: how all are found, and the parts of one.
struct Solid<M> {
    find: fn(&Volume, Neighbors, usize, &Limits<'_>) -> Scanned<Vec<M>>,
    component: fn(&M) -> &VolumeComponent,
    faces: fn(&M) -> Option<u64>,
}

/// What a scan finds, or the number of rows at a limit.
type Scanned<T> = std::result::Result<T, Interrupted<u64>>;

fn label_volume<M: Measure<Connectivity = Neighbors>>(
    Solid { find, component, faces }: Solid<M>,
    args: &Label,
    volume: &Volume,
    source: &Source,
    context: &mut Context,
) -> Result {
    let neighbors = args.connectivity.of_volume(source)?;
    if !args.periodic.is_empty() {
        let size = [volume.depth(), volume.height(), volume.width()];
        return label_periodic(args, (volume, neighbors), &size, source, context);
    }
    let (start, limits) = (Instant::now(), Limits::new().time(args.timeout.timeout));
    let size_of = |found: &M| component(found).voxel_count();
    let scanned = if args.needs_all(args.limit) {
        find(volume, neighbors, args.threads.count(), &limits).map(|found| (found.len(), found))
    } else {
        let keep = |found: &M| size_of(found) >= args.min_size;
        let selected = try_select(volume, neighbors, args.limit, keep, &limits);
        selected.map(|found| (found.count, found.components))
    };
    let [width, height, depth] = [volume.width(), volume.height(), volume.depth()];
    let counted = scanned.and_then(|(count, found)| {
        let limits = || Limits::new().time(args.timeout.left(start));
        let counts = args.holes.then(|| count_tunnels(volume, neighbors, count, &limits));
        Ok((count, found, counts.transpose()?))
    });
    let (count, found, counts) = match counted {
        Ok(found) => found,
        Err(stopped) => return stop(&stopped, height * depth, source, args.answers, context),
    };
    let seconds = start.elapsed().as_secs_f64();
    // The reader of stdout may stop early, but the file must be complete.
    let saved = args.save(volume, neighbors, &[depth, height, width], start);
    match counts {
        Some(counts) => args.answers.write(&mut context.out, counts)?,
        None => {
            let answer = Answer(count, || json!({ "components": count }));
            args.answers.write(&mut context.out, answer)?;
        }
    }
    let mut matches = args.matcher(&mut found.iter().map(size_of));
    let matching = found.iter().filter(|found| matches(size_of(found)));
    for found in matching.take(args.limit) {
        let row = Row { faces: faces(found), ..Row::of_volume(component(found)) };
        args.answers.write(&mut context.out, row)?;
    }
    args.report(seconds, width * height * depth, "voxels", context);
    saved
}

/// Counts the cavities of a volume. Its tunnels follow from the Euler number.
fn count_tunnels(
    volume: &Volume,
    neighbors: Neighbors,
    components: usize,
    limits: &dyn Fn() -> Limits<'static>,
) -> Scanned<Counts> {
    let euler = try_euler_number(volume, neighbors, &limits())?;
    let cavities = try_fill_holes(&mut volume.clone(), neighbors, &limits())? as u64;
    let components = components as u64;
    let tunnels = Some((components + cavities).wrapping_add_signed(euler.wrapping_neg()));
    Ok(Counts { components, cavities: Some(cavities), tunnels, euler, ..Counts::default() })
}

/// A label for each pixel, if there is memory for them.
fn zeros(size: &[usize]) -> std::result::Result<Vec<u32>, TryReserveError> {
    let (count, mut labels) = (size.iter().product(), Vec::new());
    labels.try_reserve_exact(count)?;
    labels.resize(count, 0);
    Ok(labels)
}

/// Labels an image or a volume some of whose edges meet. `size` has the number of columns last.
fn label_periodic<R: Raster + Copy>(
    args: &Label,
    (raster, connectivity): (R, R::Connectivity),
    size: &[usize],
    source: &Source,
    context: &mut Context,
) -> Result {
    let periodic = [Axis::X, Axis::Y, Axis::Z].map(|axis| args.periodic.contains(&axis));
    if size.len() == 2 && periodic[2] {
        return Err(Failure::at(source, "expected --periodic x or y for an image, found z"));
    }
    label_sizes(args, size, source, context, &mut |labels, limits| {
        let mut labeler = Labeler::new();
        let sizes = labeler.try_label_periodic(raster, connectivity, periodic, labels, limits)?;
        Ok(sizes.into_iter().map(|size| (None, size)).collect())
    })
}

/// The value and the size of each component, or why a query was not answered.
type Sizes = std::result::Result<Vec<(Option<i128>, u64)>, TryError<BitmapError, u64>>;

/// Prints the sizes of the components to keep and writes their labels, which `label` finds. `size`
/// has the number of columns last.
fn label_sizes(
    args: &Label,
    size: &[usize],
    source: &Source,
    context: &mut Context,
    label: &mut dyn FnMut(&mut [u32], &Limits<'_>) -> Sizes,
) -> Result {
    let mut labels = zeros(size).map_err(|error| Failure::at(source, error))?;
    let (start, limits) = (Instant::now(), Limits::new().time(args.timeout.timeout));
    let found = match label(&mut labels, &limits) {
        Ok(found) => found,
        Err(TryError::Failed(error)) => return Err(Failure::at(source, error)),
        Err(TryError::Interrupted(stopped)) => {
            let rows: usize = size[..size.len() - 1].iter().product();
            return stop(&stopped, rows, source, args.answers, context);
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut matches = args.matcher(&mut found.iter().map(|&(_, size)| size));
    let (mut new, mut kept) = (vec![0], Vec::new());
    for &component in &found {
        let is_kept = matches(component.1);
        kept.extend(is_kept.then_some(component));
        new.push(if is_kept { kept.len() as u32 } else { 0 });
    }
    labels.iter_mut().for_each(|label| *label = new[*label as usize]);
    // The reader of stdout may stop early, but the file must be complete.
    let saved = args.write(&labels, size);
    let count = found.len();
    args.answers.write(&mut context.out, Answer(count, || json!({ "components": count })))?;
    let (name, what) = if size.len() == 2 { ("area", "pixels") } else { ("voxels", "voxels") };
    for &(value, size) in kept.iter().take(args.limit) {
        let out = &mut context.out;
        match value {
            None => args.answers.write(out, Answer(size, || json!({ name: size })))?,
            Some(value) => {
                let json = || json!({ "value": value, name: size });
                args.answers.write(out, Answer(format_args!("{value} {size}"), json))?;
            }
        }
    }
    args.report(seconds, labels.len(), what, context);
    saved
}

/// Answers a query about a file of integers: which touch (`--contacts`), or their components. An
/// image is a volume of one plane.
fn of_integers(args: &Label, source: &Source, context: &mut Context) -> Result {
    let Integers { list, is_signed, size, is_volume } =
        args.pixels.read_integers(source, args.values)?;
    let neighbors = match is_volume {
        true => args.connectivity.of_volume(source)?,
        false if args.connectivity.of_image(source)? == Connectivity::Four => Neighbors::Six,
        false => Neighbors::TwentySix,
    };
    let [width, height, depth] = size;
    let shape = &[depth, height, width][usize::from(!is_volume)..];
    let query = Query { size: size.into(), neighbors, shape, source };
    match (list, is_signed) {
        (List::Bytes(list), true) => query.answer(&list, |n| (n as i8).into(), args, context),
        (List::Bytes(list), false) => query.answer(&list, i128::from, args, context),
        (List::Narrow(list), true) => query.answer(&list, |n| (n as i32).into(), args, context),
        (List::Narrow(list), false) => query.answer(&list, i128::from, args, context),
        (List::Wide(list), true) => query.answer(&list, |n| (n as i64).into(), args, context),
        (List::Wide(list), false) => query.answer(&list, i128::from, args, context),
    }
}

/// A query about integers. `shape` has the number of columns last.
struct Query<'a> {
    size: (usize, usize, usize),
    neighbors: Neighbors,
    shape: &'a [usize],
    source: &'a Source,
}

impl Query<'_> {
    /// `number` is the number of bits.
    fn answer<V: Value>(
        &self,
        integers: &[V],
        number: fn(V) -> i128,
        args: &Label,
        context: &mut Context,
    ) -> Result {
        let Self { size, neighbors, shape, source } = *self;
        if args.contacts {
            return self.contacts(integers, number, args, context);
        }
        label_sizes(args, shape, source, context, &mut |labels, limits| {
            let (mut labeler, zero) = (Labeler::new(), V::default());
            let count =
                labeler.try_label_values(integers, size, zero, neighbors, labels, limits)?;
            let mut found = vec![(zero, 0); count as usize];
            for (&label, &value) in labels.iter().zip(integers).filter(|&(&label, _)| label > 0) {
                let (of, size) = &mut found[label as usize - 1];
                (*of, *size) = (value, *size + 1);
            }
            Ok(found.into_iter().map(|(value, size)| (Some(number(value)), size)).collect())
        })
    }

    /// Prints which labels touch.
    fn contacts<V: Value>(
        &self,
        labels: &[V],
        number: fn(V) -> i128,
        args: &Label,
        context: &mut Context,
    ) -> Result {
        let Self { size, neighbors, shape, source } = *self;
        let (start, limits) = (Instant::now(), Limits::new().time(args.timeout.timeout));
        let found = match try_contacts(labels, size, neighbors, &limits) {
            Ok(found) => found,
            Err(TryError::Failed(error)) => return Err(Failure::at(source, error)),
            Err(TryError::Interrupted(Interrupted { reason, partial: rows, .. })) => {
                let json = || json::partial(json!({ "pairs": null, "rows": rows }), Some(reason));
                args.answers.write(&mut context.out, Answer("?", json))?;
                let all: usize = shape[..shape.len() - 1].iter().product();
                context.complain(source, format_args!("{reason} after {rows} of {all} rows"));
                return Ok(());
            }
        };
        let (seconds, count) = (start.elapsed().as_secs_f64(), found.len());
        let mut rows: Vec<_> =
            found.iter().map(|contact| ContactRow::new(contact, number)).collect();
        // The order of signed numbers is not that of their bits.
        rows.sort_unstable_by_key(|row| row.labels);
        args.answers.write(&mut context.out, Answer(count, || json!({ "pairs": count })))?;
        for row in rows.into_iter().take(args.limit) {
            args.answers.write(&mut context.out, row)?;
        }
        let what = if shape.len() == 2 { "pixels" } else { "voxels" };
        args.report(seconds, labels.len(), what, context);
        Ok(())
    }
}

/// The line of two labels that touch.
#[derive(Serialize)]
struct ContactRow {
    labels: [i128; 2],
    faces: u64,
    edges: u64,
    corners: u64,
}

impl ContactRow {
    fn new<V: Value>(contact: &Contact<V>, number: fn(V) -> i128) -> Self {
        let Contact { labels: (a, b), faces, edges, corners, .. } = *contact;
        let (a, b) = (number(a), number(b));
        Self { labels: [a.min(b), a.max(b)], faces, edges, corners }
    }
}

impl Display for ContactRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { labels: [a, b], faces, edges, corners } = self;
        write!(f, "{a} {b} {faces} {edges} {corners}")
    }
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
            let euler = tree.euler_number();
            let counts = Counts { components, holes: Some(holes), euler, ..Counts::default() };
            args.answers.write(out, counts)?;
            Some(tree)
        }
        Found::List { count, .. } => {
            args.answers.write(out, Answer(count, || json!({ "components": count })))?;
            None
        }
    };
    let mut matches = args.matcher(&mut found.components().map(|c| c.area()));
    let matching = found.components().enumerate().filter(|(_, found)| matches(found.area()));
    for (i, component) in matching.take(args.limit) {
        let mut row = Row::of_image(component);
        // Numbers from 1, as labels.
        let around = |tree: &RegionTree| Some(tree.component_around(tree.hole_around(i)?) + 1);
        (row.holes, row.around) = tree.map(|tree| (tree.hole_count(i), around(tree))).unzip();
        args.answers.write(out, row)?;
    }
    Ok(())
}

/// The line with the numbers of components and of the holes of an image or the cavities and tunnels
/// of a volume, and the Euler number.
#[derive(Default, Serialize)]
pub(super) struct Counts {
    pub(super) components: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) holes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cavities: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tunnels: Option<u64>,
    pub(super) euler: i64,
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { components, holes, cavities, tunnels, euler } = self;
        write!(f, "{components} ")?;
        let holes = [holes, cavities, tunnels].into_iter().flatten();
        holes.into_iter().try_for_each(|holes| write!(f, "{holes} "))?;
        write!(f, "{euler}")
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

/// The line of a component, with the type of its box.
#[derive(Serialize)]
#[serde(bound(serialize = "B: Serialize, C: Center"))]
pub(super) struct Row<B, C> {
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    voxels: Option<u64>,
    #[serde(rename = "box")]
    corners: B,
    /// The component, whose centroid is computed for JSON only.
    #[serde(serialize_with = "centroid")]
    centroid: C,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holes: Option<usize>,
    /// With `holes`, the number of the component around this one, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    around: Option<Option<usize>>,
}

/// What has a centroid.
pub(super) trait Center {
    fn center(&self) -> impl Serialize;
}

impl Center for &Component {
    fn center(&self) -> impl Serialize {
        self.centroid().map(rounded)
    }
}

impl<R: Rows> Center for &VolumeComponent<R> {
    fn center(&self) -> impl Serialize {
        self.centroid().map(rounded)
    }
}

/// A component in the only plane of a volume.
pub(super) struct InPlane<'a>(&'a TileComponent);

impl Center for InPlane<'_> {
    fn center(&self) -> impl Serialize {
        let [x, y, _] = self.0.centroid();
        [x, y].map(rounded)
    }
}

fn centroid<C: Center, S: Serializer>(of: &C, to: S) -> std::result::Result<S::Ok, S::Error> {
    of.center().serialize(to)
}

/// A number with at most three digits after the point.
fn rounded(number: f64) -> f64 {
    (1e3 * number).round() / 1e3
}

impl<'a> Row<[usize; 4], &'a Component> {
    fn of_image(c: &'a Component) -> Self {
        let corners = [c.left(), c.top(), c.right(), c.bottom()];
        Self { area: Some(c.area()), ..Self::new(corners, c) }
    }
}

impl<'a> Row<[usize; 4], InPlane<'a>> {
    /// The line of a component in the only plane of a volume.
    pub(super) fn of_plane(c: &'a TileComponent) -> Self {
        let ((x, y, _), (right, bottom, _)) = (c.lower(), c.upper());
        Self { area: Some(c.voxel_count()), ..Self::new([x, y, right, bottom], InPlane(c)) }
    }
}

impl<'a, R: Rows> Row<[usize; 6], &'a VolumeComponent<R>> {
    pub(super) fn of_volume(c: &'a VolumeComponent<R>) -> Self {
        let ((x, y, z), (right, bottom, back)) = (c.lower(), c.upper());
        let corners = [x, y, z, right, bottom, back];
        Self { voxels: Some(c.voxel_count()), ..Self::new(corners, c) }
    }
}

impl<B, C> Row<B, C> {
    fn new(corners: B, centroid: C) -> Self {
        let (label, area, voxels, faces, holes, around) = (None, None, None, None, None, None);
        Self { label, area, voxels, corners, centroid, faces, holes, around }
    }

    pub(super) fn labeled(self, label: u64) -> Self {
        Self { label: Some(label), ..self }
    }
}

impl<B: AsRef<[usize]>, C> Display for Row<B, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.area.or(self.voxels).unwrap_or_default();
        let corners = self.corners.as_ref().iter().map(|&corner| corner as u64);
        let counts = self.faces.into_iter().chain(self.holes.map(|holes| holes as u64));
        // Faster than `write!`, which takes most of the time of a list of small components.
        let mut digits = itoa::Buffer::new();
        self.label.map_or(Ok(()), |label| write!(f, "{label} "))?;
        f.write_str(digits.format(size))?;
        corners.chain(counts).try_for_each(|number| {
            f.write_char(' ')?;
            f.write_str(digits.format(number))
        })?;
        match self.around {
            Some(Some(around)) => write!(f, " {around}"),
            Some(None) => f.write_str(" -"),
            None => Ok(()),
        }
    }
}

/// Writes a PNG with each component in its own color on black.
fn draw(path: &Path, image: Bitmap<'_>, connectivity: Connectivity) -> Result {
    let mut labeler = Labeler::new();
    let mut runs = labeler.runs(image, connectivity).peekable();
    // A picture has fewer than 2³² columns and rows.
    save_png(path, [image.width() as u32, image.height() as u32], &mut |y, row| {
        row.fill(0);
        while let Some(run) = runs.next_if(|run| run.y == y as usize) {
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
    let mut text = svg_head(image.width(), image.height(), "#fff");
    text.push_str("<path fill=\"#999\" shape-rendering=\"crispEdges\" d=\"");
    let mut labeler = Labeler::new();
    // Writing to a string cannot fail.
    for run in labeler.runs(image, connectivity) {
        let length = run.end - run.start;
        let _ = write!(text, "M{} {}h{length}v1h-{length}z", run.start, run.y);
    }
    text.push_str("\"/>\n<g fill=\"none\" stroke=\"#d62728\" stroke-width=\"0.25\">\n");
    for c in found {
        let (x, y, w, h) = (c.left(), c.top(), c.width(), c.height());
        let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>");
    }
    text.push_str("</g>\n</svg>\n");
    text
}
