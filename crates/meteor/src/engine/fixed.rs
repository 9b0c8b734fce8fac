//! Counts the solutions that a symmetry leaves unchanged.
//!
//! Such a solution consists of whole orbits of placements.

use alloc::vec::Vec;

use bitboard_core::StopReason;

use crate::engine::meter::Meter;
use crate::engine::stock::{Stock, stocks};
use crate::engine::symmetry::Symmetry;
use crate::progress::Stage;
use crate::puzzle::Puzzle;

/// The images of a placement, which are put on the board together.
struct Orbit {
    cells: u128,
    /// The pieces, with the number of each.
    pieces: Vec<(usize, u16)>,
}

/// Counts the solutions that a symmetry leaves unchanged.
pub(crate) fn count(
    puzzle: &Puzzle,
    symmetry: &Symmetry,
    meter: &mut Meter<'_>,
) -> Result<u128, StopReason> {
    let mut by_cell: Vec<Vec<Orbit>> = Vec::new();
    by_cell.resize_with(puzzle.cells.len(), Vec::new);
    for orbit in orbits(puzzle, symmetry) {
        by_cell[orbit.cells.trailing_zeros() as usize].push(orbit);
    }
    let cells = puzzle.cells.len();
    meter.at(Stage::Symmetries, 0, 1);
    let mut search = Search {
        full: u128::MAX >> (128 - cells),
        by_cell,
        stocks: stocks(puzzle),
        meter,
        count: 0,
    };
    let free = cells as u32 - puzzle.placed_cells().count_ones();
    if search.needed() <= free {
        search.place(puzzle.placed_cells())?;
    }
    Ok(search.count)
}

fn orbits(puzzle: &Puzzle, symmetry: &Symmetry) -> Vec<Orbit> {
    let mut orbits = Vec::new();
    for first in puzzle.placements() {
        let mut orbit = Orbit { cells: 0, pieces: Vec::new() };
        let mut next = first;
        let disjoint = loop {
            if next.cells & orbit.cells != 0 {
                break false;
            }
            orbit.cells |= next.cells;
            match orbit.pieces.iter_mut().find(|(piece, _)| *piece == next.piece) {
                Some((_, times)) => *times += 1,
                None => orbit.pieces.push((next.piece, 1)),
            }
            let Some(image) = symmetry.apply(next) else { break false };
            next = image;
            if next == first {
                break true;
            }
            // Each orbit is built from its smallest placement.
            if next < first {
                break false;
            }
        };
        if disjoint {
            orbits.push(orbit);
        }
    }
    if puzzle.packing {
        orbits.extend(empty_cells(puzzle, symmetry));
    }
    orbits
}

/// The orbits of cells that are left empty.
fn empty_cells(puzzle: &Puzzle, symmetry: &Symmetry) -> Vec<Orbit> {
    let mut orbits = Vec::new();
    for first in (0..puzzle.cells.len()).filter(|cell| puzzle.placed_cells() >> cell & 1 == 0) {
        let (mut cells, mut next) = (0u128, first);
        while cells >> next & 1 == 0 {
            cells |= 1 << next;
            next = symmetry.cells[next].into();
        }
        if cells.trailing_zeros() as usize == first {
            orbits.push(Orbit { cells, pieces: Vec::new() });
        }
    }
    orbits
}

struct Search<'a, 'm> {
    full: u128,
    by_cell: Vec<Vec<Orbit>>,
    stocks: Vec<Stock>,
    meter: &'a mut Meter<'m>,
    count: u128,
}

impl Search<'_, '_> {
    /// The number of cells of the pieces that must still be used.
    fn needed(&self) -> u32 {
        self.stocks.iter().map(|stock| u32::from(stock.min) * u32::from(stock.size)).sum()
    }

    fn place(&mut self, filled: u128) -> Result<(), StopReason> {
        self.meter.tick()?;
        if self.needed() > (self.full & !filled).count_ones() {
            return Ok(());
        }
        if filled == self.full {
            self.count += 1;
            return Ok(());
        }
        let cell = (!filled).trailing_zeros() as usize;
        for i in 0..self.by_cell[cell].len() {
            let orbit = &self.by_cell[cell][i];
            let there = |&(piece, times): &(usize, u16)| self.stocks[piece].max >= times;
            if orbit.cells & filled != 0 || !orbit.pieces.iter().all(there) {
                continue;
            }
            let after = filled | orbit.cells;
            let before = self.stocks.clone();
            for &(piece, times) in &orbit.pieces {
                let stock = &mut self.stocks[piece];
                stock.max -= times;
                stock.min = stock.min.saturating_sub(times);
            }
            self.place(after)?;
            self.stocks = before;
        }
        Ok(())
    }
}
