//! Depth-first proof-number search (df-pn).
//!
//! A search asks whether one player, the **attacker**, wins. A position is an OR node for the
//! attacker, who needs one good move, and an AND node for the other player. Numbers are kept from
//! the view of the player to move, so that all nodes are alike: the **proof number** is a lower
//! bound for the positions that must still be proven until the player to move reaches the goal (win
//! for the attacker, hold for the other), the **disproof number** the same for missing it.
//!
//! ```text
//! proof(position)    = min over the moves of disproof(child)
//! disproof(position) = sum over the moves of proof(child)
//!
//! search(position, thresholds):               until a number reaches its threshold
//!     list the children, with their numbers from the table
//!     loop:
//!         best = child with the least disproof number, second = that of the next best
//!         if proof >= threshold or disproof >= threshold: store the numbers, return
//!         search(best, thresholds:
//!             disproof: min(threshold of proof, 1 + 5/4 · second)
//!             proof:    the one at which the sum reaches the threshold of disproof)
//! ```
//!
//! The search stays below the best child until it is worse than the second by a quarter (1 + ε), so
//! it seldom goes back up. It needs memory for one path and the table. A lost table entry costs
//! time, not correctness. If the attacker cannot win, a second search with the other player as the
//! attacker tells a draw from a loss.
//!
//! Cost: 10,000 to 30,000 instructions a node with `words`.
//! Sources: Allis, van der Meulen and van den Herik, Proof-number search, 1994; df-pn: Nagai, 2002;
//! 1 + ε: Pawlewicz and Lew, 2007.

use alloc::vec::Vec;

use bitboard_core::{Interrupted, StopReason, Watch};

use super::general::{Class, classify};
use super::table::Table;
use super::{Progress, Solution};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::{Player, RingRule, Value};

/// The number of a goal that cannot be reached.
pub(super) const INFINITE: u32 = u32::MAX;
/// The largest number that is not infinite.
pub(super) const LARGE: u32 = u32::MAX / 4;

/// Lower bounds for the positions left to prove that the player to move reaches the goal, and to
/// disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// Whether a search can find these numbers.
    #[cfg(feature = "std")]
    pub(super) fn are_possible(self) -> bool {
        let is_open = |number| (1..=LARGE).contains(&number);
        [REACHED, FAILED].contains(&self) || is_open(self.proof) && is_open(self.disproof)
    }
}

pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
pub(super) const REACHED: Numbers = Numbers { proof: 0, disproof: INFINITE };
pub(super) const FAILED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// The threshold of a child at which the sum reaches the threshold of its parent.
pub(super) fn grow(threshold: u32, own: u32, sum: u32) -> u32 {
    if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(sum).saturating_add(own) }
}

/// A cell, as the board numbers them.
pub(super) type Point = u16;

/// No cell.
pub(super) const NO_POINT: Point = Point::MAX;

/// A move, and the numbers of the position after it for the other player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Child {
    pub(super) key: u64,
    pub(super) numbers: Numbers,
    pub(super) point: Point,
    /// The only answer that does not lose at once; `NO_POINT` if there are others.
    pub(super) forced: Point,
}

/// A position in which the player to move cannot win at once, and the other player has at most one
/// cell to win, unless the rules have other defenses than to take that cell.
pub(super) trait Position {
    /// The player to move.
    fn turn(&self) -> Player;

    /// A hash of the position, the attacker and the player to move.
    fn key(&self, attacker: Player) -> u64;

    /// Appends the positions after all moves, or after the move `forced`. Stops after a move that
    /// is known to win.
    ///
    /// `check` is called about every 100 microseconds or more often.
    fn expand(
        &mut self,
        attacker: Player,
        forced: Point,
        children: &mut Vec<Child>,
        check: &dyn Fn() -> Result<(), StopReason>,
    ) -> Result<(), StopReason>;

    /// Makes a move.
    fn play(&mut self, point: Point);

    /// Undoes the last move.
    fn undo(&mut self);

    /// The cell of a point.
    fn cell(&self, point: Point) -> Hex;

    /// The point of a cell.
    fn point(&self, cell: Hex) -> Point;
}

/// The most stones of positions whose key is the least hash of their twelve images. Images of
/// positions with more stones have different keys.
pub(super) const CANONICAL_STONES: usize = 10;

/// A part of the key that tells base, rule, attacker and the player to move.
pub(super) fn setting(base: u32, rule: RingRule, attacker: Player, turn: Player) -> u64 {
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    let setting = u64::from(base) << 8 | (rule as u64) << 4 | turn as u64;
    goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The child with the least disproof number, the least disproof number of the others, and the sum
/// of the proof numbers.
pub(super) fn best_two(children: &[Child]) -> Option<(usize, u32, u32)> {
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

/// A running search.
pub(super) struct Search<'a, P> {
    position: P,
    table: &'a mut Table,
    watch: &'a Watch<'a, Progress>,
    /// The key of the search for a win of the player to move.
    root: u64,
    nodes: u64,
    /// The numbers of that win.
    wins: Numbers,
    /// The winning move of the position that was proven last.
    best: Point,
    /// The children of all positions on the path.
    children: Vec<Child>,
    stopped: Option<StopReason>,
}

impl<'a, P: Position> Search<'a, P> {
    pub(super) fn new(position: P, table: &'a mut Table, watch: &'a Watch<'a, Progress>) -> Self {
        let root = position.key(position.turn());
        let (best, children) = (NO_POINT, Vec::new());
        Self { position, table, watch, root, nodes: 0, wins: NEW, best, children, stopped: None }
    }

    /// Whether the player to move wins; if not, whether the other player does.
    pub(super) fn run(mut self, game: &Havannah) -> Result<Solution, Interrupted<Progress>> {
        let player = game.turn();
        self.wins = self.solve(game, player);
        let value = match self.wins {
            Numbers { proof: 0, .. } => Some(Value::Win),
            Numbers { disproof: 0, .. } => match self.solve(game, player.other()) {
                Numbers { proof: 0, .. } => Some(Value::Draw),
                Numbers { disproof: 0, .. } => Some(Value::Loss),
                _ => None,
            },
            _ => None,
        };
        let best = match (value, self.best) {
            (Some(Value::Win), NO_POINT) => game.winning_cells(player).next(),
            (Some(Value::Win), point) => Some(self.position.cell(point)),
            _ => None,
        };
        // A search that is stopped at once may know the value from the table, but not the move.
        let value = value.filter(|&value| value != Value::Win || best.is_some());
        match value {
            Some(value) => Ok(Solution { value, best, nodes: self.nodes }),
            None => {
                let reason = self.stopped.unwrap_or(StopReason::Nodes);
                Err(Interrupted::new(reason, self.progress()))
            }
        }
    }

    /// The numbers of the position of `game` with the highest thresholds.
    fn solve(&mut self, game: &Havannah, attacker: Player) -> Numbers {
        let all = Numbers { proof: INFINITE, disproof: INFINITE };
        let key = self.position.key(attacker);
        let forced = match classify(game, attacker, &|| self.watch.check()) {
            Ok(Class::Known(numbers)) => return numbers,
            Ok(Class::Forced(cell)) => self.position.point(cell),
            Ok(Class::Open) => NO_POINT,
            Err(reason) => {
                self.stopped = Some(reason);
                return self.table.get(key);
            }
        };
        self.search(attacker, key, forced, all)
    }

    fn progress(&self) -> Progress {
        let Numbers { proof, disproof } = self.wins;
        Progress { nodes: self.nodes, proof, disproof }
    }

    /// Searches until the numbers of the position reach the thresholds, or until a limit is
    /// reached.
    fn search(
        &mut self,
        attacker: Player,
        key: u64,
        forced: Point,
        thresholds: Numbers,
    ) -> Numbers {
        let (first, started) = (self.children.len(), self.nodes);
        let numbers = match self.expand(attacker, forced, first) {
            Ok(()) => self.descend(attacker, key, thresholds, first, started),
            Err(reason) => {
                self.stopped = Some(reason);
                self.table.get(key)
            }
        };
        self.children.truncate(first);
        numbers
    }

    /// Lists the positions after the moves, up to the first that is lost.
    fn expand(&mut self, attacker: Player, forced: Point, first: usize) -> Result<(), StopReason> {
        self.watch.grant(1)?;
        self.nodes += 1;
        self.watch.report(|| self.progress());
        let check = || self.watch.check();
        self.position.expand(attacker, forced, &mut self.children, &check)?;
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            if child.numbers == NEW {
                child.numbers = self.table.get(child.key);
            }
            if child.numbers.disproof == 0 {
                self.children.truncate(i + 1);
                break;
            }
        }
        Ok(())
    }

    /// Searches the most promising of the children until the numbers reach the thresholds.
    fn descend(
        &mut self,
        attacker: Player,
        key: u64,
        thresholds: Numbers,
        first: usize,
        started: u64,
    ) -> Numbers {
        loop {
            let Some((best, second, sum)) = best_two(&self.children[first..]) else {
                return FAILED;
            };
            let best = first + best;
            let Child { key: below, numbers, point, forced } = self.children[best];
            let proof = numbers.disproof;
            let here = Numbers { proof, disproof: sum };
            if key == self.root {
                self.wins = here;
            }
            // A known result reaches a threshold too: one of its numbers is infinite.
            if here.proof >= thresholds.proof
                || here.disproof >= thresholds.disproof
                || self.stopped.is_some()
            {
                if here.proof == 0 {
                    self.best = point;
                }
                let work = (self.nodes - started).min(u64::from(u32::MAX)) as u32;
                self.table.put(key, here, work);
                return here;
            }
            let widened = second.saturating_add(second / 4).saturating_add(1);
            let limits = Numbers {
                proof: grow(thresholds.disproof, numbers.proof, sum),
                disproof: thresholds.proof.min(widened),
            };
            self.position.play(point);
            let numbers = self.search(attacker, below, forced, limits);
            self.position.undo();
            // A transposition may have changed other children. Those that the table has lost keep
            // their numbers: with a small table, the search would start them again and again.
            for child in &mut self.children[first..] {
                if child.numbers.proof != 0
                    && child.numbers.disproof != 0
                    && let Some(numbers) = self.table.find(child.key)
                {
                    child.numbers = numbers;
                }
            }
            self.children[best].numbers = numbers;
        }
    }
}
