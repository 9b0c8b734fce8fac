//! Buffered stdout.
//!
//! Commands always write styles. `anstream` strips them unless stdout is a terminal; `--color` and
//! the environment variables `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` change that.

use std::fmt::{self, Display, Write as _};
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use anstream::{AutoStream, StripStream};
use anstyle::{Color, RgbColor, Style};
use serde::Serialize;

use crate::failure::{Failure, Result};

/// Stdout, buffered.
pub(crate) struct Output {
    /// `None` once the reader of stdout has closed the pipe.
    writer: Option<BufWriter<Box<dyn Write>>>,
    /// Whether styles are written.
    styles: bool,
    /// Time of the last flush by [`flush_if_due`](Self::flush_if_due).
    flushed: Instant,
}

/// At most the answers of this time are lost if the program is killed.
const FLUSH_EVERY: Duration = Duration::from_millis(10);

impl Output {
    pub(crate) fn stdout() -> Self {
        let choice = AutoStream::choice(&io::stdout());
        let styles = choice != anstream::ColorChoice::Never;
        Self::new(AutoStream::new(io::stdout().lock(), choice), styles)
    }

    /// An output without styles.
    pub(crate) fn plain(out: impl Write + 'static) -> Self {
        Self::new(StripStream::new(Box::new(out) as Box<dyn Write>), false)
    }

    fn new(out: impl Write + 'static, styles: bool) -> Self {
        let writer = BufWriter::with_capacity(1 << 16, Box::new(out) as Box<dyn Write>);
        Self { writer: Some(writer), styles, flushed: Instant::now() }
    }

    /// Flushes if the last flush is longer ago than [`FLUSH_EVERY`]. For answers that take long to
    /// compute.
    pub(crate) fn flush_if_due(&mut self) -> io::Result<()> {
        if self.flushed.elapsed() < FLUSH_EVERY {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.flush()
    }

    /// Returns whether styles and other control sequences reach stdout.
    pub(crate) fn has_styles(&self) -> bool {
        self.styles
    }

    /// Discards the buffer and everything written from now on.
    pub(crate) fn discard(&mut self) {
        if let Some(writer) = self.writer.take() {
            let _ = writer.into_parts();
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Writes a line of JSON.
///
/// # Errors
/// [`Failure::Io`] if it cannot be written.
pub(crate) fn json_line(out: &mut dyn Write, answer: &impl Serialize) -> Result {
    let text = serde_json::to_string(answer).map_err(Failure::wrong)?;
    Ok(writeln!(out, "{text}")?)
}

/// Text with styles.
#[derive(Clone, Default)]
pub(crate) struct Picture {
    /// Neighbors have different styles. A run may have several lines.
    runs: Vec<(Style, String)>,
}

impl Picture {
    /// Adds text at the end.
    pub(crate) fn add(&mut self, style: Style, text: impl Display) {
        match self.runs.last_mut() {
            // Writing to a string cannot fail.
            Some((last, run)) if *last == style => drop(write!(run, "{text}")),
            _ => self.runs.push((style, text.to_string())),
        }
    }

    /// Adds a picture at the end.
    pub(crate) fn append(&mut self, picture: &Self) {
        picture.runs.iter().for_each(|(style, run)| self.add(*style, run));
    }

    /// The lines, which consist of runs of equal style.
    pub(crate) fn lines(&self) -> Vec<Vec<(Style, &str)>> {
        let mut lines = vec![Vec::new()];
        for (style, run) in &self.runs {
            for (i, part) in run.split('\n').enumerate() {
                if i > 0 {
                    lines.push(Vec::new());
                }
                if let (Some(line), false) = (lines.last_mut(), part.is_empty()) {
                    line.push((*style, part));
                }
            }
        }
        lines
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs.iter().try_for_each(|(style, run)| write!(f, "{style}{run}{style:#}"))
    }
}

/// Style `i` of twelve, with backgrounds on which dark letters are legible.
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
