//! Moves: a pair of blocks dropped into a field.

use core::fmt;
use core::str::FromStr;

use super::Rules;
use super::field::{Block, COLUMNS, Field, FieldError, HIDDEN_ROW, ROWS};

/// The position of the second block of a pair relative to the first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
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

impl Rotation {
    /// All four, in the order of Smash the Code's numbers.
    pub const ALL: [Self; 4] = [Self::Right, Self::Up, Self::Left, Self::Down];
}

impl fmt::Display for Rotation {
    /// `right`, `up`, `left` or `down`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Right => "right",
            Self::Up => "up",
            Self::Left => "left",
            Self::Down => "down",
        })
    }
}

/// Two blocks that fall together.
///
/// As text, it is the two blocks:
///
/// ```
/// use cc_table::chain::{Block, Pair};
///
/// let pair: Pair = "13".parse()?;
/// assert_eq!(pair, Pair { first: Block::Color(1), second: Block::Color(3) });
/// # Ok::<(), cc_table::chain::FieldError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pair {
    /// It falls into the column of the placement.
    pub first: Block,
    /// It falls beside, above or below the first.
    pub second: Block,
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.first, self.second)
    }
}

impl FromStr for Pair {
    type Err = FieldError;

    fn from_str(text: &str) -> Result<Self, FieldError> {
        Block::parse_row(text).map(|[first, second]| Self { first, second })
    }
}

/// The place where a pair is dropped.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Placement {
    /// The column of the first block, from 0.
    pub column: usize,
    /// The position of the second block.
    pub rotation: Rotation,
}

impl fmt::Display for Placement {
    /// The column from 0, and the rotation: `3 up`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.column, self.rotation)
    }
}

/// Error returned when a pair cannot be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DropError {
    /// One of the blocks would fall beside the field.
    #[error("expected a pair within columns 0 to 5, found one that is dropped at column {column}")]
    OffField {
        /// The column of the placement.
        column: usize,
    },
    /// The column is full.
    #[error("column {column} has no room for the pair")]
    Full {
        /// The column without room.
        column: usize,
    },
    /// A block does not exist.
    #[error(transparent)]
    Block(#[from] FieldError),
}

impl Field {
    /// Drops a pair into a settled field. Nothing vanishes before [`play`](Self::play).
    ///
    /// ```
    /// use cc_table::chain::{Field, Placement, Rotation, Rules};
    ///
    /// let mut field = Field::EMPTY;
    /// let placement = Placement { column: 2, rotation: Rotation::Left };
    /// field.drop_pair("13".parse()?, placement, &Rules::SMASH_THE_CODE)?;
    /// assert!(field.line().to_string().ends_with("/.31..."));
    /// # Ok::<(), cc_table::chain::DropError>(())
    /// ```
    ///
    /// # Errors
    /// [`DropError`]; the field is then as it was.
    pub fn drop_pair(
        &mut self,
        pair: Pair,
        placement: Placement,
        rules: &Rules,
    ) -> Result<(), DropError> {
        let column = placement.column;
        let off = DropError::OffField { column };
        let second = match placement.rotation {
            Rotation::Right => column.checked_add(1).ok_or(off)?,
            Rotation::Left => column.checked_sub(1).ok_or(off)?,
            Rotation::Up | Rotation::Down => column,
        };
        if column >= COLUMNS || second >= COLUMNS {
            return Err(off);
        }
        let top = if rules.hidden_row { HIDDEN_ROW + 1 } else { ROWS };
        let mut blocks = [(column, pair.first), (second, pair.second)];
        if placement.rotation == Rotation::Down {
            blocks.reverse();
        }
        let mut after = *self;
        for (x, block) in blocks {
            let y = after.height(x);
            if y >= top {
                return Err(DropError::Full { column: x });
            }
            after.set((x, y), block)?;
        }
        *self = after;
        Ok(())
    }

    /// The placements of a pair in a settled field, each with the field after it. If both blocks
    /// are equal, placements that give the same field come once.
    ///
    /// ```
    /// use cc_table::chain::{Field, Rules};
    ///
    /// let rules = &Rules::SMASH_THE_CODE;
    /// assert_eq!(Field::EMPTY.placements("12".parse()?, rules).count(), 22);
    /// assert_eq!(Field::EMPTY.placements("11".parse()?, rules).count(), 11);
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    pub fn placements(self, pair: Pair, rules: &Rules) -> impl Iterator<Item = (Placement, Self)> {
        let rotations = if pair.first == pair.second { 2 } else { 4 };
        (0..COLUMNS * rotations).filter_map(move |i| {
            let rotation = Rotation::ALL[i % rotations];
            let placement = Placement { column: i / rotations, rotation };
            let mut field = self;
            field.drop_pair(pair, placement, rules).is_ok().then_some((placement, field))
        })
    }
}
