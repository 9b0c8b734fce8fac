//! The table of subcommands in `docs/design/boardbits.md`, generated from clap.
//!
//! `SNAPSHOTS=overwrite cargo test -p boardbits --lib` writes it.

use std::fs;
use std::path::Path;

use clap::{Arg, Command, CommandFactory};

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
    let mut program = crate::Cli::command();
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
        assert!(old == table, "docs/design/boardbits.md is out of date; the table is now\n{table}");
    }
}
