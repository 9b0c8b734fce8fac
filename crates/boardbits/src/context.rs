//! The state that every subcommand gets: the output and the exit status so far.

use std::fmt::Display;
use std::io::{self, Write};

pub(crate) use crate::failure::{Failure, LineFailure, Result};
use crate::input::{Lines, Source};
use crate::output::Output;

/// The output and the exit status so far.
pub(crate) struct Context {
    pub(crate) out: Output,
    /// 0, 1 or 2.
    status: u8,
    complaints: u64,
}

impl Context {
    pub(crate) fn new(out: Output) -> Self {
        Self { out, status: 0, complaints: 0 }
    }

    /// Number of errors reported so far.
    pub(crate) fn complaints(&self) -> u64 {
        self.complaints
    }

    /// Reports wrong input on stderr as `boardbits: PLACE: REASON`. The exit status becomes 1, and the command may continue.
    pub(crate) fn complain(&mut self, place: impl Display, reason: impl Display) {
        self.report(1, place, reason);
    }

    /// [`complain`](Self::complain) about a value on the command line. The exit status becomes 2.
    pub(crate) fn complain_of_usage(&mut self, place: impl Display, reason: impl Display) {
        self.report(2, place, reason);
    }

    fn report(&mut self, status: u8, place: impl Display, reason: impl Display) {
        self.status = self.status.max(status);
        self.complaints += 1;
        // Answers come first, because both streams share the screen of a terminal. The next write returns the error of a
        // failed flush again.
        let _ = self.out.flush();
        say(format_args!("boardbits: {place}: {reason}"));
    }

    /// Answers the lines of `source` one by one. `answer` gets a line without its end and writes to the output. A
    /// [`LineFailure::Wrong`] is reported with file and line, and the next line is answered.
    pub(crate) fn for_each_line<F>(&mut self, source: &Source, mut answer: F) -> Result
    where
        F: FnMut(&str, &mut Output) -> Result<(), LineFailure>,
    {
        let mut lines = Lines::open(source)?;
        while let Some(line) = lines.next_line(&mut self.out)? {
            let number = line.number;
            let answered = match line.text {
                Ok(text) => answer(text, &mut self.out),
                Err(error) => Err(LineFailure::wrong(error)),
            };
            match answered {
                Ok(()) => {}
                Err(LineFailure::Wrong(reason)) => {
                    self.complain(format_args!("{source}:{number}"), reason);
                }
                Err(LineFailure::Io(error)) => return Err(error.into()),
            }
        }
        if lines.count() == 0 {
            self.complain(source, "empty input");
        }
        Ok(())
    }

    /// Flushes, reports a failure and returns the exit status of the program.
    pub(crate) fn finish(mut self, result: Result) -> u8 {
        let result = result.and_then(|()| Ok(self.out.flush()?));
        match result {
            Ok(()) => self.status,
            Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
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
