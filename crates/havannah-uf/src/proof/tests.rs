use alloc::string::ToString;
use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, StopReason};

use super::*;
use crate::game::Havannah;
use crate::outcome::Value;
use crate::pns::{Progress, Solver};

fn find(game: &Havannah) -> Proof {
    let mut solver = Solver::new(1 << 20).unwrap();
    Proof::find(game, &mut solver, &Limits::new()).unwrap().unwrap()
}

#[test]
fn all_openings_of_small_boards_have_proofs() {
    for (base, rule) in [2, 3].into_iter().flat_map(|base| RingRule::ALL.map(|rule| (base, rule))) {
        for cell in Hex::all(base) {
            let mut game = Havannah::new(base, rule).unwrap();
            game.play(cell).unwrap();
            let solution = Solver::new(1 << 20).unwrap().solve(&game);
            if solution.value == Value::Draw {
                continue;
            }
            let proof = find(&game);
            let wins = solution.value == Value::Win;
            assert_eq!(proof.winner, if wins { Player::Second } else { Player::First });
            assert_eq!(proof.check(), Ok(proof.plan.len() as u64), "{base} {rule} {cell}");
        }
    }
}

#[test]
fn changed_proofs_are_refused() {
    let mut game = Havannah::new(3, RingRule::Any).unwrap();
    game.play(Hex::new(1, 2)).unwrap();
    let proof = find(&game);
    assert!(proof.plan.len() > 4);
    let changed = |change: fn(&mut Proof)| {
        let mut proof = proof.clone();
        change(&mut proof);
        proof.check().unwrap_err()
    };
    assert_eq!(changed(|proof| assert!(proof.plan.pop().is_some())), CheckError::Incomplete);
    assert_eq!(changed(|proof| proof.plan.push(Hex::new(1, 1))), CheckError::Unused { left: 1 });
    assert_eq!(changed(|proof| proof.base = 6), CheckError::Base { base: 6 });
    assert!(matches!(
        changed(|proof| proof.plan[0] = Hex::new(1, 2)),
        CheckError::Plan { number: 1, .. }
    ));
    assert!(matches!(
        changed(|proof| proof.moves.push(Move::Stone(Hex::new(1, 2)))),
        CheckError::Move { number: 2, .. }
    ));
    // The other player cannot win by any moves.
    let mut other = proof.clone();
    other.winner = proof.winner.other();
    assert!(other.check().is_err());
    // Any other move in the plan either breaks the proof or still wins; it never panics.
    for (i, cell) in (0..proof.plan.len()).flat_map(|i| Hex::all(3).map(move |cell| (i, cell))) {
        let mut proof = proof.clone();
        proof.plan[i] = cell;
        let _ = proof.check();
    }
}

#[test]
fn a_game_that_is_over_needs_no_plan() {
    let mut game = Havannah::new(2, RingRule::Any).unwrap();
    for (x, y) in [(1, 1), (3, 3), (1, 2)] {
        game.play(Hex { x, y }).unwrap();
    }
    let mut proof = find(&game);
    assert_eq!((proof.winner, proof.plan.len()), (Player::First, 0));
    assert_eq!(proof.check(), Ok(0));
    proof.plan.push(Hex::new(2, 2));
    assert_eq!(proof.check(), Err(CheckError::Unused { left: 1 }));
    proof.winner = Player::Second;
    assert_eq!(proof.check(), Err(CheckError::NotWon { used: 0 }));
}

#[test]
fn the_list_of_moves_can_be_cancelled() {
    use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

    let mut game = Havannah::new(3, RingRule::Any).unwrap();
    game.play(Hex::new(1, 1)).unwrap();
    let mut solver = Solver::new(1 << 20).unwrap();
    let _ = solver.solve(&game);
    let cancel = AtomicBool::new(false);
    let stop = |_: &Progress| cancel.store(true, Relaxed);
    // The first node solves the position with the table.
    let limits = Limits::new().nodes(1).cancel(&cancel).on_progress(&stop);
    let stopped = Proof::find(&game, &mut solver, &limits).unwrap_err();
    assert!(matches!(
        stopped,
        FindError::Interrupted(Interrupted { reason: StopReason::Cancelled, .. })
    ));
    let proof = Proof::find(&game, &mut solver, &Limits::new()).unwrap().unwrap();
    assert!(proof.check().is_ok());
}

#[test]
fn boards_without_proofs_are_refused_before_the_search() {
    let mut near_bridge = Havannah::new(6, RingRule::Any).unwrap();
    for (i, cell) in (1..6).flat_map(|i| [Hex::new(1, i), Hex::new(11, 5 + i)]).enumerate() {
        if i < 10 {
            near_bridge.play(cell).unwrap();
        }
    }
    assert!(near_bridge.winning_cells(Player::First).next().is_some());
    for game in [Havannah::new(6, RingRule::Any).unwrap(), near_bridge] {
        let unexpected = |_: &Progress| panic!("a search");
        let limits = Limits::new().nodes(100).on_progress(&unexpected);
        let refused = Proof::find(&game, &mut Solver::new(0).unwrap(), &limits).unwrap_err();
        assert_eq!(refused.to_string(), "expected a base from 2 to 5 for a proof, found 6");
    }
}

#[test]
fn proofs_are_read_as_written() {
    let mut proofs = Vec::new();
    for cell in [Hex::new(1, 1), Hex::new(2, 2)] {
        let mut game = Havannah::new(3, RingRule::NonOwn).unwrap();
        game.play(cell).unwrap();
        proofs.push(find(&game));
    }
    let text: alloc::string::String = proofs.iter().map(|proof| proof.to_string() + "\n").collect();
    assert_eq!(Proof::parse_all(&text), Ok(proofs));
    assert_eq!(Proof::parse_all(""), Ok(Vec::new()));
}

#[test]
fn wrong_lines_are_named() {
    let head = "havannah-proof 1\nbase 3\nring any\nmoves 1,1\nwinner first\n";
    let error = |text: &str| Proof::parse_all(text).unwrap_err().to_string();
    assert_eq!(error("x"), "line 1: expected havannah-proof 1, found \"x\"");
    let number = "line 2: expected base and a number, found";
    assert_eq!(error("havannah-proof 1\n"), alloc::format!("{number} \"\""));
    assert_eq!(error("havannah-proof 1\nbase x"), alloc::format!("{number} \"x\""));
    assert_eq!(
        error(&head.replace("any", "all")),
        "line 3: expected ring and a rule, found \"all\""
    );
    assert_eq!(error(&head.replace("1,1", "1")), "line 4: expected a cell x,y, found \"1\"");
    let winner = "line 5: expected winner first or winner second, found \"third\"";
    assert_eq!(error(&head.replace("first", "third")), winner);
    assert_eq!(error(head), "line 6: expected cells x,y or end, found \"\"");
    let text = alloc::format!("{head}1,1 x\n");
    assert_eq!(error(&text), "line 6: expected cells x,y or end, found \"x\"");
}
