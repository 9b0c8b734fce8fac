//! Serialization. A set is `"0x1f"` in readable formats and 64-bit limbs in binary ones; a cell is
//! its name such as `"e4"` in readable formats and its bit in binary ones. [`from_text`] is for
//! types of other crates that are texts.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bitboard::Bitboard;
use crate::cell::Cell;
use crate::geometry::Geometry;
use crate::word::Word;

/// Number of limbs of a word.
const fn limbs<W: Word>() -> usize {
    W::BITS as usize / 64
}

impl<W: Word, G: Geometry> Serialize for Bitboard<W, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(&format_args!("{self:#x}"));
        }
        let mut tuple = serializer.serialize_tuple(limbs::<W>())?;
        for limb in &self.bits().to_wide().limbs()[..limbs::<W>()] {
            tuple.serialize_element(limb)?;
        }
        tuple.end()
    }
}

impl<'de, W: Word, G: Geometry> Deserialize<'de> for Bitboard<W, G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = BitsVisitor(PhantomData);
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(visitor)
        } else {
            deserializer.deserialize_tuple(limbs::<W>(), visitor)
        }
    }
}

struct BitsVisitor<W, G>(PhantomData<(W, G)>);

impl<W: Word, G: Geometry> BitsVisitor<W, G> {
    /// The set of these bits, or an error if one is off the board.
    fn board<E: Error>(self, bits: W) -> Result<Bitboard<W, G>, E> {
        let board = Bitboard::from_bits(bits);
        board.ok_or_else(|| E::invalid_value(Unexpected::Other("a bit off the board"), &self))
    }
}

impl<'de, W: Word, G: Geometry> Visitor<'de> for BitsVisitor<W, G> {
    type Value = Bitboard<W, G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a hexadecimal number with no bits off a {}×{} board", G::WIDTH, G::HEIGHT)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let bits = (!digits.is_empty()).then_some(W::ZERO);
        let bits = digits.chars().fold(bits, |bits, digit| {
            let digit = W::from_u128(digit.to_digit(16)?.into());
            // The four bits that would be shifted out must be clear.
            bits.filter(|&bits| bits.leading_zeros() >= 4).map(|bits| bits << 4 | digit)
        });
        let bits = bits.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))?;
        self.board(bits)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut limbs: A) -> Result<Self::Value, A::Error> {
        let (mut bits, mut len) = (W::ZERO, 0);
        while let Some(limb) = limbs.next_element::<u64>()? {
            if len == W::BITS / 64 {
                return Err(A::Error::invalid_length(len as usize + 1, &self));
            }
            bits |= W::from_u128(limb.into()) << (64 * len);
            len += 1;
        }
        if len < W::BITS / 64 {
            return Err(A::Error::invalid_length(len as usize, &self));
        }
        self.board(bits)
    }
}

impl<G: Geometry> Serialize for Cell<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.index() as u16)
        }
    }
}

impl<'de, G: Geometry> Deserialize<'de> for Cell<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (width, height) = (G::WIDTH, G::HEIGHT);
        if deserializer.is_human_readable() {
            return from_text(deserializer, format_args!("a cell of a {width}×{height} board"));
        }
        let index = u16::deserialize(deserializer)?;
        Self::from_index(index.into()).ok_or_else(|| {
            let expected = format_args!("expected a cell of a {width}×{height} board");
            D::Error::custom(format_args!("invalid value: integer `{index}`, {expected}"))
        })
    }
}

/// Reads a value from a text that errors call `expected`.
///
/// ```
/// use bitboard_core::serde::from_text;
///
/// let mut reader = serde_json::Deserializer::from_str("\"7\"");
/// let number: u32 = from_text(&mut reader, format_args!("a number"))?;
/// assert_eq!(number, 7);
/// # Ok::<(), serde_json::Error>(())
/// ```
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
