//! The search for the score of a position: null-window negamax with bounds that need no search.
//!
//! Read [`Search`] in `node` first. Its `null_window` runs one test, "is the score at least
//! β?": a node looks itself up in the `table`, expands its `children` (which are played, bounded by
//! `rules` and `follow_up`, looked up by their `keys` and ordered) and searches those that stay
//! open. `limits` has the reasons for which a thread stops, what the threads of a query share, and
//! their progress; `threads` how several of them divide one search.
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
mod follow_up;
mod keys;
mod lanes;
mod limits;
mod node;
mod rules;
mod settled;
mod table;
#[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "one thread is not a team"))]
mod threads;

pub(crate) use self::children::Processor;
#[cfg(all(test, feature = "std"))]
pub(crate) use self::keys::{Keys, key_bits};
#[cfg(all(test, feature = "std"))]
pub(crate) use self::lanes::number;
pub use self::limits::SolveProgress;
pub(crate) use self::limits::{Counts, Shared};
pub(crate) use self::node::Search;
#[cfg(all(test, feature = "std"))]
pub(crate) use self::rules::{apply_rules, second_stone};
#[cfg(all(test, feature = "std"))]
pub(crate) use self::settled::Settled;
pub(crate) use self::table::{Buckets, Table};
pub(crate) use self::threads::{MAX_THREADS, Team};
