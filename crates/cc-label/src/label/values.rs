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
//! A row of a volume has four earlier rows, e, a, p and q (`runs`). Its links to e are made first.
//! Two segments of the row and of another earlier row have a **stretch** of common columns, from a
//! start in one of the rows to the next. If in one of these columns the pixel of e has the same
//! value too, both are linked by way of e: the stretch is covered, and needs no link. For p the
//! same holds of a, and in volumes of 6 neighbors a is covered where both e and p have the value.
//! The stretches that are not covered are found for 64 columns by an addition ([`open_ends`]).
//!
//! The cost is some comparisons of 64 pixels at once ([`Columns`]), and some operations for each
//! segment and link. A word without a start in any of the rows has no links. The memory is 4
//! bytes for each segment and a bit for each pixel.

use alloc::vec::Vec;
use core::array::from_fn;
use core::hint::select_unpredictable;
use core::mem;

use bitboard_core::dispatch::SimdLevel;

use super::compare::{Columns, Numbers, Value};
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use super::paint::expand_segments;
use super::paint::{Label, check_count, fill};
use crate::image::{Connectivity, LabelError};
use crate::parts::part::{Block, Faces, Part, Run};
use crate::parts::threads::{StripLabels, map, split, strips};
use crate::scan::band::PORTION;
use crate::scan::forest::{join, label_sets};
use crate::scan::runs::{Eight, Eighteen, Four, SLACK, Six, TwentySix, for_each_bit, for_each_of};
use crate::scan::{Adjacency, Shape};

/// [`Labeler::label_values`](super::Labeler::label_values): on one thread, or in strips on several
/// ones (`parts::threads`).
pub(crate) fn label<V: Value, L: Label>(
    numbers: Numbers<'_, V>,
    labels: &mut [L],
    threads: Option<usize>,
) -> Result<u32, LabelError> {
    let Shape { width, .. } = numbers.shape;
    let Some(threads) = threads else {
        let mut segments = Segments::new();
        let count = segments.scan(numbers);
        check_count::<L>(count)?;
        segments.paint(width, labels);
        return Ok(count);
    };
    let strips = strips(numbers.shape, threads);
    let scanned = map(strips.clone(), threads, |rows| {
        let (block, numbers) = (Block::rows(numbers.shape, &rows), numbers.rows(rows));
        let mut segments = Segments::new();
        let count = segments.scan(numbers);
        (segments.part(numbers, block), (segments, count))
    });
    let (parts, segments): (Vec<_>, Vec<_>) = scanned.into_iter().unzip();
    let counts = segments.iter().map(|&(_, count)| count);
    let joined = StripLabels::new(&parts, counts, threads, |a, b| a == b);
    check_count::<L>(joined.count)?;
    let places = split(labels, strips.map(|rows| rows.len() * width));
    let work = segments.into_iter().zip(places).enumerate();
    map(work, threads, |(strip, ((mut segments, count), labels))| {
        segments.replace(&[&[0], &*joined.of(strip, count)].concat());
        segments.paint(width, labels);
    });
    Ok(joined.count)
}

/// Which pixels of an earlier row a pixel touches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// That of the same column.
    Straight,
    /// Those of the same column and of adjacent ones.
    Diagonal,
}

/// Which of `N` earlier rows a row touches, as in `runs`.
trait Touching<const N: usize> {
    const REACH: [Reach; N];

    /// Returns for each earlier row the columns in which the pixel of the row needs no link, given
    /// the columns in which the rows are equal, and those in which the row above is equal to p.
    #[inline(always)]
    fn covered(_equal: [u64; N], _above: u64) -> [u64; N] {
        [0; N]
    }

    /// Whether it needs no diagonal links there either.
    const COVERS_DIAGONALS: bool = false;
}

impl Touching<1> for Four {
    const REACH: [Reach; 1] = [Reach::Straight];
}

impl Touching<1> for Eight {
    const REACH: [Reach; 1] = [Reach::Diagonal];
}

impl Touching<2> for Six {
    const REACH: [Reach; 2] = [Reach::Straight; 2];

    #[inline(always)]
    fn covered([e, _]: [u64; 2], above: u64) -> [u64; 2] {
        // Where the row is equal to a, and a to p, it is equal to p.
        [0, e & above]
    }
}

impl Touching<4> for Eighteen {
    const REACH: [Reach; 4] = [Reach::Diagonal, Reach::Diagonal, Reach::Straight, Reach::Straight];

    #[inline(always)]
    fn covered([e, a, _, _]: [u64; 4], _: u64) -> [u64; 4] {
        [0, e, e | a, e]
    }
}

impl Touching<4> for TwentySix {
    const REACH: [Reach; 4] = [Reach::Diagonal; 4];

    #[inline(always)]
    fn covered([e, a, _, _]: [u64; 4], _: u64) -> [u64; 4] {
        [0, e, e | a, e]
    }

    const COVERS_DIAGONALS: bool = true;
}

/// The segments of the rows so far.
#[derive(Clone, Debug)]
pub(crate) struct Segments {
    /// The parent of each segment, and in the end its label. Number 0 is the parent of all
    /// segments of background.
    parents: Vec<u32>,
    /// The number of segments, with number 0.
    len: usize,
    /// For each row the number of its first segment.
    rows: Vec<u32>,
    /// The starts of all rows as bits, each row from a new word.
    starts: Vec<u64>,
    columns: Columns,
    /// The starts of rows that do not exist.
    zeros: Vec<u64>,
    /// The columns in which the last row is equal to e.
    equal: Vec<u64>,
}

impl Segments {
    pub(crate) const fn new() -> Self {
        Self {
            parents: Vec::new(),
            len: 0,
            rows: Vec::new(),
            starts: Vec::new(),
            columns: Columns::new(),
            zeros: Vec::new(),
            equal: Vec::new(),
        }
    }

    /// Replaces the segments by those of an image or a volume, and numbers their components.
    /// Returns how many there are.
    pub(crate) fn scan<V: Value>(&mut self, numbers: Numbers<'_, V>) -> u32 {
        self.clear();
        let simd_level = SimdLevel::new();
        for row in 0..numbers.shape.row_count {
            simd_level.vectorize_avx2(
                #[inline(always)]
                || match numbers.shape.adjacency {
                    Adjacency::Plane(Connectivity::Faces) => {
                        self.push::<V, Four, 1>(numbers, row, simd_level);
                    }
                    Adjacency::Plane(Connectivity::Edges | Connectivity::Corners) => {
                        self.push::<V, Eight, 1>(numbers, row, simd_level);
                    }
                    Adjacency::Space(Connectivity::Faces) => {
                        self.push::<V, Six, 2>(numbers, row, simd_level);
                    }
                    Adjacency::Space(Connectivity::Edges) => {
                        self.push::<V, Eighteen, 4>(numbers, row, simd_level);
                    }
                    Adjacency::Space(Connectivity::Corners) => {
                        self.push::<V, TwentySix, 4>(numbers, row, simd_level);
                    }
                },
            );
        }
        self.number()
    }

    /// Removes everything.
    fn clear(&mut self) {
        self.rows.clear();
        self.starts.clear();
        self.columns.clear();
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
        simd_level: SimdLevel,
    ) {
        let width = numbers.shape.width;
        let room = self.len + width + SLACK;
        if self.parents.len() < room {
            self.parents.resize(room + PORTION, 0);
        }
        let compared = from_fn(|k| k < N);
        self.starts.extend_from_slice(self.columns.advance(numbers, row, compared, simd_level));
        let words = width.div_ceil(64);
        let earlier: [_; N] = from_fn(|k| numbers.shape.earlier(row)[k]);
        // The first segments of this word. There are fewer than 2³² pixels.
        let mut first = self.len;
        let mut earlier_first = earlier.map(|row| row.map_or(1, |row| self.rows[row] as usize));
        self.rows.push(first as u32);
        self.zeros.resize(words, 0);
        self.equal.resize(words, 0);
        let (row_starts, row_set) =
            (&self.columns.starts(row)[..words], &self.columns.set(row)[..words]);
        let row_equal = self.columns.equal::<N>(row).map(|equal| &equal[..words]);
        let earlier_starts = earlier
            .map(|row| &row.map_or(&*self.zeros, |row| &self.starts[words * row..])[..words]);
        let row = numbers.row(row);
        let earlier = earlier.map(|row| row.map(|row| numbers.row(row)));
        let (parents, above_equal) = (&mut *self.parents, &mut self.equal[..words]);
        // 1 where the stretch at the end of the word before is not covered so far, and the last
        // columns of the word before.
        let (mut open, mut covered_before, mut equal_before) = ([0; N], [0; N], [0; N]);
        let mut set_before = 0;
        for word in 0..words {
            let (starts, set, begin) = (row_starts[word], row_set[word], 64 * word);
            // The row ends all stretches.
            let row_end = if N > 1 { 1_u64.checked_shl((width - begin) as u32) } else { None };
            let row_end = row_end.unwrap_or(0);
            let (mut up_starts, mut any, mut equal) = ([0; N], starts | row_end, [0; N]);
            for k in 0..N {
                up_starts[k] = earlier_starts[k][word];
                any |= up_starts[k];
                equal[k] = row_equal[k][word] & set;
            }
            let covered = A::covered(equal, mem::replace(&mut above_equal[word], equal[0]));
            let (left_covered, left_equal, left_set) = (covered_before, equal_before, set_before);
            for k in 0..N {
                (covered_before[k], equal_before[k]) = (covered[k] >> 63, equal[k] >> 63);
            }
            set_before = set >> 63;
            if any == 0 {
                for k in 1..N {
                    open[k] &= u64::from(covered[k] | !set == 0);
                }
                continue;
            }
            let stretches = (starts | up_starts[0]) & equal[0];
            let end = first + starts.count_ones() as usize;
            // Before the first start, all links are to a segment that has others.
            let mut others = stretches & lowest(starts).wrapping_sub(1);
            let (known, new) = parents.split_at_mut(first);
            let mut rest = starts;
            for (parent, segment) in new[..end - first].iter_mut().zip(first as u32..) {
                let start = lowest(rest);
                rest ^= start;
                let links = stretches & lowest(rest).wrapping_sub(start);
                let until = links ^ links.wrapping_sub(1);
                let up = earlier_first[0] + (up_starts[0] & until).count_ones() as usize - 1;
                // The segment has no other link yet and needs no search.
                let of_up = known[known[up] as usize];
                let own = if set & start == 0 { 0 } else { segment };
                *parent = select_unpredictable(links == 0, own, of_up);
                others |= links & links.wrapping_sub(1);
            }
            for_each_bit(others, |until| {
                let up = earlier_first[0] + (up_starts[0] & until).count_ones() as usize - 1;
                link(parents, up, first + (starts & until).count_ones() as usize - 1);
            });
            // The links at the ends of stretches, and those of a column and the one to the left.
            let (mut ends, mut crossing) = ([0; N], [0; N]);
            for k in 0..N {
                if k > 0 {
                    let all = starts | up_starts[k] | row_end;
                    ends[k] = open_ends(all, covered[k] | !set, &mut open[k])
                        & (equal[k] << 1 | left_equal[k]);
                }
                if A::REACH[k] == Reach::Diagonal {
                    // Where both segments start, and they or those before are equal, neither equals
                    // the other one's before. Column 0 has none to its left.
                    let equal = equal[k] | equal[k] << 1 | left_equal[k] | u64::from(word == 0);
                    let (covered, left) =
                        if A::COVERS_DIAGONALS { (covered[k], left_covered[k]) } else { (0, 0) };
                    let open = set & !covered | (set << 1 | left_set) & !(covered << 1 | left);
                    crossing[k] = starts & up_starts[k] & open & !equal;
                }
            }
            // The segments of the column to the left.
            let segments = |k: usize, until: u64| {
                let up = earlier_first[k] + (up_starts[k] & until >> 1).count_ones() as usize;
                (up - 1, first + (starts & until >> 1).count_ones() as usize - 1)
            };
            for_each_of(ends, |k, until| {
                let (up, here) = segments(k, until);
                link(parents, up, here);
            });
            for_each_of(crossing, |k, until| {
                let Some(other) = earlier[k] else { return };
                let column = begin + until.count_ones() as usize - 1;
                let (up, here) = segments(k, until);
                let values = |row: &[V]| [row[column - 1], row[column]];
                let ([left, value], [left_other, other]) = (values(row), values(other));
                if value == left_other && value != numbers.background {
                    link(parents, up, here + 1);
                }
                if left == other && left != numbers.background {
                    link(parents, up + 1, here);
                }
            });
            for k in 0..N {
                earlier_first[k] += up_starts[k].count_ones() as usize;
            }
            first = end;
        }
        // Stretches that end with the row.
        for k in 1..N {
            if open[k] & equal_before[k] == 1 {
                link(parents, earlier_first[k] - 1, first - 1);
            }
        }
        self.len = first;
    }

    /// Replaces parents by labels. Returns the number of components.
    fn number(&mut self) -> u32 {
        // Number 0 is the background.
        label_sets(&mut self.parents, 0..self.len, 0) - 1
    }

    /// Calls `each` with the row, the first column, the column after the last, and the label of each
    /// segment, 0 for background.
    #[inline]
    pub(crate) fn for_each(&self, width: usize, mut each: impl FnMut(usize, usize, usize, u32)) {
        for row in 0..self.rows.len() {
            for_each_segment(
                self.starts(row, width),
                self.labels(row),
                width,
                |start, end, label| {
                    each(row, start, end, label);
                },
            );
        }
    }

    /// Returns the segments at the first and the last row of a strip, or in its first and last
    /// plane, with the values of their components. Numbers of components are labels less 1.
    fn part<V: Value>(&self, numbers: Numbers<'_, V>, block: Block) -> Part<V> {
        let Shape { width, row_count, .. } = numbers.shape;
        let lines = numbers.shape.seam();
        let axis = if numbers.shape.adjacency.is_plane() { 1 } else { 2 };
        let (mut faces, mut open) = (Faces::default(), Vec::new());
        for (face, top) in [0, row_count - lines].into_iter().enumerate() {
            if !block.inner_faces()[axis][face] {
                continue;
            }
            for line in 0..lines {
                let (row, values) = (top + line, numbers.row(top + line));
                for_each_segment(
                    self.starts(row, width),
                    self.labels(row),
                    width,
                    |start, end, label| {
                        if let Some(component) = label.checked_sub(1) {
                            let [line, start, end] = [line, start, end].map(|n| n as u32);
                            faces[axis][face].push(Run { line, start, end, component });
                            open.push((component, values[start as usize]));
                        }
                    },
                );
            }
        }
        open.sort_unstable();
        open.dedup();
        Part::new(block, faces, open)
    }

    /// Replaces each label by that at its index.
    pub(super) fn replace(&mut self, labels: &[u32]) {
        for label in &mut self.parents[..self.len] {
            *label = labels[*label as usize];
        }
    }

    /// Returns the starts of a row.
    fn starts(&self, row: usize, width: usize) -> &[u64] {
        &self.starts[width.div_ceil(64) * row..][..width.div_ceil(64)]
    }

    /// Returns the labels of the segments of a row, and at least [`SLACK`] more elements.
    fn labels(&self, row: usize) -> &[u32] {
        &self.parents[self.rows[row] as usize..]
    }

    /// Writes the labels of the pixels.
    pub(crate) fn paint<L: Label>(&self, width: usize, labels: &mut [L]) {
        let rows = (0..self.rows.len()).map(|y| (self.starts(y, width), self.labels(y)));
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        if let Some(avx2) = SimdLevel::new().avx2().filter(|_| 16 * self.len > labels.len()) {
            return expand_segments(avx2, rows, width, labels);
        }
        for ((starts, numbers), begin) in rows.zip((0..).step_by(width)) {
            paint_segments(starts, numbers, width, &mut labels[begin..]);
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
    for_each_segment(starts, numbers, width, |start, end, number| {
        paint(start, end, L::from_number(number));
    });
}

/// Calls `each` with the first column, the column after the last, and the number of the segments of
/// a row.
#[inline(always)]
fn for_each_segment(
    starts: &[u64],
    numbers: &[u32],
    width: usize,
    mut each: impl FnMut(usize, usize, u32),
) {
    let mut numbers = numbers.iter().copied();
    // The first segment starts in column 0.
    let (mut start, mut number) = (0, numbers.next().unwrap_or(0));
    for (&starts, column) in starts.iter().zip((0..).step_by(64)) {
        let mut bits = starts & !u64::from(column == 0);
        while bits != 0 {
            let end = column + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            each(start, end, number);
            (start, number) = (end, numbers.next().unwrap_or(0));
        }
    }
    each(start, width, number);
}

/// Returns the starts of stretches whose stretch before has no covered column. `open` is 1 if the
/// stretch at the end of the word before has none so far, and becomes that of this word.
///
/// Each start without a cover adds 1 to the columns that are not covered, which carries to the next
/// covered column or start. There, the sum has the carry.
#[inline(always)]
fn open_ends(starts: u64, covered: u64, open: &mut u64) -> u64 {
    let (sum, is_over) = (!covered).overflowing_add(starts & !covered);
    let (sum, is_over_again) = sum.overflowing_add(*open);
    *open = u64::from(is_over || is_over_again);
    starts & sum
}

/// Returns the lowest bit of a word.
#[inline(always)]
fn lowest(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// Joins the sets of two segments, most of which are one already.
#[inline(always)]
fn link(parents: &mut [u32], a: usize, b: usize) {
    if parents[a] != parents[b] {
        join(parents, a, b);
    }
}
