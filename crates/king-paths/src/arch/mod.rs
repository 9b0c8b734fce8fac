//! What needs instructions that not every processor has, detected at run time; a portable twin for the rest.

use bitboard_core::{Bitboard, Chess};

use crate::batch::{Buffers, Kind, Simd, find_each};

#[cfg(target_arch = "x86_64")]
mod x86_64;

/// Boards as words, to be loaded by vectors.
#[inline(always)]
pub(crate) fn as_words(boards: &[Bitboard<u64, Chess>]) -> &[u64] {
    const {
        assert!(size_of::<Bitboard<u64, Chess>>() == size_of::<u64>());
        assert!(align_of::<Bitboard<u64, Chess>>() == align_of::<u64>());
    }
    // SAFETY: a board has a field of type `u64`, and by its size nothing else; so the field is all of
    // it, and a slice of boards is one of words.
    unsafe { core::slice::from_raw_parts(boards.as_ptr().cast(), boards.len()) }
}

/// Whether the processor has what [`Simd`] names.
pub(crate) fn has(simd: Simd) -> bool {
    match simd {
        Simd::Portable => true,
        #[cfg(target_arch = "x86_64")]
        Simd::Avx2 | Simd::Avx512 => x86_64::has(simd),
        #[cfg(not(target_arch = "x86_64"))]
        Simd::Avx2 | Simd::Avx512 => false,
    }
}

/// All queries, with instructions that the processor is known to have; portably if it has not.
pub(crate) fn find(simd: Simd, kind: Kind, sets: [&[u64]; 3], buffers: &mut Buffers) {
    #[cfg(target_arch = "x86_64")]
    if x86_64::find(simd, kind, sets, buffers) {
        return;
    }
    let _ = simd;
    find_each(kind, sets, buffers);
}
