//! Half a graph, for puzzles that are their own half turn.
//!
//! Turned by 180°, the cells that a filling leaves free are a set of cells at the top of the board. Mostly it is a filling too, and
//! what can make it is known. So only the fillings up to the middle of the board are needed.
//!
//! But a piece may lie in a pocket: beyond the first cell that is not in the turned set. It is not found by filling the lowest
//! free cell. So pieces are taken out of pockets in all ways, and what is left is looked up. Where that would be too many ways, the
//! board is filled further.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::builder::Builder;
use crate::polyform::fits::Fits;
use crate::polyform::graph::{Graph, NoGraph};
use crate::polyform::limits::Stage;
use crate::polyform::meter::Meter;
use crate::polyform::numbers::DEAD;
use crate::polyform::problem::{Move, Problem, low_bits};
use crate::polyform::room::{NoRoom, filled, push};

/// The fillings of less than half of the board, and those that come next, until the rest of each is known.
pub(crate) struct HalfGraph<W> {
    pub(crate) graph: Graph<W>,
    /// Where the rests of each filling are.
    starts: Vec<(u32, u32)>,
    rests: Vec<Rest>,
    /// The pieces in pockets.
    pieces: Vec<u16>,
}

/// What can fill the cells that a filling leaves: turned, what makes another filling, and pieces in pockets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    pub(crate) filling: u32,
    /// Where the pieces are.
    pieces: (u32, u32),
}

impl<W: Word> HalfGraph<W> {
    /// Of a problem that is its own half turn.
    pub(crate) fn new(
        problem: &Problem<W>,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, NoGraph> {
        // The others are for the rests.
        let mut builder = Builder::new(problem, memory / 4 * 3)?;
        for cell in 0..problem.cells() {
            meter.at(Stage::Graph, cell as usize, 2 * problem.cells() as usize);
            let mut fits = None;
            for number in builder.take(cell) {
                if problem.is_half(builder.filling(number)) {
                    builder.put_back(cell, number)?;
                } else {
                    let fits = Fits::once(&mut fits, problem, cell)?;
                    builder.fill(number, fits, meter)?;
                }
            }
        }
        let mut pockets = Pockets::new(problem);
        let mut ends = Vec::new();
        for cell in 0..=problem.cells() {
            meter.at(Stage::Graph, (problem.cells() + cell) as usize, 2 * problem.cells() as usize);
            let mut fits = None;
            for number in builder.take(cell) {
                let cells = problem.turned(!builder.filling(number));
                if pockets.empty(cells, &builder)? {
                    meter.tick()?;
                    if pockets.bytes() > memory / 4 || pockets.rests.len() > MOST_RESTS {
                        return Err(NoGraph::TooLarge);
                    }
                    builder.end(number)?;
                    push(&mut ends, (number, pockets.rests.len() as u32))?;
                } else {
                    let fits = Fits::once(&mut fits, problem, cell)?;
                    builder.fill(number, fits, meter)?;
                }
            }
        }
        Ok(Self::finish(builder, &ends, &pockets.rests, pockets.pieces)?)
    }

    /// Numbers fillings anew. `ends` tells where the rests of the fillings that were not filled further end.
    fn finish(
        builder: Builder<'_, W>,
        ends: &[(u32, u32)],
        found: &[Rest],
        pieces: Vec<u16>,
    ) -> Result<Self, NoRoom> {
        let mut ranges = filled(builder.len(), (0, 0))?;
        let mut start = 0;
        for &(number, end) in ends {
            ranges[number as usize] = (core::mem::replace(&mut start, end), end);
        }
        let has_rests = |number: u32| ranges[number as usize].0 < ranges[number as usize].1;
        let (graph, numbers) = builder.finish(has_rests)?;
        let starts = filled(graph.len(), (0, 0))?;
        let mut half = Self { rests: Vec::new(), starts, graph, pieces };
        for (&(start, end), &number) in ranges.iter().zip(&numbers) {
            if start < end && number != DEAD {
                let rests = &found[start as usize..end as usize];
                let from = half.rests.len() as u32;
                half.rests.try_reserve(rests.len())?;
                half.rests.extend(
                    rests
                        .iter()
                        .map(|rest| Rest { filling: numbers[rest.filling as usize], ..*rest })
                        .filter(|rest| rest.filling != DEAD),
                );
                half.starts[number as usize] = (from, half.rests.len() as u32);
            }
        }
        Ok(half)
    }

    /// What can fill the cells that a filling leaves; nothing if it was filled further.
    pub(crate) fn rests(&self, filling: usize) -> &[Rest] {
        let (start, end) = self.starts[filling];
        &self.rests[start as usize..end as usize]
    }

    /// The pieces in pockets.
    pub(crate) fn pieces(&self, rest: &Rest) -> &[u16] {
        &self.pieces[rest.pieces.0 as usize..rest.pieces.1 as usize]
    }

    /// The filling that is the only rest of this one and has this one for its only rest.
    pub(crate) fn twin(&self, filling: usize) -> Option<usize> {
        let only = |i: usize| match self.rests(i) {
            [rest] if self.pieces(rest).is_empty() => Some(rest.filling as usize),
            _ => None,
        };
        only(filling).filter(|&twin| only(twin) == Some(filling))
    }

    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.graph.bytes()
            + self.starts.len() * 8
            + self.rests.len() * size_of::<Rest>()
            + self.pieces.len() * 2
    }
}

/// If there are more ways for a piece to lie in pockets, the board is filled further.
const MOST_MOVES: usize = 12;

/// Far fewer rests, and pieces of rests, than there are numbers.
const MOST_RESTS: usize = u32::MAX as usize / 1024;

/// Where more moves have the same lowest cell, tables for them would be too large.
const MOST_TABLED: usize = 1 << 10;

/// Takes pieces out of pockets.
struct Pockets<'a, W> {
    problem: &'a Problem<W>,
    /// By cells, if they were needed.
    fits: Vec<Option<Fits<'a, W>>>,
    /// What was found for all fillings.
    rests: Vec<Rest>,
    pieces: Vec<u16>,
    /// The moves in the pockets at hand, and the pieces that are out at the moment.
    moves: Vec<Move<W>>,
    out: Vec<u16>,
    /// Bytes of `fits`.
    table_bytes: usize,
}

impl<'a, W: Word> Pockets<'a, W> {
    fn new(problem: &'a Problem<W>) -> Self {
        let fits = (0..problem.cells()).map(|_| None).collect();
        let (rests, pieces, moves, out) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { problem, fits, rests, pieces, moves, out, table_bytes: 0 }
    }

    fn bytes(&self) -> usize {
        self.rests.capacity() * size_of::<Rest>() + self.pieces.capacity() * 2 + self.table_bytes
    }

    /// Finds the rests that make these cells, unless there may be too many; whether it did.
    fn empty(&mut self, cells: W, builder: &Builder<'_, W>) -> Result<bool, NoRoom> {
        let first = (!cells).trailing_zeros().min(self.problem.cells());
        let beyond = cells & !low_bits::<W>(first);
        self.moves.clear();
        let mut free = beyond;
        while free.count_ones() >= self.problem.smallest {
            let cell = free.trailing_zeros();
            if self.problem.moves_at(cell).len() > MOST_TABLED {
                return Ok(false);
            }
            let fits = match &mut self.fits[cell as usize] {
                Some(fits) => fits,
                none => {
                    let fits = none.insert(Fits::new(self.problem, cell)?);
                    self.table_bytes += fits.bytes();
                    fits
                }
            };
            self.moves.extend(fits.of(!free));
            if self.moves.len() > MOST_MOVES {
                return Ok(false);
            }
            free = free.without_lowest_bit();
        }
        self.take_out(cells, 0, builder)?;
        Ok(true)
    }

    /// Looks up the cells that are left, and takes out more of the moves from number `start` on.
    fn take_out(&mut self, cells: W, start: usize, builder: &Builder<'_, W>) -> Result<(), NoRoom> {
        if let Some(filling) = builder.find(cells) {
            let start = self.pieces.len() as u32;
            self.pieces.try_reserve(self.out.len())?;
            self.pieces.extend(&self.out);
            push(&mut self.rests, Rest { filling, pieces: (start, self.pieces.len() as u32) })?;
        }
        for i in start..self.moves.len() {
            let m = self.moves[i];
            if (m.cells & !cells).is_zero() {
                self.out.push(m.piece);
                self.take_out(cells & !m.cells, i + 1, builder)?;
                self.out.pop();
            }
        }
        Ok(())
    }
}
