//! Symmetries of a puzzle.

use alloc::vec::Vec;

use crate::grid::{Cube, add};
use crate::piece::Piece;
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A symmetry of the board, as a map of cells and a map of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry {
    /// The image of each cell.
    pub(crate) cells: Vec<u8>,
    /// The image of each piece; `None` if it is not a piece.
    pub(crate) pieces: Vec<Option<usize>>,
}

/// Pieces of the same kind have the same placements and stocks.
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

fn image(map: &[u8], mut cells: u128) -> u128 {
    let mut image = 0;
    while cells != 0 {
        image |= 1 << map[cells.trailing_zeros() as usize];
        cells &= cells - 1;
    }
    image
}

/// The images of the cells; `None` if some are not on the board.
fn map_cells(puzzle: &Puzzle, op: usize) -> Option<Vec<u8>> {
    let grid = puzzle.grid;
    let cubes: Vec<Cube> = puzzle.cells.iter().map(|&cell| grid.cube_of(cell)).collect();
    let images: Vec<Cube> = cubes.iter().map(|&cube| grid.turn(op, cube)).collect();
    let by = grid.translation(*images.iter().min()?, *cubes.iter().min()?)?;
    let to = |&image: &Cube| puzzle.cell_index(grid.coord_of(add(image, by)));
    images.iter().map(|image| to(image).map(|cell| cell as u8)).collect()
}

/// The images of the pieces. Kinds are exchanged and the order within a kind is kept, so that the maps of
/// pieces compose as the symmetries do.
fn map_pieces(own: &[Kind], cells: &[u8]) -> Vec<Option<usize>> {
    let partner = |(i, kind): (usize, &Kind)| {
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
    own.iter().enumerate().map(partner).collect()
}

/// The kind of each piece, including its placed copies. A piece is not used more often than the board has room
/// for it.
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
