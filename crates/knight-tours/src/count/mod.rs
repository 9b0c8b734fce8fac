//! The number of Hamiltonian cycles of a graph, by a sweep over the degrees of a frontier. If all
//! levels of the sweep are kept, one of the cycles can be followed back (`trace`).
//!
//! The vertices are taken in order, and the edges to later vertices are chosen when a vertex is
//! taken. The **frontier** holds the vertices that are not taken but have a neighbor that is. A
//! vertex of it is untouched (no edge), the end of a partial path (one edge), or inside one (two).
//! What matters for the rest is which vertices are ends, which are inside, and which ends belong to
//! one path: a perfect matching of the ends. A **block** has all counts for one set of ends:
//!
//! ```text
//!   ends a c d f     inside {}    [ways with a–c d–f,  with a–d c–f,  with a–f c–d]
//!                    inside {b}   [ways with a–c d–f,  with a–d c–f,  with a–f c–d]
//!                    …
//! ```
//!
//! A choice of edges leads from one row to one other row, and changes all matchings of the row
//! alike (`matchings`). So no state is stored, hashed or sorted: a count takes the bytes of the
//! largest one of its block, and a choice of edges costs a load and an addition for each count.
//!
//! Vertices of the frontier that are not next to the taken one do not change. Blocks whose ends
//! agree in them form a **group**, which leads only to blocks of the same group. So groups are
//! replaced one by one, and by several threads: memory is needed for one level and a few groups.
//!
//! A row stores all matchings, also those that cannot occur. In a graph in which edges cross, such
//! as that of knights, almost all do.
//!
//! Hamiltonian paths are cycles through one more vertex ([`with_ends_joined`]).

mod pool;
mod trace;

use alloc::vec::Vec;
use core::mem::{size_of, take};

use bitboard_core::limits::{Meter, Watch};
use bitboard_core::{StopReason, TryError};

use super::graph::{Entries, Graph};
use super::matchings::{Change, Count, Operation, Tables, matchings};
use super::memory::Memory;

/// A set of slots of the frontier, or one slot.
type Slots = u32;

/// Error of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The cells cannot be ordered so that the frontier stays small.
    #[error("the frontier has {found} cells, expected at most 25")]
    TooWide {
        /// Number of cells of the frontier.
        found: usize,
    },
    /// The number of tours, or of ways to cover a part of the board with paths, does not fit a
    /// `u128`. Some of these ways cannot be completed, so this is possible for a board with fewer
    /// tours.
    #[error("the number of tours or of partial tours does not fit 128 bits")]
    Overflow,
    /// The states of the frontier need more memory than is allowed, or can be allocated.
    #[error("out of memory after {states} states of the frontier")]
    OutOfMemory {
        /// Number of states that were in memory.
        states: usize,
    },
}

impl<T> From<CountError> for TryError<CountError, T> {
    fn from(error: CountError) -> Self {
        Self::Failed(error)
    }
}

/// A graph whose Hamiltonian cycles are the Hamiltonian paths of `graph` whose ends include the
/// given ones (at most two), with its vertices in the order of a sweep, and this order. Without
/// `ends`, the graph itself.
///
/// ```text
///   no ends         one end a           ends a and b
///    ┌── x ── y     a ─┐ ┌─ x ── y       a ─┐
///   all ──┘   │        p │       │           all
///    └────────┘        └─all─────┘       b ─┘
/// ```
pub(super) fn with_ends_joined(
    graph: &Graph,
    ends: Option<&[u32]>,
    mut order: Vec<u32>,
) -> (Graph, Vec<u32>) {
    let Some(ends) = ends else { return (graph.reordered(&order), order) };
    let n = graph.len() as u32;
    let mut lists: Vec<Vec<u32>> =
        (0..graph.len()).map(|v| graph.of(v).map(|u| u as u32).collect()).collect();
    let position = |order: &[u32], v: u32| order.iter().position(|&u| u == v).unwrap_or(0);
    match *ends {
        [] => {
            lists.iter_mut().for_each(|list| list.push(n));
            lists.push((0..n).collect());
            order.push(n);
        }
        [a] => {
            for (v, list) in (0..).zip(&mut lists) {
                list.push(if v == a { n + 1 } else { n });
            }
            lists.push((0..n).filter(|&v| v != a).chain([n + 1]).collect());
            lists.push(Vec::from([a, n]));
            order.insert(position(&order, a) + 1, n + 1);
            order.push(n);
        }
        [a, b, ..] => {
            lists[a as usize].push(n);
            lists[b as usize].push(n);
            lists.push(Vec::from([a.min(b), a.max(b)]));
            order.insert(position(&order, a).max(position(&order, b)) + 1, n);
        }
    }
    (Graph::new(lists).reordered(&order), order)
}

/// A vertex that is taken.
struct Step {
    vertex: Slots,
    /// The slots of its later neighbors.
    later: Vec<Slots>,
    /// The slots of vertices that can change.
    near: Slots,
    /// The frontier after the step.
    frontier: Slots,
    /// The vertices of the frontier that have no later neighbors.
    must_be_inside: Slots,
    /// The vertices of the frontier that have one later neighbor.
    must_be_touched: Slots,
    /// Whether all vertices have entered the frontier.
    is_everything_in: bool,
}

/// A choice of edges, for all rows of a block in which the slots of `care` agree with `inside`.
struct Choice {
    care: Slots,
    inside: Slots,
    /// The slots that come inside.
    added: Slots,
    /// The ends after the choice.
    ends: Slots,
    /// The later neighbors to which edges are chosen.
    edges: Slots,
    operation: Operation,
    /// The edges join both ends of the only path.
    closes: bool,
}

impl Choice {
    fn new(care: Slots, ends: Slots, operation: Operation) -> Self {
        Self { care, inside: 0, added: 0, ends, edges: 0, operation, closes: false }
    }
}

impl Step {
    /// The steps of a sweep over a graph whose vertices are in the order of the sweep.
    fn all(graph: &Graph) -> Vec<Self> {
        let Entries { entering, slots } = Entries::new(graph);
        let last_entry = entering.iter().rposition(|list| !list.is_empty()).unwrap_or(0);
        let mut frontier = Vec::new();
        let step = |v: usize| {
            frontier.extend(entering[v].iter().map(|&u| u as usize));
            frontier.retain(|&u| u != v);
            let slot = |u: usize| 1 << slots[u];
            let left = |u: usize| graph.of(u).filter(|&w| w > v).count();
            let with = |most: usize| {
                let few = frontier.iter().filter(|&&u| left(u) == most);
                few.fold(0, |set, &u| set | slot(u))
            };
            let later: Vec<Slots> = graph.after(v).iter().map(|&u| slot(u as usize)).collect();
            Self {
                vertex: slot(v),
                near: later.iter().fold(slot(v), |set, slot| set | slot),
                later,
                frontier: frontier.iter().fold(0, |set, &u| set | slot(u)),
                must_be_inside: with(0),
                must_be_touched: with(1),
                is_everything_in: v >= last_entry,
            }
        };
        (0..graph.len()).map(step).collect()
    }

    /// Replaces `choices` by those of a block with the given ends.
    fn find_choices(&self, ends: Slots, choices: &mut Vec<Choice>) {
        let at = |set: Slots, slot: Slots| (set & (slot - 1)).count_ones() as usize;
        let closes = ends.count_ones() == 2;
        let move_end = |from: Slots, to: Slots, care: Slots| {
            let after = ends ^ from ^ to;
            Choice::new(care, after, Operation::Move(at(ends, from), at(after, to)))
        };
        let join = |a: Slots, b: Slots, care: Slots| {
            let operation = Operation::Join(at(ends, a.min(b)), at(ends, a.max(b)));
            Choice { closes, ..Choice::new(care, ends ^ a ^ b, operation) }
        };
        choices.clear();
        let vertex = self.vertex;
        if ends & vertex != 0 {
            for &u in &self.later {
                let choice = match ends & u {
                    0 => move_end(vertex, u, u),
                    _ => Choice { added: u, ..join(vertex, u, 0) },
                };
                choices.push(Choice { edges: u, ..choice });
            }
            return;
        }
        choices.push(Choice { inside: vertex, ..Choice::new(vertex, ends, Operation::Keep) });
        for (i, &u) in self.later.iter().enumerate() {
            for &w in &self.later[i + 1..] {
                let care = vertex | (u | w) & !ends;
                let choice = match (ends & u, ends & w) {
                    (0, 0) => {
                        let after = ends | u | w;
                        let operation = Operation::Insert(at(after, u.min(w)), at(after, u.max(w)));
                        Choice::new(care, after, operation)
                    }
                    (0, _) => Choice { added: w, ..move_end(w, u, care) },
                    (_, 0) => Choice { added: u, ..move_end(u, w, care) },
                    _ => Choice { added: u | w, ..join(u, w, care) },
                };
                choices.push(Choice { edges: u | w, ..choice });
            }
        }
    }

    /// The set inside after a choice; `None` if the choice does not apply or a vertex of the
    /// frontier cannot get two edges any more.
    #[inline]
    fn after(&self, choice: &Choice, inside: Slots) -> Option<Slots> {
        let after = inside & !self.vertex | choice.added;
        let is_possible = inside & choice.care == choice.inside
            && after & self.must_be_inside == self.must_be_inside
            && (after | choice.ends) & self.must_be_touched == self.must_be_touched;
        is_possible.then_some(after)
    }
}

/// The counts of all states with the same ends, with as few bytes for each as the largest needs.
#[derive(Clone)]
struct Block {
    ends: Slots,
    /// The set inside of each row, ascending.
    inside: Vec<Slots>,
    /// Bytes of a count.
    width: usize,
    /// Rows of a count for each matching of the ends.
    bytes: Vec<u8>,
}

impl Block {
    fn pairs(&self) -> usize {
        self.ends.count_ones() as usize / 2
    }

    /// Number of counts, if it fits.
    fn len(&self) -> Option<usize> {
        matchings(self.pairs())?.checked_mul(self.inside.len())
    }

    /// The bytes of a block with its entry in two lists, of which one may be growing.
    fn memory(&self) -> usize {
        self.bytes.len() + size_of_val(&self.inside[..]) + 3 * size_of::<Self>()
    }

    fn pack<T: Count>(rows: BlockSums<T>, memory: &Memory) -> Option<Self> {
        let BlockSums { ends, inside, counts } = rows;
        let largest = counts.iter().fold(T::ZERO, |largest, &count| largest.max(count));
        let width = largest.bytes();
        let mut block = Self { ends, inside, width, bytes: Vec::new() };
        let bytes = counts.len() * width;
        if !memory.take(block.memory() + bytes) || block.bytes.try_reserve_exact(bytes).is_err() {
            return None;
        }
        T::pack(&counts, width, &mut block.bytes);
        Some(block)
    }
}

/// A block whose counts are being summed up, in integers of type `T`.
struct BlockSums<T> {
    ends: Slots,
    inside: Vec<Slots>,
    counts: Vec<T>,
}

impl<T: Count> BlockSums<T> {
    /// No rows.
    fn new(ends: Slots) -> Self {
        Self { ends, inside: Vec::new(), counts: Vec::new() }
    }

    /// Sorts the sets and removes repeated ones.
    fn sort(&mut self) {
        self.inside.sort_unstable();
        self.inside.dedup();
    }

    /// Counts of a row.
    fn row_len(&self) -> Option<usize> {
        matchings(self.ends.count_ones() as usize / 2)
    }

    /// The bytes of filled rows, with their entry in a list.
    fn memory(&self) -> usize {
        size_of_val(&self.counts[..]) + self.bytes_without_counts()
    }

    fn bytes_without_counts(&self) -> usize {
        size_of_val(&self.inside[..]) + 2 * size_of::<Self>()
    }

    /// Allocates counts of 0.
    fn fill(&mut self, memory: &Memory) -> Option<()> {
        let len = self.row_len()?.checked_mul(self.inside.len())?;
        let bytes = len.checked_mul(size_of::<T>())?.checked_add(self.bytes_without_counts())?;
        if !memory.take(bytes) {
            return None;
        }
        if self.counts.try_reserve_exact(len).is_err() {
            memory.give(bytes);
            return None;
        }
        self.inside.shrink_to_fit();
        self.counts.resize(len, T::ZERO);
        Some(())
    }
}

/// Finds the block with these ends in a list that is sorted by ends, as `binary_search` does.
fn find_sums<T>(all: &[BlockSums<T>], ends: Slots) -> Result<usize, usize> {
    all.binary_search_by_key(&ends, |rows| rows.ends)
}

/// The blocks of a level and of the next one.
#[derive(Default)]
struct Level {
    /// Blocks that are not replaced yet; those of a group are side by side.
    waiting: Vec<Block>,
    /// The blocks that replace others.
    done: Vec<Block>,
}

/// The largest width in bytes of counts that are added in 64 bits, which cannot overflow in a step:
/// a state comes from at most 1 + 25 + 300 choices of at most 25 later neighbors, and a matching
/// from at most 24 by a join.
const NARROW: usize = 6;

/// A count in progress.
pub(super) struct CountSweep {
    steps: Vec<Step>,
    tables: Tables,
    memory: Memory,
    level: Level,
    /// Whether counts of more than 1 become 1.
    only_existence: bool,
}

/// The reason for which a step ended early.
enum Stop {
    Limit(StopReason),
    OutOfMemory,
    Overflow,
}

impl CountSweep {
    /// A sweep over a graph of at least three vertices, which are in the order of the sweep.
    pub(super) fn new(graph: &Graph, memory: usize) -> Self {
        let steps = Step::all(graph);
        let widest = steps.iter().map(|step| (step.frontier | step.near).count_ones());
        let tables = Tables::new(widest.max().unwrap_or(0) as usize / 2);
        let memory = Memory::new(memory);
        memory.keep(tables.empty_bytes());
        let start = Block { ends: 0, inside: Vec::from([0]), width: 1, bytes: Vec::from([1]) };
        let _ = memory.take(start.memory());
        let level = Level { waiting: Vec::from([start]), done: Vec::new() };
        Self { steps, tables, memory, level, only_existence: false }
    }

    /// Takes all vertices, and returns the number of cycles.
    pub(super) fn run(
        mut self,
        threads: usize,
        watch: &Watch<'_>,
    ) -> Result<u128, TryError<CountError>> {
        let mut tours = 0;
        for taken in 0..self.steps.len() {
            self.step(taken, threads, watch, &mut tours)?;
        }
        Ok(tours)
    }

    /// Takes vertex `taken`, and adds the cycles that it completes to `tours`.
    fn step(
        &mut self,
        taken: usize,
        threads: usize,
        watch: &Watch<'_>,
        tours: &mut u128,
    ) -> Result<(), TryError<CountError>> {
        watch.check()?;
        let (step, tables, memory) = (&self.steps[taken], &self.tables, &self.memory);
        let work = Work { step, tables, memory, watch, only_existence: self.only_existence };
        let mut stepped = self.level.step(&work, threads, tours);
        // A group that does not fit beside those of other threads may fit alone.
        if threads > 1 && matches!(stepped, Err(Stop::OutOfMemory)) {
            stepped = self.level.step(&work, 1, tours);
        }
        stepped.map_err(|stop| match stop {
            Stop::Limit(reason) => reason.into(),
            Stop::Overflow => CountError::Overflow.into(),
            Stop::OutOfMemory => self.out_of_memory(),
        })?;
        let near = self.steps.get(taken + 1).map_or(0, |step| step.near);
        self.level.begin(near);
        Ok(())
    }

    fn out_of_memory(&self) -> TryError<CountError> {
        CountError::OutOfMemory { states: self.level.states() }.into()
    }
}

impl Level {
    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.waiting.iter().chain(&self.done)
    }

    /// Number of counts.
    fn states(&self) -> usize {
        self.blocks().filter_map(Block::len).sum()
    }

    /// Begins a step in which only the slots of `near` change.
    fn begin(&mut self, near: Slots) {
        self.waiting = take(&mut self.done);
        self.sort(near);
    }

    /// Moves the blocks of each group side by side.
    fn sort(&mut self, near: Slots) {
        self.waiting.sort_unstable_by_key(|block| (block.ends & !near, block.ends));
    }
}

/// The replacement of a group.
struct Replaced {
    blocks: Vec<Block>,
    /// The number of tours that were completed.
    tours: u128,
}

/// The work of a step.
struct Work<'a> {
    step: &'a Step,
    tables: &'a Tables,
    memory: &'a Memory,
    watch: &'a Watch<'a>,
    only_existence: bool,
}

impl Work<'_> {
    /// The blocks that replace a group.
    fn replace<T: Count>(&self, group: &[Block], meter: &mut Meter<'_>) -> Result<Replaced, Stop> {
        let mut all = self.rows_after::<T>(group)?;
        let mut filled = 0;
        let is_filled = all.iter_mut().all(|rows| {
            let is_filled = rows.fill(self.memory).is_some();
            filled += if is_filled { rows.memory() } else { 0 };
            is_filled
        });
        let replaced = if is_filled {
            self.add(group, &mut all, meter).and_then(|tours| self.pack(all, tours))
        } else {
            Err(Stop::OutOfMemory)
        };
        self.memory.give(filled);
        replaced
    }

    /// Packs the rows that replace a group.
    fn pack<T: Count>(&self, all: Vec<BlockSums<T>>, tours: u128) -> Result<Replaced, Stop> {
        let mut blocks = Vec::with_capacity(all.len());
        for rows in all {
            let Some(block) = Block::pack(rows, self.memory) else {
                self.memory.give(blocks.iter().map(Block::memory).sum());
                return Err(Stop::OutOfMemory);
            };
            blocks.push(block);
        }
        Ok(Replaced { blocks, tours })
    }

    /// The rows that the choices of a group lead to, without counts, by their ends.
    fn rows_after<T: Count>(&self, group: &[Block]) -> Result<Vec<BlockSums<T>>, Stop> {
        let mut all = Vec::new();
        let mut choices = Vec::new();
        for block in group {
            self.step.find_choices(block.ends, &mut choices);
            for choice in choices.iter().filter(|choice| !choice.closes) {
                let at = find_sums(&all, choice.ends).unwrap_or_else(|at| {
                    all.insert(at, BlockSums::new(choice.ends));
                    at
                });
                let to = &mut all[at];
                if to.inside.len() + block.inside.len() > to.inside.capacity() {
                    to.sort();
                }
                let added = to.inside.try_reserve(block.inside.len());
                added.map_err(|_| Stop::OutOfMemory)?;
                let inside = block.inside.iter();
                to.inside.extend(inside.filter_map(|&inside| self.step.after(choice, inside)));
            }
        }
        all.retain(|rows| !rows.inside.is_empty());
        all.iter_mut().for_each(BlockSums::sort);
        Ok(all)
    }

    /// Adds the counts of all choices of a group, and returns the number of tours completed.
    fn add<T: Count>(
        &self,
        group: &[Block],
        all: &mut [BlockSums<T>],
        meter: &mut Meter<'_>,
    ) -> Result<u128, Stop> {
        let step = self.step;
        let (mut choices, mut counts, mut tours) = (Vec::new(), Vec::new(), 0u128);
        for block in group {
            counts.clear();
            let len = block.len().unwrap_or(usize::MAX);
            let bytes = len.saturating_mul(size_of::<T>());
            if !self.memory.take(bytes) {
                return Err(Stop::OutOfMemory);
            }
            self.memory.give(bytes);
            counts.try_reserve_exact(len).map_err(|_| Stop::OutOfMemory)?;
            T::unpack(&block.bytes, block.width, &mut counts);
            let row_len = counts.len() / block.inside.len().max(1);
            step.find_choices(block.ends, &mut choices);
            for choice in &choices {
                let rows = block.inside.iter().zip(counts.chunks_exact(row_len));
                let rows =
                    rows.filter_map(|(&inside, row)| Some((step.after(choice, inside)?, row)));
                if choice.closes {
                    for (_, row) in rows.filter(|&(after, _)| step.is_tour(after)) {
                        tours = tours.checked_add(row[0].to_u128()).ok_or(Stop::Overflow)?;
                    }
                    continue;
                }
                let Ok(at) = find_sums(all, choice.ends) else { continue };
                let to = &mut all[at];
                let change = self.tables.change(choice.operation, block.pairs(), self.memory);
                add_rows(&change, rows, to, meter).map_err(Stop::Limit)?;
            }
        }
        let is_full = |rows: &BlockSums<T>| rows.counts.contains(&T::FULL);
        if T::SATURATES && all.iter().any(is_full) { Err(Stop::Overflow) } else { Ok(tours) }
    }
}

impl Step {
    /// Whether a cycle that leaves `inside` is a tour.
    fn is_tour(&self, inside: Slots) -> bool {
        self.is_everything_in && inside == self.frontier
    }
}

/// Adds rows, whose sets ascend, to those of a block.
fn add_rows<'a, T: Count + 'a>(
    change: &Change<'_>,
    rows: impl Iterator<Item = (Slots, &'a [T])>,
    to: &mut BlockSums<T>,
    meter: &mut Meter<'_>,
) -> Result<(), StopReason> {
    let Some(row_len) = to.row_len() else { return Ok(()) };
    let mut at = 0;
    for (after, row) in rows {
        meter.take_all(row.len())?;
        while to.inside[at] != after {
            at += 1;
        }
        change.apply(row, &mut to.counts[at * row_len..][..row_len]);
    }
    Ok(())
}
