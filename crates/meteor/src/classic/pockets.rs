//! Rests with pockets.
//!
//! Turned by 180°, a rest need not be filled by filling the lowest free cell again and again: that ends at the first cell that is not in the
//! rest, and pieces can lie beyond, in pockets.

use alloc::vec::Vec;

use super::graph::{Couple, Graph, Search, Step};
use super::layout::{CELLS, has_single};
use super::numbers::NONE;
use super::tiles::Tile;

/// The search for ways to fill rests that have pockets.
pub(super) struct Pockets<'a> {
    search: &'a Search,
    /// The fillings of up to three pieces by their first free cells.
    fillings: [Vec<(u64, u16)>; 64],
}

/// The pieces put into pockets, the last one first.
struct Placed<'a> {
    tile: Tile,
    before: Option<&'a Placed<'a>>,
}

impl<'a> Pockets<'a> {
    pub(super) fn new(search: &'a Search, graph: &Graph) -> Self {
        let mut fillings = [const { Vec::new() }; 64];
        for (filling, number) in graph.fillings.iter().zip(0..) {
            if (filling.cells & CELLS).count_ones() <= 15 {
                let first = (!filling.cells).trailing_zeros() as usize;
                fillings[first].push((filling.cells, number));
            }
        }
        Self { search, fillings }
    }

    /// Finds the ways to fill the rest of a front that has pockets.
    pub(super) fn add_couple(&self, front: u16, graph: &mut Graph) {
        let turned = (graph.halves[usize::from(front)].cells & CELLS).reverse_bits();
        let mut steps = Vec::new();
        self.take_one_out(turned, &mut steps);
        self.put_more_in(turned, &mut steps, graph);
        if !steps.is_empty() {
            let rest = graph.halves.len() as u16;
            let filling = graph.filling(!turned, &steps);
            graph.halves.push(filling);
            graph.couples.push(Couple { front, rest, turned_too: false });
        }
    }

    /// Takes pieces out of pockets and looks whether what is left was met as a filling.
    fn take_one_out(&self, turned: u64, steps: &mut Vec<Step>) {
        let first = turned.trailing_zeros();
        let room = !turned & CELLS & u64::MAX << first;
        // A piece goes on from its lowest cell to one that follows.
        let mut starts = room & (room >> 1 | room >> 6 | room >> 7);
        while starts != 0 {
            let cell = starts.trailing_zeros();
            self.search.tiles.for_each_that_fits(cell, room, |tile| {
                let from = self.search.numbers.get(!(turned | tile.cells));
                if from != NONE {
                    steps.push(Step { from, piece: tile.piece });
                }
            });
            starts &= starts - 1;
        }
    }

    /// Puts several pieces into the pockets of fillings that end at the first cell that is not in the rest.
    fn put_more_in(&self, turned: u64, steps: &mut Vec<Step>, graph: &mut Graph) {
        for &(cells, filling) in &self.fillings[turned.trailing_zeros() as usize] {
            let left = !(cells | turned);
            if cells & turned == 0 && !has_single(left) {
                self.fill(left, None, &mut |last| {
                    let (mut from, mut last) = (filling, last);
                    while let Some(before) = last.before {
                        from = graph.add(from, &last.tile);
                        last = before;
                    }
                    steps.push(Step { from, piece: last.tile.piece });
                });
            }
        }
    }

    /// Finds all ways to fill the cells that are left.
    fn fill(&self, left: u64, before: Option<&Placed<'_>>, found: &mut dyn FnMut(&Placed<'_>)) {
        self.search.tiles.for_each_that_fits(left.trailing_zeros(), left, |tile| {
            let (left, placed) = (left & !tile.cells, Placed { tile, before });
            if left == 0 {
                found(&placed);
            } else if !has_single(left) {
                self.fill(left, Some(&placed), found);
            }
        });
    }
}
