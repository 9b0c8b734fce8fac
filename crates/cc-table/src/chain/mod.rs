//! Falling-block puzzle games: fields and the chains that pairs set off.
//!
//! A [`Field`] has 6 columns and 12 rows, and a hidden row above them; its blocks have one of five colors
//! or are skulls. Components of four or more blocks of a color, connected by edges, vanish with the skulls
//! beside them. What is above falls, and the next step begins. [`Rules`] say what that scores: those of
//! Smash the Code and of Puyo Puyo Tsu are given.
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

mod block;
mod cells;
mod error;
mod field;
mod gravity;
mod links;
mod machine;
mod many;
mod pair;
mod plane;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod step;
mod text;

pub use self::block::Block;
pub use self::cells::{COLUMNS, Cells, HIDDEN_ROW, ROWS, Shape};
pub use self::error::FieldError;
pub use self::field::Field;
pub use self::gravity::Fall;
pub(crate) use self::many::play_all;
pub use self::pair::{DropError, Pair, Placement, Rotation};
pub use self::rules::Rules;
pub(crate) use self::step::Unscored;
pub use self::step::{Outcome, Step};
