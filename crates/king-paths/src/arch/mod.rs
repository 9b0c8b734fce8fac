//! What needs instructions that not every processor has, detected at run time; a portable twin for the rest.

use crate::batch::{Buffers, Kind, Simd, find_each};

#[cfg(target_arch = "x86_64")]
mod x86_64;

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
