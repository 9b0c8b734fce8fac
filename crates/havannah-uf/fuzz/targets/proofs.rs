//! Proofs found, written, read, changed at random and checked, against a search that tries every
//! move. Tables from any bytes.

#![no_main]

use std::collections::HashMap;

use arbitrary::Arbitrary;
use havannah_uf::bitboard_core::Limits;
use havannah_uf::pns::Solver;
use havannah_uf::proof::Proof;
use havannah_uf::{Havannah, Hex, Move, Player, RingRule, Value};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    base: u8,
    rule: u8,
    moves: Vec<u8>,
    /// Changes of the plan: where, and which cell.
    changes: Vec<(u8, u8)>,
    shorten: u8,
    other_winner: bool,
    table: Vec<u8>,
    text: String,
}

fuzz_target!(|input: Input| {
    read(&input);
    let base = 2 + u32::from(input.base % 2);
    let rule = RingRule::ALL[usize::from(input.rule) % RingRule::ALL.len()];
    let cells: Vec<Hex> = Hex::all(base).collect();
    let mut game = Havannah::new(base, rule).unwrap();
    // Wishes first, then any moves until few enough cells are left.
    let wishes = input.moves.iter().map(|&wish| cells[usize::from(wish) % cells.len()]);
    for cell in wishes.chain(cells.iter().copied()) {
        if cells.len() - game.ply() <= 8 || game.is_over() {
            break;
        }
        // Cells that are taken are skipped.
        let _ = game.play(cell);
    }
    let value = Plain::default().value(&mut game);
    let winner = match value {
        1 => Some(game.turn()),
        -1 => Some(game.turn().other()),
        _ => None,
    };
    let mut solver = Solver::new(1 << 16).unwrap();
    let expected = [Value::Loss, Value::Draw, Value::Win][(value + 1) as usize];
    assert_eq!(solver.solve(&game).value, expected);
    let found = Proof::find(&game, &mut solver).unwrap();
    assert_eq!(found.as_ref().map(|proof| proof.winner), winner);
    let proof = found.unwrap_or_else(|| Proof {
        base,
        rule,
        moves: game.moves().collect(),
        winner: Player::First,
        plan: cells.clone(),
    });
    if winner.is_some() {
        assert!(proof.check().is_ok());
    }
    assert_eq!(Proof::parse_all(&proof.to_string()).as_deref(), Ok(&[proof.clone()][..]));
    // A forged proof is accepted only if it is true.
    let mut forged = proof;
    forged.plan.truncate(forged.plan.len().saturating_sub(usize::from(input.shorten % 4)));
    for &(at, cell) in &input.changes {
        let (at, len) = (usize::from(at), forged.plan.len());
        if len > 0 {
            forged.plan[at % len] = cells[usize::from(cell) % cells.len()];
        }
    }
    if input.other_winner {
        forged.winner = forged.winner.other();
    }
    if forged.check().is_ok() {
        assert_eq!(Some(forged.winner), winner);
    }
});

/// Any text, and a table of any bytes.
fn read(input: &Input) {
    let whole = format!("havannah-proof 1\nbase 2\nring any\n{}", input.text);
    for text in [&input.text, &whole] {
        match Proof::parse_all(text) {
            Ok(proofs) => {
                for proof in proofs {
                    assert_eq!(Proof::parse_all(&proof.to_string()), Ok(vec![proof.clone()]));
                    let _ = proof.check();
                }
            }
            Err(error) => assert!(error.line >= 1 && !error.to_string().is_empty()),
        }
    }
    let mut solver = Solver::new(1 << 16).unwrap();
    let mut file = Vec::new();
    solver.write_table(&mut file).unwrap();
    file.extend(&input.table);
    if solver.read_table(&mut file.as_slice()).is_ok() {
        let mut game = Havannah::new(3, RingRule::Any).unwrap();
        game.play(Move::from(Hex::new(3, 3))).unwrap();
        let _ = solver.try_solve(&game, &Limits::new().nodes(100));
    }
    let _ = solver.read_table(&mut input.table.as_slice());
}

/// Memoized negamax.
#[derive(Default)]
struct Plain(HashMap<Vec<Option<Player>>, i32>);

impl Plain {
    /// 1 if the player to move wins, −1 if the other one does, 0 for a draw.
    fn value(&mut self, game: &mut Havannah) -> i32 {
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
