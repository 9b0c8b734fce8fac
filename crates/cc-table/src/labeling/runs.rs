//! The runs of a row, and which of them touch those of the row above, 64 pixels at a time.
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
//! Two runs in adjacent rows have at most one stretch of pixels in common, and each stretch belongs
//! to exactly two runs. A stretch starts where one of its two runs starts. So the pairs of runs
//! that touch, the **links**, are the bits of
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
//! If several runs start before a link, it belongs to the last of them and is its first.
//!
//! # Cost
//!
//! About 20 operations for a word without runs, and 10 more for each start, end and link. The Euler
//! number is the number of runs less that of links, and needs no positions.

use bitboard_core::Connectivity;

/// A run of pixels of one component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LabeledRun {
    /// The row.
    pub y: u32,
    /// The first column.
    pub start: u32,
    /// The column after the last one.
    pub end: u32,
    /// The component: 1 for that of the first pixel in raster order, and so on.
    pub label: u32,
}

/// Copies a row and clears the bits past the width. `flip` is all ones for the pixels that are not
/// set.
#[inline(always)]
pub(super) fn copy_row(row: &[u64], width: u32, flip: u64, to: &mut [u64]) {
    for (to, word) in to.iter_mut().zip(row) {
        *to = word ^ flip;
    }
    if let Some(last) = to.last_mut().filter(|_| !width.is_multiple_of(64)) {
        *last &= (1 << (width % 64)) - 1;
    }
}

/// The pixels where runs start, and those just after runs.
#[derive(Clone, Copy)]
struct Edges {
    starts: u64,
    ends: u64,
}

/// Returns the edges in a word. `before` is the last pixel of the word before it, and becomes that
/// of this one.
#[inline(always)]
fn edges(word: u64, before: &mut u64) -> Edges {
    let shifted = word << 1 | *before;
    *before = word >> 63;
    Edges { starts: word & !shifted, ends: shifted & !word }
}

/// Returns the number of runs of a row.
#[inline]
pub(super) fn count_runs(row: &[u64]) -> usize {
    let mut before = 0;
    row.iter().map(|&word| edges(word, &mut before).starts.count_ones() as usize).sum()
}

/// Returns the number of runs of a row less the number of links to the row above. Bits past the
/// width are clear in both rows.
pub(super) fn runs_less_links(above: &[u64], row: &[u64], connectivity: Connectivity) -> i64 {
    let mut before = Before::default();
    let words = above.iter().zip(row).map(|(&above, &row)| {
        let (_, here, links) = before.links(above, row, connectivity);
        i64::from(here.starts.count_ones()) - i64::from(links.count_ones())
    });
    words.sum()
}

/// The number of elements that [`find_runs`] may write beyond those of the runs.
pub(super) const SLACK: usize = 64;

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

/// The last pixels of the words before those of a row and of the row above.
#[derive(Clone, Copy, Default)]
struct Before {
    above: u64,
    row: u64,
}

impl Before {
    /// Returns the edges of two words, one above the other, and the links as bits; see the text
    /// above.
    #[inline(always)]
    fn links(&mut self, above: u64, row: u64, connectivity: Connectivity) -> (Edges, Edges, u64) {
        let up = edges(above, &mut self.above);
        let here = edges(row, &mut self.row);
        let mut links = above & row & (up.starts | here.starts);
        if connectivity == Connectivity::Eight {
            links |= up.starts & here.ends | up.ends & here.starts;
        }
        (up, here, links)
    }
}

/// Finds the runs of a row and their links to the row above. The runs of the row above have the
/// numbers from `above_begin` on, and those of the row from `begin` on; returns the number after
/// the last. Bits past the width are clear in both rows.
///
/// Run i has the columns from `bounds[2 * i]` to before `bounds[2 * i + 1]`. There must be room for
/// all runs and for [`SLACK`] more numbers. `link` gets the numbers of a run of the row above and
/// of a run of the row that touch, and whether the run of the row certainly has had no other link.
/// In a word, these links come before the others.
#[inline(always)]
pub(super) fn find_runs(
    rows: [&[u64]; 2],
    connectivity: Connectivity,
    begins: [usize; 2],
    bounds: &mut [u32],
    link: impl FnMut(usize, usize, bool),
) -> usize {
    let (end, is_open) = scan(
        rows,
        connectivity,
        begins,
        // Not inlined, it would be compiled for fewer instructions than its caller.
        #[inline(always)]
        |edges, column, at| {
            let room = bounds[at..].first_chunk_mut();
            write_positions(edges, column, room.expect("room for the runs of a word"));
        },
        link,
    );
    if is_open {
        bounds[2 * end - 1] = 64 * rows[1].len() as u32;
    }
    end
}

/// Calls `link` with the numbers of a run of the row above and of a run of the row, from 0, for
/// each pair that touches. Bits past the width are clear in both rows.
pub(super) fn for_each_link(
    above: &[u64],
    row: &[u64],
    connectivity: Connectivity,
    mut link: impl FnMut(usize, usize),
) {
    scan([above, row], connectivity, [0, 0], |_, _, _| (), |a, b, _| link(a, b));
}

/// Scans two rows; see [`find_runs`]. `edge` gets the starts and ends of runs in a word as bits,
/// the column of bit 0, and the number of starts and ends before it. Returns the number after that
/// of the last run, and whether this run ends with the last word.
#[inline(always)]
fn scan(
    [above, row]: [&[u64]; 2],
    connectivity: Connectivity,
    [above_begin, begin]: [usize; 2],
    mut edge: impl FnMut(u64, u32, usize),
    mut link: impl FnMut(usize, usize, bool),
) -> (usize, bool) {
    let mut before = Before::default();
    // The numbers of the next runs to start.
    let (mut a, mut b) = (above_begin, begin);
    let mut column = 0;
    for (&above, &row) in above.iter().zip(row) {
        // 1 if the last run has not ended.
        let is_open = before.row as usize;
        let (up, here, links) = before.links(above, row, connectivity);
        let edges = here.starts | here.ends;
        if edges != 0 {
            edge(edges, column, 2 * b - is_open);
        }
        column += 64;
        let firsts = first_links(here.starts, links);
        for_each_bit(firsts, |until| {
            let a = a + (up.starts & until).count_ones() as usize;
            let b = b + (here.starts & until).count_ones() as usize;
            link(a - 1, b - 1, true);
        });
        for_each_bit(links ^ firsts, |until| {
            let a = a + (up.starts & until).count_ones() as usize;
            let b = b + (here.starts & until).count_ones() as usize;
            link(a - 1, b - 1, false);
        });
        a += up.starts.count_ones() as usize;
        b += here.starts.count_ones() as usize;
    }
    (b, before.row == 1)
}

/// Returns the first link of each run that starts in a word, if it is in the same word.
#[inline(always)]
pub(super) fn first_links(starts: u64, links: u64) -> u64 {
    let sum = (!links).wrapping_add(starts & !links);
    links & (starts | sum)
}

/// Calls `f` for each bit from the lowest, with a mask of the bits up to it.
#[inline(always)]
fn for_each_bit(mut bits: u64, mut f: impl FnMut(u64)) {
    while bits != 0 {
        f(bits ^ bits.wrapping_sub(1));
        bits &= bits - 1;
    }
}
