//! The search on vectors: one query per lane, all lanes in lockstep.
//!
//! A row of a group holds one board of each query. The flood from `from` runs row by row until no
//! query has new cells. A query that has reached `to` continues with the empty set, so its later
//! rows are empty. The way back then needs no case distinction. From the last row to the first:
//!
//! ```text
//!   row k = (moves⁻¹(row k + 1) | to) & row k
//!
//!                  query 0   query 1   query 2
//!   row 0          a         a         a         kept: one move from row 1
//!   row 1          a b       a b       a b
//!   row 2          a b c     a b c     a b       query 2 is stuck: it never meets `to`
//!   row 3          ∅         a b c d   ∅         query 0 met `to` in row 2
//! ```
//!
//! - In the row in which a query met `to`, the next row is empty, and `to & row` remains.
//! - In an earlier row, `to` has nothing in common with the row, and the cells one move from the
//!   next layer remain.
//! - If `to` was never reached, both are empty in every row.
//!
//! So the layers of a query are the columns of the rows, and its number of layers is the number of
//! rows that are not empty, which is counted in the lanes too. Nothing is transposed. A group takes
//! as many rows as its longest query, and two moves of each vector for a row. Several vectors are
//! side by side in a group, because the moves of one wait for one another.

use alloc::vec::Vec;
use core::marker::PhantomData;

use bitboard_core::dispatch::{Kernel, SimdKernel};
use bitboard_core::simd::fearless_simd::Simd;
use bitboard_core::simd::{Lanes, Register, VectorWord};
use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use crate::path::max_layers;
use crate::shortest::search;

/// From, to and within of each query.
pub(super) type Sets<'a, W, G> = [&'a [Bitboard<W, G>]; 3];

/// The most queries in a group.
const MAX_LANES: usize = 64;

/// The layers of all queries, group by group: a row for each layer, a column for each query.
#[derive(Clone, Debug)]
pub(super) struct Layers<W: Word, G: Geometry> {
    /// At least the number of boards in use.
    boards: Vec<Bitboard<W, G>>,
    /// Number of boards in use.
    used: usize,
    /// The first board of each group.
    starts: Vec<usize>,
    /// Number of layers of each query, as the lanes count them.
    lens: Vec<W>,
    /// Number of queries in a group.
    lanes: usize,
}

impl<W: Word, G: Geometry> Layers<W, G> {
    pub(super) const fn new() -> Self {
        Self { boards: Vec::new(), used: 0, starts: Vec::new(), lens: Vec::new(), lanes: 1 }
    }

    /// Removes all groups. The next ones have `lanes` queries each.
    fn clear(&mut self, lanes: usize) {
        self.lanes = lanes;
        self.used = 0;
        self.starts.clear();
        self.lens.clear();
    }

    /// Adds a group: `find` writes its rows, of which there is room for the most possible, and the
    /// number of layers of each query, and returns the number of rows.
    #[inline(always)]
    fn add(&mut self, find: impl FnOnce(&mut [Bitboard<W, G>], &mut [W]) -> usize) {
        let end = self.used + max_layers::<G>() * self.lanes;
        if self.boards.len() < end {
            self.boards.resize(2 * end, Bitboard::EMPTY);
        }
        let first = self.lens.len();
        self.lens.resize(first + self.lanes, W::ZERO);
        let rows = find(&mut self.boards[self.used..end], &mut self.lens[first..]);
        self.starts.push(self.used);
        self.used += rows * self.lanes;
    }

    /// The boards from the first layer of a query on, the distance between its layers, and their
    /// number.
    #[inline]
    pub(super) fn of(&self, query: usize) -> (&[Bitboard<W, G>], usize, usize) {
        let (group, lane) = (query / self.lanes, query % self.lanes);
        let len = self.lens[query].to_u128() as usize;
        (&self.boards[self.starts[group] + lane..], self.lanes, len)
    }
}

/// Queries, and the place of their answers.
pub(super) struct Queries<'a, W: Word, G: Geometry> {
    pub(super) sets: Sets<'a, W, G>,
    pub(super) layers: &'a mut Layers<W, G>,
}

/// Answers all queries, after the choice of instructions and then of the rule.
pub(super) struct BatchSearch<'a, W: Word, G: Geometry, D> {
    pub(super) moves: &'a D,
    pub(super) queries: Queries<'a, W, G>,
}

/// Whether one copy of the search serves all rules. The copies for the common rules are inlined
/// into one function, whose frame would have several megabytes without optimization, more than the
/// stack of a thread. They would not be faster then.
const FOR_ALL_RULES: bool = cfg!(debug_assertions);

impl<W: VectorWord, G: Geometry, D: Dilate<G>> SimdKernel for BatchSearch<'_, W, G, D> {
    type Output = ();

    fn scalar(self) {
        let Self { moves, queries } = self;
        if FOR_ALL_RULES { queries.run(moves) } else { moves.specialize(queries) }
    }

    #[inline(always)]
    fn vectors<S: Simd, V: Register<S>>(self, simd: S) {
        let Self { moves, queries } = self;
        let kernel = InLockstep::<S, V, W, G> { simd, queries, vector: PhantomData };
        if FOR_ALL_RULES { kernel.run(moves) } else { moves.specialize(kernel) }
    }
}

/// Answers all queries on vectors.
struct InLockstep<'a, S, V, W: Word, G: Geometry> {
    simd: S,
    queries: Queries<'a, W, G>,
    vector: PhantomData<V>,
}

impl<S: Simd, V: Register<S>, W: VectorWord, G: Geometry> Kernel<G> for InLockstep<'_, S, V, W, G> {
    type Output = ();

    #[inline(always)]
    fn run<D: Dilate<G>>(self, moves: &D) {
        let Self { simd, queries, .. } = self;
        // Inlined into the one function of the instruction set: in a separate function, which all
        // rules of a type share, the rule is not a constant, and a move takes five to eight times
        // the instructions. Boards of 128 bits take two registers, so fewer of them fit. Constant
        // conditions keep the other cases from being compiled.
        if const { V::LANES == 8 } {
            if const { W::BITS == 64 } {
                find_all::<S, W::X8<S>, G, D, 8>(simd, moves, queries);
            } else {
                find_all::<S, W::X8<S>, G, D, 4>(simd, moves, queries);
            }
        } else if const { V::LANES == 4 } {
            if const { W::BITS == 64 } {
                find_all::<S, W::X4<S>, G, D, 8>(simd, moves, queries);
            } else {
                find_all::<S, W::X4<S>, G, D, 3>(simd, moves, queries);
            }
        } else if const { W::BITS == 64 } {
            find_all::<S, W::X2<S>, G, D, 4>(simd, moves, queries);
        } else {
            find_all::<S, W::X2<S>, G, D, 2>(simd, moves, queries);
        }
    }
}

/// Answers all queries without vectors.
impl<W: Word, G: Geometry> Kernel<G> for Queries<'_, W, G> {
    type Output = ();

    #[inline(always)]
    fn run<D: Dilate<G>>(self, moves: &D) {
        let [from, to, within] = self.sets;
        self.layers.clear(1);
        for ((&from, &to), &within) in from.iter().zip(to).zip(within) {
            self.layers.add(|rows, lens| {
                let count = search(from, to, within, moves, rows);
                lens[0] = W::from_u128(count as u128);
                count
            });
        }
    }
}

/// Answers all queries on vectors of type `V`, `M` of them at a time to overlap their latencies.
#[inline(always)]
fn find_all<S: Simd, V: Lanes<S>, G: Geometry, D: Dilate<G>, const M: usize>(
    simd: S,
    moves: &D,
    Queries { sets, layers }: Queries<'_, V::Word, G>,
) {
    let lanes = V::LANES * M;
    layers.clear(lanes);
    let queries = sets[0].len();
    let sets = sets.map(|set| &set[..queries]);
    let mut last = [[Bitboard::EMPTY; MAX_LANES]; 3];
    let mut first = 0;
    while first < queries {
        // The last group is smaller.
        let len = lanes.min(queries - first);
        let group = if len == lanes {
            sets.map(|set| &set[first..first + lanes])
        } else {
            for (last, set) in last.iter_mut().zip(sets) {
                last[..len].copy_from_slice(&set[first..first + len]);
            }
            [&last[0][..lanes], &last[1][..lanes], &last[2][..lanes]]
        };
        layers.add(
            #[inline(always)]
            |rows, lens| find_group::<S, V, G, D, M>(simd, moves, group, rows, lens),
        );
        first += len;
    }
}

/// Answers the queries of one group. Writes the number of layers of each to `lens` and returns the
/// number of rows they take.
#[inline(always)]
fn find_group<S: Simd, V: Lanes<S>, G: Geometry, D: Dilate<G>, const M: usize>(
    simd: S,
    moves: &D,
    [from, to, within]: Sets<'_, V::Word, G>,
    rows: &mut [Bitboard<V::Word, G>],
    lens: &mut [V::Word],
) -> usize {
    let lanes = V::LANES * M;
    let empty = Bitboard::from_bits_truncate(V::splat(simd, V::Word::ZERO));
    let (mut filled, mut ends, mut free) = ([empty; M], [empty; M], [empty; M]);
    for m in 0..M {
        free[m] = V::load_boards(simd, &within[m * V::LANES..]);
        filled[m] = V::load_boards(simd, &from[m * V::LANES..]) & free[m];
        ends[m] = V::load_boards(simd, &to[m * V::LANES..]) & free[m];
    }
    let mut count = 0;
    // The number of rows is the maximum number of cells of a path.
    for row in rows.chunks_exact_mut(lanes) {
        let mut added = empty;
        for m in 0..M {
            filled[m].store_boards(&mut row[m * V::LANES..]);
            let grown = moves.dilate_within(filled[m], free[m]);
            // A query whose ends are reached is done: its set becomes empty.
            let grown = (filled[m] & ends[m]).if_empty(grown);
            added |= grown - filled[m];
            filled[m] = grown;
        }
        count += 1;
        if added.is_empty() {
            break;
        }
    }
    let reverse = moves.reverse();
    // The number of rows, less one for each that is empty: all ones are -1.
    let mut sums = [V::splat(simd, V::Word::from_u128(count as u128)); M];
    let mut next = [empty; M];
    for row in rows[..count * lanes].chunks_exact_mut(lanes).rev() {
        for m in 0..M {
            let row = &mut row[m * V::LANES..];
            let before = reverse.dilate_within(next[m], free[m]) | ends[m];
            next[m] = before & V::load_boards(simd, row);
            next[m].store_boards(row);
            sums[m] = sums[m].wrapping_add(next[m].bits().zero_mask());
        }
    }
    for m in 0..M {
        sums[m].store(&mut lens[m * V::LANES..]);
    }
    count
}
