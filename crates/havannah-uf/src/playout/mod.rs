//! Random games from a position to their end: [`Playouts`], and [`Statistics`] of their results.
//!
//! A [`Simulator`] has the position, a board that is reset to it before each game, and the list of
//! its empty cells:
//!
//! ```text
//! play_out:
//!     copy the position to the board          array by array, because short copies start faster
//!     left = number of empty cells
//!     while left > 0:
//!         i = random number below left
//!         left -= 1, swap empty[i] and empty[left]
//!         place a stone on empty[left]; if it wins: stop
//! ```
//!
//! The list of empty cells is not restored, because the next game may start from any order of them.
//! One random word serves two to four moves: it is multiplied by the number of empty cells, the
//! upper half of the product is the choice, and the lower half is the next word (Brackett-Rozinsky
//! and Lemire, Batched Ranged Random Integer Generation, 2024). Each choice is within 2⁻²⁸ of
//! uniform.
//!
//! Cost: 90 to 93 instructions a stone up to base 10, of which the union-find takes most. The size
//! of the board is chosen once for a batch ([`AnySimulator`]). `mcts` uses the same simulators.

#[cfg(all(feature = "std", target_has_atomic = "64"))]
mod parallel;

use alloc::boxed::Box;
use core::fmt;
use core::ops::AddAssign;

#[cfg(target_has_atomic = "64")]
use bitboard_core::limits::{Meter, Watch};
#[cfg(target_has_atomic = "64")]
use bitboard_core::{Interrupted, Limits};
use bitboard_core::{Random, SeededRng};

#[cfg(all(feature = "std", target_has_atomic = "64"))]
pub use self::parallel::Batch;
use crate::dense::{AnyBoard, Board, Point, by_size, no_log, sizes, with_size};
use crate::game::Havannah;
use crate::hex::Hex;
use crate::rules::{Outcome, Player, RingRule, Wins};

/// Plays random games from a position: the position, a board to play on, and the empty cells.
#[derive(Clone)]
pub(crate) struct Simulator<const STRIDE: usize, const N: usize, const P: usize> {
    position: Board<STRIDE, N, P>,
    board: Board<STRIDE, N, P>,
    /// The first `count` are the empty points of the position, in any order.
    empty: [Point; N],
    count: usize,
    rule: RingRule,
}

impl<const STRIDE: usize, const N: usize, const P: usize> Simulator<STRIDE, N, P> {
    /// The number of choices from one random word.
    const CHOICES: u32 = match N {
        0..=256 => 4,
        257..=4096 => 3,
        _ => 2,
    };

    fn new(board: &Board<STRIDE, N, P>, rule: RingRule) -> Box<Self> {
        let mut simulator = Box::new(Self {
            position: board.clone(),
            board: board.clone(),
            empty: [0; N],
            count: 0,
            rule,
        });
        simulator.list_empty();
        simulator
    }

    /// Lists the empty points of the position.
    fn list_empty(&mut self) {
        self.count = 0;
        for point in 0..N as Point {
            if self.position.is_empty(point) {
                self.empty[self.count] = point;
                self.count += 1;
            }
        }
    }

    /// Resets the board to the position.
    #[inline]
    fn reset(&mut self) {
        self.board.copy_from(&self.position);
    }

    /// Makes a move in the position, and resets the board to it.
    fn advance(&mut self, point: Point, player: Player) {
        self.reset();
        self.place(point, player);
        self.position.copy_from(&self.board);
        if let Some(at) = self.empty[..self.count].iter().position(|&empty| empty == point) {
            self.count -= 1;
            self.empty.swap(at, self.count);
        }
    }

    /// Places a stone on an empty point of the board. Not inlined, because it is large.
    #[inline(never)]
    fn place(&mut self, point: Point, player: Player) -> Wins {
        self.board.place(point, player, self.rule, &mut no_log)
    }

    /// Plays from the position until a player wins or the board is full. Returns the number of
    /// stones played, and how the last one wins.
    fn play_out(&mut self, turn: Player, rng: &mut impl Random) -> (usize, Wins) {
        self.reset();
        self.play_on::<false>(turn, rng)
    }

    /// Plays on from the board. With `PLACED`, stones may have been placed since the last reset.
    /// Their points are chosen as well, and skipped.
    #[inline(always)]
    fn play_on<const PLACED: bool>(
        &mut self,
        turn: Player,
        rng: &mut impl Random,
    ) -> (usize, Wins) {
        let Self { board, empty, count, rule, .. } = self;
        let (mut word, mut choices) = (0, 0);
        let mut player = turn;
        let mut left = *count;
        while left > 0 {
            if choices == 0 {
                (word, choices) = (rng.next_u64(), Self::CHOICES);
            }
            choices -= 1;
            let product = u128::from(word) * left as u128;
            word = product as u64;
            let chosen = (product >> 64) as usize & (N - 1);
            left -= 1;
            let point = empty[chosen];
            empty.swap(chosen, left & (N - 1));
            if PLACED && !board.is_empty(point) {
                continue;
            }
            let wins = board.place(point, player, *rule, &mut no_log);
            if !wins.is_empty() {
                return (*count - left, wins);
            }
            player = player.other();
        }
        (*count, Wins::NONE)
    }

    /// The winner of a random game that starts from the board, after stones have been placed.
    fn winner_at_random(&mut self, turn: Player, rng: &mut SeededRng) -> Option<Player> {
        let (chosen, wins) = self.play_on::<true>(turn, rng);
        let last = self.empty[self.count - chosen.max(1)];
        if wins.is_empty() { None } else { self.board.stone(last) }
    }
}

sizes!([by_size] (
    /// A simulator of the smallest size that fits.
    AnySimulator of Simulator
));

impl AnySimulator {
    pub(crate) fn new(game: &Havannah) -> Self {
        with_size!(AnyBoard, game.board(), board => Simulator::new(board, game.rule()).into())
    }

    /// Resets the board to the position.
    pub(crate) fn reset(&mut self) {
        with_size!(Self, self, simulator => simulator.reset());
    }

    /// Makes a move in the position, and resets the board to it.
    pub(crate) fn advance(&mut self, point: Point, player: Player) {
        with_size!(Self, self, simulator => simulator.advance(point, player));
    }

    /// Places a stone on an empty point of the board.
    pub(crate) fn place(&mut self, point: Point, player: Player) -> Wins {
        with_size!(Self, self, simulator => simulator.place(point, player))
    }

    /// The winner of a random game that starts from the board, after stones have been placed.
    pub(crate) fn winner_at_random(&mut self, turn: Player, rng: &mut SeededRng) -> Option<Player> {
        with_size!(Self, self, simulator => simulator.winner_at_random(turn, rng))
    }

    /// The ways in which a stone on an empty point of the board would win.
    pub(crate) fn would_win(&self, point: Point, player: Player) -> Wins {
        with_size!(Self, self, simulator => {
            simulator.board.would_win(point, player, simulator.rule)
        })
    }

    /// The empty points of the position.
    pub(crate) fn empty(&self) -> &[Point] {
        with_size!(Self, self, simulator => &simulator.empty[..simulator.count])
    }

    /// The states of all points of the board.
    pub(crate) fn stones(&self) -> &[u8] {
        with_size!(Self, self, simulator => simulator.board.stones())
    }

    pub(crate) fn rule(&self) -> RingRule {
        with_size!(Self, self, simulator => simulator.rule)
    }

    pub(crate) fn cell(&self, point: Point) -> Hex {
        with_size!(Self, self, simulator => simulator.board.cell(point))
    }

    pub(crate) fn point(&self, cell: Hex) -> Point {
        with_size!(Self, self, simulator => simulator.board.point(cell))
    }
}

/// Games times cells of the board between two checks of the limits. They take a fraction of a
/// millisecond, and a few milliseconds without optimization.
#[cfg(target_has_atomic = "64")]
const CELLS_PER_CHECK: u64 = 1 << 14;

/// The most games on a board of base `base` between two checks of the limits.
#[cfg(target_has_atomic = "64")]
pub(crate) fn games_per_check(base: u32) -> u64 {
    (CELLS_PER_CHECK / Hex::count(base)).max(1)
}

/// Plays games from one position to their end, each move chosen uniformly among the empty cells.
///
/// ```
/// use havannah_uf::{Havannah, Playouts, RingRule, SeededRng};
///
/// let game = Havannah::new(5, RingRule::Any)?;
/// let mut playouts = Playouts::new(&game);
/// let statistics = playouts.batch(1000, &mut SeededRng::new(1));
/// assert_eq!(statistics.games(), 1000);
/// assert!(statistics.mean_length() > 20.0);
/// # Ok::<(), havannah_uf::BaseError>(())
/// ```
#[derive(Clone)]
pub struct Playouts {
    simulator: AnySimulator,
    base: u32,
    stones: usize,
    /// The number of moves: the stones and a swap.
    moves: usize,
    turn: Player,
    /// The outcome at the position, if the game was over there.
    outcome: Option<Outcome>,
}

impl Playouts {
    /// Playouts from the position of `game`.
    ///
    /// ```
    /// use havannah_uf::{Havannah, Hex, Playouts, RingRule, SeededRng};
    ///
    /// let mut game = Havannah::new(4, RingRule::Any).unwrap();
    /// game.play(Hex::new(4, 4)).unwrap();
    /// let statistics = Playouts::new(&game).batch(100, &mut SeededRng::new(1));
    /// assert!(statistics.mean_length() > 1.0); // counts the stone in the center
    /// ```
    #[must_use]
    pub fn new(game: &Havannah) -> Self {
        Self {
            simulator: AnySimulator::new(game),
            base: game.base(),
            stones: game.ply(),
            moves: game.ply() + usize::from(game.has_swapped()),
            turn: game.turn(),
            outcome: game.outcome(),
        }
    }

    /// Plays one game. A position that is won stays as it is.
    ///
    /// ```
    /// use havannah_uf::{Havannah, Hex, Outcome, Playouts, RingRule, SeededRng};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(3, RingRule::Any)?);
    /// match playouts.play(&mut SeededRng::new(2)) {
    ///     Outcome::Won { number, .. } => assert!(number as u64 <= Hex::count(3)),
    ///     outcome => assert_eq!(outcome, Outcome::Drawn),
    /// }
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    pub fn play(&mut self, rng: &mut impl Random) -> Outcome {
        if let Some(outcome) = self.outcome {
            return outcome;
        }
        let (stones, wins) = with_size!(AnySimulator, &mut self.simulator, simulator => {
            simulator.play_out(self.turn, rng)
        });
        if wins.is_empty() {
            return Outcome::Drawn;
        }
        let player = if stones % 2 == 1 { self.turn } else { self.turn.other() };
        Outcome::Won { player, wins, number: self.moves + stones }
    }

    /// Plays `games` games and counts their ends.
    ///
    /// ```
    /// use havannah_uf::{Havannah, Player, Playouts, RingRule, SeededRng};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let statistics = playouts.batch(1000, &mut SeededRng::new(3));
    /// assert!(statistics.won_by(Player::First) > statistics.won_by(Player::Second));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    pub fn batch(&mut self, games: u64, rng: &mut impl Random) -> Statistics {
        let mut statistics = Statistics::default();
        if let Some(outcome) = self.outcome {
            statistics.add_many(outcome, self.stones, games);
            return statistics;
        }
        let (turn, before) = (self.turn, self.stones);
        with_size!(AnySimulator, &mut self.simulator, simulator => for _ in 0..games {
            let (stones, wins) = simulator.play_out(turn, rng);
            let player = if stones % 2 == 1 { turn } else { turn.other() };
            statistics.add(player, wins, before + stones);
        });
        statistics
    }

    /// [`batch`](Self::batch) within limits. A game is a node.
    ///
    /// ```
    /// use havannah_uf::{Havannah, Limits, Playouts, RingRule, SeededRng, StopReason};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let limits = Limits::new().nodes(500);
    /// let stopped = playouts.try_batch(1_000, &mut SeededRng::new(1), &limits).unwrap_err();
    /// assert_eq!((stopped.reason, stopped.partial.games()), (StopReason::Nodes, 500));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the counts of the games so far, if a limit is reached or the cancel
    /// flag is set.
    #[cfg(target_has_atomic = "64")]
    #[expect(clippy::result_large_err, reason = "a batch takes far longer than a copy")]
    pub fn try_batch(
        &mut self,
        games: u64,
        rng: &mut impl Random,
        limits: &Limits<'_>,
    ) -> Result<Statistics, Interrupted<Statistics>> {
        if self.outcome.is_some() {
            return Ok(self.batch(games, rng));
        }
        let watch = limits.start();
        self.metered_batch(games, rng, &mut self.meter(&watch))
    }

    /// A meter whose nodes are games.
    #[cfg(target_has_atomic = "64")]
    fn meter<'a>(&self, watch: &'a Watch<'a>) -> Meter<'a> {
        Meter::in_portions(watch, games_per_check(self.base))
    }

    /// [`batch`](Self::batch) with the games that a meter grants.
    #[cfg(target_has_atomic = "64")]
    #[expect(clippy::result_large_err, reason = "a batch takes far longer than a copy")]
    fn metered_batch(
        &mut self,
        games: u64,
        rng: &mut impl Random,
        meter: &mut Meter<'_>,
    ) -> Result<Statistics, Interrupted<Statistics>> {
        let (mut statistics, mut left) = (Statistics::default(), games);
        while left > 0 {
            let rest = usize::try_from(left).unwrap_or(usize::MAX);
            let taken = meter.take_of_rest(rest);
            let taken = taken.map_err(|reason| Interrupted::new(reason, statistics))? as u64;
            statistics += self.batch(taken, rng);
            left -= taken;
        }
        Ok(statistics)
    }
}

impl fmt::Debug for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { base, stones, turn, outcome, .. } = self;
        let mut fields = f.debug_struct("Playouts");
        fields.field("base", base).field("stones", stones).field("turn", turn);
        fields.field("outcome", outcome).finish_non_exhaustive()
    }
}

/// Counts of the ends of games. They saturate at `u64::MAX`.
///
/// ```
/// use havannah_uf::{Havannah, Player, Playouts, RingRule, SeededRng, Wins};
///
/// let mut playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
/// let statistics = playouts.batch(1000, &mut SeededRng::new(1));
/// let won: u64 = Player::BOTH.map(|player| statistics.won_by(player)).iter().sum();
/// assert_eq!(won + statistics.draws(), 1000);
/// println!("{} by a ring alone", statistics.won_with(Wins::RING));
/// println!("{:.1} stones on average", statistics.mean_length());
/// # Ok::<(), havannah_uf::BaseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// By winner and set of wins. Draws are those of the first player without wins.
    counts: [[u64; 8]; 2],
    stones: u64,
}

impl Statistics {
    /// Adds a game of `stones` stones; without wins it is a draw.
    #[inline]
    fn add(&mut self, player: Player, wins: Wins, stones: usize) {
        let player = if wins.is_empty() { Player::First } else { player };
        self.counts[player.index()][wins.bits()] += 1;
        self.stones += stones as u64;
    }

    /// Adds games that all ended like this one.
    fn add_many(&mut self, outcome: Outcome, stones: usize, games: u64) {
        let (player, wins) = match outcome {
            Outcome::Won { player, wins, .. } => (player, wins),
            Outcome::Drawn => (Player::First, Wins::NONE),
        };
        let count = &mut self.counts[player.index()][wins.bits()];
        *count = count.saturating_add(games);
        self.stones = self.stones.saturating_add((stones as u64).saturating_mul(games));
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        sum(self.counts.as_flattened())
    }

    /// The number of draws.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.counts[0][0]
    }

    /// The number of games that `player` has won.
    #[must_use]
    pub fn won_by(&self, player: Player) -> u64 {
        sum(&self.counts[player.index()][1..])
    }

    /// The number of games won in exactly these ways at once; 0 for [`Wins::NONE`].
    #[must_use]
    pub fn won_with(&self, wins: Wins) -> u64 {
        if wins.is_empty() { 0 } else { sum(&self.counts.map(|counts| counts[wins.bits()])) }
    }

    /// The total number of stones at the end of the games.
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// The mean number of stones at the end of a game; 0 without games.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.stones as f64 / self.games() as f64 }
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        for (sum, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *sum = sum.saturating_add(*more);
        }
        self.stones = self.stones.saturating_add(other.stones);
    }
}

fn sum(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, &count| sum.saturating_add(count))
}
