//! Depth-first search that fills the cell with the fewest moves next.
//!
//! In space, few sets of filled cells can be reached in several ways, and the lowest free cell has a
//! hundred moves. So solutions are found there by this search. A puzzle is a list of *items* that
//! must be covered once: the free cells and the pieces that are used once. A move covers some items:
//!
//! ```text
//! search(moves): all of them disjoint from the items that are covered
//!     item = that with the fewest moves; if it has none: no solution
//!     for each move on the item: search(the moves that are disjoint from this one)
//! ```
//!
//! This is Knuth's algorithm X with the rule of dancing links (D. E. Knuth, "Dancing Links", 2000).
//! Instead of links it copies the moves that still fit, a list that becomes short quickly. While it
//! does, it finds the items without a move, which end half of the nodes, and with only one. For the
//! others, [`Tally`] counts the moves of all items at once. Cost: some operations for each move
//! that fits, at each node.
//!
//! A symmetry of the puzzle maps solutions to solutions. So the first item is a piece that is used
//! once, and of its moves that symmetries map to one another only one is tried. A solution that is
//! found stands for all of its *images*, and their number is its *weight*. If some symmetries leave
//! the move unchanged, the next item is another piece, of whose moves that these symmetries map to
//! one another only one is tried, and so on.
//!
//! Solutions are ordered as they are found, each with its images one after another.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use bitboard_core::{Bits, StopReason, Word};

use crate::engine::Find;
use crate::engine::budget::Budget;
use crate::engine::problem::{Copies, Move, Problem};
use crate::engine::search::Stock;
use crate::engine::symmetry::{Symmetry, Turn};
#[cfg(feature = "parallel")]
use crate::engine::team::Prefixes;
use crate::placement::Placement;
use crate::puzzle::Puzzle;

/// A search that pauses at each solution and at each limit.
#[derive(Clone, Debug)]
pub(crate) struct Cover<W> {
    problem: Arc<Problem<W>>,
    /// All items.
    items: u128,
    /// The item of each piece, 0 if it is not used once.
    bits: Vec<u128>,
    /// Whether all pieces are used once.
    is_once: bool,
    /// The moves that fit, frame by frame, and room for more.
    fitting: Vec<Fitting>,
    frames: Vec<Frame<W>>,
    stock: Stock,
    /// For each of the first frames, the symmetries that leave all moves before it unchanged,
    /// without the identity. The items of these frames are pieces, of whose moves only one of each
    /// orbit is tried.
    levels: Vec<Vec<Arc<Turn>>>,
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
}

/// A partial solution.
#[derive(Clone, Debug)]
struct Frame<W> {
    filled: W,
    covered: u128,
    /// The item that is covered next.
    item: u128,
    /// The moves that fit are those from `start` on; those from `next` on were not tried yet.
    start: usize,
    next: usize,
    end: usize,
}

/// Symmetries, without the identity.
type Turns = [Arc<Turn>];

/// The most images of moves that are computed for a frame, which takes some milliseconds.
const MOST_IMAGES: usize = 1 << 20;

impl<W: Word> Cover<W> {
    /// A search for the solutions. With the `puzzle` of the problem, solutions that its symmetries
    /// map to one another are found once.
    pub(crate) fn new(
        problem: &Arc<Problem<W>>,
        puzzle: Option<&Puzzle>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, StopReason> {
        budget.check()?;
        let mut free = problem.cells()..128;
        let bit = |copies: &Copies| match (copies.min, copies.max) {
            (1, 1) => free.next().map_or(0, |i| 1 << i),
            _ => 0,
        };
        let bits: Vec<u128> = problem.pieces.iter().map(bit).collect();
        let mut search = Self {
            items: problem.full.to_u128() | bits.iter().fold(0, |all, bit| all | bit),
            is_once: bits.iter().all(|&bit| bit != 0),
            bits,
            fitting: Vec::new(),
            frames: Vec::new(),
            stock: Stock::new(problem),
            levels: Vec::new(),
            begun: false,
            floor: 0,
            ceiling: usize::MAX,
            problem: Arc::clone(problem),
        };
        for (place, m) in (0..).zip(&problem.moves) {
            budget.work(1)?;
            let items = m.cells.to_u128() | search.bits[usize::from(m.pieces.piece)];
            search.fitting.push(Fitting { items, place });
        }
        let all = search.fitting.len();
        if !search.stock.is_short()
            && !problem.islands.has_one(W::ZERO)
            && let Some((item, end)) = search.fit(0..all, 0)
        {
            search.fitting.drain(..all);
            let filled = W::ZERO;
            let frame = Frame { filled, covered: 0, item, start: 0, next: 0, end: end - all };
            search.frames.push(frame);
            if let Some(puzzle) = puzzle {
                let symmetries = Symmetry::of_solutions(puzzle, budget)?;
                let turn = |symmetry| Arc::new(Turn::new(problem, symmetry));
                search.reduce(symmetries.iter().map(turn).collect());
            }
        }
        Ok(search)
    }

    /// Copies those of some moves that are disjoint from the covered items. Returns the item with
    /// the fewest, and the end of the copy; `None` if an item has none.
    #[inline]
    fn fit(&mut self, from: Range<usize>, covered: u128) -> Option<(u128, usize)> {
        let end = from.end;
        if self.fitting.len() < end + from.len() {
            self.fitting.resize(end + from.len(), Fitting::default());
        }
        let (before, after) = self.fitting.split_at_mut(end);
        let can_use =
            |place: usize| self.stock.can_use(&self.problem, self.problem.moves[place].pieces);
        let (mut top, mut some, mut several) = (0, 0, 0);
        for f in &before[from] {
            // Without a branch, which could not be predicted.
            let fits = (f.items & covered == 0) & (self.is_once || can_use(f.place as usize));
            after[top] = *f;
            top += usize::from(fits);
            let items = f.items & u128::from(fits).wrapping_neg();
            several |= some & items;
            some |= items;
        }
        let left = self.items & !covered;
        if left & !some != 0 {
            return None;
        }
        let single = left & !several;
        let item =
            if single != 0 { single.lowest_bit() } else { Tally::of(&after[..top]).fewest(left) };
        Some((item, end + top))
    }

    /// Makes the move at this place of the list of the last frame. Returns whether the board is a
    /// result, `None` if it has no solution.
    fn make(&mut self, at: usize) -> Option<bool> {
        let frame = self.frames.last_mut()?;
        frame.next = at + 1;
        let &mut Frame { filled, covered, start, end, .. } = frame;
        let Fitting { items, place, .. } = self.fitting[at];
        let m = self.problem.moves[place as usize];
        let (filled, covered) = (filled | m.cells, covered | items);
        if self.problem.islands.has_one(filled) {
            return None;
        }
        self.stock.take(&self.problem, m.pieces);
        let Some((item, top)) = self.fit(start..end, covered) else {
            self.stock.put_back(&self.problem, m.pieces);
            return None;
        };
        self.frames.push(Frame { filled, covered, item, start: end, next: end, end: top });
        if self.levels.len() + 1 == self.frames.len() {
            let turns = self.levels.iter().last().into_iter().flatten();
            self.reduce(turns.filter(|turn| turn.image(m) == m).cloned().collect());
        }
        let is_result = covered == self.items || self.frames.len() == self.ceiling;
        if is_result && let Some(frame) = self.frames.last_mut() {
            frame.next = frame.end;
        }
        Some(is_result)
    }

    /// Sets the level of the last frame, given the symmetries that leave all moves unchanged.
    /// Chooses the piece whose moves have the fewest orbits, if they have fewer than moves, and
    /// keeps the smallest move of each orbit.
    #[cold]
    fn reduce(&mut self, turns: Vec<Arc<Turn>>) {
        let Some(frame) = self.frames.last_mut() else { return };
        let moves = &mut self.fitting[frame.start..frame.end];
        if moves.len() * turns.len() > MOST_IMAGES {
            return;
        }
        let mut is_smallest = Vec::with_capacity(moves.len());
        // The numbers of orbits and of moves.
        let mut numbers = vec![(0, 0); self.bits.len()];
        for f in &*moves {
            let m = self.problem.moves[f.place as usize];
            let is_least = own_images(&turns, m).all(|(_, image)| image.cells >= m.cells);
            is_smallest.push(is_least);
            let number = &mut numbers[usize::from(m.pieces.piece)];
            *number = (number.0 + u32::from(is_least), number.1 + 1);
        }
        let pieces = numbers.iter().zip(&self.bits);
        let pieces = pieces.filter(|((orbits, all), bit)| orbits < all && **bit != 0);
        if let Some((_, &bit)) = pieces.min_by_key(|((orbits, _), _)| orbits) {
            let mut top = 0;
            for i in 0..moves.len() {
                moves[top] = moves[i];
                top += usize::from(moves[i].items & bit == 0 || is_smallest[i]);
            }
            (frame.item, frame.end) = (bit, frame.start + top);
            self.levels.push(turns);
        }
    }

    /// The moves on the board.
    fn moves(&self) -> impl DoubleEndedIterator<Item = Move<W>> {
        let frames = &self.frames[..self.frames.len().saturating_sub(1)];
        let places = frames.iter().map(|frame| self.fitting[frame.next - 1].place);
        places.map(|place| self.problem.moves[place as usize])
    }

    /// Returns whether the board is a solution.
    fn is_solved(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.covered == self.items)
    }

    /// The part of the search that is done, if all branches of a node were equally large.
    fn progress(&self) -> f64 {
        let (mut done, mut share) = (0.0, 1.0);
        for frame in self.frames.iter().take(8) {
            let is_on = |f: &&Fitting| f.items & frame.item != 0;
            let on_item = |end| self.fitting[frame.start..end].iter().filter(is_on).count();
            share /= on_item(frame.end).max(1) as f64;
            done += share * on_item(frame.next).saturating_sub(1) as f64;
        }
        done
    }
}

/// The images of a move that have the same piece, each with its symmetry.
fn own_images<W: Word>(turns: &Turns, m: Move<W>) -> impl Iterator<Item = (&Turn, Move<W>)> {
    let all = turns.iter().map(move |turn| (&**turn, turn.image(m)));
    all.filter(move |(_, image)| image.pieces == m.pieces)
}

/// The different images of a move of which one is tried, each with a symmetry that maps the move to
/// it. The first one is the move itself.
fn images<W: Word>(turns: &Turns, m: Move<W>) -> Vec<(Option<&Turn>, Move<W>)> {
    let mut images = vec![(None, m)];
    for (turn, image) in own_images(turns, m) {
        if images.iter().all(|other| other.1 != image) {
            images.push((Some(turn), image));
        }
    }
    images
}

impl<W: Word> Find for Cover<W> {
    fn next(&mut self, budget: &mut Budget<'_>) -> Result<bool, StopReason> {
        if !core::mem::replace(&mut self.begun, true) && self.is_solved() {
            return Ok(true);
        }
        while self.frames.len() > self.floor
            && let Some(&Frame { item, start, end, next, .. }) = self.frames.last()
        {
            let rest = &self.fitting[next..end];
            let Some(at) = rest.iter().position(|f| f.items & item != 0) else {
                let last = self.moves().next_back();
                if let Some(m) = last {
                    self.stock.put_back(&self.problem, m.pieces);
                }
                self.frames.pop();
                self.levels.truncate(self.frames.len());
                continue;
            };
            budget.work(end - start)?;
            budget.tick_search(|| self.progress())?;
            if self.make(next + at) == Some(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn weight(&self) -> u128 {
        let levels = self.levels.iter().zip(self.moves());
        levels.map(|(turns, m)| images(turns, m).len() as u128).product()
    }

    /// A solution with the first move m is found for all images of m. Each is that by a symmetry,
    /// which maps the solution to one with this image. In the number of an image of the solution,
    /// which consists of those of the images of moves, that of the first move is most significant.
    fn board(&self, mut number: u128) -> Vec<Placement> {
        let mut board: Vec<_> = self.moves().collect();
        let moves: Vec<_> = self.levels.iter().zip(board.iter().copied()).collect();
        for (turns, m) in moves.into_iter().rev() {
            let images = images(turns, m);
            let len = images.len() as u128;
            if let (Some(turn), _) = images[(number % len) as usize] {
                board.iter_mut().for_each(|m| *m = turn.image(*m));
            }
            number /= len;
        }
        board.into_iter().filter_map(|m| self.problem.placement(m)).collect()
    }

    fn boxed(&self) -> Box<dyn Find> {
        Box::new(self.clone())
    }
}

#[cfg(feature = "parallel")]
impl<W: Word> Prefixes for Cover<W> {
    fn of_prefixes(self, moves: usize) -> Self {
        Self { ceiling: moves + 1, ..self }
    }

    fn below(&self) -> Self {
        let mut search = Self { ceiling: usize::MAX, ..self.clone() };
        if let Some(frame) = search.frames.last_mut() {
            frame.next = frame.start;
            search.floor = search.frames.len() - 1;
        }
        search
    }

    fn is_full(&self) -> bool {
        self.is_solved()
    }

    fn end(&mut self) {
        self.begun = true;
        self.frames.clear();
    }
}

/// The number of moves on each item, for all items at once: bit i of plane j is bit j of the number
/// of item i.
///
/// A full adder takes a plane and two sets of its significance, and makes a set of the next one. So
/// eight moves need seven adders, and add one set to plane 3 (R. Muła, N. Kurz and D. Lemire,
/// "Faster Population Counts Using AVX2 Instructions", 2018, section 4).
#[derive(Default)]
struct Tally {
    planes: [u128; PLANES],
    /// The items with numbers that do not fit the planes.
    over: u128,
}

/// The number of planes, enough for 127 moves. Items with more are equally bad.
const PLANES: usize = 7;

impl Tally {
    /// The numbers of these moves.
    #[inline]
    fn of(moves: &[Fitting]) -> Self {
        let mut tally = Self::default();
        let (eights, rest) = moves.as_chunks::<8>();
        eights.iter().for_each(|eight| tally.add(eight.map(|f| f.items)));
        let mut last = [0; 8];
        last.iter_mut().zip(rest).for_each(|(items, f)| *items = f.items);
        tally.add(last);
        tally
    }

    /// Adds one to the numbers of the items of each of these sets.
    #[inline(always)]
    fn add(&mut self, [a, b, c, d, e, f, g, h]: [u128; 8]) {
        let [ones, twos, fours, higher @ ..] = &mut self.planes;
        let [ab, cd, ef, gh] = [[a, b], [c, d], [e, f], [g, h]].map(|two| carry(ones, two));
        let [abcd, efgh] = [[ab, cd], [ef, gh]].map(|two| carry(twos, two));
        let mut all = carry(fours, [abcd, efgh]);
        for plane in higher {
            (*plane, all) = (*plane ^ all, *plane & all);
        }
        self.over |= all;
    }

    /// The lowest of the items with the smallest number; 0 if that number is 0.
    fn fewest(self, items: u128) -> u128 {
        let (mut fewest, mut is_none) = (items, true);
        for plane in self.planes.iter().rev() {
            let less = fewest & !(plane | self.over);
            is_none &= less != 0;
            fewest = if less == 0 { fewest } else { less };
        }
        if is_none { 0 } else { fewest.lowest_bit() }
    }
}

/// Adds two sets to a plane. Returns what is carried to the next one.
#[inline(always)]
fn carry(plane: &mut u128, [a, b]: [u128; 2]) -> u128 {
    let half = *plane ^ a;
    let carry = (*plane & a) | (half & b);
    *plane = half ^ b;
    carry
}
