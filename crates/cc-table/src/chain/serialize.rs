//! Serialization: blocks, pairs and fields as text.

use bitboard_core::__private::from_text;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::field::{Block, Field};
use super::pair::Pair;

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
                from_text(deserializer, format_args!($expected))
            }
        }
    };
}

impl_serde!(Block, "a block from 0 to 5", |block| block);
impl_serde!(Pair, "two blocks", |pair| pair);
impl_serde!(Field, "12 or 13 rows of 6 cells", |field| field.line());
