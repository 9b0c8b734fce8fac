//! Gravity: blocks fall until nothing below them is empty.

use super::Field;
use super::field::ALL;

impl Field {
    /// Lets all blocks fall.
    #[inline]
    pub fn settle(&mut self) {
        let keep = self.occupied();
        self.fall(keep);
    }

    /// Takes away all cells that are not in `keep` and lets the others fall.
    #[inline(always)]
    pub(super) fn fall(&mut self, keep: u128) {
        #[cfg(target_arch = "x86_64")]
        if crate::arch::fall(&mut self.planes, keep) {
            return;
        }
        fall(&mut self.planes, keep);
    }
}

/// Without special instructions: all blocks above the lowest gap of their column come down a
/// cell, until no column has a gap.
#[inline]
pub(crate) fn fall(planes: &mut [u128; 3], mut keep: u128) {
    for plane in &mut *planes {
        *plane &= keep;
    }
    loop {
        // The lowest empty cell of each column carries to nothing above it: adding one at the
        // bottom of a column flips the blocks below the gap and sets the gap.
        const BOTTOM: u128 = 0x0001_0001_0001_0001_0001_0001;
        let settled = keep & !(keep + BOTTOM);
        let above = keep & !settled;
        if above == 0 {
            return;
        }
        for plane in &mut *planes {
            *plane = *plane & settled | (*plane & above) >> 1;
        }
        keep = settled | above >> 1;
        debug_assert!(keep & !ALL == 0);
    }
}
