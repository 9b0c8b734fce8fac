//! `boardbits meteor puzzles`: the puzzles that come with the program, and puzzle files.

use meteor_puzzle::{PuzzleFile, presets};
use serde_json::json;

use super::source::PuzzleOption;
use crate::context::{Context, Result};
use crate::help;
use crate::options::AnswerFormat;
use crate::output::Answer;

/// List the puzzles that come with the program, or print the file of a puzzle
///
/// Of BurrTools, puzzles of cubes and of spheres are read, without colors. A line of the list is
/// `NAME SOLUTIONS DISTINCT TITLE`. DISTINCT is the number of solutions up to symmetry, `?` if it is
/// not known. In JSON a line is {"name","solutions","distinct","title"}, and a file is
/// {"name","file"}.
#[derive(clap::Args)]
#[command(mut_arg("puzzle", |puzzle| puzzle.help(PUZZLE)))]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Arguments {
    #[command(flatten)]
    puzzle: PuzzleOption,
    #[command(flatten)]
    answers: AnswerFormat,
}

const PUZZLE: &str = "Puzzle to print: a name, or a file, also of BurrTools; `-` for stdin";

const EXAMPLES: &str = "\
$ boardbits meteor puzzles
meteor 2098 1049 The Meteor puzzle
…
$ boardbits meteor puzzles corner.xmpuzzle
title …
…";

const STATUSES: help::Statuses =
    ["the list or file was printed", "wrong input", "wrong usage, or an unknown name"];

#[derive(serde::Serialize)]
struct PresetLine<'a> {
    name: &'a str,
    solutions: Option<u128>,
    distinct: Option<u128>,
    title: &'a str,
}

pub(crate) fn run(args: &Arguments, context: &mut Context) -> Result {
    if args.puzzle.puzzle.is_some() {
        let (name, file) = args.puzzle.read()?;
        let text = match presets::find(&name) {
            Some(preset) => preset.text().to_owned(),
            None => file.to_text(),
        };
        let json = || json!({ "name": name, "file": text });
        return args.answers.write(&mut context.out, Answer(text.trim_end_matches('\n'), json));
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
