//! Serialisation: `"0x1f"` in readable formats, the word in binary ones.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::word::Word;

impl<W: Word, G: Geometry> Serialize for Bitboard<W, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bits = self.word().to_u128();
        if serializer.is_human_readable() {
            serializer.collect_str(&format_args!("{bits:#x}"))
        } else if W::BITS == 64 {
            serializer.serialize_u64(bits as u64)
        } else {
            serializer.serialize_u128(bits)
        }
    }
}

impl<'de, W: Word, G: Geometry> Deserialize<'de> for Bitboard<W, G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = BitsVisitor(PhantomData);
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(visitor)
        } else if W::BITS == 64 {
            deserializer.deserialize_u64(visitor)
        } else {
            deserializer.deserialize_u128(visitor)
        }
    }
}

struct BitsVisitor<W, G>(PhantomData<(W, G)>);

impl<W: Word, G: Geometry> Visitor<'_> for BitsVisitor<W, G> {
    type Value = Bitboard<W, G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a hexadecimal number with no bits off a {}×{} board", G::WIDTH, G::HEIGHT)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        // `from_str_radix` would take a sign too.
        let bits = u128::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
        let bits = bits.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))?;
        self.visit_u128(bits)
    }

    fn visit_u64<E: Error>(self, bits: u64) -> Result<Self::Value, E> {
        self.visit_u128(bits.into())
    }

    fn visit_u128<E: Error>(self, bits: u128) -> Result<Self::Value, E> {
        if bits & !G::MASK != 0 {
            return Err(E::invalid_value(Unexpected::Other("a bit off the board"), &self));
        }
        Ok(Bitboard::from_word(W::from_u128(bits)))
    }
}
