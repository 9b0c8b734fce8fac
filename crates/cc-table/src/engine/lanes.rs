//! Several boards at once, one in each lane of a vector. The same code runs on every kind of lane.

use crate::Connectivity;
use crate::bits::{Bits, Lanes, Narrow, Wide};
use crate::engine::{mask, shrink};
use crate::grid::{Grid, neighbours};

/// The most lanes there are.
pub(crate) const MOST: usize = 8;

/// The cells in components of at least four, of as many boards as `out` is long.
#[inline(always)]
pub(crate) fn fours<L: Lanes, const W: usize, const H: usize>(
    boards: &[u128],
    connectivity: Connectivity,
    out: &mut [u128],
) {
    each::<L, W, H, false>(boards, connectivity, out);
}

/// Some cells of each component of at least four, and no others.
#[inline(always)]
pub(crate) fn seeds<L: Lanes, const W: usize, const H: usize>(
    boards: &[u128],
    connectivity: Connectivity,
    out: &mut [u128],
) {
    each::<L, W, H, true>(boards, connectivity, out);
}

#[inline(always)]
fn each<L: Lanes, const W: usize, const H: usize, const SEEDS: bool>(
    boards: &[u128],
    connectivity: Connectivity,
    out: &mut [u128],
) {
    let whole = boards.len() / L::COUNT * L::COUNT;
    for start in (0..whole).step_by(L::COUNT) {
        let fours = of_batch::<L, W, H, SEEDS>(L::load(&boards[start..]), connectivity);
        L::store(fours, &mut out[start..]);
    }
    for (out, &board) in out[whole..].iter_mut().zip(&boards[whole..]) {
        *out = of_one::<W, H, SEEDS>(board, connectivity);
    }
}

/// [`mask::seeds`] or [`mask::four`].
#[inline(always)]
fn of_word<const W: usize, const SEEDS: bool, B: Bits>(word: B, connectivity: Connectivity) -> B {
    if SEEDS {
        mask::seeds::<W, _>(word, connectivity)
    } else {
        mask::four::<W, _>(word, connectivity)
    }
}

/// Whether a cell is in a component of four is known from the cells up to three steps away. So, if the
/// rows that fit 64 bits from the top and those from the bottom overlap by six, each half of the answer comes
/// from one of them, and no bit is ever shifted from one half of a word to the other.
#[inline(always)]
fn of_batch<L: Lanes, const W: usize, const H: usize, const SEEDS: bool>(
    boards: Wide<L>,
    connectivity: Connectivity,
) -> Wide<L> {
    let rows = const { 64 / W };
    if W * H <= 64 {
        let Narrow(low) = of_word::<W, SEEDS, _>(Narrow(boards.low), connectivity);
        return Wide { low, high: boards.high };
    }
    if 2 * rows < H + 6 {
        return of_word::<W, SEEDS, _>(boards, connectivity);
    }
    let below = W * (H - rows);
    let window = boards.low.shr(below).or(boards.high.shl(64 - below));
    let Narrow(top) = of_word::<W, SEEDS, _>(Narrow(boards.low), connectivity);
    let Narrow(bottom) = of_word::<W, SEEDS, _>(Narrow(window), connectivity);
    // Rows above the third from the end of the first window, and the rest.
    let split = W * (rows - 3);
    let top = top.and(L::splat((1 << split) - 1));
    let bottom = bottom.and(L::splat(u64::MAX << (split - below)));
    Wide { low: top.or(bottom.shl(below)), high: bottom.shr(64 - below) }
}

#[inline(always)]
fn of_one<const W: usize, const H: usize, const SEEDS: bool>(
    board: u128,
    connectivity: Connectivity,
) -> u128 {
    let wide = Wide { low: board as u64, high: (board >> 64) as u64 };
    let fours = of_batch::<u64, W, H, SEEDS>(wide, connectivity);
    u128::from(fours.low) | u128::from(fours.high) << 64
}

/// The cells in components of at least four of one board.
#[inline(always)]
pub(crate) fn fours_of_one<const W: usize, const H: usize>(
    board: u128,
    connectivity: Connectivity,
) -> u128 {
    of_one::<W, H, false>(board, connectivity)
}

/// How many components each board has, by shrinking.
#[inline(always)]
pub(crate) fn counts<L: Lanes, const W: usize, const H: usize>(
    boards: &[u128],
    connectivity: Connectivity,
    out: &mut [u8],
) {
    let (whole, rest) = boards.split_at(boards.len() / L::COUNT * L::COUNT);
    let (out, out_rest) = out.split_at_mut(whole.len());
    for (boards, out) in whole.chunks_exact(L::COUNT).zip(out.chunks_exact_mut(L::COUNT)) {
        count_batch::<L, W, H>(boards, connectivity, out);
    }
    if !rest.is_empty() {
        let mut boards = [0; MOST];
        boards[..rest.len()].copy_from_slice(rest);
        count_batch::<L, W, H>(&boards, connectivity, out_rest);
    }
}

/// Of as many boards as there are lanes; `out` may be shorter.
#[inline(always)]
fn count_batch<L: Lanes, const W: usize, const H: usize>(
    boards: &[u128],
    connectivity: Connectivity,
    out: &mut [u8],
) {
    let full = Wide::<L>::splat(Grid::<W, H>::FULL.bits());
    let mut board = L::load(boards);
    let mut count = L::splat(0);
    while !board.is_zero() {
        let single = board & !neighbours::<W, _>(board, connectivity);
        count = count.add(single.low.ones()).add(single.high.ones());
        board = shrink::shrink::<W, _>(board, connectivity) & full;
    }
    for (out, count) in out.iter_mut().zip(count.total().to_array()) {
        *out = count as u8;
    }
}

/// What is found on one batch of boards: the lane and the cells.
pub(crate) struct Found {
    pub(crate) lanes: [u64; Self::ROOM],
    pub(crate) low: [u64; Self::ROOM],
    pub(crate) high: [u64; Self::ROOM],
    pub(crate) len: usize,
}

impl Found {
    /// All components of the boards of a batch, and what is written ahead.
    pub(crate) const ROOM: usize = 65 * MOST;

    pub(crate) const fn new() -> Self {
        Self { lanes: [0; Self::ROOM], low: [0; Self::ROOM], high: [0; Self::ROOM], len: 0 }
    }

    /// The lane and the cells of each.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u128)> + '_ {
        let halves = self.low[..self.len].iter().zip(&self.high[..self.len]);
        self.lanes[..self.len]
            .iter()
            .zip(halves)
            .map(|(&lane, (&low, &high))| (lane as usize, u128::from(low) | u128::from(high) << 64))
    }

    /// Without a branch: writes the cells, and counts them if `keep`.
    #[inline(always)]
    pub(crate) fn push(&mut self, lane: usize, low: u64, high: u64, keep: bool) {
        let n = self.len.min(Self::ROOM - 1);
        self.lanes[n] = lane as u64;
        self.low[n] = low;
        self.high[n] = high;
        self.len = n + usize::from(keep);
    }
}

/// The components of as many boards as there are lanes. Every lane floods one component of its board after
/// the other, from the lowest cell; single cells are taken out first.
#[inline(always)]
pub(crate) fn components<L: Lanes, const W: usize>(
    words: &[u128],
    connectivity: Connectivity,
    found: &mut Found,
) {
    found.len = 0;
    let boards = L::load(words);
    let mut rest = boards & neighbours::<W, _>(boards, connectivity);
    for_singles::<L>(boards ^ rest, found);
    let mut filled = lowest(rest);
    while !rest.is_zero() {
        let grown = (filled | neighbours::<W, _>(filled, connectivity)) & rest;
        let twice = (grown | neighbours::<W, _>(grown, connectivity)) & rest;
        let done = twice.low.equal(filled.low).and(twice.high.equal(filled.high));
        let done = Wide { low: done, high: done };
        let complete = twice & done;
        L::push_all(complete, found);
        rest = rest ^ complete;
        filled = twice & !done | lowest(rest) & done;
    }
}

/// The lowest cell in each lane.
#[inline(always)]
fn lowest<L: Lanes>(cells: Wide<L>) -> Wide<L> {
    let zero = L::splat(0);
    let low = cells.low.and(zero.sub(cells.low));
    let high = cells.high.and(zero.sub(cells.high));
    Wide { low, high: high.and(cells.low.equal(zero)) }
}

/// Puts down each cell by itself.
#[inline(always)]
fn for_singles<L: Lanes>(cells: Wide<L>, found: &mut Found) {
    let (low, high) = (cells.low.to_array(), cells.high.to_array());
    for lane in 0..L::COUNT {
        let (mut low, mut high) = (low[lane], high[lane]);
        while low != 0 {
            found.push(lane, low & low.wrapping_neg(), 0, true);
            low &= low - 1;
        }
        while high != 0 {
            found.push(lane, 0, high & high.wrapping_neg(), true);
            high &= high - 1;
        }
    }
}
