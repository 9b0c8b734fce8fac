//! Moves: a pair of blocks dropped into the field.

use super::field::{COLUMNS, HIDDEN_ROW, ROWS};
use super::{Block, Field, FieldError};

/// How a pair is turned: where the second block is, seen from the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rotation {
    /// To the right of it: Smash the Code's rotation 0.
    Right,
    /// Above it: rotation 1.
    Up,
    /// To the left of it: rotation 2.
    Left,
    /// Below it: rotation 3.
    Down,
}

/// Two blocks that fall together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pair {
    /// The first: it falls into the column of the move.
    pub first: Block,
    /// The second, beside, above or below it.
    pub second: Block,
}

/// Why a pair cannot be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DropError {
    /// One of the blocks would fall beside the field.
    #[error("the pair in column {column} reaches beyond the field's columns 0 to 5")]
    OffField {
        /// The column of the move.
        column: usize,
    },
    /// There is no room.
    #[error("no room in column {column}")]
    Full {
        /// The column without room.
        column: usize,
    },
    /// A block that is none.
    #[error(transparent)]
    Block(#[from] FieldError),
}

impl Field {
    /// Drops a pair into a settled field. Nothing vanishes before [`play`](Self::play). `hidden` says whether the
    /// hidden row may be used: not in Smash the Code.
    ///
    /// # Errors
    /// [`DropError`]; the field is then as it was.
    pub fn drop_pair(
        &mut self,
        pair: Pair,
        column: usize,
        rotation: Rotation,
        hidden: bool,
    ) -> Result<(), DropError> {
        let off = DropError::OffField { column };
        let second = match rotation {
            Rotation::Right => column.checked_add(1).ok_or(off)?,
            Rotation::Left => column.checked_sub(1).ok_or(off)?,
            Rotation::Up | Rotation::Down => column,
        };
        if column >= COLUMNS || second >= COLUMNS {
            return Err(off);
        }
        let top = if hidden { HIDDEN_ROW + 1 } else { ROWS };
        let mut blocks = [(column, pair.first), (second, pair.second)];
        if rotation == Rotation::Down {
            blocks.reverse();
        }
        let mut after = *self;
        for (x, block) in blocks {
            let y = after.height(x);
            if y >= top {
                return Err(DropError::Full { column: x });
            }
            after.set(x, y, block)?;
        }
        *self = after;
        Ok(())
    }
}
