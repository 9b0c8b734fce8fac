//! The choice among the positions after the moves of a position.

use super::numbers::{INFINITE, LARGE, Numbers};
use super::position::Child;

/// The child with the least disproof number, the least disproof number of the others, and the sum of the proof
/// numbers.
pub(super) fn best_two(children: &[Child]) -> Option<(usize, u32, u32)> {
    let (mut best, mut least, mut second, mut sum) = (None, INFINITE, INFINITE, 0_u32);
    for (i, child) in children.iter().enumerate() {
        let Numbers { proof, disproof } = child.numbers;
        sum = if proof == INFINITE || sum == INFINITE {
            INFINITE
        } else {
            sum.saturating_add(proof).min(LARGE)
        };
        if best.is_none() || disproof < least {
            second = least;
            (best, least) = (Some(i), disproof);
        } else if disproof < second {
            second = disproof;
        }
    }
    best.map(|best| (best, second, sum))
}
