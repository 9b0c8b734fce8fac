//! `boardbits demo`: the classic problem of every crate, solved while you watch.

use std::io::Write;
use std::time::Instant;

use anstyle::Style;

use crate::context::{Context, Result};
use crate::output::Output;

mod c4;
mod components;
mod havannah;
mod meteor;
mod paths;

pub(crate) use components::tile;

/// A part of the demo: its title, and what draws it.
type Part = (&'static str, fn(&mut Output) -> std::io::Result<()>);

const PARTS: [Part; 5] = [
    ("cc-table: a 6×12 board split into its connected components", components::run),
    ("king-paths: all shortest paths of a king from e4 to a1 or h8", paths::run),
    ("havannah-uf: a game of Havannah that ends in a ring", havannah::run),
    ("c4-solver: a Connect 4 position with the exact score of every column", c4::run),
    ("meteor-puzzle: the first and the last of 2,098 solutions", meteor::run),
];

/// Runs every part and says how long it took.
pub(crate) fn run(context: &mut Context) -> Result {
    let title = Style::new().bold().underline();
    let dim = Style::new().dimmed();
    for (name, part) in PARTS {
        writeln!(context.out, "{title}{name}{title:#}\n")?;
        let start = Instant::now();
        part(&mut context.out)?;
        writeln!(context.out, "{dim}({:.1?}){dim:#}\n", start.elapsed())?;
        context.out.flush()?;
    }
    Ok(())
}
