use std::io::Write;

use meteor::presets;
use serde_json::json;

use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::help;
use crate::options::AnswerFormat;
use crate::output::json_line;

/// List the puzzles that come with the program, or print the file of one
///
/// A line of the list is `NAME SOLUTIONS CLASSES TITLE`. CLASSES is the number of solutions up to symmetry, `-` if it is not
/// known. In JSON a line is {"name","solutions","classes","title"}, and a file is {"name","file"}.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Arguments {
    /// Name of the puzzle whose file is printed
    name: Option<String>,
    #[command(flatten)]
    answers: AnswerFormat,
}

const EXAMPLES: &str = "\
$ boardbits meteor puzzles
meteor 2098 1049 The Meteor puzzle
…
$ boardbits meteor puzzles pentominoes-3x20
…";

const STATUSES: help::Statuses =
    ["the list or file was printed", "stdout cannot be written", "wrong usage, or an unknown name"];

/// The names of all puzzles.
pub(super) fn names() -> impl Iterator<Item = &'static str> + Clone {
    presets::ALL.iter().map(meteor::presets::Preset::name)
}

#[derive(serde::Serialize)]
struct Line<'a> {
    name: &'a str,
    solutions: Option<u128>,
    classes: Option<u128>,
    title: &'a str,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if let Some(name) = &args.name {
        let unknown = || {
            let suggestion = suggest(name, names());
            Failure::Usage(format!("{name:?} is not the name of a puzzle; {suggestion}"))
        };
        let file = presets::find(name).ok_or_else(unknown)?.text();
        if args.answers.are_json() {
            writeln!(context.out, "{}", json!({ "name": name, "file": file }))?;
        } else {
            write!(context.out, "{file}")?;
        }
        return Ok(());
    }
    let number = |number: Option<u128>| number.map_or_else(|| "-".into(), |n| n.to_string());
    for preset in presets::ALL {
        let file = preset.file();
        if args.answers.are_json() {
            let line = Line {
                name: preset.name(),
                solutions: file.solutions,
                classes: file.solutions_up_to_symmetry,
                title: &file.title,
            };
            json_line(&mut context.out, &line)?;
            continue;
        }
        let (solutions, classes) = (number(file.solutions), number(file.solutions_up_to_symmetry));
        writeln!(context.out, "{} {solutions} {classes} {}", preset.name(), file.title)?;
    }
    Ok(())
}
