//! Arguments that are integers. PyO3 does not name the argument of an integer that is out of range.

use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// The type of an argument.
pub(crate) trait Integer: Sized {
    /// The least and the largest number, for messages.
    const RANGE: &'static str;

    fn extract(found: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! integers {
    ($($type:ty: $range:literal,)*) => { $(
        impl Integer for $type {
            const RANGE: &'static str = $range;

            fn extract(found: &Bound<'_, PyAny>) -> PyResult<Self> {
                found.extract()
            }
        }
    )* };
}

integers! {
    u32: "from 0 to 2^32 - 1",
    u64: "from 0 to 2^64 - 1",
    usize: "from 0 to 2^64 - 1",
    i64: "from -2^63 to 2^63 - 1",
}

impl<T: Integer> Integer for Option<T> {
    const RANGE: &'static str = T::RANGE;

    fn extract(found: &Bound<'_, PyAny>) -> PyResult<Self> {
        if found.is_none() { Ok(None) } else { T::extract(found).map(Some) }
    }
}

/// The argument `name`.
fn named<T: Integer>(name: &str, found: &Bound<'_, PyAny>) -> PyResult<T> {
    T::extract(found).map_err(|error| match error.is_instance_of::<PyOverflowError>(found.py()) {
        true => {
            PyValueError::new_err(format!("{name} must be an integer {}, found {found}", T::RANGE))
        }
        false => error,
    })
}

macro_rules! arguments {
    ($($name:ident)*) => { $(
        pub(crate) fn $name<T: Integer>(found: &Bound<'_, PyAny>) -> PyResult<T> {
            named(stringify!($name), found)
        }
    )* };
}

arguments! {
    base column connectivity depth games height largest max_label max_size memory_mib min_size nodes
    number playouts seed width
}

/// The most threads; 0 for one for each core.
pub(crate) fn threads(found: &Bound<'_, PyAny>) -> PyResult<usize> {
    named("threads", found).map_err(|error| {
        if !error.is_instance_of::<PyValueError>(found.py()) {
            return error;
        }
        PyValueError::new_err(format!(
            "threads must be a number of threads, or 0 for one for each core, found {found}"
        ))
    })
}
