//! `boardbits meteor puzzles`: the puzzles that come with the program.

use meteor_puzzle::{PuzzleFile, presets};
use serde_json::json;

use super::source::names;
use crate::context::{Context, Failure, Result};
use crate::failure::suggest;
use crate::help;
use crate::options::AnswerFormat;
use crate::output::Answer;

/// List the puzzles that come with the program, or print the file of one
///
/// A line of the list is `NAME SOLUTIONS DISTINCT TITLE`. DISTINCT is the number of solutions up to
/// symmetry, `?` if it is not known. In JSON a line is {"name","solutions","distinct","title"}, and
/// a file is {"name","file"}.
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

#[derive(serde::Serialize)]
struct PresetLine<'a> {
    name: &'a str,
    solutions: Option<u128>,
    distinct: Option<u128>,
    title: &'a str,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if let Some(name) = &args.name {
        let unknown = || {
            let suggestion = suggest(name, names());
            Failure::Usage(format!("{name:?} is not the name of a puzzle; {suggestion}"))
        };
        let file = presets::find(name).ok_or_else(unknown)?.text();
        let json = || json!({ "name": name, "file": file });
        return args.answers.write(&mut context.out, Answer(file.trim_end_matches('\n'), json));
    }
    let number = |number: Option<u128>| number.map_or_else(|| "?".into(), |n| n.to_string());
    for preset in presets::ALL {
        let file = preset.file();
        let PuzzleFile { solutions, distinct, ref title, .. } = file;
        let (name, title) = (preset.name(), title.as_str());
        let text = format!("{name} {} {} {title}", number(solutions), number(distinct));
        let line = || PresetLine { name, solutions, distinct, title };
        args.answers.write(&mut context.out, Answer(text, line))?;
    }
    Ok(())
}
