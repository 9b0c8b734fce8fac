//! `boardbits c4 book`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use bitboard_core::Word;
use c4_solver::{Board, BookBuilder, BookError};

use super::board::{OnBoard, Reading, Size};
use super::build::{self, Build};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::save::{check, save};

#[derive(clap::Subcommand)]
pub(crate) enum Book {
    #[command(after_long_help = help::after(BUILD, STATUSES))]
    Build(Build),
    /// Describe a book
    ///
    /// The answer is the size of the board, the plies, the number of positions, and whether all positions are in the book.
    #[command(after_long_help = help::after(INFO, STATUSES))]
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
    #[command(after_long_help = help::after(MERGE, STATUSES))]
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

const BUILD: &str = "\
$ boardbits c4 book build --width 4 --height 4 --depth 3 -o 4x4.book
4x4.book: …
$ boardbits c4 book build --width 4 --height 4 --depth 3 --shard 1/2 -o 1.book
1.book: …";

const INFO: &str = "\
$ boardbits c4 book build --width 5 --height 4 --depth 3 -o 5x4.book
5x4.book: 66 positions
$ boardbits c4 book info --width 5 --height 4 5x4.book
5×4, 3 plies, 66 positions, complete";

const MERGE: &str = "\
$ boardbits c4 book build --width 5 --height 4 --depth 3 --shard 1/2 -o 1.book
1.book: …
$ boardbits c4 book build --width 5 --height 4 --depth 3 --shard 2/2 -o 2.book
2.book: …
$ boardbits c4 book merge --width 5 --height 4 1.book 2.book -o merged.book
merged.book: 66 positions";

const STATUSES: help::Statuses =
    ["the book was written or described", "a file is wrong or cannot be written", help::USAGE];

pub(crate) fn run(command: &Book, context: &mut Context) -> Result {
    match command {
        Book::Build(args) => build::run(args, context),
        Book::Info { file, size, reading } => {
            size.with(InfoJob { file, reading: *reading, context })
        }
        Book::Merge { shards, output, size, reading } => {
            size.with(MergeJob { shards, output, reading: *reading, context })
        }
    }
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
        check(self.output)?;
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
        let book = BookBuilder::new(board, depth).map(|book| book.max_positions(most));
        let mut book = book.map_err(|error| failed(self.output, error))?;
        scores.into_iter().for_each(|(key, score)| book.insert(key, score));
        let book = book.build_complete().map_err(|error| match error {
            BookError::Missing { missing, .. } => {
                Failure::Input(format!("{missing} positions are in none of the shards"))
            }
            error => Failure::Input(format!("the shards are not complete: {error}")),
        })?;
        save(self.output, book.as_bytes())?;
        writeln!(self.context.out, "{}: {} positions", self.output.display(), book.len())?;
        Ok(())
    }
}
