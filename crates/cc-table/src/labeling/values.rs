//! Labels of images and volumes of numbers: pixels of the same value are connected.
//!
//! A row is divided into **segments**, the longest stretches of one value; segments of one chosen
//! value are background. A segment starts where a pixel differs from the one to its left, so 64
//! comparisons give the starts in a word of bits, as for runs of set pixels. Two segments of the
//! row and of an earlier row that have the same value and a column in common have a first common
//! column, and one of them starts there:
//!
//! ```text
//! above        3 3 3 5 5 0 7
//! row          0 3 3 3 5 5 7
//! starts       | . . | . | |     of the segments above
//!              | | . . | . |     of the row
//! equal        . x x . x . x     and not background
//! links        . x . . x . x     equal & (starts above | starts of the row)
//! ```
//!
//! A pixel may equal only the one to the left or to the right of that above. If these are
//! neighbors, the pair is linked if both rows have a start between its columns; otherwise it is
//! linked already by a column in common. So only common starts are looked at.
//!
//! The numbers of the two segments of a link are counts of starts, as in `runs`, and the segments
//! are joined by the same union-find as runs.
//!
//! A row of a volume has four earlier rows, e, a, p and q (`runs`). A link in a column where the
//! pixel of e is equal too is not needed, if the pixels of all three rows are neighbors of each
//! other; for p the same holds of a.
//!
//! The cost is some comparisons for each pixel, on vectors, and some 15 operations for each segment
//! and link. A word without a start in any of the rows has no links. The memory is 4 bytes for each
//! segment and a bit for each pixel.

use alloc::vec::Vec;

use bitboard_core::dispatch::SimdLevel;
use bitboard_core::{Connectivity, Interrupted};

use super::band::PORTION;
use super::forest::{join, label_sets};
use super::limits::RowWatch;
use super::pack::pack;
use super::paint::{Label, fill};
use super::raster::Adjacency;
use super::runs::{Eight, Eighteen, Four, Six, TwentySix, first_links, for_each_bit};
use super::sealed::Sealed;
use super::volume::Neighbors;

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

/// Which pixels of an earlier row a pixel touches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nothing,
    /// That of the same column.
    Straight,
    /// Those of the same column and of adjacent ones.
    Diagonal,
}

/// Which of `N` earlier rows a row touches, as in `runs`.
trait Touching<const N: usize> {
    const REACH: [Reach; N];

    /// Returns for each earlier row the columns in which the pixel of the row needs no link, given
    /// the columns in which the rows are equal.
    #[inline(always)]
    fn covered(_equal: [u64; N]) -> [u64; N] {
        [0; N]
    }

    /// The rows that cover links to others. Where they are equal is found for all columns.
    const COVERS: [bool; N];

    /// Whether it needs no diagonal links there either.
    const COVERS_DIAGONALS: bool = false;
}

impl Touching<1> for Four {
    const REACH: [Reach; 1] = [Reach::Straight];
    const COVERS: [bool; 1] = [true];
}

impl Touching<1> for Eight {
    const REACH: [Reach; 1] = [Reach::Diagonal];
    const COVERS: [bool; 1] = [true];
}

impl Touching<4> for Six {
    const REACH: [Reach; 4] = [Reach::Straight, Reach::Straight, Reach::Nothing, Reach::Nothing];
    const COVERS: [bool; 4] = [true, true, false, false];
}

impl Touching<4> for Eighteen {
    const REACH: [Reach; 4] = [Reach::Diagonal, Reach::Diagonal, Reach::Straight, Reach::Straight];
    const COVERS: [bool; 4] = [true, true, false, false];

    #[inline(always)]
    fn covered([e, a, _, _]: [u64; 4]) -> [u64; 4] {
        [0, e, e | a, e]
    }
}

impl Touching<4> for TwentySix {
    const REACH: [Reach; 4] = [Reach::Diagonal; 4];
    const COVERS: [bool; 4] = [true, true, false, false];

    #[inline(always)]
    fn covered([e, a, _, _]: [u64; 4]) -> [u64; 4] {
        [0, e, e | a, e]
    }

    const COVERS_DIAGONALS: bool = true;
}

/// An image or a volume of numbers.
#[derive(Clone, Copy)]
pub(super) struct Numbers<'a, V> {
    pub(super) values: &'a [V],
    pub(super) width: usize,
    /// Number of rows of a plane.
    pub(super) height: usize,
    pub(super) adjacency: Adjacency,
    /// The value of pixels that belong to no component.
    pub(super) background: V,
}

impl<'a, V: Value> Numbers<'a, V> {
    /// The values of a row.
    fn row(self, row: usize) -> &'a [V] {
        &self.values[self.width * row..self.width * (row + 1)]
    }
}

/// The segments of the rows so far.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    /// The parent of each segment, and in the end its label. Number 0 is the parent of all
    /// segments of background.
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

    /// Replaces the segments by those of an image or a volume, and numbers their components.
    /// Returns how many there are.
    pub(super) fn scan<V: Value>(
        &mut self,
        numbers: Numbers<'_, V>,
        watch: &RowWatch<'_>,
    ) -> Result<u32, Interrupted<u64>> {
        self.clear();
        let (height, simd_level) = (numbers.height, SimdLevel::new());
        watch.scan(0..numbers.values.len() / numbers.width, |row| {
            let earlier = |is_inside: bool, distance: usize| {
                if is_inside { row.checked_sub(distance) } else { None }
            };
            let (has_above, has_below) = (row % height > 0, row % height + 1 < height);
            // The last row of a plane before the first one does not exist.
            let space = [
                earlier(true, height),
                earlier(has_above, 1),
                earlier(has_above, height + 1),
                earlier(has_below && row >= height, height - 1),
            ];
            simd_level.vectorize_avx2(
                #[inline(always)]
                || match numbers.adjacency {
                    Adjacency::Plane(Connectivity::Four) => {
                        self.push::<V, Four, 1>(numbers, row, [earlier(has_above, 1)], simd_level);
                    }
                    Adjacency::Plane(Connectivity::Eight) => {
                        self.push::<V, Eight, 1>(numbers, row, [earlier(has_above, 1)], simd_level);
                    }
                    Adjacency::Space(Neighbors::Six) => {
                        self.push::<V, Six, 4>(numbers, row, space, simd_level);
                    }
                    Adjacency::Space(Neighbors::Eighteen) => {
                        self.push::<V, Eighteen, 4>(numbers, row, space, simd_level);
                    }
                    Adjacency::Space(Neighbors::TwentySix) => {
                        self.push::<V, TwentySix, 4>(numbers, row, space, simd_level);
                    }
                },
            );
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

    /// Adds the next row, and links it with those of the earlier rows that exist.
    #[inline(always)]
    fn push<V: Value, A: Touching<N>, const N: usize>(
        &mut self,
        numbers: Numbers<'_, V>,
        row: usize,
        earlier: [Option<usize>; N],
        simd_level: SimdLevel,
    ) {
        let Numbers { width, background, .. } = numbers;
        let room = self.len + width;
        if self.parents.len() < room {
            self.parents.resize(room + PORTION, 0);
        }
        let words = width.div_ceil(64);
        // The first segments of this word. There are fewer than 2³² pixels.
        let mut first = self.len;
        let mut earlier_first = earlier.map(|row| row.map_or(0, |row| self.rows[row] as usize));
        self.rows.push(first as u32);
        self.starts.resize(words * (row + 1), 0);
        let (before, row_starts) = self.starts.split_at_mut(words * row);
        let earlier_starts =
            earlier.map(|row| row.map(|row| &before[words * row..words * (row + 1)]));
        let row = numbers.row(row);
        let earlier_rows = earlier.map(|row| row.map(|row| numbers.row(row)));
        let parents = &mut *self.parents;
        for (word, begin) in (0..width).step_by(64).enumerate() {
            let end = width.min(begin + 64);
            let here = &row[begin..end];
            let starts = starts(simd_level, row, begin, end);
            row_starts[word] = starts;
            let (mut up_starts, mut any) = ([0; N], starts);
            for k in 0..N {
                up_starts[k] = earlier_starts[k].map_or(0, |starts| starts[word]);
                any |= up_starts[k];
            }
            if any == 0 {
                continue;
            }
            let set = differ_from(simd_level, here, background);
            let count = starts.count_ones() as usize;
            for (parent, number) in parents[first..first + count].iter_mut().zip(first as u32..) {
                *parent = number;
            }
            for_each_bit(starts & !set, |until| {
                parents[first + (starts & until).count_ones() as usize - 1] = 0;
            });
            // Bits past the row are 0 in the starts.
            // Loops, because closures are not compiled for AVX2.
            let mut equal = [0; N];
            for k in 0..N {
                if let (Some(up), true) = (earlier_rows[k], A::COVERS[k]) {
                    equal[k] = !differ(simd_level, here, &up[begin..end]) & set;
                }
            }
            let covered = A::covered(equal);
            for k in 0..N {
                let (up_first, up_starts) = (earlier_first[k], up_starts[k]);
                let numbers = |a: u64, b: u64| {
                    let a = up_first + (up_starts & a).count_ones() as usize - 1;
                    (a, first + (starts & b).count_ones() as usize - 1)
                };
                let mut links = (starts | up_starts) & set & !covered[k];
                match earlier_rows[k] {
                    _ if A::COVERS[k] => links &= equal[k],
                    Some(up) if A::REACH[k] != Reach::Nothing => {
                        links = equal_among(simd_level, links, here, &up[begin..end]);
                    }
                    _ => links = 0,
                }
                // The first link of a segment may be to any of the earlier rows.
                let firsts = if k == 0 { first_links(starts, links) } else { 0 };
                for_each_bit(firsts, |until| {
                    let (a, b) = numbers(until, until);
                    // The segment has no other link yet and needs no search.
                    parents[b] = parents[parents[a] as usize];
                });
                for_each_bit(links ^ firsts, |until| {
                    let (a, b) = numbers(until, until);
                    join(parents, a, b);
                });
                // Where both segments start and are equal, neither equals the other one's before.
                let both = starts & up_starts & !equal[k];
                if let (Reach::Diagonal, Some(up), 1..) = (A::REACH[k], earlier_rows[k], both) {
                    let covered = if A::COVERS_DIAGONALS { covered[k] } else { 0 };
                    // Which pixels equal the earlier one to the left, and which earlier pixels
                    // equal the one of the row to the left.
                    let falling = both & set & !covered;
                    let falling = equal_left(simd_level, falling, up, row, begin, end);
                    let rising = both & !(covered << 1) & (set << 1 | 1);
                    let rising = equal_left(simd_level, rising, row, up, begin, end);
                    for_each_bit(falling, |until| {
                        let (a, b) = numbers(until >> 1, until);
                        join(parents, a, b);
                    });
                    for_each_bit(rising, |until| {
                        let (a, b) = numbers(until, until >> 1);
                        // Segments of background are not joined.
                        if parents[a] != 0 {
                            join(parents, a, b);
                        }
                    });
                }
                earlier_first[k] += up_starts.count_ones() as usize;
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
fn starts<V: Value>(simd_level: SimdLevel, row: &[V], begin: usize, end: usize) -> u64 {
    differ_left(simd_level, row, row, begin, end)
}

/// Returns in which columns from `begin` to before `end`, at most 64, a row differs from the column
/// to the left in another row. Column 0 does.
#[inline(always)]
fn differ_left<V: Value>(
    simd_level: SimdLevel,
    other: &[V],
    row: &[V],
    begin: usize,
    end: usize,
) -> u64 {
    match begin.checked_sub(1) {
        Some(left) => differ(simd_level, &other[left..end - 1], &row[begin..end]),
        None => differ(simd_level, &other[..end - 1], &row[1..end]) << 1 | 1,
    }
}

/// Returns at which of some columns a row equals the column to the left in another row. The columns
/// are those from `begin` to before `end`, at most 64. Column 0 has none to its left.
#[inline(always)]
fn equal_left<V: Value>(
    simd_level: SimdLevel,
    columns: u64,
    other: &[V],
    row: &[V],
    begin: usize,
    end: usize,
) -> u64 {
    match begin.checked_sub(1) {
        Some(left) => equal_among(simd_level, columns, &other[left..end - 1], &row[begin..end]),
        None => equal_among(simd_level, columns >> 1, &other[..end - 1], &row[1..end]) << 1,
    }
}

/// Returns at which of some columns two rows are equal.
#[inline(always)]
fn equal_among<V: Value>(simd_level: SimdLevel, columns: u64, a: &[V], b: &[V]) -> u64 {
    if columns.count_ones() > FEW_COLUMNS {
        return columns & !differ(simd_level, a, b);
    }
    let mut equal = 0;
    for_each_bit(columns, |until| {
        let column = 63 - until.leading_zeros() as usize;
        equal |= u64::from(a[column] == b[column]) << column;
    });
    equal
}

/// Up to this number, comparisons one by one take less time than those of all columns.
const FEW_COLUMNS: u32 = 10;

/// Returns in which of at most 64 columns two rows differ.
#[inline(always)]
pub(super) fn differ<V: Value>(simd_level: SimdLevel, a: &[V], b: &[V]) -> u64 {
    if let (Ok(a), Ok(b)) = (<&[V; 64]>::try_from(a), <&[V; 64]>::try_from(b)) {
        let mut bytes = [0; 64];
        for i in 0..64 {
            bytes[i] = u8::from(a[i] != b[i]);
        }
        return pack(simd_level, &bytes);
    }
    a.iter().zip(b).rev().fold(0, |bits, (a, b)| bits << 1 | u64::from(a != b))
}

/// Returns which of at most 64 pixels differ from a value.
#[inline(always)]
fn differ_from<V: Value>(simd_level: SimdLevel, row: &[V], value: V) -> u64 {
    differ(simd_level, row, &[value; 64][..row.len()])
}
