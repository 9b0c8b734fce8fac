//! Serialization: paths and grids as the texts that they print.

use bitboard_core::__private::from_text;
use bitboard_core::Geometry;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[cfg(feature = "alloc")]
use crate::grid::Grid;
use crate::path::Path;

impl<G: Geometry> Serialize for Path<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, G: Geometry> Deserialize<'de> for Path<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        from_text(deserializer, format_args!("the names of the cells of a path"))
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
        from_text(deserializer, format_args!("a map of '.' and '#'"))
    }
}
