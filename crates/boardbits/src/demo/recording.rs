//! The live demo as an animated SVG.
//!
//! All frames are in one document, below each other. A CSS animation moves them past the view in
//! steps. Equal rows of text are defined once.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::io;
use std::time::Duration;

use anstyle::{AnsiColor, Color, Effects, RgbColor, Style};

use super::{Part, Stage, comparison};
use crate::output::Picture;

const PLAIN: Style = Style::new();

/// Width of a letter and height of a row in pixels.
const LETTER: f64 = 8.4;
const ROW: usize = 18;
/// Size of the view in letters and rows.
const COLUMNS: usize = 70;
const ROWS: usize = 20;
/// The time for which the solution of a part is shown.
const SOLUTION: Duration = Duration::from_millis(1400);

/// Frames with the times for which they are shown.
pub(super) struct Recording {
    title: &'static str,
    frames: Vec<(Picture, Duration)>,
}

impl Recording {
    pub(super) fn new() -> Self {
        Self { title: "", frames: Vec::new() }
    }

    pub(super) fn record(&mut self, part: &Part) -> io::Result<()> {
        self.title = part.title;
        let result = (part.play)(self)?;
        let Some((picture, time)) = self.frames.last_mut() else { return Ok(()) };
        *time = SOLUTION;
        picture.add(PLAIN, format_args!("\n    {result}\n"));
        if let Some((text, task)) = comparison(part.name) {
            picture.add(PLAIN, format_args!("    {text}\n    ({task})\n"));
        }
        picture.add(PLAIN, format_args!("    Try: {}\n", part.command));
        Ok(())
    }
}

impl Stage for Recording {
    fn show(&mut self, picture: &Picture, time: Duration) -> io::Result<bool> {
        let mut frame = Picture::default();
        frame.add(PLAIN.bold(), self.title);
        frame.add(PLAIN, "\n\n");
        for (style, run) in picture.runs() {
            frame.add(*style, run);
        }
        self.frames.push((frame, time));
        Ok(true)
    }

    fn is_live(&self) -> bool {
        true
    }
}

impl fmt::Display for Recording {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = (COLUMNS as f64 * LETTER + 24.0, ROWS * ROW + 24);
        let total: Duration = self.frames.iter().map(|(_, time)| *time).sum();
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">"
        )?;
        write!(f, "<style>text{{font-family:monospace;font-size:14px;white-space:pre}}")?;
        write!(
            f,
            "#f{{animation:m {:.2}s steps(1,end) infinite}}@keyframes m{{",
            total.as_secs_f64()
        )?;
        let mut start = Duration::ZERO;
        for (number, (_, time)) in self.frames.iter().enumerate() {
            let share = 100.0 * start.as_secs_f64() / total.as_secs_f64();
            write!(f, "{share:.2}%{{transform:translateY(-{}px)}}", number * height)?;
            start += *time;
        }
        writeln!(f, "}}</style>")?;
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"#1c1d21\"/>")?;
        let mut rows: HashMap<Line<'_>, usize> = HashMap::new();
        let mut definitions = String::new();
        let mut frames = String::new();
        for (number, (picture, _)) in self.frames.iter().enumerate() {
            let lines = picture.lines().into_iter().enumerate();
            for (y, line) in lines.filter(|(_, line)| !line.is_empty()) {
                let id = match rows.get(&line) {
                    Some(&id) => id,
                    None => {
                        let id = rows.len();
                        definitions += &row(&line, id);
                        rows.insert(line, id);
                        id
                    }
                };
                let y = number * height + 12 + y * ROW;
                writeln!(frames, "<use href=\"#r{id}\" x=\"12\" y=\"{y}\"/>")?;
            }
        }
        write!(f, "<defs>\n{definitions}</defs>\n<g id=\"f\">\n{frames}</g>\n</svg>\n")
    }
}

/// A line of text with its styles.
type Line<'a> = Vec<(Style, &'a str)>;

/// A line as a group.
fn row(line: &Line<'_>, id: usize) -> String {
    let mut text = format!("<g id=\"r{id}\">");
    let mut column = 0;
    for &(style, run) in line {
        let letters = run.chars().count();
        let (x, width) = (column as f64 * LETTER, letters as f64 * LETTER);
        column += letters;
        // Writing to a string cannot fail.
        if let Some(background) = style.get_bg_color().and_then(color) {
            let _ = write!(
                text,
                "<rect x=\"{x:.1}\" width=\"{width:.1}\" height=\"{ROW}\" fill=\"{background}\"/>"
            );
        }
        let blank = run.len() - run.trim_start().len();
        let (x, run) = (x + blank as f64 * LETTER, run.trim());
        if run.is_empty() {
            continue;
        }
        let width = run.chars().count() as f64 * LETTER;
        let weight =
            if style.get_effects().contains(Effects::BOLD) { " font-weight=\"bold\"" } else { "" };
        let escaped = run.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            text,
            "<text x=\"{x:.1}\" y=\"14\" textLength=\"{width:.1}\" fill=\"{}\"{weight}>{escaped}</text>",
            foreground(style)
        );
    }
    text + "</g>\n"
}

/// The color of the letters.
fn foreground(style: Style) -> String {
    let dim = style.get_effects().contains(Effects::DIMMED);
    let default = if dim { "#777a84" } else { "#e4e4e0" };
    style.get_fg_color().and_then(color).unwrap_or_else(|| default.to_owned())
}

/// A color that the demo uses.
fn color(color: Color) -> Option<String> {
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

    #[test]
    fn lines_have_styles() {
        let mut picture = Picture::default();
        picture.add(PLAIN, "a");
        picture.add(PLAIN.bold(), "b");
        picture.add(PLAIN.bg_color(Some(RgbColor(1, 2, 3).into())), "c\nd");
        let lines = picture.lines();
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1]);
        let row = row(&lines[0], 0);
        assert!(row.contains("font-weight=\"bold\">b<") && row.contains("\"#010203\""), "{row}");
    }

    #[test]
    fn equal_rows_are_defined_once() {
        let text = |text: &str| {
            let mut picture = Picture::default();
            picture.add(PLAIN, text);
            picture
        };
        let mut recording = Recording::new();
        for picture in ["one\ntwo", "one\nthree"] {
            recording.show(&text(picture), Duration::from_millis(500)).unwrap();
        }
        let svg = recording.to_string();
        assert_eq!((svg.matches(">one<").count(), svg.matches("<use").count()), (1, 4));
        assert!(svg.contains("1.00s") && svg.contains("50.00%"), "{svg}");
    }

    #[test]
    fn letters_have_different_colors() {
        let [red, green, yellow, cyan] = [
            AnsiColor::BrightRed,
            AnsiColor::BrightGreen,
            AnsiColor::BrightYellow,
            AnsiColor::BrightCyan,
        ]
        .map(|color| PLAIN.fg_color(Some(color.into())));
        let styles = [PLAIN, PLAIN.dimmed(), red, green, yellow, cyan];
        let colors: BTreeSet<_> = styles.map(foreground).into_iter().collect();
        assert_eq!(colors.len(), styles.len(), "{colors:?}");
        assert!(colors.iter().all(|color| color.len() == 7 && color.starts_with('#')));
    }
}
