//! `boardbits meteor solve`: the query, its answers as text and JSON, its drawing, the animation
//! and the progress bar.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use meteor::bitboard_core::{Interrupted, Limits, Random, SeededRng, StopReason};
use meteor::{
    CountError, Infeasibility, Placement, Progress, Puzzle, PuzzleFile, Sheet, Solution, Solver,
    Stage, Uniqueness,
};

use super::source::read;
use crate::context::{Context, Failure, Result, say};
use crate::files::{check, save};
use crate::help;
use crate::json;
use crate::options::{self, AnswerFormat, Memory, Seed, Threads, Timeout};
use crate::output::{Output, tile};
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
    let solver = solver.memory(args.memory.bytes()).threads(args.threads.count());
    // A file that cannot be written is named before long work, which still prints the answer.
    let mut drawn = args.svg.as_deref();
    if let Err(failure) = drawn.map_or(Ok(()), check) {
        context.complain_of(&failure);
        drawn = None;
    }
    let drawing = Drawing::new(&file.puzzle, drawn);
    let start = Instant::now();
    let query = Query { args, solver: &solver, limits, start, place: &place, bar: &bar };
    let answered = query.answer(&file, drawing, context);
    bar.hide();
    answered
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

/// The reason why no further answer follows.
enum Halt {
    /// A limit was reached.
    Stopped(StopReason),
    Failed(Failure),
}

impl From<Interrupted> for Halt {
    fn from(stopped: Interrupted) -> Self {
        Self::Stopped(stopped.reason)
    }
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl<E: Into<Failure>> From<E> for Halt {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Query<'_> {
    fn answer(&self, file: &PuzzleFile, drawing: Drawing<'_>, context: &mut Context) -> Result {
        let mut answers =
            Answers::new(self.solver.puzzle(), self.args.answers.are_json(), self.args.by_copy);
        let answered = self.question(file, drawing, &mut answers, context);
        self.bar.hide();
        match answered {
            Ok(()) => Ok(()),
            Err(Halt::Stopped(reason)) => {
                answers.unknown(self.field(), reason, &mut context.out)?;
                context.complain(self.place, reason);
                Ok(())
            }
            Err(Halt::Failed(failure)) => Err(failure),
        }
    }

    /// The field of an answer in JSON.
    fn field(&self) -> &'static str {
        let args = self.args;
        if args.hint {
            "piece"
        } else if args.unique {
            "uniqueness"
        } else if args.classes {
            "classes"
        } else if args.first || args.all || args.nth.is_some() || args.sample.is_some() {
            "solution"
        } else {
            "solutions"
        }
    }

    fn question(
        &self,
        file: &PuzzleFile,
        drawing: Drawing<'_>,
        answers: &mut Answers<'_>,
        context: &mut Context,
    ) -> Result<(), Halt> {
        let args = self.args;
        if args.why {
            self.bar.hide();
            Ok(answers.infeasibility(&mut context.out)?)
        } else if args.hint {
            let hint = self.solver.try_hint(&self.limits())?;
            self.bar.hide();
            // If stdout is closed, the drawing is still saved.
            let printed = answers.placement(hint, &mut context.out);
            drawing.save_hint(hint)?;
            Ok(printed?)
        } else if args.first || args.all {
            let most = if args.first { 1 } else { usize::MAX };
            match args.animate.map(|speed| Animation::new(&file.puzzle, speed)) {
                Some(animation) => {
                    let found = numbered(self.animated(animation).take(most));
                    self.show(found, drawing, answers, context)
                }
                None => {
                    let found = self.solver.try_solutions(&self.limits());
                    self.show(numbered(found.take(most)), drawing, answers, context)
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
                        let found = numbered(partial.into_iter().map(Ok));
                        self.show(found, drawing, answers, context)?;
                    }
                    return Err(Halt::Stopped(reason));
                }
            };
            self.bar.hide();
            // If stdout is closed, the drawing is still saved.
            let printed = answers.uniqueness(word, &mut context.out);
            self.show(numbered(found.into_iter().map(Ok)), drawing, answers, context)?;
            Ok(printed?)
        } else if let Some(n) = args.nth {
            let index = self.known(self.solver.try_index(&self.limits()))?;
            let found = index.try_nth(n.get() - 1, &self.limits()).transpose();
            let found = found.map(|found| found.map(|solution| (n.get(), solution)));
            self.show(found.into_iter(), drawing, answers, context)
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
            self.show(found, drawing, answers, context)
        } else {
            self.count(file, drawing, context)
        }
    }

    /// The limits of the next search. The time is for all searches together.
    fn limits(&self) -> Limits<'_, Progress> {
        let left = self.args.timeout.timeout.map(|time| time.saturating_sub(self.start.elapsed()));
        self.limits.clone().time(left)
    }

    /// The answer; a failure names the puzzle.
    fn known<T>(&self, answer: Result<T, CountError>) -> Result<T, Halt> {
        answer.map_err(|error| match error {
            CountError::Stopped(reason) => Halt::Stopped(reason),
            error => Halt::Failed(Failure::at(self.place, error)),
        })
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

    fn count(
        &self,
        file: &PuzzleFile,
        mut drawing: Drawing<'_>,
        context: &mut Context,
    ) -> Result<(), Halt> {
        let (answer, expected) = if self.args.classes {
            (self.solver.try_count_up_to_symmetry(&self.limits()), file.solutions_up_to_symmetry)
        } else {
            (self.solver.try_count(&self.limits()), file.solutions)
        };
        let (name, answer) = (self.field(), self.known(answer)?);
        self.bar.hide();
        let printed = if self.args.answers.are_json() {
            writeln!(context.out, "{{\"{name}\":{answer}}}")
        } else {
            writeln!(context.out, "{answer}")
        };
        if let Some(expected) = expected.filter(|&expected| expected != answer) {
            context.complain(self.place, format_args!("the file says {name} {expected}"));
        }
        if drawing.has_room() {
            // The drawing needs another search. If stdout is closed, it is still saved.
            let flushed = printed.and_then(|()| context.out.flush());
            let mut stopped = None;
            for solution in self.solver.try_solutions(&self.limits()).take(MOST_DRAWN) {
                match solution {
                    Ok(solution) => drawing.add(solution),
                    Err(Interrupted { reason, .. }) => stopped = Some(reason),
                }
            }
            self.bar.hide();
            drawing.save()?;
            if let Some(reason) = stopped {
                context.complain(self.place, format_args!("{reason} before all was drawn"));
            }
            return Ok(flushed?);
        }
        Ok(printed?)
    }

    /// Prints solutions with their numbers as they are found, or that none exists, and draws them.
    /// If stdout is closed, continues until the drawing is complete.
    fn show(
        &self,
        found: impl Iterator<Item = Result<(u128, Solution), Interrupted>>,
        mut drawing: Drawing<'_>,
        answers: &mut Answers<'_>,
        context: &mut Context,
    ) -> Result<(), Halt> {
        let mut printed = Ok(());
        let mut stopped = Ok(());
        for solution in found {
            let (number, solution) = match solution {
                Ok(found) => found,
                Err(reason) => {
                    stopped = Err(reason);
                    break;
                }
            };
            if printed.is_ok() {
                printed =
                    self.bar.suspend(|| answers.solution(number, &solution, &mut context.out));
            }
            drawing.add(solution);
            if printed.is_err() && !drawing.has_room() {
                break;
            }
        }
        self.bar.hide();
        if answers.count == 0 && stopped.is_ok() && printed.is_ok() {
            printed = answers.nothing(&mut context.out);
        }
        let saved = drawing.save();
        if let Err(reason) = stopped {
            // The caller still prints `?`.
            saved.unwrap_or_else(|failure| context.complain_of(&failure));
            return Err(reason.into());
        }
        saved?;
        Ok(printed?)
    }
}

/// Numbers solutions from 1.
fn numbered(
    found: impl Iterator<Item = Result<Solution, Interrupted>>,
) -> impl Iterator<Item = Result<(u128, Solution), Interrupted>> {
    found.zip(1..).map(|(found, number)| found.map(|solution| (number, solution)))
}

/// Prints answers, as text or as JSON lines.
struct Answers<'a> {
    puzzle: &'a Puzzle,
    json: bool,
    /// Whether each copy of a piece has a letter for itself.
    by_copy: bool,
    /// The number of answers so far.
    count: u64,
}

#[derive(serde::Serialize)]
struct Line<'a> {
    solution: u128,
    picture: Vec<&'a str>,
    pieces: Vec<Piece<'a>>,
}

#[derive(serde::Serialize)]
struct Piece<'a> {
    piece: &'a str,
    cells: Vec<(i32, i32)>,
}

impl<'a> Answers<'a> {
    fn new(puzzle: &'a Puzzle, json: bool, by_copy: bool) -> Self {
        Self { puzzle, json, by_copy, count: 0 }
    }

    /// A picture or, in JSON, the number, the picture and the pieces.
    fn solution(&mut self, number: u128, solution: &Solution, out: &mut Output) -> io::Result<()> {
        let picture = match self.by_copy {
            true => self.puzzle.picture_by_copy(solution.placements()).to_string(),
            false => solution.picture(self.puzzle).to_string(),
        };
        if self.json {
            let pieces = solution.placements().iter().map(|&p| self.piece(p)).collect();
            let picture = picture.lines().collect();
            let line = Line { solution: number, picture, pieces };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else {
            self.separate(out)?;
            let text = if self.by_copy { picture } else { colored(self.puzzle, &picture) };
            out.write_all(text.as_bytes())?;
        }
        self.count += 1;
        out.flush_if_due()
    }

    /// An empty line between two answers.
    fn separate(&self, out: &mut Output) -> io::Result<()> {
        if self.count > 0 { writeln!(out) } else { Ok(()) }
    }

    /// Prints that no solution exists.
    fn nothing(&mut self, out: &mut Output) -> io::Result<()> {
        if self.json { writeln!(out, "{{\"solution\":null}}") } else { writeln!(out, "-") }
    }

    /// Prints why the puzzle has no solution.
    fn infeasibility(&self, out: &mut Output) -> io::Result<()> {
        let reason = self.puzzle.infeasibility().map(|reason| match reason {
            Infeasibility::Piece { piece } => {
                format!("piece {} does not fit", self.puzzle.pieces()[piece].name())
            }
            reason => reason.to_string(),
        });
        if self.json {
            let line = serde_json::json!({ "infeasibility": reason });
            return writeln!(out, "{line}");
        }
        writeln!(out, "{}", reason.as_deref().unwrap_or("-"))
    }

    fn uniqueness(&mut self, word: &str, out: &mut Output) -> io::Result<()> {
        self.count += 1;
        if self.json {
            writeln!(out, "{{\"uniqueness\":\"{word}\"}}")
        } else {
            writeln!(out, "{word}")
        }
    }

    /// Prints that the rest of the answer is not known.
    fn unknown(&self, field: &str, reason: StopReason, out: &mut Output) -> io::Result<()> {
        if self.json {
            let stopped = json::stopped(reason);
            return writeln!(out, "{{\"{field}\":null,\"stopped\":\"{stopped}\"}}");
        }
        self.separate(out)?;
        writeln!(out, "?")
    }

    /// A piece and its cells.
    fn placement(&self, placement: Option<Placement>, out: &mut Output) -> io::Result<()> {
        let Some(placement) = placement else {
            let none = if self.json { "{\"piece\":null}" } else { "-" };
            return writeln!(out, "{none}");
        };
        let piece = self.piece(placement);
        if self.json {
            serde_json::to_writer(&mut *out, &piece)?;
        } else {
            write!(out, "{}", piece.piece)?;
            piece.cells.iter().try_for_each(|(x, y)| write!(out, " {x},{y}"))?;
        }
        writeln!(out)
    }

    fn piece(&self, placement: Placement) -> Piece<'a> {
        let piece = self.puzzle.pieces()[placement.piece].name();
        Piece { piece, cells: self.puzzle.coords(&placement).collect() }
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

/// The drawing of an SVG file, if one is wanted.
struct Drawing<'a> {
    puzzle: &'a Puzzle,
    file: Option<&'a Path>,
    solutions: Vec<Solution>,
}

/// Maximum number of solutions that are drawn.
const MOST_DRAWN: usize = 1000;

impl<'a> Drawing<'a> {
    fn new(puzzle: &'a Puzzle, file: Option<&'a Path>) -> Self {
        Self { puzzle, file, solutions: Vec::new() }
    }

    /// Returns whether more solutions can be drawn.
    fn has_room(&self) -> bool {
        self.file.is_some() && self.solutions.len() < MOST_DRAWN
    }

    fn add(&mut self, solution: Solution) {
        if self.has_room() {
            self.solutions.push(solution);
        }
    }

    /// Saves the solutions; without any, the board of the puzzle.
    fn save(&self) -> Result {
        self.save_sheet(&Sheet::new(self.puzzle, &self.solutions))
    }

    /// Saves the board of the puzzle with one more piece on it.
    fn save_hint(&self, hint: Option<Placement>) -> Result {
        let placed = self.puzzle.placed().iter().copied();
        let board: Vec<_> = placed.chain(hint).collect();
        self.save_sheet(&Sheet::board(self.puzzle, &board))
    }

    fn save_sheet(&self, sheet: &Sheet<'_>) -> Result {
        self.file.map_or(Ok(()), |file| save(file, sheet.to_string().as_bytes()))
    }
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

fn show(progress: &Progress, bar: &Bar) {
    let nodes = HumanCount(progress.nodes);
    bar.update(|bar, _| {
        bar.set_position((progress.done * STEPS) as u64);
        bar.set_message(match progress.stage {
            Stage::Graph => format!("graph, {nodes} states"),
            Stage::Counts => format!("counts, {nodes} states"),
            _ => format!("search, {nodes} nodes"),
        });
    });
}
