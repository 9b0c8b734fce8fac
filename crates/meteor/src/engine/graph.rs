//! The graph of fillings.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::fallible::{OutOfMemory, filled, with_room};
use crate::engine::problem::EMPTY;

/// All fillings between the empty board and the goals, usually the full board. Each step leads to a
/// higher number.
#[derive(Clone, Debug)]
pub(crate) struct Graph<W> {
    pub(crate) fillings: Vec<W>,
    /// The steps from each filling, in the order of moves.
    pub(crate) steps: Steps,
}

/// The steps of all fillings: from each or, reversed, to each.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// The steps of filling i are those from `starts[i]` to `starts[i + 1]`.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// A piece put on the lowest free cell, or the cell left empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The number of the next filling.
    pub(crate) next: u32,
    /// The piece, or [`EMPTY`].
    pub(crate) piece: u16,
}

impl<W: Word> Graph<W> {
    pub(crate) fn with_capacity(fillings: usize, steps: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { fillings: with_room(fillings)?, steps: Steps::with_capacity(fillings, steps)? })
    }

    /// Adds a filling and its steps, for which there is room.
    pub(crate) fn push(&mut self, filling: W, steps: impl Iterator<Item = Step>) {
        self.fillings.push(filling);
        self.steps.push(steps);
    }

    /// The number of fillings. The last is the full board; if it cannot be reached, there are none.
    pub(crate) fn len(&self) -> usize {
        self.fillings.len()
    }

    /// The number of bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.fillings.len() * size_of::<W>() + self.steps.bytes()
    }
}

impl Steps {
    fn with_capacity(fillings: usize, steps: usize) -> Result<Self, OutOfMemory> {
        let mut starts = with_room(fillings + 1)?;
        starts.push(0);
        Ok(Self { starts, steps: with_room(steps)? })
    }

    /// Adds the steps of the next filling, for which there is room.
    fn push(&mut self, steps: impl Iterator<Item = Step>) {
        self.steps.extend(steps);
        self.starts.push(self.steps.len() as u32);
    }

    /// The number of fillings.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The steps of a filling.
    pub(crate) fn of(&self, filling: usize) -> &[Step] {
        &self.steps[self.starts[filling] as usize..self.starts[filling + 1] as usize]
    }

    /// The number of bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.len() * 4 + self.steps.len() * size_of::<Step>()
    }

    /// The reversed steps: for each filling the steps to it, with the fillings that they come from.
    pub(crate) fn reversed(&self) -> Result<Self, OutOfMemory> {
        let mut starts = filled(self.len() + 2, 0)?;
        for step in &self.steps {
            starts[step.next as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut steps = filled(self.steps.len(), Step { next: 0, piece: 0 })?;
        for from in 0..self.len() {
            for step in self.of(from) {
                let at = &mut starts[step.next as usize + 1];
                steps[*at as usize] = Step { next: from as u32, piece: step.piece };
                *at += 1;
            }
        }
        starts.pop();
        Ok(Self { starts, steps })
    }
}

impl Step {
    /// Returns whether it leaves the cell empty.
    pub(crate) fn is_empty(self) -> bool {
        self.piece == EMPTY
    }
}
