use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use meteor::bitboard_core::{Interrupted, Limits, SeededRng};
use meteor::{Progress, PuzzleFile, Solution, Solver, Uniqueness, presets};

use crate::commands::meteor::animation::Animation;
use crate::commands::meteor::answers::Answers;
use crate::commands::meteor::drawing::{Drawing, MOST_DRAWN};
use crate::commands::meteor::progress::Bar;
use crate::commands::meteor::puzzles::names;
use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::files::check;
use crate::help;
use crate::input::Source;
use crate::options::{self, AnswerFormat, Memory, Seed, Threads, Timeout};

/// Solve a puzzle file: pieces of squares, hexagons or triangles on a board
///
/// The file describes the board and the pieces; `boardbits meteor puzzles pentominoes-6x10` prints one to start from, and
/// --grammar prints the format. Without options all solutions are counted. Solutions that differ only by exchanging identical
/// pieces count once. Solutions are printed as pictures with a blank line between them. In JSON the answers are
/// {"solutions":N}, {"classes":N}, {"answer":"none"}, {"piece":NAME,"cells":[[X,Y],…]} and, for each solution,
/// {"solution":N,"picture":[ROW,…],"pieces":[{"piece":NAME,"cells":[[X,Y],…]},…]}.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("question"))]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Arguments {
    /// Puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    #[arg(value_name = "FILE|NAME", required_unless_present = "grammar")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Print the number of solutions
    #[arg(long, group = "question")]
    count: bool,
    /// Print the number of solutions up to the symmetries of the puzzle: those of the board that also map placed pieces and
    /// allowed placements to one another
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
    /// Print N random solutions, all equally likely
    #[arg(long, group = "question", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Print `none`, `unique` or `several`, and up to two solutions
    #[arg(long, group = "question")]
    unique: bool,
    /// Print a piece to place next, `NAME X,Y X,Y …`, or `none`
    #[arg(long, group = "question")]
    hint: bool,
    /// Draw into this SVG file: the board with the hint, the printed solutions or, without a question, the first 1,000
    /// solutions; without a solution, the board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "classes"])]
    svg: Option<PathBuf>,
    /// With --first or --all: show the search, at this many pieces per second, 0.01 to 1,000
    #[arg(long, value_name = "SPEED", num_args = 0..=1, default_missing_value = "20", value_parser = options::speed)]
    animate: Option<f64>,
    /// Stop a search after N nodes: partial solutions, or states of the graph. --nth, --sample and --svg can search several
    /// times
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    progress: options::Progress,
    /// Print the grammar of puzzle files
    #[arg(long, exclusive = true)]
    grammar: bool,
}

const EXAMPLES: &str = "\
$ boardbits meteor solve ring.puzzle --first
V I I
V # I
V V I
$ boardbits meteor solve ring.puzzle --hint --format json
{\"piece\":\"I\",\"cells\":[[1,0],[2,0],[2,1],[2,2]]}
$ boardbits meteor solve pentominoes-6x10 --svg solutions.svg
9356";

const STATUSES: help::Statuses = [
    "answered; also if the answer is none",
    "wrong input, a limit was reached, or the count is not the one in the file",
    "wrong usage, or an unknown name",
];

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if args.grammar {
        write!(context.out, "{}", PuzzleFile::GRAMMAR)?;
        return Ok(());
    }
    if args.animate.is_some() && !args.first && !args.all {
        return Err(Failure::Usage("--animate needs --first or --all".into()));
    }
    args.svg.as_deref().map_or(Ok(()), check)?;
    let (place, file) = read(args.puzzle.as_deref().unwrap_or(Path::new("-")))?;
    let bar = Bar::new(args.progress.quiet || args.animate.is_some());
    let listener = |progress: &Progress| bar.show(progress);
    let limits = args.nodes.map_or(Limits::new(), |nodes| Limits::new().nodes(nodes));
    let limits = limits.on_progress(&listener);
    let solver = Solver::new(file.puzzle.clone());
    let solver = solver.memory(args.memory.bytes()).threads(args.threads.count());
    let drawing = Drawing::new(&file.puzzle, args.svg.as_deref());
    let start = Instant::now();
    let query = Query { args, solver: &solver, limits, start, place: &place, bar: &bar };
    let answered = query.answer(&file, drawing, context);
    bar.finish();
    answered
}

/// Maximum size of a puzzle file in bytes.
const MAX_FILE: u64 = 1 << 24;

/// Reads a puzzle file or finds a preset. Also returns its name for messages.
pub(super) fn read(path: &Path) -> Result<(String, PuzzleFile)> {
    if let Some(preset) = path.to_str().and_then(presets::find)
        && !path.exists()
    {
        return Ok((preset.name().into(), preset.file()));
    }
    let name = path.to_str().filter(|name| !name.contains(['/', '\\', '.']) && *name != "-");
    if let Some(name) = name.filter(|_| !path.exists()) {
        let suggestion = suggest(name, names());
        let reason = format!("{name:?} is neither a file nor the name of a puzzle; {suggestion}");
        return Err(Failure::Usage(reason));
    }
    let source = Source::from_option(Some(path));
    let file = source.read_text(MAX_FILE)?.parse::<PuzzleFile>().map_err(|error| {
        Failure::Input(format!("{source}:{}:{}: {}", error.line, error.column, error.reason))
    })?;
    Ok((source.to_string(), file))
}

/// A question about a puzzle.
struct Query<'a> {
    args: &'a Arguments,
    solver: &'a Solver,
    /// The limits without the time.
    limits: Limits<'a, Progress>,
    start: Instant,
    /// The name of the puzzle in messages.
    place: &'a str,
    bar: &'a Bar,
}

impl Query<'_> {
    fn answer(&self, file: &PuzzleFile, drawing: Drawing<'_>, context: &mut Context) -> Result {
        let args = self.args;
        if args.hint {
            self.hint(&drawing, context)
        } else if args.first || args.all {
            let most = if args.first { 1 } else { usize::MAX };
            match args.animate.map(|speed| Animation::new(&file.puzzle, speed)) {
                Some(animation) => {
                    self.show(None, self.animated(animation).take(most), drawing, context)
                }
                None => {
                    let found = self.solver.try_solutions(&self.limits());
                    self.show(None, found.take(most), drawing, context)
                }
            }
        } else if args.unique {
            let (word, found) = match self.known(self.solver.try_unique(&self.limits()))? {
                Uniqueness::None => (None, vec![]),
                Uniqueness::One(only) => (Some("unique"), vec![only]),
                Uniqueness::Several(a, b) => (Some("several"), vec![a, b]),
            };
            self.show(word, found.into_iter().map(Ok), drawing, context)
        } else if let Some(n) = args.nth {
            let index = self.known(self.solver.try_index(&self.limits()))?;
            let found = index.try_nth(n, &self.limits()).transpose();
            self.show(None, found.into_iter(), drawing, context)
        } else if let Some(times) = args.sample {
            let index = self.known(self.solver.try_index(&self.limits()))?;
            let mut rng = SeededRng::new(args.seed.seed);
            let mut draw = || {
                let limits = self.limits();
                // Drawing from the graph takes no nodes, and does not check the limits.
                limits.start().check()?;
                index.try_sample(&mut rng, &limits)
            };
            let draw = |_| draw().transpose();
            self.show(None, (0..times).map_while(draw), drawing, context)
        } else {
            self.count(file, drawing, context)
        }
    }

    /// The limits of the next search. The time is for all searches together.
    fn limits(&self) -> Limits<'_, Progress> {
        let left = self.args.timeout.timeout.map(|time| time.saturating_sub(self.start.elapsed()));
        left.map_or(self.limits, |left| self.limits.time(left))
    }

    /// The answer, or a failure that names the puzzle.
    fn known<T>(&self, answer: Result<T, impl std::fmt::Display>) -> Result<T> {
        answer.map_err(|error| Failure::Input(format!("{}: {error}", self.place)))
    }

    /// All solutions, found node by node and drawn.
    fn animated(
        &self,
        mut animation: Animation<'_>,
    ) -> impl Iterator<Item = Result<Solution, Interrupted>> {
        let (mut solutions, watch) = (self.solver.solutions(), self.limits().start());
        std::iter::from_fn(move || {
            loop {
                let next = match watch.grant(1) {
                    Ok(node) => solutions.try_next(&Limits::new().nodes(node)),
                    Err(reason) => return Some(Err(reason.into())),
                };
                animation.show(solutions.board());
                if let Ok(found) = next {
                    return found.map(Ok);
                }
            }
        })
    }

    fn count(&self, file: &PuzzleFile, mut drawing: Drawing<'_>, context: &mut Context) -> Result {
        let (name, answer, expected) = if self.args.classes {
            (
                "classes",
                self.solver.try_count_up_to_symmetry(&self.limits()),
                file.solutions_up_to_symmetry,
            )
        } else {
            ("solutions", self.solver.try_count(&self.limits()), file.solutions)
        };
        let answer = self.known(answer)?;
        if drawing.has_room() {
            for solution in self.solver.try_solutions(&self.limits()).take(MOST_DRAWN) {
                drawing.add(self.known(solution)?);
            }
            drawing.save()?;
        }
        self.bar.finish();
        if self.args.answers.are_json() {
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
        let hint = self.known(self.solver.try_hint(&self.limits()))?;
        drawing.save_hint(hint)?;
        self.bar.finish();
        let answers = Answers::new(self.solver.puzzle(), self.args.answers.are_json());
        Ok(answers.placement(hint, &mut context.out)?)
    }

    /// Prints a word and solutions as they are found, or `none`, and draws them. If stdout is closed, continues until the
    /// drawing is complete.
    fn show(
        &self,
        word: Option<&str>,
        found: impl Iterator<Item = Result<Solution, Interrupted>>,
        mut drawing: Drawing<'_>,
        context: &mut Context,
    ) -> Result {
        let mut answers = Answers::new(self.solver.puzzle(), self.args.answers.are_json());
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
