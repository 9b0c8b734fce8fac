//! Buffered stdout. Styles are always written; they are stripped unless stdout is a terminal that
//! wants colour (`NO_COLOR`, `CLICOLOR_FORCE` and `TERM=dumb` are respected).

use std::io::{self, BufWriter, StdoutLock, Write};
use std::time::{Duration, Instant};

use anstream::AutoStream;

/// Stdout, buffered.
pub(crate) struct Output {
    /// `None` once the reader of stdout is gone.
    writer: Option<BufWriter<AutoStream<StdoutLock<'static>>>>,
    /// When [`flush_if_due`](Self::flush_if_due) did so last.
    flushed: Instant,
}

/// The work of so long may be lost.
const FLUSH_EVERY: Duration = Duration::from_millis(10);

impl Output {
    pub(crate) fn stdout() -> Self {
        let choice = AutoStream::choice(&io::stdout());
        let writer =
            BufWriter::with_capacity(1 << 16, AutoStream::new(io::stdout().lock(), choice));
        Self { writer: Some(writer), flushed: Instant::now() }
    }

    /// Flushes if that was long ago: for answers that take their time, so that an end by force costs none of them.
    pub(crate) fn flush_if_due(&mut self) -> io::Result<()> {
        if self.flushed.elapsed() < FLUSH_EVERY {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.flush()
    }

    /// Throws away what is buffered and all that follows.
    pub(crate) fn discard(&mut self) {
        if let Some(writer) = self.writer.take() {
            let _ = writer.into_parts();
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}
