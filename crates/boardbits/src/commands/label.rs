//! `boardbits label`: the connected components of images and volumes.

use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::fmt::{self, Display, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use cc_label::__private::{Rows, Value};
use cc_label::{
    Component, Connectivity, Contact, Image, LabelError, Labeler, RegionTree, contacts,
    euler_number, fill_holes, retain, retain_largest,
};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::context::{Context, Failure, Result, say};
use crate::files::named;
use crate::help;
use crate::input::Source;
use crate::options::{AnswerFormat, AnyConnectivity, Input, Png, Stats, Svg, Threads, number};
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
/// {"voxels","box":[X,Y,Z,X,Y,Z],"centroid":[X,Y,Z]}. With --contacts the first line is the number of pairs, and each further line is a pair, LABEL LABEL FACES EDGES
/// CORNERS: the numbers of pairs of voxels with a common face, with only an edge and with only a
/// corner in common. In JSON the lines are {"pairs":N} and
/// {"labels":[A,B],"faces","edges","corners"}.
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
    #[arg(long, conflicts_with_all = ["holes", "contacts", "periodic", "threshold", "invert", "background", "png", "svg"])]
    values: bool,
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
or --values, in an image not with --holes";

const STATUSES: help::Statuses =
    ["answered", "wrong input, or a file cannot be written", help::USAGE];

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Axis {
    X,
    Y,
    Z,
}

impl Label {
    /// Returns the pixels of the components that are drawn and written.
    fn kept(&self, image: &Image, connectivity: Connectivity) -> Image {
        let mut kept = image.clone();
        if self.min_size > 1 {
            retain(&mut kept, connectivity, |found| found.size() >= self.min_size);
        }
        if let Some(count) = self.keep_largest {
            retain_largest(&mut kept, connectivity, count);
        }
        kept
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

    /// Labels an image or a volume and writes the labels (`--output`). `size` has the number of
    /// columns last.
    fn save(&self, image: &Image, connectivity: Connectivity, size: &[usize]) -> Result {
        let Some(path) = &self.output else { return Ok(()) };
        let mut labels = named(path, zeros(size))?;
        let kept = self.kept(image, connectivity);
        let mut labeler = Labeler::new().threads(self.threads.count());
        named(path, labeler.label(&kept, connectivity, &mut labels))?;
        self.write(&labels, size)
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
        true => Picture { image: args.pixels.read(&source)?, is_volume: false },
        false => args.pixels.read_any(&source)?,
    };
    label_picture(&args, &picture, &source, context)
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

fn label_picture(
    args: &Label,
    Picture { image, is_volume }: &Picture,
    source: &Source,
    context: &mut Context,
) -> Result {
    let (width, height, depth) = image.size();
    let (size, is_volume) = (&[depth, height, width][usize::from(!is_volume)..], *is_volume);
    let connectivity = args.connectivity.of(is_volume, source)?;
    if !args.periodic.is_empty() {
        return label_wrapped(args, (image, connectivity), size, source, context);
    }
    let start = Instant::now();
    let found = if args.holes && !is_volume {
        Found::Tree(RegionTree::new(image, connectivity))
    } else {
        Found::in_list(args, image, connectivity)
    };
    let counts = match &found {
        Found::Tree(tree) => Some(Counts::of_image(tree)),
        Found::List { count, .. } if args.holes => {
            Some(Counts::of_volume(image, connectivity, *count))
        }
        Found::List { .. } => None,
    };
    let seconds = start.elapsed().as_secs_f64();
    // The reader of stdout may stop early, but the file must be complete.
    let saved = args.save(image, connectivity, size);
    let colored = args
        .png
        .png
        .as_ref()
        .map_or(Ok(()), |path| draw(path, &args.kept(image, connectivity), connectivity));
    let drawn = args.svg.save(|| {
        let mut matches = args.matcher(&mut found.components().map(|c| c.size()));
        svg(image, connectivity, found.components().filter(|found| matches(found.size())))
    });
    let printed = print(&found, counts, is_volume, args, context);
    let what = if is_volume { "voxels" } else { "pixels" };
    args.report(seconds, width * height * depth, what, context);
    saved.and(colored).and(drawn).and(printed)
}

/// A label for each pixel, if there is memory for them.
fn zeros(size: &[usize]) -> std::result::Result<Vec<u32>, TryReserveError> {
    let (count, mut labels) = (size.iter().product(), Vec::new());
    labels.try_reserve_exact(count)?;
    labels.resize(count, 0);
    Ok(labels)
}

/// Labels an image or a volume some of whose edges meet. `size` has the number of columns last.
fn label_wrapped(
    args: &Label,
    (image, connectivity): (&Image, Connectivity),
    size: &[usize],
    source: &Source,
    context: &mut Context,
) -> Result {
    let periodic = [Axis::X, Axis::Y, Axis::Z].map(|axis| args.periodic.contains(&axis));
    if size.len() == 2 && periodic[2] {
        return Err(Failure::at(source, "expected --periodic x or y for an image, found z"));
    }
    label_sizes(args, size, source, context, &mut |labels| {
        let sizes = Labeler::new().label_periodic(image, connectivity, periodic, labels)?;
        Ok(sizes.into_iter().map(|size| (None, size)).collect())
    })
}

/// The value and the size of each component.
type Sizes = std::result::Result<Vec<(Option<i128>, u64)>, LabelError>;

/// Prints the sizes of the components to keep and writes their labels, which `label` finds. `size`
/// has the number of columns last.
fn label_sizes(
    args: &Label,
    size: &[usize],
    source: &Source,
    context: &mut Context,
    label: &mut dyn FnMut(&mut [u32]) -> Sizes,
) -> Result {
    let mut labels = zeros(size).map_err(|error| Failure::at(source, error))?;
    let start = Instant::now();
    let found = label(&mut labels).map_err(|error| Failure::at(source, error))?;
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

/// Answers a query about a file of integers: which touch (`--contacts`), or their components.
fn of_integers(args: &Label, source: &Source, context: &mut Context) -> Result {
    let Integers { list, is_signed, size, is_volume } =
        args.pixels.read_integers(source, args.values)?;
    let connectivity = args.connectivity.of(is_volume, source)?;
    let [width, height, depth] = size;
    let shape = &[depth, height, width][usize::from(!is_volume)..];
    let query = Query { size: size.into(), connectivity, shape, source };
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
    connectivity: Connectivity,
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
        let Self { size, connectivity, shape, source } = *self;
        if args.contacts {
            return self.contacts(integers, number, args, context);
        }
        label_sizes(args, shape, source, context, &mut |labels| {
            let zero = V::default();
            let count = Labeler::new().label_values(integers, size, zero, connectivity, labels)?;
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
        let Self { size, connectivity, shape, source } = *self;
        let start = Instant::now();
        let found = contacts(labels, size, connectivity);
        let found = found.map_err(|error| Failure::at(source, error))?;
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
    /// Finds all components, or those to print.
    fn in_list(args: &Label, image: &Image, connectivity: Connectivity) -> Self {
        // The drawing has all components that match.
        let limit = if args.svg.svg.is_some() { usize::MAX } else { args.limit };
        let mut labeler = Labeler::new().threads(args.threads.count());
        if args.needs_all(limit) {
            let mut components = Vec::new();
            labeler.measure(image, connectivity, &mut components);
            return Self::List { count: components.len(), components };
        }
        let keep = |found: &Component| found.size() >= args.min_size;
        let found = labeler.select(image, connectivity, limit, keep);
        Self::List { count: found.count, components: found.components }
    }

    fn components(&self) -> impl Iterator<Item = &Component> {
        match self {
            Self::Tree(tree) => tree.components().iter(),
            Self::List { components, .. } => components.iter(),
        }
    }
}

fn print(
    found: &Found,
    counts: Option<Counts>,
    is_volume: bool,
    args: &Label,
    context: &mut Context,
) -> Result {
    let out = &mut context.out;
    match (counts, found) {
        (Some(counts), _) => args.answers.write(out, counts)?,
        (None, Found::List { count, .. }) => {
            args.answers.write(out, Answer(count, || json!({ "components": count })))?;
        }
        (None, Found::Tree(_)) => {}
    }
    let mut matches = args.matcher(&mut found.components().map(|c| c.size()));
    let matching = found.components().enumerate().filter(|(_, found)| matches(found.size()));
    for (i, component) in matching.take(args.limit) {
        let mut row = Row::new(component, is_volume);
        if let Found::Tree(tree) = found {
            // Numbers from 1, as labels.
            let around = tree.hole_around(i).map(|hole| tree.component_around(hole) + 1);
            row.holes = Some((tree.hole_count(i), around));
        }
        args.answers.write(out, row)?;
    }
    Ok(())
}

/// The line with the numbers of components and of the holes of an image or the cavities and tunnels
/// of a volume, and the Euler number.
#[derive(Default, Serialize)]
struct Counts {
    components: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    holes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cavities: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tunnels: Option<u64>,
    euler: i64,
}

impl Counts {
    fn of_image(tree: &RegionTree) -> Self {
        let [components, holes] =
            [tree.components().len(), tree.holes().len()].map(|count| count as u64);
        let euler = tree.euler_number();
        Self { components, holes: Some(holes), euler, ..Self::default() }
    }

    /// Counts the cavities. The tunnels follow from the Euler number.
    fn of_volume(volume: &Image, connectivity: Connectivity, components: usize) -> Self {
        let euler = euler_number(volume, connectivity);
        // A single plane has no cavities.
        let cavities = match volume.depth() {
            1 => 0,
            _ => fill_holes(&mut volume.clone(), connectivity) as u64,
        };
        let components = components as u64;
        let tunnels = Some((components + cavities).wrapping_add_signed(euler.wrapping_neg()));
        Self { components, cavities: Some(cavities), tunnels, euler, ..Self::default() }
    }
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

/// The line of a component.
pub(super) struct Row<'a, R: Rows> {
    component: &'a Component<R>,
    is_volume: bool,
    label: Option<u64>,
    /// The number of holes, and the number of the component around this one, if there is one.
    holes: Option<(usize, Option<usize>)>,
}

impl<'a, R: Rows> Row<'a, R> {
    pub(super) const fn new(component: &'a Component<R>, is_volume: bool) -> Self {
        Self { component, is_volume, label: None, holes: None }
    }

    pub(super) fn labeled(self, label: u64) -> Self {
        Self { label: Some(label), ..self }
    }

    /// The number of axes, the smallest coordinates and the largest ones.
    fn corners(&self) -> (usize, [[usize; 3]; 2]) {
        let corners = [self.component.lower().into(), self.component.upper().into()];
        (if self.is_volume { 3 } else { 2 }, corners)
    }
}

impl<R: Rows> Serialize for Row<'_, R> {
    fn serialize<S: Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let (axes, corners) = self.corners();
        let corners: Vec<_> = corners.iter().flat_map(|corner| &corner[..axes]).collect();
        // At most three digits after the point.
        let centroid = self.component.centroid().map(|at| (1e3 * at).round() / 1e3);
        let mut row = to.serialize_map(None)?;
        if let Some(label) = self.label {
            row.serialize_entry("label", &label)?;
        }
        let size = if self.is_volume { "voxels" } else { "area" };
        row.serialize_entry(size, &self.component.size())?;
        row.serialize_entry("box", &corners)?;
        row.serialize_entry("centroid", &centroid[..axes])?;
        if let Some((holes, around)) = self.holes {
            row.serialize_entry("holes", &holes)?;
            row.serialize_entry("around", &around)?;
        }
        row.end()
    }
}

impl<R: Rows> Display for Row<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (axes, corners) = self.corners();
        let corners = corners.iter().flat_map(|corner| &corner[..axes]).map(|&at| at as u64);
        // Faster than `write!`, which takes most of the time of a list of small components.
        let mut digits = itoa::Buffer::new();
        self.label.map_or(Ok(()), |label| write!(f, "{label} "))?;
        f.write_str(digits.format(self.component.size()))?;
        corners.chain(self.holes.map(|(holes, _)| holes as u64)).try_for_each(|number| {
            f.write_char(' ')?;
            f.write_str(digits.format(number))
        })?;
        match self.holes {
            Some((_, Some(around))) => write!(f, " {around}"),
            Some((_, None)) => f.write_str(" -"),
            None => Ok(()),
        }
    }
}

/// Writes a PNG with each component in its own color on black.
fn draw(path: &Path, image: &Image, connectivity: Connectivity) -> Result {
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
    image: &Image,
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
