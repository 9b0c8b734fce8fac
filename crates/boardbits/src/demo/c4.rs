use std::io::{self, Write};

use anstyle::Style;
use c4_solver::{Column, Game, Solver};

use crate::commands::c4::draw;
use crate::output::Output;

/// The middle of a game: only one column saves the draw.
const MOVES: &str = "274552224131661";

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let game: Game = MOVES.parse().map_err(io::Error::other)?;
    draw(&game, out)?;
    let mut solver = Solver::new();
    let analysis = solver.analyze(&game.position());
    let best = analysis.best_columns();
    for column in Column::all(7) {
        let style = if best.contains(column) { Style::new().bold() } else { Style::new() };
        match analysis.score(column) {
            Some(score) => write!(out, "{style}{score:>3}{style:#}")?,
            None => write!(out, "  -")?,
        }
    }
    writeln!(
        out,
        "\n\n  o to move: negative columns lose, 0 draws ({} nodes)\n",
        solver.statistics().nodes
    )
}
