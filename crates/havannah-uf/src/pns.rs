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

use alloc::vec;
use alloc::vec::Vec;

use crate::cell::Hex;
use crate::dense::Havannah;
use crate::rule::{Player, RingRule};

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

/// No number of positions is enough.
const INFINITE: u32 = u32::MAX;
/// The largest number that is not infinite.
const LARGE: u32 = u32::MAX / 4;
/// Positions of at most so many stones are looked up by their canonical hash.
const CANONICAL_STONES: usize = 10;

/// How many more positions must be solved so that who is to move reaches the goal, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
const REACHED: Numbers = Numbers { proof: 0, disproof: INFINITE };
const FAILED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// How many positions were searched for it.
    work: u32,
}

const FREE: Entry = Entry { key: 0, numbers: NEW, work: 0 };
/// An entry lies within so many from where its key belongs.
const BUCKET: usize = 4;

/// A solver with its transposition table, which is kept from search to search.
#[derive(Clone)]
pub struct Solver {
    table: Vec<Entry>,
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
        let entries = (bytes.max(1024) / size_of::<Entry>()).max(2 * BUCKET);
        // The largest power of two within that.
        let entries = 1 << entries.ilog2();
        Self { table: vec![FREE; entries], nodes: 0, limit: 0 }
    }

    /// How many bytes the table takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.len() * size_of::<Entry>()
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
                Look::Moves(_) => solver.get(key(game, attacker)),
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
                Look::Moves(moves) => (self.get(key), moves),
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
                self.put(key_here, numbers, work);
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
                    child.numbers = self.get(child.key);
                }
            }
            (children[best].moves, children[best].numbers) = (moves, numbers);
        }
    }

    fn bucket(&self, key: u64) -> core::ops::Range<usize> {
        let first = key as usize & (self.table.len() - 1) & !(BUCKET - 1);
        first..first + BUCKET
    }

    fn get(&self, key: u64) -> Numbers {
        let mut entries = self.table[self.bucket(key)].iter();
        entries.find(|entry| entry.key == key && entry.work > 0).map_or(NEW, |entry| entry.numbers)
    }

    fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let bucket = self.bucket(key);
        let bucket = &mut self.table[bucket];
        let same = bucket.iter().position(|entry| entry.key == key && entry.work > 0);
        let least = || (0..BUCKET).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let at = same.unwrap_or_else(least);
        let work = if same.is_some() { bucket[at].work.saturating_add(work) } else { work };
        bucket[at] = Entry { key, numbers, work: work.max(1) };
    }
}

/// A move and what is known of the position after it, from the view of the other player.
struct Child {
    cell: Hex,
    key: u64,
    numbers: Numbers,
    moves: Vec<Hex>,
}

/// The child with the least disproof number, that number of the second best, and the sum of the proof
/// numbers.
fn best_two(children: &[Child]) -> Option<(usize, u32, u32)> {
    let (mut best, mut least, mut second, mut sum) = (None, INFINITE, INFINITE, 0_u32);
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        sum = if proof == INFINITE || sum == INFINITE {
            INFINITE
        } else {
            sum.saturating_add(proof).min(LARGE)
        };
        if best.is_none() || disproof < least {
            second = least;
            (best, least) = (Some(i), disproof);
        } else if disproof < second {
            second = disproof;
        }
    }
    best.map(|best| (best, second, sum))
}

/// The threshold of a child so that the sum reaches that of its parent.
fn grow(threshold: u32, own: u32, sum: u32) -> u32 {
    if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(sum).saturating_add(own) }
}

/// A hash of the position, of whose goal it is, and of who is to move.
fn key(game: &Havannah, attacker: Player) -> u64 {
    let hash = if game.ply() <= CANONICAL_STONES { game.canonical_hash() } else { game.hash() };
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    // Positions of different sizes, rules and turns have different keys too.
    let setting = u64::from(game.base()) << 8 | (game.rule() as u64) << 4 | game.turn() as u64;
    hash ^ goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

enum Look {
    Known(Numbers),
    /// The moves that need to be searched.
    Moves(Vec<Hex>),
}

/// What can be said of a position at once. The goal of who is to move is to win, as the attacker, or that
/// the attacker does not.
fn look(game: &Havannah, attacker: Player) -> Look {
    let player = game.turn();
    if let Some(winner) = game.winner() {
        return Look::Known(if (winner == attacker) == (player == attacker) {
            REACHED
        } else {
            FAILED
        });
    }
    let moves: Vec<Hex> = game.legal_moves().collect();
    if moves.is_empty() {
        return Look::Known(if player == attacker { FAILED } else { REACHED });
    }
    let wins = |cell: &Hex, player| !game.would_win(*cell, player).is_empty();
    if moves.iter().any(|cell| wins(cell, player)) {
        return Look::Known(REACHED);
    }
    // With rings round empty cells, filling one may be another way out.
    if game.rule() != RingRule::Empty {
        let mut threats = moves.iter().filter(|cell| wins(cell, player.other()));
        match (threats.next(), threats.next()) {
            (Some(_), Some(_)) => return Look::Known(FAILED),
            (Some(&only), None) => return Look::Moves(vec![only]),
            _ => {}
        }
    }
    Look::Moves(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value by looking at all games.
    fn exhaustive(game: &mut Havannah, seen: &mut alloc::collections::BTreeMap<u64, i8>) -> i8 {
        if game.is_over() {
            return if game.winner().is_some() { -1 } else { 0 };
        }
        let key = game.canonical_hash();
        if let Some(&value) = seen.get(&key) {
            return value;
        }
        let moves: Vec<_> = game.legal_moves().collect();
        let mut best = -1;
        for cell in moves {
            game.play(cell).unwrap();
            best = best.max(-exhaustive(game, seen));
            game.undo();
            if best == 1 {
                break;
            }
        }
        seen.insert(key, best);
        best
    }

    fn value(value: Value) -> Option<i8> {
        match value {
            Value::Win => Some(1),
            Value::Draw => Some(0),
            Value::Loss => Some(-1),
            Value::Unknown => None,
        }
    }

    #[test]
    fn all_agree_with_looking_at_all_games() {
        for rule in RingRule::ALL {
            let mut seed = 1_u64;
            for round in 0..60 {
                let mut game = Havannah::new(3, rule).unwrap();
                for _ in 0..6 + round % 5 {
                    let moves: Vec<_> = game.legal_moves().collect();
                    if moves.is_empty() {
                        break;
                    }
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    game.play(moves[(seed >> 33) as usize % moves.len()]).unwrap();
                }
                let solution = Solver::new(1 << 20).solve(&game, 10_000_000);
                let expected = exhaustive(&mut game, &mut alloc::collections::BTreeMap::new());
                assert_eq!(value(solution.value), Some(expected), "{rule} {round}");
                if let Some(best) = solution.best {
                    game.play(best).unwrap();
                    let after = exhaustive(&mut game, &mut alloc::collections::BTreeMap::new());
                    assert_eq!(after, -1);
                }
            }
        }
    }

    #[test]
    fn small_boards_are_wins() {
        for base in [2, 3] {
            for rule in RingRule::ALL {
                let game = Havannah::new(base, rule).unwrap();
                let solution = Solver::new(1 << 22).solve(&game, 10_000_000);
                assert_eq!(solution.value, Value::Win, "{base} {rule}");
                assert!(solution.best.is_some());
            }
        }
    }

    #[test]
    fn limits_are_kept() {
        let game = Havannah::new(5, RingRule::Any).unwrap();
        let mut solver = Solver::new(1 << 16);
        assert!(solver.memory() <= 1 << 16);
        let solution = solver.solve(&game, 1000);
        assert_eq!((solution.value, solution.best), (Value::Unknown, None));
        assert!(solution.nodes <= 1001, "{}", solution.nodes);
        assert!(solution.numbers.0 > 0 && solution.numbers.1 > 0);
    }

    #[test]
    fn finished_games_are_known() {
        let mut game = Havannah::new(2, RingRule::Any).unwrap();
        for (x, y) in [(1, 1), (3, 3), (1, 2)] {
            game.play(Hex { x, y }).unwrap();
        }
        assert_eq!(Solver::new(0).solve(&game, 1).value, Value::Loss);
    }
}
