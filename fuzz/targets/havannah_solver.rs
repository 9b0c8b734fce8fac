//! The solver against a search that tries every move.

#![no_main]

use std::collections::HashMap;

use arbitrary::Arbitrary;
use havannah_uf::dfpn::Solver;
use havannah_uf::{Game, Hex, Player, RingRule, Value};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    base: u8,
    rule: u8,
    moves: Vec<u8>,
}

fuzz_target!(|input: Input| {
    let base = 2 + u32::from(input.base % 2);
    let rule = [RingRule::Any, RingRule::NonOwn][usize::from(input.rule) % 2];
    let cells: Vec<Hex> = Hex::all(base).collect();
    let mut game = Game::new(base, rule).unwrap();
    // The moves of the input first, then any until few enough cells are left.
    let chosen = input.moves.iter().map(|&cell| cells[usize::from(cell) % cells.len()]);
    for cell in chosen.chain(cells.iter().copied()) {
        if cells.len() - game.ply() <= 8 || game.is_over() {
            break;
        }
        // Cells that are taken are skipped.
        let _ = game.play(cell);
    }
    let solution = Solver::new().memory_bytes(1 << 16).solve(&game).unwrap();
    let mut exhaustive = Exhaustive::default();
    let expected = [Value::Loss, Value::Draw, Value::Win];
    assert_eq!(solution.value, expected[(exhaustive.value(&mut game) + 1) as usize]);
    assert_eq!(solution.best.is_some(), solution.value == Value::Win);
    if let Some(best) = solution.best {
        game.play(best).unwrap();
        assert_eq!(exhaustive.value(&mut game), -1);
    }
});

/// Memoized negamax.
#[derive(Default)]
struct Exhaustive(HashMap<Vec<Option<Player>>, i32>);

impl Exhaustive {
    /// 1 if the player to move wins, −1 if the other one does, 0 for a draw.
    fn value(&mut self, game: &mut Game) -> i32 {
        if game.is_over() {
            return game.winner().map_or(0, |winner| if winner == game.turn() { 1 } else { -1 });
        }
        let key: Vec<_> = Hex::all(game.base()).map(|cell| game.stone(cell)).collect();
        if let Some(&value) = self.0.get(&key) {
            return value;
        }
        let moves: Vec<Hex> = game.empty_cells().collect();
        let mut best = -1;
        for cell in moves {
            game.play(cell).unwrap();
            best = best.max(-self.value(game));
            game.undo();
            if best == 1 {
                break;
            }
        }
        self.0.insert(key, best);
        best
    }
}
