//! `boardbits havannah …`.

mod analyze;
mod check_proof;
mod games;
mod gtp;
mod playouts;
mod prove;
mod records;
mod referee;
mod ring;
mod show;

use havannah_uf::pns::Solver;

use crate::context::{Context, Failure, Result};
use crate::options::Memory;

/// Referee, play, show and solve games of Havannah
#[derive(clap::Subcommand)]
pub(crate) enum Havannah {
    Referee(referee::Arguments),
    Games(games::Games),
    Playouts(playouts::PlayoutsArgs),
    Gtp(gtp::Gtp),
    Show(show::Show),
    Analyze(analyze::Analyze),
    Prove(prove::Prove),
    CheckProof(check_proof::CheckProof),
}

pub(crate) fn run(command: Havannah, context: &mut Context) -> Result {
    match command {
        Havannah::Referee(args) => referee::run(&args, context),
        Havannah::Games(games) => games::run(&games, context),
        Havannah::Playouts(args) => playouts::run(&args, context),
        Havannah::Gtp(args) => gtp::run(&args, context),
        Havannah::Show(args) => show::run(&args, context),
        Havannah::Analyze(args) => analyze::run(&args, context),
        Havannah::Prove(args) => prove::run(&args, context),
        Havannah::CheckProof(args) => check_proof::run(&args, context),
    }
}

/// A solver with a table of this size.
fn solver(memory: Memory) -> Result<Solver> {
    Solver::new(memory.bytes()).map_err(|error| Failure::Input(format!("--memory: {error}")))
}
