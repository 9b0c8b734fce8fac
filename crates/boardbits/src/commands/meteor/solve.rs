use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use meteor::polyform::{
    Limits, Observer, Progress, PuzzleFile, Sheet, Solution, Solver, Stop, Uniqueness, file, ready,
};

use crate::commands::meteor::animation::Animation;
use crate::commands::meteor::answers::Answers;
use crate::commands::meteor::progress::Bar;
use crate::context::{Context, Failure, Result};
use crate::input::Source;
use crate::save::save;

/// Solve a puzzle file: pieces of squares, hexagons or triangles on a board
///
/// The file says what the board and the pieces look like; `boardbits meteor puzzles pentominoes-6x10` prints one to start from, and
/// --grammar the rules. Without options all solutions are counted. Where identical pieces are exchanged the solution is
/// the same. Solutions are printed as pictures with a line between them, or as JSON lines
/// `{"solution":N,"picture":[ROW…],"pieces":[{"piece":NAME,"cells":[[X,Y]…]}…]}`.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("question"))]
pub(crate) struct Arguments {
    /// The puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    #[arg(required_unless_present = "grammar")]
    puzzle: Option<PathBuf>,
    /// Print the number of solutions
    #[arg(long, group = "question")]
    count: bool,
    /// Print the number of solutions, those that symmetries of the board exchange counted once
    #[arg(long, group = "question")]
    classes: bool,
    /// Print the first solution, or `none`
    #[arg(long, group = "question")]
    first: bool,
    /// Print all solutions
    #[arg(long, group = "question")]
    all: bool,
    /// Print solution number N in the order of --all, counted from 0, or `none`
    #[arg(long, group = "question", value_name = "N")]
    nth: Option<u128>,
    /// Print N solutions drawn at random, each as likely as any other
    #[arg(long, group = "question", value_name = "N")]
    sample: Option<u64>,
    /// What the draw starts from: the same seed draws the same solutions
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    seed: u64,
    /// Print `none`, `unique` or `several`, and up to two solutions
    #[arg(long, group = "question")]
    unique: bool,
    /// Print a piece that can be placed next, `NAME X,Y X,Y …`, or `none`
    #[arg(long, group = "question")]
    hint: bool,
    /// Draw the solutions that are printed into an SVG file; with --all no more than 1,000 of them
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    /// Show the search, so many pieces a second; with --first or --all
    #[arg(long, value_name = "SPEED", num_args = 0..=1, default_missing_value = "20")]
    animate: Option<f64>,
    /// Give up after so many nodes of the search
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Give up after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// The most memory for the graph of fillings, in MiB; beyond it the puzzle is searched without
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    memory: usize,
    /// How many threads count where the graph of fillings does not fit the memory
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print the grammar of puzzle files
    #[arg(long, exclusive = true)]
    grammar: bool,
}

/// How many solutions are drawn at most.
const MOST_DRAWN: usize = 1000;

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if args.grammar {
        write!(context.out, "{}", file::GRAMMAR)?;
        return Ok(());
    }
    let (place, file) = read(args.puzzle.as_deref().unwrap_or(Path::new("-")))?;
    let bar = Bar::new(args.animate.is_some());
    let watch = |progress: Progress| bar.show(progress);
    let limits = limits(args)?.watch(&watch);
    let solver = Solver::new(&file.puzzle).limits(limits).threads(args.threads.min(256));
    if args.animate.is_some() && !args.first && !args.all {
        return Err(Failure::Usage("--animate needs --first or --all".into()));
    }
    let stopped = |stop: Stop| Failure::Input(format!("{place}: {stop}"));
    let shown = if args.count || args.classes || !asks_more(args) {
        count(args, &file, &solver, &bar, context, &place)?;
        Vec::new()
    } else if args.hint {
        hint(args, &solver, context, stopped)?;
        Vec::new()
    } else {
        solutions(args, &solver, &bar, context, stopped)?
    };
    if let Some(path) = &args.svg {
        save(path, Sheet::new(&file.puzzle, &shown).to_string().as_bytes())?;
    }
    Ok(())
}

fn asks_more(args: &Arguments) -> bool {
    args.first
        || args.all
        || args.unique
        || args.hint
        || args.nth.is_some()
        || args.sample.is_some()
}

/// The longest puzzle file, in bytes.
const MAX_FILE: u64 = 1 << 24;

/// Reads a puzzle file, or finds a ready one, and says how to call it.
pub(super) fn read(path: &Path) -> Result<(String, PuzzleFile)> {
    if let Some(ready) = path.to_str().and_then(ready::find)
        && !path.exists()
    {
        return Ok((ready.name.into(), ready.file()));
    }
    let source = Source::from_option(Some(path));
    let file = source.read_text(MAX_FILE)?.parse::<PuzzleFile>().map_err(|error| {
        Failure::Input(format!("{source}:{}:{}: {}", error.line, error.column, error.reason))
    })?;
    Ok((source.to_string(), file))
}

fn limits(args: &Arguments) -> Result<Limits<'static>> {
    let mut limits = Limits::new().memory(args.memory.saturating_mul(1 << 20));
    if let Some(nodes) = args.nodes {
        limits = limits.nodes(nodes);
    }
    if let Some(seconds) = args.time {
        let time = Duration::try_from_secs_f64(seconds);
        limits = limits.time(time.map_err(|error| Failure::Usage(format!("--time: {error}")))?);
    }
    Ok(limits)
}

fn count(
    args: &Arguments,
    file: &PuzzleFile,
    solver: &Solver<'_>,
    bar: &Bar,
    context: &mut Context,
    place: &str,
) -> Result {
    let (answer, expected) = if args.classes {
        (solver.count_up_to_symmetry(), file.classes)
    } else {
        (solver.count(), file.solutions)
    };
    bar.finish();
    let answer = answer.map_err(|stop| Failure::Input(format!("{place}: {stop}")))?;
    let name = if args.classes { "classes" } else { "solutions" };
    if args.json {
        writeln!(context.out, "{{\"{name}\":{answer}}}")?;
    } else {
        writeln!(context.out, "{answer}")?;
    }
    if let Some(expected) = expected.filter(|&expected| expected != answer) {
        context.complain(place, format_args!("the file says {name} {expected}"));
    }
    Ok(())
}

fn hint(
    args: &Arguments,
    solver: &Solver<'_>,
    context: &mut Context,
    stopped: impl Fn(Stop) -> Failure,
) -> Result {
    let hint = solver.hint().map_err(stopped)?;
    let answers = Answers::new(solver.puzzle(), args.json);
    Ok(answers.placement(hint, &mut context.out)?)
}

/// Prints solutions and returns those to be drawn.
fn solutions(
    args: &Arguments,
    solver: &Solver<'_>,
    bar: &Bar,
    context: &mut Context,
    stopped: impl Fn(Stop) -> Failure,
) -> Result<Vec<Solution>> {
    let mut answers = Answers::new(solver.puzzle(), args.json);
    if args.first || args.all {
        let most = if args.first { 1 } else { usize::MAX };
        let animated = args.animate.map(|speed| Animation::new(solver.puzzle(), speed));
        return search(solver, most, animated, bar, &mut answers, context, stopped);
    }
    let found = if args.unique {
        let (word, found) = match solver.unique().map_err(stopped)? {
            Uniqueness::None => ("none", vec![]),
            Uniqueness::One(only) => ("unique", vec![only]),
            Uniqueness::Several(a, b) => ("several", vec![a, b]),
        };
        answers.word(word, &mut context.out)?;
        found
    } else {
        let index = solver.index();
        bar.finish();
        let index = index.map_err(&stopped)?;
        let mut found = Vec::new();
        let mut state = args.seed;
        match args.nth {
            Some(n) => found.extend(index.nth(n).map_err(stopped)?),
            None => {
                for _ in 0..args.sample.unwrap_or(0) {
                    let sample = index.sample(|| split_mix(&mut state));
                    let Some(solution) = sample.map_err(&stopped)? else { break };
                    answers.solution(&solution, &mut context.out)?;
                    if found.len() < MOST_DRAWN && args.svg.is_some() {
                        found.push(solution);
                    }
                }
                if index.len() == 0 {
                    answers.word("none", &mut context.out)?;
                }
                return Ok(found);
            }
        }
        if found.is_empty() {
            answers.word("none", &mut context.out)?;
        }
        found
    };
    for solution in &found {
        answers.solution(solution, &mut context.out)?;
    }
    Ok(found)
}

fn search(
    solver: &Solver<'_>,
    most: usize,
    animation: Option<Animation<'_>>,
    bar: &Bar,
    answers: &mut Answers<'_>,
    context: &mut Context,
    stopped: impl Fn(Stop) -> Failure,
) -> Result<Vec<Solution>> {
    let mut drawn = Vec::new();
    let mut found = 0;
    let mut search = solver.search(Watcher { animation });
    while found < most {
        let Some(solution) = search.next() else { break };
        let solution = match solution {
            Ok(solution) => solution,
            Err(stop) => {
                bar.finish();
                return Err(stopped(stop));
            }
        };
        found += 1;
        bar.suspend(|| answers.solution(&solution, &mut context.out))?;
        if drawn.len() < MOST_DRAWN {
            drawn.push(solution);
        }
    }
    bar.finish();
    if found == 0 {
        answers.word("none", &mut context.out)?;
    }
    Ok(drawn)
}

/// Draws the board, if wanted.
struct Watcher<'a> {
    animation: Option<Animation<'a>>,
}

impl Observer for Watcher<'_> {
    fn placed(&mut self, placement: meteor::polyform::Placement) {
        if let Some(animation) = &mut self.animation {
            animation.placed(placement);
        }
    }

    fn removed(&mut self, placement: meteor::polyform::Placement) {
        if let Some(animation) = &mut self.animation {
            animation.removed(placement);
        }
    }
}

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, 2014).
fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
