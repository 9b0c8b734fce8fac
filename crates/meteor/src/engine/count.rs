//! Counts solutions: how many ways lead to each state of the transfer graph, by the pieces used.
//!
//! A state can be made by different *multisets* of pieces. Its *counts* are these multisets, each
//! with its number of ways. They follow from the states before:
//!
//! ```text
//! counts(empty board) = {no pieces: 1}
//! counts(state)[set + piece] += counts(before)[set]    for each step (before, piece) to the state,
//!                                                      if a copy of the piece is left
//! ```
//!
//! The numbers of multisets grow quickly with the number of pieces. So if each piece is used a fixed
//! number of times, these *front* counts are made only for the states of about half of the board.
//! The *back* counts of the others are the ways to complete each state, from the full board
//! backwards. Solutions are counted where the two *meet in the middle*: the ways of a set on one
//! side times those of its complement on the other. If the number of copies of a piece may vary,
//! complements are not unique, and the front counts of the full board are read.
//!
//! A multiset is a word with a few bits for each piece. If it has few bits, the counts of one state
//! are added up in an array of all multisets; otherwise they are sorted. Cost: an addition for each
//! step and multiset.
//!
//! Read [`Layout`] (multisets in words), [`Counts`] and [`count`] first. Source of meeting in the
//! middle: E. Horowitz and S. Sahni, "Computing Partitions with Applications to the Knapsack
//! Problem", 1974.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::budget::{Budget, OUT_OF_MEMORY, OVERFLOW, Result, Stage};
use crate::engine::graph::{Forward, Graph, Steps};
use crate::engine::problem::{Pieces, Problem};

/// The number of copies of each piece, a few bits for each.
pub(crate) type Multiset = u64;

/// The bits of each piece in a multiset: none if it is optional and the board cannot hold more
/// copies than there are.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    bits: u32,
    /// Whether each piece that is counted must be used a fixed number of times. Then multisets
    /// that complete one another add up to `all`.
    pub(crate) is_exact: bool,
    pub(crate) all: Multiset,
}

/// The bits of a piece in multisets, and the copies that must and can be used, in these bits. All
/// are 0 if there are always enough copies, or none.
#[derive(Clone, Copy, Default, Debug)]
struct Field {
    bits: u64,
    one: Multiset,
    min: Multiset,
    max: Multiset,
}

impl Layout {
    /// The layout for the pieces of a problem; `None` if a multiset does not fit a word.
    pub(crate) fn new<W: Word>(problem: &Problem<W>) -> Option<Self> {
        let mut layout = Self { fields: Vec::new(), bits: 0, is_exact: true, all: 0 };
        for copies in &problem.pieces {
            let (min, max) = (u64::from(copies.min), u64::from(copies.max));
            let room = u64::from(problem.cells() / u32::from(copies.size).max(1));
            let is_free = min == 0 && max >= room;
            let bits = if is_free { 0 } else { u64::BITS - max.leading_zeros() };
            if layout.bits + bits > u64::BITS {
                return None;
            }
            if bits > 0 {
                let one = 1 << layout.bits;
                let (min, max) = (min * one, max * one);
                layout.fields.push(Field {
                    bits: (one << (bits - 1) << 1).wrapping_sub(one),
                    one,
                    min,
                    max,
                });
                layout.is_exact &= min == max;
                layout.all |= max;
            } else {
                layout.fields.push(Field::default());
            }
            layout.bits += bits;
        }
        Some(layout)
    }

    /// The pieces of a move, to be added to multisets.
    #[inline]
    pub(crate) fn addend(&self, Pieces { piece, times }: Pieces) -> Addend {
        let Field { bits, one, max, .. } = self.fields[usize::from(piece)];
        let copies = u64::from(times) * one;
        Addend { bits, limit: max - copies, copies }
    }

    /// Returns whether each piece is used as often as it must be.
    pub(crate) fn is_enough(&self, set: Multiset) -> bool {
        self.fit(set, 0)
    }

    /// Returns whether two multisets together use each piece as often as it must and can be.
    pub(crate) fn fit(&self, a: Multiset, b: Multiset) -> bool {
        self.fields.iter().all(|field| {
            let [a, b, min, max] =
                [a & field.bits, b & field.bits, field.min, field.max].map(u128::from);
            (min..=max).contains(&(a + b))
        })
    }
}

/// Copies of a piece, to be added to multisets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Addend {
    /// The bits of the piece.
    bits: u64,
    /// The copies in these bits to which these can be added, at most.
    limit: Multiset,
    copies: Multiset,
}

impl Addend {
    const NOTHING: Self = Self { bits: 0, limit: 0, copies: 0 };

    /// The multiset with these copies; `None` if there are fewer.
    #[inline]
    pub(crate) fn add(self, set: Multiset) -> Option<Multiset> {
        (set & self.bits <= self.limit).then(|| set.wrapping_add(self.copies))
    }
}

/// A number of ways: `u128`, or `u64` where that is enough.
pub(crate) trait Number: Copy + Default + PartialEq + Into<u128> + TryFrom<u128> {
    const ONE: Self;
}

impl Number for u64 {
    const ONE: Self = 1;
}

impl Number for u128 {
    const ONE: Self = 1;
}

/// The sum of two numbers of ways.
#[inline]
fn add<N: Number>(a: N, b: N) -> Result<N> {
    let sum = a.into().checked_add(b.into()).and_then(|sum| N::try_from(sum).ok());
    sum.ok_or(OVERFLOW)
}

/// A multiset with its number of ways.
pub(crate) type Entry<N> = (Multiset, N);

/// The counts of many states.
#[derive(Clone, Debug)]
pub(crate) struct Counts<N> {
    /// The entries of each state, or [`NOT_COUNTED`].
    ranges: Vec<(u32, u32)>,
    entries: Vec<Entry<N>>,
}

const NOT_COUNTED: (u32, u32) = (u32::MAX, u32::MAX);

impl<N: Number> Counts<N> {
    /// Counts the states in this order. The state `origin` has one way, without pieces. The counts
    /// of each other state follow from those of the states that `before` lists, with the pieces of
    /// the step; they come earlier in the order.
    fn new<I: Iterator<Item = (u32, Pieces)>>(
        order: impl Iterator<Item = u32>,
        origin: u32,
        before: impl Fn(u32) -> I,
        states: usize,
        mut sum: Sum<N>,
        layout: &Layout,
        budget: &mut Budget<'_>,
    ) -> Result<Self> {
        let mut counts = Self { ranges: budget.filled(states, NOT_COUNTED)?, entries: Vec::new() };
        for (i, state) in order.enumerate() {
            budget.at(Stage::Counts, i, states);
            budget.tick()?;
            if state == origin {
                sum.add(&[(0, N::ONE)], Addend::NOTHING, budget)?;
            }
            for (other, pieces) in before(state) {
                sum.add(counts.of(other), layout.addend(pieces), budget)?;
            }
            let start = counts.entries.len() as u32;
            sum.take(&mut counts.entries, budget)?;
            if counts.entries.len() > u32::MAX as usize / 2 {
                return Err(OUT_OF_MEMORY);
            }
            counts.ranges[state as usize] = (start, counts.entries.len() as u32);
        }
        sum.free(budget);
        Ok(counts)
    }

    /// Counts the ways to make the live states that `which` selects.
    fn front(
        steps: &Steps,
        which: &dyn Fn(u32) -> bool,
        layout: &Layout,
        budget: &mut Budget<'_>,
    ) -> Result<Self> {
        let order = steps.order.iter().copied().filter(|&state| which(state));
        let before = |state| steps.to(state).map(|step| (step.from, step.pieces));
        let sum = Sum::new(layout, budget)?;
        Self::new(order, 0, before, steps.states(), sum, layout, budget)
    }

    /// Counts the ways to complete the live states that `which` selects.
    fn back(
        steps: &Steps,
        forward: &Forward,
        which: &dyn Fn(u32) -> bool,
        sum: Sum<N>,
        layout: &Layout,
        budget: &mut Budget<'_>,
    ) -> Result<Self> {
        let full = steps.order.last().copied().unwrap_or(0);
        let order = steps.order.iter().rev().copied().filter(|&state| which(state));
        let after = |state| forward.from(state).iter().map(|step| (step.state, step.pieces));
        Self::new(order, full, after, steps.states(), sum, layout, budget)
    }

    /// Counts the ways to complete all live states. The counts of each are sorted by multisets.
    pub(crate) fn back_sorted(
        steps: &Steps,
        forward: &Forward,
        layout: &Layout,
        budget: &mut Budget<'_>,
    ) -> Result<Self> {
        let sum = Sum { is_sorted: true, ..Sum::new(layout, budget)? };
        Self::back(steps, forward, &|_| true, sum, layout, budget)
    }

    /// The counts of a state; none if it was not counted.
    #[inline]
    pub(crate) fn of(&self, state: u32) -> &[Entry<N>] {
        match self.ranges[state as usize] {
            NOT_COUNTED => &[],
            (start, end) => &self.entries[start as usize..end as usize],
        }
    }

    /// Returns whether a state was counted.
    fn has(&self, state: u32) -> bool {
        self.ranges[state as usize] != NOT_COUNTED
    }
}

/// The ways of a multiset among sorted entries.
pub(crate) fn ways_of<N: Number>(entries: &[Entry<N>], set: Multiset) -> N {
    let found = entries.binary_search_by_key(&set, |entry| entry.0);
    found.map_or(N::default(), |i| entries[i].1)
}

/// Maximum number of bits of a multiset for which sums are in an array of all multisets.
const DENSE_BITS: u32 = 16;

/// Adds up the ways of each multiset, for one state after the other.
struct Sum<N> {
    ways: Ways<N>,
    /// Whether [`take`](Self::take) sorts by multisets.
    is_sorted: bool,
}

enum Ways<N> {
    /// An array of the ways of all multisets, and the multisets with numbers other than 0.
    Dense(Vec<N>, Vec<u16>),
    /// The entries in the order in which they were added.
    Sparse(Vec<Entry<N>>),
}

impl<N: Number> Sum<N> {
    fn new(layout: &Layout, budget: &mut Budget<'_>) -> Result<Self> {
        let ways = if layout.bits <= DENSE_BITS {
            let mut used = Vec::new();
            budget.reserve(&mut used, 1 << layout.bits)?;
            Ways::Dense(budget.filled(1 << layout.bits, N::default())?, used)
        } else {
            Ways::Sparse(Vec::new())
        };
        Ok(Self { ways, is_sorted: false })
    }

    fn free(self, budget: &mut Budget<'_>) {
        match self.ways {
            Ways::Dense(table, used) => {
                budget.free(table);
                budget.free(used);
            }
            Ways::Sparse(entries) => budget.free(entries),
        }
    }

    /// Adds entries, with more pieces in each multiset.
    #[inline]
    fn add(&mut self, entries: &[Entry<N>], pieces: Addend, budget: &mut Budget<'_>) -> Result<()> {
        budget.work(entries.len())?;
        match &mut self.ways {
            Ways::Dense(table, used) => {
                for &(set, ways) in entries {
                    if let Some(set) = pieces.add(set) {
                        let sum = &mut table[set as usize];
                        if *sum == N::default() {
                            used.push(set as u16);
                        }
                        *sum = add(*sum, ways)?;
                    }
                }
            }
            Ways::Sparse(sums) => {
                budget.reserve(sums, entries.len())?;
                let added = |&(set, ways): &Entry<N>| Some((pieces.add(set)?, ways));
                sums.extend(entries.iter().filter_map(added));
            }
        }
        Ok(())
    }

    /// Moves all sums to the end of `to`.
    fn take(&mut self, to: &mut Vec<Entry<N>>, budget: &mut Budget<'_>) -> Result<()> {
        match &mut self.ways {
            Ways::Dense(table, used) => {
                if self.is_sorted {
                    budget.work(used.len())?;
                    used.sort_unstable();
                }
                budget.reserve(to, used.len())?;
                let sum = |&set: &u16| (set.into(), core::mem::take(&mut table[usize::from(set)]));
                to.extend(used.iter().map(sum));
                used.clear();
            }
            Ways::Sparse(sums) => {
                sort_and_merge(sums)?;
                budget.reserve(to, sums.len())?;
                to.append(sums);
            }
        }
        Ok(())
    }

    /// Prepares for [`ways_of`](Self::ways_of).
    fn settle(&mut self) -> Result<()> {
        match &mut self.ways {
            Ways::Dense(..) => Ok(()),
            Ways::Sparse(sums) => sort_and_merge(sums),
        }
    }

    #[inline]
    fn ways_of(&self, set: Multiset) -> N {
        match &self.ways {
            Ways::Dense(table, ..) => table[set as usize],
            Ways::Sparse(sums) => ways_of(sums, set),
        }
    }

    fn clear(&mut self) {
        match &mut self.ways {
            Ways::Dense(table, used) => {
                used.drain(..).for_each(|set| table[usize::from(set)] = N::default());
            }
            Ways::Sparse(sums) => sums.clear(),
        }
    }
}

/// Sorts entries by multisets and adds up the ways of equal ones.
fn sort_and_merge<N: Number>(entries: &mut Vec<Entry<N>>) -> Result<()> {
    entries.sort_unstable_by_key(|entry| entry.0);
    let mut result = Ok(());
    entries.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            match add(kept.1, next.1) {
                Ok(sum) => kept.1 = sum,
                overflow => result = overflow.map(drop),
            }
        }
        is_same
    });
    result
}

/// Counts the solutions by the transfer graph, with narrow numbers or, if they overflow, wide ones.
pub(crate) fn count<W: Word>(problem: &Problem<W>, budget: &mut Budget<'_>) -> Result<u128> {
    let layout = Layout::new(problem).ok_or(OUT_OF_MEMORY)?;
    let graph = Graph::new(problem, budget)?;
    let memory = budget.memory;
    match count_in::<u64, W>(problem, &graph, &layout, budget) {
        Err(OVERFLOW) => {
            budget.memory = memory;
            count_in::<u128, W>(problem, &graph, &layout, budget)
        }
        counted => counted,
    }
}

fn count_in<N: Number, W: Word>(
    problem: &Problem<W>,
    Graph { states, steps }: &Graph<W>,
    layout: &Layout,
    budget: &mut Budget<'_>,
) -> Result<u128> {
    let Some(&full) = steps.order.last() else { return Ok(0) };
    // Just after half of the board there are fewer steps at which to meet.
    let is_front = |state: u32| {
        let filled = states[state as usize].count_ones();
        !layout.is_exact || 20 * filled < 11 * problem.cells() || filled == 0
    };
    let fronts = Counts::<N>::front(steps, &is_front, layout, budget)?;
    if is_front(full) {
        let enough = fronts.of(full).iter().filter(|entry| layout.is_enough(entry.0));
        return enough.map(|entry| entry.1.into()).try_fold(0, add);
    }
    let forward = steps.forward(budget)?;
    let (sum, is_back) = (Sum::new(layout, budget)?, |state| !is_front(state));
    let backs = Counts::back(steps, &forward, &is_back, sum, layout, budget)?;
    meet(steps, &fronts, &backs, layout, budget)
}

/// Counts the solutions where the halves meet: each step from the front to the back joins the ways
/// to make the one state with the ways to complete the other.
fn meet<N: Number>(
    steps: &Steps,
    fronts: &Counts<N>,
    backs: &Counts<N>,
    layout: &Layout,
    budget: &mut Budget<'_>,
) -> Result<u128> {
    let mut completions = Sum::new(layout, budget)?;
    let mut total = 0;
    for &state in steps.order.iter().filter(|&&state| backs.has(state)) {
        budget.tick()?;
        completions.add(backs.of(state), Addend::NOTHING, budget)?;
        completions.settle()?;
        for step in steps.to(state) {
            let (entries, pieces) = (fronts.of(step.from), layout.addend(step.pieces));
            budget.work(entries.len())?;
            for &(set, ways) in entries {
                if let Some(set) = pieces.add(set) {
                    let ways_to_complete = completions.ways_of(layout.all - set);
                    if ways_to_complete != N::default() {
                        let product = ways.into().checked_mul(ways_to_complete.into());
                        total = add(total, product.ok_or(OVERFLOW)?)?;
                    }
                }
            }
        }
        completions.clear();
    }
    Ok(total)
}
