//! The children of a node: settled, bounded, looked up and put in order, before any is searched.
//!
//! ```text
//! for each group of four moves, from the center outwards:
//!     play them: if all answers to one of them lose to the next stone, that is the best score
//!     settle the children, prefetch their buckets of the table
//!     apply the `rules` to all four
//!     keep the best score of those that the rules decide
//!     stop after a group if the best score reaches β
//! for each child that is open:
//!     decided by its second stone or by the table: keep the best score
//!     else insert it by its priority: `node` searches it
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
//! the move that has cut last with as many empty cells (the killer heuristic), the distance from
//! the center, the moves left to the opponent, and the cells that fall to the player by follow-up.
//! Looking all children up before searching one is due to Christophe Steininger's solver.

use bitboard_core::Bits;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use bitboard_core::simd::fearless_simd::{Avx2, Avx512, Level};
#[cfg(feature = "std")]
use bitboard_core::simd::{Lanes, fearless_simd::Simd};

use super::lanes::{negative, number, select, signed};
use super::rules::{LaneBounds, apply_rules, second_stone};
use super::settled::{Keys, Settled};
use super::table::{Buckets, Hash};
use crate::board::{BoardSize, BoardWord, Bounds, Column, Shape};

/// The most lanes of a vector.
const GROUP: usize = 4;
/// The priority of the killer move. It is that of a column and a bit nearer to the center: among
/// moves that make as many threats it comes first.
const KILLER: u32 = 5;
/// The most children of a node that are expanded together.
pub(crate) const LANES: usize = 8;

/// A position that needs a search.
#[derive(Clone, Copy)]
pub(crate) struct Node<T> {
    pub(super) position: Settled<T>,
    pub(super) hash: Hash<T>,
    /// Bounds of the score from the rules and the table.
    pub(super) bounds: Bounds,
}

/// A node that is expanded.
#[derive(Clone, Copy)]
pub(crate) struct Parent<'a, T> {
    pub(super) table: Buckets<'a, T>,
    pub(super) keys: Keys,
    pub(super) node: &'a Node<T>,
    /// The score of the null-window test.
    pub(super) beta: i32,
    /// The cell of the last cut of a position with as many empty cells.
    pub(super) killer: T,
}

/// The children of a node, one in each lane.
pub(crate) struct Children<T> {
    /// The best score of the children that need no search.
    pub(crate) best: i32,
    /// The others in search order.
    pub(crate) open: Order,
    /// The cells of the moves, from the center outwards, followed by copies of one.
    cells: [T; LANES],
    positions: Settled<[T; LANES]>,
    hashes: [Hash<T>; LANES],
    bounds: [Bounds; LANES],
    /// Whether the player to move is another one than in the parent.
    turned: [bool; LANES],
}

impl<T: BoardWord> Children<T> {
    /// No children.
    const NONE: Self = {
        let zero = [T::ZERO; LANES];
        let positions = Settled {
            own: zero,
            all: zero,
            moves: zero,
            own_threats: zero,
            threats: zero,
            left: zero,
        };
        let (hashes, bounds) = ([Hash::ZERO; LANES], [Bounds::exactly(0); LANES]);
        let open = Order { lanes: [0; LANES], count: 0 };
        Self { best: 0, open, cells: zero, positions, hashes, bounds, turned: [false; LANES] }
    };

    #[inline(always)]
    pub(crate) fn new(best: i32) -> Self {
        // Zeros in place. A struct expression copies them, which takes 2 % of the instructions.
        let mut children = Self::NONE;
        children.best = best;
        children
    }

    /// The child in a lane, and whether the player to move is another one than in the parent.
    #[inline(always)]
    pub(crate) fn get(&self, lane: usize) -> (Node<T>, bool) {
        let i = lane % LANES;
        let Settled { own, all, moves, own_threats, threats, left } = &self.positions;
        let position = Settled {
            own: own[i],
            all: all[i],
            moves: moves[i],
            own_threats: own_threats[i],
            threats: threats[i],
            left: left[i],
        };
        (Node { position, hash: self.hashes[i], bounds: self.bounds[i] }, self.turned[i])
    }

    /// The cell of the move to the child in a lane.
    #[inline(always)]
    pub(crate) fn cell(&self, lane: usize) -> T {
        self.cells[lane % LANES]
    }

    /// The hash of the child in a lane.
    #[inline(always)]
    pub(crate) fn hash(&self, lane: usize) -> Hash<T> {
        self.hashes[lane % LANES]
    }

    /// Adds the children by up to [`LANES`] of the `moves`, which are removed from them.
    #[inline(always)]
    pub(crate) fn expand<B: BoardSize<Word = T>>(
        &mut self,
        processor: Processor,
        board: B,
        parent: Parent<'_, T>,
        moves: &mut T,
    ) {
        match processor {
            Processor::Words => self.expand_apart(Words, board, parent, moves),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Processor::Avx2(isa) => self.expand_apart(isa, board, parent, moves),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Processor::Avx512(isa) => self.expand_apart(isa, board, parent, moves),
        }
    }

    /// [`expand`](Self::expand) with the instruction set `isa`, as a separate function, which keeps
    /// its variables off the stack of the recursion.
    #[inline(always)]
    fn expand_apart<I: Isa, B: BoardSize<Word = T>>(
        &mut self,
        isa: I,
        board: B,
        parent: Parent<'_, T>,
        moves: &mut T,
    ) {
        isa.vectorize(
            #[inline(always)]
            move || self.expand_with(isa, board, parent, moves),
        );
    }

    /// [`expand`](Self::expand) within the function of the instruction set `isa`.
    #[inline(always)]
    fn expand_with<I: Isa, B: BoardSize<Word = T>>(
        &mut self,
        isa: I,
        board: B,
        parent: Parent<'_, T>,
        moves: &mut T,
    ) {
        let Parent { table, node, beta, killer, .. } = parent;
        let shape = Shape::new(board);
        let left = node.position.empty_cells();
        let mut candidates = Candidates::take(&shape, moves, &mut self.cells, left);
        let mut first = 0;
        // Every instruction set stops at the same children.
        while first < candidates.count && (self.best < beta || first % GROUP > 0) {
            self.bound_group(isa, shape, parent, &mut candidates, first);
            first += I::Lanes::<T>::LANES;
        }
        for i in 0..first.min(candidates.count).min(LANES) {
            if self.best >= beta {
                break;
            }
            if signed(candidates.scores[i]) != OPEN {
                continue;
            }
            let LaneBounds { low, high } = &candidates.bounds;
            self.bounds[i] = LaneBounds { low: low[i], high: high[i] }.bounds();
            // Without forced moves the opponent is to move, with one less empty cell.
            self.turned[i] = (signed(self.positions.left[i]) as u32 ^ left) & 1 == 1;
            let (child, turned) = self.get(i);
            let beta = if turned { 1 - beta } else { beta };
            let mut decided = second_stone(&shape, &child.position, beta);
            if decided.is_none()
                && let Some(known) = table.get(child.hash)
            {
                self.bounds[i] = child.bounds.and(known);
                decided = self.bounds[i].decide(beta);
            }
            if let Some(score) = decided {
                self.best = self.best.max(if turned { -score } else { score });
            } else {
                let cell = self.cell(i);
                let priority = candidates.priority(i, cell, child.position.moves);
                self.open.push(priority + if cell == killer { KILLER } else { 0 }, i);
            }
        }
    }

    /// Bounds the children by the candidates from `first` on, one in each lane of a vector.
    #[inline(always)]
    fn bound_group<I: Isa>(
        &mut self,
        isa: I,
        shape: Shape<T>,
        Parent { table, keys, node, beta, .. }: Parent<'_, T>,
        candidates: &mut Candidates<T>,
        first: usize,
    ) {
        let lanes = I::Lanes::<T>::LANES.min(GROUP);
        let first = first % LANES;
        let cells = isa.load(&self.cells[first..]);
        let shape = shape.splat(
            #[inline(always)]
            |word| isa.splat(word),
        );
        let parent = &node.position;
        let left_before = signed(parent.left);
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
        let opponent_threats = isa.splat(parent.threats);
        let settled =
            Settled::after_forced_moves(&shape, [opponent, all], opponent_threats, made, left);
        let [key, mirrored] = keys.pair(&shape, [settled.own, settled.all]);
        let (key, mirrored) = (words_of(isa, key), words_of(isa, mirrored));
        for i in 0..lanes {
            let hash = table.hash(key[i % GROUP].min(mirrored[i % GROUP]));
            self.hashes[(first + i) % LANES] = hash;
            // The entries arrive while the bounds are computed.
            table.prefetch(hash);
        }
        isa.store(made, &mut candidates.threats[first..]);
        let positions = &mut self.positions;
        isa.store(settled.own, &mut positions.own[first..]);
        isa.store(settled.all, &mut positions.all[first..]);
        isa.store(settled.moves, &mut positions.moves[first..]);
        isa.store(settled.own_threats, &mut positions.own_threats[first..]);
        isa.store(settled.threats, &mut positions.threats[first..]);
        isa.store(settled.left, &mut positions.left[first..]);
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
        let score = select(open, isa.splat(number(OPEN)), score);
        isa.store(score, &mut candidates.scores[first..]);
        for i in 0..lanes {
            self.best = self.best.max(signed(candidates.scores[(first + i) % LANES]));
        }
        isa.store(bounds.low, &mut candidates.bounds.low[first..]);
        isa.store(bounds.high, &mut candidates.bounds.high[first..]);
    }
}

/// The words of the lanes of a vector.
#[inline(always)]
fn words_of<I: Isa, T: BoardWord>(isa: I, lanes: I::Lanes<T>) -> [T; GROUP] {
    let mut words = [T::ZERO; GROUP];
    isa.store(lanes, &mut words);
    words
}

/// The score of a child that the rules leave open.
const OPEN: i32 = i32::MIN;

/// Up to [`LANES`] moves, from the center outwards, and what the rules find for them.
struct Candidates<T> {
    /// The distances of their columns from the center.
    distances: [u32; LANES],
    count: usize,
    /// The threats that the moves make, before forced moves.
    threats: [T; LANES],
    /// The scores of the children that the rules decide, for the parent; [`OPEN`] for the others.
    scores: [T; LANES],
    /// The bounds that the rules find for the children.
    bounds: LaneBounds<[T; LANES]>,
    /// The cells that fall to the player to move if it answers every stone in the same column.
    follow: T,
}

impl<T: BoardWord> Candidates<T> {
    /// Takes moves out of `moves`, in a position with `left` empty cells.
    #[inline(always)]
    fn take(shape: &Shape<T>, moves: &mut T, cells: &mut [T; LANES], left: u32) -> Self {
        let any = moves.lowest_bit();
        let mut distances = [0; LANES];
        *cells = [any; LANES];
        let (mut count, mut taken) = (0, T::ZERO);
        for (column, distance) in Column::outwards(shape.width) {
            let cell = *moves & shape.column(column.index());
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
        let (threats, scores) = ([T::ZERO; LANES], [T::ZERO; LANES]);
        let bounds = LaneBounds { low: [T::ZERO; LANES], high: [T::ZERO; LANES] };
        Self { distances, count, threats, scores, bounds, follow }
    }

    /// The priority of a candidate that leaves these moves to the opponent.
    #[inline(always)]
    fn priority(&self, i: usize, cell: T, moves: T) -> u32 {
        let i = i % LANES;
        let (distance, threats) = (self.distances[i], self.threats[i]);
        // The opponent cannot play the cell between this one and a threat two cells above.
        let below = u32::from(!(threats & cell << 2).is_zero());
        let follows = u32::from(!(cell & self.follow).is_zero());
        let priority = 1024 + 72 * threats.count_ones() + 64 * below + 3 * follows;
        priority - 3 * moves.count_ones() - 4 * distance
    }
}

/// Lanes by descending priority. Lanes of equal priority keep the order of insertion.
#[derive(Clone, Copy, Default)]
pub(crate) struct Order {
    /// `priority * LANES`, plus the lanes counted from the last one.
    lanes: [u32; LANES],
    count: usize,
}

impl Order {
    /// Inserts a lane: a step of insertion sort.
    #[inline(always)]
    fn push(&mut self, priority: u32, lane: usize) {
        let entry = priority * LANES as u32 + (LANES - 1 - lane) as u32;
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
        Self::all().pop().unwrap_or(Self::Words)
    }

    /// Returns all instruction sets of this processor, the best one last.
    pub(crate) fn all() -> alloc::vec::Vec<Self> {
        #[allow(unused_mut, reason = "other processors have words only")]
        let mut all = alloc::vec![Self::Words];
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            let level = Level::new();
            all.extend(level.as_avx2().map(|simd| Self::Avx2(Vectors(simd))));
            all.extend(level.as_avx512().map(|simd| Self::Avx512(Vectors(simd))));
        }
        all
    }
}
