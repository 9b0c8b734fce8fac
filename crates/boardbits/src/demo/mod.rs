//! `boardbits demo`: a problem for every crate.

mod components;
mod connect4;
mod figures;
mod havannah;
#[cfg(unix)]
mod live;
mod page;
mod paths;
mod pentominoes;
mod recording;
mod stage;

use std::path::PathBuf;

use crate::context::{Context, Result};
use crate::files::save;
use crate::help;

use stage::Part;

/// Solve a problem with every crate, live
///
/// On a terminal, five problems are solved in about six seconds: any key skips to the next one, `q` ends the demo. If stdout is
/// not a terminal, the solutions are printed at once.
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
        play: components::play,
    },
    Part {
        name: "paths",
        title: "king-paths: all shortest paths of a king from e4 to a1 or h8",
        command: "boardbits paths --from e4 --to a1,h8",
        play: paths::play,
    },
    Part {
        name: "havannah",
        title: "havannah-uf: a game of Havannah that ends with a ring",
        command: "boardbits havannah gtp",
        play: havannah::play,
    },
    Part {
        name: "connect4",
        title: "c4-solver: the exact score of every column in Connect 4",
        command: "boardbits c4 play",
        play: connect4::play,
    },
    Part {
        name: "pentominoes",
        title: "meteor-puzzle: twelve pentominoes in a 6×10 rectangle",
        command: "boardbits meteor solve pentominoes-6x10 --all",
        play: pentominoes::play,
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
        return Ok(page::summary(&PARTS, &mut context.out)?);
    }
    Ok(page::write(&PARTS, &mut context.out)?)
}
