//! Many boards at once, one in each lane of a vector.
//!
//! The formulas of [`masks`](super::masks) and [`flood`](super::flood) are written for [`Bits`], so
//! they run on a word as well as on a vector of words. A vector has lanes of 64 bits, and a board
//! of 128 bits takes a lane of two vectors, [`Halves`]:
//!
//! ```text
//! AVX2     low   [ board 0 | board 1 | board 2 | board 3 ]     cells 0 to 63 of each
//!          high  [ board 0 | board 1 | board 2 | board 3 ]     cells 64 to 127
//! ```
//!
//! **Masks** have no loop and need nothing else. **Shrinking** continues until the boards of all
//! lanes are empty. **Floods** end at different times, so each lane floods the components of its
//! board one after the other, and a lane whose component is complete starts the next one while the
//! others continue:
//!
//! ```text
//! filled = lowest cell of rest, in each lane
//! while a lane of rest is not empty:
//!     grown    = filled, grown by two steps within rest
//!     done     = lanes in which grown = filled
//!     found   += the components of the lanes done
//!     rest    ^= those components
//!     filled   = lowest cell of rest in lanes done, else grown
//! ```
//!
//! Two steps for each test are faster than one, because most components are small and the test
//! takes longer than a step. With eight lanes, complete components are stored by compressing them
//! in a register (0.8 of the time of a loop over the lanes without branches, for boards that are
//! half full).

use core::marker::PhantomData;

use bitboard_core::dispatch::{SimdKernel, SimdLevel};
#[cfg(feature = "simd")]
use bitboard_core::simd::fearless_simd::{Simd, prelude::*};
#[cfg(feature = "simd")]
use bitboard_core::simd::{Halves, Lanes, Register};
#[cfg(feature = "simd")]
use bitboard_core::{Bits, RowMajor};

use super::masks::{Adjacency, at_least_4};
use super::{Board, Components, assert_shape, flood};

/// The most lanes there are.
const MOST: usize = 8;

/// The boards, of which there are at most [`MOST`], followed by empty ones.
#[inline(always)]
fn pad<const W: usize, const H: usize>(boards: &[Board<W, H>]) -> [Board<W, H>; MOST] {
    let mut padded = [Board::EMPTY; MOST];
    padded[..boards.len()].copy_from_slice(boards);
    padded
}

/// For each board the cells in components of at least four, or, if `SEEDS`, some cells of each such
/// component and no others. The number of boards is a multiple of the lanes.
pub(crate) struct AtLeastFour<'a, A, const W: usize, const H: usize, const SEEDS: bool> {
    boards: &'a [Board<W, H>],
    out: &'a mut [Board<W, H>],
    adjacency: PhantomData<A>,
}

impl<'a, A, const W: usize, const H: usize, const SEEDS: bool> AtLeastFour<'a, A, W, H, SEEDS> {
    /// `out` is as long as `boards`.
    // Inlined, the choice of instructions takes registers from the loops of its callers.
    #[inline(never)]
    pub(crate) fn run(simd_level: SimdLevel, boards: &'a [Board<W, H>], out: &'a mut [Board<W, H>])
    where
        A: Adjacency,
    {
        const { assert_shape(W, H) };
        let full = boards.len() / simd_level.lanes() * simd_level.lanes();
        let (boards, rest) = boards.split_at(full);
        let (out, out_rest) = out.split_at_mut(full);
        simd_level.run(Self { boards, out, adjacency: PhantomData });
        // The same function runs the rest, so that its formulas are compiled once.
        if !rest.is_empty() {
            let (padded, mut found) = (pad(rest), [Board::EMPTY; MOST]);
            let (boards, out) = (&padded[..simd_level.lanes()], &mut found[..simd_level.lanes()]);
            simd_level.run(AtLeastFour::<A, W, H, SEEDS> { boards, out, adjacency: PhantomData });
            out_rest.copy_from_slice(&found[..rest.len()]);
        }
    }
}

impl<A: Adjacency, const W: usize, const H: usize, const SEEDS: bool> SimdKernel
    for AtLeastFour<'_, A, W, H, SEEDS>
{
    type Output = ();

    #[inline]
    fn scalar(self) {
        for (out, &board) in self.out.iter_mut().zip(self.boards) {
            *out = at_least_4::<A, W, H, SEEDS, u128>(board);
        }
    }

    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
        let boards = self.boards.chunks_exact(V::LANES);
        for (boards, out) in boards.zip(self.out.chunks_exact_mut(V::LANES)) {
            let boards = Halves::<V>::load_boards(simd, boards);
            at_least_4::<A, W, H, SEEDS, _>(boards).store_boards(out);
        }
    }
}

/// The number of components of each board, by shrinking.
pub(crate) struct Counts<'a, A, const W: usize, const H: usize> {
    boards: &'a [Board<W, H>],
    out: &'a mut [u32],
    adjacency: PhantomData<A>,
}

impl<'a, A: Adjacency, const W: usize, const H: usize> Counts<'a, A, W, H> {
    /// `out` is as long as `boards`.
    #[inline(always)]
    pub(crate) fn new(boards: &'a [Board<W, H>], out: &'a mut [u32]) -> Self {
        const { assert_shape(W, H) };
        Self { boards, out, adjacency: PhantomData }
    }

    /// For one board per lane; `out` may be shorter.
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn count<S: Simd, V: Register<S>>(simd: S, boards: &[Board<W, H>], out: &mut [u32]) {
        let mut bits = Halves::<V>::load_boards(simd, boards).bits();
        let mut count = <V as Lanes<S>>::splat(simd, 0);
        while !bits.is_zero() {
            let single = bits & !A::neighbors::<RowMajor<W, H>, _>(bits);
            count = count.wrapping_add(ones::<S, V>(single.low, single.high));
            bits = A::shrink::<RowMajor<W, H>, _>(bits);
        }
        let mut counts = [0; MOST];
        count.store(&mut counts);
        for (out, count) in out.iter_mut().zip(counts) {
            *out = total::<V>(count);
        }
    }
}

impl<A: Adjacency, const W: usize, const H: usize> SimdKernel for Counts<'_, A, W, H> {
    type Output = ();

    #[inline]
    fn scalar(self) {
        for (out, &board) in self.out.iter_mut().zip(self.boards) {
            *out = flood::count_by_shrinking::<A, W, H>(board);
        }
    }

    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
        let (boards, rest) = self.boards.split_at(self.boards.len() / V::LANES * V::LANES);
        let (out, out_rest) = self.out.split_at_mut(boards.len());
        for (boards, out) in boards.chunks_exact(V::LANES).zip(out.chunks_exact_mut(V::LANES)) {
            Self::count::<S, V>(simd, boards, out);
        }
        if !rest.is_empty() {
            Self::count::<S, V>(simd, &pad(rest), out_rest);
        }
    }
}

/// The number of bits of each lane of two vectors, as eight counts in bytes or as one, whichever is
/// faster.
#[cfg(feature = "simd")]
#[inline(always)]
fn ones<S: Simd, V: Register<S>>(a: V, b: V) -> V {
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
#[cfg(feature = "simd")]
#[inline(always)]
fn nibbles<V: Bits<Word = u64>>(bits: V) -> V {
    let pairs = bits.wrapping_sub(bits >> 1 & bits.broadcast(0x5555_5555_5555_5555));
    let low = bits.broadcast(0x3333_3333_3333_3333);
    (pairs & low).wrapping_add(pairs >> 2 & low)
}

/// The sum of the counts that [`ones`] makes for a lane of `V`, at most 255.
#[cfg(feature = "simd")]
#[inline(always)]
fn total<V: Bits>(counts: u64) -> u32 {
    if V::LANES > 4 {
        return counts as u32;
    }
    (counts.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
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
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn push_all<S: Simd, V: Register<S>>(&mut self, simd: S, cells: Halves<V>) {
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
    #[cfg(feature = "simd")]
    #[inline(always)]
    fn push_singles<S: Simd, V: Register<S>>(&mut self, cells: Halves<V>) {
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

/// The low and the high halves of the boards in the lanes.
#[cfg(feature = "simd")]
#[inline(always)]
fn arrays<S: Simd, V: Register<S>>(cells: Halves<V>) -> ([u64; MOST], [u64; MOST]) {
    let (mut low, mut high) = ([0; MOST], [0; MOST]);
    cells.low.store(&mut low);
    cells.high.store(&mut high);
    (low, high)
}

/// The components of several boards, by floods: one board in each lane, and no more boards than
/// lanes.
pub(crate) struct Floods<'a, A, const W: usize, const H: usize> {
    boards: &'a [Board<W, H>],
    found: &'a mut Found,
    adjacency: PhantomData<A>,
}

impl<'a, A, const W: usize, const H: usize> Floods<'a, A, W, H> {
    #[inline(always)]
    pub(crate) fn new(boards: &'a [Board<W, H>], found: &'a mut Found) -> Self {
        const { assert_shape(W, H) };
        Self { boards, found, adjacency: PhantomData }
    }
}

impl<A: Adjacency, const W: usize, const H: usize> SimdKernel for Floods<'_, A, W, H> {
    type Output = ();

    #[inline]
    fn scalar(self) {
        self.found.len = 0;
        let mut components = Components::new();
        for (lane, &board) in self.boards.iter().enumerate() {
            flood::components::<A, W, H>(board, &mut components);
            for component in &components {
                let bits = component.bits();
                self.found.push(lane, bits as u64, (bits >> 64) as u64, true);
            }
        }
    }

    #[cfg(feature = "simd")]
    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
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
        let mut rest = boards & A::neighbors::<RowMajor<W, H>, _>(boards);
        found.push_singles::<S, V>(boards ^ rest);
        let mut filled = rest.lowest_bit();
        while !rest.is_zero() {
            let once = (filled | A::neighbors::<RowMajor<W, H>, _>(filled)) & rest;
            let grown = (once | A::neighbors::<RowMajor<W, H>, _>(once)) & rest;
            let done = (grown ^ filled).zero_mask();
            let complete = grown & done;
            found.push_all::<S, V>(simd, complete);
            rest ^= complete;
            filled = grown & !done | rest.lowest_bit() & done;
        }
    }
}
