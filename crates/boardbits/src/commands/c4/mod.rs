//! `boardbits c4`.

mod board;
mod book;
mod build;
mod checkpoint;
mod engine;
mod journal;
mod matches;
mod play;
mod player;
pub(crate) mod show;
mod solve;
mod spinner;
mod strength;

use crate::context::{Context, Result};

/// Solve, play and show Connect 4
#[derive(clap::Subcommand)]
pub(crate) enum C4 {
    Solve(solve::Solve),
    Play(play::Play),
    Match(matches::Match),
    Engine(engine::Engine),
    Show(show::Show),
    /// Build, describe and merge opening books
    #[command(subcommand)]
    Book(book::Book),
}

pub(crate) fn run(command: C4, context: &mut Context) -> Result {
    match command {
        C4::Solve(args) => solve::run(&args, context),
        C4::Play(args) => play::run(&args, context),
        C4::Match(args) => matches::run(&args, context),
        C4::Engine(args) => engine::run(&args, context),
        C4::Show(args) => show::run(&args, context),
        C4::Book(command) => book::run(&command, context),
    }
}
