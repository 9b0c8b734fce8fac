//! The runs of a row, and which of them touch those of the row above, by bit operations.

use bitboard_core::Connectivity;

/// Copies a row and clears the bits past the width. `flip` is all ones for the pixels that are not set.
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

/// The edges in a word. `before` is the last pixel of the word before it, and becomes that of this one.
#[inline(always)]
fn edges(word: u64, before: &mut u64) -> Edges {
    let shifted = word << 1 | *before;
    *before = word >> 63;
    Edges { starts: word & !shifted, ends: shifted & !word }
}

/// The number of runs of a row.
#[inline]
pub(super) fn count_runs(row: &[u64]) -> usize {
    let mut before = 0;
    row.iter().map(|&word| edges(word, &mut before).starts.count_ones() as usize).sum()
}

/// The number of elements that [`find_runs`] may write beyond those of the runs.
pub(super) const SLACK: usize = 64;

/// Writes the first column of each run and the column after its last, and returns the number of runs. There
/// must be room for two numbers a run and [`SLACK`].
#[inline(always)]
pub(super) fn find_runs(row: &[u64], width: u32, bounds: &mut [u32]) -> usize {
    let (mut found, mut before) = (0, 0);
    for (i, &word) in row.iter().enumerate() {
        let edges = edges(word, &mut before);
        let bits = edges.starts | edges.ends;
        if bits != 0 {
            found += positions(bits, 64 * i as u32, room(bounds, found));
        }
    }
    // A run that ends with the row.
    if found % 2 == 1 {
        bounds[found] = width;
    }
    found.div_ceil(2)
}

#[inline(always)]
fn room(numbers: &mut [u32], begin: usize) -> &mut [u32; SLACK] {
    numbers[begin..].first_chunk_mut().expect("room for the runs of a word")
}

/// Writes the positions of the bits of a word, and returns their number. It writes 4, 16, 40 or 64, some
/// beyond the last, because the end of a loop over the bits would be unpredictable: nearly all words of long
/// runs have at most 4, and of noise 18 to 40.
#[inline(always)]
fn positions(mut bits: u64, base: u32, to: &mut [u32; SLACK]) -> usize {
    let count = bits.count_ones() as usize;
    let (four, to) = to.split_at_mut(4);
    let (sixteen, to) = to.split_at_mut(12);
    let (forty, all) = to.split_at_mut(24);
    lowest(&mut bits, base, four);
    if count > 4 {
        lowest(&mut bits, base, sixteen);
        if count > 16 {
            lowest(&mut bits, base, forty);
        }
        if count > 40 {
            lowest(&mut bits, base, all);
        }
    }
    count
}

/// Takes the lowest bits of a word and writes their positions.
#[inline(always)]
fn lowest(bits: &mut u64, base: u32, to: &mut [u32]) {
    for to in to {
        *to = base + bits.trailing_zeros();
        *bits &= bits.wrapping_sub(1);
    }
}

/// The number of pairs of a run of the row above and a run of the row that touch. Bits past the width are clear in both
/// rows.
#[inline]
pub(super) fn count_links(above: &[u64], row: &[u64], connectivity: Connectivity) -> usize {
    let mut before = Before::default();
    let pairs = above.iter().zip(row);
    pairs.map(|(&above, &row)| before.links(above, row, connectivity).2.count_ones() as usize).sum()
}

/// The last pixels of the words before those of a row and of the row above.
#[derive(Clone, Copy, Default)]
struct Before {
    above: u64,
    row: u64,
}

impl Before {
    /// The edges of two words, one above the other, and a bit for each pair of runs that touch.
    ///
    /// Two runs have at most one stretch of pixels in common, and each stretch belongs to two runs. So the starts of the
    /// stretches are the pairs. With 8-connectivity, pairs that only touch by corners meet where one ends and the other
    /// starts.
    #[inline(always)]
    fn links(&mut self, above: u64, row: u64, connectivity: Connectivity) -> (Edges, Edges, u64) {
        let up = edges(above, &mut self.above);
        let here = edges(row, &mut self.row);
        // A stretch starts where one of the runs does.
        let mut links = above & row & (up.starts | here.starts);
        if connectivity == Connectivity::Eight {
            links |= up.starts & here.ends | up.ends & here.starts;
        }
        (up, here, links)
    }
}

/// Calls `f` with the number of a run of the row above and that of a run of the row, for each pair that
/// touches, from the left. Bits past the width are clear in both rows.
///
/// The numbers of the runs of a pair are the counts of the starts before it.
#[inline(always)]
pub(super) fn for_each_link(
    above: &[u64],
    row: &[u64],
    connectivity: Connectivity,
    mut f: impl FnMut(usize, usize),
) {
    let mut before = Before::default();
    // One less than the number of runs that have started.
    let (mut a, mut b) = (usize::MAX, usize::MAX);
    for (&above, &row) in above.iter().zip(row) {
        let (up, here, mut links) = before.links(above, row, connectivity);
        while links != 0 {
            let until = links ^ links.wrapping_sub(1);
            f(
                a.wrapping_add((up.starts & until).count_ones() as usize),
                b.wrapping_add((here.starts & until).count_ones() as usize),
            );
            links &= links - 1;
        }
        a = a.wrapping_add(up.starts.count_ones() as usize);
        b = b.wrapping_add(here.starts.count_ones() as usize);
    }
}
