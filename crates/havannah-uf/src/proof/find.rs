//! Proofs from the solver.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits};

use super::Proof;
use super::check::{can_win, id};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::outcome::Value;
use crate::pns::{Progress, Solver};

impl Proof {
    /// Solves a position and lists the moves that prove its value. `None` if the position is a draw, or the base is
    /// greater than [`MAX_BASE`](Self::MAX_BASE).
    ///
    /// The limits hold for the solution. Then, positions whose proof the table has lost are solved again without
    /// limits of nodes.
    ///
    /// # Errors
    /// [`Interrupted`] with the proof and disproof numbers so far.
    pub fn find(
        game: &Havannah,
        solver: &mut Solver,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Self>, Interrupted<Progress>> {
        let value = solver.try_solve(game, limits)?.value;
        let winner = match value {
            Value::Win => game.turn(),
            Value::Loss => game.turn().other(),
            Value::Draw => return Ok(None),
        };
        if game.base() > Self::MAX_BASE {
            return Ok(None);
        }
        let mut finder =
            Finder { game: game.clone(), solver, plan: Vec::new(), proven: BTreeSet::new() };
        if !game.is_over() {
            if game.turn() == winner { finder.win() } else { finder.replies() }
        }
        Ok(Some(Self {
            base: game.base(),
            rule: game.rule(),
            moves: game.moves().collect(),
            winner,
            plan: finder.plan,
        }))
    }
}

/// Lists the moves in the order in which the checker needs them.
struct Finder<'a> {
    game: Havannah,
    solver: &'a mut Solver,
    plan: Vec<Hex>,
    proven: BTreeSet<u128>,
}

impl Finder<'_> {
    fn win(&mut self) {
        let id = id(&self.game);
        if can_win(&self.game) || self.proven.contains(&id) {
            return;
        }
        // The position is a win, so there is a move.
        let Some(cell) = self.solver.solve(&self.game).best else { return };
        self.plan.push(cell);
        let _ = self.game.play(cell);
        self.replies();
        self.game.undo();
        self.proven.insert(id);
    }

    fn replies(&mut self) {
        let moves: Vec<Hex> = self.game.legal_moves().collect();
        for cell in moves {
            let _ = self.game.play(cell);
            self.win();
            self.game.undo();
        }
    }
}
