//! Proofs that a player wins, as files that a small checker verifies.
//!
//! A [`Proof`] has one move for each position in which the winner is to move and cannot win at once. The checker plays
//! it, and then all replies of the other player. It uses the rules of [`Havannah`](crate::Havannah) only, and nothing of
//! the solver that found the moves.
//!
//! ```
//! use havannah_uf::bitboard_core::Limits;
//! use havannah_uf::pns::Solver;
//! use havannah_uf::proof::Proof;
//! use havannah_uf::{Havannah, Hex, Player, RingRule};
//!
//! let mut game = Havannah::new(3, RingRule::Any)?;
//! game.play(Hex::new(1, 2))?;
//! let mut solver = Solver::new(1 << 20)?;
//! let proof = Proof::find(&game, &mut solver, &Limits::new())?.expect("not a draw");
//! let read = Proof::parse_all(&proof.to_string())?;
//! assert_eq!(read, [proof]);
//! assert!(read[0].check()? > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod error;
mod find;
mod text;

use alloc::vec::Vec;

pub use error::{CheckError, FindError, ProofError};

use crate::hex::Hex;
use crate::moves::Move;
use crate::player::Player;
use crate::rule::RingRule;

/// A proof that a player wins after some moves.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    /// The number of cells along an edge, 2 to 5.
    pub base: u32,
    /// The rule for rings.
    pub rule: RingRule,
    /// The moves that lead to the position.
    pub moves: Vec<Move>,
    /// The player who wins.
    pub winner: Player,
    /// The moves of the winner, in the order in which the checker needs them: depth first, with the replies of the
    /// other player row by row. A position that has been proven before needs no move.
    pub plan: Vec<Hex>,
}

impl Proof {
    /// The largest base of a proof.
    pub const MAX_BASE: u32 = 5;
}

#[cfg(test)]
mod tests;
