//! The fillings of up to five pieces, and the couples of halves.

use alloc::vec::Vec;

use super::tiles::Tile;

/// A set of filled cells, and the steps to it from fillings with one piece less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filling {
    pub(super) cells: u64,
    /// The range of the steps.
    pub(super) steps: (u16, u16),
}

/// A piece put on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    /// The number of the filling before.
    pub(super) from: u16,
    pub(super) piece: u8,
}

/// Two halves that make a full board, the second turned by 180°.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Couple {
    pub(super) front: u16,
    pub(super) rest: u16,
    /// Whether the half turns of its solutions belong to no other couple.
    pub(super) turned_too: bool,
}

/// The fillings of up to five pieces, regardless of the pieces that fill them, and the couples of
/// fillings of five pieces that make a full board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The fillings of up to four pieces, each after all fillings with steps to it. The first is empty.
    pub(super) fillings: Vec<Filling>,
    /// The fillings of five pieces.
    pub(super) halves: Vec<Filling>,
    pub(super) steps: Vec<Step>,
    pub(super) couples: Vec<Couple>,
}

impl Graph {
    pub(super) const EMPTY: Self =
        Self { fillings: Vec::new(), halves: Vec::new(), steps: Vec::new(), couples: Vec::new() };

    /// The steps that lead to a filling.
    #[inline]
    pub(super) fn steps(&self, filling: &Filling) -> &[Step] {
        &self.steps[usize::from(filling.steps.0)..usize::from(filling.steps.1)]
    }

    /// A filling with these steps to it.
    pub(super) fn filling(&mut self, cells: u64, steps: &[Step]) -> Filling {
        let first = self.steps.len() as u16;
        self.steps.extend(steps);
        Filling { cells, steps: (first, self.steps.len() as u16) }
    }

    /// Adds a filling that consists of another and one piece, and returns its number.
    pub(super) fn add(&mut self, from: u16, tile: &Tile) -> u16 {
        let cells = self.fillings[usize::from(from)].cells | tile.cells;
        let filling = self.filling(cells, &[Step { from, piece: tile.piece }]);
        self.fillings.push(filling);
        self.fillings.len() as u16 - 1
    }
}
