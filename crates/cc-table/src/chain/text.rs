//! Fields as text.

use core::fmt;
use core::str::FromStr;

use super::block::Block;
use super::cells::{COLUMNS, ROWS, VISIBLE};
use super::error::FieldError;
use super::field::Field;

/// The rows that are not blank, with their numbers.
fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.split(['/', '\n'])).filter(|(_, row)| !row.trim().is_empty())
}

/// The cells of a row.
fn cells(row: &str) -> impl Iterator<Item = char> {
    row.chars().filter(|symbol| !symbol.is_whitespace())
}

impl FromStr for Field {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        let found = rows(text).count();
        if found != ROWS && found != ROWS + 1 {
            return Err(FieldError::Rows { found });
        }
        let mut field = Self::EMPTY;
        for (y, (row, line)) in (0..found).rev().zip(rows(text)) {
            let found = cells(line).count();
            if found != COLUMNS {
                return Err(FieldError::RowLength { row, found });
            }
            for (x, symbol) in cells(line).enumerate() {
                let block = Block::from_symbol(symbol);
                if block.is_none() && symbol != '.' {
                    return Err(FieldError::Symbol { row, column: x + 1, symbol });
                }
                field.set(x, y, block)?;
            }
        }
        Ok(field)
    }
}

impl Field {
    /// Writes 12 rows, or 13 if there is a block in the hidden one.
    fn write(&self, f: &mut fmt::Formatter<'_>, cells: &str, rows: &str) -> fmt::Result {
        let height = if self.occupied() & !VISIBLE == 0 { ROWS } else { ROWS + 1 };
        for y in (0..height).rev() {
            for x in 0..COLUMNS {
                match self.get(x, y) {
                    Some(block) => write!(f, "{block}")?,
                    None => f.write_str(".")?,
                }
                f.write_str(if x + 1 < COLUMNS { cells } else { "" })?;
            }
            f.write_str(if y > 0 { rows } else { "" })?;
        }
        Ok(())
    }

    /// The field in one line, with slashes between rows.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set(0, 0, Block::Color(3))?;
    /// let line = field.line().to_string();
    /// assert!(line.ends_with("/....../3....."));
    /// assert_eq!(line.parse(), Ok(field));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    pub fn line(self) -> impl fmt::Display {
        Line(self)
    }
}

struct Line(Field);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write(f, "", "/")
    }
}

impl fmt::Display for Field {
    /// A picture of 12 rows, or of 13 if there is a block in the hidden one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, " ", "\n")
    }
}

impl fmt::Debug for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Field({})", self.line())
    }
}
