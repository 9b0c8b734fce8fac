//! Alpha-beta search with a null window.

use bitboard_core::Word;

use crate::arch::Isa;
use crate::bits::Shape;
use crate::board::Board;
use crate::children::{Children, LANES};
use crate::position::Position;
use crate::table::{Bounds, Hash, Table};
use crate::watch::Watch;

/// A search and all that it has learnt.
pub(crate) struct Search<B: Board> {
    pub(crate) table: Table<B>,
    pub(crate) watch: Watch,
    pub(crate) nodes: u64,
    /// How many positions the table has decided.
    pub(crate) hits: u64,
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
        Self { table: Table::new(board, bytes), watch: Watch::default(), nodes: 0, hits: 0, board }
    }

    /// A bound of the score of a position in which nobody wins at once: if it is `beta` or more, so is the
    /// score; otherwise the score is not above it. It means nothing if the search was stopped.
    #[inline(always)]
    pub(crate) fn bound<I: Isa>(&mut self, isa: I, position: Position<B>, beta: i32) -> i32 {
        let board = self.board;
        let shape = Shape::<I::Bits<B::Word>>::new(board);
        let mut lanes = Children::new(position.own, position.all);
        lanes.settle(&shape);
        let same = same_player(lanes.all[0], position.all);
        let beta = if same { beta } else { 1 - beta };
        let bounds = lanes.bounds(&shape, board, &[beta; LANES], 1)[0];
        let score = bounds.decide(beta).unwrap_or_else(|| {
            let mut keys = [B::Word::ZERO; LANES];
            lanes.keys(&shape, &mut keys);
            let hash = self.table.hash(keys[0]);
            let (own, all, moves) = (lanes.own[0], lanes.all[0], lanes.moves[0]);
            isa.node(self, &Node { own, all, moves, hash, bounds }, beta)
        });
        if same { score } else { -score }
    }

    /// What [`bound`](Self::bound) says, for a node that needs a search.
    #[inline(always)]
    pub(crate) fn node<I: Isa>(&mut self, isa: I, node: &Node<B::Word>, beta: i32) -> i32 {
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
            best = best.max(self.some_moves(isa, node, &mut moves, beta));
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

    /// The best score among as many of the `moves` as are looked at together. They are taken away.
    #[inline(always)]
    fn some_moves<I: Isa>(
        &mut self,
        isa: I,
        node: &Node<B::Word>,
        moves: &mut B::Word,
        beta: i32,
    ) -> i32 {
        let board = self.board;
        let shape = Shape::<I::Bits<B::Word>>::new(board);
        let (cells, count) = inner_cells(board, *moves);
        let mut children = Children::new(node.own ^ node.all, node.all);
        for i in 0..LANES {
            *moves = *moves & !cells[i];
            children.all[i] |= if i < count { cells[i] } else { cells[0] };
        }
        children.settle(&shape);
        let mut betas = [0; LANES];
        for i in 0..LANES {
            let same = same_player(children.all[i], node.all);
            betas[i] = if same { beta } else { 1 - beta };
        }
        let mut bounds = children.bounds(&shape, board, &betas, count);
        let mut best = -(board.cells() as i32);
        let mut order = Order::default();
        let own_threats = Position { board, own: node.own, all: node.all }.threats();
        for i in 0..count {
            match bounds[i].decide(betas[i]) {
                Some(score) => best = best.max(if betas[i] == beta { score } else { -score }),
                None => {
                    // A threat two cells above keeps the opponent from the cell between.
                    let merit = children.first_threats[i].count_ones()
                        + (own_threats & cells[i] << 2).count_ones();
                    order.push(merit, i);
                }
            }
        }
        if best >= beta || order.count == 0 {
            return best;
        }
        let mut hashes = [Hash::default(); LANES];
        let mut keys = [B::Word::ZERO; LANES];
        children.keys(&shape, &mut keys);
        let mut open = Order::default();
        for i in order.iter() {
            hashes[i] = self.table.hash(keys[i]);
            if let Some(known) = self.table.get(hashes[i]) {
                bounds[i] = bounds[i].and(known);
                if let Some(score) = bounds[i].decide(betas[i]) {
                    self.hits += 1;
                    best = best.max(if betas[i] == beta { score } else { -score });
                    continue;
                }
            }
            open.append(i);
        }
        for i in open.iter() {
            if best >= beta || self.watch.stopped().is_some() {
                break;
            }
            let (own, all, moves) = (children.own[i], children.all[i], children.moves[i]);
            let child = Node { own, all, moves, hash: hashes[i], bounds: bounds[i] };
            let score = isa.node(self, &child, betas[i]);
            best = best.max(if betas[i] == beta { score } else { -score });
        }
        best
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

/// Whether the same player is to move with these stones.
#[inline(always)]
fn same_player<T: Word>(all: T, other: T) -> bool {
    (all ^ other).count_ones() % 2 == 0
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
