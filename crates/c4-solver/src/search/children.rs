//! The children of a node: settled, bounded, looked up and put in order, before any is searched.
//!
//! ```text
//! for each group of four moves, from the center outwards:
//!     play them: if all answers to one of them lose to the next stone, that is the best score
//!     settle the children (forced moves), prefetch their buckets of the table
//!     apply the `rules` to all four
//!     keep the best score of those that the rules decide
//!     stop after a group if the best score reaches β
//! for each child that is open:
//!     decided by its second stone or by the table: keep the best score
//!     else insert it by its merit: `node` searches it
//! ```
//!
//! Most of the time of a search is spent here. The four children of a group are the lanes of a
//! vector where the processor has AVX2 or AVX-512; elsewhere a group is one child in a word. Every
//! instruction set finds the same children, so node counts do not depend on it. The instruction set
//! is chosen here, once for each expansion: the recursion is compiled once for a board, the
//! expansion three times.
//!
//! Four boards to a vector: two boards in 128 bits (SSE4.2) took 0.93 to 1.09 times the time of
//! words, eight boards with AVX-512 0.97 to 1.03 times the time of four.
//!
//! Every position and its mirror image have one key, the smaller of both. Where two cells of the
//! root that mirror each other have stones of different players, no position below the root is the
//! mirror image of another, and keys are taken as they are.
//!
//! **Order.** The move that makes most threats comes first; a stone two cells below one's own
//! threat counts almost as a threat, because the opponent cannot play between. Ties are broken by
//! the distance from the center, the moves left to the opponent, and the cells that fall to the
//! player by follow-up. Looking all children up before searching one is due to Christophe
//! Steininger's solver.

use bitboard_core::Bits;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use bitboard_core::simd::fearless_simd::{Avx2, Avx512, Level};
#[cfg(feature = "std")]
use bitboard_core::simd::{Lanes, fearless_simd::Simd};

use super::bounds::Bounds;
use super::lanes::{negative, number, select, signed};
use super::rules::{apply_rules, second_stone};
use super::settle::settle;
use super::table::{Buckets, Hash};
use crate::board::{Board, BoardWord, Shape};

/// The most lanes of a vector.
const GROUP: usize = 4;
/// The most children of a node that are expanded together.
pub(crate) const LANES: usize = 8;

/// A position that needs a search: neither player wins at once, and no move is forced.
#[derive(Clone, Copy)]
pub(crate) struct Node<T> {
    /// The stones of the player to move.
    pub(super) own: T,
    /// All stones.
    pub(super) all: T,
    /// The moves that do not lose at once, as the cells on which the stones land.
    pub(super) moves: T,
    /// The cells that win for the other player.
    pub(super) threats: T,
    pub(super) hash: Hash<T>,
    /// Bounds of the score that the rules have found.
    pub(super) bounds: Bounds,
}

impl<T: BoardWord> Node<T> {
    #[inline(always)]
    pub(super) fn empty_cells<B: Board<Word = T>>(&self, board: B) -> u32 {
        board.cells() - self.all.count_ones()
    }
}

/// A node that is expanded.
pub(crate) struct Parent<'a, B: Board> {
    pub(super) board: B,
    pub(super) table: Buckets<'a, B::Word>,
    /// Whether the search may meet mirror images of its positions.
    pub(super) mirrors: bool,
    pub(super) node: &'a Node<B::Word>,
    /// The score that is asked for.
    pub(super) beta: i32,
}

impl<B: Board> Clone for Parent<'_, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Board> Copy for Parent<'_, B> {}

/// The children of a node, one in each lane.
pub(crate) struct Children<T> {
    /// The best score of the children that need no search.
    pub(crate) best: i32,
    /// The others in search order.
    pub(crate) open: Order,
    own: [T; LANES],
    all: [T; LANES],
    moves: [T; LANES],
    threats: [T; LANES],
    hashes: [Hash<T>; LANES],
    bounds: [Bounds; LANES],
    /// Whether the player to move is another one than in the parent.
    turned: [bool; LANES],
}

impl<T: BoardWord> Children<T> {
    #[inline(always)]
    pub(crate) fn new(best: i32) -> Self {
        let zero = [T::ZERO; LANES];
        Self {
            best,
            open: Order::default(),
            own: zero,
            all: zero,
            moves: zero,
            threats: zero,
            hashes: [Hash::default(); LANES],
            bounds: [Bounds::exactly(0); LANES],
            turned: [false; LANES],
        }
    }

    /// The child in a lane, and whether the player to move is another one than in the parent.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> (Node<T>, bool) {
        let i = lane % LANES;
        let node = Node {
            own: self.own[i],
            all: self.all[i],
            moves: self.moves[i],
            threats: self.threats[i],
            hash: self.hashes[i],
            bounds: self.bounds[i],
        };
        (node, self.turned[i])
    }

    /// The hash of the child in a lane.
    #[inline(always)]
    pub(crate) fn hash(&self, lane: usize) -> Hash<T> {
        self.hashes[lane % LANES]
    }

    /// Adds the children by up to [`LANES`] of the `moves`, which are removed from them. Returns
    /// the number of children that the table has decided.
    ///
    /// The code of the instruction set is a separate function, which keeps its variables off the
    /// stack of the recursion.
    #[inline(always)]
    pub(crate) fn expand<B: Board<Word = T>>(
        &mut self,
        processor: Processor,
        parent: Parent<'_, B>,
        moves: &mut T,
    ) -> u64 {
        match processor {
            Processor::Words => Words.vectorize(
                #[inline(always)]
                move || self.expand_with(Words, parent, moves),
            ),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Processor::Avx2(isa) => isa.vectorize(
                #[inline(always)]
                move || self.expand_with(isa, parent, moves),
            ),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Processor::Avx512(isa) => isa.vectorize(
                #[inline(always)]
                move || self.expand_with(isa, parent, moves),
            ),
        }
    }

    /// [`expand`](Self::expand) with the instruction set `isa`.
    #[inline(always)]
    fn expand_with<I: Isa, B: Board<Word = T>>(
        &mut self,
        isa: I,
        parent: Parent<'_, B>,
        moves: &mut T,
    ) -> u64 {
        let Parent { board, table, node, beta, .. } = parent;
        let shape = Shape::new(board);
        let candidates = Candidates::take(&shape, moves, node.empty_cells(board));
        let mut bounded = Bounded::new();
        let mut first = 0;
        // Every instruction set stops at the same children.
        while first < candidates.count && (self.best < beta || first % GROUP > 0) {
            self.bound_group(isa, parent, &candidates, first, &mut bounded);
            first += I::Lanes::<T>::LANES;
        }
        let mut hits = 0;
        for i in 0..first.min(candidates.count).min(LANES) {
            if self.best >= beta {
                break;
            }
            if bounded.open[i].is_zero() {
                continue;
            }
            let turned = !bounded.turned[i].is_zero();
            self.turned[i] = turned;
            self.bounds[i] = Bounds { low: signed(bounded.low[i]), high: signed(bounded.high[i]) };
            let (child, _) = self.get(i);
            let beta = if turned { 1 - beta } else { beta };
            let left = child.empty_cells(board) as i32;
            let mut decided = second_stone(&shape, [child.own, child.all, child.moves], left, beta);
            if decided.is_none()
                && let Some(known) = table.get(child.hash)
            {
                self.bounds[i] = child.bounds.and(known);
                decided = self.bounds[i].decide(beta);
                hits += u64::from(decided.is_some());
            }
            if let Some(score) = decided {
                self.best = self.best.max(if turned { -score } else { score });
            } else {
                self.open.push(candidates.merit(i, bounded.made[i], child.moves), i);
            }
        }
        hits
    }

    /// Bounds the children by the candidates from `first` on, one in each lane of a vector.
    #[inline(always)]
    fn bound_group<I: Isa, B: Board<Word = T>>(
        &mut self,
        isa: I,
        Parent { board, table, mirrors, node: parent, beta }: Parent<'_, B>,
        candidates: &Candidates<T>,
        first: usize,
        bounded: &mut Bounded<T>,
    ) {
        let lanes = I::Lanes::<T>::LANES.min(GROUP);
        let first = first % LANES;
        let cells = isa.load(&candidates.cells[first..]);
        let shape = Shape::new(board).splat(
            #[inline(always)]
            |word| isa.splat(word),
        );
        let left_before = parent.empty_cells(board) as i32;
        let left = isa.splat(number(left_before - 1));
        let all = isa.splat(parent.all) | cells;
        let opponent = isa.splat(parent.own ^ parent.all);
        let made = shape.winning_cells(isa.splat(parent.own) | cells, all);
        let moves = shape.non_losing(all, made);
        if !moves.zero_mask().is_zero() {
            // Every answer to one of the moves loses to the next stone: 12 % of all expansions.
            self.best = (left_before - 1) / 2;
            return;
        }
        let settled = settle(&shape, [opponent, all], isa.splat(parent.threats), made, left);
        let key = shape.key(settled.own, settled.all);
        let mut keys = words_of(isa, key);
        if mirrors {
            let mirrored = words_of(isa, shape.mirror(key));
            for i in 0..lanes {
                keys[i] = keys[i].min(mirrored[i]);
            }
        }
        for i in 0..lanes {
            let hash = table.hash(keys[i % GROUP]);
            self.hashes[(first + i) % LANES] = hash;
            // The entries arrive while the bounds are computed.
            table.prefetch(hash);
        }
        isa.store(settled.own, &mut self.own[first..]);
        isa.store(settled.all, &mut self.all[first..]);
        isa.store(settled.moves, &mut self.moves[first..]);
        isa.store(settled.threats, &mut self.threats[first..]);
        isa.store(made, &mut bounded.made[first..]);
        // All ones where the opponent is to move, which is so without forced moves.
        let turned = negative(!(settled.left ^ left) << (T::BITS - 1));
        let betas = select(turned, isa.splat(number(1 - beta)), isa.splat(number(beta)));
        let bounds = apply_rules(&shape, &settled, betas);
        let below = negative(bounds.high.wrapping_sub(betas));
        let reached = !negative(bounds.low.wrapping_sub(betas));
        let open = !(below | reached);
        let score = select(reached, bounds.low, bounds.high);
        let score = (score ^ turned).wrapping_sub(turned);
        // Lanes beyond the last candidate repeat one of the others.
        let scores = words_of(isa, select(open, isa.splat(number(i32::MIN)), score));
        for score in &scores[..lanes] {
            self.best = self.best.max(signed(*score));
        }
        isa.store(open, &mut bounded.open[first..]);
        isa.store(turned, &mut bounded.turned[first..]);
        isa.store(bounds.low, &mut bounded.low[first..]);
        isa.store(bounds.high, &mut bounded.high[first..]);
    }
}

/// The results of the rules for children, one in each lane.
struct Bounded<T> {
    /// All ones if the rules do not decide the child.
    open: [T; LANES],
    /// All ones if the player to move is another one than in the parent.
    turned: [T; LANES],
    low: [T; LANES],
    high: [T; LANES],
    /// The threats that the move makes, before forced moves.
    made: [T; LANES],
}

impl<T: BoardWord> Bounded<T> {
    #[inline(always)]
    fn new() -> Self {
        let zero = [T::ZERO; LANES];
        Self { open: zero, turned: zero, low: zero, high: zero, made: zero }
    }
}

/// The words of the lanes of a vector.
#[inline(always)]
fn words_of<I: Isa, T: BoardWord>(isa: I, lanes: I::Lanes<T>) -> [T; GROUP] {
    let mut words = [T::ZERO; GROUP];
    isa.store(lanes, &mut words);
    words
}

/// Up to [`LANES`] moves, from the center outwards.
struct Candidates<T> {
    /// The cells, followed by copies of one.
    cells: [T; LANES],
    /// Their distances from the center.
    distances: [u32; LANES],
    count: usize,
    /// The cells that fall to the player to move if it answers every stone in the same column.
    follow: T,
}

impl<T: BoardWord> Candidates<T> {
    /// Takes moves out of `moves`, in a position with `left` empty cells.
    #[inline(always)]
    fn take(shape: &Shape<T>, moves: &mut T, left: u32) -> Self {
        let any = moves.lowest_bit();
        let (mut cells, mut distances) = ([any; LANES], [0; LANES]);
        let (mut count, mut taken) = (0, T::ZERO);
        let (width, center) = (shape.width, shape.width / 2);
        for i in 0..width {
            // An even number of columns has one more on the left of the center.
            let distance = i.div_ceil(2);
            let x = if i % 2 == 1 { center - distance } else { center + distance };
            let cell = *moves & shape.column(x);
            if count < LANES {
                (cells[count], distances[count]) = (cell, distance);
                count += usize::from(!cell.is_zero());
                taken |= cell;
            }
        }
        if count < LANES {
            cells[count] = any;
        }
        *moves ^= taken;
        // With an odd height this costs nodes (8×5: 14 %).
        let follows = !left.is_multiple_of(2) && shape.height.is_multiple_of(2);
        let follow = if follows { shape.odd } else { T::ZERO };
        Self { cells, distances, count, follow }
    }

    /// The merit of a move that makes these `threats` and leaves these moves to the opponent.
    #[inline(always)]
    fn merit(&self, i: usize, threats: T, moves: T) -> u32 {
        let (cell, distance) = (self.cells[i % LANES], self.distances[i % LANES]);
        // The opponent cannot play the cell between this one and a threat two cells above.
        let below = u32::from(!(threats & cell << 2).is_zero());
        let follows = u32::from(!(cell & self.follow).is_zero());
        let merit = 1024 + 72 * threats.count_ones() + 64 * below + 3 * follows;
        merit - 3 * moves.count_ones() - 4 * distance
    }
}

/// Lanes by descending merit. Lanes of equal merit keep the order of insertion.
#[derive(Clone, Copy, Default)]
pub(crate) struct Order {
    /// `merit * LANES`, plus the lanes counted from the last one.
    lanes: [u32; LANES],
    count: usize,
}

impl Order {
    /// Inserts a lane: a step of insertion sort.
    #[inline(always)]
    fn push(&mut self, merit: u32, lane: usize) {
        let entry = merit * LANES as u32 + (LANES - 1 - lane) as u32;
        let mut i = self.count;
        self.count += 1;
        while i > 0 && self.lanes[(i - 1) % LANES] < entry {
            self.lanes[i % LANES] = self.lanes[(i - 1) % LANES];
            i -= 1;
        }
        self.lanes[i % LANES] = entry;
    }

    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |i| !(self.lanes[i % LANES] as usize) % LANES)
    }
}

/// An instruction set, and the number of boards in its vectors.
trait Isa: Copy + Send {
    /// The vectors.
    type Lanes<T: BoardWord>: Bits<Word = T>;

    /// Returns `word` in every lane.
    fn splat<T: BoardWord>(self, word: T) -> Self::Lanes<T>;
    /// Returns the first words of a slice.
    fn load<T: BoardWord>(self, words: &[T]) -> Self::Lanes<T>;
    /// Writes the words of `lanes` to the front of a slice.
    fn store<T: BoardWord>(self, lanes: Self::Lanes<T>, words: &mut [T]);
    /// Calls a function, which is compiled for this instruction set if it is marked
    /// `#[inline(always)]`.
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R;
}

/// One board in a word, with the instructions that every processor of the target has.
#[derive(Clone, Copy)]
struct Words;

impl Isa for Words {
    type Lanes<T: BoardWord> = T;

    #[inline(always)]
    fn splat<T: BoardWord>(self, word: T) -> T {
        word
    }

    #[inline(always)]
    fn load<T: BoardWord>(self, words: &[T]) -> T {
        words[0]
    }

    #[inline(always)]
    fn store<T: BoardWord>(self, lanes: T, words: &mut [T]) {
        words[0] = lanes;
    }

    #[inline(never)]
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
        function()
    }
}

/// Four boards in a vector.
#[cfg(feature = "std")]
#[derive(Clone, Copy)]
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "only x86-64 has vectors of 256 bits")
)]
pub(crate) struct Vectors<S>(S);

#[cfg(feature = "std")]
impl<S: Simd> Isa for Vectors<S> {
    type Lanes<T: BoardWord> = T::X4<S>;

    #[inline(always)]
    fn splat<T: BoardWord>(self, word: T) -> T::X4<S> {
        Lanes::splat(self.0, word)
    }

    #[inline(always)]
    fn load<T: BoardWord>(self, words: &[T]) -> T::X4<S> {
        Lanes::load(self.0, words)
    }

    #[inline(always)]
    fn store<T: BoardWord>(self, lanes: T::X4<S>, words: &mut [T]) {
        lanes.store(words);
    }

    #[inline(always)]
    fn vectorize<R>(self, function: impl FnOnce() -> R) -> R {
        self.0.vectorize(function)
    }
}

/// An instruction set for which the search is compiled.
#[derive(Clone, Copy)]
pub(crate) enum Processor {
    Words,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx2(Vectors<Avx2>),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx512(Vectors<Avx512>),
}

impl Processor {
    /// Returns the best instruction set of this processor.
    pub(crate) fn detect() -> Self {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            let level = Level::new();
            if let Some(simd) = level.as_avx512() {
                return Self::Avx512(Vectors(simd));
            }
            if let Some(simd) = level.as_avx2() {
                return Self::Avx2(Vectors(simd));
            }
        }
        Self::Words
    }

    /// Returns all instruction sets of this processor.
    #[cfg(all(test, feature = "std"))]
    pub(crate) fn all() -> alloc::vec::Vec<Self> {
        #[allow(unused_mut, reason = "other processors have words only")]
        let mut all = alloc::vec![Self::Words];
        #[cfg(target_arch = "x86_64")]
        {
            let level = Level::new();
            all.extend(level.as_avx2().map(|simd| Self::Avx2(Vectors(simd))));
            all.extend(level.as_avx512().map(|simd| Self::Avx512(Vectors(simd))));
        }
        all
    }
}
