use std::fmt::Write;
use std::io;
use std::time::Duration;

use anstyle::Style;
use bitboard_core::{Cell, Steps};
use cc_table::{Board, Connectivity, components};

use super::stage::Stage;
use crate::output::tile;

const BOARD: &str = "
    . . X X . .
    X . . X . X
    X X . X X X
    . . . . . .
    X . X . X X
    . X . X . X
    X X . X X .
    . X X . X .
    . . . . . .
    X X X . X X
    X . X . . X
    X X X . X X";

type Field = Board<6, 12>;

/// Floods every component from its first cell.
pub(super) fn play(stage: &mut dyn Stage) -> io::Result<String> {
    let board: Field = BOARD.parse().map_err(io::Error::other)?;
    let found: Vec<Field> = components(board, Connectivity::Four).into_iter().collect();
    let first = |component: &Field| component.first().map_or(Field::EMPTY, Field::from_cell);
    let mut floods: Vec<Field> = found.iter().map(first).collect();
    stage.show(&picture(board, &[]), Duration::from_millis(150))?;
    while floods != found {
        stage.show(&picture(board, &floods), Duration::from_millis(70))?;
        for (flood, component) in floods.iter_mut().zip(&found) {
            *flood = (*flood | flood.neighbors(&Steps::ORTHOGONAL)) & *component;
        }
    }
    stage.show(&picture(board, &found), Duration::ZERO)?;
    Ok(format!("{} components", found.len()))
}

fn picture(board: Field, floods: &[Field]) -> String {
    let dim = Style::new().dimmed();
    let mut text = String::new();
    for y in 0..12 {
        text += "    ";
        for cell in (0..6).filter_map(|x| Cell::new(x, y)) {
            // Writing to a string cannot fail.
            let _ = match floods.iter().position(|flood| flood.contains(cell)) {
                Some(i) => {
                    let style = tile(i);
                    write!(text, "{style}{} {style:#}", char::from(b'A' + i as u8))
                }
                None if board.contains(cell) => write!(text, "X "),
                None => write!(text, "{dim}. {dim:#}"),
            };
        }
        text += "\n";
    }
    text
}
