//! Serialization: paths and grids as the texts that they print, distances as lists with an entry
//! for each cell.

use core::fmt::{self, Display};
use core::marker::PhantomData;
use core::str::FromStr;

use bitboard_core::{Cell, Geometry, Word};
use serde::de::{Deserializer, Error, SeqAccess, Unexpected, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Serialize, Serializer};

use crate::distance::Distances;
#[cfg(feature = "alloc")]
use crate::grid::Grid;
use crate::path::Path;

/// Reads a value from its text.
fn parse<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextVisitor { expected, value: PhantomData })
}

struct TextVisitor<T> {
    expected: &'static str,
    value: PhantomData<T>,
}

impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

impl<G: Geometry> Serialize for Path<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, G: Geometry> Deserialize<'de> for Path<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse(deserializer, "the names of the cells of a path")
    }
}

#[cfg(feature = "alloc")]
impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(feature = "alloc")]
impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse(deserializer, "a map of '.' and '#'")
    }
}

impl<W: Word, G: Geometry> Serialize for Distances<W, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entries = serializer.serialize_tuple(Cell::<G>::COUNT as usize)?;
        for cell in Cell::all() {
            entries.serialize_element(&self.get(cell))?;
        }
        entries.end()
    }
}

impl<'de, W: Word, G: Geometry> Deserialize<'de> for Distances<W, G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = DistancesVisitor(PhantomData);
        deserializer.deserialize_tuple(Cell::<G>::COUNT as usize, visitor)
    }
}

struct DistancesVisitor<W, G>(PhantomData<(W, G)>);

impl<'de, W: Word, G: Geometry> Visitor<'de> for DistancesVisitor<W, G> {
    type Value = Distances<W, G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = Cell::<G>::COUNT;
        write!(f, "{cells} distances less than {cells}, some of them missing")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut distances = Distances::none();
        for (i, cell) in Cell::all().enumerate() {
            let entry = entries.next_element::<Option<u32>>()?;
            let entry = entry.ok_or_else(|| A::Error::invalid_length(i, &self))?;
            if let Some(distance) = entry {
                let found = Unexpected::Unsigned(distance.into());
                let valid = distance < Cell::<G>::COUNT;
                distances.set(
                    cell,
                    valid
                        .then_some(distance as u8)
                        .ok_or_else(|| A::Error::invalid_value(found, &self))?,
                );
            }
        }
        Ok(distances)
    }
}
