//! The native part of the Python package `boardbits`. Each function converts its arguments, calls a crate without the
//! interpreter's lock, and converts the result.

mod array;
mod connect4;
mod label;
mod properties;
mod query;

use pyo3::prelude::*;

/// The native part of `boardbits`.
#[pymodule(gil_used = false)]
mod _boardbits {
    #[pymodule_export]
    use super::connect4::{Position, Solver};
    /// The score of a column that is full.
    #[pymodule_export]
    const FULL: i16 = super::connect4::FULL;
    #[pymodule_export]
    use super::label::{count, label};
    #[pymodule_export]
    use super::properties::{components, find_objects};
}
