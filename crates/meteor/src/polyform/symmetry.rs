//! Symmetries of a puzzle, and how many solutions each leaves as they are.
//!
//! The number of solutions up to symmetry is the mean of these numbers over all symmetries (the lemma of Cauchy, Frobenius and Burnside),
//! so that no solution has to be kept or compared. A solution that a symmetry leaves as it is consists of
//! whole orbits of placements; the search puts those on the board.

use alloc::vec::Vec;

use crate::polyform::grid::{Cube, add};
use crate::polyform::limits::{Limits, Stage, Stop};
use crate::polyform::meter::Meter;
use crate::polyform::piece::turned;
use crate::polyform::problem::{Stock, stocks};
use crate::polyform::puzzle::{Placement, Puzzle};

/// A symmetry of the board that maps placed pieces to placed pieces, and pieces to pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// Where each cell goes.
    cells: Vec<u8>,
    /// Which piece each piece becomes: itself, unless it may not be turned so.
    pieces: Vec<usize>,
}

impl Symmetry {
    /// All symmetries of a puzzle; the first changes nothing.
    pub(crate) fn all(puzzle: &Puzzle) -> Vec<Self> {
        (0..2 * puzzle.grid.rotations()).filter_map(|op| Self::new(puzzle, op)).collect()
    }

    fn new(puzzle: &Puzzle, op: usize) -> Option<Self> {
        let symmetry = Self { cells: map_cells(puzzle, op)?, pieces: map_pieces(puzzle, op)? };
        let placed = puzzle.placed.iter();
        let keeps = placed.map(|&p| symmetry.apply(p)).all(|p| puzzle.placed.contains(&p));
        keeps.then_some(symmetry)
    }

    fn apply(&self, placement: Placement) -> Placement {
        let cells = (0..self.cells.len()).filter(|cell| placement.cells >> cell & 1 != 0);
        let cells = cells.fold(0, |cells, cell| cells | 1 << self.cells[cell]);
        Placement { piece: self.pieces[placement.piece], cells }
    }
}

/// Where the cells of the board go; `None` if some leave it.
fn map_cells(puzzle: &Puzzle, op: usize) -> Option<Vec<u8>> {
    let grid = puzzle.grid;
    let cubes: Vec<Cube> = puzzle.cells.iter().map(|&cell| grid.cube_of(cell)).collect();
    let images: Vec<Cube> = cubes.iter().map(|&cube| grid.turn(op, cube)).collect();
    let by = grid.translation(*images.iter().min()?, *cubes.iter().min()?)?;
    let to = |&image: &Cube| puzzle.cell_index(grid.coord_of(add(image, by)));
    images.iter().map(|image| to(image).map(|cell| cell as u8)).collect()
}

/// Which piece becomes which. Pieces that can take the same shapes, equally often, are a class; the classes are exchanged, and
/// within a class the order is kept, so that doing it again comes to what the symmetries come to.
fn map_pieces(puzzle: &Puzzle, op: usize) -> Option<Vec<usize>> {
    let grid = puzzle.grid;
    let class = |i: usize, op: usize| {
        let piece = &puzzle.pieces[i];
        let mut shapes: Vec<_> = piece
            .orientations(grid)
            .iter()
            .map(|shape| {
                let coords: Vec<_> = shape.iter().map(|&cube| grid.coord_of(cube)).collect();
                turned(grid, &coords, op)
            })
            .collect();
        shapes.sort_unstable();
        (shapes, piece.min, piece.max)
    };
    let before: Vec<_> = (0..puzzle.pieces.len()).map(|i| class(i, 0)).collect();
    let after: Vec<_> = (0..puzzle.pieces.len()).map(|i| class(i, op)).collect();
    let image = |(i, shapes): (usize, &(Vec<Vec<Cube>>, u16, u16))| {
        let rank = before[..i].iter().filter(|other| **other == before[i]).count();
        let mut same = (0..before.len()).filter(|&j| before[j] == *shapes);
        same.nth(rank)
    };
    after.iter().enumerate().map(image).collect()
}

/// Placements that are put on the board together.
struct Orbit {
    cells: u128,
    /// Which pieces, how many of each.
    pieces: Vec<(usize, u16)>,
}

/// How many solutions a symmetry leaves as they are.
pub(crate) fn count_fixed(
    puzzle: &Puzzle,
    symmetry: &Symmetry,
    limits: Limits<'_>,
) -> Result<u128, Stop> {
    let mut by_cell: Vec<Vec<Orbit>> = Vec::new();
    by_cell.resize_with(puzzle.cells.len(), Vec::new);
    for orbit in orbits(puzzle, symmetry) {
        by_cell[orbit.cells.trailing_zeros() as usize].push(orbit);
    }
    let cells = puzzle.cells.len();
    let mut meter = Meter::new(limits);
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
            next = symmetry.apply(next);
            if next == first {
                break true;
            }
            // Each orbit is made from its smallest placement.
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

/// Cells that are left empty together.
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

struct Search<'a> {
    full: u128,
    by_cell: Vec<Vec<Orbit>>,
    stocks: Vec<Stock>,
    meter: Meter<'a>,
    count: u128,
}

impl Search<'_> {
    /// How many cells the pieces have that must still be used.
    fn needed(&self) -> u32 {
        self.stocks.iter().map(|stock| u32::from(stock.min) * u32::from(stock.size)).sum()
    }

    fn place(&mut self, filled: u128) -> Result<(), Stop> {
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
