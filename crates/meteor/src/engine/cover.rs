//! Depth-first search that fills the cell with the fewest moves next.
//!
//! In space, few sets of filled cells can be reached in several ways, and the lowest free cell has a
//! hundred moves. So solutions are counted there by this search. A puzzle is a list of *items* that
//! must be covered once: the free cells and the pieces that are used once. A move covers some items:
//!
//! ```text
//! count(moves): all of them disjoint from the items that are covered
//!     item = that with the fewest moves; if it has none: no solution
//!     for each move on the item: count(the moves that are disjoint from this one)
//! ```
//!
//! This is Knuth's algorithm X with the rule of dancing links (D. E. Knuth, "Dancing Links", 2000).
//! Instead of links it copies the moves that still fit, a list that becomes short quickly, and counts
//! those of all items at once, in [`Tally`]. Cost: some operations for each move that fits, at each
//! node.
//!
//! A symmetry of the puzzle maps solutions to solutions. So the first item is a piece that is used
//! once, and of its moves that symmetries map to one another only one is tried, with the number of
//! them as its *weight*.

use alloc::sync::Arc;
use alloc::vec::Vec;

use bitboard_core::{StopReason, Word};

use crate::engine::budget::Budget;
use crate::engine::problem::{Move, Pieces, Problem};
use crate::engine::search::Stock;
use crate::engine::symmetry::{Symmetry, image};
#[cfg(feature = "parallel")]
use crate::engine::team::Prefixes;

/// A search that pauses at each solution and at each limit.
#[derive(Clone, Debug)]
pub(crate) struct Cover<W> {
    problem: Arc<Problem<W>>,
    /// All items.
    items: u128,
    /// The moves that fit, frame by frame, and room for more.
    fitting: Vec<Fitting>,
    frames: Vec<Frame<W>>,
    stock: Stock,
    /// The item that is covered first, if it is not that with the fewest moves.
    first: Option<u128>,
    begun: bool,
    /// The frames of the prefix below which it searches, apart from the last one.
    floor: usize,
    /// The most frames; a board with that many is a result like a solution.
    ceiling: usize,
}

/// A move that fits.
#[derive(Clone, Copy, Default, Debug)]
struct Fitting {
    items: u128,
    /// Its place in the moves of the problem.
    place: u32,
    pieces: Pieces,
    /// The number of moves for which it stands.
    weight: u16,
    /// Whether its piece is an item.
    is_once: bool,
}

/// A partial solution.
#[derive(Clone, Debug)]
struct Frame<W> {
    filled: W,
    covered: u128,
    /// The item that is covered next; 0 if the frame is a result.
    item: u128,
    /// The moves that fit are those from `start` on; those from `next` on were not tried yet.
    start: usize,
    next: usize,
    end: usize,
}

impl<W: Word> Cover<W> {
    /// A search for the solutions. `symmetries` map solutions to solutions.
    pub(crate) fn new(problem: &Arc<Problem<W>>, symmetries: &[Symmetry]) -> Self {
        Self::of_prefixes(problem, symmetries, usize::MAX - 1)
    }

    /// A search for the partial solutions of this number of moves, and the solutions of fewer.
    pub(crate) fn of_prefixes(
        problem: &Arc<Problem<W>>,
        symmetries: &[Symmetry],
        moves: usize,
    ) -> Self {
        let mut next = problem.cells();
        let bits: Vec<u128> = { problem.pieces.iter() }
            .map(|copies| {
                let is_item = (copies.min, copies.max) == (1, 1) && next < 128;
                next += u32::from(is_item);
                if is_item { 1 << (next - 1) } else { 0 }
            })
            .collect();
        let fitting = |(place, m): (usize, &Move<W>)| {
            let bit = bits[usize::from(m.pieces.piece)];
            let (items, is_once) = (m.cells.to_u128() | bit, bit != 0);
            Fitting { items, place: place as u32, pieces: m.pieces, weight: 1, is_once }
        };
        let stock = Stock::new(problem);
        let mut fitting: Vec<_> = problem.moves.iter().enumerate().map(fitting).collect();
        fitting.retain(|f| stock.can_use(problem, f.pieces));
        let mut search = Self {
            items: problem.full.to_u128() | bits.iter().fold(0, |all, bit| all | bit),
            fitting,
            frames: Vec::new(),
            stock,
            first: None,
            begun: false,
            floor: 0,
            ceiling: moves + 1,
            problem: Arc::clone(problem),
        };
        if !symmetries.is_empty() {
            search.reduce(&bits, symmetries);
        }
        search
    }

    /// Chooses the piece whose moves have the fewest orbits under the symmetries, and keeps one move
    /// of each orbit.
    fn reduce(&mut self, bits: &[u128], symmetries: &[Symmetry]) {
        let images: Vec<_> = { symmetries.iter() }
            .map(|symmetry| (symmetry, self.problem.images(&symmetry.cells)))
            .collect();
        let orbits = |piece: usize| {
            let keeps = |symmetry: &Symmetry| symmetry.image_of(piece) == Some(piece);
            let mut orbits: Vec<Fitting> = Vec::new();
            let own = self.fitting.iter().filter(|f| f.items & bits[piece] != 0);
            let mut left: Vec<_> = own.collect();
            while let Some(&first) = left.first() {
                let before = left.len();
                let maps = images.iter().filter(|(symmetry, _)| keeps(symmetry));
                let cells = |f: &Fitting| self.problem.moves[f.place as usize].cells;
                let orbit: Vec<W> = maps.map(|(_, map)| image(map, cells(first))).collect();
                left.retain(|&other| other.place != first.place && !orbit.contains(&cells(other)));
                orbits.push(Fitting { weight: (before - left.len()) as u16, ..*first });
            }
            (bits[piece], orbits)
        };
        let once = (0..bits.len()).filter(|&piece| bits[piece] != 0);
        if let Some((bit, orbits)) = once.map(orbits).min_by_key(|(_, orbits)| orbits.len()) {
            self.fitting.retain(|other| other.items & bit == 0);
            self.fitting.extend(orbits);
            self.first = Some(bit);
        }
    }

    /// Puts the empty board on the stack; returns whether that is a solution.
    #[cold]
    fn begin(&mut self, budget: &Budget<'_>) -> Result<bool, StopReason> {
        budget.check()?;
        self.begun = true;
        if self.stock.is_short() || self.problem.islands.has_one(W::ZERO) {
            return Ok(false);
        }
        let mut tally = Tally::default();
        self.fitting.iter().for_each(|f| tally.add(f.items));
        let item = self.first.unwrap_or_else(|| tally.fewest(self.items));
        let end = self.fitting.len();
        self.frames.push(Frame { filled: W::ZERO, covered: 0, item, start: 0, next: 0, end });
        Ok(self.items == 0)
    }

    /// Pushes the board after a move, with the moves that still fit. Returns whether it is a result.
    fn push(&mut self, filled: W, covered: u128, (start, end): (usize, usize)) -> bool {
        let (mut tally, mut top) = (Tally::default(), end);
        if self.fitting.len() < end + (end - start) {
            self.fitting.resize(2 * end, Fitting::default());
        }
        let (before, after) = self.fitting.split_at_mut(end);
        for f in &before[start..] {
            let fits = f.items & covered == 0
                && (f.is_once || self.stock.can_use(&self.problem, f.pieces));
            // Without a branch, which could not be predicted.
            after[top - end] = *f;
            top += usize::from(fits);
            tally.add(if fits { f.items } else { 0 });
        }
        let left = self.items & !covered;
        let is_result = left == 0 || self.frames.len() + 1 == self.ceiling;
        let item = if is_result { 0 } else { tally.fewest(left) };
        self.frames.push(Frame { filled, covered, item, start: end, next: end, end: top });
        is_result
    }

    /// Continues to the next solution. After an error the search can continue where it stopped.
    pub(crate) fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        if !self.begun && self.begin(budget)? {
            return Ok(true);
        }
        while self.frames.len() > self.floor
            && let Some(frame) = self.frames.last()
        {
            let &Frame { filled, covered, item, start, end, next } = frame;
            let rest = &self.fitting[next..end];
            let found = rest.iter().position(|f| f.items & item != 0);
            let Some(place) = found.map(|i| next + i) else {
                self.frames.pop();
                self.put_back();
                continue;
            };
            budget.tick_search(|| self.progress())?;
            let Some(frame) = self.frames.last_mut() else { break };
            frame.next = place + 1;
            let Fitting { items, pieces, place, .. } = self.fitting[place];
            let after = filled | self.problem.moves[place as usize].cells;
            if self.problem.islands.has_one(after) {
                continue;
            }
            self.stock.take(&self.problem, pieces);
            if self.push(after, covered | items, (start, end)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts back the pieces of the move that led to the frame that was popped.
    fn put_back(&mut self) {
        if let Some(frame) = self.frames.last() {
            let pieces = self.fitting[frame.next - 1].pieces;
            self.stock.put_back(&self.problem, pieces);
        }
    }

    /// The part of the search that is done, if all branches of a node were equally large.
    fn progress(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for frame in self.frames.iter().take(8) {
            let on_item =
                |moves: &[Fitting]| moves.iter().filter(|f| f.items & frame.item != 0).count();
            share /= on_item(&self.fitting[frame.start..frame.end]).max(1) as f64;
            let tried = on_item(&self.fitting[frame.start..frame.next]);
            done += share * tried.saturating_sub(1) as f64;
        }
        done
    }

    /// The number of solutions for which the one on the board stands.
    pub(crate) fn weight(&self) -> u128 {
        let first = self.frames.first().filter(|frame| frame.next > 0);
        first.map_or(1, |frame| self.fitting[frame.next - 1].weight.into())
    }

    /// Counts the solutions that are left.
    pub(crate) fn count(&mut self, budget: &mut Budget<'_>) -> Result<u128, StopReason> {
        let mut count = 0;
        while self.next(budget)? {
            count += self.weight();
        }
        Ok(count)
    }
}

#[cfg(feature = "parallel")]
impl<W: Word> Prefixes for Cover<W> {
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        self.next(budget)
    }

    fn below(&self) -> Self {
        let mut search = Self { ceiling: usize::MAX, ..self.clone() };
        if let Some(frame) = search.frames.last_mut() {
            let mut tally = Tally::default();
            search.fitting[frame.start..frame.end].iter().for_each(|f| tally.add(f.items));
            frame.item = tally.fewest(search.items & !frame.covered);
            search.floor = search.frames.len() - 1;
        }
        search
    }

    fn weight(&self) -> u128 {
        self.weight()
    }

    fn is_full(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.covered == self.items)
    }

    fn end(&mut self) {
        self.begun = true;
        self.frames.clear();
    }
}

/// The number of sets with each item, for all items at once: bit i of plane j is bit j of the number
/// of item i. Numbers that do not fit the planes stay at the maximum.
///
/// A full adder takes two sets of the same significance and a plane. So each plane waits for a
/// second set, and half as many sets arrive at each plane as at the one before.
#[derive(Default)]
struct Tally {
    planes: [u128; PLANES],
    waiting: [u128; PLANES],
    /// The items with numbers that are too large.
    over: u128,
    /// The number of sets: bit j tells whether a set waits for plane j.
    count: usize,
}

/// The number of planes, enough for 127 moves. Items with more are equally bad.
const PLANES: usize = 7;

impl Tally {
    /// Adds one to the number of each of these items.
    #[inline(always)]
    fn add(&mut self, items: u128) {
        let (mut carry, mut count) = (items, self.count);
        self.count += 1;
        for (plane, waiting) in self.planes.iter_mut().zip(&mut self.waiting) {
            if count & 1 == 0 {
                *waiting = carry;
                return;
            }
            let half = *plane ^ *waiting;
            let next = (*plane & *waiting) | (half & carry);
            *plane = half ^ carry;
            (carry, count) = (next, count >> 1);
        }
        self.over |= carry;
    }

    /// The lowest of the items with the smallest number; 0 if that number is 0.
    fn fewest(mut self, items: u128) -> u128 {
        for level in (0..PLANES).filter(|level| self.count >> level & 1 == 1) {
            let mut carry = self.waiting[level];
            for plane in &mut self.planes[level..] {
                (*plane, carry) = (*plane ^ carry, *plane & carry);
            }
            self.over |= carry;
        }
        let (mut fewest, mut is_none) = (items, true);
        for plane in self.planes.iter().rev() {
            let less = fewest & !(plane | self.over);
            is_none &= less != 0;
            fewest = if less == 0 { fewest } else { less };
        }
        if is_none { 0 } else { fewest & fewest.wrapping_neg() }
    }
}
