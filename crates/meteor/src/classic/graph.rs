//! The fillings of up to five pieces, and which of five make a full board together.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::layout::{CELLS, cuts_island, has_single};
use super::numbers::{NONE, Numbers};
use super::pockets::Pockets;
use super::tiles::{Tile, Tiles};

/// A set of cells and the steps that lead to it: from a filling of one piece less.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Filling {
    pub(super) cells: u64,
    /// The first of them, and the first that is none of them.
    pub(super) steps: (u16, u16),
}

/// A piece put on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Step {
    /// The number of the filling before.
    pub(super) from: u16,
    pub(super) piece: u8,
}

/// Two halves that make a full board, the second turned by 180°.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Couple {
    pub(super) front: u16,
    pub(super) rest: u16,
    /// The half turns of the solutions belong to no other couple.
    pub(super) turned_too: bool,
}

/// The sets of cells that up to five pieces fill when the lowest free cell is filled again and again, whichever pieces fill them, and
/// which of five make a full board together.
///
/// All solutions are read off it: see [`Graph::solutions`].
///
/// ```
/// assert_eq!(meteor::Graph::new().count(), 2098);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// Those of up to four pieces, each after all that steps lead to it from. The first is the empty board.
    pub(super) fillings: Vec<Filling>,
    /// Those of five.
    pub(super) halves: Vec<Filling>,
    pub(super) steps: Vec<Step>,
    pub(super) couples: Vec<Couple>,
}

impl Default for Graph {
    fn default() -> Self {
        Self::new()
    }
}

impl Graph {
    pub(super) const EMPTY: Self =
        Self { fillings: Vec::new(), halves: Vec::new(), steps: Vec::new(), couples: Vec::new() };

    /// Works it out, from the walks of the pieces on.
    #[must_use]
    pub fn new() -> Self {
        let mut search = Search::new();
        for _ in 0..5 {
            search.add_level();
        }
        let mut graph = search.sorted();
        let pockets = Pockets::new(&search, &graph);
        for front in 0..graph.halves.len() {
            search.add_couple(front as u16, &mut graph);
            pockets.add_couple(front as u16, &mut graph);
        }
        graph
    }

    /// The steps that lead to a filling.
    #[inline]
    pub(super) fn steps(&self, filling: &Filling) -> &[Step] {
        &self.steps[usize::from(filling.steps.0)..usize::from(filling.steps.1)]
    }

    /// A filling to which these steps lead.
    pub(super) fn filling(&mut self, cells: u64, steps: &[Step]) -> Filling {
        let first = self.steps.len() as u16;
        self.steps.extend(steps);
        Filling { cells, steps: (first, self.steps.len() as u16) }
    }

    /// Adds the filling that a piece makes of another, and returns its number.
    pub(super) fn add(&mut self, from: u16, tile: &Tile) -> u16 {
        let cells = self.fillings[usize::from(from)].cells | tile.cells;
        let filling = self.filling(cells, &[Step { from, piece: tile.piece }]);
        self.fillings.push(filling);
        self.fillings.len() as u16 - 1
    }
}

/// The search for fillings.
pub(super) struct Search {
    pub(super) tiles: Tiles,
    pub(super) numbers: Numbers,
    /// The cells of each filling, those of fewer pieces first.
    fillings: Vec<u64>,
    /// The fillings of as many pieces as were placed last.
    last: Range<usize>,
    /// All steps, and the numbers of the fillings that they lead to.
    steps: Vec<(u16, Step)>,
}

impl Search {
    fn new() -> Self {
        let mut numbers = Numbers::new();
        numbers.get_or_insert(!CELLS, || 0);
        let steps = Vec::with_capacity(1 << 15);
        Self { tiles: Tiles::new(), numbers, fillings: vec![!CELLS], last: 0..1, steps }
    }

    /// Puts one more piece on the lowest free cell of the last fillings. Those that have an island are dropped.
    fn add_level(&mut self) {
        for from in self.last.clone() {
            let free = !self.fillings[from];
            self.tiles.for_each_that_fits(free.trailing_zeros(), free, |tile| {
                let left = free & !tile.cells;
                if has_single(left) {
                    return;
                }
                let to = self.numbers.get_or_insert(!left, || {
                    if cuts_island(tile.cells, left) {
                        return NONE;
                    }
                    self.fillings.push(!left);
                    self.fillings.len() as u16 - 1
                });
                if to != NONE {
                    self.steps.push((to, Step { from: from as u16, piece: tile.piece }));
                }
            });
        }
        self.last = self.last.end..self.fillings.len();
    }

    /// The graph so far, with all steps that lead to a filling together.
    fn sorted(&self) -> Graph {
        let mut ends = vec![0; self.fillings.len() + 1];
        for (to, _) in &self.steps {
            ends[usize::from(*to) + 1] += 1;
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let filling = |(i, &cells)| Filling { cells, steps: (ends[i], ends[i + 1]) };
        let mut fillings: Vec<_> = self.fillings.iter().enumerate().map(filling).collect();
        let halves = fillings.split_off(self.last.start);
        let mut steps = vec![Step { from: 0, piece: 0 }; self.steps.len()];
        for &(to, step) in &self.steps {
            let at = &mut ends[usize::from(to)];
            steps[usize::from(*at)] = step;
            *at += 1;
        }
        Graph { fillings, halves, steps, couples: Vec::new() }
    }

    /// Finds the front that is the rest of a front, turned by 180°, if there is one.
    fn add_couple(&self, front: u16, graph: &mut Graph) {
        let rest = (!graph.halves[usize::from(front)].cells).reverse_bits() | !CELLS;
        let partner = self.numbers.get(rest);
        if partner != NONE {
            let rest = partner - self.last.start as u16;
            if rest >= front {
                graph.couples.push(Couple { front, rest, turned_too: rest != front });
            }
        }
    }
}
