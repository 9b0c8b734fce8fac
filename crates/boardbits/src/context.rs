//! What every subcommand gets: the output, and the account of what was wrong with the input.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

pub(crate) use crate::failure::{Failure, LineFailure, Result};
use crate::input::{Lines, Source};
use crate::output::Output;

/// The output and the exit status so far.
pub(crate) struct Context {
    pub(crate) out: Output,
    complaints: u64,
}

impl Context {
    pub(crate) fn new() -> Self {
        Self { out: Output::stdout(), complaints: 0 }
    }

    /// How many times [`complain`](Self::complain) was called.
    pub(crate) fn complaints(&self) -> u64 {
        self.complaints
    }

    /// Names something wrong in the input on stderr: `boardbits: PLACE: REASON`. The exit status
    /// becomes 1, and the command may go on.
    pub(crate) fn complain(&mut self, place: impl Display, reason: impl Display) {
        self.complaints += 1;
        // Answers first: on a terminal both streams share the screen. A failed flush shows up again
        // at the next write, so nothing is lost by not looking at it here.
        let _ = self.out.flush();
        say(format_args!("boardbits: {place}: {reason}"));
    }

    /// Answers each line of `source` by itself. `answer` gets the line without its end and writes
    /// to the output; its [`LineFailure::Wrong`] is reported with file and line, and the next line goes on.
    pub(crate) fn for_each_line<F>(&mut self, source: &Source, mut answer: F) -> Result
    where
        F: FnMut(&str, &mut Output) -> std::result::Result<(), LineFailure>,
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

    /// Flushes, reports a failure and turns the whole run into an exit status.
    pub(crate) fn finish(mut self, result: Result) -> ExitCode {
        let result = result.and_then(|()| Ok(self.out.flush()?));
        match result {
            Ok(()) if self.complaints == 0 => ExitCode::SUCCESS,
            Ok(()) => ExitCode::from(1),
            Err(Failure::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                // The reader has seen enough. Nothing more can be written, not even by a destructor.
                self.out.discard();
                ExitCode::from(u8::from(self.complaints > 0))
            }
            Err(failure) => {
                let _ = self.out.flush();
                say(format_args!("boardbits: {failure}"));
                ExitCode::from(if matches!(failure, Failure::Usage(_)) { 2 } else { 1 })
            }
        }
    }
}

/// Writes a line to stderr. A failure to do so is ignored, because there is nowhere to report it.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
