//! `boardbits havannah prove`: proof-number search.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use havannah_uf::bitboard_core::{Interrupted, Limits, StopReason, Symmetry};
use havannah_uf::dfpn::{Progress, Solver, TableFile};
use havannah_uf::{Havannah, Hex, Move, Player, Value};
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use serde_json::{Value as Json, json};

use super::{RingOption, solver, write_answer};
use crate::context::{Context, Failure, Result, say};
use crate::files::{Interrupt, Lock, save_with};
use crate::help;
use crate::json;
use crate::options::{AnswerFormat, Memory, Nodes, Threads, Timeout, number};
use crate::progress::Bar;

/// Solve positions by proof-number search
///
/// The position is given by its moves `x,y`; without moves it is the empty board. The answer is a
/// line such as `1,1: first wins, 1068 nodes`, or, if a limit was reached, `1,1: ?, 1000 nodes,
/// 12 to prove, 34 to disprove`, where the numbers are lower bounds for the positions left
/// to prove that the player to move wins, and to disprove it. In JSON it is
/// {"moves","outcome","nodes"}, where "outcome" is "first", "second", "draw" or null; if a limit
/// was reached, also with "to_prove", "to_disprove" and "stopped".
///
/// With more than one thread, the number of nodes differs from run to run.
///
/// With --state, the search continues where an earlier one was stopped, and its table is written
/// again in the end, every ten minutes, and after Ctrl-C or SIGTERM; a second Ctrl-C ends the
/// program at once. Only one process can use a table at a time: it is locked by FILE.lock. The
/// table must belong to this program; its numbers are not checked.
#[derive(clap::Args)]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Prove {
    /// Moves that lead to the position, `x,y` or `swap`
    #[arg(conflicts_with = "openings")]
    moves: Vec<Move>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Number of cells along an edge, 2 to 64
    #[arg(long, default_value_t = 3, value_parser = number(0..=u32::MAX))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Solve the position after each first move, except images of others
    #[arg(long)]
    openings: bool,
    /// Continue with the transposition table of this file, if it exists, and write the table to it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    timeout: Timeout,
}

const EXAMPLES: &str = "\
$ boardbits havannah prove --base 3 --openings
1,1: …
2,1: …
2,2: …
3,3: …
$ boardbits havannah prove --base 3 --timeout 60 --state a1.state 1,1
1,1: … wins, … nodes";

const STATUSES: help::Statuses = [
    "all positions were solved",
    "a limit was reached, or the file of --state is wrong or cannot be written",
    help::USAGE,
];

/// Nodes between two updates of the progress.
const SHOW_EVERY: u64 = 1 << 12;
/// The time between two writes of the table.
const WRITE_EVERY: Duration = Duration::from_secs(600);

pub(crate) fn run_prove(args: &Prove, context: &mut Context) -> Result {
    let games = games(args)?;
    let interrupt = if args.state.is_some() { Interrupt::catch() } else { Interrupt::default() };
    let ran = prove_all(args, &games, &interrupt, context);
    if ran.is_ok() {
        interrupt.obey();
    }
    ran
}

fn prove_all(
    args: &Prove,
    games: &[Havannah],
    interrupt: &Interrupt,
    context: &mut Context,
) -> Result {
    let mut solver = solver(args.memory)?.threads(args.threads.count());
    let state = args.state.as_deref().map(|path| State::open(path, &mut solver)).transpose()?;
    let bar = context.progress.bar(None, "{spinner} {msg} {elapsed}");
    let mut proving = Proving { args, solver, state, interrupt, bar };
    let mut printed = Ok(());
    for game in games {
        let answer = proving.prove(game);
        proving.bar.hide();
        // The reader of stdout may stop early, but the table must be complete.
        if printed.is_ok() {
            printed = write_answer(args.answers, &answer, &mut context.out);
            printed = printed.and_then(|()| Ok(context.out.flush()?));
        }
        if let Err(stopped) = answer.solved {
            context.complain(answer.moves(), stopped.reason);
        }
        let is_unread = printed.is_err() && args.state.is_none();
        if is_unread || interrupt.flag().load(Relaxed) {
            break;
        }
    }
    let table = proving.state.as_ref().map_or(Ok(()), |state| state.write(&proving.solver));
    table.and(printed)
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

/// The answer to a position.
struct Answer<'a> {
    game: &'a Havannah,
    /// The value, or the numbers when a limit was reached.
    solved: Result<Value, Interrupted<Progress>>,
    /// The nodes of all searches.
    nodes: u64,
}

impl Answer<'_> {
    fn moves(&self) -> String {
        let moves: Vec<_> = self.game.moves().map(|played| played.to_string()).collect();
        if moves.is_empty() { "empty".into() } else { moves.join(" ") }
    }

    /// The winner; `None` if the position is a draw or not solved.
    fn winner(&self) -> Option<Player> {
        match self.solved {
            Ok(Value::Win) => Some(self.game.turn()),
            Ok(Value::Loss) => Some(self.game.turn().other()),
            _ => None,
        }
    }
}

impl Display for Answer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, nodes) = (self.moves(), self.nodes);
        match (&self.solved, self.winner()) {
            (Err(stopped), _) => {
                let Progress { proof, disproof, .. } = stopped.partial;
                write!(f, "{moves}: ?, {nodes} nodes, {proof} to prove, {disproof} to disprove")
            }
            (Ok(_), Some(winner)) => write!(f, "{moves}: {winner} wins, {nodes} nodes"),
            (Ok(_), None) => write!(f, "{moves}: draw, {nodes} nodes"),
        }
    }
}

impl Serialize for Answer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves: Vec<_> = self.game.moves().map(|played| played.to_string()).collect();
        let mut json = json!({ "moves": moves, "nodes": self.nodes });
        match self.solved {
            Ok(_) => {
                let winner = self.winner().map(|winner| winner.to_string());
                json["outcome"] = winner.unwrap_or_else(|| "draw".into()).into();
            }
            Err(stopped) => {
                let Progress { proof, disproof, .. } = stopped.partial;
                json["outcome"] = Json::Null;
                json["to_prove"] = proof.into();
                json["to_disprove"] = disproof.into();
                json["stopped"] = json::stopped(stopped.reason).into();
            }
        }
        json.serialize(serializer)
    }
}

struct Proving<'a> {
    args: &'a Prove,
    solver: Solver,
    state: Option<State>,
    interrupt: &'a Interrupt,
    bar: Bar,
}

impl Proving<'_> {
    fn prove<'a>(&mut self, game: &'a Havannah) -> Answer<'a> {
        let (mut nodes, start) = (0, Instant::now());
        loop {
            let left = self.args.timeout.timeout;
            let left = left.map(|time| time.saturating_sub(start.elapsed()));
            let before = nodes;
            let show = |progress: &Progress| {
                if progress.nodes.is_multiple_of(SHOW_EVERY) {
                    let nodes = HumanCount(before + progress.nodes);
                    let Progress { proof, disproof, .. } = progress;
                    let [proof, disproof] = [*proof, *disproof].map(|n| HumanCount(n.into()));
                    self.bar
                        .say(|| format!("{nodes} nodes, {proof} to prove, {disproof} to disprove"));
                }
            };
            // Searches are stopped to write the table.
            let slice = left.map_or(WRITE_EVERY, |left| left.min(WRITE_EVERY));
            let nodes_left = self.args.nodes.count().saturating_sub(nodes);
            let limits = Limits::new().nodes(nodes_left).time(slice).on_progress(&show);
            let limits = limits.cancel(self.interrupt.flag());
            let stopped = match self.solver.try_solve(game, &limits) {
                Ok(solution) => {
                    let nodes = nodes + solution.nodes;
                    return Answer { game, solved: Ok(solution.value), nodes };
                }
                Err(stopped) => stopped,
            };
            nodes += stopped.partial.nodes;
            if stopped.reason == StopReason::Time && left.is_none_or(|left| slice < left) {
                // A full disk may have room again at the end.
                if let Some(Err(failure)) =
                    self.state.as_ref().map(|state| state.write(&self.solver))
                {
                    self.bar.hide();
                    say(format_args!("boardbits: {failure}; the search continues"));
                }
                continue;
            }
            return Answer { game, solved: Err(stopped), nodes };
        }
    }
}

/// The locked file of a table.
struct State {
    path: PathBuf,
    _lock: Lock,
}

impl State {
    /// Locks the file and reads it; creates the file if it does not exist.
    fn open(path: &Path, solver: &mut Solver) -> Result<Self> {
        let state = Self { path: path.to_owned(), _lock: Lock::take(path)? };
        if !path.exists() {
            state.write(solver)?;
            return Ok(state);
        }
        let wrong = |reason: &dyn Display| Failure::at(path.display(), reason);
        let file = File::open(path).map_err(|error| wrong(&error))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let TableFile { entries, lost, memory_bytes, .. } =
            solver.read_table(&mut file).map_err(|error| wrong(&error))?;
        if lost > 0 {
            // They would be missing in the file that is written in the end.
            let memory = memory_bytes.div_ceil(1 << 20);
            return Err(wrong(&format_args!(
                "{lost} of {entries} entries do not fit in the table; use --memory {memory} or more"
            )));
        }
        Ok(state)
    }

    fn write(&self, solver: &Solver) -> Result {
        save_with(&self.path, |file| solver.write_table(file))
    }
}
