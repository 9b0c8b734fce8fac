//! Serialization of grids as maps.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::map::Grid;
use crate::serde::parse;

impl Serialize for Grid {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        parse(deserializer, "a map of '.' and '#'")
    }
}
