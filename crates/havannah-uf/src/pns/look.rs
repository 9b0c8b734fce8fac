//! Positions whose result is known without a search.

use alloc::vec;
use alloc::vec::Vec;

use super::numbers::{FAILED, Numbers, REACHED};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::rule::RingRule;

/// The result of [`look`].
pub(super) enum Look {
    Known(Numbers),
    /// The moves that need to be searched.
    Moves(Vec<Hex>),
}

/// The numbers of the position if its result is known at once, else its moves. The attacker wants to win; the other
/// player wants to prevent that.
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
    // With rings around empty cells, filling the cell may be another defense.
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
