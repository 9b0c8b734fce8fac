//! Random games.

use havannah_uf::Hex;
use havannah_uf::bitboard_core::{Random as _, SeededRng};

/// All cells of a board: first those in `wishes`, then the others in an order seeded by them.
pub(crate) fn order(base: u32, wishes: &[u16]) -> Vec<Hex> {
    let mut free: Vec<_> = Hex::all(base).collect();
    let seed = wishes.iter().fold(1, |seed: u64, &wish| seed.wrapping_mul(31) + u64::from(wish));
    let (mut wishes, mut rng) = (wishes.iter().copied(), SeededRng::new(seed));
    let mut next = || wishes.next().unwrap_or_else(|| rng.next_u64() as u16);
    let mut cells = Vec::new();
    while !free.is_empty() {
        let wish = usize::from(next());
        cells.push(free.swap_remove(wish % free.len()));
    }
    cells
}
