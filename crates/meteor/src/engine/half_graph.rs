//! Half of the graph, for puzzles that are their own half turn.
//!
//! Turned by 180°, the cells that a filling leaves free are a set of cells at the top of the board. It is usually a
//! filling too, whose hands are known. So only the fillings up to the middle of the board are needed.
//!
//! The exception is a piece in a pocket, beyond the first cell that is not in the turned set: filling the lowest
//! free cell does not find it. Pieces are taken out of pockets in all ways, and the cells that are left are looked
//! up. If there would be too many ways, the filling is expanded instead.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::engine::builder::Builder;
use crate::engine::failure::Failure;
use crate::engine::fallible::{OutOfMemory, filled, push};
use crate::engine::fits::Fits;
use crate::engine::graph::Graph;
use crate::engine::meter::Meter;
use crate::engine::numbers::DEAD;
use crate::engine::order::low_bits;
use crate::engine::problem::{Move, Problem};
use crate::progress::Stage;

/// The fillings of less than half of the board, and those that follow until the rests of each are known.
pub(crate) struct HalfGraph<W> {
    pub(crate) graph: Graph<W>,
    pub(crate) rests: Rests,
}

/// The rests of each filling; none if it was expanded.
pub(crate) struct Rests {
    /// The rests of filling i are those of this range.
    ranges: Vec<(u32, u32)>,
    rests: Vec<Rest>,
    /// The pieces in pockets.
    pieces: Vec<u16>,
}

/// A way to fill the cells that a filling leaves: the turned pieces of another filling, and pieces in pockets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    pub(crate) filling: u32,
    /// The pieces in pockets.
    pieces: (u32, u32),
}

impl<W: Word> HalfGraph<W> {
    /// Builds half of the graph of a problem that is its own half turn.
    pub(crate) fn new(
        problem: &Problem<W>,
        memory: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        // The rest of the memory is for the rests.
        let mut builder = Builder::new(problem, memory / 4 * 3)?;
        for cell in 0..problem.cells() {
            meter.at(Stage::Graph, cell as usize, 2 * problem.cells() as usize);
            let mut fits = None;
            for number in builder.take(cell) {
                if problem.is_half(builder.filling(number)) {
                    builder.put_back(cell, number)?;
                } else {
                    let fits = Fits::once(&mut fits, problem, cell)?;
                    builder.expand(number, fits, meter)?;
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
                        return Err(Failure::TooLarge);
                    }
                    builder.end(number)?;
                    push(&mut ends, (number, pockets.rests.len() as u32))?;
                } else {
                    let fits = Fits::once(&mut fits, problem, cell)?;
                    builder.expand(number, fits, meter)?;
                }
            }
        }
        Ok(Self::finish(builder, &ends, &pockets.rests, pockets.pieces)?)
    }

    /// Renumbers the fillings. `ends` has the end of the rests of each filling that was not expanded.
    fn finish(
        builder: Builder<'_, W>,
        ends: &[(u32, u32)],
        found: &[Rest],
        pieces: Vec<u16>,
    ) -> Result<Self, OutOfMemory> {
        let mut ranges = filled(builder.len(), (0, 0))?;
        let mut start = 0;
        for &(number, end) in ends {
            ranges[number as usize] = (core::mem::replace(&mut start, end), end);
        }
        let has_rests = |number: u32| ranges[number as usize].0 < ranges[number as usize].1;
        let (graph, numbers) = builder.finish(has_rests)?;
        let rests = Rests::new(graph.len(), &ranges, &numbers, found, pieces)?;
        Ok(Self { graph, rests })
    }
}

impl Rests {
    /// The rests of `fillings` fillings. Before they were renumbered, filling i had those in `ranges[i]` of `found`.
    fn new(
        fillings: usize,
        ranges: &[(u32, u32)],
        numbers: &[u32],
        found: &[Rest],
        pieces: Vec<u16>,
    ) -> Result<Self, OutOfMemory> {
        let mut new = Self { ranges: filled(fillings, (0, 0))?, rests: Vec::new(), pieces };
        for (&(start, end), &number) in ranges.iter().zip(numbers) {
            if start < end && number != DEAD {
                let rests = &found[start as usize..end as usize];
                let from = new.rests.len() as u32;
                new.rests.try_reserve(rests.len())?;
                new.rests.extend(
                    rests
                        .iter()
                        .map(|rest| Rest { filling: numbers[rest.filling as usize], ..*rest })
                        .filter(|rest| rest.filling != DEAD),
                );
                new.ranges[number as usize] = (from, new.rests.len() as u32);
            }
        }
        Ok(new)
    }

    /// The rests of a filling.
    pub(crate) fn of(&self, filling: usize) -> &[Rest] {
        let (start, end) = self.ranges[filling];
        &self.rests[start as usize..end as usize]
    }

    /// The pieces in pockets of a rest.
    pub(crate) fn pieces(&self, rest: &Rest) -> &[u16] {
        &self.pieces[rest.pieces.0 as usize..rest.pieces.1 as usize]
    }

    /// The filling that is the only rest of this one, if this one is also its only rest.
    pub(crate) fn twin(&self, filling: usize) -> Option<usize> {
        let only = |i: usize| match self.of(i) {
            [rest] if self.pieces(rest).is_empty() => Some(rest.filling as usize),
            _ => None,
        };
        only(filling).filter(|&twin| only(twin) == Some(filling))
    }

    /// The number of bytes that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.ranges.len() * 8 + self.rests.len() * size_of::<Rest>() + self.pieces.len() * 2
    }
}

/// Maximum number of moves in the pockets of a filling. Beyond, the filling is expanded.
const MOST_MOVES: usize = 12;

/// Maximum number of rests; far fewer than there are numbers.
const MOST_RESTS: usize = u32::MAX as usize / 1024;

/// Maximum number of moves with the same lowest cell for which there are tables.
const MOST_TABLED: usize = 1 << 10;

/// Takes pieces out of pockets.
struct Pockets<'a, W> {
    problem: &'a Problem<W>,
    /// The tables of cells where they were needed.
    fits: Vec<Option<Fits<'a, W>>>,
    /// The rests of all fillings, and their pieces in pockets.
    rests: Vec<Rest>,
    pieces: Vec<u16>,
    /// The moves in the current pockets, and the pieces that are taken out at the moment.
    moves: Vec<Move<W>>,
    out: Vec<u16>,
    /// The number of bytes of `fits`.
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

    /// Finds the rests that make these cells. Returns whether it did: there may be too many.
    fn empty(&mut self, cells: W, builder: &Builder<'_, W>) -> Result<bool, OutOfMemory> {
        let first = (!cells).trailing_zeros().min(self.problem.cells());
        let beyond = cells & !low_bits::<W>(first);
        self.moves.clear();
        let mut free = beyond;
        for _ in self.problem.smallest..=free.count_ones() {
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

    /// Looks up the cells that are left, and takes out further moves, from number `start` on.
    fn take_out(
        &mut self,
        cells: W,
        start: usize,
        builder: &Builder<'_, W>,
    ) -> Result<(), OutOfMemory> {
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
