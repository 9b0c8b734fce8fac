//! Lines from stdin or a file, in constant memory whatever the input.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use crate::context::Failure;

/// The longest line that is read, in bytes. A longer one is skipped and reported.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// Where input comes from.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// A file, or stdin if there is none or it is called `-`.
    pub(crate) fn from_option(path: Option<&Path>) -> Self {
        match path {
            Some(path) if path != Path::new("-") => Self::File(path.to_owned()),
            _ => Self::Stdin,
        }
    }

    /// Opens it for reading.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the file if it cannot be opened.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => match File::open(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(Failure::Input(format!("{self}: {error}"))),
            },
        }
    }

    /// All of it, if it is no longer than `limit` bytes.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the source if it is longer or reading fails.
    pub(crate) fn read_all(&self, limit: u64) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        let read = self.open()?.take(limit + 1).read_to_end(&mut bytes);
        match read {
            Ok(length) if length as u64 <= limit => Ok(bytes),
            Ok(_) => Err(Failure::Input(format!("{self}: longer than {limit} bytes"))),
            Err(error) => Err(Failure::Input(format!("{self}: {error}"))),
        }
    }

    /// [`read_all`](Self::read_all) of a text.
    ///
    /// # Errors
    /// Also if it is not UTF-8.
    pub(crate) fn read_text(&self, limit: u64) -> Result<String, Failure> {
        String::from_utf8(self.read_all(limit)?).map_err(|error| {
            let byte = error.utf8_error().valid_up_to() + 1;
            Failure::Input(format!("{self}: invalid UTF-8 at byte {byte}"))
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("stdin"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// What can be wrong with a line before anyone looks at its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    #[error("line longer than {MAX_LINE} bytes")]
    TooLong,
    #[error("invalid UTF-8 at byte {column}")]
    NotUtf8 {
        /// 1-based.
        column: usize,
    },
}

/// One line of input, numbered from 1.
pub(crate) struct Line<'a> {
    pub(crate) number: u64,
    /// Without `\n` or `\r\n`.
    pub(crate) text: Result<&'a str, LineError>,
}

/// Reads lines of at most [`MAX_LINE`] bytes.
pub(crate) struct Lines {
    source: Source,
    reader: BufReader<Box<dyn Read>>,
    buffer: Vec<u8>,
    count: u64,
}

impl Lines {
    /// # Errors
    /// [`Failure::Input`] if the source cannot be opened.
    pub(crate) fn open(source: &Source) -> Result<Self, Failure> {
        let reader = BufReader::with_capacity(1 << 16, source.open()?);
        Ok(Self { source: source.clone(), reader, buffer: Vec::new(), count: 0 })
    }

    /// Whether the next line may have to be waited for.
    pub(crate) fn would_block(&self) -> bool {
        self.reader.buffer().is_empty()
    }

    /// A short way past [`next_line`](Self::next_line): if `parse` makes sense of the bytes that have been read
    /// ahead, the line takes as many of them as it says, its end included.
    pub(crate) fn take_buffered<T>(
        &mut self,
        parse: impl FnOnce(&[u8]) -> Option<(T, usize)>,
    ) -> Option<T> {
        let (value, len) = parse(self.reader.buffer())?;
        self.reader.consume(len);
        self.count += 1;
        Some(value)
    }

    /// How many lines have been read so far.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The next line, or `None` at the end.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the source if reading fails.
    pub(crate) fn next_line(&mut self) -> Result<Option<Line<'_>>, Failure> {
        self.buffer.clear();
        let limit = MAX_LINE as u64 + 2; // the line and its "\r\n"
        let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut self.buffer);
        let read = read.map_err(|error| Failure::Input(format!("{}: {error}", self.source)))?;
        if read == 0 {
            return Ok(None);
        }
        self.count += 1;
        let mut line = self.buffer.as_slice();
        if let Some(rest) = line.strip_suffix(b"\n") {
            line = rest.strip_suffix(b"\r").unwrap_or(rest);
        } else if read as u64 == limit {
            let skipped = self.reader.skip_until(b'\n');
            skipped.map_err(|error| Failure::Input(format!("{}: {error}", self.source)))?;
        }
        let text = if line.len() > MAX_LINE {
            Err(LineError::TooLong)
        } else {
            std::str::from_utf8(line)
                .map_err(|error| LineError::NotUtf8 { column: error.valid_up_to() + 1 })
        };
        Ok(Some(Line { number: self.count, text }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &'static [u8]) -> Lines {
        let reader: Box<dyn Read> = Box::new(bytes);
        Lines {
            source: Source::Stdin,
            reader: BufReader::new(reader),
            buffer: Vec::new(),
            count: 0,
        }
    }

    #[test]
    fn ends_of_lines_are_cut() {
        let mut lines = lines(b"a\r\nb\n\nc");
        let mut seen = Vec::new();
        while let Some(line) = lines.next_line().unwrap() {
            seen.push((line.number, line.text.unwrap().to_owned()));
        }
        assert_eq!(seen, [(1, "a".into()), (2, "b".into()), (3, String::new()), (4, "c".into())]);
    }

    #[test]
    fn bad_lines_are_reported_and_passed_over() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend_from_slice(b"\nab\xff\nok\n");
        let mut lines = lines(input.leak());
        assert_eq!(lines.next_line().unwrap().unwrap().text, Err(LineError::TooLong));
        let invalid = lines.next_line().unwrap().unwrap().text;
        assert_eq!(invalid, Err(LineError::NotUtf8 { column: 3 }));
        assert_eq!(lines.next_line().unwrap().unwrap().text, Ok("ok"));
        assert!(lines.next_line().unwrap().is_none());
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_read() {
        let mut input = vec![b'x'; MAX_LINE];
        input.extend_from_slice(b"\r\ny");
        let mut lines = lines(input.leak());
        assert_eq!(lines.next_line().unwrap().unwrap().text.map(str::len), Ok(MAX_LINE));
        assert_eq!(lines.next_line().unwrap().unwrap().text, Ok("y"));
    }
}
