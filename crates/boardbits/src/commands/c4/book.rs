//! `boardbits c4 book`: opening books are built, with a journal of the scores found so far,
//! described and merged.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bitboard_core::{Limits, StopReason, Word};
use c4_solver::{
    Analysis, AnySize, AnySolver, BoardSize, Book, BookBuilder, BookError, Position, SolverBuilder,
};
use indicatif::HumanCount;
use serde_json::json;

use super::position::{Boards, Reader};
use super::{BookFiles, Size};
use crate::context::{Context, Failure, Result, say};
use crate::files::{beside, check, named, save};
use crate::help;
use crate::input::Source;
use crate::json;
use crate::options::{AnswerFormat, Memory, Stats, Threads, Timeout, number};
use crate::output::Answer;
use crate::progress::Progress;
use crate::resumable::open_locked;

#[derive(clap::Subcommand)]
#[command(defer = true)]
pub(crate) enum BookCommand {
    #[command(after_long_help = help::after(BUILD, STATUSES))]
    Build(Build),
    #[command(after_long_help = help::after(INFO, FILE_STATUSES))]
    Info(Info),
    #[command(after_long_help = help::after(MERGE, FILE_STATUSES))]
    Merge(Merge),
}

/// Describe a book
///
/// The answer is the size of the board, the plies, the number of positions, and whether all
/// positions are in the book (`incomplete` for books of other programs, which are not checked), in
/// JSON {"width","height","plies","positions","complete"}.
#[derive(clap::Args)]
pub(crate) struct Info {
    /// The book
    file: PathBuf,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    files: BookFiles,
}

/// Join the shards of a book, or convert the book of another program
///
/// Every deepest position must be in a shard, and no two shards may contradict each other. The
/// scores of the other plies follow. The answer is `FILE: N positions`, in JSON
/// {"file","positions"}.
#[derive(clap::Args)]
pub(crate) struct Merge {
    /// The shards
    #[arg(required = true)]
    shards: Vec<PathBuf>,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    files: BookFiles,
}

const BUILD: &str = "\
$ boardbits c4 book build --width 4 --height 4 --depth 3 -o 4x4.book
4x4.book: …
$ boardbits c4 book build --width 4 --height 4 --depth 3 --shard 1/2 -o 1.book
1.book: …";

const INFO: &str = "\
$ boardbits c4 book build --width 5 --height 4 --depth 3 -o 5x4.book
5x4.book: 66 positions
$ boardbits c4 book info 5x4.book
5×4, 3 plies, 66 positions, complete";

const MERGE: &str = "\
$ boardbits c4 book build --width 5 --height 4 --depth 3 --shard 1/2 -o 1.book
1.book: …
$ boardbits c4 book build --width 5 --height 4 --depth 3 --shard 2/2 -o 2.book
2.book: …
$ boardbits c4 book merge 1.book 2.book -o merged.book
merged.book: 66 positions";

const STATUSES: help::Statuses =
    ["answered", "a limit was reached, or a file is wrong or cannot be written", help::USAGE];

const FILE_STATUSES: help::Statuses =
    ["answered", "a file is wrong or cannot be written", help::USAGE];

pub(crate) fn run(command: &BookCommand, context: &mut Context) -> Result {
    match command {
        BookCommand::Build(args) => run_build(args, context),
        BookCommand::Info(args) => info(args, context),
        BookCommand::Merge(args) => merge(args, context),
    }
}

fn info(args: &Info, context: &mut Context) -> Result {
    let board = args.files.board_of(&args.file)?;
    let book = args.files.open(board, &args.file)?;
    let (width, height) = (board.width(), board.height());
    let (depth, len) = (book.depth(), book.len());
    let is_complete = book.is_complete();
    let json = || {
        json!({
            "width": width,
            "height": height,
            "plies": depth,
            "positions": len,
            "complete": is_complete,
        })
    };
    let state = if is_complete { "complete" } else { "incomplete" };
    let text = format!("{width}×{height}, {depth} plies, {len} positions, {state}");
    args.answers.write(&mut context.out, Answer(text, json))
}

/// Prints how many positions a book has that was written.
fn report(file: &Path, positions: usize, answers: AnswerFormat, context: &mut Context) -> Result {
    let file = file.display();
    let json = || json!({ "file": file.to_string(), "positions": positions });
    answers.write(&mut context.out, Answer(format_args!("{file}: {positions} positions"), json))
}

fn merge(args: &Merge, context: &mut Context) -> Result {
    let Merge { shards, output, answers, files } = args;
    check(output)?;
    // The shards are of one board, or `open` fails.
    let first = shards.first().ok_or_else(|| Failure::Usage("expected a shard".into()))?;
    let board = files.board_of(first)?;
    let mut scores: BTreeMap<u128, i32> = BTreeMap::new();
    let mut depth = None;
    for path in shards {
        let wrong = |reason: String| Err(Failure::at(path.display(), reason));
        let shard = files.open(board, path)?;
        let expected = *depth.get_or_insert(shard.depth());
        if shard.depth() != expected {
            return wrong(format!("expected {expected} plies as before, found {}", shard.depth()));
        }
        for (key, score) in shard.entries() {
            if *scores.entry(key).or_insert(score) != score {
                return wrong(format!("position {key:x} contradicts another shard"));
            }
        }
    }
    let depth = depth.unwrap_or_default();
    // A header can ask for any depth: the memory used is proportional to the entries.
    let most = scores.len().saturating_mul(16).max(1 << 18);
    let book = BookBuilder::new(board, depth).map(|book| book.max_positions(most));
    let mut book = named(output, book)?;
    scores.into_iter().for_each(|(key, score)| book.insert(key, score));
    let book = book.build_complete().map_err(|error| match error {
        BookError::Missing { missing, .. } => {
            Failure::Input(format!("{missing} positions are in none of the shards"))
        }
        error => Failure::Input(format!("the shards are not complete: {error}")),
    })?;
    save(output, book.as_bytes())?;
    report(output, book.len(), *answers, context)
}

/// The largest number of positions that are listed.
const MOST: usize = 40_000_000;
/// A shard gets every N-th run of at most this number of positions. Positions of a run share most
/// of their moves.
const RUN: usize = 64;
/// The least number of runs of a shard, which all take another time.
const RUNS: usize = 16;
/// Positions per thread whose scores are written to the journal together.
const BATCH: usize = 8;

/// Solve all positions up to some ply
///
/// Positions are solved in lexicographic order of their moves, with a transposition table that is
/// kept between them, so a large --memory saves time.
///
/// Each score is written to FILE.part as soon as it is known, with several threads those of up to
/// eight positions for each thread together, so that --resume can continue a build that was
/// stopped. Only one process at a time can build a FILE. To build on several machines or
/// processors, give each its own --shard and its own FILE, and join them with `merge`. The answer
/// is `FILE: N positions`, in JSON {"file","positions"}. At a time limit FILE is not written,
/// FILE.part is kept, and the answer is `FILE: N of M positions`, in JSON
/// {"file","positions","missing","stopped"}.
#[derive(clap::Args)]
pub(crate) struct Build {
    /// Stones on the board of the deepest positions
    #[arg(long, value_name = "PLIES", value_parser = number(0..=usize::MAX))]
    depth: usize,
    /// The part I of N of the positions
    #[arg(long, value_name = "I/N", default_value = "1/1", value_parser = shard)]
    shard: (usize, usize),
    /// Continue from FILE.part
    #[arg(long)]
    resume: bool,
    /// Take scores of deepest positions from lines `MOVES SCORE`, or from another book
    ///
    /// Lines may have boards in place of moves, as `c4 solve` reads them. Books of bitbully and of
    /// Pons are read, too: see `c4 solve --help`, --book. Some of their scores are compared with a
    /// search.
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    answers: AnswerFormat,
    #[command(flatten)]
    files: BookFiles,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    stats: Stats,
}

fn shard(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("expected I/N with I from 1 to N".to_owned()),
    }
}

pub(crate) fn run_build(args: &Build, context: &mut Context) -> Result {
    let board = args.size.board()?;
    check(&args.output)?;
    let (start, (i, n)) = (Instant::now(), args.shard);
    let mut solver = SolverBuilder::new(board)
        .memory_bytes(args.memory.bytes())
        .threads(args.threads.count())
        .use_whole_table(true)
        .build_any()?;
    let (mut lines, mut other) = (Vec::new(), None);
    match &args.scores {
        Some(path) if is_text(path)? => {
            lines = import(board, args.depth, &Source::File(path.clone()), context)?;
        }
        Some(path) => {
            other = Some((path, args.files.open(board, path)?));
        }
        None => {}
    }
    let wrong_depth = |error: BookError| Failure::Usage(format!("--depth: {error}"));
    let book = BookBuilder::new(board, args.depth).map_err(wrong_depth)?;
    let mut book = book.max_positions(MOST);
    let searches = Instant::now();
    // Some searches take less time than the list of positions.
    if let Some((path, book)) = &other {
        named(path, check_sample(book, (args, searches), &mut solver, context.progress))?;
    }
    let mut positions = book.positions().map_err(wrong_depth)?;
    if n > 1 {
        let run = (positions.len() / RUNS / n).clamp(1, RUN);
        positions = positions.chunks(run).skip(i - 1).step_by(n).flatten().copied().collect();
    }
    let title = format!("{}x{} {} {i}/{n}", board.width(), board.height(), args.depth);
    let mut journal = Journal::open(&args.output, &title, &positions, args.resume)?;
    let others = other.iter().flat_map(|(_, book)| book.entries());
    // Other positions are those of other shards, or have fewer stones.
    let is_new = |&(key, score): &(u128, i32)| {
        journal.scores.get(&key).is_some_and(|&known| known != Some(score))
    };
    let known: Vec<_> = lines.into_iter().chain(others).filter(is_new).collect();
    journal.add(known)?;
    for position in &positions {
        if let Some(score) = journal.score(position) {
            book.insert(position.symmetric_key(), score);
        }
    }
    // The scores of the journal are checked before hours of work.
    book.build().map_err(|error| journal.wrong(error))?;
    let solving = (&mut solver, &mut journal, &mut book);
    if let Some(reason) = solve(&positions, solving, (args, searches), context.progress)? {
        let all = positions.len();
        let known = journal.scores.values().flatten().count();
        let file = args.output.display();
        let (text, name) = (format!("{file}: {known} of {all} positions"), file.to_string());
        let json = || json!({ "file": name, "positions": known, "missing": all - known });
        let answer = Answer(text, || json::partial(json(), Some(reason)));
        args.answers.write(&mut context.out, answer)?;
        context.complain(file, format_args!("{reason}; --resume continues"));
        return Ok(());
    }
    drop(positions);
    let built = if n == 1 { book.build_complete() } else { book.build() };
    let built = built.map_err(|error| Failure::at(args.output.display(), error))?;
    let bytes = built.as_bytes();
    save(&args.output, bytes)?;
    journal.remove()?;
    report(&args.output, built.len(), args.answers, context)?;
    if args.stats.stats {
        let (nodes, time) = (solver.statistics().nodes, start.elapsed().as_secs_f64());
        context.out.flush()?;
        say(format_args!("{} bytes, nodes={nodes} s={time:.1}", bytes.len()));
    }
    Ok(())
}

/// The scores of a book that are compared with a search.
const SAMPLE: usize = 100;

/// Returns whether a file does not begin as books do.
fn is_text(path: &Path) -> Result<bool> {
    let mut first = Vec::new();
    named(path, File::open(path).and_then(|file| file.take(8).read_to_end(&mut first)))?;
    // No text in UTF-8 begins with 10 in the highest bits.
    let is_code = first.first().is_some_and(|byte| (0x80..0xc0).contains(byte));
    Ok(!is_code && first.iter().all(|&byte| byte >= b'\t'))
}

/// Compares some scores of the deepest positions with a search.
fn check_sample(
    book: &Book<AnySize>,
    (args, start): (&Build, Instant),
    solver: &mut AnySolver,
    progress: Progress,
) -> Result<(), String> {
    let (depth, mut compared) = (args.depth, 0);
    let bar = progress.bar(None, "{spinner} {msg} {elapsed}");
    let deepest = book.entries().filter_map(|(key, score)| {
        let position = Position::from_key(book.board(), key).ok()?;
        (position.ply() == depth).then_some((position, score))
    });
    for (position, score) in deepest.step_by(book.len().div_ceil(SAMPLE).max(1)) {
        let show = |progress: &bitboard_core::Progress| {
            bar.say(|| format!("{compared} scores compared, {} nodes", HumanCount(progress.nodes)));
        };
        let limits = Limits::new().time(args.timeout.left(start)).on_progress(&show);
        let found = solver.try_solve(&position, &limits).map_err(|stopped| {
            bar.hide();
            format!("{} after {compared} scores were compared", stopped.reason)
        })?;
        compared += 1;
        if found != score {
            bar.hide();
            let rows = position.to_string().replace(' ', "");
            let rows = rows.trim_end().replace('\n', "/");
            return Err(format!("{rows} has score {score}, a search finds {found}"));
        }
    }
    bar.hide();
    if compared == 0 {
        return Err(format!("no positions with {depth} stones"));
    }
    Ok(())
}

/// Reads keys and scores from a file. Positions that the player to move wins at once are left out.
fn import(
    board: AnySize,
    depth: usize,
    source: &Source,
    context: &mut Context,
) -> Result<Vec<(u128, i32)>> {
    let before = context.complaints();
    let mut scores = Vec::new();
    let mut reader = Reader::new(board, Boards::default());
    context.for_each_line(source, &mut |line, _| {
        let (asked, score) = reader.read_scored(line)?;
        let position = asked.position(board)?;
        if position.ply() != depth {
            let stones = position.ply();
            return Err(Failure::wrong(format_args!("expected {depth} stones, found {stones}")));
        }
        if !position.winning_columns().is_empty() {
            return Ok(());
        }
        let possible = Analysis::new(&position).position_bounds();
        if !(possible.low..=possible.high).contains(&score) {
            let (low, high) = (possible.low, possible.high);
            let text = format!("expected a score from {low} to {high}, found {score}");
            return Err(Failure::Input(text));
        }
        scores.push((position.symmetric_key().to_u128(), score));
        Ok(())
    })?;
    // Every wrong line has been named.
    if context.complaints() > before {
        return Err(Failure::Input(format!("{source}: the scores are not used")));
    }
    Ok(scores)
}

/// Solves the positions that the journal does not have. Returns the limit that was reached, if one
/// was.
fn solve(
    positions: &[Position<AnySize>],
    (solver, journal, book): (&mut AnySolver, &mut Journal, &mut BookBuilder<AnySize>),
    (args, start): (&Build, Instant),
    progress: Progress,
) -> Result<Option<StopReason>> {
    let threads = args.threads.count();
    let is_open = |position: &Position<AnySize>| journal.score(position).is_none();
    let open: Vec<_> = positions.iter().copied().filter(is_open).collect();
    let template = "{wide_bar} {human_pos}/{human_len} positions, {speed}, {msg}{eta} left";
    let bar = progress.bar(Some(positions.len() as u64), template);
    let mut solved = (positions.len() - open.len()) as u64;
    let show = |solved, nodes: u64| {
        bar.update(|bar| {
            bar.set_position(solved);
            bar.set_message(format!("{} nodes, ", HumanCount(nodes)));
            bar.tick();
        });
    };
    let mut solve = || {
        for batch in open.chunks(if threads == 1 { 1 } else { BATCH * threads }) {
            let before = solver.statistics().nodes;
            let listener =
                |progress: &bitboard_core::Progress| show(solved, before + progress.nodes);
            let limits = Limits::new().time(args.timeout.left(start)).on_progress(&listener);
            // Several threads search one position together.
            let found = match batch {
                [only] => solver
                    .try_solve(only, &limits)
                    .map_err(|stopped| stopped.reason)
                    .map(|score| vec![score]),
                _ => solver.try_solve_many(batch, &limits).map_err(|stopped| stopped.reason),
            };
            let scores = match found {
                Ok(scores) => scores,
                Err(reason) => return Ok(Some(reason)),
            };
            for (position, &score) in batch.iter().zip(&scores) {
                book.insert(position.symmetric_key(), score);
            }
            journal.add(batch.iter().map(key).zip(scores))?;
            solved += batch.len() as u64;
            show(solved, solver.statistics().nodes);
        }
        Ok(None)
    };
    let solved = solve();
    // The bar must be hidden before an error is printed.
    bar.hide();
    solved
}

/// The time between two syncs, which make the entries survive a power cut.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// An upper limit for the bytes of a line.
const LINE: u64 = 64;
/// Bytes of lines that are written together.
const LINES: usize = 1 << 16;

/// A locked journal.
struct Journal {
    path: PathBuf,
    file: File,
    synced: Instant,
    /// The score of each key, if it is known.
    scores: BTreeMap<u128, Option<i32>>,
}

/// The key of a position in the journal.
fn key(position: &Position<AnySize>) -> u128 {
    position.symmetric_key().to_u128()
}

impl Journal {
    /// Opens the journal `OUTPUT.part` of these positions and locks it until it is dropped. `title`
    /// is its first line.
    ///
    /// # Errors
    /// [`Failure`] if another process has locked the journal, if it exists and `resume` is not set,
    /// or if it is of another book or damaged. The last line may be cut off.
    fn open(
        output: &Path,
        title: &str,
        positions: &[Position<AnySize>],
        resume: bool,
    ) -> Result<Self> {
        // A file and the links to it have one journal.
        let linked = Some(output).filter(|output| output.is_symlink());
        let linked = linked.and_then(|output| fs::canonicalize(output).ok());
        let path = beside(linked.as_deref().unwrap_or(output), "part");
        let file = named(&path, open_locked(&path))?;
        let scores = positions.iter().map(|position| (key(position), None)).collect();
        let mut journal = Self { path, file, synced: Instant::now(), scores };
        let length = journal.file.metadata().map_err(|error| journal.wrong(error))?.len();
        if length > 0 && !resume {
            let reason = "exists: continue with --resume, or remove it";
            return Err(Failure::Usage(format!("{} {reason}", journal.path.display())));
        }
        let kept = journal.read(title)?;
        journal.write_from(kept, title).map_err(|error| journal.wrong(error))?;
        Ok(journal)
    }

    fn score(&self, position: &Position<AnySize>) -> Option<i32> {
        *self.scores.get(&key(position))?
    }

    /// Adds the scores of keys.
    fn add(&mut self, scores: impl IntoIterator<Item = (u128, i32)>) -> Result {
        let mut lines = String::new();
        for (key, score) in scores {
            self.scores.insert(key, Some(score));
            writeln!(lines, "{key:x} {score};").unwrap_or_default();
            if lines.len() > LINES {
                self.write(&lines)?;
                lines.clear();
            }
        }
        self.write(&lines)
    }

    fn write(&mut self, lines: &str) -> Result {
        let mut write = || -> io::Result<()> {
            self.file.write_all(lines.as_bytes())?;
            if self.synced.elapsed() >= SYNC_EVERY {
                self.file.sync_data()?;
                self.synced = Instant::now();
            }
            Ok(())
        };
        write().map_err(|error| self.wrong(error))
    }

    /// Removes the journal of a book that is saved. The lock is held until then.
    fn remove(self) -> Result {
        fs::remove_file(&self.path).map_err(|error| self.wrong(error))
    }

    /// An error that names the journal.
    fn wrong(&self, reason: impl std::fmt::Display) -> Failure {
        Failure::at(self.path.display(), reason)
    }

    /// Reads the scores. Returns the number of bytes up to the end of the last complete line.
    fn read(&mut self, title: &str) -> Result<u64> {
        // Twice the number of lines that are needed, plus the remains of a power cut.
        let limit = (2 * self.scores.len() as u64 + 1) * LINE + (1 << 20);
        let mut bytes = Vec::new();
        let read = (&self.file).take(limit + 1).read_to_end(&mut bytes);
        if read.map_err(|error| self.wrong(error))? as u64 > limit {
            return Err(self.wrong(format_args!("longer than {limit} bytes")));
        }
        let mut kept = 0;
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            let complete = line.strip_suffix(b"\n");
            if number == 1 {
                // The title may be cut off.
                let fits = complete
                    .map_or(title.as_bytes().starts_with(line), |text| text == title.as_bytes());
                if !fits {
                    let text = format!("{} is of another book or shard", self.path.display());
                    return Err(Failure::Usage(text));
                }
            }
            let Some(text) = complete else { break };
            if number > 1 {
                let entry = entry(text).filter(|(key, _)| self.scores.contains_key(key));
                let Some((key, score)) = entry else {
                    let text = String::from_utf8_lossy(text);
                    let reason = format!("line {number}: expected 'KEY SCORE;', found {text:?}");
                    return Err(self.wrong(reason));
                };
                self.scores.insert(key, Some(score));
            }
            kept += line.len() as u64;
        }
        Ok(kept)
    }

    /// Cuts off what follows the first `kept` bytes, and begins with the title if nothing is kept.
    fn write_from(&mut self, kept: u64, title: &str) -> io::Result<()> {
        self.file.set_len(kept)?;
        self.file.seek(SeekFrom::Start(kept))?;
        if kept == 0 {
            self.file.write_all(format!("{title}\n").as_bytes())?;
        }
        Ok(())
    }
}

/// Parses `KEY SCORE;`. The semicolon is the sign of a complete line.
fn entry(line: &[u8]) -> Option<(u128, i32)> {
    let line = std::str::from_utf8(line).ok()?;
    let (key, score) = line.strip_suffix(';')?.split_once(' ')?;
    // `from_str_radix` and `parse` accept a sign that is not needed.
    if key.starts_with('+') || score.starts_with('+') {
        return None;
    }
    Some((u128::from_str_radix(key, 16).ok()?, score.parse().ok()?))
}
