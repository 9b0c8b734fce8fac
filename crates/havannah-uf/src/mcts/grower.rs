//! The tree of a thread, with its board.

use bitboard_core::SeededRng;

use super::settings::Settings;
use super::tree::{Proven, Tree};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::playout::lane::{Lanes, with_lane};

/// Playouts between two checks of the limits.
const PLAYOUTS_PER_CHECK: u64 = 64;

/// A tree, the board of its root, and random numbers.
#[derive(Clone, Debug)]
pub(super) struct Grower {
    lanes: Lanes,
    tree: Tree,
    rng: SeededRng,
}

/// The counts of one tree for a move of the root.
pub(super) struct Child {
    pub(super) cell: Hex,
    pub(super) visits: u32,
    /// 2 for a win of the player to move, 1 for a draw.
    pub(super) points: u32,
    /// Whether it is proven that the other player wins after the move.
    pub(super) loses: bool,
}

impl Grower {
    pub(super) fn new(game: &Havannah, rng: SeededRng) -> Self {
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

    /// Makes at most `playouts` playouts; fewer if the result is proven, or if `go_on` returns false. `go_on` gets the
    /// number of playouts since its last call.
    pub(super) fn grow(
        &mut self,
        turn: Player,
        settings: &Settings,
        playouts: u64,
        go_on: impl Fn(u64) -> bool,
    ) {
        let Self { lanes, tree, rng } = self;
        with_lane!(lanes, lane => {
            tree.list_moves(lane, turn);
            let mut left = playouts;
            while left > 0 && tree.can_grow() {
                let next = left.min(PLAYOUTS_PER_CHECK);
                let before = tree.root().visits;
                for _ in 0..next {
                    if tree.can_grow() {
                        tree.simulate(lane, turn, settings, rng);
                    }
                }
                left -= next;
                if !go_on(u64::from(tree.root().visits - before)) {
                    break;
                }
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

    /// Returns whether it is proven that the player to move loses.
    pub(super) fn is_lost(&self) -> bool {
        self.tree.root().proven == Proven::Loss
    }

    /// A move that is proven to win.
    pub(super) fn winning_move(&self) -> Option<Hex> {
        if self.tree.root().proven != Proven::Win {
            return None;
        }
        // A move that wins at once is the only child. After other winning moves, the other player is proven to lose.
        let children = self.tree.children();
        let child = children.iter().find(|child| child.proven == Proven::Loss);
        let point = child.or(children.first())?.point;
        Some(with_lane!(&self.lanes, lane => lane.cell(point)))
    }
}
