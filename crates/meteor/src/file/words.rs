//! Lines, word by word.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::file::error::{FileError, FileReason, Place, error};

/// The words of a line.
pub(super) struct Words<'a> {
    line: usize,
    /// The text that has not been read.
    rest: &'a str,
    /// The column of the first character that has not been read.
    column: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: usize, text: &'a str) -> Self {
        Self { line, rest: text, column: 1 }
    }

    pub(super) fn next(&mut self) -> Option<(Place, &'a str)> {
        let start = self.rest.len() - self.rest.trim_start().len();
        let word = self.rest[start..].split_whitespace().next()?;
        self.pass(start);
        let place = (self.line, self.column);
        self.pass(word.len());
        Some((place, word))
    }

    /// Skips some bytes.
    fn pass(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.column += passed.chars().count();
        self.rest = rest;
    }

    pub(super) fn need(&mut self, what: &'static str) -> Result<(Place, &'a str), FileError> {
        let end = (self.line, self.column);
        self.next().ok_or_else(|| error(end, FileReason::Missing(what)))
    }

    pub(super) fn number(&mut self) -> Result<u128, FileError> {
        let (place, word) = self.need("the number")?;
        word.parse().map_err(|_| error(place, FileReason::BadNumber(word.into())))
    }

    /// The rest of the line.
    pub(super) fn text(&mut self) -> String {
        let text = self.rest.trim().to_owned();
        self.skip();
        text
    }

    /// Skips the rest of the line.
    pub(super) fn skip(&mut self) {
        self.pass(self.rest.len());
    }

    pub(super) fn end(&mut self) -> Result<(), FileError> {
        match self.next() {
            Some((place, word)) => Err(error(place, FileReason::Unexpected(word.into()))),
            None => Ok(()),
        }
    }
}
