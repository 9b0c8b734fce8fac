//! Perfect matchings of points on a line, numbered, and three operations on vectors of counts.
//!
//! The ends of k partial paths are 2k points, and the paths match them. There are (2k − 1)!! = 1 ·
//! 3 · 5 ⋯ (2k − 1) matchings. The **rank** of a matching is a number with mixed radix: the first
//! point chooses one of 2k − 1 partners, the first point that is left one of 2k − 3, and so on.
//!
//! ```text
//!   points  0 1 2 3     rank 0:  0–1 2–3     rank 1:  0–2 1–3     rank 2:  0–3 1–2
//! ```
//!
//! A vector has a count for each rank. An edge changes all matchings of a vector alike, whatever
//! they are, so it is an [`Operation`] on the whole vector:
//!
//! ```text
//!   insert(i, j)    two new points, matched with each other
//!   move(i, j)      a path that ended at point i now ends at a point that becomes point j
//!   join(i, j)      points i and j vanish, and their partners are matched with each other
//! ```
//!
//! [`Tables`] hold the ranks before and after each operation for up to six pairs. Then an operation
//! costs a load and an addition for each matching. For more pairs, a vector is split into those of
//! one pair less, one for each partner of its first point, which are side by side.

use alloc::boxed::Box;
use alloc::vec::Vec;
#[cfg(not(feature = "std"))]
use core::cell::OnceCell as Once;
#[cfg(feature = "std")]
use std::sync::OnceLock as Once;

use crate::memory::Memory;

/// The most pairs of points that a table is for: 10,395 matchings. Such a table fits the
/// first-level cache. With tables for seven pairs, the count of 7×8 took 2.5 times as long.
const TABLE_PAIRS: usize = 6;
/// A rank in a table.
type Rank = u16;
/// The most pairs.
const MAX_PAIRS: usize = 14;

/// An edge as a change of a vector of matchings. Points are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    /// Nothing changes.
    Keep,
    /// Adds the points `i` < `j` of the new matching, matched with each other.
    Insert(usize, usize),
    /// Removes point `i` of the old matching, and gives its partner the new point `j`.
    Move(usize, usize),
    /// Removes the points `i` < `j` of the old matching, and matches their partners. Matchings of
    /// `i` with `j` are dropped.
    Join(usize, usize),
}

use Operation::{Insert, Join, Keep, Move};

/// Number of matchings of `pairs` pairs, if it fits.
pub(crate) fn matchings(pairs: usize) -> Option<usize> {
    (1..=pairs).try_fold(1usize, |all, k| all.checked_mul(2 * k - 1))
}

/// A matching: the partner of each point.
type Partners = [u8; 2 * MAX_PAIRS];

/// Calls `f` with all matchings of `points`, in the order of their ranks.
fn for_each_matching(points: u32, partners: &mut Partners, f: &mut impl FnMut(&Partners)) {
    if points == 0 {
        return f(partners);
    }
    let first = points.trailing_zeros();
    let others = points & (points - 1);
    let mut choices = others;
    while choices != 0 {
        let second = choices.trailing_zeros();
        choices &= choices - 1;
        partners[first as usize] = second as u8;
        partners[second as usize] = first as u8;
        for_each_matching(others & !(1 << second), partners, f);
    }
}

/// The rank of a matching of points 0 to 2 · `pairs` − 1.
fn rank(partners: &Partners, pairs: usize) -> usize {
    let mut points: u32 = (1 << (2 * pairs)) - 1;
    let mut rank = 0;
    for k in (1..=pairs).rev() {
        let first = points.trailing_zeros();
        points &= points - 1;
        let second = 1 << partners[first as usize];
        let choice = (points & (second - 1)).count_ones();
        points &= !second;
        rank = rank * (2 * k - 1) + choice as usize;
    }
    rank
}

/// The new number of a point when the points `gaps` (ascending) are inserted.
fn shifted(point: usize, gaps: &[usize]) -> usize {
    gaps.iter().fold(point, |point, &gap| point + usize::from(point >= gap))
}

impl Operation {
    /// Calls `f` with the ranks before and after the operation: for [`Insert`] in the order of the
    /// ranks before, otherwise in that of the ranks after.
    fn for_each(self, pairs: usize, mut f: impl FnMut(usize, usize)) {
        let mut other: Partners = [0; 2 * MAX_PAIRS];
        let mut here = 0;
        let all = |pairs: usize| (1u32 << (2 * pairs)) - 1;
        let (pairs_here, gaps, gap_count) = match self {
            Keep => return (0..matchings(pairs).unwrap_or(0)).for_each(|rank| f(rank, rank)),
            Insert(i, j) => (pairs, [i, j], 2),
            Join(i, j) => (pairs - 1, [i, j], 2),
            Move(..) => (pairs, [0, 0], 0),
        };
        // The numbers of the points on the other side.
        let numbers: [usize; 2 * MAX_PAIRS] = core::array::from_fn(|point| match self {
            Move(i, j) if point == j => i,
            Move(i, j) => shifted(point - usize::from(point > j), &[i]),
            _ => shifted(point, &gaps[..gap_count]),
        });
        for_each_matching(all(pairs_here), &mut [0; 2 * MAX_PAIRS], &mut |partners| {
            for point in 0..2 * pairs_here {
                other[numbers[point]] = numbers[usize::from(partners[point])] as u8;
            }
            match self {
                Insert(i, j) => {
                    (other[i], other[j]) = (j as u8, i as u8);
                    f(here, rank(&other, pairs + 1));
                }
                Join(i, j) => {
                    for a in 0..2 * pairs_here {
                        // The path from a to its partner was one from a to i and one from j.
                        let (a, b) = (numbers[a], numbers[usize::from(partners[a])]);
                        (other[a], other[i], other[b], other[j]) =
                            (i as u8, a as u8, j as u8, b as u8);
                        f(rank(&other, pairs), here);
                        (other[a], other[b]) = (b as u8, a as u8);
                    }
                }
                Keep | Move(..) => f(rank(&other, pairs), here),
            }
            here += 1;
        });
    }
}

/// A number of ways.
pub(crate) trait Count: Copy + Ord {
    const ZERO: Self;
    /// The largest number.
    const FULL: Self;
    /// Whether sums stop at the largest number. Callers of others know that the sum fits.
    const SATURATES: bool;

    fn plus(self, other: Self) -> Self;

    fn to_u128(self) -> u128;

    /// Number of bytes that the count needs, at least 1.
    fn bytes(self) -> usize;

    /// Replaces `bytes` by the lowest `width` bytes of each count.
    fn pack(counts: &[Self], width: usize, bytes: &mut Vec<u8>);

    /// Appends counts of `width` bytes.
    fn unpack(bytes: &[u8], width: usize, counts: &mut Vec<Self>);
}

macro_rules! count {
    ($type:ty, $saturates:expr, $plus:expr, $($width:literal)*) => {
        impl Count for $type {
            const ZERO: Self = 0;
            const FULL: Self = Self::MAX;
            const SATURATES: bool = $saturates;

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                $plus(self, other)
            }

            fn to_u128(self) -> u128 {
                self.into()
            }

            fn bytes(self) -> usize {
                (Self::BITS - self.leading_zeros()).div_ceil(8).max(1) as usize
            }

            fn pack(counts: &[Self], width: usize, bytes: &mut Vec<u8>) {
                bytes.clear();
                bytes.resize(counts.len() * width, 0);
                match width {
                    $($width => for (to, count) in bytes.chunks_exact_mut($width).zip(counts) {
                        to.copy_from_slice(&count.to_le_bytes()[..$width]);
                    })*
                    _ => {}
                }
            }

            fn unpack(bytes: &[u8], width: usize, counts: &mut Vec<Self>) {
                match width {
                    $($width => counts.extend(bytes.chunks_exact($width).map(|bytes| {
                        let mut count = [0; size_of::<Self>()];
                        count[..$width].copy_from_slice(bytes);
                        Self::from_le_bytes(count)
                    })),)*
                    _ => {}
                }
            }
        }
    };
}

// A copy for each width: copies of a constant number of bytes are loads and stores.
// Only whether a count is 0.
count!(u8, false, |a: u8, b: u8| a | b, 1);
count!(u64, false, |a: u64, b: u64| a + b, 1 2 3 4 5 6 7 8);
count!(u128, true, u128::saturating_add, 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16);

/// The ranks of operations, computed when they are first needed.
pub(crate) struct Tables {
    /// For each number of pairs: tables of [`Insert`], [`Join`] and [`Move`].
    tables: Vec<Vec<Table>>,
}

/// A table that is computed when it is first needed. It may be too large for the memory.
type Table = Once<Option<Box<[Rank]>>>;

impl Tables {
    /// Tables for up to `pairs` pairs.
    pub(crate) fn new(pairs: usize) -> Self {
        let places = |pairs: usize| (0..slots(pairs)).map(|_| Once::new()).collect();
        Self { tables: (0..=pairs.min(TABLE_PAIRS)).map(places).collect() }
    }

    /// The bytes of tables that are not computed yet.
    pub(crate) fn empty_bytes(&self) -> usize {
        self.tables.iter().map(|tables| size_of_val(&tables[..])).sum()
    }

    /// An operation on vectors of `pairs` pairs. A join of one pair is not one: it ends a cycle.
    pub(crate) fn change<'a>(
        &'a self,
        operation: Operation,
        pairs: usize,
        memory: &'a Memory,
    ) -> Change<'a> {
        if is_identity(operation, pairs) {
            return Change::Same;
        }
        match (self.table(operation, pairs, memory), operation) {
            (None, _) => Change::Split(self, operation, pairs, memory),
            (Some(table), Insert(..)) => Change::Scattered(table),
            (Some(table), Join(..)) => Change::Gathered(table, 2 * (pairs - 1)),
            (Some(table), Keep | Move(..)) => Change::Gathered(table, 1),
        }
    }

    /// The table of an operation: the ranks that [`Operation::for_each`] computes, in its order. No
    /// table if there are too many pairs or there is too little memory.
    fn table(&self, operation: Operation, pairs: usize, memory: &Memory) -> Option<&[Rank]> {
        let once = &self.tables.get(pairs)?.get(slot(operation, pairs))?;
        let build = || {
            let (entries, ranks) = match operation {
                Join(..) => (matchings(pairs - 1)? * 2 * (pairs - 1), matchings(pairs)?),
                Insert(..) => (matchings(pairs)?, matchings(pairs + 1)?),
                _ => (matchings(pairs)?, matchings(pairs)?),
            };
            if Rank::try_from(ranks).is_err() || !memory.take_for_table(entries * size_of::<Rank>())
            {
                return None;
            }
            let mut table = Vec::with_capacity(entries);
            operation.for_each(pairs, |before, after| {
                table.push(if matches!(operation, Insert(..)) { after } else { before } as Rank);
            });
            debug_assert_eq!(table.len(), entries);
            Some(table.into_boxed_slice())
        };
        once.get_or_init(build).as_deref()
    }
}

/// An operation on vectors of some number of pairs.
pub(crate) enum Change<'a> {
    /// No rank changes.
    Same,
    /// The rank after the operation, for each one before.
    Scattered(&'a [Rank]),
    /// The ranks before the operation, and how many of them lead to one rank after it.
    Gathered(&'a [Rank], usize),
    /// An operation without a table, because it would be too large.
    Split(&'a Tables, Operation, usize, &'a Memory),
}

impl Change<'_> {
    /// Adds the counts of `from` after the operation to those of `to`.
    pub(crate) fn apply<T: Count>(&self, from: &[T], to: &mut [T]) {
        match *self {
            Self::Same => add(from, to),
            Self::Scattered(table) => {
                for (&count, &after) in from.iter().zip(table) {
                    to[after as usize] = to[after as usize].plus(count);
                }
            }
            Self::Gathered(table, 1) => {
                for (to, &before) in to.iter_mut().zip(table) {
                    *to = to.plus(from[before as usize]);
                }
            }
            Self::Gathered(table, ways) => {
                for (to, ways) in to.iter_mut().zip(table.chunks_exact(ways)) {
                    let ways = ways.iter().map(|&before| from[before as usize]);
                    *to = to.plus(ways.fold(T::ZERO, T::plus));
                }
            }
            Self::Split(tables, operation, pairs, memory) => {
                Split { tables, pairs, memory }.apply(operation, from, to);
            }
        }
    }
}

/// Adds counts to others.
#[inline]
fn add<T: Count>(from: &[T], to: &mut [T]) {
    from.iter().zip(to).for_each(|(&from, to)| *to = to.plus(from));
}

/// Operations on vectors of `pairs` pairs by those on their parts: for each partner of the first
/// point, a part has the matchings of the other points.
#[derive(Clone, Copy)]
struct Split<'a> {
    tables: &'a Tables,
    pairs: usize,
    memory: &'a Memory,
}

/// The number of a point without point 0 and point `other`.
fn without(point: usize, other: usize) -> usize {
    point - 1 - usize::from(other < point)
}

impl Split<'_> {
    /// An operation on vectors of fewer pairs.
    fn change<T: Count>(self, operation: Operation, pairs: usize, from: &[T], to: &mut [T]) {
        self.tables.change(operation, pairs, self.memory).apply(from, to);
    }

    fn apply<T: Count>(self, operation: Operation, from: &[T], to: &mut [T]) {
        let pairs = self.pairs;
        if pairs <= 2 {
            let add = |before: usize, after: usize| to[after] = to[after].plus(from[before]);
            return operation.for_each(pairs, add);
        }
        let parts = (1..).zip(from.chunks_exact(from.len() / (2 * pairs - 1)));
        // The part of `to` in which point 0 has this partner, of vectors of some number of pairs.
        fn part<T>(to: &mut [T], pairs: usize, partner: usize) -> &mut [T] {
            let len = to.len() / (2 * pairs - 1);
            &mut to[(partner - 1) * len..][..len]
        }
        match operation {
            Keep => add(from, to),
            Insert(0, j) => add(from, part(to, pairs + 1, j)),
            Insert(i, j) => {
                for (p, from) in parts {
                    let q = shifted(p, &[i, j]);
                    let inner = Insert(without(i, q), without(j, q));
                    self.change(inner, pairs - 1, from, part(to, pairs + 1, q));
                }
            }
            Move(0, j) => self.move_first(j, parts, to),
            Move(i, 0) => self.move_to_first(i, parts, to),
            Move(i, j) => {
                for (p, from) in parts {
                    if p == i {
                        add(from, part(to, pairs, j));
                    } else {
                        let q = shifted(p - usize::from(p > i), &[j]);
                        let inner = Move(without(i, p), without(j, q));
                        self.change(inner, pairs - 1, from, part(to, pairs, q));
                    }
                }
            }
            Join(0, j) => {
                // The partner of point 0 gets that of j.
                for (p, from) in parts.filter(|&(p, _)| p != j) {
                    self.change(Move(without(j, p), without(p, j)), pairs - 1, from, to);
                }
            }
            Join(i, j) => {
                for (p, from) in parts {
                    if p == i || p == j {
                        // Point 0 gets the partner of the other one.
                        self.change(Move(without(i + j - p, p), 0), pairs - 1, from, to);
                    } else {
                        let q = p - usize::from(p > i) - usize::from(p > j);
                        let inner = Join(without(i, p), without(j, p));
                        self.change(inner, pairs - 1, from, part(to, pairs - 1, q));
                    }
                }
            }
        }
    }

    /// Moves point 0 to `j` > 0: point 1 becomes the first point.
    fn move_first<'a, T: Count + 'a>(
        self,
        j: usize,
        parts: impl Iterator<Item = (usize, &'a [T])>,
        to: &mut [T],
    ) {
        let after = |point: usize| shifted(point - 1, &[j]);
        let len = to.len() / (2 * self.pairs - 1);
        for (p, from) in parts {
            if p == 1 {
                add(from, &mut to[(j - 1) * len..][..len]);
                continue;
            }
            // For each partner of point 1, the matchings of the rest, with the moved point and p.
            let partners = (2..2 * self.pairs).filter(|&q| q != p);
            for (q, from) in partners.zip(from.chunks_exact(from.len() / (2 * self.pairs - 3))) {
                let q = after(q);
                let ends = [j, after(p)].map(|end| without(end, q));
                let inner = Insert(ends[0].min(ends[1]), ends[0].max(ends[1]));
                self.change(inner, self.pairs - 2, from, &mut to[(q - 1) * len..][..len]);
            }
        }
    }

    /// Moves point `i` > 0 to 0: point 0 becomes point 1.
    fn move_to_first<'a, T: Count + 'a>(
        self,
        i: usize,
        parts: impl Iterator<Item = (usize, &'a [T])>,
        to: &mut [T],
    ) {
        let after = |point: usize| point + usize::from(point < i);
        let len = to.len() / (2 * self.pairs - 1);
        let mut moved = Vec::new();
        if moved.try_reserve_exact(len).is_err() {
            // Without memory, one by one.
            let parts: Vec<&[T]> = parts.map(|(_, from)| from).collect();
            return Move(i, 0).for_each(self.pairs, |before, after| {
                to[after] = to[after].plus(parts[before / len][before % len]);
            });
        }
        for (p, from) in parts {
            if p == i {
                add(from, &mut to[..len]);
                continue;
            }
            moved.clear();
            moved.resize(len, T::ZERO);
            self.change(Move(without(i, p), 0), self.pairs - 1, from, &mut moved);
            // For each partner of the moved point, the matchings of the rest, without 0 and p.
            let partners = (1..2 * self.pairs).filter(|&q| q != p && q != i);
            let part_len = len / (2 * self.pairs - 3);
            for (q, from) in partners.zip(moved.chunks_exact(part_len)) {
                let (p, q) = (after(p), after(q));
                // Points 0 and q are away, and point 1 is first.
                let start = (q - 1) * len + (without(p, q) - 1) * part_len;
                add(from, &mut to[start..][..part_len]);
            }
        }
    }
}

/// Whether an operation changes no rank.
fn is_identity(operation: Operation, pairs: usize) -> bool {
    match operation {
        Keep => true,
        Insert(..) => pairs == 0,
        Move(i, j) => i == j || pairs == 1,
        Join(..) => false,
    }
}

/// Number of tables for a number of pairs.
fn slots(pairs: usize) -> usize {
    let points = 2 * pairs;
    points * points + (points + 2) * (points + 2)
}

/// The place of the table of an operation: those of moves and joins in a square, as a join has i <
/// j and a move between the same places is another one.
fn slot(operation: Operation, pairs: usize) -> usize {
    let points = 2 * pairs;
    let square = points * points;
    match operation {
        Keep => usize::MAX,
        Move(i, j) => i * points + j,
        // The lower half of a new square; the upper half is for insertions.
        Join(i, j) => square + j * (points + 2) + i,
        Insert(i, j) => square + i * (points + 2) + j,
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec;

    use super::*;

    /// The matchings of `points`, as lists of pairs.
    fn all(pairs: usize) -> Vec<Vec<(usize, usize)>> {
        let mut all = Vec::new();
        for_each_matching((1 << (2 * pairs)) - 1, &mut [0; 2 * MAX_PAIRS], &mut |partners| {
            assert_eq!(rank(partners, pairs), all.len());
            let pairs = (0..2 * pairs).map(|a| (a, usize::from(partners[a])));
            all.push(pairs.filter(|(a, b)| a < b).collect());
        });
        assert_eq!(Some(all.len()), matchings(pairs));
        all
    }

    /// A matching after an operation, by names of points.
    fn after(operation: Operation, matching: &[(usize, usize)]) -> Option<Vec<(usize, usize)>> {
        let points = 2 * matching.len();
        // The names of the points in their new order.
        let mut names: Vec<usize> = (0..points).collect();
        let mut pairs = matching.to_vec();
        match operation {
            Keep => {}
            Insert(i, j) => {
                names.insert(i, points);
                names.insert(j, points + 1);
                pairs.push((points, points + 1));
            }
            Move(i, j) => {
                names.remove(i);
                names.insert(j, points);
                for (a, b) in &mut pairs {
                    for end in [a, b] {
                        if *end == i {
                            *end = points;
                        }
                    }
                }
            }
            Join(i, j) => {
                names.retain(|&name| name != i && name != j);
                let partner = |point| {
                    let pair = pairs.iter().find(|&&(a, b)| a == point || b == point);
                    pair.map(|&(a, b)| a + b - point)
                };
                let (a, b) = (partner(i)?, partner(j)?);
                if a == j {
                    return None;
                }
                pairs.retain(|&(c, d)| ![i, j].contains(&c) && ![i, j].contains(&d));
                pairs.push((a, b));
            }
        }
        let position = |name| names.iter().position(|&other| other == name);
        let mut pairs: Vec<(usize, usize)> = pairs
            .into_iter()
            .map(|(a, b)| Some((position(a)?, position(b)?)))
            .map(|pair| pair.map(|(a, b)| (a.min(b), a.max(b))))
            .collect::<Option<_>>()?;
        pairs.sort_unstable();
        Some(pairs)
    }

    fn operations(pairs: usize) -> Vec<Operation> {
        let points = 2 * pairs;
        let below = |n: usize| (0..n).flat_map(move |i| (i + 1..n).map(move |j| (i, j)));
        let mut all = vec![Keep];
        all.extend(below(points + 2).map(|(i, j)| Insert(i, j)));
        all.extend(below(points).map(|(i, j)| Join(i, j)));
        all.extend((0..points).flat_map(|i| (0..points).map(move |j| Move(i, j))));
        all
    }

    #[test]
    fn operations_on_vectors_are_those_on_each_matching() {
        let lists: Vec<_> = (0..=6).map(all).collect();
        let ranked = |list: &Vec<_>| list.iter().cloned().zip(0..).collect::<BTreeMap<_, usize>>();
        let ranks: Vec<_> = lists.iter().map(ranked).collect();
        for pairs in 0..=5 {
            let before = &lists[pairs];
            let from: Vec<u64> = (0..before.len() as u64).map(|i| 1 + i * i).collect();
            for operation in operations(pairs) {
                if pairs == 1 && matches!(operation, Join(..)) {
                    // The end of a cycle, which is not a matching.
                    continue;
                }
                let names = &ranks[match operation {
                    Keep | Move(..) => pairs,
                    Insert(..) => pairs + 1,
                    Join(..) => pairs - 1,
                }];
                let mut expected = vec![5; names.len()];
                for (matching, count) in before.iter().zip(&from) {
                    if let Some(after) = after(operation, matching) {
                        expected[names[&after]] += count;
                    }
                }
                for memory in [usize::MAX, 0] {
                    let (tables, memory) = (Tables::new(pairs), Memory::new(memory));
                    let mut to = vec![5; names.len()];
                    tables.change(operation, pairs, &memory).apply(&from, &mut to);
                    assert_eq!(to, expected, "{operation:?} {pairs}");
                    let from: Vec<u128> = from.iter().map(|&count| count.into()).collect();
                    let mut to = vec![5; names.len()];
                    tables.change(operation, pairs, &memory).apply(&from, &mut to);
                    assert!(to.iter().zip(&expected).all(|(a, &b)| *a == u128::from(b)));
                }
            }
        }
    }

    #[test]
    fn every_operation_has_a_table_to_itself() {
        for pairs in 0..=TABLE_PAIRS {
            let mut places: Vec<usize> =
                operations(pairs)[1..].iter().map(|&operation| slot(operation, pairs)).collect();
            let count = places.len();
            places.sort_unstable();
            places.dedup();
            assert_eq!(places.len(), count);
            assert!(places.iter().all(|&place| place < slots(pairs)));
        }
    }
}
