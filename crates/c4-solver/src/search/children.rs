//! The children of a node: settled, bounded, looked up and put in order, before any is searched.
//!
//! ```text
//! for each group of four moves, from the center outwards:
//!     play them, settle the children (forced moves), prefetch their buckets of the table
//!     apply the rules of `bounds` to all four
//!     a child that the rules decide: keep the best score
//!     any other: insert it by its merit
//!     stop after a group if the best score reaches β
//! for each child that is open, by merit:
//!     decided by its second stone or by the table: keep the best score
//!     else it stays open, and `node` searches it
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

use super::bounds::{Bounds, Findings, FollowUp, Stones, apply_rules, second_stone, settle};
use super::node::Node;
use super::table::{Buckets, Hash};
use crate::board::{Board, BoardWord, Shape};

/// The most lanes of a vector.
const GROUP: usize = 4;
/// The most children of a node that are expanded together.
const LANES: usize = 8;

/// The children of a node that need a search.
pub(crate) struct Children<T> {
    /// The best score of the children that need no search.
    pub(crate) best: i32,
    /// The others in search order.
    pub(crate) open: Order,
    pub(crate) nodes: [Node<T>; LANES],
    /// Whether the player to move is another one than in the parent.
    pub(crate) flips: [bool; LANES],
}

impl<T: BoardWord> Children<T> {
    #[inline(always)]
    pub(crate) fn new(best: i32) -> Self {
        let none = Node {
            own: T::ZERO,
            all: T::ZERO,
            moves: T::ZERO,
            hash: Hash::default(),
            bounds: Bounds::exactly(0),
        };
        Self { best, open: Order::default(), nodes: [none; LANES], flips: [false; LANES] }
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
        board: B,
        table: &Buckets<'_, T>,
        parent: &Node<T>,
        moves: &mut T,
        beta: i32,
    ) -> u64 {
        match processor {
            Processor::Words => Words.vectorize(
                #[inline(always)]
                move || self.expand_with(Words, board, table, parent, moves, beta),
            ),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Processor::Avx2(isa) => isa.vectorize(
                #[inline(always)]
                move || self.expand_with(isa, board, table, parent, moves, beta),
            ),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Processor::Avx512(isa) => isa.vectorize(
                #[inline(always)]
                move || self.expand_with(isa, board, table, parent, moves, beta),
            ),
        }
    }

    /// [`expand`](Self::expand) with the instruction set `isa`.
    #[inline(always)]
    fn expand_with<I: Isa, B: Board<Word = T>>(
        &mut self,
        isa: I,
        board: B,
        table: &Buckets<'_, T>,
        parent: &Node<T>,
        moves: &mut T,
        beta: i32,
    ) -> u64 {
        let shape = Shape::new(board);
        let candidates = Candidates::take(&shape, moves, parent.empty_cells(board));
        let mut first = 0;
        // Every instruction set stops at the same children.
        while first < candidates.count && (self.best < beta || first % GROUP > 0) {
            self.bound_group(isa, board, table, parent, &candidates, first, beta);
            first += I::Lanes::<T>::LANES;
        }
        let mut hits = 0;
        for i in core::mem::take(&mut self.open).iter() {
            if self.best >= beta {
                break;
            }
            let (child, flips) = (&mut self.nodes[i], self.flips[i]);
            let beta = if flips { 1 - beta } else { beta };
            let left = child.empty_cells(board) as i32;
            let stones = [child.own, child.all, child.moves];
            let mut decided = second_stone(&shape, stones, left, beta);
            if decided.is_none()
                && let Some(known) = table.get(child.hash)
            {
                child.bounds = child.bounds.and(known);
                decided = child.bounds.decide(beta);
                hits += u64::from(decided.is_some());
            }
            if let Some(score) = decided {
                self.best = self.best.max(if flips { -score } else { score });
            } else {
                self.open.append(i);
            }
        }
        hits
    }

    /// Bounds the children by the candidates from `first` on, one in each lane of a vector.
    #[inline(always)]
    #[expect(
        clippy::too_many_arguments,
        reason = "part of `expand_with`, which it is inlined into"
    )]
    fn bound_group<I: Isa, B: Board<Word = T>>(
        &mut self,
        isa: I,
        board: B,
        table: &Buckets<'_, T>,
        parent: &Node<T>,
        candidates: &Candidates<T>,
        first: usize,
        beta: i32,
    ) {
        let lanes = (candidates.count - first).min(I::Lanes::<T>::LANES).min(GROUP);
        let cells = &candidates.cells[first % LANES..];
        let words = Shape::new(board);
        let shape = words.splat(
            #[inline(always)]
            |word| isa.splat(word),
        );
        let opponent = isa.splat(parent.own ^ parent.all);
        let settled = settle(&shape, opponent, isa.splat(parent.all) | isa.load(cells));
        let (own, all) = (words_of(isa, settled.own), words_of(isa, settled.all));
        let (moves, threats) = (words_of(isa, settled.moves), words_of(isa, settled.first_threats));
        let [keys, mirrored] = settled.keys(&shape);
        let (keys, mirrored) = (words_of(isa, keys), words_of(isa, mirrored));
        let mut hashes = [Hash::default(); GROUP];
        let (mut left, mut betas, mut stones) = ([0; GROUP], [0; GROUP], [T::ZERO; GROUP]);
        let left_before = parent.empty_cells(board) as i32;
        for i in 0..lanes {
            hashes[i] = table.hash(keys[i].min(mirrored[i]));
            // The entries arrive while the bounds are computed.
            table.prefetch(hashes[i]);
            left[i] = (board.cells() - all[i].count_ones()) as i32;
            betas[i] = if (left[i] ^ left_before) & 1 == 0 { beta } else { 1 - beta };
            Stones(stones[i]) = Stones::for_score(left[i], betas[i]);
        }
        let found = apply_rules(&shape, &settled, Stones(isa.load(&stones)));
        let FollowUp { holds, wins, out_of_reach } = found.follow_up;
        let (holds, wins) = (words_of(isa, holds), words_of(isa, wins));
        let out_of_reach = words_of(isa, out_of_reach);
        let own_fours = words_of(isa, found.own_fours);
        let opponent_fours = words_of(isa, found.opponent_fours);
        for i in 0..lanes {
            let follow_up =
                FollowUp { holds: holds[i], wins: wins[i], out_of_reach: out_of_reach[i] };
            let (own_fours, opponent_fours) = (own_fours[i], opponent_fours[i]);
            let found = Findings { follow_up, own_fours, opponent_fours };
            let bounds = found.bounds(&words, moves[i], left[i], betas[i]);
            let flips = betas[i] != beta;
            if let Some(score) = bounds.decide(betas[i]) {
                self.best = self.best.max(if flips { -score } else { score });
                continue;
            }
            let place = self.open.count % LANES;
            self.open.push(candidates.merit(first + i, threats[i], moves[i]), place);
            self.flips[place] = flips;
            self.nodes[place] =
                Node { own: own[i], all: all[i], moves: moves[i], hash: hashes[i], bounds };
        }
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
        let (mut cells, mut distances, mut count) = ([any; LANES], [0; LANES], 0);
        let mut rest = *moves;
        let (width, center) = (shape.width, shape.width / 2);
        for i in 0..width {
            // An even number of columns has one more on the left of the center.
            let distance = i.div_ceil(2);
            let x = if i % 2 == 1 { center - distance } else { center + distance };
            let cell = *moves & shape.column(x);
            if count < LANES {
                (cells[count], distances[count]) = (cell.if_zero(any, cell), distance);
                count += usize::from(!cell.is_zero());
                rest &= !cell;
            }
        }
        *moves = rest;
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

    /// Adds a lane behind the others.
    #[inline(always)]
    pub(crate) fn append(&mut self, lane: usize) {
        self.lanes[self.count % LANES] = (LANES - 1 - lane) as u32;
        self.count += 1;
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
