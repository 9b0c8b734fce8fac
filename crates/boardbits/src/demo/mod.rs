//! `boardbits demo`: five problems, one for each crate with an algorithm.
//!
//! A [`Part`] plays on a [`Stage`]: the terminal (`live.rs`), an animated SVG (`recording.rs`), or
//! [`Last`], which keeps the solution only. `parts.rs` has the problems.

#[cfg(unix)]
mod live;
mod parts;
mod recording;

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anstyle::Style;

use crate::context::{Context, Result};
use crate::files::save;
use crate::help;
use crate::output::Picture;

/// Solve five problems, one with each algorithm crate, live
///
/// On a terminal, five problems are solved in about six seconds: any key skips to the next one, `q`
/// ends the demo. If stdout is not a terminal, the solutions are printed at once.
#[derive(clap::Args)]
#[command(after_long_help = help::after(EXAMPLES, STATUSES))]
pub(crate) struct Demo {
    /// Draw the live demo into this SVG file, as an animation
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

const EXAMPLES: &str = "\
$ boardbits demo
…
$ boardbits demo --svg demo.svg";

const STATUSES: help::Statuses =
    ["success", "stdout or the drawing cannot be written", help::USAGE];

const PARTS: [Part; 5] = [
    Part {
        name: "components",
        title: "cc-table: the connected components of a 6×12 board",
        command: "echo 000000002101800040 | boardbits components",
        play: parts::play_components,
    },
    Part {
        name: "paths",
        title: "king-paths: all shortest paths of a king from e4 to a1 or h8",
        command: "boardbits paths --from e4 --to a1,h8",
        play: parts::play_paths,
    },
    Part {
        name: "havannah",
        title: "havannah-uf: a game of Havannah that ends with a ring",
        command: "boardbits havannah gtp",
        play: parts::play_havannah,
    },
    Part {
        name: "connect4",
        title: "c4-solver: the exact score of every column in Connect 4",
        command: "boardbits c4 play",
        play: parts::play_connect4,
    },
    Part {
        name: "pentominoes",
        title: "meteor-puzzle: twelve pentominoes in a 6×10 rectangle",
        command: "boardbits meteor solve pentominoes-6x10 --all",
        play: parts::play_pentominoes,
    },
];

pub(crate) fn run(args: &Demo, context: &mut Context) -> Result {
    if let Some(path) = &args.svg {
        let mut recording = recording::Recording::new();
        for part in &PARTS {
            recording.record(part)?;
        }
        return save(path, recording.to_string().as_bytes());
    }
    #[cfg(unix)]
    if live::play(&PARTS, &mut context.out)? {
        return Ok(summary(&PARTS, &mut context.out)?);
    }
    Ok(write(&PARTS, &mut context.out)?)
}

/// A part of the demo.
struct Part {
    /// Its name in `figures.md`.
    name: &'static str,
    title: &'static str,
    /// A command to try next.
    command: &'static str,
    /// Shows pictures, the last of them the solution, and returns the result in one line.
    play: fn(&mut dyn Stage) -> io::Result<String>,
}

/// Shows pictures.
trait Stage {
    /// Shows a picture for this time. Returns whether further pictures are wanted.
    fn show(&mut self, picture: &Picture, time: Duration) -> io::Result<bool>;

    /// Returns whether all pictures are shown, one after the other.
    fn is_live(&self) -> bool;
}

/// Keeps the last picture.
#[derive(Default)]
struct Last(Picture);

impl Stage for Last {
    fn show(&mut self, picture: &Picture, _: Duration) -> io::Result<bool> {
        self.0.clone_from(picture);
        Ok(true)
    }

    fn is_live(&self) -> bool {
        false
    }
}

/// Writes the solutions of all parts.
fn write(parts: &[Part], out: &mut impl Write) -> io::Result<()> {
    let title = Style::new().bold().underline();
    let dim = Style::new().dimmed();
    for part in parts {
        let (start, mut last) = (Instant::now(), Last::default());
        let result = (part.play)(&mut last)?;
        let time = start.elapsed();
        writeln!(out, "{title}{}{title:#}\n\n{}", part.title, last.0)?;
        writeln!(out, "    {result} {dim}({time:.1?}){dim:#}")?;
        if let Some((text, task)) = comparison(part.name) {
            writeln!(out, "    {text}\n    ({task})")?;
        }
        writeln!(out, "    Try: {}\n", part.command)?;
        out.flush()?;
    }
    Ok(())
}

/// Writes two lines for each part.
fn summary(parts: &[Part], out: &mut impl Write) -> io::Result<()> {
    let bold = Style::new().bold();
    for part in parts {
        let comparison =
            comparison(part.name).map_or(String::new(), |(text, _)| format!(" ({text})"));
        writeln!(out, "{bold}{}{bold:#}{comparison}\n    {}", part.title, part.command)?;
    }
    Ok(())
}

/// Generated. See `xtask/src/figures`.
const FIGURES: &str = include_str!("figures.md");

/// The comparison of this part of the demo, if the record has it: a figure such as `39.0 times as
/// fast as imageproc`, and the task of the bench.
fn comparison(part: &str) -> Option<(&'static str, &'static str)> {
    let line = FIGURES.lines().find_map(|line| line.strip_prefix(part)?.strip_prefix(": "))?;
    let (source, text) = line.strip_prefix("<!--bench ")?.split_once("-->")?;
    let (task, _) = source.split_once(" | ")?;
    let (text, _) = text.split_once("<!--/-->")?;
    (!text.is_empty()).then_some((text, task))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_a_figure_or_a_place_for_it() {
        for part in &PARTS {
            assert!(FIGURES.contains(&format!("\n{}: <!--bench ", part.name)), "{}", part.name);
            assert!(
                comparison(part.name).is_none_or(|(text, _)| text.contains(" times as fast as "))
            );
        }
        assert_eq!(comparison("chess"), None);
    }
}
