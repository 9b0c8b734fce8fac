//! Sizes of grids, and room for a value for each cell.

use alloc::vec::Vec;

use bitboard_core::TryError;

/// A cell: column and row from 0.
pub type Point = (usize, usize);

/// A cell of a volume: column, row and plane from 0.
pub type Voxel = (usize, usize, usize);

/// The most columns or rows.
const MAX_SIDE: u64 = u32::MAX as u64;

/// At least the columns and rows that tables have besides those of a grid.
const PADDING: u64 = 16;

/// Checks that a grid may have this size.
pub(super) fn check_size(width: usize, height: usize) -> Result<(), GridError> {
    if width == 0 || height == 0 {
        return Err(GridError::Empty { width, height });
    }
    // A side of 2³² is not allowed, so that every distance fits a `u32` that is not the largest.
    let longest = width.max(height) as u64;
    if longest > MAX_SIDE || width as u64 * height as u64 > 1 << 32 {
        return Err(GridError::TooLarge { width, height });
    }
    // Entries of padded rows are numbered by a `usize`, which matters on 32 bits.
    let entries = (width as u64 + PADDING) * (height as u64 + PADDING);
    if entries > usize::MAX as u64 {
        return Err(GridError::TooLarge { width, height });
    }
    Ok(())
}

/// Room for `rows` times `stride` values for a grid of the given width and height.
pub(super) fn reserved<T>(
    (width, height): (usize, usize),
    rows: usize,
    stride: usize,
) -> Result<Vec<T>, GridError> {
    let mut values = Vec::new();
    if values.try_reserve_exact(rows.saturating_mul(stride)).is_err() {
        let bytes = [rows, stride, size_of::<T>()];
        let bytes = bytes.into_iter().fold(1, |all: u64, factor| all.saturating_mul(factor as u64));
        return Err(GridError::OutOfMemory { bytes, width, height });
    }
    Ok(values)
}

/// `rows` times `stride` values for a grid of the given width and height. One copy for each type is
/// enough.
#[inline(never)]
pub(super) fn filled<T: Clone>(
    size: (usize, usize),
    value: T,
    rows: usize,
    stride: usize,
) -> Result<Vec<T>, GridError> {
    let mut values = reserved(size, rows, stride)?;
    values.resize(rows * stride, value);
    Ok(values)
}

/// Error of a grid or of a query about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A side is 0.
    #[error("a grid of {width}×{height} has no cells")]
    Empty {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// There are more than 2³² cells, with 32 bits including 16 more columns and rows, or a side
    /// has more than 2³² − 1.
    #[error("a grid of {width}×{height} is larger than 2^32 cells or has a side of 2^32")]
    TooLarge {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// The memory for a grid or an answer is not available.
    #[error("{bytes} bytes of memory for a grid of {width}×{height} are not available")]
    OutOfMemory {
        /// Number of bytes that were requested.
        bytes: u64,
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A cell lies outside of the grid.
    #[error("column {x}, row {y} lies outside the grid of {width}×{height}")]
    OffGrid {
        /// Column, from 0.
        x: usize,
        /// Row, from 0.
        y: usize,
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A cell lies outside of the volume.
    #[error(
        "column {}, row {}, plane {} lies outside the volume of {}×{}×{}",
        cell.0, cell.1, cell.2, size.0, size.1, size.2
    )]
    OffVolume {
        /// Column, row and plane, from 0.
        cell: Voxel,
        /// Number of columns, rows and planes.
        size: Voxel,
    },
    /// No cell of a set where paths in a volume begin is free.
    #[error("column {}, row {}, plane {} is not free", cell.0, cell.1, cell.2)]
    BlockedVoxel {
        /// Column, row and plane of the first cell, from 0.
        cell: Voxel,
    },
    /// No cell of a set where paths begin or end is free.
    #[error("column {x}, row {y} is not free")]
    Blocked {
        /// Column of the first cell, from 0.
        x: usize,
        /// Row of the first cell, from 0.
        y: usize,
    },
    /// Two cells do not touch, or for a wall share a corner only.
    #[error("expected cells that touch, for a wall by an edge, found {from:?} and {to:?}")]
    NotNeighbors {
        /// Column and row of the first cell, from 0.
        from: Point,
        /// Column and row of the other cell, from 0.
        to: Point,
    },
    /// Jump point search does not know walls between cells.
    #[error("a planner does not know walls between cells")]
    Walls,
    /// Distances are those of a stopped search or of another map.
    #[error("the distances are those of a stopped search or of another map")]
    OtherMap,
    /// A knight's leap has no octile length.
    #[error("a knight's leap has no octile length")]
    NoLength,
    /// The sum of all costs is too large for an octile length.
    #[error("the costs of all cells add up to {total}, expected less than 2^32 - 2^16")]
    Overflow {
        /// The sum of all costs.
        total: u64,
    },
}

impl<P> From<GridError> for TryError<GridError, P> {
    fn from(error: GridError) -> Self {
        Self::Failed(error)
    }
}

#[cfg(test)]
mod tests {
    use super::super::bits::stride;
    use super::*;

    #[test]
    fn an_error_names_the_bytes_asked_for() {
        let failed = reserved::<u32>((3, 5), usize::MAX / 8, 2);
        let bytes = (usize::MAX / 8) as u64 * 8;
        assert_eq!(failed, Err(GridError::OutOfMemory { bytes, width: 3, height: 5 }));
        assert!(reserved::<u64>((3, 5), usize::MAX, usize::MAX).is_err());
    }

    /// The number of an entry does not wrap, nor does that of its neighbors, whatever the size.
    #[test]
    fn every_entry_of_an_allowed_grid_has_a_number() {
        let sides =
            (0..=32).flat_map(|log| (0..20).map(move |less| (1_u64 << log).wrapping_sub(less)));
        let sides: Vec<usize> = sides.filter_map(|side| side.try_into().ok()).collect();
        let pairs = || sides.iter().flat_map(|&width| sides.iter().map(move |&side| (width, side)));
        let mut allowed = 0;
        for (width, height) in pairs().filter(|&(width, height)| check_size(width, height).is_ok())
        {
            let rows = height.checked_next_multiple_of(8).and_then(|rows| rows.checked_add(4));
            let entries = rows.and_then(|rows| stride(width).checked_mul(rows));
            assert!(entries.is_some(), "{width}×{height}");
            allowed += 1;
        }
        assert!(allowed > 1_000, "{allowed}");
    }
}
