//! The ways to fill the halves of the board, and the pairs of them that share no piece.

use alloc::vec::Vec;

use super::graph::{Couple, Graph, Step};
use super::solution::Solution;

/// All pieces.
const ALL: u16 = (1 << 10) - 1;

/// The ways to make all fillings of up to four pieces.
struct Partials {
    /// The pieces of each way.
    sets: Vec<u16>,
    links: Vec<Link>,
    /// The ways to make filling i are those from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u16>,
}

/// The way before, with one piece less.
#[derive(Clone, Copy)]
struct Link {
    filling: u16,
    /// The way without the last piece.
    before: u16,
}

impl Partials {
    fn new(graph: &Graph) -> Self {
        let mut sets = Vec::with_capacity(1 << 14);
        let mut links = Vec::with_capacity(1 << 14);
        let mut starts = Vec::with_capacity(graph.fillings.len() + 1);
        sets.push(0);
        links.push(Link { filling: 0, before: 0 });
        starts.extend([0, 1]);
        for (&filling, number) in graph.fillings.iter().zip(0..).skip(1) {
            for step in graph.steps(filling) {
                let from = usize::from(step.from);
                for before in starts[from]..starts[from + 1] {
                    let set = sets[usize::from(before)];
                    if set & step.set() == 0 {
                        sets.push(set | step.set());
                        links.push(Link { filling: number, before });
                    }
                }
            }
            starts.push(sets.len() as u16);
        }
        Self { sets, links, starts }
    }
}

impl Step {
    /// The set of its piece.
    #[inline]
    fn set(self) -> u16 {
        1 << self.piece
    }
}

/// A way to fill a half: a way to fill four pieces of it, and the last piece.
#[derive(Clone, Copy)]
struct Way {
    before: u16,
    last: u8,
}

/// Two ways to fill the halves of a couple that share no piece.
pub(super) struct Match<'a> {
    pub(super) couple: &'a Couple,
    graph: &'a Graph,
    partials: &'a Partials,
    front: Way,
    rest: Way,
}

/// Calls `found` with each solution, or with one of two that a half turn exchanges.
pub(super) fn for_each_match(graph: &Graph, mut found: impl FnMut(Match<'_>)) {
    let partials = &Partials::new(graph);
    let steps = |half: u16| graph.steps(graph.halves[usize::from(half)]);
    let mut rests = Ways::new();
    for couple in &graph.couples {
        partials.for_each_way(steps(couple.rest), |set, last, way| {
            if set & last == 0 {
                rests.add(set | last, way);
            }
        });
        partials.for_each_way(steps(couple.front), |set, last, front| {
            // If it uses a piece twice, its set is too small for any rest.
            rests.for_each_of(ALL ^ (set | last), |rest| {
                found(Match { couple, graph, partials, front, rest });
            });
        });
        rests.clear();
    }
}

impl Partials {
    /// Calls `found` with the ways to fill a half, and some that use a piece twice: the set of the first four pieces,
    /// that of the last, and the way.
    #[inline]
    fn for_each_way(
        &self,
        steps: impl Iterator<Item = Step>,
        mut found: impl FnMut(u16, u16, Way),
    ) {
        for step in steps {
            let from = usize::from(step.from);
            let (start, end) = (self.starts[from], self.starts[from + 1]);
            let sets = &self.sets[usize::from(start)..usize::from(end)];
            for (set, before) in sets.iter().zip(start..) {
                found(*set, step.set(), Way { before, last: step.piece });
            }
        }
    }
}

/// Ways to fill a half by their sets of pieces.
struct Ways {
    /// For each set the index of its last way plus one.
    last: [u16; 1 << 10],
    /// Those of earlier halves too: 25,000 in all.
    all: Vec<Listed>,
    /// The index of the first way of this half.
    first: u16,
}

struct Listed {
    way: Way,
    /// The index of the previous way with the same set plus one.
    before: u16,
}

impl Ways {
    fn new() -> Self {
        Self { last: [0; 1 << 10], all: Vec::with_capacity(1 << 15), first: 0 }
    }

    #[inline]
    fn add(&mut self, set: u16, way: Way) {
        let last = &mut self.last[usize::from(set & ALL)];
        self.all.push(Listed { way, before: *last });
        *last = self.all.len() as u16;
    }

    /// Calls `found` with the ways that use these pieces.
    #[inline]
    fn for_each_of(&self, set: u16, mut found: impl FnMut(Way)) {
        let mut next = self.last[usize::from(set & ALL)];
        while next > self.first {
            let listed = &self.all[usize::from(next) - 1];
            found(listed.way);
            next = listed.before;
        }
    }

    fn clear(&mut self) {
        self.first = self.all.len() as u16;
    }
}

impl Match<'_> {
    /// The solution.
    pub(super) fn solution(&self) -> Solution {
        let Couple { front, rest, .. } = *self.couple;
        let rest = self.painted(rest, self.rest);
        rest.turned().with(self.painted(front, self.front))
    }

    /// The two halves and the steps to each, the last one first.
    pub(super) fn steps(&self) -> [(u16, [Step; 5]); 2] {
        let Couple { front, rest, .. } = *self.couple;
        [(front, self.steps_to(self.front)), (rest, self.steps_to(self.rest))]
    }

    fn steps_to(&self, way: Way) -> [Step; 5] {
        let mut steps = [Step { from: 0, piece: 0 }; 5];
        let mut places = steps.iter_mut();
        self.for_each_step(way, |step| places.by_ref().take(1).for_each(|place| *place = step));
        steps
    }

    /// Calls `found` with the five steps of a way, the last one first.
    #[inline]
    fn for_each_step(&self, Way { before, last }: Way, mut found: impl FnMut(Step)) {
        let Partials { sets, links, .. } = self.partials;
        let (mut way, mut piece) = (before, last);
        for _ in 0..5 {
            let Link { filling, before } = links[usize::from(way)];
            found(Step { from: filling, piece });
            piece = (sets[usize::from(way)] & !sets[usize::from(before)]).trailing_zeros() as u8;
            way = before;
        }
    }

    /// The pieces of a half.
    #[inline]
    fn painted(&self, half: u16, way: Way) -> Solution {
        let mut painted = Solution::EMPTY;
        let mut cells = self.graph.halves[usize::from(half)].cells;
        self.for_each_step(way, |step| {
            let before = self.graph.fillings[usize::from(step.from)].cells;
            painted.paint(cells & !before, step.piece);
            cells = before;
        });
        painted
    }
}

impl Graph {
    /// The number of solutions, counted without making them.
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 0;
        for_each_match(self, |found| count += 1 + usize::from(found.couple.turned_too));
        count
    }

    /// All solutions, unsorted.
    #[must_use]
    pub fn solutions(&self) -> Vec<Solution> {
        let mut all = Vec::with_capacity(1 << 12);
        for_each_match(self, |found| {
            let solution = found.solution();
            all.push(solution);
            if found.couple.turned_too {
                all.push(solution.turned());
            }
        });
        all
    }
}
