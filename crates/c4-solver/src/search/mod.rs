//! The search for the score of a position.
//!
//! From bottom to top: bounds, the table, its entries as bytes and the query; the path and the team of a
//! thread; instruction sets; bounds without search; the order of children; the tree; threads.

mod bounds;
mod children;
mod follow_up;
mod isa;
mod order;
mod path;
mod prefetch;
mod query;
mod saved;
mod table;
#[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "one thread is not a team"))]
mod team;
#[cfg(feature = "parallel")]
mod threads;
mod tree;

pub use self::bounds::Bounds;
#[cfg(all(test, feature = "std"))]
pub(crate) use self::follow_up::Stones;
pub(crate) use self::isa::Processor;
pub(crate) use self::query::{Counts, Query, Question, Report, Stop};
pub(crate) use self::saved::{entry_bytes, load, save};
pub(crate) use self::table::{Buckets, Table};
pub(crate) use self::team::{MAX_THREADS, Team};
#[cfg(feature = "parallel")]
pub(crate) use self::threads::{bound, in_parallel};
pub(crate) use self::tree::Search;
