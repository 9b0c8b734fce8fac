//! A player by Monte Carlo tree search (Coulom, 2006; Kocsis and Szepesvári, 2006).
//!
//! Each thread grows a separate tree, and the counts are added to choose the move (root
//! parallelism). A move also learns from games in which it was played later, with a weight that shrinks as its
//! visits grow (RAVE: Gelly and Silver, 2007). The expansion of a node finds moves that win at once or must be
//! prevented, and proven results are propagated to the root (MCTS-Solver: Winands, Björnsson and Saito, 2008).
//!
//! ```
//! use havannah_uf::mcts::Mcts;
//! use havannah_uf::{Havannah, Hex, RingRule, Value};
//!
//! let mut game = Havannah::new(4, RingRule::Any)?;
//! for (x, y) in [(1, 1), (6, 6), (1, 2), (6, 5), (1, 3), (5, 5)] {
//!     game.play(Hex { x, y })?;
//! }
//! // The first player, O, needs one stone for a bridge.
//! let picture = "
//!    O . . .
//!   O . . . .
//!  O . . . . .
//! . . . . . . .
//!  . . . X X .
//!   . . . X .
//!    . . . .";
//! assert_eq!(format!("\n{game}"), picture);
//! let choice = Mcts::new(1).search(&game).expect("the game is not over");
//! assert_eq!((choice.cell, choice.proven), (Hex::new(1, 4), Some(Value::Win)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod grower;
mod math;
mod player;
mod position;
mod settings;
mod tree;

pub use choice::{Choice, MoveStatistics};
pub use player::Mcts;
pub use settings::Settings;

#[cfg(test)]
mod tests;
