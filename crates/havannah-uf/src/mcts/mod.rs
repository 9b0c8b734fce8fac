//! A player by Monte Carlo tree search: [`Mcts`].
//!
//! A search plays games from the position, chooses their first moves by the results so far, and
//! plays the rest at random. It returns a [`Choice`]. Each thread grows a separate tree, and the
//! counts are added at the end (root parallelism), so the same seed, number of
//! threads and number of playouts give the same move. The playouts are divided among the trees
//! before the search starts.
//!
//! A query passes through [`Mcts::try_search`]: the trees follow the game, `Tree::search` plays the
//! share of the playouts of a tree, and the move with the most visits is chosen. `tree` explains
//! the search: UCT with RAVE, and proven results.
//!
//! ```
//! use havannah_uf::mcts::Mcts;
//! use havannah_uf::{Game, Hex, RingRule, Value};
//!
//! let mut game = Game::new(4, RingRule::Any)?;
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
//! let choice = Mcts::new().search(&game, 1000).expect("the game is not over");
//! assert_eq!((choice.cell, choice.proven), (Hex::new(1, 4), Some(Value::Win)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod tree;

use std::cmp::Reverse;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use bitboard_core::limits::Watch;
use bitboard_core::threads::{on_threads, thread_count};
use bitboard_core::{Interrupted, Limits, Random, SeededRng, StopReason, Symmetry};

use self::tree::{Proven, Tree};
use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{Player, Value};

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
struct Settings {
    /// The weight of the exploration bonus.
    exploration: f32,
    rave: bool,
    /// The bytes that all trees together may take, or one of them.
    memory_bytes: usize,
}

/// A move, as the playouts so far judge it.
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

/// A player that keeps its trees from move to move.
///
/// Each search follows the game that it is given. If the game continues the one searched before,
/// the player keeps its trees. Otherwise, for example after an undo, a swap or in a new game, it
/// starts new trees.
///
/// ```
/// use havannah_uf::mcts::Mcts;
/// use havannah_uf::{Game, RingRule};
///
/// let mut game = Game::new(3, RingRule::Any)?;
/// let mut player = Mcts::new().seed(1).threads(2);
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
    root: Option<Game>,
    /// From the board of the game to the board of the trees: images of a game have the same trees.
    symmetry: Symmetry,
    /// One for each thread.
    trees: Vec<Tree>,
}

/// The counts of all trees for one move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Whether a tree has the move.
    is_listed: bool,
    visits: u64,
    /// 2 for a win, 1 for a draw.
    points: u64,
    /// Whether it is proven that the player of the move wins, or loses.
    wins: bool,
    loses: bool,
}

/// The random numbers of a thread.
fn seeded(seed: u64, thread: u64) -> SeededRng {
    let mut rng = SeededRng::new(seed ^ thread.wrapping_mul(0xd1b5_4a32_d192_ed03));
    SeededRng::new(rng.next_u64())
}

/// The largest number of threads.
const MAX_THREADS: usize = 256;

impl Default for Mcts {
    fn default() -> Self {
        Self::new()
    }
}

impl Mcts {
    /// A player with seed 0, one thread, RAVE, and 448 MiB for its tree.
    #[must_use]
    pub fn new() -> Self {
        Self {
            settings: Settings { exploration: 0.0, rave: true, memory_bytes: 448 << 20 },
            threads: 1,
            rng: seeded(0, 0),
            root: None,
            symmetry: Symmetry::IDENTITY,
            trees: Vec::new(),
        }
    }

    /// Sets the random seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { rng: seeded(seed, 0), ..self }
    }

    /// Sets the number of threads, at most 256; 0 stands for one per core. Moves depend on it. If
    /// threads cannot be started, fewer threads grow the trees, one tree after the other.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: thread_count(threads).clamp(1, MAX_THREADS), ..self }
    }

    /// Sets the number of bytes that all trees together may take. The moves of the position itself
    /// are listed beyond the limit.
    ///
    /// A node takes 56 bytes: 28 in its tree, and 28 in the copy of the tree that is made when it
    /// grows or advances to another position.
    #[must_use]
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.settings.memory_bytes = bytes;
        self
    }

    /// Sets the weight of the exploration bonus for moves with few visits, at least 0. With RAVE, 0
    /// is best; without RAVE, start with 0.7.
    #[must_use]
    pub fn exploration(mut self, weight: f32) -> Self {
        self.settings.exploration = if weight.is_nan() { 0.0 } else { weight.clamp(0.0, 1e9) };
        self
    }

    /// Sets whether games in which a move was played later count for it too (RAVE); true by
    /// default.
    #[must_use]
    pub fn rave(mut self, rave: bool) -> Self {
        self.settings.rave = rave;
        self
    }

    /// Makes `playouts` playouts from the position of `game` and chooses a move for the player to
    /// move. Returns `None` only if the game is over.
    ///
    /// The search ends early if the value is proven, or when a tree has counted 2³¹ − 1 playouts.
    /// To search for a time instead, call [`try_search`](Self::try_search).
    pub fn search(&mut self, game: &Game, playouts: u64) -> Option<Choice> {
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
    /// use std::time::Duration;
    ///
    /// use havannah_uf::mcts::Mcts;
    /// use havannah_uf::{Game, Limits, RingRule, StopReason};
    ///
    /// let mut player = Mcts::new();
    /// let game = Game::new(5, RingRule::Any)?;
    /// let limits = Limits::new().time(Duration::from_millis(20));
    /// let stopped = player.try_search(&game, &limits).unwrap_err();
    /// assert_eq!(stopped.reason, StopReason::Time);
    /// let choice = stopped.partial.expect("the game is not over");
    /// println!("{} after {} playouts", choice.cell, choice.playouts);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the best move so far, if a limit is reached or the cancel flag is set.
    /// It is a legal move even if there was no time for a playout.
    pub fn try_search(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
    ) -> Result<Option<Choice>, Interrupted<Option<Choice>>> {
        let Some(first) = game.empty_cells().next() else { return Ok(None) };
        let watch = limits.start();
        self.follow(game, &watch);
        let stopped = self.search_all(game, limits.node_limit(), &watch);
        let choice = Some(self.choose(first));
        stopped.map_or(Ok(choice), |reason| Err(Interrupted::new(reason, choice)))
    }

    /// The moves in the position of `game` as earlier searches judge them, those with the most
    /// visits first. The trees do not change.
    ///
    /// `None` if the trees do not list the moves of the position: `game` does not continue the game
    /// of the last search, it is over, or too few playouts have reached the position.
    ///
    /// ```
    /// use havannah_uf::mcts::Mcts;
    /// use havannah_uf::{Game, RingRule};
    ///
    /// let game = Game::new(4, RingRule::Any)?;
    /// let mut player = Mcts::new();
    /// let choice = player.search(&game, 1000).unwrap();
    /// let moves = player.moves(&game).unwrap();
    /// assert_eq!((moves.len(), moves[0]), (37, choice));
    /// assert_eq!(player.moves(&Game::new(5, RingRule::Any)?), None);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    #[must_use]
    pub fn moves(&self, game: &Game) -> Option<Vec<Choice>> {
        let path = moves_after(game, self.root.as_ref()?)?;
        let path: Vec<Hex> = path.map(|(cell, _)| self.image(cell, game.base())).collect();
        let mut moves: Vec<_> = self.known(&path).collect();
        moves.sort_by_key(|choice| Reverse(choice.visits));
        (!moves.is_empty()).then_some(moves)
    }

    /// A cell on the board of the trees.
    fn image(&self, cell: Hex, base: u32) -> Hex {
        cell.transform_on_board(self.symmetry, base)
    }

    /// A cell of the trees on the board of the game.
    fn original(&self, cell: Hex) -> Hex {
        let back = |root: &Game| cell.transform_on_board(self.symmetry.inverse(), root.base());
        self.root.as_ref().map_or(cell, back)
    }

    /// Makes the position of `game` the root, and keeps the part of the trees below it, as far as
    /// the limits allow.
    fn follow(&mut self, game: &Game, watch: &Watch<'_>) {
        match self.root.as_ref().and_then(|root| moves_after(game, root)) {
            Some(moves) => {
                for (cell, player) in moves {
                    let image = self.image(cell, game.base());
                    for tree in &mut self.trees {
                        tree.advance(image, player, watch);
                    }
                }
            }
            None => {
                let (seed, (symmetry, image)) = (self.rng.next_u64(), game.oriented());
                let tree = |thread| Tree::new(&image, seeded(seed, thread));
                self.trees = (0..self.threads as u64).map(tree).collect();
                self.symmetry = symmetry;
            }
        }
        self.root = Some(game.clone());
    }

    /// Shares the playouts among the trees, so that the result does not depend on which thread is
    /// faster. Returns the limit that was reached.
    fn search_all(&mut self, game: &Game, playouts: u64, watch: &Watch<'_>) -> Option<StopReason> {
        let trees = self.trees.len();
        let of_one = self.settings.memory_bytes / trees;
        let settings = Settings { memory_bytes: of_one, ..self.settings };
        let by_tree =
            |number: u64| playouts / trees as u64 + u64::from(number < playouts % trees as u64);
        let numbered = Mutex::new((0..).zip(&mut self.trees));
        let next = || numbered.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((number, tree)) = next() {
                tree.search(game, &settings, by_tree(number), watch);
            }
        };
        on_threads(trees, || false, work, work);
        if self.trees.iter().any(|tree| tree.root().proven != Proven::Nothing) {
            return None;
        }
        let stopped = self.trees.iter().find_map(|tree| tree.stopped);
        let is_short = self.trees.iter().any(Tree::can_grow);
        stopped.or(is_short.then_some(StopReason::Nodes))
    }

    /// The moves of the position after the moves of `path`, on the board of the trees, in the order
    /// of their points.
    fn known(&self, path: &[Hex]) -> impl Iterator<Item = Choice> + '_ {
        let nodes: Vec<_> =
            self.trees.iter().filter_map(|tree| Some((tree, tree.node_after(path)?))).collect();
        let children = || nodes.iter().flat_map(|&(tree, node)| tree.children_of(node));
        let points = children().map(|child| usize::from(child.point) + 1).max();
        let mut by_point = vec![Known::default(); points.unwrap_or(0)];
        let (mut playouts, mut is_lost) = (0, false);
        for &(tree, node) in &nodes {
            playouts += u64::from(node.visits);
            is_lost |= node.proven == Proven::Loss;
            let children = tree.children_of(node);
            // A move that wins at once is the only child. After other winning moves, the other
            // player is proven to lose.
            let wins_at_once = node.proven == Proven::Win && children.len() == 1;
            for child in children {
                let known = &mut by_point[usize::from(child.point)];
                known.is_listed = true;
                known.visits += u64::from(child.visits);
                known.points += u64::from(child.points);
                known.wins |= child.proven == Proven::Loss || wins_at_once;
                known.loses |= child.proven == Proven::Win;
            }
        }
        let choice = move |(point, known): (u16, Known)| {
            let proven = match known {
                Known { wins: true, .. } => Some(Value::Win),
                Known { loses, .. } => (loses || is_lost).then_some(Value::Loss),
            };
            let win_rate = match proven {
                Some(value) => f64::from(u8::from(value == Value::Win)),
                None if known.visits == 0 => 0.5,
                None => known.points as f64 / (2.0 * known.visits as f64),
            };
            let cell = self.original(self.trees[0].cell(point));
            Choice { cell, visits: known.visits, playouts, win_rate, proven }
        };
        (0..).zip(by_point).filter(|(_, known)| known.is_listed).map(choice)
    }

    /// The number of playouts from the position at the root.
    fn playouts(&self) -> u64 {
        self.trees.iter().map(|tree| u64::from(tree.root().visits)).sum()
    }

    /// The best move, or `first` if no tree has any.
    fn choose(&self, first: Hex) -> Choice {
        let rank = |choice: &Choice| match choice.proven {
            Some(Value::Win) => 0,
            Some(Value::Loss) => 2,
            _ => 1,
        };
        // One pass instead of sorting: the time may be over, and large boards have 12,000 moves.
        let best = self.known(&[]).min_by_key(|choice| (rank(choice), Reverse(choice.visits)));
        best.unwrap_or_else(|| {
            let playouts = self.playouts();
            Choice { cell: first, visits: 0, playouts, win_rate: 0.5, proven: None }
        })
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
fn moves_after(game: &Game, earlier: &Game) -> Option<impl Iterator<Item = (Hex, Player)>> {
    let mut stones = game.stones();
    let continues = game.setting() == earlier.setting()
        && stones.by_ref().take(earlier.ply()).eq(earlier.stones());
    let first = earlier.ply() + usize::from(game.has_swapped());
    continues.then(|| stones.zip((first..).map(Player::at)))
}
