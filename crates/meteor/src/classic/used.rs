//! The part of the graph that solutions use.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::graph::{Couple, Filling, Graph, Step};
use super::partials::for_each_match;

/// For each filling the steps to it that solutions use.
type Used = BTreeMap<u16, BTreeSet<Step>>;

impl Graph {
    /// The graph without the parts that are in no solution.
    pub(super) fn used(&self) -> Self {
        let (mut fillings, mut halves) = (Used::from([(0, BTreeSet::new())]), Used::new());
        let mut couples = BTreeSet::new();
        for_each_match(self, |found| {
            couples.insert(*found.couple);
            for (half, [last, before @ ..]) in found.steps() {
                halves.entry(half).or_default().insert(last);
                let mut to = last.from;
                for step in before {
                    fillings.entry(to).or_default().insert(step);
                    to = step.from;
                }
            }
        });
        let mut graph = Self::EMPTY;
        graph.fillings = graph.kept(&self.fillings, &fillings, &fillings);
        graph.halves = graph.kept(&self.halves, &halves, &fillings);
        graph.couples.extend(couples.into_iter().map(|couple| Couple {
            front: new_number(&halves, couple.front),
            rest: new_number(&halves, couple.rest),
            ..couple
        }));
        graph
    }

    /// The used fillings with their used steps.
    fn kept(&mut self, all: &[Filling], used: &Used, fillings: &Used) -> Vec<Filling> {
        let kept = used.iter().map(|(&number, steps)| {
            let mut filling = Filling { cells: all[usize::from(number)].cells, last: 0 };
            // The last one is read first.
            for step in steps.iter().rev() {
                let from = new_number(fillings, step.from);
                filling.add(Step { from, ..*step }, &mut self.links);
            }
            filling
        });
        kept.collect()
    }
}

/// The number of a filling among those that are used.
fn new_number(used: &Used, number: u16) -> u16 {
    used.range(..number).count() as u16
}
