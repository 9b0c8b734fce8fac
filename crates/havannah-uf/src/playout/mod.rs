//! Random games from a position to their end: [`Playouts`], and [`PlayoutStatistics`] of their
//! results.
//!
//! [`Playouts::try_run`] cuts the games into portions of 4,096, each with its own generator.
//! Threads take the next portion from a counter until there is none, and add their counts to a sum.
//! `simulator` plays the games; `mcts` uses it too.

mod simulator;

use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use bitboard_core::limits::{Meter, unlimited};
use bitboard_core::threads::{on_threads, thread_count};
use bitboard_core::{Interrupted, Limits, Random, SeededRng, StopReason};

pub(crate) use self::simulator::{Simulator, simulator};
use crate::game::Game;
use crate::hex::Hex;
use crate::rules::{Outcome, Player, Wins};

/// Games of one generator.
const PORTION: u64 = 4096;

/// Games times cells of the board between two checks of the limits. They take a fraction of a
/// millisecond, and a few milliseconds without optimization.
const CELLS_PER_CHECK: u64 = 1 << 14;

/// The most games on a board of base `base` between two checks of the limits.
pub(crate) fn games_per_check(base: u32) -> u64 {
    (CELLS_PER_CHECK / Hex::count(base)).max(1)
}

/// Plays games from one position to their end, each move chosen uniformly among the empty cells.
///
/// ```
/// use havannah_uf::{Game, Hex, Player, Playouts, RingRule};
///
/// let mut game = Game::new(4, RingRule::Any)?;
/// game.play(Hex::new(4, 4))?;
/// let statistics = Playouts::new(&game).seed(1).threads(2).run(1000);
/// assert_eq!(statistics.games(), 1000);
/// assert!(statistics.won_by(Player::First) > statistics.won_by(Player::Second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Playouts {
    game: Game,
    /// The outcome at the position, if the game is over there.
    outcome: Option<Outcome>,
    turn: Player,
    simulator: Box<dyn Simulator>,
    seed: u64,
    threads: usize,
}

impl Playouts {
    /// Playouts from the position of `game`, with seed 0 on one thread.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let (outcome, turn) = (game.outcome(), game.turn());
        let simulator = simulator(game);
        Self { game: game.clone(), outcome, turn, simulator, seed: 0, threads: 1 }
    }

    /// Sets the random seed of [`run`](Self::run).
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Sets the number of threads of [`run`](Self::run); 0 stands for one per core. The result does
    /// not depend on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Plays one game. A position that is won stays as it is.
    ///
    /// ```
    /// use havannah_uf::{Game, Hex, Outcome, Playouts, RingRule, SeededRng};
    ///
    /// let mut playouts = Playouts::new(&Game::new(3, RingRule::Any)?);
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
        let (stones, wins) = self.simulator.play_out(self.turn, rng);
        if wins.is_empty() {
            return Outcome::Drawn;
        }
        let before = self.game.ply() + usize::from(self.game.has_swapped());
        Outcome::Won { player: self.last(stones), wins, number: before + stones }
    }

    /// The player who places the last of a number of stones.
    fn last(&self, stones: usize) -> Player {
        if stones % 2 == 1 { self.turn } else { self.turn.other() }
    }

    /// Plays `games` games and counts their ends. Every 4,096 games share a generator,
    /// [`SeededRng`] with the seed plus the number of the portion.
    #[must_use]
    #[expect(clippy::result_large_err, reason = "the games take far longer than a copy")]
    pub fn run(&self, games: u64) -> PlayoutStatistics {
        unlimited(|limits| self.try_run(games, limits))
    }

    /// [`run`](Self::run) within limits. A game is a node. Each thread checks the limits, and
    /// reports progress, at least about every millisecond.
    ///
    /// ```
    /// use havannah_uf::{Game, Limits, Playouts, RingRule, StopReason};
    ///
    /// let playouts = Playouts::new(&Game::new(4, RingRule::Any)?);
    /// let stopped = playouts.try_run(1_000_000, &Limits::new().nodes(5_000)).unwrap_err();
    /// assert_eq!((stopped.reason, stopped.partial.games()), (StopReason::Nodes, 5_000));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    ///
    /// # Errors
    /// [`Interrupted`] with the counts of the games so far, if a limit is reached or the cancel
    /// flag is set.
    #[expect(clippy::result_large_err, reason = "the games take far longer than a copy")]
    pub fn try_run(
        &self,
        games: u64,
        limits: &Limits<'_>,
    ) -> Result<PlayoutStatistics, Interrupted<PlayoutStatistics>> {
        if let Some(outcome) = self.outcome {
            let mut statistics = PlayoutStatistics::default();
            statistics.add_many(outcome, self.game.ply(), games);
            return Ok(statistics);
        }
        let watch = limits.start();
        let portions = games.div_ceil(PORTION);
        let next = AtomicU64::new(0);
        let sum = Mutex::new((PlayoutStatistics::default(), None::<StopReason>));
        let work = || {
            let mut meter = Meter::in_portions(&watch, games_per_check(self.game.base()));
            loop {
                let portion = next.fetch_add(1, Relaxed);
                if portion >= portions {
                    return;
                }
                let games = PORTION.min(games - portion * PORTION);
                let (statistics, stopped) = self.portion(portion, games, &mut meter);
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                sum.0 += statistics;
                if stopped.is_some() {
                    sum.1 = sum.1.or(stopped);
                    return;
                }
            }
        };
        let is_done = || next.load(Relaxed) >= portions;
        let most = usize::try_from(portions).unwrap_or(usize::MAX);
        on_threads(thread_count(self.threads).min(most), is_done, work, work);
        match sum.into_inner().unwrap_or_else(PoisonError::into_inner) {
            (statistics, None) => Ok(statistics),
            (statistics, Some(reason)) => Err(Interrupted::new(reason, statistics)),
        }
    }

    /// Plays the games of a portion that the meter grants.
    fn portion(
        &self,
        number: u64,
        games: u64,
        meter: &mut Meter<'_>,
    ) -> (PlayoutStatistics, Option<StopReason>) {
        // Games change the order of the empty cells, so each portion starts from a copy.
        let mut simulator = self.simulator.clone();
        let mut rng = SeededRng::new(self.seed.wrapping_add(number));
        let mut statistics = PlayoutStatistics::default();
        let mut left = games as usize;
        while left > 0 {
            let taken = match meter.take_of_rest(left) {
                Ok(taken) => taken,
                Err(reason) => return (statistics, Some(reason)),
            };
            simulator.play_games(taken as u64, self.turn, &mut rng, &mut |stones, wins| {
                statistics.add(self.last(stones), wins, self.game.ply() + stones);
            });
            left -= taken;
        }
        (statistics, None)
    }
}

impl fmt::Debug for Playouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Playouts").field("game", &self.game).finish_non_exhaustive()
    }
}

/// Counts of the ends of games. They saturate at `u64::MAX`.
///
/// ```
/// use havannah_uf::{Game, Player, Playouts, RingRule, Wins};
///
/// let statistics = Playouts::new(&Game::new(4, RingRule::Any)?).run(1000);
/// let won: u64 = Player::BOTH.map(|player| statistics.won_by(player)).iter().sum();
/// assert_eq!(won + statistics.draws(), 1000);
/// println!("{} by a ring alone", statistics.won_with(Wins::RING));
/// println!("{:.1} stones on average", statistics.mean_length());
/// # Ok::<(), havannah_uf::BaseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlayoutStatistics {
    /// By winner and set of wins. Draws are those of the first player without wins.
    counts: [[u64; 8]; 2],
    stones: u64,
}

impl PlayoutStatistics {
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

impl AddAssign for PlayoutStatistics {
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
