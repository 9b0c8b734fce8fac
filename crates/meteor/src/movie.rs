//! A search as an animated SVG picture.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::svg::PAPER;

use crate::placement::Placement;
use crate::puzzle::Puzzle;
use crate::svg::{Extent, body};

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
    /// The distance between the centers of adjacent cells, in pixels.
    size: f64,
}

impl<'a> Movie<'a> {
    /// Boards in order, ten a second. Without boards, the empty board.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle, frames: impl IntoIterator<Item = Vec<Placement>>) -> Self {
        let frames = frames.into_iter().collect();
        Self { puzzle, frames, per_second: 10.0, size: 40.0 }
    }

    /// Sets the number of boards a second, from 0.01 to 1,000.
    #[must_use]
    pub fn frames_per_second(mut self, frames: f64) -> Self {
        self.per_second = if frames.is_nan() { 10.0 } else { frames.clamp(0.01, 1000.0) };
        self
    }

    /// Sets the distance between the centers of adjacent cells in pixels.
    #[must_use]
    pub fn cell_size(mut self, pixels: f64) -> Self {
        self.size = pixels;
        self
    }

    /// The placements of all frames, each with the ranges of frames that show it, in order of their
    /// first frames.
    fn scenes(&self) -> Vec<(Placement, Vec<(usize, usize)>)> {
        let mut scenes: Vec<(Placement, Vec<(usize, usize)>)> = Vec::new();
        for (frame, board) in self.frames.iter().enumerate() {
            for placement in board {
                match scenes.iter_mut().find(|(seen, _)| seen == placement) {
                    Some((_, ranges)) => match ranges.last_mut() {
                        Some((_, end)) if *end == frame => *end = frame + 1,
                        _ => ranges.push((frame, frame + 1)),
                    },
                    None => scenes.push((*placement, Vec::from([(frame, frame + 1)]))),
                }
            }
        }
        scenes
    }
}

impl fmt::Display for Movie<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extent { left, top, width, height } = Extent::of(self.puzzle);
        let (width, height) = (width * self.size, height * self.size);
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0}" height="{height:.0}" viewBox="0 0 {width:.1} {height:.1}">"#
        )?;
        writeln!(f, "{PAPER}")?;
        let (x, y) = ((0.5 - left) * self.size, (0.5 - top) * self.size);
        writeln!(f, r#"<g transform="translate({x:.1} {y:.1})">"#)?;
        f.write_str(&body(self.puzzle, self.size, &[], u128::MAX))?;
        let frames = self.frames.len();
        let seconds = frames as f64 / self.per_second;
        for (placement, ranges) in self.scenes() {
            writeln!(f, r#"<g visibility="hidden">"#)?;
            f.write_str(&body(self.puzzle, self.size, &[placement], placement.cells))?;
            let (mut values, mut times) = (Vec::new(), Vec::new());
            if ranges.first().is_some_and(|&(start, _)| start > 0) {
                values.push("hidden");
                times.push(0);
            }
            for (start, end) in ranges {
                values.push("visible");
                times.push(start);
                if end < frames {
                    values.push("hidden");
                    times.push(end);
                }
            }
            write!(f, r#"<animate attributeName="visibility" calcMode="discrete" values=""#)?;
            for (i, value) in values.iter().enumerate() {
                write!(f, "{}{value}", if i == 0 { "" } else { ";" })?;
            }
            write!(f, r#"" keyTimes=""#)?;
            for (i, &time) in times.iter().enumerate() {
                let blank = if i == 0 { "" } else { ";" };
                write!(f, "{blank}{}", time as f64 / frames as f64)?;
            }
            writeln!(f, r#"" dur="{seconds:.3}s" repeatCount="indefinite"/>"#)?;
            writeln!(f, "</g>")?;
        }
        writeln!(f, "</g>\n</svg>")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::{String, ToString};

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
