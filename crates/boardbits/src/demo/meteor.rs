use std::io::{self, Write};

use crate::demo::components::tile;
use crate::output::Output;

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let solutions = meteor::classic::solutions();
    let (Some(first), Some(last)) = (solutions.first(), solutions.last()) else { return Ok(()) };
    for y in 0..10 {
        for solution in [first, last] {
            let indent = if y % 2 == 1 { " " } else { "" };
            write!(out, "    {indent}")?;
            for &piece in &solution.pieces()[5 * y..5 * y + 5] {
                let style = tile(piece.into());
                write!(out, "{style}{piece} {style:#}")?;
            }
            write!(out, "{}", if y % 2 == 1 { "" } else { " " })?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n    number 1 and number {} of {0} solutions\n", solutions.len())
}
