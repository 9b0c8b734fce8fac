//! A player by Monte Carlo tree search (Coulom, 2006; Kocsis and Szepesvári, 2006).
//!
//! Each thread grows a tree of its own, with a generator of its own, and their counts are added for the
//! choice of the move (root parallelism). Values of moves in all later positions count too, and the less
//! the more is known (RAVE: Gelly and Silver, 2007). Moves that win at once or must be prevented are found
//! when a node gets its children, and proven results go up the tree (MCTS-Solver: Winands, Björnsson and
//! Saito, 2008).
//!
//! ```
//! use havannah_uf::mcts::{Limit, Mcts};
//! use havannah_uf::{Havannah, Hex, RingRule};
//!
//! let mut game = Havannah::new(4, RingRule::Any)?;
//! // The first player is one stone short of a bridge.
//! for (x, y) in [(1, 1), (6, 6), (1, 2), (6, 5), (1, 3), (5, 5)] {
//!     game.play(Hex { x, y })?;
//! }
//! let choice = Mcts::new(&game, 1).search(Limit::playouts(100)).expect("the game goes on");
//! assert_eq!((choice.cell, choice.proven), (Hex { x: 1, y: 4 }, Some(true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod rng;
mod tree;

use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::time::{Duration, Instant};

use crate::cell::Hex;
use crate::dense::Havannah;
use crate::playout::{Lanes, with_lane};
use crate::rule::Player;
use rng::SplitMix;
use tree::{Proven, Tree};

/// How the tree is grown.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// The weight of the bonus for moves that are little known. With RAVE, none is best; without it, 0.7 is a
    /// place to start from.
    pub exploration: f32,
    /// Whether moves in later positions count.
    pub rave: bool,
    /// After how many visits their weight is halved.
    pub rave_equivalence: f32,
    /// After how many visits a node gets children.
    pub expand_after: u32,
    /// How many nodes the tree of each thread may have, 28 bytes each.
    pub max_nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 0.0,
            rave: true,
            rave_equivalence: 3000.0,
            expand_after: 4,
            max_nodes: 8 << 20,
        }
    }
}

impl Settings {
    fn value(&self, visits: u32, wins: f32, rave_visits: u32, rave_wins: f32, spread: f32) -> f32 {
        let (n, r) = (visits as f32, rave_visits as f32);
        let mean = if visits == 0 { 0.5 } else { wins / n };
        let bonus = spread / sqrt(n + 1.0);
        if !self.rave {
            // Every move is tried once before any is tried again.
            return if visits == 0 { 2.0 } else { mean + bonus };
        }
        let rave = if rave_visits == 0 { 0.6 } else { rave_wins / r };
        let weight = sqrt(self.rave_equivalence / (3.0 * n + self.rave_equivalence));
        weight * rave + (1.0 - weight) * mean + bonus
    }
}

/// When a search ends; without any limit, after 10,000 playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limit {
    playouts: Option<u64>,
    #[cfg(feature = "std")]
    time: Option<Duration>,
}

impl Limit {
    /// After so many playouts of each thread.
    #[must_use]
    pub fn playouts(playouts: u64) -> Self {
        Self {
            playouts: Some(playouts),
            #[cfg(feature = "std")]
            time: None,
        }
    }

    /// After so much time.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Self { playouts: None, time: Some(time) }
    }

    /// After whichever of both comes first.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            playouts: min(self.playouts, other.playouts),
            #[cfg(feature = "std")]
            time: min(self.time, other.time),
        }
    }
}

fn min<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// The move that a search has chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Where to place the stone.
    pub cell: Hex,
    /// How many games went through this move, over all threads.
    pub visits: u64,
    /// How many games were played in the tree, over all threads and with those kept from before.
    pub playouts: u64,
    /// The share of those through this move that its player has won; draws count half.
    pub win_rate: f64,
    /// Whether the player is known to win, or to lose.
    pub proven: Option<bool>,
}

/// A player that keeps its trees from move to move.
#[derive(Clone, Debug)]
pub struct Mcts {
    settings: Settings,
    turn: Player,
    over: bool,
    threads: Vec<Thread>,
}

#[derive(Clone, Debug)]
struct Thread {
    lanes: Lanes,
    tree: Tree,
    rng: SplitMix,
}

impl Mcts {
    /// A player with one thread.
    #[must_use]
    pub fn new(game: &Havannah, seed: u64) -> Self {
        Self::with_settings(game, seed, 1, Settings::default())
    }

    /// A player with so many threads, at least one; without the feature `std` they take turns.
    #[must_use]
    pub fn with_settings(game: &Havannah, seed: u64, threads: usize, settings: Settings) -> Self {
        let thread = |number: usize| Thread {
            lanes: Lanes::new(game),
            tree: Tree::new(),
            rng: SplitMix::new(seed, number as u64),
        };
        let threads = (0..threads.max(1)).map(thread).collect();
        Self { settings, turn: game.turn(), over: game.is_over(), threads }
    }

    /// Grows the trees and chooses a move; `None` if the game is over.
    pub fn search(&mut self, limit: Limit) -> Option<Choice> {
        if self.over {
            return None;
        }
        let (turn, settings) = (self.turn, self.settings);
        #[cfg(feature = "std")]
        std::thread::scope(|scope| {
            let (first, others) = self.threads.split_first_mut()?;
            for thread in others {
                scope.spawn(move || thread.search(turn, &settings, limit));
            }
            first.search(turn, &settings, limit);
            Some(())
        });
        #[cfg(not(feature = "std"))]
        for thread in &mut self.threads {
            thread.search(turn, &settings, limit);
        }
        self.choose()
    }

    /// Tells that a stone was placed on an empty cell, by whoever's turn it was. What the trees know about the
    /// position is kept.
    pub fn advance(&mut self, game: &Havannah, cell: Hex) {
        let turn = self.turn;
        for thread in &mut self.threads {
            with_lane!(&mut thread.lanes, lane => {
                let point = lane.point(cell);
                lane.advance(point, turn);
                thread.tree.advance(point);
            });
        }
        self.turn = game.turn();
        self.over = game.is_over();
    }

    /// The moves that were tried, those with the most visits first: cell, visits, and share won.
    #[must_use]
    pub fn moves(&self) -> Vec<(Hex, u64, f64)> {
        let mut moves: Vec<(Hex, u64, f64)> = Vec::new();
        for thread in &self.threads {
            for child in thread.tree.children(thread.tree.root()) {
                let cell = with_lane!(&thread.lanes, lane => lane.cell(child.point));
                let (visits, wins) = (u64::from(child.visits), f64::from(child.wins));
                match moves.iter_mut().find(|(seen, ..)| *seen == cell) {
                    Some((_, all_visits, all_wins)) => {
                        *all_visits += visits;
                        *all_wins += wins;
                    }
                    None => moves.push((cell, visits, wins)),
                }
            }
        }
        for (_, visits, wins) in &mut moves {
            *wins /= (*visits).max(1) as f64;
        }
        moves.sort_by_key(|&(cell, visits, _)| (core::cmp::Reverse(visits), cell));
        moves
    }

    fn choose(&self) -> Option<Choice> {
        let playouts = self.threads.iter().map(|thread| u64::from(thread.tree.root().visits)).sum();
        let moves = self.moves();
        let of = |cell: Hex, proven: Option<bool>| {
            let known = moves.iter().find(|&&(seen, ..)| seen == cell);
            let &(_, visits, win_rate) = known?;
            Some(Choice { cell, visits, playouts, win_rate, proven })
        };
        for Thread { lanes, tree, .. } in &self.threads {
            let children = tree.children(tree.root());
            // The move that wins is the only child, or has been proven to lose for who comes next.
            let winning = match tree.root().proven {
                Proven::Win => {
                    children.iter().find(|child| child.proven == Proven::Loss).or(children.first())
                }
                _ => None,
            };
            if let Some(child) = winning {
                return of(with_lane!(lanes, lane => lane.cell(child.point)), Some(true));
            }
        }
        let lost = self.threads.iter().any(|thread| thread.tree.root().proven == Proven::Loss);
        let &(cell, ..) =
            moves.iter().find(|&&(cell, ..)| lost || !self.loses(cell)).or(moves.first())?;
        of(cell, lost.then_some(false))
    }

    /// Whether some thread has proven that the other player wins after this move.
    fn loses(&self, cell: Hex) -> bool {
        self.threads.iter().any(|Thread { lanes, tree, .. }| {
            let point = with_lane!(lanes, lane => lane.point(cell));
            let children = tree.children(tree.root());
            children.iter().any(|child| child.point == point && child.proven == Proven::Win)
        })
    }
}

/// How many playouts are made between two looks at the clock.
#[cfg(feature = "std")]
const PORTION: u64 = 64;

impl Thread {
    fn search(&mut self, turn: Player, settings: &Settings, limit: Limit) {
        #[cfg(feature = "std")]
        let (end, endless) = (limit.time.map(|time| Instant::now() + time), limit.time.is_some());
        #[cfg(not(feature = "std"))]
        let endless = false;
        let playouts = limit.playouts.unwrap_or(if endless { u64::MAX } else { 10_000 });
        let is_late = |playout: u64| {
            #[cfg(feature = "std")]
            return playout % PORTION == PORTION - 1
                && end.is_some_and(|end| Instant::now() >= end);
            #[cfg(not(feature = "std"))]
            return playout == u64::MAX;
        };
        let Self { lanes, tree, rng } = self;
        with_lane!(lanes, lane => {
            for playout in 0..playouts {
                if is_late(playout) {
                    break;
                }
                tree.simulate(lane, turn, settings, rng);
                if tree.root().proven != Proven::Nothing {
                    break;
                }
            }
        });
    }
}

/// The square root of a number of at least 0, by Newton's method where there is no standard library.
fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        if x <= 0.0 {
            return 0.0;
        }
        // Half the exponent, then four times as many right digits in each step.
        let mut root = f32::from_bits((x.to_bits() >> 1) + 0x1fbd_1df5);
        for _ in 0..3 {
            root = 0.5 * (root + x / root);
        }
        root
    }
}

/// The natural logarithm of a whole number of at least 1, to within a tenth.
fn ln(x: u32) -> f32 {
    let bits = 31 - x.max(1).leading_zeros();
    let rest = x.max(1) as f32 / (1_u64 << bits) as f32 - 1.0;
    (bits as f32 + rest) * core::f32::consts::LN_2
}

#[cfg(test)]
mod tests;
