//! Buffered stdout, and the answers that are written to it.
//!
//! Commands always write styles. `anstream` strips them unless stdout is a terminal; `--color` and
//! the environment variables `NO_COLOR`, `CLICOLOR_FORCE` and `TERM` change that.

use std::fmt::{self, Display, Write as _};
use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use anstream::AutoStream;
use anstream::adapter::StripBytes;
use anstyle::{Color, RgbColor, Style};
use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};

use crate::failure::{Failure, Result};

/// Stdout, buffered.
pub(crate) struct Output {
    /// `None` once the reader of stdout has closed the pipe.
    writer: Option<BufWriter<Box<dyn Write>>>,
    /// Time of the last flush by [`flush_if_due`](Self::flush_if_due).
    flushed: Instant,
}

/// At most the answers of this time are lost if the program is killed.
const FLUSH_EVERY: Duration = Duration::from_millis(10);

impl Output {
    pub(crate) fn stdout() -> Self {
        let choice = AutoStream::choice(&io::stdout());
        match choice {
            anstream::ColorChoice::Never => Self::plain(io::stdout().lock()),
            _ => Self::new(AutoStream::new(io::stdout().lock(), choice)),
        }
    }

    /// An output without styles.
    pub(crate) fn plain(out: impl Write + 'static) -> Self {
        Self::new(Plain { out, strip: StripBytes::new(), has_styles: false })
    }

    fn new(out: impl Write + 'static) -> Self {
        let writer = BufWriter::with_capacity(1 << 16, Box::new(out) as Box<dyn Write>);
        Self { writer: Some(writer), flushed: Instant::now() }
    }

    /// Flushes if the last flush is longer ago than [`FLUSH_EVERY`]. For answers that take long to
    /// compute.
    pub(crate) fn flush_if_due(&mut self) -> Result {
        if self.flushed.elapsed() < FLUSH_EVERY {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.flush()
    }

    // These methods hide those of `Write`, whose error does not say that stdout has failed.

    /// # Errors
    /// [`Failure::Stdout`]
    pub(crate) fn write_all(&mut self, bytes: &[u8]) -> Result {
        Write::write_all(self, bytes).map_err(Failure::Stdout)
    }

    /// # Errors
    /// [`Failure::Stdout`]
    pub(crate) fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> Result {
        Write::write_fmt(self, text).map_err(Failure::Stdout)
    }

    /// # Errors
    /// [`Failure::Stdout`]
    pub(crate) fn flush(&mut self) -> Result {
        Write::flush(self).map_err(Failure::Stdout)
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

    /// The default calls `write` in a loop, for each piece of a text.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), |writer| writer.write_all(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// Removes styles. Most answers have none: until the first style, blocks are written as they are.
struct Plain<W> {
    out: W,
    strip: StripBytes,
    has_styles: bool,
}

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.has_styles |= bytes.contains(&ESCAPE);
        if self.has_styles {
            self.strip.strip_next(bytes).try_for_each(|text| self.out.write_all(text))?;
        } else {
            self.out.write_all(bytes)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The first byte of a style.
const ESCAPE: u8 = 0x1b;

/// `--format`
#[derive(Args, Clone, Copy)]
pub(crate) struct AnswerFormat {
    /// Format of the answers: plain lines, or JSON lines
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Format {
    #[default]
    Text,
    Json,
}

impl AnswerFormat {
    pub(crate) const TEXT: Self = Self { format: Format::Text };
    pub(crate) const JSON: Self = Self { format: Format::Json };

    /// Returns whether answers are lines of text.
    pub(crate) fn is_text(self) -> bool {
        matches!(self.format, Format::Text)
    }

    /// Writes an answer, its text or its object of JSON, and the end of the line.
    pub(crate) fn write(self, out: &mut dyn Write, answer: impl Display + Serialize) -> Result {
        self.write_line(out, &answer, &|out| Ok(serde_json::to_writer(out, &answer)?))
            .map_err(Failure::Stdout)
    }

    /// [`write`](Self::write), compiled once.
    fn write_line(
        self,
        out: &mut dyn Write,
        text: &dyn Display,
        json: &dyn Fn(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.format {
            Format::Text => write!(out, "{text}")?,
            Format::Json => json(out)?,
        }
        writeln!(out)
    }
}

/// An answer: its text, and what makes its object of JSON.
pub(crate) struct Answer<T, F>(pub(crate) T, pub(crate) F);

impl<T: Display, F> Display for Answer<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T, J: Serialize, F: Fn() -> J> Serialize for Answer<T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        (self.1)().serialize(serializer)
    }
}

/// `1 game`, `2 games`.
pub(crate) fn counted(count: u128, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
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
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs.iter().try_for_each(|(style, run)| write!(f, "{style}{run}{style:#}"))
    }
}

/// Style `i` of twelve, with backgrounds on which dark letters are legible.
pub(crate) fn tile(i: usize) -> Style {
    const PALETTE: [u32; 12] = [
        0x77aadd, 0xee8866, 0xaaaa00, 0x44bb99, 0xffaabb, 0xbbcc33, 0x99ddff, 0xeedd88, 0xcc99cc,
        0xaa7744, 0x88cc88, 0xdd7788,
    ];
    let [_, r, g, b] = PALETTE[i % PALETTE.len()].to_be_bytes();
    let ink = Color::Rgb(RgbColor(30, 30, 30));
    Style::new().bg_color(Some(RgbColor(r, g, b).into())).fg_color(Some(ink))
}
