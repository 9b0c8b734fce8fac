//! Lines, word by word.

use alloc::borrow::ToOwned;
use alloc::string::String;

use crate::polyform::file::error::{FileError, FileReason, Place, error};

/// The words of a line.
pub(super) struct Words<'a> {
    line: usize,
    text: &'a str,
    /// How many bytes have been read.
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(line: usize, text: &'a str) -> Self {
        Self { line, text, at: 0 }
    }

    pub(super) fn next(&mut self) -> Option<(Place, &'a str)> {
        let rest = &self.text[self.at..];
        let start = self.at + rest.len() - rest.trim_start().len();
        let word = self.text[start..].split_whitespace().next()?;
        self.at = start + word.len();
        Some((self.place(start), word))
    }

    fn place(&self, at: usize) -> Place {
        (self.line, self.text[..at].chars().count() + 1)
    }

    pub(super) fn need(&mut self, what: &'static str) -> Result<(Place, &'a str), FileError> {
        let end = self.place(self.text.trim_end().len());
        self.next().ok_or_else(|| error(end, FileReason::Missing(what)))
    }

    pub(super) fn number(&mut self) -> Result<u128, FileError> {
        let (place, word) = self.need("the number")?;
        word.parse().map_err(|_| error(place, FileReason::BadNumber(word.into())))
    }

    /// All that is left.
    pub(super) fn text(&mut self) -> String {
        let text = self.text[self.at..].trim().to_owned();
        self.at = self.text.len();
        text
    }

    pub(super) fn end(&mut self) -> Result<(), FileError> {
        match self.next() {
            Some((place, word)) => Err(error(place, FileReason::Unexpected(word.into()))),
            None => Ok(()),
        }
    }
}
