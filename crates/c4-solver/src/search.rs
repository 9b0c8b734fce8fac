//! Alpha-beta search with a null window.

use bitboard_core::Word;

use crate::arch::{Isa, LaneWord};
use crate::bits::Shape;
use crate::board::Board;
use crate::children::{Children, LANES};
use crate::position::Position;
use crate::table::{Bounds, Hash, Table};
use crate::team::Team;
use crate::watch::Watch;

/// A search and all that it has learnt.
pub(crate) struct Search<B: Board> {
    pub(crate) table: Table<B>,
    pub(crate) watch: Watch,
    pub(crate) nodes: u64,
    /// How many positions the table has decided.
    pub(crate) hits: u64,
    /// The other threads, if there are any.
    pub(crate) team: Option<Team>,
    board: B,
}

/// A position that no look alone decides: no win at once, no forced move.
#[derive(Clone, Copy)]
pub(crate) struct Node<T> {
    own: T,
    all: T,
    moves: T,
    hash: Hash<T>,
    bounds: Bounds,
}

impl<B: Board> Search<B> {
    pub(crate) fn new(board: B, bytes: usize) -> Self {
        Self::with_table(board, Table::new(board, bytes))
    }

    pub(crate) fn with_table(board: B, table: Table<B>) -> Self {
        Self { table, watch: Watch::default(), nodes: 0, hits: 0, team: None, board }
    }

    /// A bound of the score of a position in which nobody wins at once: if it is `beta` or more, so is the
    /// score; otherwise the score is not above it. It means nothing if the search was stopped.
    pub(crate) fn bound<I: Isa>(&mut self, isa: I, position: Position<B>, beta: i32) -> i32 {
        let mut root = Expansion::new(position.own, position.all, 1);
        isa.expand(self, &mut root, position.all, beta);
        self.search_children(isa, &root, beta)
    }

    /// What [`bound`](Self::bound) says, for a node that needs a search.
    fn node<I: Isa>(&mut self, isa: I, node: &Node<B::Word>, beta: i32) -> i32 {
        let mut bounds = node.bounds;
        if let Some(known) = self.table.get(node.hash) {
            bounds = bounds.and(known);
            if let Some(score) = bounds.decide(beta) {
                self.hits += 1;
                return score;
            }
        }
        self.nodes += 1;
        if Watch::is_due(self.nodes) {
            self.watch.look_up(self.nodes);
        }
        let before = self.nodes;
        let mut best = -(self.board.cells() as i32);
        let mut moves = node.moves;
        while !moves.is_zero() && best < beta && self.watch.stopped().is_none() {
            let mut children = Expansion::of_moves(self.board, node, &mut moves);
            isa.expand(self, &mut children, node.all, beta);
            best = best.max(self.search_children(isa, &children, beta));
        }
        if self.watch.stopped().is_some() {
            // Nothing is known, and nobody will look at the score.
            return beta - 1;
        }
        if best >= beta {
            bounds.low = bounds.low.max(best);
        } else {
            bounds.high = bounds.high.min(best);
        }
        self.table.put(node.hash, bounds, self.nodes - before);
        if best >= beta { bounds.low } else { bounds.high }
    }

    /// The best score of children that have been looked at.
    fn search_children<I: Isa>(&mut self, isa: I, children: &Expansion<B::Word>, beta: i32) -> i32 {
        let mut best = children.best;
        let mut later = Order::default();
        for (rank, i) in children.open.iter().enumerate() {
            if best >= beta || self.watch.stopped().is_some() {
                return best;
            }
            let child = children.node(i);
            if rank > 0 && self.is_busy(&child) {
                later.append(i);
                continue;
            }
            best = best.max(self.search_child(isa, &child, children.betas[i], beta));
        }
        for i in later.iter() {
            if best >= beta || self.watch.stopped().is_some() {
                break;
            }
            best = best.max(self.search_child(isa, &children.node(i), children.betas[i], beta));
        }
        best
    }

    /// The score of a child, seen from its parent, which asks for `beta`.
    #[inline]
    fn search_child<I: Isa>(
        &mut self,
        isa: I,
        child: &Node<B::Word>,
        child_beta: i32,
        beta: i32,
    ) -> i32 {
        if let Some(team) = &self.team {
            team.enter(child.hash.low(), self.empty_cells(child));
        }
        let score = self.node(isa, child, child_beta);
        if let Some(team) = &self.team {
            team.leave(child.hash.low(), self.empty_cells(child));
        }
        if child_beta == beta { score } else { -score }
    }

    #[inline]
    fn is_busy(&self, node: &Node<B::Word>) -> bool {
        self.team.as_ref().is_some_and(|team| team.is_busy(node.hash.low(), self.empty_cells(node)))
    }

    fn empty_cells(&self, node: &Node<B::Word>) -> u32 {
        self.board.cells() - node.all.count_ones()
    }

    /// Looks at all children: what can be said without search, and what the table knows. `all` are the stones of
    /// their parent.
    ///
    /// This is by far the most of the work. It is kept out of the recursion, so that its variables need no room on
    /// the stack at every level, which without optimisation is a lot.
    #[inline(always)]
    pub(crate) fn expand<I: Isa>(
        &mut self,
        _: I,
        expansion: &mut Expansion<B::Word>,
        all: B::Word,
        beta: i32,
    ) {
        let board = self.board;
        let shape = Shape::<I::Bits<B::Word>>::new(board);
        let Expansion { best, open, betas, bounds, hashes, children, count, .. } = expansion;
        let count = *count;
        children.settle(&shape);
        let mut keys = [B::Word::ZERO; LANES];
        children.keys(&shape, &mut keys);
        for i in 0..count {
            hashes[i] = self.table.hash(keys[i]);
            // The memory takes its time: it is asked before the bounds are worked out.
            self.table.prefetch(hashes[i]);
        }
        for (child_beta, &child_all) in betas.iter_mut().zip(&children.all) {
            let same_player = (child_all ^ all).count_ones().is_multiple_of(2);
            *child_beta = if same_player { beta } else { 1 - beta };
        }
        *bounds = children.bounds(&shape, board, betas, count);
        *best = -(board.cells() as i32);
        let mut order = Order::default();
        for i in 0..count {
            match bounds[i].decide(betas[i]) {
                Some(score) => *best = (*best).max(if betas[i] == beta { score } else { -score }),
                None => order.push(children.first_threats[i].count_ones() + expansion.merits[i], i),
            }
        }
        if *best >= beta || order.count == 0 {
            return;
        }
        for i in order.iter() {
            if let Some(known) = self.table.get(hashes[i]) {
                bounds[i] = bounds[i].and(known);
                if let Some(score) = bounds[i].decide(betas[i]) {
                    self.hits += 1;
                    *best = (*best).max(if betas[i] == beta { score } else { -score });
                    continue;
                }
            }
            open.append(i);
        }
    }
}

/// Children of a node, and what there is to know about them.
pub(crate) struct Expansion<T> {
    children: Children<T>,
    count: usize,
    /// How good the moves look, apart from the threats that they make.
    merits: [u32; LANES],
    /// The best score of those that need no search.
    best: i32,
    /// The others, best first.
    open: Order,
    /// The question to ask about each: the parent's, from the view of the player to move.
    betas: [i32; LANES],
    bounds: [Bounds; LANES],
    hashes: [Hash<T>; LANES],
}

impl<T: LaneWord> Expansion<T> {
    /// So many times the same position.
    fn new(own: T, all: T, count: usize) -> Self {
        Self {
            children: Children::new(own, all),
            count,
            merits: [0; LANES],
            best: 0,
            open: Order::default(),
            betas: [0; LANES],
            bounds: [Bounds::exactly(0); LANES],
            hashes: [Hash::default(); LANES],
        }
    }

    /// The positions after as many of the `moves` as are looked at together. They are taken away.
    #[inline(always)]
    fn of_moves<B: Board<Word = T>>(board: B, node: &Node<T>, moves: &mut T) -> Self {
        let (cells, count) = inner_cells(board, *moves);
        let mut expansion = Self::new(node.own ^ node.all, node.all, count);
        let own_threats = Shape::<T>::new(board).winning_cells(node.own, node.all);
        for i in 0..LANES {
            *moves &= !cells[i];
            expansion.children.all[i] |= if i < count { cells[i] } else { cells[0] };
            // A threat two cells above keeps the opponent from the cell between.
            expansion.merits[i] = u32::from(!(own_threats & cells[i] << 2).is_zero());
        }
        expansion
    }

    #[inline(always)]
    fn node(&self, i: usize) -> Node<T> {
        let Children { own, all, moves, .. } = &self.children;
        let (hash, bounds) = (self.hashes[i], self.bounds[i]);
        Node { own: own[i], all: all[i], moves: moves[i], hash, bounds }
    }
}

/// The cells of `moves` from the centre outwards, as many as there are lanes.
#[inline(always)]
fn inner_cells<B: Board>(board: B, moves: B::Word) -> ([B::Word; LANES], usize) {
    let (mut cells, mut count) = ([B::Word::ZERO; LANES], 0);
    let (width, centre) = (board.width(), board.width() / 2);
    for i in 0..width {
        // An even number of columns has one more on the left of the centre.
        let step = i.div_ceil(2);
        let x = if i % 2 == 1 { centre - step } else { centre + step };
        let cell = moves & board.column(x);
        if count < LANES {
            cells[count] = cell;
            count += usize::from(!cell.is_zero());
        }
    }
    (cells, count)
}

/// The lanes with the best merit first; among equals, the first that came.
#[derive(Clone, Copy, Default)]
struct Order {
    /// Merit, and lane.
    lanes: [u32; LANES],
    count: usize,
}

impl Order {
    #[inline(always)]
    fn push(&mut self, merit: u32, lane: usize) {
        let entry = merit << 8 | lane as u32;
        let mut i = self.count;
        self.count += 1;
        while i > 0 && self.lanes[i - 1] >> 8 < merit {
            self.lanes[i] = self.lanes[i - 1];
            i -= 1;
        }
        self.lanes[i] = entry;
    }

    #[inline(always)]
    fn append(&mut self, lane: usize) {
        self.lanes[self.count] = lane as u32;
        self.count += 1;
    }

    #[inline(always)]
    fn iter(self) -> impl Iterator<Item = usize> {
        (0..self.count).map(move |i| (self.lanes[i] as usize) % LANES)
    }
}
