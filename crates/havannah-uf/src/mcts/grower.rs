//! The tree of a thread, with its board.

use bitboard_core::{Pace, SeededRng, StopReason, Watch};

use super::settings::Settings;
use super::tree::{Proven, Tree};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::player::Player;
use crate::playout::games_per_check;
use crate::playout::lane::{Lanes, with_lane};

/// The most playouts between two checks of the limits.
const PLAYOUTS_PER_CHECK: u64 = 64;

/// A tree, the board of its root, and random numbers.
#[derive(Clone, Debug)]
pub(super) struct Grower {
    lanes: Lanes,
    tree: Tree,
    rng: SeededRng,
    /// The limit that has stopped the last search before it made all its playouts.
    pub(super) stopped: Option<StopReason>,
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
        Self { lanes: Lanes::new(game), tree: Tree::new(), rng, stopped: None }
    }

    /// Makes a legal move at the root.
    pub(super) fn advance(&mut self, cell: Hex, player: Player) {
        with_lane!(&mut self.lanes, lane => {
            let point = lane.point(cell);
            lane.advance(point, player);
            self.tree.advance(point);
        });
    }

    /// Makes at most `playouts` playouts; fewer if the result is proven, or if a limit is reached. `report` gets the
    /// number of playouts since its last call.
    pub(super) fn grow(
        &mut self,
        game: &Havannah,
        settings: &Settings,
        playouts: u64,
        watch: &Watch<'_>,
        report: impl Fn(u64),
    ) {
        let Self { lanes, tree, rng, stopped } = self;
        *stopped = None;
        let (turn, most) = (game.turn(), games_per_check(game.base()).min(PLAYOUTS_PER_CHECK));
        with_lane!(lanes, lane => {
            tree.list_moves(lane, turn);
            let (mut left, mut pace) = (playouts, Pace::new(most));
            while left > 0 && tree.can_grow() {
                let next = match watch.grant_up_to(left, &mut pace) {
                    Ok(next) => next,
                    Err(reason) => {
                        *stopped = Some(reason);
                        break;
                    }
                };
                let before = tree.root().visits;
                for _ in 0..next {
                    if tree.can_grow() {
                        tree.simulate(lane, turn, settings, rng);
                    }
                }
                left -= next;
                report(u64::from(tree.root().visits - before));
            }
        });
    }

    pub(super) fn playouts(&self) -> u64 {
        u64::from(self.tree.root().visits)
    }

    /// Returns whether the result is open and more playouts can be counted.
    pub(super) fn can_grow(&self) -> bool {
        self.tree.can_grow()
    }

    /// The moves of the position that the moves of `path` lead to; none if the tree does not have it.
    pub(super) fn moves(&self, path: &[Hex]) -> impl Iterator<Item = Child> + '_ {
        let points = path.iter().map(|&cell| with_lane!(&self.lanes, lane => lane.point(cell)));
        self.tree.children_after(points).iter().map(|child| Child {
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
