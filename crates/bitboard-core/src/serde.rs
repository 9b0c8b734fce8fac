//! Serialization as text: a set is `"0x1f"`, a cell its name such as `"e4"`. [`from_text`] reads
//! every type that has a text, also for the other crates.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bitboard::Bitboard;
use crate::cell::Cell;
use crate::geometry::Geometry;
use crate::word::Word;

impl<W: Word, G: Geometry> Serialize for Bitboard<W, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{self:#x}"))
    }
}

impl<'de, W: Word, G: Geometry> Deserialize<'de> for Bitboard<W, G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (width, height) = (G::WIDTH, G::HEIGHT);
        let expected =
            format_args!("a hexadecimal number with no bits off a {width}×{height} board");
        let Hexadecimal(bits) = from_text(deserializer, expected)?;
        Self::from_bits(bits).ok_or_else(|| {
            D::Error::custom(format_args!("found a bit off the board; expected {expected}"))
        })
    }
}

/// A word written in hexadecimal digits, with or without the prefix `0x`.
struct Hexadecimal<W>(W);

impl<W: Word> FromStr for Hexadecimal<W> {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let bits = (!digits.is_empty()).then_some(W::ZERO).ok_or("found no digits")?;
        let bits = digits.chars().try_fold(bits, |bits, digit| {
            let digit = digit.to_digit(16).ok_or("found another character than a digit")?;
            if bits.leading_zeros() < 4 {
                return Err("found too many digits");
            }
            Ok(bits << 4 | W::from_u128(digit.into()))
        });
        bits.map(Self)
    }
}

impl<G: Geometry> Serialize for Cell<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, G: Geometry> Deserialize<'de> for Cell<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer, format_args!("a cell of a {}×{} board", G::WIDTH, G::HEIGHT))
    }
}

/// Reads a value from a text that errors call `expected`.
///
/// # Errors
/// If the value is not a text, or the text cannot be parsed.
pub fn from_text<'de, D: Deserializer<'de>, T: FromStr<Err: fmt::Display>>(
    deserializer: D,
    expected: fmt::Arguments<'_>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextVisitor { expected, value: PhantomData })
}

struct TextVisitor<'a, T> {
    expected: fmt::Arguments<'a>,
    value: PhantomData<T>,
}

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<'_, T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_fmt(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        let wrong = |error| E::custom(format_args!("{error}; expected {}", self.expected));
        text.parse().map_err(wrong)
    }
}
