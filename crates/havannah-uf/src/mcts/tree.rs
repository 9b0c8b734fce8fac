//! The tree of one thread: Monte Carlo tree search with UCT, RAVE and proven results.
//!
//! A node is a move. It has the number of playouts through it, the **visits**, and their points: 2
//! for a win of the player who made the move, 1 for a draw. A playout goes down the tree, on at
//! random, and back up:
//!
//! ```text
//! simulate:
//!     from the root, while the node has children: go to the child with the highest value, or to
//!         one after which the other player is proven to lose
//!     if the node has been visited EXPAND_AFTER times: expand it, and continue
//!     else: play at random to the end of the game
//!     for each node of the path, from the leaf to the root:
//!         visits += 1, points += those of the game
//!         for each child whose move the player made at any time in the game:     (RAVE)
//!             rave_visits += 1, rave_points += those of the game
//!         proven win if a child is a loss, proven loss if all children are wins
//!
//! value = w · share of the RAVE points + (1 − w) · share of the points
//!         + exploration · √(ln visits of the parent / (visits + 1))
//!     share = points / (2 · visits)
//!     w = √(k / (3 · visits + k)),  k = RAVE_EQUIVALENCE: the number of visits where w = ½
//!
//! expand: if a move wins at once: it is the only child, the node is a proven win
//!         if the other player would win on one cell: the move there is the only child
//!         if on two: a proven loss (not with rings around an empty cell: filling it also defends)
//!         else: all moves
//! ```
//!
//! Expansions are the longest step on large boards, so they check the limits between cells. Memory:
//! 28 bytes a node. Sources: Coulom, 2006; UCT: Kocsis and Szepesvári, 2006; RAVE: Gelly and
//! Silver, 2007; proven results (MCTS-Solver): Winands, Björnsson and Saito, 2008.

use bitboard_core::limits::{Meter, Watch};
use bitboard_core::{SeededRng, StopReason};

use super::Settings;
use crate::dense::{EMPTY, Point, stone_of};
use crate::game::Game;
use crate::hex::Hex;
use crate::playout::{Simulator, games_per_check, simulator};
use crate::rules::{Player, RingRule};

/// The proven result for the player to move in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proven {
    Nothing,
    /// The player to move wins.
    Win,
    /// The other player wins.
    Loss,
}

/// The number of visits after which a node gets children.
const EXPAND_AFTER: u32 = 4;

/// The number of visits at which RAVE has half of the weight.
const RAVE_EQUIVALENCE: f32 = 3000.0;

/// The most playouts between two checks of the limits.
const PLAYOUTS_PER_CHECK: u64 = 64;

/// Cells between two checks of the limits in an expansion: a fraction of a millisecond, also
/// without optimization.
const CELLS_PER_CHECK: usize = 256;

/// Nodes between two checks of the limits when a tree is copied.
const NODES_PER_CHECK: usize = 1 << 10;

/// The most playouts that a tree counts: their points must fit in 32 bits.
const MAX_VISITS: u32 = u32::MAX / 2;

/// A move and the playouts through it. Points are 2 for a win of the player who made the move, 1
/// for a draw.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) point: Point,
    pub(super) proven: Proven,
    /// The index of the first child, if there are any.
    first: u32,
    children: u16,
    pub(super) visits: u32,
    pub(super) points: u32,
    /// The same over all playouts in which the player made the move at any later time.
    rave_visits: u32,
    rave_points: u32,
}

/// The bytes of a node, as documented at `Mcts::memory_bytes`.
const NODE_BYTES: usize = 28;

const _: () = assert!(size_of::<Node>() == NODE_BYTES);

impl Node {
    fn new(point: Point) -> Self {
        Self {
            point,
            proven: Proven::Nothing,
            first: 0,
            children: 0,
            visits: 0,
            points: 0,
            rave_visits: 0,
            rave_points: 0,
        }
    }

    /// The value for the selection. `spread` is the exploration bonus of a move without visits.
    fn value(&self, settings: &Settings, spread: f32) -> f32 {
        let n = self.visits as f32;
        let bonus = spread / (n + 1.0).sqrt();
        let share = |points: u32, visits: u32| 0.5 * points as f32 / visits as f32;
        if !settings.rave {
            // Every move is tried once before one is tried again.
            return if self.visits == 0 { 2.0 } else { share(self.points, self.visits) + bonus };
        }
        let rave =
            if self.rave_visits == 0 { 0.6 } else { share(self.rave_points, self.rave_visits) };
        if self.visits == 0 {
            return rave + bonus;
        }
        let weight = (RAVE_EQUIVALENCE / (3.0 * n + RAVE_EQUIVALENCE)).sqrt();
        weight * rave + (1.0 - weight) * share(self.points, self.visits) + bonus
    }
}

/// A game tree grown by Monte Carlo tree search, on a simulator of its root, which is node 0.
#[derive(Clone)]
pub(super) struct Tree {
    simulator: Box<dyn Simulator>,
    rng: SeededRng,
    nodes: Vec<Node>,
    /// The nodes of the current playout.
    path: Vec<usize>,
    /// The moves of the current expansion.
    moves: Vec<Point>,
    /// The limit that has stopped the last search before it made all its playouts.
    pub(super) stopped: Option<StopReason>,
}

impl Tree {
    pub(super) fn new(game: &Game, rng: SeededRng) -> Self {
        let (simulator, nodes) = (simulator(game), vec![Node::new(0)]);
        Self { simulator, rng, nodes, path: Vec::new(), moves: Vec::new(), stopped: None }
    }

    pub(super) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The node that these moves lead to; `None` if the tree does not have it.
    pub(super) fn node_after(&self, moves: &[Hex]) -> Option<&Node> {
        moves.iter().try_fold(self.root(), |node, &cell| {
            let point = self.simulator.point(cell);
            self.children_of(node).iter().find(|child| child.point == point)
        })
    }

    /// The moves of a node.
    pub(super) fn children_of(&self, node: &Node) -> &[Node] {
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    /// The cell of a move.
    pub(super) fn cell(&self, point: Point) -> Hex {
        self.simulator.cell(point)
    }

    /// Returns whether the result is open and more playouts can be counted.
    pub(super) fn can_grow(&self) -> bool {
        self.root().proven == Proven::Nothing && self.root().visits < MAX_VISITS
    }

    /// Makes a legal move at the root, and keeps the tree below it.
    pub(super) fn advance(&mut self, cell: Hex, player: Player, watch: &Watch<'_>) {
        let point = self.simulator.point(cell);
        self.simulator.advance(point, player);
        self.nodes = self.below(point, watch).unwrap_or_else(|| vec![Node::new(0)]);
    }

    /// The nodes below a child of the root; `None` without such a child, or if they cannot be
    /// allocated. If a limit is reached, the last nodes of the list have no children.
    fn below(&self, point: Point, watch: &Watch<'_>) -> Option<Vec<Node>> {
        let child = self.children_of(self.root()).iter().find(|child| child.point == point)?;
        // All at once, because the list would be copied whenever it grows.
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(self.nodes.len()).ok()?;
        nodes.push(*child);
        let mut next = 0;
        while next < nodes.len() {
            if next % NODES_PER_CHECK == NODES_PER_CHECK - 1 && watch.check().is_err() {
                for node in &mut nodes[next..] {
                    // Its place in the old list means nothing in this one.
                    node.first = 0;
                    if node.children > 0 {
                        // Its winning move is not known without children.
                        (node.children, node.proven) = (0, Proven::Nothing);
                    }
                }
                break;
            }
            let children = self.children_of(&nodes[next]);
            nodes[next].first = nodes.len() as u32;
            nodes.extend_from_slice(children);
            next += 1;
        }
        Some(nodes)
    }

    /// Lists the moves of the root and makes at most `playouts` playouts from it; fewer if the
    /// result is proven, or if a limit is reached, which `stopped` names then.
    pub(super) fn search(
        &mut self,
        game: &Game,
        settings: &Settings,
        playouts: u64,
        watch: &Watch<'_>,
    ) {
        let turn = game.turn();
        self.list_moves(turn, watch);
        let most = games_per_check(game.base()).min(PLAYOUTS_PER_CHECK);
        let mut meter = Meter::in_portions(watch, most);
        let mut left = usize::try_from(playouts).unwrap_or(usize::MAX);
        self.stopped = None;
        while left > 0 && self.can_grow() {
            let taken = match meter.take_of_rest(left) {
                Ok(taken) => taken,
                Err(reason) => return self.stopped = Some(reason),
            };
            for _ in 0..taken {
                if self.can_grow() {
                    self.simulate(turn, settings, watch);
                }
            }
            left -= taken;
        }
    }

    /// Lists the moves of the root, even beyond the limit of nodes. Lists none if time is over.
    fn list_moves(&mut self, turn: Player, watch: &Watch<'_>) {
        if self.root().children == 0 {
            self.simulator.reset();
            self.expand(0, turn, usize::MAX, watch);
        }
    }

    /// Plays one game through the tree, then at random, and updates the counts.
    fn simulate(&mut self, turn: Player, settings: &Settings, watch: &Watch<'_>) {
        self.simulator.reset();
        self.path.clear();
        self.path.push(0);
        let (mut node, mut player) = (0, turn);
        let winner = loop {
            match self.nodes[node].proven {
                Proven::Win => break Some(player),
                Proven::Loss => break Some(player.other()),
                Proven::Nothing => {}
            }
            if self.nodes[node].children == 0 {
                let max_nodes = settings.memory_bytes / (2 * NODE_BYTES);
                let ripe = self.nodes[node].visits >= EXPAND_AFTER;
                if !ripe || !self.expand(node, player, max_nodes, watch) {
                    break self.simulator.winner_at_random(player, &mut self.rng);
                }
                continue;
            }
            node = self.select(node, settings);
            self.path.push(node);
            let wins = self.simulator.place(self.nodes[node].point, player);
            if !wins.is_empty() {
                break Some(player);
            }
            player = player.other();
        };
        self.backpropagate(turn, winner, settings.rave);
    }

    /// Lists the moves of a node; only one if it wins at once, or prevents a win. Returns false if
    /// the board or the memory is full, or if time is over, and then lists none.
    fn expand(&mut self, node: usize, player: Player, max_nodes: usize, watch: &Watch<'_>) -> bool {
        self.moves.clear();
        let stones = self.simulator.stones();
        let is_empty = |&point: &Point| stones[usize::from(point)] == EMPTY;
        self.moves.extend(self.simulator.empty().iter().copied().filter(is_empty));
        if self.moves.is_empty() || !self.reserve(self.moves.len(), max_nodes) {
            return false;
        }
        let simulator = &*self.simulator;
        let Ok((win, wins)) = first_wins(simulator, &self.moves, player, 1, watch) else {
            return false;
        };
        if wins == 1 {
            self.add_children(node, &win[..1], Proven::Win);
            return true;
        }
        let (mut threat, mut threats) = ([0; 2], 0);
        if simulator.rule() != RingRule::Empty {
            match first_wins(simulator, &self.moves, player.other(), 2, watch) {
                Ok(found) => (threat, threats) = found,
                Err(_) => return false,
            }
        }
        match threats {
            0 => {
                let moves = std::mem::take(&mut self.moves);
                self.add_children(node, &moves, Proven::Nothing);
                self.moves = moves;
            }
            1 => self.add_children(node, &threat[..1], Proven::Nothing),
            _ => self.add_children(node, &threat[..1], Proven::Loss),
        }
        true
    }

    /// Adds the children of a node. There is room for them.
    fn add_children(&mut self, node: usize, moves: &[Point], proven: Proven) {
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&point| Node::new(point)));
        let node = &mut self.nodes[node];
        (node.first, node.children, node.proven) = (first, moves.len() as u16, proven);
    }

    /// Makes room for more nodes, unless there are `max_nodes` then. The list doubles when it
    /// grows, but not beyond that. Returns false if there is no room.
    fn reserve(&mut self, more: usize, max_nodes: usize) -> bool {
        // Nodes are numbered in 32 bits.
        let most = max_nodes.min(u32::MAX as usize);
        let (len, capacity) = (self.nodes.len(), self.nodes.capacity());
        if len + more > most {
            return false;
        }
        if len + more <= capacity {
            return true;
        }
        let next = capacity.saturating_mul(2).min(most).max(len + more);
        self.nodes.try_reserve_exact(next - len).is_ok()
    }

    /// The child with the highest value.
    fn select(&self, node: usize, settings: &Settings) -> usize {
        let node = &self.nodes[node];
        let spread = settings.exploration * (node.visits.max(1) as f32).ln().sqrt();
        let first = node.first as usize;
        let mut best = (f32::NEG_INFINITY, first);
        for (i, child) in (first..).zip(self.children_of(node)) {
            let value = match child.proven {
                Proven::Win => -1.0,
                Proven::Loss => return i,
                Proven::Nothing => child.value(settings, spread),
            };
            if value > best.0 {
                best = (value, i);
            }
        }
        best.1
    }

    /// Propagates the result from the leaf to the root. RAVE also counts the children whose moves
    /// were made at any time: those with a stone of the player at the end of the game.
    fn backpropagate(&mut self, turn: Player, winner: Option<Player>, rave: bool) {
        let stones = self.simulator.stones();
        let points = |player: Player| winner.map_or(1, |winner| 2 * u32::from(winner == player));
        for depth in (0..self.path.len()).rev() {
            let index = self.path[depth];
            let to_move = if depth % 2 == 0 { turn } else { turn.other() };
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.points += points(to_move.other());
            let (first, children) = (node.first as usize, usize::from(node.children));
            if children == 0 {
                continue;
            }
            if rave {
                for child in &mut self.nodes[first..first + children] {
                    if stones[usize::from(child.point)] == stone_of(to_move) {
                        child.rave_visits += 1;
                        child.rave_points += points(to_move);
                    }
                }
            }
            if self.nodes[index].proven == Proven::Nothing {
                let children = &self.nodes[first..first + children];
                let proven = if children.iter().any(|child| child.proven == Proven::Loss) {
                    Proven::Win
                } else if children.iter().all(|child| child.proven == Proven::Win) {
                    Proven::Loss
                } else {
                    Proven::Nothing
                };
                self.nodes[index].proven = proven;
            }
        }
    }
}

/// The first `most` moves, 1 or 2, with which the player would win, and their number.
fn first_wins(
    simulator: &dyn Simulator,
    moves: &[Point],
    player: Player,
    most: usize,
    watch: &Watch<'_>,
) -> Result<([Point; 2], usize), StopReason> {
    let (mut found, mut count) = ([0; 2], 0);
    for part in moves.chunks(CELLS_PER_CHECK) {
        for &point in part {
            if !simulator.would_win(point, player).is_empty() {
                found[count] = point;
                count += 1;
                if count == most {
                    return Ok((found, count));
                }
            }
        }
        if part.len() == CELLS_PER_CHECK {
            watch.check()?;
        }
    }
    Ok((found, count))
}

#[cfg(test)]
mod tests {
    use bitboard_core::Limits;

    use super::*;

    const SETTINGS: Settings = Settings { exploration: 0.0, rave: true, memory_bytes: usize::MAX };

    /// A tree on the empty board of base 4.
    fn tree() -> Tree {
        Tree::new(&Game::new(4, RingRule::Any).unwrap(), SeededRng::new(1))
    }

    fn most_visited(tree: &Tree) -> Point {
        tree.children_of(tree.root()).iter().max_by_key(|child| child.visits).unwrap().point
    }

    #[test]
    fn a_tree_has_no_room_for_more_nodes_than_its_limit() {
        let watch = Limits::new().start();
        for max_nodes in [1_000, 1_500, 5_000] {
            let settings = Settings { memory_bytes: 56 * max_nodes, ..SETTINGS };
            let mut tree = tree();
            for turn in [Player::First, Player::Second] {
                for _ in 0..3_000 {
                    tree.simulate(turn, &settings, &watch);
                }
                let nodes = tree.nodes.len();
                assert!(nodes > max_nodes - 50 && tree.nodes.capacity() <= max_nodes);
                tree.advance(tree.cell(most_visited(&tree)), turn, &watch);
                assert!(tree.nodes.capacity() <= nodes);
            }
        }
    }

    #[test]
    fn a_tree_that_is_copied_without_time_loses_its_last_nodes() {
        let cancel = std::sync::atomic::AtomicBool::new(true);
        let (watch, stopped) = (Limits::new().start(), Limits::new().cancel(&cancel).start());
        let mut whole = tree();
        for _ in 0..3_000 {
            whole.simulate(Player::First, &SETTINGS, &watch);
        }
        let cell = whole.cell(most_visited(&whole));
        let mut part = whole.clone();
        whole.advance(cell, Player::First, &watch);
        part.advance(cell, Player::First, &stopped);
        let (all, kept) = (whole.nodes.len(), part.nodes.len());
        assert!(NODES_PER_CHECK < kept && kept < all, "{kept} of {all}");
        let visits = |tree: &Tree| -> u32 {
            tree.children_of(tree.root()).iter().map(|child| child.visits).sum()
        };
        assert_eq!(visits(&part), visits(&whole));
        for _ in 0..3_000 {
            part.simulate(Player::Second, &SETTINGS, &watch);
        }
        assert!(part.nodes.len() > kept);
    }

    /// In 32-bit floating point, 2²⁴ + 1 = 2²⁴, so win rates drifted from there on.
    #[test]
    fn counts_are_exact_to_their_limit() {
        let watch = Limits::new().start();
        for visits in [1 << 24, MAX_VISITS - 100] {
            let mut tree = tree();
            tree.list_moves(Player::First, &watch);
            for node in &mut tree.nodes {
                (node.visits, node.points) = (visits, 2 * visits);
                (node.rave_visits, node.rave_points) = (visits, 2 * visits);
            }
            for _ in 0..100 {
                tree.simulate(Player::First, &SETTINGS, &watch);
            }
            let children = tree.children_of(tree.root());
            let child_visits: u32 = children.iter().map(|child| child.visits - visits).sum();
            let child_points: u32 = children.iter().map(|child| child.points - 2 * visits).sum();
            let root = tree.root();
            assert_eq!((root.visits - visits, child_visits), (100, 100));
            // Points of the root are those of the other player.
            assert_eq!(root.points - 2 * visits + child_points, 200);
            assert_eq!(tree.can_grow(), visits == 1 << 24);
        }
    }
}
