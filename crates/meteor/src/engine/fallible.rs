//! Vectors that grow only if there is memory for it.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

/// Memory that cannot be allocated. Unlike [`TryReserveError`] it is zero-sized, so that results stay in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OutOfMemory;

impl From<TryReserveError> for OutOfMemory {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// Adds a value to the end.
#[inline]
pub(crate) fn push<T>(values: &mut Vec<T>, value: T) -> Result<(), OutOfMemory> {
    if values.len() == values.capacity() {
        values.try_reserve(1)?;
    }
    values.push(value);
    Ok(())
}

/// An empty vector with room for `len` values.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    values.try_reserve_exact(len)?;
    Ok(values)
}

/// A vector of `len` equal values.
pub(crate) fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut values = with_room(len)?;
    values.resize(len, value);
    Ok(values)
}
