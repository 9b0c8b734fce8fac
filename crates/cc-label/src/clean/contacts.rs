//! Contacts: which labels of a label image touch, and how often.
//!
//! Each row is compared with itself, a column apart, and with the earlier rows that it touches, as
//! in `label::values`. The columns from where a label starts in one of two rows to where
//! the next one starts are a **series** of one pair of labels. A series of n columns has n contacts
//! of the same column, and n - 1 in each of the two diagonal directions. At each of its ends it has
//! one more, unless labels start there in both rows; then there are two contacts of other pairs:
//!
//! ```text
//! row above    3 3 3 5 5 0 7
//! row          0 3 3 3 5 5 7
//! starts       | |   | | | |     of either row
//! differ           . x . . .     3 and 5 have one face in common, and two edges; 0 touches nothing
//! ```
//!
//! The numbers are added to the pair. The last pairs are in a small table, which stays in the
//! cache. Those that leave it are a list, which is sorted and merged when it has doubled. Several
//! threads have a table for each strip (`parts::threads`), whose scan begins with the rows before
//! the strip that touch it, and the lists are merged.
//!
//! The cost is a comparison for each voxel and each earlier row (2 or 4), on vectors, and some
//! operations for each series. The memory is two bits for each voxel of a plane, or of two rows of
//! an image, and the pairs.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use bitboard_core::dispatch::SimdLevel;

use crate::image::{Connectivity, LabelError, Position};
use crate::label::{Columns, Labeler, Numbers, Value};
use crate::parts::threads::{map, strips};
use crate::scan::{Adjacency, Shape};

/// Two labels that touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Contact<V> {
    /// The labels, the smaller one first.
    pub labels: (V, V),
    /// Number of pairs of voxels with a common face, or of pixels with a common edge.
    pub faces: u64,
    /// Number of pairs of voxels with only an edge in common, or of pixels with only a corner.
    pub edges: u64,
    /// Number of pairs of voxels with only a corner in common.
    pub corners: u64,
}

/// Returns the pairs of different labels that touch, in ascending order, with the number of times
/// that they touch. Label 0 is background and touches nothing.
///
/// `size` is `(width, height)` or `(width, height, depth)`. Rows come one after the other, then
/// planes. [`Labeler::contacts`] has several threads.
///
/// ```
/// use cc_label::{Connectivity, contacts};
///
/// let labels: [u16; 8] = [
///     1, 1, 3, 3, //
///     1, 2, 2, 0,
/// ];
/// let found = contacts(&labels, (4, 2), Connectivity::FOUR)?;
/// let pairs: Vec<_> = found.iter().map(|contact| (contact.labels, contact.faces)).collect();
/// assert_eq!(pairs, [((1, 2), 2), ((1, 3), 1), ((2, 3), 1)]);
/// let found = contacts(&labels, (4, 2), Connectivity::EIGHT)?;
/// assert_eq!((found[2].labels, found[2].faces, found[2].edges), ((2, 3), 1, 2));
/// # Ok::<(), cc_label::LabelError>(())
/// ```
///
/// # Errors
/// [`LabelError::PixelCount`] if a side is 0 or their product does not fit a `usize`,
/// [`LabelError::Length`] if the number of labels differs from the size.
pub fn contacts<V: Value>(
    labels: &[V],
    size: impl Position,
    connectivity: Connectivity,
) -> Result<Vec<Contact<V>>, LabelError> {
    Labeler::new().contacts(labels, size, connectivity)
}

impl Labeler {
    /// [`contacts()`] on several threads.
    ///
    /// # Errors
    /// As [`contacts()`].
    pub fn contacts<V: Value>(
        &self,
        labels: &[V],
        size: impl Position,
        connectivity: Connectivity,
    ) -> Result<Vec<Contact<V>>, LabelError> {
        let numbers = Numbers::new(labels, size, V::default(), connectivity)?;
        Ok(find(numbers, self.useful_threads(numbers.shape).unwrap_or(1)))
    }
}

/// Returns the contacts.
fn find<V: Value>(numbers: Numbers<'_, V>, threads: usize) -> Vec<Contact<V>> {
    let strips = scan(numbers, threads);
    let pairs = map(strips.into_iter(), threads, |pairs| merged(pairs.collect())).concat();
    let pairs = if threads == 1 { pairs } else { merged(pairs) };
    let contact = |pair: Pair<V>| {
        let ([a, b], [faces, edges, corners]) = (pair.labels, pair.counts);
        Contact { labels: (a, b), faces, edges, corners }
    };
    pairs.into_iter().map(contact).collect()
}

/// Returns the pairs of labels that touch, in any order; some come several times.
pub(super) fn touching<V: Value>(numbers: Numbers<'_, V>) -> impl Iterator<Item = [V; 2]> {
    scan(numbers, 1).into_iter().flatten().map(|pair| pair.labels)
}

/// Returns the pairs of each strip, which several threads find.
fn scan<V: Value>(
    numbers: Numbers<'_, V>,
    threads: usize,
) -> Vec<impl Iterator<Item = Pair<V>> + Send> {
    let (shape, simd_level) = (numbers.shape, SimdLevel::new());
    map(strips(shape, threads), threads, |rows| {
        let mut scan = Scan::new(numbers);
        for row in rows.start.saturating_sub(shape.seam())..rows.end {
            simd_level.vectorize_avx2(
                #[inline(always)]
                || scan.add_row(row, row >= rows.start, simd_level),
            );
        }
        let Pairs { recent, replaced, .. } = scan.pairs;
        replaced.into_iter().chain(recent.into_iter().filter_map(Recent::pair))
    })
}

/// Two labels and the number of their common faces, edges and corners.
#[derive(Clone, Copy)]
struct Pair<V> {
    labels: [V; 2],
    counts: [u64; 3],
}

/// A pair, and three numbers in one: edges from bit [`EDGES`] on, corners from bit [`CORNERS`] on.
#[derive(Clone, Copy)]
struct Recent<V> {
    labels: [V; 2],
    counts: u64,
}

/// The number of faces is in the bits below.
const EDGES: u32 = 21;
const CORNERS: u32 = 42;

/// Bits of which one is set before a number does not fit its bits: less than this is added at once.
const FULL: u64 = (1 | 1 << EDGES | 1 << CORNERS) << (EDGES - 1);

/// The pairs so far.
struct Pairs<V> {
    /// For each hash the last pair that had it. Free slots have labels 0.
    recent: Vec<Recent<V>>,
    /// 64 less the number of bits of an index of a slot.
    shift: u32,
    /// The pairs that another one has replaced. A pair may come several times.
    replaced: Vec<Pair<V>>,
    /// The number of replaced pairs at which equal ones are merged.
    room: usize,
}

/// The last rows, which later rows touch, and the pairs so far.
struct Scan<'a, V> {
    numbers: Numbers<'a, V>,
    /// Number of rows that are kept: a plane and two more.
    kept: usize,
    /// The place of the last row.
    at: usize,
    /// For each word of these rows, the columns whose label differs from that to the left, and
    /// those that are not 0.
    rows: Vec<[u64; 2]>,
    columns: Columns,
    pairs: Pairs<V>,
}

impl<'a, V: Value> Scan<'a, V> {
    fn new(numbers: Numbers<'a, V>) -> Self {
        let Shape { height, row_count, adjacency, .. } = numbers.shape;
        let kept = row_count.min(adjacency.window(height) + 1);
        let pairs = Pairs::new(numbers.values.len());
        let rows = vec![[0; 2]; kept * numbers.shape.width.div_ceil(64)];
        Self { numbers, kept, at: kept - 1, rows, columns: Columns::new(), pairs }
    }

    /// Adds a row and, if `is_counted`, its contacts with itself and with earlier rows.
    #[inline(always)]
    fn add_row(&mut self, row: usize, is_counted: bool, simd_level: SimdLevel) {
        let Self { numbers, kept, at, rows, columns, pairs } = self;
        let words = numbers.shape.width.div_ceil(64);
        // Whether to add diagonal contacts of the rows with a common face, and any of the others.
        let [sides, others, corners] = match numbers.shape.adjacency {
            Adjacency::Plane(Connectivity::Faces) | Adjacency::Space(Connectivity::Faces) => {
                [false; 3]
            }
            Adjacency::Plane(Connectivity::Edges | Connectivity::Corners) => [true, false, false],
            Adjacency::Space(Connectivity::Edges) => [true, true, false],
            Adjacency::Space(Connectivity::Corners) => [true; 3],
        };
        columns.advance(*numbers, row, [true, true, others, others], simd_level);
        *at = if *at + 1 == *kept { 0 } else { *at + 1 };
        let here = &mut rows[words * *at..][..words];
        let masks = columns.starts(row).iter().zip(columns.set(row));
        for (to, (&starts, &set)) in here.iter_mut().zip(masks) {
            *to = [starts, set];
        }
        if !is_counted {
            return;
        }
        let here = &rows[words * *at..][..words];
        let (labels, equal) = (numbers.row(row), columns.equal::<4>(row));
        let are_diagonal = [sides, sides, corners, corners];
        let (mut left, mut left_equal) = (0, [0; 4]);
        for (word, &[starts, set]) in here.iter().enumerate() {
            // Column 0 has none to its left.
            let mut faces = starts & set & (set << 1 | left);
            left = set >> 63;
            // Where an earlier row has the same pair of labels.
            let mut repeated = [0; 4];
            for k in 0..4 {
                let equal = equal[k][word];
                repeated[k] =
                    if are_diagonal[k] { equal & (equal << 1 | left_equal[k]) } else { 0 };
                left_equal[k] = equal >> 63;
            }
            while faces != 0 {
                let bit = faces.trailing_zeros();
                faces &= faces - 1;
                let [e, a, p, q] = repeated.map(|columns| columns >> bit & 1);
                let x = 64 * word + bit as usize;
                let counts = 1 + ((e + a) << (EDGES + 1)) + ((p + q) << (CORNERS + 1));
                pairs.add(labels[x - 1], labels[x], counts);
            }
        }
        for (k, earlier) in numbers.shape.earlier(row).into_iter().enumerate() {
            let Some(distance) = earlier.map(|earlier| row - earlier).filter(|_| others || k < 2)
            else {
                continue;
            };
            let place = if distance > *at { *at + *kept - distance } else { *at - distance };
            let (straight, diagonal) =
                if k < 2 { (1, 1 << EDGES) } else { (1 << EDGES, 1 << CORNERS) };
            let earlier = Earlier {
                labels: numbers.row(row - distance),
                masks: &rows[words * place..][..words],
                equal: &equal[k][..words],
                straight,
                diagonal: if are_diagonal[k] { diagonal } else { 0 },
            };
            earlier.add_series(labels, here, pairs);
        }
    }
}

/// An earlier row that a row touches.
struct Earlier<'a, V> {
    labels: &'a [V],
    /// Those of [`Scan::rows`].
    masks: &'a [[u64; 2]],
    /// The columns in which it is equal to the row.
    equal: &'a [u64],
    /// The counts of a contact of voxels of the same column, and of one of adjacent columns: 0 if
    /// these do not touch.
    straight: u64,
    diagonal: u64,
}

impl<V: Value> Earlier<'_, V> {
    /// Adds the contacts with a row, but not those diagonal ones that repeat the contact of a
    /// column and the one to its left.
    #[inline(always)]
    fn add_series(self, labels: &[V], masks: &[[u64; 2]], pairs: &mut Pairs<V>) {
        let Self { labels: other, masks: other_masks, equal, straight, diagonal } = self;
        let (mut left_equal, mut left_set, mut left_other) = (0, 0, 0);
        for (word, &equal) in equal.iter().enumerate() {
            let ([starts, set], [other_starts, other_set]) = (masks[word], other_masks[word]);
            let (begin, both) = (64 * word, starts & other_starts);
            let row_end = u32::try_from(labels.len() - begin).ok();
            let row_end = row_end.and_then(|end| 1_u64.checked_shl(end)).unwrap_or(0);
            // Where series end, and where no diagonal contact is added at the end of a series.
            let (ends, last) = (starts | other_starts | row_end, both | row_end);
            let next_last = match (masks.get(word + 1), other_masks.get(word + 1)) {
                (Some(here), Some(there)) => here[0] & there[0] & 1,
                _ => 1,
            };
            // The same for the column to the right.
            let next_last = last >> 1 | next_last << 63;
            let mut firsts = (ends | 1) & !equal & set & other_set;
            while firsts != 0 {
                let (x, until) = (firsts.trailing_zeros(), firsts ^ firsts.wrapping_sub(1));
                firsts &= firsts - 1;
                let after = (ends & !until).trailing_zeros();
                let count = u64::from(after - x);
                let diagonals = 2 * count - (last >> x & 1) - (next_last >> (after - 1) & 1);
                let x = begin + x as usize;
                pairs.add(labels[x], other[x], count * straight + diagonals * diagonal);
            }
            if diagonal != 0 {
                // Column 0 has none to its left.
                let repeated = equal & (equal << 1 | left_equal);
                let crossing = both & !repeated & !u64::from(word == 0);
                let mut falling = crossing & set & (other_set << 1 | left_other);
                let mut rising = crossing & other_set & (set << 1 | left_set);
                (left_equal, left_set, left_other) = (equal >> 63, set >> 63, other_set >> 63);
                // Nearly all of these labels differ.
                while falling != 0 {
                    let x = begin + falling.trailing_zeros() as usize;
                    falling &= falling - 1;
                    if labels[x] != other[x - 1] {
                        pairs.add(labels[x], other[x - 1], diagonal);
                    }
                }
                while rising != 0 {
                    let x = begin + rising.trailing_zeros() as usize;
                    rising &= rising - 1;
                    if labels[x - 1] != other[x] {
                        pairs.add(labels[x - 1], other[x], diagonal);
                    }
                }
            }
        }
    }
}

impl<V: Value> Pairs<V> {
    /// No pairs of labels of `pixels` pixels.
    fn new(pixels: usize) -> Self {
        let bits = pixels.ilog2().clamp(1, 14);
        let recent = vec![Recent { labels: [V::default(); 2], counts: 0 }; 1 << bits];
        Self { recent, shift: 64 - bits, replaced: Vec::new(), room: 1 << 16 }
    }

    /// Adds contacts of two different labels that are not 0.
    #[inline(always)]
    fn add(&mut self, a: V, b: V, counts: u64) {
        let labels = [a.min(b), a.max(b)];
        // Multiplicative hashing: the high bits depend on all others.
        let hash = (labels[0].bits() ^ labels[1].bits().rotate_left(32))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (hash >> self.shift) as usize;
        let recent = &mut self.recent[slot];
        if recent.labels != labels || recent.counts & FULL != 0 {
            return self.replace(slot, Recent { labels, counts });
        }
        recent.counts += counts;
    }

    /// Begins another pair in a slot, or the same one again.
    #[inline(never)]
    fn replace(&mut self, slot: usize, next: Recent<V>) {
        let before = mem::replace(&mut self.recent[slot], next);
        self.replaced.extend(before.pair());
        if self.replaced.len() >= self.room {
            self.replaced = merged(mem::take(&mut self.replaced));
            self.room = self.room.max(2 * self.replaced.len());
        }
    }
}

impl<V: Value> Recent<V> {
    /// Returns the pair, `None` if there is none.
    fn pair(self) -> Option<Pair<V>> {
        let Self { labels, counts } = self;
        let count = |begin: u32| counts >> begin & ((1 << EDGES) - 1);
        let counts = [count(0), count(EDGES), count(CORNERS)];
        Some(Pair { labels, counts }).filter(|_| labels[0] != labels[1])
    }
}

/// Sorts pairs, and merges equal ones.
fn merged<V: Value>(mut pairs: Vec<Pair<V>>) -> Vec<Pair<V>> {
    pairs.sort_unstable_by_key(|pair| pair.labels);
    pairs.dedup_by(|next, pair| {
        let is_equal = next.labels == pair.labels;
        if is_equal {
            for (count, next) in pair.counts.iter_mut().zip(next.counts) {
                *count += next;
            }
        }
        is_equal
    });
    pairs
}

#[cfg(test)]
mod tests {
    use bitboard_core::{Random as _, SeededRng};

    use super::*;

    /// Strips of small images, which are not divided otherwise.
    #[test]
    fn contacts_of_strips_are_those_of_the_whole() {
        let mut rng = SeededRng::new(1);
        let mut below = |n: u64| rng.below(n) as usize;
        for _ in 0..100 {
            let width = if below(4) == 0 { 60 + below(10) } else { 1 + below(9) };
            let (size, values) = ((width, 1 + below(20), 1 + below(9)), 2 + below(5));
            let labels: Vec<u8> =
                (0..size.0 * size.1 * size.2).map(|_| below(values as u64) as u8).collect();
            for connectivity in Connectivity::ALL {
                for size in [size, (size.0, size.1 * size.2, 1)] {
                    let numbers = Numbers::new(&labels, size, 0, connectivity).unwrap();
                    for threads in 2..5 {
                        assert_eq!(find(numbers, threads), find(numbers, 1), "{size:?}");
                    }
                }
            }
        }
    }
}
