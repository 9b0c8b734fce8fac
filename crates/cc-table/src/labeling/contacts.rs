//! Contacts: which labels of a label image touch, and how often.
//!
//! Each row is compared with itself, a column apart, and with the earlier rows that it touches: 64
//! comparisons give a word of the columns that differ, as in `values`. Most words are 0. In the
//! others, each pair of labels that is not that of the column before is looked up in a hash table.
//!
//! ```text
//! row above    3 3 3 5 5 0 7
//! row          0 3 3 3 5 5 7
//! differ       x . . x . x .     3 and 5 have one face in common; 0 touches nothing
//! ```
//!
//! The cost is a comparison for each voxel and each of its earlier neighbors (3, 9 or 13), on
//! vectors, and some 15 operations for each contact. The memory depends on the number of pairs.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::limits::unlimited_fallible;
use bitboard_core::{Limits, TryError};

use super::bitmap::BitmapError;
use super::limits::RowWatch;
use super::values::{Value, differ};
use super::volume::Neighbors;

/// Two labels that touch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
/// `labels` has the voxels of a volume of (width, height, depth), x first, then y. A label image is
/// a volume of depth 1, in which [`Neighbors::Six`] stands for pixels with a common edge and
/// [`Neighbors::Eighteen`] for those with a common edge or corner.
///
/// ```
/// use cc_table::labeling::{Neighbors, contacts};
///
/// let labels: [u16; 8] = [
///     1, 1, 3, 3, //
///     1, 2, 2, 0,
/// ];
/// let found = contacts(&labels, (4, 2, 1), Neighbors::Six)?;
/// let pairs: Vec<_> = found.iter().map(|contact| (contact.labels, contact.faces)).collect();
/// assert_eq!(pairs, [((1, 2), 2), ((1, 3), 1), ((2, 3), 1)]);
/// let found = contacts(&labels, (4, 2, 1), Neighbors::Eighteen)?;
/// assert_eq!((found[2].labels, found[2].faces, found[2].edges), ((2, 3), 1, 2));
/// # Ok::<(), cc_table::labeling::BitmapError>(())
/// ```
///
/// # Errors
/// [`BitmapError::VolumeSize`] if there are no voxels, [`BitmapError::Length`] if there is not one
/// label for each voxel.
pub fn contacts<V: Value>(
    labels: &[V],
    size: (usize, usize, usize),
    neighbors: Neighbors,
) -> Result<Vec<Contact<V>>, BitmapError> {
    unlimited_fallible(|limits| try_contacts(labels, size, neighbors, limits))
}

/// [`contacts`] within limits. A node is a row.
///
/// # Errors
/// As [`contacts`], or if a limit is reached, with the number of rows that have been scanned.
pub fn try_contacts<V: Value>(
    labels: &[V],
    size: (usize, usize, usize),
    neighbors: Neighbors,
    limits: &Limits<'_>,
) -> Result<Vec<Contact<V>>, TryError<BitmapError, u64>> {
    let (width, height, depth) = size;
    let found = labels.len();
    let expected = width.checked_mul(height).and_then(|plane| plane.checked_mul(depth));
    match expected {
        None | Some(0) => return Err(BitmapError::VolumeSize { size }.into()),
        Some(expected) if expected != found => {
            return Err(BitmapError::Length { expected, found }.into());
        }
        Some(_) => {}
    }
    let mut pairs = Pairs::new();
    let simd_level = SimdLevel::new();
    RowWatch::new(limits, width).scan(0..height * depth, |row| {
        simd_level.vectorize_avx2(
            #[inline(always)]
            || pairs.add_row(labels, [width, height], row, neighbors),
        );
    })?;
    Ok(pairs.finish())
}

/// What two voxels have in common: an index of [`Pair::counts`].
#[derive(Clone, Copy)]
enum Common {
    Face,
    Edge,
    Corner,
}

/// Two labels and the number of their common faces, edges and corners.
#[derive(Clone, Copy)]
struct Pair<V> {
    labels: [V; 2],
    counts: [u64; 3],
}

impl<V: Value> Pair<V> {
    fn free() -> Self {
        Self { labels: [V::default(); 2], counts: [0; 3] }
    }

    /// Whether it is that of a free slot.
    #[inline(always)]
    fn is_free(&self) -> bool {
        self.labels[0] == V::default() && self.labels[1] == V::default()
    }
}

/// The pairs so far: a hash table with open addressing.
struct Pairs<V> {
    /// A power of two of slots, at least twice the pairs. Free slots have labels 0.
    slots: Vec<Pair<V>>,
    len: usize,
}

/// Consecutive contacts of the same two labels, before they are added to those of the pair.
struct Series<V> {
    labels: [V; 2],
    count: u64,
    common: Common,
}

impl<V: Value> Series<V> {
    /// Adds at most 64 labels of two rows in the columns that are set in `columns`.
    #[inline(always)]
    fn add(&mut self, a: &[V], b: &[V], columns: u64, pairs: &mut Pairs<V>) {
        let mut rest = columns;
        while rest != 0 {
            let x = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if self.labels != [a[x], b[x]] {
                self.finish(pairs);
                (self.labels, self.count) = ([a[x], b[x]], 0);
            }
            self.count += 1;
        }
    }

    #[inline(always)]
    fn finish(&self, pairs: &mut Pairs<V>) {
        let [a, b] = self.labels;
        if a != V::default() && b != V::default() {
            pairs.add_pair([a.min(b), a.max(b)], self.common, self.count);
        }
    }
}

impl<V: Value> Pairs<V> {
    fn new() -> Self {
        Self { slots: vec![Pair::free(); 64], len: 0 }
    }

    /// Adds the contacts of a row with itself and with earlier rows.
    #[inline(always)]
    fn add_row(
        &mut self,
        labels: &[V],
        [width, height]: [usize; 2],
        row: usize,
        neighbors: Neighbors,
    ) {
        let at = |row: usize| &labels[width * row..width * (row + 1)];
        let (here, y) = (at(row), row % height);
        let is_diagonal = neighbors != Neighbors::Six;
        self.add(&here[1..], &here[..width - 1], Common::Face);
        // Rows that share faces with this one, and those that share edges.
        let above = (y > 0).then(|| at(row - 1));
        let before = row.checked_sub(height).map(at);
        for other in [above, before].into_iter().flatten() {
            self.add(here, other, Common::Face);
            if is_diagonal {
                self.add_diagonals(here, other, Common::Edge);
            }
        }
        if let (true, Some(row)) = (is_diagonal, row.checked_sub(height)) {
            let above = (y > 0).then(|| at(row - 1));
            let below = (y + 1 < height).then(|| at(row + 1));
            for other in [above, below].into_iter().flatten() {
                self.add(here, other, Common::Edge);
                if neighbors == Neighbors::TwentySix {
                    self.add_diagonals(here, other, Common::Corner);
                }
            }
        }
    }

    /// Adds the contacts of two rows whose columns differ by one.
    #[inline(always)]
    fn add_diagonals(&mut self, a: &[V], b: &[V], common: Common) {
        let last = a.len() - 1;
        self.add(&a[1..], &b[..last], common);
        self.add(&a[..last], &b[1..], common);
    }

    /// Adds the contacts of the labels of two rows in the same place.
    #[inline(always)]
    fn add(&mut self, a: &[V], b: &[V], common: Common) {
        let (simd_level, (blocks, rest)) = (SimdLevel::new(), a.as_chunks::<64>());
        let mut series = Series { labels: [V::default(); 2], count: 0, common };
        for (a, b) in blocks.iter().zip(b.as_chunks::<64>().0) {
            series.add(a, b, differ(simd_level, a, b), self);
        }
        match (a.last_chunk::<64>(), b.last_chunk::<64>()) {
            // Blocks of 64 are much faster, even if they overlap.
            (Some(a), Some(b)) if !rest.is_empty() => {
                series.add(a, b, differ(simd_level, a, b) & !0 << (64 - rest.len()), self);
            }
            (Some(_), Some(_)) => {}
            _ => series.add(a, b, differ(simd_level, a, b), self),
        }
        series.finish(self);
    }

    /// Adds contacts of two different labels that are not 0.
    #[inline(always)]
    fn add_pair(&mut self, labels: [V; 2], common: Common, count: u64) {
        let mut slot = self.slot(labels);
        while self.slots[slot].labels != labels {
            if self.slots[slot].is_free() {
                slot = self.insert(labels, slot);
                break;
            }
            slot = (slot + 1) % self.slots.len();
        }
        self.slots[slot].counts[common as usize] += count;
    }

    /// The first slot for a pair.
    #[inline(always)]
    fn slot(&self, [a, b]: [V; 2]) -> usize {
        // Multiplicative hashing: the high bits depend on all others.
        let hash = a.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32) ^ b.bits();
        let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    /// Adds a pair, which belongs to a free slot. Returns its slot.
    #[cold]
    fn insert(&mut self, labels: [V; 2], slot: usize) -> usize {
        self.slots[slot].labels = labels;
        self.len += 1;
        if 2 * self.len <= self.slots.len() {
            return slot;
        }
        let slots = vec![Pair::free(); 2 * self.slots.len()];
        let old = core::mem::replace(&mut self.slots, slots);
        let mut found = 0;
        for pair in old.into_iter().filter(|pair| !pair.is_free()) {
            let mut slot = self.slot(pair.labels);
            while !self.slots[slot].is_free() {
                slot = (slot + 1) % self.slots.len();
            }
            self.slots[slot] = pair;
            if pair.labels == labels {
                found = slot;
            }
        }
        found
    }

    fn finish(self) -> Vec<Contact<V>> {
        let contact = |pair: Pair<V>| {
            let ([a, b], [faces, edges, corners]) = (pair.labels, pair.counts);
            Contact { labels: (a, b), faces, edges, corners }
        };
        let pairs = self.slots.into_iter().filter(|pair| !pair.is_free());
        let mut found: Vec<_> = pairs.map(contact).collect();
        found.sort_unstable_by_key(|contact| contact.labels);
        found
    }
}
