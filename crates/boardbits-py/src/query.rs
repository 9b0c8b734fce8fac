//! Long queries: without the interpreter's lock, stopped by Ctrl-C or a timeout. Scans of images are
//! short and have neither.
//!
//! Signal handlers of Python run in the main thread only, when it asks for them. [`run`] asks in the
//! progress callback of the query, so a short query costs nothing more. [`run_apart`] is for queries
//! that report no progress for long or whose threads do: another thread runs the query, and the
//! calling thread asks while it waits. Both set the cancel flag of the limits if a handler raises.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
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

use crate::array::value_error;

/// Time between two requests for signals.
const INTERVAL: Duration = Duration::from_millis(20);
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

impl Exception for GridError {
    fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory { .. })
    }
}

impl Exception for CountError {
    fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory { .. })
    }
}

impl Exception for SolveError {
    fn is_out_of_memory(&self) -> bool {
        matches!(self, Self::OutOfMemory { .. })
    }
}

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

impl Exception for meteor_puzzle::CountError {
    fn is_out_of_memory(&self) -> bool {
        *self == Self::OutOfMemory
    }
}

/// Runs the handlers of signals, if this is the main thread and does not hold the interpreter's lock.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is for one lifetime")]
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

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
pub(crate) fn run<'py, T: Send, E: Failure>(
    py: Python<'py>,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
    partial: impl FnOnce(Python<'py>, E::Partial) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<T> {
    let time = timeout.map(seconds).transpose()?;
    let cancel = AtomicBool::new(false);
    let checked = Mutex::new(Instant::now());
    let raised = Mutex::new(None);
    let result = py.detach(|| {
        let check = |_: &Progress| {
            let Ok(mut checked) = checked.try_lock() else { return };
            if checked.elapsed() < INTERVAL {
                return;
            }
            *checked = Instant::now();
            if let Err(error) = check_signals() {
                cancel.store(true, Ordering::Relaxed);
                if let Ok(mut raised) = raised.lock() {
                    *raised = Some(error);
                }
            }
        };
        let limits = Limits::new().time(time).cancel(&cancel).on_progress(&check);
        query(&limits)
    });
    answer(py, result, raised.into_inner().ok().flatten(), partial)
}

/// [`run`] in another thread.
pub(crate) fn run_apart<'py, T: Send, E: Failure>(
    py: Python<'py>,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_>) -> Result<T, E> + Send,
    partial: impl FnOnce(Python<'py>, E::Partial) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<T> {
    let time = timeout.map(seconds).transpose()?;
    let cancel = Arc::new(AtomicBool::new(false));
    let (flag, is_done, caller) = (Arc::clone(&cancel), AtomicBool::new(false), thread::current());
    let work = || {
        let limits = Limits::new().time(time).cancel_shared(flag);
        let result = query(&limits);
        is_done.store(true, Ordering::Release);
        caller.unpark();
        result
    };
    let mut raised = None;
    let result = thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        while !is_done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| thread::park_timeout(INTERVAL));
            if let Err(error) = py.check_signals() {
                cancel.store(true, Ordering::Relaxed);
                raised.get_or_insert(error);
            }
        }
        py.detach(|| worker.join()).or_else(|panic| std::panic::resume_unwind(panic))
    });
    match result {
        Ok(result) => answer(py, result, raised, partial),
        Err::<_, std::io::Error>(error) => Err(error.into()),
    }
}

/// The answer of a query, or the exception: that of a signal handler, if there is one.
fn answer<'py, T, E: Failure>(
    py: Python<'py>,
    result: Result<T, E>,
    raised: Option<PyErr>,
    partial: impl FnOnce(Python<'py>, E::Partial) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<T> {
    if let Some(error) = raised {
        return Err(error);
    }
    result.or_else(|failure| {
        let stopped = failure.stop()?;
        Err(timed_out(py, stopped.reason, partial(py, stopped.partial)?))
    })
}

/// The partial result of a query that has none.
pub(crate) fn nothing<T>(py: Python<'_>, _: T) -> PyResult<Bound<'_, PyAny>> {
    Ok(py.None().into_bound(py))
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

/// How `copy` and `pickle` make a value: a function of its class, and the arguments.
pub(crate) type Reduced<'py, Arguments> = PyResult<(Bound<'py, PyAny>, Arguments)>;

/// A value for one query at a time: others wait, each within its own time, and stop at Ctrl-C.
pub(crate) struct Exclusive<T> {
    value: Mutex<T>,
    /// The thread whose query uses the value.
    user: Mutex<Option<ThreadId>>,
    is_free: Condvar,
}

impl<T: Send> Exclusive<T> {
    pub(crate) fn new(value: T) -> Self {
        Self { value: Mutex::new(value), user: Mutex::new(None), is_free: Condvar::new() }
    }

    /// Waits until no other query uses the value. Also returns the time that is left.
    pub(crate) fn lock(
        &self,
        py: Python<'_>,
        timeout: Option<f64>,
    ) -> PyResult<(Exclusively<'_, T>, Option<f64>)> {
        let (begin, time) = (Instant::now(), timeout.map(seconds).transpose()?);
        let left = || time.map(|time| time.saturating_sub(begin.elapsed()));
        while !self.take()? {
            if left() == Some(Duration::ZERO) {
                return Err(timed_out(
                    py,
                    "the time limit was reached in another query",
                    py.None(),
                ));
            }
            let wait = left().map_or(INTERVAL, |left| left.min(INTERVAL));
            py.detach(|| {
                let user = self.user();
                if user.is_some() {
                    drop(self.is_free.wait_timeout(user, wait));
                }
            });
            py.check_signals()?;
        }
        let turn = Turn { user: &self.user, is_free: &self.is_free };
        let value = self.value.lock();
        let value = value.map_err(|_| PyRuntimeError::new_err("an earlier query has panicked"))?;
        Ok((Exclusively { value, _turn: turn }, left().map(|left| left.as_secs_f64())))
    }

    fn user(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.user.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the turn of this thread, unless another thread has it.
    fn take(&self) -> PyResult<bool> {
        let mut user = self.user();
        if *user == Some(thread::current().id()) {
            let reason = "a signal handler cannot use what the query it interrupts uses";
            return Err(PyRuntimeError::new_err(reason));
        }
        let is_free = user.is_none();
        if is_free {
            *user = Some(thread::current().id());
        }
        Ok(is_free)
    }
}

/// The value of an [`Exclusive`] during a query.
pub(crate) struct Exclusively<'a, T> {
    // Dropped first.
    value: MutexGuard<'a, T>,
    _turn: Turn<'a>,
}

impl<T> Deref for Exclusively<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Exclusively<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

/// Lets the next query take its turn when it is dropped.
struct Turn<'a> {
    user: &'a Mutex<Option<ThreadId>>,
    is_free: &'a Condvar,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.user.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.is_free.notify_one();
    }
}
