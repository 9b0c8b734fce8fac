//! Proofs from the solver.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, Watch};

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
    /// The limits hold for the solution. Then the moves are listed, and positions whose proof the table has lost are
    /// solved again, within the time but without limits of nodes.
    ///
    /// # Errors
    /// [`Interrupted`] with the proof and disproof numbers of the position that was being solved.
    pub fn find(
        game: &Havannah,
        solver: &mut Solver,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Self>, Interrupted<Progress>> {
        let watch = limits.nodes(u64::MAX).start();
        let value = solver.try_solve(game, limits)?.value;
        let winner = match value {
            Value::Win => game.turn(),
            Value::Loss => game.turn().other(),
            Value::Draw => return Ok(None),
        };
        if game.base() > Self::MAX_BASE {
            return Ok(None);
        }
        let (game_copy, plan, proven) = (game.clone(), Vec::new(), BTreeSet::new());
        let mut finder = Finder { game: game_copy, solver, watch, plan, proven };
        if !game.is_over() {
            if game.turn() == winner { finder.win() } else { finder.replies() }?;
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
    watch: Watch<'a, Progress>,
    plan: Vec<Hex>,
    proven: BTreeSet<u128>,
}

impl Finder<'_> {
    fn win(&mut self) -> Result<(), Interrupted<Progress>> {
        let id = id(&self.game);
        if can_win(&self.game) || self.proven.contains(&id) {
            return Ok(());
        }
        // The position is a win, so there is a move.
        let solution = self.solver.solve_within(&self.game, &self.watch)?;
        let Some(cell) = solution.best else { return Ok(()) };
        self.plan.push(cell);
        let _ = self.game.play(cell);
        self.replies()?;
        self.game.undo();
        self.proven.insert(id);
        Ok(())
    }

    fn replies(&mut self) -> Result<(), Interrupted<Progress>> {
        let moves: Vec<Hex> = self.game.legal_moves().collect();
        for cell in moves {
            let _ = self.game.play(cell);
            self.win()?;
            self.game.undo();
        }
        Ok(())
    }
}
