//! Builds graphs of fillings.

use alloc::vec;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::failure::Failure;
use crate::engine::fallible::{OutOfMemory, filled, push};
use crate::engine::fits::Fits;
use crate::engine::graph::{Graph, Step};
use crate::engine::meter::Meter;
use crate::engine::numbers::{DEAD, MOST_SETS, Numbers};
use crate::engine::problem::Problem;
use crate::progress::Stage;

/// Builds the graph of all fillings of a problem.
pub(crate) fn build<W: Word>(
    problem: &Problem<W>,
    memory: usize,
    meter: &mut Meter<'_>,
) -> Result<Graph<W>, Failure> {
    let mut builder = Builder::new(problem, memory)?;
    for cell in 0..problem.cells() {
        let mut fits = None;
        meter.at(Stage::Graph, cell as usize, problem.cells() as usize);
        for number in builder.take(cell) {
            let fits = Fits::once(&mut fits, problem, cell)?;
            builder.expand(number, fits, meter)?;
        }
    }
    let full = builder.take(problem.cells()).first().copied();
    full.into_iter().try_for_each(|full| builder.end(full))?;
    Ok(builder.finish(|number| Some(number) == full)?.0)
}

/// A graph under construction. Fillings are numbered in the order in which they are found, and expanded by
/// their lowest free cells.
pub(crate) struct Builder<'a, W> {
    problem: &'a Problem<W>,
    memory: usize,
    /// All fillings found so far, dead ones included.
    fillings: Vec<W>,
    numbers: Numbers,
    /// The fillings to expand by their lowest free cells. The last entry is for the full board.
    by_cell: Vec<Vec<u32>>,
    /// The expanded fillings, in order, with the end of their steps.
    done: Vec<(u32, u32)>,
    steps: Vec<Step>,
}

/// The cost of a move. Most of it is a flood.
const WORK_OF_MOVE: usize = 32;
/// Enough for small puzzles.
const FIRST_SLOTS: usize = 1 << 10;

impl<'a, W: Word> Builder<'a, W> {
    /// Starts with the empty filling.
    pub(crate) fn new(problem: &'a Problem<W>, memory: usize) -> Result<Self, Failure> {
        let mut builder = Self {
            problem,
            memory,
            fillings: Vec::new(),
            numbers: Numbers::new(filled(FIRST_SLOTS, 0)?),
            by_cell: vec![Vec::new(); problem.cells() as usize + 1],
            done: Vec::new(),
            steps: Vec::new(),
        };
        builder.check()?;
        builder.number(W::ZERO)?;
        Ok(builder)
    }

    /// The number of fillings found so far.
    pub(crate) fn len(&self) -> usize {
        self.fillings.len()
    }

    /// The cells of a filling.
    pub(crate) fn filling(&self, number: u32) -> W {
        self.fillings[number as usize]
    }

    /// The number of a filling that was found and is not dead.
    pub(crate) fn find(&self, filling: W) -> Option<u32> {
        let number = self.numbers.find(filling, |place| self.fillings[place]).ok()?;
        (number != DEAD).then_some(number)
    }

    /// The number of a filling, a new one if it is found for the first time.
    #[inline]
    fn number(&mut self, filling: W) -> Result<u32, OutOfMemory> {
        let slot = match self.numbers.find(filling, |place| self.fillings[place]) {
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
        self.numbers.insert(slot, number, dead);
        self.numbers.reserve(&self.fillings)?;
        Ok(if dead { DEAD } else { number })
    }

    /// Takes the fillings with this lowest free cell that are not expanded yet.
    pub(crate) fn take(&mut self, cell: u32) -> Vec<u32> {
        core::mem::take(&mut self.by_cell[cell as usize])
    }

    /// Leaves a filling to be expanded later.
    pub(crate) fn put_back(&mut self, cell: u32, number: u32) -> Result<(), OutOfMemory> {
        push(&mut self.by_cell[cell as usize], number)
    }

    /// Expands a filling by the moves on its lowest free cell.
    pub(crate) fn expand(
        &mut self,
        number: u32,
        fits: &Fits<'a, W>,
        meter: &mut Meter<'_>,
    ) -> Result<(), Failure> {
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

    /// Ends the steps from a filling.
    pub(crate) fn end(&mut self, number: u32) -> Result<(), OutOfMemory> {
        push(&mut self.done, (number, self.steps.len() as u32))
    }

    fn check(&self) -> Result<(), Failure> {
        // Includes the memory of `finish`.
        let bytes = self.fillings.capacity() * (size_of::<W>() + 12)
            + self.numbers.bytes()
            + self.steps.capacity() * 2 * size_of::<Step>();
        // Fillings and steps have numbers of 32 bits, and one filling adds few of them.
        let most = self.fillings.len().max(self.steps.len() / 2);
        if bytes < self.memory && most < MOST_SETS { Ok(()) } else { Err(Failure::TooLarge) }
    }

    /// Drops the fillings that do not lead to goals, and numbers the others in the order in which they were
    /// expanded. Also returns the new numbers by the old ones, or [`DEAD`].
    pub(crate) fn finish(
        self,
        is_goal: impl Fn(u32) -> bool,
    ) -> Result<(Graph<W>, Vec<u32>), OutOfMemory> {
        // Backwards from the goals.
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
