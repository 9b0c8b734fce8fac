//! Serialization: [`Wins`] are a string such as `"bridge-fork"`, a game is its rules and moves.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Havannah;
use crate::moves::Move;
use crate::record::ReplayError;
use crate::rule::RingRule;
use crate::wins::Wins;

impl Serialize for Wins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Wins {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A game as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Havannah")]
struct Game {
    base: u32,
    rule: RingRule,
    swap_rule: bool,
    moves: Vec<Move>,
}

impl Serialize for Havannah {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let game = Game {
            base: self.base(),
            rule: self.rule(),
            swap_rule: self.has_swap_rule(),
            moves: self.moves().collect(),
        };
        game.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Havannah {
    /// Plays the moves, so that every game that is read is legal.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Game { base, rule, swap_rule, moves } = Game::deserialize(deserializer)?;
        let mut game = Self::new(base, rule).map_err(D::Error::custom)?;
        if swap_rule {
            game = game.with_swap_rule();
        }
        for (number, played) in (1..).zip(moves) {
            let illegal = |source| D::Error::custom(ReplayError::Move { number, source });
            game.play(played).map_err(illegal)?;
        }
        Ok(game)
    }
}
