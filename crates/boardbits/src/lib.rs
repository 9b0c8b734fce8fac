//! `boardbits`: one program with a subcommand for each crate of the workspace.
//!
//! The library is the program: its binary, tests and fuzz target run it by [`main`] and [`run`]. It has no other interface.
//!
//! Answers go to stdout, one per input line. Messages and progress go to stderr. Exit status: 0 for success, 1 for wrong input
//! (the other lines are still answered), 2 for wrong usage.

#![deny(unsafe_code)]
// The comments of subcommands and options are help texts, which show JSON as it is.
#![allow(rustdoc::broken_intra_doc_links)]

mod commands;
mod context;
mod demo;
mod failure;
mod files;
mod help;
mod input;
mod options;
mod output;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};

use crate::context::{Context, Result};
use crate::output::Output;

/// Solve board problems: connected components, shortest paths, Havannah, Connect 4, polyform puzzles
///
/// Every subcommand reads its arguments, a file or stdin, and prints one answer per line to stdout. A wrong line is reported
/// on stderr as FILE:LINE: REASON, and the other lines are answered.
#[derive(Parser)]
#[command(name = "boardbits", version, arg_required_else_help = true, max_term_width = 80)]
#[command(after_long_help = help::after(EXAMPLES, help::LINES))]
struct Cli {
    /// When to use colors; `auto` means on a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
$ boardbits demo
…
$ echo 444444 | boardbits c4 solve --analyze
444444 -1 0 1 - 1 0 -1";

#[derive(Subcommand)]
enum Command {
    Demo(demo::Demo),
    #[command(subcommand)]
    C4(commands::c4::C4),
    Components(commands::components::Components),
    Chain(commands::components::Chain),
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

/// Runs the program with the arguments of this process and returns its exit status.
#[must_use]
pub fn main() -> ExitCode {
    survive_file_size_limit();
    let cli = Cli::parse();
    match cli.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    answer(cli.command, Output::stdout()).into()
}

/// Runs the program with these arguments, of which the first is its name, and returns its exit status. Answers go to `out`
/// instead of stdout, without styles. Messages go to stderr.
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
    let cli = Cli::try_parse_from(arguments)?;
    Ok(answer(cli.command, Output::plain(out)))
}

/// Returns the exit status.
fn answer(command: Command, out: Output) -> u8 {
    let mut context = Context::new(out);
    let result = dispatch(command, &mut context);
    context.finish(result)
}

/// Makes writes beyond the file size limit (`ulimit -f`) fail like writes to a full disk. By default the signal ends the
/// program, which then leaves temporary files behind.
fn survive_file_size_limit() {
    #[cfg(unix)]
    // If this fails, the signal keeps its default action.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

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
        Command::Completions(args) => commands::shell::completions(&args, Cli::command(), context),
        Command::Man(args) => commands::shell::man(&args, Cli::command(), context),
    }
}

#[cfg(test)]
mod tests {
    //! The table of subcommands in `docs/design/boardbits.md`, generated from clap.
    //!
    //! `SNAPSHOTS=overwrite cargo test -p boardbits --lib` writes it.

    use std::fs;
    use std::path::Path;

    use clap::{Arg, Command, CommandFactory as _};

    use super::Cli;

    const BEGIN: &str = "<!-- subcommands -->\n";
    const END: &str = "<!-- subcommands end -->";

    /// A row for `command` if it runs by itself, and rows for its subcommands.
    fn rows(command: &Command, name: &str, table: &mut String) {
        if !command.is_subcommand_required_set() {
            *table += &row(command, name);
        }
        for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
            rows(subcommand, &format!("{name} {}", subcommand.get_name()), table);
        }
    }

    fn row(command: &Command, name: &str) -> String {
        let option = |id: &str| command.get_arguments().find(|arg| arg.get_id() == id);
        let list =
            |items: Vec<String>| if items.is_empty() { "–".to_owned() } else { items.join(", ") };
        let mut input: Vec<_> = command.get_positionals().map(place).collect();
        input.extend(["check", "book"].iter().filter_map(|id| option(id)).map(place));
        let formats = option("format").map_or_else(Vec::new, values);
        let drawings = ["svg", "png"].iter().filter(|id| option(id).is_some());
        let drawings = drawings.map(|id| id.to_uppercase()).collect();
        let progress = if option("quiet").is_some() { "yes" } else { "–" };
        let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
        let threads = match (option("threads"), about.contains("Uses all cores")) {
            (Some(_), _) => "`--threads`",
            (None, true) => "all",
            (None, false) => "1",
        };
        let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
        let statuses = help.split_once("Exit status:").map_or("", |(_, statuses)| statuses);
        let statuses: Vec<_> =
            statuses.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let cells = [
            format!("`{}`", name.trim()),
            list(input),
            list(formats),
            list(drawings),
            progress.to_owned(),
            threads.to_owned(),
            statuses.join("; ").replace("  ", ": "),
        ];
        format!("| {} |\n", cells.join(" | "))
    }

    /// An argument as `--help` writes it, in code style.
    fn place(arg: &Arg) -> String {
        format!("`{}`", arg.to_string().replace('|', "\\|"))
    }

    fn values(arg: &Arg) -> Vec<String> {
        arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect()
    }

    #[test]
    fn the_table_of_subcommands_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/design/boardbits.md");
        // A published package does not have it.
        let Ok(text) = fs::read_to_string(&path) else { return };
        let mut program = Cli::command();
        program.build();
        let mut table =
            "| subcommand | input | formats | drawing | progress | threads | exit status |\n\
                         | --- | --- | --- | --- | --- | --- | --- |\n"
                .to_owned();
        for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
            rows(command, command.get_name(), &mut table);
        }
        let (before, rest) = text.split_once(BEGIN).expect("the begin of the table");
        let (old, after) = rest.split_once(END).expect("the end of the table");
        if std::env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
            fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        } else {
            assert!(
                old == table,
                "docs/design/boardbits.md is out of date; the table is now\n{table}"
            );
        }
    }
}
