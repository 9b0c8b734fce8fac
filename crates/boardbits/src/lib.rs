//! `boardbits`: one program with a subcommand for each crate of the workspace.
//!
//! The library is the program: its binary, tests and fuzz target run it by [`main`] and [`run`],
//! and [`command`] describes its command line. It has no other interface.
//!
//! Answers go to stdout, one per input line. Messages and progress go to stderr. Exit status: 0 for
//! success, 1 for wrong input (the other lines are still answered), 2 for wrong usage.

#![deny(unsafe_code)]
// The comments of subcommands and options are help texts, which show JSON as it is.
#![allow(rustdoc::broken_intra_doc_links)]

// Read `context` first (what a subcommand gets: output, messages, exit status), then
// `commands::paths`, a short subcommand with all parts. A call passes through `main`, `answer` and
// `dispatch` to the `run` of a subcommand, and ends in `Context::finish`.
mod commands;
mod context;
mod demo;
mod failure;
mod files;
mod help;
mod input;
mod json;
mod options;
mod output;
mod pictures;
mod progress;
mod resumable;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::error::{ContextKind, ContextValue};
use clap::{
    ArgAction, ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand,
};

use crate::context::{Context, Result};
use crate::output::Output;
use crate::progress::Progress;

/// Solve board problems: connected components, shortest paths, Havannah, Connect 4, polyform
/// puzzles
///
/// Subcommands read their arguments, a file or stdin, and print answers to stdout, usually one per
/// line. A wrong line is reported on stderr as FILE:LINE: REASON, and the other lines are answered.
#[derive(Parser)]
#[command(name = "boardbits", version, arg_required_else_help = true, max_term_width = 80)]
#[command(disable_help_flag = true)]
#[command(after_long_help = help::after(EXAMPLES, help::SEARCHES))]
struct Cli {
    /// When to use colors; `auto` means on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, display_order = 1000)]
    color: ColorChoice,
    /// Do not show progress, which is only shown if stderr is a terminal
    #[arg(short, long, global = true, display_order = 1000)]
    quiet: bool,
    /// Print help
    #[arg(short, long, action = ArgAction::HelpShort, global = true, display_order = 1000)]
    help: Option<bool>,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
$ boardbits demo
…
$ echo 444444 | boardbits c4 solve --analyze
444444 -1 0 1 - 1 0 -1";

#[derive(Subcommand)]
#[command(defer = true)]
enum Command {
    Demo(demo::Demo),
    #[command(subcommand, alias = "connect4")]
    C4(commands::c4::C4),
    Components(commands::components::Components),
    Chain(commands::components::Chain),
    Label(commands::label::Label),
    Paths(commands::paths::Paths),
    #[command(alias = "map")]
    Grid(commands::grid::Arguments),
    Tour(commands::tour::Tour),
    #[command(subcommand)]
    Havannah(commands::havannah::Havannah),
    #[command(visible_aliases = ["puzzle", "polyform"], alias = "polyomino")]
    Meteor(commands::meteor::Meteor),
    Completions(commands::shell::Completions),
    Man(commands::shell::Man),
}

/// Runs the program with the arguments of this process and returns its exit status.
#[must_use]
pub fn main() -> ExitCode {
    survive_file_size_limit();
    let (cli, matches) = parse(std::env::args_os()).unwrap_or_else(|error| error.exit());
    match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    answer(cli, &matches, Output::stdout()).into()
}

/// Runs the program with these arguments, of which the first is its name, and returns its exit
/// status. Answers go to `out` instead of stdout, without styles. Messages go to stderr.
///
/// # Errors
/// If the arguments do not parse, or ask for help or the version.
///
/// # Examples
/// ```
/// assert_eq!(boardbits::run(["boardbits", "components", "/no/such/file"], Vec::new())?, 1);
/// # Ok::<(), clap::Error>(())
/// ```
pub fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: impl Write + 'static,
) -> std::result::Result<u8, clap::Error> {
    let (cli, matches) = parse(arguments)?;
    Ok(answer(cli, &matches, Output::plain(out)))
}

/// The parser of the command line, with all subcommands and options.
///
/// # Examples
/// ```
/// assert!(boardbits::command().find_subcommand("paths").is_some());
/// ```
#[must_use]
pub fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    help::compact(command)
}

fn parse(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> std::result::Result<(Cli, ArgMatches), clap::Error> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    // Only the subcommand that runs is described. Help and errors may list all.
    let matches = Cli::command().try_get_matches_from(&arguments);
    let matches = matches.or_else(|_| command().try_get_matches_from(&arguments));
    let matches = matches.map_err(|error| with_better_tip(error, &arguments))?;
    let cli = Cli::from_arg_matches(&matches);
    Ok((cli.map_err(|error| error.format(&mut Cli::command()))?, matches))
}

/// Replaces the tip to use an unknown option as a file, `-- --svg`: a picture may have another
/// format. In place of an unknown subcommand, such as a file, lists those that exist.
fn with_better_tip(mut error: clap::Error, arguments: &[OsString]) -> clap::Error {
    let program = command();
    let inner = |command, word| clap::Command::find_subcommand(command, word).unwrap_or(command);
    let command = arguments.iter().skip(1).fold(&program, inner);
    let tip = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(typed)) if typed.starts_with('-') => {
            let pictures = [("--svg", "png"), ("--png", "svg")];
            let other = pictures.iter().find(|(name, _)| typed == name).map(|&(_, other)| other);
            let option =
                command.get_arguments().find(|arg| other.is_some() && arg.get_long() == other);
            option.map(|option| format!("pictures are written by '{option}'"))
        }
        None if error.get(ContextKind::SuggestedSubcommand).is_none()
            && error.get(ContextKind::InvalidSubcommand).is_some() =>
        {
            let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
            Some(format!("expected one of {}", names.join(", ")))
        }
        _ => return error,
    };
    error.remove(ContextKind::Suggested);
    if let Some(tip) = tip {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Returns the exit status.
fn answer(cli: Cli, matches: &ArgMatches, out: Output) -> u8 {
    let mut context = Context::new(out, Progress { quiet: cli.quiet });
    let result = files::check_outputs(matches).and_then(|()| dispatch(cli.command, &mut context));
    context.finish(result)
}

/// Makes writes beyond the file size limit (`ulimit -f`) fail like writes to a full disk. By
/// default the signal ends the program, which then leaves temporary files behind.
fn survive_file_size_limit() {
    #[cfg(unix)]
    // If this fails, the signal keeps its default action.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Runs a subcommand.
fn dispatch(command: Command, context: &mut Context) -> Result {
    match command {
        Command::Demo(args) => demo::run(&args, context),
        Command::C4(command) => commands::c4::run(command, context),
        Command::Components(args) => commands::components::run(args, context),
        Command::Chain(args) => commands::components::run_chain(args, context),
        Command::Label(args) => commands::label::run(args, context),
        Command::Paths(args) => commands::paths::run(args, context),
        Command::Grid(args) => commands::grid::run(args, context),
        Command::Tour(args) => commands::tour::run(args, context),
        Command::Havannah(command) => commands::havannah::run(command, context),
        Command::Meteor(args) => commands::meteor::run(args, context),
        Command::Completions(args) => {
            commands::shell::completions(&args, crate::command(), context)
        }
        Command::Man(args) => commands::shell::man(&args, Cli::command(), context),
    }
}
