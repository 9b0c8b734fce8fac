//! Boards one after the other as an animated SVG picture. Browsers play it; it needs no scripts.

use std::fmt::Write;

use meteor_puzzle::{Placement, Puzzle, SolutionSheet};

/// Shows `per_second` boards a second, and repeats them.
pub(crate) fn animation(puzzle: &Puzzle, frames: &[Vec<Placement>], per_second: f64) -> String {
    let seconds = frames.len() as f64 / per_second;
    let board = |placed: &[Placement]| SolutionSheet::board(puzzle, placed).to_string();
    // The empty board, with the frames over it.
    let mut svg = board(&[]).replace("</svg>\n", "");
    for (i, frame) in frames.iter().enumerate() {
        let [start, end] = [i, i + 1].map(|i| i as f64 / frames.len() as f64);
        let (values, times) = match i {
            0 => ("visible;hidden", format!("0;{end}")),
            _ => ("hidden;visible;hidden", format!("0;{start};{end}")),
        };
        let picture = board(frame).replacen("<svg ", "<svg visibility=\"hidden\" ", 1);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            r#"{}<animate attributeName="visibility" calcMode="discrete" values="{values}" keyTimes="{times}" dur="{seconds:.3}s" repeatCount="indefinite"/></svg>"#,
            picture.trim_end().trim_end_matches("</svg>")
        );
    }
    svg + "</svg>\n"
}
