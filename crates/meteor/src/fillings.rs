//! The graph of fillings.

use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;

use bitboard_core::Symmetry;

use crate::placement::{Board, Placement, has_island, placements};

/// All fillings that can be reached by filling the lowest free cell again and again, and can be
/// completed, whichever pieces are used for it.
///
/// The same cells can be filled by many sets of pieces. What can follow does not depend on them, nor
/// does the search for islands, so both are worked out once for each filling: a few thousand times
/// instead of hundreds of thousands.
#[derive(Clone, Debug)]
pub(crate) struct Fillings {
    /// The steps from filling i are those from `starts[i]` to `starts[i + 1]`. Filling 0 is the
    /// empty board.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// A piece put on the lowest free cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) placement: Placement,
    /// The number of the filling that it makes.
    pub(crate) next: u32,
}

impl Fillings {
    pub(crate) fn new() -> Self {
        let candidates = candidates();
        let mut numbers = BTreeMap::from([(Board::EMPTY, 0)]);
        let mut fillings = Vec::from([Board::EMPTY]);
        let (mut starts, mut steps) = (Vec::new(), Vec::new());
        // Fillings are numbered in the order in which they are found: those of fewer pieces first.
        while let Some(&filling) = fillings.get(starts.len()) {
            starts.push(steps.len() as u32);
            let Some(cell) = (!filling).first() else { continue };
            for &placement in &candidates[cell.index() as usize] {
                if !placement.cells.is_disjoint(filling) {
                    continue;
                }
                let filled = filling | placement.cells;
                let next = match numbers.entry(filled) {
                    Entry::Occupied(number) => *number.get(),
                    Entry::Vacant(free) => {
                        let number = if has_island(!filled) { DEAD } else { fillings.len() as u32 };
                        if number != DEAD {
                            fillings.push(filled);
                        }
                        *free.insert(number)
                    }
                };
                if next != DEAD {
                    steps.push(Step { placement, next });
                }
            }
        }
        starts.push(steps.len() as u32);
        let mut graph = Self { starts, steps };
        graph.drop_dead_ends(&fillings);
        graph
    }

    /// The steps from a filling; none from the full board.
    pub(crate) fn steps(&self, filling: u32) -> &[Step] {
        let i = filling as usize;
        &self.steps[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Leaves out the steps that lead nowhere.
    fn drop_dead_ends(&mut self, fillings: &[Board]) {
        let mut completes: Vec<bool> =
            fillings.iter().map(|&filling| filling == Board::FULL).collect();
        for i in (0..fillings.len()).rev() {
            let reached = self.steps(i as u32).iter().any(|step| completes[step.next as usize]);
            completes[i] |= reached;
        }
        let (mut starts, mut steps) = (Vec::new(), Vec::new());
        for i in 0..fillings.len() {
            starts.push(steps.len() as u32);
            let all = self.steps(i as u32).iter();
            steps.extend(all.filter(|step| completes[step.next as usize]));
        }
        starts.push(steps.len() as u32);
        *self = Self { starts, steps };
    }
}

/// The number of a filling that has an island.
const DEAD: u32 = u32::MAX;

/// The placements by their lowest cells, without those that cut off an island by themselves. Of the
/// piece that has most, one of each pair that a half turn exchanges.
fn candidates() -> Vec<Vec<Placement>> {
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
    let mut sorted = Vec::new();
    sorted.resize_with(50, Vec::new);
    for placement in pieces.into_iter().flatten() {
        sorted[placement.cells.bits().trailing_zeros() as usize].push(placement);
    }
    sorted
}
