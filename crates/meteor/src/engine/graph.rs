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
//! A state is *live* if a goal, usually the full board, can be reached from it. Which pieces are
//! used is counted later, in [`count`](crate::engine::count).
//!
//! **Half graph.** If a half turn maps a puzzle to itself, no state of more than half of the board
//! is needed. The cells that a state of half the board leaves free are, turned by 180°, a set of
//! cells at the top of the board, usually a state too:
//!
//! ```text
//! A A A A B    # # # # #    the free cells    # # # # #    C C C C D
//! A B B B B    # # # # #    of this state,    # # # # #    C D D D D
//! . . . . .    . . . . .    turned, are       . . . . .    . . . . .
//! . . . . .    . . . . .    this state:       . . . . .    . . . . .
//! ```
//!
//! Such a state is a *complement*. The turned set need not be a state: if it has a gap, a piece
//! after the gap cannot be part of a state, because the gap would be filled first. Such *detached*
//! moves are removed from the set in all ways, and the cells that are left are looked up among the
//! states. If there would be too many ways, the state is expanded further instead.
//!
//! Cost: a hash look-up for each move, a flood for each new state. [`Graph`] is the type to read
//! first; [`Builder`] builds it.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::arena::Arena;
use crate::engine::budget::Stage;
use crate::engine::error::Failure;
use crate::engine::islands::low_bits;
use crate::engine::moves::MoveTable;
use crate::engine::problem::{Move, Pieces, Problem};

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
    pub(crate) fn forward(&self, arena: &mut Arena<'_, '_>) -> Result<Forward, Failure> {
        let none = Target { state: 0, pieces: Pieces::default() };
        let mut forward = Forward {
            ranges: arena.filled(self.states(), (0, 0))?,
            targets: arena.filled(self.steps.len(), none)?,
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
            arena.budget.work(1)?;
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

    /// Drops the steps.
    pub(crate) fn free(self, arena: &mut Arena<'_, '_>) {
        arena.free(self.ranges);
        arena.free(self.targets);
    }
}

impl<W: Word> Graph<W> {
    /// Builds the graph of all states.
    pub(crate) fn new(problem: &Problem<W>, arena: &mut Arena<'_, '_>) -> Result<Self, Failure> {
        let mut builder = Builder::new(problem, arena)?;
        for cell in 0..problem.cells() {
            arena.budget.at(Stage::Graph, cell as usize, problem.cells() as usize);
            builder.expand_all(cell, |_| true, arena)?;
        }
        let full = builder.by_cell[problem.cells() as usize].first().copied();
        builder.finish(&mut full.into_iter(), arena)
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
    fn new(problem: &'a Problem<W>, arena: &mut Arena<'_, '_>) -> Result<Self, Failure> {
        let mut builder = Self {
            problem,
            table: StateTable::new(problem.moves.len(), arena)?,
            steps: Steps { last: Vec::new(), steps: Vec::new(), order: Vec::new() },
            by_cell: vec![Vec::new(); problem.cells() as usize + 1],
        };
        if let Err(slot) = builder.table.find(W::ZERO) {
            builder.add(W::ZERO, slot, arena)?;
        }
        Ok(builder)
    }

    /// Enters a new state into its slot. Returns its number unless it has an island.
    fn add(
        &mut self,
        state: W,
        slot: usize,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Option<u32>, Failure> {
        let dead = self.problem.islands.has_one(state);
        let number = self.table.insert(state, slot, dead, arena)?;
        if dead {
            return Ok(None);
        }
        arena.push(&mut self.steps.last, 0)?;
        let cell = (!state).trailing_zeros().min(self.problem.cells());
        arena.push(&mut self.by_cell[cell as usize], number)?;
        Ok(Some(number))
    }

    /// Expands the states with this lowest free cell that `which` selects.
    fn expand_all(
        &mut self,
        cell: u32,
        mut which: impl FnMut(W) -> bool,
        arena: &mut Arena<'_, '_>,
    ) -> Result<(), Failure> {
        let mut moves = None;
        for i in 0..self.by_cell[cell as usize].len() {
            let number = self.by_cell[cell as usize][i];
            if which(self.table.states[number as usize]) {
                self.expand(number, cell, &mut moves, arena)?;
            }
        }
        moves.into_iter().for_each(|moves: MoveTable<'_, W>| moves.free(arena));
        Ok(())
    }

    /// Adds the steps from a state. The tables of moves are built when they are first needed.
    #[inline]
    fn expand(
        &mut self,
        number: u32,
        cell: u32,
        moves: &mut Option<MoveTable<'a, W>>,
        arena: &mut Arena<'_, '_>,
    ) -> Result<(), Failure> {
        let moves = match moves {
            Some(moves) => &*moves,
            None => moves.insert(MoveTable::without_small_regions(self.problem, cell, arena)?),
        };
        arena.budget.tick()?;
        arena.budget.work(WORK_OF_MOVE * moves.len())?;
        arena.reserve(&mut self.steps.steps, moves.len())?;
        if self.table.states.len().max(self.steps.steps.len()) > MOST {
            return Err(Failure::TooLarge);
        }
        let filled = self.table.states[number as usize];
        moves.for_each(filled, |_, m| {
            let filled = filled | m.cells;
            if self.problem.islands.has_single(filled) {
                return Ok(());
            }
            let next = match self.table.find(filled) {
                Ok(next) => next,
                Err(slot) => self.add(filled, slot, arena)?,
            };
            if let Some(next) = next {
                self.steps.add(number, next, m.pieces);
            }
            Ok(())
        })
    }

    /// Lists the live states: those from which a goal can be reached.
    fn finish(
        mut self,
        goals: &mut dyn Iterator<Item = u32>,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Graph<W>, Failure> {
        arena.free(self.table.slots);
        arena.free(self.table.dead);
        let mut live = arena.filled(self.table.states.len(), false)?;
        goals.for_each(|goal| live[goal as usize] = true);
        for &state in self.by_cell.iter().flatten().rev() {
            arena.budget.work(1)?;
            if live[state as usize] {
                self.steps.to(state).for_each(|step| live[step.from as usize] = true);
                arena.push(&mut self.steps.order, state)?;
            }
        }
        self.steps.order.reverse();
        arena.free(live);
        self.by_cell.into_iter().for_each(|states| arena.free(states));
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
    fn new(moves: usize, arena: &mut Arena<'_, '_>) -> Result<Self, Failure> {
        // About an eighth of the memory at most.
        let most = MOST_FIRST_SLOTS.min(arena.left / 8 / size_of::<u32>());
        let slots = (FIRST_SLOTS * moves).min(most).max(16).next_power_of_two();
        let slots = arena.filled(slots, 0)?;
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
        arena: &mut Arena<'_, '_>,
    ) -> Result<u32, Failure> {
        let (list, bit) = if is_dead { (&mut self.dead, DEAD_BIT) } else { (&mut self.states, 0) };
        let place = list.len() as u32;
        arena.push(list, set)?;
        self.slots[slot] = (place + 1) | bit;
        if 2 * (self.states.len() + self.dead.len()) > self.slots.len() {
            self.grow(arena)?;
        }
        Ok(place)
    }

    #[cold]
    fn grow(&mut self, arena: &mut Arena<'_, '_>) -> Result<(), Failure> {
        let slots = arena.filled(4 * self.slots.len(), 0)?;
        let old = core::mem::replace(&mut self.slots, slots);
        self.shift -= 2;
        for entries in old.chunks(SLOTS_AT_ONCE) {
            arena.budget.work(SLOTS_AT_ONCE)?;
            for &entry in entries.iter().filter(|&&entry| entry != 0) {
                let list = if entry & DEAD_BIT != 0 { &self.dead } else { &self.states };
                let mut slot = self.hash(list[(entry & !DEAD_BIT) as usize - 1]);
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & (self.slots.len() - 1);
                }
                self.slots[slot] = entry;
            }
        }
        arena.free(old);
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

/// The graph up to half of the board, and the complements of the states there.
pub(crate) struct HalfGraph<W> {
    pub(crate) graph: Graph<W>,
    pub(crate) halves: Halves,
}

/// The ends, which are the states of at least half of the board that were not expanded, and their
/// complements.
#[derive(Default)]
pub(crate) struct Halves {
    pub(crate) ends: Vec<End>,
    complements: Vec<Complement>,
    /// The detached moves of all complements.
    detached: Vec<Detached>,
}

/// An end with complements. Ends without complements cannot be completed and are dropped.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub(crate) state: u32,
    /// Its complements are those of this range.
    complements: (u32, u32),
}

/// A way to fill the cells that a state leaves: the turned pieces of another state, and detached
/// moves.
#[derive(Clone, Copy)]
pub(crate) struct Complement {
    pub(crate) state: u32,
    /// Its detached moves are those of this range.
    detached: (u32, u32),
}

/// A detached move.
#[derive(Clone, Copy)]
pub(crate) struct Detached {
    /// Its index in the moves of the problem.
    pub(crate) number: u32,
    pub(crate) pieces: Pieces,
}

impl Halves {
    /// The complements of an end.
    pub(crate) fn complements(&self, end: End) -> &[Complement] {
        &self.complements[end.complements.0 as usize..end.complements.1 as usize]
    }

    /// The detached moves of a complement.
    pub(crate) fn detached(&self, complement: &Complement) -> &[Detached] {
        &self.detached[complement.detached.0 as usize..complement.detached.1 as usize]
    }
}

impl<W: Word> HalfGraph<W> {
    /// Builds the half graph of a problem that a half turn maps to itself.
    pub(crate) fn new(problem: &Problem<W>, arena: &mut Arena<'_, '_>) -> Result<Self, Failure> {
        let mut builder = Builder::new(problem, arena)?;
        let stages = 2 * problem.cells() as usize;
        for cell in 0..problem.cells() {
            arena.budget.at(Stage::Graph, cell as usize, stages);
            builder.expand_all(cell, |state| !problem.is_half(state), arena)?;
        }
        let mut search = Complements::new(problem);
        for cell in 0..=problem.cells() {
            arena.budget.at(Stage::Graph, (problem.cells() + cell) as usize, stages);
            let mut moves = None;
            for i in 0..builder.by_cell[cell as usize].len() {
                let number = builder.by_cell[cell as usize][i];
                let state = builder.table.states[number as usize];
                if problem.is_half(state) && !search.find(number, state, &builder.table, arena)? {
                    builder.expand(number, cell, &mut moves, arena)?;
                }
            }
            moves.into_iter().for_each(|moves| moves.free(arena));
        }
        let halves = search.halves;
        let goals = halves.ends.iter().map(|end| end.state);
        let mut goals = goals.chain(halves.complements.iter().map(|complement| complement.state));
        Ok(Self { graph: builder.finish(&mut goals, arena)?, halves })
    }
}

/// Maximum number of moves that can be detached from a state. A state with more is expanded.
const MOST_MOVES: usize = 12;
/// Maximum number of moves with the same lowest cell for which tables are built.
const MOST_TABLED: usize = 1 << 10;

/// Finds the complements of states.
struct Complements<'a, W> {
    problem: &'a Problem<W>,
    halves: Halves,
    /// The tables of cells where they were needed.
    tables: Vec<Option<MoveTable<'a, W>>>,
    /// The moves that can be detached from the turned set at hand, with their indices.
    moves: Vec<(u32, Move<W>)>,
    /// Those of them that are detached at the moment.
    out: Vec<Detached>,
}

impl<'a, W: Word> Complements<'a, W> {
    fn new(problem: &'a Problem<W>) -> Self {
        let tables = (0..problem.cells()).map(|_| None).collect();
        Self { problem, halves: Halves::default(), tables, moves: Vec::new(), out: Vec::new() }
    }

    /// Finds the complements of a state. Returns false if there may be too many, so that the state
    /// must be expanded.
    fn find(
        &mut self,
        number: u32,
        state: W,
        states: &StateTable<W>,
        arena: &mut Arena<'_, '_>,
    ) -> Result<bool, Failure> {
        let problem = self.problem;
        let turned = problem.turned(!state);
        let gap = (!turned).trailing_zeros().min(problem.cells());
        let later = turned & !low_bits::<W>(gap);
        self.moves.clear();
        // The cells that can be the lowest of a move: a piece has at least `smallest` cells, so the
        // last ones cannot, and its lowest cell has a later neighbor in the piece.
        let mut starts = later;
        for _ in 1..problem.smallest.min(later.count_ones() + 1) {
            starts &= !(W::ONE << (W::BITS - 1 - starts.leading_zeros()));
        }
        if problem.smallest > 1 {
            starts &= problem.islands.with_later_neighbor(later);
        }
        while !starts.is_zero() {
            let cell = starts.trailing_zeros();
            if problem.moves_at(cell).len() > MOST_TABLED {
                return Ok(false);
            }
            let table = match &mut self.tables[cell as usize] {
                Some(table) => table,
                none => none.insert(MoveTable::new(problem, cell, arena)?),
            };
            table.for_each(!later, |number, m| {
                self.moves.push((number as u32, m));
                Ok::<_, Failure>(())
            })?;
            if self.moves.len() > MOST_MOVES {
                return Ok(false);
            }
            starts = starts.without_lowest_bit();
        }
        arena.budget.tick()?;
        let start = self.halves.complements.len() as u32;
        self.detach(turned, 0, states, arena)?;
        let end = self.halves.complements.len() as u32;
        if start < end {
            arena.push(&mut self.halves.ends, End { state: number, complements: (start, end) })?;
        }
        Ok(true)
    }

    /// Looks up the cells that are left, then detaches further moves in all ways, those from
    /// `start` on.
    fn detach(
        &mut self,
        cells: W,
        start: usize,
        states: &StateTable<W>,
        arena: &mut Arena<'_, '_>,
    ) -> Result<(), Failure> {
        if let Ok(Some(state)) = states.find(cells) {
            let Halves { complements, detached, .. } = &mut self.halves;
            let from = detached.len() as u32;
            if detached.len().max(complements.len()) > MOST {
                return Err(Failure::TooLarge);
            }
            arena.reserve(detached, self.out.len())?;
            detached.extend(&self.out);
            let detached = (from, from + self.out.len() as u32);
            arena.push(complements, Complement { state, detached })?;
        }
        for i in start..self.moves.len() {
            let (number, m) = self.moves[i];
            if (m.cells & !cells).is_zero() {
                self.out.push(Detached { number, pieces: m.pieces });
                self.detach(cells & !m.cells, i + 1, states, arena)?;
                self.out.pop();
            }
        }
        Ok(())
    }
}
