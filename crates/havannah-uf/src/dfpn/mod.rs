//! A solver by proof-number search with a transposition table: [`Solver`].
//!
//! [`Solver::try_solve`] turns the game to its canonical orientation, so that the twelve images of
//! a game take the same nodes, and starts a `Search` on a board of its size: `search` is the
//! algorithm (df-pn), and `table` keeps what it has found. Read `search` first.
//!
//! `bitboard` lists the positions after the moves of a position, for all cells at once, with a
//! board in a word of 64 or 128 bits, in 14,000 instructions a node on base 4. Larger boards do not
//! fit a word, and with rings around an empty cell ([`RingRule::Empty`]) a stone of the other
//! player can undo a threat. The solver refuses both. Tests compare the positions with those that
//! [`Game`] gives cell by cell.
//!
//! [`Solver::threads`] searches on several threads, which share the table.
//!
//! Positions are identified by 64-bit hashes. A collision within a search is very unlikely, but not
//! impossible.
//!
//! ```
//! use havannah_uf::dfpn::Solver;
//! use havannah_uf::{Game, RingRule, Value};
//!
//! let game = Game::new(3, RingRule::Any)?;
//! let solution = Solver::new().solve(&game)?;
//! assert_eq!(solution.value, Value::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitboard;
mod position;
mod search;
mod table;

#[cfg(test)]
mod tests;

use std::fmt;

use bitboard_core::limits::unlimited_fallible;
use bitboard_core::threads::thread_count;
use bitboard_core::{Limits, TryError};

use self::search::{Search, Shared};
use self::table::Table;
use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{RingRule, Value};

/// The solution of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Solution {
    /// The value for the player to move.
    pub value: Value,
    /// A move that wins; `Some` if and only if the value is a win.
    pub best: Option<Hex>,
    /// The number of expanded positions.
    pub nodes: u64,
}

/// Progress of a search of the solver: what a stopped search has found, and the detail of the
/// [`Progress`](bitboard_core::Progress) of a running one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ProofProgress {
    /// The number of expanded positions.
    pub nodes: u64,
    /// The proof number of a win of the player to move: a lower bound for the positions left to
    /// prove it. `u32::MAX` if the win is disproven, and the search for a draw continues.
    pub proof: u32,
    /// The disproof number: a lower bound for the positions left to disprove the win. 0 if it is
    /// disproven.
    pub disproof: u32,
}

/// Error of a position that the solver does not support, or of its table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board is too large.
    #[error("the solver takes boards of base 2 to {}, found base {base}", Solver::MAX_BASE)]
    Base {
        /// The base.
        base: u32,
    },
    /// Rings must enclose an empty cell.
    #[error("the solver takes the ring rules any and nonown, found empty")]
    Rule,
    /// The table cannot be allocated.
    #[error("cannot allocate {bytes} bytes")]
    OutOfMemory {
        /// The size of the table in bytes.
        bytes: usize,
    },
}

/// A solver with its transposition table, which it keeps from search to search.
#[derive(Clone)]
pub struct Solver {
    memory_bytes: usize,
    threads: usize,
    /// `None` before the first search.
    table: Option<Table>,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory_bytes, threads, .. } = self;
        let mut fields = f.debug_struct("Solver");
        fields.field("memory_bytes", memory_bytes).field("threads", threads);
        fields.finish_non_exhaustive()
    }
}

impl Solver {
    /// The largest base of a position that can be solved.
    pub const MAX_BASE: u32 = 6;

    /// A solver with one thread and a table of 64 MiB, which is allocated by the first search.
    #[must_use]
    pub fn new() -> Self {
        Self { memory_bytes: 64 << 20, threads: 1, table: None }
    }

    /// Sets the largest size of the table in bytes, at least one kilobyte. The table is empty then.
    #[must_use]
    pub fn memory_bytes(self, bytes: usize) -> Self {
        Self { memory_bytes: bytes, table: None, ..self }
    }

    /// Sets the largest number of threads of a search, 0 for one for each core; the default is 1.
    /// With more than one, the number of nodes differs from search to search.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Solves a position. Bases up to 3 take milliseconds; the empty board of base 4 has not been
    /// solved yet.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    /// use havannah_uf::{Game, Hex, RingRule, Value};
    ///
    /// let mut game = Game::new(3, RingRule::Any)?;
    /// for (x, y) in [(3, 3), (2, 1), (2, 2), (2, 4)] {
    ///     game.play(Hex { x, y })?;
    /// }
    /// let picture = "
    ///   . o .
    ///  . x . .
    /// . . x . .
    ///  o . . .
    ///   . . .";
    /// assert_eq!(format!("\n{game}"), picture);
    /// let mut solver = Solver::new().memory_bytes(1 << 20).threads(2);
    /// let solution = solver.solve(&game)?;
    /// assert_eq!(solution.value, Value::Win);
    /// game.play(solution.best.expect("a win has a move"))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError`] if the game is not over and its base is larger than
    /// [`MAX_BASE`](Self::MAX_BASE) or its rule [`RingRule::Empty`], or if the table cannot be
    /// allocated.
    pub fn solve(&mut self, game: &Game) -> Result<Solution, SolveError> {
        unlimited_fallible(|limits| self.try_solve(game, limits))
    }

    /// [`solve`](Self::solve) within limits. An expanded position is a node. The limits are
    /// checked, and progress is reported, every 16 nodes or more often, with the detail
    /// [`ProofProgress`]. A stopped search continues from the transposition table when it is called
    /// again. With equal tables, the twelve images of a game take the same number of nodes.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    /// use havannah_uf::{Game, Limits, RingRule};
    ///
    /// let game = Game::new(4, RingRule::Any)?;
    /// let stopped = Solver::new().try_solve(&game, &Limits::new().nodes(100)).unwrap_err();
    /// let progress = stopped.partial().unwrap();
    /// assert_eq!(progress.nodes, 100);
    /// assert!(progress.proof > 1 && progress.disproof > 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve); [`TryError::Interrupted`] with the proof and disproof
    /// numbers so far, if a limit is reached.
    pub fn try_solve(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
    ) -> Result<Solution, TryError<SolveError, ProofProgress>> {
        if game.is_over() {
            let value = if game.winner().is_some() { Value::Loss } else { Value::Draw };
            return Ok(Solution { value, best: None, nodes: 0 });
        }
        let threads = thread_count(self.threads);
        let table = self.table_for(game).map_err(TryError::Failed)?;
        let watch = limits.start();
        let (symmetry, image) = game.oriented();
        let shared = Shared::new(table, &watch, threads);
        let solution = match image.base() {
            ..=4 => shared.solve(&image, &|attacker| {
                Search::<u64, 7>::new(&image, &shared).run(&image, attacker)
            }),
            _ => shared.solve(&image, &|attacker| {
                Search::<u128, 11>::new(&image, &shared).run(&image, attacker)
            }),
        }?;
        let original = |cell: Hex| cell.transform_on_board(symmetry.inverse(), game.base());
        Ok(Solution { best: solution.best.map(original), ..solution })
    }

    /// The table, if the solver supports the game.
    fn table_for(&mut self, game: &Game) -> Result<&Table, SolveError> {
        if game.base() > Self::MAX_BASE {
            return Err(SolveError::Base { base: game.base() });
        }
        if game.rule() == RingRule::Empty {
            return Err(SolveError::Rule);
        }
        let bytes = self.memory_bytes;
        let new = || Table::new(bytes).ok_or(SolveError::OutOfMemory { bytes });
        match &mut self.table {
            Some(table) => Ok(table),
            none => Ok(none.insert(new()?)),
        }
    }
}
