//! Breadth-first search cell by cell, for mazes: if a frontier has few cells per tile, tiles are of
//! no use. The search visits only the neighbors of a cell that are still open.

use alloc::vec::Vec;

use bitboard_core::Geometry;

use super::distances::{Distances, stride};
use super::error::GridError;
use super::map::Grid;
use super::rows::Rows;
use super::rule::{Rule, targets};
use super::tiles::{Tiles, tile_of};

/// A search in progress.
pub(super) struct Queue {
    /// Entries per row of distances.
    stride: usize,
    /// The cells still open.
    open: Rows,
    /// All free cells, if the rule asks for them.
    free: Option<Rows>,
    /// Where in the distances the cells of the frontier are.
    frontier: Vec<usize>,
    next: Vec<usize>,
    level: u32,
}

impl Queue {
    /// Continues where `tiles` have stopped.
    pub(super) fn new<R: Rule>(
        grid: &Grid,
        tiles: &Tiles,
        distances: &Distances,
    ) -> Result<Self, GridError> {
        let open = Rows::new::<R>(grid, |column, row| tiles.open(column, row))?;
        let free = R::NO_CORNER_CUT
            .then(|| Rows::new::<R>(grid, |column, row| tile_of(grid, column, row)))
            .transpose()?;
        let mut frontier = Vec::new();
        for (column, row, cells) in tiles.frontier() {
            let place = |x: usize, y: usize| (8 * row + y) * distances.stride + 8 * column + x;
            frontier.extend(cells.iter().map(|cell| place(cell.x(), cell.y())));
        }
        let stride = stride(grid.width);
        Ok(Self { stride, open, free, frontier, next: Vec::new(), level: tiles.level })
    }

    pub(super) fn is_done(&self) -> bool {
        self.frontier.is_empty()
    }

    /// Searches up to `levels` levels.
    pub(super) fn search<R: Rule>(&mut self, distances: &mut Distances, levels: u32) {
        let (stride, side) = (self.stride, R::Window::WIDTH);
        // From bits of a window to entries.
        let steps: [usize; 64] = core::array::from_fn(|bit| bit / side * stride + bit % side);
        let middle = side / 2 * (stride + 1);
        for _ in 0..levels {
            for &cell in &self.frontier {
                distances.steps[cell] = self.level;
                let open = self.open.window::<R::Window>(cell);
                let around = match &self.free {
                    Some(free) => targets::<R>(free.window(cell)) & open,
                    None => targets::<R>(open),
                };
                for target in around {
                    let place = cell + steps[target.index() as usize] - middle;
                    self.open.remove(place);
                    self.next.push(place);
                }
            }
            self.frontier.clear();
            core::mem::swap(&mut self.frontier, &mut self.next);
            self.level += 1;
            if self.frontier.is_empty() {
                break;
            }
        }
    }
}
