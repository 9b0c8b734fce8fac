use core::ops::AddAssign;

use crate::dense::Outcome;
use crate::rule::Player;
use crate::wins::Wins;

/// How many games have ended in which way.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// By winner and set of wins; draws are under the first player and no win.
    counts: [[u64; 8]; 2],
    stones: u64,
}

impl Statistics {
    /// Adds a game of so many stones; without wins it is a draw.
    #[inline]
    pub(crate) fn add(&mut self, player: Player, wins: Wins, stones: usize) {
        let player = if wins.is_empty() { Player::First } else { player };
        self.counts[player.index()][wins.bits()] += 1;
        self.stones += stones as u64;
    }

    pub(crate) fn add_many(&mut self, outcome: Option<Outcome>, stones: usize, games: u64) {
        let (player, wins) = outcome.map_or((Player::First, Wins::NONE), |o| (o.player, o.wins));
        self.counts[player.index()][wins.bits()] += games;
        self.stones += stones as u64 * games;
    }

    /// How many games there were.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.counts.iter().flatten().sum()
    }

    /// How many nobody has won.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.counts[0][0]
    }

    /// How many a player has won.
    #[must_use]
    pub fn won_by(&self, player: Player) -> u64 {
        self.counts[player.index()][1..].iter().sum()
    }

    /// How many were won by exactly these ways at once.
    #[must_use]
    pub fn won_with(&self, wins: Wins) -> u64 {
        if wins.is_empty() { 0 } else { self.counts.iter().map(|counts| counts[wins.bits()]).sum() }
    }

    /// How many stones lay on all boards together at the end of the games.
    #[must_use]
    pub fn stones(&self) -> u64 {
        self.stones
    }

    /// How many stones a game had at its end; 0 without games.
    #[must_use]
    pub fn mean_length(&self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.stones as f64 / self.games() as f64 }
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        for (sum, more) in self.counts.iter_mut().flatten().zip(other.counts.iter().flatten()) {
            *sum += more;
        }
        self.stones += other.stones;
    }
}
