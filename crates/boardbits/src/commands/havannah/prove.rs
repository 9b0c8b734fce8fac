use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use havannah_uf::bitboard_core::{Interrupted, Limits, Symmetry};
use havannah_uf::pns::{Progress, Solver};
use havannah_uf::proof::Proof;
use havannah_uf::{Havannah, Hex, Move, Value};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::ring::RingOption;
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::options::{self, Memory, Timeout};
use crate::save::{check, save, save_with};

/// Solve positions by proof-number search, and write proofs
///
/// The position is given by its moves `x,y`; without moves it is the empty board. The answer is a line such as
/// `1,1: second wins, 582 nodes`, or, if a limit was reached, `1,1: unknown, 1000 nodes, 12 to prove, 34 to
/// disprove`, where the numbers are lower bounds for the positions left to prove that the player to move wins, and to
/// disprove it.
///
/// With --state, the search continues where an earlier one was stopped, and its table is written again in the end
/// and every ten minutes. The table must belong to this program; its numbers are not checked. The proof is
/// checked without it.
#[derive(clap::Args)]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Prove {
    /// Moves that lead to the position, `x,y` or `swap`
    #[arg(conflicts_with = "openings")]
    moves: Vec<Move>,
    /// Number of cells along an edge, 2 to 64; proofs are written up to base 5
    #[arg(long, default_value_t = 3)]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Solve the position after each first move, except images of others
    #[arg(long)]
    openings: bool,
    /// Write the proofs to this file; `havannah check-proof` verifies them
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// Continue with the transposition table of this file, if it exists, and write the table to it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    memory: Memory,
    /// Stop after N nodes (expanded positions) of a position
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    #[command(flatten)]
    timeout: Timeout,
    #[command(flatten)]
    progress: options::Progress,
}

const EXAMPLES: &str = "\
$ boardbits havannah prove --base 3 --openings --proof base3.proof
1,1: …
2,1: …
2,2: …
3,3: …
$ boardbits havannah prove --base 4 --nodes 1000 --state a1.state 1,1
1,1: unknown, 1000 nodes, … to prove, … to disprove";

const STATUSES: help::Statuses = [
    "solved, or a limit was reached",
    "a file is wrong or cannot be written, or no proof was found for --proof",
    help::USAGE,
];

/// How often the table is written.
const WRITE_EVERY: Duration = Duration::from_secs(600);

pub(crate) fn run(args: &Prove, context: &mut Context) -> Result {
    let games = games(args)?;
    let mut solver = super::solver(args.memory)?;
    // If a file cannot be written, the search would be lost.
    args.proof.as_deref().map_or(Ok(()), check)?;
    match args.state.as_deref() {
        Some(path) if path.exists() => {
            check(path)?;
            read_table(&mut solver, path)?;
        }
        Some(path) => write_table(&solver, path)?,
        None => {}
    }
    let style = ProgressStyle::with_template("{spinner} {msg} {elapsed}");
    let bar = if args.progress.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    let mut proving = Proving { args, solver, bar };
    let (mut proofs, mut printed) = (String::new(), Ok(()));
    for game in &games {
        let (line, proof) = proving.prove(game)?;
        let moves: Vec<_> = game.moves().map(|played| played.to_string()).collect();
        let moves = if moves.is_empty() { "empty".into() } else { moves.join(" ") };
        // The reader of stdout may stop early, but the files must be complete.
        if printed.is_ok() {
            printed = writeln!(context.out, "{moves}: {line}").and_then(|()| context.out.flush());
        }
        if printed.is_err() && args.proof.is_none() && args.state.is_none() {
            break;
        }
        match proof {
            Ok(proof) => proofs.extend(proof.map(|proof| proof.to_string())),
            Err(stopped) => {
                context.complain(moves, format_args!("the proof is not listed: {stopped}"));
            }
        }
    }
    proving.bar.finish_and_clear();
    let table = args.state.as_ref().map_or(Ok(()), |path| write_table(&proving.solver, path));
    let proof = match &args.proof {
        Some(path) if !proofs.is_empty() => save(path, proofs.as_bytes()),
        Some(path) => {
            context.complain(path.display(), "not written: no proof was found");
            Ok(())
        }
        None => Ok(()),
    };
    table.and(proof).and(printed.map_err(Failure::Io))
}

/// The positions to solve.
fn games(args: &Prove) -> Result<Vec<Havannah>> {
    let empty = Havannah::new(args.base, args.ring.rule());
    let empty = empty.map_err(|error| Failure::Usage(format!("--base: {error}")))?;
    let after = |moves: &[Move]| {
        let mut game = empty.clone();
        if moves.contains(&Move::Swap) {
            game = game.with_swap_rule();
        }
        for (number, &played) in (1..).zip(moves) {
            game.play(played).map_err(|error| Failure::Usage(format!("move {number}: {error}")))?;
        }
        Ok(game)
    };
    if !args.openings {
        return Ok(vec![after(&args.moves)?]);
    }
    let is_first = |cell: &Hex| {
        let images = Symmetry::HEXAGON.map(|symmetry| cell.transform(symmetry, args.base));
        images.into_iter().flatten().all(|image| (image.y, image.x) >= (cell.y, cell.x))
    };
    Hex::all(args.base).filter(is_first).map(|cell| after(&[cell.into()])).collect()
}

/// The proof of a position, if there is one.
type Listed = std::result::Result<Option<Proof>, Interrupted<Progress>>;

struct Proving<'a> {
    args: &'a Prove,
    solver: Solver,
    bar: ProgressBar,
}

impl Proving<'_> {
    /// The answer, and the proof if it is wanted and known.
    fn prove(&mut self, game: &Havannah) -> Result<(String, Listed)> {
        let (mut nodes, start) = (0, Instant::now());
        loop {
            let left = self.args.timeout.timeout;
            let left = left.map(|time| time.saturating_sub(start.elapsed()));
            let before = nodes;
            let show = |progress: &Progress| {
                if progress.nodes.is_multiple_of(1 << 16) {
                    let nodes = HumanCount(before + progress.nodes);
                    let Progress { proof, disproof, .. } = progress;
                    let message =
                        format!("{nodes} nodes, {proof} to prove, {disproof} to disprove");
                    self.bar.set_message(message);
                    self.bar.tick();
                }
            };
            // Searches are stopped to write the table.
            let slice = left.map_or(WRITE_EVERY, |left| left.min(WRITE_EVERY));
            let mut limits = Limits::new().time(slice).on_progress(&show);
            if let Some(most) = self.args.nodes {
                limits = limits.nodes(most - nodes);
            }
            match self.solver.try_solve(game, &limits) {
                Ok(solution) => {
                    let winner = match solution.value {
                        Value::Draw => None,
                        Value::Win => Some(game.turn()),
                        Value::Loss => Some(game.turn().other()),
                    };
                    let nodes = nodes + solution.nodes;
                    let line = match winner {
                        Some(winner) => format!("{winner} wins, {nodes} nodes"),
                        None => format!("draw, {nodes} nodes"),
                    };
                    return Ok((line, self.proof(game, start)));
                }
                Err(stopped) => {
                    nodes += stopped.partial.nodes;
                    let is_over = left.is_some_and(|left| left <= slice)
                        || self.args.nodes.is_some_and(|most| nodes >= most);
                    if is_over {
                        let Progress { proof, disproof, .. } = stopped.partial;
                        let line = format!(
                            "unknown, {nodes} nodes, {proof} to prove, {disproof} to disprove"
                        );
                        return Ok((line, Ok(None)));
                    }
                    if let Some(path) = &self.args.state {
                        write_table(&self.solver, path)?;
                    }
                }
            }
        }
    }

    fn proof(&mut self, game: &Havannah, start: Instant) -> Listed {
        if self.args.proof.is_none() {
            return Ok(None);
        }
        self.bar.set_message("listing the moves of the proof");
        let left = self.args.timeout.timeout.map(|time| time.saturating_sub(start.elapsed()));
        let limits = left.map_or(Limits::new(), |left| Limits::new().time(left));
        Proof::find(game, &mut self.solver, &limits)
    }
}

fn read_table(solver: &mut Solver, path: &Path) -> Result {
    let wrong = |error| Failure::Input(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(wrong)?;
    solver.read_table(&mut BufReader::with_capacity(1 << 16, file)).map_err(wrong)
}

fn write_table(solver: &Solver, path: &Path) -> Result {
    save_with(path, |file| solver.write_table(file))
}
