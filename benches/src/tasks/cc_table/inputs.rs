//! Boards of 6×12 cells.
//!
//! There are thousands, because the branch predictor memorizes the branches of a few hundred, which
//! favors code with many branches.

use crate::random::Random;

/// Number of inputs in a round.
pub(super) const BOARDS: usize = 4000;

/// The name of a kind of boards, and the boards.
pub(super) type Kind = (&'static str, fn() -> Vec<u128>);

pub(super) const GAME: Kind = ("game boards", game);
pub(super) const EIGHTH: Kind = ("12 % filled", || random(12));
pub(super) const FIFTH: Kind = ("20 % filled", || random(20));
pub(super) const HALF: Kind = ("50 % filled", || random(50));
pub(super) const SEVENTY: Kind = ("70 % filled", || random(70));

/// Settled boards of five colors and skulls, columns of random height: one board for each color.
fn game() -> Vec<u128> {
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
