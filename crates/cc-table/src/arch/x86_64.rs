//! x86-64: BMI2.

use core::arch::x86_64::{_pdep_u64, _pext_u64};

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
