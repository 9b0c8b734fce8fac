//! The search for fillings.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::graph::{Couple, Filling, Graph, Step};
use super::layout::{CELLS, cuts_island, has_single};
use super::tiles::Tiles;
use crate::engine::numbers::{DEAD, Numbers};

/// The search for fillings, one more piece at a time. The graph has dead ones too, without steps.
pub(super) struct Search {
    pub(super) tiles: Tiles,
    fillings: Numbers,
    halves: Numbers,
}

/// Several times the number of fillings and of halves, because most look-ups find nothing.
const SLOTS: usize = 1 << 15;

impl Search {
    pub(super) fn new() -> Self {
        let numbers = || Numbers::new(vec![0; SLOTS]);
        Self { tiles: Tiles::new(), fillings: numbers(), halves: numbers() }
    }

    /// The graph without couples.
    pub(super) fn graph(&mut self) -> Graph {
        let mut graph = Graph {
            fillings: Vec::with_capacity(1 << 13),
            halves: Vec::with_capacity(1 << 14),
            links: Vec::with_capacity(1 << 15),
            couples: Vec::with_capacity(1 << 12),
        };
        graph.fillings.push(Filling { cells: !CELLS, last: 0 });
        let mut last = 0..1;
        for pieces in 1..=5 {
            last = self.add_level(last, pieces == 5, &mut graph);
        }
        graph
    }

    /// Puts one more piece on the lowest free cell of these fillings, and returns the new fillings.
    fn add_level(&mut self, last: Range<usize>, is_half: bool, graph: &mut Graph) -> Range<usize> {
        let Graph { fillings, halves, links, .. } = graph;
        for from in last.clone() {
            let Filling { cells, last } = fillings[from];
            if from > 0 && last == 0 {
                continue;
            }
            let (sets, numbers) = match is_half {
                true => (&mut *halves, &mut self.halves),
                false => (&mut *fillings, &mut self.fillings),
            };
            let free = !cells;
            self.tiles.for_each_that_fits(free.trailing_zeros(), free, |tile| {
                let left = free & !tile.cells;
                if has_single(left) {
                    return;
                }
                let to = match numbers.find(!left, |number| sets[number].cells) {
                    Ok(DEAD) => return,
                    Ok(number) => number as usize,
                    Err(slot) => {
                        let (number, dead) = (sets.len(), cuts_island(tile.cells, left));
                        numbers.insert(slot, number as u32, dead);
                        sets.push(Filling { cells: !left, last: 0 });
                        if dead {
                            return;
                        }
                        number
                    }
                };
                sets[to].add(Step { from: from as u16, piece: tile.piece }, links);
            });
        }
        last.end..fillings.len()
    }

    /// The number of the filling of up to four pieces with these filled cells; `None` if it was not found or
    /// is dead.
    #[inline]
    pub(super) fn find(&self, filled: u64, graph: &Graph) -> Option<u16> {
        let found = self.fillings.find(filled, |number| graph.fillings[number].cells);
        found.ok().filter(|&number| number != DEAD).map(|number| number as u16)
    }

    /// Adds the couple of a front whose rest, turned by 180°, is a front too.
    pub(super) fn add_couple(&self, front: u16, graph: &mut Graph) {
        let rest = (!graph.halves[usize::from(front)].cells).reverse_bits() | !CELLS;
        if let Ok(rest) = self.halves.find(rest, |number| graph.halves[number].cells)
            && rest != DEAD
            && rest as u16 >= front
        {
            let rest = rest as u16;
            graph.couples.push(Couple { front, rest, turned_too: rest != front });
        }
    }
}
