//! Random games and moves.

use havannah_uf::Hex;
use havannah_uf::{Game, RingRule};
use havannah_uf::{Random as _, SeededRng};

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

/// A game of up to `stones` random stones without wins.
pub(crate) fn random_game(base: u32, rule: RingRule, stones: u64, rng: &mut SeededRng) -> Game {
    let mut game = Game::new(base, rule).unwrap();
    for _ in 0..stones {
        let cells: Vec<Hex> = game.empty_cells().collect();
        if cells.is_empty() {
            break;
        }
        let cell = cells[rng.below(cells.len() as u64) as usize];
        if game.would_win(cell, game.turn()).is_empty() {
            game.play(cell).unwrap();
        }
    }
    game
}
