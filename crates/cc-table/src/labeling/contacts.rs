//! Contacts: which labels of a label image touch, and how often.
//!
//! Each row is compared with itself, a column apart, and with the earlier rows that it touches: 64
//! comparisons give a word of the columns that differ, as in `values`. Where the pair of labels is
//! that of the column before, both contacts are one **series**. Each series is added to its pair,
//! in a hash table.
//!
//! ```text
//! row above    3 3 3 5 5 0 7
//! row          0 3 3 3 5 5 7
//! differ       x . . x . x .     3 and 5 have one face in common; 0 touches nothing
//! ```
//!
//! The cost is a comparison for each voxel and each of its earlier neighbors (3, 9 or 13), on
//! vectors, and some 20 operations for each series. The memory is that of a plane and of the pairs.

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
    let simd_level = SimdLevel::new();
    let mut window = Window::new(size, simd_level);
    RowWatch::new(limits, width).scan(0..height * depth, |row| {
        simd_level.vectorize_avx2(
            #[inline(always)]
            || window.add_row(&labels[width * row..width * (row + 1)], row, neighbors),
        );
    })?;
    Ok(window.pairs.finish())
}

/// What two voxels have in common: an index of [`Pair::counts`].
#[derive(Clone, Copy)]
enum Common {
    Face,
    Edge,
    Corner,
}

impl Common {
    /// What they have in common if they differ in one coordinate more.
    const fn next(self) -> Self {
        match self {
            Self::Face => Self::Edge,
            Self::Edge | Self::Corner => Self::Corner,
        }
    }
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

/// The last rows, which later rows touch, and the pairs so far.
struct Window<V> {
    /// Number of columns, and number of rows of a plane.
    size: [usize; 2],
    /// Number of columns that are compared at once: 64, or all of narrower rows.
    block: usize,
    /// Number of rows in memory: a plane and two more, or two of an image.
    kept: usize,
    /// The labels of these rows, each with a block of label 0 before it, and at least one after it.
    rows: Vec<V>,
    /// For each of these rows the columns whose label differs from that to the left, as bits, and
    /// the column after the last word.
    starts: Vec<u64>,
    pairs: Pairs<V>,
    simd_level: SimdLevel,
}

impl<V: Value> Window<V> {
    fn new((width, height, depth): (usize, usize, usize), simd_level: SimdLevel) -> Self {
        let (words, kept) = (width.div_ceil(64), if depth == 1 { 2 } else { height + 2 });
        let block = width.min(64);
        let rows = vec![V::default(); block * (words + 2) * kept];
        let starts = vec![1; (words + 1) * kept];
        Self { size: [width, height], block, kept, rows, starts, pairs: Pairs::new(), simd_level }
    }

    /// Adds the contacts of a row with itself and with earlier rows.
    #[inline(always)]
    fn add_row(&mut self, labels: &[V], row: usize, neighbors: Neighbors) {
        let ([width, height], block, simd_level) = (self.size, self.block, self.simd_level);
        let words = width.div_ceil(64);
        let at = (row % self.kept) * block * (words + 2);
        self.rows[at + block..][..width].copy_from_slice(labels);
        let starts = &mut self.starts[(row % self.kept) * (words + 1)..];
        for (word, starts) in starts[..words].iter_mut().enumerate() {
            let begin = at + block * (word + 1);
            let [left, here] = [begin - 1, begin].map(|begin| &self.rows[begin..][..block]);
            let columns = differ(simd_level, here, left);
            // The column after a narrow row is in the same word.
            *starts = columns | 1_u64.checked_shl(block as u32).unwrap_or(0);
            self.pairs.add(here, left, columns, columns, Common::Face);
        }
        let (y, is_diagonal) = (row % height, neighbors != Neighbors::Six);
        let all = neighbors == Neighbors::TwentySix;
        if y > 0 {
            self.add(row, row - 1, [is_diagonal, true, is_diagonal], Common::Face);
        }
        if row >= height {
            self.add(row, row - height, [is_diagonal, true, is_diagonal], Common::Face);
            if is_diagonal && y > 0 {
                self.add(row, row - height - 1, [all, true, all], Common::Edge);
            }
            if is_diagonal && y + 1 < height {
                self.add(row, row - height + 1, [all, true, all], Common::Edge);
            }
        }
    }

    /// Adds the contacts of a row with an earlier one: with the columns to the left, the same
    /// columns and those to the right, as `sides` tells. `common` is what voxels of the same column
    /// have in common.
    #[inline(always)]
    fn add(&mut self, row: usize, other: usize, sides: [bool; 3], common: Common) {
        let (block, simd_level) = (self.block, self.simd_level);
        let words = self.size[0].div_ceil(64);
        let [a, b] = [row, other].map(|row| row % self.kept);
        let labels = |row: usize| &self.rows[row * block * (words + 2)..][..block * (words + 2)];
        let starts = |row: usize| &self.starts[row * (words + 1)..][..=words];
        let ((a, a_starts), (b, b_starts)) = ((labels(a), starts(a)), (labels(b), starts(b)));
        for word in 0..words {
            let here = &a[block * (word + 1)..][..block];
            let [before, starts, after] =
                [word.wrapping_sub(1), word, word + 1].map(|word| match b_starts.get(word) {
                    Some(&starts) => starts,
                    None => 0,
                });
            let shifted = [starts << 1 | before >> 63, starts, starts >> 1 | after << 63];
            for (side, starts) in shifted.into_iter().enumerate() {
                if sides[side] {
                    let there = &b[block * (word + 1) + side - 1..][..block];
                    let starts = a_starts[word] | starts;
                    let common = if side == 1 { common } else { common.next() };
                    let columns = differ(simd_level, here, there);
                    self.pairs.add(here, there, columns, starts, common);
                }
            }
        }
    }
}

impl<V: Value> Pairs<V> {
    fn new() -> Self {
        Self { slots: vec![Pair::free(); 64], len: 0 }
    }

    /// Adds the contacts of at most 64 labels of two rows, in the columns in which they differ.
    /// `starts` has those in which one of the labels differs from that to the left.
    #[inline(always)]
    fn add(&mut self, a: &[V], b: &[V], columns: u64, starts: u64, common: Common) {
        // The first column of each series.
        let mut firsts = columns & (!(columns << 1) | starts);
        while firsts != 0 {
            let x = firsts.trailing_zeros();
            firsts &= firsts - 1;
            let before_next = (firsts & firsts.wrapping_neg()).wrapping_sub(1);
            let (a, b) = (a[x as usize], b[x as usize]);
            if a != V::default() && b != V::default() {
                let count = (columns & before_next & !0 << x).count_ones();
                self.add_pair([a.min(b), a.max(b)], common, count.into());
            }
        }
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
            slot = (slot + 1) & (self.slots.len() - 1);
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
                slot = (slot + 1) & (self.slots.len() - 1);
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
