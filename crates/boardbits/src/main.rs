//! `boardbits`: one program with a subcommand for each crate of the workspace.
//!
//! Answers go to stdout, one per input line; messages and progress go to stderr. Exit status: 0 when
//! all is well, 1 when something in the input was wrong (the other lines are still answered), 2 for
//! wrong usage.

#![deny(unsafe_code)]

mod commands;
mod context;
mod demo;
mod failure;
mod input;
mod output;
mod save;

use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::{CommandFactory, Parser, Subcommand};

use crate::context::{Context, Result};

/// Boards that fit in machine words: what is connected, which paths are shortest, who has won, how
/// the pieces fit.
///
/// Every subcommand reads its arguments, files or stdin and prints one plain-text answer per line.
#[derive(Parser)]
#[command(name = "boardbits", version, arg_required_else_help = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solve the classic problem of every crate, live and with pictures
    Demo,
    #[command(subcommand)]
    C4(commands::c4::C4),
    Components(commands::components::Components),
    Chain(commands::chain::Chain),
    Label(commands::label::Label),
    Paths(commands::paths::Paths),
    Grid(commands::grid::Arguments),
    Tour(commands::tour::Tour),
    #[command(subcommand)]
    Havannah(commands::havannah::Havannah),
    Meteor(commands::meteor::Meteor),
    Completions(commands::shell::Completions),
    Man(commands::shell::Man),
}

fn main() -> ExitCode {
    survive_file_size_limit();
    let cli = Cli::parse();
    let mut context = Context::new();
    let result = run(cli.command, &mut context);
    context.finish(result)
}

/// Lets a write beyond the limit on file sizes (`ulimit -f`) fail like one on a full disk. By default its signal ends the
/// program, which then leaves temporary files behind.
fn survive_file_size_limit() {
    #[cfg(unix)]
    // Without the handler, the signal acts as before.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

fn run(command: Command, context: &mut Context) -> Result {
    match command {
        Command::Demo => demo::run(context),
        Command::C4(command) => commands::c4::run(command, context),
        Command::Components(args) => commands::components::run(args, context),
        Command::Chain(args) => commands::chain::run(args, context),
        Command::Label(args) => commands::label::run(args, context),
        Command::Paths(args) => commands::paths::run(args, context),
        Command::Grid(args) => commands::grid::run(args, context),
        Command::Tour(args) => commands::tour::run(args, context),
        Command::Havannah(command) => commands::havannah::run(command, context),
        Command::Meteor(args) => commands::meteor::run(args, context),
        Command::Completions(args) => commands::shell::completions(&args, Cli::command(), context),
        Command::Man(args) => commands::shell::man(&args, Cli::command(), context),
    }
}
