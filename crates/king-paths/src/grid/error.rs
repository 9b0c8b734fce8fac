//! Errors of grids.

/// Error of a grid or of a query about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GridError {
    /// A side is 0.
    #[error("a grid of {width} × {height} has no cells")]
    Empty {
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// There are more than 2³² cells.
    #[error("a grid of {width} × {height} has more than 2^32 cells")]
    TooLarge {
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// The memory for a grid or an answer is not available.
    #[error("{bytes} bytes of memory for a grid of {width} × {height} are not available")]
    OutOfMemory {
        /// Number of bytes that were requested.
        bytes: u64,
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    },
    /// A cell lies outside of the grid.
    #[error("column {x}, row {y} lies outside the grid of {width} × {height}")]
    OffGrid {
        /// Column, from 0.
        x: u32,
        /// Row, from 0.
        y: u32,
        /// Number of columns.
        width: u32,
        /// Number of rows.
        height: u32,
    },
}
