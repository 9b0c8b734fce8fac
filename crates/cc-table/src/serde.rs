//! Serialization of lists of components and of labels. Both are validated on deserialization.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Board, assert_shape};
use crate::components::{Components, ROOM};
use crate::queries::Labels;

impl<const W: usize, const H: usize> Serialize for Components<W, H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, const W: usize, const H: usize> Deserialize<'de> for Components<W, H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ComponentsVisitor)
    }
}

struct ComponentsVisitor<const W: usize, const H: usize>;

impl<'de, const W: usize, const H: usize> Visitor<'de> for ComponentsVisitor<W, H> {
    type Value = Components<W, H>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most {ROOM} disjoint components")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let (mut found, mut seen) = (Components::new(), Board::EMPTY);
        while let Some(component) = seq.next_element::<Board<W, H>>()? {
            if found.len() == ROOM {
                return Err(A::Error::invalid_length(ROOM + 1, &self));
            }
            if component.is_empty() || !seen.is_disjoint(component) {
                return Err(A::Error::custom("expected disjoint components with cells"));
            }
            seen |= component;
            found.push(component);
        }
        Ok(found)
    }
}

impl<const W: usize, const H: usize> Serialize for Labels<W, H> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

impl<'de, const W: usize, const H: usize> Deserialize<'de> for Labels<W, H> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const { assert_shape(W, H) };
        deserializer.deserialize_seq(LabelsVisitor(PhantomData))
    }
}

struct LabelsVisitor<const W: usize, const H: usize>(PhantomData<Board<W, H>>);

impl<'de, const W: usize, const H: usize> Visitor<'de> for LabelsVisitor<W, H> {
    type Value = Labels<W, H>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} labels", W * H)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut labels = [0; 128];
        for (i, label) in labels[..W * H].iter_mut().enumerate() {
            *label = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(i, &self))?;
        }
        if seq.next_element::<u8>()?.is_some() {
            return Err(A::Error::invalid_length(W * H + 1, &self));
        }
        Labels::from_array(labels)
            .ok_or_else(|| A::Error::custom("expected labels in the order of their lowest cells"))
    }
}
