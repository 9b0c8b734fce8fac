//! Solutions by their numbers, from the graph of fillings.

use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::count_error::TooManySolutions;
use crate::engine::builder;
use crate::engine::completions::Completions;
use crate::engine::failure::Failure;
use crate::engine::graph::{Graph, Step};
use crate::engine::hand::HandLayout;
use crate::engine::meter::Meter;
use crate::engine::problem::{Move, Problem};
use crate::placement::Placement;
use crate::solution::Solution;

/// The graph of fillings with the number of completions of each.
#[derive(Clone, Debug)]
pub(crate) struct ByNumber<W> {
    problem: Arc<Problem<W>>,
    graph: Graph<W>,
    completions: Completions,
    len: u128,
}

impl<W: Word> ByNumber<W> {
    pub(crate) fn new(
        problem: &Arc<Problem<W>>,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        let hands = HandLayout::new(problem).ok_or(Failure::TooLarge)?;
        let graph = builder::build(problem, memory, meter)?;
        let memory = memory.saturating_sub(graph.bytes());
        let completions = Completions::new(&graph.steps, &hands, memory, meter)?;
        let len = if graph.len() == 0 { Some(0) } else { completions.of(0, 0) };
        let len = len.ok_or(TooManySolutions)?;
        Ok(Self { problem: Arc::clone(problem), graph, completions, len })
    }

    /// The number of solutions.
    pub(crate) fn len(&self) -> u128 {
        self.len
    }

    /// The placements of solution number `n`, which must be less than the number of solutions.
    pub(crate) fn nth(&self, mut n: u128) -> impl Iterator<Item = Placement> {
        let (mut filling, mut hand, mut placements) = (0, 0, Vec::new());
        'cell: while self.graph.fillings[filling as usize] != self.problem.full {
            for &step in self.graph.steps.of(filling as usize) {
                let Some(after) = self.completions.hands().adder(step.piece).add(hand) else {
                    continue;
                };
                let ways = self.ways(step.next, after);
                if n >= ways {
                    n -= ways;
                    continue;
                }
                if !step.is_empty() {
                    placements.push(self.problem.placement(self.move_of(filling, step)));
                }
                (filling, hand) = (step.next, after);
                continue 'cell;
            }
            // There is a step for each number below the number of ways.
            break;
        }
        placements.into_iter()
    }

    /// The number of a solution that has the placed pieces; `None` if it is not a solution.
    pub(crate) fn rank(&self, solution: &Solution, placed: &[Placement]) -> Option<u128> {
        if self.graph.len() == 0 {
            return None;
        }
        let (mut filling, mut hand, mut rank, mut found) = (0, 0, 0, placed.len());
        'cell: while self.graph.fillings[filling as usize] != self.problem.full {
            for &step in self.graph.steps.of(filling as usize) {
                let Some(after) = self.completions.hands().adder(step.piece).add(hand) else {
                    continue;
                };
                let m = self.move_of(filling, step);
                let covered = self.problem.to_puzzle(m.cells);
                let here = if step.is_empty() {
                    solution.piece_at(covered.trailing_zeros() as usize).is_none()
                } else {
                    solution.placements().contains(&self.problem.placement(m))
                };
                if here {
                    found += usize::from(!step.is_empty());
                    (filling, hand) = (step.next, after);
                    continue 'cell;
                }
                rank += self.ways(step.next, after);
            }
            return None;
        }
        let is_one = found == solution.placements().len() && self.ways(filling, hand) == 1;
        is_one.then_some(rank)
    }

    /// The number of ways to complete a filling that this hand makes: at most the number of solutions.
    fn ways(&self, filling: u32, hand: u64) -> u128 {
        self.completions.of(filling, hand).unwrap_or(self.len)
    }

    /// The move of a step.
    fn move_of(&self, filling: u32, step: Step) -> Move<W> {
        let (before, after) = (filling as usize, step.next as usize);
        let cells = self.graph.fillings[after] & !self.graph.fillings[before];
        Move { cells, piece: step.piece }
    }
}
