/// Error returned when a text or a cell is not one of a field. Rows and columns of texts count from 1,
/// from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// The number of rows is not 12 or 13.
    #[error("expected 12 rows, or 13 with the hidden one, found {found}")]
    Rows {
        /// Number of rows.
        found: usize,
    },
    /// A row that does not have 6 cells.
    #[error("row {row}: expected 6 cells, found {found}")]
    RowLength {
        /// The row.
        row: usize,
        /// Number of its cells.
        found: usize,
    },
    /// Not one of `.`, `0`, `1` to `5`.
    #[error("row {row}, column {column}: expected '.', '0' or '1' to '5', found {symbol:?}")]
    Symbol {
        /// The row.
        row: usize,
        /// The cell in the row.
        column: usize,
        /// The symbol.
        symbol: char,
    },
    /// The cell does not exist.
    #[error("expected a cell in columns 0 to 5 and rows 0 to 12, found column {column}, row {row}")]
    OffField {
        /// The column, from 0.
        column: usize,
        /// The row, from 0 at the bottom.
        row: usize,
    },
    /// The color does not exist.
    #[error("expected a color from 1 to 5, found {color}")]
    Color {
        /// The color.
        color: u8,
    },
}
