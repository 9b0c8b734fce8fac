//! `boardbits c4 book`.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bitboard_core::Word;
use c4_solver::{Board, Book as Opened, Builder, Position, book_positions, complete};
use indicatif::{ProgressBar, ProgressStyle};

use super::board::{OnBoard, Size, open_book};
use crate::context::{Context, Failure, Result};
use crate::save::{beside, save};

/// How often what has been found out is made safe even from a power cut.
const SYNC_EVERY: Duration = Duration::from_secs(1);

#[derive(clap::Subcommand)]
pub(crate) enum Book {
    Build(Build),
    /// Say what is in a book
    Info {
        /// The book
        file: PathBuf,
        #[command(flatten)]
        size: Size,
    },
    /// Join the shards of a book
    ///
    /// Nothing may be missing, and no two shards may contradict each other.
    Merge {
        /// The shards
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        /// Where to write the book
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        size: Size,
    },
}

/// Solve all positions up to some ply
///
/// What has been solved goes to FILE.part at once, so that a run that was stopped can go on with --resume. To
/// build on several machines or processors, give each its own --shard and its own file, and join them with `merge`.
#[derive(clap::Args)]
pub(crate) struct Build {
    /// Stones on the board of the deepest positions
    #[arg(long, value_name = "PLIES")]
    depth: u32,
    /// The part I of N of the positions
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Go on from FILE.part
    #[arg(long)]
    resume: bool,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    size: Size,
    /// Bytes of the table of positions, in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    table: u32,
}

fn shard(text: &str) -> std::result::Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("not of the form I/N with I from 1 to N".to_owned()),
    }
}

pub(crate) fn run(command: &Book, context: &mut Context) -> Result {
    match command {
        Book::Build(args) => args.size.with(BuildJob { args, context }),
        Book::Info { file, size } => size.with(InfoJob { file, context }),
        Book::Merge { shards, output, size } => size.with(MergeJob { shards, output, context }),
    }
}

struct BuildJob<'a> {
    args: &'a Build,
    context: &'a mut Context,
}

impl OnBoard for BuildJob<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        if args.depth > board.cells() {
            return Err(Failure::Usage(format!("--depth: the board has {} cells", board.cells())));
        }
        let (i, n) = args.shard;
        let positions: Vec<Position<B>> =
            book_positions(board, args.depth).into_iter().skip(i - 1).step_by(n).collect();
        let mut journal = Journal::open(board, args)?;
        let mut solver = Builder::new(board).table_bytes((args.table as usize) << 20).build();
        let bar = bar(positions.len() as u64);
        for position in &positions {
            let key = position.symmetric_key().to_u128();
            if !journal.scores.contains_key(&key) {
                journal.add(key, solver.solve(*position))?;
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let wanted = positions.iter().filter_map(|position| {
            let key = position.symmetric_key();
            Some((key, *journal.scores.get(&key.to_u128())?))
        });
        let scores: Vec<_> = if n == 1 {
            complete(board, args.depth, wanted).unwrap_or_default()
        } else {
            wanted.collect()
        };
        save(&args.output, &Opened::write(board, args.depth, scores.iter().copied()))?;
        journal.remove()?;
        writeln!(context.out, "{}: {} positions", args.output.display(), scores.len())?;
        Ok(())
    }
}

fn bar(length: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} positions, {per_sec}, {eta} left";
    let bar = ProgressBar::new(length);
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}

/// The scores found so far, kept in a file of lines `KEY SCORE` beside the book to come.
struct Journal {
    path: PathBuf,
    file: File,
    scores: BTreeMap<u128, i32>,
    synced: Instant,
}

impl Journal {
    fn open<B: Board>(board: B, args: &Build) -> Result<Self> {
        let path = beside(&args.output, "part");
        let failed = |error| Failure::Input(format!("{}: {error}", path.display()));
        let (i, n) = args.shard;
        let title = format!("{}x{} {} {i}/{n}", board.width(), board.height(), args.depth);
        let mut scores = BTreeMap::new();
        let mut kept = format!("{title}\n");
        if path.exists() {
            if !args.resume {
                let text = format!("{} exists: go on with --resume, or remove it", path.display());
                return Err(Failure::Usage(text));
            }
            let mut lines = BufReader::new(File::open(&path).map_err(failed)?).lines();
            if lines.next().transpose().map_err(failed)?.is_some_and(|line| line != title) {
                let text = format!("{} is of another book or shard", path.display());
                return Err(Failure::Usage(text));
            }
            // The end of the last line may be missing.
            for line in lines.map_while(std::result::Result::ok) {
                let Some((key, score)) = entry(&line) else { break };
                scores.insert(key, score);
                kept.push_str(&line);
                kept.push('\n');
            }
        }
        save(&path, kept.as_bytes())?;
        let file = OpenOptions::new().append(true).open(&path).map_err(failed)?;
        Ok(Self { path, file, scores, synced: Instant::now() })
    }

    fn add(&mut self, key: u128, score: i32) -> Result {
        self.scores.insert(key, score);
        let mut write = || -> io::Result<()> {
            self.file.write_all(format!("{key:x} {score};\n").as_bytes())?;
            if self.synced.elapsed() >= SYNC_EVERY {
                self.file.sync_data()?;
                self.synced = Instant::now();
            }
            Ok(())
        };
        write().map_err(|error| Failure::Input(format!("{}: {error}", self.path.display())))
    }

    fn remove(self) -> Result {
        let removed = fs::remove_file(&self.path);
        removed.map_err(|error| Failure::Input(format!("{}: {error}", self.path.display())))
    }
}

/// A line of the journal; the semicolon says that it is whole.
fn entry(line: &str) -> Option<(u128, i32)> {
    let (key, score) = line.strip_suffix(';')?.split_once(' ')?;
    Some((u128::from_str_radix(key, 16).ok()?, score.parse().ok()?))
}

struct InfoJob<'a> {
    file: &'a Path,
    context: &'a mut Context,
}

impl OnBoard for InfoJob<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let book = open_book(board, self.file)?;
        let missing = book_positions(board, book.depth()).into_iter();
        let missing = missing.filter(|&position| book.score(position).is_none()).count();
        let (width, height, depth) = (board.width(), board.height(), book.depth());
        let state = if missing == 0 {
            "complete".to_owned()
        } else {
            format!("{missing} positions missing at that ply")
        };
        let len = book.len();
        Ok(writeln!(self.context.out, "{width}×{height}, {depth} plies, {len} positions, {state}")?)
    }
}

struct MergeJob<'a> {
    shards: &'a [PathBuf],
    output: &'a Path,
    context: &'a mut Context,
}

impl OnBoard for MergeJob<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let mut scores: BTreeMap<B::Word, i32> = BTreeMap::new();
        let mut depth = None;
        for path in self.shards {
            let wrong = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
            let shard = open_book(board, path)?;
            if *depth.get_or_insert(shard.depth()) != shard.depth() {
                return Err(wrong(format!("{} plies, the others differ", shard.depth())));
            }
            for (key, score) in shard.entries() {
                if *scores.entry(key).or_insert(score) != score {
                    let text = format!("position {:x} contradicts another shard", key.to_u128());
                    return Err(wrong(text));
                }
            }
        }
        let depth = depth.unwrap_or_default();
        let deepest: Vec<_> = book_positions(board, depth)
            .into_iter()
            .filter_map(|position| {
                let key = position.symmetric_key();
                Some((key, *scores.get(&key)?))
            })
            .collect();
        let Some(all) = complete(board, depth, deepest.iter().copied()) else {
            let missing = book_positions(board, depth).len() - deepest.len();
            return Err(Failure::Input(format!("{missing} positions are in none of the shards")));
        };
        save(self.output, &Opened::write(board, depth, all.iter().copied()))?;
        writeln!(self.context.out, "{}: {} positions", self.output.display(), all.len())?;
        Ok(())
    }
}
