//! A thread's share of a search.

use super::limit::Deadline;
use super::rng::SplitMix;
use super::settings::Settings;
use super::tree::{Proven, Tree};
use crate::cell::Hex;
use crate::dense::Havannah;
use crate::playout::{Lanes, with_lane};
use crate::rule::Player;

/// A tree, the board of its root, and random numbers.
#[derive(Clone, Debug)]
pub(super) struct Grower {
    lanes: Lanes,
    tree: Tree,
    rng: SplitMix,
}

/// The knowledge of one tree about a move of the root.
pub(super) struct Child {
    pub(super) cell: Hex,
    pub(super) visits: u32,
    /// 2 for a win of the player to move, 1 for a draw.
    pub(super) points: u32,
    /// Whether the other player is known to win after it.
    pub(super) loses: bool,
}

impl Grower {
    pub(super) fn new(game: &Havannah, rng: SplitMix) -> Self {
        Self { lanes: Lanes::new(game), tree: Tree::new(), rng }
    }

    /// Makes a legal move at the root.
    pub(super) fn advance(&mut self, cell: Hex, player: Player) {
        with_lane!(&mut self.lanes, lane => {
            let point = lane.point(cell);
            lane.advance(point, player);
            self.tree.advance(point);
        });
    }

    /// Makes playouts until the deadline or until there is nothing left to learn.
    pub(super) fn grow(&mut self, turn: Player, settings: &Settings, deadline: &Deadline) {
        let Self { lanes, tree, rng } = self;
        with_lane!(lanes, lane => {
            tree.list_moves(lane, turn);
            let mut playouts = 0;
            while tree.can_grow() && !deadline.is_reached(playouts) {
                tree.simulate(lane, turn, settings, rng);
                playouts += 1;
            }
        });
    }

    pub(super) fn playouts(&self) -> u64 {
        u64::from(self.tree.root().visits)
    }

    pub(super) fn moves(&self) -> impl Iterator<Item = Child> + '_ {
        self.tree.children().iter().map(|child| Child {
            cell: with_lane!(&self.lanes, lane => lane.cell(child.point)),
            visits: child.visits,
            points: child.points,
            loses: child.proven == Proven::Win,
        })
    }

    /// Whether the player to move is known to lose.
    pub(super) fn is_lost(&self) -> bool {
        self.tree.root().proven == Proven::Loss
    }

    /// A move that is known to win.
    pub(super) fn winning_move(&self) -> Option<Hex> {
        if self.tree.root().proven != Proven::Win {
            return None;
        }
        // A move that wins at once is the only child; others are known to lose for the other player.
        let children = self.tree.children();
        let child = children.iter().find(|child| child.proven == Proven::Loss);
        let point = child.or(children.first())?.point;
        Some(with_lane!(&self.lanes, lane => lane.cell(point)))
    }
}
