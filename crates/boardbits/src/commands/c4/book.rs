//! `boardbits c4 book`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use bitboard_core::Word;
use c4_solver::{Board, Book as Opened, BookError, Position, Solver, SolverBuilder};
use indicatif::{ProgressBar, ProgressStyle};

use super::board::{OnBoard, Reading, Size};
use super::journal::Journal;
use crate::context::{Context, Failure, Result};
use crate::save::save;

/// The largest number of positions that `build` lists.
const MOST: usize = 40_000_000;

#[derive(clap::Subcommand)]
pub(crate) enum Book {
    Build(Build),
    /// Describe a book
    Info {
        /// The book
        file: PathBuf,
        #[command(flatten)]
        size: Size,
        #[command(flatten)]
        reading: Reading,
    },
    /// Join the shards of a book
    ///
    /// Every position must be in a shard, and no two shards may contradict each other.
    Merge {
        /// The shards
        #[arg(required = true)]
        shards: Vec<PathBuf>,
        /// Where to write the book
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        #[command(flatten)]
        size: Size,
        #[command(flatten)]
        reading: Reading,
    },
}

/// Solve all positions up to some ply
///
/// Each score is written to FILE.part at once, so that --resume can continue a build that was stopped. Only one process at a time can
/// build a FILE. To build on several machines or processors, give each its own --shard and its own FILE, and join them
/// with `merge`.
#[derive(clap::Args)]
pub(crate) struct Build {
    /// Stones on the board of the deepest positions
    #[arg(long, value_name = "PLIES")]
    depth: u32,
    /// The part I of N of the positions
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Continue from FILE.part
    #[arg(long)]
    resume: bool,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    size: Size,
    /// Transposition table size in MiB
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    table: u32,
}

fn shard(text: &str) -> std::result::Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("expected I/N with I from 1 to N".to_owned()),
    }
}

pub(crate) fn run(command: &Book, context: &mut Context) -> Result {
    match command {
        Book::Build(args) => args.size.with(BuildJob { args, context }),
        Book::Info { file, size, reading } => {
            size.with(InfoJob { file, reading: *reading, context })
        }
        Book::Merge { shards, output, size, reading } => {
            size.with(MergeJob { shards, output, reading: *reading, context })
        }
    }
}

struct BuildJob<'a> {
    args: &'a Build,
    context: &'a mut Context,
}

impl OnBoard for BuildJob<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        let (depth, (i, n)) = (args.depth, args.shard);
        let positions = Opened::positions_at(board, depth, MOST)
            .map_err(|error| Failure::Usage(format!("--depth: {error}")))?;
        let positions: Vec<_> = positions.into_iter().skip(i - 1).step_by(n).collect();
        let title = format!("{}x{} {depth} {i}/{n}", board.width(), board.height());
        let keys = positions.iter().map(|position| position.symmetric_key().to_u128()).collect();
        let table_bytes = (args.table as usize).saturating_mul(1 << 20);
        let mut solver = SolverBuilder::new(board).table_bytes(table_bytes).try_build()?;
        let mut journal = Journal::open(&args.output, &title, keys, args.resume)?;
        let known = (0..).zip(&positions).filter_map(|(index, position)| {
            Some((position.symmetric_key(), journal.score(index)?))
        });
        Opened::write(board, depth, known).map_err(|error| journal.wrong(error))?;
        let bar = bar(positions.len() as u64);
        let scores = solve(&positions, &mut journal, &mut solver, &bar);
        // Before an error is printed, too.
        bar.finish_and_clear();
        let scores = scores?;
        let wrong = |error| failed(&args.output, error);
        let scores = if n == 1 {
            Opened::complete(board, depth, scores, MOST).map_err(wrong)?
        } else {
            scores
        };
        let bytes = Opened::write(board, depth, scores.iter().copied()).map_err(wrong)?;
        save(&args.output, &bytes)?;
        journal.remove()?;
        writeln!(context.out, "{}: {} positions", args.output.display(), scores.len())?;
        Ok(())
    }
}

/// The scores of the positions by symmetric key, from the journal where it has them.
fn solve<B: Board>(
    positions: &[Position<B>],
    journal: &mut Journal,
    solver: &mut Solver<B>,
    bar: &ProgressBar,
) -> Result<Vec<(B::Word, i32)>> {
    let mut scores = Vec::with_capacity(positions.len());
    for (index, position) in positions.iter().enumerate() {
        let score = match journal.score(index) {
            Some(score) => score,
            None => {
                let score = solver.solve(position);
                journal.add(index, score)?;
                score
            }
        };
        scores.push((position.symmetric_key(), score));
        bar.inc(1);
    }
    Ok(scores)
}

fn bar(length: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} positions, {per_sec}, {eta} left";
    let bar = ProgressBar::new(length);
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}

fn failed(path: &Path, error: BookError) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

struct InfoJob<'a> {
    file: &'a Path,
    reading: Reading,
    context: &'a mut Context,
}

impl OnBoard for InfoJob<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let book = self.reading.open(board, self.file)?;
        let (width, height) = (board.width(), board.height());
        let (depth, len) = (book.depth(), book.len());
        let state = if book.is_complete() { "complete" } else { "incomplete" };
        Ok(writeln!(self.context.out, "{width}×{height}, {depth} plies, {len} positions, {state}")?)
    }
}

struct MergeJob<'a> {
    shards: &'a [PathBuf],
    output: &'a Path,
    reading: Reading,
    context: &'a mut Context,
}

impl OnBoard for MergeJob<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let mut scores: BTreeMap<B::Word, i32> = BTreeMap::new();
        let mut depth = None;
        for path in self.shards {
            let wrong = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
            let shard = self.reading.open(board, path)?;
            let expected = *depth.get_or_insert(shard.depth());
            if shard.depth() != expected {
                let text = format!("expected {expected} plies as before, found {}", shard.depth());
                return Err(wrong(text));
            }
            for (key, score) in shard.entries() {
                if *scores.entry(key).or_insert(score) != score {
                    let text = format!("position {:x} contradicts another shard", key.to_u128());
                    return Err(wrong(text));
                }
            }
        }
        let depth = depth.unwrap_or_default();
        // A header can ask for any depth: the memory used is proportional to the entries.
        let most = scores.len().saturating_mul(16).max(1 << 18);
        let all = Opened::complete(board, depth, scores, most).map_err(|error| match error {
            BookError::Missing { missing, .. } => {
                Failure::Input(format!("{missing} positions are in none of the shards"))
            }
            error => Failure::Input(format!("the shards are not complete: {error}")),
        })?;
        let bytes = Opened::write(board, depth, all.iter().copied())
            .map_err(|error| failed(self.output, error))?;
        save(self.output, &bytes)?;
        writeln!(self.context.out, "{}: {} positions", self.output.display(), all.len())?;
        Ok(())
    }
}
