//! Long queries: without the interpreter's lock, stopped by Ctrl-C or a timeout.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use c4_solver::bitboard_core::{Interrupted, Limits};
use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::marker::Ungil;
use pyo3::prelude::*;

/// Time between two looks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// Runs `query` without the interpreter's lock. A signal handler that raises, such as that of Ctrl-C, stops it and its exception
/// is returned. A query that reaches the time limit returns a `TimeoutError` with what `partial` makes of the partial result
/// in its attribute `partial`.
pub(crate) fn run<'py, P, T: Ungil + Send, Q: Ungil + Send>(
    py: Python<'py>,
    timeout: Option<f64>,
    query: impl FnOnce(&Limits<'_, P>) -> Result<T, Interrupted<Q>> + Ungil + Send,
    partial: impl FnOnce(Python<'py>, Q) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<T> {
    let time = timeout.map(seconds).transpose()?;
    let cancel = AtomicBool::new(false);
    let checked = Mutex::new(Instant::now());
    let raised = Mutex::new(None);
    let result = py.detach(|| {
        let check = |_: &P| {
            let Ok(mut checked) = checked.try_lock() else { return };
            if checked.elapsed() < INTERVAL {
                return;
            }
            *checked = Instant::now();
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                cancel.store(true, Ordering::Relaxed);
                if let Ok(mut raised) = raised.lock() {
                    *raised = Some(error);
                }
            }
        };
        let limits = Limits::new().time(time).cancel(&cancel).on_progress(&check);
        query(&limits)
    });
    if let Some(error) = raised.into_inner().ok().flatten() {
        return Err(error);
    }
    result.or_else(|stopped| {
        let error = PyTimeoutError::new_err(stopped.reason.to_string());
        error.value(py).setattr("partial", partial(py, stopped.partial)?)?;
        Err(error)
    })
}

fn seconds(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| {
        PyValueError::new_err(format!("timeout must be a number of seconds, found {seconds}"))
    })
}
