//! Labels of images of numbers: pixels of the same value are connected.
//!
//! A row is divided into **segments**, the longest stretches of one value; segments of value 0 are
//! background. A segment starts where a pixel differs from the one to its left, so 64 comparisons
//! give the starts in a word of bits, as for runs of set pixels. Two segments in adjacent rows that
//! have the same value and a column in common have a first common column, and one of them starts
//! there:
//!
//! ```text
//! above        3 3 3 5 5 0 7
//! row          0 3 3 3 5 5 7
//! starts       | . . | . | |     of the segments above
//!              | | . . | . |     of the row
//! equal        . x x . x . x     and not 0
//! links        . x . . x . x     equal & (starts above | starts of the row)
//! ```
//!
//! With 8-connectivity, a pixel may equal only the one above it to the left or to the right. Such a
//! pair is linked if both rows have a start between its columns; otherwise it is linked already by
//! a column in common. So only common starts are looked at.
//!
//! The numbers of the two segments of a link are counts of starts, as in `runs`, and the segments
//! are joined by the same union-find as runs.
//!
//! The cost is three comparisons for each pixel, on vectors, and some 15 operations for each
//! segment and link. The memory is 4 bytes for each segment and a bit for each pixel.

use alloc::vec::Vec;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Connectivity, Interrupted};

use super::band::PORTION;
use super::forest::{join, label_sets};
use super::limits::RowWatch;
use super::pack::pack;
use super::paint::{Label, fill};
use super::runs::{first_links, for_each_bit};
use super::sealed::Sealed;

/// The value of a pixel: an integer type. The trait is sealed.
pub trait Value: Sealed + Copy + Ord + Default {
    /// The value as an unsigned number of its size.
    #[doc(hidden)]
    fn bits(self) -> u64;
}

macro_rules! impl_value {
    ($($type:ty),*) => {$(
        impl Sealed for $type {}
        impl Value for $type {
            fn bits(self) -> u64 {
                self as u64
            }
        }
    )*};
}

impl_value!(u8, u16, u32, u64, i8, i16, i32, i64);

/// The segments of the rows so far.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    /// The parent of each segment, and in the end its label. Number 0 is the parent of all
    /// segments of value 0.
    parents: Vec<u32>,
    /// The number of segments, with number 0.
    len: usize,
    /// For each row the number of its first segment.
    rows: Vec<u32>,
    /// The starts of all rows as bits, each row from a new word.
    starts: Vec<u64>,
}

impl Segments {
    pub(super) const fn new() -> Self {
        Self { parents: Vec::new(), len: 0, rows: Vec::new(), starts: Vec::new() }
    }

    /// Replaces the segments by those of an image, and numbers their components. Returns how many
    /// there are.
    pub(super) fn scan<V: Value>(
        &mut self,
        pixels: &[V],
        width: usize,
        connectivity: Connectivity,
        watch: &RowWatch<'_>,
    ) -> Result<u32, Interrupted<u64>> {
        self.clear();
        watch.scan(0..pixels.len() / width, |y| {
            let above = y.checked_sub(1).map(|above| &pixels[width * above..width * y]);
            self.push(above, &pixels[width * y..width * (y + 1)], connectivity);
        })?;
        self.number(watch)
    }

    /// Removes everything.
    fn clear(&mut self) {
        self.rows.clear();
        self.starts.clear();
        self.len = 1;
        self.parents.resize(self.parents.len().max(1), 0);
        self.parents[0] = 0;
    }

    fn push<V: Value>(&mut self, above: Option<&[V]>, row: &[V], connectivity: Connectivity) {
        SimdLevel::new().vectorize_avx2(
            #[inline(always)]
            || match connectivity {
                Connectivity::Four => self.push_row::<V, false>(above, row),
                Connectivity::Eight => self.push_row::<V, true>(above, row),
            },
        );
    }

    #[inline(always)]
    fn push_row<V: Value, const DIAGONAL: bool>(&mut self, above: Option<&[V]>, row: &[V]) {
        let room = self.len + row.len();
        if self.parents.len() < room {
            self.parents.resize(room + PORTION, 0);
        }
        // The first segments of this word in the row above and in this one. There are fewer than
        // 2³² pixels.
        let (mut first_above, mut first) = (self.rows.last().map_or(0, |&y| y as usize), self.len);
        self.rows.push(first as u32);
        let (words, parents) = (row.len().div_ceil(64), &mut *self.parents);
        let row_above = self.starts.len().wrapping_sub(words);
        for (word, begin) in (0..row.len()).step_by(64).enumerate() {
            let end = row.len().min(begin + 64);
            let here = &row[begin..end];
            let (starts, set) = (starts(row, begin, end), not_zero(here));
            self.starts.push(starts);
            let count = starts.count_ones() as usize;
            for (parent, number) in parents[first..first + count].iter_mut().zip(first as u32..) {
                *parent = number;
            }
            for_each_bit(starts & !set, |until| {
                parents[first + (starts & until).count_ones() as usize - 1] = 0;
            });
            if let Some(above) = above {
                let up = &above[begin..end];
                let starts_above = self.starts[row_above + word];
                let numbers = |a: u64, b: u64| {
                    let a = first_above + (starts_above & a).count_ones() as usize - 1;
                    (a, first + (starts & b).count_ones() as usize - 1)
                };
                // Bits past the row are 0 in the starts.
                let links = !differ(here, up) & (starts | starts_above) & set;
                let firsts = first_links(starts, links);
                for_each_bit(firsts, |until| {
                    let (a, b) = numbers(until, until);
                    // The segment has no other link yet and needs no search.
                    parents[b] = parents[parents[a] as usize];
                });
                for_each_bit(links ^ firsts, |until| {
                    let (a, b) = numbers(until, until);
                    join(parents, a, b);
                });
                let both = starts & starts_above;
                if DIAGONAL && both != 0 {
                    // Which pixels equal the one above to the left, and which pixels above equal
                    // the one below to the left.
                    let falling = both & set & !differ_left(above, row, begin, end);
                    let rising = both & !differ_left(row, above, begin, end);
                    for_each_bit(falling, |until| {
                        let (a, b) = numbers(until >> 1, until);
                        join(parents, a, b);
                    });
                    for_each_bit(rising, |until| {
                        let (a, b) = numbers(until, until >> 1);
                        // Segments of value 0 are not joined.
                        if parents[a] != 0 {
                            join(parents, a, b);
                        }
                    });
                }
                first_above += starts_above.count_ones() as usize;
            }
            first += count;
        }
        self.len = first;
    }

    /// Replaces parents by labels. Returns the number of components.
    fn number(&mut self, watch: &RowWatch<'_>) -> Result<u32, Interrupted<u64>> {
        let mut next = 0;
        watch.numbers(self.len, |segments| {
            next = label_sets(&mut self.parents, segments, next);
        })?;
        // Number 0 is the background.
        Ok(next - 1)
    }

    /// Calls `each` with the row, the first column, the column after the last, and the label of all
    /// segments but those of value 0.
    #[inline]
    pub(super) fn for_each(&self, width: usize, mut each: impl FnMut(usize, usize, usize, u32)) {
        let words = width.div_ceil(64);
        for (row, starts) in self.starts.chunks_exact(words).enumerate() {
            let mut labels = self.parents[self.rows[row] as usize..self.len].iter();
            // The segment before the first one has value 0.
            let (mut start, mut label) = (0, 0);
            for (&starts, column) in starts.iter().zip((0..).step_by(64)) {
                for_each_bit(starts, |until| {
                    let end = column + 63 - until.leading_zeros() as usize;
                    if label != 0 {
                        each(row, start, end, label);
                    }
                    (start, label) = (end, labels.next().copied().unwrap_or(0));
                });
            }
            if label != 0 {
                each(row, start, width, label);
            }
        }
    }

    /// Writes the labels of the pixels.
    pub(super) fn paint<L: Label>(
        &self,
        width: usize,
        labels: &mut [L],
        watch: &RowWatch<'_>,
    ) -> Result<(), Interrupted<u64>> {
        let words = width.div_ceil(64);
        let is_fine = 4 * self.len > labels.len();
        watch.rows(self.rows.len(), |rows| {
            for y in rows {
                let starts = &self.starts[words * y..words * (y + 1)];
                let rest = &mut labels[width * y..];
                let numbers = &self.parents[self.rows[y] as usize..self.len];
                if is_fine {
                    paint_pixels(starts, numbers, &mut rest[..width]);
                } else {
                    paint_segments(starts, numbers, width, rest);
                }
            }
        })
    }
}

/// Writes the labels of a row of short segments pixel by pixel.
fn paint_pixels<L: Label>(starts: &[u64], numbers: &[u32], row: &mut [L]) {
    let mut next = 0;
    for (&starts, pixels) in starts.iter().zip(row.chunks_mut(64)) {
        let mut bits = starts;
        for pixel in pixels {
            next += (bits & 1) as usize;
            bits >>= 1;
            *pixel = L::from_number(numbers[next - 1]);
        }
    }
}

/// Writes the labels of a row of long segments, in pieces. A piece may reach beyond the end of its
/// segment, which is then overwritten.
fn paint_segments<L: Label>(starts: &[u64], numbers: &[u32], width: usize, labels: &mut [L]) {
    const PIECE: usize = 16;
    let has_room = labels.len() >= width + PIECE;
    let mut paint = |start: usize, end: usize, label: L| {
        if has_room {
            fill::<L, PIECE>(labels, start, end, label);
        } else {
            labels[start..end].fill(label);
        }
    };
    let mut numbers = numbers.iter().map(|&number| L::from_number(number));
    // The first segment starts in column 0.
    let (mut start, mut label) = (0, numbers.next());
    for (&starts, column) in starts.iter().zip((0..).step_by(64)) {
        let mut bits = starts & !u64::from(column == 0);
        while bits != 0 {
            let end = column + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if let Some(label) = label {
                paint(start, end, label);
            }
            (start, label) = (end, numbers.next());
        }
    }
    if let Some(label) = label {
        paint(start, width, label);
    }
}

/// Returns where segments start in the columns from `begin` to before `end`, at most 64.
#[inline(always)]
fn starts<V: Value>(row: &[V], begin: usize, end: usize) -> u64 {
    differ_left(row, row, begin, end)
}

/// Returns in which columns from `begin` to before `end`, at most 64, a row differs from the column
/// to the left in another row. Column 0 does.
#[inline(always)]
fn differ_left<V: Value>(other: &[V], row: &[V], begin: usize, end: usize) -> u64 {
    match begin.checked_sub(1) {
        Some(left) => differ(&other[left..end - 1], &row[begin..end]),
        None => differ(&other[..end - 1], &row[1..end]) << 1 | 1,
    }
}

/// Returns in which of at most 64 columns two rows differ.
#[inline(always)]
pub(super) fn differ<V: Value>(a: &[V], b: &[V]) -> u64 {
    if let (Ok(a), Ok(b)) = (<&[V; 64]>::try_from(a), <&[V; 64]>::try_from(b)) {
        let mut bytes = [0; 64];
        for i in 0..64 {
            bytes[i] = u8::from(a[i] != b[i]);
        }
        return pack(&bytes);
    }
    a.iter().zip(b).rev().fold(0, |bits, (a, b)| bits << 1 | u64::from(a != b))
}

/// Returns which of at most 64 pixels are not 0.
#[inline(always)]
fn not_zero<V: Value>(row: &[V]) -> u64 {
    differ(row, &[V::default(); 64][..row.len()])
}
