//! `boardbits c4 book build`.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use bitboard_core::Word;
use c4_solver::{Analysis, Board, BookBuilder, Position, Solver, SolverBuilder};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::board::{OnBoard, Size};
use super::journal::Journal;
use crate::context::{Context, Failure, LineFailure, Result, say};
use crate::input::Source;
use crate::options::{self, Memory, Stats, Threads};
use crate::save::{check, save};

/// The largest number of positions that are listed.
pub(super) const MOST: usize = 40_000_000;
/// A shard gets every N-th run of at most this number of positions. Positions of a run share most of their moves.
const RUN: usize = 64;
/// The least number of runs of a shard, which all take another time.
const RUNS: usize = 16;
/// Positions per thread whose scores are written to the journal together.
const BATCH: usize = 8;

/// Solve all positions up to some ply
///
/// Positions are solved in lexicographic order of their moves, with a transposition table that is kept between them, so
/// a large --memory saves time.
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
    /// Take scores of deepest positions from a file of lines `MOVES SCORE`
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Where to write the book
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    size: Size,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    stats: Stats,
    #[command(flatten)]
    progress: options::Progress,
}

fn shard(text: &str) -> std::result::Result<(usize, usize), String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match parts {
        Some((i, n)) if 1 <= i && i <= n => Ok((i, n)),
        _ => Err("expected I/N with I from 1 to N".to_owned()),
    }
}

pub(super) fn run(args: &Build, context: &mut Context) -> Result {
    args.size.with(Job { args, context })
}

struct Job<'a> {
    args: &'a Build,
    context: &'a mut Context,
}

impl OnBoard for Job<'_> {
    fn run<B: Board>(self, board: B) -> Result {
        let Self { args, context } = self;
        check(&args.output)?;
        let (start, (i, n)) = (Instant::now(), args.shard);
        let book = BookBuilder::new(board, args.depth).map(|book| book.max_positions(MOST));
        let listed = book.and_then(|book| Ok((book.positions()?, book)));
        let (positions, mut book) =
            listed.map_err(|error| Failure::Usage(format!("--depth: {error}")))?;
        let run = (positions.len() / RUNS / n).clamp(1, RUN);
        let runs = positions.chunks(run).skip(i - 1).step_by(n);
        let positions: Vec<_> = runs.flatten().copied().collect();
        let title = format!("{}x{} {} {i}/{n}", board.width(), board.height(), args.depth);
        let keys = positions.iter().map(|position| position.symmetric_key().to_u128()).collect();
        let mut solver = SolverBuilder::new(board)
            .memory_bytes(args.memory.bytes())
            .threads(args.threads.count())
            .use_whole_table(true)
            .try_build()?;
        let imported = match &args.scores {
            Some(path) => import(board, args.depth, &Source::File(path.clone()), context)?,
            None => Vec::new(),
        };
        let mut journal = Journal::open(&args.output, &title, keys, args.resume)?;
        for (key, score) in imported {
            // Other positions are those of other shards.
            if let Some(index) = journal.index(key) {
                journal.add(index, score)?;
            }
        }
        insert(&mut book, &positions, &journal);
        // The scores of the journal are checked before hours of work.
        book.clone().build().map_err(|error| journal.wrong(error))?;
        solve(&positions, &mut journal, &mut solver, args)?;
        insert(&mut book, &positions, &journal);
        let built = if n == 1 { book.build_complete() } else { book.build() };
        let built = built
            .map_err(|error| Failure::Input(format!("{}: {error}", args.output.display())))?;
        let bytes = built.as_bytes();
        save(&args.output, bytes)?;
        journal.remove()?;
        writeln!(context.out, "{}: {} positions", args.output.display(), built.len())?;
        if args.stats.stats {
            let (nodes, time) = (solver.statistics().nodes, start.elapsed().as_secs_f64());
            context.out.flush()?;
            say(format_args!("{} bytes, nodes={nodes} s={time:.1}", bytes.len()));
        }
        Ok(())
    }
}

/// Adds the scores that the journal has.
fn insert<B: Board>(book: &mut BookBuilder<B>, positions: &[Position<B>], journal: &Journal) {
    for (index, position) in positions.iter().enumerate() {
        if let Some(score) = journal.score(index) {
            book.insert(position.symmetric_key(), score);
        }
    }
}

/// Reads keys and scores from a file. Positions that the player to move wins at once are left out.
fn import<B: Board>(
    board: B,
    depth: u32,
    source: &Source,
    context: &mut Context,
) -> Result<Vec<(u128, i32)>> {
    let before = context.complaints();
    let mut scores = Vec::new();
    context.for_each_line(source, |line, _| {
        let mut fields = line.split_whitespace();
        let (Some(moves), Some(score), None) = (fields.next(), fields.next(), fields.next()) else {
            return Err(LineFailure::wrong("expected MOVES SCORE"));
        };
        let score: i32 = score.parse().map_err(|_| {
            LineFailure::wrong(format_args!("expected a score after the moves, found {score:?}"))
        })?;
        let position = Position::new(board).play_moves(moves).map_err(LineFailure::wrong)?;
        if position.ply() != depth {
            let stones = position.ply();
            return Err(LineFailure::wrong(format_args!("expected {depth} moves, found {stones}")));
        }
        if !position.winning_columns().is_empty() {
            return Ok(());
        }
        let possible = Analysis::new(&position).position_bounds();
        if !(possible.low..=possible.high).contains(&score) {
            let (low, high) = (possible.low, possible.high);
            let text = format!("expected a score from {low} to {high}, found {score}");
            return Err(LineFailure::Wrong(text));
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

/// Solves the positions that the journal does not have.
fn solve<B: Board>(
    positions: &[Position<B>],
    journal: &mut Journal,
    solver: &mut Solver<B>,
    args: &Build,
) -> Result {
    let threads = args.threads.count();
    let open: Vec<usize> =
        (0..positions.len()).filter(|&index| journal.score(index).is_none()).collect();
    let bar = if args.progress.quiet { ProgressBar::hidden() } else { bar(positions.len() as u64) };
    bar.inc((positions.len() - open.len()) as u64);
    bar.reset_eta();
    let mut solve = || {
        for batch in open.chunks(if threads == 1 { 1 } else { BATCH * threads }) {
            let scores = if let &[index] = batch {
                Vec::from([solver.solve(&positions[index])])
            } else {
                let batch: Vec<_> = batch.iter().map(|&index| positions[index]).collect();
                solver.solve_many(&batch)
            };
            for (&index, score) in batch.iter().zip(scores) {
                journal.add(index, score)?;
            }
            bar.inc(batch.len() as u64);
            bar.set_message(format!("{} nodes", HumanCount(solver.statistics().nodes)));
        }
        Ok(())
    };
    let solved = solve();
    // The bar must be hidden before an error is printed.
    bar.finish_and_clear();
    solved
}

fn bar(length: u64) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} positions, {per_sec}, {msg}, {eta} left";
    let bar = ProgressBar::new(length);
    ProgressStyle::with_template(template).map_or(bar.clone(), |style| bar.with_style(style))
}
