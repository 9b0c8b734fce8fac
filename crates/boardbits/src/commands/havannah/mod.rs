//! `boardbits havannah …`.

mod analyze;
mod check_proof;
mod games;
mod gtp;
mod playouts;
mod prove;
mod records;
mod referee;
mod show;

use std::path::PathBuf;

use crate::context::{Context, Result};
use crate::input::Source;

/// Referee, play, show and solve games of Havannah
#[derive(clap::Subcommand)]
pub(crate) enum Havannah {
    /// Print when the stones of one player win, and how: Google Code Jam 2012, round 3, problem B
    ///
    /// The input is the number of cases; for each case a line `S M`, the base of the board and the
    /// number of stones, and M lines `X Y`. The answer to each is `Case #1: bridge-fork in move 11`
    /// or `Case #1: none`. A case with a wrong line is reported on stderr and has no answer. The
    /// other cases are still answered. A case may have at most 4,194,304 stones.
    Referee {
        /// Input file, stdin if missing or `-`
        file: Option<PathBuf>,
    },
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
        Havannah::Referee { file } => referee::run(Source::from_option(file.as_deref()), context),
        Havannah::Games(games) => games::run(&games, context),
        Havannah::Playouts(args) => playouts::run(&args, context),
        Havannah::Gtp(args) => gtp::run(&args, context),
        Havannah::Show(args) => show::run(&args, context),
        Havannah::Analyze(args) => analyze::run(&args, context),
        Havannah::Prove(args) => prove::run(&args, context),
        Havannah::CheckProof(args) => check_proof::run(&args, context),
    }
}
