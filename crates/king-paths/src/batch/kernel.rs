//! The memory for the answers of a batch, and the search without vectors.

use alloc::vec::Vec;

use super::{Kind, Stepping, kinds};

/// The most layers on 64 squares.
pub(super) const MOST: usize = 64;

/// The layers of all queries, group by group: one row for each layer, one column for each query.
#[derive(Clone, Default, Debug)]
pub(crate) struct Buffers {
    /// At least as many as are in use.
    pub(super) words: Vec<u64>,
    /// Where the rows of each group begin.
    pub(super) starts: Vec<usize>,
    /// How many layers each query has.
    pub(super) lens: Vec<u8>,
    /// Queries in a group.
    pub(super) lanes: usize,
}

impl Buffers {
    /// The words from the first layer of a query on, how far apart its layers are, and how many there are.
    #[inline]
    pub(crate) fn layers(&self, query: usize) -> (&[u64], usize, usize) {
        let (group, lane) = (query / self.lanes, query % self.lanes);
        (&self.words[self.starts[group] + lane..], self.lanes, usize::from(self.lens[query]))
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
