//! `boardbits c4`.

mod board;
mod book;
mod journal;
mod play;
mod show;
mod solve;

pub(crate) use self::show::draw;
use crate::context::{Context, Result};

/// Play Connect 4 perfectly
#[derive(clap::Subcommand)]
pub(crate) enum C4 {
    Solve(solve::Solve),
    Play(play::Play),
    Show(show::Show),
    /// Build, describe and merge opening books
    #[command(subcommand)]
    Book(book::Book),
}

pub(crate) fn run(command: C4, context: &mut Context) -> Result {
    match command {
        C4::Solve(args) => solve::run(&args, context),
        C4::Play(args) => play::run(&args, context),
        C4::Show(args) => show::run(&args, context),
        C4::Book(command) => book::run(&command, context),
    }
}
