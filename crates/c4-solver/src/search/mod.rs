//! The search for the score of a position: null-window negamax with bounds that need no search.
//!
//! Queries ask an [`Engine`], which runs null-window tests of a [`Search`] until the score is
//! known. The `null_window` of `node` runs one test, "is the score at least β?": a node looks
//! itself up in the `table`, expands its `children` (which are played, bounded by `rules` and
//! `follow_up`, looked up by their keys and ordered) and searches those that stay open. `threads`
//! tells how several threads divide one search.
//!
//! ```text
//! Position → Settled → Node → Children, in vectors of Settled → Node …
//! ```
//!
//! | word | meaning |
//! | --- | --- |
//! | β (beta) | the score of a null-window test: is it reached or not? |
//! | settled | after forced moves: no player wins at once, and there is a choice of moves |
//! | own, all | the stones of the player to move, and all stones |
//! | work | half of the logarithm of the nodes that a result has cost |
//! | team | the threads that run one test together |

mod children;
mod engine;
mod follow_up;
mod lanes;
mod node;
mod rules;
mod settled;
mod shared;
mod table;
#[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "one thread is not a team"))]
mod threads;

#[cfg(all(test, feature = "std"))]
mod tests;

pub(crate) use self::engine::{Engine, Goal, Job, WHOLE_TABLE, new_engine};
pub(crate) use self::shared::Shared;
pub use self::shared::SolveProgress;
