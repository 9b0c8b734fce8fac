//! The hands that can make or complete a filling, with the number of ways.

use alloc::vec::Vec;

use crate::count_error::TooManySolutions;
use crate::engine::failure::Failure;
use crate::engine::fallible::{OutOfMemory, filled, with_room};
use crate::engine::graph::Steps;
use crate::engine::hand::{Adder, Hand, HandLayout};
use crate::engine::meter::Meter;
use crate::progress::Stage;

/// A number of ways: `u64` where that is enough.
pub(crate) trait Ways: Copy + Default + PartialEq + 'static {
    const ONE: Self;
    fn add(self, other: Self) -> Option<Self>;
    fn times(self, other: Self) -> Option<u128>;
    fn widen(self) -> u128;
}

impl Ways for u64 {
    const ONE: Self = 1;
    #[inline]
    fn add(self, other: Self) -> Option<Self> {
        self.checked_add(other)
    }
    #[inline]
    fn times(self, other: Self) -> Option<u128> {
        Some(u128::from(self) * u128::from(other))
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
    #[inline]
    fn times(self, other: Self) -> Option<u128> {
        self.checked_mul(other)
    }
    fn widen(self) -> u128 {
        self
    }
}

/// Maximum number of bits of a hand for which sums are in a table of all hands.
pub(crate) const DENSE_BITS: u32 = 16;

/// Hands and ways: a family.
pub(crate) type Family<N> = [(Hand, N)];

/// Families of many fillings, in sequence.
#[derive(Clone, Debug)]
pub(crate) struct Families<N> {
    /// The entries of each filling.
    ranges: Vec<(u32, u32)>,
    entries: Vec<(Hand, N)>,
}

impl<N: Ways> Families<N> {
    fn new(fillings: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { ranges: filled(fillings, (0, 0))?, entries: Vec::new() })
    }

    pub(crate) fn of(&self, filling: u32) -> &Family<N> {
        let (start, end) = self.ranges[filling as usize];
        &self.entries[start as usize..end as usize]
    }

    /// Sorts each family by hands.
    pub(crate) fn sort(&mut self) {
        for &(start, end) in &self.ranges {
            self.entries[start as usize..end as usize].sort_unstable_by_key(|entry| entry.0);
        }
    }

    /// The number of bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(Hand, N)>() + self.ranges.len() * 8
    }

    fn check(&self, sum: &Sum<N>, memory: usize) -> Result<(), Failure> {
        // The entries double when they grow.
        let bytes = (self.bytes() + sum.bytes()) * 3 / 2;
        let fits = bytes < memory && self.entries.len() < u32::MAX as usize / 2;
        if fits { Ok(()) } else { Err(Failure::TooLarge) }
    }

    /// Moves the sums to the family of a filling.
    fn put(&mut self, filling: usize, sum: &mut Sum<N>) -> Result<(), Failure> {
        let start = self.entries.len() as u32;
        sum.take(&mut self.entries)?;
        self.ranges[filling] = (start, self.entries.len() as u32);
        Ok(())
    }
}

/// The ways of a hand in a sorted family.
pub(crate) fn ways_of<N: Ways>(family: &Family<N>, hand: Hand) -> N {
    let found = family.binary_search_by_key(&hand, |entry| entry.0);
    found.map_or(N::default(), |i| family[i].1)
}

/// Adds up the ways of each hand.
pub(crate) enum Sum<N> {
    /// One number for each hand, and the hands with numbers other than 0.
    Dense(Vec<N>, Vec<Hand>),
    /// In the order in which they are added.
    Sparse(Vec<(Hand, N)>),
}

impl<N: Ways> Sum<N> {
    pub(crate) fn new(bits: u32) -> Result<Self, OutOfMemory> {
        Ok(if bits <= DENSE_BITS {
            Self::Dense(filled(1 << bits, N::default())?, with_room(1 << bits)?)
        } else {
            Self::Sparse(Vec::new())
        })
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Dense(table, used) => table.len() * size_of::<N>() + used.capacity() * 8,
            Self::Sparse(entries) => entries.capacity() * size_of::<(Hand, N)>(),
        }
    }

    /// Adds a family, one piece put to each hand.
    #[inline]
    pub(crate) fn add(&mut self, family: &Family<N>, piece: Adder) -> Result<(), Failure> {
        if let Self::Sparse(entries) = self {
            entries.try_reserve(family.len())?;
        }
        self.extend(family.iter().filter_map(|&(hand, ways)| Some((piece.add(hand)?, ways))))
    }

    /// Adds ways of hands, for which there is room.
    #[inline]
    fn extend(&mut self, hands: impl Iterator<Item = (Hand, N)>) -> Result<(), Failure> {
        match self {
            Self::Dense(table, used) => {
                for (hand, ways) in hands {
                    let slot = &mut table[hand as usize];
                    if *slot == N::default() {
                        used.push(hand);
                    }
                    *slot = slot.add(ways).ok_or(TooManySolutions)?;
                }
            }
            Self::Sparse(entries) => entries.extend(hands),
        }
        Ok(())
    }

    /// Moves all sums, sorted by hands if they are sparse, to the end of `to`.
    pub(crate) fn take(&mut self, to: &mut Vec<(Hand, N)>) -> Result<(), Failure> {
        match self {
            Self::Dense(table, used) => {
                to.try_reserve(used.len())?;
                to.extend(
                    used.iter().map(|&hand| (hand, core::mem::take(&mut table[hand as usize]))),
                );
                used.clear();
            }
            Self::Sparse(entries) => {
                entries.sort_unstable_by_key(|entry| entry.0);
                to.try_reserve(entries.len())?;
                let start = to.len();
                for (hand, ways) in entries.drain(..) {
                    match to[start..].last_mut() {
                        Some(last) if last.0 == hand => {
                            last.1 = last.1.add(ways).ok_or(TooManySolutions)?;
                        }
                        _ => to.push((hand, ways)),
                    }
                }
            }
        }
        Ok(())
    }
}

/// The front families of the fillings that `is_front` names.
pub(crate) fn front<N: Ways>(
    reversed: &Steps,
    hands: &HandLayout,
    is_front: impl Fn(usize) -> bool,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<Families<N>, Failure> {
    let mut families = Families::new(reversed.len())?;
    let mut sum = Sum::new(hands.bits)?;
    for i in (0..reversed.len()).filter(|&i| is_front(i)) {
        meter.at(Stage::Families, i, 2 * reversed.len());
        meter.tick()?;
        if i == 0 {
            sum.add(&[(0, N::ONE)], Adder::NOTHING)?;
        }
        for &step in reversed.of(i) {
            let family = families.of(step.next);
            meter.work(family.len())?;
            sum.add(family, hands.adder(step.piece))?;
            families.check(&sum, memory)?;
        }
        families.put(i, &mut sum)?;
    }
    Ok(families)
}

/// The back families of the fillings that `is_back` names.
pub(crate) fn back<N: Ways>(
    steps: &Steps,
    hands: &HandLayout,
    is_back: impl Fn(usize) -> bool,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<Families<N>, Failure> {
    let mut families = Families::new(steps.len())?;
    let mut sum = Sum::new(hands.bits)?;
    for i in (0..steps.len()).rev().filter(|&i| is_back(i)) {
        meter.at(Stage::Families, steps.len() - i, steps.len());
        meter.tick()?;
        if i == steps.len() - 1 {
            sum.add(&[(0, N::ONE)], Adder::NOTHING)?;
        }
        for &step in steps.of(i) {
            let family = families.of(step.next);
            meter.work(family.len())?;
            sum.add(family, hands.adder(step.piece))?;
            families.check(&sum, memory)?;
        }
        families.put(i, &mut sum)?;
    }
    Ok(families)
}
