//! The search on vectors: as many queries as there are lanes, in lockstep.

use super::kernel::{Buffers, MOST};
use super::{Kind, Lanes, Stepping, kinds};

/// Several words side by side.
pub(crate) trait Vector: Lanes {
    /// The number of words.
    const LEN: usize;

    /// Reads the first `LEN` words of a slice.
    fn load(words: &[u64]) -> Self;
    /// Writes the first `LEN` words of a slice.
    fn store(self, words: &mut [u64]);
    /// The lanes of `self` in which `a` and `b` have no bit in common; 0 in the others.
    fn if_disjoint(self, a: Self, b: Self) -> Self;
    /// The bits of `self` that are not in `other`.
    fn without(self, other: Self) -> Self;
    /// Lanes of `self`, less 1 where `other` is 0.
    fn less_zeros(self, other: Self) -> Self;
    /// Whether all lanes are 0.
    fn are_zero(self) -> bool;
}

/// Answers all queries on vectors of type `V`, `M` of them at a time to overlap their latencies.
#[inline(always)]
pub(crate) fn find_all<V: Vector, const M: usize>(
    kind: Kind,
    sets: [&[u64]; 3],
    buffers: &mut Buffers,
) {
    match kind {
        Kind::King => groups::<V, kinds::King, M>(sets, buffers),
        Kind::Wazir => groups::<V, kinds::Wazir, M>(sets, buffers),
        Kind::Ferz => groups::<V, kinds::Ferz, M>(sets, buffers),
        Kind::Knight => groups::<V, kinds::Knight, M>(sets, buffers),
        Kind::QueenSlide => groups::<V, kinds::QueenSlide, M>(sets, buffers),
        Kind::RookSlide => groups::<V, kinds::RookSlide, M>(sets, buffers),
        Kind::BishopSlide => groups::<V, kinds::BishopSlide, M>(sets, buffers),
        Kind::KingNoCut => groups::<V, kinds::KingNoCut, M>(sets, buffers),
    }
}

#[inline(always)]
fn groups<V: Vector, S: Stepping, const M: usize>(sets: [&[u64]; 3], buffers: &mut Buffers) {
    let lanes = V::LEN * M;
    let queries = sets[0].len();
    buffers.lanes = lanes;
    buffers.starts.clear();
    buffers.lens.resize(queries.next_multiple_of(lanes), 0);
    let mut used = 0;
    for (i, lens) in (0..).step_by(lanes).zip(buffers.lens.chunks_exact_mut(lanes)) {
        let room = used + MOST * lanes;
        if buffers.words.len() < room {
            buffers.words.resize(2 * room, 0);
        }
        buffers.starts.push(used);
        let words = &mut buffers.words[used..room];
        let rows = if i + lanes <= queries {
            group::<V, S, M>(sets.map(|set| &set[i..i + lanes]), words, lens)
        } else {
            let mut last = [[0; 64]; 3];
            for (last, set) in last.iter_mut().zip(sets) {
                last[..queries - i].copy_from_slice(&set[i..]);
            }
            group::<V, S, M>([&last[0], &last[1], &last[2]].map(|set| &set[..lanes]), words, lens)
        };
        used += rows * lanes;
    }
}

/// Answers the queries of one group and returns how many rows they take.
///
/// Row k first holds what is filled after k steps, and 0 for queries whose paths are shorter than that. On the way
/// back `(step(next) | to) & row` is what remains in the row: for a query that was done after k steps the
/// squares reached, before that the squares one step from the next layer (which `to` has nothing in common with), and
/// nothing at all if `to` was never reached.
#[inline(always)]
fn group<V: Vector, S: Stepping, const M: usize>(
    [from, to, within]: [&[u64]; 3],
    words: &mut [u64],
    lens: &mut [u8],
) -> usize {
    let lanes = V::LEN * M;
    let load = |set: &[u64]| -> [V; M] { core::array::from_fn(|m| V::load(&set[m * V::LEN..])) };
    let (from, to, within) = (load(from), load(to), load(within));
    let to: [V; M] = core::array::from_fn(|m| to[m] & within[m]);
    let mut filled: [V; M] = core::array::from_fn(|m| from[m] & within[m]);
    let mut rows = words.chunks_exact_mut(lanes);
    let mut count = 0;
    // There are as many rows as a path can have squares.
    for row in rows.by_ref() {
        let mut news = V::splat(0);
        for m in 0..M {
            filled[m].store(&mut row[m * V::LEN..]);
            let grown = S::dilate(filled[m], within[m]).if_disjoint(filled[m], to[m]);
            news = news | grown.without(filled[m]);
            filled[m] = grown;
        }
        count += 1;
        if news.are_zero() {
            break;
        }
    }
    let mut next = [V::splat(0); M];
    let mut sums = [V::splat(count as u64); M];
    for row in words[..count * lanes].chunks_exact_mut(lanes).rev() {
        for m in 0..M {
            let row = &mut row[m * V::LEN..];
            next[m] = (S::dilate(next[m], within[m]) | to[m]) & V::load(row);
            next[m].store(row);
            sums[m] = sums[m].less_zeros(next[m]);
        }
    }
    let mut counts = [0; 64];
    for (m, sum) in sums.into_iter().enumerate() {
        sum.store(&mut counts[m * V::LEN..]);
    }
    for (len, count) in lens.iter_mut().zip(counts) {
        *len = count as u8;
    }
    count
}
