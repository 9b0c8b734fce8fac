//! Counts solutions up to symmetry.
//!
//! The number of classes is the mean, over all symmetries of the puzzle, of the number of solutions
//! that a symmetry leaves unchanged (lemma of Cauchy, Frobenius and Burnside). No solution is stored.

use alloc::vec::Vec;

use crate::count_error::{CountError, TooManySolutions};
use crate::engine::meter::Meter;
use crate::engine::symmetry::Symmetry;
use crate::puzzle::Puzzle;

/// Counts classes of solutions.
pub(crate) struct Classes<'a> {
    puzzle: &'a Puzzle,
    /// The number of solutions.
    all: u128,
    /// Whether each piece is in a solution; `None` if it is not known yet.
    used: Vec<Option<bool>>,
}

impl<'a> Classes<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, all: u128) -> Self {
        let used = puzzle.pieces.iter().map(|piece| (piece.min > 0).then_some(true));
        let mut used: Vec<_> = used.collect();
        puzzle.placed.iter().for_each(|placed| used[placed.piece] = Some(true));
        Self { puzzle, all, used }
    }

    /// Counts the classes. `count` counts the solutions of another puzzle, `fixed` those of this puzzle that a symmetry leaves
    /// unchanged.
    pub(crate) fn count(
        mut self,
        meter: &mut Meter<'_>,
        count: impl Fn(&Puzzle, &mut Meter<'_>) -> Result<u128, CountError>,
        fixed: impl Fn(&Symmetry, &mut Meter<'_>) -> Result<u128, CountError>,
    ) -> Result<u128, CountError> {
        if self.all == 0 {
            return Ok(0);
        }
        let (mut sum, mut symmetries) = (self.all, 1);
        for symmetry in Symmetry::all(self.puzzle) {
            if self.is_of_puzzle(&symmetry, meter, &count)? {
                let fixed = fixed(&symmetry, meter)?;
                sum = sum.checked_add(fixed).ok_or(TooManySolutions)?;
                symmetries += 1;
            }
        }
        Ok(sum / symmetries)
    }

    /// Returns whether a symmetry of the board maps solutions to solutions: the image of each piece in a solution must be a
    /// piece.
    fn is_of_puzzle(
        &mut self,
        symmetry: &Symmetry,
        meter: &mut Meter<'_>,
        count: impl Fn(&Puzzle, &mut Meter<'_>) -> Result<u128, CountError>,
    ) -> Result<bool, CountError> {
        if !symmetry.keeps_placed(self.puzzle) {
            return Ok(false);
        }
        let mut lost: Vec<_> =
            (0..self.used.len()).filter(|&piece| symmetry.pieces[piece].is_none()).collect();
        // Pieces that are known to be used first.
        lost.sort_by_key(|&piece| self.used[piece] != Some(true));
        for piece in lost {
            let used = match self.used[piece] {
                Some(used) => used,
                None => count(&self.puzzle.without(piece), meter)? != self.all,
            };
            self.used[piece] = Some(used);
            if used {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
