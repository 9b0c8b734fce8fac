//! Allocations that fail with an error.

use alloc::vec::Vec;

use super::error::GridError;

/// `rows` times `stride` values for a grid of the given width and height.
pub(super) fn filled<T: Clone>(
    (width, height): (u32, u32),
    value: T,
    rows: usize,
    stride: usize,
) -> Result<Vec<T>, GridError> {
    let mut values = Vec::new();
    let len = rows.saturating_mul(stride);
    if values.try_reserve_exact(len).is_err() {
        let bytes = [rows, stride, size_of::<T>()];
        let bytes = bytes.into_iter().fold(1, |all: u64, factor| all.saturating_mul(factor as u64));
        return Err(GridError::OutOfMemory { bytes, width, height });
    }
    values.resize(len, value);
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_bytes_asked_for() {
        let failed = filled((3, 5), 0u32, usize::MAX / 16, 2);
        let bytes = (usize::MAX / 16) as u64 * 8;
        assert_eq!(failed, Err(GridError::OutOfMemory { bytes, width: 3, height: 5 }));
        assert!(filled((3, 5), 0u64, usize::MAX, usize::MAX).is_err());
        assert_eq!(filled((3, 5), 7u8, 2, 2), Ok(alloc::vec![7; 4]));
    }
}
