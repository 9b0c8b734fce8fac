//! Depth-first search: fills the lowest free cell next and leaves no island.
//!
//! ```text
//! search(filled):
//!     if filled is the whole board: a solution
//!     for each placement on the lowest free cell that fits, of a piece of which a copy is left:
//!         if no region of free cells is an island: search(filled | placement)
//! ```
//!
//! [`Search`] keeps the stack itself, so it can pause at each solution and at each limit. A search
//! of the first levels finds *prefixes*, from each of which another one continues, so threads can
//! share the work. Cost: a few floods for each node, and no memory except the stack.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::{StopReason, Word};

use crate::engine::Find;
use crate::engine::budget::Budget;
use crate::engine::problem::{Copies, Pieces, Problem};
#[cfg(feature = "parallel")]
use crate::engine::team::Prefixes;
use crate::placement::Placement;

/// A search that pauses at each solution and at each limit.
#[derive(Clone, Debug)]
pub(crate) struct Search<W> {
    problem: Arc<Problem<W>>,
    /// The empty board and the board after each move. Each frame but the last is followed by the
    /// frame of its move `next - 1`.
    frames: Vec<Frame<W>>,
    stock: Stock,
    /// Whether the search has begun.
    begun: bool,
    /// The frames of the prefix below which it searches, apart from the last one.
    floor: usize,
    /// The most frames; a board with that many is a result like a solution.
    ceiling: usize,
}

/// A partial solution.
#[derive(Clone, Debug)]
struct Frame<W> {
    filled: W,
    /// The moves that were not tried yet are those from `next` to `end`.
    next: u32,
    end: u32,
}

impl<W: Word> Search<W> {
    /// A search for the solutions.
    pub(crate) fn new(problem: &Arc<Problem<W>>) -> Self {
        let (problem, stock) = (Arc::clone(problem), Stock::new(problem));
        let (frames, ceiling) = (Vec::new(), usize::MAX);
        Self { problem, frames, stock, begun: false, floor: 0, ceiling }
    }

    /// Puts the empty board on the stack; returns whether that is a solution.
    #[cold]
    fn begin(&mut self, budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.check()?;
        self.begun = true;
        if self.stock.is_short() || self.problem.islands.has_one(W::ZERO) {
            return Ok(false);
        }
        self.push(W::ZERO);
        Ok(self.problem.full.is_zero())
    }

    /// Pushes a partial solution with the moves on its lowest free cell, of which a result of this
    /// search has none. Returns whether it is a result.
    fn push(&mut self, filled: W) -> bool {
        let is_result = filled == self.problem.full || self.frames.len() + 1 == self.ceiling;
        let moves = match is_result {
            true => 0..0,
            false => self.problem.moves_at((!filled & self.problem.full).trailing_zeros()),
        };
        self.frames.push(Frame { filled, next: moves.start as u32, end: moves.end as u32 });
        is_result
    }

    /// Puts back the pieces of the move that led to the frame that was popped.
    fn put_back(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let pieces = self.problem.moves[frame.next as usize - 1].pieces;
        self.stock.put_back(&self.problem, pieces);
    }

    /// The part of the search that is done, if all branches of a node were equally large.
    fn progress(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for frame in self.frames.iter().take(12) {
            let cell = (!frame.filled & self.problem.full).trailing_zeros();
            let moves = self.problem.moves_at(cell);
            share /= moves.len().max(1) as f64;
            done += share * (frame.next as usize - moves.start).saturating_sub(1) as f64;
        }
        done
    }
}

impl<W: Word> Find for Search<W> {
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        if !self.begun && self.begin(budget)? {
            return Ok(true);
        }
        // The last solution is still on the board: its frame has no moves and is popped below.
        while self.frames.len() > self.floor
            && let Some(frame) = self.frames.last_mut()
        {
            let filled = frame.filled;
            if frame.next == frame.end {
                self.frames.pop();
                self.put_back();
                continue;
            }
            let m = self.problem.moves[frame.next as usize];
            frame.next += 1;
            if !(m.cells & filled).is_zero() || !self.stock.can_use(&self.problem, m.pieces) {
                continue;
            }
            if let Err(reason) = budget.tick_search(|| self.progress()) {
                // The move is tried again when the search continues.
                self.frames.last_mut().into_iter().for_each(|frame| frame.next -= 1);
                return Err(reason);
            }
            let after = filled | m.cells;
            if self.problem.islands.has_one(after) {
                continue;
            }
            self.stock.take(&self.problem, m.pieces);
            if self.push(after) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn board(&self, _: u128) -> Vec<Placement> {
        let frames = &self.frames[..self.frames.len().saturating_sub(1)];
        let moves = frames.iter().map(|frame| self.problem.moves[frame.next as usize - 1]);
        moves.filter_map(|m| self.problem.placement(m)).collect()
    }

    fn boxed(&self) -> Box<dyn Find> {
        Box::new(self.clone())
    }
}

#[cfg(feature = "parallel")]
impl<W: Word> Prefixes for Search<W> {
    fn of_prefixes(self, moves: usize) -> Self {
        Self { ceiling: moves + 1, ..self }
    }

    fn below(&self) -> Self {
        let mut search = Self { ceiling: usize::MAX, ..self.clone() };
        if let Some(frame) = search.frames.pop() {
            search.floor = search.frames.len();
            search.push(frame.filled);
        }
        search
    }

    fn is_full(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.filled == self.problem.full)
    }

    fn end(&mut self) {
        self.begun = true;
        self.frames.clear();
    }
}

/// The pieces that are left.
#[derive(Clone, Debug)]
pub(crate) struct Stock {
    /// The number of copies of each piece that can still be used.
    left: Vec<u16>,
    /// The number of free cells that the pieces that must still be used leave.
    spare: i32,
}

impl Stock {
    /// All pieces of a problem.
    pub(crate) fn new<W: Word>(problem: &Problem<W>) -> Self {
        let left = problem.pieces.iter().map(|copies| copies.max).collect();
        let needed = |copies: &Copies| i32::from(copies.min) * i32::from(copies.size);
        let spare = problem.cells() as i32 - problem.pieces.iter().map(needed).sum::<i32>();
        Self { left, spare }
    }

    /// Returns whether the pieces that must be used do not fit the free cells.
    pub(crate) fn is_short(&self) -> bool {
        self.spare < 0
    }

    /// The cells of those of `pieces` that need not be used, if `left` copies are left.
    #[inline]
    fn spare_of<W>(problem: &Problem<W>, pieces: Pieces, left: u16) -> i32 {
        let Copies { min, max, size } = problem.pieces[usize::from(pieces.piece)];
        let needed = (min + left).saturating_sub(max);
        i32::from(pieces.times.saturating_sub(needed)) * i32::from(size)
    }

    /// Returns whether the pieces are left, and leave room for those that must still be used.
    #[inline]
    pub(crate) fn can_use<W>(&self, problem: &Problem<W>, pieces: Pieces) -> bool {
        let left = self.left[usize::from(pieces.piece)];
        left >= pieces.times && Self::spare_of(problem, pieces, left) <= self.spare
    }

    /// Takes the pieces of a move.
    #[inline]
    pub(crate) fn take<W>(&mut self, problem: &Problem<W>, pieces: Pieces) {
        let piece = usize::from(pieces.piece);
        self.spare -= Self::spare_of(problem, pieces, self.left[piece]);
        self.left[piece] -= pieces.times;
    }

    /// Puts back the pieces of a move.
    #[inline]
    pub(crate) fn put_back<W>(&mut self, problem: &Problem<W>, pieces: Pieces) {
        let piece = usize::from(pieces.piece);
        self.left[piece] += pieces.times;
        self.spare += Self::spare_of(problem, pieces, self.left[piece]);
    }
}
