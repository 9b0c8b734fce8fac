//! A solver by proof-number search with a transposition table: [`Solver`].
//!
//! [`Solver::try_solve`] turns the game to its canonical orientation, so that the twelve images of
//! a game take the same nodes, and starts a `Search` on one of two boards: `search` is the
//! algorithm (df-pn), and `table` keeps what it has found (`file` writes it). Read `search` first.
//!
//! The boards list the positions after the moves of a position. `bitboard` does it for all cells at
//! once, with a board in a word of 64 or 128 bits, in 14,000 instructions a node on base 4.
//! `generic` plays each move and asks the game for each cell whether it wins, in 480,000
//! instructions. It is needed for boards of base 7 and more, which do not fit a word, and for rings
//! around an empty cell ([`RingRule::Empty`]), where a stone of the other player can undo a threat,
//! on which `bitboard` relies. Tests compare both node by node.
//!
//! `Solver::threads` (feature `std`) searches on several threads, which share the table.
//!
//! Positions are identified by 64-bit hashes. A collision within a search is very unlikely, but not
//! impossible.
//!
//! ```
//! use havannah_uf::dfpn::Solver;
//! use havannah_uf::{Havannah, RingRule, Value};
//!
//! let game = Havannah::new(3, RingRule::Any)?;
//! let solution = Solver::new(1 << 20)?.solve(&game);
//! assert_eq!(solution.value, Value::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bitboard;
mod board;
#[cfg(feature = "std")]
mod file;
mod generic;
mod search;
mod table;

#[cfg(test)]
mod tests;

use core::fmt;

use bitboard_core::limits::{Watch, unlimited};
#[cfg(feature = "std")]
use bitboard_core::threads::thread_count;
use bitboard_core::{Interrupted, Limits};

use self::bitboard::Bitboard;
use self::board::SearchBoard;
#[cfg(feature = "std")]
pub use self::file::TableFile;
use self::generic::GenericBoard;
use self::search::{Search, Shared};
use self::table::Table;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::{OutOfMemory, RingRule, Value};

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

/// A solver with its transposition table, which it keeps from search to search.
#[derive(Clone)]
pub struct Solver {
    table: Table,
    /// 0 for one thread for each core.
    #[cfg(feature = "std")]
    threads: usize,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("entries", &self.table.len()).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver whose table takes at most `memory_bytes` bytes, but at least one kilobyte.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    ///
    /// let solver = Solver::new(1_000_000)?;
    /// assert!((500_000..=1_000_000).contains(&solver.memory_bytes()));
    /// # Ok::<(), havannah_uf::OutOfMemory>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfMemory`] if the table cannot be allocated.
    pub fn new(memory_bytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self {
            table: Table::new(memory_bytes)?,
            #[cfg(feature = "std")]
            threads: 1,
        })
    }

    /// Sets the largest number of threads of a search, 0 for one for each core; the default is 1.
    /// With more than one, the number of nodes differs from search to search.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    /// use havannah_uf::{Havannah, RingRule, Value};
    ///
    /// let game = Havannah::new(3, RingRule::Any)?;
    /// let solution = Solver::new(1 << 20)?.threads(2).solve(&game);
    /// assert_eq!(solution.value, Value::Win);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "std")]
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The size of the table in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.table.memory_bytes()
    }

    /// Solves a position. Bases up to 3 take milliseconds; the empty board of base 4 has not been
    /// solved yet.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    /// use havannah_uf::{Havannah, Hex, RingRule, Value};
    ///
    /// let mut game = Havannah::new(3, RingRule::Any)?;
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
    /// let solution = Solver::new(1 << 20)?.solve(&game);
    /// assert_eq!(solution.value, Value::Win);
    /// game.play(solution.best.expect("a win has a move"))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solve(&mut self, game: &Havannah) -> Solution {
        unlimited(|limits| self.try_solve(game, limits))
    }

    /// Solves a position within limits. An expanded position is a node. The limits are checked, and
    /// progress is reported, at each of them. A stopped search continues from the transposition
    /// table when it is called again. With equal tables, the twelve images of a game take the same
    /// number of nodes.
    ///
    /// ```
    /// use havannah_uf::dfpn::Solver;
    /// use havannah_uf::{Havannah, Limits, RingRule, StopReason};
    ///
    /// let game = Havannah::new(4, RingRule::Any)?;
    /// let mut solver = Solver::new(1 << 20)?;
    /// let interrupted = solver.try_solve(&game, &Limits::new().nodes(100)).unwrap_err();
    /// assert_eq!((interrupted.reason, interrupted.partial.nodes), (StopReason::Nodes, 100));
    /// assert!(interrupted.partial.proof > 1 && interrupted.partial.disproof > 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Progress is reported every 16 nodes or more often, with the detail [`ProofProgress`].
    ///
    /// # Errors
    /// [`Interrupted`] with the proof and disproof numbers so far.
    pub fn try_solve(
        &mut self,
        game: &Havannah,
        limits: &Limits<'_>,
    ) -> Result<Solution, Interrupted<ProofProgress>> {
        if game.is_over() {
            let value = if game.winner().is_some() { Value::Loss } else { Value::Draw };
            return Ok(Solution { value, best: None, nodes: 0 });
        }
        let watch = limits.start();
        let (symmetry, image) = game.oriented();
        let solution = match (image.base(), image.rule()) {
            (_, RingRule::Empty) | (7.., _) => {
                self.search(&image, &watch, || GenericBoard(image.clone()))
            }
            (..=4, _) => self.search(&image, &watch, || Bitboard::<u64, 7>::new(&image)),
            _ => self.search(&image, &watch, || Bitboard::<u128, 11>::new(&image)),
        }?;
        let original = |cell: Hex| cell.transform_on_board(symmetry.inverse(), game.base());
        Ok(Solution { best: solution.best.map(original), ..solution })
    }

    /// Searches on all threads, each with a board of its own.
    fn search<B: SearchBoard>(
        &self,
        game: &Havannah,
        watch: &Watch<'_>,
        board: impl Fn() -> B + Sync,
    ) -> Result<Solution, Interrupted<ProofProgress>> {
        #[cfg(feature = "std")]
        let threads = thread_count(self.threads);
        #[cfg(not(feature = "std"))]
        let threads = 1;
        let shared = Shared::new(&self.table, watch, threads);
        shared.solve(game, &|attacker| Search::new(board(), &shared).run(game, attacker))
    }
}
