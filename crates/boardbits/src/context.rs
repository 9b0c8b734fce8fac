//! The state that every subcommand gets: the output and the exit status so far.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

pub(crate) use crate::failure::{Failure, Result};
use crate::input::{LineError, Lines, Source};
use crate::output::Output;
use crate::progress::Progress;

/// The output and the exit status so far.
pub(crate) struct Context {
    pub(crate) out: Output,
    pub(crate) progress: Progress,
    /// 0, 1 or 2.
    status: u8,
    complaints: u64,
}

impl Context {
    pub(crate) fn new(out: Output, progress: Progress) -> Self {
        Self { out, progress, status: 0, complaints: 0 }
    }

    /// Number of errors reported so far.
    pub(crate) fn complaints(&self) -> u64 {
        self.complaints
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

    /// Reports an error, after the answers so far.
    fn report(&mut self, status: u8, error: impl Display) {
        self.status = self.status.max(status);
        self.complaints += 1;
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
        self.check_not_empty(source, &lines);
        Ok(())
    }

    fn check_not_empty(&mut self, source: &Source, lines: &Lines) {
        if lines.count() == 0 {
            self.complain(source, "empty input");
        }
    }

    /// [`for_each_line`](Self::for_each_line) on this many threads. The answers come in the order
    /// of the lines. Lines that are buffered are answered together, at most [`BATCH`] of them, so
    /// the program never waits for input with an answer that is due.
    pub(crate) fn for_each_line_on(
        &mut self,
        threads: usize,
        source: &Source,
        answer: &AnswerLine<'_>,
    ) -> Result {
        if threads <= 1 {
            return self.for_each_line(source, &mut |line, out| answer(line, out));
        }
        let mut lines = Lines::open(source)?;
        loop {
            let mut batch: Vec<(u64, Result<String, LineError>)> = Vec::new();
            while batch.len() < BATCH && (batch.is_empty() || lines.has_line()) {
                let Some(line) = lines.next_line(&mut self.out)? else { break };
                batch.push((line.number, line.text.map(str::to_owned)));
            }
            if batch.is_empty() {
                break;
            }
            for Answers { text, failures } in answer_all(threads, &batch, answer) {
                let mut written = 0;
                for (end, number, failure) in failures {
                    self.out.write_all(&text[written..end])?;
                    written = end;
                    self.go_on(format_args!("{source}:{number}"), Err(failure))?;
                }
                self.out.write_all(&text[written..])?;
            }
        }
        self.check_not_empty(source, &lines);
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

/// Answers a line, on any thread.
type AnswerLine<'a> = dyn Fn(&str, &mut dyn Write) -> Result + Sync + 'a;

/// The largest number of lines that are answered together.
const BATCH: usize = 1 << 12;
/// The number of lines that a thread takes at a time.
const SHARE: usize = 16;

/// The answers to some lines.
#[derive(Default)]
struct Answers {
    text: Vec<u8>,
    /// For each line that failed: the end of its answer in `text`, its number, and the failure.
    failures: Vec<(usize, u64, Failure)>,
}

/// Answers lines on several threads. If a thread cannot be started, there are fewer.
fn answer_all(
    threads: usize,
    lines: &[(u64, Result<String, LineError>)],
    answer: &AnswerLine<'_>,
) -> Vec<Answers> {
    let shares: Vec<_> = lines.chunks(SHARE).collect();
    let done: Vec<Mutex<Answers>> = shares.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((share, done)) = {
            let i = next.fetch_add(1, Ordering::Relaxed);
            shares.get(i).zip(done.get(i))
        } {
            let mut answers = Answers::default();
            for (number, line) in *share {
                let line = line.as_ref().map_err(Failure::wrong);
                if let Err(failure) = line.and_then(|line| answer(line, &mut answers.text)) {
                    answers.failures.push((answers.text.len(), *number, failure));
                }
            }
            *done.lock().unwrap_or_else(PoisonError::into_inner) = answers;
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(shares.len()) {
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    done.into_iter().map(|done| done.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Writes a line to stderr. A failure to do so is ignored, because there is nowhere to report it.
pub(crate) fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
