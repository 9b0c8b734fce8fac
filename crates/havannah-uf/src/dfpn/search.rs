//! Depth-first proof-number search (df-pn).
//!
//! A search asks whether one player, the **attacker**, wins. A position is an OR node for the
//! attacker, who needs one good move, and an AND node for the other player. Proof numbers are those
//! of the player to move, so that all nodes are alike: the **proof number** is a lower bound for
//! the positions that must still be proven until the player to move reaches the goal (win for the
//! attacker, hold for the other), the **disproof number** the same for missing it.
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
//! **Threads.** Each thread runs this search from the root, and all share the table. Where a thread
//! searches a child, the child counts as harder for the others ([`VirtualProofNumbers`]), so they
//! search different children, and the results of each change the numbers of all. A child at or
//! above the threshold is never searched. The search ends when one thread has solved the root. The
//! number of nodes differs from run to run.
//!
//! Cost: 10,000 to 30,000 instructions a node with `bitboard`.
//! Sources: Allis, van der Meulen and van den Herik, Proof-number search, 1994; df-pn: Nagai, 2002;
//! 1 + ε: Pawlewicz and Lew, 2007. Threads: Kaneko, Parallel depth first proof number search, 2010.

use std::array;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use bitboard_core::limits::{Meter, ThreadStop, Watch};
use bitboard_core::threads::on_threads;
use bitboard_core::{Interrupted, StopReason, Word};

use super::bitboard::Bitboard;
use super::position::{
    Child, Class, FAILED, INFINITE, LARGE, NEW, NO_POINT, Point, ProofNumbers, classify,
};
use super::table::Table;
use super::{ProofProgress, Solution};
use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{Player, Value};

/// The most nodes between two checks of the limits. A node takes some microseconds.
const NODES_PER_CHECK: u64 = 16;

/// The threshold of a child at which the sum reaches the threshold of its parent.
pub(super) fn grow(threshold: u32, own: u32, sum: u32) -> u32 {
    if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(sum).saturating_add(own) }
}

/// The sum of the proof numbers, and the least disproof number.
fn sum_and_least(children: &[Child]) -> (u32, u32) {
    let (mut sum, mut least) = (0_u32, INFINITE);
    for Child { numbers: ProofNumbers { proof, disproof }, .. } in children {
        sum = match (sum, *proof) {
            (INFINITE, _) | (_, INFINITE) => INFINITE,
            (sum, proof) => sum.saturating_add(proof).min(LARGE),
        };
        least = least.min(*disproof);
    }
    (sum, least)
}

/// The child with the least `disproof`, and the least `disproof` of the others.
fn best_two(children: &[Child], disproof: impl Fn(&Child) -> u32) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, None, INFINITE);
    for (i, child) in children.iter().enumerate() {
        let disproof = disproof(child);
        match least {
            Some(least) if least <= disproof => second = second.min(disproof),
            before => {
                second = before.unwrap_or(INFINITE);
                (best, least) = (i, Some(disproof));
            }
        }
    }
    (best, second)
}

/// The number of threads that search below a position, which is added to its disproof number.
/// Positions are told apart by twelve bits of their keys. Those with equal bits share a counter,
/// which costs time only.
pub(super) struct VirtualProofNumbers([AtomicU32; 1 << 12]);

impl VirtualProofNumbers {
    fn threads_below(&self, key: u64) -> &AtomicU32 {
        &self.0[(key >> 52) as usize]
    }

    /// The disproof number, greater by 1 for each thread below the child.
    fn disproof(&self, child: &Child) -> u32 {
        match child.numbers.disproof {
            open @ 0..LARGE => open + self.threads_below(child.key).load(Relaxed),
            known => known,
        }
    }
}

/// A search for a win of a player by one thread. Not generic, so that the code of threads is
/// compiled once for all boards.
type SearchFn<'a> = dyn Fn(Player) -> Found + Sync + 'a;

/// The state that the threads of a search share.
pub(super) struct Shared<'a> {
    table: &'a Table,
    watch: &'a Watch<'a>,
    threads: usize,
    /// `None` if there is one thread.
    virtual_numbers: Option<VirtualProofNumbers>,
    /// Whether a thread has solved the root.
    is_solved: AtomicBool,
}

impl<'a> Shared<'a> {
    pub(super) fn new(table: &'a Table, watch: &'a Watch<'a>, threads: usize) -> Self {
        let counters = || VirtualProofNumbers(array::from_fn(|_| AtomicU32::new(0)));
        Self {
            table,
            watch,
            threads,
            virtual_numbers: (threads > 1).then(counters),
            is_solved: AtomicBool::new(false),
        }
    }

    /// Searches for a win of an attacker on all threads. Returns the result of the thread that
    /// ended it.
    fn run(&self, attacker: Player, search: &SearchFn<'_>) -> Found {
        self.is_solved.store(false, Relaxed);
        let (search, is_solved) = (|| search(attacker), || self.is_solved.load(Relaxed));
        let found = on_threads(self.threads, is_solved, search, search);
        // Only a thread that was not stopped surely has the winning move. The others may have the
        // value from the table.
        let rank = |found: &Found| match found.stopped {
            None => 0,
            Some(ThreadStop::Limit(_)) if found.is_solved() => 1,
            Some(ThreadStop::Limit(_)) => 2,
            Some(_) => 3,
        };
        found.into_iter().min_by_key(rank).expect("there is a thread")
    }

    /// Searches for a win of the player to move and, if there is none, for one of the other player.
    /// `search` is run on each thread.
    pub(super) fn solve(
        &self,
        game: &Game,
        search: &SearchFn<'_>,
    ) -> Result<Solution, Interrupted<ProofProgress>> {
        let player = game.turn();
        let wins = self.run(player, search);
        let (value, stopped) = match wins.numbers {
            ProofNumbers { proof: 0, .. } => (Some(Value::Win), wins.stopped),
            ProofNumbers { disproof: 0, .. } => {
                let loses = self.run(player.other(), search);
                match loses.numbers {
                    ProofNumbers { proof: 0, .. } => (Some(Value::Draw), loses.stopped),
                    ProofNumbers { disproof: 0, .. } => (Some(Value::Loss), loses.stopped),
                    _ => (None, loses.stopped),
                }
            }
            _ => (None, wins.stopped),
        };
        let best = match (value, wins.best) {
            (Some(Value::Win), None) => game.winning_cells(player).next(),
            (Some(Value::Win), best) => best,
            _ => None,
        };
        let nodes = self.watch.granted();
        // A search that is stopped at once may know the value from the table, but not the move.
        match value.filter(|&value| value != Value::Win || best.is_some()) {
            Some(value) => Ok(Solution { value, best, nodes }),
            None => {
                let ProofNumbers { proof, disproof } = wins.numbers;
                let reason = match stopped {
                    Some(ThreadStop::Limit(reason)) => reason,
                    _ => StopReason::Nodes,
                };
                Err(Interrupted::new(reason, ProofProgress { nodes, proof, disproof }))
            }
        }
    }
}

/// The result of one thread.
pub(super) struct Found {
    /// The numbers of the position for the attacker.
    numbers: ProofNumbers,
    /// The winning move of the position that was proven last.
    best: Option<Hex>,
    stopped: Option<ThreadStop>,
}

impl Found {
    fn is_solved(&self) -> bool {
        self.numbers.proof == 0 || self.numbers.disproof == 0
    }
}

/// A search by one thread.
pub(super) struct Search<'a, W, const STRIDE: u32> {
    board: Bitboard<W, STRIDE>,
    shared: &'a Shared<'a>,
    meter: Meter<'a>,
    /// The key of the search for a win of the player to move.
    root: u64,
    /// The positions expanded by this thread.
    nodes: u64,
    /// The numbers of that win.
    wins: ProofNumbers,
    /// The winning move of the position that was proven last.
    best: Point,
    /// The children of all positions on the path.
    children: Vec<Child>,
    stopped: Option<ThreadStop>,
}

impl<'a, W: Word, const STRIDE: u32> Search<'a, W, STRIDE> {
    pub(super) fn new(game: &Game, shared: &'a Shared<'a>) -> Self {
        let board = Bitboard::new(game);
        let root = board.key(board.turn());
        let meter = Meter::in_portions(shared.watch, NODES_PER_CHECK);
        let (best, children) = (NO_POINT, Vec::new());
        Self { board, shared, meter, root, nodes: 0, wins: NEW, best, children, stopped: None }
    }

    /// Searches until this thread or another one has solved the position of `game`, or until a
    /// limit is reached.
    pub(super) fn run(mut self, game: &Game, attacker: Player) -> Found {
        if attacker != game.turn() {
            self.wins = FAILED;
        }
        let numbers = self.solve(game, attacker);
        let best = (self.best != NO_POINT).then(|| Bitboard::<W, STRIDE>::cell(self.best));
        let found = Found { numbers, best, stopped: self.stopped };
        if found.is_solved() {
            self.shared.is_solved.store(true, Relaxed);
        }
        found
    }

    /// The numbers of the position of `game` with the highest thresholds.
    fn solve(&mut self, game: &Game, attacker: Player) -> ProofNumbers {
        let all = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        let key = self.board.key(attacker);
        let forced = match classify(game, attacker) {
            Class::Known(numbers) => return numbers,
            Class::Forced(cell) => Bitboard::<W, STRIDE>::point(cell),
            Class::Open => NO_POINT,
        };
        self.search(attacker, key, forced, all)
    }

    fn progress(&self) -> (u64, ProofProgress) {
        let ProofNumbers { proof, disproof } = self.wins;
        let nodes = self.shared.watch.granted();
        (nodes, ProofProgress { nodes, proof, disproof })
    }

    /// Searches until the numbers of the position reach the thresholds, or until a limit is
    /// reached.
    fn search(
        &mut self,
        attacker: Player,
        key: u64,
        forced: Point,
        thresholds: ProofNumbers,
    ) -> ProofNumbers {
        let (first, started) = (self.children.len(), self.nodes);
        let numbers = match self.expand(attacker, forced, first) {
            Ok(()) => self.descend(attacker, key, thresholds, first, started),
            Err(stop) => {
                self.stopped = Some(stop);
                self.shared.table.get(key)
            }
        };
        self.children.truncate(first);
        numbers
    }

    /// Lists the positions after the moves, up to the first that is lost.
    fn expand(&mut self, attacker: Player, forced: Point, first: usize) -> Result<(), ThreadStop> {
        if self.shared.is_solved.load(Relaxed) {
            return Err(ThreadStop::Decided);
        }
        if !self.meter.take_whole(1) {
            self.meter.next_portion(u64::MAX)?;
            self.meter.take_whole(1);
            self.shared.watch.report_with(|| self.progress());
        }
        self.nodes += 1;
        self.board.expand(attacker, forced, &mut self.children);
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            if child.numbers == NEW {
                child.numbers = self.shared.table.get(child.key);
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
        thresholds: ProofNumbers,
        first: usize,
        started: u64,
    ) -> ProofNumbers {
        loop {
            let children = &self.children[first..];
            if children.is_empty() {
                return FAILED;
            }
            let (sum, proof) = sum_and_least(children);
            let here = ProofNumbers { proof, disproof: sum };
            if key == self.root {
                self.wins = here;
            }
            // A known result reaches a threshold too: one of its numbers is infinite.
            if here.proof >= thresholds.proof
                || here.disproof >= thresholds.disproof
                || self.stopped.is_some()
            {
                let lost = children.iter().find(|child| child.numbers.disproof == 0);
                if let Some(&Child { point, .. }) = lost {
                    self.best = point;
                }
                let work = (self.nodes - started).min(u64::from(u32::MAX)) as u32;
                self.shared.table.put(key, here, work);
                return here;
            }
            let virtual_numbers = self.shared.virtual_numbers.as_ref();
            let (best, second) = match virtual_numbers {
                None => best_two(children, |child| child.numbers.disproof),
                Some(numbers) => best_two(children, |child| match numbers.disproof(child) {
                    _ if child.numbers.disproof >= thresholds.proof => INFINITE,
                    disproof => disproof,
                }),
            };
            let best = first + best;
            let Child { key: below, numbers, point, forced } = self.children[best];
            let widened = second.saturating_add(second / 4).saturating_add(1);
            let child_thresholds = ProofNumbers {
                proof: grow(thresholds.disproof, numbers.proof, sum),
                disproof: thresholds.proof.min(widened),
            };
            let threads = virtual_numbers.map(|numbers| numbers.threads_below(below));
            threads.map(|threads| threads.fetch_add(1, Relaxed));
            self.board.play(point);
            let numbers = self.search(attacker, below, forced, child_thresholds);
            self.board.undo();
            threads.map(|threads| threads.fetch_sub(1, Relaxed));
            // A transposition may have changed other children. Those that the table has lost keep
            // their numbers: with a small table, the search would start them again and again.
            for child in &mut self.children[first..] {
                if child.numbers.proof != 0
                    && child.numbers.disproof != 0
                    && let Some(numbers) = self.shared.table.find(child.key)
                {
                    child.numbers = numbers;
                }
            }
            self.children[best].numbers = numbers;
        }
    }
}
