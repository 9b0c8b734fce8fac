//! The runs of a row, and which of them touch runs of earlier rows, 64 pixels at a time.
//!
//! # Runs
//!
//! With the pixels of a row in words, bit x of `w << 1` is the pixel to the left of x (the highest
//! bit of the word before is carried in). So one expression gives all pixels where runs start, and
//! another all pixels just after runs:
//!
//! ```text
//! w            . X X X . . X X . X      (bit 0 at the left)
//! w << 1       . . X X X . . X X .
//! starts       . X . . . . X . . X      w & !(w << 1)
//! ends         . . . . X . . . X .      (w << 1) & !w
//! ```
//!
//! # Links
//!
//! A row touches some earlier rows: in an image, the row above. Two runs in adjacent rows have at
//! most one stretch of pixels in common, and each stretch belongs to exactly two runs. A stretch
//! starts where one of its two runs starts. So the pairs of runs that touch, the **links**, are the
//! bits of
//!
//! ```text
//! links = above & row & (starts of above | starts of row)
//!
//! above        X X X . . X X X
//! row          . X X X X X . .
//! links        . X . . . X . .          two links: the run of the row joins both runs above it
//! ```
//!
//! With 8-connectivity, runs may also touch by a corner, where one ends and the other starts:
//! `links |= starts of above & ends of row | ends of above & starts of row`. A pair that touches by
//! a corner has no pixels in common, so no pair comes twice.
//!
//! The two runs of a link are those that started last, so their numbers are counts of bits:
//!
//! ```text
//! for each bit of links:
//!     until = the bits up to it
//!     run above = runs above before this word + popcount(starts of above & until) - 1
//!     run       = runs before this word       + popcount(starts of row   & until) - 1
//! ```
//!
//! No branch depends on how runs overlap, which is unpredictable in noise. A scan with a pointer
//! into the runs of each row takes two to four times as long there.
//!
//! # First links
//!
//! A run that has just started has nothing to be joined with yet: its first link only copies the
//! set of the run above, without a search. The first link of each run that starts in a word is
//! found by an addition. Added to the bits without a link, a start carries up to the next link:
//!
//! ```text
//! links            . . . X . X . .
//! starts           . X . . . . . .
//! !links + starts  . . . X . . . .  (among the links)
//! ```
//!
//! If several runs start before a link, it belongs to the last of them and is its first. In a
//! volume only links to e can be first ones.
//!
//! # Volumes
//!
//! A row of a volume touches four earlier rows: e in the plane before it, a above it, p above e and
//! q below e.
//!
//! ```text
//! plane z - 1     plane z
//! p               a           row y - 1
//! e               the row     row y
//! q                           row y + 1
//! ```
//!
//! Most of their links are not needed, because the two runs are joined by way of a third row. A
//! link at column s joins two cells in columns s - 1 and s, one of each row; so does a link to the
//! third row m, if a cell there is set in one of these columns: m **near** s. Three cells in two
//! adjacent columns of three rows that are adjacent to each other are pairwise connected. With 26
//! neighbors these are any three of the rows but a and q, which are two rows apart:
//!
//! ```text
//! neighbors   e          a                     p                          q
//! 26          diagonal   diagonal, e not near  diagonal, e, a not near    diagonal, e not near
//! 18          diagonal   diagonal, (a & e)     straight, e, a not near    straight, e not near
//!                        not near
//! 6           straight   straight, not e & p   -                          -
//! ```
//!
//! "Straight" are the links of 4-connected images, and "diagonal" those of 8-connected ones. All
//! links of the row to e are made. Then a pair of cells of the row and of a is joined by a link, or
//! by way of e: both are neighbors of the cell of e, and pairs of earlier rows are joined by
//! induction. The same holds for p by way of e or a, and for q by way of e.
//!
//! With 18 neighbors, cells of e and a must be in the same column, and so must those of the row and
//! of p or q. For a, the cell of e must have the column of a set cell of a, in s - 1 or s. For p
//! and q, both cells are in column s, and cells of e and a near s are neighbors of both.
//!
//! With 6 neighbors, a cell of the row is joined with that of a by way of e and p, if these are set
//! in column s too.
//!
//! # Cost
//!
//! About 20 operations for a word without runs, and 10 more for each start, end and link. The Euler
//! number of an image is the number of runs less that of links, and needs no positions.

use core::array::from_fn;

use crate::image::Connectivity;

/// A run of pixels of one component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LabeledRun {
    /// The row, counted from that of the first plane.
    pub y: usize,
    /// The first column.
    pub start: usize,
    /// The column after the last one.
    pub end: usize,
    /// The component: 1 for that of the first pixel in raster order, and so on.
    pub label: u32,
}

/// The pixels whose runs are found.
#[derive(Clone, Copy)]
pub(crate) enum Pixels {
    Set,
    Unset,
}

/// Copies a row, in which bits are set for these pixels, and clears the bits past the width.
#[inline(always)]
pub(crate) fn copy_row(row: &[u64], width: u32, pixels: Pixels, to: &mut [u64]) {
    let flip = match pixels {
        Pixels::Set => 0,
        Pixels::Unset => u64::MAX,
    };
    for (to, word) in to.iter_mut().zip(row) {
        *to = word ^ flip;
    }
    if let Some(last) = to.last_mut().filter(|_| !width.is_multiple_of(64)) {
        *last &= (1 << (width % 64)) - 1;
    }
}

/// The set pixels of a word, those to the right of set pixels, those where runs start, and those
/// just after runs.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    set: u64,
    after: u64,
    starts: u64,
    ends: u64,
}

impl Word {
    /// `before` is the last pixel of the word before it, and becomes that of this one.
    #[inline(always)]
    fn new(set: u64, before: &mut u64) -> Self {
        let after = set << 1 | *before;
        *before = set >> 63;
        Self { set, after, starts: set & !after, ends: after & !set }
    }

    /// Returns the pixels that are set, or to the right of which one is.
    #[inline(always)]
    fn near(self) -> u64 {
        self.set | self.after
    }
}

/// Which of `N` earlier rows a row touches, and where: in an image the row above, in a volume e, a,
/// p and q.
pub(crate) trait Neighborhood<const N: usize> {
    /// Returns the links to each earlier row, as bits; see the text above. A link joins the runs
    /// that started last, up to its bit.
    fn links(row: Word, earlier: [Word; N]) -> [u64; N];
}

/// Returns the links of rows in which pixels of the same column are connected.
#[inline(always)]
fn straight(row: Word, earlier: Word) -> u64 {
    earlier.set & row.set & (earlier.starts | row.starts)
}

/// Returns the links of rows in which pixels of the same column or of adjacent columns are
/// connected.
#[inline(always)]
fn diagonal(row: Word, earlier: Word) -> u64 {
    straight(row, earlier) | earlier.starts & row.ends | earlier.ends & row.starts
}

/// Images in which pixels with a common edge are connected.
pub(crate) struct Four;

impl Neighborhood<1> for Four {
    #[inline(always)]
    fn links(row: Word, [above]: [Word; 1]) -> [u64; 1] {
        [straight(row, above)]
    }
}

/// Images in which pixels with a common edge or corner are connected.
pub(crate) struct Eight;

impl Neighborhood<1> for Eight {
    #[inline(always)]
    fn links(row: Word, [above]: [Word; 1]) -> [u64; 1] {
        [diagonal(row, above)]
    }
}

/// Volumes in which voxels with a common face are connected.
pub(crate) struct Six;

impl Neighborhood<4> for Six {
    #[inline(always)]
    fn links(row: Word, [e, a, p, _]: [Word; 4]) -> [u64; 4] {
        [straight(row, e), straight(row, a) & !(e.set & p.set), 0, 0]
    }
}

/// Volumes in which voxels with a common face or edge are connected.
pub(crate) struct Eighteen;

impl Neighborhood<4> for Eighteen {
    #[inline(always)]
    fn links(row: Word, [e, a, p, q]: [Word; 4]) -> [u64; 4] {
        let both = a.set & e.set | a.after & e.after;
        [
            diagonal(row, e),
            diagonal(row, a) & !both,
            straight(row, p) & !(e.near() | a.near()),
            straight(row, q) & !e.near(),
        ]
    }
}

/// Volumes in which voxels with a common face, edge or corner are connected.
pub(crate) struct TwentySix;

impl Neighborhood<4> for TwentySix {
    #[inline(always)]
    fn links(row: Word, [e, a, p, q]: [Word; 4]) -> [u64; 4] {
        [
            diagonal(row, e),
            diagonal(row, a) & !e.near(),
            diagonal(row, p) & !(e.near() | a.near()),
            diagonal(row, q) & !e.near(),
        ]
    }
}

/// Returns the number of runs of a row.
#[inline]
pub(crate) fn count_runs(row: &[u64]) -> usize {
    let mut before = 0;
    row.iter().map(|&set| Word::new(set, &mut before).starts.count_ones() as usize).sum()
}

/// Returns the number of runs of a row less the number of links to the row above. Bits past the
/// width are clear in both rows.
pub(crate) fn runs_less_links(above: &[u64], row: &[u64], connectivity: Connectivity) -> i64 {
    let (mut before_above, mut before) = (0, 0);
    let words = above.iter().zip(row).map(|(&above, &row)| {
        let (above, row) = (Word::new(above, &mut before_above), Word::new(row, &mut before));
        let [links] = match connectivity {
            Connectivity::Faces => Four::links(row, [above]),
            Connectivity::Edges | Connectivity::Corners => Eight::links(row, [above]),
        };
        i64::from(row.starts.count_ones()) - i64::from(links.count_ones())
    });
    words.sum()
}

/// A run on a line of pixels: the line, where it starts and ends, and the number of its component.
pub(crate) type Placed = (u64, u64, u64, u32);

/// Calls `touch` with the components of runs of two lines that overlap, or meet at a corner if
/// `reach` is 1. Runs of a line may begin where the one before ends.
pub(crate) fn for_each_touching(
    a: &[Placed],
    b: &[Placed],
    reach: u64,
    mut touch: impl FnMut(u32, u32),
) {
    let (mut i, mut j) = (0, 0);
    while let (Some(&(_, start_a, end_a, of_a)), Some(&(_, start_b, end_b, of_b))) =
        (a.get(i), b.get(j))
    {
        if start_a < end_b + reach && start_b < end_a + reach {
            touch(of_a, of_b);
        }
        // The run that ends first touches no later one. Of two that end together, each touches the
        // run that begins there in the other line, but only at a corner.
        if end_a == end_b
            && reach > 0
            && let Some(&(.., next_a)) = a.get(i + 1).filter(|next| next.1 == end_b)
        {
            touch(next_a, of_b);
        }
        if end_a < end_b { i += 1 } else { j += 1 }
    }
}

/// The number of elements that [`find_runs`] may write beyond those of the runs.
pub(crate) const SLACK: usize = 64;

/// Writes the positions of the bits of a word. It writes 4, 16, 40 or 64, some beyond the last,
/// because the end of a loop over the bits would be unpredictable: nearly all words of long runs
/// have at most 4, and of noise 18 to 40.
#[inline(always)]
fn write_positions(mut bits: u64, base: u32, to: &mut [u32; SLACK]) {
    let (four, to) = to.split_at_mut(4);
    let (sixteen, to) = to.split_at_mut(12);
    let (forty, all) = to.split_at_mut(24);
    lowest(&mut bits, base, four);
    if bits != 0 {
        lowest(&mut bits, base, sixteen);
        if bits != 0 {
            lowest(&mut bits, base, forty);
            if bits != 0 {
                lowest(&mut bits, base, all);
            }
        }
    }
}

/// Takes the lowest bits of a word and writes their positions.
#[inline(always)]
fn lowest(bits: &mut u64, base: u32, to: &mut [u32]) {
    for to in to {
        *to = base + bits.trailing_zeros();
        *bits &= bits.wrapping_sub(1);
    }
}

/// Finds the runs of a row and their links to earlier rows. Each row comes with the number of its
/// first run; returns the number after the last run of the row. Bits past the width are clear.
///
/// Run i has the columns from `bounds[2 * i]` to before `bounds[2 * i + 1]`. There must be room for
/// all runs and for [`SLACK`] more numbers. `link` gets the numbers of a run of an earlier row and
/// of a run of the row that touch, and whether the run of the row certainly has had no other link.
/// In a word, these links come before the others.
#[inline(always)]
pub(crate) fn find_runs<A: Neighborhood<N>, const N: usize>(
    (row, mut next): (&[u64], usize),
    earlier: [(&[u64], usize); N],
    bounds: &mut [u32],
    mut link: impl FnMut(usize, usize, bool),
) -> usize {
    let words = row.len();
    let earlier_rows = earlier.map(|(row, _)| &row[..words]);
    // The numbers of the next runs to start, and the last pixels of the words before.
    let mut earlier_next = earlier.map(|(_, next)| next);
    let (mut earlier_before, mut before) = ([0; N], 0);
    for i in 0..words {
        // 1 if the last run has not ended.
        let is_open = before as usize;
        let up: [Word; N] = from_fn(|k| Word::new(earlier_rows[k][i], &mut earlier_before[k]));
        let here = Word::new(row[i], &mut before);
        let edges = here.starts | here.ends;
        if edges != 0 {
            let room = bounds[2 * next - is_open..].first_chunk_mut();
            write_positions(edges, 64 * i as u32, room.expect("room for the runs of a word"));
        }
        let mut links = A::links(here, up);
        let runs = |k: usize, until: u64| {
            let a = earlier_next[k] + (up[k].starts & until).count_ones() as usize;
            (a - 1, next + (here.starts & until).count_ones() as usize - 1)
        };
        // The first link of a run may be to any of the earlier rows.
        let firsts = first_links(here.starts, links[0]);
        for_each_bit(firsts, |until| {
            let (a, b) = runs(0, until);
            link(a, b, true);
        });
        links[0] ^= firsts;
        for_each_of(links, |k, until| {
            let (a, b) = runs(k, until);
            link(a, b, false);
        });
        for k in 0..N {
            earlier_next[k] += up[k].starts.count_ones() as usize;
        }
        next += here.starts.count_ones() as usize;
    }
    if before == 1 {
        bounds[2 * next - 1] = 64 * words as u32;
    }
    next
}

/// Returns the first link of each run that starts in a word, if it is in the same word.
#[inline(always)]
pub(crate) fn first_links(starts: u64, links: u64) -> u64 {
    let sum = (!links).wrapping_add(starts & !links);
    links & (starts | sum)
}

/// Calls `f` for each bit from the lowest, with a mask of the bits up to it.
#[inline(always)]
pub(crate) fn for_each_bit(mut bits: u64, mut f: impl FnMut(u64)) {
    while bits != 0 {
        f(bits ^ bits.wrapping_sub(1));
        bits &= bits - 1;
    }
}

/// [`for_each_bit`] of one word after the other, with the number of the word. A loop for each would
/// end unpredictably.
#[inline(always)]
pub(crate) fn for_each_of<const N: usize>(mut words: [u64; N], mut f: impl FnMut(usize, u64)) {
    if N == 1 {
        return for_each_bit(words[0], |until| f(0, until));
    }
    let mut rest = (0..N).fold(0_u32, |rest, k| rest | u32::from(words[k] != 0) << k);
    while rest != 0 {
        let k = rest.trailing_zeros() as usize % N;
        let bits = words[k];
        words[k] = bits & bits.wrapping_sub(1);
        rest ^= u32::from(words[k] == 0) << k;
        f(k, bits ^ bits.wrapping_sub(1));
    }
}
