//! The graph of fillings.
//!
//! A filling is a set of filled cells that is reached by filling the lowest free cell again and again. What can follow does not depend on the
//! pieces that made it, nor does the search for regions that cannot be filled, so both are worked out once for each filling,
//! whichever way leads to it. Fillings from which the full board cannot be reached are left out.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::fits::Fits;
use crate::polyform::limits::{Meter, Stop};
use crate::polyform::problem::{EMPTY, Problem};

/// All fillings between the empty and the full board; each step leads to a higher number.
#[derive(Clone, Debug)]
pub(crate) struct Graph<W> {
    pub(crate) fillings: Vec<W>,
    /// The steps from filling i are those from `starts[i]` to `starts[i + 1]`, in the order of moves.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// A piece put on the lowest free cell, or the cell left empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The number of the filling to which it leads.
    pub(crate) next: u32,
    /// Which piece, or [`EMPTY`].
    pub(crate) piece: u16,
}

/// Why there is no graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoGraph {
    /// It is too large for the memory.
    TooLarge,
    Stop(Stop),
}

impl From<Stop> for NoGraph {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl<W: Word> Graph<W> {
    pub(crate) fn new(
        problem: &Problem<W>,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoGraph> {
        let mut builder = Builder::new(problem, memory)?;
        for cell in 0..problem.cells() {
            builder.expand(cell, meter)?;
        }
        Ok(builder.finish())
    }

    /// The number of fillings. The last is the full board, if it can be reached; without it there is none.
    pub(crate) fn len(&self) -> usize {
        self.fillings.len()
    }

    pub(crate) fn steps(&self, filling: usize) -> &[Step] {
        &self.steps[self.starts[filling] as usize..self.starts[filling + 1] as usize]
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.fillings.len() * (size_of::<W>() + 4) + self.steps.len() * size_of::<Step>()
    }

    /// The steps to each filling: where they begin for each, and for each the filling that it comes from and the piece.
    pub(crate) fn reversed(&self) -> Self {
        let mut starts = vec![0; self.len() + 2];
        for step in &self.steps {
            starts[step.next as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut steps = vec![Step { next: 0, piece: 0 }; self.steps.len()];
        for from in 0..self.len() {
            for step in self.steps(from) {
                let at = &mut starts[step.next as usize + 1];
                steps[*at as usize] = Step { next: from as u32, piece: step.piece };
                *at += 1;
            }
        }
        starts.pop();
        Self { fillings: Vec::new(), starts, steps }
    }
}

/// A graph in the making. Fillings are numbered as they are found, and looked at by their lowest free cells.
struct Builder<'a, W> {
    problem: &'a Problem<W>,
    memory: usize,
    fillings: Vec<W>,
    numbers: Numbers,
    /// The fillings with this lowest free cell that can be filled.
    by_cell: Vec<Vec<u32>>,
    /// The fillings that were looked at, in order, with the end of their steps.
    done: Vec<(u32, u32)>,
    steps: Vec<Step>,
}

/// A filling that has a region that cannot be filled.
const DEAD: u32 = u32::MAX;

impl<'a, W: Word> Builder<'a, W> {
    fn new(problem: &'a Problem<W>, memory: usize) -> Result<Self, NoGraph> {
        let mut builder = Self {
            problem,
            memory,
            fillings: Vec::new(),
            numbers: Numbers::new(),
            by_cell: Vec::new(),
            done: Vec::new(),
            steps: Vec::new(),
        };
        builder.by_cell.resize_with(problem.cells() as usize + 1, Vec::new);
        builder.check()?;
        builder.number(W::ZERO);
        Ok(builder)
    }

    /// The number of a filling, a new one if it was not met before.
    #[inline]
    fn number(&mut self, filling: W) -> u32 {
        let slot = match self.numbers.find(filling, &self.fillings) {
            Ok(number) => return self.numbers.known(number),
            Err(slot) => slot,
        };
        let number = self.fillings.len() as u32;
        self.fillings.push(filling);
        let dead = self.problem.islands.has_one(filling);
        if !dead {
            let free = !filling & self.problem.full;
            let cell = if free.is_zero() { self.problem.cells() } else { free.trailing_zeros() };
            self.by_cell[cell as usize].push(number);
        }
        self.numbers.insert(slot, number, dead, &self.fillings);
        if dead { DEAD } else { number }
    }

    /// Looks at all fillings with this lowest free cell. No more of them will be found afterwards.
    fn expand(&mut self, cell: u32, meter: &mut Meter<'_>) -> Result<(), NoGraph> {
        let fillings = core::mem::take(&mut self.by_cell[cell as usize]);
        let problem = self.problem;
        let fits = Fits::new(cell, &problem.moves[problem.moves_at(cell)]);
        for number in fillings {
            meter.tick()?;
            self.check()?;
            let filling = self.fillings[number as usize];
            for m in fits.of(filling) {
                let next = self.number(filling | m.cells);
                if next != DEAD {
                    self.steps.push(Step { next, piece: m.piece });
                }
            }
            self.done.push((number, self.steps.len() as u32));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), NoGraph> {
        // What finishing takes is counted too.
        let bytes = self.fillings.capacity() * (size_of::<W>() + 12)
            + self.numbers.bytes()
            + self.steps.capacity() * 2 * size_of::<Step>();
        if bytes < self.memory { Ok(()) } else { Err(NoGraph::TooLarge) }
    }

    /// Leaves out what does not lead to the full board, and numbers the others in order.
    fn finish(mut self) -> Graph<W> {
        let last = self.problem.cells() as usize;
        let full = self.by_cell[last].first().copied();
        let end = self.steps.len() as u32;
        self.done.extend(full.map(|full| (full, end)));
        // Found from behind, numbered from behind.
        let mut numbers = vec![DEAD; self.fillings.len()];
        let mut count = 0;
        for i in (0..self.done.len()).rev() {
            let steps = self.steps_of(i);
            let leads = |step: &Step| numbers[step.next as usize] != DEAD;
            let number = self.done[i].0;
            if Some(number) == full || self.steps[steps].iter().any(leads) {
                numbers[number as usize] = count;
                count += 1;
            }
        }
        let mut graph = Graph { fillings: Vec::new(), starts: Vec::from([0]), steps: Vec::new() };
        for i in 0..self.done.len() {
            let number = self.done[i].0 as usize;
            if numbers[number] == DEAD {
                continue;
            }
            graph.fillings.push(self.fillings[number]);
            for step in &self.steps[self.steps_of(i)] {
                if numbers[step.next as usize] != DEAD {
                    let next = count - 1 - numbers[step.next as usize];
                    graph.steps.push(Step { next, piece: step.piece });
                }
            }
            graph.starts.push(graph.steps.len() as u32);
        }
        graph
    }

    fn steps_of(&self, i: usize) -> core::ops::Range<usize> {
        let start = i.checked_sub(1).map_or(0, |before| self.done[before].1);
        start as usize..self.done[i].1 as usize
    }
}

/// A table of fillings: open addressing, the numbers plus one, the highest bit set for those that are dead.
struct Numbers {
    slots: Vec<u32>,
    used: usize,
    shift: u32,
}

const DEAD_BIT: u32 = 1 << 31;

impl Numbers {
    fn new() -> Self {
        let slots = vec![0; 1 << 10];
        Self { slots, used: 0, shift: 64 - 10 }
    }

    fn bytes(&self) -> usize {
        // While it grows, the old one is still there.
        self.slots.len() * 6
    }

    #[inline]
    fn hash<W: Word>(&self, filling: W) -> usize {
        let bits = filling.to_u128();
        let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(29))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> self.shift) as usize
    }

    /// What stands for the filling, or the slot in which it belongs.
    #[inline]
    fn find<W: Word>(&self, filling: W, fillings: &[W]) -> Result<u32, usize> {
        let mut slot = self.hash(filling);
        loop {
            let entry = self.slots[slot];
            if entry == 0 {
                return Err(slot);
            }
            if fillings[(entry & !DEAD_BIT) as usize - 1] == filling {
                return Ok(entry);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    #[inline]
    fn known(&self, entry: u32) -> u32 {
        if entry & DEAD_BIT == 0 { entry - 1 } else { DEAD }
    }

    #[inline]
    fn insert<W: Word>(&mut self, slot: usize, number: u32, dead: bool, fillings: &[W]) {
        self.slots[slot] = (number + 1) | if dead { DEAD_BIT } else { 0 };
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            self.grow(fillings);
        }
    }

    #[cold]
    fn grow<W: Word>(&mut self, fillings: &[W]) {
        let slots = vec![0; 4 * self.slots.len()];
        let old = core::mem::replace(&mut self.slots, slots);
        self.shift -= 2;
        for entry in old.into_iter().filter(|&entry| entry != 0) {
            let filling = fillings[(entry & !DEAD_BIT) as usize - 1];
            let mut slot = self.hash(filling);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (self.slots.len() - 1);
            }
            self.slots[slot] = entry;
        }
    }
}

impl Step {
    /// Whether it leaves the cell empty.
    pub(crate) fn is_empty(self) -> bool {
        self.piece == EMPTY
    }
}
