//! Blocks, pairs and fields are serialized as text.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::block::Block;
use super::field::Field;
use super::pair::Pair;

/// Reads what [`FromStr`] reads.
struct TextVisitor<T>(PhantomData<T>, &'static str);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! impl_serde {
    ($type:ty, $expected:literal, |$value:ident| $text:expr) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.collect_str(&$text)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData, $expected))
            }
        }
    };
}

impl_serde!(Block, "a block from 0 to 5", |block| block);
impl_serde!(Pair, "two blocks", |pair| pair);
impl_serde!(Field, "12 or 13 rows of 6 cells", |field| field.line());
