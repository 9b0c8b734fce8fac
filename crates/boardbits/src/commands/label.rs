//! `boardbits label`: the connected components of images and volumes.
//!
//! A file is opened as bits or as integers. Small components are removed, the others are labeled,
//! the files are written, and at last the counts and a line for each component are printed.

use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::fmt::{self, Display};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use cc_label::__private::{Measure, Value};
use cc_label::{
    Component, Connectivity, Extent, Image, LabelError, Labeler, RegionTree, Scanned, euler_number,
    fill_holes, fill_holes_values, retain, retain_largest, retain_largest_values, retain_values,
};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use image::{Rgb, RgbImage};
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use crate::context::{Context, Failure, Result};
use crate::files::named;
use crate::help;
use crate::input::Source;
use crate::options::{AnswerFormat, Input, Png, Threads, file_of, number};
use crate::output::Output;
use crate::pictures::{List, Pixels, Raster, Values, save_npy, save_png};

/// Find the connected components of an image or a volume
///
/// Reads a picture (PNG, PNM or, with the feature `tiff`, TIFF), a .npy, or a raw file. Volumes are
/// arrays of three axes and raw files with a depth. Pixel x, y is `array[y, x]` of NumPy. Black
/// pixels of a PBM are set, for any --threshold; in other pictures bright ones are, after colors
/// are turned to gray, so dark objects on white need --invert.
///
/// Prints the number of components, then a line for each: AREA LEFT TOP RIGHT BOTTOM, in a volume
/// VOXELS, the least X Y Z, the largest X Y Z. Columns and rows count from 0, and the box includes
/// both corners. JSON and CSV add the label and the centroid.
///
/// With --holes the first line is COMPONENTS HOLES EULER-NUMBER, in a volume COMPONENTS CAVITIES
/// TUNNELS EULER-NUMBER; in an image the other lines end with the number of holes and the label of
/// the component around, or `-`.
#[derive(clap::Args)]
#[command(mut_arg("threads", |threads| threads.default_value("0")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Label {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    pixels: Pixels,
    /// 4: pixels touch by an edge; 8: by an edge or a corner. Voxels touch by a face (6), also by
    /// an edge (18), or also by a corner (26). The default is 4 for images and 6 for volumes
    #[arg(long, value_name = "N", value_parser = connectivity())]
    connectivity: Option<u8>,
    /// Remove components of fewer pixels first
    #[arg(long, default_value_t = 1, hide_default_value = true, value_name = "PIXELS", value_parser = number(0..=u64::MAX))]
    min_size: u64,
    /// Remove components that touch the border first
    #[arg(long, alias = "clear-border")]
    off_border: bool,
    /// Remove all but the K largest components first
    #[arg(long, aliases = ["largest", "top"], value_name = "K", value_parser = number(0..=usize::MAX))]
    keep_largest: Option<usize>,
    /// Remove all but the K largest components of each value first (--values)
    #[arg(long, requires = "values", conflicts_with = "keep_largest", value_name = "K", value_parser = number(0..=usize::MAX))]
    largest_of_each_value: Option<usize>,
    /// Fill the holes of the components that are left, or those of at most this many pixels
    #[arg(long, require_equals = true, num_args = 0..=1, default_missing_value = ALL, value_name = "PIXELS", value_parser = number(0..=u64::MAX))]
    fill_holes: Option<u64>,
    /// Also count holes: unset pixels that a component surrounds
    #[arg(long)]
    holes: bool,
    /// Label an array of integers by their values: pixels of equal values are connected, and 0 is
    /// background. The line of a component is VALUE and its size
    #[arg(long, conflicts_with_all = ["holes", "threshold", "invert", "png"])]
    values: bool,
    /// Order of the components and their labels: raster (by their first pixels) or area (the
    /// largest first)
    #[arg(long, value_enum, default_value_t, value_name = "ORDER", hide_possible_values = true)]
    sort: Order,
    /// Print only the first line
    #[arg(long)]
    count: bool,
    /// Write the label of each pixel to this .npy of u32: from 1 in the order of --sort, 0
    /// elsewhere
    #[arg(short, long, value_name = "FILE", value_parser = file_of("npy"))]
    output: Option<PathBuf>,
    /// Write which pixels have a label instead, a .npy of bool; with --values, their values
    /// (--output)
    #[arg(long, requires = "output")]
    mask: bool,
    #[command(flatten)]
    png: Png,
    #[command(flatten)]
    threads: Threads,
    /// Format of the answers: text, JSON lines, or CSV
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Table,
}

/// No limit on the size of holes.
const ALL: &str = "18446744073709551615";

const EXAMPLES: &str = "\
$ boardbits label scan.pbm --sort area
3
3 0 0 1 1
2 4 1 4 2
1 5 0 5 0
$ boardbits label cells.npy --connectivity 26 --keep-largest 1 --format csv
label,voxels,left,top,front,right,bottom,back,x,y,z
1,10,0,0,0,2,2,1,0.9,0.6,0.3";

const STATUSES: help::Statuses =
    ["answered", "wrong input, or a file cannot be written", help::USAGE];

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Order {
    #[default]
    Raster,
    #[value(alias = "size")]
    Area,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Table {
    #[default]
    Text,
    Json,
    Csv,
}

fn connectivity() -> impl TypedValueParser<Value = u8> {
    let names = PossibleValuesParser::new(["4", "8", "6", "18", "26"]);
    names.map(|number| number.parse().unwrap_or_default())
}

pub(crate) fn run(args: Label, context: &mut Context) -> Result {
    let source = args.input.source();
    // The reader of stdout may stop early, but the files must be complete.
    let (found, saved) = context.progress.during("labeling", || match args.values {
        true => LabelAnswer::of_values(&args, &source),
        false => LabelAnswer::of_pixels(&args, &source),
    })?;
    let printed = found.print(&args, &mut context.out);
    if args.off_border && found.components.len() == 0 {
        context.note(&source, "no component lies off the border");
    }
    saved.and(printed)
}

/// What is found, and which lines are printed of it.
struct LabelAnswer {
    counts: Counts,
    components: Components,
    is_volume: bool,
}

/// The value and the size of each component of equal integers.
type ValueSizes = Vec<(i128, u64)>;

enum Components {
    /// For text, which has no centroids: 32 bytes each, not 56. Memory takes most of the time.
    Boxes(Vec<Extent>),
    Plain(Vec<Component>),
    /// With the number of their holes and the label of the component around them, if there is one.
    Regions(Vec<(Component, usize, Option<usize>)>),
    Values(ValueSizes),
}

impl Components {
    fn len(&self) -> usize {
        match self {
            Self::Boxes(found) => found.len(),
            Self::Plain(found) => found.len(),
            Self::Regions(regions) => regions.len(),
            Self::Values(found) => found.len(),
        }
    }

    /// The component, if its centroid is known.
    fn get(&self, i: usize) -> Option<&Component> {
        match self {
            Self::Plain(found) => found.get(i),
            Self::Regions(regions) => regions.get(i).map(|(component, ..)| component),
            Self::Boxes(_) | Self::Values(_) => None,
        }
    }

    /// The box of the component, if it is known.
    fn extent(&self, i: usize) -> Option<&Extent> {
        match self {
            Self::Boxes(found) => found.get(i),
            _ => self.get(i).map(Component::extent),
        }
    }
}

/// The numbers of components and of the holes of an image or the cavities and tunnels of a volume,
/// and the Euler number.
#[derive(Default, Serialize)]
struct Counts {
    components: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    holes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cavities: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tunnels: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    euler: Option<i64>,
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { components, holes, cavities, tunnels, euler } = self;
        write!(f, "{components}")?;
        let holes = [holes, cavities, tunnels].into_iter().flatten();
        holes.into_iter().try_for_each(|count| write!(f, " {count}"))?;
        euler.map_or(Ok(()), |euler| write!(f, " {euler}"))
    }
}

impl LabelAnswer {
    /// Labels the set pixels of a file. Also returns whether the files are written.
    fn of_pixels(args: &Label, source: &Source) -> Result<(Self, Result)> {
        let Raster { mut image, is_volume } = args.pixels.open(source)?;
        let connectivity = args.connectivity(is_volume, source)?;
        if is_volume && args.png.png.is_some() {
            return Err(Failure::at(source, "--png draws images, found a volume"));
        }
        let size = image.size();
        if args.chooses() {
            retain(&mut image, connectivity, |found| args.keeps(found, size));
        }
        if let Some(count) = args.keep_largest {
            retain_largest(&mut image, connectivity, count);
        }
        if let Some(most) = args.fill_holes {
            fill_holes(&mut image, connectivity, most);
        }
        let drawn = args.png.png.as_ref().map_or(Ok(()), |path| draw(path, &image, connectivity));
        let saved = args.save_labels(&image, is_volume, connectivity);
        let (counts, components) = if args.holes && !is_volume {
            let tree = RegionTree::new(&image, connectivity);
            let holes = Some(tree.holes().len() as u64);
            let (components, euler) = (tree.components().len() as u64, tree.euler_number());
            let counts = Counts { components, holes, euler: Some(euler), ..Counts::default() };
            (counts, Components::Regions(args.regions(&tree)))
        } else {
            let components = match args.format {
                Table::Text => Components::Boxes(args.measure(&image, connectivity, Extent::size)),
                _ => Components::Plain(
                    args.measure(&image, connectivity, |found: &Component| found.size()),
                ),
            };
            let mut counts = Counts { components: components.len() as u64, ..Counts::default() };
            if args.holes {
                counts.add_cavities(image, connectivity);
            }
            (counts, components)
        };
        Ok((Self { counts, components, is_volume }, saved.and(drawn)))
    }

    /// Labels the integers of a file by their values.
    fn of_values(args: &Label, source: &Source) -> Result<(Self, Result)> {
        let Values { list, is_signed, size, is_volume } = args.pixels.open_values(source)?;
        let connectivity = args.connectivity(is_volume, source)?;
        let shape = Shape { size, is_volume };
        let labeled = match (list, is_signed) {
            (List::Narrow(list), false) => {
                args.label_values(list, shape, connectivity, "<u4", i128::from)
            }
            (List::Narrow(list), true) => {
                args.label_values(list, shape, connectivity, "<i4", |bits| (bits as i32).into())
            }
            (List::Wide(list), false) => {
                args.label_values(list, shape, connectivity, "<u8", i128::from)
            }
            (List::Wide(list), true) => {
                args.label_values(list, shape, connectivity, "<i8", |bits| (bits as i64).into())
            }
        };
        let (found, saved) = labeled.map_err(|error| Failure::at(source, error))?;
        let counts = Counts { components: found.len() as u64, ..Counts::default() };
        Ok((Self { counts, components: Components::Values(found), is_volume }, saved))
    }

    fn print(&self, args: &Label, out: &mut Output) -> Result {
        let counts = match args.format {
            Table::Json => AnswerFormat::JSON,
            Table::Text | Table::Csv => AnswerFormat::TEXT,
        };
        if args.count {
            return counts.write(out, &self.counts);
        }
        match args.format {
            Table::Csv => writeln!(out, "{}", self.columns().join(","))?,
            Table::Text | Table::Json => counts.write(out, &self.counts)?,
        }
        // Whole lines, because most of the time of a list of small components goes into them.
        let mut line = Vec::new();
        (0..self.components.len()).try_for_each(|i| {
            line.clear();
            self.add_line(i, args.format, &mut line).map_err(Failure::Stdout)?;
            out.write_all(&line)
        })
    }

    /// Appends the line of a component.
    fn add_line(&self, i: usize, format: Table, line: &mut Vec<u8>) -> io::Result<()> {
        match format {
            Table::Text => self.add_text(i, line)?,
            Table::Json => {
                let fields = self.columns().into_iter().zip(self.fields(i));
                serde_json::Serializer::new(&mut *line).collect_map(fields)?;
            }
            Table::Csv => {
                let text =
                    |field: Json| if field.is_null() { "".into() } else { field.to_string() };
                let fields: Vec<String> = self.fields(i).into_iter().map(text).collect();
                line.extend_from_slice(fields.join(",").as_bytes());
            }
        }
        line.push(b'\n');
        Ok(())
    }

    fn add_text(&self, i: usize, line: &mut Vec<u8>) -> io::Result<()> {
        if let Components::Values(found) = &self.components {
            return write!(line, "{} {}", found[i].0, found[i].1);
        }
        let mut digits = itoa::Buffer::new();
        line.extend_from_slice(digits.format(self.size(i)).as_bytes());
        let mut add = |number: usize| {
            line.push(b' ');
            line.extend_from_slice(digits.format(number).as_bytes());
        };
        if let Some(extent) = self.components.extent(i) {
            let axes = if self.is_volume { 3 } else { 2 };
            for corner in [extent.lower(), extent.upper()] {
                <[usize; 3]>::from(corner)[..axes].iter().for_each(|&at| add(at));
            }
        }
        match self.holes(i) {
            Some((holes, Some(around))) => [holes, around].into_iter().for_each(add),
            Some((holes, None)) => {
                add(holes);
                line.extend_from_slice(b" -");
            }
            None => {}
        }
        Ok(())
    }

    /// The number of holes of a component, and the label of the component around it, if there is
    /// one.
    fn holes(&self, i: usize) -> Option<(usize, Option<usize>)> {
        let Components::Regions(regions) = &self.components else { return None };
        regions.get(i).map(|&(_, holes, around)| (holes, around))
    }

    fn size(&self, i: usize) -> u64 {
        match &self.components {
            Components::Values(found) => found[i].1,
            found => found.extent(i).map_or(0, Extent::size),
        }
    }

    /// The names of the fields of JSON and CSV.
    fn columns(&self) -> Vec<&'static str> {
        let size = if self.is_volume { "voxels" } else { "area" };
        let place: &[&str] = match (&self.components, self.is_volume) {
            (Components::Values(_), _) => return vec!["label", "value", size],
            (_, false) => &["left", "top", "right", "bottom", "x", "y"],
            (_, true) => &["left", "top", "front", "right", "bottom", "back", "x", "y", "z"],
        };
        let holes: &[&str] = match self.components {
            Components::Regions(_) => &["holes", "around"],
            _ => &[],
        };
        [&["label", size], place, holes].concat()
    }

    /// The values of [`columns`](Self::columns).
    fn fields(&self, i: usize) -> Vec<Json> {
        let mut fields: Vec<Json> = vec![(i + 1).into()];
        if let Components::Values(found) = &self.components {
            // An i64 or a u64.
            let value = found[i].0;
            fields.push(i64::try_from(value).map_or((value as u64).into(), Json::from));
        }
        fields.push(self.size(i).into());
        if let Some(component) = self.components.get(i) {
            let axes = if self.is_volume { 3 } else { 2 };
            for corner in [component.lower(), component.upper()] {
                fields.extend(<[usize; 3]>::from(corner)[..axes].iter().map(|&at| Json::from(at)));
            }
            // At most three digits after the point.
            let centroid = component.centroid().map(|at| Json::from((1e3 * at).round() / 1e3));
            fields.extend_from_slice(&centroid[..axes]);
        }
        if let Some((holes, around)) = self.holes(i) {
            fields.extend([holes.into(), around.into()]);
        }
        fields
    }
}

impl Counts {
    /// Adds the cavities of a volume, which are filled. The tunnels follow from the Euler number.
    fn add_cavities(&mut self, mut volume: Image, connectivity: Connectivity) {
        let euler = euler_number(&volume, connectivity);
        // A single plane has no cavities.
        let is_plane = volume.depth() == 1;
        let cavities =
            if is_plane { 0 } else { fill_holes(&mut volume, connectivity, u64::MAX) as u64 };
        let tunnels = (self.components + cavities).wrapping_add_signed(euler.wrapping_neg());
        (self.cavities, self.tunnels, self.euler) = (Some(cavities), Some(tunnels), Some(euler));
    }
}

/// The size of an image or, also with a single plane, a volume.
#[derive(Clone, Copy)]
struct Shape {
    size: (usize, usize, usize),
    is_volume: bool,
}

impl Label {
    /// The connectivity of an image or a volume.
    fn connectivity(&self, is_volume: bool, source: &Source) -> Result<Connectivity> {
        use Connectivity as By;
        let (all, expected) = match is_volume {
            false => (&[(4, By::FOUR), (8, By::EIGHT)][..], "4 or 8 for an image"),
            true => (
                &[(6, By::SIX), (18, By::EIGHTEEN), (26, By::TWENTY_SIX)][..],
                "6, 18 or 26 for a volume",
            ),
        };
        let number = self.connectivity.unwrap_or(all[0].0);
        let found = all.iter().find(|&&(known, _)| known == number).map(|&(_, value)| value);
        let reason = format_args!("expected --connectivity {expected}, found {number}");
        found.ok_or_else(|| Failure::at(source, reason))
    }

    /// Returns whether components are chosen one by one.
    fn chooses(&self) -> bool {
        self.min_size > 1 || self.off_border
    }

    /// Returns whether a component of an image or a volume of this size is kept.
    fn keeps(&self, found: &Extent, size: (usize, usize, usize)) -> bool {
        found.size() >= self.min_size && !(self.off_border && found.touches_border(size))
    }

    /// The components of an image, in the order of `--sort`.
    fn measure<M: Measure>(
        &self,
        image: &Image,
        connectivity: Connectivity,
        size: impl Fn(&M) -> u64,
    ) -> Vec<M> {
        let mut found = Vec::new();
        Labeler::new().threads(self.threads.count()).measure(image, connectivity, &mut found);
        if self.sort == Order::Area {
            found.sort_by_key(|component| Reverse(size(component)));
        }
        found
    }

    /// The components of an image and their holes, in the order of `--sort`.
    fn regions(&self, tree: &RegionTree) -> Vec<(Component, usize, Option<usize>)> {
        let components = tree.components();
        let mut order: Vec<usize> = (0..components.len()).collect();
        if self.sort == Order::Area {
            order.sort_by_key(|&i| Reverse(components[i].size()));
        }
        let mut labels = vec![0; order.len()];
        order.iter().zip(1..).for_each(|(&i, label)| labels[i] = label);
        let around = |i| tree.hole_around(i).map(|hole| labels[tree.component_around(hole)]);
        order.iter().map(|&i| (components[i], tree.hole_count(i), around(i))).collect()
    }

    /// Removes components of integers, and returns the others and whether the file is written.
    /// `number` is the value of some bits, and `name` the type of the values in a .npy.
    fn label_values<V: Value>(
        &self,
        mut list: Vec<V>,
        shape: Shape,
        connectivity: Connectivity,
        name: &str,
        number: impl Fn(V) -> i128,
    ) -> Result<(ValueSizes, Result), LabelError> {
        let (zero, size) = (V::default(), shape.size);
        if self.chooses() {
            let keeps = |_, found: &Extent| self.keeps(found, size);
            retain_values(&mut list, size, zero, connectivity, keeps)?;
        }
        if let Some(count) = self.keep_largest.or(self.largest_of_each_value) {
            let per_value = self.largest_of_each_value.is_some();
            retain_largest_values(&mut list, size, zero, connectivity, count, per_value)?;
        }
        if let Some(most) = self.fill_holes {
            fill_holes_values(&mut list, size, zero, connectivity, most)?;
        }
        let labels = zeros(size);
        let mut labels = labels.map_err(|_| LabelError::OutOfMemory { size })?;
        let mut labeler = Labeler::new();
        let count = match self.sort {
            Order::Raster => labeler.label_values(&list, size, zero, connectivity, &mut labels)?,
            Order::Area => {
                by_size(labeler.scan_values(&list, size, zero, connectivity)?, &mut labels)?
            }
        };
        let mut found = vec![(0, 0); count as usize];
        for (&label, &value) in labels.iter().zip(&list).filter(|&(&label, _)| label > 0) {
            let (of, size) = &mut found[label as usize - 1];
            (*of, *size) = (number(value), *size + 1);
        }
        let saved = match self.mask {
            true => self.write(name, shape, &list, |values, file| {
                let bytes = |value: &V| value.bits().to_le_bytes().into_iter().take(size_of::<V>());
                file.write_all(&values.iter().flat_map(bytes).collect::<Vec<u8>>())
            }),
            false => self.write_labels(&labels, shape),
        };
        Ok((found, saved))
    }

    /// Labels an image or a volume and writes the labels (`--output`).
    fn save_labels(&self, image: &Image, is_volume: bool, connectivity: Connectivity) -> Result {
        let Some(path) = &self.output else { return Ok(()) };
        let mut labels = named(path, zeros(image.size()))?;
        let mut labeler = Labeler::new().threads(self.threads.count());
        let labeled = match self.sort {
            Order::Raster => labeler.label(image, connectivity, &mut labels),
            Order::Area => by_size(labeler.scan(image, connectivity), &mut labels),
        };
        named(path, labeled)?;
        let shape = Shape { size: image.size(), is_volume };
        if self.mask {
            return self.write("|b1", shape, &labels, |labels, file| {
                let bytes: Vec<u8> = labels.iter().map(|&label| u8::from(label > 0)).collect();
                file.write_all(&bytes)
            });
        }
        self.write_labels(&labels, shape)
    }

    fn write_labels(&self, labels: &[u32], shape: Shape) -> Result {
        self.write("<u4", shape, labels, |labels, file| {
            let bytes: Vec<[u8; 4]> = labels.iter().map(|label| label.to_le_bytes()).collect();
            file.write_all(bytes.as_flattened())
        })
    }

    /// Writes numbers of the type `name`, in parts, into a .npy (`--output`).
    fn write<V>(
        &self,
        name: &str,
        Shape { size: (width, height, depth), is_volume }: Shape,
        list: &[V],
        part: impl Fn(&[V], &mut dyn io::Write) -> io::Result<()>,
    ) -> Result {
        let Some(path) = &self.output else { return Ok(()) };
        let shape = &[depth, height, width][usize::from(!is_volume)..];
        save_npy(path, name, shape, |file| {
            list.chunks(1 << 14).try_for_each(|values| part(values, file))
        })
    }
}

/// Labels pixels in the order of the sizes of components, and counts these.
fn by_size(mut scanned: Scanned<'_>, labels: &mut [u32]) -> Result<u32, LabelError> {
    scanned.sort_by_size();
    scanned.paint(labels).map(|()| scanned.count())
}

/// A label for each pixel, if there is memory for them.
fn zeros((width, height, depth): (usize, usize, usize)) -> Result<Vec<u32>, TryReserveError> {
    let (count, mut labels) = (width * height * depth, Vec::new());
    labels.try_reserve_exact(count)?;
    labels.resize(count, 0);
    Ok(labels)
}

/// Writes a PNG with each component in its own color on black.
fn draw(path: &Path, image: &Image, connectivity: Connectivity) -> Result {
    // A picture has fewer than 2³² columns and rows.
    let mut picture = RgbImage::new(image.width() as u32, image.height() as u32);
    for run in Labeler::new().runs(image, connectivity) {
        // Far apart for labels that follow one another, and never dark.
        let hash = run.label.wrapping_mul(0x9e37_79b9);
        let color = [hash >> 24, hash >> 16, hash >> 8].map(|byte| 64 + (byte as u8 >> 2) * 3);
        for x in run.start..run.end {
            picture.put_pixel(x as u32, run.y as u32, Rgb(color));
        }
    }
    save_png(path, &picture)
}
