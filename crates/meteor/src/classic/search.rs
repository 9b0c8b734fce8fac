//! The search for fillings.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::graph::{Couple, Filling, Graph, Step};
use super::layout::{CELLS, cuts_island, has_single};
use super::tiles::Tiles;
use crate::engine::numbers::{DEAD, Numbers};

/// The search for fillings, one more piece at a time.
pub(super) struct Search {
    pub(super) tiles: Tiles,
    numbers: Numbers,
    /// All sets of filled cells that were found, dead ones included, and the numbers of their fillings.
    known: Vec<u64>,
    number_of: Vec<u16>,
    /// The cells of each filling, those of fewer pieces first.
    fillings: Vec<u64>,
    /// The fillings with the largest number of pieces so far.
    last: Range<usize>,
    /// All steps, with the numbers of the fillings to which they lead.
    steps: Vec<(u16, Step)>,
}

/// Twice the number of sets, rounded up to a power of two.
const SLOTS: usize = 1 << 16;

impl Search {
    /// Starts with the empty board.
    pub(super) fn new() -> Self {
        let (numbers, steps) = (Numbers::new(vec![0; SLOTS]), Vec::with_capacity(1 << 15));
        let (known, number_of) = (Vec::with_capacity(1 << 15), Vec::with_capacity(1 << 15));
        let fillings = vec![!CELLS];
        let tiles = Tiles::new();
        Self { tiles, numbers, known, number_of, fillings, last: 0..1, steps }
    }

    /// The number of the filling with these filled cells; `None` if it was not found or is dead.
    #[inline]
    pub(super) fn find(&self, filled: u64) -> Option<u16> {
        let place = self.numbers.find(filled, &self.known).ok()?;
        (place != DEAD).then(|| self.number_of[place as usize])
    }

    /// Puts one more piece on the lowest free cell of the last fillings.
    pub(super) fn add_level(&mut self) {
        for from in self.last.clone() {
            let free = !self.fillings[from];
            self.tiles.for_each_that_fits(free.trailing_zeros(), free, |tile| {
                let left = free & !tile.cells;
                if has_single(left) {
                    return;
                }
                let to = match self.numbers.find(!left, &self.known) {
                    Ok(DEAD) => return,
                    Ok(place) => self.number_of[place as usize],
                    Err(slot) => {
                        let (place, dead) =
                            (self.known.len() as u32, cuts_island(tile.cells, left));
                        self.numbers.insert(slot, place, dead);
                        let number = self.fillings.len() as u16;
                        self.known.push(!left);
                        self.number_of.push(number);
                        if dead {
                            return;
                        }
                        self.fillings.push(!left);
                        number
                    }
                };
                self.steps.push((to, Step { from: from as u16, piece: tile.piece }));
            });
        }
        self.last = self.last.end..self.fillings.len();
    }

    /// The graph without couples, sorted by the fillings to which steps lead.
    pub(super) fn sorted(&self) -> Graph {
        let mut ends = vec![0; self.fillings.len() + 1];
        for (to, _) in &self.steps {
            ends[usize::from(*to) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let filling = |(i, &cells)| Filling { cells, steps: (ends[i], ends[i + 1]) };
        let mut fillings: Vec<_> = self.fillings.iter().enumerate().map(filling).collect();
        let halves = fillings.split_off(self.last.start);
        let mut steps = vec![Step { from: 0, piece: 0 }; self.steps.len()];
        for &(to, step) in &self.steps {
            let at = &mut ends[usize::from(to)];
            steps[usize::from(*at)] = step;
            *at += 1;
        }
        Graph { fillings, halves, steps, couples: Vec::new() }
    }

    /// Adds the couple of a front whose rest, turned by 180°, is a front too.
    pub(super) fn add_couple(&self, front: u16, graph: &mut Graph) {
        let rest = (!graph.halves[usize::from(front)].cells).reverse_bits() | !CELLS;
        if let Some(number) = self.find(rest) {
            let rest = number - self.last.start as u16;
            if rest >= front {
                graph.couples.push(Couple { front, rest, turned_too: rest != front });
            }
        }
    }
}
