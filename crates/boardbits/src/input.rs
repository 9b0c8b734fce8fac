//! Text from stdin or a file: all of it, or its lines in constant memory. A byte order mark at the
//! start is skipped ([`mark_len`]).

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::files::named;

/// The longest line that is read, in bytes. A longer one is skipped and reported.
pub(crate) const MAX_LINE: usize = 1 << 20;
/// The largest file of a puzzle, compressed or not, in bytes.
pub(crate) const MAX_PUZZLE: u64 = 1 << 24;

/// The source of the input.
#[derive(Clone, Debug)]
pub(crate) enum Source {
    Stdin,
    File(PathBuf),
}

impl Source {
    /// A file, or stdin if `path` is `None` or `-`.
    pub(crate) fn from_option(path: Option<&Path>) -> Self {
        match path {
            Some(path) if path != Path::new("-") => Self::File(path.to_owned()),
            _ => Self::Stdin,
        }
    }

    pub(crate) fn is_file(&self) -> bool {
        matches!(self, Self::File(_))
    }

    /// An error in its text as `SOURCE: REASON`, or as `SOURCE:LINE: REASON` if the reason begins
    /// with `line N: ` or `line N, `.
    pub(crate) fn locate(&self, reason: &str) -> String {
        let line = reason.strip_prefix("line ").and_then(|rest| rest.split_once([':', ',']));
        match line {
            Some((line, reason)) if line.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("{self}:{line}:{reason}")
            }
            _ => format!("{self}: {reason}"),
        }
    }

    /// Opens it for reading.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the file if it cannot be opened.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin().lock())),
            Self::File(path) => Ok(Box::new(named(path, File::open(path))?)),
        }
    }

    /// Reads everything, if it has at most `limit` bytes.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the source if it is longer or reading fails.
    pub(crate) fn read_all(&self, limit: u64) -> Result<Vec<u8>, Failure> {
        read_limited(self.open()?, limit).map_err(|reason| Failure::at(self, reason))
    }

    /// [`read_all`](Self::read_all) of a text, without its byte order mark.
    ///
    /// # Errors
    /// Also if it is not UTF-8.
    pub(crate) fn read_text(&self, limit: u64) -> Result<String, Failure> {
        self.text_of(self.read_all(limit)?)
    }

    /// The text of bytes that were read, without a byte order mark.
    pub(crate) fn text_of(&self, bytes: Vec<u8>) -> Result<String, Failure> {
        let text = String::from_utf8(bytes);
        let mut text = text.map_err(|error| {
            let byte = error.utf8_error().valid_up_to() + 1;
            let is_picture = PICTURES.iter().any(|start| error.as_bytes().starts_with(start));
            let reader = if is_picture { "; `boardbits label` reads pictures" } else { "" };
            Failure::Input(format!(
                "{self}: expected text, found invalid UTF-8 at byte {byte}{reader}"
            ))
        })?;
        text.drain(..mark_len(text.as_bytes()));
        Ok(text)
    }
}

/// The number of bytes of the UTF-8 byte order mark with which `text` begins, 0 without one.
pub(crate) fn mark_len(text: &[u8]) -> usize {
    if text.starts_with(MARK) { MARK.len() } else { 0 }
}

/// The first bytes of PNG, TIFF and `.npy` files.
const PICTURES: [&[u8]; 4] = [b"\x89PNG", b"II*\0", b"MM\0*", b"\x93NUM"];

/// The byte order mark in UTF-8, which editors and PowerShell write at the start of a file.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads everything, if it has at most `limit` bytes.
///
/// # Errors
/// The reason if it is longer or reading fails.
pub(crate) fn read_limited(input: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match input.take(limit + 1).read_to_end(&mut bytes) {
        Ok(length) if length as u64 <= limit => Ok(bytes),
        Ok(_) => Err(format!("longer than {limit} bytes")),
        Err(error) => Err(error.to_string()),
    }
}

/// Returns whether an argument for a position is a file that has positions instead: `-` for stdin,
/// or a path with a `.` or a separator, which no position has.
pub(crate) fn is_file(argument: &OsStr) -> bool {
    // A position is UTF-8.
    argument.to_str().is_none_or(|text| text == "-" || text.contains(['.', '/', '\\']))
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("stdin"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Errors of a line before it is parsed.
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
pub(crate) struct InputLine<'a> {
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

    /// Number of lines read so far.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the next line, or `None` at the end. Flushes `out` before it waits for input, so
    /// that all complete lines are answered by then.
    ///
    /// # Errors
    /// [`Failure::Input`] naming the source if reading fails, [`Failure::Stdout`] if flushing
    /// fails.
    pub(crate) fn next_line(
        &mut self,
        out: &mut impl Write,
    ) -> Result<Option<InputLine<'_>>, Failure> {
        if !self.reader.buffer().contains(&b'\n') {
            out.flush().map_err(Failure::Stdout)?;
        }
        self.read_line().map_err(|error| Failure::at(&self.source, error))?;
        let is_first = self.count == 0;
        let line = &self.buffer[if is_first { mark_len(&self.buffer) } else { 0 }..];
        if line.is_empty() {
            return Ok(None);
        }
        self.count += 1;
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = match std::str::from_utf8(line) {
            _ if line.len() > MAX_LINE => Err(LineError::TooLong),
            text => text.map_err(|error| LineError::NotUtf8 { column: error.valid_up_to() + 1 }),
        };
        Ok(Some(InputLine { number: self.count, text }))
    }

    /// Reads a line into the buffer. Skips the end of one that is too long even if it has a byte
    /// order mark and ends with `\r\n`.
    fn read_line(&mut self) -> io::Result<()> {
        let most = MARK.len() + MAX_LINE + "\r\n".len();
        self.buffer.clear();
        self.reader.by_ref().take(most as u64).read_until(b'\n', &mut self.buffer)?;
        if self.buffer.len() == most && !self.buffer.ends_with(b"\n") {
            self.reader.skip_until(b'\n')?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the lines, which are numbered from 1.
    fn lines(input: impl Read + 'static) -> Vec<Result<String, LineError>> {
        let reader: Box<dyn Read> = Box::new(input);
        let (source, reader) = (Source::Stdin, BufReader::new(reader));
        let mut lines = Lines { source, reader, buffer: Vec::new(), count: 0 };
        let mut texts = Vec::new();
        while let Some(line) = lines.next_line(&mut io::sink()).unwrap() {
            texts.push(line.text.map(str::to_owned));
            assert_eq!(line.number, texts.len() as u64);
        }
        texts
    }

    fn text(text: &str) -> Result<String, LineError> {
        Ok(text.to_owned())
    }

    #[test]
    fn ends_of_lines_are_cut() {
        assert_eq!(lines(&b"a\r\nb\n\nc"[..]), ["a", "b", "", "c"].map(text));
    }

    #[test]
    fn bad_lines_are_reported_and_passed_over() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend_from_slice(b"\nab\xff\nok\n");
        let expected = [Err(LineError::TooLong), Err(LineError::NotUtf8 { column: 3 }), text("ok")];
        assert_eq!(lines(io::Cursor::new(input)), expected);
    }

    #[test]
    fn a_line_of_exactly_the_limit_is_read() {
        let longest = vec![b'x'; MAX_LINE];
        let expected = [Ok("x".repeat(MAX_LINE)), text("y")];
        let whole = [&longest[..], b"\r\ny"].concat();
        assert!(lines(io::Cursor::new(whole)) == expected);
        // Its end may come in two reads.
        let begin = io::Cursor::new([&longest[..], b"\r"].concat());
        assert!(lines(begin.chain(&b"\ny"[..])) == expected);
    }
}
