//! The runs of a row.

/// Calls `f(start, end)` for each run of set pixels, `end` excluded, from the left. The words are
/// first changed by `flip`: all ones for the runs of pixels that are not set.
#[inline(always)]
pub(super) fn for_each_run(row: &[u64], width: u32, flip: u64, mut f: impl FnMut(u32, u32)) {
    let mut last = 0; // the pixel before the word
    let mut start = 0;
    let mut inside = false;
    for (i, &word) in row.iter().enumerate() {
        let base = 64 * i as u32;
        let word = (word ^ flip) & mask(width - base);
        // A bit for each pixel that differs from the one before: starts and ends in turn.
        let mut edges = word ^ (word << 1 | last);
        last = word >> 63;
        if inside && edges != 0 {
            f(start, base + edges.trailing_zeros());
            edges &= edges - 1;
            inside = false;
        }
        while edges != 0 {
            start = base + edges.trailing_zeros();
            edges &= edges - 1;
            if edges == 0 {
                inside = true;
                break;
            }
            f(start, base + edges.trailing_zeros());
            edges &= edges - 1;
        }
    }
    if inside {
        f(start, width);
    }
}

/// The first `pixels` bits, all 64 if there are more.
#[inline(always)]
const fn mask(pixels: u32) -> u64 {
    if pixels >= 64 { u64::MAX } else { (1 << pixels) - 1 }
}
