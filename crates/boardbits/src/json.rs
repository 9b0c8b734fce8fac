//! Lines of JSON: queries, whose errors name the field, and the fields that all answers share.

use std::fmt::Display;

use bitboard_core::StopReason;
use serde::de::Deserialize;
use serde::ser::{self, Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::failure::{Failure, Result};

/// The query in a line of input, or `None` if the line does not begin with `{` and so is text.
///
/// # Errors
/// [`Failure::Input`] if the line begins with `{` and is not the JSON of a query.
pub(crate) fn query<'de, T: Deserialize<'de>>(line: &'de str) -> Result<Option<T>> {
    let is_json = line.trim_start().starts_with('{');
    is_json.then(|| parse(line, "object")).transpose()
}

/// Parses a line that begins like this kind of value.
pub(crate) fn parse<'de, T: Deserialize<'de>>(line: &'de str, kind: &str) -> Result<T> {
    serde_json::from_str(line).map_err(|error| {
        // The number of the line is that of the input.
        let (column, text) = (error.column(), error.to_string());
        let reason = match text.split(" at line ").next() {
            Some(reason) if error.is_data() => reason.to_owned(),
            Some(reason) if error.is_syntax() => format!("not JSON: {reason}"),
            _ => format!("not JSON: the line ends before the {kind}"),
        };
        Failure::wrong(format_args!("column {column}: {reason}"))
    })
}

/// The text, or its first 37 characters and an ellipsis if it has more than 40.
pub(crate) fn short(text: &str) -> String {
    if text.chars().count() <= 40 {
        text.to_owned()
    } else {
        text.chars().take(37).chain("...".chars()).collect()
    }
}

/// A number with any number of digits.
pub(crate) struct Digits<T>(pub(crate) T);

impl<T: Display> Serialize for Digits<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = RawValue::from_string(self.0.to_string());
        number.map_err(ser::Error::custom)?.serialize(serializer)
    }
}

/// The object with the field `"stopped"`, if a limit was reached.
pub(crate) fn partial(mut object: Value, reason: Option<StopReason>) -> Value {
    if let Some(reason) = reason {
        object["stopped"] = stopped(reason).into();
    }
    object
}

/// The value of `"stopped"` in a partial answer.
pub(crate) fn stopped(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Nodes => "nodes",
        StopReason::Time => "time",
        _ => "cancelled",
    }
}
