//! Depth-first search: the lowest free cell is filled next, and no region is left that cannot be filled.

use alloc::vec::Vec;

use bitboard_core::Word;

use crate::polyform::limits::{Stage, Stop};
use crate::polyform::meter::Meter;
use crate::polyform::observer::Observer;
use crate::polyform::problem::{EMPTY, Move, Problem};
use crate::polyform::puzzle::Placement;
use crate::polyform::solution::Solution;
#[cfg(feature = "parallel")]
use crate::polyform::team::Member;

/// A search that stops at each solution. It needs no memory but a stack of the pieces on the board.
#[derive(Clone, Debug)]
pub(crate) struct Dfs<'a, W> {
    problem: &'a Problem<W>,
    frames: Vec<Frame<W>>,
    /// How often each piece can still be used.
    left: Vec<u16>,
    /// How many more cells the pieces that must still be used have.
    needed: u32,
    /// Whether the search has begun.
    begun: bool,
    #[cfg(feature = "parallel")]
    member: Option<Member<'a>>,
    meter: Meter<'a>,
}

/// The threads of a team share the partial solutions of this many pieces: some hundreds, which take very different times.
#[cfg(feature = "parallel")]
const PIECES_OF_PART: usize = 3;
/// A node that another thread counts.
#[cfg(feature = "parallel")]
const WORK_OF_NODE: usize = 1 << 8;

#[derive(Clone, Debug)]
struct Frame<W> {
    filled: W,
    /// The moves that were not tried yet.
    next: u32,
    end: u32,
}

impl<'a, W: Word> Dfs<'a, W> {
    pub(crate) fn new(problem: &'a Problem<W>, meter: Meter<'a>) -> Self {
        let left = problem.pieces.iter().map(|stock| stock.max).collect();
        let needed = problem.pieces.iter().map(|stock| u32::from(stock.min * stock.size)).sum();
        Self {
            problem,
            frames: Vec::new(),
            left,
            needed,
            begun: false,
            #[cfg(feature = "parallel")]
            member: None,
            meter,
        }
    }

    /// Puts the empty board on the stack; whether that is a solution.
    #[cold]
    fn begin(&mut self) -> Result<bool, Stop> {
        self.begun = true;
        self.meter.interrupted()?;
        if self.needed > self.problem.cells() || self.problem.islands.has_one(W::ZERO) {
            return Ok(false);
        }
        self.push(W::ZERO);
        Ok(self.problem.full.is_zero() && self.is_first())
    }

    fn push(&mut self, filled: W) {
        let cell = (!filled & self.problem.full).trailing_zeros();
        let moves = if cell < self.problem.cells() { self.problem.moves_at(cell) } else { 0..0 };
        self.frames.push(Frame { filled, next: moves.start as u32, end: moves.end as u32 });
    }

    /// Goes on to the next solution. It is on the board until the next call.
    pub(crate) fn next<O: Observer>(&mut self, observer: &mut O) -> Result<bool, Stop> {
        if !self.begun && self.begin()? {
            return Ok(true);
        }
        // The last solution is still on the board: its frame has no moves and is popped below.
        while let Some(frame) = self.frames.last_mut() {
            let filled = frame.filled;
            if frame.next == frame.end {
                self.frames.pop();
                self.take_back(observer);
                continue;
            }
            let m = self.problem.moves[frame.next as usize];
            frame.next += 1;
            if !(m.cells & filled).is_zero() {
                continue;
            }
            let after = filled | m.cells;
            if !self.can_use(m, after) {
                continue;
            }
            self.tick()?;
            if self.meter.has_checked() && self.is_first() {
                self.meter.report(Stage::Search, self.progress());
            }
            if self.problem.islands.has_one(after) || self.is_for_others(after) {
                continue;
            }
            self.take(m);
            if O::WATCHES {
                if m.piece != EMPTY {
                    observer.placed(self.problem.placement(m));
                }
                if self.meter.has_checked() {
                    observer.progress(self.progress());
                }
            }
            self.push(after);
            if after == self.problem.full {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the piece is there, and those that must be used have room afterwards.
    fn can_use(&self, m: Move<W>, after: W) -> bool {
        let mut needed = self.needed;
        if m.piece != EMPTY {
            let piece = usize::from(m.piece);
            let left = self.left[piece];
            if left == 0 {
                return false;
            }
            let stock = self.problem.pieces[piece];
            if stock.max - left < stock.min {
                needed -= u32::from(stock.size);
            }
        }
        needed == 0 || needed <= self.problem.cells() - after.count_ones()
    }

    fn take(&mut self, m: Move<W>) {
        if m.piece != EMPTY {
            let piece = usize::from(m.piece);
            let stock = self.problem.pieces[piece];
            if stock.max - self.left[piece] < stock.min {
                self.needed -= u32::from(stock.size);
            }
            self.left[piece] -= 1;
        }
    }

    /// Takes back the move that led to the frame that was popped.
    fn take_back<O: Observer>(&mut self, observer: &mut O) {
        let Some(frame) = self.frames.last() else { return };
        let m = self.problem.moves[frame.next as usize - 1];
        if m.piece == EMPTY {
            return;
        }
        let piece = usize::from(m.piece);
        let stock = self.problem.pieces[piece];
        self.left[piece] += 1;
        if stock.max - self.left[piece] < stock.min {
            self.needed += u32::from(stock.size);
        }
        if O::WATCHES {
            observer.removed(self.problem.placement(m));
        }
    }

    /// What is on the board.
    pub(crate) fn placements(&self) -> impl Iterator<Item = Placement> {
        let frames = &self.frames[..self.frames.len().saturating_sub(1)];
        let moves = frames.iter().map(|frame| self.problem.moves[frame.next as usize - 1]);
        moves.filter(|m| m.piece != EMPTY).map(|m| self.problem.placement(m))
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    /// Counts a node. Those that all threads visit are counted by the first.
    #[inline]
    fn tick(&mut self) -> Result<(), Stop> {
        #[cfg(feature = "parallel")]
        if self.frames.len() <= PIECES_OF_PART && !self.is_first() {
            return self.meter.work(WORK_OF_NODE);
        }
        self.meter.tick()
    }

    /// Whether it searches in the thread of the caller.
    #[inline]
    fn is_first(&self) -> bool {
        #[cfg(feature = "parallel")]
        if let Some(member) = &self.member {
            return member.is_first;
        }
        true
    }

    /// Whether a partial solution, with one piece more than there are on the board, is a part that another thread takes.
    #[inline]
    fn is_for_others(&mut self, after: W) -> bool {
        #[cfg(feature = "parallel")]
        if self.frames.len() <= PIECES_OF_PART {
            return self.is_part_of_others(after);
        }
        let _ = after;
        false
    }

    #[cfg(feature = "parallel")]
    #[cold]
    fn is_part_of_others(&mut self, after: W) -> bool {
        let is_part = self.frames.len() == PIECES_OF_PART || after == self.problem.full;
        is_part && self.member.as_mut().is_some_and(|member| !member.takes())
    }

    /// How much of the search is done.
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

#[cfg(feature = "parallel")]
impl<'a, W: Word> Dfs<'a, W> {
    /// The number of solutions in the parts that a thread of a team takes.
    pub(crate) fn count_of(
        problem: &'a Problem<W>,
        member: Member<'a>,
        meter: &Meter<'a>,
    ) -> Result<u128, Stop> {
        let mut dfs = Self::new(problem, meter.member(member.team));
        dfs.member = Some(member);
        let mut count = 0;
        while dfs.next(&mut ())? {
            count += 1;
        }
        dfs.meter.tell();
        Ok(count)
    }
}

/// The solutions of a puzzle one after the other, always in the same order: by the pieces as
/// [`Puzzle::pieces`](crate::polyform::Puzzle::pieces) lists them, cell for cell in the order in which the solver fills
/// the board.
///
/// After an error there is nothing more.
#[derive(Clone, Debug)]
pub struct Search<'a, O = ()> {
    pub(crate) dfs: AnyDfs<'a>,
    pub(crate) placed: &'a [Placement],
    pub(crate) observer: O,
}

#[derive(Clone, Debug)]
pub(crate) enum AnyDfs<'a> {
    Narrow(Dfs<'a, u64>),
    Wide(Dfs<'a, u128>),
    /// After an error.
    Over(u64),
}

impl<O> Search<'_, O> {
    /// How many partial solutions have been looked at.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        match &self.dfs {
            AnyDfs::Narrow(dfs) => dfs.nodes(),
            AnyDfs::Wide(dfs) => dfs.nodes(),
            AnyDfs::Over(nodes) => *nodes,
        }
    }

    /// Whoever looks on.
    pub fn observer(&self) -> &O {
        &self.observer
    }

    /// Whoever looks on.
    pub fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }
}

impl<O: Observer> Search<'_, O> {
    /// Goes on to the next solution without telling it; whether there is one.
    ///
    /// # Errors
    /// [`Stop`] if a limit was reached.
    pub fn advance(&mut self) -> Result<bool, Stop> {
        let next = match &mut self.dfs {
            AnyDfs::Narrow(dfs) => dfs.next(&mut self.observer),
            AnyDfs::Wide(dfs) => dfs.next(&mut self.observer),
            AnyDfs::Over(_) => Ok(false),
        };
        if next.is_err() {
            self.dfs = AnyDfs::Over(self.nodes());
        }
        next
    }

    /// The solution to which the search has advanced.
    fn solution(&self) -> Solution {
        let placed = self.placed.iter().copied();
        match &self.dfs {
            AnyDfs::Narrow(dfs) => Solution::new(placed.chain(dfs.placements())),
            AnyDfs::Wide(dfs) => Solution::new(placed.chain(dfs.placements())),
            AnyDfs::Over(_) => Solution::new(placed),
        }
    }
}

impl<O: Observer> Iterator for Search<'_, O> {
    type Item = Result<Solution, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(true) => Some(Ok(self.solution())),
            Ok(false) => None,
            Err(stop) => Some(Err(stop)),
        }
    }
}
