//! Counts the solutions that a symmetry leaves unchanged.
//!
//! Such a solution consists of whole orbits of placements. The orbit that covers the lowest free cell is put next, and cells
//! are numbered in the order in which the border of the filled ones stays short. As in the graph of fillings, the orbits
//! that can follow depend only on the filled cells and the hand: all ways to make the same two are counted together, cell by
//! cell. This takes time and memory in proportion to the fillings. If there are too many, a depth-first search counts
//! solution by solution.

use alloc::vec::Vec;
use core::mem::take;

use bitboard_core::{StopReason, Word};

use crate::count_error::{CountError, TooManySolutions};
use crate::engine::failure::Failure;
use crate::engine::hand::{Hand, HandLayout};
use crate::engine::meter::Meter;
use crate::engine::order::renumber;
use crate::engine::problem::Problem;
use crate::engine::stock::Stock;
use crate::engine::symmetry::Symmetry;
use crate::progress::Stage;
use crate::puzzle::Puzzle;

/// The images of a placement, which are put on the board together.
struct Orbit<W> {
    cells: W,
    /// The piece of each placement.
    pieces: Vec<u16>,
}

/// Counts the solutions that a symmetry of the puzzle leaves unchanged.
pub(crate) fn count<W: Word>(
    problem: &Problem<W>,
    puzzle: &Puzzle,
    symmetry: &Symmetry,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, CountError> {
    let number = problem.numbers();
    let mut by_cell: Vec<Vec<Orbit<W>>> = Vec::new();
    by_cell.resize_with(problem.cells() as usize, Vec::new);
    for (cells, pieces) in orbits(puzzle, symmetry) {
        let cells: W = renumber(cells, &number);
        by_cell[cells.trailing_zeros() as usize].push(Orbit { cells, pieces });
    }
    meter.at(Stage::Symmetries, 0, 1);
    match by_fillings(problem, &by_cell, memory, meter) {
        Ok(count) => Ok(count),
        Err(Failure::TooLarge) => Ok(by_search(problem, &by_cell, meter)?),
        Err(Failure::TooManySolutions) => Err(TooManySolutions.into()),
        Err(Failure::Stopped(reason)) => Err(reason.into()),
    }
}

/// The cells and pieces of all orbits.
fn orbits(puzzle: &Puzzle, symmetry: &Symmetry) -> Vec<(u128, Vec<u16>)> {
    let mut orbits = Vec::new();
    for first in puzzle.placements() {
        let (mut cells, mut pieces) = (0, Vec::new());
        let mut next = first;
        let disjoint = loop {
            if next.cells & cells != 0 {
                break false;
            }
            cells |= next.cells;
            pieces.push(next.piece as u16);
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
            orbits.push((cells, pieces));
        }
    }
    if puzzle.packing {
        orbits.extend(empty_cells(puzzle, symmetry).map(|cells| (cells, Vec::new())));
    }
    orbits
}

/// The orbits of cells that are left empty.
fn empty_cells(puzzle: &Puzzle, symmetry: &Symmetry) -> impl Iterator<Item = u128> {
    let free = (0..puzzle.cells.len()).filter(|cell| puzzle.placed_cells() >> cell & 1 == 0);
    free.filter_map(|first| {
        let (mut cells, mut next) = (0u128, first);
        while cells >> next & 1 == 0 {
            cells |= 1 << next;
            next = symmetry.cells[next].into();
        }
        (cells.trailing_zeros() as usize == first).then_some(cells)
    })
}

/// The work of an orbit that is tried.
const WORK_OF_ORBIT: usize = 8;

/// Counts the ways to make each filling with each hand, in the order of their lowest free cells.
fn by_fillings<W: Word>(
    problem: &Problem<W>,
    by_cell: &[Vec<Orbit<W>>],
    mut memory: usize,
    meter: &mut Meter<'_>,
) -> Result<u128, Failure> {
    let hands = HandLayout::new(problem).ok_or(Failure::TooLarge)?;
    // By lowest free cells. The last are the full boards.
    let mut made: Vec<Made<W>> = Vec::new();
    made.resize_with(by_cell.len() + 1, Made::default);
    made[0].add((W::ZERO, 0, 1), &mut memory)?;
    for (cell, orbits) in by_cell.iter().enumerate() {
        let mut here = take(&mut made[cell]);
        here.merge()?;
        for &(filled, hand, ways) in &here.0 {
            meter.tick()?;
            if problem.islands.has_one(filled) {
                continue;
            }
            meter.work(WORK_OF_ORBIT * orbits.len())?;
            for orbit in orbits.iter().filter(|orbit| (orbit.cells & filled).is_zero()) {
                let add = |hand, &piece: &u16| hands.adder(piece).add(hand);
                if let Some(hand) = orbit.pieces.iter().try_fold(hand, add) {
                    let filled = filled | orbit.cells;
                    let next = (!filled & problem.full).trailing_zeros() as usize;
                    made[next.min(by_cell.len())].add((filled, hand, ways), &mut memory)?;
                }
            }
        }
        memory += here.bytes();
    }
    let full = made.last().map_or(&[][..], |full| &full.0);
    let mut enough = full.iter().filter(|entry| hands.is_enough(entry.1));
    let sum = enough.try_fold(0u128, |sum, entry| sum.checked_add(entry.2));
    Ok(sum.ok_or(TooManySolutions)?)
}

/// Fillings, hands and the number of ways to make the filling with the hand. The same filling and hand may come several times.
struct Made<W>(Vec<(W, Hand, u128)>);

impl<W> Default for Made<W> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<W: Word> Made<W> {
    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(W, Hand, u128)>()
    }

    /// Adds ways, within the bytes of `memory` that are left.
    fn add(&mut self, entry: (W, Hand, u128), memory: &mut usize) -> Result<(), Failure> {
        if self.0.len() == self.0.capacity() {
            self.merge()?;
            if 2 * self.0.len() >= self.0.capacity() {
                let before = self.bytes();
                self.0.try_reserve(self.0.len().max(16))?;
                let more = self.bytes() - before;
                *memory = memory.checked_sub(more).ok_or(Failure::TooLarge)?;
            }
        }
        self.0.push(entry);
        Ok(())
    }

    /// Adds up the ways of equal fillings and hands.
    fn merge(&mut self) -> Result<(), TooManySolutions> {
        self.0.sort_unstable_by_key(|&(filled, hand, _)| (filled, hand));
        let mut overflow = false;
        self.0.dedup_by(|next, kept| {
            let same = (next.0, next.1) == (kept.0, kept.1);
            if same {
                let sum = kept.2.checked_add(next.2);
                overflow |= sum.is_none();
                kept.2 = sum.unwrap_or(u128::MAX);
            }
            same
        });
        if overflow { Err(TooManySolutions) } else { Ok(()) }
    }
}

/// Counts solution by solution.
fn by_search<W: Word>(
    problem: &Problem<W>,
    by_cell: &[Vec<Orbit<W>>],
    meter: &mut Meter<'_>,
) -> Result<u128, StopReason> {
    let stocks = problem.pieces.clone();
    let mut search = Search { problem, by_cell, stocks, meter, count: 0 };
    search.place(W::ZERO)?;
    Ok(search.count)
}

struct Search<'a, 'm, W> {
    problem: &'a Problem<W>,
    by_cell: &'a [Vec<Orbit<W>>],
    stocks: Vec<Stock>,
    meter: &'a mut Meter<'m>,
    count: u128,
}

impl<W: Word> Search<'_, '_, W> {
    /// The number of cells of the pieces that must still be used.
    fn needed(&self) -> u32 {
        self.stocks.iter().map(|stock| u32::from(stock.min) * u32::from(stock.size)).sum()
    }

    fn place(&mut self, filled: W) -> Result<(), StopReason> {
        self.meter.tick()?;
        let free = self.problem.full & !filled;
        if self.needed() > free.count_ones() || self.problem.islands.has_one(filled) {
            return Ok(());
        }
        if free.is_zero() {
            self.count += 1;
            return Ok(());
        }
        let by_cell = self.by_cell;
        self.meter.work(WORK_OF_ORBIT)?;
        for orbit in &by_cell[free.trailing_zeros() as usize] {
            if !(orbit.cells & filled).is_zero() {
                continue;
            }
            let before = self.stocks.clone();
            if orbit.pieces.iter().all(|&piece| self.take(piece)) {
                self.place(filled | orbit.cells)?;
            }
            self.stocks = before;
        }
        Ok(())
    }

    /// Takes a copy of a piece. Returns false if there is none.
    fn take(&mut self, piece: u16) -> bool {
        let stock = &mut self.stocks[usize::from(piece)];
        let there = stock.max > 0;
        stock.max = stock.max.saturating_sub(1);
        stock.min = stock.min.saturating_sub(1);
        there
    }
}
