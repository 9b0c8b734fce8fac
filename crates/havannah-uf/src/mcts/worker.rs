//! The search of one thread.

use bitboard_core::limits::Watch;
use bitboard_core::{SeededRng, StopReason};

use super::Settings;
use super::tree::{Node, Proven, Tree};
use crate::dense::Point;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::playout::AnySimulator;
use crate::rules::Player;

/// A tree, a simulator at its root, and random numbers.
#[derive(Clone)]
pub(super) struct SearchWorker {
    simulator: AnySimulator,
    tree: Tree,
    rng: SeededRng,
    /// The limit that has stopped the last search before it made all its playouts.
    pub(super) stopped: Option<StopReason>,
}

impl SearchWorker {
    pub(super) fn new(game: &Havannah, rng: SeededRng) -> Self {
        Self { simulator: AnySimulator::new(game), tree: Tree::new(), rng, stopped: None }
    }

    /// Makes a legal move at the root.
    pub(super) fn advance(&mut self, cell: Hex, player: Player, watch: &Watch<'_>) {
        let point = self.simulator.point(cell);
        self.simulator.advance(point, player);
        self.tree.advance(point, watch);
    }

    /// Makes at most `playouts` playouts; fewer if the result is proven, or if a limit is reached.
    pub(super) fn search(
        &mut self,
        game: &Havannah,
        settings: &Settings,
        playouts: u64,
        watch: &Watch<'_>,
    ) {
        let Self { simulator, tree, rng, .. } = self;
        self.stopped = tree.search(simulator, game, settings, playouts, rng, watch).err();
    }

    pub(super) fn playouts(&self) -> u64 {
        u64::from(self.tree.root().visits)
    }

    /// Returns whether the result is open and more playouts can be counted.
    pub(super) fn can_grow(&self) -> bool {
        self.tree.can_grow()
    }

    /// The moves of the position that the moves of `path` lead to; none if the tree does not have
    /// it.
    pub(super) fn moves(&self, path: &[Hex]) -> &[Node] {
        self.tree.children_after(path.iter().map(|&cell| self.simulator.point(cell)))
    }

    /// The cell of a move.
    pub(super) fn cell(&self, point: Point) -> Hex {
        self.simulator.cell(point)
    }

    /// Returns whether it is proven that the player to move loses.
    pub(super) fn is_lost(&self) -> bool {
        self.tree.root().proven == Proven::Loss
    }

    /// A move that is proven to win.
    pub(super) fn winning_move(&self) -> Option<Hex> {
        if self.tree.root().proven != Proven::Win {
            return None;
        }
        // A move that wins at once is the only child. After other winning moves, the other player
        // is proven to lose.
        let children = self.tree.children();
        let child = children.iter().find(|child| child.proven == Proven::Loss);
        let point = child.or(children.first())?.point;
        Some(self.cell(point))
    }
}
