//! A player by Monte Carlo tree search (Coulom, 2006; Kocsis and Szepesvári, 2006).
//!
//! Each thread grows a tree of its own, and their counts are added for the choice of the move (root
//! parallelism). A move also learns from games in which it was played later, with a weight that shrinks as its
//! visits grow (RAVE: Gelly and Silver, 2007). Moves that win at once or must be prevented are found when a node
//! gets its children, and proven results go up the tree (MCTS-Solver: Winands, Björnsson and Saito, 2008).
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
//! let choice = Mcts::new(1).search(&game, Limit::playouts(100)).expect("the game goes on");
//! assert_eq!((choice.cell, choice.proven), (Hex { x: 1, y: 4 }, Some(true)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grower;
mod limit;
mod math;
mod position;
mod rng;
mod settings;
mod tree;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use rand_core::Rng;

use crate::cell::Hex;
use crate::dense::Havannah;
use grower::Grower;
use limit::Deadline;
use position::Position;
use rng::SplitMix;

pub use limit::Limit;
pub use settings::Settings;

/// The move that a search has chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The cell for the stone.
    pub cell: Hex,
    /// The number of playouts through this move, over all threads.
    pub visits: u64,
    /// The number of playouts from this position, over all threads, those kept from earlier searches included.
    pub playouts: u64,
    /// The share of playouts through this move that its player has won. A draw counts half; without playouts,
    /// it is 0.5. If the result is proven, it is 1 or 0.
    pub win_rate: f64,
    /// Whether the player is known to win, or to lose, if neither player swaps.
    pub proven: Option<bool>,
}

/// A player that keeps its trees from move to move.
///
/// Each search follows the game that it is given: it keeps what it knows if the game continues the one searched
/// before, and starts new trees otherwise, for example after an undo, a swap or in a new game.
///
/// ```
/// use havannah_uf::mcts::{Limit, Mcts};
/// use havannah_uf::{Havannah, RingRule};
///
/// let mut game = Havannah::new(3, RingRule::Any)?;
/// let mut player = Mcts::new(1);
/// while let Some(choice) = player.search(&game, Limit::playouts(100)) {
///     game.play(choice.cell)?;
/// }
/// assert!(game.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mcts {
    settings: Settings,
    threads: usize,
    rng: SplitMix,
    /// The position at the root of the trees; `None` before the first search.
    root: Option<Position>,
    /// One for each thread.
    growers: Vec<Grower>,
}

/// The knowledge of all trees about one move.
#[derive(Default)]
struct Known {
    visits: u64,
    /// 2 for a win, 1 for a draw.
    points: u64,
    loses: bool,
}

impl Known {
    fn win_rate(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.points as f64 / (2.0 * self.visits as f64) }
    }
}

impl Mcts {
    /// The largest number of threads.
    pub const MAX_THREADS: usize = 256;

    /// A player with one thread.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_settings(seed, 1, Settings::default())
    }

    /// A player with `threads` threads, but at least 1 and at most [`MAX_THREADS`](Self::MAX_THREADS). Where
    /// threads cannot be started, fewer threads grow the trees, one tree after the other.
    #[must_use]
    pub fn with_settings(seed: u64, threads: usize, settings: Settings) -> Self {
        let threads = threads.clamp(1, Self::MAX_THREADS);
        let settings = settings.for_one_of(threads);
        Self { settings, threads, rng: SplitMix::new(seed, 0), root: None, growers: Vec::new() }
    }

    /// Grows the trees from the position of `game` and chooses a move for the player to move. Returns `None` if,
    /// and only if, the game is over. It ends before the limit when the result is proven, or when a tree has
    /// counted 2³¹ − 1 playouts.
    ///
    /// The swap rule is not searched: compare [`Choice::win_rate`] with 0.5 to decide about a swap.
    pub fn search(&mut self, game: &Havannah, limit: Limit) -> Option<Choice> {
        let first = game.legal_moves().next()?;
        self.follow(game);
        self.grow(game, limit.start());
        Some(self.choose(first))
    }

    /// The moves of the position of `game` known from earlier searches, those with the most visits first: cell,
    /// visits, and win rate as in [`Choice::win_rate`].
    #[must_use]
    pub fn moves(&mut self, game: &Havannah) -> Vec<(Hex, u64, f64)> {
        if game.is_over() {
            return Vec::new();
        }
        self.follow(game);
        let moves = self.known().into_iter();
        moves.map(|(cell, known)| (cell, known.visits, known.win_rate())).collect()
    }

    /// Makes the position of `game` the root, with what is known about it.
    fn follow(&mut self, game: &Havannah) {
        let position = Position::of(game);
        match self.root.as_ref().and_then(|root| position.moves_after(root)) {
            Some(moves) => {
                for (cell, player) in moves {
                    for grower in &mut self.growers {
                        grower.advance(cell, player);
                    }
                }
            }
            None => {
                let seed = self.rng.next_u64();
                let growers = (0..self.threads as u64)
                    .map(|thread| Grower::new(game, SplitMix::new(seed, thread)));
                self.growers = growers.collect();
            }
        }
        self.root = Some(position);
    }

    #[cfg(feature = "std")]
    fn grow(&mut self, game: &Havannah, deadline: Deadline) {
        use std::sync::{Mutex, PoisonError};

        let (turn, settings) = (game.turn(), self.settings);
        let growers = Mutex::new(self.growers.iter_mut());
        let next = || growers.lock().unwrap_or_else(PoisonError::into_inner).next();
        crate::threads::run(self.threads, || {
            while let Some(grower) = next() {
                grower.grow(turn, &settings, &deadline);
            }
        });
    }

    #[cfg(not(feature = "std"))]
    fn grow(&mut self, game: &Havannah, deadline: Deadline) {
        for grower in &mut self.growers {
            grower.grow(game.turn(), &self.settings, &deadline);
        }
    }

    /// The moves of the root, those with the most visits first.
    fn known(&self) -> Vec<(Hex, Known)> {
        let mut moves = BTreeMap::<Hex, Known>::new();
        for child in self.growers.iter().flat_map(Grower::moves) {
            let known = moves.entry(child.cell).or_default();
            known.visits += u64::from(child.visits);
            known.points += u64::from(child.points);
            known.loses |= child.loses;
        }
        let mut moves: Vec<_> = moves.into_iter().collect();
        moves.sort_by_key(|(_, known)| core::cmp::Reverse(known.visits));
        moves
    }

    /// The best move, or `first` if no tree has any.
    fn choose(&self, first: Hex) -> Choice {
        let moves = self.known();
        let lost = self.growers.iter().any(Grower::is_lost);
        let winning = self.growers.iter().find_map(Grower::winning_move);
        let visited =
            || moves.iter().find(|(_, known)| lost || !known.loses).or_else(|| moves.first());
        let cell = winning.or_else(|| visited().map(|&(cell, _)| cell)).unwrap_or(first);
        let proven = if winning.is_some() { Some(true) } else { lost.then_some(false) };
        let known = moves.iter().find(|(seen, _)| *seen == cell).map(|(_, known)| known);
        Choice {
            cell,
            visits: known.map_or(0, |known| known.visits),
            playouts: self.growers.iter().map(Grower::playouts).sum(),
            win_rate: match proven {
                Some(wins) => f64::from(u8::from(wins)),
                None => known.map_or(0.5, Known::win_rate),
            },
            proven,
        }
    }
}

#[cfg(test)]
mod tests;
