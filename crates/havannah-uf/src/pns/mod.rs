//! A solver by depth-first proof-number search with a transposition table.
//!
//! df-pn (Nagai, 2002) with thresholds widened by a quarter (1 + ε: Pawlewicz and Lew, 2007). A move that
//! wins at once is a win. A cell where the other player would win must be taken, and two such cells are a
//! loss. Positions with few stones are looked up under the least hash of their twelve images. Positions are
//! identified by 64-bit hashes; a collision within a search is very unlikely, but not impossible.
//!
//! ```
//! use havannah_uf::pns::Solver;
//! use havannah_uf::{Havannah, RingRule, Value};
//!
//! let game = Havannah::new(3, RingRule::Any)?;
//! let solution = Solver::new(1 << 20)?.solve(&game);
//! assert_eq!(solution.value, Value::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod children;
mod general;
mod key;
mod look;
mod numbers;
mod position;
#[cfg(feature = "std")]
mod saved;
mod solution;
mod solver;
mod table;
mod words;

#[cfg(feature = "std")]
pub use saved::TableFile;
pub use solution::{Progress, Solution};
pub use solver::Solver;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod words_tests;
