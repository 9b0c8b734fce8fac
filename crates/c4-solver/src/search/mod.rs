//! The search for the score of a position: null-window negamax with bounds that need no search.
//!
//! Read [`Search`] in `node` first. Its `bound` answers one question, "is the score at least β?": a
//! node looks itself up in the `table`, expands its `children` (settled by `settle`, bounded by
//! `rules` and `follow_up`, looked up and ordered) and searches those that stay open. `limits` has
//! the reasons for which a thread stops and what the threads of a query share, `threads` how they
//! divide the work.
//!
//! | word | meaning |
//! | --- | --- |
//! | β (beta) | the score that a question is about: is it reached or not? |
//! | settled | after forced moves: no player wins at once, and there is a choice of moves |
//! | own, all | the stones of the player to move, and all stones |
//! | work | half of the logarithm of the nodes that a result has cost |
//! | team | the threads that answer one question together |

mod bounds;
mod children;
mod follow_up;
mod lanes;
mod limits;
mod node;
mod rules;
mod settle;
mod table;
#[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "one thread is not a team"))]
mod threads;

pub use self::bounds::Bounds;
pub(crate) use self::children::Processor;
#[cfg(all(test, feature = "std"))]
pub(crate) use self::lanes::number;
pub(crate) use self::limits::{Counts, Query, Question, Report, Snapshot, Stop};
pub(crate) use self::node::Search;
pub(crate) use self::table::{Buckets, Table};
pub(crate) use self::threads::{MAX_THREADS, Team};
#[cfg(all(test, feature = "std"))]
pub(crate) use self::{
    rules::{apply_rules, second_stone},
    settle::{Settled, settle},
};
