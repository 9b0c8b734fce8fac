//! `boardbits meteor solve`: the query, its answers as text and JSON, its drawing, the progress bar.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Instant;

use indicatif::HumanCount;
use meteor_puzzle::{
    CountError, Infeasibility, Interrupted, Limits, Placement, Progress, Puzzle, PuzzleFile,
    SeededRng, Solution, SolutionSheet, Solver, Stage, StageProgress, StopReason, TryError,
};
use serde_json::json;

use super::source::PuzzleOption;
use crate::context::{Context, Failure, Result, say};
use crate::files::{check, save};
use crate::help;
use crate::json;
use crate::options::{self, AnswerFormat, Memory, Seed, Threads, Timeout};
use crate::output::{Answer, Output, tile};
use crate::progress::Bar;

/// Solve a puzzle file: pieces of squares, hexagons, triangles, cubes or spheres on a board
///
/// The file has the line `board` and an indented picture of it, in which `.` is a free cell, `#` is
/// none, and a letter is a cell on which the piece of this name is placed, then for each piece `piece
/// NAME [COPIES]` and a picture, in which letters are its cells and `.` is none, or its steps, `walk E
/// E S`. An empty line ends a picture. Before them, `grid cubes` or `grid spheres` (or hexagon, axial,
/// triangle) names the grid; `-` separates the layers of cubes and spheres, the lowest first. `boardbits meteor puzzles
/// pentominoes-6x10` prints a file with a set of pieces. Without options all solutions are counted.
/// If there are none, a message on stderr says why, where that is evident. Exchanging copies of a
/// piece does not make another solution, pieces with different names do. `-` stands for no solution,
/// `?` for what is not known when the time is over.
///
/// In JSON: {"solutions":N}, {"distinct":N}, {"uniqueness":"unique"},
/// {"piece":NAME,"cells":[[X,Y],…]} for a hint, and for each solution
/// {"solution":N,"picture":[ROW,…],"pieces":[…]}; null beside "stopped" for what is not known.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("question"))]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleOption,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Count the solutions that a symmetry of the puzzle maps to one another once
    #[arg(long, group = "question")]
    distinct: bool,
    /// Print all solutions
    #[arg(long, group = "question")]
    all: bool,
    /// Print the first solution
    #[arg(long, group = "question")]
    first: bool,
    /// Print solution number N in the order of --all, counted from 1
    #[arg(long, group = "question", value_name = "N", value_parser = from_one)]
    nth: Option<NonZero<u128>>,
    /// Print N random solutions, all equally likely
    #[arg(long, group = "question", value_name = "N", value_parser = options::number(1..=u64::MAX))]
    sample: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Print `none`, `unique` or `several`, and up to two solutions
    #[arg(long, group = "question")]
    unique: bool,
    /// Print a piece to place next, `NAME X,Y X,Y …`, in space X,Y,Z
    #[arg(long, group = "question")]
    hint: bool,
    /// Draw into this SVG file: the board with the hint, the printed solutions or, without a
    /// question, the first 1,000 solutions; without a solution, the board
    #[arg(long, value_name = "FILE", conflicts_with = "distinct")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
}

const EXAMPLES: &str = "\
$ boardbits meteor solve ring.puzzle --first
V I I
V # I
V V I
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
    let (place, file) = args.puzzle.read()?;
    if let Some(pair) = file.puzzle.equal_pieces() {
        let [a, b] = pair.map(|piece| file.puzzle.pieces()[piece].name());
        say(format_args!(
            "boardbits: {place}: pieces {a} and {b} have the same shape, but solutions tell them \
             apart; those that exchange them count once if they are copies of one piece"
        ));
    }
    let bar = context.progress.bar(Some(STEPS as u64), BAR);
    let listener = |progress: &Progress| show(progress, &bar);
    let limits = Limits::new().on_progress(&listener);
    let start = Instant::now();
    let solver = Solver::new(file.puzzle.clone());
    let solver = solver.memory_bytes(args.memory.bytes()).threads(args.threads.count());
    // A file that cannot be written is named before long work, which still prints the answer.
    let mut drawn = args.svg.as_deref();
    if let Err(failure) = drawn.map_or(Ok(()), check) {
        context.complain_of(&failure);
        drawn = None;
    }
    let (puzzle, solutions) = (&file.puzzle, Vec::new());
    let mut answers =
        Answers { puzzle, args, count: 0, has_found: false, drawing: drawn, solutions };
    let query = PuzzleQuery { args, solver: &solver, limits, start, place: &place, bar: &bar };
    let answered = query.answer(&file, &mut answers, context);
    bar.hide();
    if let Err(Failure::Stopped(reason)) = answered {
        answers.unknown(query.field(), reason, &mut context.out)?;
    }
    if answered.is_ok()
        && !answers.has_found
        && let Some(reason) = puzzle.infeasibility()
    {
        context.note(&place, named(puzzle, reason));
    }
    context.go_on(place, answered)
}

/// A question about a puzzle.
struct PuzzleQuery<'a> {
    args: &'a Arguments,
    solver: &'a Solver,
    /// The limits without the time.
    limits: Limits<'a>,
    start: Instant,
    /// The name of the puzzle in messages.
    place: &'a str,
    bar: &'a Bar,
}

impl PuzzleQuery<'_> {
    /// The field of an answer in JSON.
    fn field(&self) -> &'static str {
        match self.args {
            Arguments { hint: true, .. } => "piece",
            Arguments { unique: true, .. } => "uniqueness",
            Arguments { distinct: true, .. } => "distinct",
            Arguments { all: true, .. }
            | Arguments { first: true, .. }
            | Arguments { nth: Some(_), .. }
            | Arguments { sample: Some(_), .. } => "solution",
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
        if args.hint {
            let hint = self.solver.try_hint(&self.limits())?;
            self.bar.hide();
            // If stdout is closed, the drawing is still saved.
            let board: Vec<_> = file.puzzle.placed().iter().copied().chain(hint).collect();
            let saved = answers.save_sheet(&SolutionSheet::board(&file.puzzle, &board));
            saved.and(answers.hint(hint, &mut context.out))
        } else if args.all {
            self.show(numbered(self.solver.try_solutions(&self.limits())), answers, context)
        } else if args.unique {
            self.unique(answers, context)
        } else if let Some(n) = args.nth.map(NonZero::get).or(args.first.then_some(1)) {
            let found = self.nth(n)?.map(|solution| Ok((n, solution)));
            self.show(found.into_iter(), answers, context)
        } else if let Some(number) = args.sample {
            self.sample(number, answers, context)
        } else {
            self.count(file, answers, context)
        }
    }

    /// The limits of the next search. The time is for all searches together.
    fn limits(&self) -> Limits<'_> {
        self.limits.clone().time(self.args.timeout.left(self.start))
    }

    /// The answer, or its failure.
    fn known<T>(&self, answer: Result<T, TryError<CountError>>) -> Result<T> {
        answer.map_err(|error| match error.interrupted() {
            Ok(stopped) => stopped.into(),
            Err(CountError::OutOfMemory) => {
                Failure::wrong(format_args!("{}; raise --memory", CountError::OutOfMemory))
            }
            Err(error) => Failure::wrong(error),
        })
    }

    /// Prints whether there is one solution, and up to two.
    fn unique(&self, answers: &mut Answers<'_>, context: &mut Context) -> Result {
        let (mut found, mut stopped) = (Vec::new(), None);
        for solution in self.solver.try_solutions(&self.limits()).take(2) {
            match solution {
                Ok(solution) => found.push(solution),
                Err(Interrupted { reason, .. }) => stopped = Some(reason),
            }
        }
        self.bar.hide();
        if stopped.is_some() {
            if !found.is_empty() {
                self.show(numbered(found.into_iter().map(Ok)), answers, context)?;
            }
            return Failure::if_stopped(stopped);
        }
        let word = ["none", "unique", "several"][found.len()];
        // If stdout is closed, the drawing is still saved.
        let printed = answers.uniqueness(word, &mut context.out);
        self.show(numbered(found.into_iter().map(Ok)), answers, context)?;
        printed
    }

    /// Solution number `n`, from 1, by the index or, for the first or without memory, by search.
    fn nth(&self, n: u128) -> Result<Option<Solution>> {
        if n > 1 {
            match self.solver.try_index(&self.limits()) {
                Err(TryError::Failed(CountError::OutOfMemory)) => {}
                index => return Ok(self.known(index)?.nth(n - 1)),
            }
        }
        let mut solutions = self.solver.try_solutions(&self.limits());
        for _ in 1..n {
            if solutions.next().transpose()?.is_none() {
                return Ok(None);
            }
        }
        Ok(solutions.next().transpose()?)
    }

    /// Prints random solutions.
    fn sample(&self, number: u64, answers: &mut Answers<'_>, context: &mut Context) -> Result {
        let index = self.known(self.solver.try_index(&self.limits()))?;
        let mut rng = SeededRng::new(self.args.seed.seed);
        let draw = |_| {
            // Drawing from the index takes no nodes, and does not check the limits.
            if let Err(reason) = self.limits().start().check() {
                return Some(Err(reason.into()));
            }
            let solution = index.sample(&mut rng)?;
            Some(Ok((index.rank(&solution)? + 1, solution)))
        };
        self.show((0..number).map_while(draw), answers, context)
    }

    fn count(&self, file: &PuzzleFile, answers: &mut Answers<'_>, context: &mut Context) -> Result {
        let (answer, expected) = if self.args.distinct {
            (self.solver.try_count_distinct(&self.limits()), file.distinct)
        } else {
            (self.solver.try_count(&self.limits()), file.solutions)
        };
        let (name, answer) = (self.field(), self.known(answer)?);
        self.bar.hide();
        let printed = self
            .args
            .answers
            .write(&mut context.out, Answer(answer, || BTreeMap::from([(name, answer)])));
        answers.has_found = answer > 0;
        if let Some(expected) = expected.filter(|&expected| expected != answer) {
            let advice = "change or remove that line of a changed puzzle";
            context.complain(self.place, format_args!("the file says {name} {expected}; {advice}"));
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
    /// Whether a solution is found.
    has_found: bool,
    /// The SVG file, if one is wanted.
    drawing: Option<&'a Path>,
    /// The solutions to draw.
    solutions: Vec<Solution>,
}

/// Maximum number of solutions that are drawn.
const MOST_DRAWN: usize = 1000;

#[derive(serde::Serialize)]
struct SolutionLine<'a> {
    solution: u128,
    picture: Vec<&'a str>,
    pieces: Vec<PlacedPiece<'a>>,
}

#[derive(Default, serde::Serialize)]
struct PlacedPiece<'a> {
    piece: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Vec<i32>>>,
}

impl<'a> Answers<'a> {
    /// Prints a picture or, in JSON, the number, the picture and the pieces.
    fn solution(&mut self, number: u128, solution: &Solution, out: &mut Output) -> Result {
        let placements = solution.placements();
        let picture = self.puzzle.picture(placements).to_string();
        let text = colored(self.puzzle, &picture);
        let json = || SolutionLine {
            solution: number,
            picture: picture.lines().collect(),
            pieces: placements.iter().map(|&placement| self.piece(placement)).collect(),
        };
        let text = format_args!("{}{}", self.blank(), text.trim_end_matches('\n'));
        self.args.answers.write(out, Answer(text, json))?;
        self.count += 1;
        self.has_found = true;
        out.flush_if_due()
    }

    /// An empty line between two answers as text.
    fn blank(&self) -> &'static str {
        if self.count > 0 { "\n" } else { "" }
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
    fn hint(&mut self, hint: Option<Placement>, out: &mut Output) -> Result {
        self.has_found = hint.is_some();
        let piece = hint.map_or_else(PlacedPiece::default, |placement| self.piece(placement));
        let mut text = piece.piece.unwrap_or("-").to_owned();
        for cell in piece.cells.iter().flatten() {
            let numbers: Vec<_> = cell.iter().map(i32::to_string).collect();
            text.extend([" ", &numbers.join(",")]);
        }
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

    fn piece(&self, placement: Placement) -> PlacedPiece<'a> {
        let piece = self.puzzle.pieces()[placement.piece].name();
        let axes = self.puzzle.grid().axes();
        let cells = self.puzzle.coords(&placement).map(|cell| cell.to_array()[..axes].to_vec());
        PlacedPiece { piece: Some(piece), cells: Some(cells.collect()) }
    }
}

/// A picture with each piece in its color.
pub(crate) fn colored(puzzle: &Puzzle, picture: &str) -> String {
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

/// The reason, with the name of the piece.
fn named(puzzle: &Puzzle, reason: Infeasibility) -> String {
    match reason {
        Infeasibility::Piece { piece } => {
            format!("piece {} does not fit", puzzle.pieces()[piece].name())
        }
        reason => reason.to_string(),
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
