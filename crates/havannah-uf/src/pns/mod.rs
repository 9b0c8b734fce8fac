//! A solver by depth-first proof-number search with a transposition table.
//!
//! df-pn (Nagai, 2002) with thresholds widened by a quarter (1 + ε: Pawlewicz and Lew, 2007). A move that
//! wins at once is a win; a cell with which the other player would win must be taken, and two such cells are a
//! loss. Positions with few stones are looked up under the least hash of their twelve images. Positions are
//! identified by 64-bit hashes; a collision within a search is very unlikely, but not impossible.
//!
//! ```
//! use havannah_uf::pns::{Solver, Value};
//! use havannah_uf::{Havannah, RingRule};
//!
//! let game = Havannah::new(3, RingRule::Any)?;
//! let solution = Solver::new(1 << 20)?.solve(&game, 1_000_000);
//! assert_eq!(solution.value, Value::Win);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod children;
mod look;
mod numbers;
mod table;

use alloc::vec::Vec;

use self::children::{Child, best_two};
use self::look::{Look, look};
use self::numbers::{FAILED, INFINITE, Numbers, grow};
use self::table::Table;
use crate::cell::Hex;
use crate::dense::Havannah;
use crate::error::OutOfMemory;
use crate::rule::Player;

/// The game-theoretic value for the player to move, if neither player swaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// The player to move wins.
    Win,
    /// The board gets full and neither player wins.
    Draw,
    /// The other player wins, or has won.
    Loss,
    /// Not found within the limit. Another search goes on from the transposition table.
    Unknown,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value for the player to move.
    pub value: Value,
    /// A move that wins; `Some` if and only if the value is a win.
    pub best: Option<Hex>,
    /// The number of expanded positions.
    pub nodes: u64,
    /// The proof and disproof number of a win of the player to move, when the search ended: lower bounds for the
    /// positions left to prove, or to disprove.
    pub numbers: (u32, u32),
}

/// A solver with its transposition table, which is kept from search to search.
#[derive(Clone)]
pub struct Solver {
    table: Table,
    nodes: u64,
    limit: u64,
    /// The winning move of the position that was proven last.
    best: Option<Hex>,
}

impl core::fmt::Debug for Solver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Solver").field("entries", &self.table.len()).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver whose table takes at most `bytes` bytes, but at least one kilobyte.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the table cannot be allocated.
    pub fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { table: Table::new(bytes)?, nodes: 0, limit: 0, best: None })
    }

    /// The size of the table in bytes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Finds the value of a position. Stops after expanding `max_nodes` positions, but expands at least one.
    #[must_use]
    pub fn solve(&mut self, game: &Havannah, max_nodes: u64) -> Solution {
        (self.nodes, self.limit, self.best) = (0, max_nodes, None);
        if game.is_over() {
            let value = if game.winner().is_some() { Value::Loss } else { Value::Draw };
            return Solution { value, best: None, nodes: 0, numbers: (INFINITE, 0) };
        }
        let (mut game, player) = (game.clone(), game.turn());
        // First whether the player to move wins, then whether the other does.
        let wins = self.search(&mut game, player);
        let best = self.best;
        let value = if wins.proof == 0 {
            Value::Win
        } else if wins.disproof != 0 {
            Value::Unknown
        } else {
            match self.search(&mut game, player.other()) {
                Numbers { proof: 0, .. } => Value::Draw,
                Numbers { disproof: 0, .. } => Value::Loss,
                _ => Value::Unknown,
            }
        };
        let best = best.filter(|_| value == Value::Win);
        Solution { value, best, nodes: self.nodes, numbers: (wins.proof, wins.disproof) }
    }

    fn search(&mut self, game: &mut Havannah, attacker: Player) -> Numbers {
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        match look(game, attacker) {
            Look::Known(numbers) => {
                self.best = game.winning_cells(game.turn()).next().map(|(cell, _)| cell);
                numbers
            }
            Look::Moves(moves) => self.expand(game, attacker, all, &moves),
        }
    }

    /// Searches until the numbers of the position reach the thresholds or the limit is reached.
    fn expand(
        &mut self,
        game: &mut Havannah,
        attacker: Player,
        thresholds: Numbers,
        moves: &[Hex],
    ) -> Numbers {
        let started = self.nodes;
        self.nodes += 1;
        let key_here = key(game, attacker);
        let mut children: Vec<Child> = Vec::with_capacity(moves.len());
        for &cell in moves {
            // All moves are legal here.
            let _ = game.play(cell);
            let key = key(game, attacker);
            let (numbers, moves) = match look(game, attacker) {
                Look::Known(numbers) => (numbers, Vec::new()),
                Look::Moves(moves) => (self.table.get(key), moves),
            };
            game.undo();
            // Images of one another are one child.
            if children.iter().all(|child| child.key != key) {
                children.push(Child { cell, key, numbers, moves });
            }
            if numbers.disproof == 0 {
                break;
            }
        }
        loop {
            let Some((best, second, sum)) = best_two(&children) else { return FAILED };
            let numbers = Numbers { proof: children[best].numbers.disproof, disproof: sum };
            let work = (self.nodes - started).min(u64::from(u32::MAX)) as u32;
            if numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.nodes >= self.limit
            {
                if numbers.proof == 0 {
                    self.best = Some(children[best].cell);
                }
                self.table.put(key_here, numbers, work);
                return numbers;
            }
            let child = &mut children[best];
            let widened = second.saturating_add(second / 4).saturating_add(1);
            let below = Numbers {
                proof: grow(thresholds.disproof, child.numbers.proof, sum),
                disproof: thresholds.proof.min(widened),
            };
            let moves = core::mem::take(&mut child.moves);
            let cell = child.cell;
            let _ = game.play(cell);
            let numbers = self.expand(game, attacker, below, &moves);
            game.undo();
            // Other children may have been reached by transposition.
            for child in &mut children {
                if child.numbers.proof != 0
                    && child.numbers.disproof != 0
                    && !child.moves.is_empty()
                {
                    child.numbers = self.table.get(child.key);
                }
            }
            (children[best].moves, children[best].numbers) = (moves, numbers);
        }
    }
}

/// The most stones of positions that are looked up by their canonical hash.
const CANONICAL_STONES: usize = 10;

/// A hash of the position, the attacker and the player to move.
fn key(game: &Havannah, attacker: Player) -> u64 {
    let hash = if game.ply() <= CANONICAL_STONES { game.canonical_hash() } else { game.hash() };
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    // Positions of different sizes, rules and turns have different keys too.
    let setting = u64::from(game.base()) << 8 | (game.rule() as u64) << 4 | game.turn() as u64;
    hash ^ goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests;
