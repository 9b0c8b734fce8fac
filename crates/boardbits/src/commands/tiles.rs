//! `boardbits tiles`: images and volumes larger than memory, in parts that are scanned
//! independently.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use cc_label::{Labeler, Tile, TileLabels, Tiles as Joining};
use clap::ValueEnum;
use serde_json::json;

use super::label::Row;
use crate::context::{Context, Failure, Result};
use crate::files::{check, check_differs, named, save, save_with};
use crate::help;
use crate::input::mark_len;
use crate::options::{AnswerFormat, AnyConnectivity, Input, number};
use crate::output::Answer;
use crate::pictures::{Part, Picture, Pixels, Sides, joined, sides};
use crate::resumable::Lock;

/// Label images and volumes larger than memory, in tiles that are scanned independently
///
/// A tile is a rectangle of an image or a box of a volume. `scan` runs on any machine and writes
/// the state of the tile: some kilobytes to some megabytes, which grow with the surface, and 108
/// bytes for each further component with --components. `merge` joins the states of all tiles to the
/// components of the whole. `paint` writes the labels of the pixels of a tile. Every step may be
/// repeated: the same tile gives the same bytes.
#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum Tiles {
    #[command(after_long_help = help::after(SCAN, STATUSES))]
    Scan(Scan),
    #[command(after_long_help = help::after(MERGE, STATUSES))]
    Merge(Merge),
    #[command(after_long_help = help::after(PAINT, STATUSES))]
    Paint(Paint),
}

/// Find the components of a tile and write its state
///
/// The image or the volume is a file as for `label`. Only the part of a raw file is read, of others
/// the whole. The answer is X,Y WIDTHxHEIGHT COMPONENTS, of a volume X,Y,Z WIDTHxHEIGHTxDEPTH
/// COMPONENTS, in JSON {"at":[X,Y],"size":[WIDTH,HEIGHT],"components":N}.
#[derive(clap::Args)]
pub(crate) struct Scan {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    connectivity: AnyConnectivity,
    /// Where to write the state
    #[arg(short, long, value_name = "FILE")]
    state: PathBuf,
    /// Keep all components in the state, so that `merge` lists them, and not only those that
    /// another tile can change
    #[arg(long)]
    components: bool,
    #[command(flatten)]
    answers: AnswerFormat,
}

/// Join the states of all tiles of an image or a volume
///
/// The first line of the answer is the number of components, and each further line one of the
/// components in the states, LABEL AREA LEFT TOP RIGHT BOTTOM. Labels follow the tiles, plane by
/// plane and row by row, and then the first pixels of the components in the tile; there are gaps,
/// because a component of several tiles has the smallest of its labels. In JSON the lines are
/// {"components":N} and {"label":N,"area":N,"box":[LEFT,TOP,RIGHT,BOTTOM],"centroid":[X,Y]}. Those
/// of a volume are LABEL VOXELS, the least X Y Z and the largest X Y Z, in JSON
/// {"label","voxels","box","centroid"}.
#[derive(clap::Args)]
pub(crate) struct Merge {
    /// The states; a folder stands for its files that end with .tile
    #[arg(required = true, value_name = "STATE|FOLDER")]
    states: Vec<PathBuf>,
    /// Write for each tile how `paint` labels it: JSON lines {"at","size","count","offset",
    /// "labels"}. Component number N of the tile, from 0, has the label N + OFFSET + 1, or that of
    /// the pair [N,LABEL] in "labels"
    #[arg(id = "output", long = "labels", value_name = "FILE")]
    labels: Option<PathBuf>,
    /// Print at most this many components
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N", value_parser = number(0..=usize::MAX))]
    limit: usize,
    #[command(flatten)]
    answers: AnswerFormat,
}

/// Write the labels of the pixels of a tile
///
/// The file has one number for each pixel, row by row, the least significant byte first: 0 where no
/// pixel is set, or else the label that `merge` gave. The pixels and the options must be those of
/// `scan`; only the number of components is checked. The answer is FILE: the largest label, in
/// JSON {"file","largest"}.
#[derive(clap::Args)]
pub(crate) struct Paint {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    connectivity: AnyConnectivity,
    /// The file that `merge --labels` wrote
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    /// Where to write the labels
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The type of the labels; it is an error if a label is larger
    #[arg(long = "type", value_enum, default_value_t, value_name = "TYPE")]
    bytes: LabelType,
    #[command(flatten)]
    answers: AnswerFormat,
}

/// The pixels of a tile, and where they are in the image.
#[derive(clap::Args)]
struct Place {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    pixels: Pixels,
    /// The file is the whole image or volume, and the tile is this part of it
    #[arg(long, value_name = "X,Y[,Z],WIDTH,HEIGHT[,DEPTH]", value_parser = part, required_unless_present = "at")]
    cut: Option<Part>,
    /// The file is the tile, and its first pixel or voxel is here in the whole
    #[arg(long, value_name = "X,Y[,Z]", value_parser = place, requires = "of", conflicts_with = "cut")]
    at: Option<Part>,
    /// The size of the whole (--at)
    #[arg(long, value_name = "WIDTHxHEIGHT[xDEPTH]", value_parser = sides, requires = "at")]
    of: Option<Sides>,
}

/// A type of labels, and its bytes.
#[derive(Clone, Copy, Default, ValueEnum)]
enum LabelType {
    U16 = 2,
    #[default]
    U32 = 4,
    U64 = 8,
}

const SCAN: &str = "\
$ boardbits tiles scan scan.pbm --cut 0,0,1,3 --state left.tile
0,0 1x3 1
$ boardbits tiles scan scan.pbm --cut 1,0,5,3 --state right.tile
1,0 5x3 3";

const MERGE: &str = "\
$ boardbits tiles scan scan.pbm --cut 0,0,1,3 --state left.tile
0,0 1x3 1
$ boardbits tiles scan scan.pbm --cut 1,0,5,3 --components --state right.tile
1,0 5x3 3
$ boardbits tiles merge left.tile right.tile
3
1 3 0 0 1 1
3 1 5 0 5 0
4 2 4 1 4 2";

const PAINT: &str = "\
$ boardbits tiles scan scan.pbm --cut 0,0,6,3 --state whole.tile
0,0 6x3 3
$ boardbits tiles merge whole.tile --labels labels
3
$ boardbits tiles paint scan.pbm --cut 0,0,6,3 --labels labels -o painted
painted: 3";

const STATUSES: help::Statuses =
    ["answered", "wrong input, or a file cannot be written", help::USAGE];

pub(crate) fn run(command: Tiles, context: &mut Context) -> Result {
    match command {
        Tiles::Scan(args) => scan(&args, context),
        Tiles::Merge(args) => merge(&args, context),
        Tiles::Paint(args) => paint(&args, context),
    }
}

/// Numbers with commas between them.
fn numbers(text: &str) -> Vec<u64> {
    let numbers: std::result::Result<_, _> = text.split(',').map(u64::from_str).collect();
    numbers.unwrap_or_default()
}

/// `X,Y` or `X,Y,Z`. The size is that of the file, which is read later.
fn place(text: &str) -> std::result::Result<Part, String> {
    match *numbers(text) {
        [x, y] => Ok(Part { at: [x, y, 0], size: [0; 3], is_of_volume: false }),
        [x, y, z] => Ok(Part { at: [x, y, z], size: [0; 3], is_of_volume: true }),
        _ => Err("expected 2 or 3 numbers with commas between them".to_owned()),
    }
}

/// `X,Y,WIDTH,HEIGHT` or `X,Y,Z,WIDTH,HEIGHT,DEPTH`.
fn part(text: &str) -> std::result::Result<Part, String> {
    match *numbers(text) {
        [x, y, width, height] => {
            Ok(Part { at: [x, y, 0], size: [width, height, 1], is_of_volume: false })
        }
        [x, y, z, width, height, depth] => {
            Ok(Part { at: [x, y, z], size: [width, height, depth], is_of_volume: true })
        }
        _ => Err("expected 4 or 6 numbers with commas between them".to_owned()),
    }
}

type Triple = (usize, usize, usize);

impl Place {
    /// Returns the pixels of the tile, which part of the whole they are, and its size.
    fn read(&self) -> Result<(Picture, Part, Triple)> {
        let source = self.input.source();
        let (picture, mut whole) = self.pixels.read_part(&source, self.cut)?;
        let Sides { size, is_volume } = picture.sides();
        let at = self.cut.or(self.at).map(|part| part.at).unwrap_or_default();
        if let (Some(at), Some(of)) = (self.at, self.of) {
            whole = of.size;
            if [at.is_of_volume, of.is_volume] != [is_volume; 2] {
                let axes = |is_volume| if is_volume { 3 } else { 2 };
                let [expected, at, of] = [is_volume, at.is_of_volume, of.is_volume].map(axes);
                let reason = format_args!(
                    "expected --at and --of with {expected} numbers for {}, found {at} and {of}",
                    picture.sides()
                );
                return Err(Failure::at(source, reason));
            }
        }
        Ok((picture, Part { at, size, is_of_volume: is_volume }, positions(whole)?.into()))
    }
}

/// Converts positions and sizes.
fn positions<const N: usize>(numbers: [u64; N]) -> Result<[usize; N]> {
    match numbers.iter().find(|&&number| usize::try_from(number).is_err()) {
        Some(number) => Err(Failure::Input(format!("{number} is too large for this machine"))),
        None => Ok(numbers.map(|number| number as usize)),
    }
}

fn scan(args: &Scan, context: &mut Context) -> Result {
    let _lock = Lock::take(&args.state)?;
    if args.state.is_file() {
        named(&args.state, Tile::from_bytes(&named(&args.state, fs::read(&args.state))?))?;
    }
    let (picture, part, whole) = args.place.read()?;
    let at: Triple = positions(part.at)?.into();
    let source = args.place.input.source();
    let connectivity = args.connectivity.of(picture.is_volume, &source)?;
    let tile = match args.components {
        true => Tile::new(&picture.image, at, whole, connectivity),
        false => Tile::open(&picture.image, at, whole, connectivity),
    };
    let tile = tile.map_err(|error| Failure::at(source, error))?;
    save(&args.state, &tile.to_bytes())?;
    let (count, axes) = (tile.count(), if tile.is_of_volume() { 3 } else { 2 });
    let ([x, y, z], [width, height, depth]) = (tile.at().into(), tile.size().into());
    let (at, size) = (&[x, y, z][..axes], &[width, height, depth][..axes]);
    let json = || json!({ "at": at, "size": size, "components": count });
    let answer = Answer(format_args!("{} {} {count}", joined(at, ","), joined(size, "x")), json);
    args.answers.write(&mut context.out, answer)
}

/// The states that are named, with folders replaced by their files.
fn state_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = named(path, fs::read_dir(path))?;
        let before = files.len();
        for entry in entries {
            let file = named(path, entry)?.path();
            if file.extension() == Some(OsStr::new("tile")) {
                files.push(file);
            }
        }
        if files.len() == before {
            return Err(Failure::at(path.display(), "expected files that end with .tile"));
        }
        files[before..].sort();
    }
    Ok(files)
}

fn merge(args: &Merge, context: &mut Context) -> Result {
    let states = state_files(&args.states)?;
    if let Some(path) = &args.labels {
        check(path)?;
        check_differs(path, states.iter().map(PathBuf::as_path))?;
    }
    let (mut tiles, mut is_volume) = (Joining::new(), false);
    for path in states {
        let tile = named(&path, Tile::from_bytes(&named(&path, fs::read(&path))?))?;
        is_volume = tile.is_of_volume();
        named(&path, tiles.push(tile))?;
    }
    let joined = tiles.finish().map_err(Failure::wrong)?;
    if let Some(path) = &args.labels {
        save_with(path, |file| {
            joined.tiles().iter().try_for_each(|tile| {
                serde_json::to_writer(&mut *file, tile)?;
                file.write_all(b"\n")
            })
        })?;
    }
    let out = &mut context.out;
    let count = joined.count();
    args.answers.write(out, Answer(count, || json!({ "components": count })))?;
    for (label, component) in joined.components().iter().take(args.limit) {
        args.answers.write(out, Row::new(component, is_volume).labeled(*label))?;
    }
    Ok(())
}

/// Maximum length of the line of a tile in a file of labels, in bytes.
const MAX_LINE: u64 = 1 << 28;

/// The labels of a tile in a file of `merge --labels`, which is read up to the line of the tile.
fn labels_of(path: &Path, part: Part) -> Result<TileLabels> {
    let [at, size]: [Triple; 2] = [positions(part.at)?.into(), positions(part.size)?.into()];
    let (mut file, mut line) = (BufReader::new(named(path, File::open(path))?), Vec::new());
    for number in 1.. {
        line.clear();
        let length = file.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line);
        let wrong =
            |reason: &str| Err(Failure::at(format_args!("{}:{number}", path.display()), reason));
        match named(path, length)? as u64 {
            0 => break,
            length if length > MAX_LINE => {
                return wrong(&format!("line longer than {MAX_LINE} bytes"));
            }
            _ => {}
        }
        let mark = if number == 1 { mark_len(&line) } else { 0 };
        match serde_json::from_slice::<TileLabels>(&line[mark..]) {
            Ok(tile) if tile.at() == at && tile.size() == size => return Ok(tile),
            Ok(_) => {}
            Err(_) => return wrong("expected the labels of a tile"),
        }
    }
    Err(Failure::at(path.display(), format_args!("no tile has {part}")))
}

fn paint(args: &Paint, context: &mut Context) -> Result {
    check(&args.output)?;
    let source = args.place.input.source();
    let (picture, part, _) = args.place.read()?;
    let labels = labels_of(&args.labels, part)?;
    let connectivity = args.connectivity.of(picture.is_volume, &source)?;
    let (mut labeler, image) = (Labeler::new(), &picture.image);
    // The runs are found twice instead of stored: noise has many.
    let (mut count, mut largest) = (0, 0);
    for run in labeler.runs(image, connectivity) {
        count = run.label.max(count);
        largest = labels.label(run.label).max(largest);
    }
    // Labels of the tile are numbers from 1.
    if u64::from(count) != labels.count() {
        let expected = labels.count();
        return Err(Failure::Input(format!(
            "{source}: expected {expected} components as when the tile was scanned, found {count}; \
             other pixels, or another --connectivity?"
        )));
    }
    let bytes = args.bytes as usize;
    if largest > u64::MAX >> (64 - 8 * bytes) {
        let reason = format!("label {largest} does not fit {bytes} bytes; see --type");
        return Err(Failure::at(source, reason));
    }
    save_with(&args.output, |file| {
        let mut runs = labeler.runs(image, connectivity).peekable();
        let mut row = vec![0; image.width() * bytes];
        for y in 0..image.height() * image.depth() {
            row.fill(0);
            while let Some(run) = runs.next_if(|run| run.y == y) {
                let label = labels.label(run.label);
                let pixels = &mut row[run.start * bytes..run.end * bytes];
                for pixel in pixels.chunks_exact_mut(bytes) {
                    pixel.copy_from_slice(&label.to_le_bytes()[..bytes]);
                }
            }
            file.write_all(&row)?;
        }
        io::Result::Ok(())
    })?;
    let file = args.output.display();
    let json = || json!({ "file": file.to_string(), "largest": largest });
    let answer = Answer(format_args!("{file}: {largest}"), json);
    args.answers.write(&mut context.out, answer)
}
