//! The transfer graph: all sets of filled cells that moves can reach, and the moves between them.
//!
//! The moves that can follow a set of filled cells do not depend on the pieces that filled it. So
//! the partial solutions with the same filled cells are one *state*, which is expanded once. A
//! *step* is a move from one state to another. This is the transfer-matrix method (R. P. Stanley,
//! "Enumerative Combinatorics 1", section 4.7), with the lowest free cell filled next:
//!
//! ```text
//! for each cell: for each state whose lowest free cell it is: for each move that fits:
//!     next = state | move; drop it if it leaves an island; else add the step from state to next
//! ```
//!
//! A state is *live* if the full board can be reached from it. Which pieces are
//! used is counted later, in [`count`](crate::engine::count).
//!
//! Cost: a hash look-up for each move, a flood for each new state. [`Graph`] is the type to read
//! first; [`Builder`] builds it.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::budget::{Budget, OUT_OF_MEMORY, Result, Stage};
use crate::engine::moves::MoveTable;
use crate::engine::problem::{Pieces, Problem};

/// The states of a puzzle and the steps between them.
#[derive(Clone, Debug)]
pub(crate) struct Graph<W> {
    /// The filled cells of each state. The first is the empty board.
    pub(crate) states: Vec<W>,
    pub(crate) steps: Steps,
}

/// The steps to each state, in linked lists.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// The index in `steps` of the last step to each state, plus one; 0 if there is none.
    last: Vec<u32>,
    steps: Vec<Step>,
    /// The live states, each after all states with steps to it.
    pub(crate) order: Vec<u32>,
}

/// A move from one state to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The state before.
    pub(crate) from: u32,
    /// The index of the next step in the same list, plus one; 0 if there is none.
    next: u32,
    pub(crate) pieces: Pieces,
}

impl Steps {
    /// The number of states.
    pub(crate) fn states(&self) -> usize {
        self.last.len()
    }

    /// The steps to a state, the last one first.
    #[inline]
    pub(crate) fn to(&self, state: u32) -> impl Iterator<Item = Step> + Clone + '_ {
        let mut next = self.last[state as usize];
        core::iter::from_fn(move || {
            let step = *self.steps.get((next as usize).wrapping_sub(1))?;
            next = step.next;
            Some(step)
        })
    }

    /// Adds a step. The steps from a state must be added one after the other.
    fn add(&mut self, from: u32, to: u32, pieces: Pieces) {
        let last = &mut self.last[to as usize];
        self.steps.push(Step { from, next: *last, pieces });
        *last = self.steps.len() as u32;
    }

    /// The steps from each state.
    pub(crate) fn forward(&self, budget: &mut Budget<'_>) -> Result<Forward> {
        let none = Target { state: 0, pieces: Pieces::default() };
        let mut forward = Forward {
            ranges: budget.filled(self.states(), (0, 0))?,
            targets: budget.filled(self.steps.len(), none)?,
        };
        // The steps from a state were added one after the other.
        for (i, step) in self.steps.iter().enumerate() {
            let range = &mut forward.ranges[step.from as usize];
            if range.1 == 0 {
                range.0 = i as u32;
            }
            range.1 = i as u32 + 1;
        }
        for state in 0..self.states() as u32 {
            budget.work(1)?;
            let mut next = self.last[state as usize] as usize;
            while next > 0 {
                let step = self.steps[next - 1];
                forward.targets[next - 1] = Target { state, pieces: step.pieces };
                next = step.next as usize;
            }
        }
        Ok(forward)
    }
}

/// The steps from each state, in the order of moves.
#[derive(Clone, Debug)]
pub(crate) struct Forward {
    ranges: Vec<(u32, u32)>,
    targets: Vec<Target>,
}

/// The end of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub(crate) state: u32,
    pub(crate) pieces: Pieces,
}

impl Forward {
    /// The steps from a state.
    pub(crate) fn from(&self, state: u32) -> &[Target] {
        let (start, end) = self.ranges[state as usize];
        &self.targets[start as usize..end as usize]
    }
}

impl<W: Word> Graph<W> {
    /// Builds the graph.
    pub(crate) fn new(problem: &Problem<W>, budget: &mut Budget<'_>) -> Result<Self> {
        let mut builder = Builder::new(problem, budget)?;
        for cell in 0..problem.cells() {
            budget.at(Stage::Graph, cell as usize, problem.cells() as usize);
            builder.expand_all(cell, budget)?;
        }
        builder.finish(budget)
    }
}

/// A graph under construction. States are numbered in the order in which they are found.
struct Builder<'a, W> {
    problem: &'a Problem<W>,
    table: StateTable<W>,
    steps: Steps,
    /// The states by their lowest free cells. The last list has the full board.
    by_cell: Vec<Vec<u32>>,
}

/// The cost of a move that is tried, in operations: few moves fit.
const WORK_OF_MOVE: usize = 8;
/// Maximum number of states, and of steps. A state adds few steps.
const MOST: usize = 1 << 30;

impl<'a, W: Word> Builder<'a, W> {
    /// Starts with the empty board.
    fn new(problem: &'a Problem<W>, budget: &mut Budget<'_>) -> Result<Self> {
        let mut builder = Self {
            problem,
            table: StateTable::new(problem.moves.len(), budget)?,
            steps: Steps { last: Vec::new(), steps: Vec::new(), order: Vec::new() },
            by_cell: vec![Vec::new(); problem.cells() as usize + 1],
        };
        if let Err(slot) = builder.table.find(W::ZERO) {
            builder.add(W::ZERO, slot, budget)?;
        }
        Ok(builder)
    }

    /// Enters a new state into its slot. Returns its number unless it has an island.
    fn add(&mut self, state: W, slot: usize, budget: &mut Budget<'_>) -> Result<Option<u32>> {
        let dead = self.problem.islands.has_one(state);
        let number = self.table.insert(state, slot, dead, budget)?;
        if dead {
            return Ok(None);
        }
        budget.push(&mut self.steps.last, 0)?;
        let cell = (!state).trailing_zeros().min(self.problem.cells());
        budget.push(&mut self.by_cell[cell as usize], number)?;
        Ok(Some(number))
    }

    /// Expands the states with this lowest free cell.
    fn expand_all(&mut self, cell: u32, budget: &mut Budget<'_>) -> Result<()> {
        if self.by_cell[cell as usize].is_empty() {
            return Ok(());
        }
        let moves = MoveTable::new(self.problem, cell, budget)?;
        for i in 0..self.by_cell[cell as usize].len() {
            self.expand(self.by_cell[cell as usize][i], &moves, budget)?;
        }
        moves.free(budget);
        Ok(())
    }

    /// Adds the steps from a state.
    #[inline]
    fn expand(
        &mut self,
        number: u32,
        moves: &MoveTable<'_, W>,
        budget: &mut Budget<'_>,
    ) -> Result<()> {
        budget.tick()?;
        budget.work(WORK_OF_MOVE * moves.len())?;
        budget.reserve(&mut self.steps.steps, moves.len())?;
        if self.table.states.len().max(self.steps.steps.len()) > MOST {
            return Err(OUT_OF_MEMORY);
        }
        let filled = self.table.states[number as usize];
        moves.for_each(filled, |m| {
            let filled = filled | m.cells;
            if self.problem.islands.has_single(filled) {
                return Ok(());
            }
            let next = match self.table.find(filled) {
                Ok(next) => next,
                Err(slot) => self.add(filled, slot, budget)?,
            };
            if let Some(next) = next {
                self.steps.add(number, next, m.pieces);
            }
            Ok(())
        })
    }

    /// Lists the live states.
    fn finish(mut self, budget: &mut Budget<'_>) -> Result<Graph<W>> {
        budget.free(self.table.slots);
        budget.free(self.table.dead);
        let mut live = budget.filled(self.table.states.len(), false)?;
        let full = self.by_cell[self.problem.cells() as usize].first();
        full.into_iter().for_each(|&full| live[full as usize] = true);
        for &state in self.by_cell.iter().flatten().rev() {
            budget.work(1)?;
            if live[state as usize] {
                self.steps.to(state).for_each(|step| live[step.from as usize] = true);
                budget.push(&mut self.steps.order, state)?;
            }
        }
        self.steps.order.reverse();
        budget.free(live);
        self.by_cell.into_iter().for_each(|states| budget.free(states));
        Ok(Graph { states: self.table.states, steps: self.steps })
    }
}

/// A hash table from sets of cells to numbers of states, by open addressing.
struct StateTable<W> {
    states: Vec<W>,
    /// Sets with islands.
    dead: Vec<W>,
    /// An entry is the place of a set in one of these lists plus one, with the highest bit set if
    /// it is dead; 0 is a free slot.
    slots: Vec<u32>,
    shift: u32,
}

const DEAD_BIT: u32 = 1 << 31;
/// Slots for each move at the beginning, enough for small puzzles; and their maximum.
const FIRST_SLOTS: usize = 8;
const MOST_FIRST_SLOTS: usize = 1 << 16;
/// Slots that are moved between two reports of work.
const SLOTS_AT_ONCE: usize = 1 << 10;

impl<W: Word> StateTable<W> {
    fn new(moves: usize, budget: &mut Budget<'_>) -> Result<Self> {
        // About an eighth of the memory at most.
        let most = MOST_FIRST_SLOTS.min(budget.memory / 8 / size_of::<u32>());
        let slots = (FIRST_SLOTS * moves).min(most).max(16).next_power_of_two();
        let slots = budget.filled(slots, 0)?;
        let shift = 64 - slots.len().trailing_zeros();
        Ok(Self { states: Vec::new(), dead: Vec::new(), slots, shift })
    }

    /// The number of a set, `None` if it is dead; or the slot in which it belongs.
    #[inline]
    fn find(&self, set: W) -> Result<Option<u32>, usize> {
        let mut slot = self.hash(set);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            let is_dead = entry & DEAD_BIT != 0;
            let (place, list) = (
                (entry & !DEAD_BIT) - 1,
                if is_dead { self.dead.as_slice() } else { self.states.as_slice() },
            );
            if list[place as usize] == set {
                return Ok(if is_dead { None } else { Some(place) });
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Enters a set into its slot and returns its place in its list.
    fn insert(
        &mut self,
        set: W,
        slot: usize,
        is_dead: bool,
        budget: &mut Budget<'_>,
    ) -> Result<u32> {
        let (list, bit) = if is_dead { (&mut self.dead, DEAD_BIT) } else { (&mut self.states, 0) };
        let place = list.len() as u32;
        budget.push(list, set)?;
        self.slots[slot] = (place + 1) | bit;
        if 2 * (self.states.len() + self.dead.len()) > self.slots.len() {
            self.grow(budget)?;
        }
        Ok(place)
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget<'_>) -> Result<()> {
        let slots = budget.filled(4 * self.slots.len(), 0)?;
        let old = core::mem::replace(&mut self.slots, slots);
        self.shift -= 2;
        for entries in old.chunks(SLOTS_AT_ONCE) {
            budget.work(SLOTS_AT_ONCE)?;
            for &entry in entries.iter().filter(|&&entry| entry != 0) {
                let list = if entry & DEAD_BIT != 0 { &self.dead } else { &self.states };
                let mut slot = self.hash(list[(entry & !DEAD_BIT) as usize - 1]);
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & (self.slots.len() - 1);
                }
                self.slots[slot] = entry;
            }
        }
        budget.free(old);
        Ok(())
    }

    #[inline]
    fn hash(&self, set: W) -> usize {
        let bits = set.to_u128();
        let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(29))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }
}
