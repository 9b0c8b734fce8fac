//! Long queries: without the interpreter's lock, stopped by Ctrl-C or a timeout. Scans of images are
//! short and have neither.
//!
//! Signal handlers of Python run in the main thread only, when it asks for them. [`run`] asks in the
//! progress callback of the query, so a short query costs nothing more. [`run_apart`] is for queries
//! that report no progress for long or whose threads do: another thread runs the query, and the
//! calling thread asks while it waits. Both set the cancel flag of the limits if a handler raises.

use std::cell::Cell;
use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use c4_solver::bitboard_core::TryError;
use c4_solver::{Interrupted, Limits, Progress, SeededRng};
use cc_label::{LabelError, TileError};
use havannah_uf::dfpn::SolveError;
use king_paths::grid::GridError;
use knight_tours::CountError;
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyTimeoutError, PyValueError};
use pyo3::prelude::*;

/// A `ValueError` with the message of an error of the crates.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Time between two requests for signals.
const INTERVAL: Duration = Duration::from_millis(20);
/// Time between two attempts to use what another query uses.
const WAIT: Duration = Duration::from_millis(1);
/// The stack of a thread that runs a query, that of a main thread.
const STACK: usize = 8 << 20;

/// Error of a query with limits.
pub(crate) trait Failure: Send {
    /// The partial result of a stopped query.
    type Partial: Send;

    /// Returns the stop, or the exception of a query that failed.
    fn stop(self) -> Result<Interrupted<Self::Partial>, PyErr>;
}

impl<Q: Send> Failure for Interrupted<Q> {
    type Partial = Q;

    fn stop(self) -> Result<Self, PyErr> {
        Ok(self)
    }
}

impl<E: Exception, Q: Send> Failure for TryError<E, Q> {
    type Partial = Q;

    fn stop(self) -> Result<Interrupted<Q>, PyErr> {
        self.interrupted().map_err(Exception::exception)
    }
}

/// Error of a query that failed, which Python gets as a `ValueError` or a `MemoryError`.
pub(crate) trait Exception: fmt::Display + Send + Sized {
    /// Returns whether memory could not be allocated.
    fn is_out_of_memory(&self) -> bool {
        false
    }

    /// Returns the exception.
    fn exception(self) -> PyErr {
        if self.is_out_of_memory() {
            return PyMemoryError::new_err(self.to_string());
        }
        value_error(format_args!("{self}{}", self.advice()))
    }

    /// What to do about the error, at the end of its message.
    fn advice(&self) -> &'static str {
        ""
    }
}

macro_rules! exceptions {
    ($($error:ty)*) => { $(
        impl Exception for $error {
            fn is_out_of_memory(&self) -> bool {
                matches!(self, Self::OutOfMemory { .. })
            }
        }
    )* };
}

exceptions! { GridError CountError SolveError meteor_puzzle::CountError }

impl Exception for LabelError {
    fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory { .. })
    }

    fn advice(&self) -> &'static str {
        match self {
            Self::PixelCount { .. } => "; boardbits.dask labels larger ones in chunks",
            _ => "",
        }
    }
}

impl Exception for TileError {}

/// A `TimeoutError` with this partial answer.
fn timed_out<'py>(
    py: Python<'py>,
    reason: impl ToString,
    partial: impl IntoPyObject<'py>,
) -> PyErr {
    let error = PyTimeoutError::new_err(reason.to_string());
    error.value(py).setattr("partial", partial).map_or_else(|other| other, |()| error)
}

/// Runs `query` without the interpreter's lock. A signal handler that raises, such as that of
/// Ctrl-C, stops it and its exception is returned. A query that reaches the time limit returns a
/// `TimeoutError` with what `partial` makes of the partial result in its attribute `partial`.
pub(crate) fn run<'py, T: Send, E: Failure, P: IntoPyObject<'py>>(
    py: Python<'py>,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
    partial: impl FnOnce(E::Partial) -> PyResult<P>,
) -> PyResult<T> {
    let query = |limits: Limits<'_>, check: &(dyn Fn() + Sync)| {
        let listener = |_: &Progress<'_>| check();
        Ok(query(&limits.on_progress(&listener)))
    };
    watched(py, timeout, query, partial)
}

/// [`run`] in another thread.
pub(crate) fn run_apart<'py, T: Send, E: Failure, P: IntoPyObject<'py>>(
    py: Python<'py>,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
    partial: impl FnOnce(E::Partial) -> PyResult<P>,
) -> PyResult<T> {
    let query = |limits: Limits<'_>, check: &(dyn Fn() + Sync)| {
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let work = move || drop(sender.send(query(&limits)));
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
            loop {
                match receiver.recv_timeout(INTERVAL) {
                    Ok(result) => return Ok(result),
                    Err(RecvTimeoutError::Timeout) => check(),
                    Err(RecvTimeoutError::Disconnected) => panic!("a query has panicked"),
                }
            }
        })
    };
    watched(py, timeout, query, partial)
}

/// Runs `query` with limits, and a function that it calls often, in this thread, to look for signals.
fn watched<'py, T: Send, E: Failure, P: IntoPyObject<'py>>(
    py: Python<'py>,
    timeout: Option<f64>,
    query: impl FnOnce(Limits<'_>, &(dyn Fn() + Sync)) -> PyResult<Result<T, E>> + Send,
    partial: impl FnOnce(E::Partial) -> PyResult<P>,
) -> PyResult<T> {
    let time = timeout.map(seconds).transpose()?;
    let cancel = AtomicBool::new(false);
    let (checked, raised) = (Mutex::new(Instant::now()), Mutex::new(None));
    let check = || {
        let Ok(mut checked) = checked.try_lock() else { return };
        if checked.elapsed() < INTERVAL {
            return;
        }
        *checked = Instant::now();
        // They run if this is the main thread.
        #[expect(clippy::redundant_closure_for_method_calls, reason = "of one lifetime")]
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            cancel.store(true, Ordering::Relaxed);
            raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    let result = py.detach(|| query(Limits::new().time(time).cancel(&cancel), &check))?;
    if let Some(error) = raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    result.or_else(|failure| {
        let stopped = failure.stop()?;
        Err(timed_out(py, stopped.reason, partial(stopped.partial)?))
    })
}

/// The partial result of a query that has none.
pub(crate) fn nothing<T>(_: T) -> PyResult<Option<bool>> {
    Ok(None)
}

fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        PyValueError::new_err(format!(
            "timeout must be a number of seconds from 0 to 1.8e19, found {seconds}"
        ))
    })
}

/// A result with names: a named tuple of `boardbits._results`.
pub(crate) fn result<'py>(
    py: Python<'py>,
    name: &str,
    values: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("boardbits._results")?.getattr(name)?.call1(values)
}

/// A generator with this seed, or a random one.
pub(crate) fn generator(seed: Option<u64>) -> SeededRng {
    SeededRng::new(seed.unwrap_or_else(|| RandomState::new().build_hasher().finish()))
}

/// A value for one query at a time: others wait, each within its own time, and stop at Ctrl-C.
pub(crate) struct Exclusive<T>(Mutex<T>);

thread_local! {
    /// Whether a query of this thread uses a value. Then only a signal handler can ask for another.
    static IS_BUSY: Cell<bool> = const { Cell::new(false) };
}

/// Sets [`IS_BUSY`] until it is dropped.
struct Busy(bool);

impl Drop for Busy {
    fn drop(&mut self) {
        IS_BUSY.set(self.0);
    }
}

impl<T: Send> Exclusive<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Waits until no other query uses the value, and calls `query` with it and the time that is
    /// left.
    pub(crate) fn with<R>(
        &self,
        py: Python<'_>,
        timeout: Option<f64>,
        query: impl FnOnce(&mut T, Option<f64>) -> PyResult<R>,
    ) -> PyResult<R> {
        let (begin, time) = (Instant::now(), timeout.map(seconds).transpose()?);
        loop {
            let left = time.map(|time| time.saturating_sub(begin.elapsed()));
            match self.0.try_lock() {
                Ok(mut value) => {
                    let _busy = Busy(IS_BUSY.replace(true));
                    return query(&mut value, left.map(|left| left.as_secs_f64()));
                }
                Err(TryLockError::Poisoned(_)) => {
                    return Err(PyRuntimeError::new_err("an earlier query has panicked"));
                }
                Err(TryLockError::WouldBlock) if IS_BUSY.get() => {
                    let reason = "a signal handler cannot wait for another query";
                    return Err(PyRuntimeError::new_err(reason));
                }
                Err(TryLockError::WouldBlock) if left == Some(Duration::ZERO) => {
                    let reason = "the time limit was reached in another query";
                    return Err(timed_out(py, reason, None::<bool>));
                }
                Err(TryLockError::WouldBlock) => py.detach(|| thread::sleep(WAIT)),
            }
            py.check_signals()?;
        }
    }

    /// [`run`] with the value.
    pub(crate) fn run<'py, R: Send, E: Failure, P: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        timeout: Option<f64>,
        query: impl FnOnce(&mut T, &Limits<'_>) -> Result<R, E> + Send,
        partial: impl FnOnce(E::Partial) -> PyResult<P>,
    ) -> PyResult<R> {
        self.with(py, timeout, |value, timeout| {
            run(py, timeout, |limits| query(value, limits), partial)
        })
    }
}
