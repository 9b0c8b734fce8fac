//! Which pieces can have made a filling, and in how many ways.
//!
//! A hand is a number of each piece, packed into a word. For each filling the front family says in how many ways it
//! can be made from each hand, the back family in how many ways the rest can be filled with each hand. Solutions are counted where the two meet,
//! halfway, so that neither family grows large.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::graph::{Graph, NoGraph, Step};
use crate::polyform::limits::{Meter, Stop};
use crate::polyform::problem::Problem;

/// How many of each piece: a few bits for each.
pub(crate) type Hand = u64;

/// How hands are packed.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    fields: Vec<Field>,
    /// How many bits a hand has.
    pub(crate) bits: u32,
    /// Whether each piece that is counted has to be used a certain number of times: then hands that complete one another
    /// add up to `all`.
    pub(crate) exact: bool,
    pub(crate) all: Hand,
}

/// The bits of a piece in a hand; no bits if there are always enough and it is never missed.
#[derive(Clone, Copy, Debug)]
struct Field {
    shift: u32,
    mask: u64,
    min: u64,
    max: u64,
}

impl Packing {
    /// `None` if a hand does not fit.
    pub(crate) fn new<W: Word>(problem: &Problem<W>) -> Option<Self> {
        let cells = problem.cells();
        let mut packing = Self { fields: Vec::new(), bits: 0, exact: true, all: 0 };
        for stock in &problem.pieces {
            let (min, max) = (u64::from(stock.min), u64::from(stock.max));
            let room = u64::from(cells / u32::from(stock.size).max(1));
            let free = min == 0 && max >= room;
            let bits = if free { 0 } else { u64::BITS - max.leading_zeros() };
            if packing.bits + bits > u64::BITS {
                return None;
            }
            let mask = if free { 0 } else { u64::MAX >> (u64::BITS - bits.max(1)) };
            let mask = if bits == 0 { 0 } else { mask };
            packing.fields.push(Field { shift: packing.bits.min(63), mask, min, max });
            if bits > 0 {
                packing.exact &= min == max;
                packing.all |= max << packing.bits;
            }
            packing.bits += bits;
        }
        Some(packing)
    }

    /// The hand with one more of a piece, unless there is none left.
    #[inline]
    pub(crate) fn with(&self, hand: Hand, step: Step) -> Option<Hand> {
        if step.is_empty() {
            return Some(hand);
        }
        let field = self.fields[usize::from(step.piece)];
        if field.mask == 0 {
            // There are always enough, or there is none at all.
            return (field.max > 0).then_some(hand);
        }
        let there = hand >> field.shift & field.mask;
        (there < field.max).then(|| hand + (1 << field.shift))
    }

    /// Whether each piece is used as often as it must.
    fn is_enough(&self, hand: Hand) -> bool {
        let enough = |field: &Field| hand >> field.shift & field.mask >= field.min;
        self.fields.iter().filter(|field| field.mask != 0).all(enough)
    }

    /// Whether two hands together use each piece as often as they must and may.
    fn fit(&self, a: Hand, b: Hand) -> bool {
        self.fields.iter().filter(|field| field.mask != 0).all(|field| {
            let times = (a >> field.shift & field.mask) + (b >> field.shift & field.mask);
            (field.min..=field.max).contains(&times)
        })
    }
}

/// A number of ways: `u64` where that is enough.
pub(crate) trait Ways: Copy + Default + PartialEq + 'static {
    const ONE: Self;
    fn add(self, other: Self) -> Option<Self>;
    fn widen(self) -> u128;
}

impl Ways for u64 {
    const ONE: Self = 1;
    #[inline]
    fn add(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn widen(self) -> u128 {
        self.into()
    }
}

impl Ways for u128 {
    const ONE: Self = 1;
    #[inline]
    fn add(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    fn widen(self) -> u128 {
        self
    }
}

/// Hands and ways of many fillings, one after the other.
#[derive(Clone, Debug)]
struct Families<N> {
    /// Where the family of each filling lies.
    ranges: Vec<(u32, u32)>,
    entries: Vec<(Hand, N)>,
}

impl<N: Ways> Families<N> {
    fn new(fillings: usize) -> Self {
        let mut ranges = Vec::new();
        ranges.resize(fillings, (0, 0));
        Self { ranges, entries: Vec::new() }
    }

    fn of(&self, filling: u32) -> &[(Hand, N)] {
        let (start, end) = self.ranges[filling as usize];
        &self.entries[start as usize..end as usize]
    }

    fn sort(&mut self) {
        for &(start, end) in &self.ranges {
            self.entries[start as usize..end as usize].sort_unstable_by_key(|entry| entry.0);
        }
    }

    fn check(&self, memory: usize) -> Result<(), NoGraph> {
        // It doubles when it grows.
        let bytes = self.entries.capacity() * size_of::<(Hand, N)>() * 3 / 2;
        let fits = bytes < memory && self.entries.len() < u32::MAX as usize / 2;
        if fits { Ok(()) } else { Err(NoGraph::TooLarge) }
    }
}

/// Adds up the ways of each hand.
enum Sum<N> {
    /// One number for each hand, and which are not 0.
    Dense(Vec<N>, Vec<Hand>),
    /// As they come.
    Sparse(Vec<(Hand, N)>),
}

impl<N: Ways> Sum<N> {
    fn new(bits: u32) -> Self {
        if bits <= 16 {
            let mut table = Vec::new();
            table.resize(1 << bits, N::default());
            Self::Dense(table, Vec::new())
        } else {
            Self::Sparse(Vec::new())
        }
    }

    #[inline]
    fn add(&mut self, hand: Hand, ways: N) -> Result<(), Stop> {
        match self {
            Self::Dense(table, used) => {
                let slot = &mut table[hand as usize];
                if *slot == N::default() {
                    used.push(hand);
                }
                *slot = slot.add(ways).ok_or(Stop::Overflow)?;
            }
            Self::Sparse(entries) => entries.push((hand, ways)),
        }
        Ok(())
    }

    /// Moves all sums, sorted by hands if they are sparse, to the end of `to`.
    fn take(&mut self, to: &mut Vec<(Hand, N)>) -> Result<(), Stop> {
        match self {
            Self::Dense(table, used) => {
                to.extend(
                    used.iter().map(|&hand| (hand, core::mem::take(&mut table[hand as usize]))),
                );
                used.clear();
            }
            Self::Sparse(entries) => {
                entries.sort_unstable_by_key(|entry| entry.0);
                let start = to.len();
                for (hand, ways) in entries.drain(..) {
                    match to[start..].last_mut() {
                        Some(last) if last.0 == hand => {
                            last.1 = last.1.add(ways).ok_or(Stop::Overflow)?;
                        }
                        _ => to.push((hand, ways)),
                    }
                }
            }
        }
        Ok(())
    }
}

/// How many solutions there are.
pub(crate) fn count<W: Word, N: Ways>(
    problem: &Problem<W>,
    graph: &Graph<W>,
    packing: &Packing,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, NoGraph> {
    if graph.len() == 0 {
        return Ok(0);
    }
    let memory = memory.saturating_sub(2 * graph.bytes());
    let half = if packing.exact { problem.cells().div_ceil(2).max(1) } else { problem.cells() + 1 };
    let is_front = |i: usize| graph.fillings[i].count_ones() < half;
    let reversed = graph.reversed();
    let front = front::<W, N>(graph, &reversed, packing, &is_front, memory, meter)?;
    if !packing.exact || is_front(graph.len() - 1) {
        let last = front.of(graph.len() as u32 - 1).iter();
        let enough = last.filter(|entry| packing.is_enough(entry.0));
        return Ok(sum(enough.map(|entry| Some(entry.1.widen())))?);
    }
    let left = memory.saturating_sub(front.entries.capacity() * size_of::<(Hand, N)>());
    let back = back::<W, N>(graph, packing, &|i| !is_front(i), left, meter)?;
    let mut table = Sum::new(packing.bits);
    let mut total = 0u128;
    for i in (0..graph.len()).filter(|&i| !is_front(i)) {
        let crossing = reversed.steps(i).iter().filter(|step| is_front(step.next as usize));
        let mut crossing = crossing.peekable();
        if crossing.peek().is_none() {
            continue;
        }
        meter.tick()?;
        let rest = back.of(i as u32);
        if let Sum::Dense(table, _) = &mut table {
            rest.iter().for_each(|&(hand, ways)| table[hand as usize] = ways);
        }
        for &step in crossing {
            for &(hand, ways) in front.of(step.next) {
                let Some(used) = packing.with(hand, step) else { continue };
                let missing = packing.all - used;
                let there = match &table {
                    Sum::Dense(table, _) => table[missing as usize],
                    Sum::Sparse(_) => find(rest, missing),
                };
                if there != N::default() {
                    let product = ways.widen().checked_mul(there.widen());
                    total = product.and_then(|p| total.checked_add(p)).ok_or(Stop::Overflow)?;
                }
            }
        }
        if let Sum::Dense(table, _) = &mut table {
            rest.iter().for_each(|&(hand, _)| table[hand as usize] = N::default());
        }
    }
    Ok(total)
}

fn sum(mut ways: impl Iterator<Item = Option<u128>>) -> Result<u128, Stop> {
    ways.try_fold(0u128, |sum, ways| sum.checked_add(ways?)).ok_or(Stop::Overflow)
}

fn find<N: Ways>(family: &[(Hand, N)], hand: Hand) -> N {
    let found = family.binary_search_by_key(&hand, |entry| entry.0);
    found.map_or(N::default(), |i| family[i].1)
}

fn front<W: Word, N: Ways>(
    graph: &Graph<W>,
    reversed: &Graph<W>,
    packing: &Packing,
    is_front: &dyn Fn(usize) -> bool,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<Families<N>, NoGraph> {
    let mut families = Families::new(graph.len());
    let mut sum = Sum::new(packing.bits);
    for i in (0..graph.len()).filter(|&i| is_front(i)) {
        meter.tick()?;
        families.check(memory)?;
        if i == 0 {
            sum.add(0, N::ONE)?;
        }
        for &step in reversed.steps(i) {
            for &(hand, ways) in families.of(step.next) {
                if let Some(hand) = packing.with(hand, step) {
                    sum.add(hand, ways)?;
                }
            }
        }
        families.finish(i, &mut sum)?;
    }
    Ok(families)
}

fn back<W: Word, N: Ways>(
    graph: &Graph<W>,
    packing: &Packing,
    is_back: &dyn Fn(usize) -> bool,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<Families<N>, NoGraph> {
    let mut families = Families::new(graph.len());
    let mut sum = Sum::new(packing.bits);
    for i in (0..graph.len()).rev().filter(|&i| is_back(i)) {
        meter.tick()?;
        families.check(memory)?;
        if i == graph.len() - 1 {
            sum.add(0, N::ONE)?;
        }
        for &step in graph.steps(i) {
            for &(hand, ways) in families.of(step.next) {
                if let Some(hand) = packing.with(hand, step) {
                    sum.add(hand, ways)?;
                }
            }
        }
        families.finish(i, &mut sum)?;
    }
    Ok(families)
}

impl<N: Ways> Families<N> {
    fn finish(&mut self, filling: usize, sum: &mut Sum<N>) -> Result<(), Stop> {
        let start = self.entries.len() as u32;
        sum.take(&mut self.entries)?;
        self.ranges[filling] = (start, self.entries.len() as u32);
        Ok(())
    }
}

/// In how many ways each filling can be completed, whatever pieces are left: what finds the solution of a given number.
#[derive(Clone, Debug)]
pub(crate) struct Completions {
    families: Families<u128>,
    packing: Packing,
}

impl Completions {
    pub(crate) fn new<W: Word>(
        graph: &Graph<W>,
        packing: &Packing,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoGraph> {
        let memory = memory.saturating_sub(graph.bytes());
        let mut families = back(graph, packing, &|_| true, memory, meter)?;
        families.sort();
        Ok(Self { families, packing: packing.clone() })
    }

    /// In how many ways a filling can be completed if this hand has made it.
    pub(crate) fn of(&self, filling: u32, hand: Hand) -> Result<u128, Stop> {
        let family = self.families.of(filling);
        if self.packing.exact {
            return Ok(find(family, self.packing.all - hand));
        }
        let fitting = family.iter().filter(|entry| self.packing.fit(hand, entry.0));
        sum(fitting.map(|entry| Some(entry.1)))
    }

    pub(crate) fn packing(&self) -> &Packing {
        &self.packing
    }
}
