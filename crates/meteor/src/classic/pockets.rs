//! Rests with pockets.
//!
//! Filling the lowest free cell of a rest, turned by 180°, ends at the first cell that is not in the rest. Pieces
//! can lie beyond, in pockets.

use alloc::vec::Vec;

use super::graph::{Couple, Graph, Step};
use super::layout::{CELLS, has_single};
use super::search::Search;
use super::tiles::Tile;

/// The search for ways to fill rests that have pockets.
pub(super) struct Pockets<'a> {
    search: &'a Search,
    /// The fillings of up to three pieces by their first free cells.
    fillings: [Vec<(u64, u16)>; 64],
}

/// The pieces in pockets, the last one first.
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

    /// Adds the couple of a front whose rest has pockets.
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

    /// Takes single pieces out of pockets, and looks up the cells that are left.
    fn take_one_out(&self, turned: u64, steps: &mut Vec<Step>) {
        let first = turned.trailing_zeros();
        let room = !turned & CELLS & u64::MAX << first;
        // A piece continues from its lowest cell to a later one.
        let mut starts = room & (room >> 1 | room >> 6 | room >> 7);
        while starts != 0 {
            let cell = starts.trailing_zeros();
            self.search.tiles.for_each_that_fits(cell, room, |tile| {
                if let Some(from) = self.search.find(!(turned | tile.cells)) {
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

    /// Calls `found` with each way to fill the cells that are left.
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
