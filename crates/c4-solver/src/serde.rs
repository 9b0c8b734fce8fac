//! Serialization: columns are their symbols, boards their sizes, positions a size and a key, games
//! a size and moves, bounds a pair. Everything is checked when it is read.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Board, Bounds, Column, ColumnSet, Game, Position};
use crate::solver::Analysis;

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.symbol())
    }
}

impl<'de> Deserialize<'de> for Column {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let symbol = char::deserialize(deserializer)?;
        let expected = || D::Error::custom(format!("expected a column, found {symbol:?}"));
        Self::from_symbol(symbol).ok_or_else(expected)
    }
}

impl Serialize for ColumnSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for ColumnSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Column>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[derive(Deserialize)]
#[serde(rename = "Board")]
struct BoardFields {
    width: u32,
    height: u32,
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let BoardFields { width, height } = BoardFields::deserialize(deserializer)?;
        Self::new(width, height).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct PositionFields {
    width: u32,
    height: u32,
    /// `0x1f`: some formats have no numbers of 128 bits.
    key: String,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (width, height) = (self.board.width(), self.board.height());
        PositionFields { width, height, key: format!("{:#x}", self.key()) }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PositionFields { width, height, key } = PositionFields::deserialize(deserializer)?;
        let board = Board::new(width, height).map_err(D::Error::custom)?;
        let digits = key.strip_prefix("0x").unwrap_or(&key);
        // `from_str_radix` accepts a sign.
        if digits.starts_with('+') {
            return Err(D::Error::custom(format!("expected a hexadecimal number, found {key:?}")));
        }
        let key = u128::from_str_radix(digits, 16).map_err(D::Error::custom)?;
        Self::from_key(board, key).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Game")]
struct GameFields {
    width: u32,
    height: u32,
    moves: String,
}

impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = self.position().board;
        let (width, height, moves) = (board.width(), board.height(), self.to_string());
        GameFields { width, height, moves }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GameFields { width, height, moves } = GameFields::deserialize(deserializer)?;
        let mut game = Self::new(Board::new(width, height).map_err(D::Error::custom)?);
        game.play_moves(&moves).map_err(D::Error::custom)?;
        Ok(game)
    }
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.low, self.high).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (low, high) = <(i32, i32)>::deserialize(deserializer)?;
        // No score has that number of digits.
        if -1_000 <= low && low <= high && high <= 1_000 {
            Ok(Self { low, high })
        } else {
            Err(D::Error::custom(format!("{low} and {high} are not bounds of a score")))
        }
    }
}

#[derive(Deserialize)]
#[serde(rename = "Analysis")]
struct AnalysisFields {
    position: Position,
    score: Bounds,
    columns: Vec<Option<Bounds>>,
}

impl<'de> Deserialize<'de> for Analysis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AnalysisFields { position, score, columns } =
            AnalysisFields::deserialize(deserializer)?;
        let (known, analysis) = (Self::new(&position), Self { position, score, columns });
        let is_playable = known.columns.iter().map(Option::is_some);
        if !is_playable.eq(analysis.columns.iter().map(Option::is_some)) {
            return Err(D::Error::custom("expected bounds for every column that is not full"));
        }
        let bounds = analysis.columns.iter().flatten().chain([&analysis.score]);
        let known = known.columns.iter().flatten().chain([&known.score]);
        if !known.zip(bounds).all(|(known, &bounds)| known.contains(bounds)) {
            return Err(D::Error::custom("expected bounds within those that are known"));
        }
        let Bounds { low, high } = analysis.position_bounds();
        if low > high {
            return Err(D::Error::custom("the bounds of the columns contradict the score"));
        }
        Ok(analysis)
    }
}
