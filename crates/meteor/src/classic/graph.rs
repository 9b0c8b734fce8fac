//! The fillings of up to five pieces, and the couples of halves.

use alloc::vec::Vec;

use super::tiles::Tile;

/// A set of filled cells, and the steps to it from fillings with one piece less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filling {
    pub(super) cells: u64,
    /// The number of the last step to it plus one; 0 if it is empty or dead.
    pub(super) last: u16,
}

/// A piece put on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    /// The number of the filling before.
    pub(super) from: u16,
    pub(super) piece: u8,
}

/// A step, linked to the others to the same filling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link {
    step: Step,
    /// The number of the step before plus one, or 0.
    before: u16,
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
    /// The fillings of five pieces, and rests with pockets.
    pub(super) halves: Vec<Filling>,
    pub(super) links: Vec<Link>,
    pub(super) couples: Vec<Couple>,
}

impl Graph {
    pub(super) const EMPTY: Self =
        Self { fillings: Vec::new(), halves: Vec::new(), links: Vec::new(), couples: Vec::new() };

    /// The steps that lead to a filling, the last one first.
    #[inline]
    pub(super) fn steps(&self, filling: Filling) -> impl Iterator<Item = Step> + '_ {
        let mut next = filling.last;
        core::iter::from_fn(move || {
            let link = self.links.get(usize::from(next).wrapping_sub(1))?;
            next = link.before;
            Some(link.step)
        })
    }

    /// Adds a filling that consists of another and one piece, and returns its number.
    pub(super) fn add(&mut self, from: u16, tile: &Tile) -> u16 {
        let cells = self.fillings[usize::from(from)].cells | tile.cells;
        let mut filling = Filling { cells, last: 0 };
        filling.add(Step { from, piece: tile.piece }, &mut self.links);
        self.fillings.push(filling);
        self.fillings.len() as u16 - 1
    }
}

impl Filling {
    /// Adds a step that leads to it.
    #[inline]
    pub(super) fn add(&mut self, step: Step, links: &mut Vec<Link>) {
        links.push(Link { step, before: self.last });
        self.last = links.len() as u16;
    }
}
