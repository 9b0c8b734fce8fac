//! Memory that may be refused.

use alloc::vec::Vec;

use crate::error::OutOfMemory;

/// A list of `len` equal values.
pub(crate) fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut values = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    values.try_reserve_exact(len).map_err(|_| OutOfMemory { bytes })?;
    values.resize(len, value);
    Ok(values)
}
