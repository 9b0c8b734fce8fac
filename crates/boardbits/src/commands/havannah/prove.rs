//! `boardbits havannah prove`: proof-number search.

use std::fmt::{self, Display};
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use havannah_uf::bitboard_core::Symmetry;
use havannah_uf::dfpn::{ProofProgress, Solver, TableFile};
use havannah_uf::{Havannah, Hex, Interrupted, Limits, Move, Player, Progress, StopReason, Value};
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use serde_json::json;

use super::{RingOption, solver};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::json;
use crate::options::{AnswerFormat, Memory, Nodes, Threads, Timeout, number};
use crate::progress::Bar;
use crate::resumable::{Resumable, Work};

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

/// The time between two writes of the table.
const WRITE_EVERY: Duration = Duration::from_secs(600);

pub(crate) fn run_prove(args: &Prove, context: &mut Context) -> Result {
    let games = games(args)?;
    let bar = context.progress.bar(None, "{spinner} {msg} {elapsed}");
    let mut state = Resumable::open(args.state.as_deref(), WRITE_EVERY)?;
    let mut solver = solver(args.memory)?.threads(args.threads.count());
    let is_new = !state.read(|file| read(&mut solver, file))?;
    let mut printed = Ok(());
    for (number, game) in (1..).zip(&games) {
        let nodes = [0, args.nodes.count()];
        let mut search = Search { solver: &mut solver, game, nodes, bar: &bar };
        if is_new && number == 1 {
            // The file is there from the start.
            state.save(&search);
        }
        let solved = state.run(&mut search, args.timeout.timeout, &bar);
        bar.hide();
        let proved = Proved { game, solved, nodes: search.nodes[0] };
        // The reader of stdout may stop early, but the table must be complete.
        if printed.is_ok() {
            printed = args.answers.write(&mut context.out, &proved);
            printed = printed.and_then(|()| context.out.flush());
        }
        if let Err(stopped) = proved.solved {
            context.complain(proved.moves(), stopped.reason);
        }
        let is_unread = printed.is_err() && args.state.is_none();
        if number == games.len() || is_unread || state.cancel().load(Relaxed) {
            state.save(&search);
            break;
        }
    }
    state.finish(context);
    printed
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
struct Proved<'a> {
    game: &'a Havannah,
    /// The value, or the numbers when a limit was reached.
    solved: Result<Value, Interrupted<ProofProgress>>,
    /// The nodes of all searches.
    nodes: u64,
}

impl Proved<'_> {
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

impl Display for Proved<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (moves, nodes) = (self.moves(), self.nodes);
        match (&self.solved, self.winner()) {
            (Err(stopped), _) => {
                let ProofProgress { proof, disproof, .. } = stopped.partial;
                write!(f, "{moves}: ?, {nodes} nodes, {proof} to prove, {disproof} to disprove")
            }
            (Ok(_), Some(winner)) => write!(f, "{moves}: {winner} wins, {nodes} nodes"),
            (Ok(_), None) => write!(f, "{moves}: draw, {nodes} nodes"),
        }
    }
}

impl Serialize for Proved<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves: Vec<_> = self.game.moves().map(|played| played.to_string()).collect();
        let winner = self.winner().map(|winner| winner.to_string());
        let outcome = self.solved.ok().map(|_| winner.unwrap_or_else(|| "draw".to_owned()));
        let mut json = json!({ "moves": moves, "nodes": self.nodes, "outcome": outcome });
        let stopped = self.solved.err();
        if let Some(ProofProgress { proof, disproof, .. }) = stopped.map(|stopped| stopped.partial)
        {
            json["to_prove"] = proof.into();
            json["to_disprove"] = disproof.into();
        }
        json::partial(json, stopped.map(|stopped| stopped.reason)).serialize(serializer)
    }
}

/// The search of a position.
struct Search<'a> {
    solver: &'a mut Solver,
    game: &'a Havannah,
    /// The nodes so far, and those left.
    nodes: [u64; 2],
    bar: &'a Bar,
}

impl Work for Search<'_> {
    type Answer = Value;
    type Stopped = Interrupted<ProofProgress>;

    fn run(&mut self, time: Option<Duration>, cancel: &AtomicBool) -> Result<Value, Self::Stopped> {
        let [so_far, left] = self.nodes;
        let show = |progress: &Progress| {
            if let Some(&ProofProgress { nodes, proof, disproof, .. }) = progress.detail() {
                let nodes = HumanCount(so_far + nodes);
                let [proof, disproof] = [proof, disproof].map(|n| HumanCount(n.into()));
                self.bar.say(|| format!("{nodes} nodes, {proof} to prove, {disproof} to disprove"));
            }
        };
        let limits = Limits::new().nodes(left).time(time).cancel(cancel).on_progress(&show);
        let solved = self.solver.try_solve(self.game, &limits);
        let nodes = match &solved {
            Ok(solution) => solution.nodes,
            Err(stopped) => stopped.partial.nodes,
        };
        self.nodes = [so_far + nodes, left.saturating_sub(nodes)];
        solved.map(|solution| solution.value)
    }

    fn is_time(stopped: &Self::Stopped) -> bool {
        stopped.reason == StopReason::Time
    }

    fn write(&self, file: &mut dyn Write) -> io::Result<()> {
        self.solver.write_table(file)
    }
}

/// Reads the table of an earlier search.
fn read(solver: &mut Solver, file: impl Read) -> Result<(), String> {
    let read = solver.read_table(file).map_err(|error| error.to_string())?;
    let TableFile { entries, lost, memory_bytes, .. } = read;
    if lost > 0 {
        // They would be missing in the file that is written in the end.
        let memory = memory_bytes.div_ceil(1 << 20);
        return Err(format!(
            "{lost} of {entries} entries do not fit in the table; use --memory {memory} or more"
        ));
    }
    Ok(())
}
