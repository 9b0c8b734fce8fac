//! `boardbits meteor puzzles`, `export` and `movie`: puzzles of the program, puzzles for other
//! solvers, and animated searches.

use std::collections::VecDeque;
use std::path::PathBuf;

use bitboard_core::limits::Meter;
use meteor_puzzle::{Limits, Movie, Solver, presets};
use serde_json::json;

use super::source::{names, read};
use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::files::{check, save};
use crate::help;
use crate::json;
use crate::options::{self, AnswerFormat, Nodes, Timeout};
use crate::output::Answer;

/// List the puzzles that come with the program, or print the file of one
///
/// A line of the list is `NAME SOLUTIONS CLASSES TITLE`. CLASSES is the number of solutions up to
/// symmetry, `?` if it is not known. In JSON a line is {"name","solutions","classes","title"}, and
/// a file is {"name","file"}.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Puzzles {
    /// Name of the puzzle whose file is printed
    name: Option<String>,
    #[command(flatten)]
    answers: AnswerFormat,
}

const EXAMPLES: &str = "\
$ boardbits meteor puzzles
meteor 2098 1049 The Meteor puzzle
…
$ boardbits meteor puzzles pentominoes-3x20
…";

const STATUSES: help::Statuses =
    ["the list or file was printed", "stdout cannot be written", "wrong usage, or an unknown name"];

#[derive(serde::Serialize)]
struct Line<'a> {
    name: &'a str,
    solutions: Option<u128>,
    classes: Option<u128>,
    title: &'a str,
}

pub(crate) fn run_puzzles(args: &Puzzles, context: &mut Context) -> Result {
    if let Some(name) = &args.name {
        let unknown = || {
            let suggestion = suggest(name, names());
            Failure::Usage(format!("{name:?} is not the name of a puzzle; {suggestion}"))
        };
        let file = presets::find(name).ok_or_else(unknown)?.text();
        let json = || json!({ "name": name, "file": file });
        return args.answers.write(&mut context.out, Answer(file.trim_end_matches('\n'), json));
    }
    let number = |number: Option<u128>| number.map_or_else(|| "?".into(), |n| n.to_string());
    for preset in presets::ALL {
        let file = preset.file();
        let (solutions, classes) = (file.solutions, file.solutions_up_to_symmetry);
        let (name, title) = (preset.name(), &file.title);
        let [all, distinct] = [solutions, classes].map(number);
        let text = format!("{name} {all} {distinct} {title}");
        let line = || Line { name, solutions, classes, title };
        args.answers.write(&mut context.out, Answer(text, line))?;
    }
    Ok(())
}

/// Print a puzzle in the format of other solvers
///
/// dlx: an exact cover problem for D. E. Knuth's programs, a line with the items (secondary ones
/// after `|`) and a line for each option. An item is a cell, `cX,Y`, or a piece, `pNAME`, or has a
/// number, `p#3`, if these programs do not accept the name: longer than eight bytes, or with `|` or
/// `:`. If cells may stay empty, lines with a cell alone may follow the options.
/// cnf: a formula in the DIMACS format; variable i means that option i is on the board. Both list
/// the same options in the same order.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXPORT_EXAMPLES, help::WHOLE))]
pub(crate) struct Export {
    /// Puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    #[arg(value_name = "FILE|NAME")]
    puzzle: PathBuf,
    /// File format to write
    #[arg(value_name = "FORMAT", value_parser = ["dlx", "cnf"])]
    form: String,
}

const EXPORT_EXAMPLES: &str = "\
$ boardbits meteor export ring.puzzle dlx
c1,0 c2,0 c2,1 c2,2 pI
…
$ boardbits meteor export ring.puzzle cnf
p cnf 1 5
…";

pub(crate) fn run_export(args: &Export, context: &mut Context) -> Result {
    let (place, file) = read(&args.puzzle)?;
    let text = if args.form == "cnf" { file.puzzle.to_cnf() } else { file.puzzle.to_dlx() };
    let text = text.map_err(|error| Failure::at(place, error))?;
    write!(context.out, "{text}")?;
    Ok(())
}

/// Draw the search for solutions as an animated SVG file
///
/// The movie shows the board after each step of the search, up to a solution. Browsers play it, and
/// repeat it. The answer is the number of pictures and of steps: `500 pictures of 1234 steps`, in
/// JSON {"pictures","steps","solution"}. If there are fewer solutions, the movie shows the whole
/// search, the answer is `-`, and "solution" is null. If a limit is reached, it shows the search so
/// far, and JSON also has "stopped".
#[derive(clap::Args)]
#[command(mut_arg("nodes", |nodes| nodes.default_value("10000000")))]
#[command(after_long_help = help::after(MOVIE_EXAMPLES, MOVIE_STATUSES))]
pub(crate) struct MovieArguments {
    /// Puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    #[arg(value_name = "FILE|NAME")]
    puzzle: PathBuf,
    #[command(flatten)]
    answers: AnswerFormat,
    /// The SVG file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
    /// Stop at solution number N, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = options::number(1..=u64::MAX))]
    solution: u64,
    /// Maximum number of pictures: the last ones before the solution
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = options::number(1..=10_000_u32))]
    last: u32,
    /// Pictures per second, 0.01 to 1,000
    #[arg(long, value_name = "SPEED", default_value = "10", value_parser = options::speed)]
    speed: f64,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    timeout: Timeout,
}

const MOVIE_STATUSES: help::Statuses = [
    "answered, including that no such solution exists",
    "wrong input, or a limit was reached",
    help::USAGE,
];

const MOVIE_EXAMPLES: &str = "\
$ boardbits meteor movie meteor --svg meteor.svg
58 pictures of 103 steps
$ boardbits meteor movie pentominoes-6x10 --svg m.svg --last 200 --speed 25
200 pictures of … steps";

pub(crate) fn run_movie(args: &MovieArguments, context: &mut Context) -> Result {
    check(&args.svg)?;
    let (place, file) = read(&args.puzzle)?;
    let solver = Solver::new(file.puzzle.clone());
    let mut solutions = solver.solutions();
    let mut frames = VecDeque::from([solutions.board()]);
    let mut left = args.solution;
    let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
    let watch = limits.start();
    let mut meter = Meter::new(&watch);
    let mut stopped = None;
    let mut is_over = false;
    while left > 0 && !is_over {
        if let Err(reason) = meter.take_all(1) {
            stopped = Some(reason);
            break;
        }
        let board = match solutions.try_next(&Limits::new().nodes(1)) {
            Err(_) => solutions.board(),
            Ok(Some(solution)) => {
                left -= 1;
                solution.placements().to_vec()
            }
            Ok(None) => {
                is_over = true;
                solutions.board()
            }
        };
        if frames.back() != Some(&board) {
            frames.push_back(board);
        }
        if frames.len() > args.last as usize {
            frames.pop_front();
        }
    }
    let pictures = frames.len();
    let movie = Movie::new(&file.puzzle, frames).frames_per_second(args.speed);
    save(&args.svg, movie.to_string().as_bytes())?;
    let steps = solutions.nodes();
    let solution = (left == 0).then_some(args.solution);
    let json = || json!({ "pictures": pictures, "steps": steps, "solution": solution });
    let whole = format!("{pictures} pictures of {steps} steps");
    let text = if is_over { "-" } else { &whole };
    args.answers.write(&mut context.out, Answer(text, || json::partial(json(), stopped)))?;
    if let Some(reason) = stopped {
        context.complain(place, reason);
    }
    Ok(())
}
