//! Counts of the ends of games.

use core::ops::AddAssign;

use crate::outcome::Outcome;
use crate::player::Player;
use crate::wins::Wins;

/// Counts of the ends of games. They saturate at `u64::MAX`.
///
/// ```
/// use havannah_uf::bitboard_core::SeededRng;
/// use havannah_uf::{Havannah, Player, Playouts, RingRule, Wins};
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
    pub(crate) fn add(&mut self, player: Player, wins: Wins, stones: usize) {
        let player = if wins.is_empty() { Player::First } else { player };
        self.counts[player.index()][wins.bits()] += 1;
        self.stones += stones as u64;
    }

    pub(crate) fn add_many(&mut self, outcome: Option<Outcome>, stones: usize, games: u64) {
        let (player, wins) = outcome.map_or((Player::First, Wins::NONE), |o| (o.player, o.wins));
        let count = &mut self.counts[player.index()][wins.bits()];
        *count = count.saturating_add(games);
        self.stones = self.stones.saturating_add((stones as u64).saturating_mul(games));
    }

    /// The number of games.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::SeededRng;
    /// use havannah_uf::{Havannah, Player, Playouts, RingRule};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let statistics = playouts.batch(1000, &mut SeededRng::new(1));
    /// let won = statistics.won_by(Player::First) + statistics.won_by(Player::Second);
    /// assert_eq!(statistics.games(), won + statistics.draws());
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
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
    ///
    /// ```
    /// use havannah_uf::bitboard_core::SeededRng;
    /// use havannah_uf::{Havannah, Playouts, RingRule, Wins};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let statistics = playouts.batch(1000, &mut SeededRng::new(1));
    /// assert!(statistics.won_with(Wins::BRIDGE) > statistics.won_with(Wins::RING));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
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
    ///
    /// ```
    /// use havannah_uf::bitboard_core::SeededRng;
    /// use havannah_uf::{Havannah, Playouts, RingRule};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(8, RingRule::Any)?);
    /// let statistics = playouts.batch(100, &mut SeededRng::new(1));
    /// let length = statistics.mean_length();
    /// assert_eq!(length, statistics.stones() as f64 / statistics.games() as f64);
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
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
