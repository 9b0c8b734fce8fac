//! Proof and disproof numbers.

/// The number of a goal that cannot be reached.
pub(super) const INFINITE: u32 = u32::MAX;
/// The largest number that is not infinite.
pub(super) const LARGE: u32 = u32::MAX / 4;

/// Lower bounds for the positions left to prove that the player to move reaches the goal, and to disprove it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    /// Whether a search can find these numbers.
    #[cfg(feature = "std")]
    pub(super) fn are_possible(self) -> bool {
        let is_open = |number| (1..=LARGE).contains(&number);
        [REACHED, FAILED].contains(&self) || is_open(self.proof) && is_open(self.disproof)
    }
}

pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
pub(super) const REACHED: Numbers = Numbers { proof: 0, disproof: INFINITE };
pub(super) const FAILED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

/// The threshold of a child at which the sum reaches the threshold of its parent.
pub(super) fn grow(threshold: u32, own: u32, sum: u32) -> u32 {
    if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(sum).saturating_add(own) }
}
