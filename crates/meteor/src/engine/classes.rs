//! Counts solutions up to symmetry.
//!
//! The number of classes is the mean, over all symmetries of the puzzle, of the number of solutions that a symmetry leaves unchanged (lemma of Cauchy,
//! Frobenius and Burnside). No solution has to be stored or compared.

use alloc::vec::Vec;

use crate::polyform::fixed;
use crate::polyform::limits::Stop;
use crate::polyform::meter::Meter;
use crate::polyform::puzzle::Puzzle;
use crate::polyform::symmetry::Symmetry;

/// The count of the classes of a puzzle.
pub(crate) struct Classes<'a> {
    puzzle: &'a Puzzle,
    /// The number of solutions.
    all: u128,
    /// Whether each piece is in a solution, as far as it is known.
    used: Vec<Option<bool>>,
}

impl<'a> Classes<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, all: u128) -> Self {
        let used = puzzle.pieces.iter().map(|piece| (piece.min > 0).then_some(true));
        let mut used: Vec<_> = used.collect();
        puzzle.placed.iter().for_each(|placed| used[placed.piece] = Some(true));
        Self { puzzle, all, used }
    }

    /// `count` counts the solutions of another puzzle.
    pub(crate) fn count(
        mut self,
        meter: &mut Meter<'_>,
        count: impl Fn(&Puzzle, &mut Meter<'_>) -> Result<u128, Stop>,
    ) -> Result<u128, Stop> {
        if self.all == 0 {
            return Ok(0);
        }
        let (mut sum, mut symmetries) = (self.all, 1);
        for symmetry in Symmetry::all(self.puzzle) {
            if self.is_of_puzzle(&symmetry, meter, &count)? {
                let fixed = fixed::count(self.puzzle, &symmetry, meter)?;
                sum = sum.checked_add(fixed).ok_or(Stop::Overflow)?;
                symmetries += 1;
            }
        }
        Ok(sum / symmetries)
    }

    /// Whether a symmetry of the board maps solutions to solutions: each piece in a solution has to become a piece.
    fn is_of_puzzle(
        &mut self,
        symmetry: &Symmetry,
        meter: &mut Meter<'_>,
        count: impl Fn(&Puzzle, &mut Meter<'_>) -> Result<u128, Stop>,
    ) -> Result<bool, Stop> {
        if !symmetry.keeps_placed(self.puzzle) {
            return Ok(false);
        }
        let mut lost: Vec<_> =
            (0..self.used.len()).filter(|&piece| symmetry.pieces[piece].is_none()).collect();
        // What is known costs nothing.
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
