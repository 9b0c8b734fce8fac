use std::io::{self, Write};

use anstyle::Style;
use c4_solver::{Game, Solver, Standard, notation};

use crate::commands::c4::draw;
use crate::output::Output;

/// The middle of a game: only one column saves the draw.
const MOVES: &str = "274552224131661";

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let mut game = Game::new(Standard::BOARD);
    for x in MOVES.chars().filter_map(notation::column) {
        game.play(x).map_err(io::Error::other)?;
    }
    draw(&game, out)?;
    let mut solver = Solver::new();
    let scores = solver.analyze(game.position());
    let best = scores.iter().flatten().max();
    for score in &scores {
        let style = if score.as_ref() == best { Style::new().bold() } else { Style::new() };
        match score {
            Some(score) => write!(out, "{style}{score:>3}{style:#}")?,
            None => write!(out, "  -")?,
        }
    }
    writeln!(out, "\n\n  o to move: negative columns lose, 0 draws ({} nodes)\n", solver.nodes())
}
