//! Counts solutions up to symmetry: the classes of solutions that symmetries map to one another.
//!
//! The number of classes is the mean, over all symmetries of the puzzle, of the number of solutions
//! that a symmetry leaves unchanged (lemma of Cauchy, Frobenius and Burnside). No solution is
//! stored.
//!
//! A solution that a symmetry leaves unchanged consists of whole *orbits*: placements with all of
//! their images. They are counted as all solutions are: the orbit that covers the lowest free cell
//! is put next, and the ways to fill the same cells with the same multiset of pieces are counted
//! together, cell by cell. Time and memory are proportional to the number of these states. If there
//! are too many, a depth-first search counts solution by solution.

use alloc::vec::Vec;
use core::mem::take;

use bitboard_core::{StopReason, Word};

use crate::engine::count::{Layout, Multiset};
use crate::engine::limits::{Failure, Meter, Stage};
use crate::engine::problem::{Copies, Problem, renumber};
use crate::error::CountError;
use crate::grid::{Cube, add};
use crate::piece::Piece;
use crate::puzzle::{Placement, Puzzle};

/// Counts classes of solutions: the answer of `count_up_to_symmetry`.
pub(crate) struct Classes<'a> {
    puzzle: &'a Puzzle,
    /// The number of solutions.
    all: u128,
    /// Whether each piece is in some solution; `None` if that is not known yet.
    used: Vec<Option<bool>>,
}

impl<'a> Classes<'a> {
    /// Counts classes of a puzzle with `all` solutions.
    pub(crate) fn new(puzzle: &'a Puzzle, all: u128) -> Self {
        let used = puzzle.pieces.iter().map(|piece| (piece.min > 0).then_some(true));
        let mut used: Vec<_> = used.collect();
        puzzle.placed.iter().for_each(|placed| used[placed.piece] = Some(true));
        Self { puzzle, all, used }
    }

    /// Counts the classes. `count` counts the solutions of another puzzle, `fixed` those of this
    /// puzzle that a symmetry leaves unchanged.
    pub(crate) fn count(
        mut self,
        meter: &mut Meter<'_>,
        count: impl Fn(&Puzzle, &mut Meter<'_>) -> Result<u128, CountError>,
        fixed: impl Fn(&Symmetry, &mut Meter<'_>) -> Result<u128, CountError>,
    ) -> Result<u128, CountError> {
        if self.all == 0 {
            return Ok(0);
        }
        let (mut sum, mut symmetries) = (self.all, 1);
        for symmetry in Symmetry::all(self.puzzle) {
            if self.is_of_puzzle(&symmetry, meter, &count)? {
                let fixed = fixed(&symmetry, meter)?;
                sum = sum.checked_add(fixed).ok_or(CountError::TooManySolutions)?;
                symmetries += 1;
            }
        }
        Ok(sum / symmetries)
    }

    /// Returns whether a symmetry of the board maps solutions to solutions: the image of each piece
    /// that is in some solution must be a piece. For optional pieces without an image, that is
    /// found out by counting the solutions without them.
    fn is_of_puzzle(
        &mut self,
        symmetry: &Symmetry,
        meter: &mut Meter<'_>,
        count: impl Fn(&Puzzle, &mut Meter<'_>) -> Result<u128, CountError>,
    ) -> Result<bool, CountError> {
        if !symmetry.keeps_placed(self.puzzle) {
            return Ok(false);
        }
        let has_no_image = |&piece: &usize| symmetry.pieces[piece].is_none();
        let mut without_image = (0..self.used.len()).filter(has_no_image);
        if without_image.clone().any(|piece| self.used[piece] == Some(true)) {
            return Ok(false);
        }
        while let Some(piece) = without_image.find(|&piece| self.used[piece].is_none()) {
            let used = count(&self.puzzle.without(piece), meter)? != self.all;
            self.used[piece] = Some(used);
            if used {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A symmetry of the board, as a map of cells and a map of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// The image of each cell.
    pub(crate) cells: Vec<u8>,
    /// The image of each piece; `None` if the puzzle has no such piece.
    pub(crate) pieces: Vec<Option<usize>>,
}

/// Pieces of the same kind have the same placements and copies.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    min: u16,
    max: u16,
    /// Sorted.
    placements: Vec<u128>,
}

impl Symmetry {
    /// The symmetries of the board that differ on its cells, without the identity.
    pub(crate) fn all(puzzle: &Puzzle) -> Vec<Self> {
        let own = kinds(puzzle);
        let mut all = Vec::new();
        let mut seen = Vec::from([(0..puzzle.cells.len() as u8).collect::<Vec<_>>()]);
        for op in 1..2 * puzzle.grid.rotations() {
            if let Some(cells) = map_cells(puzzle, op)
                && !seen.contains(&cells)
            {
                let pieces = map_pieces(&own, &cells);
                seen.push(cells.clone());
                all.push(Self { cells, pieces });
            }
        }
        all
    }

    /// The image of a placement; `None` if it is not a placement.
    pub(crate) fn apply(&self, placement: Placement) -> Option<Placement> {
        let cells = image(&self.cells, placement.cells);
        self.pieces[placement.piece].map(|piece| Placement { piece, cells })
    }

    /// Returns whether it maps placed pieces to placed pieces.
    pub(crate) fn keeps_placed(&self, puzzle: &Puzzle) -> bool {
        let is_placed = |image: Placement| puzzle.placed.contains(&image);
        puzzle.placed.iter().all(|&placement| self.apply(placement).is_some_and(is_placed))
    }
}

/// The image of a set of cells.
fn image(map: &[u8], mut cells: u128) -> u128 {
    let mut image = 0;
    while cells != 0 {
        image |= 1 << map[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    image
}

/// The images of the cells under symmetry number `op` of the grid, moved back onto the board;
/// `None` if it does not map the board to itself.
fn map_cells(puzzle: &Puzzle, op: usize) -> Option<Vec<u8>> {
    let grid = puzzle.grid;
    let cubes: Vec<Cube> = puzzle.cells.iter().map(|&cell| grid.cube_of(cell)).collect();
    let images: Vec<Cube> = cubes.iter().map(|&cube| grid.turn(op, cube)).collect();
    let by = grid.translation(*images.iter().min()?, *cubes.iter().min()?)?;
    let to = |&image: &Cube| puzzle.cell_index(grid.coord_of(add(image, by)));
    images.iter().map(|image| to(image).map(|cell| cell as u8)).collect()
}

/// The images of the pieces. Kinds are exchanged and the order within a kind is kept, so that the
/// maps of pieces compose as the symmetries do.
fn map_pieces(own: &[Kind], cells: &[u8]) -> Vec<Option<usize>> {
    let image_of = |(i, kind): (usize, &Kind)| {
        let mut placements: Vec<_> = kind.placements.iter().map(|&p| image(cells, p)).collect();
        placements.sort_unstable();
        let image = Kind { placements, ..*kind };
        if image == *kind {
            return Some(i);
        }
        let rank = own[..i].iter().filter(|other| *other == kind).count();
        let mut same = (0..own.len()).filter(|&j| own[j] == image);
        same.nth(rank)
    };
    own.iter().enumerate().map(image_of).collect()
}

/// The kind of each piece, including its placed copies. A piece is not used more often than the
/// board has room for it.
fn kinds(puzzle: &Puzzle) -> Vec<Kind> {
    let kind = |piece: &Piece| {
        let room = (puzzle.cells.len() / piece.cells.len()) as u16;
        Kind { min: piece.min, max: piece.max.min(room), placements: Vec::new() }
    };
    let mut kinds: Vec<_> = puzzle.pieces.iter().map(kind).collect();
    for placement in puzzle.placements().iter().chain(&puzzle.placed) {
        kinds[placement.piece].placements.push(placement.cells);
    }
    kinds.iter_mut().for_each(|kind| kind.placements.sort_unstable());
    kinds
}

/// The images of a placement, which are put on the board together.
struct Orbit<W> {
    cells: W,
    /// The piece of each placement.
    pieces: Vec<u16>,
}

/// Counts the solutions that a symmetry of the puzzle leaves unchanged.
pub(crate) fn count_fixed<W: Word>(
    problem: &Problem<W>,
    puzzle: &Puzzle,
    symmetry: &Symmetry,
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
    match by_states(problem, &by_cell, meter) {
        Err(Failure::TooLarge) => Ok(by_search(problem, &by_cell, meter)?),
        Err(Failure::TooMany) => Err(CountError::TooManySolutions),
        Err(Failure::Stopped(reason)) => Err(reason.into()),
        Ok(count) => Ok(count),
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

/// The cost of an orbit that is tried, in operations.
const WORK_OF_ORBIT: usize = 8;

/// Counts the solutions by the ways to make each state, in the order of their lowest free cells.
fn by_states<W: Word>(
    problem: &Problem<W>,
    by_cell: &[Vec<Orbit<W>>],
    meter: &mut Meter<'_>,
) -> Result<u128, Failure> {
    let layout = Layout::new(problem).ok_or(Failure::TooLarge)?;
    // By lowest free cells. The last are the full boards.
    let mut states: Vec<States<W>> = Vec::new();
    states.resize_with(by_cell.len() + 1, Vec::new);
    meter.push(&mut states[0], (W::ZERO, 0, 1))?;
    for (cell, orbits) in by_cell.iter().enumerate() {
        let mut here = take(&mut states[cell]);
        merge(&mut here)?;
        for &(filled, set, ways) in &here {
            meter.tick()?;
            if problem.islands.has_one(filled) {
                continue;
            }
            meter.work(WORK_OF_ORBIT * orbits.len())?;
            for orbit in orbits.iter().filter(|orbit| (orbit.cells & filled).is_zero()) {
                let add = |set, &piece: &u16| layout.adder(piece).add(set);
                if let Some(set) = orbit.pieces.iter().try_fold(set, add) {
                    let filled = filled | orbit.cells;
                    let next = (!filled & problem.full).trailing_zeros() as usize;
                    let next = &mut states[next.min(by_cell.len())];
                    if next.len() == next.capacity() {
                        // The list grows only if this does not make enough room.
                        merge(next)?;
                        meter.reserve(next, next.len())?;
                    }
                    meter.push(next, (filled, set, ways))?;
                }
            }
        }
        meter.free(here);
    }
    let full = states.last().map_or(&[][..], |full| full);
    let mut enough = full.iter().filter(|entry| layout.is_enough(entry.1));
    let sum = enough.try_fold(0u128, |sum, entry| sum.checked_add(entry.2));
    sum.ok_or(Failure::TooMany)
}

/// Filled cells, pieces, and the number of ways to fill the cells with the pieces. The same cells
/// and pieces may come several times.
type States<W> = Vec<(W, Multiset, u128)>;

/// Adds up the ways of equal cells and pieces.
fn merge<W: Word>(states: &mut States<W>) -> Result<(), Failure> {
    states.sort_unstable_by_key(|&(filled, set, _)| (filled, set));
    let mut overflow = false;
    states.dedup_by(|next, kept| {
        let is_same = (next.0, next.1) == (kept.0, kept.1);
        if is_same {
            let sum = kept.2.checked_add(next.2);
            overflow |= sum.is_none();
            kept.2 = sum.unwrap_or(u128::MAX);
        }
        is_same
    });
    if overflow { Err(Failure::TooMany) } else { Ok(()) }
}

/// Counts the solutions one by one, by depth-first search.
fn by_search<W: Word>(
    problem: &Problem<W>,
    by_cell: &[Vec<Orbit<W>>],
    meter: &mut Meter<'_>,
) -> Result<u128, StopReason> {
    let pieces = problem.pieces.clone();
    let mut search = FixedSearch { problem, by_cell, pieces, meter, count: 0 };
    search.place(W::ZERO)?;
    Ok(search.count)
}

/// A depth-first search of solutions that a symmetry leaves unchanged.
struct FixedSearch<'a, 'm, W> {
    problem: &'a Problem<W>,
    by_cell: &'a [Vec<Orbit<W>>],
    pieces: Vec<Copies>,
    meter: &'a mut Meter<'m>,
    count: u128,
}

impl<W: Word> FixedSearch<'_, '_, W> {
    /// The number of cells of the pieces that must still be used.
    fn needed(&self) -> u32 {
        self.pieces.iter().map(|copies| u32::from(copies.min) * u32::from(copies.size)).sum()
    }

    /// Counts the solutions that have these cells filled.
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
            let before = self.pieces.clone();
            if orbit.pieces.iter().all(|&piece| self.take(piece)) {
                self.place(filled | orbit.cells)?;
            }
            self.pieces = before;
        }
        Ok(())
    }

    /// Takes a copy of a piece. Returns false if there is none.
    fn take(&mut self, piece: u16) -> bool {
        let copies = &mut self.pieces[usize::from(piece)];
        let there = copies.max > 0;
        copies.max = copies.max.saturating_sub(1);
        copies.min = copies.min.saturating_sub(1);
        there
    }
}
