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
//! The numbers of multisets grow quickly with the number of pieces, so the counts are made only for
//! the states of less than half of the board, and solutions are counted where two halves *meet in
//! the middle*: the ways of a set on one side times those of its complement on the other.
//!
//! - If a half turn maps the puzzle to itself, the other side of a state is a complement in the
//!   same [half graph](crate::engine::graph). If that, too, has exactly half of the cells, the pair
//!   is met twice, turned by 180°; it is counted once, for two.
//! - Otherwise the other side has the counts of the ways to complete each state, from the full
//!   board backwards.
//! - If the number of copies of a piece may vary, complements are not unique, and the counts of the
//!   full board are read.
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

use crate::engine::arena::Arena;
use crate::engine::budget::Stage;
use crate::engine::error::Failure;
use crate::engine::graph::{Complement, End, Forward, Graph, HalfGraph, Halves, Step, Steps};
use crate::engine::problem::{Move, Pieces, Problem};

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

    /// The multiset without these copies; `None` if it has fewer.
    fn remove(self, set: Multiset) -> Option<Multiset> {
        (set & self.bits >= self.copies).then(|| set.wrapping_sub(self.copies))
    }
}

/// A number of ways: `u64` where that is enough.
pub(crate) trait Number: Copy + Default + PartialEq + 'static {
    const ONE: Self;
    /// The sum, and whether it overflows.
    fn add(self, other: Self) -> (Self, bool);
    fn times(self, other: Self) -> Option<u128>;
    fn widen(self) -> u128;
}

impl Number for u64 {
    const ONE: Self = 1;
    #[inline]
    fn add(self, other: Self) -> (Self, bool) {
        self.overflowing_add(other)
    }
    #[inline]
    fn times(self, other: Self) -> Option<u128> {
        Some(u128::from(self) * u128::from(other))
    }
    fn widen(self) -> u128 {
        self.into()
    }
}

impl Number for u128 {
    const ONE: Self = 1;
    #[inline]
    fn add(self, other: Self) -> (Self, bool) {
        self.overflowing_add(other)
    }
    #[inline]
    fn times(self, other: Self) -> Option<u128> {
        self.checked_mul(other)
    }
    fn widen(self) -> u128 {
        self
    }
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
        layout: &Layout,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Self, Failure> {
        let mut counts = Self { ranges: arena.filled(states, NOT_COUNTED)?, entries: Vec::new() };
        let mut sum = Sum::new(layout, arena)?;
        for (i, state) in order.enumerate() {
            arena.budget.at(Stage::Counts, i, states);
            arena.budget.tick()?;
            if state == origin {
                sum.add(&[(0, N::ONE)], Addend::NOTHING, arena)?;
            }
            for (other, pieces) in before(state) {
                sum.add(counts.of(other), layout.addend(pieces), arena)?;
            }
            let start = counts.entries.len() as u32;
            sum.take(&mut counts.entries, arena)?;
            if counts.entries.len() > u32::MAX as usize / 2 {
                return Err(Failure::TooLarge);
            }
            counts.ranges[state as usize] = (start, counts.entries.len() as u32);
        }
        sum.free(arena);
        Ok(counts)
    }

    /// Counts the ways to make the live states that `which` selects.
    fn front(
        steps: &Steps,
        which: &dyn Fn(u32) -> bool,
        layout: &Layout,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Self, Failure> {
        let order = steps.order.iter().copied().filter(|&state| which(state));
        let before = |state| steps.to(state).map(|step| (step.from, step.pieces));
        Self::new(order, 0, before, steps.states(), layout, arena)
    }

    /// Counts the ways to complete the live states that `which` selects.
    pub(crate) fn back(
        steps: &Steps,
        forward: &Forward,
        which: &dyn Fn(u32) -> bool,
        layout: &Layout,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Self, Failure> {
        let full = steps.order.last().copied().unwrap_or(0);
        let order = steps.order.iter().rev().copied().filter(|&state| which(state));
        let after = |state| forward.from(state).iter().map(|step| (step.state, step.pieces));
        Self::new(order, full, after, steps.states(), layout, arena)
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

    /// Sorts the counts of each state by multisets.
    pub(crate) fn sort(&mut self, arena: &mut Arena<'_, '_>) -> Result<(), Failure> {
        for &(start, end) in self.ranges.iter().filter(|&&range| range != NOT_COUNTED) {
            let entries = &mut self.entries[start as usize..end as usize];
            arena.budget.work(entries.len())?;
            sort(entries);
        }
        Ok(())
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
enum Sum<N> {
    /// An array of the ways of all multisets, and the multisets with numbers other than 0.
    Dense(Vec<N>, Vec<Multiset>),
    /// The entries in the order in which they were added.
    Sparse(Vec<Entry<N>>),
}

impl<N: Number> Sum<N> {
    fn new(layout: &Layout, arena: &mut Arena<'_, '_>) -> Result<Self, Failure> {
        Ok(if layout.bits <= DENSE_BITS {
            let mut used = Vec::new();
            arena.reserve(&mut used, 1 << layout.bits)?;
            Self::Dense(arena.filled(1 << layout.bits, N::default())?, used)
        } else {
            Self::Sparse(Vec::new())
        })
    }

    fn free(self, arena: &mut Arena<'_, '_>) {
        match self {
            Self::Dense(table, used) => {
                arena.free(table);
                arena.free(used);
            }
            Self::Sparse(entries) => arena.free(entries),
        }
    }

    /// Adds entries, with more pieces in each multiset.
    #[inline]
    fn add(
        &mut self,
        entries: &[Entry<N>],
        pieces: Addend,
        arena: &mut Arena<'_, '_>,
    ) -> Result<(), Failure> {
        arena.budget.work(entries.len())?;
        match self {
            Self::Dense(table, used) => {
                for &(set, ways) in entries {
                    if let Some(set) = pieces.add(set) {
                        let sum = &mut table[set as usize];
                        if *sum == N::default() {
                            used.push(set);
                        }
                        let (new, is_over) = sum.add(ways);
                        if is_over {
                            return Err(Failure::TooMany);
                        }
                        *sum = new;
                    }
                }
            }
            Self::Sparse(sums) => {
                arena.reserve(sums, entries.len())?;
                let added = |&(set, ways): &Entry<N>| Some((pieces.add(set)?, ways));
                sums.extend(entries.iter().filter_map(added));
            }
        }
        Ok(())
    }

    /// Moves all sums, sorted by multisets if they are sparse, to the end of `to`.
    fn take(&mut self, to: &mut Vec<Entry<N>>, arena: &mut Arena<'_, '_>) -> Result<(), Failure> {
        match self {
            Self::Dense(table, used) => {
                arena.reserve(to, used.len())?;
                let sum = |&set: &Multiset| (set, core::mem::take(&mut table[set as usize]));
                to.extend(used.iter().map(sum));
                used.clear();
            }
            Self::Sparse(sums) => {
                sort_and_merge(sums)?;
                arena.reserve(to, sums.len())?;
                to.append(sums);
            }
        }
        Ok(())
    }

    /// Prepares for [`ways_of`](Self::ways_of).
    fn settle(&mut self) -> Result<(), Failure> {
        match self {
            Self::Dense(..) => Ok(()),
            Self::Sparse(sums) => sort_and_merge(sums),
        }
    }

    #[inline]
    fn ways_of(&self, set: Multiset) -> N {
        match self {
            Self::Dense(table, ..) => table[set as usize],
            Self::Sparse(sums) => ways_of(sums, set),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Dense(table, used) => {
                used.drain(..).for_each(|set| table[set as usize] = N::default());
            }
            Self::Sparse(sums) => sums.clear(),
        }
    }
}

fn sort<N: Number>(entries: &mut [Entry<N>]) {
    entries.sort_unstable_by_key(|entry| entry.0);
}

/// Sorts entries by multisets and adds up the ways of equal ones.
fn sort_and_merge<N: Number>(entries: &mut Vec<Entry<N>>) -> Result<(), Failure> {
    sort(entries);
    let mut overflow = false;
    entries.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            let (sum, is_over) = kept.1.add(next.1);
            kept.1 = sum;
            overflow |= is_over;
        }
        is_same
    });
    if overflow { Err(Failure::TooMany) } else { Ok(()) }
}

/// Counts the solutions by the transfer graph, with narrow numbers or, if they overflow, wide ones.
pub(crate) fn count<W: Word>(
    problem: &Problem<W>,
    arena: &mut Arena<'_, '_>,
) -> Result<u128, Failure> {
    let layout = Layout::new(problem).ok_or(Failure::TooLarge)?;
    let halves = Halved::new(problem, &layout, arena)?;
    let left = arena.left;
    match halves.count::<u64>(&layout, arena) {
        Err(Failure::TooMany) => {
            arena.left = left;
            halves.count::<u128>(&layout, arena)
        }
        counted => counted,
    }
}

/// A graph that is counted from both ends.
enum Halved<W> {
    Half(HalfGraph<W>),
    /// The whole graph, and whether each state belongs to the front: those of less than half of the
    /// board or, if complements are not unique, all.
    Whole(Graph<W>, Vec<bool>),
}

impl<W: Word> Halved<W> {
    fn new(
        problem: &Problem<W>,
        layout: &Layout,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Self, Failure> {
        // The cells of an orbit are far apart, so too many of its moves would be detached.
        let has_orbits = problem.moves.iter().any(|m| m.pieces.times > 1);
        if layout.is_exact && !has_orbits && problem.has_half_turn() {
            return Ok(Self::Half(HalfGraph::new(problem, arena)?));
        }
        let graph = Graph::new(problem, arena)?;
        let mut is_front = arena.filled(graph.states.len(), true)?;
        if layout.is_exact {
            for (is_front, &state) in is_front.iter_mut().zip(&graph.states) {
                *is_front = !problem.is_half(state);
            }
        }
        Ok(Self::Whole(graph, is_front))
    }

    fn count<N: Number>(
        &self,
        layout: &Layout,
        arena: &mut Arena<'_, '_>,
    ) -> Result<u128, Failure> {
        match self {
            Self::Half(half) => by_half::<N>(&half.graph.steps, &half.halves, layout, arena),
            Self::Whole(graph, is_front) => by_graph::<N>(&graph.steps, is_front, layout, arena),
        }
    }
}

/// Counts by the whole graph: each step from the front to the back joins the ways to make the one
/// state with the ways to complete the other.
fn by_graph<N: Number>(
    steps: &Steps,
    is_front: &[bool],
    layout: &Layout,
    arena: &mut Arena<'_, '_>,
) -> Result<u128, Failure> {
    let is_front = |state: u32| is_front[state as usize];
    let Some(&full) = steps.order.last() else { return Ok(0) };
    let fronts = Counts::<N>::front(steps, &is_front, layout, arena)?;
    let mut total = 0u128;
    if is_front(full) {
        let enough = fronts.of(full).iter().filter(|entry| layout.is_enough(entry.0));
        for entry in enough {
            total = total.checked_add(entry.1.widen()).ok_or(Failure::TooMany)?;
        }
        return Ok(total);
    }
    let forward = steps.forward(arena)?;
    let backs = Counts::<N>::back(steps, &forward, &|state| !is_front(state), layout, arena)?;
    forward.free(arena);
    let mut completions = Sum::new(layout, arena)?;
    for &state in steps.order.iter().filter(|&&state| !is_front(state)) {
        arena.budget.tick()?;
        completions.add(backs.of(state), Addend::NOTHING, arena)?;
        completions.settle()?;
        for step in steps.to(state).filter(|step| is_front(step.from)) {
            let (entries, pieces) = (fronts.of(step.from), layout.addend(step.pieces));
            arena.budget.work(entries.len())?;
            for &(set, ways) in entries {
                if let Some(set) = pieces.add(set) {
                    let ways_to_complete = completions.ways_of(layout.all - set);
                    total = add_product(total, ways, ways_to_complete)?;
                }
            }
        }
        completions.clear();
    }
    Ok(total)
}

/// The sum plus the product of `a` and `b`.
#[inline]
fn add_product<N: Number>(sum: u128, a: N, b: N) -> Result<u128, Failure> {
    if b == N::default() {
        return Ok(sum);
    }
    a.times(b).and_then(|product| sum.checked_add(product)).ok_or(Failure::TooMany)
}

/// Counts by the half graph.
fn by_half<N: Number>(
    steps: &Steps,
    halves: &Halves,
    layout: &Layout,
    arena: &mut Arena<'_, '_>,
) -> Result<u128, Failure> {
    let (mut once, mut twice) = (0, 0);
    Middle::<N>::new(steps, halves, layout, arena)?.for_each_match(
        arena,
        |_, at, entry, of_end| {
            let total = if at.is_pair { &mut twice } else { &mut once };
            *total = add_product(*total, entry.1, of_end.1)?;
            Ok(())
        },
    )?;
    twice.checked_mul(2).and_then(|twice: u128| twice.checked_add(once)).ok_or(Failure::TooMany)
}

/// Steps to a state, the last one first, each with the state after it.
type Path = Vec<(u32, Step)>;

/// Joins the half graph with itself, turned by 180°:
///
/// ```text
/// for each end, for each complement, for each multiset `set` of the complement:
///     all = set + the pieces of the detached moves
///     solutions += ways(complement, set) · ways(end, layout.all − all)
/// ```
///
/// The counts of ends are the largest and are not stored. Those of one end at a time are added up
/// from the states before it; if a complement is an end, its states before it are joined instead.
struct Middle<'a, N> {
    steps: &'a Steps,
    halves: &'a Halves,
    layout: &'a Layout,
    /// The counts of all states but the ends.
    counts: Counts<N>,
    /// The counts of the current end.
    of_end: Sum<N>,
}

/// An end, and its complement or a state before that.
struct Meeting {
    end: End,
    complement: Complement,
    /// Whether no other meeting has the half turns of its solutions.
    is_pair: bool,
    state: u32,
    /// The step from the state to the complement.
    step: Option<Step>,
}

impl<'a, N: Number> Middle<'a, N> {
    fn new(
        steps: &'a Steps,
        halves: &'a Halves,
        layout: &'a Layout,
        arena: &mut Arena<'_, '_>,
    ) -> Result<Self, Failure> {
        let mut is_end = arena.filled(steps.states(), false)?;
        halves.ends.iter().for_each(|end| is_end[end.state as usize] = true);
        // A board without free cells is the beginning and an end.
        is_end.iter_mut().take(1).for_each(|is_end| *is_end = false);
        let counts = Counts::front(steps, &|state| !is_end[state as usize], layout, arena)?;
        arena.free(is_end);
        Ok(Self { steps, halves, layout, counts, of_end: Sum::new(layout, arena)? })
    }

    /// Calls `found` with the entries of the state and the end of each meeting that complete one
    /// another.
    #[inline(always)]
    fn for_each_match(
        mut self,
        arena: &mut Arena<'_, '_>,
        mut found: impl FnMut(&Self, &Meeting, Entry<N>, Entry<N>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for (i, &end) in self.halves.ends.iter().enumerate() {
            arena.budget.at(Stage::Counts, self.halves.ends.len() + i, 2 * self.halves.ends.len());
            arena.budget.tick()?;
            let mut is_counted = false;
            for complement in self.halves.complements(end) {
                let detached = self.halves.detached(complement);
                // Two ends that are complements of one another are joined once, at the first.
                let is_end = detached.is_empty() && !self.counts.has(complement.state);
                if is_end && complement.state < end.state {
                    continue;
                }
                if !is_counted {
                    self.count_end(end.state, arena)?;
                    is_counted = true;
                }
                let is_pair = is_end && complement.state > end.state;
                let mut meet = |state, step: Option<Step>| {
                    let meeting = Meeting { end, complement: *complement, is_pair, state, step };
                    let entries = self.counts.of(state);
                    arena.budget.work(entries.len())?;
                    let first =
                        step.map_or(Addend::NOTHING, |step| self.layout.addend(step.pieces));
                    let last = |set| {
                        detached.iter().try_fold(set, |set, detached| {
                            self.layout.addend(detached.pieces).add(set)
                        })
                    };
                    for &(set, ways) in entries {
                        let Some(mut all) = first.add(set) else { continue };
                        if !detached.is_empty() {
                            let Some(more) = last(all) else { continue };
                            all = more;
                        }
                        let set_of_end = self.layout.all - all;
                        let ways_of_end = self.of_end.ways_of(set_of_end);
                        if ways_of_end != N::default() {
                            found(&self, &meeting, (set, ways), (set_of_end, ways_of_end))?;
                        }
                    }
                    Ok::<_, Failure>(())
                };
                if self.counts.has(complement.state) {
                    meet(complement.state, None)?;
                } else {
                    self.steps
                        .to(complement.state)
                        .try_for_each(|step| meet(step.from, Some(step)))?;
                }
            }
            self.of_end.clear();
        }
        Ok(())
    }

    /// Adds up the counts of an end, which are stored only if it is the empty board.
    fn count_end(&mut self, end: u32, arena: &mut Arena<'_, '_>) -> Result<(), Failure> {
        self.of_end.add(self.counts.of(end), Addend::NOTHING, arena)?;
        for step in self.steps.to(end) {
            let pieces = self.layout.addend(step.pieces);
            self.of_end.add(self.counts.of(step.from), pieces, arena)?;
        }
        self.of_end.settle()
    }

    /// Calls `found` with each way to make a state of these pieces, after the steps of `path`.
    fn for_each_path(
        &self,
        state: u32,
        set: Multiset,
        path: &mut Path,
        found: &mut dyn FnMut(&Path),
    ) {
        if state == 0 {
            return found(path);
        }
        for step in self.steps.to(state) {
            if let Some(before) = self.layout.addend(step.pieces).remove(set)
                && self.counts.of(step.from).iter().any(|entry| entry.0 == before)
            {
                path.push((state, step));
                self.for_each_path(step.from, before, path, found);
                path.pop();
            }
        }
    }
}

/// Calls `found` with the moves of each solution, in no particular order. A half turn must map the
/// problem to itself, and the number of copies of each piece must be fixed.
pub(crate) fn for_each_solution<W: Word>(
    problem: &Problem<W>,
    arena: &mut Arena<'_, '_>,
    mut found: impl FnMut(&[Move<W>]),
) -> Result<(), Failure> {
    let layout = Layout::new(problem).ok_or(Failure::TooLarge)?;
    debug_assert!(layout.is_exact && problem.has_half_turn());
    let HalfGraph { graph, halves } = HalfGraph::new(problem, arena)?;
    let move_of = |&(state, step): &(u32, Step)| {
        let cells = graph.states[state as usize] & !graph.states[step.from as usize];
        Move { cells, pieces: step.pieces }
    };
    let turned = |m: Move<W>| Move { cells: problem.turned(m.cells), ..m };
    let (mut paths, mut moves) = (Vec::new(), Vec::new());
    let middle = Middle::<u64>::new(&graph.steps, &halves, &layout, arena)?;
    middle.for_each_match(arena, |middle, at, (set, _), (set_of_end, _)| {
        // The ways to make the end, one after the other.
        paths.clear();
        let mut ends = 0;
        middle.for_each_path(at.end.state, set_of_end, &mut Vec::new(), &mut |path| {
            paths.extend(path.iter().map(move_of));
            ends += 1;
        });
        let last = at.step.map(|step| (at.complement.state, step));
        let detached = halves.detached(&at.complement);
        middle.for_each_path(at.state, set, &mut Vec::from_iter(last), &mut |path| {
            let len = paths.len() / ends;
            for end in (0..ends).map(|i| &paths[i * len..][..len]) {
                moves.clear();
                moves.extend(path.iter().map(|step| turned(move_of(step))));
                moves.extend(detached.iter().map(|m| turned(problem.moves[m.number as usize])));
                moves.extend(end);
                found(&moves);
                if at.is_pair {
                    moves.iter_mut().for_each(|m| *m = turned(*m));
                    found(&moves);
                }
            }
        });
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn products_are_exact_or_missing() {
        let (word, most) = (1_u128 << 64, u64::MAX);
        assert_eq!(Number::times(most, most), Some((word - 1) * (word - 1)));
        assert_eq!(Number::times(word, word - 1), Some(u128::MAX - (word - 1)));
        assert_eq!(Number::times(word, word), None);
        assert_eq!((Number::add(most, 2), Number::add(most - 2, 2)), ((1, true), (most, false)));
        assert_eq!((Number::widen(most), Number::widen(word)), (word - 1, word));
    }
}
