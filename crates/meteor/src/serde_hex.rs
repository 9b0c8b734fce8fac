//! Sets of cells as strings such as `"0x1f"` in readable formats: JavaScript has no 128-bit integers.

use alloc::format;
use alloc::string::String;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub(crate) fn serialize<S: Serializer>(cells: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.serialize_str(&format!("{cells:#x}"))
    } else {
        cells.serialize(serializer)
    }
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    if !deserializer.is_human_readable() {
        return u128::deserialize(deserializer);
    }
    let text = String::deserialize(deserializer)?;
    let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
    let number = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
    number.ok_or_else(|| Error::custom(format!("expected a set such as \"0x1f\", found {text:?}")))
}
