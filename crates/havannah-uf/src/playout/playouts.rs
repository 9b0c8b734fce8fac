//! Playouts from one position.

use bitboard_core::Random;

use super::lane::{Lanes, with_lane};
use super::statistics::Statistics;
use crate::game::Havannah;
use crate::hex::Hex;
use crate::outcome::Outcome;
use crate::player::Player;

/// Games times cells of the board between two checks of the limits. They take a fraction of a millisecond, and a few
/// milliseconds without optimization.
#[cfg(target_has_atomic = "64")]
const CELLS_PER_CHECK: u64 = 1 << 14;

/// The most games on a board of base `base` between two checks of the limits.
#[cfg(target_has_atomic = "64")]
pub(crate) fn games_per_check(base: u32) -> u64 {
    (CELLS_PER_CHECK / Hex::count(base)).max(1)
}

/// Plays games from one position to their end, each move chosen uniformly among the empty cells.
///
/// The position is copied back before each game. The list of empty cells is not, because the next game may start
/// from any order. One random word serves several moves: it is multiplied by the number of empty cells, the upper
/// half of the product is the choice, and the lower half is the next word (Brackett-Rozinsky and Lemire, Batched
/// Ranged Random Integer Generation, 2024). Each choice is within 2⁻²⁸ of uniform.
///
/// ```
/// use havannah_uf::bitboard_core::SeededRng;
/// use havannah_uf::{Havannah, Playouts, RingRule};
///
/// let game = Havannah::new(5, RingRule::Any)?;
/// let mut playouts = Playouts::new(&game);
/// let statistics = playouts.batch(1000, &mut SeededRng::new(1));
/// assert_eq!(statistics.games(), 1000);
/// assert!(statistics.mean_length() > 20.0);
/// # Ok::<(), havannah_uf::BaseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playouts {
    lanes: Lanes,
    /// Only parallel batches check limits by it.
    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    base: u32,
    stones: usize,
    /// The number of moves: the stones and a swap.
    moves: usize,
    turn: Player,
    /// The structures with which the position has been won.
    outcome: Option<Outcome>,
}

impl Playouts {
    /// Playouts from the position of `game`.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::SeededRng;
    /// use havannah_uf::{Havannah, Hex, Playouts, RingRule};
    ///
    /// let mut game = Havannah::new(4, RingRule::Any).unwrap();
    /// game.play(Hex::new(4, 4)).unwrap();
    /// let statistics = Playouts::new(&game).batch(100, &mut SeededRng::new(1));
    /// assert!(statistics.mean_length() > 1.0); // counts the stone in the center
    /// ```
    #[must_use]
    pub fn new(game: &Havannah) -> Self {
        Self {
            lanes: Lanes::new(game),
            #[cfg(all(feature = "std", target_has_atomic = "64"))]
            base: game.base(),
            stones: game.ply(),
            moves: game.ply() + usize::from(game.has_swapped()),
            turn: game.turn(),
            outcome: game.outcome(),
        }
    }

    /// The number of cells along an edge.
    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    pub(super) fn base(&self) -> u32 {
        self.base
    }

    /// The structures with which the position has been won.
    #[cfg(all(feature = "std", target_has_atomic = "64"))]
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays one game; `None` is a draw. A position that is won stays as it is.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::SeededRng;
    /// use havannah_uf::{Havannah, Hex, Playouts, RingRule};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(3, RingRule::Any)?);
    /// let mut rng = SeededRng::new(2);
    /// if let Some(outcome) = playouts.play(&mut rng) {
    ///     assert!(outcome.number as u64 <= Hex::count(3));
    /// }
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    pub fn play(&mut self, rng: &mut impl Random) -> Option<Outcome> {
        if self.outcome.is_some() {
            return self.outcome;
        }
        let (stones, wins) = with_lane!(&mut self.lanes, lane => lane.play_out(self.turn, rng));
        let player = if stones % 2 == 1 { self.turn } else { self.turn.other() };
        (!wins.is_empty()).then(|| Outcome { player, wins, number: self.moves + stones })
    }

    /// Plays `games` games and counts their ends.
    ///
    /// ```
    /// use havannah_uf::bitboard_core::SeededRng;
    /// use havannah_uf::{Havannah, Player, Playouts, RingRule};
    ///
    /// let mut playouts = Playouts::new(&Havannah::new(4, RingRule::Any)?);
    /// let statistics = playouts.batch(1000, &mut SeededRng::new(3));
    /// assert!(statistics.won_by(Player::First) > statistics.won_by(Player::Second));
    /// # Ok::<(), havannah_uf::BaseError>(())
    /// ```
    pub fn batch(&mut self, games: u64, rng: &mut impl Random) -> Statistics {
        let mut statistics = Statistics::default();
        if self.outcome.is_some() {
            statistics.add_many(self.outcome, self.stones, games);
            return statistics;
        }
        let (turn, before) = (self.turn, self.stones);
        with_lane!(&mut self.lanes, lane => for _ in 0..games {
            let (stones, wins) = lane.play_out(turn, rng);
            let player = if stones % 2 == 1 { turn } else { turn.other() };
            statistics.add(player, wins, before + stones);
        });
        statistics
    }
}
