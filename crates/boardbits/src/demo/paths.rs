use std::fmt::Write;
use std::io;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use bitboard_core::{Bitboard, Cell, Chess, Steps};
use king_paths::shortest_paths;

use super::stage::Stage;
use crate::output::tile;

type Board = Bitboard<u64, Chess>;

/// Shows the layers of shortest paths, one more in each picture.
pub(super) fn play(stage: &mut dyn Stage) -> io::Result<String> {
    let corners = Board::from(Cell::A1) | Cell::H8;
    let paths = shortest_paths(Cell::E4, corners, Board::FULL, &Steps::KING);
    let layers = paths.layers();
    for shown in 0..layers.len() {
        stage.show(&picture(&layers[..shown], corners), Duration::from_millis(140))?;
    }
    stage.show(&picture(layers, corners), Duration::ZERO)?;
    Ok(format!("length {}, {} shortest paths", layers.len(), paths.path_count()))
}

/// The board with the numbers of the layers.
fn picture(layers: &[Board], targets: Board) -> String {
    let dim = Style::new().dimmed();
    let target = Style::new().fg_color(Some(AnsiColor::BrightRed.into())).bold();
    let mut text = String::new();
    for y in (0..8).rev() {
        // Writing to a string cannot fail.
        let _ = write!(text, "    {dim}{}{dim:#}  ", y + 1);
        for cell in (0..8).filter_map(|x| Cell::new(x, y)) {
            let _ = match layers.iter().position(|layer| layer.contains(cell)) {
                Some(i) => {
                    let style = tile(i);
                    write!(text, "{style}{} {style:#}", i + 1)
                }
                None if targets.contains(cell) => write!(text, "{target}x {target:#}"),
                None => write!(text, "{dim}. {dim:#}"),
            };
        }
        text += "\n";
    }
    let _ = writeln!(text, "\n       {dim}a b c d e f g h{dim:#}");
    text
}
