//! Memory that may be refused.

use alloc::vec::Vec;

use crate::error::OutOfMemory;

/// A list of `len` default values.
pub(crate) fn zeros<T: Clone + Default>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut zeros = Vec::new();
    let bytes = len.saturating_mul(size_of::<T>());
    zeros.try_reserve_exact(len).map_err(|_| OutOfMemory { bytes })?;
    zeros.resize(len, T::default());
    Ok(zeros)
}
