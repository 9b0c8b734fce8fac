//! `boardbits meteor solve`: the query, its answers as text and JSON, its drawing, the animation
//! and the progress bar.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bitboard_core::limits::{Meter, Watch};
use indicatif::HumanCount;
use meteor_puzzle::{
    Infeasibility, Interrupted, Limits, Placement, Progress, Puzzle, PuzzleFile, Random, SeededRng,
    Solution, SolutionSheet, Solver, Stage, StageProgress, StopReason, TooManySolutions, TryError,
    Uniqueness,
};
use serde_json::json;

use super::source::read;
use crate::context::{Context, Failure, Result, say};
use crate::files::{check, save};
use crate::help;
use crate::json;
use crate::options::{self, AnswerFormat, Memory, Seed, Threads, Timeout};
use crate::output::{Answer, Output, tile};
use crate::progress::{self, Bar};

/// Solve a puzzle file: pieces of squares, hexagons or triangles on a board
///
/// The file describes the board and the pieces; `boardbits meteor puzzles pentominoes-6x10` prints
/// one to start from, and --grammar prints the format. Without options all solutions are counted.
/// Solutions that differ only by exchanging copies of a piece count once. Pieces with different
/// names are told apart; a message on stderr names two of the same shape. Solutions are printed as
/// pictures with a blank line between them; `-` stands for no solution. In JSON the answers are
/// {"solutions":N}, {"classes":N}, {"uniqueness":"none"}, {"infeasibility":TEXT},
/// {"piece":NAME,"cells":[[X,Y],…]} or {"piece":null} and, for each solution,
/// {"solution":N,"picture":[ROW,…],"pieces":[{"piece":NAME,"cells":[[X,Y],…]},…]}, or
/// {"solution":null}. N is the number of the solution in the order of --all, from 1.
///
/// If a limit is reached, the solutions found so far are printed, and `?` for what is not known; in
/// JSON this is null beside "stopped".
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("question"))]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Arguments {
    /// Puzzle file, or the name of a puzzle that comes with the program; stdin if missing or `-`
    #[arg(value_name = "FILE|NAME")]
    puzzle: Option<PathBuf>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Print the number of solutions
    #[arg(long, group = "question")]
    count: bool,
    /// Print the number of solutions up to the symmetries of the puzzle: those of the board that
    /// also map placed pieces and allowed placements to one another, apart from pieces that are in
    /// no solution
    #[arg(long, group = "question")]
    classes: bool,
    /// Print the first solution
    #[arg(long, group = "question")]
    first: bool,
    /// Print all solutions
    #[arg(long, group = "question")]
    all: bool,
    /// Print solution number N in the order of --all, counted from 1
    #[arg(long, group = "question", value_name = "N", value_parser = from_one)]
    nth: Option<NonZero<u128>>,
    /// Print N random solutions, all equally likely
    #[arg(long, group = "question", value_name = "N", value_parser = options::number(1..=u64::MAX))]
    sample: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Give each copy of a piece a letter for itself in pictures
    #[arg(long, conflicts_with_all = ["count", "classes", "hint"])]
    by_copy: bool,
    /// Print `none`, `unique` or `several`, and up to two solutions
    #[arg(long, group = "question")]
    unique: bool,
    /// Print the reason if the puzzle evidently has no solution, else `-`
    #[arg(long, group = "question", conflicts_with = "svg")]
    why: bool,
    /// Print a piece to place next, `NAME X,Y X,Y …`
    #[arg(long, group = "question")]
    hint: bool,
    /// Draw into this SVG file: the board with the hint, the printed solutions or, without a
    /// question, the first 1,000 solutions; without a solution, the board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "classes"])]
    svg: Option<PathBuf>,
    /// With --first or --all: show the search, at this many pieces per second, 0.01 to 1,000
    #[arg(long, value_name = "SPEED", num_args = 0..=1, default_missing_value = "20", value_parser = options::speed)]
    animate: Option<f64>,
    /// Stop a search after N nodes: partial solutions, or states of the graph. --nth, --sample and
    /// --svg can search several times
    #[arg(long, value_name = "N", value_parser = options::number(0..=u64::MAX))]
    nodes: Option<u64>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
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
    "answered, including that no solution exists",
    "wrong input, a limit was reached, or the count is not the one in the file",
    "wrong usage, or an unknown name",
];

fn from_one(text: &str) -> Result<NonZero<u128>, String> {
    text.parse().map_err(|_| "expected a number from 1".to_owned())
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if args.grammar {
        write!(context.out, "{}", PuzzleFile::GRAMMAR)?;
        return Ok(());
    }
    if args.animate.is_some() && !args.first && !args.all {
        return Err(Failure::Usage("--animate needs --first or --all".into()));
    }
    let (place, file) = read(args.puzzle.as_deref().unwrap_or(Path::new("-")))?;
    if let Some(pair) = file.puzzle.equal_pieces() {
        let [a, b] = pair.map(|piece| file.puzzle.pieces()[piece].name());
        say(format_args!(
            "boardbits: {place}: pieces {a} and {b} have the same shape, but solutions tell them \
             apart; those that exchange them count once if they are copies of one piece"
        ));
    }
    let quiet = context.progress.quiet || args.animate.is_some();
    let bar = progress::Progress { quiet }.bar(Some(STEPS as u64), BAR);
    let listener = |progress: &Progress| show(progress, &bar);
    let limits = args.nodes.map_or(Limits::new(), |nodes| Limits::new().nodes(nodes));
    let limits = limits.on_progress(&listener);
    let solver = Solver::new(file.puzzle.clone());
    let solver = solver.memory_bytes(args.memory.bytes()).threads(args.threads.count());
    // A file that cannot be written is named before long work, which still prints the answer.
    let mut drawn = args.svg.as_deref();
    if let Err(failure) = drawn.map_or(Ok(()), check) {
        context.complain_of(&failure);
        drawn = None;
    }
    let (puzzle, solutions) = (&file.puzzle, Vec::new());
    let mut answers = Answers { puzzle, args, count: 0, drawing: drawn, solutions };
    let start = Instant::now();
    let query = Query { args, solver: &solver, limits, start, place: &place, bar: &bar };
    let answered = query.answer(&file, &mut answers, context);
    bar.hide();
    if let Err(Failure::Stopped(reason)) = answered {
        answers.unknown(query.field(), reason, &mut context.out)?;
    }
    context.go_on(place, answered)
}

/// A question about a puzzle.
struct Query<'a> {
    args: &'a Arguments,
    solver: &'a Solver,
    /// The limits without the time.
    limits: Limits<'a>,
    start: Instant,
    /// The name of the puzzle in messages.
    place: &'a str,
    bar: &'a Bar,
}

impl Query<'_> {
    /// The field of an answer in JSON.
    fn field(&self) -> &'static str {
        match self.args {
            Arguments { hint: true, .. } => "piece",
            Arguments { unique: true, .. } => "uniqueness",
            Arguments { classes: true, .. } => "classes",
            Arguments { first: true, .. } | Arguments { all: true, .. } => "solution",
            Arguments { nth: Some(_), .. } | Arguments { sample: Some(_), .. } => "solution",
            _ => "solutions",
        }
    }

    fn answer(
        &self,
        file: &PuzzleFile,
        answers: &mut Answers<'_>,
        context: &mut Context,
    ) -> Result {
        let args = self.args;
        if args.why {
            answers.infeasibility(&mut context.out)
        } else if args.hint {
            let hint = self.solver.try_hint(&self.limits())?;
            self.bar.hide();
            // If stdout is closed, the drawing is still saved.
            let board: Vec<_> = file.puzzle.placed().iter().copied().chain(hint).collect();
            let saved = answers.save_sheet(&SolutionSheet::board(&file.puzzle, &board));
            saved.and(answers.hint(hint, &mut context.out))
        } else if args.first || args.all {
            let most = if args.first { 1 } else { usize::MAX };
            match args.animate.map(|speed| Animation::new(&file.puzzle, speed)) {
                Some(animation) => {
                    let watch = self.limits().start();
                    let found = self.animated(animation, &watch);
                    self.show(numbered(found.take(most)), answers, context)
                }
                None => {
                    let found = self.solver.try_solutions(&self.limits());
                    self.show(numbered(found.take(most)), answers, context)
                }
            }
        } else if args.unique {
            let (word, found) = match self.solver.try_unique(&self.limits()) {
                Ok(Uniqueness::None) => ("none", vec![]),
                Ok(Uniqueness::One(only)) => ("unique", vec![only]),
                Ok(Uniqueness::Several(a, b)) => ("several", vec![a, b]),
                Err(Interrupted { reason, partial }) => {
                    // There is at least the first solution.
                    if partial.is_some() {
                        self.show(numbered(partial.into_iter().map(Ok)), answers, context)?;
                    }
                    return Err(Failure::Stopped(reason));
                }
            };
            self.bar.hide();
            // If stdout is closed, the drawing is still saved.
            let printed = answers.uniqueness(word, &mut context.out);
            self.show(numbered(found.into_iter().map(Ok)), answers, context)?;
            printed
        } else if let Some(n) = args.nth {
            let index = self.known(self.solver.try_index(&self.limits()))?;
            let found = index.try_nth(n.get() - 1, &self.limits()).transpose();
            let found = found.map(|found| found.map(|solution| (n.get(), solution)));
            self.show(found.into_iter(), answers, context)
        } else if let Some(times) = args.sample {
            let index = self.known(self.solver.try_index(&self.limits()))?;
            let mut rng = SeededRng::new(args.seed.seed);
            let mut draw = |_| {
                let limits = self.limits();
                // Drawing from the graph takes no nodes, and does not check the limits.
                limits.start().check()?;
                let n = rng.below_u128(index.len());
                let found = index.try_nth(n, &limits)?;
                Ok(found.map(|solution| (n + 1, solution)))
            };
            let times = if index.len() == 0 { 0 } else { times };
            let found = (0..times).map_while(|time| draw(time).transpose());
            self.show(found, answers, context)
        } else {
            self.count(file, answers, context)
        }
    }

    /// The limits of the next search. The time is for all searches together.
    fn limits(&self) -> Limits<'_> {
        self.limits.clone().time(self.args.timeout.left(self.start))
    }

    /// The answer; a failure names the puzzle.
    fn known<T>(&self, answer: Result<T, TryError<TooManySolutions>>) -> Result<T> {
        answer.map_err(|error| match error.interrupted() {
            Ok(stopped) => stopped.into(),
            Err(error) => Failure::at(self.place, error),
        })
    }

    /// All solutions, found node by node and drawn.
    fn animated(
        &self,
        mut animation: Animation<'_>,
        watch: &Watch<'_>,
    ) -> impl Iterator<Item = Result<Solution, Interrupted>> {
        // The animation shows each node for a while.
        let (mut solutions, mut meter) = (self.solver.solutions(), Meter::in_portions(watch, 1));
        std::iter::from_fn(move || {
            loop {
                if let Err(reason) = meter.take_all(1) {
                    return Some(Err(reason.into()));
                }
                let next = solutions.try_next(&Limits::new().nodes(1));
                animation.show(solutions.board());
                if let Ok(found) = next {
                    return found.map(Ok);
                }
            }
        })
    }

    fn count(&self, file: &PuzzleFile, answers: &mut Answers<'_>, context: &mut Context) -> Result {
        let (answer, expected) = if self.args.classes {
            (self.solver.try_count_up_to_symmetry(&self.limits()), file.solutions_up_to_symmetry)
        } else {
            (self.solver.try_count(&self.limits()), file.solutions)
        };
        let (name, answer) = (self.field(), self.known(answer)?);
        self.bar.hide();
        let json = || BTreeMap::from([(name, answer)]);
        let printed = self.args.answers.write(&mut context.out, Answer(answer, json));
        if let Some(expected) = expected.filter(|&expected| expected != answer) {
            context.complain(self.place, format_args!("the file says {name} {expected}"));
        }
        if !answers.have_room() {
            return printed;
        }
        // The drawing needs another search. If stdout is closed, it is still saved.
        let printed = printed.and_then(|()| context.out.flush());
        let mut found = self.solver.try_solutions(&self.limits()).take(MOST_DRAWN);
        let all: Result<(), Interrupted> = found.try_for_each(|solution| {
            answers.draw(solution?);
            Ok(())
        });
        self.bar.hide();
        answers.save()?;
        if let Err(Interrupted { reason, .. }) = all {
            context.complain(self.place, format_args!("{reason} before all was drawn"));
        }
        printed
    }

    /// Prints solutions with their numbers as they are found, or that none exists, and draws them.
    /// If stdout is closed, continues until the drawing is complete.
    fn show(
        &self,
        found: impl Iterator<Item = Result<(u128, Solution), Interrupted>>,
        answers: &mut Answers<'_>,
        context: &mut Context,
    ) -> Result {
        let (mut printed, mut stopped) = (Ok(()), None);
        for solution in found {
            let (number, solution) = match solution {
                Ok(found) => found,
                Err(Interrupted { reason, .. }) => {
                    stopped = Some(reason);
                    break;
                }
            };
            if printed.is_ok() {
                printed =
                    self.bar.suspend(|| answers.solution(number, &solution, &mut context.out));
            }
            answers.draw(solution);
            if printed.is_err() && !answers.have_room() {
                break;
            }
        }
        self.bar.hide();
        if answers.count == 0 && stopped.is_none() && printed.is_ok() {
            let none = Answer("-", || json!({ "solution": null }));
            printed = self.args.answers.write(&mut context.out, none);
        }
        let saved = answers.save();
        if stopped.is_some() {
            // The caller still prints `?`.
            saved.unwrap_or_else(|failure| context.complain_of(&failure));
            return Failure::if_stopped(stopped);
        }
        saved.and(printed)
    }
}

/// Numbers solutions from 1.
fn numbered(
    found: impl Iterator<Item = Result<Solution, Interrupted>>,
) -> impl Iterator<Item = Result<(u128, Solution), Interrupted>> {
    found.zip(1..).map(|(found, number)| found.map(|solution| (number, solution)))
}

/// Prints answers, and draws solutions.
struct Answers<'a> {
    puzzle: &'a Puzzle,
    args: &'a Arguments,
    /// The number of answers so far.
    count: u64,
    /// The SVG file, if one is wanted.
    drawing: Option<&'a Path>,
    /// The solutions to draw.
    solutions: Vec<Solution>,
}

/// Maximum number of solutions that are drawn.
const MOST_DRAWN: usize = 1000;

#[derive(serde::Serialize)]
struct Line<'a> {
    solution: u128,
    picture: Vec<&'a str>,
    pieces: Vec<Piece<'a>>,
}

#[derive(Default, serde::Serialize)]
struct Piece<'a> {
    piece: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<(i32, i32)>>,
}

impl<'a> Answers<'a> {
    /// Prints a picture or, in JSON, the number, the picture and the pieces.
    fn solution(&mut self, number: u128, solution: &Solution, out: &mut Output) -> Result {
        let (by_copy, placements) = (self.args.by_copy, solution.placements());
        let picture = match by_copy {
            true => self.puzzle.picture_by_copy(placements).to_string(),
            false => solution.picture(self.puzzle).to_string(),
        };
        let text = if by_copy { &picture } else { &colored(self.puzzle, &picture) };
        let json = || Line {
            solution: number,
            picture: picture.lines().collect(),
            pieces: placements.iter().map(|&placement| self.piece(placement)).collect(),
        };
        let text = format_args!("{}{}", self.blank(), text.trim_end_matches('\n'));
        self.args.answers.write(out, Answer(text, json))?;
        self.count += 1;
        out.flush_if_due()
    }

    /// An empty line between two answers as text.
    fn blank(&self) -> &'static str {
        if self.count > 0 { "\n" } else { "" }
    }

    /// Prints why the puzzle has no solution.
    fn infeasibility(&self, out: &mut Output) -> Result {
        let reason = self.puzzle.infeasibility().map(|reason| match reason {
            Infeasibility::Piece { piece } => {
                format!("piece {} does not fit", self.puzzle.pieces()[piece].name())
            }
            reason => reason.to_string(),
        });
        let text = reason.as_deref().unwrap_or("-");
        self.args.answers.write(out, Answer(text, || json!({ "infeasibility": reason })))
    }

    fn uniqueness(&mut self, word: &str, out: &mut Output) -> Result {
        self.count += 1;
        self.args.answers.write(out, Answer(word, || json!({ "uniqueness": word })))
    }

    /// Prints that the rest of the answer is not known.
    fn unknown(&self, field: &str, reason: StopReason, out: &mut Output) -> Result {
        let json = || json::partial(json!({ field: null }), Some(reason));
        self.args.answers.write(out, Answer(format_args!("{}?", self.blank()), json))
    }

    /// Prints a piece and its cells.
    fn hint(&self, hint: Option<Placement>, out: &mut Output) -> Result {
        let piece = hint.map_or_else(Piece::default, |placement| self.piece(placement));
        let mut text = piece.piece.unwrap_or("-").to_owned();
        text.extend(piece.cells.iter().flatten().map(|(x, y)| format!(" {x},{y}")));
        self.args.answers.write(out, Answer(text, || &piece))
    }

    /// Returns whether more solutions can be drawn.
    fn have_room(&self) -> bool {
        self.drawing.is_some() && self.solutions.len() < MOST_DRAWN
    }

    fn draw(&mut self, solution: Solution) {
        if self.have_room() {
            self.solutions.push(solution);
        }
    }

    /// Saves the drawing of the solutions; without any, of the board of the puzzle.
    fn save(&self) -> Result {
        self.save_sheet(&SolutionSheet::new(self.puzzle, &self.solutions))
    }

    fn save_sheet(&self, sheet: &SolutionSheet<'_>) -> Result {
        self.drawing.map_or(Ok(()), |file| save(file, sheet.to_string().as_bytes()))
    }

    fn piece(&self, placement: Placement) -> Piece<'a> {
        let piece = self.puzzle.pieces()[placement.piece].name();
        Piece { piece: Some(piece), cells: Some(self.puzzle.coords(&placement).collect()) }
    }
}

/// A picture with each piece in its color.
fn colored(puzzle: &Puzzle, picture: &str) -> String {
    let symbols: Vec<_> = (0..puzzle.pieces().len()).map(|piece| puzzle.symbol(piece)).collect();
    let mut text = String::new();
    for c in picture.chars() {
        match symbols.iter().position(|&symbol| symbol == c) {
            Some(piece) => {
                let style = tile(piece);
                text.push_str(&format!("{style}{c}{style:#}"));
            }
            None => text.push(c),
        }
    }
    text
}

/// Draws the board on stderr whenever it changes, one picture over the other if stderr is a
/// terminal.
struct Animation<'a> {
    puzzle: &'a Puzzle,
    /// The board of the last picture.
    drawn: Option<Vec<Placement>>,
    pause: Duration,
}

impl<'a> Animation<'a> {
    /// Draws about `speed` pictures a second, 0.01 to 1,000.
    fn new(puzzle: &'a Puzzle, speed: f64) -> Self {
        Self { puzzle, drawn: None, pause: Duration::from_secs_f64(1.0 / speed) }
    }

    /// Draws the board unless it is the last one drawn.
    fn show(&mut self, board: Vec<Placement>) {
        if self.drawn.as_ref() == Some(&board) {
            return;
        }
        let picture = self.puzzle.picture(&board).to_string();
        let rows = picture.lines().count();
        let mut stderr = anstream::stderr();
        let up = if self.drawn.is_some() && std::io::stderr().is_terminal() {
            format!("\u{1b}[{}A", rows + 1)
        } else {
            String::new()
        };
        // The search continues if stderr is closed.
        let _ = writeln!(stderr, "{up}{}", colored(self.puzzle, &picture));
        self.drawn = Some(board);
        std::thread::sleep(self.pause);
    }
}

/// Steps of the progress bar.
const STEPS: f64 = 1e4;

/// The template of the progress bar.
const BAR: &str = "{msg} {bar:30} {percent_precise} % {elapsed}";

fn show(progress: &Progress<'_>, bar: &Bar) {
    let Some(&StageProgress { stage, done, .. }) = progress.detail() else { return };
    let nodes = HumanCount(progress.nodes);
    bar.update(|bar| {
        bar.set_position((done * STEPS) as u64);
        bar.set_message(match stage {
            Stage::Graph => format!("graph, {nodes} states"),
            Stage::Counts => format!("counts, {nodes} states"),
            _ => format!("search, {nodes} nodes"),
        });
    });
}
