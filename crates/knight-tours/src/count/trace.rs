//! One cycle, by following a count back.
//!
//! A count of at least one says that there is a cycle, but not which. So the levels of the sweep
//! are kept. From the choice of edges that completes a cycle, the way leads back: of each level, to
//! a state that is counted and to a choice of edges that leads from it to the next state.
//!
//! ```text
//!   level 0      level 1             level n - 1
//!   {start} ──► … a state ──► … ──► … a state ──► a cycle      counts, forward
//!   {start} ◄──── a state ◄──── … ◄── a state ◄── a cycle      one state each, back
//! ```
//!
//! A state is a matching of a row. Which matchings lead to a given one is not stored either, so
//! halves of the row are tried until one matching is left: an operation of the row for each half.

use alloc::vec::Vec;

use bitboard_core::TryError;
use bitboard_core::limits::Watch;

use super::{Block, CountError, CountSweep, Slots, Step};
use crate::graph::Graph;
use crate::matchings::{Change, Count, matchings};

/// A state of the frontier: its ends, the set inside, and the rank of the matching of the ends.
type State = (Slots, Slots, usize);

impl CountSweep {
    /// The edges of a cycle, or `None` if there is none. `graph` is that of the sweep.
    pub(crate) fn find(
        mut self,
        graph: &Graph,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<(usize, usize)>>, TryError<CountError>> {
        // Numbers do not matter, so they cannot be too large.
        self.only_existence = true;
        let (mut levels, mut tours) = (Vec::new(), 0);
        for taken in 0..self.steps.len() {
            if !self.memory.take(self.level.waiting.iter().map(Block::memory).sum()) {
                return Err(self.out_of_memory());
            }
            levels.push(self.level.waiting.clone());
            self.step(taken, 1, watch, &mut tours)?;
            if tours > 0 {
                return Ok(Some(self.follow_back(&levels, graph)));
            }
        }
        Ok(None)
    }

    /// The edges of a cycle that the last level completes.
    fn follow_back(&self, levels: &[Vec<Block>], graph: &Graph) -> Vec<(usize, usize)> {
        let (mut edges, mut next) = (Vec::new(), None);
        for (v, level) in levels.iter().enumerate().rev() {
            let step = &self.steps[v];
            let Some((state, chosen)) = self.before(step, level, next) else { break };
            let later = step.later.iter().zip(graph.after(v));
            edges.extend(
                later.filter(|(slot, _)| chosen & *slot != 0).map(|(_, &u)| (v, u as usize)),
            );
            next = Some(state);
        }
        edges
    }

    /// A state of a level, and the edges that lead from it to the next state, or without one to a
    /// cycle.
    fn before(&self, step: &Step, level: &[Block], next: Option<State>) -> Option<(State, Slots)> {
        let (mut choices, mut counts) = (Vec::new(), Vec::<u8>::new());
        for block in level {
            step.find_choices(block.ends, &mut choices);
            choices.retain(|choice| match next {
                None => choice.closes,
                Some((ends, ..)) => !choice.closes && choice.ends == ends,
            });
            if choices.is_empty() {
                continue;
            }
            counts.clear();
            Count::unpack(&block.bytes, block.width, &mut counts);
            let row_len = counts.len() / block.inside.len();
            for choice in &choices {
                let change = || self.tables.change(choice.operation, block.pairs(), &self.memory);
                for (&inside, row) in block.inside.iter().zip(counts.chunks_exact(row_len)) {
                    let rank = match (step.after(choice, inside), next) {
                        (Some(after), None) => (step.is_tour(after) && row[0] > 0).then_some(0),
                        (Some(after), Some((ends, inside, rank))) if after == inside => {
                            rank_before(&change(), row, ends, rank)
                        }
                        _ => None,
                    };
                    if let Some(rank) = rank {
                        return Some(((block.ends, inside, rank), choice.edges));
                    }
                }
            }
        }
        None
    }
}

/// The rank of a matching of a row that an operation turns into that of rank `rank` of `ends`.
fn rank_before(change: &Change<'_>, row: &[u8], ends: Slots, rank: usize) -> Option<usize> {
    let len = matchings(ends.count_ones() as usize / 2)?;
    let leads = |start: usize, end: usize| {
        let (mut some, mut to) = (alloc::vec![0; row.len()], alloc::vec![0; len]);
        some[start..end].copy_from_slice(&row[start..end]);
        change.apply(&some, &mut to);
        to[rank] > 0
    };
    let (mut start, mut end) = (0, row.len());
    if !leads(start, end) {
        return None;
    }
    while end - start > 1 {
        let middle = usize::midpoint(start, end);
        if leads(start, middle) { end = middle } else { start = middle }
    }
    Some(start)
}
