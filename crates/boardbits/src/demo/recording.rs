//! The live demo as an animated SVG.
//!
//! All frames are in one document, below each other. A CSS animation moves them past the view in steps. Equal rows of text are
//! defined once.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::io;
use std::time::Duration;

use super::figures::comparison;
use super::stage::{Part, Stage};

/// Width of a letter and height of a row in pixels.
const LETTER: f64 = 8.4;
const ROW: usize = 18;
/// Size of the view in letters and rows.
const COLUMNS: usize = 70;
const ROWS: usize = 19;
/// The time for which the solution of a part is shown.
const SOLUTION: Duration = Duration::from_millis(1400);

/// Frames with the times for which they are shown.
pub(super) struct Recording {
    title: &'static str,
    frames: Vec<(String, Duration)>,
}

impl Recording {
    pub(super) fn new() -> Self {
        Self { title: "", frames: Vec::new() }
    }

    pub(super) fn record(&mut self, part: &Part) -> io::Result<()> {
        self.title = part.title;
        let result = (part.play)(self)?;
        let Some((text, time)) = self.frames.last_mut() else { return Ok(()) };
        *time = SOLUTION;
        let _ = write!(text, "\n    {result}\n");
        if let Some(comparison) = comparison(part.name) {
            let _ = writeln!(text, "    {comparison}");
        }
        let _ = writeln!(text, "    Try: {}", part.command);
        Ok(())
    }
}

impl Stage for Recording {
    fn show(&mut self, picture: &str, time: Duration) -> io::Result<bool> {
        let title = anstyle::Style::new().bold();
        self.frames.push((format!("{title}{}{title:#}\n\n{picture}", self.title), time));
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
        let mut rows: HashMap<&str, usize> = HashMap::new();
        let mut definitions = String::new();
        let mut frames = String::new();
        for (number, (text, _)) in self.frames.iter().enumerate() {
            for (y, line) in text.lines().enumerate().filter(|(_, line)| !runs(line).is_empty()) {
                let next = rows.len();
                let id = *rows.entry(line).or_insert_with(|| {
                    definitions += &row(line, next);
                    next
                });
                let y = number * height + 12 + y * ROW;
                writeln!(frames, "<use href=\"#r{id}\" x=\"12\" y=\"{y}\"/>")?;
            }
        }
        write!(f, "<defs>\n{definitions}</defs>\n<g id=\"f\">\n{frames}</g>\n</svg>\n")
    }
}

/// A row of text with its styles.
fn row(line: &str, id: usize) -> String {
    let mut text = format!("<g id=\"r{id}\">");
    let mut column = 0;
    for (run, style) in runs(line) {
        let letters = run.chars().count();
        let (x, width) = (column as f64 * LETTER, letters as f64 * LETTER);
        column += letters;
        // Writing to a string cannot fail.
        if let Some(background) = &style.background {
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
        let weight = if style.bold { " font-weight=\"bold\"" } else { "" };
        let escaped = run.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            text,
            "<text x=\"{x:.1}\" y=\"14\" textLength=\"{width:.1}\" fill=\"{}\"{weight}>{escaped}</text>",
            style.color()
        );
    }
    text + "</g>\n"
}

#[derive(Clone, Default, PartialEq)]
struct Style {
    bold: bool,
    dim: bool,
    foreground: Option<String>,
    background: Option<String>,
}

impl Style {
    fn color(&self) -> &str {
        match &self.foreground {
            Some(color) => color,
            None if self.dim => "#777a84",
            None => "#e4e4e0",
        }
    }

    /// Applies the numbers of a sequence `ESC [ … m`.
    fn apply(&mut self, numbers: &[u8]) {
        match *numbers {
            [48, 2, r, g, b] => self.background = Some(format!("#{r:02x}{g:02x}{b:02x}")),
            [38, 2, r, g, b] => self.foreground = Some(format!("#{r:02x}{g:02x}{b:02x}")),
            _ => {
                for &number in numbers {
                    match number {
                        0 => *self = Self::default(),
                        1 => self.bold = true,
                        2 => self.dim = true,
                        91 => self.foreground = Some("#ff6b6b".into()),
                        92 => self.foreground = Some("#69db7c".into()),
                        93 => self.foreground = Some("#ffd43b".into()),
                        96 => self.foreground = Some("#66d9e8".into()),
                        _ => {}
                    }
                }
            }
        }
    }
}

/// The parts of a line with equal style.
fn runs(line: &str) -> Vec<(String, Style)> {
    let mut runs: Vec<(String, Style)> = Vec::new();
    let mut style = Style::default();
    let mut parts = line.split("\x1b[");
    let mut add = |text: &str, style: &Style| match runs.last_mut() {
        Some((last, same)) if same == style => last.push_str(text),
        _ if text.is_empty() => {}
        _ => runs.push((text.to_owned(), style.clone())),
    };
    add(parts.next().unwrap_or_default(), &style);
    for part in parts {
        let (numbers, text) = part.split_once('m').unwrap_or(("", part));
        let numbers: Vec<u8> = numbers.split(';').map(|n| n.parse().unwrap_or(0)).collect();
        style.apply(&numbers);
        add(text, &style);
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_read() {
        let runs = runs("a\x1b[1mb\x1b[0m\x1b[48;2;1;2;3mc\x1b[0md");
        let texts: Vec<_> = runs.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(texts, ["a", "b", "c", "d"]);
        assert!(runs[1].1.bold && runs[2].1.background.as_deref() == Some("#010203"));
        assert!(runs[3].1 == Style::default());
    }

    #[test]
    fn equal_rows_are_defined_once() {
        let mut recording = Recording::new();
        for picture in ["one\ntwo", "one\nthree"] {
            recording.show(picture, Duration::from_millis(500)).unwrap();
        }
        let svg = recording.to_string();
        assert_eq!((svg.matches(">one<").count(), svg.matches("<use").count()), (1, 4));
        assert!(svg.contains("1.00s") && svg.contains("50.00%"), "{svg}");
    }
}
