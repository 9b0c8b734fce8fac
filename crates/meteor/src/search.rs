//! The search by the next free cell.

use alloc::vec::Vec;

use bitboard_core::Symmetry;

use crate::placement::{Board, Placement, has_island, placements};
use crate::solution::Solution;

/// All solutions, sorted: 2,098, half of them turned by 180°.
#[must_use]
pub fn solutions() -> Vec<Solution> {
    let mut search = Search::new();
    search.run();
    let mut all = search.solutions;
    all.extend_from_within(..);
    let half = all.len() / 2;
    for solution in &mut all[half..] {
        *solution = solution.turned();
    }
    all.sort_unstable();
    all
}

/// A search for one solution of each pair that a half turn exchanges.
#[derive(Clone, Debug)]
pub struct Search {
    /// By lowest cell and piece.
    placements: Vec<[Vec<Placement>; 10]>,
    chosen: Vec<Placement>,
    solutions: Vec<Solution>,
    nodes: u64,
}

impl Default for Search {
    fn default() -> Self {
        Self::new()
    }
}

impl Search {
    /// Sorts the placements by their lowest cells, leaves out those that cut off an island, and
    /// halves those of the piece that has most, one of each pair that a half turn exchanges.
    #[must_use]
    pub fn new() -> Self {
        let mut pieces = placements();
        for all in &mut pieces {
            all.retain(|placement| !has_island(!placement.cells));
        }
        if let Some(most) = pieces.iter_mut().max_by_key(|all| all.len()) {
            most.retain(|placement| {
                let turned = placement.cells.transform(Symmetry::ROTATE_180);
                turned.is_some_and(|turned| placement.cells <= turned)
            });
        }
        let mut sorted: Vec<[Vec<Placement>; 10]> = Vec::new();
        sorted.resize_with(50, Default::default);
        for placement in pieces.into_iter().flatten() {
            let first = placement.cells.word().trailing_zeros() as usize;
            sorted[first][placement.piece].push(placement);
        }
        Self { placements: sorted, chosen: Vec::new(), solutions: Vec::new(), nodes: 0 }
    }

    /// Searches everything.
    pub fn run(&mut self) {
        self.place(Board::EMPTY, 0);
    }

    /// How many partial fillings have been looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What has been found.
    #[must_use]
    pub fn solutions(&self) -> &[Solution] {
        &self.solutions
    }

    /// Fills the lowest free cell in all ways; `used` has a bit for each piece on the board.
    fn place(&mut self, filled: Board, used: u16) {
        self.nodes += 1;
        let Some(next) = (!filled).first() else {
            let mut pieces = [0; 50];
            for placement in &self.chosen {
                for cell in placement.cells {
                    pieces[cell.index() as usize] = placement.piece as u8;
                }
            }
            self.solutions.push(Solution { pieces });
            return;
        };
        for piece in (0..10).filter(|piece| used >> piece & 1 == 0) {
            for i in 0..self.placements[next.index() as usize][piece].len() {
                let placement = self.placements[next.index() as usize][piece][i];
                let now = filled | placement.cells;
                if !filled.is_disjoint(placement.cells) || has_island(!now) {
                    continue;
                }
                self.chosen.push(placement);
                self.place(now, used | 1 << piece);
                self.chosen.pop();
            }
        }
    }
}
