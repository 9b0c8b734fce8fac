//! The graph of fillings.
//!
//! A filling is a set of filled cells that is reached by filling the lowest free cell again and again. What can follow does not depend on the
//! pieces that made it, nor does the search for regions that cannot be filled, so both are worked out once for each filling,
//! whichever way leads to it. Fillings from which the full board cannot be reached are left out.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::builder::Builder;
use crate::polyform::fits::Fits;
use crate::polyform::limits::{Stage, Stop};
use crate::polyform::meter::Meter;
use crate::polyform::problem::{EMPTY, Problem};
use crate::polyform::room::{NoRoom, filled, with_room};

/// All fillings between the empty board and the goals, mostly the full board; each step leads to a higher number.
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
    /// It is too large for the limit of memory, or for the memory that there is.
    TooLarge,
    Stop(Stop),
}

impl From<Stop> for NoGraph {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<NoRoom> for NoGraph {
    fn from(_: NoRoom) -> Self {
        Self::TooLarge
    }
}

impl From<TryReserveError> for NoGraph {
    fn from(_: TryReserveError) -> Self {
        Self::TooLarge
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
            let mut fits = None;
            meter.at(Stage::Graph, cell as usize, problem.cells() as usize);
            for number in builder.take(cell) {
                let fits = Fits::once(&mut fits, problem, cell)?;
                builder.fill(number, fits, meter)?;
            }
        }
        let full = builder.take(problem.cells()).first().copied();
        full.into_iter().try_for_each(|full| builder.end(full))?;
        Ok(builder.finish(|number| Some(number) == full)?.0)
    }

    pub(crate) fn with_capacity(fillings: usize, steps: usize) -> Result<Self, NoRoom> {
        let mut starts = with_room(fillings + 1)?;
        starts.push(0);
        Ok(Self { fillings: with_room(fillings)?, starts, steps: with_room(steps)? })
    }

    /// Adds a filling and its steps, for which there is room.
    pub(crate) fn push(&mut self, filling: W, steps: impl Iterator<Item = Step>) {
        self.fillings.push(filling);
        self.steps.extend(steps);
        self.starts.push(self.steps.len() as u32);
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
    pub(crate) fn reversed(&self) -> Result<Self, NoRoom> {
        let mut starts = filled(self.len() + 2, 0)?;
        for step in &self.steps {
            starts[step.next as usize + 2] += 1;
        }
        for i in 2..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut steps = filled(self.steps.len(), Step { next: 0, piece: 0 })?;
        for from in 0..self.len() {
            for step in self.steps(from) {
                let at = &mut starts[step.next as usize + 1];
                steps[*at as usize] = Step { next: from as u32, piece: step.piece };
                *at += 1;
            }
        }
        starts.pop();
        Ok(Self { fillings: Vec::new(), starts, steps })
    }
}

impl Step {
    /// Whether it leaves the cell empty.
    pub(crate) fn is_empty(self) -> bool {
        self.piece == EMPTY
    }
}
