//! `boardbits havannah …`.

mod games;
mod gtp;
mod playouts;
mod referee;
mod show;

use crate::context::{Context, Result};

/// Referee, play and show games of Havannah
#[derive(clap::Subcommand)]
pub(crate) enum Havannah {
    Referee(referee::Arguments),
    Games(games::Games),
    Playouts(playouts::PlayoutsArgs),
    Gtp(gtp::Gtp),
    Show(show::Show),
}

pub(crate) fn run(command: Havannah, context: &mut Context) -> Result {
    match command {
        Havannah::Referee(args) => referee::run(&args, context),
        Havannah::Games(games) => games::run(&games, context),
        Havannah::Playouts(args) => playouts::run(&args, context),
        Havannah::Gtp(args) => gtp::run(&args, context),
        Havannah::Show(args) => show::run(&args, context),
    }
}
