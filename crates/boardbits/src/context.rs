//! The state that every subcommand gets: the output and the exit status so far.

use std::fmt::Display;
use std::io::{self, Write};

pub(crate) use crate::failure::{Failure, Result};
use crate::input::{Lines, Source};
use crate::output::Output;
use crate::progress::Progress;

/// The output and the exit status so far.
pub(crate) struct Context {
    pub(crate) out: Output,
    pub(crate) progress: Progress,
    /// 0, 1 or 2.
    status: u8,
}

impl Context {
    pub(crate) fn new(out: Output, progress: Progress) -> Self {
        Self { out, progress, status: 0 }
    }

    /// Reports wrong input on stderr as `boardbits: PLACE: REASON`. The exit status becomes 1, and
    /// the command may continue.
    pub(crate) fn complain(&mut self, place: impl Display, reason: impl Display) {
        self.report(1, format_args!("{place}: {reason}"));
    }

    /// [`complain`](Self::complain) about a value on the command line. The exit status becomes 2.
    pub(crate) fn complain_of_usage(&mut self, place: impl Display, reason: impl Display) {
        self.report(2, format_args!("{place}: {reason}"));
    }

    /// [`complain`](Self::complain) with a failure after which the command continues.
    pub(crate) fn complain_of(&mut self, failure: &Failure) {
        self.report(1, failure);
    }

    /// Explains a correct answer on stderr as `boardbits: PLACE: REASON`.
    pub(crate) fn note(&mut self, place: impl Display, reason: impl Display) {
        self.report(0, format_args!("{place}: {reason}"));
    }

    /// Reports an error or a note, after the answers so far.
    fn report(&mut self, status: u8, error: impl Display) {
        self.status = self.status.max(status);
        // Answers come first, because both streams share the screen of a terminal. The next write
        // returns the error of a failed flush again.
        let _ = self.out.flush();
        say(format_args!("boardbits: {error}"));
    }

    /// Reports wrong input or a limit in a line or another part of the input: the command
    /// continues.
    ///
    /// # Errors
    /// The other failures, which end it.
    pub(crate) fn go_on(&mut self, place: impl Display, answered: Result) -> Result {
        match answered {
            Err(failure @ (Failure::Input(_) | Failure::Stopped(_))) => {
                self.complain(place, failure);
                Ok(())
            }
            answered => answered,
        }
    }

    /// Answers the lines of `source` one by one. `answer` gets a line without its end and writes to
    /// the output. A [`Failure::Input`] is reported with file and line, and the next line is
    /// answered.
    pub(crate) fn for_each_line(
        &mut self,
        source: &Source,
        answer: &mut dyn FnMut(&str, &mut Output) -> Result,
    ) -> Result {
        let mut lines = Lines::open(source)?;
        while let Some(line) = lines.next_line(&mut self.out)? {
            let place = format_args!("{source}:{}", line.number);
            let text = line.text.map_err(Failure::wrong);
            let answered = text.and_then(|text| answer(text, &mut self.out));
            self.go_on(place, answered)?;
        }
        if lines.count() == 0 {
            self.complain(source, "empty input");
        }
        Ok(())
    }

    /// Flushes, reports a failure and returns the exit status of the program.
    pub(crate) fn finish(mut self, result: Result) -> u8 {
        let result = result.and_then(|()| self.out.flush());
        match result {
            Ok(()) => self.status,
            Err(Failure::Stdout(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                // The reader stopped. Destructors must not write either.
                self.out.discard();
                self.status
            }
            Err(failure) => {
                let _ = self.out.flush();
                say(format_args!("boardbits: {failure}"));
                if matches!(failure, Failure::Usage(_)) { 2 } else { 1 }
            }
        }
    }
}

/// Writes a line to stderr. A failure to do so is ignored, because there is nowhere to report it.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
