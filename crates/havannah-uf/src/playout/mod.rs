//! Random games to their end.

mod lane;
#[cfg(feature = "std")]
mod parallel;
mod statistics;

pub(crate) use lane::{Lane, Lanes, with_lane};
pub use statistics::Statistics;

use rand_core::Rng;

use crate::dense::{Havannah, Outcome};
use crate::rule::Player;

/// Plays games from one position to their end, each move chosen uniformly among the empty cells.
///
/// The position is copied back before each game. The list of empty cells is not: any order is as good
/// as any other for the next game. One random word serves several moves, by multiplying it with the
/// number of empty cells over and over: the upper half of each product is a choice, the lower half goes on
/// (Brackett-Rozinsky and Lemire, Batched Ranged Random Integer Generation, 2024). What is left of 64 bits
/// keeps each choice within 2⁻²⁸ of uniform.
///
/// ```
/// use havannah_uf::{Havannah, Playouts, RingRule};
/// use rand::SeedableRng;
/// use rand::rngs::SmallRng;
///
/// let game = Havannah::new(5, RingRule::Any)?;
/// let mut playouts = Playouts::new(&game);
/// let statistics = playouts.batch(1000, &mut SmallRng::seed_from_u64(1));
/// assert_eq!(statistics.games(), 1000);
/// assert!(statistics.mean_length() > 20.0);
/// # Ok::<(), havannah_uf::BaseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playouts {
    lanes: Lanes,
    ply: usize,
    turn: Player,
    /// How the game had ended already.
    outcome: Option<Outcome>,
}

impl Playouts {
    /// Games that go on from this position.
    #[must_use]
    pub fn new(game: &Havannah) -> Self {
        Self {
            lanes: Lanes::new(game),
            ply: game.ply(),
            turn: game.turn(),
            outcome: game.outcome(),
        }
    }

    /// Plays one game; `None` is a draw. A game that is won already ends there.
    pub fn play(&mut self, rng: &mut impl Rng) -> Option<Outcome> {
        if self.outcome.is_some() {
            return self.outcome;
        }
        let (stones, wins) = with_lane!(&mut self.lanes, lane => lane.play_out(self.turn, rng));
        let player = if stones % 2 == 1 { self.turn } else { self.turn.other() };
        (!wins.is_empty()).then(|| Outcome { player, wins, ply: self.ply + stones })
    }

    /// Plays `games` games and counts how they end.
    pub fn batch(&mut self, games: u64, rng: &mut impl Rng) -> Statistics {
        let mut statistics = Statistics::default();
        if self.outcome.is_some() {
            statistics.add_many(self.outcome, self.ply, games);
            return statistics;
        }
        let (turn, ply) = (self.turn, self.ply);
        with_lane!(&mut self.lanes, lane => for _ in 0..games {
            let (stones, wins) = lane.play_out(turn, rng);
            let player = if stones % 2 == 1 { turn } else { turn.other() };
            statistics.add(player, wins, ply + stones);
        });
        statistics
    }
}
