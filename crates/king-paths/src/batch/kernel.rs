//! The search itself, for as many queries as there are lanes, in lockstep.

use alloc::vec::Vec;

use super::{Kind, Lanes, Stepping, kinds};

/// The most layers on 64 squares.
const MOST: usize = 64;

/// The layers of all queries, group by group: one row for each layer, one column for each query.
#[derive(Clone, Default, Debug)]
pub(crate) struct Buffers {
    /// At least as many as are in use.
    words: Vec<u64>,
    /// Where the rows of each group begin.
    starts: Vec<usize>,
    /// How many layers each query has.
    lens: Vec<u8>,
    /// Queries in a group.
    lanes: usize,
}

impl Buffers {
    /// The words from the first layer of a query on, how far apart its layers are, and how many there are.
    #[inline]
    pub(crate) fn layers(&self, query: usize) -> (&[u64], usize, usize) {
        let (group, lane) = (query / self.lanes, query % self.lanes);
        (&self.words[self.starts[group] + lane..], self.lanes, usize::from(self.lens[query]))
    }
}

/// Answers all queries on vectors of type `V`, `M` of them at a time, so that one does not wait for the other.
#[inline(always)]
pub(crate) fn find_all<V: Lanes, const M: usize>(
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

/// Answers all queries one by one, for processors without wide vectors: floods from both sides, as
/// [`Layers::find`](crate::Layers::find) does.
pub(crate) fn find_each(kind: Kind, sets: [&[u64]; 3], buffers: &mut Buffers) {
    match kind {
        Kind::King => each::<kinds::King>(sets, buffers),
        Kind::Wazir => each::<kinds::Wazir>(sets, buffers),
        Kind::Ferz => each::<kinds::Ferz>(sets, buffers),
        Kind::Knight => each::<kinds::Knight>(sets, buffers),
        Kind::QueenSlide => each::<kinds::QueenSlide>(sets, buffers),
        Kind::RookSlide => each::<kinds::RookSlide>(sets, buffers),
        Kind::BishopSlide => each::<kinds::BishopSlide>(sets, buffers),
        Kind::KingNoCut => each::<kinds::KingNoCut>(sets, buffers),
    }
}

fn each<S: Stepping>([from, to, within]: [&[u64]; 3], buffers: &mut Buffers) {
    buffers.lanes = 1;
    buffers.starts.clear();
    buffers.lens.clear();
    let mut used = 0;
    for ((&from, &to), &within) in from.iter().zip(to).zip(within) {
        if buffers.words.len() < used + MOST {
            buffers.words.resize(2 * (used + MOST), 0);
        }
        let Some(words) = buffers.words[used..].first_chunk_mut() else { break };
        let len = alone::<S>(from & within, to & within, within, words);
        buffers.starts.push(used);
        buffers.lens.push(len as u8);
        used += len;
    }
}

/// Fills the first words with the layers and returns how many there are. What is filled from `to` is
/// kept from the last word downwards.
#[inline(always)]
fn alone<S: Stepping>(from: u64, to: u64, within: u64, words: &mut [u64; MOST]) -> usize {
    const LAST: usize = MOST - 1;
    let (mut here, mut there) = (from, to);
    if here == 0 || there == 0 {
        return 0;
    }
    words[0] = here;
    words[LAST] = there;
    let (mut i, mut j) = (0, 0);
    while here & there == 0 {
        let (grown, grown_there) = (S::dilate(here, within), S::dilate(there, within));
        if grown == here || grown_there == there {
            return 0;
        }
        here = grown;
        i += 1;
        words[i % MOST] = here;
        if here & there != 0 {
            break;
        }
        there = grown_there;
        j += 1;
        words[(LAST - j) % MOST] = there;
    }
    let (mut before, mut after) = (here & there, here & there);
    words[i % MOST] = before;
    for k in 1..=j {
        before = S::dilate(before, within) & words[(i - k) % MOST];
        after = S::dilate(after, within) & words[(LAST - j + k) % MOST];
        words[(i - k) % MOST] = before;
        words[(i + k) % MOST] = after;
    }
    if i > j {
        words[0] &= S::dilate(before, within);
    }
    i + j + 1
}

#[inline(always)]
fn groups<V: Lanes, S: Stepping, const M: usize>(sets: [&[u64]; 3], buffers: &mut Buffers) {
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
fn group<V: Lanes, S: Stepping, const M: usize>(
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
