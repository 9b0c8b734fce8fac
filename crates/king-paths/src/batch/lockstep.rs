//! The search on vectors: one query per lane, in lockstep.

use bitboard_core::simd::Lanes;
use bitboard_core::simd::fearless_simd::Simd;
use bitboard_core::{Bitboard, Dilate, Geometry, Word};

use super::buffers::Buffers;

/// From, to and within of each query.
pub(super) type Sets<'a, W, G> = [&'a [Bitboard<W, G>]; 3];

/// The most queries in a group.
const MAX_LANES: usize = 64;

/// Answers all queries on vectors of type `V`, `M` of them at a time to overlap their latencies.
#[inline(always)]
pub(super) fn find_all<S: Simd, V: Lanes<S>, G: Geometry, D: Dilate<G>, const M: usize>(
    simd: S,
    moves: &D,
    sets: Sets<'_, V::Word, G>,
    buffers: &mut Buffers<V::Word, G>,
) {
    let lanes = V::LANES * M;
    buffers.clear(lanes);
    let queries = sets[0].len();
    let sets = sets.map(|set| &set[..queries]);
    let mut last = [[Bitboard::EMPTY; MAX_LANES]; 3];
    let mut lens = [V::Word::ZERO; MAX_LANES];
    let mut first = 0;
    while first < queries {
        let group = if queries - first >= lanes {
            sets.map(|set| &set[first..first + lanes])
        } else {
            for (last, set) in last.iter_mut().zip(sets) {
                last[..queries - first].copy_from_slice(&set[first..]);
            }
            [&last[0][..lanes], &last[1][..lanes], &last[2][..lanes]]
        };
        let rows = buffers.rows();
        let count = find_group::<S, V, G, D, M>(simd, moves, group, rows, &mut lens[..lanes]);
        buffers.push(count, &lens[..lanes]);
        first += lanes;
    }
}

/// Answers the queries of one group. Writes the number of layers of each to `lens` and returns the
/// number of rows they take.
///
/// Row k first holds the cells filled after k moves, and the empty set for queries whose paths are
/// shorter. On the way back `(move(next) | to) & row` is what remains in the row: for a query that was
/// done after k moves the cells reached, before that the cells one move from the next layer (which
/// `to` has nothing in common with), and nothing if `to` was never reached.
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
            let grown = Bitboard::if_empty(filled[m] & ends[m], grown, empty);
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
