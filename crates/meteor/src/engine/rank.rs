//! Solutions by their numbers: rank and unrank.
//!
//! Solutions are ordered as the depth-first search finds them: by the moves of each state. With the
//! number of ways to complete each state by each multiset, a solution of a given number is found by
//! walking from the empty board: at each state, skip the steps whose completions come before the
//! number. The number of a solution is the sum of the completions that are skipped on its way. Both
//! take microseconds. [`ByNumber`] keeps the graph and the completions in memory.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::Numbered;
use crate::engine::budget::{Budget, OUT_OF_MEMORY, OVERFLOW, Result};
use crate::engine::count::{Counts, Layout, Multiset, ways_of};
use crate::engine::graph::{Forward, Graph, Target};
use crate::engine::problem::{Move, Problem};
use crate::placement::Placement;
use crate::solution::Solution;

/// The transfer graph with the number of completions of each state.
#[derive(Clone, Debug)]
pub(crate) struct ByNumber<W> {
    problem: Arc<Problem<W>>,
    states: Vec<W>,
    forward: Forward,
    /// The counts of the ways to complete each state, sorted by multisets.
    completions: Counts<u128>,
    layout: Layout,
    len: u128,
}

impl<W: Word> ByNumber<W> {
    /// Builds the graph and counts the completions of all states.
    pub(crate) fn new(problem: &Arc<Problem<W>>, budget: &mut Budget<'_>) -> Result<Self> {
        let layout = Layout::new(problem).ok_or(OUT_OF_MEMORY)?;
        let Graph { states, steps } = Graph::new(problem, budget)?;
        let forward = steps.forward(budget)?;
        let completions = Counts::back_sorted(&steps, &forward, &layout, budget)?;
        let problem = Arc::clone(problem);
        let mut solutions = Self { problem, states, forward, completions, layout, len: 0 };
        if !steps.order.is_empty() {
            solutions.len = solutions.completions_of(0, 0).ok_or(OVERFLOW)?;
        }
        Ok(solutions)
    }

    /// Makes the first move that is `chosen`, by the move and the ways to complete the state after
    /// it, until the board is full. Returns the last state and its pieces, `None` if no move is
    /// chosen.
    fn descend(&self, mut chosen: impl FnMut(Move<W>, u128) -> bool) -> Option<(u32, Multiset)> {
        let (mut state, mut set) = (0, 0);
        while self.states[state as usize] != self.problem.full {
            (state, set) = self.forward.from(state).iter().find_map(|&step| {
                let after = self.layout.addend(step.pieces).add(set)?;
                let ways = self.ways(step.state, after);
                chosen(self.move_of(state, step), ways).then_some((step.state, after))
            })?;
        }
        Some((state, set))
    }

    /// The number of ways to complete a state that these pieces can make. It is at most the number
    /// of solutions, so it does not overflow.
    fn ways(&self, state: u32, set: Multiset) -> u128 {
        self.completions_of(state, set).unwrap_or(self.len)
    }

    /// The number of ways to complete a state. It can overflow if these pieces do not make the
    /// state.
    fn completions_of(&self, state: u32, set: Multiset) -> Option<u128> {
        let entries = self.completions.of(state);
        if self.layout.is_exact {
            return Some(ways_of(entries, self.layout.all - set));
        }
        let mut fitting = entries.iter().filter(|entry| self.layout.fit(set, entry.0));
        fitting.try_fold(0u128, |sum, entry| sum.checked_add(entry.1))
    }

    /// The move of a step.
    fn move_of(&self, from: u32, step: Target) -> Move<W> {
        let cells = self.states[step.state as usize] & !self.states[from as usize];
        Move { cells, pieces: step.pieces }
    }
}

impl<W: Word> Numbered for ByNumber<W> {
    fn len(&self) -> u128 {
        self.len
    }

    fn nth(&self, mut n: u128, placed: &[Placement]) -> Solution {
        let mut placements = placed.to_vec();
        self.descend(|m, ways| {
            let is_here = n < ways;
            if is_here {
                placements.extend(self.problem.placement(m));
            } else {
                n -= ways;
            }
            is_here
        });
        placements.into()
    }

    /// Walks through the graph along the steps that can be completed.
    fn iter<'a>(&'a self, placed: &'a [Placement]) -> Box<dyn Iterator<Item = Solution> + 'a> {
        // The states on the way, their pieces, and the number of steps tried.
        let mut path = Vec::new();
        if self.len > 0 {
            path.push((0, 0, 0));
        }
        let mut moves: Vec<Move<W>> = Vec::new();
        Box::new(core::iter::from_fn(move || {
            while let Some((state, set, tried)) = path.last_mut() {
                if let Some(&step) = self.forward.from(*state).get(*tried) {
                    *tried += 1;
                    if let Some(after) = self.layout.addend(step.pieces).add(*set)
                        && self.ways(step.state, after) > 0
                    {
                        moves.push(self.move_of(*state, step));
                        path.push((step.state, after, 0));
                    }
                    continue;
                }
                let is_found = self.states[*state as usize] == self.problem.full;
                let placements = moves.iter().filter_map(|&m| self.problem.placement(m));
                let found = is_found.then(|| placed.iter().copied().chain(placements).collect());
                path.pop();
                moves.pop();
                if found.is_some() {
                    return found;
                }
            }
            None
        }))
    }

    fn rank(&self, solution: &Solution, placed: &[Placement]) -> Option<u128> {
        if self.len == 0 {
            return None;
        }
        let (mut rank, mut found) = (0, placed.len());
        let (state, set) = self.descend(|m, ways| {
            let (is_here, pieces) = match self.problem.placement(m) {
                Some(placement) => (solution.placements().contains(&placement), 1),
                None => {
                    let cell = self.problem.to_puzzle(m.cells).trailing_zeros();
                    (solution.piece_at(cell as usize).is_none(), 0)
                }
            };
            if is_here {
                found += pieces;
            } else {
                rank += ways;
            }
            is_here
        })?;
        // All placements were met, and each piece is used as often as it must be.
        let is_solution = found == solution.placements().len() && self.ways(state, set) == 1;
        is_solution.then_some(rank)
    }
}
