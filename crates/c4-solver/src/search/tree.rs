//! Alpha-beta search with a null window.

use bitboard_core::{Bits as _, Pace, Word};

use super::bounds::Bounds;
use super::children::{Findings, Settled};
use super::follow_up::{FollowUp, Stones};
use super::isa::{Isa, Processor, dispatch};
use super::order::{Candidates, LANES, Order};
use super::path::Path;
use super::query::{Counts, Query, Question, Report, Stop};
use super::table::{Buckets, Hash};
use super::team::Team;
use crate::board::{Board, BoardWord, Position, Shape};

/// The most lanes of a vector.
const GROUP: usize = 4;
/// Nodes between two limit checks of a thread, at most.
const MOST_GRANTED: u64 = 1 << 12;
/// Nodes of a thread after which the table may grow. A fixed number, so that a search by one thread visits the same nodes at any speed.
const GROW_EVERY: u64 = 1 << 12;

/// The search of one thread for one query.
pub(crate) struct Search<'a, B: Board> {
    board: B,
    root: Root<B::Word>,
    table: Buckets<'a, B::Word>,
    query: &'a Query<'a>,
    /// The threads that search with this one.
    team: Option<&'a Team>,
    path: Path<B::Word>,
    report: Option<&'a Report<'a>>,
    question: Question,
    pace: Pace,
    /// Nodes to search before the next [`check`](Self::check).
    until_check: u64,
    /// Nodes that are granted after those.
    granted: u64,
    counts: Counts,
    /// The part of the counts that `query` has.
    added: Counts,
    /// The nodes for which the table has grown.
    grown: u64,
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

/// The position to solve after forced moves.
#[derive(Clone, Copy)]
struct Root<T> {
    settled: Settled<T>,
    hash: Hash<T>,
    /// Whether the other player is to move after them.
    flips: bool,
}

impl<'a, B: Board> Search<'a, B> {
    /// Returns the search for the score of a position in which neither player wins at once.
    pub(crate) fn new(
        position: Position<B>,
        table: Buckets<'a, B::Word>,
        query: &'a Query<'a>,
    ) -> Self {
        let Position { board, own, all } = position;
        let shape = Shape::<B::Word>::new(board);
        let settled = shape.settle(own, all);
        let [key, mirrored] = shape.keys(&settled);
        let flips = !(settled.all ^ all).count_ones().is_multiple_of(2);
        let root = Root { settled, hash: table.hash(key.min(mirrored)), flips };
        Self::of_root(board, root, table, query)
    }

    fn of_root(
        board: B,
        root: Root<B::Word>,
        table: Buckets<'a, B::Word>,
        query: &'a Query<'a>,
    ) -> Self {
        Self {
            board,
            root,
            table,
            query,
            team: None,
            path: Path::default(),
            report: None,
            question: Question { bounds: Bounds::exactly(0), beta: 0 },
            pace: Pace::new(MOST_GRANTED),
            until_check: 0,
            granted: 0,
            counts: Counts::default(),
            added: Counts::default(),
            grown: 0,
        }
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
        Self::of_root(self.board, self.root, self.table, self.query).with_team(self.team)
    }

    /// Lets the table grow when it is due. Checks the limits, which may stop the search, and reports progress if no nodes are
    /// granted.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stop> {
        if self.counts.nodes.is_multiple_of(GROW_EVERY) {
            self.grow();
        }
        if self.granted == 0 {
            self.add_counts();
            if self.counts.nodes > 0
                && let Some(report) = self.report
            {
                report(self.query.counts().nodes, self.question);
            }
            if self.team.is_some_and(Team::is_finished) {
                return Err(Stop::Finished);
            }
            self.granted = self.query.grant(&mut self.pace)?;
        }
        self.until_check = self.granted.min(GROW_EVERY - self.counts.nodes % GROW_EVERY);
        self.granted -= self.until_check;
        Ok(())
    }

    fn add_counts(&mut self) {
        self.query.add(self.counts - self.added);
        self.added = self.counts;
    }

    fn grow(&mut self) {
        self.table.grow(self.counts.nodes - self.grown);
        self.grown = self.counts.nodes;
    }

    /// Answers a question about the position with a bound of its score. If the bound is at least `beta`, it is a lower bound;
    /// otherwise it is an upper bound.
    pub(crate) fn bound(&mut self, processor: Processor, question: Question) -> Result<i32, Stop> {
        self.question = question;
        let Question { beta, .. } = question;
        let Root { settled, hash, flips } = self.root;
        let beta = if flips { 1 - beta } else { beta };
        let left = (self.board.cells() - settled.all.count_ones()) as i32;
        let found = Shape::new(self.board).find(&settled, Stones::for_score(left, beta));
        let bounds = found.bounds(self.board, settled.moves, left, beta);
        let score = if let Some(score) = bounds.decide(beta) {
            score
        } else {
            let Settled { own, all, moves, .. } = settled;
            let node = Node { own, all, moves, hash, bounds };
            dispatch!(processor, isa => self.marked_node(isa, self.team, &node, beta))?
        };
        Ok(if flips { -score } else { score })
    }

    /// [`bound`](Self::bound) for a node that needs a search.
    fn node<I: Isa>(&mut self, isa: I, node: &Node<B::Word>, beta: i32) -> Result<i32, Stop> {
        let mut bounds = node.bounds;
        if let Some(known) = self.table.get(node.hash) {
            bounds = bounds.and(known);
            if let Some(score) = bounds.decide(beta) {
                self.counts.hits += 1;
                return Ok(score);
            }
        }
        if self.until_check == 0 {
            self.check()?;
        }
        self.until_check -= 1;
        self.counts.nodes += 1;
        let before = self.counts.nodes;
        let team = self.team.filter(|team| team.marks_children(self.empty_cells(node)));
        let mut best = -(self.board.cells() as i32);
        let mut moves = node.moves;
        while !moves.is_zero() && best < beta {
            let mut children = Children::new(best);
            self.expand(isa, node, &mut moves, beta, &mut children);
            best = self.search_children(isa, team, &children, beta)?;
        }
        if best >= beta {
            bounds.low = bounds.low.max(best);
        } else {
            bounds.high = bounds.high.min(best);
        }
        self.table.put(node.hash, bounds, self.counts.nodes - before);
        Ok(if best >= beta { bounds.low } else { bounds.high })
    }

    /// [`bound`](Self::bound) for the parent of expanded children, which are marked for the `team`.
    fn search_children<I: Isa>(
        &mut self,
        isa: I,
        team: Option<&Team>,
        children: &Children<B::Word>,
        beta: i32,
    ) -> Result<i32, Stop> {
        let mut best = children.best;
        let mut later = Order::default();
        for (rank, i) in children.open.iter().enumerate() {
            if best >= beta {
                return Ok(best);
            }
            if rank > 0 && team.is_some_and(|team| team.is_busy(children.nodes[i].hash.low())) {
                later.append(i);
                continue;
            }
            best = best.max(self.search_child(isa, team, children, i, beta)?);
        }
        for i in later.iter() {
            if best >= beta {
                break;
            }
            best = best.max(self.search_child(isa, team, children, i, beta)?);
        }
        Ok(best)
    }

    /// The score of a child, seen from its parent, which asks for `beta`.
    #[inline]
    fn search_child<I: Isa>(
        &mut self,
        isa: I,
        team: Option<&Team>,
        children: &Children<B::Word>,
        i: usize,
        beta: i32,
    ) -> Result<i32, Stop> {
        let (child, flips) = (&children.nodes[i], children.flips[i]);
        let beta = if flips { 1 - beta } else { beta };
        let score = self.marked_node(isa, team, child, beta);
        score.map(|score| if flips { -score } else { score })
    }

    /// [`node`](Self::node) for a node that is marked for the `team`.
    #[inline]
    fn marked_node<I: Isa>(
        &mut self,
        isa: I,
        team: Option<&Team>,
        node: &Node<B::Word>,
        beta: i32,
    ) -> Result<i32, Stop> {
        let Some(team) = team else { return self.node(isa, node, beta) };
        if self.path.is_decided(self.table, self.counts.nodes) {
            return Err(Stop::Decided);
        }
        self.path.enter(node.hash, beta);
        team.enter(node.hash.low());
        let result = self.node(isa, node, beta);
        team.leave(node.hash.low());
        self.path.leave().map_or(result, Ok)
    }

    fn empty_cells(&self, node: &Node<B::Word>) -> u32 {
        self.board.cells() - node.all.count_ones()
    }

    /// Bounds the children by up to [`LANES`] of the `moves`, which are removed from them, without search. Those that are still open
    /// are won or not with the second stone, or are looked up in the table.
    ///
    /// Most of the time is spent here. The function is separate from the recursion to keep its variables off the stack of every level.
    #[inline(always)]
    fn expand<I: Isa>(
        &mut self,
        isa: I,
        parent: &Node<B::Word>,
        moves: &mut B::Word,
        beta: i32,
        children: &mut Children<B::Word>,
    ) {
        isa.vectorize(
            #[inline(always)]
            || self.expand_with(isa, parent, moves, beta, children),
        );
    }

    #[inline(always)]
    fn expand_with<I: Isa>(
        &mut self,
        isa: I,
        parent: &Node<B::Word>,
        moves: &mut B::Word,
        beta: i32,
        children: &mut Children<B::Word>,
    ) {
        let candidates = Candidates::take(self.board, moves, self.empty_cells(parent));
        let mut first = 0;
        // Every instruction set stops at the same children.
        while first < candidates.count && (children.best < beta || first % GROUP > 0) {
            self.bound_some(isa, parent, &candidates, first, beta, children);
            first += I::Lanes::<B::Word>::LANES;
        }
        let words = Shape::new(self.board);
        let bounded = core::mem::take(&mut children.open);
        for i in bounded.iter() {
            if children.best >= beta {
                return;
            }
            let flips = children.flips[i];
            let beta = if flips { 1 - beta } else { beta };
            let left = self.empty_cells(&children.nodes[i]) as i32;
            let child = &mut children.nodes[i];
            let mut decided = words.second_stone(child.own, child.all, child.moves, left, beta);
            if decided.is_none()
                && let Some(known) = self.table.get(child.hash)
            {
                child.bounds = child.bounds.and(known);
                decided = child.bounds.decide(beta);
                self.counts.hits += u64::from(decided.is_some());
            }
            if let Some(score) = decided {
                children.best = children.best.max(if flips { -score } else { score });
                continue;
            }
            children.open.append(i);
        }
    }

    /// Bounds the children by the candidates from `first` on, one in each lane of a vector.
    #[inline(always)]
    fn bound_some<I: Isa>(
        &self,
        isa: I,
        parent: &Node<B::Word>,
        candidates: &Candidates<B::Word>,
        first: usize,
        beta: i32,
        children: &mut Children<B::Word>,
    ) {
        let lanes = (candidates.count - first).min(I::Lanes::<B::Word>::LANES).min(GROUP);
        let cells = &candidates.cells[first % LANES..];
        let board = self.board;
        let words = Shape::new(board);
        let shape = words.splat(
            #[inline(always)]
            |word| isa.splat(word),
        );
        let opponent = isa.splat(parent.own ^ parent.all);
        let settled = shape.settle(opponent, isa.splat(parent.all) | isa.load(cells));
        let [own, all, moves, threats] =
            [settled.own, settled.all, settled.moves, settled.first_threats].map(
                #[inline(always)]
                |lanes| words_of(isa, lanes),
            );
        let keys = shape.keys(&settled).map(
            #[inline(always)]
            |lanes| words_of(isa, lanes),
        );
        let mut hashes = [Hash::default(); GROUP];
        let (mut left, mut betas, mut stones) = ([0; GROUP], [0; GROUP], [B::Word::ZERO; GROUP]);
        let left_before = self.empty_cells(parent) as i32;
        for i in 0..lanes {
            hashes[i] = self.table.hash(keys[0][i].min(keys[1][i]));
            // The entries arrive while the bounds are computed.
            self.table.prefetch(hashes[i]);
            left[i] = (board.cells() - all[i].count_ones()) as i32;
            betas[i] = if (left[i] ^ left_before) & 1 == 0 { beta } else { 1 - beta };
            Stones(stones[i]) = Stones::for_score(left[i], betas[i]);
        }
        let stones = Stones(isa.load(&stones));
        let found = shape.find(&settled, stones);
        let FollowUp { holds, wins, out_of_reach } = found.follow_up;
        let [holds, wins, out_of_reach, hope, fear] =
            [holds, wins, out_of_reach, found.hope, found.fear].map(
                #[inline(always)]
                |lanes| words_of(isa, lanes),
            );
        for i in 0..lanes {
            let follow_up =
                FollowUp { holds: holds[i], wins: wins[i], out_of_reach: out_of_reach[i] };
            let found = Findings { follow_up, hope: hope[i], fear: fear[i] };
            let bounds = found.bounds(board, moves[i], left[i], betas[i]);
            let flips = betas[i] != beta;
            if let Some(score) = bounds.decide(betas[i]) {
                children.best = children.best.max(if flips { -score } else { score });
                continue;
            }
            let place = children.open.count % LANES;
            children.open.push(candidates.merit(first + i, threats[i], moves[i]), place);
            children.flips[place] = flips;
            children.nodes[place] =
                Node { own: own[i], all: all[i], moves: moves[i], hash: hashes[i], bounds };
        }
    }
}

impl<B: Board> Drop for Search<'_, B> {
    #[inline]
    fn drop(&mut self) {
        // Many positions are decided without a node. Atomic additions would take a good part of their time.
        if self.counts != Counts::default() {
            self.add_counts();
            self.grow();
            self.query.give_back(self.until_check + self.granted);
        }
    }
}

/// The children of a node that need a search.
struct Children<T> {
    /// The best score of the children that need no search.
    best: i32,
    /// The others in search order.
    open: Order,
    nodes: [Node<T>; LANES],
    /// Whether the player to move is the same as in the parent.
    flips: [bool; LANES],
}

impl<T: BoardWord> Children<T> {
    #[inline(always)]
    fn new(best: i32) -> Self {
        let none = Node {
            own: T::ZERO,
            all: T::ZERO,
            moves: T::ZERO,
            hash: Hash::default(),
            bounds: Bounds::exactly(0),
        };
        Self { best, open: Order::default(), nodes: [none; LANES], flips: [false; LANES] }
    }
}

/// The words of the lanes of a vector.
#[inline(always)]
fn words_of<I: Isa, T: BoardWord>(isa: I, lanes: I::Lanes<T>) -> [T; GROUP] {
    let mut words = [T::ZERO; GROUP];
    isa.store(lanes, &mut words);
    words
}
