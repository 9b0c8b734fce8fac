//! The tree of one thread.

use alloc::vec;
use alloc::vec::Vec;

use rand_core::Rng;

use super::{Settings, ln, sqrt};
use crate::dense::board::Point;
use crate::playout::Lane;
use crate::rule::{Player, RingRule};

/// What is known for certain about who is to move in a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proven {
    Nothing,
    Win,
    Loss,
}

/// A move and what followed it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) point: Point,
    pub(crate) proven: Proven,
    /// Where the children are; none before the node is expanded.
    first: u32,
    children: u16,
    pub(crate) visits: u32,
    /// How many of the visits were won by who made the move; a draw counts half.
    pub(crate) wins: f32,
    /// The same over all games in which the player made the move at any later time.
    rave_visits: u32,
    rave_wins: f32,
}

impl Node {
    fn new(point: Point) -> Self {
        Self {
            point,
            proven: Proven::Nothing,
            first: 0,
            children: 0,
            visits: 0,
            wins: 0.0,
            rave_visits: 0,
            rave_wins: 0.0,
        }
    }
}

/// A game tree grown by Monte Carlo tree search. The root is node 0.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    path: Vec<usize>,
}

impl Tree {
    pub(crate) fn new() -> Self {
        Self { nodes: vec![Node::new(0)], path: Vec::new() }
    }

    pub(crate) fn root(&self) -> &Node {
        &self.nodes[0]
    }

    pub(crate) fn children(&self, node: &Node) -> &[Node] {
        let first = node.first as usize;
        &self.nodes[first..first + usize::from(node.children)]
    }

    /// Makes the child the root, with all that is known of it.
    pub(crate) fn advance(&mut self, point: Point) {
        let root = self.nodes[0];
        let child = self.children(&root).iter().find(|child| child.point == point).copied();
        let Some(child) = child else {
            *self = Self::new();
            return;
        };
        let mut kept = vec![child];
        let mut next = 0;
        while next < kept.len() {
            let node = kept[next];
            let first = kept.len() as u32;
            kept.extend_from_slice(self.children(&node));
            kept[next].first = first;
            next += 1;
        }
        self.nodes = kept;
    }

    /// Plays one game through the tree and on at random, and learns from it.
    pub(crate) fn simulate<const STRIDE: usize, const N: usize, const P: usize>(
        &mut self,
        lane: &mut Lane<STRIDE, N, P>,
        turn: Player,
        settings: &Settings,
        rng: &mut impl Rng,
    ) {
        lane.reset();
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
                let ripe = node == 0 || self.nodes[node].visits >= settings.expand_after;
                if !ripe || !self.expand(node, lane, player, settings.max_nodes) {
                    break lane.winner_at_random(player, rng);
                }
                continue;
            }
            node = self.select(node, settings);
            self.path.push(node);
            let wins = lane.place(self.nodes[node].point, player);
            if !wins.is_empty() {
                break Some(player);
            }
            player = player.other();
        };
        self.learn(lane, turn, winner, settings);
    }

    /// Lists the moves of a node, fewer where one wins or must be prevented. False if nothing could be
    /// done: the board is full, or the memory.
    fn expand<const STRIDE: usize, const N: usize, const P: usize>(
        &mut self,
        node: usize,
        lane: &Lane<STRIDE, N, P>,
        player: Player,
        max_nodes: usize,
    ) -> bool {
        let (board, rule) = (lane.board(), lane.rule());
        let mut moves: Vec<Point> =
            lane.empty().iter().copied().filter(|&point| board.is_empty(point)).collect();
        if moves.is_empty() || self.nodes.len() + moves.len() > max_nodes {
            return false;
        }
        let winning = |player: Player| {
            let wins = move |point: &&Point| !board.would_win(**point, player, rule).is_empty();
            moves.iter().filter(wins).copied()
        };
        let mut proven = Proven::Nothing;
        if let Some(win) = winning(player).next() {
            proven = Proven::Win;
            moves = vec![win];
        } else if rule != RingRule::Empty {
            // What the other player would win with must be taken, and two such cells cannot be. (With rings
            // round empty cells, filling one is another way out.)
            let threats: Vec<Point> = winning(player.other()).take(2).collect();
            match threats[..] {
                [] => {}
                [threat] => moves = vec![threat],
                [threat, ..] => {
                    proven = Proven::Loss;
                    moves = vec![threat];
                }
            }
        }
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&point| Node::new(point)));
        let node = &mut self.nodes[node];
        (node.first, node.children, node.proven) = (first, moves.len() as u16, proven);
        true
    }

    /// The child that looks best, with a bonus for what is little known.
    fn select(&self, node: usize, settings: &Settings) -> usize {
        let node = &self.nodes[node];
        let spread = settings.exploration * sqrt(ln(node.visits));
        let first = node.first as usize;
        let mut best = (f32::NEG_INFINITY, first);
        for (i, child) in self.children(node).iter().enumerate() {
            let value = match child.proven {
                Proven::Win => -1.0,
                Proven::Loss => return first + i,
                Proven::Nothing => settings.value(
                    child.visits,
                    child.wins,
                    child.rave_visits,
                    child.rave_wins,
                    spread,
                ),
            };
            if value > best.0 {
                best = (value, first + i);
            }
        }
        best.1
    }

    /// Carries the result from the leaf to the root.
    fn learn<const STRIDE: usize, const N: usize, const P: usize>(
        &mut self,
        lane: &Lane<STRIDE, N, P>,
        turn: Player,
        winner: Option<Player>,
        settings: &Settings,
    ) {
        let share =
            |player: Player| winner.map_or(0.5, |winner| f32::from(u8::from(winner == player)));
        for depth in (0..self.path.len()).rev() {
            let index = self.path[depth];
            let to_move = if depth % 2 == 0 { turn } else { turn.other() };
            let node = &mut self.nodes[index];
            node.visits += 1;
            node.wins += share(to_move.other());
            let (first, children) = (node.first as usize, usize::from(node.children));
            if children == 0 {
                continue;
            }
            if settings.rave {
                for child in &mut self.nodes[first..first + children] {
                    if lane.board().stone(child.point) == Some(to_move) {
                        child.rave_visits += 1;
                        child.rave_wins += share(to_move);
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
