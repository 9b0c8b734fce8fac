use std::io::{self, Write};

use anstyle::{Color, RgbColor, Style};
use cc_table::{Board, Connectivity, components};

use crate::output::Output;

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

/// Twelve colors on which dark letters are legible.
pub(crate) fn tile(i: usize) -> Style {
    const PALETTE: [(u8, u8, u8); 12] = [
        (119, 170, 221),
        (238, 136, 102),
        (170, 170, 0),
        (68, 187, 153),
        (255, 170, 187),
        (187, 204, 51),
        (153, 221, 255),
        (238, 221, 136),
        (204, 153, 204),
        (170, 119, 68),
        (136, 204, 136),
        (221, 119, 136),
    ];
    let (r, g, b) = PALETTE[i % PALETTE.len()];
    let ink = Color::Rgb(RgbColor(30, 30, 30));
    Style::new().bg_color(Some(RgbColor(r, g, b).into())).fg_color(Some(ink))
}

pub(crate) fn run(out: &mut Output) -> io::Result<()> {
    let board: Board<6, 12> = BOARD.parse().map_err(io::Error::other)?;
    let found = components(board, Connectivity::Four);
    let dim = Style::new().dimmed();
    for y in 0..12 {
        write!(out, "    ")?;
        for cell in (0..6).filter_map(|x| bitboard_core::Cell::new(x, y)) {
            match found.iter().position(|component| component.contains(cell)) {
                Some(i) => {
                    let style = tile(i);
                    write!(out, "{style}{} {style:#}", char::from(b'A' + i as u8))?;
                }
                None => write!(out, "{dim}. {dim:#}")?,
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "\n    {} components\n", found.len())
}
