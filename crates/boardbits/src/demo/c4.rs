use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use bitboard_core::Cell;
use c4_solver::{HEIGHT, Position, Solver, WIDTH};

use crate::output::Output;

/// From the middle of a game.
const MOVES: &str = "44455554221222";

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let position = Position::from_moves(MOVES).map_err(io::Error::other)?;
    let [own, other] = position.stones();
    let red = Style::new().fg_color(Some(AnsiColor::BrightRed.into())).bold();
    let yellow = Style::new().fg_color(Some(AnsiColor::BrightYellow.into())).bold();
    let dim = Style::new().dimmed();
    for y in (0..HEIGHT).rev() {
        write!(out, "    ")?;
        for cell in (0..WIDTH).filter_map(|x| Cell::new(x, y)) {
            if own.contains(cell) {
                write!(out, "{red}  x{red:#}")?;
            } else if other.contains(cell) {
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
    writeln!(
        out,
        "\n\n    x to move; positive: x wins, sooner if larger ({} nodes)\n",
        solver.nodes()
    )
}
