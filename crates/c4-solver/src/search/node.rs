//! The recursion: alpha-beta search with a null window.
//!
//! A null-window test asks whether the score is at least β. Its result is a bound of the score: a
//! lower one if it is at least β, otherwise an upper one. A null window has no score inside, so a
//! bound in the table either decides the test or leaves it open:
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
//! Scores are integers, so "less than β for me" is "at least 1 − β for the opponent". Positions are
//! [`Settled`]: forced moves have been played, so a child may have the same player to move as its
//! parent. `flips` and `turned` tell whether β and the score change sides.
//!
//! The recursion is apart from the evaluation of children, which keeps its stack below 128 KiB with
//! optimization and 512 KiB without.

use core::sync::atomic::Ordering::Relaxed;

use bitboard_core::limits::{Meter, ThreadStop};
use bitboard_core::{Bits as _, Word as _};

use super::children::{Children, LANES, Node, Parent, Processor};
use super::lanes::number;
use super::rules::apply_rules;
use super::settled::{Keys, Settled};
use super::shared::{Shared, SolveProgress};
use super::table::Buckets;
#[cfg(feature = "parallel")]
use super::threads::race;
use super::threads::{LEAST_EMPTY_MARKED, Path, Team};
use crate::board::{BoardSize, Bounds, Column, Shape};

/// Nodes between two limit checks of a thread, at most, and between two moments at which the table
/// may grow. A fixed number, so that a search by one thread visits the same nodes at any speed.
const PORTION: u64 = 1 << 12;

/// More than a board has cells.
const CELLS: usize = 128;

/// The search of one thread for the score of a position.
pub(crate) struct Search<'a, B: BoardSize> {
    processor: Processor,
    board: B,
    /// The position after forced moves.
    root: Node<B::Word>,
    /// Whether the other player is to move after them.
    flips: bool,
    keys: Keys,
    table: Buckets<'a, B::Word>,
    shared: &'a Shared<'a>,
    /// The threads that search with this one.
    team: Option<&'a Team>,
    path: Path<B::Word>,
    /// Whether this thread reports progress.
    reports: bool,
    /// The column that led to the position, if progress is about that column.
    column: Option<Column>,
    /// The bounds and β of the null-window test that runs.
    test: (Bounds, i32),
    /// Nodes that this thread may search before the next [`check`](Self::check).
    meter: Meter<'a>,
    /// The bits of the cells of the last cuts, by the number of empty cells of the position.
    killers: [u8; CELLS],
    nodes: u64,
    /// The part of the nodes that the query and the table have.
    added: u64,
}

impl<'a, B: BoardSize> Search<'a, B> {
    /// Returns the search for the score of a position in which no player wins at once: its board,
    /// the stones of the player to move and all stones, and its number of empty cells.
    pub(crate) fn new(
        processor: Processor,
        (board, stones, empty_cells): (B, [B::Word; 2], u32),
        table: Buckets<'a, B::Word>,
        shared: &'a Shared<'a>,
        team: Option<&'a Team>,
    ) -> Self {
        let shape = Shape::<B::Word>::new(board);
        let settled = Settled::new(&shape, stones, empty_cells);
        let keys = Keys::new(board, stones, table.without_dead);
        let [key, mirrored] = keys.pair(&shape, [settled.own, settled.all]);
        let bounds = Bounds::possible(empty_cells);
        Self {
            processor,
            board,
            root: Node { position: settled, hash: table.hash(key.min(mirrored)), bounds },
            flips: !(settled.empty_cells() ^ empty_cells).is_multiple_of(2),
            keys,
            table,
            shared,
            team,
            path: Path::default(),
            reports: false,
            column: None,
            test: (bounds, 0),
            meter: Meter::in_portions(&shared.watch, PORTION),
            // No move has the bit above the first column.
            killers: [shape.height as u8; CELLS],
            nodes: 0,
            added: 0,
        }
    }

    /// Lets the search report progress, which is about a column if there is one.
    pub(crate) fn reporting(mut self, column: Option<Column>) -> Self {
        (self.reports, self.column) = (true, column);
        self
    }

    /// Returns the search of another thread of the team.
    #[cfg(feature = "parallel")]
    pub(super) fn helper(&self) -> Self {
        Self {
            path: Path::default(),
            reports: false,
            meter: Meter::in_portions(&self.shared.watch, PORTION),
            nodes: 0,
            added: 0,
            ..*self
        }
    }

    /// Runs a null-window test by all threads of the team: narrows `bounds`, those of the score of
    /// the position, by its result.
    pub(crate) fn null_window(&mut self, bounds: &mut Bounds, beta: i32) -> Result<(), ThreadStop> {
        self.shared.check()?;
        self.test = (*bounds, beta);
        let bound = self.bound()?;
        if bound >= beta {
            bounds.low = bound;
        } else {
            bounds.high = bound;
        }
        Ok(())
    }

    /// Returns the bound of the score that the test finds: a lower one if it is at least β,
    /// otherwise an upper one.
    fn bound(&mut self) -> Result<i32, ThreadStop> {
        #[cfg(feature = "parallel")]
        if let Some(team) = self.team {
            // This search runs while the other threads start, so they copy an idle one.
            let idle = self.helper();
            let helper = || idle.helper().bound_by_this_thread();
            let result = race(team, helper, || self.bound_by_this_thread());
            // The nodes of the others since its last report.
            self.report();
            return result;
        }
        self.bound_by_this_thread()
    }

    /// [`bound`](Self::bound) by this thread.
    pub(super) fn bound_by_this_thread(&mut self) -> Result<i32, ThreadStop> {
        let (_, beta) = self.test;
        let beta = if self.flips { 1 - beta } else { beta };
        let shape = Shape::new(self.board);
        let bounds = apply_rules(&shape, &self.root.position, number(beta)).bounds();
        let result = match bounds.decide(beta) {
            Some(score) => Ok(score),
            None => self.marked_node(self.team, &Node { bounds, ..self.root }, beta),
        };
        self.add_nodes();
        result.map(|score| if self.flips { -score } else { score })
    }

    /// The bound of a node that needs a search.
    fn node(&mut self, node: &Node<B::Word>, beta: i32) -> Result<i32, ThreadStop> {
        let mut bounds = node.bounds;
        if let Some(known) = self.table.get(node.hash) {
            bounds = bounds.and(known);
            if let Some(score) = bounds.decide(beta) {
                return Ok(score);
            }
        }
        if !self.meter.take_whole(1) {
            self.check()?;
        }
        self.nodes += 1;
        let before = self.nodes;
        let empty_cells = node.position.empty_cells();
        let team = self.team.filter(|_| empty_cells >= LEAST_EMPTY_MARKED);
        let mut best = -(CELLS as i32);
        let mut moves = node.position.moves;
        while !moves.is_zero() && best < beta {
            let mut children = Children::new(best);
            let Self { processor, board, table, keys, .. } = *self;
            let parent = Parent {
                table,
                keys,
                node,
                beta,
                killer: B::Word::ONE << u32::from(self.killers[empty_cells as usize % CELLS]),
            };
            children.expand(processor, board, parent, &mut moves);
            best = self.search_children(team, &children, beta, empty_cells)?;
        }
        if best >= beta {
            bounds.low = bounds.low.max(best);
        } else {
            bounds.high = bounds.high.min(best);
        }
        self.table.put(node.hash, bounds, self.nodes - before);
        Ok(if best >= beta { bounds.low } else { bounds.high })
    }

    /// The bound of the parent of expanded children, which are marked for the `team`.
    fn search_children(
        &mut self,
        team: Option<&Team>,
        children: &Children<B::Word>,
        beta: i32,
        empty_cells: u32,
    ) -> Result<i32, ThreadStop> {
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
            best = best.max(self.search_child(team, children, i, beta, empty_cells)?);
        }
        for &i in &later[..put_off] {
            if best >= beta {
                break;
            }
            best = best.max(self.search_child(team, children, i, beta, empty_cells)?);
        }
        Ok(best)
    }

    /// The bound of a child, seen from its parent, which is tested for `beta` and has this number
    /// of empty cells.
    #[inline]
    fn search_child(
        &mut self,
        team: Option<&Team>,
        children: &Children<B::Word>,
        i: usize,
        beta: i32,
        empty_cells: u32,
    ) -> Result<i32, ThreadStop> {
        let (child, turned) = children.get(i);
        let score = if turned {
            -self.marked_node(team, &child, 1 - beta)?
        } else {
            self.marked_node(team, &child, beta)?
        };
        if score >= beta {
            self.killers[empty_cells as usize % CELLS] = children.cell(i).trailing_zeros() as u8;
        }
        Ok(score)
    }

    /// [`node`](Self::node) for a node that is marked for the `team`.
    #[inline]
    fn marked_node(
        &mut self,
        team: Option<&Team>,
        node: &Node<B::Word>,
        beta: i32,
    ) -> Result<i32, ThreadStop> {
        let Some(team) = team else { return self.node(node, beta) };
        self.path.check(self.table, self.nodes, || self.shared.check())?;
        self.path.enter(node.hash, beta);
        team.enter(node.hash.low());
        let result = self.node(node, beta);
        team.leave(node.hash.low());
        self.path.leave().map_or(result, Ok)
    }

    /// Lets the table grow when it is due. Reports progress, checks the limits, which may stop the
    /// search, and takes a node of the next portion.
    #[cold]
    #[inline(never)]
    fn check(&mut self) -> Result<(), ThreadStop> {
        let Self { shared, team, .. } = *self;
        let check = || match team {
            Some(team) if team.is_finished() => Err(ThreadStop::Decided),
            _ => shared.check(),
        };
        let since = self.nodes % PORTION;
        self.report();
        if since == 0 {
            self.table.grow(check)?;
        }
        check()?;
        self.meter.next_portion(PORTION - since)?;
        self.meter.take_whole(1);
        Ok(())
    }

    /// Reports the nodes of all threads so far.
    fn report(&mut self) {
        self.add_nodes();
        if self.reports && self.shared.nodes() > 0 {
            let (bounds, beta) = self.test;
            // The position is that of the opponent after the column.
            let (bounds, beta) =
                if self.column.is_some() { (-bounds, 1 - beta) } else { (bounds, beta) };
            self.shared.report(|| SolveProgress {
                column: self.column,
                bounds,
                beta: Some(beta),
                table_fill: self.table.fill(),
            });
        }
    }

    /// Adds the nodes of this thread since the last call to those of the query, and to those of the
    /// table, by which it grows.
    fn add_nodes(&mut self) {
        // Many positions are decided without a node. Atomic additions would take a good part of
        // their time.
        if self.nodes != self.added {
            let nodes = self.nodes - self.added;
            self.shared.nodes.fetch_add(nodes, Relaxed);
            self.table.add_nodes(nodes);
            self.added = self.nodes;
        }
    }
}
