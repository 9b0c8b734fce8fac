/// Error returned for images and label buffers of the wrong size or with the wrong contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BitmapError {
    /// No columns or no rows.
    #[error("expected at least one pixel, found an image of {width}×{height}")]
    Empty {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// More pixels than labels can number, or a row that is too wide to stream.
    #[error("{width}×{height} pixels are more than 2³² − 1; a taller image can be streamed")]
    TooLarge {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// The words do not make that many rows.
    #[error("expected {expected} words for {height} rows of {width} pixels, found {found}")]
    Words {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
        /// Number of words needed.
        expected: usize,
        /// Number of words given.
        found: usize,
    },
    /// There is no memory for the image.
    #[error("there is no memory for an image of {width}×{height} pixels")]
    OutOfMemory {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// A row, a label buffer or the bytes of an image have the wrong length.
    #[error("expected {expected} elements, found {found}")]
    Length {
        /// Number of elements needed.
        expected: usize,
        /// Number of elements given.
        found: usize,
    },
    /// Rows that overlap.
    #[error("expected rows at least {expected} bytes apart, found {found}")]
    Stride {
        /// Number of bytes of a row.
        expected: usize,
        /// The stride given.
        found: usize,
    },
    /// The pixel lies outside the image.
    #[error("expected a pixel of an image of {width}×{height}, found column {x}, row {y}")]
    OffImage {
        /// The column, from 0.
        x: usize,
        /// The row, from 0.
        y: usize,
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// More components than the label type can number.
    #[error("expected at most {max} components for this type of label, found {found}")]
    TooManyComponents {
        /// The largest label.
        max: u32,
        /// Number of components.
        found: u32,
    },
    /// A row of text with another number of pixels than the first.
    #[error("line {line}: expected {expected} pixels as in the first row, found {found}")]
    RowLength {
        /// The line of the text, from 1.
        line: usize,
        /// Number of pixels of the first row.
        expected: usize,
        /// Number of pixels of this row.
        found: usize,
    },
    /// A symbol is not `X` or `.`.
    #[error("line {line}, column {column}: expected 'X' or '.', found {symbol:?}")]
    Symbol {
        /// The line of the text, from 1.
        line: usize,
        /// The column of the text, from 1.
        column: usize,
        /// The symbol.
        symbol: char,
    },
}
