//! The game on top: fields of falling blocks, and the chains they set off.
//!
//! A [`Field`] has 6 columns and 12 rows, and a hidden row above them; its blocks have one of five colours or
//! are skulls. Four or more blocks of a colour that touch by edges vanish, with the skulls beside
//! them; what is above falls; and so on. [`Rules`] say what that scores: those of Smash the Code and of
//! Puyo Puyo are given.
//!
//! ```
//! use cc_table::chain::{Block, Field, Rules};
//!
//! let mut field: Field = "....../....../....../....../....../....../....../....../....../\
//!                         .1..../0211../122...".parse()?;
//! field.set(3, 0, Block::Colour(2))?;
//! let outcome = field.play(&Rules::SMASH_THE_CODE, |step| assert_eq!(step.blocks, 4));
//! assert_eq!((outcome.steps, outcome.score), (2, 40 + 40 * 8));
//! # Ok::<(), cc_table::chain::FieldError>(())
//! ```

mod drop;
mod field;
mod gravity;
mod play;
mod rules;

pub use self::drop::{DropError, Pair, Rotation};
pub use self::field::{Block, COLUMNS, Field, FieldError, HIDDEN_ROW, ROWS};
pub use self::play::{Outcome, Step};
pub use self::rules::Rules;
