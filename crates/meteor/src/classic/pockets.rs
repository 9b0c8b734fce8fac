//! Rests with pockets.
//!
//! Filling the lowest free cell of a rest, turned by 180°, ends at the first cell that is not in the rest. Pieces
//! can lie beyond, in pockets.

use alloc::vec::Vec;

use super::graph::{Couple, Filling, Graph, Step};
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
            let is_alive = filling.last > 0 || number == 0;
            if is_alive && (filling.cells & CELLS).count_ones() <= 15 {
                let first = (!filling.cells).trailing_zeros() as usize;
                fillings[first].push((filling.cells, number));
            }
        }
        Self { search, fillings }
    }

    /// Adds the couple of a front whose rest has pockets.
    pub(super) fn add_couple(&self, front: u16, graph: &mut Graph) {
        let turned = (graph.halves[usize::from(front)].cells & CELLS).reverse_bits();
        let mut rest = Filling { cells: !turned, last: 0 };
        let covered = self.take_one_out(&mut rest, graph);
        if covered.count_ones() >= 10 {
            self.put_more_in(&mut rest, covered, graph);
        }
        if rest.last > 0 {
            let number = graph.halves.len() as u16;
            graph.halves.push(rest);
            graph.couples.push(Couple { front, rest: number, turned_too: false });
        }
    }

    /// Takes single pieces out of pockets, and looks up the cells that are left. Returns the cells of all pieces
    /// that fit into the pockets.
    fn take_one_out(&self, rest: &mut Filling, graph: &mut Graph) -> u64 {
        let mut room = rest.cells & CELLS & u64::MAX << (!rest.cells).trailing_zeros();
        let mut covered = 0;
        // The last four cells are too few for a piece.
        for _ in 4..room.count_ones() {
            let cell = room.trailing_zeros();
            // A piece continues from its lowest cell to a later one.
            if room & 0b1100_0010 << cell != 0 {
                self.search.tiles.for_each_that_fits(cell, room, |tile| {
                    covered |= tile.cells;
                    if let Some(from) = self.search.find(rest.cells & !tile.cells, graph) {
                        rest.add(Step { from, piece: tile.piece }, &mut graph.links);
                    }
                });
            }
            room &= room - 1;
        }
        covered
    }

    /// Puts several pieces into the pockets of fillings that end at the first cell that is not in the rest. These
    /// pieces cover some of the cells in `covered`.
    fn put_more_in(&self, rest: &mut Filling, covered: u64, graph: &mut Graph) {
        for &(cells, filling) in &self.fillings[(!rest.cells).trailing_zeros() as usize] {
            let left = rest.cells & !cells;
            if cells & !rest.cells == 0 && left & !covered == 0 {
                self.fill(left, None, &mut |last| {
                    let (mut from, mut last) = (filling, last);
                    while let Some(before) = last.before {
                        from = graph.add(from, &last.tile);
                        last = before;
                    }
                    rest.add(Step { from, piece: last.tile.piece }, &mut graph.links);
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
