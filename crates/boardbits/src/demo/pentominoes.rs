use std::fmt::Write;
use std::io;
use std::time::Duration;

use indicatif::HumanCount;
use meteor::bitboard_core::Limits;
use meteor::{Placement, Puzzle, Solver, presets};

use super::stage::Stage;
use crate::output::tile;

/// Number of pictures of the search.
const PICTURES: usize = 24;
/// Nodes of the search that are recorded; the first solution takes fewer.
const MOST_NODES: usize = 20_000;

/// Fills the rectangle by search, and counts all solutions.
pub(super) fn play(stage: &mut dyn Stage) -> io::Result<String> {
    let preset = presets::find("pentominoes-6x10");
    let puzzle = preset.ok_or_else(|| io::Error::other("no preset"))?.puzzle();
    let solver = Solver::new(puzzle);
    let puzzle = solver.puzzle();
    let mut search = solver.solutions();
    let mut boards = Vec::new();
    let solution = loop {
        let found = search.try_next(&Limits::new().nodes(1));
        if let Ok(found) = found {
            break found;
        }
        if boards.len() < MOST_NODES {
            boards.push(search.board());
        }
    };
    let step = boards.len().div_ceil(PICTURES).max(1);
    for board in boards.iter().step_by(step) {
        stage.show(&picture(puzzle, board), Duration::from_millis(35))?;
    }
    if let Some(solution) = solution {
        stage.show(&picture(puzzle, solution.placements()), Duration::ZERO)?;
    }
    let count = solver.count().map_err(io::Error::other)?;
    let count = HumanCount(u64::try_from(count).unwrap_or(u64::MAX));
    Ok(format!("{count} solutions; this is the first"))
}

fn picture(puzzle: &Puzzle, board: &[Placement]) -> String {
    let symbols: Vec<_> = (0..puzzle.pieces().len()).map(|piece| puzzle.symbol(piece)).collect();
    let mut text = String::new();
    for line in puzzle.picture(board).to_string().lines() {
        text += "    ";
        for symbol in line.split(' ') {
            let piece = symbols.iter().position(|&known| symbol == known.to_string());
            // Writing to a string cannot fail.
            let _ = match piece {
                Some(piece) => {
                    let style = tile(piece);
                    write!(text, "{style}{symbol} {style:#}")
                }
                None => write!(text, "{symbol} "),
            };
        }
        text += "\n";
    }
    text
}
