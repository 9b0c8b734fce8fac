//! A player by Monte Carlo tree search: [`Mcts`].
//!
//! A search plays games from the position, chooses their first moves by the results so far, and
//! plays the rest at random. It returns a [`Choice`]. Each thread grows a separate tree, and the
//! counts are added at the end (root parallelism), so the same seed, number of
//! threads and number of playouts give the same move. The playouts are divided among the trees
//! before the search starts.
//!
//! A query passes through [`Mcts::try_search`]: the trees follow the game, each `SearchWorker`
//! plays its share of the playouts in `Tree::search`, and the move with the most visits is chosen.
//! `tree` explains the search: UCT with RAVE, and proven results.
//!
//! ```
//! use havannah_uf::mcts::Mcts;
//! use havannah_uf::{Havannah, Hex, RingRule, Value};
//!
//! let mut game = Havannah::new(4, RingRule::Any)?;
//! for (x, y) in [(1, 1), (6, 6), (1, 2), (6, 5), (1, 3), (5, 5)] {
//!     game.play(Hex { x, y })?;
//! }
//! // The first player, x, needs one stone for a bridge.
//! let picture = "
//!    x . . .
//!   x . . . .
//!  x . . . . .
//! . . . . . . .
//!  . . . o o .
//!   . . . o .
//!    . . . .";
//! assert_eq!(format!("\n{game}"), picture);
//! let choice = Mcts::new(1).search(&game, 1000).expect("the game is not over");
//! assert_eq!((choice.cell, choice.proven), (Hex::new(1, 4), Some(Value::Win)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod tree;
mod worker;

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;

use bitboard_core::limits::Watch;
use bitboard_core::{Interrupted, Limits, Random, SeededRng, StopReason, Symmetry};

use self::tree::{Node, Proven};
use self::worker::SearchWorker;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::{Player, Value};

/// Options of the search. They are created by `default()` and changed field by field.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Settings {
    /// The weight of the exploration bonus for moves with few visits, at least 0. With RAVE, 0 is
    /// best; without RAVE, start with 0.7.
    pub exploration: f32,
    /// Whether games in which a move was played later count for it too (RAVE).
    pub rave: bool,
    /// The number of visits at which RAVE has half of the weight, at least 0.
    pub rave_equivalence: f32,
    /// The number of visits after which a node gets children.
    pub expand_after: u32,
    /// The bytes that all trees together may take. The moves of the position itself are listed
    /// beyond the limit.
    ///
    /// A node takes 56 bytes: 28 in its tree, and 28 in the copy of the tree that is made when it
    /// grows or advances to another position.
    pub memory_bytes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            exploration: 0.0,
            rave: true,
            rave_equivalence: 3000.0,
            expand_after: 4,
            memory_bytes: 448 << 20,
        }
    }
}

impl Settings {
    /// The settings of one of `trees` trees, with weights that are finite and not negative.
    fn for_one_of(self, trees: usize) -> Self {
        let weight = |weight: f32| if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1e9) };
        Self {
            exploration: weight(self.exploration),
            rave_equivalence: weight(self.rave_equivalence),
            memory_bytes: self.memory_bytes / trees,
            ..self
        }
    }

    /// The number of nodes that fit the memory.
    const fn max_nodes(&self) -> usize {
        self.memory_bytes / (2 * size_of::<Node>())
    }
}

/// The move that a search has chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Choice {
    /// The cell of the move.
    pub cell: Hex,
    /// The number of playouts through the move.
    pub visits: u64,
    /// The number of playouts from the position, including those of earlier searches.
    pub playouts: u64,
    /// The share of playouts through the move that its player has won. A draw counts half. 0.5
    /// without playouts; 1 or 0 if the value is proven.
    pub win_rate: f64,
    /// The value for the player of the move, if it is proven. Draws are never proven.
    pub proven: Option<Value>,
}

/// The statistics of a move.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveStatistics {
    /// The cell of the move.
    pub cell: Hex,
    /// The number of playouts through the move.
    pub visits: u64,
    /// The share of playouts through the move that its player has won. A draw counts half. 0.5
    /// without playouts.
    pub win_rate: f64,
}

/// A player that keeps its trees from move to move.
///
/// Each search follows the game that it is given. If the game continues the one searched before,
/// the player keeps its trees. Otherwise, for example after an undo, a swap or in a new game, it
/// starts new trees.
///
/// ```
/// use havannah_uf::mcts::Mcts;
/// use havannah_uf::{Havannah, RingRule};
///
/// let mut game = Havannah::new(3, RingRule::Any)?;
/// let mut player = Mcts::new(1);
/// while let Some(choice) = player.search(&game, 1000) {
///     game.play(choice.cell)?;
/// }
/// assert!(game.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Mcts {
    settings: Settings,
    threads: usize,
    rng: SeededRng,
    /// The position at the root of the trees; `None` before the first search.
    root: Option<Havannah>,
    /// From the board of the game to the board of the trees: images of a game have the same trees.
    symmetry: Symmetry,
    /// One for each thread.
    workers: Vec<SearchWorker>,
}

/// The counts of all trees for one move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Whether a tree has the move.
    is_listed: bool,
    visits: u64,
    /// 2 for a win, 1 for a draw.
    points: u64,
    /// Whether it is proven that the other player wins after the move.
    loses: bool,
}

impl Known {
    fn win_rate(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.points as f64 / (2.0 * self.visits as f64) }
    }
}

/// The most visited move first; of equals, the first cell.
fn by_visits(&(cell, known): &(Hex, Known)) -> (Reverse<u64>, Hex) {
    (Reverse(known.visits), cell)
}

/// The random numbers of a thread.
fn seeded(seed: u64, thread: u64) -> SeededRng {
    let mut rng = SeededRng::new(seed ^ thread.wrapping_mul(0xd1b5_4a32_d192_ed03));
    SeededRng::new(rng.next_u64())
}

impl Mcts {
    /// The largest number of threads.
    pub const MAX_THREADS: usize = 256;

    /// A player with one thread.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with_settings(seed, 1, Settings::default())
    }

    /// A player with `threads` threads, at most [`MAX_THREADS`](Self::MAX_THREADS), 0 for one on
    /// each core. Moves depend on the number. If threads cannot be started, fewer threads grow the
    /// trees, one tree after the other.
    ///
    /// ```
    /// use havannah_uf::mcts::{Mcts, Settings};
    /// use havannah_uf::{Havannah, RingRule};
    ///
    /// let mut settings = Settings::default();
    /// settings.memory_bytes = 64 << 20;
    /// let mut player = Mcts::with_settings(1, 2, settings);
    /// let choice = player.search(&Havannah::new(3, RingRule::Any)?, 1000).unwrap();
    /// assert!(choice.visits <= choice.playouts);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    #[must_use]
    pub fn with_settings(seed: u64, threads: usize, settings: Settings) -> Self {
        #[cfg(feature = "std")]
        let threads = bitboard_core::threads::thread_count(threads);
        let threads = threads.clamp(1, Self::MAX_THREADS);
        let settings = settings.for_one_of(threads);
        let (rng, symmetry) = (seeded(seed, 0), Symmetry::IDENTITY);
        Self { settings, threads, rng, root: None, symmetry, workers: Vec::new() }
    }

    /// Makes `playouts` playouts from the position of `game` and chooses a move for the player to
    /// move. Returns `None` only if the game is over.
    ///
    /// The search ends early if the value is proven, or when a tree has counted 2³¹ − 1 playouts.
    /// To search for a time instead, call [`try_search`](Self::try_search).
    ///
    /// ```
    /// use havannah_uf::mcts::Mcts;
    /// use havannah_uf::{Havannah, RingRule, Value};
    ///
    /// let choice = Mcts::new(1).search(&Havannah::new(2, RingRule::Any)?, 100).unwrap();
    /// assert_eq!((choice.proven, choice.win_rate), (Some(Value::Win), 1.0));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    pub fn search(&mut self, game: &Havannah, playouts: u64) -> Option<Choice> {
        let searched = self.try_search(game, &Limits::new().nodes(playouts));
        searched.unwrap_or_else(|stopped| stopped.partial)
    }

    /// Searches until a limit is reached, the value is proven, or a tree has counted 2³¹ − 1
    /// playouts. A playout is a node.
    ///
    /// All threads share the playouts. Each thread checks the limits, and reports progress, at
    /// least about every millisecond and every 64 playouts. The same seed, number of threads and
    /// number of playouts give the same choice, and new players choose the image of that move in an
    /// image of the game.
    ///
    /// The swap rule is not searched. To decide about a swap, compare [`Choice::win_rate`] with
    /// 0.5. For a first move that is not worth taking over, search the empty board, and choose the
    /// one of [`moves`](Self::moves) whose win rate is nearest to 0.5.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use std::time::Duration;
    ///
    /// use havannah_uf::mcts::Mcts;
    /// use havannah_uf::{Havannah, Limits, RingRule, StopReason};
    ///
    /// let mut player = Mcts::new(1);
    /// let game = Havannah::new(5, RingRule::Any)?;
    /// let limits = Limits::new().time(Duration::from_millis(20));
    /// let stopped = player.try_search(&game, &limits).unwrap_err();
    /// assert_eq!(stopped.reason, StopReason::Time);
    /// let choice = stopped.partial.expect("the game is not over");
    /// println!("{} after {} playouts", choice.cell, choice.playouts);
    /// # }
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the best move so far, if a limit is reached or the cancel flag is set.
    /// It is a legal move even if there was no time for a playout.
    pub fn try_search(
        &mut self,
        game: &Havannah,
        limits: &Limits<'_>,
    ) -> Result<Option<Choice>, Interrupted<Option<Choice>>> {
        let Some(first) = game.empty_cells().next() else { return Ok(None) };
        let watch = limits.start();
        self.follow(game, &watch);
        let stopped = self.search_all(game, limits.node_limit(), &watch);
        let choice = Some(self.choose(first));
        stopped.map_or(Ok(choice), |reason| Err(Interrupted::new(reason, choice)))
    }

    /// The statistics of the moves in the position of `game` from earlier searches, those with the
    /// most visits first. The trees do not change.
    ///
    /// `None` if the trees do not list the moves of the position: `game` does not continue the game
    /// of the last search, it is over, or too few playouts have reached the position.
    ///
    /// ```
    /// use havannah_uf::mcts::Mcts;
    /// use havannah_uf::{Havannah, RingRule};
    ///
    /// let game = Havannah::new(4, RingRule::Any)?;
    /// let mut player = Mcts::new(1);
    /// let choice = player.search(&game, 1000).unwrap();
    /// let moves = player.moves(&game).unwrap();
    /// assert_eq!((moves.len(), moves[0].cell, moves[0].visits), (37, choice.cell, choice.visits));
    /// assert_eq!(player.moves(&Havannah::new(5, RingRule::Any)?), None);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, game: &Havannah) -> Option<Vec<MoveStatistics>> {
        let path = moves_after(game, self.root.as_ref()?)?;
        let path: Vec<Hex> = path.map(|(cell, _)| self.image(cell, game.base())).collect();
        let mut moves = self.known(&path);
        if moves.is_empty() {
            return None;
        }
        moves.sort_by_key(by_visits);
        let statistics = |(cell, known): (_, Known)| MoveStatistics {
            cell: self.original(cell),
            visits: known.visits,
            win_rate: known.win_rate(),
        };
        Some(moves.into_iter().map(statistics).collect())
    }

    /// A cell on the board of the trees.
    fn image(&self, cell: Hex, base: u32) -> Hex {
        cell.transform_on_board(self.symmetry, base)
    }

    /// A cell of the trees on the board of the game.
    fn original(&self, cell: Hex) -> Hex {
        let back = |root: &Havannah| cell.transform_on_board(self.symmetry.inverse(), root.base());
        self.root.as_ref().map_or(cell, back)
    }

    /// Makes the position of `game` the root, and keeps the part of the trees below it, as far as
    /// the limits allow.
    fn follow(&mut self, game: &Havannah, watch: &Watch<'_>) {
        match self.root.as_ref().and_then(|root| moves_after(game, root)) {
            Some(moves) => {
                for (cell, player) in moves {
                    let image = self.image(cell, game.base());
                    for worker in &mut self.workers {
                        worker.advance(image, player, watch);
                    }
                }
            }
            None => {
                let (seed, (symmetry, image)) = (self.rng.next_u64(), game.oriented());
                let worker = |thread| SearchWorker::new(&image, seeded(seed, thread));
                self.workers = (0..self.threads as u64).map(worker).collect();
                self.symmetry = symmetry;
            }
        }
        self.root = Some(game.clone());
    }

    /// Shares the playouts among the trees, so that the result does not depend on which thread is
    /// faster. Returns the limit that was reached.
    fn search_all(
        &mut self,
        game: &Havannah,
        playouts: u64,
        watch: &Watch<'_>,
    ) -> Option<StopReason> {
        let (settings, trees) = (&self.settings, self.threads as u64);
        let search = |tree: u64, worker: &mut SearchWorker| {
            let share = playouts / trees + u64::from(tree < playouts % trees);
            worker.search(game, settings, share, watch);
        };
        let workers = (0..).zip(&mut self.workers);
        #[cfg(feature = "std")]
        {
            use std::sync::{Mutex, PoisonError};

            let workers = Mutex::new(workers);
            let next = || workers.lock().unwrap_or_else(PoisonError::into_inner).next();
            let work = || {
                while let Some((tree, worker)) = next() {
                    search(tree, worker);
                }
            };
            bitboard_core::threads::on_threads(self.threads, || false, work, work);
        }
        #[cfg(not(feature = "std"))]
        for (tree, worker) in workers {
            search(tree, worker);
        }
        let workers = || self.workers.iter();
        if workers().any(SearchWorker::is_lost)
            || workers().any(|worker| worker.winning_move().is_some())
        {
            return None;
        }
        let stopped = workers().find_map(|worker| worker.stopped);
        let is_short = workers().any(SearchWorker::can_grow);
        stopped.or(is_short.then_some(StopReason::Nodes))
    }

    /// The moves of the position after the moves of `path`, in any order, on the board of the
    /// trees.
    fn known(&self, path: &[Hex]) -> Vec<(Hex, Known)> {
        let lists = || self.workers.iter().map(|worker| worker.moves(path));
        let points = lists().flatten().map(|child| usize::from(child.point) + 1).max();
        let mut by_point = vec![Known::default(); points.unwrap_or(0)];
        for child in lists().flatten() {
            let known = &mut by_point[usize::from(child.point)];
            known.is_listed = true;
            known.visits += u64::from(child.visits);
            known.points += u64::from(child.points);
            known.loses |= child.proven == Proven::Win;
        }
        let Some(board) = self.workers.first() else { return Vec::new() };
        let listed = (0..).zip(by_point).filter(|(_, known)| known.is_listed);
        listed.map(|(point, known)| (board.cell(point), known)).collect()
    }

    /// The number of playouts from the position at the root.
    fn playouts(&self) -> u64 {
        self.workers.iter().map(SearchWorker::playouts).sum()
    }

    /// The best move, or `first` if no tree has any.
    fn choose(&self, first: Hex) -> Choice {
        // One pass instead of sorting: the time may be over, and large boards have 12,000 moves.
        let moves = self.known(&[]);
        let lost = self.workers.iter().any(SearchWorker::is_lost);
        let winning = self.workers.iter().find_map(SearchWorker::winning_move);
        let visited = || {
            let open = moves.iter().filter(|(_, known)| lost || !known.loses);
            open.min_by_key(|&entry| by_visits(entry))
                .or_else(|| moves.iter().min_by_key(|&entry| by_visits(entry)))
        };
        let chosen = winning.or_else(|| visited().map(|&(cell, _)| cell));
        let proven = if winning.is_some() { Some(Value::Win) } else { lost.then_some(Value::Loss) };
        let known = moves.iter().find(|(cell, _)| Some(*cell) == chosen).map(|(_, known)| known);
        Choice {
            cell: chosen.map_or(first, |cell| self.original(cell)),
            visits: known.map_or(0, |known| known.visits),
            playouts: self.playouts(),
            win_rate: match proven {
                Some(value) => f64::from(u8::from(value == Value::Win)),
                None => known.map_or(0.5, Known::win_rate),
            },
            proven,
        }
    }
}

impl fmt::Debug for Mcts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct("Mcts");
        fields.field("settings", &self.settings).field("threads", &self.threads);
        fields.field("playouts", &self.playouts()).finish_non_exhaustive()
    }
}

/// The moves of a game after an earlier position of it, with their players; `None` if it is not
/// one.
fn moves_after(game: &Havannah, earlier: &Havannah) -> Option<impl Iterator<Item = (Hex, Player)>> {
    let mut stones = game.stones();
    let continues = game.setting() == earlier.setting()
        && stones.by_ref().take(earlier.ply()).eq(earlier.stones());
    let first = earlier.ply() + usize::from(game.has_swapped());
    continues.then(|| stones.zip((first..).map(Player::at)))
}
