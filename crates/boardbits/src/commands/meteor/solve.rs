use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use meteor::polyform::{
    Limits, Observer, Placement, Progress, PuzzleFile, Solution, Solver, Stop, Uniqueness, file,
    ready,
};

use crate::commands::meteor::animation::Animation;
use crate::commands::meteor::answers::Answers;
use crate::commands::meteor::drawing::{Drawing, MOST_DRAWN};
use crate::commands::meteor::progress::Bar;
use crate::context::{Context, Failure, Result};
use crate::input::Source;

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
    #[arg(long, group = "question", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
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
    /// Draw into an SVG file: the board with the hint, the solutions that are printed or, without a question, the first solutions, at
    /// most 1,000; the board as it is if there is no solution
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "classes"])]
    svg: Option<PathBuf>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    /// Show the search at this many pieces a second; with --first or --all
    #[arg(long, value_name = "SPEED", num_args = 0..=1, default_missing_value = "20")]
    animate: Option<f64>,
    /// Stop a search that needs more nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Stop after this time
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Memory for the graph of fillings in MiB; if it is not enough, the puzzle is searched without the graph
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    memory: usize,
    /// Number of threads that count, where the graph of fillings does not fit the memory; at most 256
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
    /// Print the grammar of puzzle files
    #[arg(long, exclusive = true)]
    grammar: bool,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if args.grammar {
        write!(context.out, "{}", file::GRAMMAR)?;
        return Ok(());
    }
    if args.animate.is_some() && !args.first && !args.all {
        return Err(Failure::Usage("--animate needs --first or --all".into()));
    }
    let limits = limits(args)?;
    let (place, file) = read(args.puzzle.as_deref().unwrap_or(Path::new("-")))?;
    let bar = Bar::new(args.animate.is_some());
    let watch = |progress: Progress| bar.show(progress);
    let solver = Solver::new(&file.puzzle).limits(limits.watch(&watch)).threads(args.threads);
    let drawing = Drawing::new(&file.puzzle, args.svg.as_deref());
    let answered =
        Query { args, solver: &solver, place: &place, bar: &bar }.answer(&file, drawing, context);
    bar.finish();
    answered
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

/// A question about a puzzle.
struct Query<'a> {
    args: &'a Arguments,
    solver: &'a Solver<'a>,
    /// Where the puzzle comes from.
    place: &'a str,
    bar: &'a Bar,
}

impl Query<'_> {
    fn answer(&self, file: &PuzzleFile, drawing: Drawing<'_>, context: &mut Context) -> Result {
        let args = self.args;
        if args.hint {
            self.hint(&drawing, context)
        } else if args.first || args.all {
            let animation = args.animate.map(|speed| Animation::new(&file.puzzle, speed));
            let most = if args.first { 1 } else { usize::MAX };
            let found = self.solver.search(Watcher { animation }).take(most);
            self.show(None, found, drawing, context)
        } else if args.unique {
            let (word, found) = match self.known(self.solver.unique())? {
                Uniqueness::None => (None, vec![]),
                Uniqueness::One(only) => (Some("unique"), vec![only]),
                Uniqueness::Several(a, b) => (Some("several"), vec![a, b]),
            };
            self.show(word, found.into_iter().map(Ok), drawing, context)
        } else if let Some(n) = args.nth {
            let index = self.known(self.solver.index())?;
            self.show(None, index.nth(n).transpose().into_iter(), drawing, context)
        } else if let Some(times) = args.sample {
            let index = self.known(self.solver.index())?;
            let mut state = args.seed;
            let draw = |_| index.sample(|| split_mix(&mut state)).transpose();
            self.show(None, (0..times).map_while(draw), drawing, context)
        } else {
            self.count(file, drawing, context)
        }
    }

    /// The answer to a question, or why there is none.
    fn known<T>(&self, answer: std::result::Result<T, Stop>) -> Result<T> {
        answer.map_err(|stop| Failure::Input(format!("{}: {stop}", self.place)))
    }

    fn count(&self, file: &PuzzleFile, mut drawing: Drawing<'_>, context: &mut Context) -> Result {
        let (name, answer, expected) = if self.args.classes {
            ("classes", self.solver.count_up_to_symmetry(), file.classes)
        } else {
            ("solutions", self.solver.count(), file.solutions)
        };
        let answer = self.known(answer)?;
        if drawing.has_room() {
            for solution in self.solver.solutions().take(MOST_DRAWN) {
                drawing.add(self.known(solution)?);
            }
            drawing.save()?;
        }
        self.bar.finish();
        if self.args.json {
            writeln!(context.out, "{{\"{name}\":{answer}}}")?;
        } else {
            writeln!(context.out, "{answer}")?;
        }
        if let Some(expected) = expected.filter(|&expected| expected != answer) {
            context.complain(self.place, format_args!("the file says {name} {expected}"));
        }
        Ok(())
    }

    fn hint(&self, drawing: &Drawing<'_>, context: &mut Context) -> Result {
        let hint = self.known(self.solver.hint())?;
        drawing.save_hint(hint)?;
        self.bar.finish();
        let answers = Answers::new(self.solver.puzzle(), self.args.json);
        Ok(answers.placement(hint, &mut context.out)?)
    }

    /// Prints a word and solutions as they are found, or `none`, and draws them. If stdout is closed, it goes on until the drawing is done.
    fn show(
        &self,
        word: Option<&str>,
        found: impl Iterator<Item = std::result::Result<Solution, Stop>>,
        mut drawing: Drawing<'_>,
        context: &mut Context,
    ) -> Result {
        let mut answers = Answers::new(self.solver.puzzle(), self.args.json);
        let mut printed = word.map_or(Ok(()), |word| answers.word(word, &mut context.out));
        let mut any = false;
        for solution in found {
            let solution = self.known(solution)?;
            any = true;
            if printed.is_ok() {
                printed = self.bar.suspend(|| answers.solution(&solution, &mut context.out));
            }
            drawing.add(solution);
            if printed.is_err() && !drawing.has_room() {
                break;
            }
        }
        self.bar.finish();
        drawing.save()?;
        if !any && printed.is_ok() {
            printed = answers.word("none", &mut context.out);
        }
        Ok(printed?)
    }
}

/// Draws each step of the search, if wanted.
struct Watcher<'a> {
    animation: Option<Animation<'a>>,
}

impl Observer for Watcher<'_> {
    fn placed(&mut self, placement: Placement) {
        if let Some(animation) = &mut self.animation {
            animation.placed(placement);
        }
    }

    fn removed(&mut self, placement: Placement) {
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
