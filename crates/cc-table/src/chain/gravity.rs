//! Gravity: blocks fall until nothing below them is empty.
//!
//! With BMI2, PEXT collects the blocks of a plane that stay, column after column, and PDEP puts
//! them back. Each column keeps its number of blocks, so the target cells are the lowest cells of
//! each column, and both masks are the same for all three planes:
//!
//! ```text
//! keep     . X . X X . | X X . . X .      two columns, the bottom at the left
//! settled  X X X . . . | X X X . . .      PEXT of ones by keep, per column
//! plane  = PDEP(PEXT(plane, keep), settled)
//! ```
//!
//! Without it, all blocks above the lowest gap of their column fall by one cell, until there is no
//! gap. Adding one at the bottom of each column carries to the lowest gap, which tells the blocks
//! below it from those above.
//!
//! Cost: with BMI2, 12 PEXT and 6 PDEP for any field; without, a step for each row of the longest
//! fall.

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use core::arch::x86_64::{_pdep_u64, _pext_u64};

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use bitboard_core::simd::fearless_simd::{self, Level};

use super::field::{ALL, COLUMN, COLUMNS, Field, HIDDEN_ROW};

/// A block that falls within its column. Rows count from 0 at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Fall {
    /// The column, from 0.
    pub column: usize,
    /// The row before.
    pub from: usize,
    /// The row after, which is lower.
    pub to: usize,
}

/// The falls of the blocks in `kept` once the cells below them are empty, column by column, each
/// from the bottom.
pub(super) fn falls(kept: u128) -> impl Iterator<Item = Fall> + Clone {
    (0..COLUMNS).flat_map(move |column| {
        let cells = kept >> (COLUMN * column);
        let kept = (0..=HIDDEN_ROW).filter(move |from| cells >> from & 1 == 1);
        let falls = kept.zip(0..).filter(|(from, to)| from > to);
        falls.map(move |(from, to)| Fall { column, from, to })
    })
}

impl Field {
    /// The blocks that [`settle`](Self::settle) would move.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set((2, 0), Block::Skull)?;
    /// field.set((2, 7), Block::Color(1))?;
    /// let falls: Vec<_> = field.falls().map(|fall| (fall.column, fall.from, fall.to)).collect();
    /// assert_eq!(falls, [(2, 7, 1)]);
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    pub fn falls(self) -> impl Iterator<Item = Fall> + Clone {
        falls(self.occupied())
    }

    /// Lets all blocks fall.
    ///
    /// ```
    /// use cc_table::chain::{Block, Field};
    ///
    /// let mut field = Field::EMPTY;
    /// field.set((2, 7), Block::Color(1))?;
    /// field.settle();
    /// assert_eq!(field.get((2, 0)), Some(Block::Color(1)));
    /// # Ok::<(), cc_table::chain::FieldError>(())
    /// ```
    #[inline]
    pub fn settle(&mut self) {
        let keep = self.occupied();
        self.fall(keep);
    }

    /// Removes all blocks that are not in `keep` and lets the others fall.
    #[inline(always)]
    pub(super) fn fall(&mut self, keep: u128) {
        #[cfg(all(feature = "simd", target_arch = "x86_64"))]
        if let Some(avx2) = Level::new().as_avx2() {
            fall_bmi2(avx2, &mut self.planes, keep);
            return;
        }
        fall(&mut self.planes, keep);
    }
}

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
fearless_simd::kernel!(
    /// PEXT lines up the blocks of all columns of a plane. Each column keeps its number of
    /// blocks, so PDEP puts them back from the bottom of each.
    #[inline]
    pub(super) fn fall_bmi2(avx2: Avx2, planes: &mut [u128; 3], keep: u128) {
        let keep = [keep as u64, (keep >> 64) as u64];
        let mut settled = [0; 2];
        for x in (0..COLUMN * COLUMNS).step_by(COLUMN) {
            let half = x / 64;
            settled[half] |= _pext_u64(u64::MAX, keep[half] & 0xffff << (x % 64)) << (x % 64);
        }
        for plane in planes {
            let low = _pdep_u64(_pext_u64(*plane as u64, keep[0]), settled[0]);
            let high = _pdep_u64(_pext_u64((*plane >> 64) as u64, keep[1]), settled[1]);
            *plane = u128::from(low) | u128::from(high) << 64;
        }
    }
);

/// Without PEXT: all blocks above the lowest gap of their column fall by one cell, until no column
/// has a gap.
#[inline]
pub(super) fn fall(planes: &mut [u128; 3], mut keep: u128) {
    for plane in &mut *planes {
        *plane &= keep;
    }
    loop {
        // Adding one at the bottom of a column clears the blocks below the lowest gap and sets the
        // gap. What is above the gap stays.
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

#[cfg(test)]
mod tests {
    use super::{ALL, fall};

    /// Moves block by block.
    fn plain(planes: [u128; 3], keep: u128) -> [u128; 3] {
        let mut fallen = [0; 3];
        for column in (0..96).step_by(16) {
            let kept = (column..column + 13).filter(|from| keep >> from & 1 == 1);
            for (to, from) in (column..).zip(kept) {
                for (fallen, plane) in fallen.iter_mut().zip(planes) {
                    *fallen |= (plane >> from & 1) << to;
                }
            }
        }
        fallen
    }

    #[test]
    fn both_ways_to_fall_give_the_same_field() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut random = || {
            let mut half = || {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                u128::from(state.wrapping_mul(0x9e37_79b9_7f4a_7c15))
            };
            half() | half() << 64
        };
        for _ in 0..20_000 {
            let planes = [random() & ALL, random() & ALL, random() & ALL];
            let keep = (planes[0] | planes[1] | planes[2]) & (random() | random());
            let expected = plain(planes, keep);
            let mut portable = planes;
            fall(&mut portable, keep);
            assert_eq!(portable, expected);
            #[cfg(all(feature = "simd", target_arch = "x86_64"))]
            if let Some(avx2) = super::Level::new().as_avx2() {
                let mut special = planes;
                super::fall_bmi2(avx2, &mut special, keep);
                assert_eq!(special, expected);
            }
        }
    }
}
