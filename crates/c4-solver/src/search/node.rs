//! The recursion: alpha-beta search with a null window.
//!
//! A question is "is the score at least β?". The answer is a bound of the score: a lower one if it
//! is at least β, otherwise an upper one. A null window has no score inside, so a bound in the
//! table either decides the question or leaves it open:
//!
//! ```text
//! node(position, β):
//!     the table has a bound that decides β: return it
//!     best := −∞
//!     expand the children (up to eight): best := the best of those that need no search
//!     for each open child, best first, while best < β:
//!         best := max(best, −node(child, 1 − β))
//!     store the bound in the table
//! ```
//!
//! Scores are integers, so "less than β for me" is "at least 1 − β for the opponent". Forced moves
//! are played in `settle`, so a child may have the same player to move as its parent; `flips` tells
//! whether β and the score change sides.
//!
//! The recursion is apart from the evaluation of children, which keeps its stack below 128 KiB with
//! optimization and 512 KiB without.

use bitboard_core::{Bits as _, Pace, Word as _};

use super::bounds::Bounds;
use super::children::{Children, LANES, Node, Parent, Processor};
use super::lanes::number;
use super::limits::{Counts, Query, Question, Report, Snapshot, Stop};
use super::rules::apply_rules;
use super::settle::{Settled, settle};
use super::table::{Buckets, Hash};
#[cfg(feature = "parallel")]
use super::threads::race;
use super::threads::{Path, Team, check};
use crate::board::{Board, Position, Shape};

/// Nodes between two limit checks of a thread, at most.
const MOST_GRANTED: u64 = 1 << 12;
/// Nodes of a thread after which the table may grow. A fixed number, so that a search by one thread
/// visits the same nodes at any speed.
const GROW_EVERY: u64 = 1 << 12;

/// The search of one thread for one query.
pub(crate) struct Search<'a, B: Board> {
    processor: Processor,
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
    /// The part of the nodes that the table knows.
    known_to_table: u64,
}

/// The position to solve after forced moves.
#[derive(Clone, Copy)]
struct Root<T> {
    settled: Settled<T>,
    hash: Hash<T>,
    /// Whether the other player is to move after them.
    flips: bool,
    /// Whether mirror images of positions that follow may follow too.
    mirrors: bool,
}

impl<'a, B: Board> Search<'a, B> {
    /// Returns the search for the score of a position in which neither player wins at once.
    pub(crate) fn new(
        processor: Processor,
        position: Position<B>,
        table: Buckets<'a, B::Word>,
        query: &'a Query<'a>,
        team: Option<&'a Team>,
    ) -> Self {
        let Position { board, own, all } = position;
        let shape = Shape::<B::Word>::new(board);
        let left = number(position.empty_cells() as i32);
        let (own_threats, threats) = (position.threats(), position.opponent_threats());
        let settled = settle(&shape, [own, all], own_threats, threats, left);
        let key = shape.key(settled.own, settled.all);
        // If two cells that mirror each other have stones of different players, they keep them.
        let mirrors = (own & shape.mirror(own ^ all)).is_zero();
        let key = if mirrors { key.min(shape.mirror(key)) } else { key };
        let flips = !(settled.all ^ all).count_ones().is_multiple_of(2);
        let root = Root { settled, hash: table.hash(key), flips, mirrors };
        Self::of_root(processor, board, root, table, query, team)
    }

    /// The search from a root, for a thread that has not searched yet.
    fn of_root(
        processor: Processor,
        board: B,
        root: Root<B::Word>,
        table: Buckets<'a, B::Word>,
        query: &'a Query<'a>,
        team: Option<&'a Team>,
    ) -> Self {
        Self {
            processor,
            board,
            root,
            table,
            query,
            team,
            path: Path::default(),
            report: None,
            question: Question { bounds: Bounds::exactly(0), beta: 0 },
            pace: Pace::new(MOST_GRANTED),
            until_check: 0,
            granted: 0,
            counts: Counts::default(),
            added: Counts::default(),
            known_to_table: 0,
        }
    }

    pub(crate) fn with_report(mut self, report: Option<&'a Report<'a>>) -> Self {
        self.report = report;
        self
    }

    /// Returns the search of another thread of the team.
    #[cfg(feature = "parallel")]
    pub(super) fn helper(&self) -> Self {
        let Self { processor, board, root, table, query, team, .. } = *self;
        Self::of_root(processor, board, root, table, query, team)
    }

    /// Answers a question about the position with a bound of its score, by all threads of the team.
    /// If the bound is at least `beta`, it is a lower bound; otherwise it is an upper bound.
    pub(crate) fn bound(&mut self, question: Question) -> Result<i32, Stop> {
        #[cfg(feature = "parallel")]
        if let Some(team) = self.team {
            // The other threads copy a search that none of them runs, because this one is busy.
            let idle = self.helper();
            let result = race(
                team,
                || idle.helper().bound_by_this_thread(question),
                || self.bound_by_this_thread(question),
            );
            // The nodes of the others since its last report.
            self.report();
            return result;
        }
        self.bound_by_this_thread(question)
    }

    /// [`bound`](Self::bound) by this thread.
    pub(super) fn bound_by_this_thread(&mut self, question: Question) -> Result<i32, Stop> {
        self.question = question;
        let Question { beta, .. } = question;
        let Root { settled, hash, flips, .. } = self.root;
        let Settled { own, all, moves, threats, .. } = settled;
        let beta = if flips { 1 - beta } else { beta };
        let shape = Shape::new(self.board);
        let bounds = apply_rules(&shape, &settled, number(beta)).bounds();
        let score = match bounds.decide(beta) {
            Some(score) => score,
            None => {
                let node = Node { own, all, moves, threats, hash, bounds };
                self.marked_node(self.team, &node, beta)?
            }
        };
        Ok(if flips { -score } else { score })
    }

    /// [`bound`](Self::bound) for a node that needs a search.
    fn node(&mut self, node: &Node<B::Word>, beta: i32) -> Result<i32, Stop> {
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
        let marks = |team: &&Team| team.marks_children(node.empty_cells(self.board));
        let team = self.team.filter(marks);
        let mut best = -(self.board.cells() as i32);
        let mut moves = node.moves;
        while !moves.is_zero() && best < beta {
            let mut children = Children::new(best);
            let Self { board, table, root: Root { mirrors, .. }, .. } = *self;
            let parent = Parent { board, table, mirrors, node, beta };
            self.counts.hits += children.expand(self.processor, parent, &mut moves);
            best = self.search_children(team, &children, beta)?;
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
    fn search_children(
        &mut self,
        team: Option<&Team>,
        children: &Children<B::Word>,
        beta: i32,
    ) -> Result<i32, Stop> {
        let mut best = children.best;
        let (mut later, mut put_off) = ([0; LANES], 0);
        for (rank, i) in children.open.iter().enumerate() {
            if best >= beta {
                return Ok(best);
            }
            if rank > 0 && team.is_some_and(|team| team.is_busy(children.hash(i).low())) {
                later[put_off % LANES] = i;
                put_off += 1;
                continue;
            }
            best = best.max(self.search_child(team, children, i, beta)?);
        }
        for &i in &later[..put_off] {
            if best >= beta {
                break;
            }
            best = best.max(self.search_child(team, children, i, beta)?);
        }
        Ok(best)
    }

    /// The score of a child, seen from its parent, which asks for `beta`.
    #[inline]
    fn search_child(
        &mut self,
        team: Option<&Team>,
        children: &Children<B::Word>,
        i: usize,
        beta: i32,
    ) -> Result<i32, Stop> {
        let (child, flips) = children.get(i);
        let beta = if flips { 1 - beta } else { beta };
        let score = self.marked_node(team, &child, beta);
        score.map(|score| if flips { -score } else { score })
    }

    /// [`node`](Self::node) for a node that is marked for the `team`.
    #[inline]
    fn marked_node(
        &mut self,
        team: Option<&Team>,
        node: &Node<B::Word>,
        beta: i32,
    ) -> Result<i32, Stop> {
        let Some(team) = team else { return self.node(node, beta) };
        self.path.check(self.table, self.counts.nodes, || self.query.check())?;
        self.path.enter(node.hash, beta);
        team.enter(node.hash.low());
        let result = self.node(node, beta);
        team.leave(node.hash.low());
        self.path.leave().map_or(result, Ok)
    }

    /// Lets the table grow when it is due. Checks the limits, which may stop the search, and
    /// reports progress if no nodes are granted.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), Stop> {
        let Self { query, team, .. } = *self;
        if self.counts.nodes.is_multiple_of(GROW_EVERY) {
            self.tell_table();
            self.table.grow(|| check(query, team))?;
        }
        if self.granted == 0 {
            self.report();
            check(query, team)?;
            self.granted = query.grant(&mut self.pace)?;
        }
        self.until_check = self.granted.min(GROW_EVERY - self.counts.nodes % GROW_EVERY);
        self.granted -= self.until_check;
        Ok(())
    }

    /// Reports the nodes of all threads so far.
    pub(super) fn report(&mut self) {
        self.add_counts();
        let nodes = self.query.counts().nodes;
        if let Some(report) = self.report.filter(|_| nodes > 0) {
            report(Snapshot { nodes, question: self.question });
        }
    }

    /// Adds the counts of this thread since the last call to those of the query.
    fn add_counts(&mut self) {
        self.query.add(self.counts - self.added);
        self.added = self.counts;
    }

    /// Adds the nodes of this thread to those of the table, by which it grows.
    fn tell_table(&mut self) {
        self.table.add_nodes(self.counts.nodes - self.known_to_table);
        self.known_to_table = self.counts.nodes;
    }
}

impl<B: Board> Drop for Search<'_, B> {
    #[inline]
    fn drop(&mut self) {
        // Many positions are decided without a node. Atomic additions would take a good part of
        // their time.
        if self.counts != Counts::default() {
            self.add_counts();
            self.tell_table();
            self.query.give_back(self.until_check + self.granted);
        }
    }
}
