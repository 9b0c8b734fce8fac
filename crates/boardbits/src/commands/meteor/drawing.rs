use std::path::Path;

use meteor::{Placement, Puzzle, Sheet, Solution};

use crate::context::Result;
use crate::files::save;

/// The drawing of an SVG file, if one is wanted.
pub(super) struct Drawing<'a> {
    puzzle: &'a Puzzle,
    file: Option<&'a Path>,
    solutions: Vec<Solution>,
}

/// Maximum number of solutions that are drawn.
pub(super) const MOST_DRAWN: usize = 1000;

impl<'a> Drawing<'a> {
    pub(super) fn new(puzzle: &'a Puzzle, file: Option<&'a Path>) -> Self {
        Self { puzzle, file, solutions: Vec::new() }
    }

    /// Returns whether more solutions can be drawn.
    pub(super) fn has_room(&self) -> bool {
        self.file.is_some() && self.solutions.len() < MOST_DRAWN
    }

    pub(super) fn add(&mut self, solution: Solution) {
        if self.has_room() {
            self.solutions.push(solution);
        }
    }

    /// Saves the solutions; without any, the board of the puzzle.
    pub(super) fn save(&self) -> Result {
        self.save_sheet(&Sheet::new(self.puzzle, &self.solutions))
    }

    /// Saves the board of the puzzle with one more piece on it.
    pub(super) fn save_hint(&self, hint: Option<Placement>) -> Result {
        let placed = self.puzzle.placed().iter().copied();
        let board: Vec<_> = placed.chain(hint).collect();
        self.save_sheet(&Sheet::board(self.puzzle, &board))
    }

    fn save_sheet(&self, sheet: &Sheet<'_>) -> Result {
        self.file.map_or(Ok(()), |file| save(file, sheet.to_string().as_bytes()))
    }
}
