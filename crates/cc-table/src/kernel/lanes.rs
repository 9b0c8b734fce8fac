//! Several boards at once, one in each lane of a vector.

use bitboard_core::simd::fearless_simd::Simd;
use bitboard_core::simd::fearless_simd::prelude::*;
use bitboard_core::simd::{Halves, Lanes};
use bitboard_core::{Bits, Connectivity, RowMajor};

use super::halves::fours;
use super::neighbors::neighbors;
use super::shrink::{shrink, singles};
use crate::board::Board;

/// The most lanes there are.
pub(crate) const MOST: usize = 8;

/// Vectors of 64-bit lanes. Two vectors hold the halves of boards.
pub(crate) trait Half<S: Simd>:
    Lanes<S, Word = u64> + SimdInt<S, Element = u64, Bytes: SimdInt<S, Element = u8>>
{
}

impl<S, V> Half<S> for V
where
    S: Simd,
    V: Lanes<S, Word = u64> + SimdInt<S, Element = u64, Bytes: SimdInt<S, Element = u8>>,
{
}

/// Work on boards, generic over the vectors.
pub(crate) trait Kernel {
    /// Must be `#[inline(always)]`.
    fn run<S: Simd, V: Half<S>>(self, simd: S, connectivity: Connectivity);
}

/// The boards, fewer than there are lanes, and empty ones after them.
#[inline(always)]
fn pad<const W: usize, const H: usize>(boards: &[Board<W, H>]) -> [Board<W, H>; MOST] {
    let mut padded = [Board::EMPTY; MOST];
    padded[..boards.len()].copy_from_slice(boards);
    padded
}

/// For each board the cells in components of at least four, or, if `SEEDS`, some cells of each such
/// component and no others.
pub(crate) struct Fours<'a, const W: usize, const H: usize, const SEEDS: bool> {
    pub(crate) boards: &'a [Board<W, H>],
    /// As long as `boards`.
    pub(crate) out: &'a mut [Board<W, H>],
}

impl<const W: usize, const H: usize, const SEEDS: bool> Kernel for Fours<'_, W, H, SEEDS> {
    #[inline(always)]
    fn run<S: Simd, V: Half<S>>(self, simd: S, connectivity: Connectivity) {
        let (boards, rest) = self.boards.split_at(self.boards.len() / V::LANES * V::LANES);
        let (out, out_rest) = self.out.split_at_mut(boards.len());
        for (boards, out) in boards.chunks_exact(V::LANES).zip(out.chunks_exact_mut(V::LANES)) {
            let boards = Halves::<V>::load_boards(simd, boards);
            fours::<W, H, SEEDS, _>(boards, connectivity).store_boards(out);
        }
        if !rest.is_empty() {
            let mut padded = pad(rest);
            let boards = Halves::<V>::load_boards(simd, &padded);
            fours::<W, H, SEEDS, _>(boards, connectivity).store_boards(&mut padded);
            out_rest.copy_from_slice(&padded[..rest.len()]);
        }
    }
}

/// The number of components of each board, by shrinking.
pub(crate) struct Counts<'a, const W: usize, const H: usize> {
    pub(crate) boards: &'a [Board<W, H>],
    /// As long as `boards`.
    pub(crate) out: &'a mut [u8],
}

impl<const W: usize, const H: usize> Kernel for Counts<'_, W, H> {
    #[inline(always)]
    fn run<S: Simd, V: Half<S>>(self, simd: S, connectivity: Connectivity) {
        let (boards, rest) = self.boards.split_at(self.boards.len() / V::LANES * V::LANES);
        let (out, out_rest) = self.out.split_at_mut(boards.len());
        for (boards, out) in boards.chunks_exact(V::LANES).zip(out.chunks_exact_mut(V::LANES)) {
            Self::counts::<S, V>(simd, boards, connectivity, out);
        }
        if !rest.is_empty() {
            Self::counts::<S, V>(simd, &pad(rest), connectivity, out_rest);
        }
    }
}

impl<const W: usize, const H: usize> Counts<'_, W, H> {
    /// For one board per lane; `out` may be shorter.
    #[inline(always)]
    fn counts<S: Simd, V: Half<S>>(
        simd: S,
        boards: &[Board<W, H>],
        connectivity: Connectivity,
        out: &mut [u8],
    ) {
        let mut bits = Halves::<V>::load_boards(simd, boards).bits();
        let mut count = <V as Lanes<S>>::splat(simd, 0);
        while !bits.is_zero() {
            let single = bits & singles::<RowMajor<W, H>, _>(bits, connectivity);
            count = count.wrapping_add(ones::<S, V>(single.low, single.high));
            bits = shrink::<RowMajor<W, H>, _>(bits, connectivity);
        }
        let mut counts = [0; MOST];
        count.store(&mut counts);
        for (out, count) in out.iter_mut().zip(counts) {
            *out = total::<V>(count);
        }
    }
}

/// The number of bits of each lane of two vectors, as eight counts in bytes or as one, whichever is faster.
#[inline(always)]
fn ones<S: Simd, V: Half<S>>(a: V, b: V) -> V {
    match V::LANES {
        2 => {
            let (a, b) = (nibbles(a), nibbles(b));
            let low = a.broadcast(0x0f0f_0f0f_0f0f_0f0f);
            let sum = a.wrapping_add(b);
            (sum & low).wrapping_add(sum >> 4 & low)
        }
        4 => {
            let (a, b): (V, V) =
                (a.to_bytes().count_ones().bitcast(), b.to_bytes().count_ones().bitcast());
            a.wrapping_add(b)
        }
        _ => a.count_ones() + b.count_ones(),
    }
}

/// The number of bits of each four bits.
#[inline(always)]
fn nibbles<V: Bits<Word = u64>>(bits: V) -> V {
    let pairs = bits.wrapping_sub(bits >> 1 & bits.broadcast(0x5555_5555_5555_5555));
    let low = bits.broadcast(0x3333_3333_3333_3333);
    (pairs & low).wrapping_add(pairs >> 2 & low)
}

/// The sum of the counts that [`ones`] makes for a lane of `V`, at most 255.
#[inline(always)]
fn total<V: Bits>(counts: u64) -> u8 {
    if V::LANES > 4 {
        return counts as u8;
    }
    (counts.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

/// The components of one batch of boards: the lane and the cells of each.
pub(crate) struct Found {
    lanes: [u64; Self::ROOM],
    low: [u64; Self::ROOM],
    high: [u64; Self::ROOM],
    len: usize,
}

impl Found {
    /// Room for all components of a batch, and for elements written beyond the last.
    const ROOM: usize = 65 * MOST;

    pub(crate) const fn new() -> Self {
        Self { lanes: [0; Self::ROOM], low: [0; Self::ROOM], high: [0; Self::ROOM], len: 0 }
    }

    /// The lane and the cells of each component.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u128)> + '_ {
        let halves = self.low[..self.len].iter().zip(&self.high[..self.len]);
        self.lanes[..self.len]
            .iter()
            .zip(halves)
            .map(|(&lane, (&low, &high))| (lane as usize, u128::from(low) | u128::from(high) << 64))
    }

    /// Writes the cells and, if `keep`, counts them, without a branch.
    #[inline(always)]
    fn push(&mut self, lane: usize, low: u64, high: u64, keep: bool) {
        let n = self.len.min(Self::ROOM - 1);
        self.lanes[n] = lane as u64;
        self.low[n] = low;
        self.high[n] = high;
        self.len = n + usize::from(keep);
    }

    /// Adds the cells of each lane that has any.
    #[inline(always)]
    fn push_all<S: Simd, V: Half<S>>(&mut self, simd: S, cells: Halves<V>) {
        if V::LANES < MOST {
            let (low, high) = arrays::<S, V>(cells);
            for lane in 0..V::LANES {
                self.push(lane, low[lane], high[lane], low[lane] | high[lane] != 0);
            }
            return;
        }
        // Compressed in registers: compressing stores are slow on some processors.
        let any = (cells.low | cells.high).simd_ne(0);
        let lanes = V::load(simd, &[0, 1, 2, 3, 4, 5, 6, 7]);
        let n = self.len.min(Self::ROOM - MOST);
        lanes.compress(any).store(&mut self.lanes[n..n + MOST]);
        cells.low.compress(any).store(&mut self.low[n..n + MOST]);
        cells.high.compress(any).store(&mut self.high[n..n + MOST]);
        self.len = n + any.to_bitmask().count_ones() as usize;
    }

    /// Adds each cell by itself.
    #[inline(always)]
    fn push_singles<S: Simd, V: Half<S>>(&mut self, cells: Halves<V>) {
        let (low, high) = arrays::<S, V>(cells);
        for lane in 0..V::LANES {
            let (mut low, mut high) = (low[lane], high[lane]);
            while low != 0 {
                self.push(lane, low.lowest_bit(), 0, true);
                low = low.without_lowest_bit();
            }
            while high != 0 {
                self.push(lane, 0, high.lowest_bit(), true);
                high = high.without_lowest_bit();
            }
        }
    }
}

#[inline(always)]
fn arrays<S: Simd, V: Half<S>>(cells: Halves<V>) -> ([u64; MOST], [u64; MOST]) {
    let (mut low, mut high) = ([0; MOST], [0; MOST]);
    cells.low.store(&mut low);
    cells.high.store(&mut high);
    (low, high)
}

/// The components of boards. Every lane floods one component of its board after the other, from the
/// lowest cell; single cells are taken out first.
pub(crate) struct Components<'a, const W: usize, const H: usize> {
    /// At most one per lane.
    pub(crate) boards: &'a [Board<W, H>],
    pub(crate) found: &'a mut Found,
}

impl<const W: usize, const H: usize> Kernel for Components<'_, W, H> {
    #[inline(always)]
    fn run<S: Simd, V: Half<S>>(self, simd: S, connectivity: Connectivity) {
        let found = self.found;
        found.len = 0;
        let padded;
        let boards = if self.boards.len() == V::LANES {
            self.boards
        } else {
            padded = pad(self.boards);
            &padded
        };
        let boards = Halves::<V>::load_boards(simd, boards).bits();
        let mut rest = boards & neighbors::<RowMajor<W, H>, _>(boards, connectivity);
        found.push_singles::<S, V>(boards ^ rest);
        let mut filled = rest.lowest_bit();
        while !rest.is_zero() {
            let once = (filled | neighbors::<RowMajor<W, H>, _>(filled, connectivity)) & rest;
            let twice = (once | neighbors::<RowMajor<W, H>, _>(once, connectivity)) & rest;
            let done = (twice ^ filled).zero_mask();
            let complete = twice & done;
            found.push_all::<S, V>(simd, complete);
            rest ^= complete;
            filled = twice & !done | rest.lowest_bit() & done;
        }
    }
}
