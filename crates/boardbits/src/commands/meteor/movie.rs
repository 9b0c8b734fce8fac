use std::collections::VecDeque;
use std::io::Write;
use std::path::PathBuf;

use meteor::bitboard_core::Limits;
use meteor::{Movie, Solver};

use crate::commands::meteor::solve::read;
use crate::context::{Context, Failure, Result};
use crate::files::{check, save};
use crate::help;
use crate::options;

/// Draw the search for solutions as an animated SVG file
///
/// The movie shows the board after each step of the search, up to a solution. Browsers play it, and repeat it. The answer
/// is the number of pictures and of steps: `500 pictures of 1234 steps`.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, help::WHOLE))]
pub(crate) struct Arguments {
    /// Puzzle file, `-` for stdin, or the name of a puzzle that comes with the program
    #[arg(value_name = "FILE|NAME")]
    puzzle: PathBuf,
    /// The SVG file
    #[arg(long, value_name = "FILE")]
    svg: PathBuf,
    /// Stop at solution number N, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    solution: u64,
    /// Maximum number of pictures: the last ones before the solution
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    last: u32,
    /// Pictures per second, 0.01 to 1,000
    #[arg(long, value_name = "SPEED", default_value = "10", value_parser = options::speed)]
    speed: f64,
    /// Stop after N steps
    #[arg(long, value_name = "N", default_value_t = 10_000_000)]
    nodes: u64,
}

const EXAMPLES: &str = "\
$ boardbits meteor movie meteor --svg meteor.svg
58 pictures of 103 steps
$ boardbits meteor movie pentominoes-6x10 --svg m.svg --last 200 --speed 25
200 pictures of … steps";

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    check(&args.svg)?;
    let (place, file) = read(&args.puzzle)?;
    let solver = Solver::new(file.puzzle.clone());
    let mut solutions = solver.solutions();
    let mut frames = VecDeque::from([solutions.board()]);
    let mut left = args.solution;
    let step = Limits::new().nodes(1);
    while left > 0 {
        if solutions.nodes() >= args.nodes {
            let nodes = args.nodes;
            return Err(Failure::Input(format!("{place}: no solution after {nodes} steps")));
        }
        let board = match solutions.try_next(&step) {
            Err(_) => solutions.board(),
            Ok(Some(solution)) => {
                left -= 1;
                solution.placements().to_vec()
            }
            Ok(None) => {
                let found = args.solution - left;
                return Err(Failure::Input(format!("{place}: there are {found} solutions")));
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
    writeln!(context.out, "{pictures} pictures of {} steps", solutions.nodes())?;
    Ok(())
}
