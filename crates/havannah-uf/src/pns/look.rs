//! Positions whose result is known without a search.

use bitboard_core::StopReason;

use super::numbers::{FAILED, Numbers, REACHED};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::rule::RingRule;

/// The result of [`look`].
pub(super) enum Look {
    /// The result is known.
    Known(Numbers),
    /// All moves but one lose.
    Forced(Hex),
    /// All moves need a search.
    Open,
}

/// Cells between two calls of `check`.
const CELLS_PER_CHECK: usize = 64;

/// The numbers of the position if its result is known at once. The attacker wants to win; the other player wants to
/// prevent that. `check` is called every 64 cells.
pub(super) fn look(
    game: &Havannah,
    attacker: Player,
    mut check: impl FnMut() -> Result<(), StopReason>,
) -> Result<Look, StopReason> {
    let player = game.turn();
    if let Some(winner) = game.winner() {
        let reached = (winner == attacker) == (player == attacker);
        return Ok(Look::Known(if reached { REACHED } else { FAILED }));
    }
    if game.is_over() {
        return Ok(Look::Known(if player == attacker { FAILED } else { REACHED }));
    }
    let wins = |cell, player| !game.would_win(cell, player).is_empty();
    // With rings around empty cells, filling the cell may be another defense.
    let must_defend = game.rule() != RingRule::Empty;
    let (mut threats, mut forced) = (0, Look::Open);
    for (i, cell) in game.legal_moves().enumerate() {
        if i % CELLS_PER_CHECK == 0 {
            check()?;
        }
        if wins(cell, player) {
            return Ok(Look::Known(REACHED));
        }
        if must_defend && threats < 2 && wins(cell, player.other()) {
            threats += 1;
            forced = Look::Forced(cell);
        }
    }
    Ok(if threats == 2 { Look::Known(FAILED) } else { forced })
}
