//! Proofs from the solver.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use bitboard_core::{Interrupted, Limits, Symmetry, Watch};

use super::Proof;
use super::check::{can_win, id};
use super::error::FindError;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::outcome::Value;
use crate::pns::{Progress, Solver};

impl Proof {
    /// Solves a position and lists the moves that prove its value. `None` if the position is a draw.
    ///
    /// The limits hold for the solution. Then the moves are listed, and positions whose proof the table has lost are
    /// solved again, within the time but without limits of nodes.
    ///
    /// # Errors
    /// [`FindError::Base`], before any search, if the base is greater than [`MAX_BASE`](Self::MAX_BASE).
    /// [`FindError::Interrupted`] with the proof and disproof numbers of the position that was being solved.
    pub fn find(
        game: &Havannah,
        solver: &mut Solver,
        limits: &Limits<'_, Progress>,
    ) -> Result<Option<Self>, FindError> {
        if game.base() > Self::MAX_BASE {
            return Err(FindError::Base { base: game.base() });
        }
        let watch = limits.nodes(u64::MAX).start();
        // All searches turn the board in the same way, so that they share the table.
        let (symmetry, image) = game.oriented();
        let value = solver.solve_as_it_is(&image, &limits.start())?.value;
        let winner = match value {
            Value::Win => game.turn(),
            Value::Loss => game.turn().other(),
            Value::Draw => return Ok(None),
        };
        let (back, plan, proven) = (symmetry.inverse(), Vec::new(), BTreeSet::new());
        let mut finder = Finder { game: image, back, solver, watch, plan, proven };
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
    /// An image of the game.
    game: Havannah,
    /// From the image to the game.
    back: Symmetry,
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
        let solution = self.solver.solve_as_it_is(&self.game, &self.watch)?;
        let Some(cell) = solution.best else { return Ok(()) };
        self.plan.push(self.original(cell));
        let _ = self.game.play(cell);
        self.replies()?;
        self.game.undo();
        self.proven.insert(id);
        Ok(())
    }

    fn replies(&mut self) -> Result<(), Interrupted<Progress>> {
        let mut moves: Vec<Hex> = self.game.legal_moves().collect();
        moves.sort_by_key(|&cell| {
            let Hex { x, y } = self.original(cell);
            (y, x)
        });
        for cell in moves {
            let _ = self.game.play(cell);
            self.win()?;
            self.game.undo();
        }
        Ok(())
    }

    fn original(&self, cell: Hex) -> Hex {
        cell.transform_on_board(self.back, self.game.base())
    }
}
