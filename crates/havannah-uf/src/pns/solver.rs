//! The search.

use alloc::vec::Vec;
use core::fmt;

use bitboard_core::{Interrupted, Limits, StopReason, Watch, unlimited};

use super::children::best_two;
use super::general::General;
use super::look::{Look, look};
use super::numbers::{FAILED, INFINITE, NEW, Numbers, grow};
use super::position::{Child, NO_POINT, Point, Position};
use super::solution::{Progress, Solution};
use super::table::Table;
use super::words::Words;
use crate::error::OutOfMemory;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::outcome::Value;
use crate::player::Player;
use crate::rule::RingRule;

/// A solver with its transposition table, which it keeps from search to search.
#[derive(Clone)]
pub struct Solver {
    pub(super) table: Table,
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
        unlimited(|limits| self.try_solve(game, limits))
    }

    /// Solves a position within limits. An expanded position is a node. The limits are checked, and progress is
    /// reported, at each of them. A stopped search continues from the transposition table when it is called again.
    /// With equal tables, the twelve images of a game take the same number of nodes.
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
        let watch = limits.start();
        let (symmetry, image) = game.oriented();
        let solution = self.solve_as_it_is(&image, &watch)?;
        let original = |cell: Hex| cell.transform_on_board(symmetry.inverse(), game.base());
        Ok(Solution { best: solution.best.map(original), ..solution })
    }

    /// Solves a position without turning the board, with a watch that has been started.
    pub(crate) fn solve_as_it_is(
        &mut self,
        game: &Havannah,
        watch: &Watch<'_, Progress>,
    ) -> Result<Solution, Interrupted<Progress>> {
        if game.is_over() {
            let value = if game.winner().is_some() { Value::Loss } else { Value::Draw };
            return Ok(Solution { value, best: None, nodes: 0 });
        }
        let table = &mut self.table;
        match (game.base(), game.rule()) {
            (_, RingRule::Empty) | (7.., _) => {
                Search::new(General(game.clone()), table, watch).run(game)
            }
            (..=4, _) => Search::new(Words::<u64, 7>::new(game), table, watch).run(game),
            _ => Search::new(Words::<u128, 11>::new(game), table, watch).run(game),
        }
    }
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
        let forced = match look(game, attacker, || self.watch.check()) {
            Ok(Look::Known(numbers)) => return numbers,
            Ok(Look::Forced(cell)) => self.position.point(cell),
            Ok(Look::Open) => NO_POINT,
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

    /// Searches until the numbers of the position reach the thresholds, or until a limit is reached.
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
        self.position.expand(attacker, forced, &mut self.children, check)?;
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
            if here.proof == 0
                || here.disproof == 0
                || here.proof >= thresholds.proof
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
            // A transposition may have changed other children. Those that the table has lost keep their
            // numbers: with a small table, the search would start them again and again.
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
