//! Argument groups that several subcommands share. An option of this file has the same name and
//! meaning everywhere.

use std::error::Error;
use std::fmt::Display;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{
    PathBufValueParser, PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser,
};

use crate::context::{Context, Result};
use crate::files;
use crate::input::Source;
pub(crate) use crate::output::AnswerFormat;

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

/// `--svg`
#[derive(Args)]
pub(crate) struct Svg {
    /// Draw the answer into this SVG file
    #[arg(long, value_name = "FILE", value_parser = file_of("svg"))]
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
    #[arg(long, value_name = "FILE", value_parser = file_of("png"))]
    pub(crate) png: Option<PathBuf>,
}

/// Parses the name of a file of this format, which may have no extension, but no other one.
pub(crate) fn file_of(format: &'static str) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(move |path| match path.extension() {
        Some(found) if !found.eq_ignore_ascii_case(format) => {
            Err(format!("expected a name that ends with .{format}"))
        }
        _ => Ok(path),
    })
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

/// Values of an option by their names. After a `|` come other names, which `--help` does not list.
pub(crate) struct Names<T: 'static>(pub(crate) &'static [(&'static str, T)]);

impl<T: Copy + Send + Sync> Names<T> {
    pub(crate) fn parser(&'static self) -> impl TypedValueParser<Value = T> {
        let words = self.0.iter().map(|(names, _)| {
            let mut names = names.split('|');
            PossibleValue::new(names.next().unwrap_or_default()).aliases(names)
        });
        PossibleValuesParser::new(words).try_map(|word| {
            let named = self.0.iter().find(|(names, _)| names.split('|').any(|name| name == word));
            named.map(|&(_, value)| value).ok_or("unknown name")
        })
    }
}

/// Parses a whole number of a range.
pub(crate) fn number<T>(range: RangeInclusive<T>) -> RangedU64ValueParser<T>
where
    T: TryFrom<u64> + TryInto<u64> + Copy + Send + Sync + 'static,
    <T as TryFrom<u64>>::Error: Error + Send + Sync + 'static,
{
    let end = |end: T| end.try_into().unwrap_or(u64::MAX);
    RangedU64ValueParser::new().range(end(*range.start())..=end(*range.end()))
}

/// Parses `X,Y`. Both count from 0, and 0,0 is the cell at the top left.
pub(crate) fn cell<T: FromStr>(text: &str) -> Result<(T, T), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    numbers.ok_or_else(|| format!("expected X,Y such as 0,0 for the top left, found {text:?}"))
}

/// The two words of a line.
pub(crate) fn two_words<'a>(line: &'a str, expected: &str) -> Result<[&'a str; 2], String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.try_into().map_err(|_| format!("expected {expected}, found {line:?}"))
}
