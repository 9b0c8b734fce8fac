//! What needs instructions that not every processor has: detected at run time, with a twin in safe code for the
//! rest.

#[cfg(target_arch = "x86_64")]
mod lanes;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(all(target_arch = "x86_64", feature = "alloc"))]
pub(crate) use self::x86_64::push_row;
#[cfg(target_arch = "x86_64")]
pub(crate) use self::x86_64::{components, components_into, counts, fall, fours, has, seeds};

use crate::Grid;

/// Boards as words, to be loaded by vectors: going through one word at a time took three times as
/// long as all else that is done to them.
#[inline(always)]
pub(crate) fn as_words<const W: usize, const H: usize>(boards: &[Grid<W, H>]) -> &[u128] {
    const { assert_layout::<W, H>() };
    // SAFETY: a board has a field of type `u128`, and by its size nothing else; so the field is
    // all of it, and a slice of boards is one of words.
    unsafe { core::slice::from_raw_parts(boards.as_ptr().cast(), boards.len()) }
}

/// The same, to be written: the caller writes no bits that are no cells.
#[inline(always)]
pub(crate) fn as_words_mut<const W: usize, const H: usize>(
    boards: &mut [Grid<W, H>],
) -> &mut [u128] {
    const { assert_layout::<W, H>() };
    // SAFETY: as above; every word without bits off the board is a board.
    unsafe { core::slice::from_raw_parts_mut(boards.as_mut_ptr().cast(), boards.len()) }
}

const fn assert_layout<const W: usize, const H: usize>() {
    assert!(size_of::<Grid<W, H>>() == size_of::<u128>());
    assert!(align_of::<Grid<W, H>>() == align_of::<u128>());
}
