//! What can be said of a position without a search.

use alloc::vec;
use alloc::vec::Vec;

use super::numbers::{FAILED, Numbers, REACHED};
use crate::cell::Hex;
use crate::dense::Havannah;
use crate::rule::{Player, RingRule};

pub(super) enum Look {
    Known(Numbers),
    /// The moves that need to be searched.
    Moves(Vec<Hex>),
}

/// What can be said of a position at once. The goal of who is to move is to win, as the attacker, or that
/// the attacker does not.
pub(super) fn look(game: &Havannah, attacker: Player) -> Look {
    let player = game.turn();
    if let Some(winner) = game.winner() {
        return Look::Known(if (winner == attacker) == (player == attacker) {
            REACHED
        } else {
            FAILED
        });
    }
    let moves: Vec<Hex> = game.legal_moves().collect();
    if moves.is_empty() {
        return Look::Known(if player == attacker { FAILED } else { REACHED });
    }
    let wins = |cell: &Hex, player| !game.would_win(*cell, player).is_empty();
    if moves.iter().any(|cell| wins(cell, player)) {
        return Look::Known(REACHED);
    }
    // With rings round empty cells, filling one may be another way out.
    if game.rule() != RingRule::Empty {
        let mut threats = moves.iter().filter(|cell| wins(cell, player.other()));
        match (threats.next(), threats.next()) {
            (Some(_), Some(_)) => return Look::Known(FAILED),
            (Some(&only), None) => return Look::Moves(vec![only]),
            _ => {}
        }
    }
    Look::Moves(moves)
}
