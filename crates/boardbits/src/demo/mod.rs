//! `boardbits demo`: five problems, one for each crate with an algorithm.
//!
//! A [`Part`] shows its pictures on a [`Stage`]; `parts.rs` has the problems. `recording.rs` makes
//! an animated SVG of the pictures.

mod parts;
mod recording;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use anstyle::Style;

use crate::context::{Context, Result};
use crate::files::save;
use crate::help;
use crate::output::Picture;
use crate::progress::Bar;
use recording::Recording;

/// Solve five problems, one with each algorithm crate, live
///
/// On a terminal, five problems are solved in about six seconds. If stdout is not a terminal, or
/// with --quiet, the solutions are printed at once, each with the time that it took.
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
        title: "cc-table: the connected components of a 6×12 board",
        command: "echo 000000002101800040 | boardbits components",
        play: parts::play_components,
    },
    Part {
        title: "king-paths: all shortest paths of a king from e4 to a1 or h8",
        command: "boardbits paths --from e4 --to a1,h8",
        play: parts::play_paths,
    },
    Part {
        title: "havannah-uf: a game of Havannah that ends with a ring",
        command: "boardbits havannah gtp",
        play: parts::play_havannah,
    },
    Part {
        title: "c4-solver: the exact score of every column in Connect 4",
        command: "boardbits c4 play",
        play: parts::play_connect4,
    },
    Part {
        title: "meteor-puzzle: twelve pentominoes in a 6×10 rectangle",
        command: "boardbits meteor solve pentominoes-6x10 --all",
        play: parts::play_pentominoes,
    },
];

pub(crate) fn run(args: &Demo, context: &mut Context) -> Result {
    let is_terminal = io::stdout().is_terminal() && io::stderr().is_terminal();
    let is_live = is_terminal && context.out.has_styles() && !context.progress.quiet;
    let mut recording = Vec::new();
    for part in &PARTS {
        let bar = is_live.then(|| context.progress.bar(None, "{msg}"));
        let is_shown = is_live || args.svg.is_some();
        let (start, shown, frames) = (Instant::now(), Duration::ZERO, Vec::new());
        let mut stage = Stage { title: part.title, is_shown, bar, until: start, shown, frames };
        let result = (part.play)(&mut stage)?;
        let time = start.elapsed().saturating_sub(stage.shown);
        stage.bar.inspect(Bar::hide);
        let mut frames = stage.frames;
        let Some((solution, shown_for)) = frames.last_mut() else { continue };
        *shown_for = SOLUTION;
        let plain = Style::new();
        solution.add(plain, format_args!("\n    {result}"));
        solution.add(plain.dimmed(), format_args!(" ({time:.1?})"));
        solution.add(plain, format_args!("\n    Try: {}\n", part.command));
        if args.svg.is_none() {
            writeln!(context.out, "{solution}")?;
            context.out.flush()?;
        }
        recording.append(&mut frames);
    }
    args.svg
        .as_ref()
        .map_or(Ok(()), |path| save(path, Recording(&recording).to_string().as_bytes()))
}

/// The time for which a recording shows the solution of a part.
const SOLUTION: Duration = Duration::from_millis(1400);

/// A part of the demo.
struct Part {
    title: &'static str,
    /// A command to try next.
    command: &'static str,
    /// Shows pictures, the last of them the solution, and returns the result in one line.
    play: fn(&mut Stage) -> Result<String>,
}

/// Shows the pictures of a part, and keeps them.
struct Stage {
    title: &'static str,
    /// Whether the pictures before the solution are seen, on a terminal or in a recording.
    is_shown: bool,
    /// Where pictures replace each other on a terminal.
    bar: Option<Bar>,
    /// The end of the time of the last picture.
    until: Instant,
    /// The time in which pictures were shown, and not the problem solved.
    shown: Duration,
    /// The pictures, and the times for which they are shown.
    frames: Vec<(Picture, Duration)>,
}

impl Stage {
    fn show(&mut self, picture: &Picture, time: Duration) {
        let start = Instant::now();
        let mut frame = Picture::default();
        frame.add(Style::new().bold(), self.title);
        frame.add(Style::new(), "\n\n");
        frame.append(picture);
        if let Some(bar) = &self.bar {
            thread::sleep(self.until.saturating_duration_since(Instant::now()));
            bar.say(|| frame.to_string());
            self.until = Instant::now() + time;
        }
        self.frames.push((frame, time));
        self.shown += start.elapsed();
    }
}
