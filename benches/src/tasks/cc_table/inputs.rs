//! Boards of 6×12 cells.
//!
//! There are thousands, because the branch predictor memorizes the branches of a few hundred, which
//! favors code with many branches.

use crate::random::Random;

/// Number of inputs in a round.
pub(super) const BOARDS: usize = 4000;

/// Settled boards of five colors and skulls, columns of random height: one board for each color.
pub(super) fn game() -> Vec<u128> {
    let mut random = Random::new(22);
    let mut boards = Vec::new();
    for _ in 0..BOARDS / 5 {
        let mut colors = [0u128; 6];
        for x in 0..6 {
            for y in 12 - random.below(13)..12 {
                colors[random.below(6)] |= 1 << (x + 6 * y);
            }
        }
        boards.extend_from_slice(&colors[..5]);
    }
    boards
}

pub(super) fn eighth() -> Vec<u128> {
    random(12)
}

pub(super) fn fifth() -> Vec<u128> {
    random(20)
}

pub(super) fn quarter() -> Vec<u128> {
    random(25)
}

pub(super) fn half() -> Vec<u128> {
    random(50)
}

pub(super) fn seventy() -> Vec<u128> {
    random(70)
}

fn random(percent: usize) -> Vec<u128> {
    let mut random = Random::new(percent as u64);
    (0..BOARDS).map(|_| random.mask(72, percent)).collect()
}

/// Components as ascending numbers.
pub(super) fn show(components: impl Iterator<Item = u128>) -> String {
    let mut components: Vec<u128> = components.collect();
    components.sort_unstable();
    format!("{components:x?}")
}
