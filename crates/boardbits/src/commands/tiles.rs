//! `boardbits tiles`: images larger than memory, in rectangles that are scanned independently.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use bitboard_core::{Limits, TryError};
use cc_table::labeling::{BitmapBuf, Labeler, Tile, TileLabels, Tiles as Joining};
use clap::ValueEnum;
use serde_json::json;

use super::label;
use crate::context::{Context, Failure, Result};
use crate::files::{check, check_differs, named, save, save_with};
use crate::help;
use crate::input::Source;
use crate::options::{AnswerFormat, ConnectivityOption, Input, Timeout, number};
use crate::output::Answer;
use crate::pictures::{Pixels, Rectangle, size};
use crate::resumable::Lock;

/// Label images larger than memory, in tiles that are scanned independently
///
/// A tile is a rectangle of the image. `scan` writes its state, from some kilobytes to some
/// megabytes, on any machine. `merge` joins the states of all tiles to the components of the image.
/// `paint` writes the labels of the pixels of a tile. Every step may be repeated: the same tile
/// gives the same bytes.
#[derive(clap::Subcommand)]
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
/// The image is a PBM, PGM, PNG, TIFF, or raw bits, as for `label`. The answer is X,Y WIDTHxHEIGHT
/// COMPONENTS, in JSON {"at":[X,Y],"size":[WIDTH,HEIGHT],"components":N}. At a time limit no state
/// is written, and the answer is `?`, in JSON {"components":null,"rows":N,"stopped":"time"} with
/// the number of rows that were scanned.
#[derive(clap::Args)]
pub(crate) struct Scan {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    connectivity: ConnectivityOption,
    /// Where to write the state
    #[arg(short, long, value_name = "FILE")]
    state: PathBuf,
    /// Keep all components in the state, so that `merge` lists them, and not only those that
    /// another tile can change
    #[arg(long)]
    components: bool,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    timeout: Timeout,
}

/// Join the states of all tiles of an image
///
/// The first line of the answer is COMPONENTS HOLES EULER-NUMBER, and each further line one of the
/// components in the states, LABEL AREA LEFT TOP RIGHT BOTTOM. Labels follow the tiles, row by row,
/// and then the first pixels of the components in the tile; there are gaps, because a component of
/// several tiles has the smallest of its labels. In JSON the lines are
/// {"components":N,"holes":N,"euler":N} and
/// {"label":N,"area":N,"box":[LEFT,TOP,RIGHT,BOTTOM],"centroid":[X,Y]}.
#[derive(clap::Args)]
pub(crate) struct Merge {
    /// The states; a folder stands for its files that end with .tile
    #[arg(required = true, value_name = "STATE|FOLDER")]
    states: Vec<PathBuf>,
    /// Write for each tile how `paint` labels it: JSON lines
    /// {"x","y","width","height","count","offset","labels"}. Component number N of the tile, from
    /// 0, has the label N + OFFSET + 1, or that of the pair [N,LABEL] in "labels"
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
/// pixel is set, or else the label that `merge` gave. The answer is FILE: the largest label, in
/// JSON {"file","largest"}.
#[derive(clap::Args)]
pub(crate) struct Paint {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    connectivity: ConnectivityOption,
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
    /// The file is the whole image, and the tile is this rectangle
    #[arg(long, value_name = "X,Y,WIDTH,HEIGHT", value_parser = numbers::<4>, required_unless_present = "at")]
    cut: Option<[u64; 4]>,
    /// The file is the tile, and its first pixel is here in the image
    #[arg(long, value_name = "X,Y", value_parser = numbers::<2>, requires = "of", conflicts_with = "cut")]
    at: Option<[u64; 2]>,
    /// The size of the image (--at)
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, requires = "at")]
    of: Option<[u64; 2]>,
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
3 0 3
1 3 0 0 1 1
3 1 5 0 5 0
4 2 4 1 4 2";

const PAINT: &str = "\
$ boardbits tiles scan scan.pbm --cut 0,0,6,3 --state whole.tile
0,0 6x3 3
$ boardbits tiles merge whole.tile --labels labels
3 0 3
$ boardbits tiles paint scan.pbm --cut 0,0,6,3 --labels labels -o painted
painted: 3";

const STATUSES: help::Statuses =
    ["answered", "wrong input, a limit was reached, or a file cannot be written", help::USAGE];

pub(crate) fn run(command: Tiles, context: &mut Context) -> Result {
    match command {
        Tiles::Scan(args) => scan(&args, context),
        Tiles::Merge(args) => merge(&args, context),
        Tiles::Paint(args) => paint(&args, context),
    }
}

/// `N,N,…`
fn numbers<const N: usize>(text: &str) -> std::result::Result<[u64; N], String> {
    let numbers: std::result::Result<Vec<u64>, _> = text.split(',').map(u64::from_str).collect();
    let numbers = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| format!("expected {N} numbers with commas between them"))
}

impl Place {
    /// Returns the pixels of the tile, where they are in the image, and the size of the image.
    fn read(&self) -> Result<(BitmapBuf, Rectangle, [u64; 2])> {
        let (pixels, whole) = self.pixels.read_part(&self.input.source(), self.cut)?;
        let (width, height) = (pixels.width(), pixels.height());
        let part = self.cut.unwrap_or_else(|| {
            let [x, y] = self.at.unwrap_or_default();
            [x, y, width as u64, height as u64]
        });
        Ok((pixels, part, self.of.unwrap_or(whole)))
    }
}

/// Converts positions and sizes in an image.
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
    let (pixels, [x, y, width, height], whole) = args.place.read()?;
    let source = args.place.input.source();
    let [x, y, columns, rows] = positions([x, y, whole[0], whole[1]])?;
    let (at, whole) = ((x, y), (columns, rows));
    let connectivity = args.connectivity.connectivity;
    let limits = Limits::new().time(args.timeout.timeout);
    let scanned = if args.components {
        Tile::try_new(&pixels, at, whole, connectivity, &limits)
    } else {
        Tile::try_open(&pixels, at, whole, connectivity, &limits)
    };
    let tile = match scanned {
        Ok(tile) => tile,
        Err(TryError::Interrupted(stopped)) => {
            return label::stop(&stopped, height, &source, args.answers, context);
        }
        Err(TryError::Failed(error)) => return Err(Failure::at(source, error)),
    };
    save(&args.state, &tile.to_bytes())?;
    let count = tile.count();
    let json = || json!({ "at": [x, y], "size": [width, height], "components": count });
    let answer = Answer(format_args!("{x},{y} {width}x{height} {count}"), json);
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
    let mut tiles = Joining::new();
    for path in states {
        let tile = named(&path, Tile::from_bytes(&named(&path, fs::read(&path))?))?;
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
    let (components, holes, euler) = (joined.count(), joined.hole_count(), joined.euler_number());
    args.answers.write(out, label::Counts { components, holes, euler })?;
    for (label, component) in joined.components().iter().take(args.limit) {
        let mut row = label::Row::new(component);
        row.label = Some(*label);
        args.answers.write(out, row)?;
    }
    Ok(())
}

/// Maximum size of a file of labels in bytes.
const MAX_LABELS: u64 = 1 << 40;

/// The labels of a tile in a file of `merge --labels`.
fn labels_of(path: &Path, [x, y, width, height]: Rectangle) -> Result<TileLabels> {
    let [left, top, columns, rows] = positions([x, y, width, height])?;
    let text = Source::File(path.to_owned()).read_text(MAX_LABELS)?;
    for (line, text) in (1..).zip(text.lines()) {
        let tile: TileLabels = serde_json::from_str(text).map_err(|_| {
            let place = format_args!("{}:{line}", path.display());
            Failure::at(place, "expected the labels of a tile")
        })?;
        if tile.at() == (left, top) && tile.size() == (columns, rows) {
            return Ok(tile);
        }
    }
    let reason = format_args!("no tile has {width}×{height} pixels at {x},{y}");
    Err(Failure::at(path.display(), reason))
}

fn paint(args: &Paint, context: &mut Context) -> Result {
    check(&args.output)?;
    let source = args.place.input.source();
    let (pixels, part, _) = args.place.read()?;
    let labels = labels_of(&args.labels, part)?;
    let (mut labeler, connectivity) = (Labeler::new(), args.connectivity.connectivity);
    // The runs are found twice instead of stored: noise has many.
    let (mut count, mut largest) = (0, 0);
    for run in labeler.runs(&pixels, connectivity) {
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
    let [.., width, height] = part;
    save_with(&args.output, |file| {
        let mut runs = labeler.runs(&pixels, connectivity).peekable();
        let mut row = vec![0; width as usize * bytes];
        for y in 0..height {
            row.fill(0);
            while let Some(run) = runs.next_if(|run| run.y as u64 == y) {
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
