//! Serialization: columns are their symbols, boards their sizes, positions a size and a key, games
//! a size and moves, bounds a pair. Everything is checked when it is read.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use bitboard_core::Word;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{
    AnySize, BoardSize, BoardWord, Bounds, Column, ColumnSet, Fixed, Game, Position,
};
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

/// The size of a board.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Board")]
struct Size {
    width: u32,
    height: u32,
}

impl Size {
    fn of<B: BoardSize>(board: B) -> Self {
        Self { width: board.width(), height: board.height() }
    }

    fn board<B: BoardSize, E: Error>(self) -> Result<B, E> {
        let Self { width, height } = self;
        let wrong = || E::custom(format!("{width}×{height} is not a size of this type of board"));
        B::from_size(width, height).ok_or_else(wrong)
    }
}

macro_rules! impl_board {
    ([$($parameter:tt)*] $board:ty) => {
        impl<$($parameter)* T: BoardWord> Serialize for $board {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                Size::of(*self).serialize(serializer)
            }
        }

        impl<'de, $($parameter)* T: BoardWord> Deserialize<'de> for $board {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Size::deserialize(deserializer)?.board()
            }
        }
    };
}

impl_board!([const W: usize, const H: usize,] Fixed<W, H, T>);
impl_board!([] AnySize<T>);

/// A key: `"0x1f"` in readable formats, a number in binary ones.
struct Key(u128);

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{:#x}", self.0))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return u128::deserialize(deserializer).map(Self);
        }
        let text = Cow::<str>::deserialize(deserializer)?;
        let digits = text.strip_prefix("0x").unwrap_or(&text);
        // `from_str_radix` accepts a sign.
        if digits.starts_with('+') {
            return Err(D::Error::custom(format!("expected a hexadecimal number, found {text:?}")));
        }
        u128::from_str_radix(digits, 16).map(Self).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct PositionFields {
    width: u32,
    height: u32,
    key: Key,
}

impl<B: BoardSize> Serialize for Position<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Size { width, height } = Size::of(self.board);
        PositionFields { width, height, key: Key(self.key().to_u128()) }.serialize(serializer)
    }
}

impl<'de, B: BoardSize> Deserialize<'de> for Position<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let PositionFields { width, height, key } = PositionFields::deserialize(deserializer)?;
        let board = Size { width, height }.board::<B, _>()?;
        let word = B::Word::from_u128(key.0);
        if word.to_u128() != key.0 {
            return Err(D::Error::custom("the key has more bits than the board"));
        }
        Self::from_key(board, word).map_err(D::Error::custom)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Game")]
struct GameFields {
    width: u32,
    height: u32,
    moves: String,
}

impl<B: BoardSize> Serialize for Game<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Size { width, height } = Size::of(self.position().board);
        GameFields { width, height, moves: self.to_string() }.serialize(serializer)
    }
}

impl<'de, B: BoardSize> Deserialize<'de> for Game<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let GameFields { width, height, moves } = GameFields::deserialize(deserializer)?;
        let mut game = Self::new(Size { width, height }.board()?);
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

#[derive(Serialize, Deserialize)]
#[serde(rename = "Analysis", bound = "")]
struct AnalysisFields<B: BoardSize> {
    position: Position<B>,
    score: Bounds,
    columns: Vec<Option<Bounds>>,
}

impl<B: BoardSize> Serialize for Analysis<B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { position, score, columns } = self.clone();
        AnalysisFields { position, score, columns }.serialize(serializer)
    }
}

impl<'de, B: BoardSize> Deserialize<'de> for Analysis<B> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let AnalysisFields { position, score, columns } =
            AnalysisFields::<B>::deserialize(deserializer)?;
        let (known, analysis) = (Analysis::new(&position), Self { position, score, columns });
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
