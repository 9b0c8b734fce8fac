//! Random games.

use havannah_uf::Hex;

/// All cells of a board: first those in `wishes`, then the others in an order seeded by them.
pub(crate) fn order(base: u32, wishes: &[u16]) -> Vec<Hex> {
    let mut free: Vec<_> = Hex::all(base).collect();
    let mut seed =
        wishes.iter().fold(1, |seed: u64, &wish| seed.wrapping_mul(31) + u64::from(wish));
    let mut wishes = wishes.iter().copied();
    let mut next = || {
        wishes.next().unwrap_or_else(|| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as u16
        })
    };
    let mut cells = Vec::new();
    while !free.is_empty() {
        let wish = usize::from(next());
        cells.push(free.swap_remove(wish % free.len()));
    }
    cells
}
