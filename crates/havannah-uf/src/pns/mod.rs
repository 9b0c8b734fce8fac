//! A solver by depth-first proof-number search with a transposition table.
//!
//! df-pn (Nagai, 2002) with thresholds widened by a quarter (1 + ε: Pawlewicz and Lew, 2007). A move that
//! wins at once is a win; what the other player would win with must be taken, and two such cells are a
//! loss. Positions with few stones are looked up under the least hash of their twelve images. Hashes of
//! 64 bits stand for positions; that two of a search meet by accident is very unlikely, not impossible.
//!
//! ```
//! use havannah_uf::pns::{Solver, Value};
//! use havannah_uf::{Havannah, RingRule};
//!
//! let game = Havannah::new(3, RingRule::Any)?;
//! let solution = Solver::new(1 << 20).solve(&game, 1_000_000);
//! assert_eq!(solution.value, Value::Win);
//! # Ok::<(), havannah_uf::BaseError>(())
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
use crate::rule::Player;

/// What a position is worth for who is to move, if both play perfectly and nobody swaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// Who is to move wins.
    Win,
    /// The board gets full and nobody wins.
    Draw,
    /// The other player wins, or has won.
    Loss,
    /// Not found within the limit; the search can be called again with a greater one.
    Unknown,
}

/// What a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value for who is to move.
    pub value: Value,
    /// A move that wins, if it is a win.
    pub best: Option<Hex>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The proof and disproof number of a win of who is to move, when the search ended: how many more
    /// positions must be won, or not won, at least.
    pub numbers: (u32, u32),
}

/// A solver with its transposition table, which is kept from search to search.
#[derive(Clone)]
pub struct Solver {
    table: Table,
    nodes: u64,
    limit: u64,
}

impl core::fmt::Debug for Solver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Solver").field("entries", &self.table.len()).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver whose table takes at most `bytes` bytes, at least one kilobyte.
    #[must_use]
    pub fn new(bytes: usize) -> Self {
        Self { table: Table::new(bytes), nodes: 0, limit: 0 }
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Finds the value of a position within so many nodes.
    #[must_use]
    pub fn solve(&mut self, game: &Havannah, max_nodes: u64) -> Solution {
        (self.nodes, self.limit) = (0, max_nodes);
        let mut game = game.clone();
        if game.is_over() {
            let value = if game.winner().is_some() { Value::Loss } else { Value::Draw };
            return Solution { value, best: None, nodes: 0, numbers: (INFINITE, 0) };
        }
        let player = game.turn();
        // First whether who is to move wins, then whether the other does.
        let wins = self.search(&mut game, player);
        let value = if wins.proof == 0 {
            Value::Win
        } else if wins.disproof != 0 {
            Value::Unknown
        } else {
            let saved = self.search(&mut game, player.other());
            match saved {
                Numbers { proof: 0, .. } => Value::Draw,
                Numbers { disproof: 0, .. } => Value::Loss,
                _ => Value::Unknown,
            }
        };
        let best = if value == Value::Win { self.winning_move(&mut game, player) } else { None };
        let nodes = self.nodes;
        Solution { value, best, nodes, numbers: (wins.proof, wins.disproof) }
    }

    fn search(&mut self, game: &mut Havannah, attacker: Player) -> Numbers {
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        let moves = match look(game, attacker) {
            Look::Known(numbers) => return numbers,
            Look::Moves(moves) => moves,
        };
        self.expand(game, attacker, all, &moves)
    }

    /// The move after which the other player has lost.
    fn winning_move(&mut self, game: &mut Havannah, attacker: Player) -> Option<Hex> {
        if let Some((cell, _)) = game.winning_cells(attacker).next() {
            return Some(cell);
        }
        let Look::Moves(moves) = look(game, attacker) else { return None };
        let found = |solver: &mut Self, game: &mut Havannah, cell| {
            let _ = game.play(cell);
            let numbers = match look(game, attacker) {
                Look::Known(numbers) => numbers,
                Look::Moves(_) => solver.table.get(key(game, attacker)),
            };
            game.undo();
            numbers.disproof == 0
        };
        let known = moves.iter().copied().find(|&cell| found(self, game, cell));
        // The proof may have been overwritten in the table: search for it again.
        known.or_else(|| {
            self.limit += self.nodes;
            moves.into_iter().find(|&cell| {
                let _ = game.play(cell);
                let numbers = self.search(game, attacker);
                game.undo();
                numbers.disproof == 0
            })
        })
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
            // What the same position has become by another way is seen too.
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

/// Positions of at most so many stones are looked up by their canonical hash.
const CANONICAL_STONES: usize = 10;

/// A hash of the position, of whose goal it is, and of who is to move.
fn key(game: &Havannah, attacker: Player) -> u64 {
    let hash = if game.ply() <= CANONICAL_STONES { game.canonical_hash() } else { game.hash() };
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    // Positions of different sizes, rules and turns have different keys too.
    let setting = u64::from(game.base()) << 8 | (game.rule() as u64) << 4 | game.turn() as u64;
    hash ^ goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests;
