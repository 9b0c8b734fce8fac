//! The live demo as an animated SVG.
//!
//! All frames are in one document, below each other. A CSS animation moves them past the view in
//! steps. Equal rows of text are defined once.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::time::Duration;

use anstyle::{AnsiColor, Color, Effects, RgbColor, Style};

use crate::output::Picture;

/// Width of a letter and height of a row in pixels.
const LETTER: f64 = 8.4;
const ROW: usize = 18;
/// Size of the view in pixels: 70 letters and 20 rows, and a margin of 12 pixels.
const WIDTH: usize = 612;
const HEIGHT: usize = 20 * ROW + 24;

/// Pictures with the times for which they are shown, as a document.
pub(super) struct Recording<'a>(pub(super) &'a [(Picture, Duration)]);

impl fmt::Display for Recording<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.0.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>();
        let (mut start, mut steps, mut frames) = (0.0, String::new(), String::new());
        // The rows, as groups of SVG, and their numbers.
        let (mut rows, mut definitions) = (HashMap::new(), String::new());
        for (number, (picture, time)) in self.0.iter().enumerate() {
            let (share, top) = (100.0 * start / total, number * HEIGHT);
            write!(steps, "{share:.2}%{{transform:translateY(-{top}px)}}")?;
            start += time.as_secs_f64();
            let lines = picture.lines().into_iter().enumerate();
            for (y, line) in lines.filter(|(_, line)| !line.is_empty()) {
                let (row, next) = (row(&line)?, rows.len());
                let id = *rows.entry(row).or_insert_with_key(|row| {
                    definitions += &format!("<g id=\"r{next}\">{row}</g>\n");
                    next
                });
                let y = top + 12 + y * ROW;
                writeln!(frames, "<use href=\"#r{id}\" x=\"12\" y=\"{y}\"/>")?;
            }
        }
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xml:space=\"preserve\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\n\
             <style>text{{font-family:monospace;font-size:14px;white-space:pre}}\
             #f{{animation:m {total:.2}s steps(1,end) infinite}}@keyframes m{{{steps}}}</style>\n\
             <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" rx=\"8\" fill=\"#1c1d21\"/>\n\
             <defs>\n{definitions}</defs>\n<g id=\"f\">\n{frames}</g>\n</svg>"
        )
    }
}

/// A line of text with its styles.
fn row(line: &[(Style, &str)]) -> Result<String, fmt::Error> {
    let (mut text, mut x) = (String::new(), 0.0);
    for &(style, run) in line {
        let width = run.chars().count() as f64 * LETTER;
        if let Some(color) = style.get_bg_color().and_then(hex) {
            let size = format_args!("width=\"{width:.1}\" height=\"{ROW}\"");
            write!(text, "<rect x=\"{x:.1}\" {size} fill=\"{color}\"/>")?;
        }
        if !run.trim().is_empty() {
            let effects = style.get_effects();
            let is_bold = effects.contains(Effects::BOLD);
            let weight = if is_bold { " font-weight=\"bold\"" } else { "" };
            let color = style.get_fg_color().and_then(hex).unwrap_or_else(|| {
                let is_dim = effects.contains(Effects::DIMMED);
                if is_dim { "#777a84" } else { "#e4e4e0" }.to_owned()
            });
            let run = run.replace('&', "&amp;").replace('<', "&lt;");
            write!(
                text,
                "<text x=\"{x:.1}\" y=\"14\" textLength=\"{width:.1}\" \
                 fill=\"{color}\"{weight}>{run}</text>"
            )?;
        }
        x += width;
    }
    Ok(text)
}

/// A color that the demo uses.
fn hex(color: Color) -> Option<String> {
    let hex = match color {
        Color::Rgb(RgbColor(r, g, b)) => return Some(format!("#{r:02x}{g:02x}{b:02x}")),
        Color::Ansi(AnsiColor::BrightRed) => "#ff6b6b",
        Color::Ansi(AnsiColor::BrightGreen) => "#69db7c",
        Color::Ansi(AnsiColor::BrightYellow) => "#ffd43b",
        Color::Ansi(AnsiColor::BrightCyan) => "#66d9e8",
        _ => return None,
    };
    Some(hex.to_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const PLAIN: Style = Style::new();

    #[test]
    fn styles_differ() {
        let [red, green, yellow, cyan] = [
            AnsiColor::BrightRed,
            AnsiColor::BrightGreen,
            AnsiColor::BrightYellow,
            AnsiColor::BrightCyan,
        ]
        .map(|color| PLAIN.fg_color(Some(color.into())));
        let tile = PLAIN.bg_color(Some(RgbColor(1, 2, 3).into()));
        let styles = [PLAIN, PLAIN.dimmed(), PLAIN.bold(), tile, red, green, yellow, cyan];
        let rows: BTreeSet<_> = styles.map(|style| row(&[(style, "a")]).unwrap()).into();
        assert_eq!(rows.len(), styles.len(), "{rows:?}");
        assert!(rows.iter().any(|row| row.contains("\"#010203\"")), "{rows:?}");
    }

    #[test]
    fn equal_rows_are_defined_once() {
        let frame = |text: &str| {
            let mut picture = Picture::default();
            picture.add(PLAIN, text);
            (picture, Duration::from_millis(500))
        };
        let svg = Recording(&[frame("one\ntwo"), frame("one\nthree")]).to_string();
        assert_eq!((svg.matches(">one<").count(), svg.matches("<use").count()), (1, 4));
        assert!(svg.contains("1.00s") && svg.contains("50.00%"), "{svg}");
    }
}
