//! The search.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::{Interrupted, Limits, StopReason, Watch};

use super::children::{Child, best_two};
use super::look::{Look, look};
use super::numbers::{FAILED, INFINITE, NEW, Numbers, grow};
use super::solution::{Progress, Solution};
use super::table::Table;
use crate::error::OutOfMemory;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::outcome::Value;
use crate::player::Player;

/// A solver with its transposition table, which it keeps from search to search.
#[derive(Clone)]
pub struct Solver {
    table: Table,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("entries", &self.table.len()).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver whose table takes at most `bytes` bytes, but at least one kilobyte.
    ///
    /// ```
    /// use havannah_uf::pns::Solver;
    ///
    /// let solver = Solver::new(1_000_000)?;
    /// assert!((500_000..=1_000_000).contains(&solver.memory()));
    /// # Ok::<(), havannah_uf::OutOfMemory>(())
    /// ```
    ///
    /// # Errors
    /// [`OutOfMemory`] if the table cannot be allocated.
    pub fn new(bytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { table: Table::new(bytes)? })
    }

    /// The size of the table in bytes.
    ///
    /// ```
    /// use havannah_uf::pns::Solver;
    ///
    /// assert!(Solver::new(1 << 20)?.memory() <= 1 << 20);
    /// # Ok::<(), havannah_uf::OutOfMemory>(())
    /// ```
    #[must_use]
    pub fn memory(&self) -> usize {
        self.table.bytes()
    }

    /// Solves a position. Bases up to 3 take milliseconds; the empty board of base 4 has not been solved yet.
    ///
    /// ```
    /// use havannah_uf::pns::Solver;
    /// use havannah_uf::{Havannah, Hex, RingRule, Value};
    ///
    /// let mut game = Havannah::new(3, RingRule::Any)?;
    /// for (x, y) in [(3, 3), (2, 1), (2, 2), (2, 4)] {
    ///     game.play(Hex { x, y })?;
    /// }
    /// let picture = "
    ///   . X .
    ///  . O . .
    /// . . O . .
    ///  X . . .
    ///   . . .";
    /// assert_eq!(format!("\n{game}"), picture);
    /// let solution = Solver::new(1 << 20)?.solve(&game);
    /// assert_eq!(solution.value, Value::Win);
    /// game.play(solution.best.expect("a win has a move"))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn solve(&mut self, game: &Havannah) -> Solution {
        // Without limits, the first search is not stopped.
        loop {
            if let Ok(solution) = self.try_solve(game, &Limits::new()) {
                return solution;
            }
        }
    }

    /// Solves a position within limits. An expanded position is a node. The limits are checked, and progress is
    /// reported, at each of them. A stopped search continues from the transposition table when it is called again.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::{Limits, StopReason};
    /// use havannah_uf::pns::Solver;
    /// use havannah_uf::{Havannah, RingRule};
    ///
    /// let game = Havannah::new(4, RingRule::Any)?;
    /// let mut solver = Solver::new(1 << 20)?;
    /// let interrupted = solver.try_solve(&game, &Limits::new().nodes(100)).unwrap_err();
    /// assert_eq!((interrupted.reason, interrupted.partial.nodes), (StopReason::Nodes, 100));
    /// assert!(interrupted.partial.proof > 1 && interrupted.partial.disproof > 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the proof and disproof numbers so far.
    pub fn try_solve(
        &mut self,
        game: &Havannah,
        limits: &Limits<'_, Progress>,
    ) -> Result<Solution, Interrupted<Progress>> {
        if game.is_over() {
            let value = if game.winner().is_some() { Value::Loss } else { Value::Draw };
            return Ok(Solution { value, best: None, nodes: 0 });
        }
        let (game, table, watch) = (game.clone(), &mut self.table, limits.start());
        let root = key(&game, game.turn());
        Search { game, table, watch, root, nodes: 0, wins: NEW, best: None, stopped: None }.run()
    }
}

/// A running search.
struct Search<'a> {
    game: Havannah,
    table: &'a mut Table,
    watch: Watch<'a, Progress>,
    /// The key of the search for a win of the player to move.
    root: u64,
    nodes: u64,
    /// The numbers of that win.
    wins: Numbers,
    /// The winning move of the position that was proven last.
    best: Option<Hex>,
    stopped: Option<StopReason>,
}

impl Search<'_> {
    /// Whether the player to move wins; if not, whether the other player does.
    fn run(mut self) -> Result<Solution, Interrupted<Progress>> {
        let (player, all) = (self.game.turn(), Numbers { proof: INFINITE, disproof: INFINITE });
        self.wins = self.search(player, all);
        let best = self.best;
        let value = match self.wins {
            Numbers { proof: 0, .. } => Some(Value::Win),
            Numbers { disproof: 0, .. } => match self.search(player.other(), all) {
                Numbers { proof: 0, .. } => Some(Value::Draw),
                Numbers { disproof: 0, .. } => Some(Value::Loss),
                _ => None,
            },
            _ => None,
        };
        let best = best.filter(|_| value == Some(Value::Win));
        match value {
            Some(value) => Ok(Solution { value, best, nodes: self.nodes }),
            None => {
                let reason = self.stopped.unwrap_or(StopReason::Nodes);
                Err(Interrupted::new(reason, self.progress()))
            }
        }
    }

    fn progress(&self) -> Progress {
        let Numbers { proof, disproof } = self.wins;
        Progress { nodes: self.nodes, proof, disproof }
    }

    /// Searches until the numbers of the position reach the thresholds, or until a limit is reached.
    fn search(&mut self, attacker: Player, thresholds: Numbers) -> Numbers {
        match look(&self.game, attacker) {
            Look::Known(numbers) => {
                self.best = self.game.winning_cells(self.game.turn()).next();
                numbers
            }
            Look::Forced(cell) => self.expand(attacker, thresholds, &[cell]),
            Look::Open => {
                let moves: Vec<Hex> = self.game.legal_moves().collect();
                self.expand(attacker, thresholds, &moves)
            }
        }
    }

    fn expand(&mut self, attacker: Player, thresholds: Numbers, moves: &[Hex]) -> Numbers {
        let (key_here, started) = (key(&self.game, attacker), self.nodes);
        let mut children = match self.children(attacker, moves) {
            Ok(children) => children,
            Err(reason) => {
                self.stopped = Some(reason);
                return self.table.get(key_here);
            }
        };
        loop {
            let Some((best, second, sum)) = best_two(&children) else { return FAILED };
            let numbers = Numbers { proof: children[best].numbers.disproof, disproof: sum };
            if key_here == self.root {
                self.wins = numbers;
            }
            if numbers.proof == 0
                || numbers.disproof == 0
                || numbers.proof >= thresholds.proof
                || numbers.disproof >= thresholds.disproof
                || self.stopped.is_some()
            {
                if numbers.proof == 0 {
                    self.best = Some(children[best].cell);
                }
                let work = (self.nodes - started).min(u64::from(u32::MAX)) as u32;
                self.table.put(key_here, numbers, work);
                return numbers;
            }
            let Child { cell, numbers, .. } = children[best];
            let widened = second.saturating_add(second / 4).saturating_add(1);
            let below = Numbers {
                proof: grow(thresholds.disproof, numbers.proof, sum),
                disproof: thresholds.proof.min(widened),
            };
            let _ = self.game.play(cell);
            let numbers = self.search(attacker, below);
            self.game.undo();
            // A transposition may have changed other children. Those that the table has lost keep their
            // numbers: with a small table, the search would start them again and again.
            for child in &mut children {
                if child.numbers.proof != 0
                    && child.numbers.disproof != 0
                    && let Some(numbers) = self.table.find(child.key)
                {
                    child.numbers = numbers;
                }
            }
            children[best].numbers = numbers;
        }
    }

    /// The positions after the legal moves `moves`, up to the first that is lost.
    fn children(&mut self, attacker: Player, moves: &[Hex]) -> Result<Vec<Child>, StopReason> {
        self.watch.grant(1)?;
        self.nodes += 1;
        self.watch.report(|| self.progress());
        let mut children: Vec<Child> = Vec::with_capacity(moves.len());
        for &cell in moves {
            // On large boards, this loop takes seconds.
            self.watch.check()?;
            let _ = self.game.play(cell);
            let key = key(&self.game, attacker);
            let numbers = match look(&self.game, attacker) {
                Look::Known(numbers) => numbers,
                Look::Forced(_) | Look::Open => self.table.get(key),
            };
            self.game.undo();
            // Positions that are images of one another are one child.
            if children.iter().all(|child| child.key != key) {
                children.push(Child { cell, key, numbers });
            }
            if numbers.disproof == 0 {
                break;
            }
        }
        Ok(children)
    }
}

/// The largest number of stones of positions that are looked up by their canonical hash.
const CANONICAL_STONES: usize = 10;

/// A hash of the position, the attacker and the player to move.
fn key(game: &Havannah, attacker: Player) -> u64 {
    let hash =
        if game.ply() <= CANONICAL_STONES { game.canonical_hash() } else { game.zobrist_hash() };
    let goal = [0x5851_f42d_4c95_7f2d, 0x1405_7b7e_f767_814f][attacker.index()];
    // The keys of positions with different bases, rules and turns differ too.
    let setting = u64::from(game.base()) << 8 | (game.rule() as u64) << 4 | game.turn() as u64;
    hash ^ goal ^ setting.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
