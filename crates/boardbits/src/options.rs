//! Argument groups that several subcommands share. An option of this file has the same name and
//! meaning everywhere.

use std::fmt::Display;
use std::io::{self, Write};
use std::num::{IntErrorKind, NonZero};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use bitboard_core::Connectivity;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::context::{Context, Failure, Result};
use crate::files;
use crate::input::Source;

/// `[FILE]`
#[derive(Args)]
pub(crate) struct Input {
    /// Input file; stdin if missing or `-`
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Input {
    pub(crate) fn source(&self) -> Source {
        Source::from_option(self.file.as_deref())
    }
}

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

/// `--svg`
#[derive(Args)]
pub(crate) struct Svg {
    /// Draw the answer into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

impl Svg {
    /// Saves the drawing, if it is wanted. Call this before the answer is printed: the reader of
    /// stdout may stop early, but the file must be complete.
    pub(crate) fn save<T: Display>(&self, draw: impl FnOnce() -> T) -> Result {
        let save = |path: &PathBuf| files::save(path, draw().to_string().as_bytes());
        self.svg.as_ref().map_or(Ok(()), save)
    }

    /// Saves the drawing of the last part of an input.
    pub(crate) fn save_last<T: Display>(
        &self,
        last: Option<impl FnOnce() -> T>,
        missing: &str,
        context: &mut Context,
    ) -> Result {
        match (&self.svg, last) {
            (Some(path), None) => {
                context.complain(path.display(), format_args!("not written: {missing}"));
                Ok(())
            }
            (_, last) => last.map_or(Ok(()), |draw| self.save(draw)),
        }
    }
}

/// `--png`
#[derive(Args)]
pub(crate) struct Png {
    /// Draw the answer into this PNG file
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,
}

/// `--timeout`
#[derive(Args, Clone, Copy)]
pub(crate) struct Timeout {
    /// Stop each query after this time and print what is known; the exit status is then 1
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
}

impl Timeout {
    /// What is left of a time limit for all queries since `start`.
    pub(crate) fn left(self, start: Instant) -> Option<Duration> {
        self.timeout.map(|time| time.saturating_sub(start.elapsed()))
    }
}

pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| "expected a number of seconds from 0 to 1.8e19".to_owned())
}

/// Parses pictures or steps per second.
pub(crate) fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok().filter(|speed| (0.01..=1e3).contains(speed));
    speed.ok_or_else(|| "expected a number from 0.01 to 1000".to_owned())
}

/// `--threads`
#[derive(Args, Clone, Copy)]
pub(crate) struct Threads {
    /// Number of threads; 0 for one per core
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number(0..=256_u32))]
    threads: u32,
}

impl Threads {
    pub(crate) fn count(self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, NonZero::get),
            threads => threads as usize,
        }
    }
}

/// `--nodes`
#[derive(Args, Clone, Copy)]
pub(crate) struct Nodes {
    /// Stop each query after N nodes and print what is known; the exit status is then 1
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    nodes: Option<u64>,
}

impl Nodes {
    /// The number of nodes; without the option, one that no search reaches.
    pub(crate) fn count(self) -> u64 {
        self.nodes.unwrap_or(u64::MAX)
    }
}

/// `--memory`; a command with another default changes the argument
#[derive(Args, Clone, Copy)]
pub(crate) struct Memory {
    /// Memory of the search in MiB
    #[arg(long, default_value = "64", value_name = "MIB", value_parser = number(0..=1_u32 << 20))]
    memory: u32,
}

impl Memory {
    pub(crate) fn bytes(self) -> usize {
        (self.memory as usize).saturating_mul(1 << 20)
    }
}

/// `--seed`
#[derive(Args, Clone, Copy)]
pub(crate) struct Seed {
    /// Random seed: the same seed gives the same answer
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number(0..=u64::MAX))]
    pub(crate) seed: u64,
}

/// `--stats`
#[derive(Args, Clone, Copy)]
pub(crate) struct Stats {
    /// Print measurements of the work on stderr
    #[arg(long)]
    pub(crate) stats: bool,
}

/// `--connectivity`
#[derive(Args, Clone, Copy)]
pub(crate) struct ConnectivityOption {
    /// 4: cells touch by an edge; 8: by an edge or a corner
    #[arg(long, default_value = "4", value_name = "N", value_parser = connectivity())]
    pub(crate) connectivity: Connectivity,
}

fn connectivity() -> impl TypedValueParser<Value = Connectivity> {
    PossibleValuesParser::new(["4", "8"]).map(|number| match number.as_str() {
        "8" => Connectivity::Eight,
        _ => Connectivity::Four,
    })
}

/// `--connectivity` of images and volumes
#[derive(Args, Clone, Copy)]
pub(crate) struct AnyConnectivity {
    /// 4: cells touch by an edge; 8: by an edge or a corner. Voxels touch by a face (6), also by an
    /// edge (18), or also by a corner (26). The default is 4 for images and 6 for volumes
    #[arg(long, value_name = "N", value_parser = PossibleValuesParser::new(["4", "8", "6", "18", "26"]).map(|number| number.parse::<u8>().unwrap_or(4)))]
    connectivity: Option<u8>,
}

impl AnyConnectivity {
    /// That of an image or of a volume.
    ///
    /// # Errors
    /// [`Failure::Input`](crate::context::Failure::Input) if it is that of the other.
    pub(crate) fn of(self, is_volume: bool, source: &Source) -> Result<cc_label::Connectivity> {
        use cc_label::Connectivity as By;
        let (all, expected) = match is_volume {
            false => (&[(4, By::FOUR), (8, By::EIGHT)][..], "4 or 8 for an image"),
            true => (
                &[(6, By::SIX), (18, By::EIGHTEEN), (26, By::TWENTY_SIX)][..],
                "6, 18 or 26 for a volume",
            ),
        };
        let number = self.connectivity.unwrap_or(all[0].0);
        let found = all.iter().find(|&&(known, _)| known == number).map(|&(_, value)| value);
        let reason = format_args!("expected --connectivity {expected}, found {number}");
        found.ok_or_else(|| Failure::at(source, reason))
    }
}

/// Values of an option by their names.
pub(crate) struct Names<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy> Names<T> {
    /// The value with a name.
    pub(crate) fn find(&self, word: &str) -> Option<T> {
        self.0.iter().find(|(name, _)| *name == word).map(|&(_, value)| value)
    }

    /// The names, for messages.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> + Clone + use<T> {
        self.0.iter().map(|&(name, _)| name)
    }
}

impl<T: Copy + Send + Sync> Names<T> {
    /// Accepts the names, which `--help` lists.
    pub(crate) fn parser(&'static self) -> impl TypedValueParser<Value = T> {
        let words = PossibleValuesParser::new(self.all());
        words.try_map(|word| self.find(&word).ok_or("unknown name"))
    }
}

/// Parses a whole number of a range.
pub(crate) fn number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<u64> + TryInto<u64> + Copy,
{
    let [low, high] = [*range.start(), *range.end()].map(|end| end.try_into().unwrap_or(u64::MAX));
    move |text| {
        let found = text.parse::<u64>();
        let overflows =
            found.as_ref().is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow);
        let found = found.ok().filter(|found| (low..=high).contains(found));
        // The largest number of 64 bits is named only if the number is larger.
        let to = if high < u64::MAX || overflows { format!(" to {high}") } else { String::new() };
        let expected = || format!("expected a number from {low}{to}");
        found.and_then(|found| T::try_from(found).ok()).ok_or_else(expected)
    }
}

/// Parses `X,Y`. Both count from 0, and 0,0 is the cell at the top left.
pub(crate) fn cell<T: FromStr>(text: &str) -> Result<(T, T), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| format!("expected X,Y, found {text:?}"))
}

/// The two words of a line.
pub(crate) fn two_words<'a>(line: &'a str, expected: &str) -> Result<[&'a str; 2], String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.try_into().map_err(|_| format!("expected {expected}, found {line:?}"))
}
