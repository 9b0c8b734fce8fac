//! Counts distinct solutions: those that symmetries map to one another count once.
//!
//! The number of distinct solutions is the mean, over all symmetries of the puzzle, of the number of solutions
//! that a symmetry leaves unchanged (lemma of Cauchy, Frobenius and Burnside). No solution is
//! stored.
//!
//! A solution that a symmetry leaves unchanged consists of whole *orbits*: moves with all of their
//! images. [`fixed_by`] makes a problem of which they are the moves, so its solutions are counted
//! as those of any other problem.

use alloc::vec::Vec;
use bitboard_core::{StopReason, Word};
use smallvec::SmallVec;

use crate::engine::budget::{Budget, OVERFLOW, Result};
use crate::engine::problem::{Move, Pieces, Problem};
use crate::grid::{Cube, add};
use crate::piece::{Piece, Shape, shape};
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// Counts distinct solutions.
pub(crate) struct Distinct<'a> {
    puzzle: &'a Puzzle,
    /// The number of solutions.
    all: u128,
    /// Whether each piece is in some solution; `None` if that is not known yet.
    used: Vec<Option<bool>>,
}

impl<'a> Distinct<'a> {
    /// Counts those of a puzzle with `all` solutions.
    pub(crate) fn new(puzzle: &'a Puzzle, all: u128) -> Self {
        let used = puzzle.pieces.iter().map(|piece| (piece.min > 0).then_some(true));
        let mut used: Vec<_> = used.collect();
        puzzle.placed.iter().for_each(|placed| used[placed.piece] = Some(true));
        Self { puzzle, all, used }
    }

    /// Counts them. `count` counts the solutions of another puzzle, `fixed` those of this puzzle that
    /// a symmetry leaves unchanged.
    pub(crate) fn count(
        mut self,
        budget: &mut Budget<'_>,
        count: impl Fn(&Puzzle, &mut Budget<'_>) -> Result<u128>,
        fixed: impl Fn(&Symmetry, &mut Budget<'_>) -> Result<u128>,
    ) -> Result<u128> {
        if self.all == 0 {
            return Ok(0);
        }
        let (mut sum, mut symmetries) = (self.all, 1);
        for symmetry in Symmetry::all(self.puzzle, budget)? {
            if self.is_of_puzzle(&symmetry, budget, &count)? {
                let fixed = fixed(&symmetry, budget)?;
                sum = sum.checked_add(fixed).ok_or(OVERFLOW)?;
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
        budget: &mut Budget<'_>,
        count: impl Fn(&Puzzle, &mut Budget<'_>) -> Result<u128>,
    ) -> Result<bool> {
        if !symmetry.keeps_placed(self.puzzle) {
            return Ok(false);
        }
        let has_no_image = |&piece: &usize| symmetry.pieces[piece].is_none();
        let mut without_image = (0..self.used.len()).filter(has_no_image);
        if without_image.clone().any(|piece| self.used[piece] == Some(true)) {
            return Ok(false);
        }
        while let Some(piece) = without_image.find(|&piece| self.used[piece].is_none()) {
            let used = count(&self.puzzle.without(piece), budget)? != self.all;
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
    pieces: Vec<Option<usize>>,
}

type Shapes = SmallVec<[Shape; 12]>;

/// Pieces of the same kind have the same placements and copies.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    copies: (u16, u16),
    /// Sorted.
    placements: Vec<u128>,
}

impl Symmetry {
    /// The symmetries of the board that differ on its cells, without the identity.
    fn all(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Vec<Self>, StopReason> {
        let own = kinds(puzzle, budget)?;
        let mut all = Vec::new();
        let mut seen = Vec::from([(0..puzzle.cells.len() as u8).collect::<Vec<_>>()]);
        for op in 1..2 * puzzle.grid.rotations() {
            if let Some(cells) = map_cells(puzzle, op)
                && !seen.contains(&cells)
                && image(&cells, puzzle.optional) == puzzle.optional
            {
                let pieces = map_pieces(puzzle, &own, op, &cells, budget)?;
                seen.push(cells.clone());
                all.push(Self { cells, pieces });
            }
        }
        Ok(all)
    }

    /// The symmetries of the board that map solutions to solutions because each piece has an image,
    /// without the identity.
    pub(crate) fn of_solutions(
        puzzle: &Puzzle,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Self>, StopReason> {
        let is_of_solutions = |symmetry: &Self| {
            symmetry.pieces.iter().all(Option::is_some) && symmetry.keeps_placed(puzzle)
        };
        Ok(Self::all(puzzle, budget)?.into_iter().filter(is_of_solutions).collect())
    }

    /// The first piece and the number of pieces in the cycle of this one: its image, the image of
    /// that, and so on. `None` if one of them has no image.
    fn cycle(&self, piece: usize) -> Option<(usize, u16)> {
        let (mut first, mut len, mut next) = (piece, 1, self.image_of(piece)?);
        while next != piece {
            (first, len, next) = (first.min(next), len + 1, self.image_of(next)?);
        }
        Some((first, len))
    }

    /// The image of a piece, or of the empty cell, which is its own.
    pub(crate) fn image_of(&self, piece: usize) -> Option<usize> {
        self.pieces.get(piece).copied().unwrap_or(Some(piece))
    }

    /// The image of a placement; `None` if it is not a placement.
    fn apply(&self, placement: Placement) -> Option<Placement> {
        let cells = image(&self.cells, placement.cells);
        self.pieces[placement.piece].map(|piece| Placement { piece, cells })
    }

    /// Returns whether it maps placed pieces to placed pieces.
    fn keeps_placed(&self, puzzle: &Puzzle) -> bool {
        let is_placed = |image: Placement| puzzle.placed.contains(&image);
        puzzle.placed.iter().all(|&placement| self.apply(placement).is_some_and(is_placed))
    }
}

/// A symmetry of the puzzle as a map of the moves of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    cells: Vec<u8>,
    pieces: Vec<u16>,
}

impl Turn {
    /// A symmetry that has an image of each piece.
    pub(crate) fn new<W: Word>(problem: &Problem<W>, symmetry: &Symmetry) -> Self {
        let image = |piece| symmetry.image_of(piece).unwrap_or(piece) as u16;
        let pieces = (0..problem.pieces.len()).map(image).collect();
        Self { cells: problem.images(&symmetry.cells), pieces }
    }

    /// The image of a move.
    pub(crate) fn image<W: Word>(&self, m: Move<W>) -> Move<W> {
        let pieces = Pieces { piece: self.pieces[usize::from(m.pieces.piece)], ..m.pieces };
        Move { cells: image(&self.cells, m.cells), pieces }
    }
}

/// The image of a set of cells.
pub(crate) fn image<W: Word>(map: &[u8], mut cells: W) -> W {
    let mut image = W::ZERO;
    while !cells.is_zero() {
        image |= W::ONE << map[cells.trailing_zeros() as usize].into();
        cells = cells.without_lowest_bit();
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

/// The images of the pieces under symmetry number `op` of the grid. A piece that may be turned so is
/// its own image, also where it is placed and an equal piece is placed on the image of its cells.
/// Other kinds are exchanged, and the order within a kind is kept, so that the maps of pieces compose
/// as the symmetries do.
fn map_pieces(
    puzzle: &Puzzle,
    own: &[(Kind, Shapes)],
    op: usize,
    cells: &[u8],
    budget: &mut Budget<'_>,
) -> Result<Vec<Option<usize>>, StopReason> {
    let image_of = |(i, (kind, orientations)): (usize, &(Kind, Shapes))| {
        budget.work(kind.placements.len() + own.len())?;
        let turned = shape(puzzle.grid, &puzzle.pieces[i].cells, op);
        if orientations.contains(&turned) {
            return Ok(Some(i));
        }
        let mut placements: Vec<_> = kind.placements.iter().map(|&p| image(cells, p)).collect();
        placements.sort_unstable();
        let image = Kind { placements, ..*kind };
        if image == *kind {
            return Ok(Some(i));
        }
        let rank = own[..i].iter().filter(|other| other.0 == *kind).count();
        let mut same = (0..own.len()).filter(|&j| own[j].0 == image);
        Ok(same.nth(rank))
    };
    own.iter().enumerate().map(image_of).collect()
}

/// The kind of each piece, including its placed copies, and its orientations. A piece is not used
/// more often than the board has room for it.
fn kinds(puzzle: &Puzzle, budget: &mut Budget<'_>) -> Result<Vec<(Kind, Shapes)>, StopReason> {
    let kind = |(i, piece): (usize, &Piece)| {
        let room = (puzzle.cells.len() / piece.cells.len()) as u16;
        let placed = puzzle.placed.iter().filter(|placed| placed.piece == i);
        let all = puzzle.placements_of(i..i + 1);
        let mut placements: Vec<_> = all.iter().chain(placed).map(|placed| placed.cells).collect();
        placements.sort_unstable();
        budget.work(placements.len())?;
        let kind = Kind { copies: (piece.min, piece.max.min(room)), placements };
        Ok((kind, piece.orientations(puzzle.grid)))
    };
    puzzle.pieces.iter().enumerate().map(kind).collect()
}

/// The problem whose solutions are those that a symmetry leaves unchanged: its moves are the orbits
/// of moves of `problem`.
///
/// An orbit has equally many copies of all pieces that the symmetry maps to one another, so these
/// pieces are one here, with the cells of all of them.
pub(crate) fn fixed_by<W: Word>(problem: &Problem<W>, symmetry: &Symmetry) -> Problem<W> {
    let turn = Turn::new(problem, symmetry);
    let cycles: Vec<_> = (0..problem.pieces.len()).map(|piece| symmetry.cycle(piece)).collect();
    let mut pieces = problem.pieces.clone();
    for (piece, cycle) in cycles.iter().enumerate() {
        match cycle {
            Some((first, len)) if *first == piece => pieces[piece].size *= len,
            _ => (pieces[piece].min, pieces[piece].max) = (0, 0),
        }
    }
    let orbit = |first: &Move<W>| {
        let (piece, of) = cycles[usize::from(first.pieces.piece)]?;
        let (mut next, mut cells, mut len) = (*first, W::ZERO, 0);
        loop {
            if !(next.cells & cells).is_zero() {
                return None;
            }
            cells |= next.cells;
            len += 1;
            next = turn.image(next);
            if next == *first {
                break;
            }
            // Each orbit is built from its smallest move.
            if (next.pieces.piece, next.cells) < (first.pieces.piece, first.cells) {
                return None;
            }
        }
        let times = len / of;
        let pieces = Pieces { piece: piece as u16, times };
        (times <= problem.pieces[piece].max).then_some(Move { cells, pieces })
    };
    problem.with_moves(problem.moves.iter().filter_map(orbit).collect(), pieces)
}
