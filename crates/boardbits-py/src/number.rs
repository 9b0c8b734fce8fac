//! Arguments that are integers. PyO3 does not name the argument of one that is wrong.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The type of an argument.
pub(crate) trait Integer {
    /// The least and the largest number, for messages.
    const RANGE: &'static str;
}

macro_rules! integers {
    ($($type:ty: $range:literal,)*) => { $(
        impl Integer for $type {
            const RANGE: &'static str = $range;
        }
    )* };
}

integers! {
    u32: "an integer from 0 to 2^32 - 1",
    u64: "an integer from 0 to 2^64 - 1",
    usize: "an integer from 0 to 2^64 - 1",
    i64: "an integer from -2^63 to 2^63 - 1",
}

impl<T: Integer> Integer for Option<T> {
    const RANGE: &'static str = T::RANGE;
}

/// The argument `name`, which must be `wanted`.
fn named<'py, T: FromPyObjectOwned<'py, Error = PyErr>>(
    name: &str,
    wanted: &str,
    found: &Bound<'py, PyAny>,
) -> PyResult<T> {
    found.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(found.py()) {
            true => PyValueError::new_err(format!("{name} must be {wanted}, found {found}")),
            false => {
                PyTypeError::new_err(format!("{name} must be {wanted}, found {}", found.get_type()))
            }
        }
    })
}

macro_rules! arguments {
    ($($name:ident)*) => { $(
        pub(crate) fn $name<'py, T>(found: &Bound<'py, PyAny>) -> PyResult<T>
        where
            T: Integer + FromPyObjectOwned<'py, Error = PyErr>,
        {
            named(stringify!($name), T::RANGE, found)
        }
    )* };
}

arguments! {
    base column depth games height largest max_label max_size memory_mib min_size nodes
    number playouts seed width
}

/// The most threads; 0 for one for each core.
pub(crate) fn threads(found: &Bound<'_, PyAny>) -> PyResult<usize> {
    named("threads", "a number of threads, or 0 for one for each core", found)
}

/// As numbers of neighbors or of axes. SciPy has arrays in their place.
pub(crate) fn connectivity(found: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    named("connectivity", "an integer, such as 8 for np.ones((3, 3)) and 4 for the cross", found)
}
