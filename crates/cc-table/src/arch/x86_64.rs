//! x86-64: SSE2 always, BMI2, AVX2 and AVX-512 where the processor has them.

use core::arch::x86_64::{_pdep_u64, _pext_u64};

use super::lanes::{Eight, Four, Two};
#[cfg(feature = "alloc")]
use crate::bitmap::Band;
use crate::engine::{Simd, lanes};
use crate::question::choose;
use crate::{Buffer, Connectivity, Grid};

/// Whether the processor has a feature: found out once, then a load. Without `std` it must be known at
/// compile time.
macro_rules! has {
    ($feature:tt) => {{
        #[cfg(feature = "std")]
        let has = std::arch::is_x86_feature_detected!($feature);
        #[cfg(not(feature = "std"))]
        let has = cfg!(target_feature = $feature);
        has
    }};
}

/// Gravity on a field of columns of 16 bits: takes away what is not in `keep`, lets the rest fall. Says whether the
/// processor could do it.
#[inline(always)]
pub(crate) fn fall(planes: &mut [u128; 3], keep: u128) -> bool {
    if !has!("bmi2") {
        return false;
    }
    // SAFETY: the processor has BMI2.
    unsafe { fall_bmi2(planes, keep) };
    true
}

/// PEXT lines up the blocks of a plane, whatever their columns; as each column keeps its number of blocks, PDEP
/// puts them back from the bottom of each.
#[inline]
#[target_feature(enable = "bmi2")]
fn fall_bmi2(planes: &mut [u128; 3], keep: u128) {
    let keep = [keep as u64, (keep >> 64) as u64];
    let settled = keep.map(|keep| {
        (0..64).step_by(16).fold(0, |all, x| all | _pext_u64(u64::MAX, keep & 0xffff << x) << x)
    });
    for plane in planes {
        let fall = |half: u64, i: usize| _pdep_u64(_pext_u64(half, keep[i]), settled[i]);
        *plane =
            u128::from(fall(*plane as u64, 0)) | u128::from(fall((*plane >> 64) as u64, 1)) << 64;
    }
}

/// Whether the processor has what [`Simd`] names.
#[inline(always)]
#[cfg_attr(
    not(feature = "std"),
    expect(clippy::nonminimal_bool, clippy::eq_op, reason = "constants then")
)]
pub(crate) fn has(simd: Simd) -> bool {
    match simd {
        Simd::Scalar | Simd::Sse2 => true,
        Simd::Avx2 => has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt"),
        Simd::Avx512 => {
            has(Simd::Avx2)
                && has!("avx512f")
                && has!("avx512bw")
                && has!("avx512vl")
                && has!("avx512vbmi2")
                && has!("avx512vpopcntdq")
        }
    }
}

/// [`crate::components_into`] with BMI2 and POPCNT: shifts by any count and counts of bits in one instruction.
/// Says whether the processor could do it.
#[inline(always)]
pub(crate) fn components_into<const W: usize, const H: usize>(
    board: Grid<W, H>,
    connectivity: Connectivity,
    buffer: &mut Buffer<W, H>,
) -> bool {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn bmi2<const W: usize, const H: usize>(
        board: Grid<W, H>,
        connectivity: Connectivity,
        buffer: &mut Buffer<W, H>,
    ) {
        choose(board, connectivity, buffer);
    }

    let has = has(Simd::Avx2);
    if has {
        // SAFETY: the processor has the instructions.
        unsafe { bmi2(board, connectivity, buffer) };
    }
    has
}

/// [`Band::push_row`] with POPCNT and the like. Says whether the processor could do it.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn push_row(band: &mut Band, row: &[u64], width: u32, flip: u64) -> bool {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn bmi2(band: &mut Band, row: &[u64], width: u32, flip: u64) {
        band.push_row(row, width, flip);
    }

    let has = has(Simd::Avx2);
    if has {
        // SAFETY: the processor has the instructions.
        unsafe { bmi2(band, row, width, flip) };
    }
    has
}

/// [`lanes::components`] on the widest lanes that `simd` allows.
#[inline]
pub(crate) fn components<const W: usize>(
    simd: Simd,
    words: &[u128],
    connectivity: Connectivity,
    found: &mut lanes::Found,
) {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn avx2<const W: usize>(words: &[u128], connectivity: Connectivity, found: &mut lanes::Found) {
        match connectivity {
            Connectivity::Four => lanes::components::<Four, W>(words, Connectivity::Four, found),
            Connectivity::Eight => lanes::components::<Four, W>(words, Connectivity::Eight, found),
        }
    }

    #[target_feature(
        enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt"
    )]
    fn avx512<const W: usize>(
        words: &[u128],
        connectivity: Connectivity,
        found: &mut lanes::Found,
    ) {
        match connectivity {
            Connectivity::Four => lanes::components::<Eight, W>(words, Connectivity::Four, found),
            Connectivity::Eight => lanes::components::<Eight, W>(words, Connectivity::Eight, found),
        }
    }

    assert!(has(simd), "the processor lacks {simd:?}");
    match simd {
        Simd::Scalar => lanes::components::<u64, W>(words, connectivity, found),
        Simd::Sse2 => lanes::components::<Two, W>(words, connectivity, found),
        // SAFETY: the processor has the instructions.
        Simd::Avx2 => unsafe { avx2::<W>(words, connectivity, found) },
        // SAFETY: the processor has the instructions.
        Simd::Avx512 => unsafe { avx512::<W>(words, connectivity, found) },
    }
}

/// Makes a function that runs the one of the same name in [`lanes`] on the lanes that are asked
/// for, which the processor must have.
macro_rules! dispatch {
    ($name:ident, $out:ty) => {
        #[inline]
        pub(crate) fn $name<const W: usize, const H: usize>(
            simd: Simd,
            boards: &[u128],
            connectivity: Connectivity,
            out: &mut [$out],
        ) {
            #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
            fn avx2<const W: usize, const H: usize>(
                boards: &[u128],
                connectivity: Connectivity,
                out: &mut [$out],
            ) {
                match connectivity {
                    Connectivity::Four => {
                        lanes::$name::<Four, W, H>(boards, Connectivity::Four, out)
                    }
                    Connectivity::Eight => {
                        lanes::$name::<Four, W, H>(boards, Connectivity::Eight, out)
                    }
                }
            }

            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,avx512vpopcntdq,avx2,bmi1,bmi2,popcnt")]
            fn avx512<const W: usize, const H: usize>(
                boards: &[u128],
                connectivity: Connectivity,
                out: &mut [$out],
            ) {
                match connectivity {
                    Connectivity::Four => {
                        lanes::$name::<Eight, W, H>(boards, Connectivity::Four, out)
                    }
                    Connectivity::Eight => {
                        lanes::$name::<Eight, W, H>(boards, Connectivity::Eight, out)
                    }
                }
            }

            assert!(has(simd), "the processor lacks {simd:?}");
            match simd {
                Simd::Scalar => lanes::$name::<u64, W, H>(boards, connectivity, out),
                Simd::Sse2 => lanes::$name::<Two, W, H>(boards, connectivity, out),
                // SAFETY: the processor has the instructions.
                Simd::Avx2 => unsafe { avx2::<W, H>(boards, connectivity, out) },
                // SAFETY: the processor has the instructions.
                Simd::Avx512 => unsafe { avx512::<W, H>(boards, connectivity, out) },
            }
        }
    };
}

dispatch!(fours, u128);
dispatch!(seeds, u128);
dispatch!(counts, u8);
