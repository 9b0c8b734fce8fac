//! Depth-first search: fills the lowest free cell next and leaves no island.
//!
//! ```text
//! search(filled):
//!     if filled is the whole board: a solution
//!     for each placement on the lowest free cell that fits, of a piece of which a copy is left:
//!         if no region of free cells is an island: search(filled | placement)
//! ```
//!
//! [`Search`] keeps the stack itself, so it can pause at each solution and at each limit. Several
//! threads can [`Share`] a search. Cost: a few floods for each node, and no memory except the
//! stack.

use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::{StopReason, Word};

use crate::engine::budget::Budget;
use crate::engine::problem::{Copies, Pieces, Problem};
use crate::placement::Placement;

/// The part of a search that belongs to one thread.
pub(crate) trait Share {
    /// Returns whether it is the thread of the caller.
    fn is_first(&self) -> bool;

    /// Counts a node, if need be of those that other threads give back.
    fn tick(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason>;

    /// Returns whether the answer is still needed.
    fn goes_on(&self) -> bool;

    /// Returns whether all threads visit the partial solutions of this number of moves.
    fn visits_with_others(&self, moves: usize) -> bool;

    /// Returns whether a partial solution of this number of moves is left to another thread. Called
    /// once for each partial solution without islands, in the order of the search.
    fn leaves(&mut self, moves: usize, is_full: bool) -> bool;
}

/// The whole search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone;

impl Share for Alone {
    #[inline]
    fn is_first(&self) -> bool {
        true
    }

    #[inline]
    fn tick(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        budget.tick()
    }

    #[inline]
    fn goes_on(&self) -> bool {
        true
    }

    #[inline]
    fn visits_with_others(&self, _: usize) -> bool {
        false
    }

    #[inline]
    fn leaves(&mut self, _: usize, _: bool) -> bool {
        false
    }
}

/// A search that pauses at each solution and at each limit.
#[derive(Clone, Debug)]
pub(crate) struct Search<W, S = Alone> {
    problem: Arc<Problem<W>>,
    /// The empty board and the board after each move. Each frame but the last is followed by the
    /// frame of its move `next - 1`.
    frames: Vec<Frame<W>>,
    /// The number of copies of each piece that can still be used.
    left: Vec<u16>,
    /// The number of free cells that the pieces that must still be used leave.
    spare: i32,
    /// Whether the search has begun.
    begun: bool,
    share: S,
}

/// A partial solution.
#[derive(Clone, Debug)]
struct Frame<W> {
    filled: W,
    /// The moves that were not tried yet are those from `next` to `end`.
    next: u32,
    end: u32,
}

/// The cost of a node that another thread counts, in operations.
const WORK_OF_NODE: usize = 1 << 8;

impl<W: Word, S: Share> Search<W, S> {
    pub(crate) fn new(problem: &Arc<Problem<W>>, share: S) -> Self {
        let left = problem.pieces.iter().map(|copies| copies.max).collect();
        let needed = |copies: &Copies| i32::from(copies.min) * i32::from(copies.size);
        let spare = problem.cells() as i32 - problem.pieces.iter().map(needed).sum::<i32>();
        let problem = Arc::clone(problem);
        Self { problem, frames: Vec::new(), left, spare, begun: false, share }
    }

    /// Puts the empty board on the stack; returns whether that is a solution.
    #[cold]
    fn begin(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        budget.check()?;
        self.begun = true;
        if self.spare < 0 || self.problem.islands.has_one(W::ZERO) {
            return Ok(false);
        }
        self.push(W::ZERO);
        Ok(self.problem.full.is_zero() && self.share.is_first())
    }

    /// Pushes a partial solution with the moves on its lowest free cell.
    fn push(&mut self, filled: W) {
        let cell = (!filled & self.problem.full).trailing_zeros();
        let moves = if cell < self.problem.cells() { self.problem.moves_at(cell) } else { 0..0 };
        self.frames.push(Frame { filled, next: moves.start as u32, end: moves.end as u32 });
    }

    /// Continues to the next solution, which is on the board until the next call. After an error
    /// the search can continue where it stopped.
    pub(crate) fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        if !self.begun && self.begin(budget)? {
            return Ok(true);
        }
        // The last solution is still on the board: its frame has no moves and is popped below.
        while let Some(frame) = self.frames.last_mut() {
            let filled = frame.filled;
            if frame.next == frame.end {
                self.frames.pop();
                self.put_back();
                continue;
            }
            let m = self.problem.moves[frame.next as usize];
            frame.next += 1;
            if !(m.cells & filled).is_zero() {
                continue;
            }
            if !self.can_use(m.pieces) {
                continue;
            }
            if !self.tick(budget)? {
                break;
            }
            let after = filled | m.cells;
            if self.problem.islands.has_one(after)
                || self.share.leaves(self.frames.len(), after == self.problem.full)
            {
                continue;
            }
            self.take(m.pieces);
            self.push(after);
            if after == self.problem.full {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The cells of those of `pieces` that need not be used, if `left` copies are left.
    fn spare_of(&self, pieces: Pieces, left: u16) -> i32 {
        let Copies { min, max, size } = self.problem.pieces[usize::from(pieces.piece)];
        let needed = (min + left).saturating_sub(max);
        i32::from(pieces.times.saturating_sub(needed)) * i32::from(size)
    }

    /// Returns whether the pieces are left, and leave room for those that must still be used.
    fn can_use(&self, pieces: Pieces) -> bool {
        let left = self.left[usize::from(pieces.piece)];
        left >= pieces.times && self.spare_of(pieces, left) <= self.spare
    }

    /// Takes the pieces of a move.
    fn take(&mut self, pieces: Pieces) {
        let piece = usize::from(pieces.piece);
        self.spare -= self.spare_of(pieces, self.left[piece]);
        self.left[piece] -= pieces.times;
    }

    /// Puts back the pieces of the move that led to the frame that was popped.
    fn put_back(&mut self) {
        let Some(frame) = self.frames.last() else { return };
        let pieces = self.problem.moves[frame.next as usize - 1].pieces;
        let piece = usize::from(pieces.piece);
        self.left[piece] += pieces.times;
        self.spare += self.spare_of(pieces, self.left[piece]);
    }

    /// The pieces on the board.
    pub(crate) fn placements(&self) -> impl Iterator<Item = Placement> {
        let frames = &self.frames[..self.frames.len().saturating_sub(1)];
        let moves = frames.iter().map(|frame| self.problem.moves[frame.next as usize - 1]);
        moves.filter_map(|m| self.problem.placement(m))
    }

    /// Counts a node. Nodes that all threads visit are counted by the first thread only. Returns
    /// whether the search continues.
    #[inline]
    fn tick(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        let is_of_all = self.share.visits_with_others(self.frames.len());
        let has_checked = if is_of_all && !self.share.is_first() {
            budget.work(WORK_OF_NODE).map(|()| false)
        } else {
            self.share.tick(budget)
        };
        match has_checked {
            Ok(false) => Ok(true),
            Ok(true) => {
                if self.share.is_first() {
                    budget.report(self.progress());
                }
                Ok(self.share.goes_on())
            }
            Err(reason) => {
                // The move is tried again when the search continues.
                if let Some(frame) = self.frames.last_mut() {
                    frame.next -= 1;
                }
                Err(reason)
            }
        }
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

    /// Counts the solutions that are left.
    pub(crate) fn count(mut self, budget: &mut Budget<'_>) -> Result<u128, StopReason> {
        let mut count = 0;
        while self.next(budget)? {
            count += 1;
        }
        Ok(count)
    }
}
