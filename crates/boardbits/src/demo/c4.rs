use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use bitboard_core::Cell;
use c4_solver::{HEIGHT, Position, Solver, WIDTH};

use crate::output::Output;

/// The middle of a game: only one column saves the draw.
const MOVES: &str = "274552224131661";

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let position = Position::from_moves(MOVES).map_err(io::Error::other)?;
    let [second, first] = position.stones();
    let red = Style::new().fg_color(Some(AnsiColor::BrightRed.into())).bold();
    let yellow = Style::new().fg_color(Some(AnsiColor::BrightYellow.into())).bold();
    let dim = Style::new().dimmed();
    for y in (0..HEIGHT).rev() {
        write!(out, "    ")?;
        for cell in (0..WIDTH).filter_map(|x| Cell::new(x, y)) {
            if first.contains(cell) {
                write!(out, "{red}  x{red:#}")?;
            } else if second.contains(cell) {
                write!(out, "{yellow}  o{yellow:#}")?;
            } else {
                write!(out, "{dim}  .{dim:#}")?;
            }
        }
        writeln!(out)?;
    }
    let mut solver = Solver::new();
    let scores = solver.analyze(position);
    let best = scores.iter().flatten().max();
    write!(out, "    ")?;
    for score in scores {
        let style = if score.as_ref() == best { Style::new().bold() } else { Style::new() };
        match score {
            Some(score) => write!(out, "{style}{score:>3}{style:#}")?,
            None => write!(out, "  -")?,
        }
    }
    writeln!(out, "\n\n    o to move: negative columns lose, 0 draws ({} nodes)\n", solver.nodes())
}
