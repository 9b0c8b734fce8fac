//! The checker of proofs. It depends on the rules of the game only.
//!
//! ```text
//! win(position):                              the winner is to move
//!     if the winner can win at once, or the position was proven before: return
//!     play the next move of the plan
//!     replies(position), take the move back, remember the position
//!
//! replies(position):                          the other player is to move
//!     for each legal move, row by row:
//!         play it; fail if the game is over; win(position); take it back
//! ```
//!
//! Positions are compared exactly, by two bits for each cell, so proofs are for bases up to 5: 61
//! cells.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, Pace, Progress, Watch, unlimited};

use super::Proof;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::{PlayError, Player};

/// Error of a proof that does not prove what it says, or of a check that was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Proofs are for small boards only.
    #[error("expected a base from 2 to {max} for a proof, found {base}", max = Proof::MAX_BASE)]
    Base {
        /// The base.
        base: u32,
    },
    /// A move that leads to the position is not legal.
    #[error("move {number}: {source}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        source: PlayError,
    },
    /// A move of the plan is not legal.
    #[error("move {number} of the plan: {source}")]
    Plan {
        /// The number of the move, from 1.
        number: usize,
        /// The error of the move.
        source: PlayError,
    },
    /// The game is over after a reply, and the winner has not won.
    #[error("after move {used} of the plan, a reply ends the game without a win")]
    NotWon {
        /// The number of moves of the plan that have been made.
        used: usize,
    },
    /// The plan ends before all replies have an answer.
    #[error("the plan ends before all replies have an answer")]
    Incomplete,
    /// The plan has more moves than are needed.
    #[error("the plan has {left} more moves than are needed")]
    Unused {
        /// The number of moves that were not made.
        left: usize,
    },
    /// A limit was reached. The positions so far were proven.
    #[error(transparent)]
    Interrupted(#[from] Interrupted<u64>),
}

impl Proof {
    /// Plays the moves of the winner, and all replies to each. Returns the number of positions in
    /// which the winner was to move and could not win at once, each counted once.
    ///
    /// # Errors
    /// [`CheckError`] if the winner does not win by these moves.
    pub fn check(&self) -> Result<u64, CheckError> {
        unlimited(|limits| match self.try_check(limits) {
            Err(CheckError::Interrupted(stopped)) => Err(stopped),
            result => Ok(result),
        })
    }

    /// [`check`](Self::check) within limits. A position that is counted is a node.
    ///
    /// # Errors
    /// As [`check`](Self::check), and [`CheckError::Interrupted`] with the number of positions so
    /// far, if a limit is reached or the cancel flag is set.
    pub fn try_check(&self, limits: &Limits<'_>) -> Result<u64, CheckError> {
        if self.base > Self::MAX_BASE {
            return Err(CheckError::Base { base: self.base });
        }
        let mut game = Havannah::new(self.base, self.rule)
            .map_err(|_| CheckError::Base { base: self.base })?
            .with_swap_rule();
        for (number, &played) in (1..).zip(&self.moves) {
            game.play(played).map_err(|source| CheckError::Move { number, source })?;
        }
        let mut checker = Checker {
            plan: &self.plan,
            used: 0,
            proven: BTreeSet::new(),
            game,
            watch: limits.start(),
            pace: Pace::new(MOST_GRANTED),
            granted: 0,
        };
        match checker.game.winner() {
            Some(winner) if winner == self.winner => {}
            None if checker.game.turn() == self.winner => checker.win()?,
            _ => checker.replies()?,
        }
        match self.plan.len() - checker.used {
            0 => Ok(checker.proven.len() as u64),
            left => Err(CheckError::Unused { left }),
        }
    }
}

/// The most positions between two checks of the limits.
const MOST_GRANTED: u64 = 1 << 10;

/// A check in progress: the game is at the position that is checked.
struct Checker<'a> {
    game: Havannah,
    plan: &'a [Hex],
    /// The number of moves of the plan that have been made.
    used: usize,
    /// The positions in which the winner is to move and that have been proven.
    proven: BTreeSet<u128>,
    watch: Watch<'a>,
    pace: Pace,
    /// Positions that are granted and not counted.
    granted: u64,
}

impl Checker<'_> {
    /// The winner is to move.
    fn win(&mut self) -> Result<(), CheckError> {
        let id = id(&self.game);
        if can_win(&self.game) || self.proven.contains(&id) {
            return Ok(());
        }
        if self.granted == 0 {
            let proven = self.proven.len() as u64;
            self.watch.report(|| Progress::new(proven));
            let granted = self.watch.grant_at(&mut self.pace);
            self.granted = granted.map_err(|reason| Interrupted::new(reason, proven))?;
        }
        self.granted -= 1;
        let &cell = self.plan.get(self.used).ok_or(CheckError::Incomplete)?;
        self.used += 1;
        let number = self.used;
        self.game.play(cell).map_err(|source| CheckError::Plan { number, source })?;
        self.replies()?;
        self.game.undo();
        self.proven.insert(id);
        Ok(())
    }

    /// The other player is to move.
    fn replies(&mut self) -> Result<(), CheckError> {
        if self.game.is_over() {
            return Err(CheckError::NotWon { used: self.used });
        }
        let moves: Vec<Hex> = self.game.empty_cells().collect();
        for cell in moves {
            // The cells of `empty_cells` are legal.
            let _ = self.game.play(cell);
            if self.game.is_over() {
                return Err(CheckError::NotWon { used: self.used });
            }
            self.win()?;
            self.game.undo();
        }
        Ok(())
    }
}

/// Whether the player to move wins at once.
pub(super) fn can_win(game: &Havannah) -> bool {
    game.winning_cells(game.turn()).next().is_some()
}

/// Two bits for each of the 61 cells of base 5, or fewer.
pub(super) fn id(game: &Havannah) -> u128 {
    let digit = |cell| match game.stone(cell) {
        None => 0,
        Some(Player::First) => 1,
        Some(Player::Second) => 2,
    };
    Hex::all(game.base()).fold(0, |id, cell| id << 2 | digit(cell))
}
