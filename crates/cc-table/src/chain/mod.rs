//! Falling-block puzzle games: fields and the chains that pairs set off.
//!
//! A [`Field`] has 6 columns and 12 rows, and a hidden row above them; its blocks have one of five
//! colors or are skulls. Rows count from 0 at the bottom, the hidden row is row 12. Only a picture
//! lists them from the top. Components of four or more blocks of a color, connected by edges,
//! vanish with the skulls beside them. What is above falls, and the next step begins. [`Rules`] say
//! what that scores: those of Smash the Code and of Puyo Puyo Tsu are given.
//!
//! [`Field`] is the type to read first. [`Field::play`] crosses three files: `play` runs the steps,
//! `planes` finds the blocks that vanish, and `gravity` lets the others fall.
//!
//! ```
//! use cc_table::chain::{Field, Rules};
//!
//! let mut field: Field = "
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . . . . . .
//!     . 1 . . . .
//!     0 2 1 1 . .
//!     1 2 2 2 . .".parse()?;
//! let steps: Vec<_> = field.chain(&Rules::SMASH_THE_CODE).collect();
//! assert_eq!(steps.iter().map(|step| step.score).collect::<Vec<_>>(), [40, 40 * 8]);
//! assert_eq!(field, Field::EMPTY);
//! # Ok::<(), cc_table::chain::FieldError>(())
//! ```

mod field;
mod gravity;
mod pair;
mod planes;
mod play;
#[cfg(feature = "serde")]
mod serialize;

pub use self::field::{Block, COLUMNS, Cells, Field, FieldError, HIDDEN_ROW, ROWS, Shape};
pub use self::gravity::Fall;
pub use self::pair::{DropError, Pair, Placement, Rotation};
pub(crate) use self::play::play_all;
pub use self::play::{Outcome, Step};

/// The scores of chains, and the placements of pairs.
///
/// A step of a chain scores 10 · B · clamp(CP + CB + GB, 1, 999) for B blocks that vanish, skulls
/// not counted. Sums of bonuses saturate, so bonuses may be any numbers. For rules of your own,
/// change those of a game:
///
/// ```
/// use cc_table::chain::Rules;
///
/// let mut rules = Rules::SMASH_THE_CODE;
/// rules.color_bonus = [0; 5];
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rules {
    /// CP: the bonus of each step of a chain, from the first; the last entry is that of all
    /// further ones.
    pub chain_power: [u32; 19],
    /// CB: the bonus for 1 to 5 colors that vanish in one step.
    pub color_bonus: [u32; 5],
    /// GB: the bonus for components of 4 to 10 and of 11 or more blocks, summed over the
    /// components.
    pub group_bonus: [u32; 8],
    /// The number of points for one nuisance block of the opponent.
    pub points_per_nuisance: u32,
    /// Whether pairs may be dropped into the hidden row. The row above it, where Puyo Puyo Tsu loses
    /// the second block of a pair, is left out.
    pub hidden_row: bool,
}

impl Rules {
    /// Smash the Code, a contest of CodinGame.
    pub const SMASH_THE_CODE: Self = Self {
        chain_power: {
            let mut power = [0; 19];
            let mut i = 1;
            while i < power.len() {
                power[i] = 4 << i;
                i += 1;
            }
            power
        },
        color_bonus: [0, 2, 4, 8, 16],
        group_bonus: [0, 1, 2, 3, 4, 5, 6, 8],
        points_per_nuisance: 70,
        hidden_row: false,
    };

    /// Puyo Puyo Tsu, versus play.
    pub const PUYO_PUYO_TSU: Self = Self {
        chain_power: [
            0, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512,
        ],
        color_bonus: [0, 3, 6, 12, 24],
        group_bonus: [0, 2, 3, 4, 5, 6, 7, 10],
        points_per_nuisance: 70,
        hidden_row: true,
    };

    /// Returns the nuisance for the opponent, in blocks. With
    /// [`points_per_nuisance`](Self::points_per_nuisance) of 0 it is infinite, or not a number for
    /// a score of 0.
    ///
    /// ```
    /// assert_eq!(cc_table::chain::Rules::SMASH_THE_CODE.nuisance(2150), 2150.0 / 70.0);
    /// ```
    #[must_use]
    pub fn nuisance(&self, score: u64) -> f64 {
        score as f64 / f64::from(self.points_per_nuisance)
    }

    /// CP of a step, counted from 0.
    #[inline]
    #[must_use]
    pub const fn power_of_step(&self, step: usize) -> u32 {
        let last = self.chain_power.len() - 1;
        self.chain_power[if step < last { step } else { last }]
    }

    /// GB of one component of `size` blocks.
    #[inline]
    #[must_use]
    pub const fn bonus_of_group(&self, size: u32) -> u32 {
        match size {
            0..=4 => self.group_bonus[0],
            5..=10 => self.group_bonus[size as usize - 4],
            _ => self.group_bonus[7],
        }
    }
}
