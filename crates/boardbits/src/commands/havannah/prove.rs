//! `boardbits havannah prove`: proof-number search.

use std::fmt::{self, Display};

use havannah_uf::bitboard_core::Symmetry;
use havannah_uf::bitboard_core::TryError;
use havannah_uf::dfpn::ProofProgress;
use havannah_uf::{Game, Hex, Interrupted, Limits, Move, Player, Progress, Value};
use indicatif::HumanCount;
use serde::{Serialize, Serializer};
use serde_json::json;

use super::{RingOption, solver};
use crate::context::{Context, Failure, Result};
use crate::help;
use crate::json;
use crate::options::{AnswerFormat, Memory, Nodes, Threads, Timeout, number};

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
/// The solver takes boards of base 2 to 6, and the rules `any` and `nonown`.
#[derive(clap::Args)]
#[command(mut_arg("memory", |memory| memory.default_value("256")))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Prove {
    /// Moves that lead to the position, `x,y` or `swap`
    #[arg(conflicts_with = "openings")]
    moves: Vec<Move>,
    #[command(flatten)]
    answers: AnswerFormat,
    /// Number of cells along an edge, 2 to 6
    #[arg(long, default_value_t = 3, value_parser = number(0..=u32::MAX))]
    base: u32,
    #[command(flatten)]
    ring: RingOption,
    /// Solve the position after each first move, except images of others
    #[arg(long)]
    openings: bool,
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
$ boardbits havannah prove --base 3 --timeout 60 1,1
1,1: … wins, … nodes";

const STATUSES: help::Statuses =
    ["all positions were solved", "a limit was reached, or the position is refused", help::USAGE];

pub(crate) fn run_prove(args: &Prove, context: &mut Context) -> Result {
    let games = games(args)?;
    let bar = context.progress.bar(None, "{spinner} {msg} {elapsed}");
    let mut solver = solver(args.memory).threads(args.threads.count());
    let show = |progress: &Progress| {
        if let Some(&ProofProgress { nodes, proof, disproof, .. }) = progress.detail() {
            let [proof, disproof] = [proof, disproof].map(|n| HumanCount(n.into()));
            let nodes = HumanCount(nodes);
            bar.say(|| format!("{nodes} nodes, {proof} to prove, {disproof} to disprove"));
        }
    };
    let limits = Limits::new().nodes(args.nodes.count()).time(args.timeout.timeout);
    let limits = limits.on_progress(&show);
    for game in &games {
        let solved = solver.try_solve(game, &limits);
        bar.hide();
        let (solved, nodes) = match solved {
            Ok(solution) => (Ok(solution.value), solution.nodes),
            Err(TryError::Interrupted(stopped)) => (Err(stopped), stopped.partial.nodes),
            Err(TryError::Failed(error)) => return Err(Failure::wrong(error)),
        };
        let proved = Proved { game, solved, nodes };
        args.answers.write(&mut context.out, &proved)?;
        context.out.flush()?;
        if let Err(stopped) = proved.solved {
            context.complain(proved.moves(), stopped.reason);
        }
    }
    Ok(())
}

/// The positions to solve.
fn games(args: &Prove) -> Result<Vec<Game>> {
    let empty = Game::new(args.base, args.ring.rule());
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
    game: &'a Game,
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
