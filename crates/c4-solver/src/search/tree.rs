//! Alpha-beta search with a null window.

use bitboard_core::{Bits as _, StopReason, Word};

use super::bounds::Bounds;
use super::children::{Children, LANES};
use super::isa::{Isa, Processor, dispatch};
use super::query::{Counts, Query, Report};
use super::table::{Buckets, Hash};
use super::team::Team;
use crate::board::{Board, BoardWord, Masks as _, Position, Shape};

/// The search of one thread for one query.
pub(crate) struct Search<'a, B: Board> {
    board: B,
    table: Buckets<'a, B::Word>,
    query: &'a Query<'a>,
    /// The threads that search with this one.
    team: Option<&'a Team>,
    report: Option<&'a Report<'a>>,
    /// Nodes to search before the next limit check.
    granted: u64,
    counts: Counts,
    /// The part of the counts that `query` has.
    added: Counts,
}

/// A position that needs a search: neither player wins at once, and no move is forced.
#[derive(Clone, Copy)]
pub(crate) struct Node<T> {
    own: T,
    all: T,
    moves: T,
    hash: Hash<T>,
    bounds: Bounds,
}

impl<'a, B: Board> Search<'a, B> {
    pub(crate) fn new(board: B, table: Buckets<'a, B::Word>, query: &'a Query<'a>) -> Self {
        let (counts, added) = Default::default();
        Self { board, table, query, team: None, report: None, granted: 0, counts, added }
    }

    pub(crate) fn with_team(mut self, team: Option<&'a Team>) -> Self {
        self.team = team;
        self
    }

    pub(crate) fn with_report(mut self, report: Option<&'a Report<'a>>) -> Self {
        self.report = report;
        self
    }

    #[cfg(feature = "parallel")]
    pub(crate) fn team(&self) -> Option<&'a Team> {
        self.team
    }

    /// Returns the search of another thread of the team.
    #[cfg(feature = "parallel")]
    pub(crate) fn helper(&self) -> Self {
        Self::new(self.board, self.table, self.query).with_team(self.team)
    }

    /// Checks the limits, which may stop the search, and reports progress.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), StopReason> {
        self.add_counts();
        if self.counts.nodes > 0
            && let Some(report) = self.report
        {
            report(self.query.counts().nodes);
        }
        if self.team.is_some_and(Team::is_finished) {
            return Err(StopReason::Cancelled);
        }
        self.granted = self.query.grant()?;
        Ok(())
    }

    fn add_counts(&mut self) {
        self.query.add(self.counts - self.added);
        self.added = self.counts;
    }

    /// Returns a bound of the score of a position in which neither player wins at once. If the bound is at least `beta`, it is a lower bound;
    /// otherwise it is an upper bound.
    pub(crate) fn bound(
        &mut self,
        processor: Processor,
        position: Position<B>,
        beta: i32,
    ) -> Result<i32, StopReason> {
        dispatch!(processor, isa => self.root(isa, position, beta))
    }

    /// [`bound`](Self::bound) with one instruction set.
    fn root<I: Isa>(
        &mut self,
        isa: I,
        position: Position<B>,
        beta: i32,
    ) -> Result<i32, StopReason> {
        let mut root = Expansion::new(position.own, position.all, 1);
        self.expand(isa, &mut root, position.all, beta);
        self.search_children(isa, &root, beta)
    }

    /// [`bound`](Self::bound) for a node that needs a search.
    fn node<I: Isa>(&mut self, isa: I, node: &Node<B::Word>, beta: i32) -> Result<i32, StopReason> {
        let mut bounds = node.bounds;
        if let Some(known) = self.table.get(node.hash) {
            bounds = bounds.and(known);
            if let Some(score) = bounds.decide(beta) {
                self.counts.hits += 1;
                return Ok(score);
            }
        }
        if self.granted == 0 {
            self.check()?;
        }
        self.granted -= 1;
        self.counts.nodes += 1;
        let before = self.counts.nodes;
        let mut best = -(self.board.cells() as i32);
        let mut moves = node.moves;
        while !moves.is_zero() && best < beta {
            let mut children = Expansion::of_moves(self.board, node, &mut moves);
            self.expand(isa, &mut children, node.all, beta);
            best = best.max(self.search_children(isa, &children, beta)?);
        }
        if best >= beta {
            bounds.low = bounds.low.max(best);
        } else {
            bounds.high = bounds.high.min(best);
        }
        self.table.put(node.hash, bounds, self.counts.nodes - before);
        Ok(if best >= beta { bounds.low } else { bounds.high })
    }

    /// [`bound`](Self::bound) for the parent of expanded children.
    fn search_children<I: Isa>(
        &mut self,
        isa: I,
        children: &Expansion<B::Word>,
        beta: i32,
    ) -> Result<i32, StopReason> {
        let mut best = children.best;
        let mut later = Order::default();
        for (rank, i) in children.open.iter().enumerate() {
            if best >= beta {
                return Ok(best);
            }
            let child = children.node(i);
            if rank > 0 && self.is_busy(&child) {
                later.append(i);
                continue;
            }
            best = best.max(self.search_child(isa, &child, children.betas[i], beta)?);
        }
        for i in later.iter() {
            if best >= beta {
                break;
            }
            best = best.max(self.search_child(isa, &children.node(i), children.betas[i], beta)?);
        }
        Ok(best)
    }

    /// The score of a child, seen from its parent, which asks for `beta`.
    #[inline]
    fn search_child<I: Isa>(
        &mut self,
        isa: I,
        child: &Node<B::Word>,
        child_beta: i32,
        beta: i32,
    ) -> Result<i32, StopReason> {
        if let Some(team) = self.team {
            team.enter(child.hash.low(), self.empty_cells(child));
        }
        let score = self.node(isa, child, child_beta);
        if let Some(team) = self.team {
            team.leave(child.hash.low(), self.empty_cells(child));
        }
        score.map(|score| if child_beta == beta { score } else { -score })
    }

    #[inline]
    fn is_busy(&self, node: &Node<B::Word>) -> bool {
        self.team.is_some_and(|team| team.is_busy(node.hash.low(), self.empty_cells(node)))
    }

    fn empty_cells(&self, node: &Node<B::Word>) -> u32 {
        self.board.cells() - node.all.count_ones()
    }

    /// Bounds all children without search, then looks up those that are still open in the table. `all` are the stones of their parent.
    ///
    /// Most of the time is spent here. The function is separate from the recursion to keep its variables off the stack of every level.
    #[inline(always)]
    fn expand<I: Isa>(
        &mut self,
        isa: I,
        expansion: &mut Expansion<B::Word>,
        all: B::Word,
        beta: i32,
    ) {
        isa.vectorize(
            #[inline(always)]
            || self.expand_with(isa, expansion, all, beta),
        );
    }

    #[inline(always)]
    fn expand_with<I: Isa>(
        &mut self,
        isa: I,
        expansion: &mut Expansion<B::Word>,
        all: B::Word,
        beta: i32,
    ) {
        let board = self.board;
        let shape = Shape::new(board).splat(
            #[inline(always)]
            |word| isa.splat(word),
        );
        let Expansion { best, open, betas, bounds, hashes, children, count, .. } = expansion;
        // The compiler needs this to leave out bounds checks.
        let count = (*count).min(LANES);
        children.settle(isa, &shape, count);
        let mut keys = [B::Word::ZERO; LANES];
        children.keys(isa, &shape, count, &mut keys);
        for i in 0..count {
            hashes[i] = self.table.hash(keys[i]);
            // The entries arrive while the bounds are computed.
            self.table.prefetch(hashes[i]);
        }
        for (child_beta, &child_all) in betas.iter_mut().zip(&children.all).take(count) {
            let same_player = (child_all ^ all).count_ones().is_multiple_of(2);
            *child_beta = if same_player { beta } else { 1 - beta };
        }
        *bounds = children.bounds(isa, &shape, board, betas, count);
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
                    self.counts.hits += 1;
                    *best = (*best).max(if betas[i] == beta { score } else { -score });
                    continue;
                }
            }
            open.append(i);
        }
    }
}

impl<B: Board> Drop for Search<'_, B> {
    #[inline]
    fn drop(&mut self) {
        // Many positions are decided without a node. Atomic additions would take a good part of their time.
        if self.counts != Counts::default() {
            self.add_counts();
            self.query.give_back(self.granted);
        }
    }
}

/// The children of a node, and bounds of their scores.
pub(crate) struct Expansion<T> {
    children: Children<T>,
    count: usize,
    /// Move ordering: merits of the moves apart from the threats that they make.
    merits: [u32; LANES],
    /// The best score of the children that need no search.
    best: i32,
    /// The other children in search order.
    open: Order,
    /// The null-window question for each child: the parent's, for the player to move in the child.
    betas: [i32; LANES],
    bounds: [Bounds; LANES],
    hashes: [Hash<T>; LANES],
}

impl<T: BoardWord> Expansion<T> {
    /// The same position `count` times.
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

    /// The positions after up to [`LANES`] of the `moves`, which are removed from them.
    #[inline(always)]
    fn of_moves<B: Board<Word = T>>(board: B, node: &Node<T>, moves: &mut T) -> Self {
        let (cells, count) = inner_cells(board, *moves);
        let mut expansion = Self::new(node.own ^ node.all, node.all, count);
        let own_threats = Shape::<T>::new(board).winning_cells(node.own, node.all);
        for i in 0..LANES {
            *moves &= !cells[i];
            expansion.children.all[i] |= if i < count { cells[i] } else { cells[0] };
            // The opponent cannot play the cell between this one and a threat two cells above.
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

/// The cells of `moves` from the center outwards, at most [`LANES`].
#[inline(always)]
fn inner_cells<B: Board>(board: B, moves: B::Word) -> ([B::Word; LANES], usize) {
    let (mut cells, mut count) = ([B::Word::ZERO; LANES], 0);
    let (width, center) = (board.width(), board.width() / 2);
    for i in 0..width {
        // An even number of columns has one more on the left of the center.
        let step = i.div_ceil(2);
        let x = if i % 2 == 1 { center - step } else { center + step };
        let cell = moves & board.column(x);
        if count < LANES {
            cells[count] = cell;
            count += usize::from(!cell.is_zero());
        }
    }
    (cells, count)
}

/// Lanes by descending merit. Lanes of equal merit keep the order of insertion.
#[derive(Clone, Copy, Default)]
struct Order {
    /// `merit << 8 | lane`.
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
