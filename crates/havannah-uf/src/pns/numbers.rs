//! Proof and disproof numbers.

/// No number of positions is enough.
pub(super) const INFINITE: u32 = u32::MAX;
/// The largest number that is not infinite.
pub(super) const LARGE: u32 = u32::MAX / 4;
/// How many more positions must be solved so that who is to move reaches the goal, or does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
pub(super) const REACHED: Numbers = Numbers { proof: 0, disproof: INFINITE };
pub(super) const FAILED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// The threshold of a child so that the sum reaches that of its parent.
pub(super) fn grow(threshold: u32, own: u32, sum: u32) -> u32 {
    if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(sum).saturating_add(own) }
}
