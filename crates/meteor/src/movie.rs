//! A search as an animated SVG picture.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::svg::{LARGE, write_cells, write_sheet};

/// An animated SVG document that shows boards of a puzzle one after the other, and repeats.
/// Browsers play it; it needs no scripts.
///
/// ```
/// use meteor_puzzle::{Limits, Movie, Solver, presets};
///
/// let solver = Solver::new(presets::find("pentominoes-3x20").unwrap().puzzle());
/// let mut solutions = solver.solutions();
/// let mut frames = Vec::new();
/// for _ in 0..100 {
///     let _ = solutions.try_next(&Limits::new().nodes(1));
///     frames.push(solutions.board());
/// }
/// let svg = Movie::new(solver.puzzle(), frames).frames_per_second(10.0).to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// assert!(svg.contains(r#"dur="10.000s" repeatCount="indefinite""#));
/// ```
#[derive(Clone, Debug)]
pub struct Movie<'a> {
    puzzle: &'a Puzzle,
    frames: Vec<Vec<Placement>>,
    /// Frames a second.
    per_second: f64,
}

impl<'a> Movie<'a> {
    /// Boards in order, ten a second. Without boards, the empty board.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, frames: impl IntoIterator<Item = Vec<Placement>>) -> Self {
        let frames = frames.into_iter().collect();
        Self { puzzle, frames, per_second: 10.0 }
    }

    /// Sets the number of boards a second, from 0.01 to 1,000.
    #[must_use]
    pub fn frames_per_second(mut self, frames: f64) -> Self {
        self.per_second = if frames.is_nan() { 10.0 } else { frames.clamp(0.01, 1000.0) };
        self
    }

    /// Writes the pieces of all frames, each with the times at which it appears and disappears.
    fn write_scenes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cells(f, self.puzzle, LARGE, &[], u128::MAX)?;
        let mut seen = Vec::new();
        let seconds = self.frames.len() as f64 / self.per_second;
        for placement in self.frames.iter().flatten() {
            if seen.contains(placement) {
                continue;
            }
            seen.push(*placement);
            writeln!(f, r#"<g visibility="hidden">"#)?;
            write_cells(f, self.puzzle, LARGE, &[*placement], placement.cells)?;
            let shown: Vec<_> = self.frames.iter().map(|board| board.contains(placement)).collect();
            let (mut values, mut times, mut frame) = (Vec::new(), Vec::new(), 0);
            for run in shown.chunk_by(bool::eq) {
                values.push(if run[0] { "visible" } else { "hidden" });
                times.push((frame as f64 / shown.len() as f64).to_string());
                frame += run.len();
            }
            let (values, times) = (values.join(";"), times.join(";"));
            writeln!(
                f,
                r#"<animate attributeName="visibility" calcMode="discrete" values="{values}" keyTimes="{times}" dur="{seconds:.3}s" repeatCount="indefinite"/>"#
            )?;
            writeln!(f, "</g>")?;
        }
        Ok(())
    }
}

impl fmt::Display for Movie<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sheet(f, self.puzzle, LARGE, [1, 1], |f, _| self.write_scenes(f))
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use bitboard_core::Limits;

    use super::*;
    use crate::presets;
    use crate::solver::Solver;

    /// The words of an attribute of each animation.
    fn attribute<'a>(svg: &'a str, name: &str) -> Vec<Vec<&'a str>> {
        let start = String::from(name) + "=\"";
        let lines = svg.lines().filter(|line| line.starts_with("<animate"));
        lines
            .map(|line| {
                let value = &line[line.find(&start).unwrap() + start.len()..];
                value[..value.find('"').unwrap()].split(';').collect()
            })
            .collect()
    }

    #[test]
    fn each_frame_shows_its_pieces() {
        let solver = Solver::new(presets::find("meteor").unwrap().puzzle());
        let mut solutions = solver.solutions();
        let mut frames = Vec::new();
        for _ in 0..300 {
            let _ = solutions.try_next(&Limits::new().nodes(1));
            frames.push(solutions.board());
        }
        let svg = Movie::new(solver.puzzle(), frames.clone()).to_string();
        let (values, times) = (attribute(&svg, "values"), attribute(&svg, "keyTimes"));
        assert_eq!(svg.matches("<g visibility").count(), values.len());
        for (frame, board) in frames.iter().enumerate() {
            // The middle of the frame.
            let now = (frame as f64 + 0.5) / frames.len() as f64;
            let is_visible = |(values, times): (&Vec<&str>, &Vec<&str>)| {
                assert_eq!((values.len(), times[0]), (times.len(), "0"));
                let began = times.iter().filter(|time| time.parse::<f64>().unwrap() <= now);
                values[began.count() - 1] == "visible"
            };
            let visible = values.iter().zip(&times).filter(|&scene| is_visible(scene)).count();
            assert_eq!(visible, board.len());
        }
    }

    #[test]
    fn a_movie_without_frames_is_the_board() {
        let puzzle = presets::find("meteor").unwrap().puzzle();
        let svg = Movie::new(&puzzle, []).frames_per_second(f64::NAN).to_string();
        assert_eq!(svg.matches("<polygon").count(), 50);
        assert!(!svg.contains("animate"));
    }
}
