//! Makes graphs of fillings.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::fits::Fits;
use crate::polyform::graph::{Graph, NoGraph, Step};
use crate::polyform::meter::Meter;
use crate::polyform::numbers::{DEAD, MOST_FILLINGS, Numbers};
use crate::polyform::problem::Problem;
use crate::polyform::room::{NoRoom, filled, push};

/// A graph in the making. Fillings are numbered as they are found, and looked at by their lowest free cells.
pub(crate) struct Builder<'a, W> {
    problem: &'a Problem<W>,
    memory: usize,
    /// All fillings that were met, dead ones too.
    fillings: Vec<W>,
    numbers: Numbers,
    /// The fillings with this lowest free cell that are still to be looked at; the last are full.
    by_cell: Vec<Vec<u32>>,
    /// The fillings that were looked at, in order, with the end of their steps.
    done: Vec<(u32, u32)>,
    steps: Vec<Step>,
}

/// A flood, mostly.
const WORK_OF_MOVE: usize = 32;

impl<'a, W: Word> Builder<'a, W> {
    /// With the empty filling.
    pub(crate) fn new(problem: &'a Problem<W>, memory: usize) -> Result<Self, NoGraph> {
        let mut builder = Self {
            problem,
            memory,
            fillings: Vec::new(),
            numbers: Numbers::new()?,
            by_cell: vec![Vec::new(); problem.cells() as usize + 1],
            done: Vec::new(),
            steps: Vec::new(),
        };
        builder.check()?;
        builder.number(W::ZERO)?;
        Ok(builder)
    }

    /// How many fillings were met.
    pub(crate) fn len(&self) -> usize {
        self.fillings.len()
    }

    /// The cells of a filling.
    pub(crate) fn filling(&self, number: u32) -> W {
        self.fillings[number as usize]
    }

    /// The number of a filling that was met and is not dead.
    pub(crate) fn find(&self, filling: W) -> Option<u32> {
        let number = self.numbers.find(filling, &self.fillings).ok()?;
        (number != DEAD).then_some(number)
    }

    /// The number of a filling, a new one if it was not met before.
    #[inline]
    fn number(&mut self, filling: W) -> Result<u32, NoRoom> {
        let slot = match self.numbers.find(filling, &self.fillings) {
            Ok(number) => return Ok(number),
            Err(slot) => slot,
        };
        let number = self.fillings.len() as u32;
        push(&mut self.fillings, filling)?;
        let dead = self.problem.islands.has_one(filling);
        if !dead {
            let cell = (!filling).trailing_zeros().min(self.problem.cells());
            push(&mut self.by_cell[cell as usize], number)?;
        }
        self.numbers.insert(slot, number, dead, &self.fillings)?;
        Ok(if dead { DEAD } else { number })
    }

    /// The fillings with this lowest free cell that are still to be looked at.
    pub(crate) fn take(&mut self, cell: u32) -> Vec<u32> {
        core::mem::take(&mut self.by_cell[cell as usize])
    }

    /// Leaves a filling for later.
    pub(crate) fn put_back(&mut self, cell: u32, number: u32) -> Result<(), NoRoom> {
        push(&mut self.by_cell[cell as usize], number)
    }

    /// Makes the steps from a filling, by the moves on its lowest free cell.
    pub(crate) fn fill(
        &mut self,
        number: u32,
        fits: &Fits<'a, W>,
        meter: &mut Meter<'_>,
    ) -> Result<(), NoGraph> {
        meter.tick()?;
        self.check()?;
        self.steps.try_reserve(fits.len())?;
        let filling = self.filling(number);
        let mut moves = 0;
        for m in fits.of(filling) {
            let next = self.number(filling | m.cells)?;
            if next != DEAD {
                self.steps.push(Step { next, piece: m.piece });
            }
            moves += 1;
        }
        meter.work(WORK_OF_MOVE * moves)?;
        Ok(self.end(number)?)
    }

    /// A filling from which no steps are made, or all were made.
    pub(crate) fn end(&mut self, number: u32) -> Result<(), NoRoom> {
        push(&mut self.done, (number, self.steps.len() as u32))
    }

    fn check(&self) -> Result<(), NoGraph> {
        // What finishing takes is counted too.
        let bytes = self.fillings.capacity() * (size_of::<W>() + 12)
            + self.numbers.bytes()
            + self.steps.capacity() * 2 * size_of::<Step>();
        // Both have numbers of 32 bits, and one filling adds few of them.
        let most = self.fillings.len().max(self.steps.len() / 2);
        if bytes < self.memory && most < MOST_FILLINGS { Ok(()) } else { Err(NoGraph::TooLarge) }
    }

    /// Leaves out what does not lead to goals, and numbers the others in the order in which they were looked at.
    /// Returns the new numbers by the old ones too, or [`DEAD`].
    pub(crate) fn finish(
        self,
        is_goal: impl Fn(u32) -> bool,
    ) -> Result<(Graph<W>, Vec<u32>), NoRoom> {
        // Found from behind, numbered from behind.
        let mut numbers = filled(self.fillings.len(), DEAD)?;
        let (mut count, mut step_count) = (0, 0);
        for i in (0..self.done.len()).rev() {
            let number = self.done[i].0;
            let leads = |step: &&Step| numbers[step.next as usize] != DEAD;
            let steps = self.steps_of(i).iter().filter(leads).count();
            if steps > 0 || is_goal(number) {
                numbers[number as usize] = count;
                count += 1;
                step_count += steps;
            }
        }
        for number in numbers.iter_mut().filter(|number| **number != DEAD) {
            *number = count - 1 - *number;
        }
        let mut graph = Graph::with_capacity(count as usize, step_count)?;
        for i in 0..self.done.len() {
            let number = self.done[i].0 as usize;
            if numbers[number] != DEAD {
                let steps = self
                    .steps_of(i)
                    .iter()
                    .map(|&step| Step { next: numbers[step.next as usize], piece: step.piece });
                graph.push(self.fillings[number], steps.filter(|step| step.next != DEAD));
            }
        }
        Ok((graph, numbers))
    }

    fn steps_of(&self, i: usize) -> &[Step] {
        let start = i.checked_sub(1).map_or(0, |before| self.done[before].1);
        &self.steps[start as usize..self.done[i].1 as usize]
    }
}
