//! The `--help` of each subcommand: options in as few lines as possible ([`compact`]), then
//! details, examples and exit statuses.
//!
//! `tests/it/documents.rs` runs the examples in `samples/` and compares what they print, so an
//! example may only read files of that folder.

use anstyle::Style;
use clap::Command;
use clap::builder::StyledStr;

/// The meaning of each exit status: 0, 1 and 2.
pub(crate) type Statuses = [&'static str; 3];

/// A command that answers line by line.
pub(crate) const LINES: Statuses = [
    "every line was answered",
    "some line was wrong: see stderr; the other lines were answered",
    USAGE,
];

/// A command that answers line by line, each within limits.
pub(crate) const SEARCHES: Statuses = [
    "every line was answered",
    "some line was wrong, or a limit was reached: see stderr; the other lines were answered",
    USAGE,
];

/// A command with one answer to one input.
pub(crate) const WHOLE: Statuses = ["answered", "wrong input, or a file cannot be written", USAGE];

/// Wrong options, or values of options.
pub(crate) const USAGE: &str = "wrong usage";

/// The text after the options. `examples` are commands after `$ ` and what they print.
pub(crate) fn after(examples: &str, statuses: Statuses) -> StyledStr {
    let title = Style::new().bold().underline();
    let (examples, [ok, wrong, usage]) = (examples.replace('\n', "\n  "), statuses);
    format!(
        "{title}Examples:{title:#}\n  {examples}\n\n{title}Exit status:{title:#}\n  0  {ok}\n  \
         1  {wrong}\n  2  {usage}"
    )
    .into()
}

/// Puts the paragraphs after the first one of the descriptions of a command and its subcommands
/// below the options, where they are part of the short help.
pub(crate) fn compact(command: Command) -> Command {
    let command = command.mut_subcommands(|inner| match inner.get_name() {
        "help" => inner,
        _ => compact(inner),
    });
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    let details = about.split_once("\n\n").map_or("", |(_, details)| details);
    let after = command.get_after_long_help().map(|after| after.ansi().to_string());
    let parts = [details.to_owned(), after.unwrap_or_default()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    command.after_help(parts.join("\n\n"))
}
